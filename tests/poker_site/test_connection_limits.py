"""Connections are counted by address, and those of IPv6 by network."""

import pytest

from poker_site.web.connection_limits import ConnectionsByAddress


@pytest.mark.parametrize("address", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "", "/run/socket"])
def test_connections_of_this_machine_are_not_counted(address: str) -> None:
    assert ConnectionsByAddress(0).enter(address)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("fe80::1%eth0", "fe80::2%eth1", True),
    ],
)
def test_other_connections_are_counted_by_address_or_network(one: str, other: str, same: bool) -> None:
    counted = ConnectionsByAddress(1)
    assert counted.enter(one)
    assert counted.enter(other) is not same


def test_a_closed_connection_makes_room_for_another() -> None:
    counted = ConnectionsByAddress(2)
    assert [counted.enter("192.0.2.1") for _ in range(4)] == [True, True, False, False]
    counted.leave("192.0.2.1")
    assert [counted.enter("192.0.2.1") for _ in range(2)] == [True, False]
