"""What the service says when something cannot be had: a code, a sentence, and the limit that was met."""

from __future__ import annotations

from gamemaster.admission.bounds import Refusal
from gamemaster.admission.line import Place
from gamemaster.protocol import messages
from gamemaster.storage import store

RETRY_AFTER_S = 2.0  # for a server or a process that is restarted, or a story that changes hands
# Which code of the protocol an error of the store has; the first class that fits counts.
CODES: tuple[tuple[type[store.StoreError], str], ...] = (
    (store.StoreUnavailable, "unavailable"),
    (store.NotFound, "not_found"),
    (store.UnknownPlayer, "bad_token"),
    (store.Busy, "busy"),
    (store.Conflict, "conflict"),
    (store.NothingToUndo, "nothing_to_undo"),
    (store.NoSuchTurn, "not_found"),
    (store.TooManyStories, "too_many"),
    (store.BadText, "bad_message"),
    (store.PatchBroken, "internal"),
)


def error_code(error: store.StoreError) -> str:
    """The protocol's code for an error of the store."""
    return next((code for kind, code in CODES if isinstance(error, kind)), "internal")


def failure(
    code: str,
    message: str,
    act_id: str | None = None,
    *,
    limit: str | None = None,
    fatal: bool = False,
    retry_after_s: float | None = None,
) -> messages.Failure:
    """An `error` message. Raises `ValidationError` for a code that the protocol does not have."""
    return messages.Failure.model_validate(
        {
            "code": code,
            "message": message,
            "act_id": act_id,
            "limit": limit,
            "fatal": fatal,
            "retry_after_s": retry_after_s,
        }
    )


def store_failure(error: store.StoreError, act_id: str | None = None) -> messages.Failure:
    """An error of the store as the client gets it."""
    limit = f"{error.limit} stories" if isinstance(error, store.TooManyStories) else None
    again = RETRY_AFTER_S if isinstance(error, store.StoreUnavailable) else None
    return failure(error_code(error), sentence(error), act_id, limit=limit, retry_after_s=again)


def refusal_line(refusal: Refusal, code: str, act_id: str | None = None) -> messages.Failure:
    """What a bound refused, as the client gets it."""
    return failure(code, refusal.text, act_id, limit=refusal.limit, retry_after_s=refusal.retry_after_s)


def waiting_line(place: Place, act_id: str | None = None) -> messages.Waiting:
    """A place in line, as the client gets it."""
    return messages.Waiting(ahead=place.ahead, estimate_s=round(place.estimate_s, 1), act_id=act_id)


def unavailable(message: str, act_id: str | None = None) -> messages.Failure:
    """Something that comes back by itself is away."""
    return failure("unavailable", message, act_id, retry_after_s=RETRY_AFTER_S)


def sentence(error: Exception) -> str:
    """An error's message as a sentence."""
    text = str(error)
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")
