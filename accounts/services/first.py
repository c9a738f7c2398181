"""The first account of an embedded server becomes its administrator's."""

import base64

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from poker_site.environment import ENV, is_loopback


def nobody_yet() -> bool:
    """No living person has an account here; bots do not count."""
    return not settings.PRODUCTION and not User.objects.filter(is_bot=False, deleted_at=None).exists()


def code_needed(request: HttpRequest) -> bool:
    """Whoever can only have come from this machine is taken for its owner; others must have seen its terminal."""
    return nobody_yet() and not (
        ENV.on_loopback
        and is_loopback(request.META.get("REMOTE_ADDR", ""))
        and not any(name in request.META for name in ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED"))
    )


def setup_code() -> str:
    """The code `make play` prints; it follows from the secret key, so nothing need be stored."""
    digest = salted_hmac("accounts.first", "setup code", algorithm="sha256").digest()
    text = base64.b32encode(digest[:10]).decode()
    return "-".join(text[start : start + 4] for start in range(0, 16, 4))


def is_setup_code(text: str) -> bool:
    return constant_time_compare("".join(text.upper().split()).replace("-", ""), setup_code().replace("-", ""))
