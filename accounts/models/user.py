from typing import Any

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _


class UserManager(BaseUserManager["User"]):
    def create_user(self, username: str, password: str | None = None, **fields: Any) -> "User":
        from accounts.services.signup import open_account

        user = self.model(**fields)
        user.set_password(password)
        return open_account(user, name=username)

    def create_superuser(self, username: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(username, password, **{"is_staff": True, "is_superuser": True, **fields})


class User(AbstractBaseUser, PermissionsMixin):
    """Keeps an account. `username` is the login name, in lower case; others see `display_name`."""

    username = models.CharField(_("login name"), max_length=40, unique=True)
    display_name = models.CharField(_("display name"), max_length=40)
    email = models.EmailField(_("e-mail"), blank=True)
    is_staff = models.BooleanField(_("may enter the administration"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    is_bot = models.BooleanField(_("bot"), default=False)
    joined_at = models.DateTimeField(_("joined"), default=timezone.now)
    deleted_at = models.DateTimeField(_("deleted"), null=True, blank=True)
    session_epoch = models.PositiveIntegerField(default=0, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    objects = UserManager()

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        permissions = [("issue_password_link", "Can make a one-time password link")]

    def __str__(self) -> str:
        return self.display_name or f"#{self.pk}"

    @property
    def is_house(self) -> bool:
        """Tell house bots, which have no owner, from players' bots, whose names begin with these prefixes."""
        return self.is_bot and not self.username.startswith(("bot:", "deleted#"))

    def get_full_name(self) -> str:
        return self.display_name

    def get_short_name(self) -> str:
        return self.display_name

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Depend on the password and the epoch: raising the epoch ends all sessions, known or not."""
        value = f"{self.password}:{self.session_epoch}"
        return salted_hmac("accounts.User.session", value, secret=secret, algorithm="sha256").hexdigest()


class NameClaim(models.Model):
    """Reserves one look-alike key of a name; it is unique, so that nobody can look like another player."""

    key = models.CharField(max_length=250, unique=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="name_claims")

    def __str__(self) -> str:
        return self.key
