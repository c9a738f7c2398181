"""Check that a snapshot that reuses parts of an earlier one equals one that is read anew."""

import random
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import Model

from accounts.models import User
from tables.core.refusals import Refused
from tables.models import Invitation, Table
from tables.page import dispatch, snapshot
from tables.page.snapshot import Snapshot
from tables.play import dealing, presence
from tables.play.due import sweep
from tests.samples import count
from tests.tables.helpers import Clock, fold_out, fresh, moment_of, to_act

pytestmark = pytest.mark.django_db

UNSEEN = {"commitment"}
"""Names the columns that no screen shows."""
ASIDE = ("hold", "release", "sit", "top_up", "sit_out", "back", "leave", "leave_after", "wait", "stop_waiting")
OFTEN = ("sit", "sit", "back", "back", "back")
HOSTING = ("pause", "resume", "add_bot", "remove_bot")
PLAY = ("fold", "check", "call", "bet", "raise", "show")
STEPS = count(700, quick=400)


def values(row: Model | None) -> dict[str, Any]:
    return {name: vars(row)[name] for name in vars(row) if name[0] != "_" and name not in UNSEEN} if row else {}


def all_of(seen: Snapshot) -> list[Any]:
    rows = [seen.table, seen.hand, *seen.seats.values(), *seen.players.values(), *seen.waiting, seen.host]
    play = (seen.play.moves, seen.play.stacks) if seen.play else None
    return [[values(row) for row in rows], [*seen.seats], seen.present, seen.watchers, seen.ties, seen.wishes, play]


def step(table: Table, users: list[User], chance: random.Random, clock: Clock) -> str:
    user, dice = chance.choice(users), chance.random()
    if dice < 0.2:
        clock.go_on(chance.choice([0.2, 1, 2, 5, 21]))
        sweep()
        return "time"
    if dice < 0.25:
        (presence.arrive if chance.random() < 0.7 else presence.depart)(table.pk, user.pk, "here")
        return "presence"
    if dice < 0.35:
        presence.renew_presence("here", [(table.pk, user.pk)])
        return "keep"
    seated = table.seated.filter(user=user).first()
    verb = chance.choice(PLAY if dice < 0.8 else (*OFTEN, *ASIDE) if dice < 0.95 else HOSTING)
    if fresh(table).state == Table.State.PAUSED:
        user, verb = table.owner, "resume"
    if verb in PLAY and fresh(table).turn:
        user = to_act(table)
    number = seated.number if seated else chance.randint(1, 10)
    moment = moment_of(table) if fresh(table).hand else (0, 0)
    asked = {"verb": verb, "seat": number, "chips": chance.choice([4_000, 10_000]), "amount": 600, "style": "caller"}
    dispatch.do(table.pk, user, {**asked, "moment": f"{moment[0]}.{moment[1]}", "post": chance.choice("01")})
    return verb


def test_updated_snapshot_equals_one_read_anew(
    three: Table, alice: User, bob: User, carol: User, ted: User, clock: Clock
) -> None:
    chance, done, taken_over, narrowly, table = random.Random(9), Counter[str](), 0, 0, three
    table.seated.filter(user=alice).update(time_bank_ms=0)
    known = snapshot.take(table.pk)
    for _ in range(STEPS):
        try:
            done[step(table, [alice, bob, carol, ted], chance, clock)] += 1
        except Refused:
            continue
        before, known = known, snapshot.take(table.pk, known)
        taken_over += known.seats is before.seats
        narrowly += known.ties is before.ties and known.seats is not before.seats
        assert all_of(known) == all_of(snapshot.take(table.pk))
    assert taken_over > STEPS / 20
    assert narrowly > STEPS / 50
    assert {*ASIDE, *PLAY, *HOSTING} - {*done} <= {"wait", "stop_waiting", "remove_bot"}, done


@pytest.mark.differs_on_services("one moment is a repeatable read, and its SQL is prepared")
def test_player_without_time_bank_is_away_in_the_updated_snapshot(three: Table, alice: User, clock: Clock) -> None:
    three.seated.update(time_bank_ms=0)
    known = snapshot.take(three.pk)
    clock.run_due(three)
    assert fresh(three).turn == 2
    assert all_of(snapshot.take(three.pk, known)) == all_of(snapshot.take(three.pk))


@pytest.mark.differs_on_services("one moment is a repeatable read, and its SQL is prepared")
def test_hand_is_read_once_its_deck_is_cut(seated: Table, alice: User, clock: Clock) -> None:
    dealing.commit(seated.pk, alice, "0" * 64)
    clock.run_due(seated)
    before = snapshot.take(seated.pk)
    assert before.play is None
    clock.run_due(seated)
    after = snapshot.take(seated.pk, before)
    assert after.play
    assert after.ties is before.ties
    assert all_of(after) == all_of(snapshot.take(seated.pk))


@pytest.mark.differs_on_services("one moment is a repeatable read, and its SQL is prepared")
def test_next_hand_reads_only_hand_and_seats_again(three: Table, clock: Clock) -> None:
    before = snapshot.take(three.pk)
    fold_out(three)
    over = snapshot.take(three.pk, before)
    clock.run_due(three)
    again = snapshot.take(three.pk, over)
    assert over.ties is before.ties is again.ties
    assert [seen.hand and seen.hand.number for seen in (before, over, again)] == [1, 1, 2]
    assert [sum(seat.stack for seat in seen.seats.values()) for seen in (before, over, again)] == [30_000] * 3
    assert over.seats[1].stack != before.seats[1].stack or over.seats[2].stack != before.seats[2].stack
    assert all_of(again) == all_of(snapshot.take(three.pk))


@pytest.mark.differs_on_services("one moment is a repeatable read, and its SQL is prepared")
def test_everything_is_read_again_after_ten_minutes(three: Table, clock: Clock) -> None:
    before = snapshot.take(three.pk)
    fold_out(three)
    clock.go_on(snapshot.FULL_RELOAD_AFTER.total_seconds() + 1)
    assert snapshot.take(three.pk, before).ties is not before.ties


@pytest.mark.differs_on_services("one moment is a repeatable read, and its SQL is prepared")
def test_invitation_that_expires_earlier_is_read_again(three: Table, alice: User, clock: Clock) -> None:
    Invitation.objects.create(table=three, by=alice, until=clock() + timedelta(minutes=1))
    before = snapshot.take(three.pk)
    fold_out(three)
    soon = snapshot.take(three.pk, before)
    assert soon.invitations == before.invitations != ()
    clock.run_due(three)
    clock.go_on(61)
    assert snapshot.take(three.pk, soon).invitations == ()


@pytest.mark.differs_on_services("one moment is a repeatable read, and its SQL is prepared")
def test_new_name_is_read_when_the_hand_ends(three: Table, alice: User, clock: Clock) -> None:
    before = snapshot.take(three.pk)
    fold_out(three)
    User.objects.filter(pk=alice.pk).update(display_name="Alicia")
    seen = snapshot.take(three.pk, before)
    assert {user.display_name for user in (seen.seats[1].user, seen.players[1])} == {"Alicia"}
