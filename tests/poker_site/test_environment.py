"""A missing or wrong variable leads to one clear sentence; the secret key is made once and kept to its owner."""

import stat
from pathlib import Path

import pytest

from poker_site.environment import read

SECRET = "x" * 50
PRODUCTION = {
    "DATABASE_URL": "postgresql://room:pass@db.example.org/room",
    "REDIS_URL": "redis://cache.example.org",
    "SECRET_KEY": SECRET,
    "ALLOWED_HOSTS": "poker.example.org, www.example.org",
}


def refusal(values: dict[str, str]) -> str:
    with pytest.raises(SystemExit) as caught:
        read(values)
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


def test_the_profile_is_embedded_if_nothing_is_set(tmp_path: Path) -> None:
    env = read({"DATA_DIR": str(tmp_path)})
    assert not env.production
    assert env.database["NAME"] == str(tmp_path / "evenhand.sqlite3")
    assert (env.host, env.port, env.on_loopback) == ("127.0.0.1", 8000, True)


def test_both_addresses_choose_the_production_profile() -> None:
    env = read(PRODUCTION)
    assert env.production
    assert env.database["HOST"] == "db.example.org"
    assert env.broker_url == "redis://cache.example.org"
    assert env.allowed_hosts == ["poker.example.org", "www.example.org"]


def test_empty_variables_count_as_unset(tmp_path: Path) -> None:
    env = read({"HOST": "", "PORT": "", "DATA_DIR": str(tmp_path), "DATABASE_URL": "", "REDIS_URL": " "})
    assert not env.production


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"REDIS_URL": ""}, "REDIS_URL"),
        ({"DATABASE_URL": ""}, "DATABASE_URL"),
        ({"DATABASE_URL": "mysql://room@db/room"}, "DATABASE_URL"),
        ({"DATABASE_URL": "postgresql://db.example.org"}, "DATABASE_URL"),
        ({"DATABASE_URL": "postgresql://db:notaport/room"}, "DATABASE_URL"),
        ({"REDIS_URL": "cache.example.org:6379"}, "REDIS_URL"),
        ({"CELERY_BROKER_URL": "https://broker"}, "CELERY_BROKER_URL"),
        ({"SECRET_KEY": ""}, "SECRET_KEY"),
        ({"SECRET_KEY": "short"}, "SECRET_KEY"),
        ({"ALLOWED_HOSTS": ""}, "ALLOWED_HOSTS"),
        ({"ALLOWED_HOSTS": "https://poker.example.org"}, "ALLOWED_HOSTS"),
        ({"CSRF_TRUSTED_ORIGINS": "poker.example.org"}, "CSRF_TRUSTED_ORIGINS"),
        ({"SECURE_PROXY": "yes"}, "SECURE_PROXY"),
        ({"SECURE_PROXY": "-1"}, "SECURE_PROXY"),
        ({"PORT": "http"}, "PORT"),
        ({"PORT": "70000"}, "PORT"),
        ({"DEBUG": "1"}, "DEBUG"),
        ({"EMAIL_URL": "pigeon://roof"}, "EMAIL_URL"),
    ],
)
def test_a_wrong_variable_is_named_in_one_sentence(change: dict[str, str], named: str) -> None:
    assert named in refusal({**PRODUCTION, **change})


def test_a_mail_address_is_read() -> None:
    env = read({**PRODUCTION, "EMAIL_URL": "smtp+tls://room:pass@mail.example.org:587"})
    assert env.email["EMAIL_HOST"] == "mail.example.org"
    assert env.email["EMAIL_USE_TLS"] is True


def test_the_secret_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    first = read({"DATA_DIR": str(folder)}).secret_key
    assert len(first) >= 50
    assert read({"DATA_DIR": str(folder)}).secret_key == first
    assert stat.S_IMODE((folder / "secret_key").stat().st_mode) == 0o600
    assert [path.name for path in folder.iterdir()] == ["secret_key"]


def test_a_damaged_secret_key_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("")
    assert "secret_key" in refusal({"DATA_DIR": str(tmp_path)})


def test_a_data_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert "DATA_DIR" in refusal({"DATA_DIR": str(file / "data")})


def test_a_data_folder_that_can_only_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read({"DATA_DIR": str(tmp_path)})
    monkeypatch.setattr("os.access", lambda path, mode: False)
    assert "DATA_DIR" in refusal({"DATA_DIR": str(tmp_path)})


@pytest.mark.parametrize(("values", "port"), [({}, 18888), ({"DUEL_PORT": "19000"}, 19000), ({"DUEL_PORT": " "}, 0)])
def test_an_empty_duel_port_switches_the_arena_off(tmp_path: Path, values: dict[str, str], port: int) -> None:
    env = read({"DATA_DIR": str(tmp_path), **values})
    assert (env.duel_host, env.duel_port) == ("127.0.0.1", port)
