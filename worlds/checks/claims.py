"""What a condition claims, as far as it can be told without a story: enough to see that it can never hold. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from worlds.schema import (
    AXES,
    COMPARISON,
    DISPOSITION_MAX,
    DISPOSITION_MIN,
    FEAR_MIN,
    PLAYER,
    RELATION_MAX,
    RELATION_MIN,
    Condition,
    World,
    in_hours,
)

# Pairs of fields that contradict each other when they share a member.
_OPPOSED = (
    ("has", "lacks"), ("reach", "lacks"), ("set", "unset"), ("knows", "ignorant"), ("here", "absent"),
    ("done", "not_done"), ("alive", "dead"), ("here", "dead"), ("companion", "dead"), ("companion", "absent"),
    ("promised", "kept"), ("promised", "broken"), ("kept", "broken"),
)  # fmt: skip
_LITERALS = {
    "has", "lacks", "reach", "here", "absent", "companion", "set", "unset", "knows", "ignorant", "visited",
    "noticed", "alive", "dead", "done", "not_done", "promised", "kept", "broken",
}  # fmt: skip
_MEASURED = frozenset({"disposition", "need", "skill", "wounds", "day", "minutes", "turn", "relation"})
_FOLLOWS = {"has": ("reach",), "companion": ("here", "alive"), "here": ("alive",)}
DAY = 24 * 60

T = TypeVar("T")

Measure = tuple[str, ...]  # ("need", "cold"), ("minutes",)
Range = tuple[float, float]


@dataclass(frozen=True)
class Claims:
    """What must be true all at once. `places` and `hours`: None is any."""

    literals: frozenset[tuple[str, str]] = frozenset()
    places: frozenset[str] | None = None
    hours: frozenset[int] | None = None
    ranges: dict[Measure, Range] = field(default_factory=dict)
    items: dict[str, str] = field(default_factory=dict)
    people: dict[str, frozenset[str]] = field(default_factory=dict)
    alone: bool | None = None

    def plus(self, other: Claims) -> Claims:
        if self == _NOTHING:
            return other
        ranges = dict(self.ranges)
        for measure, (low, high) in other.ranges.items():
            here = ranges.get(measure, (-math.inf, math.inf))
            ranges[measure] = max(low, here[0]), min(high, here[1])
        people = dict(self.people)
        for who, places in other.people.items():
            people[who] = people.get(who, places) & places
        return Claims(
            literals=self.literals | other.literals,
            places=_both(self.places, other.places),
            hours=_both(self.hours, other.hours),
            ranges=ranges,
            items={**self.items, **other.items},
            people=people,
            alone=other.alone if self.alone is None else self.alone,
        )


_NOTHING = Claims()


def _both(one: frozenset[T] | None, other: frozenset[T] | None) -> frozenset[T] | None:
    return other if one is None else one if other is None else one & other


def claims_of(condition: Condition, world: World) -> Claims:
    """What a condition claims by itself; `any` and `not` are looked at apart."""
    written = condition.model_fields_set
    if not written:
        return _NOTHING
    literals = {(name, member) for name in written & _LITERALS for member in getattr(condition, name)}
    literals |= {(more, m) for name, m in literals for more in _FOLLOWS.get(name, ())}
    hours: frozenset[int] | None = None
    if condition.hours is not None:
        hours = frozenset(hour for hour in range(24) if in_hours(condition.hours, hour))
    if condition.night is not None:
        dark = frozenset(hour for hour in range(24) if in_hours(world.clock.night, hour) == condition.night)
        hours = _both(hours, dark)
    return Claims(
        literals=frozenset(literals),
        places=frozenset(condition.at) if condition.at else None,
        hours=hours,
        ranges={measure: range_of(text) for measure, text in comparisons(condition)},
        items=dict(condition.item_at),
        people={who: frozenset(places) for who, places in condition.where.items()},
        alone=condition.alone,
    )


def comparisons(condition: Condition) -> Iterator[tuple[Measure, str]]:
    """Every comparison of a condition with what it measures."""
    if condition.model_fields_set.isdisjoint(_MEASURED):
        return
    for name in ("disposition", "need", "skill"):
        for who, text in getattr(condition, name).items():
            yield (name, who), text
    for name in ("wounds", "day", "minutes", "turn"):
        if (text := getattr(condition, name)) is not None:
            yield (name,), text
    for related in condition.relation:
        for axis in AXES:
            if (text := getattr(related, axis)) is not None:
                yield ("relation", related.who, related.toward, axis), text


def range_of(comparison: str) -> Range:
    """The values that meet a comparison, from and to; for `!=`, all."""
    match = COMPARISON.match(comparison)
    sign, number = (match.group(1) or ">=", int(match.group(2))) if match else ("!=", 0)
    ranges: dict[str, Range] = {
        ">=": (number, math.inf), ">": (number + 1, math.inf), "<=": (-math.inf, number),
        "<": (-math.inf, number - 1), "==": (number, number),
    }  # fmt: skip
    return ranges.get(sign, (-math.inf, math.inf))


def scale_of(measure: Measure, world: World) -> Range:
    """The least and the most that a measure can be."""
    kind = measure[0]
    if kind == "disposition":
        return DISPOSITION_MIN, DISPOSITION_MAX
    if kind == "relation":
        return (FEAR_MIN if measure[3] == "fear" else RELATION_MIN), RELATION_MAX
    if kind == "need":
        need = world.needs.get(measure[1])
        return 0, need.maximum if need else math.inf
    if kind == "wounds":
        return 0, world.player.health
    if kind == "day":
        return 1, math.inf
    return (-math.inf if kind == "skill" else 0), math.inf


def clash(claims: Claims, world: World) -> str | None:
    """Why these can never be true together, if that is plain to see."""
    names = {name for name, _ in claims.literals}
    for one, other in _OPPOSED:
        if one not in names or other not in names:
            continue
        both = {m for name, m in claims.literals if name == one} & {
            m for name, m in claims.literals if name == other
        }
        if both:
            return f"`{one}` and `{other}` both name `{min(both)}`"
    if claims.alone and names & {"here", "companion"}:
        return "`alone` and `here` or `companion` exclude each other"
    return _clash_of_places(claims) or _clash_of_times(claims, world) or _clash_of_measures(claims, world)


def _clash_of_places(claims: Claims) -> str | None:
    if claims.places is not None and not claims.places:
        return "the player would have to be in two places"
    for item, where in claims.items.items():
        if ("has", item) in claims.literals and where != PLAYER:
            return f"`has` and `item_at` both name `{item}`"
        if ("lacks", item) in claims.literals and where == PLAYER:
            return f"`lacks` and `item_at` both name `{item}`"
    for who, places in claims.people.items():
        if not places or (
            claims.places is not None and ("here", who) in claims.literals and not places & claims.places
        ):
            return f"`{who}` would have to be in two places"
        if ("dead", who) in claims.literals:
            return f"`where` and `dead` both name `{who}`"
    return None


def _clash_of_times(claims: Claims, world: World) -> str | None:
    if claims.hours is not None and not claims.hours:
        return f"no hour is both (it is night from {world.clock.night.replace('-', ' to ')})"
    hour, minute = world.clock.start.split(":")
    start = int(hour) * 60 + int(minute)
    low, high = claims.ranges.get(("minutes",), (0, math.inf))
    first, last = claims.ranges.get(("day",), (1, math.inf))
    low, high = max(low, (first - 1) * DAY - start, 0), min(high, last * DAY - start - 1)
    if low > high:
        if first == 1 and last == math.inf:
            return "no minute is before the beginning" if high < 0 else "`minutes` leaves no time for it"
        return "`day` and `minutes` leave no time for it"
    if claims.hours is not None and high - low < DAY:
        passed = {(start + int(m)) // 60 % 24 for m in (*range(int(low), int(high), 60), int(high))}
        if not passed & claims.hours:
            begun = f"the story begins at {world.clock.start}"
            return f"from minute {low:.0f} to {high:.0f} it is never that hour ({begun})"
    return None


def _clash_of_measures(claims: Claims, world: World) -> str | None:
    for measure, (low, high) in claims.ranges.items():
        least, most = scale_of(measure, world)
        if low > high or low > most or high < least:
            ends = f"{least:g} to {most:g}" if math.isfinite(most) else f"{least:g} upwards"
            beyond = f": it runs from {ends}" if (low > most or high < least) and math.isfinite(least) else ""
            return f"no {' '.join(measure).replace('_', ' ')} is both{beyond}" if low > high else (
                f"`{measure[-1] if measure[0] == 'relation' else measure[0]}` never gets there{beyond}")  # fmt: skip
    return None


def follows(condition: Condition, claims: Claims, world: World) -> bool:
    """Whether a condition plainly holds wherever the claims do. Doubt is no."""
    inner = claims_of(condition, world)
    plain = _LITERALS | _MEASURED | {"at", "hours", "night", "item_at", "alone", "where"}
    if not condition.model_fields_set <= plain:
        return False
    return (
        inner.literals <= claims.literals
        and (inner.places is None or (claims.places is not None and claims.places <= inner.places))
        and (inner.hours is None or (claims.hours is not None and claims.hours <= inner.hours))
        and all(
            (here := claims.ranges.get(measure)) is not None and low <= here[0] and here[1] <= high
            for measure, (low, high) in inner.ranges.items()
        )
        and all("!=" not in text for _, text in comparisons(condition))
        and all(claims.items.get(item) == where for item, where in inner.items.items())
        and all(who in claims.people and claims.people[who] <= ps for who, ps in inner.people.items())
        and inner.alone in (None, claims.alone)
    )
