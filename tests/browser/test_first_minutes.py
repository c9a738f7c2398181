"""A new visitor signs up, reads the site in Chinese, logs out and in again."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, People


def test_sign_up_change_language_log_out_and_in(people: People, owner: str) -> None:
    nora = people()
    nora.visit("/")
    nora.page.get_by_role("main").get_by_role("link", name="Sign up").click()
    nora.page.get_by_label("Name").fill("Nora")
    nora.page.get_by_label("Password", exact=True).fill("correct horse")
    nora.page.get_by_role("button", name="Sign up").click()
    expect(nora.page.get_by_role("heading", level=1)).to_contain_text("Nora")

    nora.page.get_by_role("button", name="中文").click()
    expect(nora.page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(nora.page.get_by_role("link", name="大厅")).to_be_visible()

    nora.page.get_by_role("button", name="Nora").click()
    nora.page.get_by_role("button", name="退出登录").click()
    nora.page.get_by_role("main").get_by_role("link", name="登录").click()
    nora.page.get_by_label("用户名").fill("NORA")
    nora.page.get_by_label("密码", exact=True).fill("correct horse")
    nora.page.get_by_role("main").get_by_role("button", name="登录").click()
    expect(nora.page.get_by_role("heading", level=1)).to_contain_text("Nora")


@pytest.mark.parametrize("pause", [30, 100, 300], ids=lambda pause: f"{pause} ms between")
def test_double_click_on_sign_up_posts_once(people: People, owner: str, pause: int) -> None:
    dora = people()
    sent: list[str] = []
    dora.page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    dora.visit("/account/signup/")
    dora.page.get_by_label("Name").fill(f"Dora {pause}")
    dora.page.get_by_label("Password", exact=True).fill("correct horse")
    dora.page.get_by_role("button", name="Sign up").dblclick(delay=pause)
    expect(dora.page.get_by_role("heading", level=1)).to_contain_text("Dora")
    assert len(sent) == 1


def test_a_refused_form_keeps_what_was_typed(people: People, owner: str) -> None:
    tim = people(viewport=PHONE)
    tim.visit("/account/signup/")
    tim.page.get_by_label("Name").fill("Olga")
    tim.page.get_by_label("Password", exact=True).fill("another horse")
    tim.page.get_by_role("button", name="Sign up").click()
    expect(tim.page.get_by_text("This name is taken")).to_be_visible()
    expect(tim.page.get_by_label("Name")).to_have_value("Olga")


def test_password_can_be_shown(people: People) -> None:
    tim = people()
    tim.visit("/account/login/")
    field = tim.page.locator("[name=password]")
    field.fill("correct horse")
    tim.page.get_by_role("button", name="Show the password").click()
    expect(field).to_have_attribute("type", "text")


def test_time_zone_of_the_browser_is_kept_in_a_cookie(people: People, owner: str) -> None:
    yuki = people(timezone_id="Asia/Tokyo")
    yuki.sign_up("Yuki")
    assert {"name": "tz", "value": "Asia%2FTokyo"}.items() <= next(
        dict(cookie) for cookie in yuki.context.cookies() if cookie["name"] == "tz"
    ).items()
