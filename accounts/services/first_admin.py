"""Make the first account of an embedded server its administrator's.

Its maker shows the code that the terminal printed. The address of a request proves nothing: behind a proxy or a tunnel
that forwards no address, everybody seems to sit at this machine.
"""

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from poker_site.web import typed_codes


def awaits_first_account() -> bool:
    """Tell whether no person has an account on this embedded server yet; bots do not count."""
    return not settings.PRODUCTION and not User.objects.filter(is_bot=False, deleted_at=None).exists()


def setup_code() -> str:
    """Return the code that `make play` prints; it follows from the secret key, so nothing need be stored."""
    digest = salted_hmac("accounts.first", "setup code", algorithm="sha256").digest()
    return typed_codes.grouped(typed_codes.from_bytes(digest[:12]), 4)


def is_setup_code(text: str) -> bool:
    return constant_time_compare(typed_codes.normalised(text), typed_codes.normalised(setup_code()))
