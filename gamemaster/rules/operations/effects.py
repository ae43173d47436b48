"""Applies a world's authored effects to a turn in the making. Pure; used by the referee only."""

from __future__ import annotations

from collections.abc import Callable

from gamemaster.rules.draft import AS_IT_WAS, Draft
from gamemaster.rules.health import hurt, kill, mend
from gamemaster.rules.relationships import promise, relate, settle
from gamemaster.rules.state import NEED_SCALE
from worlds.schema import AXES, DISPOSITION_MAX, DISPOSITION_MIN, ITEM, NOWHERE, PLAYER, TARGET, Effects

_Real = Callable[[str], str | None]

STAY = 60  # minutes for which a character stays where an effect sent them
SKILL_MIN, SKILL_MAX = -10, 20


def apply_effects(draft: Draft, effects: Effects, target: str | None = None, item: str | None = None) -> None:
    """Apply effects in the order of their fields. `target` and `item` stand for what the player named.

    An effect on a dead character changes nothing, except that things may be put where they lie. One that would put
    a thing or a person where none can be (`target` is a feature, say) changes nothing either.
    """
    names: dict[str, str | None] = {TARGET: target, ITEM: item}

    def real(name: str) -> str | None:
        return names.get(name, name)

    draft.extra += effects.time
    _knowledge(draft, effects)
    _things(draft, effects, real)
    _go(draft, effects, real)
    _people(draft, effects, real)
    _relations(draft, effects, real)
    _bodies(draft, effects, real)
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
            draft.changed.append(f"You now know: {draft.world.facts[fact].text.strip()}")
    for fact in effects.forget:
        state.facts.pop(fact, None)


def _things(draft: Draft, effects: Effects, real: _Real) -> None:
    moves = [(name, PLAYER) for name in effects.give]
    moves += [(name, NOWHERE) for name in effects.lose]
    moves += list(effects.put.items())
    for name, where in moves:
        thing, place = real(name), real(where)
        holders = (PLAYER, NOWHERE, *draft.world.locations, *draft.state.characters)
        if thing not in draft.state.items or place not in holders or draft.state.items[thing] == place:
            continue
        if place == PLAYER:
            draft.changed.append(f"You have {draft.name(thing)}.")
        elif draft.state.items[thing] == PLAYER:
            draft.changed.append(f"You no longer have {draft.name(thing)}.")
        draft.put_item(thing, place)
        if draft.world.items[thing].at == place and place in draft.world.locations:
            draft.state.spots[thing] = AS_IT_WAS  # a rule by which it comes home lays it as its writer did


def _go(draft: Draft, effects: Effects, real: _Real) -> None:
    place = real(effects.go) if effects.go is not None else None
    if place in draft.world.locations and place != draft.state.place:
        draft.enter(place, by="effect")


def _people(draft: Draft, effects: Effects, real: _Real) -> None:
    people = draft.state.characters
    for name, spot in effects.send.items():
        who, where = real(name), real(spot)
        if who in people and people[who].alive and (where == NOWHERE or where in draft.world.locations):
            people[who].place, people[who].following = where, False
            people[who].stays_until = draft.state.minutes + STAY
    for name in effects.follow:
        who = real(name)
        if who in people and people[who].alive and not people[who].following:
            people[who].following, people[who].place = True, draft.state.place
            draft.changed.append(f"{draft.name(who)} comes with you.")
    for name in effects.leave:
        who = real(name)
        if who in people and people[who].following:
            people[who].following = False
            people[who].stays_until = draft.state.minutes + STAY
            draft.changed.append(f"{draft.name(who)} no longer follows you.")
    for name, by in effects.feel.items():
        who = real(name)
        if who in people:
            feel(draft, who, by)


def _relations(draft: Draft, effects: Effects, real: _Real) -> None:
    for change in effects.relation:
        who, toward = real(change.who), real(change.toward)
        if who is not None and toward is not None:
            relate(draft, who, toward, **{axis: getattr(change, axis) for axis in AXES})
    for name in effects.promise:
        vow = draft.world.promises[name]
        promise(draft, name, vow.by, vow.to, vow.text.strip())
    for name in effects.keep:
        settle(draft, name, kept=True)
    for name in effects.break_:
        settle(draft, name, kept=False)


def feel(draft: Draft, who: str, by: int) -> None:
    """Change a living character's disposition toward the player, within its bounds."""
    person = draft.state.characters[who]
    if person.alive:
        person.disposition = max(DISPOSITION_MIN, min(DISPOSITION_MAX, person.disposition + by))


def _bodies(draft: Draft, effects: Effects, real: _Real) -> None:
    bodies = {PLAYER, *draft.state.characters}
    for name, amount in effects.harm.items():
        who = real(name)
        if who in bodies:
            hurt(draft, who, amount)
    for name, amount in effects.heal.items():
        who = real(name)
        if who in bodies:
            mend(draft, who, amount)
    for name in effects.kill:
        who = real(name)
        if who in draft.state.characters:
            kill(draft, who)


def _measures(draft: Draft, effects: Effects) -> None:
    for name, by in effects.need.items():
        change_need(draft, name, by * NEED_SCALE)
    for skill, by in effects.train.items():
        trained = draft.state.skills.get(skill, 0) + by
        draft.state.skills[skill] = max(SKILL_MIN, min(SKILL_MAX, trained))


def change_need(draft: Draft, name: str, by: int) -> None:
    """Change a need by sixtieths, within its bounds; a level reached from below is told."""
    need, before = draft.world.needs[name], draft.state.needs.get(name, 0)
    after = max(0, min(need.maximum * NEED_SCALE, before + by))
    draft.state.needs[name] = after
    reached = [level for level in need.levels if before < level.reach * NEED_SCALE <= after]
    if reached:
        worst = max(reached, key=lambda level: level.reach)
        draft.happen("need", worst.text, what=name, word=worst.word)
        draft.changed.append(f"{need.name}: {worst.word}.")


def _threats(draft: Draft, effects: Effects, real: _Real) -> None:
    threats, now = draft.state.threats, draft.state.minutes
    for name, spot in effects.drive.items():
        threat, where = real(name), real(spot)
        if threat in threats and (where == NOWHERE or where in draft.world.locations):
            threats[threat].place = where
            threats[threat].moves_at = now + draft.world.threats[threat].every
    for name, minutes in effects.calm.items():
        threat = real(name)
        if threat in threats:
            threats[threat].calm_until = now + minutes
