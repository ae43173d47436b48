"""Requests that no page of ours makes: names and origins of strangers, over real HTTP."""

import asyncio

import httpx
import pytest

from tests.integration.service import Service, running

pytestmark = [pytest.mark.integration]
UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Protocol": "gamemaster.v1",
}


async def status(service: Service, path: str, **headers: str) -> int:
    async with httpx.AsyncClient(base_url=service.http, trust_env=False) as http:
        given = {
            **(UPGRADE if path == "/ws" else {}),
            **{name.title(): text for name, text in headers.items()},
        }
        answer = await http.get(path, headers=given)
        if answer.status_code >= 400:
            assert answer.headers["content-type"] in ("application/problem+json", "text/plain; charset=utf-8")
        return answer.status_code


async def test_strangers_names_and_origins(migrated_url: str, redis_url: str) -> None:
    async with running(migrated_url, redis_url, hosts=frozenset({"127.0.0.1", "play.example"})) as service:
        for path in ("/healthz", "/", "/ws"):
            assert await status(service, path, host="evil.example") == 403
            assert await status(service, path, host=f"evil.example:{service.port}") == 403
        for name in ("127.0.0.1", "play.example", "PLAY.example:443"):
            assert await status(service, "/healthz", host=name) == 200
        # What cannot be read is no origin of ours, and no fault either.
        for origin in ("http://[::1", "http://[", "//", "null", "http://evil.example", "x" * 4000):
            assert await status(service, "/ws", origin=origin) == 403
        async with service.client() as client:
            await client.begin()


async def asked_raw(service: Service, head: str, body: str = "") -> bytes:
    """The whole answer to a request that no client of ours makes, to the end of its connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
    fields = "".join(f"{name}: {text}\r\n" for name, text in UPGRADE.items())
    writer.write(f"{head}\r\nHost: localhost\r\n{fields}\r\n{body}".encode())
    async with asyncio.timeout(60):
        answer = await reader.read()
    writer.close()
    return answer


async def test_a_handshake_that_cannot_be_read_is_answered_and_ends(
    migrated_url: str, redis_url: str
) -> None:
    async with running(migrated_url, redis_url) as service:
        with_body = await asked_raw(service, "GET /ws HTTP/1.1\r\nContent-Length: 3", "abc")
        assert with_body.startswith(b"HTTP/1.1 400 ")
        assert (await asked_raw(service, "POST /ws HTTP/1.1")).startswith(b"HTTP/1.1 405 ")
        for head in ("GET /ws HTTP/1.1\r\nX: " + "a" * 9_000, "GET /ws HTTP/1.1" + "\r\nX: a" * 300):
            assert (await asked_raw(service, head)).startswith(b"HTTP/1.1 431 ")
        assert (await asked_raw(service, f"GET /ws?{'a' * 9_000} HTTP/1.1")).startswith(b"HTTP/1.1 414 ")
        assert service.desk.addresses.half_open.total == 0
        async with service.client() as client:
            assert client.player
