"""The narrator's own lines, and how names stand in them."""

from __future__ import annotations

import re

import pytest

from gamemaster.language.wording.stock_lines import (
    DEFAULTS,
    fill,
    is_situation,
    join_names,
    phrases_for,
    phrases_with,
    with_article,
)
from tests.worldkit import sample
from worlds.messages import SITUATIONS


@pytest.mark.parametrize(
    ("phrase", "names", "text"),
    [
        ("You take {thing}.", {"thing": "the knife"}, "You take the knife."),
        ("{thing} stays. {thing} waits.", {"thing": "the knife"}, "The knife stays. The knife waits."),
        ("There is no {thing} here.", {"thing": "the knife"}, "There is no knife here."),
        ("Your {thing}!", {"thing": "some nets"}, "Your nets!"),
        ("\u201c{thing}?\u201d", {"thing": "the knife"}, "\u201cThe knife?\u201d"),
        ("You come to {place}.", {"place": "The Mill"}, "You come to the Mill."),
        ("{place}.", {"place": "The Mill"}, "The Mill."),
        ("{thing} is not here.", {"thing": "@mara: I confess"}, "Mara: I confess is not here."),
        ("You see no {thing}.", {"thing": "{verb}"}, "You see no verb."),
        ("You {verb} {thing}.", {"verb": "push"}, "You push it."),
    ],
)
def test_filling_in(phrase: str, names: dict[str, str], text: str) -> None:
    assert fill(phrase, **names) == text


def test_articles_and_lists() -> None:
    names = ["knife", "the knife", "some nets", "Mara", "The Mill", "your coat"]
    assert [with_article(name) for name in names] == [
        "the knife", "the knife", "some nets", "Mara", "the Mill", "your coat",
    ]  # fmt: skip
    assert [join_names(list("abc")[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert join_names(["a", "b"], "or") == "a or b"


def test_a_worlds_own_wordings_come_first_where_their_names_are_known() -> None:
    assert phrases_for(sample(), "nothing_happens")[0] == "Nothing comes of it."
    assert phrases_with(sample(), "nothing_happens") == ("Nothing comes of it.",)
    assert phrases_with(sample(), "nothing_happens", verb="push", thing="the well") == (
        "Nothing comes of it.",
        "You push the well, and nothing comes of it.",
    )
    assert phrases_with(sample(), "taken")[0] == "You take it.", "where no wording does without the name"


def test_every_situation_that_worlds_may_word_has_a_default_with_no_other_names() -> None:
    for situation, allowed in SITUATIONS.items():
        assert is_situation(sample(), situation)
        for phrase in DEFAULTS[situation]:
            assert set(re.findall(r"\{(\w+)\}", phrase)) <= allowed, phrase
    assert not is_situation(sample(), "no such situation")
    with pytest.raises(KeyError):
        phrases_for(sample(), "no such situation")
