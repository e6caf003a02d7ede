import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import clubs.models
import clubs.tenancy.owned
from clubs.tenancy.operations import ProtectTable


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0001_initial"),
        ("players", "0002_brought_ratings"),
        ("ratings", "0002_watch"),
        ("tournaments", "0003_versions_of_their_event"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="LadderRevision",
            fields=[
                ("pk", models.CompositePrimaryKey("club", "build", blank=True, editable=False, primary_key=True, serialize=False)),
                ("build", models.BigIntegerField()),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("events", django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None)),
                ("players", django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None)),
                ("before", django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), size=None)),
                ("after", django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), size=None)),
                ("club", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club")),
            ],
        ),
        migrations.CreateModel(
            name="Correction",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("public_id", models.CharField(default=clubs.models.new_public_id, editable=False, max_length=22)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("results", "Results of games"),
                            ("dates", "Date of an event"),
                            ("rated", "Whether an event counts"),
                            ("removed", "Event removed"),
                            ("restored", "Event restored"),
                            ("order", "Order within a date"),
                            ("publication", "New version of an event"),
                            ("start_rating", "Start rating of a player"),
                            ("rules", "Rules of the ladder"),
                            ("opening", "Opening ratings"),
                        ],
                        max_length=16,
                    ),
                ),
                ("detail", models.JSONField(default=dict)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("build", models.BigIntegerField(null=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("club", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club")),
                (
                    "event",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.event",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="players.player",
                    ),
                ),
                (
                    "undoes",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="ratings.correction",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["club", "-at"], name="ratings_correction_recent")],
                "constraints": [
                    clubs.tenancy.owned.SameClub(field="event", name="ratings_correction_event_club"),
                    clubs.tenancy.owned.SameClub(field="player", name="ratings_correction_player_club"),
                    clubs.tenancy.owned.SameClub(field="undoes", name="ratings_correction_undoes_club"),
                    models.UniqueConstraint(fields=("club", "public_id"), name="ratings_correction_public_id"),
                    models.UniqueConstraint(
                        condition=models.Q(("undoes__isnull", False)), fields=("club", "undoes"), name="ratings_correction_undone_once"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LadderAudit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("compared", models.BooleanField()),
                ("events", django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), default=list, size=None)),
                ("players", django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), default=list, size=None)),
                ("pointers", django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), default=list, size=None)),
                ("club", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("club",), name="ratings_audit_last")],
            },
        ),
        migrations.CreateModel(
            name="LadderOpening",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("as_of", models.DateField()),
                ("club", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("club",), name="ratings_opening_once")],
            },
        ),
        ProtectTable("LadderOpening"),
        ProtectTable("Correction"),
        ProtectTable("LadderRevision"),
        ProtectTable("LadderAudit"),
    ]
