"""What a line of the log is about: set once, it stands in every line that is written within.

Ids open stories, so the log has only hashes of them: the same id is the same hash in every process and on every host.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import AbstractContextManager
from typing import Any

from structlog.contextvars import bind_contextvars, bound_contextvars

_ID = re.compile(r"(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])")
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Scope]]
Send = Callable[[Scope], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


HASH_DIGITS = 8


def hash_of(identifier: str) -> str:
    """8 hexadecimal digits for an id of a story or a player."""
    return hashlib.blake2b(identifier.encode(), digest_size=HASH_DIGITS // 2).hexdigest()


def without_ids(text: str) -> str:
    """The text with a hash for each id in it."""
    return _ID.sub(lambda found: hash_of(found[0]), text)


def in_story(story: str, turn: int, act: str) -> AbstractContextManager[object]:
    """Lines written within are of this turn; its request is what the player asked for."""
    return bound_contextvars(story=hash_of(story), turn=turn, request=hash_of(act))


def begin_request() -> None:
    """Lines written from here on, to the end of the task, have the number of one request or socket."""
    bind_contextvars(request=secrets.token_hex(4))


class RequestContext:
    """ASGI middleware: lines written for a request have its number."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        with bound_contextvars(request=secrets.token_hex(4)):
            await self._app(scope, receive, send)
