"""What has just been is told by the clock and by what was said, in whole sentences."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.answers.gm_answers import gm_answer
from gamemaster.narration.understudy.answers.inquiry import MOST_QUOTED, Asked, first_sentences
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import LASTED, StoryState
from tests.worldkit import begin, sample


def answer_to(state: StoryState, words: str) -> str:
    spans = play(sample(), state, words).spans
    assert [span.kind for span in spans] == ["notice"], words
    return spans[0].text


def test_how_long_the_last_turn_took_is_told_by_the_clock() -> None:
    after = play(sample(), begin(), "I wait for half an hour").after
    assert after.focus[LASTED] == f"{after.turn} 30"
    assert "30 minutes" in answer_to(after, "how long did that take?")
    assert answer_to(after, "GM, did I really just stand there for half an hour?").startswith("Yes")
    assert answer_to(after, "GM, did that take five minutes?").startswith("No")


def test_a_short_turn_was_short() -> None:
    after = play(sample(), begin(), "look around").after
    assert answer_to(after, "how long did that take?").startswith("No more than a few minutes")


def test_who_spoke_is_told_by_name() -> None:
    before = begin()
    assert answer_to(before, "GM, who spoke just now?").startswith("Nobody")
    who = next(iter(sample().characters))
    heard = before.model_copy(update={"turn": 1, "lines": {f"{who}.greeting.0": 1}})
    assert answer_to(heard, "GM, who spoke just now?") == f"That was {sample().characters[who].name}."


@pytest.mark.parametrize(
    "words",
    ["is the fog bell still going", "is the organ still playing out there", "are the drums still beating"],
)
def test_what_cannot_be_told_is_said_in_a_whole_sentence(words: str) -> None:
    answer = gm_answer("known", Asked(sample(), begin(), words, ()))
    assert answer == "You do not hear it from where you are."


def test_what_is_quoted_ends_with_a_sentence() -> None:
    text = "One short sentence. " + "word " * 60 + "end. Another."
    assert first_sentences(text, 3) == "One short sentence."
    assert first_sentences("word " * 60 + "end. Another.", 1).endswith("end.")
    assert len(first_sentences("Short. " * 60, 60)) <= MOST_QUOTED
