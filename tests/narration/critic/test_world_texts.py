"""All that is written in a world, as the critic's looks share it."""

from __future__ import annotations

import pytest

from gamemaster.language.names.normalization import words_of
from gamemaster.narration.critic.world_texts import texts_of
from tests.worldkit import world_at


@pytest.mark.parametrize("folder", ["tests/sample_world", "tests/worlds_modern/brannigan"])
def test_every_text_of_a_writer_is_there_with_its_words(folder: str) -> None:
    world = world_at(folder)
    found = {one.text: one for one in texts_of(world)}
    people = world.characters.values()
    written = [
        world.title,
        world.summary,
        *(who.name for who in people),
        *(fact.text for fact in world.facts.values()),
    ]
    assert set(written) <= found.keys()
    assert all(found[text].words == tuple(words_of(text.casefold())) for text in written if text.isascii())


def test_what_stands_twice_counts_twice() -> None:
    world = world_at("tests/sample_world")
    texts = [one.text for one in texts_of(world)]
    assert len(texts) > len(set(texts))
