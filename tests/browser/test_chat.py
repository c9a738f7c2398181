"""People chat at a table, from a desk and from a phone."""

from playwright.sync_api import expect

from tests.browser import rooms
from tests.browser.accessibility import violations
from tests.browser.conftest import PHONE, People, Person

PHONE_WITH_TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


def two(people: People, *names: str, locale: str = "en-US", host: Person | None = None) -> list[Person]:
    """Deal in one person at a desk, who hosts the table unless `host` does, and one with a phone."""
    cast = [people(locale=locale), people(**PHONE_WITH_TOUCH, locale=locale)]
    for person, name in zip(cast, names, strict=True):
        person.join(name)
    rooms.deal_in(*cast, host=host)
    return cast


def open_chat(person: Person) -> None:
    if person.page.locator("header [popovertarget=panel]").is_visible():
        person.page.locator("header [popovertarget=panel]").tap()
    person.page.locator(".tabs label:has([value=chat])").click()


def say(person: Person, text: str) -> None:
    person.page.locator("#t-say-text").fill(text)
    person.page.locator("#t-say button").click()
    expect(person.page.locator("#t-say-text")).to_have_value("")


def test_two_people_talk_until_one_mutes_the_other(people: People, owner: str) -> None:
    desk, phone = two(people, "Talia", "Uwe")
    lines, told = desk.page.locator("#t-chat-lines > li"), phone.page.locator("#t-chat-lines > li")
    dot = phone.page.locator("header .unread")
    expect(dot).to_be_hidden()
    open_chat(desk)
    say(desk, "Good luck! <b>You</b> will need it")
    expect(dot).to_be_visible()
    expect(told).to_have_count(1)
    open_chat(phone)
    expect(dot).to_be_hidden()
    expect(told.first).to_contain_text("Good luck! <b>You</b> will need it")
    say(phone, "谢谢 😄")
    phone.page.locator(".reactions [value='👏']").tap()
    expect(lines).to_have_count(3)
    expect(desk.page.locator(".cheer")).to_have_text("👏")
    desk.picture("chat-desk")
    phone.picture("chat-phone")
    reader = people(**PHONE_WITH_TOUCH, locale="zh-CN")
    reader.join("Reading Rita")
    reader.visit(desk.page.url.removeprefix(desk.site) + "chat/")
    reader.picture("chat-said-phone")
    for person in (reader, desk, phone):
        assert violations(person.page) == []
    lines.nth(1).locator("summary").click()
    desk.picture("chat-about")
    lines.nth(1).get_by_role("button", name="Mute Uwe for me").click()
    expect(lines).to_have_count(1)
    say(phone, "Can you hear me?")
    say(desk, "Silence")
    expect(lines).to_have_count(2)
    expect(told).to_have_count(5)
    desk.page.get_by_text("You have muted 1 person").click()
    desk.picture("chat-muted")
    desk.page.get_by_role("button", name="Hear Uwe again").click()
    expect(lines).to_have_count(5)


def test_reaction_at_the_top_of_the_table_is_not_cut_off(people: People, owner: str) -> None:
    cast = [people(), people()]
    for person, name in zip(cast, ("Top Tove", "Top Theo"), strict=True):
        person.join(name)
    rooms.deal_in(*cast, players_most="2")
    open_chat(cast[1])
    cast[1].page.locator(".reactions [value='👏']").click()
    above = cast[0].page.locator(".cheer").evaluate("sign => sign.offsetTop - sign.offsetHeight / 2")
    assert above >= 0


def test_keys_typed_in_the_chat_are_no_actions(people: People, owner: str) -> None:
    desk, phone = two(people, "Vera", "Willi")
    acting = rooms.whose_turn([desk, phone])
    moment = desk.page.locator("#t-data").get_attribute("data-moment")
    desk.page.keyboard.press("t")
    field = desk.page.locator("#t-say-text")
    expect(field).to_be_focused()
    desk.page.keyboard.type("fcrat? fold")
    expect(field).to_have_value("fcrat? fold")
    desk.page.keyboard.press("Enter")
    expect(phone.page.locator("#t-chat-lines")).to_contain_text("fcrat? fold")
    expect(field).to_have_value("")
    assert desk.page.locator("#t-data").get_attribute("data-moment") == moment
    desk.page.keyboard.press("Escape")
    expect(field).not_to_be_focused()
    assert rooms.whose_turn([desk, phone]) is acting


def test_message_can_be_reported_and_removed(people: People, owner: str) -> None:
    desk, phone = two(people, "Xenia", "Yuri")
    open_chat(desk)
    open_chat(phone)
    say(desk, "First")
    say(phone, "Second")
    told = phone.page.locator("#t-chat-lines > li")
    told.first.locator("summary").tap()
    told.first.get_by_role("textbox").fill("Rude")
    phone.picture("chat-about-phone")
    told.first.get_by_role("button", name="Report").tap()
    expect(told.first).to_contain_text("You have reported this")
    desk.page.locator("#t-chat-lines > li").nth(1).locator("summary").click()
    desk.page.get_by_role("button", name="Remove for everybody").click()
    expect(told.nth(1)).to_contain_text("Removed by a host or moderator.")


def test_focus_stays_in_the_chat_after_a_report_or_mute(people: People, owner: str) -> None:
    desk, phone = two(people, "Gesa", "Hinnerk")
    open_chat(phone)
    for text in ("One", "Two"):
        say(phone, text)
    open_chat(desk)
    lines = desk.page.locator("#t-chat-lines > li")
    expect(lines).to_have_count(2)
    lines.first.locator("summary").focus()
    for key in ("Enter", "Tab", "Enter"):
        desk.page.keyboard.press(key)
    expect(lines.first).to_contain_text("You have reported this")
    expect(lines.first.locator("summary")).to_be_focused()
    desk.page.keyboard.press("Tab")
    expect(desk.page.get_by_role("button", name="Mute Hinnerk for me")).to_be_focused()
    desk.page.keyboard.press("Enter")
    expect(lines).to_have_count(0)
    expect(desk.page.get_by_role("log", name="Messages")).to_be_focused()
    desk.page.get_by_text("You have muted 1 person").focus()
    for key in ("Enter", "Tab", "Enter"):
        desk.page.keyboard.press(key)
    expect(lines).to_have_count(2)
    expect(desk.page.get_by_role("log", name="Messages")).to_be_focused()


def test_a_refused_message_stays_in_the_field_with_the_reason_above(people: People, owner: str) -> None:
    desk, phone = two(people, "Berta", "Cem")
    open_chat(phone)
    field = phone.page.locator("#t-say-text")
    field.evaluate("field => field.removeAttribute('maxlength')")
    field.fill("x" * 301)
    phone.page.locator("#t-say button").tap()
    expect(phone.page.locator("#t-chat-note")).to_contain_text("300 characters at most")
    expect(field).to_have_value("x" * 301)
    phone.picture("chat-refused-phone")
    say(phone, "Shorter")
    expect(phone.page.locator("#t-chat-note")).to_be_empty()
    expect(desk.page.locator("#t-chat-lines > li")).to_have_count(1)


def test_chat_works_without_javascript(people: People, owner: str) -> None:
    host = people()
    host.join("Zora")
    address = rooms.open_table(host)
    guest = people(java_script_enabled=False)
    guest.join("Anton")
    guest.visit(address)
    guest.page.locator(".tabs label:has([value=chat])").click()
    guest.page.get_by_role("link", name="Stay here to write").click()
    guest.page.locator("#t-say-text").fill("Hello from afar")
    guest.page.locator("#t-say button").click()
    guest.picture("chat-without-script-desk")
    expect(guest.page.locator("#t-chat-lines")).to_contain_text("Hello from afar")
    expect(host.page.locator("#t-chat-lines")).to_contain_text("Hello from afar")


def test_chat_speaks_chinese(people: People, owner: str) -> None:
    watcher = people()
    watcher.join("Boris")
    desk, phone = two(people, "小红", "小明", locale="zh-CN", host=watcher)
    watcher.visit(desk.page.url.removeprefix(desk.site))
    watcher.wait_until_connected()
    open_chat(desk)
    open_chat(phone)
    say(desk, "这手牌打得漂亮，下一手我要赢回来，大家都小心一点")
    say(phone, "好牌")
    desk.page.locator(".reactions [value=NH]").click()
    open_chat(watcher)
    say(watcher, "What a hand!")
    watched = phone.page.locator("#t-chat-lines > [data-room=watchers]")
    expect(watched).to_contain_text("观战")
    desk.picture("chat-zh-desk")
    phone.picture("chat-zh-phone")
    phone.page.get_by_label("隐藏观战者的发言").tap()
    expect(watched).to_be_hidden()
