from django.db import migrations, models


class Migration(migrations.Migration):
    additive = True
    dependencies = [("tables", "0016_server_processes")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="allows_same_owner",
            field=models.BooleanField(
                db_default=False, default=False, verbose_name="an owner and their bots may sit together"
            ),
        ),
    ]
