from django.db import migrations, models


class Migration(migrations.Migration):
    additive = True

    dependencies = [
        ("accounts", "0010_audit_is_not_emptied"),
    ]

    operations = [
        migrations.AddField(
            model_name="preferences",
            name="bet_sizes",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="Up to three, such as 33 75 100. Leave empty for those of the table.",
                max_length=30,
                verbose_name="My bet sizes, in % of the pot",
            ),
        ),
    ]
