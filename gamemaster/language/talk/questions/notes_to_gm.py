"""Words to the Game Master beside the story: "who painted that? (asking the GM)", "(ooc: is it safe?)". Pure.

What stands in brackets is never said aloud: a question there is the Game Master's, and a note that only says whom the
player asks makes every question of the same input theirs.
"""

from __future__ import annotations

import re

from gamemaster.language.english import Forms
from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.talk.questions.questions_put import is_question

_FORMS = Forms(__name__)
_LEAST = 3  # words of a question, "so?" being none


def with_notes_apart(text: str) -> tuple[str, bool]:
    """A plain text with the questions in brackets as words to the Game Master, and whether all it asks is theirs."""
    for_gm = False

    def note(found: re.Match[str]) -> str:
        nonlocal for_gm
        words = found["words"] or found["twice"]
        marked = _FORMS["mark"].search(words) is not None
        bare = _FORMS["lead"].sub("", _FORMS["mark"].sub(" ", words)).strip(" ,.:;-")
        bare = next((part for part in (bare, bare.partition(",")[2].strip()) if is_question(words_of(part))), bare)
        asked = words_of(bare)
        while asked and not asked[0][0].isalnum():
            asked = asked[1:]
        if is_question(asked) and (marked or bare.endswith("?")) and len(asked) >= _LEAST:
            return f" (({bare})) "
        if not marked or _asks(outside) is False:
            return found[0]
        for_gm = True
        return " "

    apart = text
    if "(" in text or "[" in text:
        outside = _FORMS["note"].sub(" ", text)
        apart = _FORMS["note"].sub(note, text)
    called = _FORMS["announced"].sub(r"\g<called>", _FORMS["after_a_word"].sub("game master, ", apart))
    return called.strip(), for_gm or _FORMS["called"].search(_FORMS["quoted"].sub(" ", called)) is not None


def is_put_to_gm(words: str) -> bool:
    """Whether what was typed calls the Game Master, or asks them something in brackets."""
    text, for_gm = with_notes_apart(plain(words))
    return for_gm or "((" in text or turns_to_gm(words_of(plain(words)))


def turns_to_gm(words: list[str]) -> bool:
    """Whether words only say that what was just asked is for nobody in the story: "no, I mean with my eyes"."""
    return _FORMS["turned"].fullmatch(" ".join(words)) is not None


def _asks(text: str) -> bool:
    """Whether anything is asked in a text, with a question mark or without."""
    parts = re.split(r"[.!?,;:]| and | but ", _FORMS["quoted"].sub(" ", text))
    return "?" in text or any(is_question(words_of(part.strip())) for part in parts if part.strip())
