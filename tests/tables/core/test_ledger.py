"""Test where chips come from, and that none is made or lost however wildly people play, come and go."""

import random
from datetime import timedelta

import pytest
from django.db.models import Count, Sum
from django.utils import timezone

from accounts.models import User
from poker_site.runtime.topics import user_topic
from tables.core import money
from tables.core.locking import locked
from tables.core.refusals import Refused
from tables.hosting import house_bots
from tables.models import Hand, LedgerEntry, Purse, Seat, Table
from tables.play import leaving, seating
from tests.tables.helpers import (
    Clock,
    OutboxContext,
    act,
    assert_books_agree,
    close_by_force,
    fold_out,
    fresh,
    hand_of,
    judge,
    open_table,
    play_of,
    purse,
    seat_people,
    to_act,
    void_hand,
)

pytestmark = pytest.mark.django_db


def sit(table: Table, user: User, chips: int) -> None:
    seating.sit_down(table.pk, user, number=1, chips=chips)


def test_account_begins_with_a_hundred_thousand_chips(table: Table, alice: User) -> None:
    sit(table, alice, 4_000)
    assert LedgerEntry.objects.get(kind="grant").to_purse == 100_000
    seating.stand_up(table.pk, alice)
    assert purse(alice) == 100_000


@pytest.mark.differs_on_services("row locks")
def test_refill_fills_up_to_the_first_chips(alice: User, clock: Clock) -> None:
    Purse.objects.create(user=alice, chips=1_500)
    assert money.refill(alice).chips == 100_000
    assert (purse(alice), Purse.objects.get().refilled_at) == (100_000, clock.moment)
    assert LedgerEntry.objects.values_list("kind", "to_purse").get() == ("refill", 98_500)


def test_refill_is_published_to_the_accounts_other_pages(alice: User, hear: OutboxContext) -> None:
    Purse.objects.create(user=alice, chips=1_500)
    with hear() as heard:
        money.refill(alice)
        assert heard.topics == []  # not committed yet
    alice.refresh_from_db()
    assert heard.topics == [(user_topic(alice.pk), alice.version)]


@pytest.mark.differs_on_services("the database's clock decides")
def test_clock_of_the_database_counts(alice: User, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this machine's clock be a day ahead."""
    monkeypatch.setattr(timezone, "now", lambda: clock.moment + timedelta(days=1))
    Purse.objects.create(user=alice, chips=0)
    money.refill(alice)
    assert (Purse.objects.get().refilled_at, LedgerEntry.objects.get().at) == (clock.moment, clock.moment)


@pytest.mark.differs_on_services("row locks")
def test_chips_at_tables_count_for_a_refill(dealt: Table, alice: User) -> None:
    with pytest.raises(Refused, match="You have 100,000 chips"):
        money.refill(alice)
    fold_out(dealt)
    assert money.refill(alice).chips == 90_050
    assert_books_agree()


def test_refill_is_refused_with_enough_chips(alice: User) -> None:
    with pytest.raises(Refused, match="fewer than 100,000"):
        money.refill(alice)


@pytest.mark.differs_on_services("row locks")
def test_refill_is_given_once_a_day(alice: User, clock: Clock) -> None:
    Purse.objects.create(user=alice, chips=0)
    money.refill(alice)
    Purse.objects.update(chips=0)
    clock.go_on(23 * 3600)
    with pytest.raises(Refused, match="in 1 hours"):
        money.refill(alice)
    clock.go_on(3600)
    assert money.refill(alice).chips == 100_000


@pytest.mark.differs_on_services("row locks")
def test_house_bots_chips_come_from_the_house_and_return(table: Table, alice: User) -> None:
    bot = house_bots.add_bot(table.pk, alice, "caller")
    house_bots.remove_bot(table.pk, alice, bot.number)
    entries = LedgerEntry.objects.filter(user=bot.user).values_list("kind", "to_purse", "to_seat")
    assert list(entries) == [("house", 0, 10_000), ("house", 0, -10_000)]
    assert not Purse.objects.filter(user=bot.user).exists()


@pytest.mark.differs_on_services("row locks")
def test_broke_house_bot_gets_new_chips(seated: Table, bob: User) -> None:
    Seat.objects.filter(user=bob).update(house="caller", stack=0)
    with locked(seated.pk) as table:
        leaving.between_hands(table, seated.seated.get(user=bob))
    assert seated.seated.get(user=bob).stack == 4_000
    assert LedgerEntry.objects.get(kind="house").to_seat == 4_000


@pytest.mark.differs_on_services("row locks")
def test_winners_get_what_the_others_lost(three: Table, alice: User, bob: User) -> None:
    act(three, alice, "all-in")
    act(three, bob, "call")
    fold_out(three)
    hand = hand_of(three)
    entries = dict(LedgerEntry.objects.filter(kind="hand", hand=hand).values_list("user", "to_seat"))
    nets = {user: net for user, net in hand.players.values_list("user", "net") if net}
    assert entries == nets
    assert sum(entries.values()) == 0
    assert_books_agree()


def random_move(table: Table, chance: random.Random) -> None:
    legal = play_of(table).legal
    assert legal is not None
    sized = [("bet", legal.bet), ("raise", legal.raise_)]
    wanted: list[tuple[str, int | None]] = [(verb, chance.randint(*bounds)) for verb, bounds in sized if bounds]
    wanted.append(("check" if legal.check else "call" if legal.call else "fold", None))
    if legal.all_in is not None and chance.random() < 0.2:
        wanted.append(("all-in", None))
    if legal.pass_:
        wanted.append(("pass", None))
    verb, amount = chance.choice([*wanted, ("fold", None)])
    act(table, to_act(table), verb, amount)


def random_change(table: Table, user: User, chance: random.Random) -> None:
    """Do something that a player may think of; a refusal is as good."""
    verb = chance.choice(["sit", "stand", "after", "out", "back", "top", "void", "reverse", "reverse"])
    try:
        match verb:
            case "sit":
                chips = chance.randint(*seating.buy_in_bounds(table, user))
                seating.sit_down(table.pk, user, number=chance.randint(1, 4), chips=chips)
            case "stand" | "after":
                seating.stand_up(table.pk, user, after_hand=verb == "after")
            case "out":
                seating.sit_out(table.pk, user)
            case "back":
                seating.come_back(table.pk, user, posts=chance.random() < 0.5)
            case "top":
                seating.top_up(table.pk, user, chance.randint(1, 5_000))
            case "reverse":
                money.reverse(chance.choice(LedgerEntry.objects.exclude(to_purse=0)).pk, judge(), "It was wrong.")
            case _ if chance.random() < 0.1:
                void_hand(table)
    except Refused:
        assert_books_agree()


@pytest.mark.parametrize("rulebook", ["cash", "home", "queue"])
def test_random_play_conserves_every_chip(
    rulebook: str, alice: User, bob: User, carol: User, ted: User, clock: Clock
) -> None:
    chance = random.Random(f"{rulebook} 3")
    table = open_table(alice, rulebook=rulebook, buy_in_least=500, buy_in_most=2_000, options={"players_most": 4})
    seat_people(table, [alice, bob, carol], chips=2_000)
    for _ in range(50):
        if chance.random() < 0.25:
            random_change(table, chance.choice([alice, bob, carol, ted]), chance)
        elif fresh(table).turn is not None and chance.random() < 0.9:
            random_move(table, chance)
        elif fresh(table).due:
            clock.run_due(table)
        assert_books_agree()
    close_by_force(table)
    assert Hand.objects.count() > 1
    put_right = LedgerEntry.objects.filter(kind="reversal").aggregate(sum=Sum("to_purse"), count=Count("pk"))
    assert put_right["count"] > 0
    assert sum(Purse.objects.values_list("chips", flat=True)) == 100_000 * Purse.objects.count() + put_right["sum"]
    assert (LedgerEntry.objects.aggregate(sum=Sum("to_seat"))["sum"], Seat.objects.count()) == (0, 0)
