"""What stands in no line of the log: the address of a family's page opens it for whoever reads it."""

import logging
import re

_KEY = re.compile(r"(/family/)[^/\s?]+")


class WithoutFamilyKeys(logging.Filter):
    """Leaves out the key of a family's address, in whatever message it stands."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always True: the line stays."""
        message = record.getMessage()
        if "/family/" in message:
            record.msg, record.args = _KEY.sub(r"\1…", message), None
        return True
