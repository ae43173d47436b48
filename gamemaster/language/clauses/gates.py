"""Conditions: what the state decides now is decided; what may come to pass holds the deed back. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from gamemaster.language.clauses.clause_starts import TELLING, Stretch
from gamemaster.language.clauses.split import without_lead
from gamemaster.language.clauses.subjects import FIRST
from gamemaster.language.names.normalization import stem
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.tables.function_words import (
    ADVERBS,
    AUXILIARIES,
    DETERMINERS,
    DIRECTIONS,
    PREPOSITIONS,
    SOMEBODY,
)
from gamemaster.language.tables.verb_forms import plain_form, skip_adverbs
from gamemaster.rules.conditions import is_asleep, is_night, minute_of_day
from gamemaster.rules.reach import exits, is_open

Verdict = Literal["so", "not_so", "unknown", "to_come"]

_OPENERS = frozenset({"if", "unless"})
_BEING = frozenset("is are am was were".split())
_HERE = frozenset(
    "here there in inside around about present near nearby home still yet up down out now".split()
)
_NO_ONE = frozenset({"nobody", "noone"})
_HEDGES = frozenset({",", "really", "actually", "still", "even", "by", "chance"})
_SHORTENED = frozenset("it he she that there nobody noone anyone anybody someone somebody".split())
_AWAY = frozenset({"up", "down", "in", "out", "over"})  # "up there" is another place
_SHUT = frozenset({"shut", "locked", "closed", "barred"})
_WHENEVER = frozenset({"when", "once"})
# Of a walk that this very turn may make: "once I am there I will look around".
_ARRIVING = frozenset(
    "get reach arrive there here come enter in inside up down out at done finished back".split()
)
_COSTLY = frozenset("go flee climb follow sneak attack burn break give drop throw sleep".split())
_FREE = frozenset("free empty spare left available handy".split())
# Of a verb that says how somebody is or what they think nothing comes to pass: "if she likes me", "if he knows".
_STATIVE = frozenset(
    """like love want know need have own mean seem look feel fit matter belong deserve trust believe think remember mind
    let allow permit object may can could will would might must should do does did work sound wish care hate fear
    hold""".split()
)
_NAMED = 86  # fit of a name from which on it is one
_ELLIPTIC = 4  # words of "if the dog is"
_COSTLESS = frozenset("look examine take listen read".split())


def with_gates(found: list[Stretch]) -> list[Stretch]:
    """The stretches, each deed with the condition that it hangs on: the one that opens before it, or follows it."""
    gated = list(found)
    for at, one in enumerate(found):
        if one.role not in ("condition", "time") or one.words[0] not in _OPENERS | _WHENEVER:
            continue
        if at and found[at - 1].words[-1:] == ["as"]:
            continue  # "so that it looks as if a man lay there"
        if at and found[at - 1].role in ("purpose", "background") and found[at - 1].joint == "so":
            continue  # "wedge the door, so he can come in if he changes his mind"
        if at and found[at - 1].role == "purpose" and not one.joint:
            continue  # "to muffle the voice if it comes": it is for then, and done now
        opens = at == 0 or one.joint in ("and", "but", ",", "then", "so")
        followed = [n for n in range(at + 1, len(found)) if _is_ordered(found[n])]
        meant = [n for n in range(at + 1, len(found))[:1] if tuple(found[n].words[:2]) in _THEN_I]
        if opens and followed:
            governed = followed
        else:
            before = [n for n in range(at) if found[n].role in ("act", "emote")]
            governed = meant or before[-1:]  # "… - if he turns round I'll say I was only looking"
        for n in governed:
            gated[n] = replace(gated[n], gate=tuple(one.words), trails=n < at and one.joint != "only")
    return gated


def _is_ordered(one: Stretch) -> bool:
    """Whether a stretch is to be done under a condition: a deed, or words that are only reported: "…, ask Hild"."""
    return one.role in ("act", "negation", "emote") or (one.role == "speech" and one.words[0] in TELLING)


_THEN_I = (("i", "will"), ("i", "would"))


def put_off(scope: Scope, found: list[Stretch]) -> list[Stretch]:
    """The stretches; an order that is for another hour waits for it: "go and find Groa in the morning"."""
    return [
        part
        for one in found
        for whole in (_parted_by_hour(one) if one.role == "act" and not one.gate else [one])
        for part in [_for_its_hour(scope, whole) if whole.role == "act" and not whole.gate else whole]
    ]


def _parted_by_hour(one: Stretch) -> list[Stretch]:
    """ "I sleep later, now to the hall" as what is for later, and what is for now."""
    for at in range(2, len(one.words) - 2):
        if one.words[at] == "," and any(tuple(one.words[at - len(w) : at]) == w for w in _HOURS):
            rest = one.words[at + 1 :]
            rest = rest[rest[0] in ("now", "but", "and") :]
            return [replace(one, words=one.words[:at]), replace(one, words=rest, joint=",")]
    return [one]


def _for_its_hour(scope: Scope, one: Stretch) -> Stretch:
    words = one.words
    when = next((w for w in _HOURS if tuple(words[-len(w) :]) == w and len(words) > len(w) + 1), None)
    at = len(words) - len(when) if when else 0
    if when is None:
        at = next((n for n in range(2, len(words) - 2) if words[n : n + 2] == ["next", "time"]), 0)
    order = _order_in(words[:at]) if at else []
    meanings = scope.nouns.verbs.at_start(order)[0] if at and order else ()
    if not meanings or meanings[0] in _TOLD or words[at - 1] in _UP_TO:
        return one
    return replace(one, words=words[:at], gate=tuple(words[at:]), trails=True)


_HOURS = (("in", "the", "morning"), ("tomorrow",), ("tomorrow", "morning"), ("at", "dawn"), ("at", "first", "light"),
          ("later",), ("later", "on"))  # fmt: skip
_TOLD = frozenset({"ask", "tell", "inform", "promise"})
_UP_TO = frozenset("until till til about for of before after by from see".split())
_MORNING = range(5, 12)


def _verdict_on_hour(scope: Scope, words: list[str]) -> Verdict:
    """Whether the hour that an order is for has come."""
    hour = minute_of_day(scope.world, scope.state) // 60
    return "so" if words[-1] == "morning" and words[0] == "in" and hour in _MORNING else "to_come"


def verdict_of(scope: Scope, stretch: Stretch) -> Verdict:
    """Whether the condition that a deed hangs on holds now, as far as whoever stands here can tell."""
    words = list(stretch.gate)
    if words[0] in _WHENEVER:
        costly = _is_costly(scope, stretch.words) or _is_watched(scope, stretch.words, words[1:])
        own = bool(FIRST.intersection(words[1:2]))
        will = stretch.words[1:2] == ["will"]
        if will and costly and words[1:2] in (["this"], ["that"], ["all"]):
            return "to_come"  # "once this is done I will give it back"
        if own and will and _ARRIVING.isdisjoint(words):
            return "to_come"  # "I will sleep when I am dead", "when I retire I will sit in the gardens"
        waits = costly and (not own or stretch.words[1:2] == ["will"])
        return "to_come" if waits and _comes_to_pass(scope, words[1:]) else "unknown"
    if words[0] == "otherwise":
        return _verdict_on_the_other(scope, words[1:])
    if words[0] not in _OPENERS:
        return _verdict_on_hour(scope, words)
    found = _holds(scope, words[1:])
    if found is not None:
        return "so" if found == (words[0] == "if") else "not_so"
    if _lasts(scope, stretch.words) and not (stretch.trails and words[0] == "unless"):
        return "to_come"
    if words[-1] in _BEING and len(words) <= _ELLIPTIC:
        return "unknown"  # "if he is": it goes on from a question, and is settled where the deed is tried
    if stretch.words[0] in TELLING and words[0] == "if" and words[1] in _THEY and not _DENIED.isdisjoint(words):
        return "to_come"  # "ask Hild; if she doesn't know, ask Ragnhild": only her answer tells
    who = _who_is_elsewhere(scope, words[1:])
    waits = words[0] == "if" and (who or (_comes_to_pass(scope, words[1:]) and not _is_leave(scope, stretch)))
    return "to_come" if waits else "unknown"


_THEY = frozenset({"he", "she", "they", "neither"})
_DENIED = frozenset({"not", "no", "nothing", "never", "neither"})


def _verdict_on_the_other(scope: Scope, words: list[str]) -> Verdict:
    """Whether the other of two alternatives is done: not where the first is, be it only taken for granted."""
    found = _holds(scope, words)
    if found is None:
        return "so" if _who_is_elsewhere(scope, words) or _comes_to_pass(scope, words) else "not_so"
    return "not_so" if found else "so"


def _holds(scope: Scope, words: list[str]) -> bool | None:
    """Whether a plain statement about here and now is so; None where the state of the story does not tell."""
    words = _plainly(scope, words)
    if words[:1] == ["there"] and words[1:2] and words[1] in _BEING:
        return _is_there(scope, words[2:])
    if words[:1] in (["i"], ["we"]):
        return _of_oneself(scope, words[1:])
    if words[:1] == ["it"] and words[1:2] == ["is"]:
        return _time_of_day(scope, words[2:])
    if words[:1] and words[0] in SOMEBODY | _NO_ONE and words[1:2] and words[1] in _BEING:
        rest = words[2:]
        negated = rest[:1] == ["not"]
        if all(word in _HERE for word in rest[negated:]):
            return (bool(scope.people) == (words[0] in SOMEBODY)) != negated
        return None
    at = next((n for n, word in enumerate(words) if word in _BEING), 0)
    who, length = leading_person(scope, words[:at])
    if who in scope.world.characters and at and length == at:
        return _of_somebody(scope, str(who), words[at + 1 :])
    return _of_a_way(scope, words)


def _plainly(scope: Scope, words: list[str]) -> list[str]:
    """The words without what only hedges, and with "is" for the s of "nobody's here", "Crane's up there"."""
    words = [word for word in words if word not in _HEDGES]
    named = (
        bool(words) and leading_person(scope, words[:1], by_name=True)[0] is not None
    )  # "Otis" is no "Oti's"
    first = words[0][:-1] if words and words[0].endswith("s") and not (named and words[1:2] == ["is"]) else ""
    short = first in _SHORTENED or bool(first and leading_person(scope, [first], by_name=True)[0])
    return [first, "is", *words[1:]] if short else words


def _who_is_elsewhere(scope: Scope, words: list[str]) -> bool:
    """Whether the condition is how somebody is who is not here: only whoever meets them knows."""
    words = _plainly(scope, words)
    who, length = leading_person(scope, words)
    return who in scope.world.characters and who not in scope.people and not _BEING.isdisjoint(words[length:])


def _is_there(scope: Scope, words: list[str]) -> bool | None:
    """ "There is a bunk free", "there is nobody here", "there are no matches"."""
    negated = words[:1] == ["no"] or words[:2] == ["not", "a"] or words[:2] == ["not", "any"]
    words = words[1:] if words[:1] == ["not"] else words
    if words[:1] and words[0] in SOMEBODY | _NO_ONE and all(word in _HERE for word in words[1:]):
        return (bool(scope.people) == (words[0] in SOMEBODY)) != negated
    rest = [word for word in words if word not in DETERMINERS | {"no", "any", "some"}]
    if not rest or not PREPOSITIONS.isdisjoint(rest):
        return None
    while rest and (rest[-1] in _HERE or rest[-1] in _FREE):
        rest = rest[:-1]
    found = resolve(scope, rest) if rest else None
    if found is None or found.fit < _NAMED or not scope.reach(found.thing):
        return None
    return not negated


def _of_oneself(scope: Scope, words: list[str]) -> bool | None:
    """ "I have the key", "I am alone"."""
    if words[:2] == ["am", "alone"]:
        return not scope.people
    if words[:1] == ["have"]:
        negated = words[1:2] in (["no"], ["not"])
        rest = [word for word in words[1 + negated :] if word not in ("got", "with", "me", "on", "any")]
        found = resolve(scope, rest, frozenset({"item"})) if rest else None
        if found is not None and found.fit >= _NAMED and found.thing in scope.world.items:
            return (scope.state.items.get(found.thing) == "player") != negated
    return None


def _time_of_day(scope: Scope, words: list[str]) -> bool | None:
    negated = words[:1] == ["not"]
    rest = [
        word for word in words[negated:] if word not in ("already", "yet", "now", "outside", "too", "the")
    ]
    back = scope.focus.get("back", "")
    if rest[-1:] and rest[-1] in _SHUT and back in scope.world.locations:
        came = [way for way in exits(scope.world, scope.state, back) if way.to == scope.state.place]
        return None if not came else is_open(scope.world, scope.state, came[0]) == negated
    if rest in (["dark"], ["night"]):
        return is_night(scope.world, scope.state) != negated
    if rest in (["day"], ["daylight"], ["light"]):
        return is_night(scope.world, scope.state) == negated
    return None


def _of_somebody(scope: Scope, who: str, words: list[str]) -> bool | None:
    """ "Ulf is here", "she is asleep", "they are not in"."""
    negated = words[:1] == ["not"]
    rest = words[negated:]
    here = who in scope.people
    if not here and scope.state.characters[who].place == scope.state.place:
        return None  # who lies hidden here is for the player to find out
    if rest[1:] == ["there"] and rest[0] in _AWAY:
        return None
    if rest and all(word in _HERE for word in rest):
        return here != negated
    if rest in (["gone"], ["away"], ["elsewhere"]):
        return here == negated
    if here and rest in (["asleep"], ["sleeping"]):
        return is_asleep(scope.world, scope.state, who) != negated
    if here and rest in (["awake"], ["up"]):
        return is_asleep(scope.world, scope.state, who) == negated
    return None


def _of_a_way(scope: Scope, words: list[str]) -> bool | None:
    """ "The boathouse is locked", "the door is open", of a way that leads on from here."""
    at = next((n for n, word in enumerate(words) if word in _BEING), 0)
    if not at or words[-1] not in ("open", "locked", "shut", "closed", "unlocked", "barred"):
        return None
    negated = "not" in words[at:]
    named = [
        word for word in words[:at] if word not in DETERMINERS and stem(word) not in ("door", "gate", "hatch")
    ]
    ways = scope.ways
    if named:
        found = resolve(scope, named, frozenset({"place"}))
        ways = [way for way in ways if found is not None and found.fit >= _NAMED and way.to == found.thing]
    if len(ways) != 1:
        return None
    passable = is_open(scope.world, scope.state, ways[0])
    return (passable == (words[-1] in ("open", "unlocked"))) != negated


def _comes_to_pass(scope: Scope, words: list[str]) -> bool:
    """Whether a condition waits for something to happen, and is no state: "he comes closer", "nobody answers"."""
    words = _plainly(scope, words)
    if words[:1] == ["you"]:
        return False
    at = _verb_at(scope, words)
    if at is not None and words[at] in ("do", "does", "will") and words[at + 1 : at + 2] == ["not"]:
        at += 2
    verb = words[at] if at is not None and at < len(words) else ""
    if not verb or verb in AUXILIARIES or verb in _BEING:
        return False
    if at is not None and plain_form(verb, _STATIVE) == "look" and words[at + 1 : at + 2] != []:
        return words[at + 1] in PREPOSITIONS | DIRECTIONS.keys() | {
            "away",
            "elsewhere",
        }  # and no "looks tired"
    return plain_form(verb, _STATIVE) not in _STATIVE


def _verb_at(scope: Scope, words: list[str]) -> int | None:
    """Where the verb of a condition stands, after a pronoun, a name or a noun."""
    who, length = leading_person(scope, words)
    if who is None:
        length = 1
        if words[:1] and words[0] in DETERMINERS:
            length = 2
            while length < len(words) - 1 and stem(words[length]) in scope.nouns.by_stem:
                length += 1
    at = skip_adverbs(words, length)
    return at if at < len(words) else None


def _is_leave(scope: Scope, stretch: Stretch) -> bool:
    """Whether the condition only asks for leave, or for a moment, of what costs nothing: "… if she looks away"."""
    order = without_lead([word for word in stretch.words if word not in FIRST and word not in ADVERBS])
    meanings = scope.nouns.verbs.at_start(order)[0][:1] if order else ()
    return stretch.trails and bool(meanings) and meanings[0] in _COSTLESS


def _order_in(words: list[str]) -> list[str]:
    """The order of "go up", "I go up", "I will go up"."""
    order = without_lead(words)
    return without_lead(order[1:]) if order[:1] and order[0] in FIRST else order


def _is_costly(scope: Scope, words: list[str]) -> bool:
    """Whether a deed leads away, takes long, or cannot be taken back."""
    order = _order_in(words)
    return bool(order) and not _COSTLY.isdisjoint(scope.nouns.verbs.at_start(order)[0][:1])


def _is_watched(scope: Scope, words: list[str], subject: list[str]) -> bool:
    """Whether something is to be stolen once somebody here gives the chance: done before, it is seen."""
    order = _order_in(words)
    meanings, length = scope.nouns.verbs.at_start(order) if order else ((), 0)
    if meanings[:1] not in (("take",), ("steal",)) or leading_person(scope, subject)[0] not in scope.people:
        return False
    found = resolve(scope, order[length:], frozenset({"item"})) if order[length:] else None
    item = scope.world.items.get(found.thing) if found is not None and found.fit >= _NAMED else None
    return meanings[0] == "steal" or (item is not None and item.owner in scope.people)


def _lasts(scope: Scope, words: list[str]) -> bool:
    order = _order_in(words)
    return bool(order) and scope.nouns.verbs.at_start(order)[0][:1] in (("wait",), ("sleep",))
