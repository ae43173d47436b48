"""A sorrow that somebody tells, over several sentences or without naming it: who is dead, gone, not waiting. Pure."""

from __future__ import annotations

from gamemaster.language.english import Forms
from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.talk.sentences import asks, sentences_of

_FORMS = Forms(__name__)


def is_sorrow(speech: str) -> bool:
    """Whether a speech tells of a loss of one's own, and asks nothing."""
    if any(asked or asks(words) for words, asked in sentences_of(speech)):
        return False
    said = " ".join(word for word in words_of(plain(speech)) if word[0].isalnum())
    return _FORMS["loss"].search(said) is not None and _FORMS["no_loss"].search(said) is None
