"""Let users who forgot their password back in."""

import hashlib

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Max
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import names
from accounts.models import RecoveryCode, User
from accounts.services.audit import record
from accounts.services.passwords import set_password
from accounts.services.rights import lock_open, refuse_unless_may
from accounts.services.sessions import end_all_sessions
from poker_site.web import typed_codes
from poker_site.web.idempotency import REPEAT_WINDOW

HOW_MANY = 8
LENGTH = 24


def _digest(user: User, code: str) -> str:
    """Hash without the secret key, which no backup has: 120 random bits need no more than a plain hash."""
    return hashlib.sha256(f"{user.pk}:{typed_codes.normalised(code)}".encode()).hexdigest()


@transaction.atomic
def make_codes(user: User) -> list[str]:
    """Make new codes; those made before stop working."""
    user = lock_open(user)
    drawn = [typed_codes.draw(LENGTH) for _ in range(HOW_MANY)]
    RecoveryCode.objects.filter(user=user).delete()
    RecoveryCode.objects.bulk_create(RecoveryCode(user=user, digest=_digest(user, code)) for code in drawn)
    return [typed_codes.grouped(code, 4) for code in drawn]


def latest(user: User) -> int:
    """Return the id of the latest code, which changes whenever codes are made."""
    return RecoveryCode.objects.filter(user=user).aggregate(Max("pk"))["pk__max"] or 0


def find_by_code(*, name: str, code: str) -> User | None:
    user = User.objects.filter(username=names.tidy(name).lower(), is_active=True).first()
    if user and RecoveryCode.objects.filter(user=user, digest=_digest(user, code)).exists():
        return user
    return None


def user_of_repeated_form(*, name: str, code: str, password: str) -> User | None:
    """Return the user who sends the form twice: the code was spent a moment ago, and the password is the new one."""
    user = User.objects.filter(username=names.tidy(name).lower(), is_active=True).first()
    spent = user is not None and cache.get(_spent(user, code)) is not None
    return user if user and spent and user.check_password(password) else None


def _spent(user: User, code: str) -> str:
    return f"recovered:{_digest(user, code)}"


@transaction.atomic
def recover(user: User, *, code: str, new_password: str) -> User | None:
    """Spend the code for a new password; return None if another request has just spent it."""
    user = lock_open(user)
    spent, _per_model = RecoveryCode.objects.filter(user=user, digest=_digest(user, code)).delete()
    if not spent:
        return None
    cache.set(_spent(user, code), True, REPEAT_WINDOW.total_seconds())
    user = set_password(user, new_password)
    end_all_sessions(user)
    return user


def one_time_link(user: User, *, by: User) -> str:
    """Return the path of a page where `user` sets a new password, valid once and for a day.

    The token depends on the password and the last login, so it expires with its use.
    """
    refuse_unless_may(by, "accounts.issue_password_link", user)
    if not user.is_active or user.is_bot:
        raise PermissionDenied(_("Nobody logs in to this account."))
    record(by, "password_link", user)
    key = default_token_generator.make_token(user)
    return reverse("account_reset_password_from_key", kwargs={"uidb36": user_pk_to_url_str(user), "key": key})
