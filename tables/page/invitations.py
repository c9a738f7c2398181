"""Describe how people join the table: password, requests that wait for the host, invitations."""

from datetime import datetime
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import cached_property

from accounts.selectors import marked_name, shown_name
from poker_site.web.fragments import ViewModel, view_model
from tables.access import permissions
from tables.access.permissions import Tie
from tables.core import words
from tables.hosting.links import Link
from tables.models import Invitation, Wish

if TYPE_CHECKING:
    from tables.page.scene import Scene


@view_model
class WishShown(ViewModel):
    """Shows what a player asks the host for: a seat or a top-up."""

    id: int
    name: str
    sits: bool
    number: int | None
    chips: int


@view_model
class InvitationByName(ViewModel):
    """Shows an invitation of one player."""

    id: int
    name: str


@view_model
class LinkShown(ViewModel):
    """Shows an invitation by link."""

    id: int
    code: str
    field: str
    link: Link | None
    until: str
    uses: int
    most: int | None


@view_model
class Invite(ViewModel):
    """Fills the host's menu of invitations, whose codes nobody else may know."""

    door: str
    code: str
    table_name: str
    link: Link | None
    start: str
    private: bool
    letters: tuple[InvitationByName, ...]
    links: tuple[LinkShown, ...]


@view_model
class LinkOnFelt(ViewModel):
    """Shows the host the link to send, on the felt of a table that nobody has joined yet."""

    door: str
    table_name: str
    link: Link | None
    """Holds the link to send; None if an invite-only table has no link yet, or its origin is unknown."""
    password: bool
    starts: str


class Guests:
    """Works out how people join, for a scene. It has no reference to the scene: a cycle would outlive both."""

    def __init__(self, scene: "Scene") -> None:
        self.snapshot = scene.snapshot
        self.user = scene.user
        self.origin = scene.origin
        self.hosts = scene.hosts
        self.door: str = scene.table.door

    @cached_property
    def password(self) -> bool:
        """Return whether the viewer must give the password before sitting down."""
        user, table, ties = self.user, self.snapshot.table, self.snapshot.ties
        return user is not None and not table.is_closed and permissions.needs_password(table, user, ties)

    @cached_property
    def may_sit(self) -> bool:
        user = self.user
        return user is not None and permissions.reason_not_to_sit(self.snapshot.table, user, self.snapshot.ties) is None

    @cached_property
    def may_play_again(self) -> bool:
        """Return whether the viewer was at this table, and it is closed or its game over."""
        table, game, user = self.snapshot.table, self.snapshot.game, self.user
        if user is None or not (table.is_closed or (game and game.is_over)):
            return False
        return table.owner_id == user.pk or self.snapshot.ties.has(user, Tie.LEFT, Tie.SEATED)

    @cached_property
    def wish(self) -> WishShown | None:
        """Find what the viewer has asked the host for."""
        user = self.user
        mine = [wish for wish in self.snapshot.wishes if user and wish.user_id == user.pk]
        return self._shown(mine[0]) if mine else None

    @cached_property
    def wishes(self) -> tuple[WishShown, ...]:
        """List the requests that hosts have to decide."""
        return tuple(map(self._shown, self.snapshot.wishes)) if self.hosts else ()

    def _shown(self, wish: Wish) -> WishShown:
        return WishShown(
            id=wish.pk,
            name=marked_name(wish.user),
            sits=wish.kind == Wish.Kind.SIT,
            number=wish.number,
            chips=wish.chips,
        )

    @cached_property
    def invite(self) -> Invite | None:
        table = self.snapshot.table
        if not self.hosts or table.is_closed:
            return None
        letters = [letter for letter in self.snapshot.invitations if letter.user is not None]
        return Invite(
            door=self.door,
            code=table.code,
            table_name=table.name,
            link=self.link,
            start=_local(table.starts_at),
            private=table.found_by == "invitation",
            letters=tuple(
                InvitationByName(id=letter.pk, name=shown_name(letter.user)) for letter in letters if letter.user
            ),
            links=tuple(map(self._link_shown, self._links)),
        )

    @cached_property
    def link(self) -> Link | None:
        """Return the link to send: the table's address, or for an invite-only table the newest invitation."""
        if not self.origin:
            return None
        if self.snapshot.table.found_by != "invitation":
            return Link(self.origin + reverse("table", args=[self.snapshot.table.code]))
        return self._address(self._links[0]) if self._links else None

    @property
    def _links(self) -> list[Invitation]:
        """List invitations by link, the newest first."""
        return [link for link in reversed(self.snapshot.invitations) if link.user is None]

    def _address(self, link: Invitation) -> Link:
        return Link(self.origin + reverse("invitation", args=[link.code]))

    def _link_shown(self, link: Invitation) -> LinkShown:
        until = date_format(timezone.localtime(link.until), "SHORT_DATETIME_FORMAT") if link.until else ""
        return LinkShown(
            id=link.pk,
            code=link.code,
            field=f"t-link-address-{link.pk}",
            link=self._address(link) if self.origin else None,
            until=until,
            uses=link.uses,
            most=link.most_uses,
        )


def _local(at: datetime | None) -> str:
    """Format a time for a `datetime-local` field."""
    return timezone.localtime(at).strftime("%Y-%m-%dT%H:%M") if at else ""


def link_on_felt(scene: "Scene") -> LinkOnFelt | None:
    """Show the host the link to send as long as nobody else has a seat."""
    table, seats = scene.snapshot.table, scene.snapshot.seats
    if scene.phase not in ("asleep", "paused", "deserted") or scene.public.street or not scene.hosts:
        return None
    if len(seats) > (scene.mine is not None):
        return None
    return LinkOnFelt(
        door=scene.table.door,
        table_name=table.name,
        link=scene.guests.link,
        password=bool(table.password),
        starts=words.day_and_time(table.starts_at) if table.starts_at else "",
    )
