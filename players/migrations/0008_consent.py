import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import clubs.models
import clubs.tenancy.owned
from clubs.tenancy.operations import ProtectTable


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0001_initial"),
        ("players", "0007_possible_duplicates"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="FamilyLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("public_id", models.CharField(default=clubs.models.new_public_id, editable=False, max_length=22)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("club", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club")),
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
                (
                    "revoked_by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        ProtectTable("FamilyLink"),
        migrations.CreateModel(
            name="Consent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("club_pages", models.BooleanField()),
                ("events", models.BooleanField()),
                ("wording", models.TextField(max_length=2000)),
                ("wording_version", models.CharField(max_length=10)),
                ("language", models.CharField(max_length=2)),
                ("child_asked", models.BooleanField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("until", models.DateField()),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("superseded_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("club", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club")),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="consents",
                        to="players.player",
                    ),
                ),
                (
                    "withdrawn_by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "through",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="players.familylink",
                    ),
                ),
                (
                    "withdrawn_through",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="players.familylink",
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="familylink",
            index=models.Index(fields=["club", "player"], name="players_family_of_player"),
        ),
        migrations.AddConstraint(
            model_name="familylink",
            constraint=clubs.tenancy.owned.SameClub(field="player", name="players_family_player_club"),
        ),
        migrations.AddConstraint(
            model_name="familylink",
            constraint=models.UniqueConstraint(fields=("club", "public_id"), name="players_family_public_id"),
        ),
        migrations.AddIndex(
            model_name="consent",
            index=models.Index(fields=["club", "player"], name="players_consent_of_player"),
        ),
        migrations.AddConstraint(
            model_name="consent",
            constraint=clubs.tenancy.owned.SameClub(field="player", name="players_consent_player_club"),
        ),
        migrations.AddConstraint(
            model_name="consent",
            constraint=clubs.tenancy.owned.SameClub(field="through", name="players_consent_through_club"),
        ),
        migrations.AddConstraint(
            model_name="consent",
            constraint=clubs.tenancy.owned.SameClub(field="withdrawn_through", name="players_consent_withdrawn_club"),
        ),
        migrations.AddConstraint(
            model_name="consent",
            constraint=models.UniqueConstraint(
                condition=models.Q(("superseded_at", None)), fields=("club", "player"), name="players_consent_last_word"
            ),
        ),
        migrations.AddConstraint(
            model_name="consent",
            constraint=models.CheckConstraint(
                condition=models.Q(("club_pages", True), ("events", True), _connector="OR"), name="players_consent_to_something"
            ),
        ),
        ProtectTable("Consent"),
        migrations.CreateModel(
            name="FamilyRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("correction", "Something is wrong"),
                            ("erasure", "Erase everything that tells who this is"),
                            ("other", "Something else"),
                        ],
                        max_length=10,
                    ),
                ),
                ("text", models.TextField(blank=True, max_length=1000)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                (
                    "answered_by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("club", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club")),
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
                (
                    "through",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="players.familylink",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["club", "player"], name="players_request_of_player")],
                "constraints": [
                    clubs.tenancy.owned.SameClub(field="player", name="players_request_player_club"),
                    clubs.tenancy.owned.SameClub(field="through", name="players_request_through_club"),
                ],
            },
        ),
        ProtectTable("FamilyRequest"),
    ]
