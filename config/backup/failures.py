"""What can go wrong with a copy of the database."""


class BackupError(Exception):
    """The message says what is wrong and what to do, and never holds a password or a row."""
