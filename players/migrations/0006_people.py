import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import clubs.models
import clubs.tenancy.owned
from clubs.tenancy.operations import ProtectTable


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0001_initial"),
        ("players", "0005_kept_facts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="inactive",
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name="PeopleImport",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("public_id", models.CharField(default=clubs.models.new_public_id, editable=False, max_length=22)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("club", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club")),
                (
                    "undone_by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ImportedPerson",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("created", models.BooleanField()),
                (
                    "before_group",
                    models.CharField(
                        choices=[("unknown", "Not known"), ("under18", "Under 18"), ("adult", "Adult")], default="unknown", max_length=8
                    ),
                ),
                ("before_lapses", models.PositiveSmallIntegerField(null=True)),
                (
                    "after_group",
                    models.CharField(choices=[("unknown", "Not known"), ("under18", "Under 18"), ("adult", "Adult")], max_length=8),
                ),
                ("after_lapses", models.PositiveSmallIntegerField(null=True)),
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
                    "of",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="people",
                        to="players.peopleimport",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PlayerNote",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.CharField(max_length=4000)),
                ("edition", models.PositiveIntegerField(default=1)),
                ("at", models.DateTimeField(auto_now=True)),
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
            ],
        ),
        migrations.CreateModel(
            name="PlayerRename",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("before", models.CharField(max_length=120)),
                ("after", models.CharField(max_length=120)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("fix", "It was misspelt: this is, and always was, the name"),
                            ("change", "It has changed: the old name was right until now"),
                        ],
                        max_length=6,
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
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
                    "undone_by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        ProtectTable("PeopleImport"),
        ProtectTable("ImportedPerson"),
        ProtectTable("PlayerNote"),
        ProtectTable("PlayerRename"),
        migrations.AddConstraint(
            model_name="peopleimport",
            constraint=models.UniqueConstraint(fields=("club", "public_id"), name="players_import_public_id"),
        ),
        migrations.AddIndex(
            model_name="importedperson",
            index=models.Index(fields=["club", "player"], name="players_imported_player"),
        ),
        migrations.AddConstraint(
            model_name="importedperson",
            constraint=clubs.tenancy.owned.SameClub(field="of", name="players_imported_of_club"),
        ),
        migrations.AddConstraint(
            model_name="importedperson",
            constraint=clubs.tenancy.owned.SameClub(field="player", name="players_imported_player_club"),
        ),
        migrations.AddConstraint(
            model_name="importedperson",
            constraint=models.UniqueConstraint(fields=("club", "of", "player"), name="players_imported_once"),
        ),
        migrations.AddConstraint(
            model_name="playernote",
            constraint=clubs.tenancy.owned.SameClub(field="player", name="players_note_player_club"),
        ),
        migrations.AddConstraint(
            model_name="playernote",
            constraint=models.UniqueConstraint(fields=("club", "player"), name="players_note_one_each"),
        ),
        migrations.AddIndex(
            model_name="playerrename",
            index=models.Index(fields=["club", "player"], name="players_rename_of_player"),
        ),
        migrations.AddConstraint(
            model_name="playerrename",
            constraint=clubs.tenancy.owned.SameClub(field="player", name="players_rename_player_club"),
        ),
    ]
