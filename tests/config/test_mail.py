"""Mail without a mail server: on the console, and one file a message."""

import stat
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMessage

from config.mail import ConsoleAndFolderBackend


def test_each_message_is_printed_and_kept_for_the_owner_alone(tmp_path: Path, settings: Any, capfd: pytest.CaptureFixture[str]) -> None:
    settings.MAIL_DIR = tmp_path / "mail"
    messages = [EmailMessage(f"Code {number}", f"Your code is {number}.", "rookery@localhost", ["anna@example.org"]) for number in (1, 2)]
    assert ConsoleAndFolderBackend().send_messages(messages) == 2
    kept = sorted(settings.MAIL_DIR.iterdir())
    read = [message_from_bytes(path.read_bytes(), policy=policy.default) for path in kept]
    assert [(message["To"], message["Subject"], message.get_content().strip()) for message in read] == [
        ("anna@example.org", "Code 1", "Your code is 1."),
        ("anna@example.org", "Code 2", "Your code is 2."),
    ]
    assert {stat.S_IMODE(path.stat().st_mode) for path in kept} == {0o600}
    printed = capfd.readouterr().err
    assert "Mail to anna@example.org: Code 1" in printed
    assert "Your code is 2." in printed
