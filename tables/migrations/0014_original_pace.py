from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0013_pace"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="original_pace",
            field=models.BooleanField(db_default=False, default=False, verbose_name="the pace of the original contest"),
        ),
    ]
