"""The first account of an embedded server becomes its administrator's."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from poker_site import codes
from poker_site.environment import ENV, is_loopback


def nobody_yet() -> bool:
    """No living person has an account here; bots do not count."""
    return not settings.PRODUCTION and not User.objects.filter(is_bot=False, deleted_at=None).exists()


def is_owner(request: HttpRequest) -> bool:
    """Whoever can only have come from this machine is taken for its owner; others must have seen its terminal."""
    return (
        ENV.on_loopback
        and is_loopback(request.META.get("REMOTE_ADDR", ""))
        and not any(name in request.META for name in ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED"))
    )


def setup_code() -> str:
    """The code `make play` prints; it follows from the secret key, so nothing need be stored."""
    digest = salted_hmac("accounts.first", "setup code", algorithm="sha256").digest()
    return codes.grouped(codes.from_bytes(digest[:12]), 4)


def is_setup_code(text: str) -> bool:
    return constant_time_compare(codes.plain(text), codes.plain(setup_code()))
