"""Whether a world's conditions hold in a story, and which wording of a passage fits. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from gamemaster.rules.dice import draw, percent
from gamemaster.rules.state import StoryState
from worlds.per_world import per_world
from worlds.schema import AXES, PLAYER, Condition, Passage, Related, Variant, World, compare, in_hours

MINUTES_PER_DAY = 24 * 60


@dataclass(frozen=True)
class Deeds:
    """What the player did this turn (for `did` and `to`), and what a chance is drawn for."""

    verbs: frozenset[str] = frozenset()
    objects: frozenset[str] = frozenset()
    purpose: str = ""


NO_DEEDS = Deeds()


def minute_of_day(world: World, state: StoryState) -> int:
    """0 to 1439."""
    return (_minute_of(world.clock.start) + state.minutes) % MINUTES_PER_DAY


def day(world: World, state: StoryState) -> int:
    """The first day of the story is 1."""
    return 1 + (_minute_of(world.clock.start) + state.minutes) // MINUTES_PER_DAY


@lru_cache(256)
def _minute_of(time: str) -> int:
    """Of "HH:MM"."""
    hour, minute = time.split(":")
    return int(hour) * 60 + int(minute)


def is_night(world: World, state: StoryState) -> bool:
    return in_hours(world.clock.night, minute_of_day(world, state) // 60)


def item_visible(
    world: World, state: StoryState, item: str, deeds: Deeds = NO_DEEDS, purpose: str | None = None
) -> bool:
    """Whether an item can be seen where it is (it need not be here)."""
    one = world.items[item]
    if one.visible is None or (item in state.held and state.items[item] != one.at):
        return True  # what the player has put somewhere hides from nobody
    return holds(one.visible, world, state, deeds, purpose)


def is_asleep(world: World, state: StoryState, who: str) -> bool:
    """Whether a character sleeps now: their daily round has them sleep at this hour, and they are where it says."""
    if who not in _sleepers(world):
        return False
    person, movements = state.characters[who], world.characters[who].movements
    if person.following or state.minutes < person.stays_until:
        return False
    hour = minute_of_day(world, state) // 60
    for movement in movements:
        if (movement.hours is None or in_hours(movement.hours, hour)) and holds(movement.when, world, state):
            return movement.asleep and person.place == movement.at
    return False


@per_world
def _sleepers(world: World) -> frozenset[str]:
    """Those who sleep at some time."""
    people = world.characters.items()
    return frozenset(who for who, person in people if any(one.asleep for one in person.movements))


def places_next_door(world: World, place: str) -> frozenset[str]:
    """Places one exit away, in either direction."""
    out = {way.to for way in world.locations[place].exits}
    back = {
        name for name, location in world.locations.items() if any(way.to == place for way in location.exits)
    }
    return frozenset(out | back)


def holds(
    condition: Condition | None,
    world: World,
    state: StoryState,
    deeds: Deeds = NO_DEEDS,
    purpose: str | None = None,
) -> bool:
    """Whether a condition holds. `None` always does. A chance in it is drawn for `purpose`, or else for the deeds'."""
    if condition is None:
        return True
    # Most conditions have one key or two: the other groups hold by themselves.
    written = condition.model_fields_set
    if len(written) == 1:
        (key,) = written
        return _GROUP_OF[key](condition, world, state, deeds, purpose)
    asked = {_GROUP_OF[key] for key in written}
    return all(group(condition, world, state, deeds, purpose) for group in _GROUPS if group in asked)


def _deeds_and_parts(
    condition: Condition, world: World, state: StoryState, deeds: Deeds, purpose: str | None
) -> bool:
    return (
        (not condition.did or not deeds.verbs.isdisjoint(condition.did))
        and (not condition.to or not deeds.objects.isdisjoint(condition.to))
        and (
            condition.chance is None
            or percent(state.seed, state.turn, "chance", deeds.purpose if purpose is None else purpose)
            < condition.chance
        )
        and (not condition.any or any(holds(c, world, state, deeds, purpose) for c in condition.any))
        and not any(holds(c, world, state, deeds, purpose) for c in condition.not_)
    )


def _place_and_things(
    c: Condition, world: World, state: StoryState, deeds: Deeds, purpose: str | None
) -> bool:
    return (
        (not c.at or state.place in c.at)
        and (not c.has or all(state.items.get(item) == PLAYER for item in c.has))
        and (not c.lacks or all(state.items.get(item) != PLAYER for item in c.lacks))
        and (
            not c.reach
            or all(
                state.items.get(item) == PLAYER
                or (state.items.get(item) == state.place and item_visible(world, state, item, deeds, purpose))
                for item in c.reach
            )
        )
        and (not c.item_at or all(state.items.get(item) == place for item, place in c.item_at.items()))
        and (not c.visited or all(place in state.visited for place in c.visited))
        and (not c.noticed or all(feature in state.noticed for feature in c.noticed))
    )


def _people(c: Condition, _: World, state: StoryState, *rest: object) -> bool:
    here = set(state.present()) if c.here or c.absent or c.alone is not None else frozenset[str]()
    people = state.characters
    return (
        (not c.here or all(who in here for who in c.here))
        and (not c.absent or not any(who in here for who in c.absent))
        and (c.alone is None or c.alone == (not here))
        and (not c.companion or all(people[who].alive and people[who].following for who in c.companion))
        and (not c.where or all(people[who].alive and people[who].place in at for who, at in c.where.items()))
        and (not c.alive or all(people[who].alive for who in c.alive))
        and (not c.dead or not any(people[who].alive for who in c.dead))
        and (
            not c.disposition or all(compare(v, people[who].disposition) for who, v in c.disposition.items())
        )
        and (
            not c.witnessed
            or all(any(deed.what == w.what for deed in people[w.who].witnessed) for w in c.witnessed)
        )
        and (not c.relation or all(_relation_holds(r, state) for r in c.relation))
    )


def _relation_holds(wanted: Related, state: StoryState) -> bool:
    found = state.characters[wanted.who].toward(wanted.toward)
    return all(
        (limit := getattr(wanted, axis)) is None or compare(limit, getattr(found, axis)) for axis in AXES
    )


def _promise_has(state: StoryState, name: str, status: str) -> bool:
    return name in state.promises and state.promises[name].status == status


def _knowledge(c: Condition, _: World, state: StoryState, *rest: object) -> bool:
    return (  # what a condition does not ask for is not looked for: it is evaluated hundreds of times in a turn
        (not c.set or all(map(state.flags.__contains__, c.set)))
        and (not c.unset or not any(map(state.flags.__contains__, c.unset)))
        and (not c.knows or all(map(state.facts.__contains__, c.knows)))
        and (not c.ignorant or not any(map(state.facts.__contains__, c.ignorant)))
        and (not c.done or all(map(state.beats.__contains__, c.done)))
        and (not c.not_done or not any(map(state.beats.__contains__, c.not_done)))
        and (not c.promised or all(_promise_has(state, name, "open") for name in c.promised))
        and (not c.kept or all(_promise_has(state, name, "kept") for name in c.kept))
        and (not c.broken or all(_promise_has(state, name, "broken") for name in c.broken))
    )


def _measures(c: Condition, world: World, state: StoryState, *rest: object) -> bool:
    return (
        (not c.need or all(compare(value, state.need(need)) for need, value in c.need.items()))
        and (
            not c.skill or all(compare(value, state.skills.get(skill, 0)) for skill, value in c.skill.items())
        )
        and (c.wounds is None or compare(c.wounds, state.wounds))
        and (c.hours is None or in_hours(c.hours, minute_of_day(world, state) // 60))
        and (c.night is None or c.night == is_night(world, state))
        and (c.day is None or compare(c.day, day(world, state)))
        and (c.minutes is None or compare(c.minutes, state.minutes))
        and (c.turn is None or compare(c.turn, state.turn))
    )


def _threats(c: Condition, world: World, state: StoryState, *rest: object) -> bool:
    def is_at(threat: str, places: Iterable[str]) -> bool:
        return state.threats[threat].place in places

    near = places_next_door(world, state.place) if c.threat_near else ()
    return (
        all(is_at(threat, places) for threat, places in c.threat_at.items())
        and (not c.threat_here or any(is_at(threat, (state.place,)) for threat in c.threat_here))
        and (not c.threat_near or any(is_at(threat, near) for threat in c.threat_near))
    )


_Group = Callable[[Condition, World, StoryState, Deeds, "str | None"], bool]
_GROUPS: tuple[_Group, ...] = (
    _place_and_things, _people, _knowledge, _measures, _threats, _deeds_and_parts,
)  # fmt: skip
_GROUP_OF: dict[str, _Group] = {
    **dict.fromkeys(("at", "has", "lacks", "reach", "item_at", "visited", "noticed"), _place_and_things),
    **dict.fromkeys(("here", "absent", "alone", "companion", "where", "alive", "dead"), _people),
    **dict.fromkeys(("disposition", "witnessed", "relation"), _people),
    **dict.fromkeys(("set", "unset", "knows", "ignorant", "done", "not_done"), _knowledge),
    **dict.fromkeys(("promised", "kept", "broken"), _knowledge),
    **dict.fromkeys(("need", "skill", "wounds", "hours", "night", "day", "minutes", "turn"), _measures),
    **dict.fromkeys(("threat_at", "threat_here", "threat_near"), _threats),
    **dict.fromkeys(("did", "to", "chance", "any", "not_"), _deeds_and_parts),
}


def wordings(passage: Passage, world: World, state: StoryState, deeds: Deeds = NO_DEEDS) -> tuple[str, ...]:
    """The interchangeable wordings of the first variant that holds; empty when none does."""
    for variant in passage:
        if holds(variant.when, world, state, deeds):
            return variant.text
    return ()


STEADY = 20  # minutes for which somebody goes on with what they were seen to do


def goes_on_with(options: Sequence[str], state: StoryState, who: str) -> str:
    """Of several things that somebody may be seen to do, the one of this while: nobody changes it at every glance."""
    return options[(draw(state.seed, "doing", who) + state.minutes // STEADY) % len(options)]


def doing_of(world: World, state: StoryState, who: str) -> tuple[str, ...]:
    """What somebody is seen to do just now, in their writer's words; empty where nothing was written for it."""
    shown = wordings(world.characters[who].presence, world, state)
    return (goes_on_with(shown, state, who),) if shown else ()


def all_wordings(
    variants: Iterable[Variant], world: World, state: StoryState, deeds: Deeds = NO_DEEDS
) -> list[tuple[str, ...]]:
    """The wordings of every variant that holds."""
    return [variant.text for variant in variants if holds(variant.when, world, state, deeds)]
