"""What the terminal makes of refusals and of a story that is to go, on a line that answers by a script."""

from __future__ import annotations

from collections import deque
from typing import Any, cast

import pytest
from rich.text import Text

from gamemaster.protocol.client import Frame
from gamemaster.terminal import client, story_requests
from gamemaster.terminal.client import TRIES, Terminal
from gamemaster.terminal.connection import LONGEST_WAIT_S, Link

TOO_FAST = {
    "type": "error",
    "code": "too_fast",
    "message": "Too fast.",
    "fatal": False,
    "retry_after_s": 0.01,
}
COMMIT = {"type": "commit", "epoch": 0, "offset": 1}


class ScriptedLink:
    """Answers each thing that is said with the next frame."""

    def __init__(self, *frames: Frame) -> None:
        self.frames = deque(frames)
        self.said: list[dict[str, Any]] = []

    async def send(self, **message: Any) -> None:
        self.said.append(message)

    async def next(self) -> Frame:
        return {"act_id": self.said[-1].get("id"), **self.frames.popleft()}


def terminal_on(*frames: Frame) -> tuple[Terminal, ScriptedLink]:
    link = ScriptedLink(*frames)
    return Terminal(cast(Link, link), None, None), link


async def test_what_is_said_too_fast_is_said_again_after_the_wait(capsys: pytest.CaptureFixture[str]) -> None:
    terminal, link = terminal_on(TOO_FAST, COMMIT)
    await terminal._ask(type="act", text="go in")
    assert [message["text"] for message in link.said] == ["go in", "go in"]
    assert link.said[0]["id"] == link.said[1]["id"], "it is played once"
    assert "Too fast. (It is said again in 1 s.)" in capsys.readouterr().out


async def test_after_some_tries_the_player_decides(capsys: pytest.CaptureFixture[str]) -> None:
    terminal, link = terminal_on(*[TOO_FAST] * TRIES)
    await terminal._ask(type="act", text="go in")
    assert len(link.said) == TRIES
    assert capsys.readouterr().out.count("said again") == TRIES - 1


@pytest.mark.parametrize("wait_s", [None, LONGEST_WAIT_S + 1])
async def test_nobody_is_kept_waiting_for_long(wait_s: float | None) -> None:
    terminal, link = terminal_on({**TOO_FAST, "retry_after_s": wait_s})
    await terminal._ask(type="act", text="go in")
    assert len(link.said) == 1


@pytest.mark.parametrize(("answer", "deleted"), [("yes", ["b"]), ("no", []), ("", [])])
async def test_another_story_is_deleted_once_the_player_is_sure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], answer: str, deleted: list[str]
) -> None:
    gone: list[str] = []

    async def delete(link: Link, story: str) -> None:
        gone.append(story)

    async def read(prompt: str) -> str:
        return answer

    terminal, _ = terminal_on()
    terminal.story = "a"
    terminal.stories = [{"id": name} for name in "ab"]
    monkeypatch.setattr(story_requests, "delete", delete)
    monkeypatch.setattr(client, "story_text", lambda story: Text(story["id"]))
    monkeypatch.setattr(terminal, "_read", read)
    await terminal._obey("/delete 1")
    await terminal._obey("/delete 2")
    assert gone == deleted
    assert "You are in this story." in capsys.readouterr().out
    assert [story["id"] for story in terminal.stories] == [name for name in "ab" if name not in deleted]


async def test_after_a_restart_the_terminal_comes_back_to_where_the_new_process_is() -> None:
    terminal, link = terminal_on()
    terminal.story, terminal.epoch, terminal.offset = "a", 9, 4
    await terminal._handle({"type": "state", "epoch": 11, "offset": 1, "view": {}})
    await terminal._handle({"type": "welcome", "worlds": [], "recording": None})
    assert link.said == [{"type": "open", "story": "a", "epoch": 11, "offset": 1}]


async def test_a_place_in_line_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    waiting = {"type": "waiting", "ahead": 12, "estimate_s": 3.4, "epoch": -1, "offset": -1}
    terminal, _ = terminal_on(waiting, COMMIT)
    await terminal._ask(type="act", text="go in")
    assert "12 are served before you, in about 3 s" in capsys.readouterr().out


ROLL = {"skill": "Nerve", "d20": 9, "bonus": 1, "difficulty": 12, "result": "success"}


def text(span: int, words: str) -> Frame:
    return {"type": "text", "span": span, "kind": "narration", "speaker": None, "name": None, "text": words,
            "choices": [], "offset": -1}  # fmt: skip


@pytest.mark.parametrize("begun", [0, 1, 2], ids=["ruling first", "in the first sentence", "after it"])
async def test_a_ruling_breaks_no_sentence_that_was_begun_before_it(
    capsys: pytest.CaptureFixture[str], begun: int
) -> None:
    """A true first sentence is told while a model thinks; the ruling and its dice come when they come."""
    ruling = {"type": "ruling", "checks": [ROLL], "changed": []}
    frames = [text(0, "You go about"), text(0, " it.")]
    frames.insert(begun, ruling)
    terminal, _ = terminal_on(*frames, text(1, "The latch gives way."), COMMIT)
    await terminal._ask(type="act", text="force the latch")
    out = capsys.readouterr().out
    assert out.startswith("\n")
    paragraphs = [part.strip() for part in out.split("\n\n") if part.strip()]
    rolled = next(part for part in paragraphs if "Nerve" in part)
    assert [part for part in paragraphs if part != rolled] == ["You go about it.", "The latch gives way."]
    assert paragraphs.index(rolled) == min(begun, 1)


async def test_dice_fall_though_nothing_more_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    frames = [text(0, "You go about it."), {"type": "ruling", "checks": [ROLL], "changed": []}]
    terminal, _ = terminal_on(*frames, COMMIT)
    await terminal._ask(type="act", text="force the latch")
    assert "Nerve" in capsys.readouterr().out.partition("You go about it.\n\n")[2]
