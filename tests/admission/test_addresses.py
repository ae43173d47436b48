"""Whose address counts: a proxy's word about whom it speaks for, and nobody else's."""

import pytest

from gamemaster.admission.addresses import EXEMPT, UNKNOWN, Addresses, networks_of

NEAR = Addresses(networks_of("10.0.0.0/8, ::1"))


def key(peer: str | None, forwarded: str | None = None, addresses: Addresses = NEAR) -> str:
    headers = [] if forwarded is None else [(b"X-Forwarded-For", forwarded.encode())]
    return addresses.key(peer, headers)


@pytest.mark.parametrize(
    ("peer", "forwarded", "counted"),
    [
        ("203.0.113.7", None, "203.0.113.7"),
        ("203.0.113.7", "198.51.100.1", "203.0.113.7"),  # not a proxy of ours: it may say what it likes
        ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "1.2.3.4, 198.51.100.1", "198.51.100.1"),  # what stands before was the client's own word
        ("10.0.0.1", "198.51.100.1, 10.0.0.2", "198.51.100.1"),  # a second proxy of ours
        ("10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"),
        ("10.0.0.1", "198.51.100.1, nonsense", "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("::1", '"[2001:db8:1:2:3::4]:4711"', "2001:db8:1:2::/64"),
        ("::ffff:10.0.0.1", "198.51.100.1:80", "198.51.100.1"),
        ("2001:db8:1:2:aaaa::1", None, "2001:db8:1:2::/64"),
        ("fe80::1%eth0", None, "fe80::/64"),
        (None, None, UNKNOWN),
        ("testclient", None, UNKNOWN),
    ],
)
def test_whom_a_request_counts_for(peer: str | None, forwarded: str | None, counted: str) -> None:
    assert key(peer, forwarded) == counted


def test_without_proxies_no_header_counts() -> None:
    assert key("10.0.0.1", "198.51.100.1", Addresses()) == "10.0.0.1"


def test_another_header_may_be_named() -> None:
    addresses = Addresses(networks_of("10.0.0.1"), b"cf-connecting-ip")
    headers = [(b"x-forwarded-for", b"1.2.3.4"), (b"CF-Connecting-IP", b"198.51.100.1")]
    assert addresses.key("10.0.0.1", headers) == "198.51.100.1"


def test_some_addresses_are_not_counted_but_by_the_address_of_whom_they_speak_for() -> None:
    addresses = Addresses(networks_of("10.0.0.1"), exempt=networks_of("10.0.0.1, 192.0.2.0/24"))
    assert key("192.0.2.9", None, addresses) == key("10.0.0.1", None, addresses) == EXEMPT
    assert key("10.0.0.1", "203.0.113.7", addresses) == "203.0.113.7"


def test_networks_that_are_none_are_named() -> None:
    with pytest.raises(ValueError, match=r"10\.0\.0\.300"):
        networks_of("10.0.0.300")
