"""A driven player's presence: who it is, the connection to its story, and coming back to it with nothing lost.

What is said over a connection that breaks is said again after it, with the same id, as pages do; the service plays an
act once all the same.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import orjson

from gamemaster.protocol.client import RECONNECT_S, RefusedError, encode, url_of_story
from gamemaster.protocol.messages import CLOSE_RESTART
from gamemaster.replay.load.connection import Link, UnreachableError, connect
from gamemaster.replay.load.refusals import DriveError, LostError, advice, wait_s
from gamemaster.replay.load.screen import Screen
from gamemaster.replay.load.wait import Waiting
from inference.backoff import Backoff
from voice.codecs import Codec

ANSWER_S = 30.0  # for hello and for opening a story
MOST_TRIES = 12
NEWCOMER_WAIT_S = 10.0  # at most, for a service that wants fewer new players at once
MOST_AGAIN = 30  # times that one request is sent
SLOW_READ_S = 0.4  # for each frame, of those who read slowly; a telling comes ten times a second at most
ASK_AGAIN = frozenset({"too_fast", "busy", "unavailable"})


@dataclass(frozen=True)
class Manner:
    """How to drive. `speed` divides pauses; `slow` and `drop` are shares: of players, and of turns."""

    url: str
    speed: float = 1.0
    audio: Codec | None = None
    slow: float = 0.0
    drop: float = 0.0
    seed: int = 1
    longest_pause_s: float = 60.0


@dataclass
class Tally:
    """What is counted over all players."""

    errors: Counter[str] = field(default_factory=Counter)
    reconnections: int = 0
    returns: list[float] = field(default_factory=list)  # seconds away, of who was sent away by a restart
    too_late: int = 0  # interruptions that found the turn over
    playing: int = 0


class Presence:
    """One player's connection to one story after the other. `now` is the clock of all times, in seconds.

    `on_frame` gets each JSON message after the screen took it, `on_audio` each binary one.
    """

    now = staticmethod(time.perf_counter)

    def __init__(
        self,
        manner: Manner,
        tally: Tally,
        random: Random,
        on_frame: Callable[[dict[str, Any], float], None],
        on_audio: Callable[[bytes, float], None],
    ) -> None:
        self.manner, self.tally = manner, tally
        self._random, self._on_frame, self._on_audio = random, on_frame, on_audio
        self.slow = False  # reads slowly, on purpose
        self.token: str | None = None
        self.worlds: tuple[str, ...] = ()
        self.screen = Screen()
        self.sent: dict[str, bytes] = {}  # what was asked and is not answered, by id
        self.beginnings: set[str] = set()  # ids of `new_story`
        self.undoing: set[str] = set()  # ids of undos and retries
        self.following = False  # the story is open, and its frames come
        self.hears = False
        self._connecting = False
        self._again: Counter[str] = Counter()
        self._timers: set[asyncio.TimerHandle] = set()
        self._link: Link | None = None
        self._welcome: dict[str, Any] | None = None
        self._refusal: dict[str, Any] | None = None
        self._coming: asyncio.Task[None] | None = None
        self._waiting = Waiting()
        self.until, self.look = self._waiting.until, self._waiting.look
        self._left_frames: int | None = None  # until the connection is to break
        self.voice: dict[str, Any] | None = None  # what was last said of it

    # ---- coming and going ----

    async def come(self, *, fresh: bool = False, most_tries: int = MOST_TRIES) -> None:
        """Connect, and open the story that the screen shows, from where it was unless `fresh`.

        Raises LostError, and DriveError where no player would be let in.
        """
        self._waiting.error = None
        waited, backoff = 0.0, Backoff(*RECONNECT_S, self._random)
        while True:
            try:
                await self._connect(fresh=fresh)
                return
            except UnreachableError as error:
                self.tally.errors["unreachable"] += 1
                wait = backoff.next_s()
                if backoff.failures >= most_tries:
                    raise LostError(str(error)) from error
            except RefusedError as error:
                wait = wait_s(error.frame)
                waited += wait
                if waited > NEWCOMER_WAIT_S or error.frame["code"] != "too_many":
                    raise DriveError(advice(error.frame)) from None
            await asyncio.sleep(wait)

    async def _connect(self, *, fresh: bool) -> None:
        self._welcome = self._refusal = None
        self.following, self._connecting = False, True
        try:
            await self._enter(fresh=fresh)
        finally:
            self._connecting = False

    async def _enter(self, *, fresh: bool) -> None:
        url = url_of_story(self.manner.url, self.screen.story)
        link = await connect(url, self._message, self._on_close, SLOW_READ_S if self.slow else 0.0)
        self._link = link
        self._say(type="hello", token=self.token, audio=[self.manner.audio] if self.manner.audio else None)
        try:
            if not await self.until(lambda: self._welcome is not None or link.closed, ANSWER_S):
                raise UnreachableError(f"{self.manner.url} gives no answer to `hello`: is it the service?")
            if self._refusal is not None:
                raise RefusedError(self._refusal)
            if link.closed:
                raise UnreachableError(f"{self.manner.url} ended the connection after `hello`")
            if self.screen.story:
                await self._open(link, fresh=fresh)
            for act_id in list(self.sent):
                self._ask(act_id)
        except BaseException:
            link.drop()
            raise

    async def _open(self, link: Link, *, fresh: bool) -> None:
        screen = self.screen
        place = {} if fresh else {"epoch": screen.epoch, "offset": screen.offset}
        self._say(type="open", story=screen.story, **place)
        if not await self.until(lambda: self.following or link.closed, ANSWER_S) or link.closed:
            raise UnreachableError("the story was not opened")

    @property
    def is_gone(self) -> bool:
        """Not there, and not on the way back."""
        return not self.following and self._coming is None

    def leave(self) -> None:
        """Go, in good order."""
        self._part()
        if self._link is not None:
            self._link.leave()

    def drop(self) -> None:
        """The connection breaks, and the player comes back by itself."""
        if self._link is not None and not self._link.closed:
            self._link.drop()
            if not self._connecting:
                self._begin_return(wait=self._random.uniform(0.1, 1.0))
            self.look()

    def drop_after(self, frames: int) -> None:
        """The connection breaks when so many more frames have come."""
        self._left_frames = frames
        if frames == 0:
            self._left_frames = None
            self.drop()

    def _part(self) -> None:
        self.following = False
        self._left_frames = None
        self.screen.away()
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()
        if self._coming is not None:
            self._coming.cancel()
            self._coming = None

    def _on_close(self, code: int) -> None:
        """The service, or the network, ended the connection."""
        if self.following:
            self.tally.errors[f"close_{code}"] += 1
            if not self._connecting:
                # As the page does: where a process of the service is replaced, another one is ready.
                restarts = code == CLOSE_RESTART
                self._begin_return(wait=0.0 if restarts else RECONNECT_S[0], counts=restarts)
        self.look()

    def _begin_return(self, wait: float, *, counts: bool = False) -> None:
        self._part()
        self.tally.reconnections += 1
        self._coming = asyncio.create_task(self._come_back(wait, counts=counts), name="coming back")

    async def _come_back(self, wait: float, *, counts: bool) -> None:
        left = self.now()
        try:
            await asyncio.sleep(wait)
            await self.come()
            if counts:
                self.tally.returns.append(self.now() - left)
        except (LostError, DriveError) as error:
            self._waiting.fail(LostError(str(error)))
        finally:
            if self._coming is asyncio.current_task():
                self._coming = None
        self.look()

    async def close(self) -> None:
        """Leave for good."""
        coming = self._coming
        self.leave()
        if coming is not None:
            await asyncio.gather(coming, return_exceptions=True)

    # ---- saying ----

    def _say(self, **message: Any) -> None:
        if self._link is not None:
            self._link.send(encode(message))

    def say(self, **message: Any) -> None:
        """Something that needs no answer, and is not said again."""
        if self.following:
            self._say(**message)

    def ask(self, act_id: str, **message: Any) -> None:
        """Something that needs an answer: it is said again until there is one."""
        self.sent[act_id] = encode({**message, "id": act_id})
        self._ask(act_id)

    def _ask(self, act_id: str) -> None:
        if act_id in self.sent and self._link is not None and (self.following or act_id in self.beginnings):
            turn = self.screen.asked.get(act_id)
            if turn is not None and turn.accepted is None:
                turn.sent = self.now()
            self._link.send(self.sent[act_id])

    # ---- hearing ----

    def _message(self, raw: bytes, text: bool) -> None:
        now = self.now()
        if not text:
            self._on_audio(raw, now)
            return
        try:
            frame = orjson.loads(raw)
            self.screen.take(frame, now)
            self._answer(frame)
            self._on_frame(frame, now)
        except (orjson.JSONDecodeError, KeyError, TypeError, AttributeError):
            self.tally.errors["bad_frame"] += 1
        self.look()
        if self._left_frames is not None:
            self.drop_after(self._left_frames - 1)

    def _answer(self, frame: dict[str, Any]) -> None:
        """What the frame says of the connection, and of what was asked."""
        match frame.get("type"):
            case "welcome":
                self._welcome, self.token = frame, frame["token"]
                self.worlds = tuple(world["id"] for world in frame["worlds"])
            case "accepted":
                self.sent.pop(frame["act_id"], None)
            case "resumed":
                self.following = True
            case "story":
                self._story(frame)
            case "voice":
                self.voice, self.hears = frame, frame["state"] == "on"
                if frame["state"] == "degraded":
                    self.tally.errors["voice_degraded"] += 1
            case "error":
                self._error(frame)

    def _story(self, frame: dict[str, Any]) -> None:
        """A snapshot answers what began the story, and undos; acts that it holds need no other answer."""
        there = {turn["act_id"] for turn in frame["turns"]}
        if frame["pending"] is not None:
            there.add(frame["pending"]["act_id"])
        there |= self.beginnings
        for act_id in list(self.sent):
            undone = act_id in self.undoing and act_id not in self.screen.taking_back
            if act_id in there or (undone and act_id not in self.screen.asked):
                del self.sent[act_id]
        self.following = True

    def _error(self, frame: dict[str, Any]) -> None:
        code, act_id = frame["code"], frame["act_id"]
        self.tally.errors[code] += 1
        if frame["fatal"]:
            self._refusal = self._welcome = frame
            return
        if act_id not in self.sent and act_id not in self.screen.asked:
            return
        if code in ASK_AGAIN and act_id in self.sent and self._again[act_id] < MOST_AGAIN:
            self._again[act_id] += 1
            loop = asyncio.get_running_loop()
            self._timers.add(loop.call_later(wait_s(frame), self._ask, act_id))
            return
        self.sent.pop(act_id, None)
        self.screen.give_up(act_id, code)
