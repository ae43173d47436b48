"""Names and roles called out before, amid or after an order. Pure."""

from __future__ import annotations

from itertools import pairwise

from gamemaster.language.clauses.split import without_lead
from gamemaster.language.names.noun_index import Scope, once_a_scene
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.tables.function_words import (
    AUXILIARIES,
    DETERMINERS,
    GREETING_STARTS,
    PREPOSITIONS,
)
from gamemaster.language.talk.addressee import last_partner
from gamemaster.language.talk.questions.questions_put import SECOND_PERSON, is_question

PLEAS = frozenset(
    """come follow join help give tell show let stay wait leave go stop please take bring lead look listen be do sit
    heel fetch stand run hide hurry answer speak""".split()
)

_CALLED_BEFORE = frozenset(
    """hey oi yo hi hello okay listen please so dear excuse me well oh ah psst my friend good sir madam the old no
    yes come on""".split()
)

DEAR = frozenset(
    """mate love dear pal bro dude man lad lass sweetheart darling buddy friend sir luv
    madam miss maam""".split()
)

HELD = frozenset(
    "trust like hate love fear know believe want need seen met killed saw miss respect mean married".split()
)


# What anybody may be called who is spoken with, whoever else goes by it.
_ANYBODY = frozenset(
    "old young little man boy girl lad lass lady woman kid child one sir madam miss mister friend fellow my".split()
)


@once_a_scene
def addressed_person(scope: Scope, words: list[str]) -> tuple[str, list[str]] | None:
    """Whom the words are said to, if they begin or end with a name called out, and what is said to them.

    "Old man" is whoever is spoken with, before somebody away who goes by it.
    """
    found = _named_in_address(scope, words)
    if found is None or found[0] in scope.people:
        return found
    called = [word for word in words if word.isalpha() and word not in found[1]]
    partner = last_partner(scope.state)
    anybody = bool(called) and _ANYBODY.issuperset(called) and partner in scope.people
    return (str(partner), found[1]) if anybody else found


_REPORTED_OF = [[word] for word in ("says", "said", "told", "thinks", "claims", "swears", "reckons", "heard")]


def _named_in_address(scope: Scope, words: list[str]) -> tuple[str, list[str]] | None:
    at = 0
    if words[:1] in (["listen"], ["look"]) and words[1:2] and words[1] in PREPOSITIONS:
        return None  # "listen at Crane's door" is said to nobody
    while at < len(words) and (words[at] in _CALLED_BEFORE or words[at] == ",") and at < 4:
        if leading_person(scope, words[at:], by_name=True)[0] and words[at] not in ("hey", "yo", "oi"):
            break
        at += 1
    for start in dict.fromkeys((at, 0)):
        if start < len(words) and words[start] in (
            "him",
            "her",
            "you",
            "them",
            "i",
            "me",
            "he",
            "she",
            "they",
        ):
            continue
        if start and words[start - 1] in DETERMINERS:
            continue  # "this is your hand, isn't it": nobody is called "your hand"
        who, length = leading_person(scope, words[start:], by_name=True)
        rest = words[start + length :]
        if who is None or scope.nouns.kinds.get(who) != "person" or rest[:1] in _REPORTED_OF:
            continue  # "Jory says that …" is said of him
        dear = bool(rest) and rest[0] in DEAR and len(rest) > 1 and who in scope.people
        rest = rest[1:] if dear else rest
        comma = rest[:1] == [","] or dear
        rest = rest[1:] if rest[:1] == [","] else rest
        if not rest:
            return who, words[:start]
        said = (
            comma
            or is_question(rest)
            or rest[0] in PLEAS
            or rest[0] in ("i", "you", "we", "your", "how", "if")
            or start > 0
        )
        if said and (is_question(rest) or not (comma and _list_people(scope, rest))):
            return who, rest
    return _called_after(scope, words)


def called_amid(scope: Scope, words: list[str]) -> tuple[str, list[str]] | None:
    """Whom an order is said to that holds their name between commas, or ends in it: "put it down, Bishr, now"."""
    marks = [at for at, word in enumerate(words) if word == ","]
    for at in marks:
        end = next((mark for mark in marks if mark > at), len(words))
        who, length = leading_person(scope, words[at + 1 : end], by_name=True)
        listed = "and" in words or leading_person(scope, words[at - 1 : at])[0] is not None
        if who in scope.people and length == end - at - 1 and not listed and at > 1:
            ordered = scope.nouns.verbs.at_start(words[:at])[0] and words[0] not in _BY_ONESELF
            return (str(who), words[:at]) if ordered else None
    return None


def called_between(scope: Scope, words: list[str]) -> tuple[str, list[str]] | None:
    """Whom words are said to that have their name between two commas, and the words without it: "I swear, Bo, I …"."""
    marks = [at for at, word in enumerate(words) if word == ","]
    for at, end in pairwise(marks):
        who, length = leading_person(scope, words[at + 1 : end], by_name=True)
        if at and who in scope.people and length == end - at - 1:
            return str(who), [*words[:at], *words[end:]]
    return None


def called_before_or(scope: Scope, words: list[str]) -> tuple[str, list[str]] | None:
    """Whom a threat is said to that has their name before its "or": "don't lie to me, Bo, or I tell the captain"."""
    at = words.index("or") if "or" in words[2:] else 0
    before = words[:at][: at - (words[at - 1] == ",")] if at else []
    for start in range(len(before) - 1, max(0, len(before) - 4), -1):
        who, length = leading_person(scope, before[start:], by_name=True)
        if who in scope.people and start + length == len(before) and before[start - 1] not in PREPOSITIONS:
            kept = before[: start - (before[start - 1] == ",")]
            return str(who), [*kept, *words[at:]]
    return None


def called_last(scope: Scope, words: list[str]) -> tuple[str, list[str]] | None:
    """Whoever here is called by name at the end of what is asked, and that: "is Tallack your boss, Jory?"."""
    at = len(words) - 1 - words[::-1].index(",") if "," in words else 0
    who, length = leading_person(scope, words[at + 1 :], by_name=True) if at else (None, 0)
    return (str(who), words[:at]) if who in scope.people and length == len(words) - at - 1 else None


_BY_ONESELF = frozenset("i we examine look talk ask tell attack search follow say kill hit".split())


def _list_people(scope: Scope, rest: list[str]) -> bool:
    """Whether "hild, ..." is the beginning of a list of people rather than somebody spoken to."""
    who, length = leading_person(scope, rest)
    return who is not None and (length == len(rest) or rest[length] in (",", "and"))


_THIRD_PERSON = frozenset("he him his she her hers they them their".split())


def _called_after(scope: Scope, words: list[str]) -> tuple[str, list[str]] | None:
    if "," in words:
        at = len(words) - 1 - words[::-1].index(",")
        said, name = words[:at], words[at + 1 :]
        if name[:1] == ["the"]:
            return None  # "what of the drone, the botanist" names two; nobody is called "the"
        who = leading_person(scope, name, by_name=True)[0]
        if who is not None and who not in scope.people and not _THIRD_PERSON.isdisjoint(said):
            return None  # "what's he like, Tallack?": it is he who is asked about
    elif (
        len(words) > 4
        and words[0] in ASKING_LEAVE
        and words[1] in ("i", "we")
        and _is_named_last(scope, words)
    ):
        said, name = words[:-1], words[-1:]  # "can I borrow the spear, Ragnhild" as it is typed
    elif len(words) > 2 and not SECOND_PERSON.isdisjoint(words[:-1]) and is_question(words):
        lengths = (
            n
            for n in (2, 1)
            if words[-n] not in PREPOSITIONS | AUXILIARIES
            and leading_person(scope, words[-n:], by_name=True)[1] == n
        )
        length = next(lengths, 1)
        said, name = words[:-length], words[-length:]
        # "what do you know about Hild" is about her, "what are you doing Hild" is said to her.
        before = said[-1]
        verbal = before in scope.nouns.verbs.words or before in HELD
        taken = before in PREPOSITIONS | DETERMINERS | AUXILIARIES | {"and", "or"}
        if taken or (verbal and not before.endswith("ing")):
            return None
    elif len(words) > 1 and words[0] in GREETING_STARTS | _HOURS:
        said, name = words[:1], words[1:]
    elif words[:1] == ["i"] and "you" in words[2:-1] and words[-2] not in PREPOSITIONS | DETERMINERS:
        said, name = words[:-1], words[-1:]  # "I trust you Hild"
    else:
        return None
    told_of = bool(said) and said[0] in _SUBJECTS  # "it would be a pity, would it not, Ulf"
    if not said or not name or len(name) > 4 or ("," in said and not told_of):
        return None
    who, length = leading_person(scope, name)
    if (
        who is None
        or length < len(name)
        or scope.nouns.kinds.get(who) != "person"
        or name[0] in ("him", "her", "you", "them")
    ):
        return None
    spoken = is_question(said) or said[0] in PLEAS | GREETING_STARTS | _HOURS | {
        "i",
        "you",
        "thanks",
        "thank",
        "sorry",
        "what",
    }
    spoken = spoken or (said[0] in ASKING_LEAVE and said[1:2] in (["i"], ["we"]))
    # "The key is gone, Mr Tallack", "nice spoons, Jory": whoever is called after it is told it, and is no part of it.
    told = "," in words and len(said) > 1 and (said[0] in _SUBJECTS or asserts(said))
    told = told or ("," in words and who in scope.people and _orders_nothing(scope, said))
    return (who, said) if spoken or told else None


def _orders_nothing(scope: Scope, said: list[str]) -> bool:
    """Whether a few words before a name called out are a remark: they begin with no verb, and name nobody else."""
    named = leading_person(scope, said)[0]
    begun = scope.nouns.verbs.at_start(without_lead(said))[0] or scope.nouns.verbs.at_start(said)[0]
    return (
        len(said) > 1
        and not begun
        and named is None
        and "i" not in said[:1]
        and said[-1] not in ("and", "or")
    )


_HOURS = frozenset({"morning", "evening", "afternoon"})  # that people wish one another

ASKING_LEAVE = frozenset({"can", "could", "may", "might", "shall", "should", "must"})


def _is_named_last(scope: Scope, words: list[str]) -> bool:
    """Whether a sentence ends in the name of somebody here that no word before it takes as its own."""
    before = words[-2]
    taken = before in PREPOSITIONS | DETERMINERS | AUXILIARIES | {"and", "or", "i", "we"}
    named = leading_person(scope, words[-1:], by_name=True)[0] in scope.people
    return named and not taken and before not in HELD and before not in scope.nouns.verbs.words


_SUBJECTS = frozenset("we he she it they that this there nobody somebody everybody my your let".split())

_ASSERTING = frozenset(
    "is are was were has have had will did does do not can could would should must".split()
)


def asserts(words: list[str]) -> bool:
    """Whether words begin with a noun and what is said of it: "the key is gone"."""
    return words[0] in DETERMINERS and not _ASSERTING.isdisjoint(words[2:5])
