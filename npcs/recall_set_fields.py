"""The fields of a set of questions: their other names, and what may be written in them. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection

MINUTES_PER_TURN = 5  # where a memory says its turn only
SOMEBODY = "somebody"

ALIASES: dict[str, set[str]] = {
    "story": {"story", "story_id", "session"},
    "id": {"id", "memory_id", "key"},
    "owner": {"owner", "ask", "asked", "character", "npc", "owner_asked", "asked_owner", "asked_of", "whom"},
    "turn": {"turn", "turn_number", "at_turn"},
    "minute": {"minute", "minutes", "time"},
    "place": {"place", "location", "where"},
    "people": {"people", "persons", "participants", "with", "present", "involved"},
    "text": {"text", "content", "memory", "description"},
    "importance": {"importance", "importance_score"},
    "source": {"source", "source_type"},
    "heard_from": {"heard_from", "from", "told_by"},
    "about": {"about", "topic", "fact"},
    "valid_from": {"valid_from"},
    "invalid_at": {"invalid_at", "valid_until", "until"},
    "question": {"question", "query", "q", "prompt"},
    "answers": {
        "answers",
        "answer",
        "ids",
        "relevant",
        "expected",
        "answer_ids",
        "expect",
        "memories",
        "gold",
        "answered_by",
    },
}
_OF_MEMORY = {
    "owner",
    "turn",
    "minute",
    "place",
    "people",
    "text",
    "importance",
    "source",
    "heard_from",
    "about",
}
_OF_MEMORY |= {"story", "id", "valid_from", "invalid_at"}
_OF_QUESTION = {"story", "owner", "turn", "question", "answers"}
_SOURCES = {
    "saw": "saw", "seen": "saw", "witnessed": "saw", "did": "saw", "experienced": "saw", "self": "saw", "own": "saw",
    "heard": "heard", "told": "heard", "hearsay": "heard", "rumour": "heard", "rumor": "heard",
    "reflected": "reflected", "reflection": "reflected", "belief": "reflected", "concluded": "reflected",
}  # fmt: skip
# Fields that others write for themselves, and that change nothing.
SILENT = {"type", "kind", "world", "title", "note", "notes", "comment"}
_CLOCK = re.compile(r"^\s*(?:day\s*(\d+)\D+)?(\d{1,2}):(\d{2})\s*$", re.IGNORECASE)


def is_question(names: Collection[str]) -> bool:
    """Whether a record with these fields asks something, rather than being a memory."""
    return not (ALIASES["question"] | ALIASES["answers"] - {"memories"}).isdisjoint(names)


def known_field(name: str, record: Collection[str]) -> str | None:
    """The field that is meant by `name` in a record with these fields; None for one that means nothing here."""
    plain = name.strip().lower().replace("-", "_").replace(" ", "_")
    asks = is_question(record)
    if asks and plain == "text" and ALIASES["question"].isdisjoint(record):
        return "question"
    wanted = _OF_QUESTION if asks else _OF_MEMORY
    return next((known for known in ALIASES if known in wanted and plain in ALIASES[known]), None)


def memory_values(data: dict[str, object], number: int) -> dict[str, object]:
    """The values of a `Memory` from what was written of the `number`-th; defaults for the rest. Raises ValueError."""
    for name in ("owner", "text"):
        if not str(data.get(name, "")).strip():
            raise ValueError(
                f"{name}: is missing; a memory needs at least an owner and a text (or else `question`)"
            )
    turn = whole("turn", data.get("turn", number + 1))
    minute = minutes("minute", data["minute"]) if "minute" in data else turn * MINUTES_PER_TURN
    source, heard_from = source_of(str(data.get("source", "saw")), data.get("heard_from"))
    values: dict[str, object] = {
        "id": str(data.get("id", f"memory-{number + 1}")),
        "owner": character(data["owner"]),
        "turn": turn,
        "minute": minute,
        "place": str(data.get("place", "")),
        "people": tuple(named_list(data.get("people", []))),
        "text": str(data["text"]).strip(),
        "importance": importance_of(data.get("importance", 5)),
        "source": source,
        "heard_from": heard_from,
        "about": str(data["about"]) if data.get("about") else None,
        "valid_from": minutes("valid_from", data.get("valid_from", minute)),
    }
    if data.get("invalid_at") is not None:
        values["invalid_at"] = minutes("invalid_at", data["invalid_at"])
    return values


def character(name: object) -> str:
    """The identifier of a character by whichever spelling: "Hild" and "hild" are one."""
    return "_".join(str(name).lower().split())


def source_of(written: str, teller: object) -> tuple[str, str | None]:
    """How the owner came by it, and from whom: "saw", "heard", "heard from ketil", "reflected", …"""
    first, _, rest = written.strip().partition(" ")
    first, _, after = first.lower().partition(":")
    source = "heard" if teller and first not in _SOURCES else _SOURCES.get(first)
    if source is None:
        raise ValueError(f"source: {written!r} is none of saw, heard, reflected")
    if source != "heard":
        return source, None
    words = f"{after} {rest}".replace("from", " ").replace("by", " ").split()
    return source, str(teller or "_".join(words) or SOMEBODY)


def importance_of(value: object) -> int:
    """1 to 10; a share (0.8) is taken as so much of 10."""
    number = _number("importance", value)
    if isinstance(value, float) and 0 <= number < 1:
        number *= 10
    if not 0 <= number <= 10:
        raise ValueError(f"importance: {value!r} is not from 1 to 10")
    return max(1, round(number))


def minutes(name: str, value: object) -> int:
    """Since the story began; "14:30" and "day 2, 14:30" are taken as the clock of a story that began at 0:00."""
    clock = _CLOCK.match(str(value))
    if clock:
        return (int(clock[1] or 1) - 1) * 1440 + int(clock[2]) * 60 + int(clock[3])
    return whole(name, value)


def whole(name: str, value: object) -> int:
    number = _number(name, value)
    if not 0 <= number < 2**31:
        raise ValueError(f"{name}: {value!r} is not a number from 0 on")
    return int(number)


def named_list(value: object) -> list[str]:
    """A list of names from a list, one name, or names with commas between."""
    if isinstance(value, str):
        value = value.split(",")
    if not isinstance(value, (list, tuple)):
        value = [value]
    return [str(part).strip() for part in value if str(part).strip()]


def _number(name: str, value: object) -> float:
    try:
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise ValueError
        return float(value)
    except (TypeError, ValueError):
        raise ValueError(f"{name}: {value!r} is no number") from None
