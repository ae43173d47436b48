"""What a turn says for the recording while it is played: one tape for each session of a story. Pure.

A tape only hands on what it is told, in order and at once, to its `put`; nothing that it is given changes afterwards.
What is costly to write down goes as a function, and is made where it is written. The same tape, with another `put`,
compares a session that is played again with how it was (`gamemaster.replay.verify.verify`), and gives back
what was decided.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from gamemaster.recording.lines import LineKind

T = TypeVar("T")
Put = Callable[[LineKind, Mapping[str, object]], None]
STAGES = ("outcome", "narration", "aftermath")  # of a turn; other requests are made beside the play


class Decisions(Protocol):
    """What was decided then, for a turn and a name; `value`, where nothing was."""

    def __call__(self, turn: int, name: str, value: T, /) -> T: ...


@dataclass(eq=False)
class Tape:
    """`put` gets a line's kind and its other fields, `decisions` gives what was decided then, and `coming` names the
    decision that comes next (empty: another kind of line does).

    `reasoning`: keep what the model thought, too; for debugging alone.
    """

    put: Put
    decisions: Decisions | None = None
    coming: Callable[[], str] | None = None
    reasoning: bool = False
    on: bool = True  # False: the recording has ended, nothing more is wanted
    _narrator: Mapping[str, object] | None = None
    _requests: int = 0
    _beside: int = 0
    _sent: dict[int, Sequence[object]] = field(default_factory=dict)

    def write(self, kind: LineKind, **fields: object) -> None:
        if self.on:
            self.put(kind, fields)

    def narrator(self, described: Mapping[str, object]) -> None:
        """Who narrates from here on, if that is news."""
        if self._narrator != described:
            self._narrator = described
            self.write("narrator", **described)

    def decide(self, turn: int, name: str, value: T) -> T:
        """Something that the clock or other stories had a part in; returns what holds."""
        if self.decisions is not None:
            value = self.decisions(turn, name, value)
        self.write("decided", turn=turn, name=name, value=value)
        return value

    def happens(self, turn: int, name: str, value: bool) -> bool:
        """As `decide`, for what hardly ever happens: it is written down only if it does."""
        if self.decisions is not None:
            value = self.decisions(turn, name, False)
        if value:
            self.write("decided", turn=turn, name=name, value=True)
        return value

    def number(self, stage: str) -> int:
        """Of the next request: from 1 in turns, from -1 down beside the play, where no order can be promised."""
        if stage in STAGES:
            self._requests += 1
            return self._requests
        self._beside -= 1
        return self._beside

    def shared_segments(self, epoch: int, segments: Sequence[object]) -> int:
        """With how many segments of the request before, in the same epoch, this one's prompt begins."""
        before = self._sent.get(epoch, ())
        self._sent = {epoch: segments}
        pairs = enumerate(zip(before, segments, strict=False))
        both = min(len(before), len(segments))
        return next((n for n, (mine, theirs) in pairs if mine is not theirs and mine != theirs), both)
