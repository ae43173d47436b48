"""What the model costs: a day's share for each player and story, a bound for an address, and a breaker for all.

Counted in tokens that the model read anew or wrote, by each process for itself, anew after a restart. Whoever has used
up their share plays on with the understudy, and is told so.
"""

from __future__ import annotations

import logging
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass

from gamemaster.admission.bounds import AddressBounds
from gamemaster.admission.options import BudgetOptions

log = logging.getLogger(__name__)

DAY_S = 86_400
CHARS_PER_S = 15.0  # of speech, about
WINDOW_S = 600.0  # in which a loop shows


@dataclass(frozen=True)
class Spender:
    """Who a turn is played for."""

    address: str
    player: str
    story: str


class Spending:
    """Says who may have the model's next turn, and takes down what each had. Used by one event loop."""

    def __init__(
        self,
        options: BudgetOptions | None = None,
        addresses: AddressBounds | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`clock` gives seconds since 1970: a day is one of UTC."""
        self.options, self._addresses = options or BudgetOptions(), addresses or AddressBounds()
        self._clock = clock
        self._day = 0
        self._of_players: Counter[str] = Counter()
        self._of_stories: Counter[str] = Counter()
        self._lately: deque[tuple[float, int]] = deque()
        self._total = self._in_window = 0
        self._rests_until = 0.0

    def why_not(self, spender: Spender) -> str | None:
        """Why the understudy must play the spender's next turn, for people; None: the model may."""
        self._turn_the_page()
        options, tomorrow = self.options, self._until_tomorrow()
        if self._clock() < self._rests_until:
            return "The model rests for a while: it was asked for far more than usual."
        if options.model_tokens_per_day and self._total >= options.model_tokens_per_day:
            return f"The model has done all that it may in a day. It is back {tomorrow}."
        if self._of_players[spender.player] >= options.player_tokens_per_day:
            return f"You have had your share of the model for today. It is back {tomorrow}."
        if self._of_stories[spender.story] >= options.story_tokens_per_day:
            return f"This story has had its share of the model for today. It is back {tomorrow}."
        if (refused := self._addresses.model_tokens.look(spender.address)) is not None:
            return f"Your address had too much of the model at once: at most {refused.limit}."
        return None

    def why_unspoken(self, spender: Spender) -> str | None:
        """Why the spender's next turn is not spoken, for people; None: it may be."""
        refused = self._addresses.voice_s.look(spender.address)
        return f"Your address was spoken to too much: at most {refused.limit}." if refused else None

    def charge_voice(self, spender: Spender, chars: int) -> None:
        """A turn of so many characters was spoken."""
        self._addresses.voice_s.charge(spender.address, chars / CHARS_PER_S)

    def charge(self, spender: Spender, tokens: int) -> None:
        """The spender's turn took so many tokens."""
        self._turn_the_page()
        self._of_players[spender.player] += tokens
        self._of_stories[spender.story] += tokens
        self._addresses.model_tokens.charge(spender.address, tokens)
        self._total += tokens
        self._watch_for_a_loop(tokens)

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

    def _turn_the_page(self) -> None:
        day = int(self._clock() // DAY_S)
        if day != self._day:
            self._day, self._total = day, 0
            self._of_players.clear()
            self._of_stories.clear()

    def _until_tomorrow(self) -> str:
        left = DAY_S - self._clock() % DAY_S
        return f"in {left / 3600:.0f} h" if left >= 5400 else f"in {max(1, left // 60):.0f} min"
