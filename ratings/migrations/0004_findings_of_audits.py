from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0003_corrections"),
    ]

    operations = [
        migrations.AddField(
            model_name="ladderaudit",
            name="since",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="ladderaudit",
            name="told_at",
            field=models.DateTimeField(null=True),
        ),
    ]
