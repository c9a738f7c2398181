"""Invitations end with what they hung on: an account, or two people's peace; or because one sits there anyway."""

from django.db.models import F, Q, QuerySet

from accounts.models import User
from accounts.services.sessions import note_change
from poker_site.runtime.commits import after_commit
from tables.access.permissions import open_invitations, open_letters
from tables.core.clock import now
from tables.core.locking import locked, note
from tables.models import Guest, Invitation, Table


def end_letters_between(one: User, other: User) -> None:
    """Whoever has accepted stays in; hosts have other means for that."""
    _revoke(open_invitations(now()).filter(Q(by=one, user=other) | Q(by=other, user=one)))


def end_invitations_of(user: User) -> None:
    """Links they made, letters they wrote, letters to them."""
    _revoke(open_invitations(now()).filter(Q(by=user) | Q(user=user)))


def accept_by_sitting(table: Table, user: User) -> None:
    """Of a locked table: whoever sits down has answered, and may come back."""
    letters = open_letters(now()).filter(table=table, user=user)
    if letters.update(answer=Invitation.Answer.ACCEPTED, uses=F("uses") + 1):
        Guest.objects.update_or_create(table=table, user=user, defaults={"invited": True})
        note(table)
        after_commit(note_change, user.pk)


def _revoke(invitations: QuerySet[Invitation]) -> None:
    """One table after the other; the people hear of it when its lock is given back. Running it twice is harmless."""
    for table_id in set(invitations.values_list("table", flat=True)):
        with locked(table_id, even_closed=True) as table:
            here = invitations.filter(table=table)
            people = set(here.filter(user__is_active=True).values_list("user", flat=True))
            here.update(revoked_at=now())
            note(table)
        for user_id in people:
            note_change(user_id)
