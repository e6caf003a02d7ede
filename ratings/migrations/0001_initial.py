import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

from clubs.tenancy.operations import ProtectTable


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("clubs", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="LadderBuild",
            fields=[
                (
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="clubs.club",
                    ),
                ),
                ("version", models.BigIntegerField(default=0)),
                ("algorithm", models.PositiveIntegerField(default=0)),
                ("built_at", models.DateTimeField(null=True)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("failed_at", models.DateTimeField(null=True)),
                ("failure", models.CharField(blank=True, max_length=200)),
                ("retry_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="LadderEdit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("event_id", models.BigIntegerField(null=True)),
                ("player_id", models.BigIntegerField(null=True)),
                ("queued_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "club",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="clubs.club",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RatingChange",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey("club", "event_id", blank=True, editable=False, primary_key=True, serialize=False),
                ),
                ("event_id", models.BigIntegerField()),
                ("starts_on", models.DateField()),
                ("ends_on", models.DateField()),
                ("order_in_date", models.IntegerField()),
                ("players", django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None)),
                ("before", django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), size=None)),
                (
                    "games_before",
                    django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), size=None),
                ),
                ("change", django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), size=None)),
                ("counted", django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), size=None)),
                ("score", django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), size=None)),
                ("wins", django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), size=None)),
                ("draws", django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), size=None)),
                ("losses", django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), size=None)),
                (
                    "club",
                    models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club"),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SweeperHeartbeat",
            fields=[
                ("id", models.SmallIntegerField(default=1, primary_key=True, serialize=False)),
                ("seen_at", models.DateTimeField()),
            ],
            options={
                "constraints": [models.CheckConstraint(condition=models.Q(("id", 1)), name="ratings_one_heartbeat")],
            },
        ),
        migrations.CreateModel(
            name="LadderRules",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.DateField(blank=True, null=True)),
                ("start", models.IntegerField(default=12000)),
                ("k_new", models.PositiveSmallIntegerField(default=40)),
                ("k_established", models.PositiveSmallIntegerField(default=20)),
                ("new_games", models.PositiveSmallIntegerField(default=20)),
                ("provisional_games", models.PositiveSmallIntegerField(default=5)),
                (
                    "club",
                    models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club"),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("club", "since"), name="ratings_rules_since", nulls_distinct=False),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("k_established__lte", 200),
                            ("k_new__lte", 200),
                            ("start__gte", 1000),
                            ("start__lte", 40000),
                        ),
                        name="ratings_rules_sane",
                    ),
                ],
            },
        ),
        ProtectTable("LadderRules"),
        ProtectTable("RatingChange"),
    ]
