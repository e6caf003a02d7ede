from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("billing", "0001_subscription"),
    ]

    operations = [
        migrations.AddField("subscription", "told_phase", models.CharField(blank=True, default="", max_length=10), preserve_default=False),
        migrations.AddField(
            "subscription", "told_interval", models.CharField(blank=True, default="", max_length=10), preserve_default=False
        ),
        migrations.AddField("subscription", "told_cancelling", models.BooleanField(null=True)),
        migrations.AddField("subscription", "due_mail", models.CharField(blank=True, default="", max_length=20), preserve_default=False),
        migrations.AddField("subscription", "due_since", models.DateTimeField(null=True)),
        migrations.AddField("subscription", "tried_at", models.DateTimeField(null=True)),
    ]
