"""What the player may know of the state, for the panel beside the text. Pure."""

from __future__ import annotations

from gamemaster.protocol.messages import Gauge, Shown, View
from gamemaster.protocol.presenters import picture_shown
from gamemaster.rules import reach, threads
from gamemaster.rules.acquaintance import as_met
from gamemaster.rules.boundaries import crossing_in, lines_of
from gamemaster.rules.conditions import day, is_night, minute_of_day
from gamemaster.rules.draft import HANDLED
from gamemaster.rules.state import StoryState
from worlds.schema import Need, World, in_hours

FACTS_SHOWN = 40  # the panel's; the journal in the story has them all


def view(world: World, state: StoryState, suggestions: tuple[str, ...] = ()) -> View:
    """The panel for a state."""
    world = as_met(world, state)
    place = world.locations[state.place]
    minute = minute_of_day(world, state)
    clock = f"Day {day(world, state)}, {minute // 60:02}:{minute % 60:02}, {time_of_day(world, minute // 60)}"
    open_now, lines = threads.open_threads(world, state), lines_of(world, state)
    return View(
        turn=state.turn,
        place=Shown(
            id=place.id,
            name=place.name,
            note="indoors" if place.indoors else "",
            picture=picture_shown(world, place.picture),
        ),
        time=clock,
        night=is_night(world, state),
        gauges=gauges(world, state),
        carried=tuple(item_shown(world, item, state) for item in reach.carried_items(state)),
        here=company(world, state),
        things=tuple(item_shown(world, item, state) for item in reach.items_here(world, state)),
        exits=ways_out(world, state),
        skills=tuple(
            Gauge(id=name, name=skill.name, value=value, maximum=max(15, value), word=f"{value:+d}")
            for name, skill in world.skills.items()
            for value in (state.skills.get(name, 0),)
        ),
        facts=tuple(fact for fact in known_facts(world, state) if crossing_in(fact, lines) is None),
        goal=threads.goal_of(world, state, open_now),
        threads=tuple(thread.text for thread in open_now[: threads.MOST_SHOWN]),
        suggestions=tuple(
            text for text in suggestions if state.ended is None and crossing_in(text, lines) is None
        ),
        ended=world.endings[state.ended].title if state.ended else None,
    )


def time_of_day(world: World, hour: int) -> str:
    """A word for the hour (0-23); when it is dark is the world's to say."""
    if in_hours(world.clock.night, hour):
        return "night"
    if in_hours(world.clock.night, (hour + 1) % 24):
        return "dusk"
    if in_hours(world.clock.night, (hour - 1) % 24):
        return "dawn"
    if hour < 12:
        return "morning"
    return "afternoon" if hour < 18 else "evening"


def gauges(world: World, state: StoryState) -> tuple[Gauge, ...]:
    """The needs in the world's order, then the wounds."""
    health = world.player.health
    wounds = min(state.wounds, health)
    shown = [
        Gauge(id=name, name=need.name, value=level, maximum=need.maximum, word=need_word(need, level))
        for name, need in world.needs.items()
        for level in (state.need(name),)
    ]
    # Quarters: unhurt is only the first when nothing is wrong at all.
    quarter = 0 if wounds == 0 else min(3, max(1, wounds * 4 // health))
    word = world.player.wounds[quarter]
    return (*shown, Gauge(id="wounds", name="Wounds", value=wounds, maximum=health, word=word))


def need_word(need: Need, level: int) -> str:
    reached = [step for step in need.levels if step.reach <= level]
    return max(reached, key=lambda step: step.reach).word if reached else need.word


def item_shown(world: World, item: str, state: StoryState) -> Shown:
    """An item by its name; the note is the state in which small handling has left it: "tied round the trestle"."""
    left = [
        one
        for one in state.details.values()
        if one.kind == HANDLED and one.on == item and state.is_at_hand(one)
    ]
    return Shown(id=item, name=world.items[item].name, note=left[-1].text.partition(", ")[2] if left else "")


def company(world: World, state: StoryState) -> tuple[Shown, ...]:
    """The living characters here, and then what threatens."""
    people = [
        Shown(
            id=who,
            name=world.characters[who].name,
            note=manner(state, who),
            picture=picture_shown(world, world.characters[who].picture),
        )
        for who in reach.people_here(state)
    ]
    threats = [
        Shown(id=threat, name=world.threats[threat].name, note="danger")
        for threat in reach.threats_here(state)
        if state.threats[threat].awake
    ]
    return (*people, *threats)


def manner(state: StoryState, who: str) -> str:
    """How a character stands toward the player, as far as it shows."""
    character = state.characters[who]
    if character.following:
        return "with you"
    if character.disposition <= -3:
        return "hostile"
    if character.disposition < 0:
        return "wary"
    return "friendly" if character.disposition >= 2 else ""


def ways_out(world: World, state: StoryState) -> tuple[Shown, ...]:
    """The exits that the player knows of; the note is the direction, or that it is blocked."""
    shown = []
    for way in reach.exits(world, state):
        note = (way.direction[0] if way.direction else "") if reach.is_open(world, state, way) else "blocked"
        name = way.name if way.name and way.to not in state.visited else world.locations[way.to].name
        shown.append(Shown(id=way.to, name=name, note=note))
    return tuple(shown)


def known_facts(world: World, state: StoryState) -> tuple[str, ...]:
    """What the player has learned, latest last, at most `FACTS_SHOWN`."""
    order = {fact: n for n, fact in enumerate(world.facts)}
    known = sorted((fact for fact in state.facts if fact in order), key=lambda f: (state.facts[f], order[f]))
    return tuple(world.facts[fact].text for fact in known[-FACTS_SHOWN:])
