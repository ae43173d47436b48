"""What a server's status means: an error for good, or one after which it is asked again."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import httpx

from inference.backoff import Backoff
from inference.engine import EngineBusy, EngineError, EngineLost, RequestFailed
from inference.output.readable import readable
from inference.remote.chat_request import ChatServer
from inference.remote.request_body import names_the_context

# Of an error's body: enough to see what the server means.
ERROR_BYTES = 2_000
KEY_HIDDEN = "(key not shown)"
FIRST_WAIT_S, MOST_WAIT_S = 0.5, 4.0  # where the server does not say when to ask again
MOST_TRIES_BROKEN = 2  # a server that breaks on a request is likely to break on it again


class RequestNotUnderstood(RequestFailed):
    """The server calls the request itself wrong, or broke on it: it may not know one of its fields."""


class RequestBroke(RequestNotUnderstood):
    """The server broke on the request: perhaps on one of its fields, perhaps for once."""


class TryAgain(Exception):
    """The server may answer the same request later. `error` is what is raised when it is not asked again."""

    def __init__(self, error: EngineError, after_s: float | None, tries: int | None = None) -> None:
        super().__init__(str(error))
        self.error, self.after_s, self.tries = error, after_s, tries


@dataclass(frozen=True)
class Refusal:
    """A server's answer other than the one asked for. `said` is the beginning of its body."""

    status: int
    said: str
    headers: httpx.Headers = field(default_factory=httpx.Headers)


def error_of(refused: Refusal, server: ChatServer) -> EngineError | TryAgain:
    """What a refusal means."""
    said = readable(refused.said)
    if server.api_key:  # some quote the key they refuse
        said = said.replace(server.api_key, KEY_HIDDEN)
    says = f"{server.url} says {refused.status}: {said}"
    match refused.status:
        case 408 | 425 | 429 | 503 | 529:
            after_s = retry_after_s(refused.headers)
            return TryAgain(EngineBusy(None, server.url, after_s), after_s)
        case 500 | 520:
            return TryAgain(RequestBroke(says), retry_after_s(refused.headers), MOST_TRIES_BROKEN)
        case 502 | 504 | 521 | 522 | 523 | 524:
            return EngineLost(says)
        case 301 | 302 | 303 | 307 | 308:
            return RequestFailed(
                f"{says} (it sends to {refused.headers.get('location', '')!r}: name the URL there)"
            )
        case 401 | 403:
            return RequestFailed(f"{says} (is the API key right?)")
        case 404:
            return RequestFailed(f"{says} (is there a model {server.model!r}, and does the URL end in /v1?)")
        case 400 | 413 | 422 if names_the_context(said):
            return RequestFailed(f"{says} (give its model a context of at least 16,384 tokens)")
        case 400 | 415 | 422 | 501:
            return RequestNotUnderstood(says)
        case _:
            return RequestFailed(says)


def retry_after_s(headers: httpx.Headers) -> float | None:
    """Seconds that the server asks to be left alone: a number, or a date. None: it does not say."""
    value = headers.get("retry-after", "").strip()
    if not value:
        return None
    try:
        seconds = float(value)
    except ValueError:
        try:
            seconds = (parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds()
        except (ValueError, TypeError):
            return None
    return max(0.0, seconds) if seconds == seconds else None


@dataclass(eq=False)
class Retries:
    """How often one request is made again. `most_s`: seconds that may be spent on waiting, in all."""

    most_s: float
    _started: float = field(default_factory=time.monotonic, init=False)
    _backoff: Backoff = field(default_factory=lambda: Backoff(FIRST_WAIT_S, MOST_WAIT_S), init=False)

    def wait_s(self, again: TryAgain) -> float | None:
        """Seconds until the request is made again; None: it is not."""
        if again.tries is not None and self._backoff.failures + 1 >= again.tries:
            return None
        bound = self._backoff.next_s()
        wait = bound if again.after_s is None else max(again.after_s, bound / 4)
        left = self.most_s - (time.monotonic() - self._started)
        return wait if wait <= left else None
