"""Read what is said to people by a verb of speech: tell, ask, shout. Pure."""

from __future__ import annotations

import re

from gamemaster.language.names.anachronisms import is_absurd
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.noun_phrases import Unclear, leading_person, whoever_acts
from gamemaster.language.tables.function_words import (
    CLASS_WORDS,
    DETERMINERS,
    PREPOSITIONS,
    QUESTION_WORDS,
)
from gamemaster.language.talk.addressee import hearers_in
from gamemaster.language.talk.forces.speech_forces import is_sworn_true
from gamemaster.language.talk.questions.questions_put import ask, listener
from gamemaster.language.talk.questions.topics import subject_of
from gamemaster.language.talk.remarks import greets_or_parts, said_to
from gamemaster.language.talk.reported_questions import put_directly, to_their_face
from gamemaster.rules.proposal import Intent
from worlds.schema import PLAYER

# The verbs of speaking that carry a topic.
_TOPICAL = frozenset({"talk", "ask", "tell", "persuade", "deceive", "threaten", "accuse", "promise"})

_ABOUT = frozenset("about regarding concerning of for on over that if whether to after with".split())

_TOWARD = ("to", "with", "at", "from", "toward", "towards")


def read_speech(scope: Scope, verb: str, head: list[str], words: list[str]) -> Intent:
    """The intent of a verb of speaking and the words after it: whom it is said to, and what about. Raises `Unclear`."""
    if head[-1] in ("about", "for", "after") and verb in ("ask", "talk", "tell"):
        words = ["about", *words]
    if head[-1] in ("whether", "if") or (len(head) > 1 and head[-1] in QUESTION_WORDS):
        words = [head[-1], *words]  # "ask whether Pim ate": of Pim, and not him
    if words[:1] == ["me"] and verb == "tell":
        return ask(scope, listener(scope, words[1:]), words[1:])
    if head[0] in ("swear", "swears", "curse", "curses") and (not words or words[0] == ","):
        return Intent(verb="express", role="emote", topic=head[0])  # an oath, and no promise
    if (to_nobody := _spoken_to_nobody(scope, head, words)) is not None:
        return to_nobody
    if len(head) == 1 and head[0] in _MOUTHING and (other := _told_of(scope, words)) is not None:
        return ask(scope, listener(scope, words, other), words, "tell")
    lied = verb == "deceive" and words[:1] in (["that"], ["i"], ["we"])  # whoever is named in it is not spoken to
    who, rest = (None, words) if lied else _addressee(scope, verb, words)
    if who == PLAYER:
        who, rest = listener(scope, rest), rest
    if who in scope.people and (terms := _terms_told(scope, who, rest)) is not None:
        return terms
    if who is None:
        who, rest = _by_default(scope, verb, head, words)
    if verb == "promise" and is_sworn_true(rest):
        return ask(scope, who, rest, "tell")
    tool = None
    if rest[:1] == ["with"] and verb in ("threaten", "charm", "comfort", "persuade", "thank", "deceive"):
        found = resolve(scope, rest[1:], frozenset({"item"}))
        if found is not None and scope.nouns.kinds[found.thing] == "item":
            tool, rest = found.thing, []
    topic = None
    if (
        len(rest) > 1
        and (rest[0].endswith("ly") or rest[0] == "first")
        and rest[1] in QUESTION_WORDS | _ABOUT
    ):
        rest = rest[1:]  # "ask him nicely why"
    if verb == "talk" and rest and greets_or_parts([*head[1:], *rest]) == "greet":
        return Intent(verb="talk", objects=(who,))  # "say hello there lad"
    if rest and verb in _TOPICAL:
        ordered = rest[0] == "to" and len(rest) > 1
        if ordered and verb in ("ask", "tell", "talk"):
            return Intent(verb="persuade", objects=(who,), topic=" ".join(rest[1:])[:110])
        if rest[:2] == ["not", "to"] and len(rest) > 2 and verb in ("ask", "tell"):
            return Intent(verb="persuade", objects=(who,), topic=" ".join(rest)[:110])
        if verb == "ask" and who in scope.people:
            rest = put_directly(scope, who, rest[rest[:1] == ["about"] and head[-1] == "for" :])
        while len(rest) > 1 and rest[0] in _ABOUT | {","}:
            rest = rest[1:]
        topic = subject_of(scope, who, rest).topic or None
        if verb == "talk" and topic:
            verb = "ask"
    return Intent(verb=verb, objects=(who,), topic=topic, tool=tool)


def _terms_told(scope: Scope, who: str, told: list[str]) -> Intent | None:
    """A threat or an offer that is reported, as it is said to their face: "that unless she tells me I will go"."""
    told = told[told[:1] == ["that"] :]
    if told[:1] not in (["if"], ["unless"]):
        return None
    said = to_their_face(scope, who, told)
    meant = said_to(scope, who, said)
    return meant if meant.verb in ("threaten", "bargain") else None


_MOUTHING = frozenset(
    {"say", "says", "mention", "claim", "claims"}
)  # words that take what is said after them


def _told_of(scope: Scope, words: list[str]) -> str | None:
    """Whoever is spoken of and not to: "say Ines sent me"; None where nobody is."""
    who, length = leading_person(scope, words, by_name=True)
    return who if len(words) > length + 1 and words[length] not in (",", ":", "to", "that") else None


def _spoken_to_nobody(scope: Scope, head: list[str], words: list[str]) -> Intent | None:
    """ "Say a short prayer", "say their names", "say to nobody in particular that it is cold": spoken to nobody."""
    if head[0] in _SAID_ALOUD and _TO_NOBODY.match(" ".join([*head[1:], *words])):
        return Intent(verb="express", role="emote", topic=" ".join([*head, *words])[:120])
    if head[0] not in ("say", "says", "said") or words[:1] == [] or words[0] not in _RECITED:
        return None
    if "to" in words or leading_person(scope, words)[0] is not None or words[1:2] == ["word"]:
        return None
    if not _STATING.isdisjoint(words):
        return None  # "say my name is Tom"
    if "prayer" in words:
        return Intent(verb="pray", topic=" ".join(words)[:110])
    return Intent(verb="express", role="emote", topic=" ".join(["say", *words])[:120])


_SAID_ALOUD = frozenset("say says remark remarks mutter murmur mumble observe whisper".split())
_TO_NOBODY = re.compile(r"(?:aloud |out loud )?to (?:nobody|no one|noone|myself|the (?:room|world|air))\b")
_STATING = frozenset({"is", "are", "was", "were"})
_RECITED = frozenset({"a", "some", "their", "our", "his", "her", "my", "grace"})


def _past_description(words: list[str]) -> list[str]:
    """What is said, after what only tells which one it is said to: "the man with the dog what he is eating"."""
    if words[:1] == [] or words[0] not in _WHICH_ONE or words[1:2] == [] or words[1] not in DETERMINERS:
        return words
    asks = next((at for at in range(2, min(len(words), _LONGEST_DESCRIPTION)) if words[at] in _ASKED), 0)
    return words[asks:] if asks else words


_WHICH_ONE = frozenset({"with", "in", "by", "at", "on", "near"})
_ASKED = QUESTION_WORDS | {"if", "whether", "about"}
_LONGEST_DESCRIPTION = 7  # words of "with the big black dog what"


def _named_or_told_of(scope: Scope, words: list[str]) -> tuple[str | None, int]:
    """As `leading_person`, also of whoever is only told of by what they do: "whoever runs it"."""
    found = whoever_acts(scope, words)
    return found if found[1] else leading_person(scope, words)


def _addressee(scope: Scope, verb: str, words: list[str]) -> tuple[str | None, list[str]]:
    """The person that a verb of speaking is aimed at, and the words that are not their name."""
    at = 1 if words and words[0] in (*_TOWARD, "the") and len(words) > 1 else 0
    who, length = _named_or_told_of(scope, words[at:])
    called = next((n for n in (3, 1) if CLASS_WORDS.get(" ".join(words[at : at + n])) == "people"), 0)
    if who is None and called and (at == 0 or called > 1) and scope.people:
        return listener(scope, words[at + called :]), words[at + called :]  # "whoever is here"
    if who is not None:
        return who, _past_description(words[at + length :])
    for at in range(1, len(words) - 1):
        if words[at] in (*_TOWARD, "on", "of"):
            who, length = _named_or_told_of(scope, words[at + 1 :])
            if who is not None and (
                at + 1 + length == len(words) or words[at + 1 + length] in PREPOSITIONS | {"that"}
            ):
                return who, words[:at] + words[at + 1 + length :]
    return None, words


def _by_default(scope: Scope, verb: str, head: list[str], words: list[str]) -> tuple[str, list[str]]:
    """A verb of speaking aimed at no person: the one who listens, or the thing that is talked to."""
    aimed = head[-1] in ("to", "with", "at") or verb not in (
        "ask",
        "tell",
        "talk",
        "promise",
        "persuade",
        "accuse",
        "apologise",
    )
    if words and words[0] not in _ABOUT and (aimed or verb in ("apologise", "accuse")):
        found = resolve(scope, words)
        if found is not None and found.fit >= 76:
            return found.thing, []
        if is_absurd(scope.world, words):
            raise Unclear("absurd", " ".join(words)[:80])
        if verb not in ("promise", "deceive", "charm", "thank", "comfort", "threaten", "insult"):
            raise Unclear("no_such_thing", " ".join(words)[:80])
    if is_absurd(scope.world, words) and verb != "ask":
        raise Unclear("absurd", " ".join(words)[:80])
    if verb == "ask" and (nobody := _asked_by_role(words)):
        raise Unclear("no_such_thing", nobody)
    faced = scope.focus.get("you")
    of_them = words[1:2] in (["she"], ["he"]) and faced == scope.focus.get("her" if words[1] == "she" else "him")
    if verb == "ask" and words[:1] in (["whether"], ["if"]) and of_them and faced in hearers_in(scope):
        return str(faced), words  # "put a hand on her shoulder and ask if she is all right"
    spoken_of = (
        leading_person(scope, words[1:], by_name=True)[0] if words[:1] in (["whether"], ["if"]) else None
    )
    if spoken_of is not None and any(who != spoken_of for who in hearers_in(scope)):
        return listener(scope, words, spoken_of), words  # "ask whether Pim ate" asks nobody of that name
    return listener(scope, words), words


_LONGEST_ROLE = 3  # words of whom is asked, with the article


def _asked_by_role(words: list[str]) -> str:
    """Whom a question is for whom nobody goes by: "ask the captain about the bell"; empty of any other."""
    at = next((n for n, word in enumerate(words) if word in _AFTER_WHOM), 0)
    return " ".join(words[:at])[:80] if words[:1] == ["the"] and 1 < at <= _LONGEST_ROLE else ""


_AFTER_WHOM = QUESTION_WORDS | {"about"}
