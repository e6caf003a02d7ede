from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0008_people_in_revisions"),
    ]

    operations = [
        migrations.AlterField(
            model_name="correction",
            name="kind",
            field=models.CharField(
                choices=[
                    ("results", "Results of games"),
                    ("dates", "Date of an event"),
                    ("rated", "Whether an event counts"),
                    ("removed", "Event removed"),
                    ("restored", "Event restored"),
                    ("order", "Order within a date"),
                    ("publication", "New version of an event"),
                    ("start_rating", "Start rating of a player"),
                    ("rules", "Rules of the ladder"),
                    ("opening", "Opening ratings"),
                    ("merge", "Two people became one"),
                    ("split", "Events given to somebody else"),
                ],
                max_length=16,
            ),
        ),
    ]
