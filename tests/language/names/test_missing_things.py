"""Tests of what may be called missing: things that an order handles, and never a manner, a time or a part of speech."""

from __future__ import annotations

import pytest

from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.names.missing_things import missing_thing
from gamemaster.language.tables import function_words
from tests.worldkit import world_at

WORLD = world_at("worlds/lighthouse")
NO_THINGS = sorted(
    function_words.ADVERBS
    | function_words.AUXILIARIES
    | function_words.DETERMINERS
    | function_words.PREPOSITIONS
    | function_words.QUESTION_WORDS
    | function_words.RESULT_WORDS
    | function_words.SELF_WORDS
    | function_words.GREETINGS
    | function_words.DIRECTIONS.keys()
    | BODY
)
ABSTRACT = """kindness sadness attention intention moment minute night nights morning while patience
friendship childhood agreement answer side end way time sleep pause look leave breath turn walk""".split()
FORMS = ("take {}", "take the {}", "look at the {}", "open it {}", "give him {}", "take the record, {}")


@pytest.mark.parametrize("form", FORMS)
def test_no_part_of_speech_but_a_noun_is_called_missing(form: str) -> None:
    named = {word: missing_thing(WORLD, word, form.format(word)) for word in NO_THINGS}
    assert {word: one for word, one in named.items() if one} == {}


@pytest.mark.parametrize("form", ["take {}", "take my {}", "give me {}", "I wait, with {}, for the {}"])
def test_no_abstract_noun_is_called_missing(form: str) -> None:
    named = {word: missing_thing(WORLD, word, form.format(word, word)) for word in ABSTRACT}
    assert {word: one for word, one in named.items() if one} == {}


@pytest.mark.parametrize(
    ("about", "typed"),
    [
        ("lips", "I ask him, smiling as best I can with cracked lips"),
        ("is", "I say the Otter will send forty men, and any house that wronged me is to burn"),
        ("game", "I play his counting game but cheat"),
        ("side", "I spill peas at the door, fire one side"),
        ("loud", "put on the record, loud, and dance"),
        ("answer me", "bruh answer me"),
        ("introduce myself", "I'm going up to introduce myself to the boss"),
        ("shillings", "I've only a few shillings till the depot pays me"),
        ("light", "The light and the bell will not stop on my watch"),
        ("nights", "I read the entries for the nights before Cobb asked to be moved"),
        ("line", "I spill the porridge in a line across the threshold"),
        ("whatevers hiding", "stick my hand in and pull out whatevers hiding"),
        ("thing", "pick up the thing"),
        ("bell key", "I search the lockers; I am looking for the missing bell key"),
    ],
)
def test_what_strangers_were_told_is_missing_is_not(about: str, typed: str) -> None:
    assert missing_thing(WORLD, about, typed) == ""


@pytest.mark.parametrize(
    ("about", "typed", "named"),
    [
        ("the bread", "I eat the bread", "bread"),
        ("pebble", "take one pebble from the boy's row", "pebble"),
        ("slice", "grab the slice before he can", "slice"),
        ("my bag", "I pick up my bag, the mail and the crate", "bag"),
        ("crowbar", "pick up the crowbar", "crowbar"),
        ("page he hid", "look at this page he hid", "page"),
        ("sword", "look for the sword", "sword"),
        ("coin", "toss him the coin", "coin"),
        ("clock", "wind the clock", "clock"),
        ("stew", "sit at the table and have some stew", "stew"),
    ],
)
def test_a_thing_that_an_order_wants_is_named(about: str, typed: str, named: str) -> None:
    assert missing_thing(WORLD, about, typed) == named
