"""Cuts an authored text into paragraphs by who speaks them. Pure."""

from __future__ import annotations

import re

from worlds.per_world import per_world
from worlds.schema import Character

_SPEECH = re.compile(r"^@([a-z][a-z0-9_]*):\s*", re.ASCII)


def paragraphs_of(text: str, speaker: str | None = None) -> list[tuple[str | None, str]]:
    """An authored text as (speaker, words): `@hild:` begins speech; in a speaker's own lines `*` begins narration, and
    in those of whoever has no words, too, where it opens no emphasis."""
    out: list[tuple[str | None, str]] = []
    fresh = True
    for line in text.strip().split("\n"):
        words = line.strip()
        match = _SPEECH.match(words)
        if not words:
            fresh = True
        elif match:
            out.append((match.group(1), words[match.end() :]))
            fresh = False
        elif _is_aside(words) and (speaker is not None or words.count("*") == 1):
            out.append((None, words.strip("* ")))
            fresh = False
        elif fresh or not out:
            out.append((speaker, words))
            fresh = False
        else:
            who, before = out[-1]
            out[-1] = (who, f"{before} {words}".strip())
    return [(who, words) for who, words in out if words]


def _is_aside(line: str) -> bool:
    """Narration amid speech: `*She looks away.` with or without a star at the end, but not `*Otter* is a ship.`"""
    return line.startswith("*") and "*" not in line[1:].rstrip("*")


@per_world
def has_words(person: Character) -> bool:
    """Whether a character speaks: all that a dog was written to say is narration. Without any lines, they do."""
    topics = (line for topic in person.topics.values() for line in topic.lines)
    lines = (*person.greeting, *person.remarks, *person.unknown, *person.farewell, *topics)
    written = [text for line in lines for text in line.text]
    if person.pronoun == "it" and written and not (person.topics or person.greeting or person.remarks):
        return False  # a machine or a beast whose writer only says what it does when it is talked to
    return not written or any(
        who is not None for text in written for who, _ in paragraphs_of(text, person.id)
    )
