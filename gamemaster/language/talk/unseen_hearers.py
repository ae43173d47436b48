"""A hail to whoever is behind a door or overhead, and is not seen: "hey, you in there, who are you?". Pure."""

from __future__ import annotations

import re

from gamemaster.language.names.noun_index import Scope
from gamemaster.language.talk.addressee import can_answer_in
from gamemaster.language.talk.questions.questions_put import is_question

_GREETING = r"(?:(?:hey|hi|hello|oi|ahoy|hoy|yo|halloo|hullo|excuse me|good evening|evening|good morning) )"
_WITHIN = r"(?:in|inside|within|behind|up|down|out|over)\b"
_HEARD = r"(?:shouting|calling|singing|humming|knocking|talking|whistling|yelling|laughing|making)\b"
_HAIL = re.compile(
    rf"{_GREETING}*(?:whoever (?:is|was|it is|you are)|(?:anyone|anybody|someone|somebody)(?: is)?|"
    rf"(?<!\w)you(?: (?:lot|people|fellow|folks|two|all))?)(?: (?:that|who) (?:is|are|was))? (?:{_WITHIN}|{_HEARD}).*"
    rf"|{_GREETING}+(?:in|inside|up|down|out|over) there\b.*"
)
_NAMELESS = re.compile(rf"{_GREETING}*whoever (?:is|was) {_WITHIN}")


def hailed_unseen(scope: Scope, told: list[tuple[list[str], bool]]) -> tuple[int, list[str]] | None:
    """How many sentences are called to whoever is within, and their words; None where nobody is hailed so.

    Where people stand by, "you up there" may be one of them: then it must be "whoever is …".
    """
    greets = len(told) > 1 and re.fullmatch(_GREETING, " ".join([*told[0][0], ""])) is not None
    hail, _ = told[greets] if told else ([], False)
    text = " ".join(word for word in hail if word[0].isalnum())
    found = _HAIL.fullmatch(text)
    if found is None or (text.startswith("you ") and "," not in hail):
        return None
    if can_answer_in(scope) and _NAMELESS.match(text) is None:
        return None
    only = int(greets) + 1
    while only < len(told) and (told[only][1] or is_question(told[only][0])):
        only += 1  # what is asked in the same breath is called as well
    words = [word for sentence, _ in told[:only] for word in (*sentence, ",")]
    return only, words[:-1]
