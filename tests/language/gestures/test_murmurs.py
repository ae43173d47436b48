"""Tests of words under one's breath for somebody who cannot hear them."""

from __future__ import annotations

import pytest

from gamemaster.language.understanding import understand
from tests.scenekit import play_at, state_at, text_of
from tests.worldkit import world_at

NIGHT = "worlds/long_night"


@pytest.mark.parametrize(
    "words",
    [
        "Bersi, you old windbag, I whisper. I'm sorry. I should have turned round sooner.",
        '"Bersi, I am sorry," I whisper.',
        "Hild, forgive me.",
        "I whisper a prayer for Bersi",
        "I mutter to myself",
    ],
)
def test_what_is_murmured_to_nobody_here_is_told_to_nobody_here(words: str) -> None:
    turn = play_at(NIGHT, "shore", words)
    assert [one.op for one in turn.outcome.changes] == ["express"]
    assert "under your breath" in text_of(turn)
    assert not [span for span in turn.spans if span.speaker]


@pytest.mark.parametrize(
    "words",
    ["Ivar, I'm sorry, I whisper.", "Hild, come here", "Bersi, where are you?", "I whisper to the boy"],
)
def test_what_somebody_may_hear_or_answer_is_no_murmur(words: str) -> None:
    intents = understand(world_at(NIGHT), state_at(NIGHT, "shore"), words).intents
    assert all("under my breath" not in (one.topic or "") for one in intents)
