"""Words to several people at once: each of them hears their own part. Pure.

"Ask Hild about Orm and Ulf about the stores", "Ulf, hold the door, and Yrsa, come with me", "Hild and Ulf, where is
Orm?": a sentence to each, so that each of them answers it.
"""

from __future__ import annotations

from gamemaster.language.names.normalization import SPEECH
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.tables.function_words import AUXILIARIES, QUESTION_WORDS
from gamemaster.language.talk.addressee import hearers_in, is_animal
from gamemaster.language.talk.direct_address import PLEAS, addressed_person
from gamemaster.language.talk.questions.questions_put import is_question
from gamemaster.language.talk.remarks import SPEAKING
from gamemaster.language.talk.sentences import sentences_of

MOST_HEARERS = 3
_JOINING = frozenset({",", "and", "then", "while", "but"})
_BEFORE_CONTENT = QUESTION_WORDS | frozenset({"about", "to", "for", "if", "whether", "that", "not"})
_NO_NAMES = frozenset("i me you it this that these those there".split())


def put_to_each(scope: Scope, words: list[str]) -> list[list[str]]:
    """The sentence as one to each whom it is said to; itself alone where that is one person or nobody."""
    if SPEECH in words or len(scope.people) < 2:
        return [words]
    return _parts_by_report(scope, words) or _parts_by_name(scope, words) or [words]


def quotation_to_each(scope: Scope, quoted: str) -> list[tuple[str, str]]:
    """Whom a quotation is said to, and what of it to each; empty where it names no two people."""
    parts: list[tuple[str, list[str]]] = []
    for sentence, asked in sentences_of(quoted):
        for words in put_to_each(scope, sentence):
            named = addressed_person(scope, words)
            text = " ".join(words) + ("?" if asked else ".")
            if named is not None and named[0] in scope.people:
                parts.append((named[0], [text]))
            elif parts:
                parts[-1][1].append(text)  # it goes on to whoever was named before
            else:
                return []
    several = len({who for who, _ in parts}) > 1
    return [(who, " ".join(texts)) for who, texts in parts[:MOST_HEARERS]] if several else []


def _person(scope: Scope, words: list[str], *, by_name: bool = False) -> tuple[str | None, int]:
    """Whoever the words begin with and could be spoken to, and how many words name them."""
    if not words or words[0] in _NO_NAMES | AUXILIARIES:
        return None, 0
    end = next((at for at, word in enumerate(words) if word in _JOINING), len(words))
    who, length = leading_person(scope, words[:end], by_name=by_name)
    return (who, length) if who is not None and scope.nouns.kinds.get(who) == "person" else (None, 0)


def _names(scope: Scope, words: list[str], *, by_name: bool = False) -> tuple[list[list[str]], int]:
    """The names that the words begin with, joined by commas and "and", and how many words that is."""
    names: list[list[str]] = []
    at = 0
    while True:
        start = at
        while names and start < len(words) and words[start] in (",", "and", "both"):
            start += 1
        joined = not names or start > at
        who, length = _person(scope, words[start:], by_name=by_name) if joined else (None, 0)
        if who is None:
            return names, at
        names.append(words[start : start + length])
        at = start + length


def _parts_by_report(scope: Scope, words: list[str]) -> list[list[str]] | None:
    """ "Ask Hild about Orm and Ulf about the stores", "tell Hild and Ulf to leave"."""
    lead = words[:1] if words[:1] in (["i"], ["we"]) else []
    meanings, length = scope.nouns.verbs.at_start(words[len(lead) :])
    if not meanings or meanings[0] not in SPEAKING or length == 0:
        return None
    head, rest = words[: len(lead) + length], words[len(lead) + length :]
    names, after = _names(scope, rest)
    everybody = next((group for group in _ALL_OF_THEM if tuple(rest[: len(group)]) == group), ())
    if everybody:
        names = [scope.world.characters[who].name.casefold().split() for who in _who_could_answer(scope)]
        after = len(everybody)
    told = rest[after:]
    if not names or (told and told[0] not in _BEFORE_CONTENT):
        return None
    if len(names) > 1:
        return [[*head, *name, *told] for name in names[:MOST_HEARERS]]
    parts, name, start = [], names[0], 0
    for at in range(1, len(told)):
        begins = told[at - 1] in _JOINING and at > start + 1
        who, length = _person(scope, told[at:]) if begins else (None, 0)
        content = told[at + length : at + length + 1]
        if who is not None and content and content[0] in _BEFORE_CONTENT:
            parts.append([*head, *name, *_without_joint(told[start:at])])
            name, start = told[at : at + length], at + length
    return [*parts, [*head, *name, *told[start:]]][:MOST_HEARERS] if parts else None


_ALL_OF_THEM = (
    ("them", "both"), ("both", "of", "them"), ("them", "all"), ("all", "of", "them"), ("the", "two", "of", "them"),
    ("everybody",), ("everyone",),
)  # fmt: skip


def _who_could_answer(scope: Scope) -> list[str]:
    return [who for who in hearers_in(scope) if not is_animal(scope.world, who)]


def _parts_by_name(scope: Scope, words: list[str]) -> list[list[str]] | None:
    """ "Ulf, hold the door, and Yrsa, come with me", "Hild and Ulf, come with me"."""
    names, after = _names(scope, words, by_name=True)
    if not names:
        return None
    rest = words[after:]
    if len(names) > 1:
        said = rest[1:] if rest[:1] == [","] else rest
        # "Tallack, Jory has hidden the key" is said to one, of the other.
        apart = rest[:1] == [","] or "and" in words[:after]
        if apart and _is_said(scope, said):
            return [[*name, ",", *said] for name in names[:MOST_HEARERS]]
        return None
    if addressed_person(scope, words) is None and not _is_said(scope, rest):
        return None
    parts, start = [], 0
    for at in range(after + 1, len(words)):
        if words[at - 1] not in _JOINING or at <= start + 2:
            continue
        who, length = _person(scope, words[at:], by_name=True)
        following = words[at + length :]
        said = following[1:] if following[:1] == [","] else following
        if said is following and _is_of_both(scope, words[start : at - 1]):
            continue
        if who in scope.people and _is_said(scope, said):
            parts.append(_without_joint(words[start:at]))
            start = at
    return [*parts, words[start:]][:MOST_HEARERS] if parts else None


def _is_of_both(scope: Scope, before: list[str]) -> bool:
    """Whether a name goes on from a question's subject: "Dilys, do Jory and Tallack get on?" tells him nothing."""
    ends = (n for n in range(1, len(before)) if before[n - 1] in AUXILIARIES)
    return any(_person(scope, before[n:], by_name=True)[1] == len(before) - n for n in ends)


def _is_said(scope: Scope, words: list[str]) -> bool:
    """Whether words could be said to somebody who is called before them: an order, a plea, a question."""
    if not words:
        return False
    return is_question(words) or words[0] in PLEAS or words[0] in scope.nouns.verbs.base


def _without_joint(words: list[str]) -> list[str]:
    while words and words[-1] in _JOINING:
        words = words[:-1]
    return words
