"""What happens by itself: time, needs, people's daily round, threats, beats, remarks and endings. Pure."""

from __future__ import annotations

from collections import deque

from gamemaster.conditions import all_wordings, holds, is_night, minute_of_day, threat_places_near
from gamemaster.dice import choose, draw, percent
from gamemaster.draft import Draft
from gamemaster.effects import apply_effects, change_need
from gamemaster.performing import line_fits, perform_action
from gamemaster.scene import exits, is_open
from worlds.schema import NOWHERE, Beat, Ending, Need, Threat, in_hours

STEP = 30  # minutes: long waits are lived through in steps of this length
BEATS_PER_TURN = 2
MOVES_PER_STEP = 4  # of one threat, however short its interval


def end_of_turn(draft: Draft, minutes: int) -> int:
    """Let `minutes` pass and tell what comes of it. Returns those that passed: sleep ends when something happens."""
    passed, told = 0, 0
    while True:
        step = min(STEP, minutes - passed)
        pass_minutes(draft, step)
        passed += step
        told += fire_beats(draft, BEATS_PER_TURN - told)
        find_ending(draft)
        if draft.state.ended is not None or passed >= minutes or (draft.sleeping and _woken(draft)):
            break
    if draft.state.ended is None:
        remark(draft)
    else:
        tell_ending(draft)
    return passed


def _woken(draft: Draft) -> bool:
    return any(
        h.kind in {"threat_arrived", "threat_met", "beat", "need", "wounded"} for h in draft.happenings
    )


def pass_minutes(draft: Draft, minutes: int) -> None:
    """One step of time. The order is fixed: needs, people, threats."""
    before = draft.state.minutes
    draft.state.minutes += minutes
    for name, need in draft.world.needs.items():
        _grow(draft, name, need, before, minutes)
    _move_people(draft)
    for name, threat in draft.world.threats.items():
        if draft.state.ended is None:
            _live_threat(draft, name, threat)


# ---- needs ----


def rate(draft: Draft, name: str, need: Need) -> int:
    """Change of a need per hour, here and now."""
    location = draft.world.locations[draft.state.place]
    if name in location.needs:
        return location.needs[name]
    if location.indoors and need.indoors_per_hour is not None:
        return need.indoors_per_hour
    growth = need.per_hour
    if is_night(draft.world, draft.state) and not location.indoors:
        growth += need.night_extra
    tags = {tag for item in draft.state.carried() for tag in draft.world.items[item].tags}
    relief = min((by for tag, by in need.relief.items() if tag in tags), default=0)
    return max(0, growth + relief) if growth > 0 else growth


def _grow(draft: Draft, name: str, need: Need, before: int, minutes: int) -> None:
    change_need(
        draft, name, rate(draft, name, need) * minutes
    )  # per hour, in sixtieths: one minute is one sixtieth
    if draft.state.need(name) >= need.maximum and need.harm_per_hour:
        hours = draft.state.minutes // 60 - before // 60
        if hours:
            draft.hurt("player", need.harm_per_hour * hours)
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
        draft.happen("departed", who=who, place=to)
        ways = {way.to for way in exits(draft.world, draft.state) if is_open(draft.world, draft.state, way)}
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
        here.moves_at += threat.every
        moves += 1
        if state.minutes >= here.calm_until:
            _move_threat(draft, name, threat)
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
    near = sorted(threat_places_near(world, here.place))
    ways = [place for place in near if not threat.roams or place in threat.roams]
    if _kept_off(draft, threat):
        ways = [place for place in ways if place != state.place]
    if not ways or (here.place == state.place and not _kept_off(draft, threat)):
        return
    hunts = percent(state.seed, state.minutes, name, "hunts") < threat.hunts
    step = _toward(draft, threat, here.place) if hunts else None
    to = step if step in ways else choose(ways, state.seed, state.minutes, name, "roams")
    was, here.place = here.place, to
    if to == state.place:
        draft.happen("threat_arrived", threat.arrives, who=name)
    elif was == state.place:
        draft.happen("threat_left", threat.leaves, who=name)
    elif to in threat_places_near(world, state.place) and was not in threat_places_near(world, state.place):
        draft.happen("threat_near", threat.near, who=name, place=to)


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
        for place in sorted(threat_places_near(draft.world, here)):
            if place not in came_from and (not threat.roams or place in threat.roams):
                came_from[place] = here
                queue.append(place)
    return None


def _meet(draft: Draft, name: str, threat: Threat) -> None:
    meets = threat.meets
    if (
        meets is None
        or _kept_off(draft, threat)
        or not holds(meets.when, draft.world, draft.state, draft.deeds)
    ):
        return
    draft.happen("threat_met", who=name)
    perform_action(draft, f"{name}.meets", meets, target=name, item=None)
    draft.state.threats[name].calm_until = draft.state.minutes + threat.rest


# ---- beats, remarks, endings ----


def fire_beats(draft: Draft, most: int) -> int:
    """Fire at most `most` beats: first those that effects started, then those that are due. Returns how many fired."""
    fired = 0
    while fired < most and draft.state.ended is None:
        beat = _next_beat(draft)
        if beat is None:
            break
        draft.state.beats[beat.id] = draft.state.minutes
        draft.happen("beat", beat.text, what=beat.id)
        apply_effects(draft, beat.effects)
        fired += 1
    return fired


def _next_beat(draft: Draft) -> Beat | None:
    world, state = draft.world, draft.state
    while draft.pending_beats:
        started = world.beats[draft.pending_beats.pop(0)]
        if started.id not in state.finished and (started.id not in state.beats or started.repeat is not None):
            return started
    due = [beat for beat in world.beats.values() if is_due(draft, beat)]
    return max(due, key=lambda beat: beat.priority, default=None)  # the first of the highest


def is_due(draft: Draft, beat: Beat) -> bool:
    """Whether a beat may fire now."""
    state = draft.state
    if beat.id in state.finished:
        return False
    if beat.id in state.beats and (beat.repeat is None or state.minutes < state.beats[beat.id] + beat.repeat):
        return False
    return draft.holds(beat.when, beat.id)


def remark(draft: Draft) -> None:
    """Somebody present says something unasked: the first remark that holds and was not made yet, of one person."""
    world, state = draft.world, draft.state
    if any(h.kind in {"beat", "threat_met", "died"} for h in draft.happenings):
        return
    here = state.present()
    offset = draw(state.seed, state.turn, "remark") % len(here) if here else 0
    for who in here[offset:] + here[:offset]:
        for number, line in enumerate(world.characters[who].remarks):
            key = f"{who}.remarks.{number}"
            if key in state.lines or not line_fits(draft, who, line, key):
                continue
            state.lines[key] = 1
            draft.happen("remark", line.text, who=who)
            apply_effects(draft, line.effects, target=who)
            return


def find_ending(draft: Draft) -> None:
    """The story ends when an ending's condition holds, or when the player's wounds reach their health."""
    world, state = draft.world, draft.state
    if state.ended is not None:
        return
    if state.wounds >= world.player.health:
        state.ended = world.player.death
        return
    reached = [e for e in world.endings.values() if e.id != world.player.death and _reached(draft, e)]
    if reached:
        state.ended = max(reached, key=lambda ending: ending.priority).id


def _reached(draft: Draft, ending: Ending) -> bool:
    return draft.holds(ending.when, ending.id)


def tell_ending(draft: Draft) -> None:
    ending = draft.world.endings[draft.state.ended or ""]
    draft.happen("ending", ending.text, what=ending.id)
    for words in all_wordings(ending.epilogue, draft.world, draft.state, draft.deeds):
        draft.happen("epilogue", words, what=ending.id)
    draft.changed.append(f"The end: {ending.title}")
