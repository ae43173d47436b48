"""One question about several matters, as one to each: "what of the drone, and of the botanist?". Pure."""

from __future__ import annotations

import itertools
import re

from gamemaster.language.names.normalization import SPEECH
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.tables.function_words import DETERMINERS
from gamemaster.language.talk.addressee import hearers_in
from gamemaster.language.talk.questions.questions_put import is_question
from gamemaster.language.talk.questions.topics import BY_ITS_NAME, subject_of

MOST_MATTERS = 3
_LONGEST = 4  # words of a name
_NAMED = 90  # fit of a name from which on it is one


def with_each_matter(scope: Scope, words: list[str], asked: bool) -> list[tuple[list[str], bool]]:
    """The sentence once for each matter that it is about; itself alone where that is one, or names none."""
    at = next((n for n, word in enumerate(words[:-1]) if word == "about" and n), 0)
    if not at or SPEECH in words or "not" in words[at:]:  # "about Eddie, not Crane" is about one
        return [(words, asked)]
    last = words[len(words) - words[::-1].index(",") :] if "," in words[at:] else []
    called, length = leading_person(scope, last, by_name=True)
    if called in scope.people and 0 < length == len(last):
        return [(words, asked)]  # "tell me about Cobb, Tallack" is said to him
    head = words[: at + 1]
    parts = [
        list(part)
        for joint, part in itertools.groupby(words[at + 1 :], lambda w: w in (",", "and"))
        if not joint
    ]
    matters = list(itertools.takewhile(lambda part: _is_a_matter(scope, part), parts))
    rest = parts[len(matters) :]
    if len(matters) + len(rest) < 2 or not matters or not all(map(is_question, rest)):
        return [(words, asked)]
    return [
        *(([*head, *part], asked) for part in matters[:MOST_MATTERS]),
        *((part, True) for part in rest[:1]),
    ]


_ASKS = r"(?:who|what|where|when|why|how|whether|which)\b"
_ASKS_IF = (  # and no condition of what is done next: "and if he says no, I leave"
    r"if (?:he|she|it|they|there|any(?:one|body|thing)|some(?:one|body|thing))\b"
    r"(?!.*(?:,| then\b| i\b| not\b| says?\b))"
)
_ASKED_OF_THEM = re.compile(
    rf"(?P<ask>(?:^|.* )asks?) (?P<whom>(?:(?!{_ASKS}|if\b)\w+ ){{0,3}}?)"
    rf"(?P<first>(?:{_ASKS}|if\b).+?|(?:(?:for|about) )?(?:his|her|their|the) \w+)"
    rf"(?: ,)?(?P<joint> and| ,)(?: also| then| and then)? "
    rf"(?P<second>(?:{_ASKS}|{_ASKS_IF}) .+|(?:his|her|their) \w+(?: , .+)?)"
)


def with_each_question_asked(words: list[str]) -> list[str]:
    """The words with "ask him" before each of the questions that it governs: "ask him who she was and why she left"."""
    found = _ASKED_OF_THEM.fullmatch(" ".join(words)) if SPEECH not in words else None
    if found is None or (found["joint"] == " ," and found["second"].startswith("which")):
        return words
    rest = with_each_question_asked(f"ask {found['whom']}{found['second']}".split())
    return [*f"{found['ask']} {found['whom']}{found['first']} and".split(), *rest]


def _is_a_matter(scope: Scope, part: list[str]) -> bool:
    """Whether words name something that the world or somebody here calls so."""
    bare = part[1:] if part[0] in DETERMINERS else part
    if not 0 < len(bare) <= _LONGEST or is_question(part):
        return False
    found = resolve(scope, part)
    if found is not None and found.fit >= _NAMED:
        return True
    here = hearers_in(scope)
    return any(subject_of(scope, who, bare).score >= BY_ITS_NAME for who in here)
