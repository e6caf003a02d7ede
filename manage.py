#!/usr/bin/env python3
"""Django's command line. Without DATABASE_URL it starts the embedded servers for as long as the command runs."""

import os
import sys

WITHOUT_DATABASE = {"help", "version", "--help", "-h", "--version", "makemessages", "compilemessages", "collectstatic", "match_names"}


def main() -> None:
    """Run the command given on the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.exceptions import ImproperlyConfigured

    from config.embedded import EmbeddedError
    from config.startup import hold_embedded_servers

    try:
        if len(sys.argv) > 1 and sys.argv[1] not in WITHOUT_DATABASE:
            hold_embedded_servers()
        from django.core.management import execute_from_command_line

        execute_from_command_line(sys.argv)
    except (EmbeddedError, ImproperlyConfigured) as error:
        sys.exit(f"Rookery cannot start: {error}")


if __name__ == "__main__":
    main()
