"""Make links by which users show a hand to anybody who has the link, as it is seen from their own seat."""

from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.selectors import ban_in_force
from poker_site.web.limits import allow
from tables.core.deadlines import now
from tables.core.refusals import Refused
from tables.history.hands.found_hand import finished, is_public, may_see_hand
from tables.models import Hand, SharedHand

NOT_SHARED: Final = _("The host of this table does not let hands be shared.")


def may_be_shared(hand: Hand) -> bool:
    """Allow hands that everybody may look at anyway; hands of other tables if the host wants it so."""
    return hand.table.shares_hands or is_public(hand)


def share(hand_id: int, by: User, *, hides_names: bool) -> SharedHand:
    """Make the link, or change whether it hides names: there is one for each hand and maker."""
    allow("share", by.pk)
    with transaction.atomic():
        hand = _hand(hand_id, by)
        if not may_be_shared(hand):
            raise Refused(NOT_SHARED)
        made = {"hides_names": hides_names, "made_at": now()}
        link, is_new = SharedHand.objects.get_or_create(hand=hand, maker=by, revoked_at=None, defaults=made)
        if not is_new and link.hides_names != hides_names:
            link.hides_names = hides_names
            link.save(update_fields=["hides_names"])
        return link


def revoke(hand_id: int, by: User) -> None:
    """Revoke the link at once; another one will have another code."""
    SharedHand.objects.filter(hand=hand_id, maker=by, revoked_at=None).update(revoked_at=now())


def shared_by(hand: Hand, user: User) -> SharedHand | None:
    return SharedHand.objects.filter(hand=hand, maker=user, revoked_at=None).first()


def shared(code: str) -> SharedHand | None:
    """Return the link of this code, if it still shows anything."""
    if not code.isalnum():
        return None  # PostgreSQL takes no zero byte
    links = SharedHand.objects.select_related("hand__table", "maker")
    link = links.filter(code=code, revoked_at=None, hand__state=Hand.State.OVER).first()
    if link is None or not may_be_shared(link.hand) or not may_see_hand(link.hand, link.maker):
        return None
    return None if ban_in_force(link.maker_id) else link


def _hand(hand_id: int, by: User) -> Hand:
    hand = finished().filter(pk=hand_id).first()
    if hand is None or not may_see_hand(hand, by):
        raise Refused(_("There is no such hand."))
    return hand
