"""Queue a ladder edit when what was brought from elsewhere changes: a player's number of games, and the date of the opening."""

import importlib

from django.db import migrations

_WATCH = importlib.import_module("ratings.migrations.0002_watch")

# As in 0002: watched columns, and a query that turns rows of them into (club_id, event_id, player_id).
WATCHED = {
    "players_player": (
        "club_id, id, start_rating, start_games",
        "SELECT club_id, NULL::bigint, id FROM touched",
    ),
    "ratings_ladderopening": (
        "club_id, id, as_of",
        "SELECT club_id, NULL::bigint, NULL::bigint FROM touched",
    ),
}


def _function(watched: dict[str, tuple[str, str]], table: str) -> str:
    columns, places = watched[table]
    text: str = _WATCH.FUNCTION.format(table=table, columns=columns, places=places)
    return text.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0004_findings_of_audits"),
    ]

    operations = [
        migrations.RunSQL(_function(WATCHED, "players_player"), _function(_WATCH.WATCHED, "players_player")),
        migrations.RunSQL(
            [
                _function(WATCHED, "ratings_ladderopening"),
                *_WATCH.TRIGGERS.format(table="ratings_ladderopening").strip().split(";\n"),
            ],
            _WATCH.REVERSE.format(table="ratings_ladderopening"),
        ),
    ]
