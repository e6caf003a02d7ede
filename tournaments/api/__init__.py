"""The API for programs that publish events (docs/api.md)."""
