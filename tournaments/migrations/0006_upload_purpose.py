from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_erased_names")]

    operations = [
        migrations.AddField(
            model_name="stagedupload",
            name="purpose",
            field=models.CharField(blank=True, default="", max_length=7),
        ),
    ]
