from django.db import migrations, models


class Migration(migrations.Migration):
    additive = True

    dependencies = [
        ("tables", "0019_knockout_to_one_winner"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="bet_sizes",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=30),
        ),
    ]
