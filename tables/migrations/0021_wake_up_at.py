from django.db import migrations, models


class Migration(migrations.Migration):
    additive = True
    dependencies = [("tables", "0020_bet_sizes")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="wake_up_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
    ]
