"""Applies a world's authored effects to a turn in the making. Pure; used by the referee only."""

from __future__ import annotations

from collections.abc import Callable

from gamemaster.draft import Draft
from gamemaster.state import NEED_SCALE
from worlds.schema import DISPOSITION_MAX, DISPOSITION_MIN, ITEM, NOWHERE, PLAYER, TARGET, Effects

_Real = Callable[[str], str | None]

HOUR = 60  # minutes for which a character stays where an effect sent them


def apply_effects(draft: Draft, effects: Effects, target: str | None = None, item: str | None = None) -> None:
    """Apply effects in the order of their fields. `target` and `item` stand for what the player named.

    An effect on a dead character changes nothing, except that things may be put where they lie.
    """
    names: dict[str, str | None] = {TARGET: target, ITEM: item}

    def real(name: str) -> str | None:
        return names.get(name, name)

    draft.extra += effects.time
    _knowledge(draft, effects)
    _things(draft, effects, real)
    if effects.go is not None and effects.go != draft.state.place:
        draft.enter(effects.go, by="effect")
    _people(draft, effects, real)
    _measures(draft, effects)
    _threats(draft, effects, real)
    draft.pending_beats.extend(beat for beat in effects.start if beat not in draft.pending_beats)
    for beat in effects.finish:
        draft.state.finished.setdefault(beat, draft.state.turn)
    if effects.end is not None and draft.state.ended is None:
        draft.state.ended = effects.end


def _knowledge(draft: Draft, effects: Effects) -> None:
    state = draft.state
    for flag in effects.set:
        state.flags.setdefault(flag, state.turn)
    for flag in effects.clear:
        state.flags.pop(flag, None)
    for fact in effects.learn:
        if fact not in state.facts:
            state.facts[fact] = state.turn
            draft.happen("learned", what=fact)
            draft.changed.append(f"You now know: {draft.world.facts[fact].text}")
    for fact in effects.forget:
        state.facts.pop(fact, None)


def _things(draft: Draft, effects: Effects, real: _Real) -> None:
    for name in effects.give:
        thing = real(name)
        if thing in draft.state.items and draft.state.items[thing] != PLAYER:
            draft.put_item(thing, PLAYER)
            draft.changed.append(f"You have {draft.name(thing)}.")
    for name in effects.lose:
        thing = real(name)
        if thing in draft.state.items and draft.state.items[thing] != NOWHERE:
            if draft.state.items[thing] == PLAYER:
                draft.changed.append(f"You no longer have {draft.name(thing)}.")
            draft.put_item(thing, NOWHERE)
    for name, where in effects.put.items():
        thing, place = real(name), real(where)
        if thing in draft.state.items and place is not None:
            if draft.state.items[thing] == PLAYER and place != PLAYER:
                draft.changed.append(f"You no longer have {draft.name(thing)}.")
            draft.put_item(thing, place)


def _people(draft: Draft, effects: Effects, real: _Real) -> None:
    people = draft.state.characters
    for name, where in effects.send.items():
        who = real(name)
        if who in people and people[who].alive:
            people[who].place, people[who].following = where, False
            people[who].stays_until = draft.state.minutes + HOUR
    for name in effects.follow:
        who = real(name)
        if who in people and people[who].alive and not people[who].following:
            people[who].following, people[who].place = True, draft.state.place
            draft.changed.append(f"{draft.name(who)} comes with you.")
    for name in effects.leave:
        who = real(name)
        if who in people and people[who].following:
            people[who].following = False
            people[who].stays_until = draft.state.minutes + HOUR
            draft.changed.append(f"{draft.name(who)} no longer follows you.")
    for name, by in effects.feel.items():
        who = real(name)
        if who in people:
            draft.feel(who, by, DISPOSITION_MIN, DISPOSITION_MAX)
    for name, amount in effects.harm.items():
        who = real(name)
        if who == PLAYER or who in people:
            draft.hurt(who, amount)
    for name, amount in effects.heal.items():
        who = real(name)
        if who == PLAYER or who in people:
            draft.mend(who, amount)
    for name in effects.kill:
        who = real(name)
        if who in people:
            draft.kill(who)


def _measures(draft: Draft, effects: Effects) -> None:
    for name, by in effects.need.items():
        change_need(draft, name, by * NEED_SCALE)
    for skill, by in effects.train.items():
        draft.state.skills[skill] = max(-10, min(20, draft.state.skills.get(skill, 0) + by))


def change_need(draft: Draft, name: str, by: int) -> None:
    """Change a need by sixtieths, within its bounds; a level reached from below is told."""
    need, before = draft.world.needs[name], draft.state.needs.get(name, 0)
    after = max(0, min(need.maximum * NEED_SCALE, before + by))
    draft.state.needs[name] = after
    reached = [lv for lv in need.levels if before < lv.reach * NEED_SCALE <= after]
    if reached:
        draft.happen("need", reached[-1].text, what=name, word=reached[-1].word)
        draft.changed.append(f"{need.name}: {reached[-1].word}.")


def _threats(draft: Draft, effects: Effects, real: _Real) -> None:
    for name, where in effects.drive.items():
        threat = real(name)
        if threat in draft.state.threats:
            draft.state.threats[threat].place = where
            draft.state.threats[threat].moves_at = draft.state.minutes + draft.world.threats[threat].every
    for name, minutes in effects.calm.items():
        threat = real(name)
        if threat in draft.state.threats:
            draft.state.threats[threat].calm_until = draft.state.minutes + minutes
