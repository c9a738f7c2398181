"""Check that screen readers get the names of cards in the reader's language."""

from django.utils import translation

from tables.templatetags.cards import faces, inked


def test_cards_have_names_in_the_reader_s_language() -> None:
    for language, name in (("en", "ten of hearts"), ("zh-hans", "红心10"), ("en", "ten of hearts")):
        with translation.override(language):
            assert f'aria-label="{name}"' in inked("Flop: 10♥"), language
            assert f'aria-label="{name}"' in faces("Th"), language
