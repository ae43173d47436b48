"""A line before the service's work: so many are served at once, the others are told their place and how long it takes.

Whoever plays already goes before who comes: a thousand newcomers at once must not hold up a story in mid-play. But one
in a few goes to those who come, so that nobody waits for ever. Among equals addresses take turns: whoever asks for much
from one address waits behind their own.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import zip_longest

from gamemaster.admission.bounds import Permit, Refusal

HOLD_S = (
    0.25  # what takes longer waits for something else than this process, and keeps nobody from being served
)
UNTOLD_S = 0.4  # who waits longer than this is told so
LOOK_S = 0.2  # between looks at who is to be told
MOST_TOLD = 64  # at a look: telling must cost less than serving
FIRST_INTERVAL_S = 0.02  # between one served and the next, until that is known
SMOOTHING = 0.05  # weight of the newest interval
LONGEST_INTERVAL_S = 1.0
LATE_SHARE = 4  # of so many served one is of a later rank than the first that waits


class Rank(IntEnum):
    """Who goes first."""

    GOING_ON = 0  # a turn of a story that has begun
    BEGINNING = 1  # who was let in: a story to be opened or begun, its first turn
    ARRIVING = 2  # who says hello


@dataclass(frozen=True)
class Place:
    """`ahead` are served before this one, in about `estimate_s` seconds."""

    ahead: int
    estimate_s: float


Tell = Callable[[Place], None]


@dataclass(eq=False)
class _Waiter:
    rank: Rank
    tell: Tell
    since: float
    turn: asyncio.Future[None]
    address: str
    told: Place | None = None
    told_at: float = 0.0

    def is_due(self, now: float) -> bool:
        """Whether it is time to be told: soon at first, then each time that a fifth of the wait is over."""
        if self.told is None:
            return now - self.since >= UNTOLD_S
        return now - self.told_at >= max(1.0, self.told.estimate_s / 5)

    def hear(self, ahead: int, estimate_s: float, now: float) -> None:
        """Told anew, and never of a longer wait than before."""
        if self.told is not None:
            left = max(0.0, self.told.estimate_s - (now - self.told_at) / 2)
            ahead, estimate_s = min(ahead, self.told.ahead), min(estimate_s, left)
        self.told, self.told_at = Place(ahead, estimate_s), now
        self.tell(self.told)


class _Queue:
    """Those of one rank. Addresses take turns, and within an address it is first come, first served."""

    def __init__(self) -> None:
        self._of: dict[str, dict[_Waiter, None]] = {}  # by address, the one whose turn it is first
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def add(self, waiter: _Waiter) -> int:
        """How many of this rank go before it."""
        own = self._of.setdefault(waiter.address, {})
        own[waiter] = None
        self._size += 1
        if len(own) == 1:  # of a thousand newcomers nearly each is the first of its address
            return len(self._of) - 1
        return sum(min(len(others), len(own)) for others in self._of.values()) - 1

    def drop(self, waiter: _Waiter) -> None:
        """It waits no longer, if it did."""
        own = self._of.get(waiter.address, {})
        if waiter in own:
            del own[waiter]
            self._size -= 1
            if not own:
                del self._of[waiter.address]

    def pop(self) -> _Waiter:
        """The next; its address is the last then."""
        address = next(iter(self._of))
        own = self._of.pop(address)
        waiter = next(iter(own))
        del own[waiter]
        self._size -= 1
        if own:
            self._of[address] = own
        return waiter

    def in_order(self) -> Iterator[_Waiter]:
        """All of them, as they will be served if nobody comes."""
        for turns in zip_longest(*(list(own) for own in self._of.values())):
            yield from (waiter for waiter in turns if waiter is not None)


@dataclass
class Line:
    """Serves `width` at once, each for `hold_s` at most; the others wait, at most `most`. Used by one event loop."""

    width: int = 4
    most: int = 10_000
    hold_s: float | None = HOLD_S  # None: to its end
    served: int = 0  # at present
    interval_s: float = FIRST_INTERVAL_S  # between one served and the next, of late
    _queues: tuple[_Queue, ...] = field(default_factory=lambda: tuple(_Queue() for _ in Rank))
    _count: int = 0
    _last_at: float | None = None  # when somebody was taken out of the line
    _looking: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return sum(map(len, self._queues))

    @contextlib.asynccontextmanager
    async def turn(self, rank: Rank, tell: Tell, address: str = "") -> AsyncIterator[Permit]:
        """When it is one's turn. The permit may be given back before the end, and is by itself after `hold_s`.

        Raises LineFull.
        """
        await self._wait(rank, tell, address)
        permit = Permit(self._serve_next)
        loop = asyncio.get_running_loop()
        timer = None if self.hold_s is None else loop.call_later(self.hold_s, permit.give_back)
        try:
            yield permit
        finally:
            if timer is not None:
                timer.cancel()
            permit.give_back()

    async def _wait(self, rank: Rank, tell: Tell, address: str) -> None:
        if self.served < self.width and not len(self):
            self.served += 1
            return
        if len(self) >= self.most:
            raise LineFull(self.most, self.interval_s * self.most)
        loop = asyncio.get_running_loop()
        waiter = _Waiter(rank, tell, loop.time(), loop.create_future(), address)
        queue = self._queues[rank]
        ahead = sum(len(self._queues[each]) for each in Rank if each < rank) + queue.add(waiter)
        if ahead * self.interval_s > UNTOLD_S:
            waiter.hear(ahead, ahead * self.interval_s, loop.time())
        if self._looking is None:
            self._looking = asyncio.create_task(self._look(), name="line")
        try:
            await waiter.turn
        except asyncio.CancelledError:
            queue.drop(waiter)
            if waiter.turn.done() and not waiter.turn.cancelled():
                self._serve_next()  # it was one's turn already
            raise

    def _serve_next(self) -> None:
        """One place is free: for the first in line, if there is one."""
        self.served -= 1
        self._count += 1
        for queue in self._queues_by_turn():
            while queue:
                waiter = queue.pop()
                if not waiter.turn.done():  # else it is being cancelled
                    self.served += 1
                    self._note_pace()
                    waiter.turn.set_result(None)
                    return
        self._last_at = None

    def _queues_by_turn(self) -> Iterable[_Queue]:
        """The first rank first, but now and then a later one in which somebody waits: each of those in turn."""
        late, is_not_late = divmod(self._count, LATE_SHARE)
        later = [queue for queue in self._queues[1:] if queue]
        if is_not_late or not later:
            return self._queues
        first = later[late % len(later)]
        return sorted(self._queues, key=lambda queue: queue is not first)

    def _note_pace(self) -> None:
        now = asyncio.get_running_loop().time()
        if self._last_at is not None:
            took = min(LONGEST_INTERVAL_S, now - self._last_at)
            self.interval_s += SMOOTHING * (took - self.interval_s)
        self._last_at = now

    async def _look(self) -> None:
        """Tells those whose time it is, for as long as somebody waits."""
        while len(self):
            await asyncio.sleep(LOOK_S)
            now = asyncio.get_running_loop().time()
            ahead, told = 0, 0
            for queue in self._queues:
                for waiter in queue.in_order():
                    if told < MOST_TOLD and waiter.is_due(now):
                        waiter.hear(ahead, ahead * self.interval_s, now)
                        told += 1
                    ahead += 1
        self._looking = None


class LineFull(Exception):
    """There is no place in line."""

    def __init__(self, most: int, wait_s: float) -> None:
        limit = f"{most} waiting"
        super().__init__(limit)
        text = f"More than {most} wait for the service already. Try again in {math.ceil(wait_s)} seconds."
        self.refusal = Refusal(limit, text, wait_s)
