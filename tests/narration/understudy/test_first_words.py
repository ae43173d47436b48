"""The first sentence of a turn is true whatever comes of it: the attempt, and never its result."""

from __future__ import annotations

from collections import Counter

import pytest

from gamemaster.authoring.explore import bot_for
from gamemaster.narration.critic.live import judge
from gamemaster.narration.critic.told_turn import ToldTurn
from gamemaster.narration.scene import Scene
from gamemaster.narration.understudy.first_words import Beginning, beginning_of, contradiction
from gamemaster.narration.understudy.understudy import play
from gamemaster.play.opening import begin
from gamemaster.rules import proposal as ops
from gamemaster.rules.dice import roll_for
from gamemaster.rules.proposal import Operation, Outcome
from gamemaster.rules.referee import rule
from gamemaster.rules.state import Span, StoryState
from tests.worldkit import sample, world_at
from worlds.schema import World

TURNS = 150


def scene_of(world: World, state: StoryState, words: str) -> Scene:
    return Scene(world, state, words, roll_for(state.seed, state.turn + 1))


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["worlds/long_night", "worlds/lighthouse"])
def test_no_first_sentence_is_contradicted_by_its_ruling(folder: str) -> None:
    world, played, kinds = world_at(folder), 0, Counter[str]()
    while played < TURNS:
        state, last = begin(world, 8_000_000 + played), None
        _, bot = bot_for(world, played)
        while state.ended is None and state.turn < 40 and played < TURNS:
            words = bot.next(world, state, last)
            begun = beginning_of(scene_of(world, state, words))
            last = play(world, state, words)
            if begun is not None:
                kinds[begun.kind] += 1
                assert contradiction(begun, last.ruling) is None, (words, begun.text)
                told = ToldTurn(world, state, last.after, last.ruling, words, ())
                assert judge(told, [], [Span(kind="narration", text=begun.text)]) is None, (words, begun.text)
            played, state = played + 1, last.after
    assert sum(kinds.values()) > 0.9 * played, "hardly a turn begins in silence"


@pytest.mark.parametrize(
    ("words", "kind", "named"),
    [
        ("take the key", "take", "key"),
        ("look around", "look", ""),
        ("ask Mara about the mill", "speak", "Mara"),
        ("go to the wood", "go", ""),
        ("wait an hour", "wait", ""),
    ],
)
def test_what_is_attempted_is_told(words: str, kind: str, named: str) -> None:
    begun = beginning_of(scene_of(sample(), begin(sample(), 1), words))
    assert begun is not None
    assert begun.kind in (kind, "go_somewhere" if kind == "go" else kind)
    assert named in begun.text


@pytest.mark.parametrize(
    "words", ["where am I?", "xyzzy plugh", "what do I carry?", "((is this saved?))", "I kill myself"]
)
def test_where_nothing_is_attempted_nothing_is_told(words: str) -> None:
    assert beginning_of(scene_of(sample(), begin(sample(), 1), words)) is None


@pytest.mark.parametrize(
    ("begun", "changes", "why"),
    [
        (Beginning("speak", "You turn to Mara.", who="mara"), (ops.Greet(who="well_keeper"),), "somebody else"),
        (Beginning("go", "You make for the mill.", thing="mill"), (ops.Move(to="wood"),), "not that way"),
        (Beginning("take", "You reach for the key.", thing="key"), (ops.Look(),), "something else"),
        (Beginning("wait", "You wait.",), (ops.Move(to="wood"),), "went away"),
        (Beginning("do", "You set about it."), (ops.Inform(kind="place"),), "nothing was attempted"),
    ],
)  # fmt: skip
def test_what_cannot_follow_is_seen(begun: Beginning, changes: tuple[Operation, ...], why: str) -> None:
    state = begin(sample(), 1)
    outcome = Outcome(changes=changes, intents=())
    found = contradiction(begun, rule(sample(), state, outcome, roll_for(1, 1)).ruling)
    assert found is not None
    assert why in found


def test_what_was_refused_can_follow_on_its_attempt() -> None:
    state = begin(sample(), 1)
    begun = Beginning("go", "You make for the mill.", thing="mill")
    assert (
        contradiction(
            begun, rule(sample(), state, Outcome(changes=(ops.Move(to="mill"),)), roll_for(1, 1)).ruling
        )
        is None
    )
