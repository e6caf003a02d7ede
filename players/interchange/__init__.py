"""Reading and writing lists of people."""
