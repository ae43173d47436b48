"""Recordings to drive, written as if they had been played: any acts in any world, at any pace."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gamemaster.authoring.bots import RandomBot
from gamemaster.narration.understudy.understudy import play
from gamemaster.play.opening import begin
from gamemaster.recording import format as recording
from gamemaster.rules.state import StoryState
from worlds.schema import World


def header(world: str, seed: int = 7, **changes: Any) -> dict[str, Any]:
    return {
        "at": 0.0, "kind": "header", "format": 1, "id": "a" * 32, "story": "b" * 32, "player": "c" * 32, "world": world,
        "world_hash": "hash", "seed": seed, "started": "2026-11-21T07:00:00+00:00", "stamps": {"code": "0.1.0"},
        "text_speed": 700.0, "epoch": 0, "state": {}, **changes,
    }  # fmt: skip


@dataclass
class Tape:
    """Writes what was played. `at` goes on with each thing done; a turn takes as long as `pause_s`, twice."""

    world: str
    seed: int = 7
    pause_s: float = 0.01
    at: float = 0.0
    turn: int = 0
    lines: list[dict[str, Any]] = field(default_factory=list)
    _ids: itertools.count[int] = field(default_factory=itertools.count)

    def __post_init__(self) -> None:
        self.lines.append(header(self.world, self.seed))
        self.join()

    def _add(self, kind: str, **fields: Any) -> None:
        self.at = round(self.at + self.pause_s, 6)
        self.lines.append({"at": self.at, "kind": kind, **fields})

    def join(self, client: int = 1, epoch: int | None = None) -> None:
        self._add("join", client=client, epoch=epoch, offset=None if epoch is None else 1, hears=False)

    def leave(self, client: int = 1) -> None:
        self._add("leave", client=client)

    def send(self, kind: str, **fields: Any) -> str:
        """A message from the client; its id."""
        act_id = f"recorded-{next(self._ids):06d}"
        with_id = {} if kind == "interrupt" else {"id": act_id}
        self._add("client", client=1, message={"type": kind, **with_id, **fields})
        return act_id

    def begin(self, words: str, told: str, *, kind: str = "act") -> str:
        """An act, accepted and partly told; its id."""
        act_id = self.send(kind, **({"text": words} if kind == "act" else {}))
        self._add(
            "frame", frame={"type": "accepted", "act_id": act_id, "turn": self.turn + 1, "words": words}
        )
        self._add("frame", frame={"type": "text", "turn": self.turn + 1, "span": 0, "text": told})
        return act_id

    def end(self, act_id: str, reason: str = "complete") -> None:
        self.turn += 1
        self._add("frame", frame={"type": "commit", "turn": self.turn, "act_id": act_id, "reason": reason})

    def act(self, words: str, told: str = "You do so, and the wind answers.") -> None:
        self.end(self.begin(words, told))

    def undo(self) -> None:
        self.send("undo")
        self.turn -= 1
        self._add("undone", turn=self.turn, epoch=1, state="digest")

    def write(self, path: Path) -> Path:
        recording.write(path, [*self.lines, {"at": self.at, "kind": "end", "reason": "closed"}])
        return path


def bot_tape(world: World, seed: int, turns: int, pause_s: float = 0.5) -> Tape:
    """What a bot plays, told by the understudy."""
    tape = Tape(world.id, seed, pause_s)
    state: StoryState = begin(world, seed)
    bot, last = RandomBot(seed), None
    while tape.turn < turns and state.ended is None:
        words = bot.next(world, state, last)
        last = play(world, state, words)
        state = last.after
        tape.act(words, "".join(span.text for span in last.spans))
    return tape
