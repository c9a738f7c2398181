"""Test that whatever a host's browser sends is answered by a sentence, on either database."""

from contextlib import suppress
from typing import Any

import pytest
from django.db import transaction

from accounts.models import User
from tables.core.refusals import Refused
from tables.hosting import table_settings
from tables.models import Table
from tables.page import dispatch
from tables.page.verbs import guests
from tables.page.verbs.host import VERBS
from tests.samples import sample
from tests.tables.helpers import assert_books_agree, fresh
from tests.tables.host_verbs import values

pytestmark = pytest.mark.django_db
RUBBISH: tuple[Any, ...] = (
    *(None, "", " ", "x", "\x00", "-1", "1.5", "0", "1e9", "٣", "²", "9" * 15, "9" * 40, "\ud800", "'; --", "%s"),
    *(-1, 0, 10**14, 10**30, 1.5, True, [], {}, ["1"], {"a": 1}),
)
FIELDS = {
    **dict.fromkeys(VERBS, ("small_blind", "big_blind", "ante", "seconds", "least", "most")),
    **dict.fromkeys(guests.VERBS, ("wish", "name", "hours", "uses", "invitation")),
}
WRITTEN = ("ban", "invite", "revoke", "set_limits")
"""Names verbs that ask the database about a name or a number, or store them."""
REFUSED = pytest.mark.differs_on_services("PostgreSQL refuses zero bytes, half characters and large numbers")
MORE = ("whom", "name", "found_by", "watchable", "approves", "password", "says_slowly", "style", "seat")


def asked(table: Table, user: User, asks: dict[str, Any]) -> None:
    with transaction.atomic():
        with suppress(Refused):
            dispatch.do(table.pk, user, asks)
        transaction.set_rollback(True)


@pytest.mark.parametrize(
    "verb", [pytest.param(verb, marks=REFUSED) if verb in WRITTEN else verb for verb in sorted(FIELDS)]
)
def test_every_wrong_value_is_answered_in_words(three: Table, alice: User, verb: str) -> None:
    usual = values(verb) if verb in VERBS else {"verb": verb, "hours": "1", "uses": "1", "wish": "1", "invitation": "1"}
    pairs = [(field, rubbish) for field in (*FIELDS[verb], *MORE) for rubbish in RUBBISH]
    for field, rubbish in sample(pairs, quick=len(pairs) // 3, turn=sorted(FIELDS).index(verb)):
        asked(three, alice, {**usual, field: rubbish})
    assert_books_agree()


@pytest.mark.parametrize("rubbish", [None, ["x"], [], {}, {"a": 1}, 1, 0, 1.5, True, False])
def test_a_password_that_is_no_text_is_refused_and_keeps_the_old_one(three: Table, alice: User, rubbish: Any) -> None:
    table_settings.set_password(three.pk, alice, "correct horse")
    before = fresh(three).version, fresh(three).password
    with pytest.raises(Refused):
        dispatch.do(three.pk, alice, {"verb": "set_password", "password": rubbish})
    assert (fresh(three).version, fresh(three).password) == before
