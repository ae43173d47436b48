"""What the model and the voice cost: a day's share for each player and story, bounds for an address, a breaker for all.

Counted in tokens that the model read anew or wrote, and in seconds of speech, by all processes together
(`gamemaster.storage.day_sums`). Whoever has used up their share plays on with the understudy, or in text, and is told
so.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from gamemaster.admission.bounds import AddressBounds
from gamemaster.admission.options import BudgetOptions
from gamemaster.storage.day_sums import DaySums

log = logging.getLogger(__name__)

CHARS_PER_S = 15  # of speech, about
WINDOW_S = 600.0  # in which a loop shows
TOKENS_OF_ALL = "tokens"
TOKENS_OF_ADDRESS, CHARS_OF_ADDRESS = "tokens of address ", "chars of address "


@dataclass(frozen=True)
class Spender:
    """Who a turn is played for."""

    address: str
    player: str
    story: str


class Spending:
    """Says who may have the model's or the voice's next turn, and takes down what each had. Used by one event loop."""

    def __init__(
        self,
        options: BudgetOptions | None = None,
        addresses: AddressBounds | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`clock` gives seconds since 1970: a day is one of UTC."""
        self.options, self._addresses = options or BudgetOptions(), addresses or AddressBounds()
        self._clock = clock
        self.sums = DaySums(clock)
        self.sums.watchers.append(self._hear_of_others)
        self._lately: deque[tuple[float, int]] = deque()
        self._in_window = 0
        self._rests_until = 0.0

    def why_not(self, spender: Spender) -> str | None:
        """Why the understudy must play the spender's next turn, for people; None: the model may."""
        options, total, tomorrow = self.options, self.sums.total, self._until_tomorrow()
        of_all, of_player, of_story = (
            total(name)
            for name in (
                TOKENS_OF_ALL,
                f"tokens of player {spender.player}",
                f"tokens of story {spender.story}",
            )
        )
        total(TOKENS_OF_ADDRESS + spender.address)
        if self._clock() < self._rests_until:
            return "The model rests for a while: it was asked for far more than usual."
        if options.model_tokens_per_day and of_all >= options.model_tokens_per_day:
            return f"The model has done all that it may in a day. It is back {tomorrow}."
        if of_player >= options.player_tokens_per_day:
            return f"You have had your share of the model for today. It is back {tomorrow}."
        if of_story >= options.story_tokens_per_day:
            return f"This story has had its share of the model for today. It is back {tomorrow}."
        if (refused := self._addresses.model_tokens.look(spender.address)) is not None:
            return f"Your address had too much of the model at once: at most {refused.limit}."
        return None

    def why_unspoken(self, spender: Spender) -> str | None:
        """Why the spender's next turn is not spoken, for people; None: it may be."""
        options, total, tomorrow = self.options, self.sums.total, self._until_tomorrow()
        of_player, of_story = (
            total(f"chars of {whose}") / CHARS_PER_S
            for whose in (f"player {spender.player}", f"story {spender.story}")
        )
        total(CHARS_OF_ADDRESS + spender.address)
        if of_player >= options.player_voice_s_per_day:
            return f"You have had your share of the voice for today. It is back {tomorrow}."
        if of_story >= options.story_voice_s_per_day:
            return f"This story has had its share of the voice for today. It is back {tomorrow}."
        refused = self._addresses.voice_s.look(spender.address)
        return f"Your address was spoken to too much: at most {refused.limit}." if refused else None

    def charge_voice(self, spender: Spender, chars: int) -> None:
        """A turn of so many characters was spoken."""
        for whose in (f"player {spender.player}", f"story {spender.story}", f"address {spender.address}"):
            self.sums.add(f"chars of {whose}", chars)
        self._addresses.voice_s.charge(spender.address, chars / CHARS_PER_S)

    def charge(self, spender: Spender, tokens: int) -> None:
        """The spender's turn took so many tokens."""
        for whose in (f"player {spender.player}", f"story {spender.story}", f"address {spender.address}"):
            self.sums.add(f"tokens of {whose}", tokens)
        self.sums.add(TOKENS_OF_ALL, tokens)
        self._addresses.model_tokens.charge(spender.address, tokens)
        self._watch_for_a_loop(tokens)

    def _hear_of_others(self, name: str, amount: int) -> None:
        """Other processes spent so much within the last second."""
        if name == TOKENS_OF_ALL:
            self._watch_for_a_loop(amount)
        elif name.startswith(TOKENS_OF_ADDRESS):
            self._addresses.model_tokens.charge(name.removeprefix(TOKENS_OF_ADDRESS), amount)
        elif name.startswith(CHARS_OF_ADDRESS):
            self._addresses.voice_s.charge(name.removeprefix(CHARS_OF_ADDRESS), amount / CHARS_PER_S)

    def _watch_for_a_loop(self, tokens: int) -> None:
        now, most = self._clock(), self.options.breaker_tokens
        self._lately.append((now, tokens))
        self._in_window += tokens
        while self._lately[0][0] < now - WINDOW_S:
            self._in_window -= self._lately.popleft()[1]
        if most and self._in_window > most and now >= self._rests_until:
            self._rests_until = now + WINDOW_S
            log.error(
                "the model was asked for %d tokens within %.0f min (at most %d, GM_BUDGET__BREAKER_TOKENS): "
                "the understudy plays for as long; look for a loop",
                self._in_window, WINDOW_S / 60, most,
            )  # fmt: skip

    def _until_tomorrow(self) -> str:
        left = self.sums.left_s
        return f"in {left / 3600:.0f} h" if left >= 5400 else f"in {max(1, left // 60):.0f} min"
