"""A server knows the addresses under which other machines reach it."""

import pytest

from poker_site.environment import is_loopback
from poker_site.ops import network


@pytest.fixture
def two_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "lan_addresses", lambda: ["192.168.7.5", "fd00::7"])
    monkeypatch.setattr("socket.gethostname", lambda: "kitchen")


@pytest.mark.usefixtures("two_addresses")
@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("0.0.0.0", ["192.168.7.5", "kitchen", "kitchen.local"]),
        ("::", ["192.168.7.5", "[fd00::7]", "kitchen", "kitchen.local"]),
        ("192.168.7.5", ["192.168.7.5"]),
        ("fd00::7", ["[fd00::7]"]),
    ],
)
def test_a_wildcard_host_means_every_address_of_its_family(host: str, expected: list[str]) -> None:
    assert network.reachable_hosts(host) == expected


def test_addresses_in_the_network_are_never_loopback() -> None:
    assert not any(is_loopback(address) for address in network.lan_addresses())


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.1", "::1", "[::1]", "localhost"])
def test_loopback_is_recognised(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.7.5", "room.test", "localhost.example", ""])
def test_other_hosts_are_not_loopback(host: str) -> None:
    assert not is_loopback(host)
