"""Pages of the people of a club."""
