from typing import Any

from django.apps import apps as installed
from django.contrib.auth.management import create_permissions
from django.db import migrations


def extend_group(apps: Any, schema_editor: Any) -> None:
    # Permissions normally come after the last migration; the group needs them now.
    create_permissions(installed.get_app_config("tables"), apps=apps, verbosity=0)
    group, _created = apps.get_model("auth", "Group").objects.get_or_create(name="Moderators")
    permissions = apps.get_model("auth", "Permission").objects
    rights = permissions.filter(codename__in=["view_game", "view_arenamatch"], content_type__app_label="tables")
    group.permissions.add(*rights)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_audit_keeps_whom"), ("tables", "0007_games_and_arena")]
    operations = [migrations.RunPython(extend_group, migrations.RunPython.noop)]
