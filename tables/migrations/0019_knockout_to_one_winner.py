from django.db import migrations, models


class Migration(migrations.Migration):
    additive = True
    dependencies = [
        ("tables", "0018_start_time"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="ends_with_one",
            field=models.BooleanField(
                db_default=False, default=False, verbose_name="goes on until one player has all chips"
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="level_minutes",
            field=models.PositiveSmallIntegerField(db_default=0, default=0, verbose_name="minutes a level"),
        ),
    ]
