from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0014_original_pace"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="allows_same_owner",
            field=models.BooleanField(
                db_default=False, default=False, verbose_name="an owner and their bots may sit together"
            ),
        ),
    ]
