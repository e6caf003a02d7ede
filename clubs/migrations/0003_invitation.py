"""Invitations to act for a club, and ids by which addresses name those who act for it."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import clubs.models


def _name_everybody(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for membership in apps.get_model("clubs", "Membership").objects.using(schema_editor.connection.alias).filter(public_id=None):
        membership.public_id = clubs.models.new_public_id()
        membership.save(update_fields=["public_id"])


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0002_closing"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="membership",
            name="public_id",
            field=models.CharField(default=None, editable=False, max_length=22, null=True),
        ),
        migrations.RunPython(_name_everybody, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="membership",
            name="public_id",
            field=models.CharField(default=clubs.models.new_public_id, editable=False, max_length=22, unique=True),
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("public_id", models.CharField(default=clubs.models.new_public_id, editable=False, max_length=22, unique=True)),
                ("email", models.EmailField(blank=True, max_length=254)),
                (
                    "role",
                    models.CharField(choices=[("owner", "Owner"), ("admin", "Administrator"), ("arbiter", "Arbiter")], max_length=8),
                ),
                ("steps_down", models.BooleanField(default=False)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("mails", models.PositiveSmallIntegerField(default=1)),
                ("expires_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "accepted_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
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
                ("club", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(condition=models.Q(("ended_at", None)), fields=("club", "email"), name="clubs_invitation_once")
                ],
            },
        ),
    ]
