"""Fields of a new table follow one another until the host changes them, and a sentence sums them up."""

from playwright.sync_api import expect

from tests.browser.conftest import People


def test_other_fields_and_summary_follow_what_is_typed(people: People, owner: str) -> None:
    nick = people()
    nick.join("Nick", "tables/new/")
    page = nick.page
    sentence, least, most = page.locator(".summary"), page.get_by_label("Buy-in from"), page.get_by_label("up to")
    expect(sentence).to_contain_text("blinds 50/100, 6 seats, 4,000 to 20,000 chips to sit down, 20 seconds")
    expect(sentence).to_contain_text("Anyone with the link can join.")

    page.get_by_label("Big blind").fill("20")
    expect(page.get_by_label("Small blind")).to_have_value("10")
    expect(least).to_have_value("800")
    most.fill("3,000")
    page.get_by_label("Big blind").fill("40")
    expect(least).to_have_value("1,600")
    expect(most).to_have_value("3,000")
    page.get_by_label("Seats").select_option("9")
    expect(sentence).to_contain_text("blinds 20/40, 9 seats, 1,600 to 3,000 chips")

    page.get_by_text("Kitchen table", exact=True).click()
    expect(sentence).to_contain_text("Kitchen table, blinds 20/40")
    page.get_by_label("Big blind").fill("")
    page.get_by_label("Big blind").blur()
    expect(page.get_by_label("Big blind")).to_have_value("20")
    page.get_by_text("Knock-out", exact=True).click()
    page.get_by_label("People I invite").check()
    expect(sentence).to_contain_text("Knock-out, 9 seats, 1,000 chips for everyone, 2 reloads, 15 seconds to act.")
    expect(sentence).to_contain_text("Only people you invite can join.")

    page.get_by_text("Kitchen table", exact=True).click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*/")
    page.go_back()
    expect(page.get_by_label("Buy-in up to")).to_have_value("3,000")
    page.get_by_label("Small blind").fill("5")
    expect(page.get_by_label("Buy-in up to")).to_have_value("3,000")
