"""Queue a ladder edit in the same transaction as any change of what the replay reads, whoever makes it.

One statement-level trigger a table and kind of change. An UPDATE counts only if it changed a watched column, and then
queues both what the row was and what it is. Where the event of a row cannot be found any more (a cascade whose parent
is gone) the edit names nothing, which means everything from the start.

The event of a row is looked up by a subquery of its own and not by a join: the plan is kept for the whole session, and
a join planned while the tables were small would read all of them at every statement afterwards.
"""

from django.db import migrations

# table: watched columns, and a query that turns rows of them (`touched`) into (club_id, event_id, player_id)
WATCHED = {
    "tournaments_event": (
        "club_id, id, rated_version_id, removed_at, order_in_date",
        "SELECT club_id, id, NULL::bigint FROM touched",
    ),
    "tournaments_eventversion": (
        "club_id, id, event_id, starts_on, ends_on, rated, finished, variant",
        "SELECT club_id, event_id, NULL::bigint FROM touched",
    ),
    "tournaments_game": (
        "club_id, id, version_id, round, board, white_id, black_id, result",
        """SELECT t.club_id,
                  (SELECT v.event_id FROM tournaments_eventversion v WHERE v.club_id = t.club_id AND v.id = t.version_id),
                  NULL::bigint
             FROM touched t""",
    ),
    "tournaments_entrylink": (
        "club_id, id, entry_id, player_id, undone_at",
        """SELECT t.club_id,
                  (SELECT v.event_id FROM tournaments_entry n
                     JOIN tournaments_eventversion v ON v.club_id = n.club_id AND v.id = n.version_id
                    WHERE n.club_id = t.club_id AND n.id = t.entry_id),
                  NULL::bigint
             FROM touched t""",
    ),
    "players_player": (
        "club_id, id, start_rating",
        "SELECT club_id, NULL::bigint, id FROM touched",
    ),
    "players_playermerge": (
        "club_id, id, absorbed_id, into_id, undone_at",
        "SELECT club_id, NULL::bigint, unnest(ARRAY[absorbed_id, into_id]) FROM touched",
    ),
    "ratings_ladderrules": (
        "club_id, id, since, start, k_new, k_established, new_games, provisional_games",
        "SELECT club_id, NULL::bigint, NULL::bigint FROM touched",
    ),
}

FUNCTION = """
CREATE FUNCTION {table}_touches_ladder() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        INSERT INTO ratings_ladderedit (club_id, event_id, player_id)
        WITH touched AS (
            (SELECT {columns} FROM now_rows EXCEPT SELECT {columns} FROM old_rows)
            UNION ALL
            (SELECT {columns} FROM old_rows EXCEPT SELECT {columns} FROM now_rows)
        ), places (club_id, event_id, player_id) AS ({places})
        SELECT DISTINCT * FROM places;
    ELSIF TG_OP = 'INSERT' THEN
        INSERT INTO ratings_ladderedit (club_id, event_id, player_id)
        WITH touched AS (SELECT {columns} FROM now_rows), places (club_id, event_id, player_id) AS ({places})
        SELECT DISTINCT * FROM places;
    ELSE
        INSERT INTO ratings_ladderedit (club_id, event_id, player_id)
        WITH touched AS (SELECT {columns} FROM old_rows), places (club_id, event_id, player_id) AS ({places})
        SELECT DISTINCT * FROM places;
    END IF;
    IF FOUND THEN
        NOTIFY rookery_ladder;
    END IF;
    RETURN NULL;
END $$
"""

TRIGGERS = """
CREATE TRIGGER ladder_insert AFTER INSERT ON {table} REFERENCING NEW TABLE AS now_rows
    FOR EACH STATEMENT EXECUTE FUNCTION {table}_touches_ladder();
CREATE TRIGGER ladder_update AFTER UPDATE ON {table} REFERENCING OLD TABLE AS old_rows NEW TABLE AS now_rows
    FOR EACH STATEMENT EXECUTE FUNCTION {table}_touches_ladder();
CREATE TRIGGER ladder_delete AFTER DELETE ON {table} REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION {table}_touches_ladder()
"""

REVERSE = """
DROP TRIGGER ladder_insert ON {table};
DROP TRIGGER ladder_update ON {table};
DROP TRIGGER ladder_delete ON {table};
DROP FUNCTION {table}_touches_ladder()
"""


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0001_initial"),
        ("players", "0001_initial"),
        ("tournaments", "0001_initial"),
    ]

    operations = [
        migrations.RunSQL(
            [
                FUNCTION.format(table=table, columns=columns, places=places),
                *TRIGGERS.format(table=table).strip().split(";\n"),
            ],
            REVERSE.format(table=table),
        )
        for table, (columns, places) in WATCHED.items()
    ]
