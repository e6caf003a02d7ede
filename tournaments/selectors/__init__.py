"""Reading events of one club."""
