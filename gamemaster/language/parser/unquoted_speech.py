"""Sentences that are said aloud although nothing marks them as speech. Pure."""

from __future__ import annotations

import re

from gamemaster.language.clauses.split import without_lead
from gamemaster.language.clauses.subjects import FIRST
from gamemaster.language.names.normalization import SPEECH
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.names.pronouns import pronoun
from gamemaster.language.parser.parse_state import ParseState, text_of
from gamemaster.language.tables.function_words import QUESTION_WORDS
from gamemaster.language.talk.addressee import can_answer_in, confronting, hearers_in
from gamemaster.language.talk.direct_address import (
    addressed_person,
)
from gamemaster.language.talk.questions.gm_questions import gm_question
from gamemaster.language.talk.questions.questions_put import ask, is_question, listener
from gamemaster.language.talk.remarks import said_to
from gamemaster.rules.proposal import Intent

# "Yell thief! thief! out of the window": up to the last exclamation mark it is what is cried.
_CRIED = re.compile(
    r"(?P<verb>\b(?:(?:yell|shout|scream|holler|bellow|cry)s?(?: out)?|calls? out)):? "
    r"(?!(?:at|to|for|after|from|down|up|through|over|into|across|about|that|back|with|like|until|in|on|as|and|out|it)\b)"
    r"(?P<cried>[^\"\u201c\u201d.,;:?!*()]{1,60}!(?: ?[^\"\u201c\u201d.,;:?!*()]{1,40}!){0,4})",
    re.IGNORECASE,
)


def with_cries_quoted(text: str) -> str:
    """The text with quotation marks around what is cried out in it, where exclamation marks alone show that it is."""
    if '"' in text or "\u201c" in text:
        return text
    return _CRIED.sub(lambda found: f'{found["verb"]} "{found["cried"]}"', text)


_TELL_THEM_SO = re.compile(
    r"(?P<said>(?:if|unless|i will) .+?) (?:, )?(?:and )?(?:i )?tell (?P<who>him|her|it|them)(?: so| that| as much)?"
)

_TO_THEIR_FACE = {"he": "you", "she": "you", "it": "you", "they": "you", "him": "you", "them": "you",
                  "his": "your", "its": "your", "their": "your", "her": "your"}  # fmt: skip


def put_in_their_teeth(parse: ParseState, words: list[str]) -> Intent | None:
    """What is threatened or offered, and then said to be told: "if it won't listen I'll smash its eye, tell it so"."""
    found = _TELL_THEM_SO.fullmatch(" ".join(words))
    who = (pronoun(parse.scope, found["who"]) or confronting(parse.scope)) if found is not None else None
    if (
        found is None
        or who is None
        or (who in parse.scope.world.characters and who not in parse.scope.people)
    ):
        return None
    said = [_TO_THEIR_FACE.get(word, word) for word in found["said"].split()]
    return said_to(parse.scope, who, said)


_SHOULD_ANYBODY_ASK = re.compile(
    r"if (?:anyone|anybody|someone|somebody|he|she|they|the \w+) (?:asks?|calls?|wonders?)\b"
)


def is_on_their_terms(parse: ParseState, words: list[str]) -> bool:
    """Whether a few words without a verb hang on what somebody here would do: "guest-right, if you'll have me".

    So is what they are to tell others: "if anyone asks, I'm not here".
    """
    if _SHOULD_ANYBODY_ASK.match(text_of(words)) and parse.partner() is not None:
        return True
    at = next((n for n in range(1, len(words) - 1) if words[n : n + 2] == ["if", "you"]), 0)
    said = [word for word in words[:at] if word != ","]
    return (
        0 < len(said) <= _WANTED
        and FIRST.isdisjoint(said)
        and not parse.scope.nouns.verbs.at_start(without_lead(said))[0]
        and can_answer_in(parse.scope)
        and addressed_person(parse.scope, words) is None
    )


_WANTED = 6  # words of what is wanted on somebody's terms

# "If I asked you to come, would you?" asks whoever hears it, and does nothing.
_SUPPOSING = re.compile(
    r"(?:and |but |so )?(?:if|suppose|supposing|say) .+? (?:would|will|could|can|do|are) you\b.*"
)

_HAND_OFFERED = re.compile(
    r"(?:i )?offer (?!.*\bmy hand$)(?P<who>(?:(?!to\b)\w+ ){0,4}?)(?:(?:a|my) (?:hand|help)|help)"
    r"(?: (?:with|at|in) (?P<what>.+))?"
    r"|(?:i )?offer (?:my help|a hand) to (?P<to>\w+(?: \w+)?)(?: (?:with|at|in) (?P<at>.+))?"
)

_CALLED_SIR = frozenset("sir madam miss boss mate mister missus lad lass friend buddy pal".split())


def said_without_quotes(parse: ParseState, words: list[str]) -> tuple[Intent, list[str]] | None:
    """What is said to somebody although nothing says so: a case supposed, help offered, "sir" called at the end."""
    scope = parse.scope
    if not hearers_in(scope) or SPEECH in words:
        return None
    if _SUPPOSING.fullmatch(text_of([word for word in words if word != ","])):
        who, said = addressed_person(scope, words) or (listener(scope, words), words)
        said = [word for word in said if word != ","]
        return Intent(verb="ask", objects=(who,), topic=" ".join(said)[:110], role="speech"), said
    if (offered := _HAND_OFFERED.fullmatch(" ".join(words))) is not None:
        named = (offered["who"] or offered["to"] or "").split()
        someone, length = leading_person(scope, named) if named else (listener(scope, words), 0)
        what = (offered["what"] or offered["at"] or "").split()
        if someone not in scope.people or length != len(named):
            return None
        said = ["do", "you", "want", "help", *(["with", *what] if what else [])]
        return ask(scope, str(someone), said), said
    if (
        len(words) > 3
        and words[-2] == ","
        and words[-1] in _CALLED_SIR
        and is_question(without_joint(words[:-2]))
    ):
        said = without_joint(words[:-2])
        return ask(scope, listener(scope, said), said), said
    return None


_TO_ONESELF = re.compile(
    r".+ , (?:and )?(?:i|we) (?:tell|remind|promise|whisper|mutter|murmur|say|think|mumble)(?: (?:to|quietly|softly))*"
    r" (?:myself|ourselves|nobody|nobody in particular|no one)(?: .*)?"
)


def is_told_to_oneself(words: list[str]) -> bool:
    """Whether words without quotes are said to nobody: "break a leg, I tell myself"."""
    return SPEECH not in words and _TO_ONESELF.fullmatch(" ".join(words)) is not None


def is_saying(words: list[str]) -> bool:
    """Whether a sentence is one that everybody says: "break a leg, as they say"."""
    return SPEECH not in words and _SAYING.search(" ".join(words)) is not None


_SAYING = re.compile(
    r"\b(?:as|like|or so) (?:they|people|folk|sailors|the old folk) (?:all )?say\b|\bas the saying (?:goes|is)\b"
    r"|\byou know (?:how it|how the rest|the rest|how that one) goes\b"
    r"|^get (?:out of here|away|off)(?: ,)? (?:really|seriously|no|never|you are (?:joking|kidding))\b"
    r"|^(?:(?:look|listen) ,? ?)?i am not saying\b"
    r"|\bas my \w+ (?:always |used to )?(?:says?|said|put it)\b| , i ask you$"
    r"|^(?:well )?(?:i will|i am|i shall) be (?:blowed|damned|hanged|buggered|darned|jiggered)\b"
)


def is_all_for_tomorrow(words: list[str]) -> bool:
    """Whether each of several deeds is put off by the day at their end: "I will light it and sit by it tomorrow"."""
    return words[:2] in (["i", "will"], ["we", "will"]) and words[-1] == "tomorrow" and "and" in words


# What the Game Master tells, even where somebody is called "sir" before it.
_OF_THE_PLAYER = frozenset("place self inventory health needs goal rules".split())


def read_called_sir(parse: ParseState, words: list[str]) -> bool:
    """A question with "sir" before it: it is put to whoever is here, and no eye is to answer it."""
    scope = parse.scope
    called = words[0] in _CALLED_SIR and words[1:2] == [","]
    called = called or (words[0] in ("sir", "madam") and words[1:2] != [] and words[1] in QUESTION_WORDS)
    said = words[2:] if words[1:2] == [","] else words[1:]
    if not called or not said or SPEECH in words or not is_question(said):
        return False
    asked = gm_question(scope, said)
    if asked is not None and asked.verb == "inform" and asked.topic in _OF_THE_PLAYER:
        parse.note_words(said, "question")
        parse.add([asked], said, whole=True)
        return True
    if not can_answer_in(scope):
        return False
    parse.note_words(said, "speech")
    parse.add([ask(scope, listener(scope, said), said)], said)
    return True


def without_joint(words: list[str]) -> list[str]:
    """The words without "so" or "and" before them."""
    return words[1:] if len(words) > 2 and words[0] in ("so", "and", "but", "well", "then") else words


def read_called_in_vain(parse: ParseState, told: list[tuple[list[str], bool]]) -> bool:
    """Whether somebody who is not here is called by name and spoken to: all of it is for their ears alone.

    "Bo? Tell me honestly, did you take it?" is put to nobody else; "Bo? What is he like?" asks others about him.
    """
    if not told or any(SPEECH in words for words, _ in told):
        return False
    first, asked = told[0]
    who, length = leading_person(parse.scope, first, by_name=True)
    if who not in parse.scope.world.characters or who in parse.scope.people:
        return False
    rest = first[length:]
    called = rest[:1] == [","] if rest else asked and len(told) > 1
    said = [*rest[1:], *(word for words, _ in told[1:] for word in (",", *words))]
    said = said[said[:1] == [","] :]
    to_them = said[:1] != [] and (said[0] in _CALLED_UPON or (bool(rest) and "you" in said))
    alone = not hearers_in(parse.scope)
    if not called or not to_them or not (alone or "you" in said) or not _OF_OTHERS.isdisjoint(said):
        return False
    if any((named := addressed_person(parse.scope, words)) and named[0] in parse.scope.people for words, _ in told[1:]):
        return False
    parse.note_words(said, "speech")
    parse.add([parse.clause_reader.speech_to(str(who), said)], said, whole=True)
    return True


_CALLED_UPON = frozenset(
    "tell answer be listen speak say swear come wait look help please do did have are will".split()
)
_OF_OTHERS = frozenset("he him his she her hers they them their".split())
