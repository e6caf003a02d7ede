"""What an event shows and rates, and what a version replaces, must be versions of that same event."""

from django.db import migrations, models

from clubs.tenancy.owned import SameClub


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_version_replaces")]

    operations = [
        migrations.RemoveConstraint("event", "tournaments_event_latest_club"),
        migrations.RemoveConstraint("event", "tournaments_event_rated_club"),
        migrations.RemoveConstraint("eventversion", "tournaments_version_replaces_club"),
        migrations.AddConstraint(
            "eventversion", models.UniqueConstraint(fields=["club", "event", "id"], name="tournaments_version_of_event")
        ),
        migrations.AddConstraint("event", SameClub(field="latest", also=("id", "event_id"), name="tournaments_event_latest_own")),
        migrations.AddConstraint("event", SameClub(field="rated_version", also=("id", "event_id"), name="tournaments_event_rated_own")),
        migrations.AddConstraint(
            "eventversion", SameClub(field="replaces", also=("event_id", "event_id"), name="tournaments_version_replaces_own")
        ),
    ]
