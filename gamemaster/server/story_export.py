"""A story as something to read, in Markdown or HTML: title, date, what the player said and what was told. Pure.

No ids, no dice, no prompts; asides and notices are about the game and are left out.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape
from typing import Literal

from gamemaster.protocol.messages import TextSpan, TurnShown

Format = Literal["markdown", "html"]
MEDIA_TYPES: dict[Format, str] = {"markdown": "text/markdown", "html": "text/html"}
SUFFIXES: dict[Format, str] = {"markdown": "md", "html": "html"}
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


def render(tale: Tale, form: Format) -> str:
    return to_markdown(tale) if form == "markdown" else to_html(tale)


def file_name(tale: Tale, form: Format) -> str:
    """Of plain letters alone, so that it is safe in a header and on any disk."""
    slug = re.sub(r"[^a-z0-9]+", "-", tale.heading.lower())[:MOST_SLUG_CHARS].strip("-")
    return f"{slug or 'story'}.{SUFFIXES[form]}"


def to_markdown(tale: Tale) -> str:
    """CommonMark, in which nothing that was typed or told is read as markup but emphasis."""
    parts = [f"# {_plain(tale.heading)}", f"*{_plain(tale.about)}*"]
    parts += _told_in_markdown(tale.opening)
    if tale.gap:
        parts.append(f"*{tale.gap}*")
    for turn in tale.turns:
        parts.append(
            "\n".join(f"> {_line(_plain(line.strip()))}".rstrip() for line in turn.words.splitlines())
        )
        parts += _told_in_markdown(turn.spans)
    if tale.ended:
        parts += ["---", f"*The end: {_plain(tale.ended)}*"]
    return "\n\n".join(parts) + "\n"


def to_html(tale: Tale) -> str:
    """A page of its own, which loads nothing."""
    body = [f"<h1>{escape(tale.heading)}</h1>", f'<p class="about">{escape(tale.about)}</p>']
    body += _told_in_html(tale.opening)
    if tale.gap:
        body.append(f'<p class="about">{tale.gap}</p>')
    for turn in tale.turns:
        body.append(f'<p class="said">{escape(turn.words)}</p>')
        body += _told_in_html(turn.spans)
    if tale.ended:
        body.append(f'<p class="end">The end: {escape(tale.ended)}</p>')
    return _PAGE.format(language=escape(tale.language), title=escape(tale.heading), body="\n".join(body))


def _told_in_markdown(spans: Sequence[TextSpan]) -> Iterator[str]:
    for speaker, text in _paragraphs(spans):
        before = f"**{_plain(speaker)}:** " if speaker else ""
        yield before + _line(_with_emphasis(text, _plain, "*", "*"))


def _told_in_html(spans: Sequence[TextSpan]) -> Iterator[str]:
    for speaker, text in _paragraphs(spans):
        before = f'<span class="speaker">{escape(speaker)}:</span> ' if speaker else ""
        yield f"<p>{before}{_with_emphasis(text, escape, '<em>', '</em>')}</p>"


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
