"""Test cards as people write them, and as they are printed."""

import unicodedata

import pytest

from tables.engine.cards import DECK, Card, NotACard, card_text, cards_text, parse_card, parse_cards, rank_of, suit_of

ALPHABETS = ("23456789TJQKA", "cdhs")
TEXTS = [rank + suit for rank in ALPHABETS[0] for suit in ALPHABETS[1]]
AS_TEXT, AS_EMOJI = "\ufe0e", "\ufe0f"
BEYOND_THE_LAST_LOOK_ALIKE = 0x1FBFA  # Unicode has digits and letters in other shapes up to there


def look_alikes() -> list[str]:
    """Return signs that some way of comparing texts takes for a rank or a suit, or for a part of one."""
    wanted = set("0123456789tjqkacdhs")
    signs = [chr(number) for number in range(128, BEYOND_THE_LAST_LOOK_ALIKE)]
    return [
        sign
        for sign in signs
        if not wanted.isdisjoint(unicodedata.normalize("NFKD", sign.casefold()).lower())
        or unicodedata.decimal(sign, -1) >= 0
    ]


def test_the_deck_has_thirteen_ranks_in_four_suits() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert {(rank_of(card), suit_of(card)) for card in DECK} == {
        (rank, suit) for rank in range(13) for suit in range(4)
    }


def test_ranks_are_numbered_from_the_deuce_to_the_ace() -> None:
    assert [rank_of(parse_card(f"{rank}s")) for rank in ALPHABETS[0]] == list(range(13))
    assert [suit_of(parse_card(f"A{suit}")) for suit in ALPHABETS[1]] == list(range(4))


def test_cards_are_printed_as_rank_and_suit() -> None:
    assert [card_text(card) for card in DECK] == TEXTS


def test_a_printed_card_is_read_back() -> None:
    assert [parse_card(card_text(card)) for card in DECK] == list(DECK)


def test_a_printed_deck_is_read_back() -> None:
    assert cards_text(DECK) == "".join(TEXTS)
    assert parse_cards(cards_text(DECK)) == DECK
    assert parse_cards(cards_text(DECK[::-1])) == DECK[::-1]


def test_an_empty_text_holds_no_cards() -> None:
    assert cards_text([]) == ""
    assert parse_cards("") == parse_cards(" , \n") == ()


@pytest.mark.parametrize("write", [str.lower, str.upper, str.swapcase])
def test_capitals_do_not_matter(write: type[str]) -> None:
    assert [parse_card(write(text)) for text in TEXTS] == list(DECK)


@pytest.mark.parametrize("text", ["Th", "TH", "th", "tH", "10h", "10H", "10♥", "T♡"])
def test_ten_is_a_letter_or_two_digits(text: str) -> None:
    assert card_text(parse_card(text)) == "Th"


@pytest.mark.parametrize(("signs", "suit"), [("♣♧", "c"), ("♦♢", "d"), ("♥♡", "h"), ("♠♤", "s")])
@pytest.mark.parametrize("selector", ["", AS_TEXT, AS_EMOJI])
def test_suits_may_be_black_or_white_signs_and_emoji(signs: str, suit: str, selector: str) -> None:
    for sign in signs:
        assert [card_text(parse_card(rank + sign + selector)) for rank in ALPHABETS[0]] == [
            rank + suit for rank in ALPHABETS[0]
        ]


@pytest.mark.parametrize(
    "text",
    ["AsKd10h", "As Kd 10h", "As,Kd,10h", "As, Kd, 10h", " As\tKd\n10h ", "as,kd,th,", "A♠K♦️T♥︎", "As\u00a0Kd\u3000Th"],
)
def test_blanks_and_commas_may_separate_cards(text: str) -> None:
    assert [card_text(card) for card in parse_cards(text)] == ["As", "Kd", "Th"]


def test_cards_keep_the_order_in_which_they_are_written() -> None:
    assert parse_cards("2cAs2d") == (Card(0), Card(51), Card(1))


def test_a_single_card_may_have_blanks_around_it() -> None:
    assert parse_card(" As\n") == parse_card("As")


@pytest.mark.parametrize("text", ["", " ", ",", AS_EMOJI, "AsKd", "As As", TEXTS[0] * 3])
def test_no_card_and_several_cards_are_not_one_card(text: str) -> None:
    with pytest.raises(NotACard):
        parse_card(text)


@pytest.mark.parametrize(
    "text",
    [
        *("1h", "11h", "0h", "00h", "01h", "100h", "110h", "12h", "13h", "-2h", "+2h", "2.0h", "10", "1", "0"),
        *("A", "s", "ss", "AA", "AK", "sA", "hT", "♠A", "♠", "♠♠", "A♠♠", "Ass", "Asd", "AAs", "Ahs", "As?", "?As"),
        *("??", "????", "Xs", "Ax", "Ad_", "A.s", "A-s", "A/s", "As;Kd", "As|Kd", "As+Kd", "[As]", "(As)", '"As"'),
        *("ace of spades", "joker", "None", "null", "0", "51", "\x00", "As\x00", "A\x00s", "As\u200bKd", "\ufeffAs"),
        *("🂡", "A🂡", "A💙", "A❤", "A❤️", "A⬥", "\ud800s", "A\udfff", "A\u0301s", "As\u0301", "Аs", "Тс"),  # Cyrillic
    ],
)
def test_malformed_text_is_no_card(text: str) -> None:
    for read in (parse_card, parse_cards):
        with pytest.raises(NotACard):
            read(text)


@pytest.mark.parametrize("text", ["Ax", "AsK", "AsKdQ", "As Kd 1h", "xAs", "As,,x", "AsKd10"])
def test_one_malformed_card_makes_the_whole_text_fail(text: str) -> None:
    with pytest.raises(NotACard):
        parse_cards(text)


def test_signs_that_only_look_like_a_rank_or_suit_are_refused() -> None:
    signs = look_alikes()
    assert {"Ａ", "ｓ", "２", "\u0662", "𝐀", "Ⓐ", "\u212a", "ſ", "²", "ẗ", "ẚ", "ǰ", "ß", "ﬆ", "⑩"} <= set(signs)
    for sign in signs:
        for text in (sign, sign + "s", "A" + sign, "1" + sign + "s", sign + "0s", sign + sign):
            with pytest.raises(NotACard):
                parse_cards(text)


@pytest.mark.parametrize("sign", ["ı", "İ", "ŉ", "ΐ"])
def test_letters_with_irregular_cases_are_refused(sign: str) -> None:
    for text in (sign, sign + "s", "A" + sign, sign + "0h", sign + sign):
        with pytest.raises(NotACard):
            parse_cards(text)


@pytest.mark.parametrize("sign", ["x", "\x00", "\U000e0001", "\ud800", "'", "♠"])
def test_the_message_about_a_long_text_is_short_and_printable(sign: str) -> None:
    with pytest.raises(NotACard) as raised:
        parse_cards(sign * 100_000)
    message = str(raised.value)
    assert len(message) < 300
    assert message.encode().decode().isprintable()


def test_the_message_quotes_the_text_and_says_how_to_write_a_card() -> None:
    with pytest.raises(NotACard, match=r"^not a card: '1h'; write rank and suit, as in As or 10h$"):
        parse_card("1h")


def test_not_a_card_is_a_value_error() -> None:
    assert issubclass(NotACard, ValueError)
