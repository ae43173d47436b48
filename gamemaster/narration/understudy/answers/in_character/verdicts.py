"""Whether something is so, by what somebody is about to say of it: yes, no, or that they cannot tell. Pure."""

from __future__ import annotations

import re

from gamemaster.language.names.normalization import content_of, plain, words_of
from gamemaster.narration.understudy.answers.in_character.questions import Asked
from worlds.schema import Line

_OPENS_SO = re.compile(
    r"^(?:\*[^\n]*\n+)?\W*(?:yes|no|aye|nay|surely|of course|never|not|why|who|what|perhaps|oh|ah)\b",
    re.IGNORECASE,
)
# Whether somebody or something else did, was or had: what the one asked need not know.
_OF_OTHERS = re.compile(r"^(?:did|has|have|had|was|were) (?!(?:you|i|we|that|this|it)\b)")
_DENYING = frozenset("not no never nobody none nothing neither nor without hardly".split())
_LEAST = (
    2  # words beside the matter's own name that a line and a question share, where it speaks of just that
)


def verdict(asked: Asked, line: Line) -> str | None:
    """The reply that goes before a line which does not say itself whether it is so."""
    text = line.text[0]
    if "whether" in line.answers or _OPENS_SO.match(text) or not _OF_OTHERS.match(asked.words):
        return None
    wanted = content_of(" ".join(asked.question.about)) - content_of(asked.what)
    if len(wanted & content_of(text)) < _LEAST:
        return "cannot_say"
    return "yes" if _denies(text) == _denies(asked.words) else "no"


def _denies(text: str) -> bool:
    return not _DENYING.isdisjoint(words_of(plain(text)))
