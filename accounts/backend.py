from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.base_user import AbstractBaseUser

from accounts.models import User
from accounts.selectors import ban_in_force


class AccountBackend(AuthenticationBackend):  # type: ignore[misc]
    """Passwords as allauth checks them; a banned user neither logs in nor stays."""

    def get_user(self, user_id: int) -> User | None:
        user = User.objects.select_related("preferences").filter(pk=user_id).first()
        return user if user and self.user_can_authenticate(user) else None

    def user_can_authenticate(self, user: AbstractBaseUser) -> bool:
        return bool(super().user_can_authenticate(user)) and ban_in_force(user.pk) is None
