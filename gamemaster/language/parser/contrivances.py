"""Deeds by which one thing is to pass for another, or serves for what it was not made for. Pure.

"Stuff my coat with straw so it looks like a man", "press the wax into the lock to get its shape", "use the bowl as a
helmet": what such a deed is for makes it one, whatever its verb does otherwise. It is found in a sentence before that
is cut into stretches, for its verbs run over several clauses and its purpose is a part of it. What comes of it:
`narration/understudy/contrivances/`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gamemaster.language.clauses.clause_ends import trim_joints
from gamemaster.language.clauses.expressions import BODY, is_expression
from gamemaster.language.clauses.split import without_lead
from gamemaster.language.english import Forms, Words
from gamemaster.language.ideas import CONTRIVE
from gamemaster.language.names.normalization import SPEECH, stem
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.rule_phrases import rule_named
from gamemaster.language.parser.parse_state import NAME_WORDS, NAMED_FIT, text_of
from gamemaster.language.tables.function_words import DETERMINERS, PREPOSITIONS
from gamemaster.language.tables.verb_forms import plain_form
from gamemaster.language.talk.questions.questions_put import is_question
from gamemaster.rules.proposal import Intent
from gamemaster.rules.reach import threats_here
from worlds.schema import PLAYER

_FORMS = Forms(__name__)
_WORDS = Words(__name__)
_LONGEST_LIKENESS = 8  # words
_OPENING = re.compile(r"^(?:(?:ok|okay|so|now|well|then|and|right|alright)\b(?: ?,)? ?)+(?=\S+ \S)")
_JOINT = re.compile(r" ?, (?:and )?(?:then )?| and (?:then )?| then ")


@dataclass(frozen=True)
class Contrivance:
    """Such a deed in its sentence: what stands before it, its intent, its own words, and what comes after."""

    before: list[str]
    intent: Intent
    deed: list[str]
    after: list[str]


def contrivance_in(scope: Scope, words: list[str]) -> Contrivance | None:
    """The deed of this kind that a sentence tells of; None where it tells of none, or a writer's rule is meant."""
    if SPEECH in words or is_question(words) or rule_named(scope, words) is not None:
        return None
    text = _OPENING.sub("", " ".join(words))
    found = _seeming(scope, text) or _of_one_clause(scope, text)
    if found is None or rule_named(scope, found.deed) is not None or threats_here(scope.state):
        return None
    return found


# ---- made to look like something ----


def _seeming(scope: Scope, text: str) -> Contrivance | None:
    """ "Stuff my cloak with straw and leave it in the corner so it looks like someone asleep, then go out"."""
    for found in _FORMS["looks"].finditer(text):
        like, after = _until_an_order(scope, next(filter(None, found.groups())))
        shaped = found.end("like4") > 0  # "heap the hay into the shape of a sleeper": the deed itself says so
        before, deed = _last_clauses(text[: found.start()] + (found[0][: len(found[0]) - len(after)] if shaped else ""))
        person = _FORMS["person"].fullmatch(like) is not None
        if not deed or not like or len(like.split()) > _LONGEST_LIKENESS or _is_no_likeness(like, person):
            continue
        verbs = {_verb_of(one) for one in _JOINT.split(deed)}
        oneself = " i look" in found[0] and not shaped
        if verbs.isdisjoint(_WORDS["working"]) and not person and not (oneself and verbs & _WORDS["staining"]):
            continue
        things = _things_in(scope, deed.split(), before)
        if not things and not _names_what_lies_about(deed):
            continue
        kind = "oneself" if oneself else "dummy" if person else "likeness"
        intent = Intent(verb=CONTRIVE, objects=things, topic=kind, purpose=like[:300])
        return _in_its_place(before, intent, deed, after)
    return None


def _is_no_likeness(like: str, person: bool) -> bool:
    """Whether the words say how something is, and not what it is to pass for: "she is wearing it", "there are more"."""
    return like.split()[0] in _SOMEBODY_ELSE or (like.startswith("there ") and not person)


_SOMEBODY_ELSE = frozenset({"it", "that", "this", "he", "she", "they", "these", "those"})


def _until_an_order(scope: Scope, like: str) -> tuple[str, str]:
    """What something is to look like, and the order that follows it."""
    for joint in _JOINT.finditer(like):
        rest = without_lead(like[joint.end() :].split())
        shown = len(rest) > 1 and is_expression(scope, rest)
        if rest and (rest[0] == "i" or rest[0] in scope.nouns.verbs.base or shown):
            return like[: joint.start()].strip(" ,"), like[joint.end() :]
    return like.strip(" ,"), ""


def _last_clauses(text: str) -> tuple[str, str]:
    """The words before the clauses of making and placing that end a text, and these; none where it ends in another."""
    parts = [*_JOINT.split(text)]
    ends = [found.end() for found in _JOINT.finditer(text)]
    first = len(parts)
    for at in range(len(parts) - 1, -1, -1):
        verb = _verb_of(parts[at])
        more = not verb and at and _verb_of(parts[at - 1])  # "stuff my coat and pillow in the bunk"
        if not more and verb not in _WORDS["working"] | _WORDS["placing"]:
            break
        first = at
    start = ([0, *ends])[first] if first < len(parts) else len(text)
    return text[:start], text[start:]


def _verb_of(clause: str) -> str:
    """The verb of making or placing that a clause begins with; empty where it begins with none."""
    words = clause.split()
    words = without_lead(words[words[:1] in (["i"], ["we"]) :]) if words else words
    known = _WORDS["working"] | _WORDS["placing"]
    verb = plain_form(words[0], known) if words else ""
    return verb if verb in known else ""


# ---- pressed in, used as, made of ----


def _of_one_clause(scope: Scope, text: str) -> Contrivance | None:
    """A contrivance that is one clause of a sentence, with what follows it."""
    starts = [0, *(found.end() for found in _JOINT.finditer(text))]
    for start in starts:
        clause = text[start:]
        clause = clause.removeprefix("i ").removeprefix("we ")
        for kind, read in _READERS:
            if (found := read(scope, kind, clause, text[:start])) is not None:
                intent, deed, after = found
                return _in_its_place(text[:start], intent, deed, after)
    return None


def _print_in(scope: Scope, kind: str, clause: str, before: str) -> tuple[Intent, str, str] | None:
    """ "Press the wax into the lock to get its shape", "take an impression of the key in the wax"."""
    found = _FORMS["impression"].fullmatch(clause) or _FORMS["printed"].fullmatch(clause)
    if found is None:
        return None
    soft, hard = found["one"], found["other"]
    if not _gives(scope, soft, before) and _gives(scope, hard, before) and "impression" not in found.re.groupindex:
        soft, hard = hard, soft
    of_shape = bool(found.groupdict().get("end")) or found.re is _FORMS["impression"]
    things = (_thing_named(scope, soft, before), _thing_named(scope, hard, before))
    words = hard.split()
    if words[0] == "my" and stem(words[-1]) in BODY:
        things = (things[0], PLAYER)
    if None in things or things[0] == things[1] or not (_is_soft(soft) or (of_shape and things[0] is not None)):
        return None
    made = Intent(verb=CONTRIVE, objects=tuple(map(str, things)), topic=kind, purpose=f"{soft} ; {hard}"[:300])
    return made, clause[: found.start("end")] if found.groupdict().get("end") else clause, ""


def _makeshift_in(scope: Scope, kind: str, clause: str, before: str) -> tuple[Intent, str, str] | None:
    """ "Use the bowl as a helmet", "turn the crate over for a stool"."""
    found = _FORMS["served"].fullmatch(clause)
    if found is None:
        return None
    named, role = (next(filter(None, (found[f"{name}{n}"] for n in ("", 2, 3)))) for name in ("thing", "role"))
    role, after = _until_an_order(scope, role)
    role, _, for_what = role.partition(" to ")
    if _JOINT.search(named) is not None:
        return None  # "turn a mug upside down and use it as a drum" has another clause for it
    thing = _thing_named(scope, named, before)
    if thing is None or not _WORDS["earnest"].isdisjoint(role.split()):
        return None
    deed = clause[: len(clause) - len(after)].strip(" ,") if after else clause
    deed = deed.removesuffix(f" to {for_what}") if for_what else deed
    deed = re.sub(r" (?:,|and|then)$", "", deed)
    return Intent(verb=CONTRIVE, objects=(thing,), topic=kind, purpose=role[:300]), deed, after


def _thing_made_in(scope: Scope, kind: str, clause: str, before: str) -> tuple[Intent, str, str] | None:
    """ "Make a scarecrow out of my cloak and a pitchfork": of what one carries, so that it is no great work."""
    found = _FORMS["made_of"].fullmatch(clause)
    if found is None:
        return None
    of, after = _until_an_order(scope, found["of"])
    things = _things_in(scope, of.split(), before)
    person = _FORMS["person"].fullmatch(found["like"]) is not None
    loose = _is_soft(of) or (person and _names_what_lies_about(of))
    if not loose and not any(thing in scope.world.items for thing in things):
        return None
    kind = "dummy" if person else kind
    deed = clause[: found.start("of")] + of
    return Intent(verb=CONTRIVE, objects=things, topic=kind, purpose=found["like"][:300]), deed, after


def _hoist_in(scope: Scope, kind: str, clause: str, before: str) -> tuple[Intent, str, str] | None:
    """ "Hook myself onto the derrick rope and winch myself up": nobody lifts themselves by their own strength alone."""
    words = clause.split()
    if _FORMS["hoisted"].fullmatch(clause) is None or _WORDS["hauling"].isdisjoint(words):
        return None
    return Intent(verb=CONTRIVE, objects=_things_in(scope, words, before)[:1], topic=kind), clause, ""


_READERS = (("print", _print_in), ("makeshift", _makeshift_in), ("made", _thing_made_in), ("hoist", _hoist_in))


# ---- what is named ----


def _in_its_place(before: str, intent: Intent, deed: str, after: str) -> Contrivance:
    if (put := _PUT_SOMEWHERE.match(after)) is not None:  # "… and leave it in my bunk"
        deed, after = f"{deed.strip(' ,')} and {put[0]}", after[put.end() :]
    words = trim_joints(deed.split())
    made = intent.model_copy(update={"words": text_of(words)[:300]})
    return Contrivance(trim_joints(before.split()), made, words, trim_joints(after.split()))


_PUT_SOMEWHERE = re.compile(
    r"(?:i )?(?:leave|put|lay|set|stand|prop|hang|lean|place) (?:it|them) (?:(?! and | then |,).)+"
)


def _gives(scope: Scope, phrase: str, before: str) -> bool:
    """Whether what is named takes a print: wax and the like, or something to eat."""
    item = scope.world.items.get(_thing_named(scope, phrase, before) or "")
    return _is_soft(phrase) or (item is not None and "food" in item.tags)


def _is_soft(phrase: str) -> bool:
    return not _WORDS["soft"].isdisjoint(map(stem, phrase.split()))


def _thing_named(scope: Scope, phrase: str, before: str) -> str | None:
    things = _things_in(scope, phrase.split(), before)
    carried = (thing for thing in things if scope.state.items.get(thing) == PLAYER)
    return next(carried, next(iter(things), None))  # "the tallow from my candle" is the candle's


def _things_in(scope: Scope, words: Sequence[str], before: str = "") -> tuple[str, ...]:
    """The things at hand that words name, in their order; "it" is what was named last `before` them."""
    found: list[str] = []
    at = 0
    while at < len(words):
        length = 1
        if words[at] in ("it", "them"):
            it = next(reversed(_things_in(scope, before.split())), scope.focus.get("it")) if not found else None
            found += [it] if it is not None and scope.reach(it) else []
        elif words[at] not in DETERMINERS | PREPOSITIONS:
            for end in range(min(len(words), at + NAME_WORDS), at, -1):
                named = resolve(scope, list(words[at:end]), frozenset({"item", "feature"}))
                if named is not None and named.fit >= NAMED_FIT and scope.reach(named.thing):
                    found.append(named.thing)
                    length = end - at
                    break
        at += length
    kinds = scope.nouns.kinds
    return tuple(thing for thing in dict.fromkeys(found) if kinds.get(thing) in ("item", "feature"))


def _names_what_lies_about(deed: str) -> bool:
    words = deed.split()
    return "my" in words or not _WORDS["about"].isdisjoint(map(stem, words))
