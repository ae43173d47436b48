"""A writer's rule is carried out only where its phrase is an order of now: bans, tales and questions are none."""

from __future__ import annotations

import pytest

from gamemaster.authoring.input_lists import state_of
from gamemaster.language.understanding import understand
from tests.worldkit import world_at
from worlds.rules import all_rules

WORLDS = (
    pytest.param("worlds/long_night", marks=pytest.mark.slow),
    pytest.param("worlds/lighthouse", marks=pytest.mark.slow),
    "tests/worlds_unseen/caravanserai",
    "tests/worlds_modern/brannigan",
    "tests/worlds_modern/deck_nine",
)
NO_ORDERS = (
    "don't {}", "I don't {}", "never {}", "I won't {}", "let's not {}", "try not to {}", "no need to {}",
    "I refuse to {}", "I decide not to {}", "you mustn't {}", "nobody may {}", "it is forbidden to {}",
    "would it be wise to {}?", "what would happen if I {}", "I wonder if I should {}", "who would {}?",
    "did you {}?", "do they {}?", "does anybody ever {}?", "is it dangerous to {}?",
    "Jory said to {}", "she told me to {}", "I was told to {}", "they want me to {}", "somebody ought to {}",
    "I used to {}", "I was going to {}", "I dreamt that I {}", "I almost {}", "I will {} tomorrow",
    "I think about how to {}", "I stop her before she can {}",
)  # fmt: skip


@pytest.mark.parametrize("world", WORLDS)
def test_a_rule_is_not_carried_out_where_its_phrase_is_no_order(world: str) -> None:
    tried = 0
    loaded = world_at(world)
    for rule in (one for one in all_rules(loaded) if one.phrases):
        state = state_of(loaded, 1, {"input": "x", **({"place": rule.at[0]} if rule.at else {})})
        phrase = rule.phrases[0]
        if not any(intent.rule for intent in understand(loaded, state, phrase).intents):
            continue
        for no_order in NO_ORDERS:
            words = no_order.format(phrase)
            read = understand(loaded, state, words)
            assert not any(intent.rule for intent in read.intents), words
            tried += 1
    assert tried >= len(NO_ORDERS)


@pytest.mark.parametrize(
    "words",
    ["put a log on the fire", "I carefully put another log on the fire", "and then put a log on the fire"],
)
def test_what_stands_before_an_order_and_changes_nothing_leaves_the_rule(words: str) -> None:
    world = world_at("worlds/long_night")
    read = understand(world, state_of(world, 1, {"input": "x", "place": "hall"}), words)
    assert [intent.rule for intent in read.intents] == ["log_on_fire"]


def test_what_is_put_off_no_longer_is_done() -> None:
    world = world_at("worlds/long_night")
    read = understand(
        world, state_of(world, 1, {"input": "x", "place": "hall"}), "don't wait and put a log on the fire"
    )
    assert [intent.rule for intent in read.intents] == ["log_on_fire"]
