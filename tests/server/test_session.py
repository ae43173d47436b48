"""One connection's session without a socket: who it is, what it may ask, and what it is answered."""

import contextlib
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from gamemaster.admission.options import Limits
from gamemaster.narration.scene import Scene
from gamemaster.narration.understudy.understudy import Understudy
from gamemaster.play.context import Desk
from gamemaster.play.hub import Hub
from gamemaster.protocol import messages
from gamemaster.server.session import Ended, Session
from tests.playkit import Frame, Window, desk_in_memory


@dataclass(eq=False)
class Client:
    """A session and the window that it answers in."""

    desk: Desk
    hub: Hub
    counted: Callable[[str], str | None] = lambda player: None
    window: Window = field(default_factory=Window)

    def __post_init__(self) -> None:
        self.session = Session(self.desk, self.hub, self.window.outbox, "here", self.counted)

    async def say(self, kind: str, **fields: Any) -> None:
        await self.session.handle(json.dumps({"type": kind, **fields}))

    async def ask(self, answer: str, kind: str, **fields: Any) -> Frame:
        """Say something; the first answer of a type, or an error."""
        await self.say(kind, **fields)
        return (await self.window.until(answer, "error"))[-1]

    async def hello(self, token: str | None = None) -> Frame:
        return await self.ask("welcome", "hello", token=token)

    async def begin(self, act_id: str = "new-story-1") -> Frame:
        return await self.ask("story", "new_story", id=act_id, world="hut", seed=7)


@contextlib.asynccontextmanager
async def service(**changes: Any) -> AsyncIterator[Client]:
    async with desk_in_memory(**changes) as desk:
        hub = Hub(desk)
        client = Client(desk, hub)
        try:
            yield client
        finally:
            client.session.close()
            await hub.close()


async def test_a_newcomer_is_made_a_player_and_comes_back_with_the_token() -> None:
    async with service() as client:
        welcome = await client.hello()
        again = await Client(client.desk, client.hub).hello(welcome["token"])
        assert again["player"] == welcome["player"]
        assert [world["id"] for world in welcome["worlds"]] == ["hut"]
        assert (await client.ask("welcome", "hello"))["code"] == "bad_message", "once is enough"


async def test_nothing_is_answered_before_hello() -> None:
    async with service() as client:
        with pytest.raises(Ended):
            await client.say("stories")
        assert client.window.outbox.closing is not None
        assert client.window.outbox.closing[0] == messages.CLOSE_BAD_HELLO
        assert (await client.ask("pong", "ping", n=3))["type"] == "error", "but for the error"


async def test_a_token_of_nobody_ends_the_connection() -> None:
    async with service() as client:
        with pytest.raises(Ended):
            await client.say("hello", token="forged")
        assert client.window.outbox.closing is not None
        assert client.window.outbox.closing[0] == messages.CLOSE_BAD_TOKEN


async def test_a_player_of_an_earlier_database_begins_anew() -> None:
    async with service() as client:
        token = client.desk.tokens.sign("0" * 32)
        assert (await client.hello(token))["player"] != "0" * 32


async def test_too_many_newcomers_from_one_address_wait() -> None:
    async with service(limits=Limits(new_players_per_minute=1)) as client:
        await client.hello()
        late = Client(client.desk, client.hub)
        with pytest.raises(Ended):
            await late.say("hello")
        (refusal,) = await late.window.until("error")
        assert (refusal["code"], refusal["fatal"]) == ("too_many", True)
        assert refusal["retry_after_s"] > 0


async def test_who_has_too_many_connections_is_kept_out() -> None:
    async with service() as client:
        full = Client(client.desk, client.hub, lambda player: "3 connections")
        with pytest.raises(Ended):
            await full.say("hello")
        (refusal,) = await full.window.until("error")
        assert (refusal["code"], refusal["limit"]) == ("too_many", "3 connections")


async def test_a_story_is_begun_once_listed_and_played() -> None:
    async with service() as client:
        await client.hello()
        story, again = await client.begin(), await client.begin()
        assert again["story"] == story["story"]
        listed = await client.ask("stories", "stories")
        assert [line["id"] for line in listed["stories"]] == [story["story"]]
        await client.say("act", id="act-0001", text="  go   north ")
        assert (await client.window.until("commit"))[0]["words"] == "go north"


async def test_a_story_is_opened_where_it_was() -> None:
    async with service() as client:
        welcome = await client.hello()
        story = await client.begin()
        await client.say("act", id="act-0001", text="go north")
        await client.window.until("commit")
        other = Client(client.desk, client.hub)
        await other.hello(welcome["token"])
        shown = await other.ask("story", "open", story=story["story"])
        assert (shown["view"]["place"]["id"], len(shown["turns"])) == ("shore", 1)
        other.session.close()


@pytest.mark.parametrize(
    ("kind", "fields", "code"),
    [
        ("act", {"id": "act-0001", "text": "look"}, "not_found"),
        ("undo", {"id": "undo-0001"}, "not_found"),
        ("interrupt", {}, "not_found"),
        ("open", {"story": "0" * 32}, "not_found"),
        ("new_story", {"id": "new-0001", "world": "nowhere"}, "not_found"),
        ("consent", {"record": True}, "unsupported"),
        ("no such thing", {}, "bad_message"),
    ],
)
async def test_what_cannot_be_had_without_a_story_is_refused(
    kind: str, fields: dict[str, Any], code: str
) -> None:
    async with service() as client:
        await client.hello()
        assert (await client.ask("nothing", kind, **fields))["code"] == code


@pytest.mark.parametrize(("text", "code"), [("  \n ", "empty"), ("x" * 3000, "too_long")])
async def test_words_that_are_none_or_too_many_are_refused(text: str, code: str) -> None:
    async with service() as client:
        await client.hello()
        await client.begin()
        refusal = await client.ask("accepted", "act", id="act-0001", text=text)
        assert (refusal["code"], refusal["act_id"]) == (code, "act-0001")


async def test_who_acts_too_fast_is_told_how_long_to_wait() -> None:
    async with service(limits=Limits(acts_per_minute=1)) as client:
        await client.hello()
        await client.begin()  # which counts as one
        refusal = await client.ask("accepted", "act", id="act-0001", text="look")
        assert (refusal["code"], refusal["act_id"]) == ("too_fast", "act-0001")
        assert 0 < refusal["retry_after_s"] <= 60


async def test_without_a_voice_the_story_comes_in_text() -> None:
    async with service() as client:
        await client.hello()
        assert (await client.ask("voice", "voice", audio=["opus"]))["state"] == "unavailable"
        assert (await client.ask("voice", "voice"))["state"] == "off"
        for kind in ("played", "read_on"):
            samples = {"utterance": 0, "samples": 0} if kind == "played" else {}
            await client.say(kind, turn=1, **samples)  # nothing is told: it comes to nothing


async def test_a_client_that_goes_follows_no_longer() -> None:
    async with service() as client:
        await client.hello()
        await client.begin()
        live = client.session.story
        assert live is not None
        assert len(live.followers) == 1
        client.session.close()
        assert (len(live.followers), client.session.story) == (0, None)


async def test_the_narrator_makes_ready_for_each_turn() -> None:
    expected = []

    class Ready(Understudy):
        def expect(self, scene: Scene) -> None:
            expected.append((scene.number, scene.words))

    async with service() as client:
        await client.hello()
        await client.say("typing")  # no story is open: it comes to nothing
        await client.begin()
        live = client.session.story
        assert live is not None
        live.context.narrator.hand_over(Ready())
        await client.say("typing")
        await client.say("typing")
        await client.ask("commit", "act", id="act-0001", text="look")
        await client.say("typing")
        await client.ask("pong", "ping")
    assert expected == [(1, ""), (2, "")], "what comes at once after the first letter is ignored"
