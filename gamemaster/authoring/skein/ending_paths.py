"""Follows the `path` of every ending, and finds the input where one leaves the way. Pure.

Dice decide some steps: a path is well if it leads to its ending with lucky dice, with those of a few seeds, or with
unlucky ones (a defeat may need them).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import BaseModel

from gamemaster.authoring.skein.forks import spread
from gamemaster.narration.understudy.understudy import Played, play_without_suggestions
from gamemaster.play.opening import begin
from gamemaster.rules.dice import DICE_PER_TURN, roll_for
from gamemaster.rules.explanation import Part, explain
from gamemaster.rules.proposal import Move, Roll, Use
from worlds.rules import all_rules
from worlds.schema import Ending, Rule, World

SEEDS = (1, 2, 3)
LUCKY, UNLUCKY = Roll(d20=(20,) * DICE_PER_TURN), Roll(d20=(1,) * DICE_PER_TURN)


@dataclass(frozen=True)
class PathFault:
    """A path that does not lead to its ending: the input (from 0) where it leaves the way, and what happens there.

    `step` is None when every input does something and the ending's condition does not hold after them. With `arrives`
    the path leads there, and `step` is the first input that comes after the end.
    """

    ending: str
    step: int | None
    say: str
    why: str
    arrives: bool = False


def path_faults(world: World, processes: int = 1) -> list[PathFault]:
    """The paths that do not lead to their endings, or go on behind them; found in so many processes at most."""
    endings = [ending for ending in world.endings.values() if ending.path]
    return [fault for fault in spread(_fault_of, world, endings, processes) if fault is not None]


def _fault_of(world: World, ending: Ending) -> PathFault | None:
    astray: list[PathFault] = []
    longest = 0  # of the runs that led to the ending, by inputs that were played
    for seed, dice in ((1, LUCKY), *((seed, None) for seed in SEEDS), (1, UNLUCKY)):
        turns = _follow(world, ending, seed, dice)
        if _leads_to(turns, ending):
            longest = max(longest, len(turns))
            if longest == len(ending.path):
                return None
        else:
            astray.append(_explain(world, ending, turns))
    if longest:
        return _beyond_the_end(ending, longest)
    return max(
        astray, key=lambda fault: len(ending.path) if fault.step is None else fault.step
    )  # it got furthest


def _beyond_the_end(ending: Ending, played: int) -> PathFault | None:
    """The first input that no run played. The last one said again is no fault: some dice may need it."""
    beyond = ending.path[played:]
    if set(beyond) == {ending.path[played - 1]}:
        return None
    why = f"is never played: the story ends with input {played}"
    return PathFault(ending.id, played, beyond[0], why, arrives=True)


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
    """The first input of those that came to nothing and were needed: by the ending, or by one that was needed."""
    wanted = _names_in(ending.when)
    found: PathFault | None = None
    for number, turn in reversed(list(enumerate(turns))):
        why = _trouble(world, ending, turn)
        brought = _gains_of(world, turn)
        if why and (brought is None or not brought.isdisjoint(wanted)):
            found = PathFault(ending.id, number, ending.path[number], why)
            wanted |= _needs_of(world, turn)
    if found is not None:
        return found
    why = f"after it the ending's `when` does not hold: {_lacking(world, ending, turns[-1])}"
    return PathFault(ending.id, None, ending.path[-1], why)


def _lacking(world: World, ending: Ending, turn: Played) -> str:
    """What the ending still asks for after a turn."""
    return "; ".join(_missing(explain(ending.when, world, turn.after)))


def _trouble(world: World, ending: Ending, turn: Played) -> str:
    """What kept an input from being done; empty if it was."""
    if turn.outcome.unclear is not None:
        return "is not understood there"
    if question := _question(turn):
        return f"is asked back there: “{question}” Say it without a doubt, or answer with a choice of it"
    happened = {one.kind for one in turn.ruling.happenings}
    if turn.ruling.rejections or (happened and happened <= _NOTHING_DONE):
        return f"is refused there: {_first_words(turn)} It is understood as {_understood(turn)}"
    if turn.after.ended not in (None, ending.id):
        lacking = _lacking(world, ending, turn)
        why = f"what `{ending.id}` asks for does not hold: {lacking}" if lacking else "it has priority"
        return f"leads to the ending `{turn.after.ended}` instead: {why}"
    return ""


def _understood(turn: Played) -> str:
    """An input as it was read, in the words of the format: "`swap` on blunt_dagger, real_dagger"."""
    read = []
    for intent in turn.outcome.intents:
        parts = (
            (" on ", ", ".join(intent.objects)), (" with ", intent.tool), (" to ", intent.recipient),
            (" about ", intent.topic), (" ", intent.direction), (", rule ", intent.rule and f"`{intent.rule}`"),
        )  # fmt: skip
        read.append(f"`{intent.verb}`" + "".join(f"{before}{what}" for before, what in parts if what))
    return "; ".join(read) or "no deed"


_NOTHING_DONE = {"aside", "tried", "rejected", "remark"}


def _gains_of(world: World, turn: Played) -> set[str] | None:
    """The ids of what an input would have brought that came to nothing; None if that cannot be told."""
    if turn.outcome.unclear is not None or _question(turn) or turn.after.ended is not None:
        return None
    found: set[str] = set()
    for intent in turn.outcome.intents:
        if intent.verb == "take":
            found |= {*intent.objects}
        elif not (rules := _rules_of(world, turn)):
            return None
        else:
            found |= {name for rule in rules for name in _names_in(rule.effects)}
    return found or None


def _needs_of(world: World, turn: Played) -> set[str]:
    """The ids of what an input needs that came to nothing."""
    found: set[str] = set()
    for intent in turn.outcome.intents:
        found |= {*intent.objects, *filter(None, (intent.tool, intent.recipient, intent.topic))}
    for rule in _rules_of(world, turn):
        found |= {*rule.on, *rule.with_} | _names_in(rule.when)
    for one in turn.ruling.rejections:
        if isinstance(one.operation, Move):
            ways = (w for place in world.locations.values() for w in place.exits if w.to == one.operation.to)
            found |= {name for way in ways for name in _names_in(way.when) | _names_in(way.visible)}
    return found


def _rules_of(world: World, turn: Played) -> list[Rule]:
    """The rules that an input meant."""
    named = {intent.rule for intent in turn.outcome.intents}
    named |= {one.operation.rule for one in turn.ruling.rejections if isinstance(one.operation, Use)}
    return [rule for rule in all_rules(world) if rule.id in named]


def _names_in(part: BaseModel | None) -> set[str]:
    """Every id in a condition or in effects."""

    def names(value: object) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            for key, inner in value.items():
                yield str(key)
                yield from names(inner)
        elif isinstance(value, (list, tuple)):
            for inner in value:
                yield from names(inner)

    return set() if part is None else set(names(list(part.model_dump(exclude_unset=True).values())))


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
