import django.db.models.deletion
from django.db import migrations, models

import clubs.tenancy.owned


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="eventversion",
            name="replaces",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="tournaments.eventversion",
            ),
        ),
        migrations.AddConstraint(
            model_name="eventversion",
            constraint=clubs.tenancy.owned.SameClub(field="replaces", name="tournaments_version_replaces_club"),
        ),
    ]
