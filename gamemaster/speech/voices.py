"""The voice of this process: the speech server as stories see it, who hears, and what they are told when it fails."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal, Protocol

from gamemaster.protocol.messages import VoiceState
from gamemaster.protocol.outbox import Outbox
from voice.codecs import PREFERRED
from voice.synthesizer import Chunk, Synthesizer, Voice, VoiceDeadline, VoiceError

log = logging.getLogger(__name__)

State = Literal["on", "off", "degraded", "unavailable"]
FAILED = "The voice is lost for the moment. The story goes on in text, and the voice comes back by itself."
ENCODERS = 2  # threads; an encoder keeps up with some hundred streams
AGAIN_S = 120.0  # a failure so soon after the last one makes the pause before the next try longer


class VoiceRoom(Protocol):
    """Where the synthesizer comes from: it may come later than the service, go, and come again."""

    @property
    def synthesizer(self) -> Synthesizer | None:
        """None while there is none."""
        ...

    def status(self) -> str:
        """`ok…`, or what keeps it from speaking, for people."""
        ...


@dataclass(frozen=True)
class Patience:
    """Seconds: that a stretch of audio may keep one waiting, between looks at the server, and of rest after it failed
    (which grows to the last of these when it goes on failing).
    """

    deadline_s: float = 4.0
    watch_s: float = 0.5
    rest_s: float = 2.0
    longest_rest_s: float = 60.0

    @property
    def silence_s(self) -> float:
        """How long a sentence may take to begin before it must have failed: it waits for its turn here, for one with
        the server, and for that; a synthesizer that keeps to none of these is given as much again.
        """
        return 4 * self.deadline_s


@dataclass
class _Listener:
    player: str
    told: State


class Voices:
    """Speaks for all stories of the process, `streams` sentences at a time, each in the order of asking.

    When a story's speech fails, its listeners are told, and the server is tried: if it does not speak, all listeners
    are told. Each hears about it once, and again when the voice is back. Use as a context manager.
    """

    def __init__(
        self, room: VoiceRoom, *, streams: int = 128, per_player: int = 4, patience: Patience | None = None
    ) -> None:
        self.room, self.per_player = room, per_player
        self.patience = patience or Patience()
        self.encoders = ThreadPoolExecutor(ENCODERS, "speech encoder")
        self._streams = asyncio.Semaphore(streams)
        self._running = 0
        self._listeners: dict[Outbox, _Listener] = {}
        self._fault: str | None = "the voice is being tried"
        self._ever_spoke = False
        self._suspected = asyncio.Event()
        self._failed_at = float("-inf")
        self._rest_s = 0.0
        self._tries = 0
        self._watching: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Voices:
        self._watching = asyncio.create_task(self._watch(), name="voice")
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._watching is not None:
            self._watching.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._watching
        self.encoders.shutdown(wait=False, cancel_futures=True)

    # ---- speaking ----

    async def speak(self, text: str, voice: Voice) -> AsyncGenerator[Chunk, None]:
        """The sentence's audio. Close the iterator to cancel it. Raises `VoiceError`."""
        try:
            await asyncio.wait_for(self._streams.acquire(), self.patience.deadline_s)
        except TimeoutError:
            raise VoiceDeadline(f"no turn within {self.patience.deadline_s:g} s: too many speak") from None
        self._running += 1
        try:
            synthesizer = self.room.synthesizer
            if synthesizer is None:
                raise VoiceError(self.room.status())
            chunks = synthesizer.speak(text, voice, deadline_s=self.patience.deadline_s)
            async with contextlib.aclosing(chunks):
                async for chunk in chunks:
                    yield chunk
        finally:
            self._running -= 1
            self._streams.release()

    def on_failure(self, error: Exception, listeners: Iterable[Outbox]) -> None:
        """A story's speech failed: it goes on in text for its listeners, until the server was tried and spoke."""
        log.warning("speech failed: %s", error)
        now = asyncio.get_running_loop().time()
        again = now - self._failed_at < AGAIN_S and self._rest_s > 0
        self._rest_s = min(self._rest_s * 2, self.patience.longest_rest_s) if again else self.patience.rest_s
        self._failed_at = now
        for outbox in list(listeners):
            self._tell(outbox, "degraded", FAILED)
        self._suspected.set()

    async def status(self) -> str:
        """`ok`, or what is wrong, for people."""
        synthesizer = self.room.synthesizer
        if synthesizer is None:
            return self.room.status()
        if self._fault is not None:
            return self._fault
        health = await synthesizer.health()
        if not health.ready:
            self._suspected.set()
            return health.message or "the speech server is not ready"
        return "ok"

    @property
    def speaks(self) -> bool:
        """Whether the voice spoke when it was last tried."""
        return self._fault is None

    @property
    def streams(self) -> int:
        """Sentences that are being spoken."""
        return self._running

    @property
    def listeners(self) -> int:
        return len(self._listeners)

    # ---- who hears ----

    def choose(self, outbox: Outbox, player: str, audio: Iterable[str]) -> VoiceState:
        """Note which codecs a client can play, and answer how it will hear the story."""
        self.leave(outbox)
        outbox.choose_anew()
        wanted = list(audio)
        if not wanted:
            return VoiceState(state="off")
        codec = next((each for name in wanted for each in PREFERRED if each == name), None)
        if codec is None:
            text = f"This service speaks {' and '.join(PREFERRED)}; the story comes in text."
            return VoiceState(state="unavailable", message=text)
        if sum(each.player == player for each in self._listeners.values()) >= self.per_player:
            text = f"You hear this in {self.per_player} windows already, which is the limit; here it comes in text."
            return VoiceState(state="unavailable", message=text)
        outbox.codec, outbox.voiceless = codec, self._fault is not None
        state: State = "on" if self._fault is None else "degraded" if self._ever_spoke else "unavailable"
        self._listeners[outbox] = _Listener(player, state)
        return VoiceState(
            state=state,
            codec=codec if state == "on" else None,
            message={"on": "", "degraded": FAILED}.get(
                state, f"The story comes in text for now: {self._why_not()}"
            ),
        )

    def _why_not(self) -> str | None:
        """What keeps the voice from speaking: the room knows while there is no synthesizer, and then who tried it."""
        return self.room.status() if self.room.synthesizer is None else self._fault

    def leave(self, outbox: Outbox) -> None:
        """The client hears no more."""
        outbox.codec, outbox.voiceless = None, True
        self._listeners.pop(outbox, None)

    def _tell(self, outbox: Outbox, state: Literal["on", "degraded"], message: str = "") -> None:
        listener = self._listeners.get(outbox)
        if listener is None:
            return
        outbox.voiceless = state != "on"
        # Who never heard a word has lost nothing.
        if listener.told != state and (state, listener.told) != ("degraded", "unavailable"):
            listener.told = state
            codec = outbox.codec if state == "on" else None
            outbox.say(VoiceState(state=state, codec=codec, message=message))

    # ---- is it well ----

    async def _watch(self) -> None:
        """Try the server when it comes, when it failed, and then until it speaks."""
        while True:
            if self._fault is None and self.room.synthesizer is not None and not self._suspected.is_set():
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._suspected.wait(), self.patience.watch_s)
                continue
            self._suspected.clear()
            self._become(await self._try())
            if self._fault is not None:
                await asyncio.sleep(self.patience.watch_s)
            elif not self._suspected.is_set():
                await self._restore()

    async def _restore(self) -> None:
        """The server speaks; those who were told that it failed are told so when it has rested."""
        rest = self._failed_at + self._rest_s - asyncio.get_running_loop().time()
        if rest > 0:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._suspected.wait(), rest)
        if not self._suspected.is_set():
            for outbox in list(self._listeners):
                self._tell(outbox, "on")

    def _become(self, fault: str | None) -> None:
        if fault is None:
            if self._fault is not None:
                log.info("the voice speaks")
            self._ever_spoke = True
        else:
            if self._fault is None:
                log.warning("the voice is lost: %s", fault)
            for outbox in list(self._listeners):
                self._tell(outbox, "degraded", FAILED)
        self._fault = fault

    async def _try(self) -> str | None:
        """Have a word spoken that no cache holds. What is wrong, or None."""
        synthesizer = self.room.synthesizer
        if synthesizer is None:
            return self.room.status()
        self._tries += 1
        chunks = synthesizer.speak("One.", Voice(), seed=self._tries, deadline_s=self.patience.deadline_s)
        try:
            async with contextlib.aclosing(chunks), asyncio.timeout(2 * self.patience.deadline_s):
                async for _ in chunks:
                    return None
            return "the speech server gave no audio"
        except (VoiceError, TimeoutError) as error:
            return str(error) or "the speech server does not answer"
        except Exception as error:  # whatever a synthesizer raises, the watch goes on
            log.exception("the speech server could not be tried")
            return str(error)
