"""Until when a club's pages are open without a subscription, and with one. Clubs that are here already have their trial from now on."""

from django.db import migrations, models

import clubs.models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0003_invitation"),
    ]

    operations = [
        migrations.AddField(model_name="club", name="trial_ends_at", field=models.DateTimeField(default=clubs.models.end_of_trial)),
        migrations.AddField(model_name="club", name="paid_until", field=models.DateTimeField(blank=True, null=True)),
    ]
