"""Test that names have 2 to 20 characters, and that nobody can look like another player."""

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from accounts import names
from accounts.models import NameClaim, User
from accounts.services.names import NameTaken
from accounts.services.profile import change_display_name


def code_of(name: str) -> str | None:
    try:
        names.check(names.tidy(name))
    except ValidationError as error:
        return error.code
    return None


@pytest.mark.parametrize(
    "name",
    [
        "李明",
        "Al",
        "Jürgen",
        "O'Brien",
        "Anne-Marie",
        "J. R",
        "玩家_01",
        "Łukasz",
        "محمد",
        "x" * 20,
        "Full House",
        "Badminton",
    ],
)
def test_ordinary_names_are_accepted(name: str) -> None:
    assert code_of(name) is None


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("A", "name_length"),
        ("x" * 21, "name_length"),
        ("   a  ", "name_length"),
        ("ﷺ" * 2, "name_length"),  # one character that unfolds to eighteen
        ("a<b>", "name_characters"),
        ("bot#key", "name_characters"),
        ("a\u202eb", "name_characters"),
        ("a\u200bb", "name_characters"),
        ("a\x00b", "name_characters"),
        ("♠ace", "name_characters"),
        ("😀😀", "name_characters"),
        ("-alice", "name_ends"),
        ("alice.", "name_ends"),
        ("\u0301alice", "name_ends"),
        ("a\u0323\u0332\u0316\u0317b", "name_marks"),
        ("Admin", "name_reserved"),
        ("аdmin", "name_reserved"),  # with a Cyrillic а
        ("M0derator", "name_reserved"),
        ("even hand", "name_reserved"),
        ("Evenhand staff", "name_reserved"),
        ("管理员", "name_reserved"),
        ("管理員", "name_reserved"),
        ("The Admin", "name_reserved"),
        ("Admin1", "name_reserved"),
        ("Deleted player", "name_reserved"),
    ],
)
def test_other_names_are_refused_with_a_reason(name: str, code: str) -> None:
    assert code_of(name) == code


UNSEEN = [0x34F, 0x115F, 0x1160, 0x17B4, 0x180B, 0x3164, 0xFE0F, 0xFFA0, 0x200D, 0x2060, 0xE0100, 0xAD]


@pytest.mark.parametrize("point", UNSEEN)
def test_invisible_characters_are_refused_and_change_no_look(point: int) -> None:
    assert code_of(f"Ali{chr(point)}ce") is not None
    assert code_of(chr(point) * 2) is not None
    assert names.look_alikes(f"Ali{chr(point)}ce") == names.look_alikes("Alice")


def test_full_width_letters_and_stray_spaces_are_tidied() -> None:
    assert names.tidy("  Ａlice \t B ") == "Alice B"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("alice", "ALICE"),
        ("Alice", "AIice"),  # a capital i
        ("alice", "аlice"),  # a Cyrillic а
        ("Alice", "ALlCE"),  # a small L
        ("Bob", "B0b"),
        ("Morna", "Mоrna"),
        ("modem", "rnodern"),
        ("Jürgen", "JÜRGEN"),
        ("a b", "ab"),
        ("Anne-Marie", "AnneMarie"),
        ("李明", "李 明"),
    ],
)
def test_names_that_look_alike_share_a_key(one: str, other: str) -> None:
    assert names.look_alikes(one) & names.look_alikes(other)


@pytest.mark.parametrize(("one", "other"), [("Lena", "Iena2"), ("李明", "李朋"), ("Tom", "Tim"), ("Ann", "Ana")])
def test_names_that_differ_share_no_key(one: str, other: str) -> None:
    assert not names.look_alikes(one) & names.look_alikes(other)


@given(st.text(max_size=40))
def test_any_text_is_accepted_or_refused_but_never_breaks(text: str) -> None:
    tidy = names.tidy(text)
    assert names.tidy(tidy) == tidy
    code_of(text)
    assert all(len(key) <= 250 for key in names.look_alikes(tidy[:20]))


@pytest.mark.django_db
@pytest.mark.differs_on_services("a failed statement ends a transaction on PostgreSQL")
def test_a_name_is_taken_in_every_look(alice: User) -> None:
    for look in ("ALICE", "аlice", "AIice"):
        with pytest.raises(NameTaken):
            User.objects.create_user(username=look)


@pytest.mark.django_db
@pytest.mark.differs_on_services("a failed statement ends a transaction on PostgreSQL")
def test_a_display_name_cannot_look_like_somebody_elses_login_name(alice: User, bob: User) -> None:
    with pytest.raises(NameTaken):
        change_display_name(bob, "ALlCE")
    bob.refresh_from_db()
    assert bob.display_name.lower() == "bob"


@pytest.mark.django_db
@pytest.mark.differs_on_services("a failed statement ends a transaction on PostgreSQL")
def test_a_former_display_name_is_free_again_but_the_login_name_is_not(alice: User, bob: User) -> None:
    change_display_name(alice, "Queen")
    change_display_name(alice, "King")
    change_display_name(bob, "Queen")
    with pytest.raises(NameTaken):
        change_display_name(bob, "Alice")
    assert NameClaim.objects.filter(user=alice, key__in=names.look_alikes("alice")).exists()


@pytest.mark.django_db
@pytest.mark.differs_on_services("a failed statement ends a transaction on PostgreSQL")
def test_a_user_may_write_their_own_name_another_way(alice: User) -> None:
    change_display_name(alice, "ALICE")
    assert User.objects.get(pk=alice.pk).display_name == "ALICE"
