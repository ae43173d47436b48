"""Orders in other words become the plain ones, and no others do."""

import pytest

from gamemaster.language.clauses.rephrasing import in_plain_words


@pytest.mark.parametrize(
    ("words", "plain"),
    [
        ("slide the bolt back on the trapdoor", "open the bolt on the trapdoor"),
        ("i slide back the rusty bolt", "i open the rusty bolt"),
        ("draw the bolt", "open the bolt"),
        ("kneel down , ease the bar aside", "kneel down , open the bar"),
        ("lift the latch off and look", "open the latch and look"),
        ("push the bar", "push the bar"),
        ("slide the bottle back on the shelf", "slide the bottle back on the shelf"),
        ("shoot the bolt", "shoot the bolt"),
        ("set the mug back exactly where it was", "put the mug back where it was"),
        ("set the clock back", "set the clock back"),
        ("set it back an hour", "set it back an hour"),
        ("turn the mug round and look at the bottom of it", "turn the mug round and look at it"),
        ("pull out a chair and sit", "pull up a chair and sit"),
        ("pull out a chair from the pile", "pull out a chair from the pile"),
        ("i stroke the cat absent mindedly", "i stroke the cat"),
        ("squat down to the boys level", "squat down"),
        ("go in , but listen at the door first", "listen at the door then go in"),
        ("go to the hall and look at the fire first", "go to the hall and look at the fire first"),
        ("go to the hall and ask him first", "go to the hall and ask him first"),
        ("look for jory first thing", "look for jory"),
        ("do the first thing", "do the first thing"),
        ("wish her a very good morning", "greet her"),
        ("say good evening to ulf", "greet ulf"),
        ("i wish it was a good day", "i wish it was a good day"),
    ],
)
def test_drawing_a_bolt_opens_what_it_is_on(words: str, plain: str) -> None:
    assert " ".join(in_plain_words(words.split())) == plain
