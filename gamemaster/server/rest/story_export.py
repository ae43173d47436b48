"""A story as something to read, in Markdown, HTML or (`story_epub`) EPUB: what the player said and what was told. Pure.

No ids, no dice, no prompts; asides and notices are about the game and are left out.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape
from itertools import starmap
from typing import Literal, Protocol

from gamemaster.protocol.messages import TextSpan, TurnShown

Format = Literal["markdown", "html", "epub"]
MEDIA_TYPES: dict[Format, str] = {
    "markdown": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "epub": "application/epub+zip",
}
SUFFIXES: dict[Format, str] = {"markdown": "md", "html": "html", "epub": "epub"}
MOST_SLUG_CHARS = 60

_EMPHASIS = re.compile(r"\*(?=\S)([^*\n]*[^*\s])\*")  # as the page sets it
_PARAGRAPH = re.compile(r"\n\s*\n")
_MARKDOWN = re.compile(r"[\\`*_\[\]<>#~|&]")
_LINE_START = re.compile(r"^(\s*\d+(?=[.)])|\s*(?=[-+=]))")  # of a list, or under a heading
_TOLD = ("narration", "speech")
_OPENING_QUOTES = "\"“'‘"

# Nothing is loaded and nothing runs where the file is opened.
_PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ max-width: 36rem; margin: 3rem auto; padding: 0 1.2rem; font: 1.15rem/1.65 Georgia, serif; }}
h1 {{ margin-bottom: .2em; font-weight: 400; line-height: 1.2; }}
.about, .end {{ opacity: .75; font-style: italic; }}
.said {{ margin-top: 2.2em; padding-left: 1em; border-left: 3px solid; font-style: italic; white-space: pre-line; }}
.speaker {{ font-variant-caps: small-caps; letter-spacing: .04em; }}
</style>
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""


@dataclass(frozen=True)
class Tale:
    """What is exported. `left_out` turns came before the first of `turns`; `ended` is the title of the ending."""

    title: str
    name: str | None
    language: str
    begun: datetime
    played: datetime
    opening: Sequence[TextSpan]
    turns: Sequence[TurnShown]
    left_out: int = 0
    ended: str | None = None

    @property
    def heading(self) -> str:
        return f"{self.title}: {self.name}" if self.name else self.title

    @property
    def about(self) -> str:
        begun, played = _day(self.begun), _day(self.played)
        when = f"Played on {begun}" if begun == played else f"Played from {begun} to {played}"
        count = len(self.turns) + self.left_out
        return f"{when}, in {'one turn' if count == 1 else f'{count} turns'}."

    @property
    def gap(self) -> str | None:
        """Says so where the story's beginning is too long ago to be here."""
        if not self.left_out:
            return None
        return (
            "The first turn is left out."
            if self.left_out == 1
            else f"The first {self.left_out} turns are left out."
        )


def render(tale: Tale, form: Literal["markdown", "html"]) -> str:
    """Markdown (CommonMark) or a page of its own, which loads nothing; what was typed or told is no markup in either,
    but for emphasis."""
    if form == "markdown":
        return "\n\n".join(_parts(tale, _Markdown())) + "\n"
    return _PAGE.format(language=escape(tale.language), title=escape(tale.heading), body=html_body(tale))


def html_body(tale: Tale) -> str:
    """The parts of the story as HTML that is well-formed XML, too."""
    return "\n".join(_parts(tale, _HTML()))


def file_name(tale: Tale, form: Format) -> str:
    """Of plain letters alone, so that it is safe in a header and on any disk."""
    slug = re.sub(r"[^a-z0-9]+", "-", tale.heading.lower())[:MOST_SLUG_CHARS].strip("-")
    return f"{slug or 'story'}.{SUFFIXES[form]}"


class _Markup(Protocol):
    """How the parts of a story are written in one format."""

    def heading(self, text: str) -> str: ...
    def remark(self, text: str) -> str: ...
    def words(self, text: str) -> str: ...
    def paragraph(self, speaker: str | None, text: str) -> str: ...
    def ending(self, title: str) -> str: ...


def _parts(tale: Tale, markup: _Markup) -> Iterator[str]:
    yield markup.heading(tale.heading)
    yield markup.remark(tale.about)
    yield from starmap(markup.paragraph, _paragraphs(tale.opening))
    if tale.gap:
        yield markup.remark(tale.gap)
    for turn in tale.turns:
        yield markup.words(turn.words)
        yield from starmap(markup.paragraph, _paragraphs(turn.spans))
    if tale.ended:
        yield markup.ending(tale.ended)


class _Markdown:
    def heading(self, text: str) -> str:
        return f"# {_plain(text)}"

    def remark(self, text: str) -> str:
        return f"*{_plain(text)}*"

    def words(self, text: str) -> str:
        return "\n".join(f"> {_line(_plain(line.strip()))}".rstrip() for line in text.splitlines())

    def paragraph(self, speaker: str | None, text: str) -> str:
        before = f"**{_plain(speaker)}:** " if speaker else ""
        return before + _line(_with_emphasis(text, _plain, "*", "*"))

    def ending(self, title: str) -> str:
        return f"---\n\n*The end: {_plain(title)}*"


class _HTML:
    def heading(self, text: str) -> str:
        return f"<h1>{escape(text)}</h1>"

    def remark(self, text: str) -> str:
        return f'<p class="about">{escape(text)}</p>'

    def words(self, text: str) -> str:
        return f'<p class="said">{escape(text)}</p>'

    def paragraph(self, speaker: str | None, text: str) -> str:
        before = f'<span class="speaker">{escape(speaker)}:</span> ' if speaker else ""
        return f"<p>{before}{_with_emphasis(text, escape, '<em>', '</em>')}</p>"

    def ending(self, title: str) -> str:
        return f'<p class="end">The end: {escape(title)}</p>'


def _paragraphs(spans: Sequence[TextSpan]) -> Iterator[tuple[str | None, str]]:
    """The paragraphs of what was told, in order; the first of a speech has its speaker's name."""
    for span in spans:
        if span.kind not in _TOLD:
            continue
        speaker = span.name if span.kind == "speech" else None
        text = span.text.strip()
        if speaker and text and text[0] not in _OPENING_QUOTES:
            text = f"“{text}”"
        for paragraph in _PARAGRAPH.split(text):
            if words := " ".join(paragraph.split()):
                yield speaker, words
                speaker = None


def _with_emphasis(text: str, plain: Callable[[str], str], opens: str, closes: str) -> str:
    parts = _EMPHASIS.split(text)
    return "".join(f"{opens}{plain(part)}{closes}" if i % 2 else plain(part) for i, part in enumerate(parts))


def _plain(text: str) -> str:
    """Text that Markdown takes as it is, but at the beginning of a line."""
    return _MARKDOWN.sub(r"\\\g<0>", text)


def _line(text: str) -> str:
    return _LINE_START.sub(r"\g<0>\\", text)


def _day(moment: datetime) -> str:
    return f"{moment.day} {calendar.month_name[moment.month]} {moment.year}"
