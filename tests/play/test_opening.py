"""What is read before the first turn."""

from __future__ import annotations

from gamemaster.play.opening import begin, opening, opening_spans
from gamemaster.rules.state import digest
from tests.worldkit import sample


def test_the_opening_then_the_place_and_who_is_there() -> None:
    spans = opening(sample(), 3)
    assert [(span.kind, span.name) for span in spans[:2]] == [("narration", None), ("speech", "Mara")]
    texts = [span.text for span in spans]
    assert texts[:3] == ["You come to the mill at dusk.", "You are late.", "A yard of trodden snow."]
    assert any("Mara leans on the gate." in text for text in texts)
    assert any("A key lies in the snow." in text for text in texts)
    assert not any("letter" in text for text in texts)


def test_a_story_begins_with_its_opening_told() -> None:
    state = begin(sample(), 3)
    assert (state.turn, state.minutes, state.place) == (0, 0, "yard")
    assert state.told[digest("A yard of trodden snow.")] == 1
    assert begin(sample(), 3) == state
    assert sum(state.told.values()) == sum(len(span.keys) for span in opening_spans(sample(), 3))
