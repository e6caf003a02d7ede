"""`python -m tests.faults.soak ROLE NUMBER FOLDER`, or `clubs NUMBER FOLDER`, which makes them."""

import json
import os
import sys
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

role, number, folder = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
if role == "clubs":
    from tests.faults.soak.clubs import make_clubs

    (folder / "clubs.json").write_text(json.dumps(make_clubs(number)), encoding="utf-8")
else:
    from tests.faults.soak.roles import play

    play(role, number, folder)
