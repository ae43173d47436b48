"""Wounds, healing and death, and who saw what the player did. Pure; used by the referee only.

A death that is seen calls for reactions, and those are effects, which may kill again: so the reactions wait in the
draft (`Draft.seen`) until `gamemaster.rules.operations.actions.let_react` applies them.
"""

from __future__ import annotations

from gamemaster.rules.conditions import is_asleep
from gamemaster.rules.draft import HIDDEN, Draft
from gamemaster.rules.relationships import weigh_deed
from gamemaster.rules.state import HURT, WITNESS_LIMIT, WitnessedDeed
from worlds.schema import PLAYER


def hurt(draft: Draft, who: str, amount: int) -> None:
    """Wounds, bounded by health. The player dies when the referee next looks, a character at once."""
    if who == PLAYER:
        draft.state.wounds = min(draft.world.player.health, draft.state.wounds + amount)
        draft.changed.append(f"You are wounded ({amount}).")
        draft.state.focus[HURT] = f"{draft.state.turn}\n{draft.ordered}"
        return
    person, health = draft.state.characters[who], draft.world.characters[who].health
    if not person.alive:
        return
    person.wounds = min(health, person.wounds + amount)
    if person.wounds >= health:
        kill(draft, who)


def mend(draft: Draft, who: str, amount: int) -> None:
    """Fewer wounds; the dead stay dead, and so does a player whose wounds have reached their health."""
    if who == PLAYER:
        if draft.state.wounds < draft.world.player.health:
            draft.state.wounds = max(0, draft.state.wounds - amount)
        return
    person = draft.state.characters[who]
    if person.alive:
        person.wounds = max(0, person.wounds - amount)


def kill(draft: Draft, who: str) -> None:
    """A character dies: what they carry falls, they follow nobody, and those present remember it."""
    person, world = draft.state.characters[who], draft.world
    if not person.alive:
        return
    person.alive, person.following = False, False
    person.wounds = world.characters[who].health
    for item in draft.state.lying_at(who):
        draft.put_item(item, person.place)
    if person.place == draft.state.place:
        draft.happen("died", world.characters[who].death, who=who)
        draft.changed.append(f"{draft.name(who)} is dead.")
        witness(draft, "death", who)


def witnesses(draft: Draft, target: str | None = None) -> list[str]:
    """Who perceives what the player does: all here who are awake; while the player hides, only whom it is done to."""
    here = draft.state.present()
    if HIDDEN in draft.state.flags:
        return [who for who in here if who == target]
    return [who for who in here if who == target or not is_asleep(draft.world, draft.state, who)]


def witness(draft: Draft, what: str, target: str | None, saw: list[str] | None = None) -> None:
    """Those who perceive it (or `saw`) remember it; what they do about it waits in the draft."""
    for who in witnesses(draft, target) if saw is None else saw:
        memory = draft.state.characters[who].witnessed
        memory.append(WitnessedDeed(what=what, turn=draft.state.turn, target=target))
        del memory[:-WITNESS_LIMIT]
        weigh_deed(draft, who, what, target)
        draft.seen.append((who, what))
