import django.db.models.deletion
from django.db import migrations, models

import clubs.tenancy.owned
from clubs.tenancy.operations import ProtectTable


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0001_initial"),
        ("players", "0004_differences"),
    ]

    operations = [
        migrations.CreateModel(
            name="KeptFacts",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "moment",
                    models.CharField(
                        choices=[("joined", "Joined"), ("before", "Before Parting"), ("after", "After Parting")], max_length=8
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                (
                    "age_group",
                    models.CharField(choices=[("unknown", "Not known"), ("under18", "Under 18"), ("adult", "Adult")], max_length=8),
                ),
                ("age_group_lapses", models.PositiveSmallIntegerField(null=True)),
                ("always_initials", models.BooleanField()),
                ("start_rating", models.IntegerField(null=True)),
                ("start_games", models.PositiveIntegerField(null=True)),
                ("club", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club")),
                (
                    "merge",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="players.playermerge",
                    ),
                ),
                (
                    "player",
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
                "indexes": [models.Index(fields=["club", "player"], name="players_kept_of_player")],
                "constraints": [
                    clubs.tenancy.owned.SameClub(field="merge", name="players_kept_merge_club"),
                    clubs.tenancy.owned.SameClub(field="player", name="players_kept_player_club"),
                    models.UniqueConstraint(fields=("club", "merge", "player", "moment"), name="players_kept_once"),
                ],
            },
        ),
        ProtectTable("KeptFacts"),
    ]
