"""A player's windows in a simulation: they act, lose their sockets, come back, and hold what they are shown to account.

A window behaves as the page does: it names the last frame that it has when it comes back, and sends an act again, by
the same id, until it is told what became of it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from gamemaster.rules.state import OUTSIDE_STORY
from tests.simulation.cluster import Cluster, Connection

Frame = dict[str, Any]
AGAIN_S = 0.3  # until a window comes back, or asks again
WAIT_S = 30.0  # for an answer, until a window comes back all the same
UNSTAMPED = -1
# What an act may be answered with that is not the last word on it.
FOR_NOW = frozenset({"busy", "too_fast", "unavailable", "conflict", "internal", "not_found"})


class Violation(Exception):
    """What must never be seen. `kind` is one word."""

    def __init__(self, kind: str, what: str) -> None:
        super().__init__(f"{kind}: {what}")
        self.kind = kind


@dataclass(eq=False)
class Shown:
    """What all windows of the story were shown together: no name of a frame may stand for two."""

    frames: dict[tuple[int, int], str] = field(default_factory=dict)
    committed: dict[str, int] = field(default_factory=dict)  # act: turn, as some window was told
    undos: int = 0  # that were asked for

    def see(self, frame: Frame) -> None:
        name = frame["epoch"], frame["offset"]
        text = json.dumps(frame, sort_keys=True)
        if self.frames.setdefault(name, text) != text:
            raise Violation("renamed", f"two frames are called {name}: {self.frames[name]} and {text}")


@dataclass(eq=False)
class Window:
    """One window. `turns` are the acts of the turns that it shows, in order; `telling` the one in flight."""

    cluster: Cluster
    shown: Shown
    random: Random
    token: str = ""
    story: str = ""
    position: tuple[int, int] | None = None
    turns: list[str] = field(default_factory=list)
    telling: dict[int, str] = field(default_factory=dict)
    tellings: dict[str, str] = field(default_factory=dict)  # act: what was told of it, as committed
    connection: Connection | None = None
    answers: dict[str, Frame] = field(default_factory=dict)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    problem: Violation | None = None
    closed: bool = False

    # ---- staying connected ----

    async def stay(self) -> None:
        """Be connected, and come back whenever the socket is lost, until the window is closed."""
        try:
            while not self.closed:
                connection = self.connection = self.cluster.connect(self.random)
                if connection is not None:
                    await self._converse(connection)
                await asyncio.sleep(self.random.uniform(0.01, AGAIN_S))
        except Violation as violation:
            self.problem = violation
            self.news.set()

    async def _converse(self, connection: Connection) -> None:
        self._send(connection, type="hello", token=self.token or None)
        while (frame := await self._receive(connection)) is not None:
            if frame["type"] == "welcome":
                self.token = frame["token"]
                if self.story:
                    epoch, offset = self.position or (None, None)
                    self._send(connection, type="open", story=self.story, epoch=epoch, offset=offset)
            elif frame["type"] == "error" and frame.get("act_id") is None:
                return  # the story could not be opened now
            self._take(frame)
            self.news.set()

    async def _receive(self, connection: Connection) -> Frame | None:
        try:
            async with asyncio.timeout(WAIT_S):
                return await connection.to_client.get()
        except TimeoutError:
            connection.cut()
            return None

    def _send(self, connection: Connection, **message: Any) -> None:
        connection.to_server.put_nowait(json.dumps(message))

    def cut(self) -> None:
        """The network breaks."""
        if self.connection is not None:
            self.connection.cut()

    # ---- what is shown ----

    def _take(self, frame: Frame) -> None:
        kind = frame["type"]
        if kind == "story":
            self.story = frame["story"]
            self.position = (frame["epoch"], frame["offset"])
            self.turns = [turn["act_id"] for turn in frame["turns"]]
            self.tellings = {turn["act_id"]: _text_of(turn["spans"]) for turn in frame["turns"]}
            self.telling = {}
        elif kind == "resumed":
            return
        elif frame.get("epoch", UNSTAMPED) != UNSTAMPED:
            self._follow(frame)
        if kind == "error" and frame.get("act_id"):
            self.answers[frame["act_id"]] = frame
        if kind == "commit":
            self._commit(frame)

    def _follow(self, frame: Frame) -> None:
        """A frame of the story: the one after the last, and the same for everybody.

        Where the story changed hands, the log goes on with the first frame of a higher epoch.
        """
        name = (frame["epoch"], frame["offset"])
        after = self.position
        goes_on = after is not None and name[0] > after[0] and name[1] == 1
        if not goes_on and (after is None or name != (after[0], after[1] + 1)):
            raise Violation("gap", f"{name} ({frame['type']}) follows {self.position}")
        self.shown.see(frame)
        self.position = name
        if frame["type"] == "accepted":
            self.telling = {}
        elif frame["type"] == "text" and frame["kind"] not in OUTSIDE_STORY:
            self.telling[frame["span"]] = self.telling.get(frame["span"], "") + frame["text"]

    def _commit(self, frame: Frame) -> None:
        act, turn = frame["act_id"], frame["turn"]
        self.answers[act] = frame
        if self.shown.committed.setdefault(act, turn) != turn and not self.shown.undos:
            raise Violation("doubled", f"{act} is turn {self.shown.committed[act]}, and turn {turn}")
        if frame.get("epoch", UNSTAMPED) != UNSTAMPED:
            self.turns.append(act)
            self.tellings[act] = "".join(text for _, text in sorted(self.telling.items()))
            self.telling = {}

    # ---- acting ----

    async def begin(self) -> None:
        """Have a story, however often it must be asked for."""
        await self._ask_until(lambda: bool(self.story), type="new_story", id="new-story", world="hut", seed=7)

    async def act(self, act_id: str, text: str) -> str:
        """Play a turn, until it is known what became of it: `commit`, or the code of what is final."""
        await self._ask_until(lambda: self._is_answered(act_id), type="act", id=act_id, text=text)
        return self._outcome(act_id)

    async def undo(self, act_id: str) -> None:
        """Take back the last turn, if there is one. What else is acted meanwhile may be what is undone."""
        epoch = self.position[0] if self.position else 0

        def is_done() -> bool:
            return self._is_answered(act_id) or (self.position is not None and self.position[0] != epoch)

        await self._ask_until(is_done, type="undo", id=act_id)

    def _is_answered(self, act_id: str) -> bool:
        answer = self.answers.get(act_id)
        if answer is None:
            return False
        return answer["type"] == "commit" or answer["code"] not in FOR_NOW

    def _outcome(self, act_id: str) -> str:
        answer = self.answers[act_id]
        return "commit" if answer["type"] == "commit" else str(answer["code"])

    async def _ask_until(self, is_done: Any, **message: Any) -> None:
        while not is_done():
            if self.problem is not None:
                raise self.problem
            if self.connection is not None and self.token and (self.story or message["type"] == "new_story"):
                self._send(self.connection, **message)
            await self._hear(2.0)

    async def _hear(self, seconds: float) -> None:
        """Until there is news, or so long; then a moment, so that a refusal is not answered by haste."""
        self.news.clear()
        try:
            async with asyncio.timeout(seconds):
                await self.news.wait()
        except TimeoutError:
            return
        await asyncio.sleep(self.random.uniform(0.2, 0.6))


def _text_of(spans: Iterable[Frame]) -> str:
    return "".join(span["text"] for span in spans if span["kind"] not in OUTSIDE_STORY)
