"""How much each address had in the last minute in all processes that serve one port of this host.

A sliding window over two minutes of the clock: what was had in this one, and of the one before the share that is less
than 60 s ago, as if it had come evenly. The sums lie in the table in which processes count what addresses have now.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from gamemaster.admission.host_counts import HostCounts

MINUTE_S = 60.0
UNITS = 10  # of a cost of 1: the table holds whole numbers


class HostMinutes:
    """At most `per_minute` of `what`. `clock` gives seconds, the same in all processes. Used by one event loop."""

    def __init__(self, per_minute: int, what: str, clock: Callable[[], float], table: HostCounts) -> None:
        self._most, self._what = per_minute * UNITS, what
        self._clock, self._table = clock, table
        self._own: dict[int, Counter[str]] = {}  # by minute, what this process put into the table

    def add(self, address: str, cost: float) -> None:
        """The address had so much."""
        minute, units = int(self._clock() // MINUTE_S), round(cost * UNITS)
        if minute not in self._own:
            self._drop_before(minute - 1)
            self._own[minute] = Counter()
        self._own[minute][address] += units
        self._table.put(self._name(address, minute), units)

    def wait_s(self, address: str) -> float:
        """Seconds until the address may have something again; 0.0 if it may now."""
        wait_s = self._wait_s(address)
        if wait_s:
            self._table.sweep()  # some of that may be of a process that is gone, under another name
            wait_s = self._wait_s(address)
        return wait_s

    def _wait_s(self, address: str) -> float:
        minute, since = divmod(self._clock(), MINUTE_S)
        now, before = (self._sum_of(address, int(minute) - ago) for ago in (0, 1))
        if now + before * (1 - since / MINUTE_S) < self._most:
            return 0.0
        if now < self._most:  # enough of the minute before will have passed
            return MINUTE_S * (1 - (self._most - now) / before) - since + 1 / UNITS
        return MINUTE_S * (2 - self._most / now) - since + 1 / UNITS

    def _sum_of(self, address: str, minute: int) -> int:
        own = self._own.get(minute)
        return self._table.elsewhere(self._name(address, minute)) + (own[address] if own else 0)

    def _name(self, address: str, minute: int) -> str:
        return f"{self._what} of {address} in minute {minute}"

    def _drop_before(self, minute: int) -> None:
        for past in [one for one in self._own if one < minute]:
            for address, units in self._own.pop(past).items():
                self._table.put(self._name(address, past), -units)
