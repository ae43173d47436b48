"""What comes of small handling of a thing in view: tied, turned, dipped, bitten, leaned on. Pure.

A Game Master does not say back that somebody turns the labels round: they say how it looks now, and it stays so. Which
outcome is told depends on the kind of handling and on what the thing is (`small_handling.yaml`); what its writer wrote
for it (`handled:`) comes first. It is told in the player's own names for things, which
`narration/understudy/echoes.py` judges as it judges every word that is told back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import get_args

from pydantic import BaseModel, ConfigDict

from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.clauses.split import without_lead
from gamemaster.language.gestures.figures_of_speech import tells_how_one_is
from gamemaster.language.ideas import second_person, takes_strength
from gamemaster.language.names.normalization import plain, stem, words_of
from gamemaster.language.names.noun_index import resolve, scope_of
from gamemaster.language.portions import HOLDS
from gamemaster.language.tables.function_words import ADVERBS, CLOTHES, DETERMINERS, PREPOSITIONS
from gamemaster.language.tables.materials import MATERIALS, THINGS
from gamemaster.language.tables.verb_forms import infinitive, skip_adverbs
from gamemaster.language.wording.agreement import is_plural
from gamemaster.language.wording.stock_lines import fill, name_of
from gamemaster.narration.understudy.deeds.senses import (
    TESTS,
    is_a_test,
    material_of,
    part_at_hand,
    test_meant,
)
from gamemaster.narration.understudy.improvisation import serves_a_purpose
from gamemaster.rules import proposal as ops
from gamemaster.rules.proposal import Bound, Intent, Operation
from gamemaster.rules.state import StoryState
from worlds.offers import offers_of
from worlds.safe_yaml import load_packaged
from worlds.schema import PLAYER, Feature, Handling, Item, World
from worlds.verbs import BASE_VERBS


class Outcome(BaseModel):
    """What comes of a kind of handling for some things. Several words stand in one string, with spaces."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    of: str = ""  # classes, one of which the thing is
    other: str = ""  # classes, one of which the other thing is
    to: str = ""  # prepositions, one of which stands before the other thing
    said: str = ""  # words, one of which was said
    body: bool = False  # the other thing is the player's own body
    own: bool = False  # the other thing is something that the player wears
    text: list[str]
    left: str = ""
    bound: Bound = ""


class KindOfHandling(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    verbs: str
    of: str = ""
    to: str = ""
    not_to: str = ""
    said: str = ""
    with_body: bool = (
        False  # done with a part of the body, which is no thing handled: "stick a finger in the pitch"
    )
    upon: bool = False  # its verb takes no object: what it is done on or under is the thing
    outcomes: list[Outcome]

    @property
    def takes_body(self) -> bool:
        """Whether a part of the player's own body may be what is handled."""
        return self.with_body or any("body" in of.split() for of in (self.of, *(one.of for one in self.outcomes)))


class Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    classes: dict[str, str]
    kinds: dict[str, KindOfHandling]


@lru_cache
def table() -> Table:
    found = Table.model_validate(load_packaged(__package__ or "", "small_handling.yaml"))
    if unknown := {*get_args(Handling)} - found.kinds.keys() - TESTS:
        raise ValueError(f"`handled:` takes {sorted(unknown)}, and no deed is ever one of them")
    return found


@lru_cache
def _classes_by_word() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for name, words in table().classes.items():
        for word in words.split():
            found.setdefault(stem(word), set()).add(name)
    return {word: frozenset(names) for word, names in found.items()}


@lru_cache
def _kinds_by_verb() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for name, kind in table().kinds.items():
        for verb in kind.verbs.split():
            found.setdefault(verb, []).append(name)
    return {verb: tuple(names) for verb, names in found.items()}


def is_small_handling(verb: str) -> bool:
    """Whether a verb is one of small handling: what it does is done in a minute, and undone in another."""
    return verb in _kinds_by_verb()


@dataclass(frozen=True)
class Deed:
    """The words of a small deed in their parts."""

    verb: str
    thing: str  # the words for what is handled, or none
    preposition: str = ""
    other: str = ""  # the words after it
    said: frozenset[str] = frozenset()

    @property
    def where(self) -> str:
        return f"{self.preposition} {self.other}" if self.other else ""


_PARTICLES = frozenset("up out off down over open shut about around on together back apart aside".split())
_ENDS = frozenset(
    """and so while until till then like as again twice once thrice open shut apart together aside away back upside
    halfway half until drop fall thump closer nearer""".split()
) | (ADVERBS - {"all"})
# How a thing is to be in the end.
_RESULTS = frozenset(
    "flat small tight tighter closer straight straighter smooth clean dry thin even loose looser".split()
)
_ONESELF_TURNED = frozenset("round around about to toward towards away".split())  # "turn round the stove"
_LEADING = DETERMINERS | {"all", "both", "every", "each", "what", "whatever"}
_PRONOUNS = frozenset("it them this that these those him her".split())


def deed_of(words: str) -> Deed | None:
    """A small deed out of a clause: its verb, what it is done to, and what stands after a preposition."""
    said = without_lead([word for word in words_of(plain(words)) if word != ","])
    said = said[skip_adverbs(said, 0) :]
    said = plainly_put(said[1:] if said[:1] in (["i"], ["we"]) else said)
    if not said or infinitive(said[0]) not in _kinds_by_verb() or tells_how_one_is(said) or "tongue" in said[:3]:
        return None
    kinds = [table().kinds[name] for name in _kinds_by_verb()[infinitive(said[0])]]
    rest = said[1:]
    while rest and rest[0] in ADVERBS - PREPOSITIONS:
        rest = rest[1:]
    if said[0].startswith("turn") and rest[:1] != [] and rest[0] in _ONESELF_TURNED:
        return None
    upon = any(kind.upon for kind in kinds)
    if rest and not upon and rest[0] in _PARTICLES and rest[1:]:
        rest = rest[1:]  # "turn on the radio", "wind up the clock"
    thing, rest = _phrase(rest)
    at = next((n for n, word in enumerate(rest) if word in PREPOSITIONS), None)
    preposition, other = "", ""
    if at is not None:
        while rest[at + 1 : at + 2] and rest[at + 1] in PREPOSITIONS:
            at += 1  # "up on", "out of"
        preposition = rest[at]
        other, _ = _phrase(rest[at + 1 :])
    of_the_body = (
        bool(thing) and stem(thing.split()[-1]) in BODY and thing.split()[0] in ("my", "a", "the", "one")
    )
    if upon and thing and other and not of_the_body and all(kind.upon or kind.takes_body for kind in kinds):
        return None  # "lean an oar against the wall": it is the oar that leans
    if (upon and not thing) or (of_the_body and other and any(kind.with_body for kind in kinds)):
        thing = other
    return Deed(infinitive(said[0]), thing, preposition, other, frozenset(said))


_LENDING = frozenset({"give", "gives", "have", "has", "take", "takes"})


def plainly_put(words: list[str]) -> list[str]:
    """A deed with the verb that its noun stands for: "give it a good shake", "take a bite of the apple"."""
    at = next((n for n, word in enumerate(words) if n and word in ("a", "an", "another")), 0)
    if words[:1] == [] or words[0] not in _LENDING or not at:
        return words
    noun = next((n for n in range(at + 1, min(len(words), at + 4)) if _is_a_deed(words[n])), 0)
    if not noun:
        return words
    after = words[noun + 1 :]
    if words[0] in ("give", "gives"):
        return [words[noun], *words[1:at], *after]
    return [words[noun], *after[bool(after) and after[0] in ("of", "at", "from", "on") :]]


def as_a_test(state: StoryState, intent: Intent) -> Intent:
    """A gesture that is a small experiment with what is at hand, as that: "give it a shake" shakes it."""
    given = intent.verb == "give" and intent.recipient is None
    words = (intent.topic or intent.words).split() if intent.verb == "express" or given else []
    put = plainly_put(words)
    thing = next(iter(intent.objects), "") or (
        state.focus.get("it", "") if not _PRONOUNS.isdisjoint(put) else ""
    )
    if put == words or not is_a_test(put[0]) or not thing:
        return intent
    if given and put[0] in BASE_VERBS:
        return intent.model_copy(update={"verb": put[0], "words": " ".join(put)})  # "give the door a push"
    verb = {"smell": "smell", "sniff": "smell", "taste": "taste"}.get(put[0], "touch")
    changed = {"verb": verb, "role": "act", "objects": (thing,), "topic": None, "words": " ".join(put)}
    return intent.model_copy(update=changed)


def _is_a_deed(word: str) -> bool:
    return is_small_handling(word) or is_a_test(word)


def _phrase(words: list[str]) -> tuple[str, list[str]]:
    """The noun phrase at the start of some words, with its article, and what comes after it."""
    start = next((n for n, word in enumerate(words) if word not in _LEADING), len(words))
    taken = words[:start]
    for word in words[start:]:
        beside = word == "next" and len(taken) == start  # "on the next keel"
        ends = word in PREPOSITIONS | _ENDS or (word in DETERMINERS and taken[-1:] != ["of"])
        if ends and word != "of" and not beside:
            break
        taken.append(word)
    if len(taken) > start + 1 and taken[-1] in _RESULTS:
        taken = taken[:-1]  # "fold the letter small"
    rest = words[len(taken) :]
    if taken and taken[-1] in ("times", "time"):
        taken = taken[:-2]
    if taken and taken[0] not in _LEADING | _PRONOUNS | {"me", "myself"} and not taken[0].endswith("'s"):
        taken = ["the", *taken]
    return " ".join(taken), rest


def outcome_of(
    world: World, state: StoryState, intent: Intent, planned: list[Operation]
) -> list[Operation] | None:
    """The operations with what comes of small handling in place of a bare echo, of nothing, or of long work at it.

    None where something else comes of the deed, or of no kind that the table knows.
    """
    if intent.role not in ("act", "emote") or not planned:
        return None
    if (written := _as_its_writer_says(world, state, intent, planned)) is not None:
        return written
    on_oneself = intent.recipient == PLAYER  # "balance the coin on my nose" is read as keeping it
    if all(isinstance(one, ops.Take) for one in planned) and (intent.verb == "take" or on_oneself):
        if not _OUT_OF.isdisjoint(intent.words.split()):
            return None  # "slide the record out of its sleeve": it is in the hand, and no further on
        planned = [
            *planned,
            ops.Express(what=intent.words[:120] or "take it", how="handling"),
        ]  # "hold it to the light"
    if not any(_is_bare(one) for one in planned):
        return None
    if any(isinstance(one, (ops.Use, ops.Move, ops.Give)) for one in planned):
        return None
    typed = next(
        (one.what for one in planned if isinstance(one, ops.Express) and one.how != "thought"), intent.words
    )
    deed = deed_of(intent.words or typed)
    if deed is None or _is_about_somebody(world, state, intent, deed) or serves_a_purpose(intent):
        return None
    if "so" in deed.said or intent.purpose == TO_READ:
        return None  # "turn it so it faces the door": how it is to be is told with the deed
    put_down = (deed.verb, deed.preposition) == ("put", "down")
    if put_down or (deed.verb in _LAYING and any(isinstance(one, ops.Drop) for one in planned)):
        return None  # "put the lamp down": it is laid down, and no lamp is turned down
    shown = _express(world, state, intent, deed, planned)
    if shown is None:
        return None
    at = next(n for n, one in enumerate(planned) if _is_bare(one))
    return [*planned[:at], shown, *planned[at + 1 :]]


def _as_its_writer_says(
    world: World, state: StoryState, intent: Intent, planned: list[Operation]
) -> list[Operation] | None:
    """What a writer wrote for a shake, a sniff, a turn, in place of a look at the thing or what its material tells."""
    part = part_at_hand(world, state, next(iter(intent.objects), ""))
    if part is None or not part.handled:
        return None
    test, deed = test_meant(intent), deed_of(intent.words)
    texts = part.handled.get(test, ()) if test in _WRITTEN_TESTS else ()
    if not texts and deed is not None and _is_it(part, deed) and not serves_a_purpose(intent):
        texts = _as_written(part, deed)
    tried = any(isinstance(one, ops.Try | ops.Notice | ops.Express) for one in planned)
    if not texts or not tried or any(isinstance(one, ops.Use | ops.Move | ops.Give) for one in planned):
        return None
    return [
        *(one for one in planned if isinstance(one, ops.Take)),
        ops.Express(what=intent.words[:120] or intent.verb, how="handling", came=texts),
    ]


TO_READ = "to read it"  # and what there is to see by it is what is read
_OUT_OF = frozenset({"out", "off", "from"})
_WRITTEN_TESTS: frozenset[Handling] = frozenset(get_args(Handling))
_LAYING = frozenset({"put", "lay", "rest", "let", "lean"})
_LONG_WORK = frozenset({"craft", "finesse", "endure", "sabotage", "build"})
_NOTHING = frozenset({"", "nothing_happens"})
_FELT = frozenset(
    {"wipe", "touch"}
)  # senses of which the table tells more where the deed is a kind of its own


def _is_bare(operation: Operation) -> bool:
    """Whether an operation only says the deed back, says that nothing comes of it, or makes long work of it."""
    if isinstance(operation, ops.Express):
        shown = operation.how in ("gesture", "handling") and not operation.came
        return shown and operation.to is None and operation.kind is None  # somebody takes it in some way
    if isinstance(operation, ops.Attempt):
        return operation.stance in _LONG_WORK
    if isinstance(operation, ops.Enjoy):
        return operation.offer == "food"
    if isinstance(operation, ops.Drop):
        return operation.on is None and not operation.where
    return isinstance(operation, ops.Try) and (
        operation.why in _NOTHING or operation.why.partition("_")[0] in _FELT
    )


def _is_about_somebody(world: World, state: StoryState, intent: Intent, deed: Deed) -> bool:
    """Whether the deed is done to a person: how they take it is not told by what they are made of."""
    own = intent.recipient == PLAYER and _is_on_oneself(deed)  # "tie the rope round my waist"
    beings = {*world.characters, *world.threats} | (set() if own else {PLAYER})
    if not beings.isdisjoint({*intent.objects, intent.recipient}):
        return True
    names = {
        word
        for who in state.present()
        for word in words_of(plain(world.characters[who].name))
        if word not in DETERMINERS
    }
    said = {*deed.thing.split(), *deed.other.split()}
    return not names.isdisjoint(said) or (
        bool(state.present()) and not {"him", "his", "her"}.isdisjoint(said)
    )


def _is_on_oneself(deed: Deed) -> bool:
    """Whether a thing is put on the player's own body, or on what they wear."""
    return not {"body", "worn"}.isdisjoint(classes_of(None, deed.other))


def _express(
    world: World, state: StoryState, intent: Intent, deed: Deed, planned: list[Operation]
) -> ops.Express | None:
    thing = _at_hand(world, state, intent, deed)
    part = part_at_hand(world, state, thing)
    named = deed.thing if deed.thing.removeprefix("the ") not in _PRONOUNS else ""
    if part is not None and not named:
        named = name_of(world, thing)
        if "it" in deed.said and thing not in world.items and is_plural(named) and named.endswith("s"):
            named = f"the {named.split()[-1].removesuffix('s')}"  # of one that was taken: "a sheet …, fold it"
    elif part is not None and _is_own_name(part, named):
        own = part.name.split()
        named = " ".join([named.split()[0], *own[own[0].casefold() in DETERMINERS :]])
    named = named or deed.thing
    if not named:
        return None
    if part is None and named.split()[0] in ("a", "an") and not classes_of(None, named) - {"many"}:
        return None  # "turn a cartwheel": no thing
    written = _as_written(part, deed)
    outcome = None if written else _fitting(world, part, intent, deed, named)
    if not written and outcome is None:
        return None
    if outcome is not None and what_is_tried(planned) and classes_of(part, named).isdisjoint(_LOOSE_PARTS):
        return None  # a valve, a fire, a machine: what its writer's rules alone change is not told as changed
    spent = any(isinstance(one, ops.Attempt) for one in planned) and takes_strength(words_of(intent.words))
    if spent:
        return None  # "heave the chest aside" is tried with all one's strength
    what = next((one.what for one in planned if isinstance(one, ops.Express)), intent.words)
    how = next((one.how for one in planned if isinstance(one, ops.Express)), "handling")
    names = _names(deed, named)
    on = thing if part is not None and _is_it(part, deed) else None
    if outcome is None:
        return ops.Express(what=what[:120], how=how, came=written, on=on)
    came = tuple(fill(text, **names) for text in outcome.text)
    left = re.sub(r"\{(\w+)\}", lambda found: names[found[1]], outcome.left)
    bound: Bound = "player" if left and _is_on_oneself(deed) else outcome.bound
    on = None if outcome.bound == "player" else on  # a piece that came off it
    return ops.Express(what=what[:120], how=how, came=came, left=left[:80], on=on, bound=bound)


def _is_it(part: Feature | Item, deed: Deed) -> bool:
    """Whether a thing at hand is what is handled, and not only what it is handled with, or where it grew."""
    words = words_of(plain(deed.thing))
    return not words or deed.thing in _PRONOUNS or _is_called(part, words[-1])


def _is_called(part: Feature | Item, word: str) -> bool:
    """Whether a word is one of the names of a thing, in the singular or the plural."""
    return any(stem(word) in map(stem, words_of(plain(name))) for name in (part.name, *part.aliases))


# Of some worlds they are things that are carried; whose they are said to be, has them on.
_WORN_AS_THINGS = frozenset("cloak cape gown dress skirt robe shawl cuff hem stocking vest breeches".split())

_LOOSE_PARTS = frozenset({"paper", "book", "item"})


def what_is_tried(planned: list[Operation]) -> bool:
    """Whether the plan says that the deed is tried, and that nothing changes."""
    return any(isinstance(one, ops.Express) and one.what.startswith("try to ") for one in planned)


def _is_own_name(part: Feature | Item, named: str) -> bool:
    """Whether the words for a thing are its name, which has capitals and marks that were not typed."""
    own = [word for word in words_of(plain(part.name)) if word not in DETERMINERS]
    said = [word for word in words_of(plain(named)) if word not in DETERMINERS]
    return said == own


def _at_hand(world: World, state: StoryState, intent: Intent, deed: Deed) -> str:
    """What is handled, of what is here: what was named first, or where nothing was, what was spoken of last."""
    first = next((one for one in (*intent.objects, intent.recipient, intent.tool) if one is not None), "")
    if not first and deed.thing and deed.thing not in _PRONOUNS:
        words = [word for word in deed.thing.split() if word not in _LEADING]
        found = resolve(scope_of(world, state), words, _THINGS) if words else None
        first = found.thing if found is not None and found.fit >= SURE else ""
    first = first or (state.focus.get("it", "") if not deed.thing or deed.thing in _PRONOUNS else "")
    return first if part_at_hand(world, state, first) is not None else ""


_THINGS = frozenset({"item", "feature"})
SURE = 86  # fit of a name from which on it is one


def _as_written(part: Feature | Item | None, deed: Deed) -> tuple[str, ...]:
    """What the writer of a thing wrote for this kind of handling."""
    if part is None:
        return ()
    of_verb = _kinds_by_verb()[deed.verb]
    kinds = [name for name in of_verb if _is_so_put(table().kinds[name], deed)] or of_verb
    return next((texts for kind in kinds for own, texts in part.handled.items() if own == kind), ())


def _is_so_put(kind: KindOfHandling, deed: Deed) -> bool:
    """Whether a deed is of a kind of handling by its words, whatever is handled: to turn a radio on is to switch it."""
    if (kind.said and deed.said.isdisjoint(kind.said.split())) or deed.preposition in kind.not_to.split():
        return False
    return not kind.to or deed.preposition in kind.to.split()


def _fitting(
    world: World, part: Feature | Item | None, intent: Intent, deed: Deed, named: str
) -> Outcome | None:
    classes = classes_of(part, named)
    others = classes_of(None, deed.other)
    for name in _kinds_by_verb()[deed.verb]:
        kind = table().kinds[name]
        if not _is_so_put(kind, deed):
            continue
        if ("body" in classes and not kind.takes_body) or "beast" in classes:
            continue  # "fold my arms", "climb on the cow": told as they were typed
        if not _is_of(kind.of, classes):
            continue
        for outcome in kind.outcomes:
            if "worn" in classes and outcome.of != "covering":
                continue  # "tie my scarf" is told as it was typed, and "pull my cloak round me" as what warms
            if not _is_of(outcome.of, classes) or not _is_of(outcome.other, others):
                continue
            if outcome.to and (not deed.other or deed.preposition not in outcome.to.split()):
                continue
            if outcome.said and deed.said.isdisjoint(outcome.said.split()):
                continue
            if (outcome.body and "body" not in others) or (outcome.own and "worn" not in others):
                continue
            if named in _PRONOUNS and any("{thing}" in text for text in outcome.text):
                continue
            if not deed.other and any("{where}" in text or "{other}" in text for text in outcome.text):
                continue
            return outcome
    return None


def _is_of(wanted: str, classes: frozenset[str]) -> bool:
    return not wanted or not classes.isdisjoint(wanted.split())


def classes_of(part: Feature | Item | None, named: str) -> frozenset[str]:
    """What a thing is: by the words for it, and where it is one of the world's, by what its writer says of it."""
    words = words_of(plain(named.partition(" of ")[0] if part is None else named))
    words = [word for word in words if word not in DETERMINERS]
    head = words[-1] if words else ""
    found = set(_classes_by_word().get(stem(head), ()))
    if stem(head) in BODY or head in ("me", "myself"):
        found.add("body")
    if words_of(plain(named))[:1] == ["my"] and any(
        stem(word) in CLOTHES | _WORN_AS_THINGS for word in words
    ):
        found.add("worn")  # also of "my apron tighter"
    if is_plural(named):
        found.add("many")
    found.update(made for made, names in (*MATERIALS.items(), *THINGS.items()) if {head, stem(head)} & names)
    if part is None:
        return frozenset(found)
    if head and not _is_called(part, head):
        return frozenset({*found, material_of(part, named)})  # "the brush" of a pot of pitch
    if not found - {"many"}:
        for name in (part.name, *part.aliases):
            found.update(_classes_by_word().get(stem(words_of(plain(name))[-1]), ()) if name else ())
    offers = offers_of(part)
    found.add(material_of(part, named))
    found.update({"food", "light"} & set(offers))
    found.update({"warm"} if "warmth" in offers else ())
    found.update({"seat"} if "rest" in offers else ())
    if isinstance(part, Item):
        found.update(("item", *part.tags))
    else:
        found.add("feature")
    if stem(head) in HOLDS:
        found.add("vessel")
    return frozenset(found)


def _names(deed: Deed, thing: str) -> dict[str, str]:
    """What stands for the names in an outcome's wordings, told of the player: "my waist" is "your waist"."""
    named, other = second_person(thing.split()), second_person(deed.other.split())
    several = is_plural(named)
    return {
        "thing": named,
        "it": "them" if several else "it",
        "its": "their" if several else "its",
        "other": other,
        "where": f"{deed.preposition} {other}".strip() if other else "",
    }
