from django.db import migrations, models

import players.models


class Migration(migrations.Migration):
    """New people get shorter ids; those who have longer ones keep them."""

    dependencies = [
        ("players", "0002_brought_ratings"),
    ]

    operations = [
        migrations.AlterField(
            model_name="player",
            name="public_id",
            field=models.CharField(default=players.models.new_player_id, editable=False, max_length=22),
        ),
    ]
