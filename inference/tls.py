"""The certificates that a connection to a server is checked against."""

from __future__ import annotations

import functools
import ssl

import httpx


@functools.cache
def certificates() -> ssl.SSLContext:
    """The ones that httpx trusts by itself. Reading it takes 20 ms of CPU, and httpx would for each client."""
    return httpx.create_ssl_context(trust_env=False)
