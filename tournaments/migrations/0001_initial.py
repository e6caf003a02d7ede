import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import clubs.models
import clubs.tenancy.owned
from clubs.tenancy.operations import ProtectTable


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("clubs", "0001_initial"),
        ("players", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("public_id", models.CharField(default=clubs.models.new_public_id, editable=False, max_length=22)),
                ("program", models.CharField(blank=True, max_length=60)),
                ("external_id", models.CharField(blank=True, max_length=120, null=True)),
                (
                    "access",
                    models.CharField(
                        choices=[
                            ("club", "As the club"),
                            ("open", "Anyone with the link"),
                            ("closed", "Arbiters only"),
                        ],
                        default="club",
                        max_length=8,
                    ),
                ),
                (
                    "names",
                    models.CharField(
                        choices=[
                            ("club", "As the club"),
                            ("initials", "Initials for everybody"),
                            ("adults", "Full names for adults, although minors play"),
                        ],
                        default="club",
                        max_length=8,
                    ),
                ),
                ("order_in_date", models.IntegerField(default=0)),
                ("removed_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "club",
                    models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club"),
                ),
            ],
        ),
        migrations.CreateModel(
            name="EventVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("digest", models.CharField(max_length=64)),
                ("name", models.CharField(max_length=200)),
                ("starts_on", models.DateField()),
                ("ends_on", models.DateField()),
                (
                    "format",
                    models.CharField(
                        choices=[
                            ("swiss", "SWISS"),
                            ("round_robin", "ROUND_ROBIN"),
                            ("double_round_robin", "DOUBLE_ROUND_ROBIN"),
                            ("knockout", "KNOCKOUT"),
                            ("scheveningen", "SCHEVENINGEN"),
                            ("arena", "ARENA"),
                            ("other", "OTHER"),
                        ],
                        max_length=20,
                    ),
                ),
                (
                    "variant",
                    models.CharField(
                        choices=[
                            ("standard", "STANDARD"),
                            ("bughouse", "BUGHOUSE"),
                            ("chess960", "CHESS960"),
                            ("other", "OTHER"),
                        ],
                        max_length=10,
                    ),
                ),
                ("time_control", models.CharField(blank=True, max_length=60)),
                ("rated", models.BooleanField()),
                ("finished", models.BooleanField()),
                ("planned_rounds", models.PositiveSmallIntegerField(null=True)),
                ("source", models.CharField(max_length=20)),
                ("warnings", models.JSONField(default=list)),
                (
                    "dropped",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=30), default=list, size=None),
                ),
                ("published_at", models.DateTimeField(auto_now_add=True)),
                (
                    "club",
                    models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club"),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="versions",
                        to="tournaments.event",
                    ),
                ),
                (
                    "published_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="event",
            name="latest",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="+",
                to="tournaments.eventversion",
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="rated_version",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="+",
                to="tournaments.eventversion",
            ),
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("name", models.CharField(max_length=120)),
                ("rating", models.PositiveIntegerField(null=True)),
                ("title", models.CharField(blank=True, max_length=10)),
                ("rank", models.PositiveIntegerField(null=True)),
                (
                    "club",
                    models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club"),
                ),
                (
                    "version",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="tournaments.eventversion",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveSmallIntegerField()),
                ("board", models.PositiveIntegerField()),
                (
                    "result",
                    models.CharField(
                        choices=[
                            ("1-0", "WHITE_WIN"),
                            ("½-½", "DRAW"),
                            ("0-1", "BLACK_WIN"),
                            ("0-0", "BOTH_LOSE"),
                            ("1-0u", "WHITE_WIN_UNRATED"),
                            ("½-½u", "DRAW_UNRATED"),
                            ("0-1u", "BLACK_WIN_UNRATED"),
                            ("1-0a", "ARMAGEDDON_WHITE_WIN"),
                            ("0-1a", "ARMAGEDDON_BLACK_WIN"),
                            ("+-", "WHITE_FORFEIT_WIN"),
                            ("-+", "BLACK_FORFEIT_WIN"),
                            ("--", "DOUBLE_FORFEIT"),
                            ("U", "PAIRING_ALLOCATED_BYE"),
                            ("F", "FULL_POINT_BYE"),
                            ("H", "HALF_POINT_BYE"),
                            ("Z", "ZERO_POINT_BYE"),
                            ("*", "PENDING"),
                        ],
                        max_length=5,
                    ),
                ),
                (
                    "black",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club"),
                ),
                (
                    "version",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="tournaments.eventversion",
                    ),
                ),
                (
                    "white",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("played_on", models.DateField(null=True)),
                (
                    "club",
                    models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club"),
                ),
                (
                    "version",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="tournaments.eventversion",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="StagedUpload",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("public_id", models.CharField(default=clubs.models.new_public_id, editable=False, max_length=22)),
                ("content", models.BinaryField()),
                ("file_name", models.CharField(blank=True, max_length=120)),
                ("encoding", models.CharField(blank=True, max_length=20)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club"),
                ),
            ],
        ),
        migrations.CreateModel(
            name="EntryLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("reason", models.CharField(blank=True, max_length=40)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "carried_from",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tournaments.entrylink",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club"),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="links",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="links",
                        to="players.player",
                    ),
                ),
                (
                    "undone_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["club", "player"], name="tournaments_link_of_player")],
                "constraints": [
                    clubs.tenancy.owned.SameClub(field="entry", name="tournaments_link_entry_club"),
                    clubs.tenancy.owned.SameClub(field="player", name="tournaments_link_player_club"),
                    clubs.tenancy.owned.SameClub(field="carried_from", name="tournaments_link_carried_club"),
                    models.UniqueConstraint(
                        condition=models.Q(("undone_at", None)),
                        fields=("club", "entry"),
                        name="tournaments_link_one_player",
                    ),
                ],
            },
        ),
        ProtectTable("Event"),
        ProtectTable("EventVersion"),
        ProtectTable("Entry"),
        ProtectTable("EntryLink"),
        ProtectTable("Round"),
        ProtectTable("Game"),
        ProtectTable("StagedUpload"),
        migrations.AddConstraint(
            model_name="eventversion",
            constraint=clubs.tenancy.owned.SameClub(field="event", name="tournaments_version_event_club"),
        ),
        migrations.AddConstraint(
            model_name="eventversion",
            constraint=models.UniqueConstraint(fields=("club", "event", "number"), name="tournaments_version_number"),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=clubs.tenancy.owned.SameClub(field="latest", name="tournaments_event_latest_club"),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=clubs.tenancy.owned.SameClub(field="rated_version", name="tournaments_event_rated_club"),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.UniqueConstraint(fields=("club", "public_id"), name="tournaments_event_public_id"),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.UniqueConstraint(
                condition=models.Q(("external_id__isnull", False)),
                fields=("club", "program", "external_id"),
                name="tournaments_event_external_id",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=clubs.tenancy.owned.SameClub(field="version", name="tournaments_entry_version_club"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(fields=("club", "version", "number"), name="tournaments_entry_number"),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=clubs.tenancy.owned.SameClub(field="version", name="tournaments_game_version_club"),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=clubs.tenancy.owned.SameClub(field="white", name="tournaments_game_white_club"),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=clubs.tenancy.owned.SameClub(field="black", name="tournaments_game_black_club"),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.UniqueConstraint(fields=("club", "version", "round", "board"), name="tournaments_game_board"),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=clubs.tenancy.owned.SameClub(field="version", name="tournaments_round_version_club"),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(fields=("club", "version", "number"), name="tournaments_round_number"),
        ),
        migrations.AddConstraint(
            model_name="stagedupload",
            constraint=models.UniqueConstraint(fields=("club", "public_id"), name="tournaments_upload_public_id"),
        ),
    ]
