"""Pages that are open show at once what moderators do."""

from playwright.sync_api import expect

from tests.browser import rooms
from tests.browser.conftest import DESK, PHONE, People, Person
from tests.browser.test_chat import open_chat, say, two
from tests.browser.test_every_page import SIDEWAYS


def ban(moderator: Person, name: str, reason: str) -> None:
    moderator.visit("/admin/accounts/sanction/add/")
    moderator.page.locator(".field-user .select2-selection").click()
    moderator.page.locator(".select2-search__field").fill(name)
    moderator.page.locator(".select2-results__option", has_text=name).click()
    moderator.page.locator("[name=kind]").select_option("ban")
    moderator.page.locator("[name=reason]").fill(reason)
    moderator.page.locator("[name=_save]").click()
    expect(moderator.page.locator(".messagelist .success")).to_be_visible()


def test_banned_user_sees_why_on_the_open_page_and_at_log_in(people: People, owner: str) -> None:
    rude, moderator = people(), people()
    rude.join("Rude Rudi", "/")
    rude.wait_until_connected()
    moderator.join_again(owner)
    ban(moderator, "Rude Rudi", "Called Nora a fish.")

    expect(rude.page.get_by_role("heading", name="You are banned")).to_be_visible()
    expect(rude.page.get_by_text("Called Nora a fish.")).to_be_visible()
    rude.picture("banned-desk")
    rude.visit("/account/")
    rude.log_in("Rude Rudi")
    expect(rude.page.get_by_text("Called Nora a fish.")).to_be_visible()


def test_logging_out_everywhere_reaches_the_other_device(people: People, owner: str) -> None:
    phone, desk = people(), people()
    desk.join("Two Devices", "/")
    desk.wait_until_connected()
    phone.log_in("Two Devices")
    phone.visit("/account/sessions/")
    expect(phone.page.get_by_text("this device")).to_be_visible()
    phone.page.get_by_role("button", name="Log out everywhere", exact=True).click()
    expect(desk.page.get_by_role("heading", name="This page is out of date")).to_be_visible()


def press(moderator: Person, name: str, reason: str) -> None:
    """Press a button of moderation, with the reason in the field beside it."""
    form = moderator.page.locator("form.deed", has=moderator.page.get_by_role("button", name=name, exact=True))
    form.get_by_role("textbox").fill(reason)
    form.get_by_role("button", name=name, exact=True).click()
    expect(moderator.page.locator(".messagelist .success")).to_be_visible()


def open_report(moderator: Person, about: str) -> None:
    moderator.visit("/admin/")
    moderator.page.locator(".glance").get_by_role("link", name="Open reports").click()
    row = moderator.page.locator("#result_list tbody tr", has=moderator.page.get_by_role("link", name=about))
    row.locator(".field-title a").click()


def test_report_leads_to_a_mute_and_a_ban_at_the_table(people: People, owner: str) -> None:
    rude, calm = two(people, "Rita Rude", "Cleo Calm")
    moderator = people()
    moderator.join_again(owner)
    for person in (rude, calm):
        open_chat(person)
    say(rude, "What a fish!")
    line = calm.page.locator("#t-chat-lines > li").first
    line.locator("summary").tap()
    line.get_by_role("textbox").fill("She insults me." + 90 * "!")
    line.get_by_role("button", name="Report").tap()
    expect(line).to_contain_text("You have reported this")

    open_report(moderator, "Rita Rude")
    expect(moderator.page.locator("blockquote")).to_have_text("What a fish!")
    expect(moderator.page.locator(".record, .help").last).to_contain_text("The hand is not over")
    moderator.picture("admin-report-desk")
    moderator.page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    moderator.picture("admin-report-phone")
    assert moderator.page.evaluate(SIDEWAYS) == 0
    lead = moderator.page.locator(".lead")
    assert lead.evaluate("lead => lead.closest('.module').scrollWidth - lead.closest('.module').clientWidth") == 0
    moderator.page.set_viewport_size({"width": DESK["width"], "height": DESK["height"]})
    press(moderator, "Mute", "No insults here.")
    rude.page.locator("#t-say-text").fill("Fish, fish, fish!")
    rude.page.locator("#t-say button").click()
    expect(rude.page.get_by_text("No insults here.").first).to_be_visible()
    rude.picture("muted-desk")
    press(moderator, "Remove the message", "")
    expect(line).to_contain_text("Removed by a host or moderator.")
    expect(calm.page.locator("#t-chat-lines > li")).to_have_count(1)

    press(moderator, "Ban", "She would not stop.")
    expect(rude.page.get_by_role("heading", name="You are banned")).to_be_visible()
    expect(rude.page.get_by_text("She would not stop.")).to_be_visible()
    rude.picture("banned-at-the-table-desk")
    press(moderator, "Close the report", "Banned.")
    moderator.visit("/admin/accounts/auditentry/?q=rita")
    expect(moderator.page.locator("#result_list tbody tr")).to_have_count(4)
    moderator.picture("admin-audit-desk")


def test_hand_is_made_void_and_table_closed_by_force(people: People, owner: str) -> None:
    cast = two(people, "Pia", "Quentin")
    moderator = people()
    moderator.join_again(owner)
    moderator.visit("/admin/tables/table/?q=quentin")
    moderator.page.locator("#result_list .field-name a").click()
    expect(moderator.page.get_by_role("cell", name="Quentin")).to_be_visible()
    moderator.picture("admin-table-desk")
    press(moderator, "Make the hand void", "A misdeal.")
    rooms.dealt(cast[0])
    press(moderator, "Close by force", "It is late.")
    for person in cast:
        expect(person.page.locator("#t-data[data-phase=closed]")).to_be_attached()
    cast[0].picture("closed-by-force-desk")
