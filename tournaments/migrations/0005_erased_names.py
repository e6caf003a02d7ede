import django.db.models.deletion
from django.db import migrations, models

import clubs.tenancy.owned
from clubs.tenancy.operations import ProtectTable


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0001_initial"),
        ("tournaments", "0004_name_differences"),
    ]

    operations = [
        migrations.CreateModel(
            name="ErasedName",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("person", models.CharField(max_length=22)),
                ("before", models.DateField(null=True)),
                ("digest", models.CharField(max_length=64)),
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
            ],
            options={
                "constraints": [
                    clubs.tenancy.owned.SameClub(field="event", name="tournaments_erased_event_club"),
                    models.UniqueConstraint(
                        fields=("club", "digest", "event", "person"), name="tournaments_erased_once", nulls_distinct=False
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("before__isnull", False), ("event__isnull", True)),
                            models.Q(("before__isnull", True), ("event__isnull", False)),
                            _connector="OR",
                        ),
                        name="tournaments_erased_scope",
                    ),
                ],
            },
        ),
        ProtectTable("ErasedName"),
    ]
