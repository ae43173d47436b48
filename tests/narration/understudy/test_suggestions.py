"""What is offered to the player: possible, varied, never secret."""

from __future__ import annotations

from gamemaster.narration.understudy.suggestions import MOST, suggest
from gamemaster.rules import proposal as ops
from tests.worldkit import act, begin, sample


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
