import secrets

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def begin(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """An older backup that is restored comes by here too, so no process may know the number."""
    epoch, hand, table = (apps.get_model("tables", name) for name in ("Epoch", "Hand", "Table"))
    value = secrets.randbits(62)
    epoch.objects.create(value=value)
    hand.objects.filter(pk__in=table.objects.values("hand")).update(epoch=value)


class Migration(migrations.Migration):
    additive = True
    dependencies = [("tables", "0014_original_pace")]

    operations = [
        migrations.CreateModel(
            name="Epoch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("value", models.BigIntegerField()),
            ],
        ),
        migrations.AddField(
            model_name="hand",
            name="epoch",
            field=models.BigIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.RunPython(begin, migrations.RunPython.noop),
    ]
