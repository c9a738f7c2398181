"""Limits refuse what comes too often, with a sentence that says how long to wait."""

import time
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from poker_site.web import limits
from poker_site.web.limits import ALLAUTH, HOUR, LIMITS, Limit, TooOften, allow, forget, wait
from tables.models import Table
from tables.play import lifecycle

CHINESE = {"accept-language": "zh-hans"}


class Watch:
    """Replaces the clock of limits and cache."""

    def __init__(self) -> None:
        self.now = 1_900_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    still = Watch()
    monkeypatch.setattr(time, "time", still)
    monkeypatch.setitem(LIMITS, "report", Limit(3, 60))
    return still


def use_up(what: str, *who: object) -> None:
    for _ in range(LIMITS[what].most):
        allow(what, *who)


def refused_for(what: str, *who: object) -> int:
    with pytest.raises(TooOften) as caught:
        allow(what, *who)
    return caught.value.seconds


def test_a_limit_is_reached_and_says_how_long_to_wait(watch: Watch) -> None:
    use_up("report", 1)
    watch.now += 20
    assert refused_for("report", 1) == 40


def test_each_use_expires_on_its_own(watch: Watch) -> None:
    for _ in range(3):
        allow("report", 1)
        watch.now += 10
    watch.now += 30.5  # 60.5 s after the first
    allow("report", 1)
    assert refused_for("report", 1) == 10  # until the second is 60 s old


def test_a_refused_try_does_not_make_the_wait_longer(watch: Watch) -> None:
    use_up("report", 1)
    watch.now += 59
    assert refused_for("report", 1) == 1
    assert refused_for("report", 1) == 1
    watch.now += 1.5
    allow("report", 1)


def test_users_and_limits_are_counted_apart(watch: Watch) -> None:
    use_up("report", 1, 2)
    allow("report", 12)
    allow("report", 1, 3)
    allow("chat", 1, 2)
    assert refused_for("report", 1, 2)


def test_names_of_any_length_and_letters_are_counted(watch: Watch) -> None:
    name = "系统 \n" * 500
    use_up("report", name)
    assert refused_for("report", name)
    allow("report", name + "x")


def test_forgetting_frees_all_places(watch: Watch) -> None:
    use_up("report", 1)
    forget("report", 1)
    use_up("report", 1)


def test_two_uses_at_once_do_not_share_the_last_place(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other use takes the last place after this one has looked."""
    allow("report", 1)
    allow("report", 1)

    def looked_too_early(keys: list[str]) -> dict[str, float]:
        found: dict[str, float] = cache.get_many(keys)
        monkeypatch.setattr(limits, "cache", cache)
        allow("report", 1)
        return found

    monkeypatch.setattr(limits, "cache", SimpleNamespace(get_many=looked_too_early, add=cache.add))
    assert refused_for("report", 1) == 60


@pytest.mark.parametrize(
    ("seconds", "english", "chinese"),
    [
        (1, "Wait 1 second and try again.", "请等 1 秒后再试。"),
        (40, "Wait 40 seconds and try again.", "请等 40 秒后再试。"),
        (301, "Wait 6 minutes and try again.", "请等 6 分钟后再试。"),
        (3 * 3600, "Wait 3 hours and try again.", "请等 3 小时后再试。"),
    ],
)
def test_the_wait_is_said_in_a_natural_unit(seconds: int, english: str, chinese: str) -> None:
    assert wait(seconds) == english
    with translation.override("zh-hans"):
        assert wait(seconds) == str(TooOften(seconds)) == chinese


@pytest.mark.django_db
@pytest.mark.differs_on_services("counted in Redis")
def test_opening_too_many_tables_is_answered_with_the_wait(client: Client, alice: User, watch: Watch) -> None:
    client.force_login(alice)
    old = lifecycle.open_table(alice, name="A", rulebook="cash", options={}, buy_in_least=1, buy_in_most=20_000)
    lifecycle.close(old.pk, alice)
    cache.clear()
    use_up("table", alice.pk)
    watch.now += 60
    form = {"rulebook": "cash", "found_by": "lobby"}
    doors: tuple[tuple[str, dict[str, str]], ...] = (
        (reverse("new_table"), form),
        (reverse("practice"), {}),
        (reverse("play_again", args=[old.code]), {}),
    )
    for door, data in doors:
        answer = client.post(door, data, headers=CHINESE)
        assert answer.status_code == 429
        assert answer.headers["Retry-After"] == str(59 * 60)
        assert "请等 59 分钟后再试。" in answer.content.decode()
    assert Table.objects.get() == old


@pytest.mark.django_db
def test_a_form_with_mistakes_in_it_does_not_count(client: Client, alice: User) -> None:
    client.force_login(alice)
    for _ in range(LIMITS["table"].most):
        client.post(reverse("new_table"), {"rulebook": "none"})
    client.post(reverse("new_table"), {"rulebook": "cash", "found_by": "lobby"})
    assert Table.objects.count() == 1


def guess(client: Client, name: str, password: str = "wrong horse", **more: str) -> str:
    form = {"login": name, "password": password}
    return client.post(reverse("account_login"), form, headers=more).content.decode()


@pytest.mark.django_db
@pytest.mark.differs_on_services("counted in Redis")
def test_too_many_wrong_passwords_are_answered_with_the_wait(client: Client, alice: User, watch: Watch) -> None:
    for _ in range(10):
        assert "Too many wrong passwords." not in guess(client, "alice")
    watch.now += 130
    assert "Too many wrong passwords. Wait 3 minutes and try again." in guess(client, "ALICE")
    watch.now += 130
    assert "Too many wrong passwords. Wait 40 seconds and try again." in guess(client, "alice")
    assert "密码错误次数过多。 请等 40 秒后再试。" in guess(client, "alice", **CHINESE)


@pytest.mark.django_db
@pytest.mark.differs_on_services("counted in Redis")
def test_another_port_or_host_gives_no_more_guesses(client: Client, alice: User, watch: Watch) -> None:
    for number in range(10):
        guess(client, "alice", host=f"localhost:{8000 + number}")
    assert "Too many wrong passwords." in guess(client, "alice", host="localhost:9999")


ELSEWHERE = "192.0.2.9"


@pytest.mark.django_db
@pytest.mark.differs_on_services("counted in Redis")
def test_wrong_passwords_from_one_address_lock_nobody_out_elsewhere(client: Client, alice: User, watch: Watch) -> None:
    for _ in range(10):
        guess(client, "alice")
    assert "Too many wrong passwords." in guess(client, "alice", "correct horse")
    form = {"login": "alice", "password": "correct horse"}
    assert client.post(reverse("account_login"), form, REMOTE_ADDR=ELSEWHERE).status_code == 302


@pytest.mark.django_db
@pytest.mark.differs_on_services("counted in Redis")
def test_wrong_recovery_codes_from_one_address_lock_nobody_out_elsewhere(
    client: Client, alice: User, watch: Watch
) -> None:
    form = {"name": "Alice", "code": "x", "password": "y"}
    for _ in range(10):
        client.post(reverse("recover"), form)
    assert client.post(reverse("recover"), form).status_code == 429
    assert client.post(reverse("recover"), form, REMOTE_ADDR=ELSEWHERE).status_code == 422


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("door", "what", "form"),
    [
        ("account_login", "login_by_name", {"login": "alice", "password": "wrong horse"}),
        ("recover", "recover_by_name", {"name": "Alice", "code": "x", "password": "y"}),
    ],
)
def test_guesses_at_one_name_are_limited_over_all_addresses(
    client: Client,
    alice: User,
    watch: Watch,
    monkeypatch: pytest.MonkeyPatch,
    door: str,
    what: str,
    form: dict[str, str],
) -> None:
    monkeypatch.setitem(LIMITS, what, Limit(20, HOUR))
    pages = [client.post(reverse(door), form, REMOTE_ADDR=f"192.0.2.{number}").content.decode() for number in range(21)]
    assert ["Wait 60 minutes and try again." in page for page in pages] == [False] * 20 + [True]


@pytest.mark.django_db
@pytest.mark.differs_on_services("counted in Redis")
def test_limits_of_allauth_are_answered_with_the_wait(client: Client, alice: User, watch: Watch) -> None:
    """They count by address, by name and by account; the longest wait is shown."""
    for _ in range(10):
        client.post(reverse("recover"), {"name": "Alice", "code": "x", "password": "y"})
    watch.now += 100
    answer = client.post(reverse("recover"), {"name": "ALICE", "code": "x", "password": "y"})
    assert answer.status_code == 429
    assert "Wait 4 minutes and try again." in answer.content.decode()
    client.force_login(alice)
    for _ in range(10):
        client.post(reverse("recovery_codes"), {"password": "wrong"})
    watch.now += 25
    answer = client.post(reverse("recovery_codes"), {"password": "wrong"})
    assert "Wait 35 seconds and try again." in answer.content.decode()


@pytest.mark.django_db
def test_an_address_gets_as_many_sign_ups_an_hour_as_forty_people_need(client: Client, watch: Watch) -> None:
    """Forty people have three tries each, since names may be taken and passwords too short."""
    for _ in range(120):
        assert client.post(reverse("account_signup")).status_code == 200
        watch.now += 2
    answer = client.post(reverse("account_signup"))
    assert answer.status_code == 429
    assert "Wait 56 minutes and try again." in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("door", ["account_signup", "account_login"])
@pytest.mark.differs_on_services("counted in Redis")
def test_mass_sign_ups_and_logins_are_answered_with_the_wait(client: Client, watch: Watch, door: str) -> None:
    """The limit leaves room for a whole class that does so at once from the same address."""
    most = int(ALLAUTH[door.removeprefix("account_")].partition("/")[0])
    for _ in range(most):
        assert client.post(reverse(door)).status_code == 200
    watch.now += 20
    answer = client.post(reverse(door), headers=CHINESE)
    assert answer.status_code == 429
    assert "请等 40 秒后再试。" in answer.content.decode()
    watch.now += 41
    assert client.post(reverse(door)).status_code == 200
