"""Who may use the operator's page: whoever has the token. Guesses are slow, and never in the operator's way."""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable

from pydantic import SecretStr

from gamemaster.admission.bounds import Rate, Refusal

GUESSES_PER_MINUTE = 6
GUESS_S = 1.0  # that a wrong token waits for its answer


class WrongTokenError(Exception):
    """What was given is not the operator's token."""


class OperatorDoor:
    """Compares tokens, in a time that tells nothing of them. Used by one event loop.

    The right one always opens: behind a proxy that is not configured everybody has one address, and whoever guesses
    there must not shut the operator out. A token has 24 characters and more, so that guesses are no danger, only noise.
    """

    def __init__(
        self, token: SecretStr, clock: Callable[[], float] = time.monotonic, guess_s: float = GUESS_S
    ) -> None:
        self.guess_s = guess_s
        self._token = token.get_secret_value().encode()
        self._guesses = Rate(GUESSES_PER_MINUTE, "wrong tokens", clock)

    def opens(self, given: str | None) -> bool:
        """Whether it is the token."""
        return given is not None and hmac.compare_digest(given.encode("utf-8", "surrogatepass"), self._token)

    def enter(self, given: str | None, address: str) -> Refusal | None:
        """None for the token; a refusal for another one of an address that gave too many. Raises WrongTokenError.

        Whoever sends none has not guessed.
        """
        if self.opens(given):
            return None
        refused = self._guesses.look(address)
        if refused is not None:
            return refused
        if given:
            self._guesses.charge(address, 1.0)
        raise WrongTokenError
