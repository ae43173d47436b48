"""Sentences that come from the heart: asked, promised, told to somebody's face. Pure."""

from __future__ import annotations

import re

from gamemaster.language.clauses.split import without_lead
from gamemaster.language.clauses.subjects import FIRST
from gamemaster.language.names.normalization import SPEECH
from gamemaster.language.parser.parse_state import ParseState, text_of
from gamemaster.language.talk.addressee import can_answer_in
from gamemaster.language.talk.direct_address import (
    addressed_person,
    called_amid,
    called_last,
)
from gamemaster.language.talk.forces.heartfelt import HEARTFELT, is_caution
from gamemaster.language.talk.forces.speech_forces import force_of
from gamemaster.language.talk.forces.statements import statement_of
from gamemaster.language.talk.questions.gm_questions import asks_who_is_here
from gamemaster.language.talk.questions.people_questions import people_question_of
from gamemaster.language.talk.questions.questions_put import ask, asks_company, is_question, listener
from gamemaster.language.talk.remarks import said_to
from gamemaster.language.talk.requests import oath_asked
from gamemaster.rules.proposal import Intent

_ASKED_FROM_THE_HEART = frozenset(
    {"friendship", "companionship", "invite_company", "invite_hand", "invite_seat", "invite_near"}
)


def _puts_to_people(parse: ParseState, text: str) -> bool:
    """Whether a question about people is one that eyes do not answer: who minds the boy, and not who is here."""
    found = people_question_of(text)
    if found is None or found.kind == "where_all":
        return False
    return found.kind != "everybody" or (
        parse.partner() is not None and (bool(found.role) or " else " in text)
    )


_TO_THEM = frozenset({"console", "forgive"})

# "I promise you, I'll come back" comes back another time.
_PROMISED = re.compile(
    r"(?:i|we) (?:promise|swear|vow|give you my word)(?: (?:to )?you)?(?: that)? (?:i|we) (?:will|would|shall)\b"
    r"(?!.* and i\b).*"
)

_REQUESTED = re.compile(
    r"(?P<what>.+?)(?: ,)? (?:for me|please|will you|would you|(?:do you )?promise)(?: please)?"
)


def _word_asked_for(parse: ParseState, words: list[str], asked: bool) -> list[str] | None:
    """What somebody here is to give their word on, as a request to them: "promise me you'll stay", "promise?".

    Empty where it only presses what was asked of them before; None of any other words.
    """
    if (oath := oath_asked(words, asked)) is not None:
        return oath or ([] if parse.intents else ["do", "you", "swear", "it"])
    pressed = _REQUESTED.fullmatch(text_of(words)) if asked and not is_question(words) else None
    if pressed is not None and words[:2] == ["do", "not"]:
        return pressed["what"].rstrip(" ,").split()
    if pressed is None or words[0] in FIRST or not parse.scope.nouns.verbs.at_start(words)[0]:
        return None
    return ["will", "you", *pressed["what"].rstrip(" ,").split()]


def _from_the_heart_in(words: list[str], asked: bool) -> list[str]:
    """Of several things said in one breath the last, where all come from the heart: "poor man, nobody should …".

    So is a walk together that is asked for after where one goes: "I'm off to the hall, come with me?".
    """
    parts = [part.split() for part in " ".join(words).split(" , ") if part]
    if len(parts) < 2:
        return words
    if asked and asks_company(parts[-1]):
        return parts[-1]
    forces = [statement_of(part).force for part in parts]
    return parts[-1] if all(force in HEARTFELT | _TO_THEM for force in forces) else words


def read_from_the_heart(parse: ParseState, words: list[str], asked: bool) -> bool:
    """Sympathy, a warning, a hand held out to whoever is here; and what goes on after a warning: "watch him"."""
    scope = parse.scope
    if SPEECH in words or not can_answer_in(scope):
        return False
    who, said = addressed_person(scope, words) or called_amid(scope, words) or ("", words)
    if who and who not in scope.people and statement_of(words).force == "warning":
        who, said = called_last(scope, words) or ("", words)  # of whoever is away, to whoever is here
    said = _from_the_heart_in(said, asked)
    text = text_of(said)
    if parse.intents and who in ("", parse.intents[-1].objects[:1]) and is_caution(text):
        before = parse.intents[-1]
        if before.verb == "tell" and statement_of(before.words.split()).force == "warning":
            parse.note_words(words, "speech")
            return True
    if asked and not asks_who_is_here(scope, text):
        for asked_of, question in (
            (listener(scope, words), words),
            (who, said),
            called_last(scope, words) or (who, said),
        ):
            if asked_of in scope.people and _puts_to_people(parse, text_of(question)):
                parse.note_words(words, "speech")
                parse.add([ask(scope, asked_of, question)], question)
                return True
    if who and who not in scope.people:
        return False
    if asked and said and len(said) < len(words) and asks_company(said):
        parse.note_words(words, "speech")
        parse.add([ask(scope, who or listener(scope, said), said)], said)
        return True
    if not asked and _PROMISED.fullmatch(" ".join(word for word in said if word.isalnum())):
        parse.note_words(words, "speech")
        parse.add([said_to(scope, who or listener(scope, said), said)], said)
        return True
    soothing = without_lead(said[said[:1] in (["hey"], ["oh"], ["there"]) :])
    soothing = soothing[soothing[:1] == [","] :]
    if not asked and soothing and len(soothing) < len(said) and force_of(soothing) == "comfort":
        parse.note_words(words, "speech")
        parse.add([said_to(scope, who or listener(scope, soothing), soothing)], soothing)
        return True
    meant = statement_of(said).force if said else None
    if meant not in HEARTFELT and said and (wanted := _word_asked_for(parse, said, asked)) is not None:
        parse.note_words(words, "speech")
        if wanted:
            who = who or listener(scope, said)
            parse.add([ask(scope, who, wanted, "ask" if is_question(wanted) else "tell")], wanted)
        return True
    if meant not in HEARTFELT | _TO_THEM or (
        (asked or is_question(said)) and meant not in _ASKED_FROM_THE_HEART
    ):
        return False
    force = force_of([word for word in said if word.isalnum()])
    if force not in (None, "apologize") and meant != "invite_treat":
        return False
    parse.note_words(words, "speech")
    who = who or listener(scope, said)
    parse.add([Intent(verb="tell", objects=(who,), topic=text[:110], role="speech")], said)
    return True
