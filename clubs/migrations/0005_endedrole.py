"""What somebody reads among their clubs when another has ended their role."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0004_trial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="EndedRole",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(choices=[("owner", "Owner"), ("admin", "Administrator"), ("arbiter", "Arbiter")], max_length=8),
                ),
                ("ended_at", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club"),
                ),
                (
                    "user",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("club", "user"), name="clubs_endedrole_once")],
            },
        ),
    ]
