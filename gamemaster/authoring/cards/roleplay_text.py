"""Turns the text of a role play (`*narration* "speech"`) into ours: paragraphs, speech with its speaker."""

from __future__ import annotations

import re

_PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)|<img\b[^>]*>", re.I)
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,300}>")
_BOLD = re.compile(r"\*\*\*?(.+?)\*\*\*?|__(.+?)__", re.DOTALL)
_ASIDE = re.compile(r"(?<![\w*])\*([^*\n]+)\*(?![\w*])")
_SPEECH = re.compile(r'["“”«»]([^"“”«»\n]+)["“”«»]')
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")


def plain_text(text: str) -> str:
    """Text without pictures, tags, signs that no file may hold, and emphasis. Line ends stay."""
    text = _CONTROL.sub("", _PICTURE.sub("", text.replace("\r\n", "\n").replace("\r", "\n")))
    text = _TAG.sub("", text)
    text = _BOLD.sub(lambda match: match.group(1) or match.group(2), text)
    text = re.sub(r"[ \t]+\n", "\n", text).replace("\t", "    ")
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def marks_in(text: str) -> list[str]:
    """What `plain_text` takes out, by name."""
    found = {"pictures": _PICTURE, "HTML": _TAG, "control characters": _CONTROL}
    return [name for name, pattern in found.items() if pattern.search(text)]


def as_passage(text: str, who: str, name: str = "") -> str:
    """Narration and speech as paragraphs; speech begins with `@who:`.

    Where stars mark narration, the rest is speech, quoted or not; else quotation marks mark speech; else all is
    narration. A line that begins with the name and a colon is speech, too.
    """
    starred = bool(_ASIDE.search(plain_text(text)))
    paragraphs: list[str] = []
    for paragraph in re.split(r"\n\s*\n|\n", plain_text(text)):
        speaker, colon, words = paragraph.partition(":")
        if name and colon and speaker.strip() == name and words.strip() and not starred:
            paragraphs.append(f"@{who}: {words.strip()}")
            continue
        paragraphs += _starred_pieces(paragraph, who) if starred else _quoted_pieces(paragraph, who)
    return "\n\n".join(paragraphs).replace("{", "(").replace("}", ")")


def _starred_pieces(paragraph: str, who: str) -> list[str]:
    pieces: list[str] = []
    for number, piece in enumerate(_ASIDE.split(paragraph)):
        words = piece.strip()
        if number % 2 and words:
            pieces.append(_narration(words))
        elif '"' in words or "“" in words:
            pieces += _quoted_pieces(words, who)
        elif re.search(r"\w", words):
            pieces.append(f"@{who}: {words}")
    return pieces


def _quoted_pieces(paragraph: str, who: str) -> list[str]:
    pieces: list[str] = []
    for number, piece in enumerate(_SPEECH.split(paragraph)):
        words = piece.strip()
        if number % 2 and words:
            pieces.append(f"@{who}: {words}")
        elif re.search(r"\w", words):
            pieces.append(_narration(words))
    return pieces


def _narration(words: str) -> str:
    """Words that nobody speaks, as a paragraph: "she asks" after a speech begins one, and has a capital.

    A sign at the beginning that would mean something else here is taken off.
    """
    bare = words.strip().lstrip("@*").strip(" ,") if words.strip()[:1] in "@*," else words.strip()
    return bare[:1].upper() + bare[1:]
