"""Which questions ask what a thing is like, as eyes, hands and a count tell it. Pure.

"What is it made of", "how deep are they", "is the rope wet": whoever asks so without a "you" looks, feels and counts,
and asks nobody. A habit, a purpose, an owner, a reason are no such matter, and somebody may know them.
"""

from __future__ import annotations

from gamemaster.language.english import Forms, Words
from gamemaster.language.tables.function_words import SECOND_PERSON
from gamemaster.language.talk.questions.questions_of_sight import LEADING

_FORMS = Forms(__name__)
_WORDS = Words(__name__)
_SHORTEST, _LONGEST = 3, 9  # words of a question that is about one quality


_KINDS = ("made", "counted", "measured", "perceived", "whether")


def quality_asked(words: list[str]) -> tuple[str, list[str]] | None:
    """The kind of quality that is asked for, and the words from its thing on: "the rope wet" of "is the rope wet"."""
    text = LEADING.sub("", " ".join(word for word in words if word[0].isalnum()))
    said = text.split()
    if not _SHORTEST <= len(said) <= _LONGEST or not (SECOND_PERSON | _WORDS["beyond"]).isdisjoint(said[1:]):
        return None
    for kind in _KINDS:
        if (found := _FORMS[kind].fullmatch(text)) is not None:
            return kind, next(one for one in found.groups() if one).split()
    return None


def is_of_any_place(words: list[str]) -> bool:
    """Whether the words from its thing on begin with what any place has: "the walls damp", "that smoke over there"."""
    pointed = words[-1:] == ["there"] and words[0] in ("that", "this", "those", "these")
    return pointed or not _WORDS["of_any_place"].isdisjoint(words[:2])
