"""Plays a kept play again in the world as it is now, and says turn by turn what is told otherwise. Pure.

The narrator is the understudy, whoever told the story when it was played: it is the one who always says the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gamemaster.authoring.skein.play_file import Play, PlayTurn, text_of
from gamemaster.narration.understudy.prose import Teller
from gamemaster.narration.understudy.understudy import play_without_suggestions
from gamemaster.play.opening import begin
from gamemaster.rules.proposal import Roll
from gamemaster.rules.referee import rule
from gamemaster.rules.state import StoryState
from gamemaster.rules.upkeep.arrangement import (
    SETTLING,
    ArrangementError,
    arrange,
    is_arrangement,
    what_happened,
)
from worlds.schema import World


@dataclass(frozen=True)
class TurnCompared:
    """One input: what was told when the play was kept, and what is told now. None: the story had ended before."""

    number: int
    say: str
    was: str
    now: str | None

    @property
    def is_same(self) -> bool:
        return self.was == self.now


@dataclass(frozen=True)
class PlayCompared:
    """A play as it was kept, and as it goes now."""

    play: Play
    now: Play
    turns: tuple[TurnCompared, ...]
    seen: frozenset[str] = frozenset()  # places entered and beats that happened

    @property
    def changes(self) -> tuple[TurnCompared, ...]:
        return tuple(turn for turn in self.turns if not turn.is_same)

    @property
    def is_same(self) -> bool:
        return not self.changes and (self.play.ends, self.play.at) == (self.now.ends, self.now.at)


def record_play(world: World, name: str, seed: int, inputs: Iterable[tuple[str, Sequence[int]]]) -> Play:
    """A play of these inputs and their dice, as it goes in the world now; it stops where the story ends."""
    return _record(world, name, seed, inputs)[0]


def _record(
    world: World, name: str, seed: int, inputs: Iterable[tuple[str, Sequence[int]]]
) -> tuple[Play, StoryState]:
    state = begin(world, seed)
    turns = []
    for say, dice in inputs:
        if state.ended is not None:
            break
        state, text = _next(world, state, say, dice)
        turns.append(PlayTurn(say=say, dice=tuple(dice), told=text))
    return Play(name=name, seed=seed, ends=state.ended, at=state.place, turns=tuple(turns)), state


def _next(world: World, state: StoryState, say: str, dice: Sequence[int]) -> tuple[StoryState, str]:
    """The state after a turn, and what was told in it. What cannot be arranged any more is told as such."""
    if not is_arrangement(say):
        played = play_without_suggestions(world, state, say, Roll(d20=tuple(dice)))
        return played.after, text_of(played.spans)
    try:
        after, text = arrange(world, state, say)
    except ArrangementError as error:
        after, text = state.clone(), str(error)
    ruled = rule(world, after, SETTLING, Roll(d20=tuple(dice)))
    happened = what_happened(ruled.ruling)
    spans = Teller(world, after, ruled.after).tell(happened) if happened.happenings else []
    return ruled.after, "\n\n".join(filter(None, (f"({text})", text_of(spans))))


def compare_play(world: World, play: Play) -> PlayCompared:
    """The play, played again to its end."""
    inputs = ((turn.say, turn.dice) for turn in play.turns)
    now, state = _record(world, play.name, play.seed, inputs)
    turns = tuple(
        TurnCompared(
            number + 1, turn.say, turn.told, now.turns[number].told if number < len(now.turns) else None
        )
        for number, turn in enumerate(play.turns)
    )
    ended = {state.ended} if state.ended is not None else set()
    return PlayCompared(play, now, turns, frozenset({*state.visited, *state.beats, *ended}))
