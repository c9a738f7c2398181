from django.db import migrations, models


class Migration(migrations.Migration):
    additive = True

    dependencies = [
        ("tables", "0018_tables_stay_open"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="bet_sizes",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=30),
        ),
    ]
