"""What an operator ordered, as this process knows it: read again every few seconds, so that it holds on all hosts."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field

from gamemaster.storage.keep_doing import keep_doing
from gamemaster.storage.operator_orders import OrderBook, Orders

log = logging.getLogger(__name__)

READ_S = 2.0
RETRY_LATER_S = (
    20.0  # so long a page waits that was refused; and so long after maintenance it comes in at last
)
CLOSED_TO_NEW = (
    "The service is being worked on: stories that have begun go on, but nobody new comes in and no story is begun "
    "just now. Try again in a while."
)
MUTED = "Whoever runs this service has stopped your acts for now. You can still read your stories."
BANNED = "Whoever runs this service has shut you out of it."
SIGNED_OUT = (
    "Whoever runs this service has signed you out. Your stories are kept, but this sign-in no longer opens them: ask "
    "them if that was not meant."
)


@dataclass(eq=False)
class StandingOrders:
    """`book` is where they stand; without one nothing is ever ordered. `watchers` are told of players who must go."""

    book: OrderBook | None = None
    now: Orders = field(default_factory=Orders)
    watchers: list[Callable[[str, str], None]] = field(default_factory=list)  # of a player, and why

    @property
    def is_closed_to_new(self) -> bool:
        """Whether nobody new comes in, and no story is begun."""
        return self.now.maintenance is not None

    def is_muted(self, player: str) -> bool:
        return self.now.of(player).muted is not None

    def is_banned(self, player: str) -> bool:
        return self.now.of(player).banned is not None

    def refuses_token(self, player: str, issued: float) -> bool:
        """Whether a token of the player that was made then (seconds since 1970) was called back."""
        since = self.now.of(player).signed_out
        return since is not None and issued < since.timestamp()

    async def refresh(self) -> None:
        """Read them now. Raises StoreUnavailable."""
        if self.book is not None:
            self.take(await self.book.read())

    def take(self, orders: Orders) -> None:
        """These hold from now on; whoever must go is told to the watchers."""
        before, self.now = self.now, orders
        for player, held in orders.sanctions.items():
            was = before.of(player)
            if held.banned is not None and was.banned is None:
                self._send_away(player, BANNED)
            elif held.signed_out != was.signed_out and held.signed_out is not None:
                self._send_away(player, SIGNED_OUT)

    def _send_away(self, player: str, why: str) -> None:
        for tell in self.watchers:
            tell(player, why)

    async def run(self) -> None:
        """Keep up with the book, until cancelled. While the database is away, what was read last holds."""
        if self.book is not None:
            await keep_doing(self.refresh, READ_S, "reading the operator's orders", log)
