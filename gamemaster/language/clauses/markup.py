"""How players mark their words: *gestures* in stars, ((asides to the program)) in brackets, dashes. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

_PIECE = re.compile(
    r"\*(?P<star>[^*]{1,400})\*?|\(\((?P<ooc>[^)]{1,400})\)\)?"
    r"|[\[(](?:ooc|out of character)\b[:\s]*(?P<noted>[^\])]{1,400})[\])]?"
)
_LEAD = re.compile(r"^\s*(?:ooc|out of character|//)\s*[:,-]?\s*(?P<rest>.+)$", re.DOTALL)
_DASH = re.compile(r"\s+[-–—]+\s+|[–—]+|--+")
_SPEAKS = re.compile(
    r"^\s*(?:i )?(?:softly |quietly |loudly )?(?P<verb>whisper|say|mutter|murmur|shout|yell|tell|ask|repl(?=ies)|"
    r"reply|mumble|call)"
    r"(?:s|ies|ing)?\b(?P<to>[^,.]{0,60})$"
)


@dataclass(frozen=True)
class Piece:
    """A stretch of an input by how it is marked."""

    kind: Literal["plain", "star", "ooc"]
    text: str


def pieces(text: str) -> list[Piece]:
    """The pieces of a plain text in order. A gesture that says how something is said becomes part of the speech."""
    lead = _LEAD.match(text)
    if lead is not None:
        return [Piece("ooc", lead["rest"])]
    return list(_with_speech([piece for piece in _cut(text) if piece.text.strip(" .")]))


def _cut(text: str) -> Iterator[Piece]:
    at = 0
    for match in _PIECE.finditer(text):
        yield Piece("plain", _dashes(text[at : match.start()]))
        if match["star"] is not None:
            yield Piece("star", _dashes(match["star"]))
        else:
            yield Piece("ooc", match["ooc"] or match["noted"])
        at = match.end()
    yield Piece("plain", _dashes(text[at:]))


def _dashes(text: str) -> str:
    return _DASH.sub(" , ", text)


def _with_speech(cut: list[Piece]) -> Iterator[Piece]:
    """ "*whispers to the cow* you are my friend" is a speech with whom it is said to."""
    at = 0
    while at < len(cut):
        piece, following = cut[at], cut[at + 1] if at + 1 < len(cut) else None
        says = _SPEAKS.match(piece.text) if piece.kind == "star" else None
        if says and following is not None and following.kind == "plain" and '"' not in following.text:
            verb = "reply" if says["verb"] == "repl" else says["verb"]
            yield Piece("plain", f'i {verb}{says["to"]}, "{following.text.strip()}"')
            at += 2
        else:
            yield piece
            at += 1
