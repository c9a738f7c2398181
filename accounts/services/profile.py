from django.db import transaction

from accounts import names
from accounts.models import Preferences, User
from accounts.services.names import claim_names
from accounts.services.rights import lock_open
from accounts.services.sessions import note_change


@transaction.atomic
def change_display_name(user: User, name: str) -> None:
    current = lock_open(user)
    user.display_name = current.display_name = names.tidy(name)
    current.save(update_fields=["display_name"])
    claim_names(current)
    note_change(user.pk)


@transaction.atomic
def set_preferences(user: User, **changes: str | bool) -> None:
    Preferences.objects.filter(user=user).update(**changes)
    note_change(user.pk)
