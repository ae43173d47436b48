"""What is offered to the player: possible, with_variety, never secret."""

from __future__ import annotations

from gamemaster.narration.understudy.suggestions import MOST, MOST_OF_A_KIND, suggest, with_variety
from gamemaster.rules import proposal as ops
from gamemaster.rules.state import new_story
from tests.worldkit import act, begin, sample, world_at


def offered_over(turns: int, **changes: object) -> set[str]:
    """Everything that is offered in the same situation at different turns."""
    return {text for turn in range(turns) for text in suggest(sample(), begin(turn=turn, **changes))}


def test_three_of_different_kinds() -> None:
    offered = suggest(sample(), begin())
    assert len(offered) == MOST == 3
    assert "Lift the lid of the well" in offered, "what its writer wants offered"
    assert any(text.startswith("Talk to") for text in offered)


def test_what_was_done_is_offered_no_more() -> None:
    opened = act(begin(), ops.Use(rule="well.open", target="well")).after
    assert "Lift the lid of the well" not in suggest(sample(), opened)


def test_topics_are_offered_by_those_who_were_met_and_would_open_on_them() -> None:
    state = begin(place="wood")
    state.characters["mara"].place, state.characters["mara"].met = "wood", True
    state.facts["sand"] = 1
    offered = {
        text for turn in range(30) for text in suggest(sample(), state.model_copy(update={"turn": turn}))
    }
    assert "Ask Mara about the mill" in offered
    assert not any("boy" in text for text in offered), "that topic does not open itself"


def test_nothing_secret_hidden_shut_or_stolen() -> None:
    offered = offered_over(60, minutes=200)
    for word in ("whistle", "drain", "stars", "letter", "mill", "key", "race"):
        assert not any(word in text.casefold() for text in offered if text != "Go to the Race"), word
    met = offered_over(60, rules={"well.open": 1}, visited={"yard": 1})
    assert "Go to the Wood" in met


def test_a_story_that_is_over_offers_nothing() -> None:
    assert suggest(sample(), begin(ended="dead")) == ()


def test_the_same_state_offers_the_same() -> None:
    assert suggest(sample(), begin()) == suggest(sample(), begin())


def test_at_most_two_of_a_kind() -> None:
    offers = (
        "Ask Ann about the mill",
        "ask Ben to stay",
        "Ask Ben about the boy",
        "Go to the Wood",
        "Take the key",
    )
    assert with_variety(offers) == (
        "Ask Ann about the mill",
        "ask Ben to stay",
        "Go to the Wood",
        "Take the key",
    )
    world = world_at("tests/worlds_small/ford")
    state = new_story(world, 1)
    for person in state.characters.values():
        person.met = True
    for turn in range(30):
        kinds = [text.split()[0] for text in suggest(world, state.model_copy(update={"turn": turn}))]
        assert max(kinds.count(kind) for kind in kinds) <= MOST_OF_A_KIND
