"""Who may use the operator's page: whoever has the token, and guesses are few."""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable

from pydantic import SecretStr

from gamemaster.admission.bounds import Rate, Refusal

GUESSES_PER_MINUTE = 6


class WrongTokenError(Exception):
    """What was given is not the operator's token."""


class OperatorDoor:
    """Compares tokens, in a time that tells nothing of them. Used by one event loop."""

    def __init__(self, token: SecretStr, clock: Callable[[], float] = time.monotonic) -> None:
        self._token = token.get_secret_value().encode()
        self._guesses = Rate(GUESSES_PER_MINUTE, "wrong tokens", clock)

    def enter(self, given: str | None, address: str) -> Refusal | None:
        """None for the token; a refusal for an address that gave too many others. Raises WrongTokenError.

        Whoever sends none has not guessed.
        """
        refused = self._guesses.look(address)
        if refused is not None:
            return refused
        if given is not None and hmac.compare_digest(given.encode("utf-8", "surrogatepass"), self._token):
            return None
        if given:
            self._guesses.charge(address, 1.0)
        raise WrongTokenError
