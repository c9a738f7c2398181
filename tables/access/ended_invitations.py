"""End invitations when an account is deleted, one of the two blocks the other, or the invited player sits down."""

from django.db.models import F, Q, QuerySet

from accounts.models import User
from accounts.services.sessions import note_change
from poker_site.runtime.commits import after_commit
from tables.access.permissions import open_invitations, open_personal_invitations
from tables.core.deadlines import now
from tables.core.locking import locked, mark_changed
from tables.models import Guest, Invitation, Table


def revoke_invitations_between(one: User, other: User) -> None:
    """Revoke open invitations between two users; those already accepted stay in, and hosts can remove them."""
    _revoke(open_invitations(now()).filter(Q(by=one, user=other) | Q(by=other, user=one)))


def end_invitations_of(user: User) -> None:
    """Revoke the links this user made, and the invitations from and to them."""
    _revoke(open_invitations(now()).filter(Q(by=user) | Q(user=user)))


def accept_by_sitting(table: Table, user: User) -> None:
    """Count sitting down at this locked table as accepting an invitation; the player may come back later."""
    letters = open_personal_invitations(now()).filter(table=table, user=user)
    if letters.update(answer=Invitation.Answer.ACCEPTED, uses=F("uses") + 1):
        Guest.objects.update_or_create(table=table, user=user, defaults={"invited": True})
        mark_changed(table)
        after_commit(note_change, user.pk)


def _revoke(invitations: QuerySet[Invitation]) -> None:
    """Revoke these, one table after the other; notify people after its lock is released. Twice is harmless."""
    for table_id in set(invitations.values_list("table", flat=True)):
        with locked(table_id, even_closed=True) as table:
            here = invitations.filter(table=table)
            people = set(here.filter(user__is_active=True).values_list("user", flat=True))
            here.update(revoked_at=now())
            mark_changed(table)
        for user_id in people:
            note_change(user_id)
