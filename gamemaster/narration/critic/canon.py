"""Where a telling contradicts what is true in the story: the player, their things, the ways, the people. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from gamemaster.language.names.noun_index import nouns_of
from gamemaster.narration.critic.claims import Claim, claims_of
from gamemaster.narration.critic.told_turn import Finding, ToldTurn, per_turn
from gamemaster.rules.reach import in_reach
from worlds.schema import NOWHERE, PLAYER


def contradictions(turn: ToldTurn) -> Iterator[Finding]:
    """Contradictions of the state, and things from nowhere, that the player is told of themselves.

    A sentence that the ruling gave word for word is none: the whistle of a speaking tube is nobody's tin whistle.
    """
    reach = _reach(turn)
    for claim in claims_of(turn, nouns_of(turn.world)):
        if turn.is_given(claim.sentence):
            continue
        finding = (
            _of_place(claim, turn, reach) if claim.deed in ("be", "go") else _of_thing(claim, turn, reach)
        )
        if finding is not None:
            yield finding


@per_turn
def _reach(turn: ToldTurn) -> frozenset[str]:
    """All that the player could see or touch at some time of the turn, ways out and what people hold included."""
    reach: set[str] = set(turn.places)
    for state in (turn.before, turn.after):
        reach |= in_reach(turn.world, state)
        people = set(state.present())
        reach.update(item for item, where in state.items.items() if where in people or where in turn.places)
    for place in turn.places:
        reach.update(turn.world.locations[place].notice)
        reach.update(way.to for way in turn.world.locations[place].exits)
    for happening in turn.ruling.happenings:
        reach.update(thing for thing in (happening.what, happening.who, happening.place) if thing)
    return frozenset(reach)


def _of_thing(claim: Claim, turn: ToldTurn, reach: frozenset[str]) -> Finding | None:
    items = claim.things & turn.world.items.keys()
    if claim.deed == "lack":
        return _of_lack(claim, items, turn)
    if not items or not claim.exact:
        return None
    had = {item for item in items if PLAYER in (turn.before.items.get(item), turn.after.items.get(item))}
    passed = {h.what for h in turn.ruling.happenings if h.kind in ("took", "gave", "dropped")}
    if had or items & passed:
        return None
    if not items & reach:
        if claim.things & reach:
            return None
        where = sorted(items)[0]
        return Finding("from_nowhere", claim.sentence, f"the {claim.noun} ({where}) is not here")
    if claim.deed == "handle" or claim.things - items & reach:
        return None
    held = ", ".join(f"{item} is {_whereabouts(turn, item)}" for item in sorted(items))
    what = "gives" if claim.deed == "give" else "has"
    return Finding("canon", claim.sentence, f"it says that the player {what} the {claim.noun}, and {held}")


def _of_lack(claim: Claim, items: frozenset[str], turn: ToldTurn) -> Finding | None:
    """The player is told to be without something that they carry all along."""
    carried = [item for item in items if turn.before.items.get(item) == turn.after.items.get(item) == PLAYER]
    if not items or len(carried) < len(claim.things):
        return None  # another thing of that name may be meant
    return Finding("canon", claim.sentence, f"it denies the player the {claim.noun}, which they carry")


def _whereabouts(turn: ToldTurn, item: str) -> str:
    where = turn.after.items[item]
    return "nowhere" if where == NOWHERE else f"at {where}"


def _of_place(claim: Claim, turn: ToldTurn, reach: frozenset[str]) -> Finding | None:
    places = claim.things & turn.world.locations.keys()
    if not places or places & turn.places:
        return None
    if claim.noun.startswith("of "):
        return None  # "you climb the roof of the hall": whoever is on a part of it need not be in it
    others = claim.things - places
    if others & reach:
        return None
    where = " or ".join(sorted({turn.before.place, turn.after.place}))
    return Finding("canon", claim.sentence, f"it has the player at the {claim.noun}, and they are at {where}")
