from django.db import IntegrityError, transaction

from accounts import names
from accounts.models import Preferences, User
from accounts.services import first_admin
from accounts.services.names import NameTaken, claim_names


@transaction.atomic
def open_account(user: User, *, name: str, theme: str = Preferences.Theme.DARK, proved_owner: bool = False) -> User:
    """Save a new account under `name`, which must have been checked.

    The first account becomes the administrator's if its maker proved to own the server. SQLite holds the write lock
    from the start of the transaction, so of two first accounts only one is the first.
    """
    if proved_owner and first_admin.awaits_first_account():
        user.is_staff = user.is_superuser = True
    user.display_name = names.tidy(name)
    user.username = user.display_name.lower()
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        raise NameTaken from None
    claim_names(user)
    Preferences.objects.create(user=user, theme=theme)
    return user
