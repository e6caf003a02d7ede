from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("billing", "0002_news"),
    ]

    operations = [
        migrations.AddField("subscription", "cents", models.PositiveIntegerField(null=True)),
    ]
