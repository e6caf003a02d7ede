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
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=clubs.models.new_public_id, editable=False, max_length=22, unique=True),
                ),
                ("slug", models.CharField(max_length=80, unique=True)),
                ("name", models.CharField(max_length=100)),
                (
                    "language",
                    models.CharField(choices=[("en", "English"), ("he", "עברית"), ("ru", "Русский")], default="en", max_length=2),
                ),
                ("time_zone", models.CharField(default="UTC", max_length=60)),
                (
                    "audience",
                    models.CharField(
                        choices=[("mixed", "Children and adults"), ("school", "A school"), ("adults", "Adults only")],
                        default="mixed",
                        max_length=8,
                    ),
                ),
                (
                    "visibility",
                    models.CharField(
                        choices=[
                            ("arbiters", "Arbiters only"),
                            ("unlisted", "Anyone with the link"),
                            ("public", "Everyone, search engines included"),
                        ],
                        default="unlisted",
                        max_length=8,
                    ),
                ),
                (
                    "name_policy",
                    models.CharField(
                        choices=[
                            ("initials", "Initials for everybody"),
                            ("adults_in_full", "Full names for adults"),
                            ("everyone_in_full", "Full names for everybody"),
                        ],
                        default="initials",
                        max_length=16,
                    ),
                ),
                ("policy_version", models.PositiveBigIntegerField(default=1)),
                ("founded_at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("label", models.CharField(max_length=60)),
                ("prefix", models.CharField(max_length=16, unique=True)),
                ("digest", models.CharField(max_length=64)),
                (
                    "scopes",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=20), size=None),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField(blank=True, null=True)),
                ("last_used_at", models.DateTimeField(blank=True, null=True)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "created_by",
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
            ],
        ),
        migrations.CreateModel(
            name="IdempotentRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=100)),
                ("request_digest", models.CharField(max_length=64)),
                ("status", models.PositiveSmallIntegerField()),
                ("outcome", models.JSONField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "club",
                    models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club"),
                ),
                (
                    "token",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="clubs.apitoken",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="JournalEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("action", models.CharField(max_length=40)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("subject", models.CharField(blank=True, max_length=60)),
                ("detail", models.JSONField(default=dict)),
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
            ],
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(choices=[("owner", "Owner"), ("admin", "Administrator"), ("arbiter", "Arbiter")], max_length=8),
                ),
                ("since", models.DateTimeField(auto_now_add=True)),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="clubs.club",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        ProtectTable("JournalEntry"),
        ProtectTable("IdempotentRequest"),
        migrations.AddConstraint(
            model_name="apitoken",
            constraint=models.UniqueConstraint(fields=("club", "id"), name="clubs_apitoken_of_club"),
        ),
        migrations.AddConstraint(
            model_name="idempotentrequest",
            constraint=clubs.tenancy.owned.SameClub(field="token", name="clubs_idempotent_token_club"),
        ),
        migrations.AddConstraint(
            model_name="idempotentrequest",
            constraint=models.UniqueConstraint(fields=("club", "token", "key"), name="clubs_idempotent_once"),
        ),
        migrations.AddIndex(
            model_name="journalentry",
            index=models.Index(fields=["club", "-at"], name="clubs_journal_recent"),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(fields=("club", "user"), name="clubs_membership_once"),
        ),
    ]
