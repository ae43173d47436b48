"""Why a condition holds or not: each of its parts, whether it holds, and what is the case instead. Pure.

Every part is judged by `gamemaster.rules.conditions.holds` itself, as a condition of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from gamemaster.rules.conditions import NO_DEEDS, Deeds, day, holds, is_night, minute_of_day
from gamemaster.rules.state import StoryState
from worlds.schema import Condition, World

# Lists of which one member is enough; of the others, every member must hold.
_ONE_IS_ENOUGH = frozenset({"at", "threat_here", "threat_near", "did", "to"})


ONE_OF, NONE_OF = "one of these", "none of these"


@dataclass(frozen=True)
class Part:
    """A part of a condition: `key: value` as it is written, whether it holds, and what is the case now.

    `parts` are those inside `any` and `not`.
    """

    text: str
    holds: bool
    now: str = ""
    parts: tuple[Part, ...] = ()


def explain(
    condition: Condition | None, world: World, state: StoryState, deeds: Deeds = NO_DEEDS
) -> tuple[Part, ...]:
    """The parts of a condition; none of one that always holds."""
    if condition is None:
        return ()
    return tuple(_parts(condition, world, state, deeds))


def share_held(parts: tuple[Part, ...]) -> float:
    """How much of a condition holds, 0 to 1: for an order by nearness."""
    if not parts:
        return 1.0
    return sum(1.0 if part.holds else _near(part) for part in parts) / len(parts)


def _near(part: Part) -> float:
    """A choice that fails is as near as its nearest alternative, and less than one that holds."""
    if part.text == NONE_OF:
        return 0.0
    near = (share_held(inner.parts) for inner in part.parts if inner.parts)
    return 0.9 * max(near, default=0.0)


def _parts(condition: Condition, world: World, state: StoryState, deeds: Deeds) -> Iterator[Part]:
    for name, info in Condition.model_fields.items():
        if name not in condition.model_fields_set:
            continue
        value, label = getattr(condition, name), info.alias or name
        if name in {"any", "not_"}:
            yield _group(label, value, world, state, deeds)
            continue
        for piece in _pieces(name, value):
            single = Condition.model_validate({label: piece})
            fits = holds(single, world, state, deeds)
            yield Part(f"{label}: {_text(piece)}", fits, "" if fits else _now(name, piece, world, state))


def _group(
    label: str, conditions: tuple[Condition, ...], world: World, state: StoryState, deeds: Deeds
) -> Part:
    inner = tuple(_alternative(one, world, state, deeds) for one in conditions)
    fits = any(part.holds for part in inner) if label == "any" else not any(part.holds for part in inner)
    return Part(ONE_OF if label == "any" else NONE_OF, fits, parts=inner)


def _alternative(condition: Condition, world: World, state: StoryState, deeds: Deeds) -> Part:
    """A condition inside `any` or `not`, as one part."""
    parts = explain(condition, world, state, deeds)
    if len(parts) == 1:
        return parts[0]
    text = " and ".join(part.text for part in parts)
    return Part(text, holds(condition, world, state, deeds), parts=parts)


def _pieces(name: str, value: Any) -> Iterator[Any]:
    """The values that must hold each for itself."""
    if isinstance(value, dict):
        yield from ({key: inner} for key, inner in value.items())
    elif isinstance(value, tuple) and name not in _ONE_IS_ENOUGH:
        yield from value
    elif isinstance(value, tuple):
        yield list(value)
    else:
        yield value


def _text(piece: Any) -> str:
    if isinstance(piece, dict):
        return ", ".join(f"{key}: {_text(value)}" for key, value in piece.items())
    if isinstance(piece, (list, tuple)):
        return " or ".join(map(str, piece))
    if hasattr(piece, "model_dump"):
        return _text(piece.model_dump(exclude_unset=True))
    return str(piece).lower() if isinstance(piece, bool) else str(piece)


def _now(name: str, piece: Any, world: World, state: StoryState) -> str:
    """What is the case instead, where a number or a place says more than "no"."""
    say = _NOW.get(name)
    return say(piece, world, state) if say is not None else ""


def _where(who: str, state: StoryState) -> str:
    one = state.characters[who]
    return f"{who} is at {one.place}" if one.alive else f"{who} is dead"


def _first(piece: Any) -> str:
    return str(next(iter(piece))) if isinstance(piece, dict) else str(piece)


_NOW: dict[str, Callable[[Any, World, StoryState], str]] = {
    "at": lambda piece, world, state: f"the player is at {state.place}",
    "has": lambda piece, world, state: f"{piece} is at {state.items.get(piece)}",
    "reach": lambda piece, world, state: f"{piece} is at {state.items.get(piece)}",
    "item_at": lambda piece, world, state: f"{_first(piece)} is at {state.items.get(_first(piece))}",
    "here": lambda piece, world, state: _where(piece, state),
    "where": lambda piece, world, state: _where(_first(piece), state),
    "companion": lambda piece, world, state: _where(piece, state),
    "alone": lambda piece, world, state: f"with the player: {', '.join(state.present()) or 'nobody'}",
    "disposition": lambda piece, world, state: f"it is {state.characters[_first(piece)].disposition}",
    "need": lambda piece, world, state: f"it is {state.need(_first(piece))}",
    "skill": lambda piece, world, state: f"it is {state.skills.get(_first(piece), 0)}",
    "wounds": lambda piece, world, state: f"it is {state.wounds}",
    "minutes": lambda piece, world, state: f"it is {state.minutes}",
    "turn": lambda piece, world, state: f"it is {state.turn}",
    "day": lambda piece, world, state: f"it is {day(world, state)}",
    "hours": lambda piece, world, state: f"it is {minute_of_day(world, state) // 60} o'clock",
    "night": lambda piece, world, state: "it is night" if is_night(world, state) else "it is day",
    "relation": lambda piece, world, state: (
        f"it is {state.characters[piece.who].toward(piece.toward).model_dump(exclude_defaults=True) or 'nothing'}"
    ),
    "threat_at": lambda piece, world, state: f"it is at {state.threats[_first(piece)].place}",
}
