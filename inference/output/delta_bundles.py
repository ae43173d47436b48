"""A stream's deltas on their way to another process: each costs both sides the same, however little is in it."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from inference.engine import Delta, Kind

# Nobody is shown less than a paragraph, and its end goes at once; what is reasoned is shown to nobody at all.
GATHER_S = 0.2
PARAGRAPH = "\n"
# What comes faster than any model writes does not wait.
GATHER_TOKENS = 256


def join(deltas: Sequence[Delta]) -> Delta:
    """One delta of several, of one kind, in order."""
    if len(deltas) == 1:
        return deltas[0]
    ids = tuple(number for delta in deltas for number in delta.token_ids)
    return replace(deltas[-1], token_ids=ids, text="".join(delta.text for delta in deltas))


@dataclass(eq=False)
class DeltaBundles:
    """Passes on at once what begins a kind, and what ends a paragraph or the answer; what comes within `gather_s` goes
    together."""

    send: Callable[[Delta], None]
    gather_s: float = GATHER_S
    _kind: Kind | None = field(default=None, init=False)
    _held: list[Delta] = field(default_factory=list, init=False)
    _tokens: int = field(default=0, init=False)
    _timer: asyncio.TimerHandle | None = field(default=None, init=False)

    def put(self, delta: Delta) -> None:
        begins = delta.kind is not self._kind
        ends = delta.finish is not None or (delta.kind is Kind.CONTENT and PARAGRAPH in delta.text)
        if begins:
            self.flush()
            self._kind = delta.kind
        self._held.append(delta)
        self._tokens += len(delta.token_ids)
        if begins or ends or self._tokens >= GATHER_TOKENS:
            self.flush()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self.gather_s, self.flush)

    def flush(self) -> None:
        """Passes on what is held back."""
        self.drop_timer()
        held, self._held, self._tokens = self._held, [], 0
        if held:
            self.send(join(held))

    def drop_timer(self) -> None:
        """Nobody reads the rest."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
