"""Cut a player's sentences into stretches with a role each, before anything acts: only what is done now acts. Pure.

The order of the stretches is that of the words. A stretch of role `act` may still hold several orders, a list, or a
bare name: the parser cuts it further. Everything that hangs on a main clause (manner, purpose, condition, time,
what is not to be done) and everything that is told, thought or over becomes a stretch of its own that does nothing.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

from gamemaster.language.clauses.clause_ends import order_after, trim_joints
from gamemaster.language.clauses.clause_starts import TELLING, Stretch
from gamemaster.language.clauses.cutting import units
from gamemaster.language.clauses.expressions import is_expression
from gamemaster.language.clauses.gates import put_off, with_gates
from gamemaster.language.clauses.leave import with_leave_as_condition
from gamemaster.language.clauses.main_clauses import with_role
from gamemaster.language.clauses.plain_deeds import is_plain_deed
from gamemaster.language.clauses.rephrasing import (
    in_plain_order,
    in_plain_words,
    manner_alone,
    without_filler,
    without_tag,
)
from gamemaster.language.clauses.retractions import without_what_is_taken_back
from gamemaster.language.clauses.split import without_lead
from gamemaster.language.clauses.subjects import FIRST, JOINTS, PRONOUNS, person_of, reports
from gamemaster.language.looking_elsewhere import place_supposed, without_hedge
from gamemaster.language.names.normalization import SPEECH
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.reading import Role
from gamemaster.language.tables.function_words import AWAY_WORDS, QUESTION_WORDS
from gamemaster.language.tables.verb_forms import is_gerund
from gamemaster.language.talk.questions.questions_put import is_question
from gamemaster.language.walks.errands import with_load_taken_along
from gamemaster.language.walks.movement import read_heading

_OVER = frozenset("yesterday ago earlier formerly".split())
_OVER_PAIRS = frozenset(
    {
        ("last", "night"),
        ("last", "year"),
        ("last", "week"),
        ("that", "day"),
        ("that", "night"),
        ("back", "then"),
        ("every", "night"),
        ("every", "day"),
    }
)
_CALLS = frozenset(
    "hey oi yo hi hello okay please so dear well oh ah psst my friend good old no yes and but".split()
)
_ADDED_THOUGHTS = frozenset(
    (",", "i", verb) for verb in ("thought", "think", "suppose", "guess", "reckon", "mused")
)
_GUESS = 0.7  # certainty of going to a place that is only guessed at
_PLACE_WORDS = 4  # of a place's name at most
_HAD_I = frozenset((verb, who) for verb in ("had", "were", "should") for who in FIRST)
_BOTH = 2  # stretches of which the second is done first


def stretches(scope: Scope, words: list[str], asked: bool, *, gesture: bool = False) -> list[Stretch]:
    """The stretches of one sentence (its words without the end mark); a `gesture` stood between stars."""
    if words[0] in AWAY_WORDS:
        return [Stretch(words, "ooc")]
    if said := without_hedge(words):
        sure = _certainty_of_hedge(scope, said)
        words = said if sure else words
        if sure == _GUESS:
            return [Stretch(words, "act", asked, confidence=sure)]
    if tuple(words[-3:]) in _ADDED_THOUGHTS:
        return [Stretch(words, "thought")]
    if len(words) > 2 and words[0] in ("but", "and", "yet"):
        words = words[1:]
    if words[0] == "still" and words[1:2] and is_gerund(words[1]):
        words = words[1:]  # "still carrying the crate I go in": what one goes on doing is no statement
    if not asked and tuple(words[:2]) in _HAD_I:
        return [Stretch(words, "thought")]  # "had I any sense I would have stayed"
    if not asked and (role := _tells_of_others(scope, words)) is not None:
        return [Stretch(words, role)]
    if words[1:3] in (["feel", "as"], ["feel", "like"]) and words[0] in FIRST and not asked:
        return [Stretch(words, "emote")]  # "I feel as if I am watched"
    words = in_plain_order(without_tag(without_filler(without_what_is_taken_back(scope, words))))
    words = with_leave_as_condition(scope, manner_alone(in_plain_words(words)))
    words = with_load_taken_along(scope, _with_order_apart(scope, words))
    if (otherwise := _otherwise(words)) is not None:
        parts = [stretches(scope, part, asked, gesture=gesture) if part else [] for part in otherwise]
        return [*parts[0], *_either_or(parts[1], parts[2])]
    if _calls_somebody(scope, words):
        return [Stretch(words, "speech", asked)]
    found: list[Stretch] = []
    before: Stretch | None = None
    cut = list(units(scope, words, asked))
    asked = asked and not _asks_in_a_later_clause(cut)
    asked_from = _question_after_orders(scope, cut) if asked else 0
    for at, unit in enumerate(cut):
        for part in _parted_from_speech(unit):
            aside = _is_order_after_aside(scope, part, found)
            before = with_role(scope, part, asked and at >= asked_from, None if aside else before)
            if gesture and before.role in ("act", "background") and not is_plain_deed(scope, part.words):
                told = before.role == "background" and part.words[0] in PRONOUNS - FIRST
                before = replace(before, role="thought" if told else "emote", doubtful=False)
            found.append(before)
    found = _with_what_comes_of_it(scope, found)
    if _is_over(words):
        gone = [one.doubtful or one.role == "emote" for one in found]
        found = [
            replace(one, role="background", doubtful=False) if over else one
            for one, over in zip(found, gone, strict=True)
        ]
    return _join(put_off(scope, with_gates(_without_wishes(found))))


def plainly(words: list[str]) -> list[str]:
    """Words that go on after a gesture in plain words: ", then it's off up the ladder" as "go up the ladder"."""
    return in_plain_words(trim_joints(words)) or words


def _tells_of_others(scope: Scope, words: list[str]) -> Role | None:
    """What a sentence is whose verbs look like orders, and that is none: "you go up, I'll stay", "leave, it says"."""
    told = tuple(words[-2:]) in _SAID_BY_OTHERS and words[-3:-2] == [","]
    told = told or (words[-1] in ("say", "says", "said") and (",", "as") in itertools.pairwise(words))
    told = told or (words[0] == "either" and "or" in words[2:])
    if SPEECH in words:
        return None
    ends = words[-2:] == ["we", "die"] or words[-3:] == ["we", "all", "die"]
    infinitive = words[0] == "to" and any(pair == (",", "to") for pair in itertools.pairwise(words))
    if told or ends or infinitive:
        return "thought"
    at = words.index(",") if "," in words[2:] else 0
    parted = words[0] == "you" and at and words[at + 1 : at + 2] != [] and words[at + 1] in FIRST | {"you"}
    alone = parted and not scope.people and words[1] in scope.nouns.verbs.base
    return "thought" if alone else None


_SAID_BY_OTHERS = frozenset(
    (who, verb) for who in ("it", "he", "she", "they") for verb in ("says", "said", "say")
)


def _asks_in_a_later_clause(cut: list[Stretch]) -> bool:
    """Whether the mark of a question belongs to what is asked after a deed: "I sit down and ask what that is?"."""
    deed = cut[0].words if cut else []
    return not is_question(deed) and any(one.words[:1] in (["ask"], ["asks"]) for one in cut[1:])


def _question_after_orders(scope: Scope, cut: list[Stretch]) -> int:
    """From which clause on something is asked; what stands before it is done: "take it, read it, what does it say?"."""
    asks = next((n for n, one in enumerate(cut) if is_question(one.words)), 0)
    deeds = [_is_deed(scope, without_lead(one.words)) for one in cut[:asks]]
    named = all(deed or person_of(scope, one.words, 0) is None for deed, one in zip(deeds, cut, strict=False))
    return asks if any(deeds) and named else 0


def _is_deed(scope: Scope, words: list[str]) -> bool:
    """Whether words that stand before a question order something, or tell of a gesture."""
    return bool(scope.nouns.verbs.at_start(words)[0]) or is_expression(scope, words)


def _is_order_after_aside(scope: Scope, part: Stretch, found: list[Stretch]) -> bool:
    """Whether an order goes on from the one before an aside: "put them back, they're a nuisance, and head up"."""
    last = found[-1] if found else None
    if last is None or last.role != "background" or part.joint not in ("and", "then"):
        return False
    states = not _BEING.isdisjoint(last.words[:4]) and last.words[0] not in FIRST
    ordered = bool(scope.nouns.verbs.at_start(without_lead(part.words))[0])
    return states and ordered and found[0].role in ("act", "emote") and not found[0].doubtful


_BEING = frozenset({"is", "are"})


def _certainty_of_hedge(scope: Scope, words: list[str]) -> float:
    """How sure an order is that "I guess" follows: as sure as any, or a guess at where to go; 0 of what is no order."""
    if person_of(scope, words, 0) or not {*QUESTION_WORDS, SPEECH}.isdisjoint(words):
        return 0.0
    if scope.nouns.verbs.at_start(without_lead(words))[0] or read_heading(scope, words) is not None:
        return 1.0
    guessed = len(words) <= _PLACE_WORDS and place_supposed(scope, words, scope.state.place) is not None
    return _GUESS if guessed and not scope.talking else 0.0


def _with_what_comes_of_it(scope: Scope, found: list[Stretch]) -> list[Stretch]:
    """The stretches; what is only named to say what comes of it is said: "break the pump and you break the ship"."""
    warns = [n for n, one in enumerate(found) if n and one.joint == "and" and one.words[:1] == ["you"]]
    named = {n - 1 for n in warns if found[n - 1].role == "act" and FIRST.isdisjoint(found[n - 1].words[:1])}
    said = named | {n + 1 for n in named}
    role: Role = "speech" if scope.people else "thought"
    return [replace(one, role=role) if n in said else one for n, one in enumerate(found)]


def _without_wishes(found: list[Stretch]) -> list[Stretch]:
    """The stretches; what one wants and then does otherwise is not done: "I want to sleep, but I listen".

    "I want to go up, but first I eat" is both, the second of them first.
    """
    wanted = (["i", "want", "to"], ["i", "need", "to"], ["i", "long", "to"])
    about = ["i", "am", "about", "to"]
    kept: list[Stretch] = []
    later: Stretch | None = None
    for one, following in itertools.zip_longest(found, found[1:]):
        begun = one.role == "act" and one.words[:4] == about and following is not None
        if (
            begun
            and following is not None
            and (following.joint in ("but", "then") or following.words[0] == "when")
        ):
            kept.append(replace(one, role="thought", gate=()))  # "I am about to leave when I remember it"
            continue
        wish = one.role == "act" and one.words[:3] in wanted
        told = one.role == "speech" and not TELLING.isdisjoint(one.words[:2])  # "I ask Hild who it is, but first …"
        butted = (one.role == "act" or told) and following is not None and following.joint == "but"
        both = butted and following is not None and following.role == "act" and len(found) == _BOTH
        if both and following is not None and "first" in following.words[:2]:
            later = replace(one, joint="then")  # "go up, but first look at the boats"
            continue
        if wish and butted:
            one = replace(one, role="thought")
        kept.append(one)
    return kept if later is None else [*kept, later]


def _with_order_apart(scope: Scope, words: list[str]) -> list[str]:
    """The words with a comma before an order that follows its time or condition at once."""
    for at in range(len(words) - 3):
        opens = words[at] in ("when", "once", "if") and (not at or words[at - 1] in JOINTS)
        end = order_after(scope, words, at) if opens else 0
        if end:
            return [*words[:end], ",", *words[end:]]
    return words


def _otherwise(words: list[str]) -> tuple[list[str], list[str], list[str]] | None:
    """Of "I go in; if he growls I throw him a fish, otherwise I walk past": what comes first, and both alternatives."""
    at = next((n for n in range(4, len(words) - 1) if _turns(words, n)), 0)
    start = next((n for n in range(at) if words[n] == "if" and (not n or words[n - 1] in JOINTS)), None)
    if not at or start is None or at < start + 4:
        return None
    rest = words[at + 1 + (words[at] == "if") :]
    return trim_joints(words[:start]), trim_joints(words[start:at]), trim_joints(rest)


def _turns(words: list[str], at: int) -> bool:
    """Whether the other alternative begins here."""
    joined = words[at - 1] in JOINTS
    other = words[at] == "otherwise" or (words[at] == "else" and joined)
    return other or (joined and words[at : at + 2] == ["if", "not"] and words[at + 2 : at + 3] != [])


def _either_or(first: list[Stretch], second: list[Stretch]) -> list[Stretch]:
    """The stretches of two alternatives, the other with the condition that the one has."""
    gate = next((one.gate[1:] for one in first if one.gate[:1] == ("if",)), None)
    opening = next((one for one in first if one.role == "condition" and one.words[:1] == ["if"]), None)
    if (
        gate is None and opening is not None
    ):  # "if he trusts me, ask him for it, otherwise …": words, too, are one way
        gate = tuple(opening.words[1:])
        first = [replace(one, gate=("if", *gate)) if one.role == "speech" else one for one in first]
    if gate is None or all(one.role == "condition" for one in first):
        return [replace(one, role="condition") for one in first] + second
    others = [
        replace(one, gate=("otherwise", *gate)) if one.role in ("act", "emote", "speech") else one
        for one in second
    ]
    return [replace(one, either=bool(one.gate) or one.either) for one in (*first, *others)]


def _calls_somebody(scope: Scope, words: list[str]) -> bool:
    """Whether the sentence begins with the name of somebody it is said to: "Hild, come with me"."""
    if words[0] == "whoever" and words[1:2] in (["is"], ["you"]) and "," in words[2:8]:
        return True  # "whoever is there, come out"
    end = words.index(",") if "," in words[:6] else 0
    who, length = leading_person(scope, words[:4], by_name=True)
    if who in scope.people and words[length : length + 2] in (
        ["if", "you"],
        ["when", "you"],
        ["unless", "you"],
    ):
        return True
    start = 0
    while start < end and words[start] in _CALLS:
        start += 1
    who, length = leading_person(scope, words[start:end], by_name=True) if start < end else (None, 0)
    return who in scope.people and start + length == end and end + 1 < len(words) and SPEECH not in words


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


def _join(found: list[Stretch]) -> list[Stretch]:
    """Neighbouring stretches of one kind as one: the parser parts the orders of a chain itself."""
    joined: list[Stretch] = []
    for one in found:
        last = joined[-1] if joined else None
        same = last is not None and last.role == one.role == "act" and last.doubtful == one.doubtful
        same = same and last is not None and last.gate == one.gate
        if last is not None and same and last.confidence == one.confidence:
            joint = one.joint if one.joint in ("and", ",") else "then"
            joined[-1] = replace(last, words=[*last.words, joint, *one.words])
        else:
            joined.append(one)
    return joined


def _is_over(words: list[str]) -> bool:
    """Whether a sentence says itself that it is not about now."""
    pairs = itertools.pairwise(words)
    return not _OVER.isdisjoint(words) or any(pair in _OVER_PAIRS for pair in pairs)
