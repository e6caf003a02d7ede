"""Mail where no mail server is configured: printed on the console and kept in a folder, one file a message."""

import sys
import time
from collections.abc import Sequence
from secrets import token_hex

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend


class ConsoleAndFolderBackend(BaseEmailBackend):
    """Writes `<time>-<random>.eml` into `settings.MAIL_DIR`, readable by the owner alone; names sort by time."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Print and keep the messages; returns their number."""
        settings.MAIL_DIR.mkdir(parents=True, exist_ok=True, mode=0o700)
        for message in email_messages:
            content = message.message().as_bytes()
            path = settings.MAIL_DIR / f"{time.time_ns():020d}-{token_hex(4)}.eml"
            path.touch(mode=0o600)
            path.write_bytes(content)
            print(f"Mail to {', '.join(message.recipients())}: {message.subject}\n\n{message.body}\n", file=sys.stderr, flush=True)
        return len(email_messages)
