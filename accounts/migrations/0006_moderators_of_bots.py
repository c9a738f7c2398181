from typing import Any

from django.apps import apps as installed
from django.contrib.auth.management import create_permissions
from django.db import migrations


def extend_group(apps: Any, schema_editor: Any) -> None:
    # Permissions normally come after the last migration; the group needs them now.
    create_permissions(installed.get_app_config("accounts"), apps=apps, verbosity=0)
    group, _created = apps.get_model("auth", "Group").objects.get_or_create(name="Moderators")
    permissions = apps.get_model("auth", "Permission").objects
    group.permissions.add(*permissions.filter(codename="view_bot", content_type__app_label="accounts"))


class Migration(migrations.Migration):
    dependencies = [("accounts", "0005_bots")]
    operations = [migrations.RunPython(extend_group, migrations.RunPython.noop)]
