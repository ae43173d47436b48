"""Follows the `path` of every ending, and finds the input where one leaves the way. Pure.

Dice decide some steps: a path is well if it leads to its ending with lucky dice, with those of a few seeds, or with
unlucky ones (a defeat may need them).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gamemaster.narration.understudy.understudy import Played, play_without_suggestions
from gamemaster.play.opening import begin
from gamemaster.rules.dice import DICE_PER_TURN, roll_for
from gamemaster.rules.explanation import Part, explain
from gamemaster.rules.proposal import Roll
from worlds.schema import Ending, World

SEEDS = (1, 2, 3)
LUCKY, UNLUCKY = Roll(d20=(20,) * DICE_PER_TURN), Roll(d20=(1,) * DICE_PER_TURN)


@dataclass(frozen=True)
class PathFault:
    """A path that does not lead to its ending: the input (from 0) where it leaves the way, and what happens there.

    `step` is None when every input does something and the ending's condition does not hold after them.
    """

    ending: str
    step: int | None
    say: str
    why: str


def path_faults(world: World) -> list[PathFault]:
    """The paths that do not lead to their endings."""
    found = (_fault_of(world, ending) for ending in world.endings.values() if ending.path)
    return [fault for fault in found if fault is not None]


def _fault_of(world: World, ending: Ending) -> PathFault | None:
    lucky = _follow(world, ending, 1, LUCKY)
    if _leads_to(lucky, ending):
        return None
    if any(_leads_to(_follow(world, ending, seed, None), ending) for seed in SEEDS):
        return None
    if _leads_to(_follow(world, ending, 1, UNLUCKY), ending):
        return None
    return _explain(world, ending, lucky)


def _follow(world: World, ending: Ending, seed: int, dice: Roll | None) -> list[Played]:
    state, turns = begin(world, seed), []
    for say in ending.path:
        turns.append(play_without_suggestions(world, state, say, dice or roll_for(seed, state.turn + 1)))
        state = turns[-1].after
        if state.ended is not None:
            break
    return turns


def _leads_to(turns: Sequence[Played], ending: Ending) -> bool:
    return bool(turns) and turns[-1].after.ended == ending.id


def _explain(world: World, ending: Ending, turns: Sequence[Played]) -> PathFault:
    for number, turn in enumerate(turns):
        say = ending.path[number]
        if turn.outcome.unclear is not None:
            return PathFault(ending.id, number, say, "is not understood there")
        if question := _question(turn):
            why = f"is asked back there: “{question}” Say it without a doubt, or answer with a choice of it"
            return PathFault(ending.id, number, say, why)
        if turn.ruling.rejections:
            return PathFault(ending.id, number, say, f"is refused there: {_first_words(turn)}")
        if turn.after.ended not in (None, ending.id):
            return PathFault(ending.id, number, say, f"leads to the ending `{turn.after.ended}` instead")
    missing = "; ".join(_missing(explain(ending.when, world, turns[-1].after)))
    return PathFault(
        ending.id, None, ending.path[-1], f"after it the ending's `when` does not hold: {missing}"
    )


def _question(turn: Played) -> str:
    """What the Game Master asked instead of playing the input; empty if nothing was asked."""
    return next((span.text[:160].strip() for span in turn.spans if span.kind == "aside" and span.choices), "")


def _first_words(turn: Played) -> str:
    text = next((span.text for span in turn.spans), "")
    return f"“{text[:120]}”"


def _missing(parts: Sequence[Part]) -> Iterator[str]:
    for part in parts:
        if part.holds:
            continue
        inner = ", ".join(one.text for one in part.parts)
        yield f"{part.text}{f' ({inner})' if inner else ''}{f' ({part.now})' if part.now else ''}"
