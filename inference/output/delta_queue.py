"""The deltas of one stream on their way to whoever reads them: in order, bounded, ended by an error at any time."""

import asyncio
from collections import deque
from dataclasses import dataclass, field

from inference.engine import Delta, EngineError
from inference.output.delta_bundles import join

# Deltas beyond this that nobody has read yet are joined: a slow reader then costs memory for tokens alone, of which
# a request has at most max_new_tokens.
JOIN_ABOVE = 64


@dataclass(eq=False)
class Inbox:
    """One writer, one reader, one event loop."""

    _waiting: deque[Delta] = field(default_factory=deque)
    _error: EngineError | None = None
    _reader: "asyncio.Future[None] | None" = None

    def put(self, delta: Delta) -> None:
        if len(self._waiting) >= JOIN_ABOVE and self._waiting[-1].kind is delta.kind:
            delta = join((self._waiting.pop(), delta))
        self._waiting.append(delta)
        self._wake()

    def fail(self, error: EngineError) -> None:
        """The first error counts; it comes after what was put before it."""
        self._error = self._error or error
        self._wake()

    def _wake(self) -> None:
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Delta:
        """The next delta. Raises the error that the stream ended with."""
        while not self._waiting:
            if self._error is not None:
                raise self._error
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._waiting.popleft()
