"""What characters come to feel and owe, and what was promised: the changes, and the words for them. Pure.

Only the referee changes them: by a world's effects, by deeds that were witnessed, or within bounds by a narrator.
"""

from __future__ import annotations

from gamemaster.rules.draft import Draft
from gamemaster.rules.state import PROMISE_LIMIT, Promise, Relation
from gamemaster.rules.upkeep.intended_changes import BROKE_A_PROMISE
from worlds.schema import AXES, FEAR_MIN, PLAYER, RELATION_MAX, RELATION_MIN, World

# What a deed of the player's does to the one it was done to, and to whoever looked on.
SUFFERED: dict[str, dict[str, int]] = {
    "violence": {"trust": -2, "fear": 2, "affection": -2},
    "theft": {"trust": -2, "affection": -1},
    "kindness": {"trust": 1, "affection": 1, "debt": 1},
    "healing": {"trust": 1, "affection": 1, "debt": 1},
}
WITNESSED: dict[str, dict[str, int]] = {
    "violence": {"trust": -1, "fear": 1},
    "theft": {"trust": -1},
    "healing": {"trust": 1},
}
KEPT = {"trust": 2, "affection": 1}
BROKEN = {"trust": -3, "affection": -1}


def relate(draft: Draft, who: str, toward: str, **changes: int) -> None:
    """Change what a living character feels and owes, within the bounds of each measure."""
    people = draft.state.characters
    if who not in people or not people[who].alive or who == toward:
        return
    if toward != PLAYER and toward not in people:
        return
    before = people[who].toward(toward)
    after = {axis: _clamp(axis, getattr(before, axis) + changes.get(axis, 0)) for axis in AXES}
    if after != before.model_dump():
        people[who].relations[toward] = Relation(**after)


def _clamp(axis: str, value: int) -> int:
    return max(FEAR_MIN if axis == "fear" else RELATION_MIN, min(RELATION_MAX, value))


def weigh_deed(draft: Draft, who: str, what: str, target: str | None) -> None:
    """What a witnessed deed of the player's changes between the witness and the player."""
    relate(draft, who, PLAYER, **(SUFFERED if who == target else WITNESSED).get(what, {}))


# ---- promises ----


def promise(draft: Draft, name: str, by: str, to: str, what: str, item: str | None = None) -> bool:
    """Note a promise under a name of its own. False where there is no room: all that are kept of are open."""
    promises = draft.state.promises
    if name in promises and promises[name].status == "open":
        return True
    if len(promises) >= PROMISE_LIMIT:
        settled = [key for key, one in promises.items() if one.status != "open"]
        if not settled:
            return False
        del promises[min(settled, key=lambda key: (promises[key].settled or 0, key))]
    promises[name] = Promise(
        by=by, to=to, what=what, item=item, turn=draft.state.turn, minute=draft.state.minutes
    )
    draft.happen("promised", who=to if by == PLAYER else by, what=name)
    draft.changed.append(promise_in_words(draft.world, promises[name]))
    return True


def settle(draft: Draft, name: str, *, kept: bool) -> None:
    """An open promise was kept or broken: whoever was promised something thinks better or worse of the other."""
    found = draft.state.promises.get(name)
    if found is None or found.status != "open":
        return
    settled = found.model_copy(update={"status": "kept" if kept else "broken", "settled": draft.state.turn})
    draft.state.promises[name] = settled
    if found.to != PLAYER:
        relate(draft, found.to, found.by, **(KEPT if kept else BROKEN))
    draft.happen(
        "promise_kept" if kept else "promise_broken",
        who=found.to if found.by == PLAYER else found.by,
        what=name,
    )
    draft.changed.append(promise_in_words(draft.world, settled))


def settle_what_came_about(draft: Draft) -> None:
    """Promises of a thing are kept when it has come to whom it was promised; the world's as its conditions say."""
    state = draft.state
    for name, one in list(state.promises.items()):
        if one.status != "open":
            continue
        vow = draft.world.promises.get(name)
        delivered = one.item is not None and state.items.get(one.item) == one.to
        if delivered or (vow is not None and vow.kept is not None and draft.holds(vow.kept, f"{name}.kept")):
            settle(draft, name, kept=True)
        elif vow is not None and vow.broken is not None and draft.holds(vow.broken, f"{name}.broken"):
            settle(draft, name, kept=False)


def promise_in_words(world: World, one: Promise) -> str:
    """A promise for people, from where the player stands: "You promised Hild to bring her the axe."."""
    by = "You" if one.by == PLAYER else _name(world, one.by)
    to = "you" if one.to == PLAYER else _name(world, one.to)
    if one.status == "open":
        return f"{by} promised {to} {one.what}."
    did = "broke" if one.status == "broken" and BROKE_A_PROMISE.is_in_effect else one.status
    return f"{by} {did} a promise to {to}: {one.what}."


def _name(world: World, who: str) -> str:
    return world.characters[who].name if who in world.characters else who


# ---- in words ----

_DEGREES = ((4, "wholly"), (2, ""), (1, "a little"))
_WORDS = {
    "trust": ("trusts {whom}", "does not trust {whom}"),
    "fear": ("fears {whom}", ""),
    "affection": ("is fond of {whom}", "dislikes {whom}"),
    "debt": ("is in {whose} debt", "is owed by {whom}"),
}


def bond_in_words(bond: Relation, name: str) -> str:
    """ "trusts the player a little, is in the player's debt"; empty where there is nothing to say."""
    parts = []
    for axis, (more, less) in _WORDS.items():
        value: int = getattr(bond, axis)
        degree = next((word for least, word in _DEGREES if abs(value) >= least), None)
        if degree is None:
            continue
        words = (more if value > 0 else less).format(whom=name, whose=f"{name}'s")
        parts.append(f"{words} {degree}".rstrip())
    return ", ".join(parts)
