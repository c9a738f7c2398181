from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.base_user import AbstractBaseUser
from django.db.models import Exists, OuterRef

from accounts.models import Sanction, User
from accounts.selectors import ban_in_force


class AccountBackend(AuthenticationBackend):  # type: ignore[misc]
    """Checks passwords as allauth does, and keeps banned users from logging in or staying."""

    def get_user(self, user_id: int) -> User | None:
        """Load the user unless banned, in one query: this runs with every request and every action at a table."""
        bans = Sanction.objects.in_force().bans().filter(user=OuterRef("pk"))
        return User.objects.select_related("preferences").filter(~Exists(bans), pk=user_id, is_active=True).first()

    def user_can_authenticate(self, user: AbstractBaseUser) -> bool:
        return bool(super().user_can_authenticate(user)) and ban_in_force(user.pk) is None
