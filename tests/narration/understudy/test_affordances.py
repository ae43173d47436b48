"""What a scene offers, and which offers are nearest to words that were not followed."""

import pytest

from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.affordances import affordances, nearest
from gamemaster.narration.understudy.understudy import play
from gamemaster.rules.state import new_story
from tests.worldkit import world_at

WORLD = world_at("worlds/lighthouse")
START = new_story(WORLD, 1)


def test_every_offer_is_understood_as_it_stands() -> None:
    for offer in affordances(WORLD, START):
        reading = understand(WORLD, START, offer)
        assert reading.intents, offer
        assert reading.unclear is None, offer


@pytest.mark.parametrize(
    ("words", "offers"),
    [("frobnicate the crate of turnips", {"Take the crate of turnips"}), ("derick", {"Examine the derrick"}),
     ("zzz", set())],
)  # fmt: skip
def test_the_nearest_offers_are_like_the_words(words: str, offers: set[str]) -> None:
    assert set(nearest(WORLD, START, words)[:1]) == offers


def test_what_nobody_has_met_is_not_offered() -> None:
    offered = " ".join(affordances(WORLD, START))
    assert not any(person.name in offered for person in WORLD.characters.values())


def test_a_verb_that_nobody_knows_stands_for_no_other() -> None:
    turn = play(WORLD, START, "frobnicate the turnips")
    assert turn.after.items == START.items
    assert not turn.ruling.checks


def test_words_that_were_not_followed_are_answered_with_what_is_near_them() -> None:
    turn = play(WORLD, START, "derrickwise gannetry")
    aside = next(span for span in turn.spans if span.kind == "aside")
    assert "Examine the gannets" in aside.choices or "Examine the derrick" in aside.choices


@pytest.mark.parametrize(
    ("world", "who", "offer"),
    [("tests/worlds_modern/brannigan", "otis", "Ask Otis about Eddie"),
     ("worlds/lighthouse", "jory", "Ask Jory Kemp about the cat")],
)  # fmt: skip
def test_a_topic_is_offered_as_its_writer_has_it_in_sentences(world: str, who: str, offer: str) -> None:
    of = world_at(world)
    start = new_story(of, 1)
    met = start.characters[who].model_copy(update={"met": True, "place": start.place})
    assert offer in set(
        affordances(of, start.model_copy(update={"characters": {**start.characters, who: met}}))
    )
