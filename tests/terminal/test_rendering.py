"""Prose in a terminal: wrapping as words stream in, emphasis, speakers, rolls, needs."""

import io

import pytest
from rich.console import Console

from gamemaster.terminal.rendering import (
    RESULTS,
    Prose,
    needs_line,
    show_roll,
    story_text,
    surroundings,
    voice,
)

TEXT = "The *Otter* froze into the fjord nineteen days ago with six aboard. They went one at a time.\n\nOne line."


def console(width: int = 60, colours: bool = False) -> Console:
    return Console(file=io.StringIO(), width=width, force_terminal=colours, highlight=False)


def text_of(to: Console) -> str:
    assert isinstance(to.file, io.StringIO)
    return to.file.getvalue()


@pytest.mark.parametrize("size", [1, 2, 7, 24, 1000])
def test_the_same_lines_however_the_text_comes(size: int) -> None:
    pieces = console()
    prose = Prose(pieces)
    for at in range(0, len(TEXT), size):
        prose.piece(0, "narration", None, None, TEXT[at : at + size])
    prose.end()
    assert text_of(pieces).split() == TEXT.replace("*", "").split()
    assert all(len(line) <= 60 for line in text_of(pieces).splitlines())
    assert "\n\nOne line." in text_of(pieces)


def test_emphasis_is_set_not_spelled() -> None:
    to = console(colours=True)
    prose = Prose(to)
    prose.piece(0, "narration", None, None, "the *Otter* lay")
    prose.end()
    assert "\x1b[3mOtter\x1b[0m" in text_of(to)
    assert "*" not in text_of(to)


def test_a_speaker_is_named_once_for_a_span_and_indented() -> None:
    to = console()
    prose = Prose(to)
    for piece in (
        "Come in before it gets dark, ",
        "and if anybody knocks tonight, ",
        "you're not to answer.",
    ):
        prose.piece(1, "speech", "hild", "Hild", piece)
    prose.end()
    lines = text_of(to).splitlines()
    assert lines[0] == "Hild"
    assert all(line.startswith("    ") for line in lines[1:] if line)
    assert text_of(to).count("Hild") == 1


def test_a_voice_keeps_its_colour() -> None:
    assert voice("hild") == voice("hild")
    assert len({voice(f"someone {n}") for n in range(50)}) > 4


@pytest.mark.parametrize("result", RESULTS)
async def test_a_roll_says_what_it_means(result: str) -> None:
    to = console(width=100)
    roll = {"skill": "Stealth", "d20": 7, "bonus": -1, "difficulty": 12, "result": result}
    await show_roll(to, roll)
    assert "7  Stealth: 7 − 1 = 6 against 12" in text_of(to)
    assert RESULTS[result][0] in text_of(to)


def test_needs_and_surroundings() -> None:
    view = {
        "place": {"name": "The Shore"}, "time": "Day 1, 15:00, dusk",
        "gauges": [{"value": 80, "maximum": 100, "word": "freezing"}, {"value": 0, "maximum": 0, "word": "odd"}],
        "exits": [{"name": "the ice", "note": "south"}], "here": [], "things": [],
        "carried": [{"name": "knife", "note": ""}],
        "facts": ["It knocks."],
    }  # fmt: skip
    assert needs_line(view).plain == "The Shore  ·  Day 1, 15:00, dusk  ·  freezing  ·  odd"
    lines = [line.plain for line in surroundings(view)]
    assert lines[:2] == ["Ways out: the ice (south)", "Here: nothing"]
    assert lines[-1] == "  It knocks."
    story = {"title": "The Long Night", "name": "b", "ended": None, "place": "The Shore", "turn": 3}
    assert story_text(story).plain == "The Long Night · b  The Shore, turn 3"
