from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models

# What the replay derives is thrown away: every ladder is of another algorithm now and built anew.
_FORGET = "DELETE FROM ratings_laddercheckpoint; DELETE FROM ratings_ratingchange;"


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0006_checkpoints"),
    ]

    operations = [
        migrations.RunSQL(_FORGET, migrations.RunSQL.noop),
        *(migrations.RemoveField("ratingchange", name) for name in ("counted", "score", "wins", "draws", "losses")),
        migrations.AddField("ratingchange", "record", ArrayField(models.BigIntegerField(), default=list), preserve_default=False),
        migrations.AddField("ratingchange", "uncounted", ArrayField(models.BigIntegerField(), default=list), preserve_default=False),
        *(migrations.RemoveField("laddercheckpoint", name) for name in ("wins", "draws", "losses")),
        migrations.AddField("laddercheckpoint", "record", ArrayField(models.BigIntegerField(), default=list), preserve_default=False),
    ]
