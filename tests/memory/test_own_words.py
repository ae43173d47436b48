"""What somebody is remembered to have said are their own words, not what was read from them."""

import pytest

from gamemaster.memory.own_words import as_typed


@pytest.mark.parametrize(
    ("typed", "read", "own"),
    [
        ("tell Mara the mil is brocken", "tell mara the mill is broken", "tell Mara the mil is brocken"),
        ("go in, then tell Mara it's Late", "tell mara it is late", "tell Mara it's Late"),
        ('"The king is comming," I say', '" i say', "The king is comming,"),
        ("xyzzy", "tell mara the mill is broken", "tell mara the mill is broken"),
    ],
)
def test_the_words_as_they_were_typed(typed: str, read: str, own: str) -> None:
    assert as_typed(typed, read) == own
