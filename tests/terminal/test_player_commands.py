"""The terminal's commands on the player's lines, on what is kept of them, and on answers that were not all right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gamemaster.terminal import story_requests
from gamemaster.terminal.player_commands import changed_lines, delete_everything, lines_told, report

LINES = {"avoid": ["gore", "Spiders"], "violence": "full"}


@pytest.mark.parametrize(
    ("said", "avoid", "violence"),
    [
        ("add rats and mice", ["gore", "Spiders", "rats and mice"], "full"),
        ("add gore", ["Spiders", "gore"], "full"),
        ("drop spiders", ["gore"], "full"),
        ("drop nothing", ["gore", "Spiders"], "full"),
        ("violence mild", ["gore", "Spiders"], "mild"),
    ],
)
def test_lines_are_changed(said: str, avoid: list[str], violence: str) -> None:
    assert changed_lines(LINES, said) == {"avoid": avoid, "violence": violence}


@pytest.mark.parametrize("said", ["add", "add ", "violence", "violence some", "spiders", "drop"])
def test_what_is_no_change_is_none(said: str) -> None:
    assert changed_lines(LINES, said) is None


def test_lines_are_told_with_the_worlds() -> None:
    frame = {"lines": LINES, "world": {"avoid": ["torture"], "violence": "mild"}, "terms": ["gore", "rats"]}
    told = "\n".join(lines_told(frame))
    for part in (
        "gore, Spiders",
        "as the world is written",
        "This world leaves out, too: torture",
        "/lines add",
    ):
        assert part in told


class Link:
    """A connection, as far as these commands use it."""

    def __init__(self, folder: Path) -> None:
        self.token_file = folder / "terminal.token"
        self.token_file.write_text("token")


@pytest.mark.parametrize(("typed", "gone"), [("delete everything", True), ("yes", False), ("", False)])
async def test_everything_is_deleted_after_a_second_word(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, typed: str, gone: bool
) -> None:
    asked: list[str] = []

    async def delete(link: Any) -> None:
        asked.append("deleted")

    async def read(prompt: str) -> str:
        return typed

    monkeypatch.setattr(story_requests, "delete_everything", delete)
    link: Any = Link(tmp_path)
    assert await delete_everything(link, lambda text: None, read) is gone
    assert asked == (["deleted"] if gone else [])
    assert link.token_file.exists() is not gone


@pytest.mark.parametrize(("answer", "share"), [("yes", True), ("no", False), ("", False)])
async def test_a_turn_is_shared_only_with_a_yes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, answer: str, share: bool
) -> None:
    sent: list[tuple[object, ...]] = []

    async def send(link: Any, story: str, turn: int, note: str, *, share: bool) -> None:
        sent.append((story, turn, note, share))

    async def read(prompt: str) -> str:
        return answer

    monkeypatch.setattr(story_requests, "report", send)
    link: Any = Link(tmp_path)
    await report(link, "s", 3, "odd", lambda text: None, read)
    assert sent == [("s", 3, "odd", share)]
    await report(link, "s", 0, "odd", lambda text: None, read)
    assert len(sent) == 1, "there was no answer yet"
