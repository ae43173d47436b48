"""Orders that are done to somebody by hand, or win them for something: taken by the arm, handed to, taught. Pure."""

from __future__ import annotations

import re

from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.english import Words
from gamemaster.language.names.named_things import before_preposition
from gamemaster.language.names.normalization import stem
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.noun_phrases import (
    leading_person,
    one_of,
    owner_of,
    possessor,
)
from gamemaster.language.orders import read_order
from gamemaster.language.small_deeds import emote
from gamemaster.language.tables.function_words import (
    CLASS_WORDS,
    PREPOSITIONS,
)
from gamemaster.language.talk.questions.questions_put import ask, listener
from gamemaster.rules.proposal import Intent

_WORDS = Words(__name__)
_WITH_ME = frozenset({("with", "me"), ("with", "us")})
_PERFORMED = {"song": "sing", "tune": "sing", "shanty": "sing", "verse": "sing", "dance": "dance"}


def brought_about(scope: Scope, head: list[str], rest: list[str]) -> Intent | None:
    """What somebody is brought to do or believe by words: "get the boy to take me", "make him think it is late"."""
    who, length = leading_person(scope, rest) if head[0] in _WORDS["bringing"] else (None, 0)
    further = rest[length:]
    if who not in scope.people or len(further) < 2:
        return None
    if further[0] in ("talking", "speaking"):
        matter = [word for word in further[1:] if word not in ("about", "of", "to", "me", "again")]
        return ask(scope, str(who), matter or further)  # "get the boy talking about his father"
    if further[0] in _WORDS["believing"]:
        return Intent(verb="deceive", role="speech", objects=(who,), topic=" ".join(further[1:])[:110])
    if further[0] in ("to", "into") and head[0] != "make":
        return Intent(verb="persuade", role="speech", objects=(who,), topic=" ".join(further[1:])[:110])
    return None


_SHAKEN = re.compile(
    r"(?:let us )?shakes? (?:(?:hands|(?:his|her|their) hand|hand)(?P<on> on (?:it|that|this))?(?: with (?P<with>.+))?"
    r"|on (?:it|that|this)(?: with (?P<whom>.+))?)"
)


def hands_shaken(scope: Scope, words: list[str]) -> Intent | None:
    """ "Shake on it", "shake hands with Teodor": a hand is shaken, and never the thing that "it" was before."""
    found = _SHAKEN.fullmatch(" ".join(words))
    if found is None or not scope.people:
        return None
    named = (found["with"] or found["whom"] or "").split()
    who = leading_person(scope, named)[0] if named else listener(scope, words)
    if who not in scope.people:
        return None
    on_it = " on it" if found["on"] or words[1:2] == ["on"] else ""
    called = scope.world.characters[str(who)].name
    return Intent(verb="express", role="emote", topic=f"shake hands with {called}{on_it}"[:120])


def teaching(scope: Scope, head: list[str], rest: list[str]) -> Intent | None:
    """ "Teach Ivar a song": it is sung to him."""
    who, length = leading_person(scope, rest) if head[0] in ("teach", "teaches") else (None, 0)
    shown = next((_PERFORMED[stem(word)] for word in rest[length:] if stem(word) in _PERFORMED), None)
    if who not in scope.people or shown is None:
        return None
    return Intent(verb=shown, objects=(str(who),), topic=" ".join(rest[length:])[:110])


def held_out(scope: Scope, head: list[str], rest: list[str]) -> Intent | None:
    """Something held out to somebody, which is offered to them; what is no thing is only a gesture."""
    if head[0] in _WORDS["raising"] and _is_a_toast(scope, rest):
        return emote(head, rest)
    if head[0] not in _WORDS["reaching_out"] or "out" not in (*head, *rest):
        return None
    words = [word for word in rest if word != "out"]
    at = next((at for at, word in enumerate(words) if word in ("to", "towards", "for")), len(words))
    who = leading_person(scope, words[at + 1 :])[0]
    held = before_preposition(words[:at])
    thing = one_of(scope, held, frozenset({"item"})) if held else None
    if thing is not None and scope.nouns.kinds.get(thing[0]) == "item" and scope.reach(thing[0]):
        if who in scope.people:
            return Intent(verb="give", objects=(thing[0],), recipient=who)
        return None
    return emote(head, rest)


def _is_a_toast(scope: Scope, rest: list[str]) -> bool:
    """Whether something is lifted to somebody: "I raise my cup to the lady, to everyone in the hall"."""
    at = rest.index("to") if "to" in rest[1:] else len(rest)
    whom = rest[at + 1 :]
    return bool(whom) and (CLASS_WORDS.get(whom[0]) == "people" or leading_person(scope, whom)[0] is not None)


def person_handled(scope: Scope, head: list[str], rest: list[str]) -> Intent | None:
    """Somebody taken by the arm, or pulled along: touched, or made to come, and no blow."""
    if (whose := _whose_hand(scope, head, rest)) is not None and (
        "touch",
        whose,
    ) not in scope.nouns.ruled:
        return emote(head, rest)
    if (
        head[0] in _WORDS["holding"] | _WORDS["jogging"]
        and (whose := whose_part(scope, before_preposition(rest))) in scope.people
    ):
        return Intent(verb="touch", objects=(str(whose),))  # "take her hand", "tug at his sleeve"
    who, length = leading_person(scope, rest)
    after = rest[length:]
    if who in scope.people and head[0] in _WORDS["jogging"]:
        return Intent(verb="touch", objects=(str(who),))  # "shake her gently by the shoulder"
    if who not in scope.people or head[0] not in _WORDS["holding"]:
        return None
    if after[:1] in (["by"], ["round"], ["around"]) and stem(after[-1]) in BODY:
        return Intent(verb="touch", objects=(str(who),))
    if after[:1] in (["aside"], ["apart"]) or (after[:1] == ["for"] and stem(after[-1]) in ("word", "chat")):
        return Intent(verb="talk", objects=(str(who),))  # "take him aside for a quiet word"
    led = after[:1] and (after[0] in _WORDS["along"] or tuple(after[:2]) in _WITH_ME)
    return Intent(verb="recruit", objects=(str(who),)) if led else None


def _whose_hand(scope: Scope, head: list[str], rest: list[str]) -> str | None:
    """Whose hand is shaken or held, which is no look at them."""
    phrase = before_preposition(rest)
    held = head[0] in _WORDS["clasping"] and phrase[-1:] in (["hand"], ["hands"])
    whose = whose_part(scope, phrase) if held else None
    return whose if whose in scope.people else None


def whose_part(scope: Scope, phrase: list[str]) -> str | None:
    """Whose hand, or whose sleeve or belt, a phrase names: a part or a garment that has no name of its own."""
    phrase = phrase[phrase[:1] in (["at"], ["on"]) :]
    whose = owner_of(scope, phrase)
    if whose is not None or len(phrase) < 2:
        return whose
    thing = resolve(scope, phrase[-1:], frozenset({"item"}))
    if thing is not None and scope.nouns.kinds.get(thing.thing) == "item":
        return None  # a thing that somebody has may be taken from them
    return possessor(scope, phrase)


def receiver(scope: Scope, words: list[str]) -> bool:
    """Whether something is brought to somebody: "bring Hild the net", "bring the net to Hild"."""
    who, length = leading_person(scope, words)
    if who is not None and len(words) > length and words[length] not in PREPOSITIONS | {"and", ","}:
        return True
    return "to" in words and leading_person(scope, words[words.index("to") + 1 :])[0] is not None


def is_brought(scope: Scope, words: list[str]) -> bool:
    """Whether a thing is carried to somebody, here or elsewhere: "it down to the thin boy"."""
    at = words.index("to") if "to" in words[1:-1] else 0
    who = one_of(scope, words[at + 1 :], frozenset({"person"})) if at else None
    return who is not None and who[0] in scope.world.characters and words[0] not in ("me", "us")


def asked_for(scope: Scope, head: list[str], thing: list[str], stealth: bool) -> Intent:
    """ "Give me the key": asked of whoever is here, else simply taken."""
    if head[0] == "show":
        return read_order(scope, ("examine",), ["examine"], thing, stealth)
    found = resolve(scope, thing, frozenset({"item"}))
    lies = found is not None and scope.state.items.get(found.thing) == scope.state.place
    if scope.people and not lies:
        return ask(scope, listener(scope, thing), thing)
    return read_order(scope, ("take",), ["take"], thing, stealth)
