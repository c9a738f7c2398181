"""Every page around a table fits every screen: its entrance, invitations, its address, its books."""

import pytest

from tests.browser.conftest import People
from tests.browser.seeded_server import Seeds
from tests.browser.test_every_page import LOOKS, SCREENS, combination, look_at


@pytest.fixture(scope="module")
def doors(seeds: Seeds) -> dict[str, str]:
    """Return the pages before a host's tables, by the names of their pictures."""
    host = "Dorothea"
    seeds.make_account(host)
    guarded = seeds.open_table(host, name="A table of " + "W" * 29, password="open sesame")
    unwatched = seeds.open_table(host, name="Unwatched", unwatched="on")
    approving = seeds.open_table(host, name="Approving", unwatched="on", approves="on")
    return {
        "door-password": f"/t/{guarded}/door/",
        "door-buy-in": f"/t/{unwatched}/door/",
        "door-wait": f"/t/{approving}/door/",
        "invitation": seeds.make_link(guarded),
        "invitation-gone": seeds.make_link(unwatched, revoked=True),
    }


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("screen", SCREENS)
def test_pages_around_a_table_fit_every_screen(people: People, doors: dict[str, str], screen: str, look: str) -> None:
    person = people(**SCREENS[screen], locale=LOOKS[look], reduced_motion="reduce")
    person.context.add_cookies([{"name": "theme", "value": look, "url": person.site}])
    complaints = look_at(person, doors["invitation"], f"{screen}-{look}", slug="invitation-visitor")
    person.join(f"Door {screen} {look}"[:20])
    seat = 1 + 2 * [*SCREENS].index(screen) + [*LOOKS].index(look)
    person.seeds.sit_down(doors["door-wait"].split("/")[2], person.name, number=seat)
    own = person.seeds.open_table(person.name, seated=[person.name])
    pages = doors | {"share": person.seeds.make_link(own)}
    pages |= {"table-share": f"/t/{own}/share/", "table-ledger": f"/t/{own}/ledger/"}
    for name, path in combination(list(pages.items()), screen, look):
        complaints += look_at(person, path, f"{screen}-{look}", slug=name)
    assert complaints == []
