"""A link leads from a host to a visitor without an account, who ends up in a seat; a host may approve who sits."""

from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.conftest import PHONE, People, Person
from tests.browser.rooms import open_table, sit
from tests.browser.seeding import PASSWORD


def test_invitation_link_leads_through_sign_up_to_a_seat(people: People, owner: str) -> None:
    rita, newcomer = people(), people(viewport=PHONE)
    rita.join("Rita")
    table = open_table(rita, name="Rita's private table")
    rita.wait_until_connected()
    rita.page.get_by_role("button", name="Host", exact=True).click()
    rita.page.get_by_text("Who may come").click()
    rita.page.get_by_label("Who finds it").select_option("invitation")
    rita.page.locator("button[value=set_door]").click()
    expect(rita.page.locator("#t-events")).to_contain_text("private")
    newcomer.visit(table)
    assert "login" in newcomer.page.url

    rita.page.get_by_role("button", name="Invite", exact=True).click()
    rita.page.locator("#t-invite button[value=make_link]").click()
    link = rita.page.locator("#t-invite .invited input[readonly]")
    expect(link).to_be_visible()
    rita.page.locator("#t-invite [data-copies]").click()
    expect(rita.page.locator("#t-invite [data-copies]")).to_have_text("Copied")
    assert violations(rita.page) == []
    invitation = pasted(rita)
    assert invitation == link.input_value() == rita.page.locator("#t-link-address").input_value()

    newcomer.visit(invitation.removeprefix(newcomer.site))
    expect(newcomer.page.get_by_role("heading", level=1)).to_contain_text("Rita invites you to play")
    assert violations(newcomer.page) == []
    newcomer.page.locator("[name=username]").fill("Newton")
    newcomer.page.locator("[name=password1]").fill(PASSWORD)
    newcomer.page.get_by_role("button", name="Join the table").click()
    newcomer.page.locator("#f-buy button[value=sit]").click()
    expect(rita.page.locator("#t-seat-1")).to_contain_text("Newton")
    expect(rita.page.locator("#t-link-address")).to_have_count(0)


def pasted(person: Person) -> str:
    """Return the clipboard's text, also on plain http, where a page has no clipboard of its own."""
    person.page.evaluate("document.body.appendChild(document.createElement('textarea')).focus()")
    person.page.keyboard.press("Control+v")
    return person.page.locator("body > textarea").input_value()


def test_invite_menu_lists_invitations_and_closes_for_a_refusal(people: People, owner: str) -> None:
    rob, remy = people(viewport=PHONE), people()
    rob.join("Robin Host")
    remy.join("Remy")
    open_table(rob)
    rob.wait_until_connected()
    menu, name = rob.page.locator("#t-invite"), rob.page.locator("#t-invite-name")
    rob.page.get_by_role("button", name="Table menu").click()
    rob.page.get_by_role("button", name="Invite", exact=True).click()
    name.fill("Remy")
    menu.get_by_role("button", name="Invite", exact=True).click()
    expect(menu.get_by_text("Remy")).to_be_visible()
    expect(name).to_have_value("")
    rob.picture("invited-phone")
    menu.get_by_role("button", name="Revoke").click()
    expect(menu.get_by_text("Remy")).to_have_count(0)
    name.fill("Nobody At All")
    menu.get_by_role("button", name="Invite", exact=True).click()
    expect(rob.page.locator("#t-notice")).to_have_text("Nobody here is called that.")
    expect(menu).to_be_hidden()


def test_host_approves_a_player_who_sits_down(people: People, owner: str) -> None:
    rosa, paul = people(), people(viewport=PHONE)
    rosa.join("Rosa")
    paul.join("Percy")
    table = open_table(rosa, approves="on", password="open sesame")
    rosa.wait_until_connected()

    paul.visit(table)
    paul.page.locator("#t-sit-2").click()
    paul.page.get_by_label("Password").fill("open sesame")
    paul.page.get_by_role("button", name="Enter").click()
    paul.page.locator("#f-buy button[value=sit]").click()
    note = paul.page.locator("#t-bar", has_text="Rosa is asked").locator(".turn > span")
    expect(note).to_contain_text("with 10,000 chips.")
    assert note.evaluate("note => note.getBoundingClientRect().right <= innerWidth")
    rosa.page.get_by_role("button", name="Approve").click()
    expect(paul.page.locator("#t-viewer[data-seated]")).to_be_attached()


def test_player_waiting_outside_enters_when_the_host_approves(people: People, owner: str) -> None:
    runa, piet = people(), people(viewport=PHONE)
    runa.join("Runa")
    piet.join("Piet")
    runa.visit("/tables/new/")
    runa.page.get_by_text("More options").last.click()
    runa.page.get_by_label("I approve who sits down and who tops up").check()
    runa.page.get_by_label("Nobody may watch").check()
    runa.page.get_by_role("button", name="Open the table").click()
    runa.wait_until_connected()
    piet.visit(runa.page.url.removeprefix(runa.site))
    piet.page.get_by_role("button", name="Sit down").click()
    expect(piet.page.get_by_role("status").first).to_contain_text("The host is asked")
    runa.page.get_by_role("button", name="Approve").click()
    expect(piet.page.locator("#t-viewer[data-seated]")).to_be_attached()


def test_people_follow_a_table_to_its_new_address(people: People, owner: str) -> None:
    rhea, otto = people(), people()
    rhea.join("Rhea")
    otto.join("Oscar")
    table = open_table(rhea)
    sit(otto, table, number=4)
    rhea.wait_until_connected()
    rhea.page.get_by_role("button", name="Invite", exact=True).click()
    rhea.page.get_by_role("button", name="New address").click()
    rhea.page.locator("#t-confirm [value=yes]").click()
    for person in (rhea, otto):
        person.page.wait_for_url(lambda address: table not in address)
        expect(person.page.locator("#t-seat-4")).to_contain_text("Oscar")
    otto.visit(table)
    expect(otto.page.locator("#t-data")).to_have_count(0)
