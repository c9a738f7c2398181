"""Test that long amounts are shortened where there is no room, and whole in the tooltip and for screen readers."""

import pytest
from django.utils import translation

from tables.core.words import short_amount
from tables.templatetags.cards import figure


@pytest.mark.parametrize("amount", ["", "0", "12,345,678", "123,456,789", "1,234.5 BB", "All-in"])
def test_short_amounts_stay_as_they_are(amount: str) -> None:
    assert short_amount(amount) == ""
    assert figure(amount) == amount


@pytest.mark.parametrize(
    ("amount", "english", "chinese"),
    [
        ("123,456,789,012", "123.4B", "1,234.5\u4ebf"),
        ("1,999,999,999", "1.99B", "19.9\u4ebf"),
        ("999,999,999,999", "999.9B", "9,999.9\u4ebf"),
        ("1,000,000,000,000", "1.00T", "1.00\u4e07\u4ebf"),
        ("123,456.7 BB", "123.4K BB", "12.3\u4e07 BB"),
    ],
)
def test_long_amounts_are_rounded_down_in_the_steps_of_the_language(amount: str, english: str, chinese: str) -> None:
    for language, expected in (("en", english), ("zh-hans", chinese)):
        with translation.override(language):
            assert short_amount(amount).replace(",", "") == expected.replace(",", "")
            assert f'title="{amount}"' in figure(amount)
            assert f'<span class="sr">{amount}</span>' in figure(amount)
