"""Invite players: by a link for all who have it, or by an invitation to one person."""

import logging
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services.sessions import note_change
from accounts.social import blocks, friendships
from poker_site.celery import send
from poker_site.runtime.commits import after_commit
from poker_site.web import limits
from tables.access import permissions
from tables.core.deadlines import now
from tables.core.host_log import log_event
from tables.core.locking import locked, mark_changed, mark_changed_for_lobby
from tables.core.refusals import Refused
from tables.models import Guest, Invitation, Table
from tables.play.lifecycle import refuse_unless_host
from tables.play.unattended import wait_for_invited

logger = logging.getLogger("evenhand.tables")

MAIL: Final = "tables.tasks.mail_invitation"
LONGEST_HOURS: Final = 24 * 365
MOST_USES: Final = 1_000
MOST_OPEN_LINKS: Final = 20
STARTS_WITHIN: Final = timedelta(days=365)


class NoLongerGood(Refused):
    def __init__(self) -> None:
        super().__init__(_("This invitation is no longer good. Ask for a new one."))


def make_link(table_id: int, by: User, *, hours: int = 0, most_uses: int = 0) -> Invitation:
    """Make a link; without `hours` and `most_uses` it is valid until it is revoked, for as many players as come."""
    if hours > LONGEST_HOURS or most_uses > MOST_USES:
        raise Refused(_("Choose one of these."))
    limits.allow("invitation", by.pk)
    with locked(table_id) as table:
        refuse_unless_host(table, by)
        if permissions.open_invitations(now()).filter(table=table, user=None).count() >= MOST_OPEN_LINKS:
            raise Refused(_("There are %(most)s links already. Revoke one first."), most=MOST_OPEN_LINKS)
        log_event(table, by, "make_link")
        until = now() + timedelta(hours=hours) if hours else None
        link = Invitation.objects.create(table=table, by=by, made_at=now(), until=until, most_uses=most_uses or None)
        wait_for_invited(table)
        return link


def invite_by_name(table_id: int, by: User, name: str) -> Invitation:
    """Invite the user with this name; unknown names count towards the limit too, so that names cannot be tried out."""
    user = friendships.find(name)
    if user is None or not user.is_active or user.is_house:
        limits.allow("invitation", by.pk)
        raise Refused(_("Nobody here is called that."))
    return invite(table_id, by, user)


def invite(table_id: int, by: User, user: User) -> Invitation:
    """Invite one user, who finds it in the lobby at once, and in their mail where the server has mail.

    A block stays secret: the invitation is written, but users who have blocked the host do not see it.
    """
    limits.allow("invitation", by.pk)
    with locked(table_id) as table:
        refuse_unless_host(table, by)
        _refuse_whom(table, by, user)
        log_event(table, by, "invite", user)
        return create_personal_invitation(table, by, user)


def create_personal_invitation(table: Table, by: User, user: User) -> Invitation:
    """Write an invitation to one user, under the table's lock."""
    table.invitations.filter(user=user, answer="", revoked_at=None).delete()  # removes one that has run out
    letter = Invitation.objects.create(table=table, by=by, user=user, made_at=now())
    mark_changed(table)
    wait_for_invited(table)
    _tell(letter)
    return letter


def _refuse_whom(table: Table, by: User, user: User) -> None:
    ties = permissions.ties_of(table.pk, user)
    if user.pk in (by.pk, table.owner_id):
        raise Refused(_("That is your own table."))
    if ties.has(user, permissions.Tie.BANNED):
        raise Refused(_("This player is banned from here. Lift the ban first."))
    if ties.has(user, permissions.Tie.SEATED, permissions.Tie.COHOST):
        raise Refused(_("This player is here already."))
    if blocks.has_blocked(by, user):
        raise Refused(_("You have blocked this player. Unblock them first."))
    if permissions.open_invitations(now()).filter(table=table, user=user).exists():
        raise Refused(_("This player is invited already."))


def _tell(letter: Invitation) -> None:
    """Notify the invited user once the table's lock is released: accounts are locked before tables."""
    user_id = letter.user_id
    if user_id is not None:
        after_commit(note_change, user_id)
    if settings.MAIL_CONFIGURED and letter.answer == "" and letter.revoked_at is None:
        # Mail takes long: it must not wait in the queue of deadlines, where this app's tasks go.
        after_commit(_send_mail, letter.pk)


def _send_mail(letter_id: int) -> None:
    if not send(MAIL, (letter_id,), queue="default"):
        logger.error("the mail of invitation %d is not sent: the broker is away", letter_id)


def accept(code: str, user: User) -> Table:
    """Accept an invitation: one user uses it once, however often they click, and never beyond its limit."""
    with locked(_found(code).table_id) as table:
        invitation = Invitation.objects.select_for_update().get(code=code)
        ties = permissions.ties_of(table.pk, user)
        if invitation.user_id not in (None, user.pk):
            raise PermissionDenied(_("This invitation is for somebody else."))
        if ties.has(user, permissions.Tie.BANNED):
            raise Refused(_("You may not come to this table any more."))
        if has_used(invitation, user):
            return table
        if not permissions.open_invitations(now()).filter(pk=invitation.pk).exists():
            raise NoLongerGood
        Guest.objects.update_or_create(table=table, user=user, defaults={"invited": True})
        invitation.uses += 1
        if invitation.user_id is not None:
            invitation.answer = Invitation.Answer.ACCEPTED
            _tell(invitation)
        invitation.save(update_fields=["uses", "answer"])
        mark_changed(table)
    return table


def has_used(invitation: Invitation, user: User) -> bool:
    """Tell whether the user is inside already, and stays whatever becomes of the invitation."""
    if invitation.user_id is not None and invitation.answer != Invitation.Answer.ACCEPTED:
        return False
    guest = Guest.objects.filter(table=invitation.table_id, user=user, invited=True)
    return invitation.table.owner_id == user.pk or guest.exists()


def decline(code: str, user: User) -> None:
    with locked(_found(code).table_id, even_closed=True) as table:
        letter = Invitation.objects.select_for_update().filter(code=code, user=user).first()
        if letter is None:
            raise PermissionDenied(_("This invitation is for somebody else."))
        if letter.answer == Invitation.Answer.NONE:
            letter.answer = Invitation.Answer.DECLINED
            letter.save(update_fields=["answer"])
            mark_changed(table)
            _tell(letter)


def revoke(table_id: int, by: User, invitation_id: int) -> None:
    """Revoke an invitation; those who have used it stay in."""
    with locked(table_id) as table:
        refuse_unless_host(table, by)
        invitation = table.invitations.select_related("user").filter(pk=invitation_id, revoked_at=None).first()
        if invitation is None:
            raise Refused(_("There is no such invitation any more."))
        invitation.revoked_at = now()
        invitation.save(update_fields=["revoked_at"])
        log_event(table, by, "revoke", invitation.user, kind="letter" if invitation.user_id else "link")
        _tell(invitation)


def set_start(table_id: int, by: User, starts_at: datetime | None) -> None:
    """Set the time to which people are invited, or take it back. Nothing starts by itself then."""
    with locked(table_id) as table:
        refuse_unless_host(table, by)
        refuse_unless_soon(starts_at)
        if starts_at == table.starts_at:
            return
        table.starts_at = starts_at
        mark_changed(table, "starts_at")
        wait_for_invited(table)
        mark_changed_for_lobby(table)
        log_event(table, by, "start", at=starts_at.isoformat() if starts_at else "")


def refuse_unless_soon(starts_at: datetime | None) -> None:
    if starts_at is not None and not now() < starts_at <= now() + STARTS_WITHIN:
        raise Refused(_("Choose a start within the next year."))


def _found(code: str) -> Invitation:
    invitation = find(code)
    if invitation is None:
        raise NoLongerGood
    return invitation


def find(code: str) -> Invitation | None:
    """Find an invitation by its code, also one that is no longer valid."""
    found = Invitation.objects.select_related("table", "by", "user").filter(code=code)
    return found.first() if code.isalnum() else None


def is_open(invitation: Invitation) -> bool:
    still = permissions.open_invitations(now()).filter(pk=invitation.pk).exists()
    return still and not invitation.table.is_closed
