"""Two people become friends, see and invite each other; notifications come while the page is hidden."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import rooms
from tests.browser.accessibility import violations
from tests.browser.conftest import PHONE, People, Person
from tests.play import Server

SEEN_WITHIN_MS = 30_000
STAND_IN = """() => {
  window.shown = [];
  window.away = false;
  window.asked = 0;
  Object.defineProperty(document, "hidden", { get: () => window.away });
  window.chimes = 0;
  const { start } = OscillatorNode.prototype;
  const { resume } = AudioContext.prototype;
  const woken = new WeakSet(); // as Safari has it: only within a gesture
  AudioContext.prototype.resume = function () {
    if (["pointerdown", "pointerup", "click", "keydown"].includes(window.event?.type)) woken.add(this);
    return resume.apply(this);
  };
  OscillatorNode.prototype.start = function (...when) {
    window.chimes += woken.has(this.context);
    start.apply(this, when);
  };
  window.Notification = class extends EventTarget {
    static permission = "default";
    static async requestPermission() {
      window.asked += 1;
      return (this.permission = "granted");
    }
    constructor(title, { tag }) {
      super();
      window.shown.push(title);
      window.last = this;
    }
    close() { window.shut = true; }
  };
}"""


def ask(person: Person, name: str) -> None:
    person.visit("/friends/")
    person.page.get_by_label("The name they have here").fill(name)
    person.page.locator("main form").get_by_role("button", name="Ask", exact=True).first.click()


def test_two_people_become_friends_and_see_each_other(people: People, owner: str) -> None:
    fay, gus = people(), people(viewport=PHONE, has_touch=True, is_mobile=True)
    fay.join("Friendly Fay")
    gus.join("Good Gus", "/")
    gus.wait_until_connected()
    ask(fay, "good gus")
    expect(fay.page.locator("#people")).to_contain_text("You have asked")
    note = gus.page.locator("#notes")
    expect(note).to_contain_text("Friendly Fay wants to be your friend.")
    gus.picture("friends-request-phone")
    note.get_by_role("button", name="Accept").click()
    expect(gus.page.get_by_text("You and Friendly Fay are friends now.")).to_be_visible()
    friend = fay.page.locator("#friends li", has_text="Good Gus")
    expect(friend).to_contain_text("Here now", timeout=SEEN_WITHIN_MS)
    address = rooms.open_table(gus, name="Gus and friends")
    expect(friend.get_by_role("link", name="Gus and friends")).to_be_visible(timeout=SEEN_WITHIN_MS)
    fay.picture("friends-desk")
    friend.get_by_role("link").click()
    expect(fay.page).to_have_url(fay.site + address.removeprefix("/"))


def test_friend_is_invited_in_one_click(people: People, owner: str) -> None:
    hal, ida = people(), people()
    hal.join("Hosting Hal")
    ida.join("Invited Ida")
    hal.seeds.befriend(hal.name, ida.name)
    rooms.open_table(hal, name="Hal's den")
    ida.visit("/account/")
    ida.wait_until_connected()
    hal.visit("/friends/")
    hal.page.get_by_role("button", name="Invite to Hal's den").click()
    expect(hal.page.get_by_text("Invited Ida is invited to Hal's den.")).to_be_visible()
    expect(ida.page.locator("#notes")).to_contain_text("Hosting Hal invites you to Hal's den.")


def test_a_block_ends_a_friendship(people: People, owner: str) -> None:
    jan, kim = people(viewport=PHONE, has_touch=True, is_mobile=True), people()
    jan.join("Jaded Jan")
    kim.join("Keen Kim")
    jan.seeds.befriend(jan.name, kim.name)
    jan.visit("/friends/")
    jan.page.get_by_role("button", name="More about Keen Kim").click()
    jan.picture("friends-more-phone")
    jan.page.get_by_role("button", name="Block", exact=True).click()
    expect(jan.page.locator("#people")).to_contain_text("Blocked")
    expect(jan.page.locator("#friends")).to_contain_text("Nobody yet.")
    kim.visit("/friends/")
    expect(kim.page.locator("#friends")).to_contain_text("Nobody yet.")


def secure(person: Person, server: Server) -> Person:
    """Visit the server at the address of this machine, a secure context, with stand-ins for sound and notifications."""
    person.site = server.address
    person.context.add_init_script(f"({STAND_IN})()")
    return person


def test_notifications_come_only_where_they_were_switched_on(people: People, owner: str, server: Server) -> None:
    lee = secure(people(), server)
    lee.join("Looking Lee", "/")
    lee.page.get_by_role("button", name="Practice now", exact=True).click()
    rooms.dealt(lee)
    lee.page.evaluate("window.calls.call('x', 'Nobody asked for this')")
    assert lee.page.evaluate("[window.asked, window.shown]") == [0, []]
    switch = lee.page.get_by_role("button", name="Notifications")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert lee.page.evaluate("window.asked") == 1
    lee.page.evaluate("window.away = true")
    lee.page.wait_for_function("() => window.shown.includes('Your turn: Practice')", timeout=60_000)
    lee.page.evaluate("window.last.dispatchEvent(new Event('click'))")
    assert lee.page.evaluate("window.shut")


def test_an_invitation_notifies_and_marks_the_title(people: People, owner: str, server: Server) -> None:
    max_, nia = people(), secure(people(), server)
    max_.join("Moving Max")
    nia.join("Notified Nia")
    max_.seeds.befriend(max_.name, nia.name)
    rooms.open_table(max_, name="Max's den")
    nia.visit("/account/")
    nia.wait_until_connected()
    nia.page.get_by_label("Notifications").check()
    nia.picture("account-notifications-desk")
    nia.page.evaluate("window.away = true")
    max_.visit("/friends/")
    max_.page.get_by_role("button", name="Invite to Max's den").click()
    expect(nia.page).to_have_title(re.compile("^● Moving Max invites you"))
    assert nia.page.evaluate("window.shown") == ["Moving Max invites you to Max's den."]
    nia.page.wait_for_function("() => window.chimes === 2")
    nia.page.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")
    expect(nia.page).to_have_title(re.compile("^Your account"))


def test_first_hand_notifies_a_player_who_waits_for_it(people: People, owner: str, server: Server) -> None:
    ola, pat = secure(people(), server), people()
    ola.join("Waiting Ola")
    pat.join("Punctual Pat")
    address = rooms.open_table(ola, name="Ola's den")
    rooms.sit(ola, address, number=1)
    ola.page.get_by_role("button", name="Notifications").click()
    ola.page.evaluate("window.away = true")
    rooms.sit(pat, address, number=2)
    rooms.dealt(ola)
    ola.page.wait_for_function('() => window.shown.includes("The first hand is dealt: Ola\'s den")')
    expect(ola.page).to_have_title(re.compile("^● (The first hand is dealt|Your turn): Ola's den"))


LIKE_A_PHONE = """() => {
  const real = window.Notification;
  window.Notification = class {
    static get permission() { return real.permission; }
    static requestPermission() { return real.requestPermission(); }
    constructor() { throw new TypeError("Illegal constructor. Use ServiceWorkerRegistration.showNotification()."); }
  };
  window.away = false;
  Object.defineProperty(document, "hidden", { get: () => window.away });
}"""
SHOWN_BY_WORKER = """async (wanted) => {
  const shown = async () => {
    const workers = await navigator.serviceWorker.getRegistrations();
    return (await Promise.all(workers.map((each) => each.getNotifications()))).flat().map((each) => each.title);
  };
  for (let left = 300; left && (await shown()).join() !== wanted; left -= 1) {
    await new Promise((done) => setTimeout(done, 50));
  }
  return shown();
}"""


@pytest.mark.whole_browser
def test_service_worker_shows_notifications_on_a_phone(people: People, owner: str, server: Server) -> None:
    sol = people(viewport=PHONE, has_touch=True, is_mobile=True)
    sol.site = server.address
    sol.context.add_init_script(f"({LIKE_A_PHONE})()")
    sol.context.grant_permissions(["notifications"], origin=server.address)
    sol.join("Sleepy Sol")
    sol.visit("/account/")
    sol.page.get_by_label("Notifications").check()
    sol.picture("account-notifications-phone")
    assert violations(sol.page) == []
    assert sol.page.evaluate("navigator.serviceWorker.getRegistrations().then((found) => found.length)") == 0
    sol.page.evaluate("window.away = true; window.calls.call('x', 'Your turn')")
    expect(sol.page.get_by_label("Notifications")).to_be_checked()
    assert sol.page.evaluate(SHOWN_BY_WORKER, "Your turn") == ["Your turn"]
    sol.page.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")
    assert sol.page.evaluate(SHOWN_BY_WORKER, "") == []


def test_no_switch_for_notifications_without_a_secure_context(people: People, owner: str) -> None:
    pam = people()
    pam.join("Plain Pam")
    pam.visit("/account/")
    expect(pam.page.locator("[data-notify-row]")).to_be_hidden()
