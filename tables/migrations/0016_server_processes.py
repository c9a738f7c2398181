import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):
    additive = True
    dependencies = [("tables", "0015_epoch")]

    operations = [
        migrations.CreateModel(
            name="ServerProcess",
            fields=[
                ("name", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("seen_at", models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name="presence",
            name="since",
            field=models.DateTimeField(db_default=django.db.models.functions.datetime.Now()),
        ),
        migrations.AddField(
            model_name="presence",
            name="lost_at",
            field=models.DateTimeField(null=True),
        ),
    ]
