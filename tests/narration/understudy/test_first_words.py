"""The first sentence of a turn is true whatever comes of it: the attempt, and never its result."""

from __future__ import annotations

from collections import Counter

import pytest

from gamemaster.authoring.explore import bot_for
from gamemaster.authoring.input_lists import state_of
from gamemaster.language.wording.attempt_lines import ASKING, BEGINNINGS
from gamemaster.narration.critic.live import judge
from gamemaster.narration.critic.told_turn import ToldTurn
from gamemaster.narration.prompts.outcome_schema import INFORMED
from gamemaster.narration.scene import Scene
from gamemaster.narration.understudy.first_words import OPEN, Beginning, beginning_of, contradiction
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
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
    assert sum(kinds.values()) == played, "no turn begins in silence"
    assert sum(count for kind, count in kinds.items() if kind in OPEN) < 0.1 * played, (
        "most say what is attempted"
    )


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
    ("words", "kind"),
    [
        ("where am I?", "see"),
        ("what do I carry?", "carried"),
        ("what time is it?", "hour"),
        ("am I hurt?", "self"),
        ("take the crown jewels", "seek"),
        ("xyzzy plugh", "moment"),
        ("I smile", "moment"),
    ],
)
def test_where_nothing_is_attempted_the_sentence_commits_to_nothing(words: str, kind: str) -> None:
    state = begin(sample(), 1)
    begun = beginning_of(scene_of(sample(), state, words))
    assert begun is not None
    assert begun.kind == kind
    assert kind in OPEN
    for changes in ((ops.Move(to="road"),), (ops.PassTime(minutes=60),), (ops.Inform(kind="place"),), ()):
        ruling = rule(sample(), state, Outcome(changes=changes), roll_for(1, 1)).ruling
        assert contradiction(begun, ruling) is None


def test_a_rest_that_is_asked_back_begins_without_being_taken() -> None:
    world = world_at("worlds/long_night")
    state = state_of(world, 1, {"input": "wait an hour", "place": "ice"})
    words = "lie down on the ice and listen till morning"
    begun = beginning_of(scene_of(world, state, words))
    assert [aside.why for aside in play(world, state, words).outcome.asides] == ["exposed"]
    assert begun is not None
    assert begun.kind == "rest"
    assert contradiction(begun, play(world, state, words).ruling) is None


def test_every_beginning_is_told_by_its_kind() -> None:
    assert set(BEGINNINGS) >= OPEN
    assert set(ASKING.values()) <= OPEN
    assert set(ASKING) <= set(INFORMED)


def test_words_that_no_model_is_asked_about_need_no_beginning() -> None:
    assert beginning_of(scene_of(sample(), begin(sample(), 1), "I kill myself")) is None


@pytest.mark.parametrize(
    ("begun", "changes", "why"),
    [
        (Beginning("speak", "You turn to Mara.", who="mara"), (ops.Greet(who="well_keeper"),), "somebody else"),
        (Beginning("go", "You make for the mill.", thing="mill"), (ops.Move(to="wood"),), "not that way"),
        (Beginning("go", "You make for the mill.", thing="mill"), (), "not that way"),
        (Beginning("go_somewhere", "You set off."), (), "nobody went"),
        (Beginning("go_somewhere", "You set off."), (ops.Look(),), "nobody went"),
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
