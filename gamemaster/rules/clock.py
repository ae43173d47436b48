"""What happens by itself: time, needs, people's daily round, threats, beats, remarks and endings. Pure."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from gamemaster.rules.conditions import (
    all_wordings,
    holds,
    is_asleep,
    is_night,
    minute_of_day,
    places_next_door,
)
from gamemaster.rules.dice import choose, draw, percent
from gamemaster.rules.draft import SHOWN, Draft
from gamemaster.rules.health import hurt
from gamemaster.rules.operations.actions import done_before, let_react, line_fits, perform_action
from gamemaster.rules.operations.effects import apply_effects, change_need
from gamemaster.rules.operations.scene_changes import way_key
from gamemaster.rules.reach import exits, is_open
from gamemaster.rules.relationships import settle_what_came_about
from gamemaster.rules.state import StoryState
from worlds.per_world import per_world
from worlds.schema import NO_EFFECTS, NOWHERE, PLAYER, Beat, Ending, Line, Need, Threat, World, in_hours

STEP = 30  # minutes: long waits are lived through in steps of this length
BEATS_PER_TURN = 2
ROUSING = frozenset({"threat_arrived", "threat_met", "wounded"})
WAKING = frozenset({"beat", "need"})
REMARKS_PERCENT = 60  # of the turns in which nothing else is said, somebody who has a remark left makes it
REMARKS_APART = 8  # turns between two idle remarks; one that waited for something to come about comes sooner
# What comes of a look or a question to the Game Master: whoever looks is told just that.
_IN_SIGHT = frozenset(
    """looked noticed informed place place_night place_state concealed lying presence body threat_here""".split()
)
TRAPPED = 30  # minutes for which a trap holds a threat up
MOVES_PER_STEP = 4  # of one threat, however short its interval


def end_of_turn(draft: Draft, minutes: int) -> int:
    """Let `minutes` pass and tell what comes of it. Returns those that passed: a wait ends when something happens."""
    passed, due, since = 0, BEATS_PER_TURN, len(draft.happenings)
    find_death(draft)
    if draft.resting:  # what was due before the player lay down is no reason to wake
        due -= fire_beats(draft, due)
        since = len(draft.happenings)
    while draft.state.ended is None:
        step = min(STEP, minutes - passed)
        pass_minutes(draft, step)
        passed += step
        due -= fire_beats(draft, due)
        settle_what_came_about(draft)
        find_ending(draft)
        if passed >= minutes or (draft.resting and _is_roused(draft, since)):
            break
    if draft.resting and passed < minutes and draft.state.ended is None:
        draft.happen("roused")
    if draft.state.ended is None:
        remark(draft)
        find_death(draft)
    if draft.state.ended is not None:
        tell_ending(draft)
    return passed


def _is_roused(draft: Draft, since: int) -> bool:
    """Whether something came about by itself that ends a wait; it takes less to end sleep. `since` is where to look."""
    rousing = ROUSING | WAKING if draft.sleeping else ROUSING
    return any(
        happening.kind in rousing and (happening.kind != "need" or _is_dire(draft, happening.what))
        for happening in draft.happenings[since:]
    )


def _is_dire(draft: Draft, name: str | None) -> bool:
    """Whether a need is at its worst: less than that wakes nobody who meant to sleep."""
    need = draft.world.needs.get(name or "")
    return (
        need is not None
        and bool(need.levels)
        and draft.state.need(need.id) >= max(lv.reach for lv in need.levels)
    )


def pass_minutes(draft: Draft, minutes: int) -> None:
    """One step of time. The order is fixed: needs, people, threats."""
    before = draft.state.minutes
    draft.state.minutes += minutes
    for name, need in draft.world.needs.items():
        _grow(draft, name, need, before, minutes)
    find_death(draft)
    if draft.state.ended is None:
        _move_people(draft)
    for name, threat in draft.world.threats.items():
        if draft.state.ended is None:
            _live_threat(draft, name, threat)
            find_death(draft)


# ---- needs ----


def rate(world: World, state: StoryState, name: str, need: Need) -> int:
    """Change of a need per hour, here and now. What is carried slows its growth, and never turns it round."""
    location = world.locations[state.place]
    if name in location.needs:
        growth = location.needs[name]
    elif location.indoors and need.indoors_per_hour is not None:
        growth = need.indoors_per_hour
    else:
        growth = need.per_hour
        if is_night(world, state) and not location.indoors:
            growth += need.night_extra
    tags = {tag for item in state.carried_items() for tag in world.items[item].tags}
    relief = min((by for tag, by in need.relief.items() if tag in tags), default=0)
    return max(0, growth + relief) if growth > 0 else growth


def _grow(draft: Draft, name: str, need: Need, before: int, minutes: int) -> None:
    # Per hour, and kept in sixtieths: each minute adds the rate once.
    change_need(draft, name, rate(draft.world, draft.state, name, need) * minutes)
    if draft.state.need(name) >= need.maximum and need.harm_per_hour:
        hours = draft.state.minutes // 60 - before // 60
        if hours:
            hurt(draft, PLAYER, need.harm_per_hour * hours)
            draft.happen("wounded", what=name)


# ---- people ----


def _move_people(draft: Draft) -> None:
    world, state = draft.world, draft.state
    hour = minute_of_day(world, state) // 60
    for who, person in state.characters.items():
        if not person.alive or person.following or state.minutes < person.stays_until:
            continue
        for movement in world.characters[who].movements:
            if (movement.hours is None or in_hours(movement.hours, hour)) and holds(
                movement.when, world, state
            ):
                _walk(draft, who, movement.at)
                break


def _walk(draft: Draft, who: str, to: str) -> None:
    person, here = draft.state.characters[who], draft.state.place
    if person.place == to:
        return
    was, person.place = person.place, to
    if was == here:
        ways = {way.to for way in exits(draft.world, draft.state) if is_open(draft.world, draft.state, way)}
        # Only which way they go can be seen, not where they mean to go in the end.
        draft.happen("departed", who=who, place=to if to in ways else None)
        if to in ways and "follow" in draft.deeds.verbs and who in draft.deeds.objects:
            draft.enter(to, by="follow")
    elif to == here:
        draft.happen("arrived", draft.world.characters[who].presence, who=who, place=was)


# ---- threats ----


def _live_threat(draft: Draft, name: str, threat: Threat) -> None:
    state = draft.state
    here = state.threats[name]
    if not here.awake:
        if threat.wakes is not None and not holds(threat.wakes, draft.world, state, draft.deeds):
            return
        here.awake = True
        here.moves_at = state.minutes + threat.every
    moves = 0
    while state.minutes >= here.moves_at and moves < MOVES_PER_STEP:
        moves += 1
        if state.minutes >= here.calm_until:
            _move_threat(draft, name, threat)
        here.moves_at += threat.every
    if here.moves_at <= state.minutes:
        here.moves_at = state.minutes + threat.every
    if here.place == state.place and state.minutes >= here.calm_until:
        _meet(draft, name, threat)


def _kept_off(draft: Draft, threat: Threat) -> bool:
    return threat.kept_off is not None and holds(threat.kept_off, draft.world, draft.state, draft.deeds)


def _move_threat(draft: Draft, name: str, threat: Threat) -> None:
    world, state = draft.world, draft.state
    here = state.threats[name]
    if here.place == NOWHERE:
        return
    near = sorted(places_next_door(world, here.place))
    ways = [place for place in near if not threat.roams or place in threat.roams]
    if _kept_off(draft, threat):
        ways = [place for place in ways if place != state.place]
    if not ways or (here.place == state.place and not _kept_off(draft, threat)):
        return
    ways = [place for place in ways if _gets_through(draft, name, here.place, place)]
    if not ways:
        return
    hunts = percent(state.seed, here.moves_at, name, "hunts") < threat.hunts
    step = _toward(draft, threat, here.place) if hunts else None
    to = step if step in ways else choose(ways, state.seed, here.moves_at, name, "roams")
    was, here.place = here.place, to
    _spring_trap(draft, name)
    if to == state.place:
        draft.happen("threat_arrived", threat.arrives, who=name)
        draft.state.focus["it"] = name  # "run from it" means what has just come
    elif was == state.place:
        draft.happen("threat_left", threat.leaves, who=name)
    elif to in places_next_door(world, state.place) and was not in places_next_door(world, state.place):
        draft.happen("threat_near", threat.near, who=name, place=to)


def _gets_through(draft: Draft, name: str, start: str, to: str) -> bool:
    """Whether a threat can go this way: what the player put in it holds, or is broken by the attempt."""
    state = draft.state
    block = state.blocks.get(way_key(start, to))
    if block is None or state.minutes >= block.until:
        return True
    if draw(state.seed, state.threats[name].moves_at, name, "breaks", to) % 20 + 1 < block.strength:
        return False
    del state.blocks[way_key(start, to)]
    if state.place in (start, to):
        draft.happen("came_of", who=name, place=to if start == state.place else start, code="broken_down")
    return True


def _spring_trap(draft: Draft, name: str) -> None:
    """The first to come by a trap is held up by it."""
    state = draft.state
    here = state.threats[name]
    for key, one in sorted(state.details.items()):
        if one.kind == "trap" and one.place == here.place:
            del state.details[key]
            here.calm_until = max(here.calm_until, state.minutes + TRAPPED)
            if state.place in (here.place, *places_next_door(draft.world, here.place)):
                draft.happen("came_of", who=name, place=here.place, code="trapped", named=one.text)
            return


def _toward(draft: Draft, threat: Threat, start: str) -> str | None:
    """The first step of the shortest way from `start` to the player over the places that the threat may enter."""
    goal = draft.state.place
    queue, came_from = deque([start]), {start: start}
    while queue:
        here = queue.popleft()
        if here == goal:
            while came_from[here] != start:
                here = came_from[here]
            return here
        for place in sorted(places_next_door(draft.world, here)):
            if place not in came_from and (not threat.roams or place in threat.roams):
                came_from[place] = here
                queue.append(place)
    return None


def _meet(draft: Draft, name: str, threat: Threat) -> None:
    meets, rule_id = threat.meets, f"{name}.meets"
    if (
        meets is None
        or done_before(rule_id, meets, draft.state)
        or _kept_off(draft, threat)
        or not draft.holds(meets.when, rule_id)
    ):
        return
    draft.happen("threat_met", who=name)
    perform_action(draft, rule_id, meets, target=name, item=None)
    draft.state.threats[name].calm_until = draft.state.minutes + threat.rest


# ---- beats, remarks, endings ----


def fire_beats(draft: Draft, most: int) -> int:
    """Fire the beats that effects started, and at most `most` of those that are due. Returns how many of these fired.

    No beat fires twice in a turn, so that beats which start each other in a circle come to an end.
    """
    fired = 0
    while draft.state.ended is None:
        beat = _next_started_beat(draft)
        if beat is None and fired < most:
            beat = _due(draft)
            fired += beat is not None
        if beat is None:
            break
        draft.fired.add(beat.id)
        draft.state.beats[beat.id] = draft.state.minutes
        draft.happen("beat", beat.text, what=beat.id)
        apply_effects(draft, beat.effects)
        let_react(draft)
        find_death(draft)
    return fired


def _next_started_beat(draft: Draft) -> Beat | None:
    """The next beat that something started. It fires whatever its condition, but one that is over stays over."""
    state = draft.state
    while draft.pending_beats:
        beat = draft.world.beats[draft.pending_beats.pop(0)]
        over = beat.id in state.finished or (beat.id in state.beats and beat.repeat is None)
        if not over and beat.id not in draft.fired:
            return beat
    return None


def _due(draft: Draft) -> Beat | None:
    state = draft.state
    flags, facts, beats = state.flags.keys(), state.facts.keys(), state.beats.keys()
    due = [
        gate.beat
        for gate in _gates(draft.world).get(state.place, ())
        if gate.flags <= flags
        and gate.facts <= facts
        and gate.beats <= beats
        and gate.beat.id not in draft.fired
        and is_due(draft, gate.beat)
    ]
    return max(due, key=lambda beat: beat.priority, default=None)  # the first of the highest


@dataclass(frozen=True)
class _Gate:
    """What a beat asks for that is quickly looked up: most beats of a world wait for a place or a flag."""

    beat: Beat
    flags: frozenset[str]
    facts: frozenset[str]
    beats: frozenset[str]


@per_world
def _gates(world: World) -> dict[str, list[_Gate]]:
    """By the place where a beat may fire, in the order of the world."""
    gates: dict[str, list[_Gate]] = {place: [] for place in world.locations}
    for beat in world.beats.values():
        gate = _Gate(beat, frozenset(beat.when.set), frozenset(beat.when.knows), frozenset(beat.when.done))
        for place in beat.when.at or world.locations:
            gates[place].append(gate)
    return gates


def is_due(draft: Draft, beat: Beat) -> bool:
    """Whether a beat may fire now."""
    state = draft.state
    if beat.id in state.finished:
        return False
    if beat.id in state.beats and (beat.repeat is None or state.minutes < state.beats[beat.id] + beat.repeat):
        return False
    return draft.holds(beat.when, beat.id)


def remark(draft: Draft) -> None:
    """Somebody present may say something unasked: the first remark that holds and was not made yet, of one person."""
    world, state = draft.world, draft.state
    if any(
        h.kind in {"beat", "threat_met", "died", "said", "answered", "recollected"} for h in draft.happenings
    ) or any("kind_of" in h.detail for h in draft.happenings if h.kind == "expressed"):
        return  # whoever was met by a gesture has answered it
    if draft.happenings and all(happening.kind in _IN_SIGHT for happening in draft.happenings):
        return
    if percent(state.seed, state.turn, "remarks") >= REMARKS_PERCENT:
        return
    here = [who for who in state.present() if not is_asleep(world, state, who)]
    offset = draw(state.seed, state.turn, "remark") % len(here) if here else 0
    lately = max((turn for key, turn in state.lines.items() if ".remarks." in key), default=-REMARKS_APART)
    idle = state.turn - lately >= REMARKS_APART
    for who in here[offset:] + here[:offset]:
        for number, line in enumerate(world.characters[who].remarks):
            key = f"{who}.remarks.{number}"
            if key in state.lines or not (idle or _is_of_something(line)) or not line_fits(draft, who, line, key):
                continue
            state.lines[key] = state.turn
            draft.happen("remark", line.text, who=who)
            apply_effects(draft, line.effects, target=who)
            let_react(draft)
            return
    _remark_on_detail(draft, here[offset:] + here[:offset])


def _is_of_something(line: Line) -> bool:
    """Whether a remark is of what has come about, and passes no time: its writer had it wait or do something."""
    when = line.when
    waits = when is not None and any(
        (when.set, when.knows, when.done, when.has, when.relation, when.promised, when.kept, when.broken, when.any,
         when.witnessed, when.did, when.dead)
    )  # fmt: skip
    return waits or line.effects != NO_EFFECTS


def _remark_on_detail(draft: Draft, people: list[str]) -> None:
    """Somebody has eyes for what the player made here: once for each thing."""
    state = draft.state
    for name, one in sorted(state.details.items()):
        key = f"detail.{name}"
        if state.is_left_here(one) and one.kind in SHOWN and one.turn < state.turn and key not in state.lines:
            if people:
                state.lines[key] = 1
                draft.happen("came_of", who=people[0], what=name, code="regarded", named=one.text)
            return


def find_death(draft: Draft) -> None:
    """The story ends at once when the player's wounds reach their health."""
    if draft.state.ended is None and draft.state.wounds >= draft.world.player.health:
        draft.state.ended = draft.world.player.death


def find_ending(draft: Draft) -> None:
    """The story ends when the player has died or an ending's condition holds."""
    find_death(draft)
    if draft.state.ended is None:
        reached = [ending for ending in draft.world.endings.values() if _is_reached(draft, ending)]
        best = max(reached, key=lambda ending: ending.priority, default=None)
        draft.state.ended = best.id if best is not None else None


def _is_reached(draft: Draft, ending: Ending) -> bool:
    return draft.holds(ending.when, ending.id)


def tell_ending(draft: Draft) -> None:
    ending = draft.world.endings[draft.state.ended or ""]
    draft.happen("ending", ending.text, what=ending.id)
    for words in all_wordings(ending.epilogue, draft.world, draft.state, draft.deeds):
        draft.happen("epilogue", words, what=ending.id)
    draft.changed.append(f"The end: {ending.title}")
