"""Hosts and URLs among the settings: what is wrong with one, without quoting the password in it."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from pydantic import SecretStr


def is_loopback(host: str) -> bool:
    """Whether an address is reached from this machine alone."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def checked_url(value: SecretStr, schemes: tuple[str, ...]) -> str:
    """The URL as text. Raises ValueError, without quoting it, if it is not of one of `schemes` or lacks a place."""
    text = value.get_secret_value()
    parts = urlsplit(text)
    if parts.scheme not in schemes or "://" not in text:
        raise ValueError(f"must begin with {' or '.join(f'{scheme}://' for scheme in schemes)}")
    if not (parts.netloc or parts.path.strip("/") or parts.query):
        raise ValueError(f"names no host; {schemes[-1]}://user:password@host:port/name has the form")
    try:
        parts.port  # noqa: B018 - parsed, and refused, only when asked for
    except ValueError:
        raise ValueError(
            "has a port that is not a number from 0 to 65535; an @, / or : in the password is written %40, %2F or %3A"
        ) from None
    if parts.netloc.count("@") > 1:
        raise ValueError("has more than one @ before the host; one in the password is written %40")
    return text
