"""Admission to an engine: so many requests run, so many wait, play before background."""

import asyncio
import heapq
import itertools
from dataclasses import dataclass, field

from inference.engine import EngineBusy, Lane

Waiting = tuple[bool, int, str, "asyncio.Future[bool]"]


@dataclass
class Slots:
    """`running` requests at once; at most `waiting` more wait, first come first served within a lane."""

    running: int
    waiting: int
    used: int = field(default=0, init=False)
    _queue: list[Waiting] = field(default_factory=list, init=False)
    _order: "itertools.count[int]" = field(default_factory=itertools.count, init=False)

    async def take(self, lane: Lane, request_id: str) -> bool:
        """True: there is a slot, to be given back; false: withdrawn while waiting. Raises EngineBusy if full."""
        if self.used < self.running:
            self.used += 1
            return True
        if len(self._queue) >= self.waiting:
            raise EngineBusy(self.running + self.waiting)
        turn: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        entry = (lane is Lane.BACKGROUND, next(self._order), request_id, turn)
        heapq.heappush(self._queue, entry)
        try:
            return await turn
        except asyncio.CancelledError:
            if entry in self._queue:
                self._queue.remove(entry)
                heapq.heapify(self._queue)
            elif not turn.cancelled() and turn.result():
                self.give()  # it was handed to us just as we left
            raise

    def give(self) -> None:
        """Hands the slot on; it is never free in between, so nobody overtakes."""
        while self._queue:
            turn = heapq.heappop(self._queue)[-1]
            if not turn.done():  # done: cancelled, and not yet told
                turn.set_result(True)
                return
        self.used -= 1

    def withdraw(self, request_id: str) -> None:
        """Ends the waiting of a request, if it waits."""
        for entry in [entry for entry in self._queue if entry[2] == request_id]:
            self._queue.remove(entry)
            if not entry[-1].done():
                entry[-1].set_result(False)
        heapq.heapify(self._queue)
