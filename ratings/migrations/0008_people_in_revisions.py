from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0007_packed_records"),
    ]

    operations = [
        migrations.AddField(
            model_name="ladderrevision",
            name="people",
            field=models.BooleanField(db_default=False),
        ),
    ]
