import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models

from clubs.tenancy.operations import ProtectTable


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0005_watch_openings"),
    ]

    operations = [
        migrations.CreateModel(
            name="LadderCheckpoint",
            fields=[
                ("pk", models.CompositePrimaryKey("club", "event_id", blank=True, editable=False, primary_key=True, serialize=False)),
                ("event_id", models.BigIntegerField()),
                ("starts_on", models.DateField()),
                ("order_in_date", models.IntegerField()),
                ("place", models.IntegerField()),
                ("ended_on", models.DateField(null=True)),
                ("in_flight", django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None)),
                ("players", django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None)),
                ("rating", django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), size=None)),
                ("games", django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), size=None)),
                ("wins", django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), size=None)),
                ("draws", django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), size=None)),
                ("losses", django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), size=None)),
                ("last_change", django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), size=None)),
                ("last_event", django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(null=True), size=None)),
                ("last_played", django.contrib.postgres.fields.ArrayField(base_field=models.DateField(null=True), size=None)),
                ("peak", django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(null=True), size=None)),
                ("club", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club")),
            ],
        ),
        ProtectTable("LadderCheckpoint"),
        migrations.AddIndex("ratingchange", models.Index(fields=["club", "starts_on"], name="ratings_change_from_date")),
        migrations.AddField("ladderbuild", "progress", models.IntegerField(null=True)),
        migrations.AddField("ladderbuild", "progress_total", models.IntegerField(null=True)),
        migrations.AddField("ladderbuild", "progress_at", models.DateTimeField(null=True)),
    ]
