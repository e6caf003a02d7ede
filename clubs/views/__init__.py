"""Pages of clubs at the desk."""
