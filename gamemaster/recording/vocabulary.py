"""Whose words are whose in a recording: the player's own, and the world's names and ids. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from gamemaster.recording.pii_names import names_in


def given_names(lines: Sequence[Mapping[str, object]]) -> set[str]:
    """The names that the player gave for themselves, in any of their words."""
    return {name for line in lines for words in set(_words(line)) for name in names_in(words)}


def _words(value: object) -> Iterator[str]:
    """The player's own words, wherever a recording has them."""
    if isinstance(value, list):
        for part in value:
            yield from _words(part)
    elif isinstance(value, Mapping):
        for key, part in value.items():
            if isinstance(part, str) and (key == "words" or (key == "text" and value.get("type") == "act")):
                yield part
            else:
                yield from _words(part)


def world_words(lines: Sequence[Mapping[str, object]]) -> set[str]:
    """Names and ids of the world's people, places and things, which are nobody's secret."""
    found: set[str] = set()
    state = lines[0].get("state") if lines else None
    if isinstance(state, dict):
        for part in ("characters", "items", "visited", "threats", "flags", "facts", "rules"):
            found.update(state.get(part) or ())
        found.update(map(str, (state.get("items") or {}).values()))
    for line in lines:
        frame = line.get("frame")
        if isinstance(frame, dict):
            found.update(_texts_in_view(frame.get("view")))
            if frame.get("speaker"):
                found.update(str(frame.get("name")).split())
    return found | {word for name in found for word in re.split(r"[\s_]+", name)}


def _texts_in_view(view: object) -> Iterator[str]:
    if isinstance(view, dict):
        for part in ("here", "things", "exits", "carried"):
            yield from (str(one.get(key)) for one in view.get(part) or () for key in ("id", "name"))
