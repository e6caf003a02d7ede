import django.db.models.deletion
from django.db import migrations, models

import clubs.tenancy.owned
from clubs.tenancy.operations import ProtectTable


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0001_initial"),
        ("players", "0006_people"),
    ]

    operations = [
        migrations.CreateModel(
            name="DuplicateSearch",
            fields=[
                (
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name="+", serialize=False, to="clubs.club"
                    ),
                ),
                ("asked", models.BigIntegerField(default=0)),
                ("asked_at", models.DateTimeField(null=True)),
                ("taken", models.BigIntegerField(default=0)),
                ("alive_at", models.DateTimeField(null=True)),
                ("progress", models.IntegerField(null=True)),
                ("progress_total", models.IntegerField(null=True)),
                ("done", models.BigIntegerField(default=0)),
                ("made_at", models.DateTimeField(null=True)),
                ("members", models.IntegerField(default=0)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("retry_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="PossibleDuplicate",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("score", models.PositiveSmallIntegerField()),
                ("code", models.CharField(max_length=30)),
                ("club", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club")),
                (
                    "one",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="players.player",
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="players.player",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["club", "other"], name="players_duplicate_of_other")],
                "constraints": [
                    clubs.tenancy.owned.SameClub(field="one", name="players_duplicate_one_club"),
                    clubs.tenancy.owned.SameClub(field="other", name="players_duplicate_other_club"),
                    models.CheckConstraint(condition=models.Q(("one__lt", models.F("other"))), name="players_duplicate_ordered"),
                    models.UniqueConstraint(fields=("club", "one", "other"), name="players_duplicate_once"),
                ],
            },
        ),
        ProtectTable("PossibleDuplicate"),
    ]
