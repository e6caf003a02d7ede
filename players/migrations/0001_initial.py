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
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Player",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("public_id", models.CharField(default=clubs.models.new_public_id, editable=False, max_length=22)),
                ("name", models.CharField(max_length=120)),
                ("sort_key", models.CharField(max_length=400)),
                (
                    "age_group",
                    models.CharField(
                        choices=[("unknown", "Not known"), ("under18", "Under 18"), ("adult", "Adult")],
                        default="unknown",
                        max_length=8,
                    ),
                ),
                ("age_group_lapses", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("always_initials", models.BooleanField(default=False)),
                ("start_rating", models.IntegerField(blank=True, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "club",
                    models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club"),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PlayerMerge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                (
                    "absorbed",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="players.player",
                    ),
                ),
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
                    "club",
                    models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club"),
                ),
                (
                    "into",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
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
        ),
        migrations.CreateModel(
            name="Standing",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey("club", "player", blank=True, editable=False, primary_key=True, serialize=False),
                ),
                ("rating", models.IntegerField()),
                ("games", models.IntegerField()),
                ("wins", models.IntegerField()),
                ("draws", models.IntegerField()),
                ("losses", models.IntegerField()),
                ("provisional", models.BooleanField()),
                ("peak", models.IntegerField()),
                ("last_change", models.IntegerField()),
                ("last_event", models.BigIntegerField()),
                ("last_played", models.DateField(null=True)),
                (
                    "club",
                    models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club"),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standings",
                        to="players.player",
                    ),
                ),
            ],
        ),
        ProtectTable("Player"),
        ProtectTable("PlayerMerge"),
        ProtectTable("Standing"),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(fields=["club", "sort_key"], name="players_player_sorted"),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(fields=("club", "public_id"), name="players_player_public_id"),
        ),
        migrations.AddIndex(
            model_name="playermerge",
            index=models.Index(fields=["club", "into"], name="players_merge_into"),
        ),
        migrations.AddConstraint(
            model_name="playermerge",
            constraint=clubs.tenancy.owned.SameClub(field="absorbed", name="players_merge_absorbed_club"),
        ),
        migrations.AddConstraint(
            model_name="playermerge",
            constraint=clubs.tenancy.owned.SameClub(field="into", name="players_merge_into_club"),
        ),
        migrations.AddConstraint(
            model_name="playermerge",
            constraint=models.CheckConstraint(
                condition=models.Q(("absorbed", models.F("into")), _negated=True), name="players_merge_two_players"
            ),
        ),
        migrations.AddConstraint(
            model_name="playermerge",
            constraint=models.UniqueConstraint(
                condition=models.Q(("undone_at", None)), fields=("club", "absorbed"), name="players_merge_one_parent"
            ),
        ),
    ]
