"""A ban reaches an open page at once."""

from playwright.sync_api import expect

from tests.browser.conftest import People, Person


def ban(moderator: Person, name: str, reason: str) -> None:
    moderator.visit("/admin/accounts/sanction/add/")
    moderator.page.locator(".field-user .select2-selection").click()
    moderator.page.locator(".select2-search__field").fill(name)
    moderator.page.locator(".select2-results__option", has_text=name).click()
    moderator.page.locator("[name=kind]").select_option("ban")
    moderator.page.locator("[name=reason]").fill(reason)
    moderator.page.locator("[name=_save]").click()
    expect(moderator.page.locator(".messagelist .success")).to_be_visible()


def test_a_banned_user_sees_why_on_the_open_page_and_at_the_door(people: People, owner: str) -> None:
    rude, moderator = people(), people()
    rude.sign_up("Rude Rudi")
    rude.wait_until_connected()
    moderator.log_in(owner)
    ban(moderator, "Rude Rudi", "Called Nora a fish.")

    expect(rude.page.get_by_role("heading", name="You are banned")).to_be_visible()
    expect(rude.page.get_by_text("Called Nora a fish.")).to_be_visible()
    rude.picture("banned-desk")
    rude.visit("/account/")
    rude.log_in("Rude Rudi")
    expect(rude.page.get_by_text("Called Nora a fish.")).to_be_visible()


def test_logging_out_everywhere_reaches_the_other_device(people: People, owner: str) -> None:
    phone, desk = people(), people()
    desk.sign_up("Two Devices")
    desk.wait_until_connected()
    phone.log_in("Two Devices")
    phone.visit("/account/sessions/")
    expect(phone.page.get_by_text("this device")).to_be_visible()
    phone.page.get_by_role("button", name="Log out everywhere", exact=True).click()
    expect(desk.page.get_by_role("heading", name="This page is out of date")).to_be_visible()
