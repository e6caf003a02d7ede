"""When a club is deleted that its owner has closed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0001_initial"),
    ]

    operations = [
        migrations.AddField(model_name="club", name="closing_at", field=models.DateTimeField(blank=True, null=True)),
    ]
