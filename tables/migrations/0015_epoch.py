from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from poker_site import epoch


def begin(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """An older backup that is restored comes by here too, so no process may know the number."""
    apps.get_model("tables", "Epoch").objects.create(value=0)
    with schema_editor.connection.cursor() as cursor:
        for statement in epoch.statements_to_begin():
            cursor.execute(statement)


class Migration(migrations.Migration):
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
