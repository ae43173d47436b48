"""The engine of a session that is played again: it gives back what it gave then, when it is asked for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from gamemaster.replay.verify.playback import Diverged, Line, Playback
from inference import errors
from inference.engine import (
    Accounting,
    DeadlineExceeded,
    Delta,
    EngineError,
    EngineInfo,
    EngineLost,
    Finish,
    FinishReason,
    GenerationRequest,
    Kind,
)
from inference.remote import client as remote
from inference.remote.client import ChatRequest

FOREVER_S = 3600.0


class OutOfTime(BaseException):
    """The turn itself had no more time for its narrator, past whatever a narrator saves itself with."""


@dataclass(eq=False)
class ReplayEngine:
    """Gives back what the engine gave then. Implements both kinds of engine: `Engine` and `AsksByMessages`.

    `described` is the recording's last `narrator` line; `stopped` says whether the turn in flight was stopped.
    """

    playback: Playback
    described: Line
    stopped: Callable[[], bool]

    @property
    def info(self) -> EngineInfo:
        line = self.playback.next()
        if line is not None and line["kind"] == "gave_up" and line["error"] == "EngineLost":
            raise EngineLost(*line["args"])
        return engine_info(self.described)

    @property
    def server(self) -> remote.ChatServer:
        return remote.ChatServer(url="http://127.0.0.1:1", model=self.described["model"])

    async def generate(self, request: GenerationRequest | ChatRequest) -> AsyncGenerator[Delta, None]:
        if request.sampling.max_new_tokens == 1:  # a prefill, for a prompt that is wanted soon
            yield Delta(Kind.CONTENT, finish=Finish(FinishReason.LENGTH))
            return
        number = self.playback.request  # this runs once the request is on the tape, and before anything else
        answer = self._beside(number) if number < 0 else self._replay_answer(number, request.deadline_s)
        async with aclosing(answer) as deltas:
            async for delta in deltas:
                yield delta

    async def _replay_answer(self, number: int, deadline_s: float) -> AsyncGenerator[Delta, None]:
        playback = self.playback
        while True:
            line = playback.next()
            kind = line["kind"] if line is not None and line.get("request") == number else ""
            if line is not None and kind == "delta":
                playback.step()
                delta = delta_of(line["delta"])
                yield delta
                if delta.finish is not None:
                    return
            elif line is not None and kind == "fault":
                playback.step()
                raise error_of(line)
            elif playback.waits_for_first_words or (line is not None and line["kind"] == "client"):
                await asyncio.sleep(0)  # it is about to be done
            elif self.stopped() or (line is None and playback.open_end):
                # Who waits for this is about to give up, or the recording is cut off here.
                await asyncio.sleep(FOREVER_S)
            elif line is not None and kind == "closed" and line["by"] == "CancelledError":
                playback.step()
                raise DeadlineExceeded(deadline_s) if playback.narrator_goes_on() else OutOfTime
            else:
                got = {"kind": "asks", "request": number}
                playback.diverge(line, got, "the engine is asked for more than it was asked for then")
                raise Diverged

    async def _beside(self, number: int) -> AsyncGenerator[Delta, None]:
        """Answered when it is `released`: what came of it then came into the play at one certain turn."""
        then = self.playback.beside.get(number)
        if then is None:
            await asyncio.sleep(FOREVER_S)
            return
        await then.released.wait()
        for line in then.answers:
            if line["kind"] == "delta":
                yield delta_of(line["delta"])
            elif line["kind"] == "fault":
                raise error_of(line)

    async def abort(self, request_id: str) -> None:
        """Nothing is running."""

    async def health(self) -> float:
        return 0.0

    async def close(self) -> None:
        """Nothing is open."""


def delta_of(data: Mapping[str, Any]) -> Delta:
    """A recorded delta. The ids of reasoning were not kept, only their number."""
    ids = tuple(data["ids"]) or (0,) * data["tokens"]
    finish = data["finish"]
    if finish is not None:
        accounting = Accounting(**finish["accounting"])
        finish = Finish(
            FinishReason(finish["reason"]), accounting, finish["reasoning_truncated"], finish["stop_token_id"]
        )
    return Delta(Kind(data["kind"]), ids, data["text"], finish)


def error_of(line: Line) -> EngineError:
    """A recorded fault."""
    kind: type[EngineError] = getattr(errors, line["error"], None) or getattr(remote, line["error"])
    return kind(*line["args"])


def engine_info(described: Line) -> EngineInfo:
    """Raises EngineLost, where it was not known then."""
    if described.get("engine") is None:
        raise EngineLost(described.get("lost") or "it was not ready when this was recorded")
    fields: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in described["engine"].items()
    }
    return EngineInfo(**fields)
