"""What servers send more than once is read once, and thoughts in other marks are put as <think>, however it is cut."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inference.remote.new_text import NewText
from inference.remote.thought_marks import ThoughtMarks

STORY = "Frost lies on it all, and the wind is up; ha ha ha ha, says <b 3 [the old man]."
SIZES = st.lists(st.integers(1, 30), max_size=60)


def cut(text: str, sizes: Iterable[int]) -> list[str]:
    pieces = []
    for size in sizes:
        pieces.append(text[:size])
        text = text[size:]
    return [piece for piece in [*pieces, text] if piece]


def read(reader: NewText | ThoughtMarks, pieces: Iterable[str]) -> str:
    return "".join([*map(reader.feed, pieces), reader.finish()])


@given(SIZES)
def test_an_answer_sent_once_is_left_alone(sizes: list[int]) -> None:
    pieces = cut(STORY, sizes)
    assert read(ThoughtMarks(), pieces) == STORY
    assert read(NewText(), pieces) == STORY


def test_what_is_sent_again_is_read_once() -> None:
    pieces = cut(STORY, [7] * 20)
    assert read(NewText(), [one for piece in pieces for one in (piece, piece)]) == STORY
    assert read(NewText(), [*pieces, STORY]) == STORY
    assert read(NewText(), [STORY[:end] for end in range(1, len(STORY) + 1)]) == STORY


def test_pieces_that_are_alike_by_chance_are_kept() -> None:
    assert read(NewText(), ["ha ", "ha "]) == "ha ha "
    assert read(NewText(), ["ha ", "ha ", "ho ", "hi"]) == "ha ha ho hi"


def test_halves_of_a_character_are_put_together() -> None:
    assert read(NewText(), ["a \ud83d", "\ude00 b ", "\ud83d c"]) == "a \U0001f600 b \ufffd c"


@given(SIZES)
@pytest.mark.parametrize(
    ("sent", "meant"),
    [
        ("<|channel|>final<|message|>Yes.<|return|>", "Yes."),
        (
            "<|channel|>analysis<|message|>a < b<|end|><|start|>assistant<|channel|>final<|message|>Yes.",
            "<think>a < b</think>Yes.",
        ),
        ("analysisThey look.assistantfinalYes, an analysis.", "<think>They look.</think>Yes, an analysis."),
        ("analysis of it, and the assistantfinal", "analysis of it, and the assistantfinal"),
        ("[THINK]Hm.[/THINK]Yes [no].", "<think>Hm.</think>Yes [no]."),
    ],
)
def test_thoughts_in_other_marks(sent: str, meant: str, sizes: list[int]) -> None:
    assert read(ThoughtMarks(), cut(sent, sizes)) == meant
