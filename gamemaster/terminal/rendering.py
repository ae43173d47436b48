"""Prose in a terminal: words wrapped as they stream in, emphasis, speakers in colours, rolls, the line of needs."""

from __future__ import annotations

import asyncio
import hashlib
import random
import re
from typing import Any

from rich.console import Console
from rich.text import Text

MEASURE = 76  # characters to a line, as in a book
VOICES = (
    "bright_cyan",
    "bright_green",
    "bright_magenta",
    "bright_yellow",
    "cyan",
    "green",
    "magenta",
    "yellow",
)
RESULTS = {
    "critical": ("Critical success", "bold bright_green"),
    "success": ("Success", "green"),
    "partial": ("Success at a cost", "yellow"),
    "failure": ("Failure", "red"),
    "fumble": ("Fumble", "bold bright_red"),
}
SPIN_S = 0.07
SPINS = 11


def voice(speaker: str) -> str:
    """A speaker's colour: the same for the same id."""
    return VOICES[hashlib.blake2b(speaker.encode(), digest_size=2).digest()[0] % len(VOICES)]


class Prose:
    """Writes spans as they come, piece by piece, and breaks lines between words."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.width = min(console.width - 1, MEASURE)
        self.column = 0
        self._span: int | None = None
        self._style = ""
        self._indent = ""
        self._word = ""  # not written yet: more of it may come
        self._emphasis = False
        self._newlines = 0  # since the last word

    def piece(self, span: int, kind: str, speaker: str | None, name: str | None, text: str) -> None:
        """More of a span; a new number begins a new paragraph."""
        if span != self._span:
            self.end()
            self._span, self._indent = span, "    " if kind == "speech" else ""
            self._style = "dim italic" if kind in ("notice", "aside") else ""
            if kind == "speech" and name:
                self.console.print(Text(name, style=f"bold {voice(speaker or name)}"))
        for part in re.split(r"(\n\s*\n|\s+)", text):
            if not part:
                continue
            if part.isspace():
                self._flush_word()
                self._newlines += part.count("\n")
            else:
                if self._newlines > 1 and self.column:
                    self._break(2)
                self._newlines = 0
                self._word += part

    @property
    def span(self) -> int | None:
        """The number of the span that is being written; None between paragraphs."""
        return self._span

    def end(self) -> None:
        """The paragraph is over."""
        self._flush_word()
        if self.column:
            self._break(2)
        self._span, self._emphasis, self._newlines = None, False, 0

    def _flush_word(self) -> None:
        word, self._word = self._word, ""
        if not word:
            return
        text = Text()
        for part in re.split(r"(\*)", word):
            if part == "*":
                self._emphasis = not self._emphasis
            else:
                text.append(part, style=f"{self._style} italic" if self._emphasis else self._style)
        if self.column and self.column + 1 + len(text) > self.width:
            self._break(1)
        if self.column:
            text = Text(" ") + text
        elif self._indent:
            text = Text(self._indent) + text
        self.console.print(text, end="", soft_wrap=True)
        self.column += len(text)

    def _break(self, lines: int) -> None:
        self.console.print("\n" * lines, end="")
        self.column = 0


async def show_roll(console: Console, roll: dict[str, Any]) -> None:
    """A check: the die rolls where somebody watches, then lies still with what it means."""
    if console.is_terminal:
        for _ in range(SPINS):
            console.print(Text(f"\r  ⬡ {random.randint(1, 20):>2}", style="dim"), end="", soft_wrap=True)
            await asyncio.sleep(SPIN_S)
        console.print("\r", end="")
    words, style = RESULTS[roll["result"]]
    sign = "−" if roll["bonus"] < 0 else "+"
    total = roll["d20"] + roll["bonus"]
    line = Text.assemble(
        ("  ⬡ ", style), (f"{roll['d20']:>2}", f"bold {style}"), (f"  {roll['skill']}: ", ""),
        (f"{roll['d20']} {sign} {abs(roll['bonus'])} = {total} against {roll['difficulty']}  ", "dim"), (words, style),
    )  # fmt: skip
    console.print(line)
    console.print()


def needs_line(view: dict[str, Any]) -> Text:
    """Place, time, and how one is."""
    line = Text.assemble((view["place"]["name"], "bold"), ("  ·  ", "dim"), (view["time"], "dim"))
    for gauge in view["gauges"]:
        share = gauge["value"] / gauge["maximum"] if gauge["maximum"] else 0
        style = "red" if share >= 0.75 else "yellow" if share >= 0.45 else "dim"
        line.append("  ·  ", "dim")
        line.append(gauge["word"], style)
    return line


def surroundings(view: dict[str, Any]) -> list[Text]:
    """The panel, in lines."""
    lines = []
    for key, label in (
        ("exits", "Ways out"),
        ("here", "Here"),
        ("things", "In sight"),
        ("carried", "You carry"),
    ):
        shown = (f"{one['name']} ({one['note']})" if one["note"] else one["name"] for one in view[key])
        lines.append(Text.assemble((f"{label}: ", "dim"), ", ".join(shown) or "nothing"))
    if view["facts"]:
        lines.append(Text("You know:", style="dim"))
        lines += [Text(f"  {fact}") for fact in view["facts"]]
    return lines


def story_text(story: dict[str, Any]) -> Text:
    name = f" · {story['name']}" if story["name"] else ""
    where = f"the end: {story['ended']}" if story["ended"] else story["place"]
    return Text.assemble((story["title"] + name, ""), (f"  {where}, turn {story['turn']}", "dim"))


def world_text(world: dict[str, Any]) -> Text:
    return Text.assemble((world["title"], ""), (f"  {world['genre']}", "dim"))


def recording_text(keep_days: int, allowed: bool | None) -> str:
    """Whether play may be recorded, as the page says it too (`gamemaster.protocol.messages.CONSENT_TEXT` is
    its version).

    `allowed` is the player's answer, None before there is one.
    """
    kept = "one day" if keep_days == 1 else f"{keep_days} days"
    standing = {
        True: "Your play is recorded, as you agreed.",
        False: "Your play is not recorded.",
        None: "May your play be recorded?",
    }[allowed]
    return (
        f"{standing} If you agree, what you type and what the story answers, with the times and the story so far, are "
        f"recorded to make the storyteller better, and kept for {kept}. Names, addresses and numbers are taken out "
        "before a recording is exported, as far as rules find them. Say /record yes or /record no; /record forget "
        "deletes all of it, at any time."
    )
