"""Requests that no page of ours makes: names and origins of strangers, over real HTTP."""

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
