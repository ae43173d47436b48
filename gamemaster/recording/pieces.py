"""Which texts of a recording came in pieces, and belong together: a value may be cut up between them. Pure."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

Piece = tuple[int, str]  # number of the line, and its text


def pieces_of(lines: Sequence[Mapping[str, Any]]) -> tuple[list[list[Piece]], dict[int, int]]:
    """The texts that came in pieces, each as its pieces in order; and by their numbers the lines that say again to one
    client what an earlier line said to all, with that line's number."""
    groups: dict[Hashable, list[Piece]] = {}
    repeated: dict[int, int] = {}
    places: dict[tuple[int, int], int] = {}  # on the wire: number of the line
    turn = last = 0
    for number, line in enumerate(lines):
        kind = line["kind"]
        turn += kind == "turn"
        if kind == "frame":
            last = number
        elif kind == "sent":
            places[line["epoch"], line["offset"]] = last
        piece = _piece(line, turn)
        if piece is None:
            continue
        first = (
            places.get((line["frame"].get("epoch"), line["frame"].get("offset"))) if kind == "said" else None
        )
        if first is not None and lines[first]["frame"].get("text") == piece[1]:
            repeated[number] = first
        else:
            groups.setdefault(piece[0], []).append((number, piece[1]))
    return list(groups.values()), repeated


def _piece(line: Mapping[str, Any], turn: int) -> tuple[Hashable, str] | None:
    """What a line's text is a piece of, and the text; None if it stands by itself. `turn` counts the turns begun."""
    if line["kind"] == "delta":
        delta = line["delta"]
        return ("delta", line["request"], delta.get("kind")), str(delta.get("text") or "")
    if line["kind"] in ("frame", "said") and line["frame"].get("type") == "text":
        frame = line["frame"]
        whose = (line["kind"], line.get("client"), turn, frame.get("turn"), frame.get("span"))
        return whose, str(frame.get("text") or "")
    return None


_UNICODE = re.compile(r"\\u([0-9a-fA-F]{4})")


def decode_escapes(text: str) -> str:
    """The text with the letters that JSON may write as `\\u00f8` as letters; all other escapes stay."""

    def letter(match: re.Match[str]) -> str:
        character = chr(int(match.group(1), 16))
        return character if character.isprintable() and character not in '"\\' else match.group()

    return _UNICODE.sub(letter, text)
