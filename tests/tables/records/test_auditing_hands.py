"""Check that an audit finds all of a hand that is not what its log says, and mends what only lists show."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from accounts.models import User
from tables.engine.rulebooks import RULEBOOKS, rules_for
from tables.management.commands import audit_hands
from tables.models import Hand, HandPlayer, LedgerEntry, Move, Table
from tables.records import audit
from tables.records.audit import Wrong
from tests.past import play_hands
from tests.tables.helpers import Clock, check_down, fold_out, hand_of, void_hand

pytestmark = pytest.mark.django_db


@pytest.fixture
def ended(three: Table) -> Hand:
    check_down(three)
    return hand_of(three)


def audited(*options: str) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("audit_hands", *options, stdout=out, stderr=StringIO())
    except SystemExit as end:
        return int(end.code or 0), out.getvalue()
    return 0, out.getvalue()


def found(*, mend: bool = False) -> list[Wrong]:
    return [finding.wrong for _hand, findings in audit.audit(0, mend=mend) for finding in findings]


@pytest.mark.differs_on_services("grouped sums, JSON and prepared SQL")
def test_unchanged_hand_has_no_findings(ended: Hand) -> None:
    assert found() == []
    assert audited() == (0, "1 hands were compared with their logs.\n")


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_random_hands_of_each_rulebook_have_no_findings(rulebook: str, alice: User, bob: User) -> None:
    table = Table.objects.create(
        name=rulebook, owner=alice, rules=rules_for(rulebook).to_json(), buy_in_least=1, buy_in_most=1
    )
    play_hands(table, [alice, bob], 60)
    assert found() == []
    assert HandPlayer.objects.filter(rulebook=rulebook, showdown=True).exists()


Change = Callable[[Hand], object]

CHANGES: list[tuple[Wrong, Change]] = [
    (Wrong.HAND, lambda hand: Hand.objects.update(board="2c3c4c5c6c")),
    (Wrong.HAND, lambda hand: Hand.objects.update(pot=7)),
    (Wrong.PLAYER, lambda hand: HandPlayer.objects.filter(seat=1).update(showdown=False)),
    (Wrong.PLAYER, lambda hand: HandPlayer.objects.filter(seat=1).update(cards="2c2d")),
    (Wrong.PLAYER, lambda hand: HandPlayer.objects.filter(seat=1).update(kind="72o")),
    (Wrong.PLAYER, lambda hand: HandPlayer.objects.filter(seat=1).update(ended_at=None)),
    (Wrong.PLAYER, lambda hand: HandPlayer.objects.filter(seat=1).update(table=None)),
    (Wrong.PLAYER, lambda hand: HandPlayer.objects.filter(seat=1).update(rulebook="home")),
    (Wrong.PLAYER, lambda hand: HandPlayer.objects.filter(seat=1).update(pot=None)),
    (Wrong.RULES, lambda hand: Hand.objects.update(rules={**hand.rules, "version": 0})),
    (Wrong.UNREADABLE, lambda hand: Hand.objects.update(rules={**hand.rules, "small_blind": "much"})),
    (Wrong.UNREADABLE, lambda hand: Hand.objects.update(sealed={})),
    (Wrong.UNREADABLE, lambda hand: Move.objects.filter(sequence=0).update(verb="check")),
    (Wrong.UNREADABLE, lambda hand: HandPlayer.objects.filter(seat=3).update(seat=4)),
    (Wrong.UNFINISHED, lambda hand: Move.objects.order_by("-sequence")[0].delete()),
    (Wrong.SEAL, lambda hand: Hand.objects.update(root="0" * 64)),
    (Wrong.LEDGER, lambda hand: LedgerEntry.objects.filter(kind="hand", to_seat__gt=0).update(to_seat=1)),
]


@pytest.mark.parametrize(("wrong", "change"), CHANGES)
def test_each_change_is_found(ended: Hand, wrong: Wrong, change: Change) -> None:
    change(ended)
    assert found() == [wrong]
    status, told = audited()
    assert status == 1
    assert f"Hand {ended.pk} (#1 at table {ended.table_id}): {wrong}." in told


def test_changed_net_is_found_and_never_mended(ended: Hand) -> None:
    HandPlayer.objects.filter(seat=1).update(net=123_456)
    assert found(mend=True) == [Wrong.LEDGER, Wrong.NET]
    assert HandPlayer.objects.get(seat=1).net == 123_456
    assert audited("--mend")[0] == 1


def test_changed_cut_is_found(ended: Hand) -> None:
    Hand.objects.update(cut=((ended.cut or 0) + 1) % 52)
    assert Wrong.CUT in found()


@pytest.mark.differs_on_services("grouped sums, JSON and prepared SQL")
def test_fields_for_lists_are_mended(ended: Hand) -> None:
    """Such fields have hands that ended before anything was kept."""
    kept = [HandPlayer.objects.order_by("pk").values(), Hand.objects.values()]
    before = [list(rows) for rows in kept]
    blank = {"table": None, "rulebook": "", "ended_at": None, "pot": None, "showdown": False, "cards": "", "kind": ""}
    HandPlayer.objects.update(**blank)
    Hand.objects.update(board="", pot=None)
    status, told = audited("--mend")
    assert status == 0
    assert "1 times found and put right: a player's line" in told
    assert [list(rows.all()) for rows in kept] == before
    assert found() == []


@pytest.mark.differs_on_services("grouped sums, JSON and prepared SQL")
def test_void_hands_are_audited_and_mended_too(dealt: Table) -> None:
    void_hand(dealt)
    assert found() == []
    HandPlayer.objects.update(ended_at=None, cards="")
    assert found(mend=True) == [Wrong.PLAYER]
    assert found() == []
    HandPlayer.objects.update(net=5)
    assert found() == [Wrong.LEDGER, Wrong.NET]


@pytest.mark.differs_on_services("grouped sums, JSON and prepared SQL")
def test_running_hand_is_not_audited(dealt: Table) -> None:
    assert audited() == (0, "0 hands were compared with their logs.\n")


@pytest.mark.differs_on_services("grouped sums, JSON and prepared SQL")
def test_audit_continues_where_it_was_interrupted(
    ended: Hand, three: Table, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        clock.run_due(three)
        fold_out(three)
    for module in (audit, audit_hands):
        monkeypatch.setattr(module, "AT_A_TIME", 1)
    HandPlayer.objects.update(kind="")
    real = audit._audited
    seen: list[int] = []

    def cut_off(hand: Hand, *args: object, **options: object) -> object:
        if len(seen) == 2:
            raise KeyboardInterrupt
        seen.append(hand.pk)
        return real(hand, *args, **options)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(audit, "_audited", cut_off)
        with pytest.raises(KeyboardInterrupt):
            audited("--mend")
    assert HandPlayer.objects.filter(kind="").count() == 3
    status, told = audited("--mend")
    assert (status, told.splitlines()[0]) == (0, "Going on after 2 hands.")
    assert "3 hands were compared" in told
    assert not HandPlayer.objects.filter(kind="").exists()
    assert not (Path(settings.DATA_DIR) / "audit_hands.after").exists()


def test_unreadable_position_file_restarts_the_audit(ended: Hand) -> None:
    (Path(settings.DATA_DIR) / "audit_hands.after").write_text("rubbish")
    assert audited()[1] == "1 hands were compared with their logs.\n"
