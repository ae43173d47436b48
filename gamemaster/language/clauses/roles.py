"""Cut a player's sentences into stretches with a role each, before anything acts: only what is done now acts. Pure.

The order of the stretches is that of the words. A stretch of role `act` may still hold several orders, a list, or a
bare name: the parser cuts it further. Everything that hangs on a main clause (manner, purpose, condition, time,
what is not to be done) and everything that is told, thought or over becomes a stretch of its own that does nothing.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

from gamemaster.language.clauses.cutting import Stretch, is_reported, trim_joints, units
from gamemaster.language.clauses.expressions import is_expression
from gamemaster.language.clauses.split import without_lead
from gamemaster.language.clauses.subjects import FIRST, denies, person_of, reports
from gamemaster.language.names.normalization import SPEECH
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.reading import IDLE
from gamemaster.language.tables.function_words import (
    AUXILIARIES,
    PREPOSITIONS,
    QUESTION_WORDS,
)
from gamemaster.language.tables.verb_forms import (
    is_gerund,
    is_past,
    is_third_person,
    plain_form,
    skip_adverbs,
)
from gamemaster.language.talk.speech_acts import is_question

_OVER = frozenset("yesterday ago earlier formerly".split())
_OVER_PAIRS = frozenset(
    {
        ("last", "night"),
        ("last", "year"),
        ("last", "week"),
        ("that", "day"),
        ("that", "night"),
        ("back", "then"),
    }
)
# "I wish", "I wonder": what is thought. With "of", "about", "that" or a clause; never "I think I will".
_THOUGHTS = frozenset(
    """wish wonder hope imagine picture remember dream doubt guess suppose believe fear feel know love hate
    miss forget
    realise realize regret recall understand expect mean suspect like prefer care notice trust""".split()
)
_MODALS = frozenset({"could", "would", "might", "may", "ought", "should"})
_PLANS = frozenset({"mean", "plan", "intend", "hope", "wish", "long"})
_WANTS = frozenset({"like", "love", "rather", "prefer"})
_TAKEN_BACK = (
    ("no", "wait"), ("wait", "no"), ("scratch", "that"), ("never", "mind"), ("nevermind",), ("actually", "no"),
    ("just", "kidding"), ("jk",), ("on", "second", "thought"), ("on", "second", "thoughts"), ("i", "mean"),
    ("no", "actually"),
)  # fmt: skip
_KNOWN_OF_OTHERS = frozenset({"you", "your", "yours"})
_CALLS = frozenset(
    "hey oi yo hi hello okay please so dear well oh ah psst my friend good old no yes and but".split()
)
_FILLERS = (
    ("hang", "on", "a", "minute"), ("hang", "on"), ("hold", "on"), ("wait", "a", "minute"), ("wait", "a", "second"),
    ("okay", "wait"), ("wait",),
)  # fmt: skip
_HANDLED = frozenset(
    """take drop give put throw open close lock unlock light burn eat drink wear remove pull push use show
    pet scratch""".split()
)
_LEAVING = frozenset("leave leaves exit exits go goes walk walks run runs enter enters storm storms".split())
_AWAY = frozenset("brb afk gtg g2g bbl bbs".split())  # the player leaves the keyboard
_FELT = frozenset({"of", "about", "at"})


def stretches(scope: Scope, words: list[str], asked: bool, *, gesture: bool = False) -> list[Stretch]:
    """The stretches of one sentence (its words without the end mark); a `gesture` stood between stars."""
    words = _without_tag(_without_filler(_after_what_is_taken_back(words)))
    if _calls_somebody(scope, words):
        return [Stretch(words, "speech", asked)]
    found: list[Stretch] = []
    before: Stretch | None = None
    for unit in units(scope, words, asked):
        for part in _parted_from_speech(unit):
            before = _judge(scope, part, asked, before)
            if gesture and before.role in ("act", "background") and not _is_plain_deed(scope, part.words):
                before = replace(before, role="emote", doubtful=False)
            found.append(before)
    if _is_over(words):
        found = [replace(one, role="background", doubtful=False) if one.doubtful else one for one in found]
    return _join(found)


def _calls_somebody(scope: Scope, words: list[str]) -> bool:
    """Whether the sentence begins with the name of somebody it is said to: "Hild, come with me"."""
    end = words.index(",") if "," in words[:6] else 0
    start = 0
    while start < end and words[start] in _CALLS:
        start += 1
    who, length = leading_person(scope, words[start:end], by_name=True) if start < end else (None, 0)
    return who in scope.people and start + length == end and end + 1 < len(words) and SPEECH not in words


def _is_plain_deed(scope: Scope, words: list[str]) -> bool:
    """Whether a gesture is a deed all the same: a thing in reach is handled, or the player leaves."""
    words = without_lead(words)
    meanings, length = scope.nouns.verbs.at_start(words)
    rest = [word for word in words[length:] if word != ","]
    if _LEAVING.intersection(words[:1]) and (not rest or resolve(scope, rest, frozenset({"place"}))):
        return True
    if _HANDLED.isdisjoint(meanings) or not rest or rest[0] in PREPOSITIONS:
        return False
    end = next((at for at, word in enumerate(rest) if at and word in PREPOSITIONS | {"and"}), len(rest))
    found = resolve(scope, rest[:end])
    return found is not None and found.fit >= 86 and scope.reach(found.thing)


# Said before anything, and meaning nothing of their own; the second kind only before a comma.
_INTERJECTIONS = frozenset(
    "okay alright so um umm uh uhh er erm hmm hm oh ooh ah haha hah lol omg anyway bro brooo dude yo welp".split()
)
_BEFORE_A_PAUSE = frozenset("well fine right now cool great good nice hey man yeah listen see".split())


def _without_filler(words: list[str]) -> list[str]:
    """Without "okay so" and the like, and without a "hang on" before a question."""
    while len(words) > 1 and (
        words[0] in _INTERJECTIONS or (words[0] in _BEFORE_A_PAUSE and words[1] == ",")
    ):
        words = words[1 + (words[1] == ",") :] or words[:1]
    for filler in _FILLERS:
        rest = words[len(filler) :]
        if tuple(words[: len(filler)]) == filler and rest:
            rest = rest[rest[0] in (",", "so", "but", "and") :]
            held = words[len(filler)] == "," and filler != ("wait",)
            if rest and (held or rest[0] in QUESTION_WORDS | AUXILIARIES or words[len(filler)] == "so"):
                return rest
    return words


_TAGS = tuple(
    tuple(tag.split())
    for tag in ("do you think", "do you reckon", "you think", "i wonder", "or what", "or not")
)


def _without_tag(words: list[str]) -> list[str]:
    """Without "do you think" after a question, which asks nothing more."""
    at = next((at for at in range(len(words)) if words[at : at + 2] == ["as", "well"]), 0)
    if at:
        words = [
            *words[:at],
            *words[at + 2 + (words[at + 2 : at + 3] == [","]) :],
        ]  # "leave it as well, there"
    for tag in _TAGS:
        if len(words) > len(tag) + 2 and tuple(words[-len(tag) :]) == tag:
            kept = words[: -len(tag)]
            return kept[:-1] if kept[-1] == "," else kept
    return words


def _parted_from_speech(unit: Stretch) -> Iterator[Stretch]:
    """Words before a quotation that do not say who speaks are a clause of their own."""
    words = unit.words
    at = words.index(SPEECH) if SPEECH in words else 0
    if not words:
        return
    if at and not reports(words):
        yield replace(unit, words=trim_joints(words[:at]))
        words = words[at:]
    yield replace(unit, words=words)


def _after_what_is_taken_back(words: list[str]) -> list[str]:
    """ "Take the spear, no wait, take the torch": what comes before the correction does not count."""
    for at in range(len(words) - 1, 0, -1):
        for marker in _TAKEN_BACK:
            rest = words[at + len(marker) :]
            if tuple(words[at : at + len(marker)]) == marker and len(rest) > 1:
                while rest and rest[0] in (",", "just", "actually", "do", "not", "instead"):
                    rest = rest[1:]
                if rest and at > 1:
                    return rest
    return words


def _join(found: list[Stretch]) -> list[Stretch]:
    """Neighbouring stretches of one kind as one: the parser parts the orders of a chain itself."""
    joined: list[Stretch] = []
    for one in found:
        last = joined[-1] if joined else None
        same = last is not None and last.role == one.role == "act" and last.doubtful == one.doubtful
        if last is not None and same and last.confidence == one.confidence:
            joint = one.joint if one.joint in ("and", ",") else "then"
            joined[-1] = replace(last, words=[*last.words, joint, *one.words])
        else:
            joined.append(one)
    return joined


def _judge(scope: Scope, unit: Stretch, asked: bool, before: Stretch | None) -> Stretch:
    """A main clause with its role by its subject, tense and verb; dependent stretches stay what they are."""
    words = unit.words
    if unit.role != "act":
        return unit
    if before is not None and _goes_on(scope, unit, before):
        return replace(unit, role=before.role, doubtful=before.doubtful, confidence=before.confidence)
    if SPEECH in words:
        return replace(unit, role="speech", asked=asked)
    if not _AWAY.isdisjoint(words):
        return replace(unit, role="ooc")
    if asked and before is not None and before.role == "question" and not is_question(words):
        return replace(unit, role="background")  # "would I freeze if I lay down and slept here?"
    if asked or words[0] in QUESTION_WORDS:
        return replace(unit, role="question", asked=asked)
    person = person_of(scope, words, 0)
    if person == "second":
        return replace(unit, role="speech")
    if person == "third":
        return replace(unit, role="background")
    if is_reported(scope, words):
        return replace(unit, role="speech")
    if denies(words):
        return replace(unit, role="negation")
    if person == "first":
        return _first_person(scope, unit)
    if is_expression(scope, words):
        return replace(unit, role="emote")
    at = skip_adverbs(words, 0)
    if at + 1 < len(words) and is_past(words[at]) and words[at + 1] in _FELT:
        return replace(unit, role="background")  # "scared of this man"
    if before is not None and at < len(words) and is_past(words[at]):
        return replace(unit, doubtful=True, confidence=0.7)  # "I nodded and took the torch"
    return unit


def _goes_on(scope: Scope, unit: Stretch, before: Stretch) -> bool:
    """Whether a clause without a subject shares that of the one before it: "he laughed and took it"."""
    if (
        before.role not in IDLE - {"negation", "manner"}
        or person_of(scope, unit.words, 0)
        or SPEECH in unit.words
    ):
        return False
    at = skip_adverbs(unit.words, 0)
    verb = unit.words[at] if at < len(unit.words) else ""
    inflected = is_past(verb) or is_third_person(verb) or is_gerund(verb)
    return inflected or (unit.joint in ("and", "or") and unit.role == "act" and verb not in FIRST)


def _first_person(scope: Scope, unit: Stretch) -> Stretch:
    """What a clause with "I" is: a deed of now, a deed of the past, a thought, a state, a gesture."""
    words = [word for word in unit.words if word != ","]
    at = skip_adverbs(words, next(n for n, word in enumerate(words) if word in FIRST) + 1)
    if at >= len(words):
        return unit
    verb, rest = words[at], words[at + 1 :]
    if verb in ("am", "are"):
        return _being(unit, rest)
    if verb in ("was", "were", "had", "used") or (
        verb in ("have", "has")
        and rest
        and (is_past(rest[0]) or (rest[0] in ("been", "never", "always", "got") and rest[1:2] != ["to"]))
    ):
        return replace(unit, role="background")
    if verb in _MODALS:
        wanted = rest[:1] and rest[0] in _WANTS
        return (
            unit if wanted else replace(unit, role="act" if verb == "should" else "thought", confidence=0.7)
        )
    if _KNOWN_OF_OTHERS.intersection(rest) and plain_form(verb, _THOUGHTS | {"think"}) in _THOUGHTS | {
        "think"
    }:
        return replace(unit, role="speech")
    if verb in _PLANS and rest[:1] == ["to"]:
        return replace(unit, doubtful=True, confidence=0.7)
    if verb == "think" and (not rest or rest[0] not in ("i", "we")):
        return replace(unit, role="thought")
    if plain_form(verb, _THOUGHTS) in _THOUGHTS and verb not in scope.nouns.verbs.own:
        return replace(unit, role="thought")
    if is_expression(scope, words[at:]):
        return replace(unit, role="emote")
    if is_past(verb):
        return replace(unit, doubtful=True, confidence=0.7)
    return unit


def _is_over(words: list[str]) -> bool:
    """Whether a sentence says itself that it is not about now."""
    pairs = itertools.pairwise(words)
    return not _OVER.isdisjoint(words) or any(pair in _OVER_PAIRS for pair in pairs)


def _being(unit: Stretch, rest: list[str]) -> Stretch:
    """ "I am going to …" and "I am opening …" are deeds; any other "I am …" says how one is."""
    at = skip_adverbs(rest, 0)
    if at < len(rest) and is_gerund(rest[at]):
        if rest[at] in ("thinking", "wondering", "hoping", "feeling", "dying", "freezing", "starving"):
            return replace(unit, role="background")
        return unit
    if rest[:2] == ["about", "to"]:
        return unit
    return replace(unit, role="background")
