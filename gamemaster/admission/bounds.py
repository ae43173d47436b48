"""What each address has now, and how much it had of late, refused above its limits.

What it has now, and how many connections and requests it had, is counted for all processes of a host together, where
several serve. What else it had of late is counted in this process; acts also by all processes of all hosts
(`gamemaster.storage.rate_limit`), and so is what the model and the voice cost (`gamemaster.admission.spending`).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from gamemaster.admission.addresses import EXEMPT, Addresses, networks_of
from gamemaster.admission.host_counts import HostCounts
from gamemaster.admission.host_minutes import HostMinutes
from gamemaster.admission.options import AddressOptions
from gamemaster.storage.rate_limit import LocalRate

CONNECTS = 2  # for each request; beyond, an address is not even answered
FILE_COST = 0.1  # of a request: files of the page are small, cached by browsers, and there are dozens


@dataclass(frozen=True)
class Refusal:
    """Why not: the limit, a sentence for people, and when the same may be had, if that is known."""

    limit: str
    text: str
    retry_after_s: float | None = None


class Permit:
    """One of so many; given back once, however often that is asked."""

    __slots__ = ("_back",)

    def __init__(self, back: Callable[[], None] | None = None) -> None:
        self._back = back

    def give_back(self) -> None:
        """Somebody else may have it."""
        back, self._back = self._back, None
        if back is not None:
            back()


class Count:
    """How many of `what` each address has now, at most `most`: in this process, or in all that share a `table`."""

    def __init__(self, most: int, what: str, table: HostCounts | None = None) -> None:
        self.most, self.what, self._table = most, what, table
        self._held: Counter[str] = Counter()
        self.refused = 0  # so far

    @property
    def total(self) -> int:
        """By all addresses, in this process."""
        return self._held.total()

    def __getitem__(self, address: str) -> int:
        return self._held[address]

    def take(self, address: str) -> Permit | Refusal:
        """One more, or why not."""
        if address == EXEMPT:
            return Permit()
        if not self._has_room(address):
            self.refused += 1
            limit = f"{self.most} {self.what} of one address"
            text = f"Your address has {self.most} {self.what}, which is the limit for one address."
            return Refusal(limit, f"{text} Wait until one of them has ended.")
        self._change(address, 1)
        return Permit(lambda: self._give_back(address))

    def _has_room(self, address: str) -> bool:
        left = self.most - self._held[address]
        if left <= 0 or self._table is None:
            return left > 0
        name = self._name_of(address)
        if self._table.elsewhere(name) >= left:
            self._table.sweep()  # some of those may be of a process that is gone
        return self._table.elsewhere(name) < left

    def _change(self, address: str, by: int) -> None:
        self._held[address] += by
        if self._table is not None:
            self._table.put(self._name_of(address), by)

    def _name_of(self, address: str) -> str:
        return f"{self.what} of {address}"

    def _give_back(self, address: str) -> None:
        self._change(address, -1)
        if not self._held[address]:
            del self._held[address]


class Rate:
    """How much of `what` each address had in the last minute, at most `per_minute`: in this process, or in all that
    share a `table`."""

    def __init__(
        self, per_minute: int, what: str, clock: Callable[[], float], table: HostCounts | None = None
    ) -> None:
        self.what, self.per_minute = what, per_minute
        self.refused = 0  # so far
        self._rate = LocalRate(per_minute, clock)
        self._host = None if table is None else HostMinutes(per_minute, what, clock, table)

    def admit(self, address: str, cost: float = 1.0) -> Refusal | None:
        """None, and it is counted; or why not, and it is not."""
        if address == EXEMPT:
            return None
        wait_s = self._host.wait_s(address) if self._host is not None else 0.0
        wait_s = wait_s or self._rate.admit(address, cost)
        if wait_s:
            return self.refuse(wait_s)
        if self._host is not None:
            self._host.add(address, cost)
        return None

    def look(self, address: str) -> Refusal | None:
        """Whether the address has had its share already; counts nothing."""
        wait_s = 0.0 if address == EXEMPT else self._rate.wait_s(address)
        return self.refuse(wait_s) if wait_s else None

    def charge(self, address: str, cost: float) -> None:
        """What it cost is known only now; who had more than their share waits the longer."""
        if address != EXEMPT:
            self._rate.charge(address, cost)

    def refuse(self, wait_s: float) -> Refusal:
        """It is refused for so long."""
        self.refused += 1
        limit = f"{self.per_minute} {self.what} a minute from one address"
        wait = max(1, round(wait_s))
        return Refusal(limit, f"That was too much at once: at most {limit}. Try again in {wait} s.", wait_s)


class AddressBounds:
    """All bounds of addresses. Used by one event loop."""

    def __init__(
        self,
        options: AddressOptions | None = None,
        clock: Callable[[], float] = time.monotonic,
        table: HostCounts | None = None,
    ) -> None:
        """`table`: what addresses have in the other processes of this host. `clock` is the same in all of them."""
        options = options or AddressOptions()
        self._addresses = Addresses(
            networks_of(options.proxies), options.header.lower().encode(), networks_of(options.exempt)
        )
        self.sockets = Count(options.sockets, "open sockets", table)
        self.unproven = Count(options.unproven, "connections that have said nothing yet", table)
        self.half_open = Count(options.unproven, "requests that have not come whole", table)
        self.in_flight = Count(options.acts_in_flight, "acts in flight", table)
        self.connects = Rate(CONNECTS * options.requests_per_minute, "connections", clock, table)
        self.acts = Rate(options.acts_per_minute, "acts", clock)
        self.requests = Rate(options.requests_per_minute, "requests", clock, table)
        self.model_tokens = Rate(options.model_tokens_per_minute, "tokens of the model", clock)
        self.voice_s = Rate(options.voice_s_per_minute, "seconds of speech", clock)

    @property
    def bounds(self) -> dict[str, Count | Rate]:
        """All of them, by name."""
        return {name: bound for name, bound in vars(self).items() if isinstance(bound, Count | Rate)}

    def address_of(self, peer: str | None, headers: Iterable[tuple[bytes, bytes]] = ()) -> str:
        """Under which whoever asks is counted."""
        return self._addresses.key(peer, headers)

    def is_proxy(self, peer: str | None) -> bool:
        """Whether the peer speaks for others, whom only its headers name."""
        return self._addresses.is_proxy(peer)
