"""What one carries, held up to something: whichever of the two gives light, the other one is looked at."""

from __future__ import annotations

import pytest

from tests.language.test_orders import read

GATE = ("tests/worlds_unseen/caravanserai", "gate")
STORE = ("worlds/lighthouse", "store")


@pytest.mark.parametrize(
    ("where", "words", "verb", "objects"),
    [
        (STORE, "hold the lantern over the coal", "examine", ("coal",)),
        (STORE, "I raise the lantern to the drums", "examine", ("drums",)),
        (STORE, "hold the letter up to the light", "examine", ("letter",)),
        (GATE, "I hold the letter up to the lamp", "examine", ("letter",)),
        (GATE, "hold the letter up to Bishr", "show", ("letter",)),
        (STORE, "hold the letter against the wall", "express", ()),
        (STORE, "raise the lantern", "express", ()),
        (STORE, "hold up the letter so that Jory can see it", "show", ("letter",)),
        (STORE, "lift the oars", "take", ("oars",)),
    ],
)
def test_what_is_held_up(where: tuple[str, str], words: str, verb: str, objects: tuple[str, ...]) -> None:
    assert [(one.verb, one.objects) for one in read(*where, words).intents] == [(verb, objects)]


@pytest.mark.parametrize(
    ("words", "verb"),
    [
        ("rest a hand on the coal", "touch"),
        ("I lay my palm on the coal to feel how damp it is", "touch"),
        ("run one finger round the drums", "touch"),
        ("press an ear to the drums", "listen"),
        ("lean over the coal to see the drums", "examine"),
        ("lay a hand over my mouth", "express"),
    ],
)
def test_what_a_part_of_the_body_is_laid_on_is_perceived(words: str, verb: str) -> None:
    assert [one.verb for one in read(*STORE, words).intents if one.objects or one.verb == verb] == [verb]
