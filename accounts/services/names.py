from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import NameClaim, User


class NameTaken(ValidationError):
    code = "name_taken"

    def __init__(self) -> None:
        super().__init__(_("This name is taken, or looks too much like one that is."), code=self.code)


def refuse_taken(name: str, *, by: User | None = None) -> None:
    claims = NameClaim.objects.filter(key__in=names.look_alikes(name))
    if by is not None:
        claims = claims.exclude(user=by)
    if claims.exists():
        raise NameTaken


def claim_names(user: User) -> None:
    """Reserve the looks of both names of `user`, and release those of earlier names."""
    wanted = names.look_alikes(user.username) | names.look_alikes(user.display_name)
    held = NameClaim.objects.filter(user=user)
    held.exclude(key__in=wanted).delete()
    missing = wanted.difference(held.values_list("key", flat=True))
    try:
        with transaction.atomic():
            NameClaim.objects.bulk_create(NameClaim(key=key, user=user) for key in sorted(missing))
    except IntegrityError:
        raise NameTaken from None
