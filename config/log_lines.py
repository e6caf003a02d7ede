"""What stands in no line of the log: the address of a family's page, or of an invitation, opens it for whoever reads it."""

import logging
import re

_KEY = re.compile(r"(/(?:family|invitation)/)[^/\s?]+")


class WithoutFamilyKeys(logging.Filter):
    """Leaves out the key of such an address, in whatever message it stands."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always True: the line stays."""
        message = record.getMessage()
        if "/family/" in message or "/invitation/" in message:
            record.msg, record.args = _KEY.sub(r"\1…", message), None
        return True
