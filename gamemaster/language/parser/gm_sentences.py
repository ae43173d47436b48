"""Whole sentences for the Game Master: a player is lost, wants a turn back, or asks about the game. Pure."""

from __future__ import annotations

import re

from gamemaster.language.gm_address import (
    asked_of_gm,
    corrects_last_turn,
    is_call_for_a_moment,
    is_for_people,
)
from gamemaster.language.names.normalization import SPEECH, plain, words_of
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.parser.parse_state import ParseState
from gamemaster.language.tables.function_words import SECOND_PERSON
from gamemaster.language.talk.addressee import hearers_in
from gamemaster.language.talk.bewilderment import is_at_a_loss, is_musing, wants_it_back
from gamemaster.language.talk.direct_address import addressed_person
from gamemaster.language.talk.questions.gm_questions import gm_question
from gamemaster.language.talk.questions.questions_put import ask, is_question, listener
from gamemaster.language.talk.remarks import greets_or_parts, said_to
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.rules.proposal import Intent

_ITS_NAME = re.compile(r"(?:and |so )?what is (?:his|her|its) name|what (?:is|are) (?:he|she|it|you) called")


def read_question_of_name(parse: ParseState, words: list[str]) -> bool:
    """Whether the name of what was just stroked is asked for: the Game Master says it, as far as it is known."""
    touched = parse.creature_touched()
    if touched is None or _ITS_NAME.fullmatch(" ".join(words)) is None:
        return False
    topic = "who_is" if touched in parse.scope.world.characters else "known"
    parse.note_words(words, "question")
    asked = Intent(verb="inform", role="question", topic=topic, objects=(touched,))
    named = words_of(plain(f"what is {name_of(parse.scope.world, touched)} called"))
    parse.add([asked], named, whole=True)
    return True


def read_bewilderment(parse: ParseState, words: list[str]) -> bool:
    """A sentence of a player who has lost the thread, or wants a turn back: both are the Game Master's."""
    talking = parse.partner() is not None
    if wants_it_back(words, talking):
        parse.note_words(words, "undo")
    elif is_musing(words) and SPEECH not in words and (len(words) < parse.length or "maybe" in words[1:]):
        parse.note_words(words, "thought")  # beside what is done; alone it may be meant
    elif is_at_a_loss(words, talking) and SPEECH not in words:
        parse.note_words(words, "question")
        parse.add([Intent(verb="inform", role="question", topic="goal")], words, whole=True)
    else:
        return False
    return True


def read_word_to_gm(parse: ParseState, words: list[str], *, beside_questions: bool = False) -> bool:
    """A sentence to the Game Master by name that stops them, or says that the last turn was misread: "GM, wait".

    Beside questions, "I meant the other one" only says why they are asked.
    """
    corrected = any(clause.role == "undo" for clause in parse.clauses)
    if beside_questions and not corrected and corrects_last_turn(words, corrected=False):
        parse.note_words(words, "thought")
    elif corrects_last_turn(words, corrected=corrected):
        parse.note_words(words, "undo")
    elif is_call_for_a_moment(words):
        parse.note_words(words, "ooc")
    else:
        return False
    return True


def read_hypothetical(parse: ParseState, words: list[str]) -> bool:
    """ "If I took the key, would Otis notice?": what would come of a deed, which is not done, is the Game Master's."""
    imagined = words[:1] in (["if"], ["suppose"], ["supposing"], ["assuming"]) and words[1:2] in (
        ["i"],
        ["we"],
    )
    if not imagined or SPEECH in words or not SECOND_PERSON.isdisjoint(words):
        return False
    asked = gm_question(parse.scope, words, addressed=True)
    if asked is None or asked.topic != "what_if":
        return False
    parse.note_words(words, "question")
    parse.add([asked], words, whole=True)
    return True


def _without_greeting(parse: ParseState, words: list[str]) -> tuple[list[str], list[str]]:
    """A greeting or a leave-taking that a sentence begins with, and the rest: "hi Jory, where am I?"."""
    at = words.index(",") if "," in words[1:-1] else 0
    if not at or not words[at + 1 :]:
        return [], words
    called = words[:at]
    for length in (1, 2):
        if length < at and leading_person(parse.scope, words[at - length : at], by_name=True)[1] == length:
            called = [*words[: at - length], "friend"]
    manners = greets_or_parts(called)
    apart = manners == "greet" or (manners == "part" and is_question(words[at + 1 :]))
    return (words[:at], words[at + 1 :]) if apart else ([], words)


def _person_greeted(parse: ParseState, greeting: list[str]) -> str | None:
    """Whoever is greeted in the same breath, by name or not: "evening Otis, how's the wife?", "hi. what's up here?"."""
    who: str | None
    if greeting:
        called = addressed_person(parse.scope, greeting)
        who = called[0] if called is not None else listener(parse.scope, greeting)
    else:
        last = parse.intents[-1] if parse.intents else None
        who = last.objects[0] if last is not None and last.verb == "talk" and last.objects else None
    return who if who in hearers_in(parse.scope) else None


def read_gm_question(parse: ParseState, words: list[str], addressed: bool) -> bool:
    """A sentence that asks the Game Master, by name or by what it asks: whatever it joins is theirs."""
    greeting, words = _without_greeting(parse, words)
    questions = asked_of_gm(parse.scope, words, addressed=addressed)
    if questions is None and greeting and (alone := gm_question(parse.scope, words)) is not None:
        questions = [alone]
    if questions is None:
        return False
    greeted = None if addressed else _person_greeted(parse, greeting)
    if greeted is not None and all(is_for_people(question) for question in questions):
        parse.note_words([*greeting, ",", *words] if greeting else words, "speech")
        if greeting:
            parse.add([said_to(parse.scope, greeted, greeting)], greeting)
        parse.add([ask(parse.scope, greeted, words)], words)
        return True
    parse.confidence = 1.0
    if greeting and hearers_in(parse.scope):
        parse.note_words(greeting, "speech")
        who, said = addressed_person(parse.scope, greeting) or (listener(parse.scope, greeting), greeting)
        parse.add([said_to(parse.scope, who, said)], greeting)
    for question in questions:
        said = question.words.split()
        parse.note_words(said, "question")
        parse.add([question], said, whole=True)
    return True
