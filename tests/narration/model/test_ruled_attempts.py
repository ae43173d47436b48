"""What a writer's rule decides is not won by a model's own attempt at it."""

from __future__ import annotations

import pytest

from gamemaster.narration.model.ruled_attempts import with_rules_for_attempts
from gamemaster.narration.scene import Scene
from gamemaster.play.opening import begin
from gamemaster.rules.dice import roll_for
from gamemaster.rules.proposal import Attempt, Intent, Operation, Outcome, Use
from tests.worldkit import playable_worlds


def changes_of(words: str, intent: Intent, *changes: Operation) -> tuple[Operation, ...]:
    """What becomes of a model's changes, beside Ulf."""
    world = playable_worlds()["long_night"]
    state = begin(world, 1)
    state.characters["ulf"].place, state.characters["ulf"].met = state.place, True
    scene = Scene(world, state, words, roll_for(1, 1))
    return with_rules_for_attempts(scene, Outcome(intents=(intent,), changes=changes)).changes


STOLEN = Intent(verb="steal", objects=("ulf", "store_key"))
SLY = Attempt(stance="finesse", target="ulf", recipient="store_key", aim="to have the key")


@pytest.mark.parametrize(
    "words", ["I steal the store key from Ulf", "my fingers find their way to what hangs under Ulf's chin"]
)
def test_the_rule_takes_the_place_of_the_attempt(words: str) -> None:
    (rule,) = changes_of(words, STOLEN, SLY)
    assert isinstance(rule, Use)
    assert rule.rule == "steal_from_ulf"


def test_a_rule_that_the_model_uses_besides_is_used_once() -> None:
    used = Use(rule="steal_from_ulf", target="ulf")
    assert changes_of("I steal the store key from Ulf", STOLEN, used, SLY) == (used,)


def test_an_idea_that_no_rule_covers_stays_one() -> None:
    idea = Attempt(stance="comfort", target="ulf", aim="to cheer him up")
    intent = Intent(verb="comfort", objects=("ulf",))
    assert changes_of("I lay a hand on Ulf's shoulder and hum to comfort him", intent, idea) == (idea,)
    joke = Attempt(stance="persuade", target="ulf", aim="to juggle turnips")
    intent = Intent(verb="persuade", objects=("ulf",))
    assert changes_of("I try to talk Ulf into juggling turnips", intent, joke) == (joke,)
