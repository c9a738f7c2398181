from typing import Any

from django.apps import apps as installed
from django.contrib.auth.management import create_permissions
from django.db import migrations

GROUP = "Moderators"
RIGHTS = {
    "accounts": ["view_auditentry"],
    "tables": ["moderate", "view_table", "view_hand", "view_chatmessage", "view_report", "view_ledgerentry"],
}


def extend_group(apps: Any, schema_editor: Any) -> None:
    # Permissions normally come after the last migration; the group needs them now.
    group, _created = apps.get_model("auth", "Group").objects.get_or_create(name=GROUP)
    permissions = apps.get_model("auth", "Permission").objects
    for app, rights in RIGHTS.items():
        create_permissions(installed.get_app_config(app), apps=apps, verbosity=0)
        group.permissions.add(*permissions.filter(codename__in=rights, content_type__app_label=app))


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_people"), ("tables", "0004_moderate")]
    operations = [migrations.RunPython(extend_group, migrations.RunPython.noop)]
