"""One greedy address takes all that it can get; everybody else plays on."""

import asyncio
import contextlib
import json
import time
from typing import Any

import httpx
import pytest
import websockets

from gamemaster.admission.bounds import AddressBounds, Rate
from gamemaster.admission.options import AddressOptions
from gamemaster.protocol.client import connect
from gamemaster.protocol.messages import CLOSE_TOO_MANY
from tests.integration.service import Service, client_on, ids, running

pytestmark = pytest.mark.integration

GREEDY = "127.0.0.2"  # another address of this machine than the others have
TIGHT = AddressOptions(
    sockets=6, unproven=4, acts_per_minute=8, acts_in_flight=2, requests_per_minute=40
)  # fmt: skip


async def end_of(socket: Any) -> tuple[list[dict[str, Any]], int | None]:
    """All that was said on a socket to its end, and the code with which it was closed."""
    said = []
    with contextlib.suppress(websockets.ConnectionClosed):
        while True:
            said.append(json.loads(await socket.recv()))
    return said, socket.close_code


async def take_sockets(service: Service) -> list[str]:
    """Opens sockets that say nothing until there are no more; the limits that were named."""
    limits = []
    async with contextlib.AsyncExitStack() as stack:
        for number in range(TIGHT.unproven + 4):
            socket = await stack.enter_async_context(
                connect(
                    service.url, local_addr=(GREEDY, 0), additional_headers={"X-Forwarded-For": "1.2.3.4"}
                )
            )
            if number >= TIGHT.unproven:
                said, code = await end_of(socket)
                assert code == CLOSE_TOO_MANY
                limits.append(said[0]["limit"])
    return limits


async def take_requests(service: Service) -> list[int]:
    transport = httpx.AsyncHTTPTransport(local_address=GREEDY)
    async with httpx.AsyncClient(base_url=service.http, transport=transport) as client:
        return [(await client.get("/api/worlds")).status_code for _ in range(TIGHT.requests_per_minute + 5)]


async def take_acts(service: Service) -> list[str]:
    """Acts of many players of the address; the limits that were named."""
    limits = []
    for _ in range(2):
        async with client_on(service.port, local_addr=(GREEDY, 0)) as client:
            await client.begin()
            for _ in range(4):
                await client.send(type="act", id=next(ids), text="take")
            for _ in range(4):
                last = (await client.until("commit", "error"))[-1]
                if last["type"] == "error":
                    assert last["code"] == "too_fast"
                    assert last["retry_after_s"] is None or last["retry_after_s"] > 0
                    limits.append(last["limit"])
    return limits


async def test_one_greedy_address_and_everybody_else_plays_on(migrated_url: str, redis_url: str) -> None:
    bounds = AddressBounds(TIGHT)
    async with running(migrated_url, redis_url, addresses=bounds) as service, service.client() as other:
        await other.begin()
        acts = await take_acts(service)
        assert f"{TIGHT.acts_in_flight} acts in flight of one address" in acts
        assert f"{TIGHT.acts_per_minute} acts a minute from one address" in acts
        sockets = await take_sockets(service)
        silent = f"{TIGHT.unproven} connections that have said nothing yet of one address"
        assert sockets == [silent] * 4, "a header of its own did not help"
        statuses = await take_requests(service)
        assert set(statuses) == {200, 429}
        with pytest.raises(websockets.InvalidStatus) as refused:
            async with connect(service.url, local_addr=(GREEDY, 0)):
                pass
        assert refused.value.response.status_code == 429
        assert json.loads(refused.value.response.body)["retry_after_s"] > 0
        for words in ("take", "go north"):
            assert (await other.act(words))[-1]["type"] == "commit"
        async with service.client() as newcomer, httpx.AsyncClient(base_url=service.http) as reader:
            await newcomer.begin()
            assert (await newcomer.act("go north"))[-1]["type"] == "commit"
            assert (await reader.get("/api/worlds")).status_code == 200


async def test_behind_a_proxy_the_header_counts(migrated_url: str, redis_url: str) -> None:
    bounds = AddressBounds(AddressOptions(sockets=1, proxies="127.0.0.1"))
    async with running(migrated_url, redis_url, addresses=bounds) as service:
        headers = [{"X-Forwarded-For": f"spoofed, {who}"} for who in ("203.0.113.7", "203.0.113.8")]
        async with (
            client_on(service.port, additional_headers=headers[0]),
            client_on(service.port, additional_headers=headers[1]),
            connect(service.url, additional_headers=headers[0]) as third,
        ):
            said, code = await end_of(third)
            assert (said[0]["limit"], code) == ("1 open sockets of one address", CLOSE_TOO_MANY)


async def test_requests_that_do_not_come_whole_are_ended(
    migrated_url: str, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gamemaster.server.uvicorn_protocols.REQUEST_S", 0.05)
    bounds = AddressBounds(AddressOptions(unproven=3))
    async with running(migrated_url, redis_url, addresses=bounds) as service:
        for begun in (
            b"",
            b"GET /healthz HTTP/1.1\r\nHost: x\r\n",
            b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /he",
            b"PATCH /api/stories/x HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{",
        ):
            reader, writer = await asyncio.open_connection("127.0.0.1", service.port, local_addr=(GREEDY, 0))
            writer.write(begun)
            async with asyncio.timeout(10):
                with contextlib.suppress(ConnectionError):
                    await reader.read()
            writer.close()
        monkeypatch.setattr("gamemaster.server.uvicorn_protocols.REQUEST_S", 60)
        held = [
            await asyncio.open_connection("127.0.0.1", service.port, local_addr=(GREEDY, 0)) for _ in range(3)
        ]
        async with asyncio.timeout(10):
            while bounds.half_open[GREEDY] < 3:
                await asyncio.sleep(0.01)
            reader, writer = await asyncio.open_connection("127.0.0.1", service.port, local_addr=(GREEDY, 0))
            with contextlib.suppress(ConnectionError):
                assert await reader.read() == b"", "the fourth is one too many"
        async with httpx.AsyncClient(base_url=service.http) as other:
            assert (await other.get("/healthz")).status_code == 200
        for _, half in [*held, (reader, writer)]:
            half.close()


async def test_bodies_are_small_and_their_size_is_known(migrated_url: str, redis_url: str) -> None:
    async with (
        running(migrated_url, redis_url) as service,
        httpx.AsyncClient(base_url=service.http) as client,
    ):
        large = await client.patch(f"/api/stories/{'0' * 32}", content=b"x" * 70_000)
        assert (large.status_code, large.json()["status"]) == (413, 413)

        async def chunks() -> Any:
            yield b"{}"

        assert (await client.patch(f"/api/stories/{'0' * 32}", content=chunks())).status_code == 411


async def test_a_flood_of_frames_ends_the_connection(migrated_url: str, redis_url: str) -> None:
    async with (
        running(migrated_url, redis_url) as service,
        service.client() as flood,
        service.client() as other,
    ):
        await other.begin()
        with contextlib.suppress(websockets.ConnectionClosed):
            for n in range(2_000):
                await flood.socket.ping(f"{n}")
            while True:
                await flood.receive()
        assert flood.socket.close_code == CLOSE_TOO_MANY
        assert (await other.act("take"))[-1]["type"] == "commit"


async def test_long_stories_are_read_so_often_and_no_more(migrated_url: str, redis_url: str) -> None:
    bounds = AddressBounds(AddressOptions(requests_per_minute=30))
    async with running(migrated_url, redis_url, addresses=bounds) as service, service.client() as client:
        await client.begin()
        for _ in range(40):
            assert (await client.act("look", instant=True))[-1]["type"] == "commit"
        mine = {"Authorization": f"Bearer {client.token}"}
        transport = httpx.AsyncHTTPTransport(local_address=GREEDY)
        async with httpx.AsyncClient(base_url=service.http, headers=mine, transport=transport) as greedy:
            pages = (f"/api/stories/{client.story}/{what}" for what in ("export", "turns?limit=200"))
            for page in pages:
                bounds.requests = Rate(30, "requests", time.monotonic)
                answers = [await greedy.get(page) for _ in range(12)]
                statuses = [answer.status_code for answer in answers]
                assert statuses[:9] == [200] * 9
                assert statuses[-1] == 429, "each is one request, and two more for the forty turns"
                assert int(answers[-1].headers["Retry-After"]) > 0
        async with httpx.AsyncClient(base_url=service.http, headers=mine, trust_env=False) as other:
            assert (await other.get(f"/api/stories/{client.story}/export")).status_code == 200


async def test_two_processes_give_an_address_no_more_acts_than_one(migrated_url: str, redis_url: str) -> None:
    four = AddressOptions(acts_per_minute=4)
    async with (
        running(migrated_url, redis_url, addresses=AddressBounds(four)) as service,
        running(migrated_url, redis_url, addresses=AddressBounds(four)) as other,
        client_on(service.port, local_addr=("127.0.0.3", 0)) as here,
        client_on(other.port, local_addr=("127.0.0.3", 0)) as there,
    ):
        # A story and three acts in each: as much as each of them would allow, and twice as much as both together.
        await here.begin()
        await there.begin()
        ends = [(await client.act("take"))[-1] for _ in range(3) for client in (here, there)]
        limits = {end["limit"] for end in ends if end["type"] == "error"}
        assert limits == {"4 acts a minute from one address"}
        assert ends[0]["type"] == ends[1]["type"] == "commit"
