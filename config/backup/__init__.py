"""Copies of the whole database: made and put back with PostgreSQL's own programs, under the owner of the tables.

What a copy cannot know is applied to it again: who was erased, and which club deleted, since it was made (`forgotten`).
"""

from config.backup.dumping import dump_database
from config.backup.failures import BackupError
from config.backup.restoring import restore_database

__all__ = ["BackupError", "dump_database", "restore_database"]
