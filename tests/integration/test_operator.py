"""What the operator orders through one process holds in the other: on real servers, over real sockets."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest
from pydantic import SecretStr

from gamemaster.admission import standing_orders
from gamemaster.admission.operator_door import OperatorDoor
from gamemaster.admission.standing_orders import StandingOrders
from gamemaster.logs.context import hash_of
from gamemaster.protocol.auth_tokens import Tokens
from gamemaster.protocol.client import connect
from gamemaster.recording.player_archive import Archives
from gamemaster.server.ops import beacon
from gamemaster.storage import operator_orders
from gamemaster.storage.database import engine_at
from gamemaster.storage.operator_orders import OrderBook
from gamemaster.storage.player_exports import PlayerExports
from gamemaster.storage.reports import Reports
from inference.hosted.incidents import Incidents
from tests.integration.service import Client, Service, running

pytestmark = pytest.mark.integration
TOKEN = "token-of-the-operators-tests"


@pytest.fixture
async def hosts(
    migrated_url: str, redis_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> AsyncIterator[tuple[Service, Service]]:
    """Two processes of one service."""
    monkeypatch.setattr(standing_orders, "READ_S", 0.05)
    monkeypatch.setattr(beacon, "TELL_S", 0.05)
    engine = engine_at(migrated_url)

    async def nothing() -> None:
        """This host has no files."""

    def parts() -> dict[str, Any]:
        return {
            "orders": StandingOrders(OrderBook(engine)),
            "ops": OperatorDoor(SecretStr(TOKEN)),
            "reports": Reports(engine),
            "archives": Archives(PlayerExports(engine), nothing),
            "incidents": Incidents(tmp_path / "incidents"),
        }

    async with (
        running(migrated_url, redis_url, **parts()) as one,
        running(migrated_url, redis_url, **parts()) as other,
    ):
        yield one, other
    await engine.dispose()


@pytest.fixture
def other(hosts: tuple[Service, Service]) -> Service:
    """The second of them."""
    return hosts[1]


@pytest.fixture
async def ops(hosts: tuple[Service, Service]) -> AsyncIterator[httpx.AsyncClient]:
    """The operator, at the first of them."""
    headers = {"Authorization": f"Bearer {TOKEN}"}
    async with httpx.AsyncClient(
        base_url=f"{hosts[0].http}/api/ops", headers=headers, trust_env=False
    ) as http:
        yield http


async def refused_at_hello(service: Service, token: str | None = None) -> dict[str, Any]:
    """What the service says to whoever it does not let in."""
    async with connect(service.url) as socket:
        client = Client(socket)
        await client.send(type="hello", token=token)
        return (await client.until("error", "welcome"))[-1]


async def until_let_in(service: Service, token: str) -> None:
    async with asyncio.timeout(20):
        while (await refused_at_hello(service, token))["type"] == "error":
            await asyncio.sleep(0.02)


async def until(known: Callable[[], bool]) -> None:
    """What an order comes to is known to the other host."""
    async with asyncio.timeout(20):
        while not known():
            await asyncio.sleep(0.02)


async def test_maintenance_keeps_newcomers_and_new_stories_out_and_lets_stories_go_on(
    other: Service, ops: httpx.AsyncClient
) -> None:
    async with other.client() as client:
        await client.begin()
        assert (await ops.put("/maintenance", json={"on": True})).json()["since"]
        await until(lambda: other.desk.orders.is_closed_to_new)
        refused = await refused_at_hello(other)
        assert (refused["code"], refused["fatal"]) == ("unavailable", True)
        assert "being worked on" in refused["message"]
        assert (await client.act("go north"))[-1]["type"] == "commit"
        await client.send(type="new_story", id="new-story-2", world="hut", seed=7)
        assert (await client.until("error"))[-1]["act_id"] == "new-story-2"
        async with other.client(client.token) as again:
            assert again.player == client.player, "who plays here already may come back"
    assert (await ops.put("/maintenance", json={"on": False})).json() == {"since": None}
    await until(lambda: not other.desk.orders.is_closed_to_new)
    async with other.client() as newcomer:
        await newcomer.begin()


async def test_a_muted_player_reads_and_does_not_act(other: Service, ops: httpx.AsyncClient) -> None:
    async with other.client() as client:
        await client.begin()
        path = f"/players/{client.player}/muted"
        since = (await ops.put(path, json={"holds": True})).json()["muted"]
        assert (await ops.put(path, json={"holds": True})).json()["muted"] == since
        await until(lambda: other.desk.orders.is_muted(client.player))
        refused = (await client.act("go north"))[-1]
        assert (refused["type"], refused["fatal"]) == ("error", False)
        assert (await client.open(client.story))["type"] == "story"
        assert (await ops.put(path, json={"holds": False})).json()["muted"] is None
        await until(lambda: not other.desk.orders.is_muted(client.player))
        assert (await client.act("go north"))[-1]["type"] == "commit"
    assert (await ops.get("/players")).json() == {"players": []}


async def test_a_banned_player_is_sent_away_and_kept_out(other: Service, ops: httpx.AsyncClient) -> None:
    async with other.client() as client, other.client() as stranger:
        await client.begin()
        await stranger.begin()
        assert (await ops.put(f"/players/{client.player}/banned", json={"holds": True})).json()["banned"]
        assert (await client.until("error"))[-1]["fatal"]
        assert (await refused_at_hello(other, client.token))["fatal"]
        assert (await stranger.act("go north"))[-1]["type"] == "commit"
        (listed,) = (await ops.get("/players")).json()["players"]
        assert listed["player"] == client.player
        await ops.put(f"/players/{client.player}/banned", json={"holds": False})
        await until_let_in(other, client.token)


async def test_who_is_signed_out_needs_another_token(other: Service, ops: httpx.AsyncClient) -> None:
    async with other.client() as client:
        await client.begin()
        assert (await ops.post(f"/players/{client.player}/sign-out")).json()["signed_out"]
        told = (await client.until("error"))[-1]
        assert (told["code"], told["fatal"]) == ("signed_out", True)
        assert "Your stories are kept" in told["message"]
    assert (await refused_at_hello(other, client.token))["code"] == "signed_out"
    mine = {"Authorization": f"Bearer {client.token}"}
    async with httpx.AsyncClient(base_url=other.http, headers=mine, trust_env=False) as http:
        assert (await http.get("/api/stories")).status_code == 401
        assert (await ops.delete(f"/players/{client.player}/sign-out")).json()["signed_out"] is None
        await until_let_in(other, client.token)
        assert [story["id"] for story in (await http.get("/api/stories")).json()["stories"]] == [client.story]


async def test_the_operator_sees_workers_stories_and_lost_engines(
    hosts: tuple[Service, Service], ops: httpx.AsyncClient, tmp_path: Any
) -> None:
    Incidents(tmp_path / "incidents").keep("it was killed by signal 9", "the end of its log")
    async with hosts[1].client() as client:
        await client.begin()
        await client.act("go north")
        async with asyncio.timeout(20):
            while True:
                shown = (await ops.get("/service")).json()
                stories = [story for worker in shown["workers"] for story in worker["stories"]]
                if len(shown["workers"]) == 2 and stories and stories[0]["turn"] == 1:
                    break
                await asyncio.sleep(0.02)
        (story,) = stories
        assert (story["id"], story["player"]) == (hash_of(client.story), hash_of(client.player))
        assert (story["world"], story["followers"]) == ("hut", 1)
        assert client.story not in str(shown)
        assert client.player not in str(shown)
    (lost,) = shown["workers"][0]["incidents"]
    assert lost["why"] == "it was killed by signal 9"
    assert lost["files"] == ["engine.log", "reason.txt"]
    assert lost["place"].startswith(str(tmp_path))


async def test_a_player_is_found_taken_out_and_deleted(
    hosts: tuple[Service, Service], ops: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hosts[1].client() as client:
        await client.begin()
        await client.act("go north")
    await ops.put(f"/players/{client.player}/muted", json={"holds": True})
    (found,) = (await ops.get("/players", params={"prefix": client.player[:6]})).json()["players"]
    assert (found["player"], found["hash"]) == (client.player, hash_of(client.player))
    assert (await ops.get("/players", params={"prefix": "xy"})).status_code == 422
    # From the log, or a story in play, which have its hash.
    monkeypatch.setattr(operator_orders, "IDS_AT_ONCE", 1)
    (named,) = (await ops.get("/players", params={"prefix": hash_of(client.player)})).json()["players"]
    assert named == found
    absent = hash_of("f" * 32)
    assert (await ops.get("/players", params={"prefix": absent})).json()["players"] == []
    path = f"/players/{client.player}"
    assert (await ops.get(path)).json()["kept"]["turns"] == 1
    export = await ops.get(f"{path}/export")
    assert (export.status_code, export.headers["Content-Type"]) == (200, "application/zip")
    with zipfile.ZipFile(io.BytesIO(export.content)) as archive:
        assert '"muted":"' in archive.read("sanctions.jsonl").decode(), (
            "what is ordered about them is theirs too"
        )
    assert (await ops.delete(path)).status_code == 422, "without the word it is not meant"
    assert (await ops.delete(path, params={"confirm": "everything"})).status_code == 204
    for gone in (ops.get(path), ops.put(f"{path}/muted", json={"holds": True}), ops.post(f"{path}/sign-out")):
        assert (await gone).status_code == 404


async def test_reports_are_listed_shown_and_done(
    hosts: tuple[Service, Service], ops: httpx.AsyncClient
) -> None:
    desk = hosts[0].desk
    async with hosts[1].client() as client:
        await client.begin()
        await client.act("go north")
        (record,) = await desk.store.turns(client.story, client.player, limit=5)
        assert desk.reports is not None
        kept = await desk.reports.add(client.player, client.story, record, "not all right", share=True)
    (listed,) = (await ops.get("/reports")).json()["reports"]
    assert (listed["id"], listed["note"], listed["words"]) == (kept.id, "not all right", "go north")
    assert (await ops.get(f"/reports/{kept.id}")).json() == listed
    assert (await ops.post(f"/reports/{kept.id}/done")).json()["done"]
    assert (await ops.get("/reports")).json() == {"reports": []}
    assert len((await ops.get("/reports", params={"all": True})).json()["reports"]) == 1
    assert (await ops.get("/reports/999")).status_code == 404


async def test_hosts_without_a_page_warn_of_one_with_another_secret(
    migrated_url: str, redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(migrated_url, redis_url) as one:
        async with asyncio.timeout(20):
            while not await beacon.workers_shown(one.desk.redis):
                await asyncio.sleep(0.02)
        async with running(migrated_url, redis_url, tokens=Tokens("another secret " * 3)):
            await until(lambda: "has another GM_SECRET" in caplog.text)
