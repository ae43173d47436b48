"""The situations in which a narrator needs a line of its own, and the placeholders that each line may hold."""

from __future__ import annotations

_NONE: frozenset[str] = frozenset()
_THING, _WHO = frozenset({"thing"}), frozenset({"who"})

SITUATIONS: dict[str, frozenset[str]] = {
    "not_understood": _NONE,
    "no_such_thing": _THING,
    "not_here": _THING,
    "no_way": _THING,
    "blocked": _THING,
    "nothing_happens": frozenset({"verb", "thing"}),
    "already_have": _THING,
    "dont_have": _THING,
    "cannot_take": _THING,
    "taken": _THING,
    "dropped": _THING,
    "gave": frozenset({"thing", "who"}),
    "refused_gift": frozenset({"who", "thing"}),
    "too_much": _THING,
    "waited": _NONE,
    "slept": _NONE,
    "hidden": _NONE,
    "not_hidden": _NONE,
    "nobody_here": _NONE,
    "who_not_here": _WHO,
    "no_answer": _WHO,
    "dead": _WHO,
    "attack_hit": _WHO,
    "attack_miss": _WHO,
    "searched_nothing": _THING,
    "listened": _NONE,
    "smelled": _NONE,
    "ended": _NONE,
    "hostile": _NONE,
    "absurd": _NONE,
}
# In situations that only a later engine knows, any of these may stand.
PLACEHOLDERS: frozenset[str] = frozenset({"thing", "who", "verb", "place"})
