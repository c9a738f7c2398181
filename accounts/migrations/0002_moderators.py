from typing import Any

from django.apps import apps as installed
from django.contrib.auth.management import create_permissions
from django.db import migrations

GROUP = "Moderators"
RIGHTS = ["view_user", "view_sanction", "add_sanction", "view_seenaddress", "issue_password_link"]


def make_group(apps: Any, schema_editor: Any) -> None:
    # Permissions normally come after the last migration; the group needs them now.
    create_permissions(installed.get_app_config("accounts"), apps=apps, verbosity=0)
    rights = apps.get_model("auth", "Permission").objects.filter(
        codename__in=RIGHTS, content_type__app_label="accounts"
    )
    group, _created = apps.get_model("auth", "Group").objects.get_or_create(name=GROUP)
    group.permissions.set(rights)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial"), ("contenttypes", "0002_remove_content_type_name")]
    operations = [migrations.RunPython(make_group, migrations.RunPython.noop)]
