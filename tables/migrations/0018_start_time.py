from django.db import migrations, models


class Migration(migrations.Migration):
    additive = True
    dependencies = [("tables", "0017_same_owner")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="starts_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="start"),
        ),
    ]
