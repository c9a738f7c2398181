from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db import transaction

from accounts.models import User
from accounts.services.rights import lock_open


@transaction.atomic
def set_password(user: User, password: str) -> User:
    """Write the new password and nothing else, unless the account was deleted in the meantime."""
    user = lock_open(user)
    user.set_password(password)
    user.save(update_fields=["password"])
    return user


class PasswordLinkToken(PasswordResetTokenGenerator):
    """Expires with its use, with the next login, with "log out everywhere", and when its owner gets or loses rights."""

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        rights = f"{user.is_active}{user.is_staff}{user.is_superuser}"
        return f"{super()._make_hash_value(user, timestamp)}{user.session_epoch}{rights}"
