"""What the service refuses: each with a typed error that names what was wrong and the limit, and loses nothing."""

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator
from typing import Any

import pytest
import websockets

from gamemaster.admission.options import Limits
from gamemaster.protocol.auth_tokens import Tokens, new_player
from gamemaster.protocol.client import connect
from tests.integration.service import SECRET, Client, Service, ids, running, text_of

pytestmark = pytest.mark.integration


@pytest.fixture
async def service(migrated_url: str, redis_url: str) -> AsyncIterator[Service]:
    async with running(migrated_url, redis_url) as started:
        yield started


JUNK: list[tuple[str | bytes, str, str]] = [
    (b"\x00\xff\xfe binary", "unsupported", "binary frame of 10 bytes"),
    ("", "bad_message", "not JSON"),
    ("hello", "bad_message", "not JSON"),
    ("[]", "bad_message", "JSON object with a `type`"),
    ("null", "bad_message", "JSON object with a `type`"),
    ("{}", "bad_message", "JSON object with a `type`"),
    ('{"type": 7}', "bad_message", "type"),
    ('{"type": "dance"}', "bad_message", "no message of type 'dance'"),
    ('{"type": "act"}', "bad_message", "act.id"),
    ('{"type": "act", "id": "x", "text": "hi"}', "bad_message", "act.id"),
    ('{"type": "act", "id": "act-12345678", "text": 7}', "bad_message", "act.text"),
    ('{"type": "act", "id": "act-12345678", "text": "hi", "dice": 20}', "bad_message", "act.dice"),
    ('{"type": "open", "story": "../../etc/passwd"}', "bad_message", "open.story"),
    ('{"type": "ping", "n": ' + "9" * 5000 + "}", "bad_message", ""),
    ("[" * 20_000, "bad_message", ""),
    ('{"type": "act", "id": "act-12345678", "text": "\\ud800"}', "bad_message", ""),
    ('{"type": "act", "id": "act-12345678", "text": "' + "x" * 40_000 + '"}', "too_large", "32768 bytes"),
    ('{"type": "act", "id": "act-12345678", "text": "' + "x" * 3000 + '"}', "too_long", "2000"),
    ('{"type": "act", "id": "act-12345678", "text": "  \\u0000 "}', "empty", "no words"),
    ('{"type": "hello"}', "bad_message", "already"),
    ('{"type": "new_story", "id": "new-12345678", "world": "mordor"}', "not_found", "hut"),
    ('{"type": "new_story", "id": "new-12345678", "world": "hut", "seed": -1}', "bad_message", "seed"),
    ('{"type": "branch", "id": "branch-12345", "name": ""}', "bad_message", "branch.name"),
    ('{"type": "branch", "id": "branch-12345", "name": "\\u0000\\u202e"}', "bad_message", "branch.name"),
    ('{"type": "open", "story": "' + "0" * 32 + '", "epoch": 1, "offset": -5}', "not_found", "story"),
]


async def test_junk_gets_a_typed_error_and_the_connection_lives(service: Service) -> None:
    async with service.client() as client:
        await client.begin()
        for junk, code, says in JUNK:
            await client.socket.send(junk)
            error = await client.receive()
            assert (error["type"], error["code"], error["fatal"]) == ("error", code, False), (
                junk[:60],
                error,
            )
            assert says in error["message"], (junk[:60], error)
        await client.open(client.story)
        assert (await client.act("go north"))[-1]["type"] == "commit"


@pytest.mark.parametrize("position", [(-1, -1), (0, 0), (2**62, 1), (10**30, 5), (1, 10**30)])
async def test_a_position_that_never_was_gets_a_snapshot(service: Service, position: tuple[int, int]) -> None:
    async with service.client() as client:
        story = await client.begin()
        assert (await client.open(client.story, *position))["type"] in ("story", "error")
        assert (await client.open(client.story, story["epoch"], 10**6))["type"] == "story"


async def test_control_characters_are_taken_out_of_the_words(service: Service) -> None:
    async with service.client() as client:
        await client.begin()
        frames = await client.act("go\x00 north\x1b\r\n")
        assert frames[0]["words"] == "go north"


async def test_bytes_that_are_not_utf8_end_the_connection_by_the_protocol(
    service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    """And are no error of the service's, which its operator would look into."""
    for parts in ([b"\xff\xfe\x80"], [b"\xe2\x82", b"\x41"]):
        async with service.client() as client:
            await client.socket.send(parts, text=True)
            assert await close_code(client) == 1007
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_a_message_far_over_the_limit_ends_the_connection_by_the_protocol(service: Service) -> None:
    async with service.client() as client:
        await client.socket.send("x" * 32_768 * 17)
        assert await close_code(client) == 1009


async def fatal_end(client: Any) -> tuple[dict[str, Any], int]:
    """The fatal error and the close code with which a connection ends."""
    error = json.loads(await client.recv())
    with pytest.raises(websockets.ConnectionClosed) as closed:
        await client.recv()
    assert closed.value.rcvd is not None
    return error, closed.value.rcvd.code


@pytest.mark.parametrize(
    "token",
    [
        "x",
        "a.b.c",
        Tokens("another-secret-" * 4).sign(new_player()),
        Tokens(SECRET).sign(new_player())[:-3] + "AAA",
    ],
    ids=["a letter", "three parts", "another secret", "another signature"],
)
async def test_a_token_that_was_tampered_with(service: Service, token: str) -> None:
    async with connect(service.url) as socket:
        await socket.send(json.dumps({"type": "hello", "token": token}))
        error, code = await fatal_end(socket)
        assert (error["code"], error["fatal"], code) == ("bad_token", True, 4401)
        assert "without a token" in error["message"]


async def test_a_token_without_a_player_here_begins_anew(service: Service) -> None:
    lost = new_player()
    async with service.client(service.desk.tokens.sign(lost)) as client:
        assert client.player != lost


async def test_hello_comes_first(service: Service) -> None:
    async with connect(service.url) as socket:
        await socket.send('{"type": "ping"}')
        assert json.loads(await socket.recv())["type"] == "pong"
        await socket.send('{"type": "stories"}')
        error, code = await fatal_end(socket)
        assert (error["code"], code) == ("bad_message", 4400)


async def test_the_subprotocol_must_be_offered(service: Service) -> None:
    async with connect(service.url, subprotocols=None) as socket:
        error, code = await fatal_end(socket)
        assert (error["code"], code) == ("unsupported", 4400)
        assert "gamemaster.v1" in error["message"]


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
async def test_pages_from_elsewhere_open_no_socket(service: Service, origin: str) -> None:
    with pytest.raises(websockets.InvalidStatus) as refused:
        async with connect(service.url, origin=origin):
            pass
    assert refused.value.response.status_code == 403
    async with connect(service.url, origin=service.http):
        pass


async def test_too_many_acts_in_a_minute(migrated_url: str, redis_url: str) -> None:
    limits = Limits(acts_per_minute=4)
    async with running(migrated_url, redis_url, limits=limits) as service, service.client() as client:
        await client.begin()
        for _ in range(3):
            assert (await client.act("take"))[-1]["type"] == "commit"
        (error,) = await client.act("take")
        assert (error["code"], error["limit"]) == ("too_fast", "4 acts a minute")
        assert "Send it again in" in error["message"]


async def test_too_many_connections_and_stories(migrated_url: str, redis_url: str) -> None:
    limits = Limits(connections_per_player=2, stories_per_player=1)
    async with (
        running(migrated_url, redis_url, limits=limits) as service,
        service.client() as one,
        service.client(one.token),
    ):
        async with connect(service.url) as third:
            await third.send(json.dumps({"type": "hello", "token": one.token}))
            error, code = await fatal_end(third)
            assert (error["code"], error["limit"], code) == ("too_many", "2 connections", 4429)
        await one.begin()
        await one.send(type="new_story", id=next(ids), world="hut")
        error = await one.receive()
        assert (error["code"], error["limit"]) == ("too_many", "1 stories")


async def test_too_many_acts_waiting(migrated_url: str, redis_url: str) -> None:
    limits = Limits(incoming_queue=2, acts_per_minute=6000)
    async with running(migrated_url, redis_url, limits=limits) as service, service.client() as client:
        service.puppet.gate = asyncio.Event()
        await client.begin()
        await client.send(type="act", id=next(ids), text="go north")
        await client.until("text")
        for _ in range(3):
            await client.send(type="act", id=next(ids), text="take")
        error = await client.receive()
        assert (error["code"], error["limit"]) == ("busy", "2 requests")
        service.puppet.gate.set()
        for turn in (1, 2, 3):
            assert (await client.until("commit"))[-1]["turn"] == turn


async def test_a_client_that_does_not_read_is_closed(migrated_url: str, redis_url: str) -> None:
    limits = Limits(outgoing_queue=32, acts_per_minute=6000)
    async with running(migrated_url, redis_url, limits=limits) as service:
        service.puppet.spans, service.puppet.text = 200, "The wind goes on. " * 3000
        # Reads nothing more once its buffers are full.
        async with service.client(max_queue=1, max_size=None) as deaf, service.client(deaf.token) as other:
            await deaf.begin()
            await other.open(deaf.story)
            await deaf.send(type="act", id="act-00000001", text="go north")
            # The one that reads is held up for a while, and not closed.
            frames = await other.until("commit", timeout=60)
            assert text_of(frames).count("The wind") == 200 * 3000
            assert await close_code(deaf) == 4408


async def close_code(client: Client) -> int | None:
    """Reads to the end of the connection."""
    with contextlib.suppress(websockets.ConnectionClosed):
        while True:
            await client.receive()
    return client.socket.close_code
