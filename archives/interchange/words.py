"""The words of the file of a club."""

FORMAT = "rookery-club"
VERSION = 1
CLUB_FILE = "club.json"
"""The one part of the ZIP that is read when a club is taken in."""
