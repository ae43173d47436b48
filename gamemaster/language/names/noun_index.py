"""Which thing of the world a player's words name: an index of all names, and the best match in a scene. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from gamemaster.language.names.normalization import plain, stem, words_of
from gamemaster.language.names.verb_index import Verbs, build_verbs
from gamemaster.language.tables.function_words import (
    AUXILIARIES,
    DETERMINERS,
    DIRECTIONS,
    PREPOSITIONS,
    RESULT_WORDS,
    THEIR_OWN,
)
from gamemaster.rules import reach
from gamemaster.rules.state import StoryState
from worlds.per_world import per_world
from worlds.rules import all_rules
from worlds.schema import PLAYER, Character, Exit, World

REACH, KNOWN, ANYWHERE = 16, 6, 0  # added to the score of a match by where the thing is
PASSED_BY = KNOWN - 2  # of a fixture where the player has been, and that they have not looked at
SUITED = 5  # added where the thing is of a kind that the verb is for
_PART = 76  # the words are part of a name, but not the word it turns on
_TOGETHER = 88  # the words are all in names of the thing, but not in one of them
ENOUGH = 60  # below this a match is no match
# Words that stand for somebody or something. As a name (a thing that people call "it") they name only what is here.
_STAND_INS = frozenset("it he she him her they them this that thing something one someone".split())
_NUMBERS = frozenset("two three four five six seven eight nine ten".split())
_SMALL = frozenset("the a an of in on at to and for with from s by".split())


@dataclass(frozen=True)
class Name:
    """One of the names of a thing, as stems without articles."""

    thing: str
    words: tuple[str, ...]
    stems: tuple[str, ...]
    head: str  # the word it turns on: "key" in "key to the store", "knife" in "whalebone knife"
    every: frozenset[str]  # the same stems as a set
    own: bool = True  # the name itself, and no byname


@dataclass(frozen=True)
class Nouns:
    """All names of one world, and its verbs. Built once a world by `nouns_of`."""

    kinds: dict[str, str]  # id: place, item, feature, person or threat
    names: tuple[Name, ...]
    names_of: dict[str, tuple[Name, ...]]  # those of each thing
    by_stem: dict[str, tuple[int, ...]]
    parts: dict[str, frozenset[str]]  # all stems of all names of a thing
    stems: dict[str, frozenset[str]]  # kind: all stems of all names of such things
    whole: dict[tuple[str, ...], frozenset[str]]  # the things that have exactly this name
    exact: dict[str, tuple[str, ...]]  # names of several words as written, for finding them in a sentence
    longest: int
    beginnings: frozenset[str]  # the first words of `exact`
    vocabulary: tuple[str, ...]  # single words of all names
    verbs: Verbs
    exits: dict[str, tuple[tuple[Exit, tuple[Name, ...]], ...]]
    way_stems: dict[str, frozenset[str]]  # place: all stems of the names of the ways out of it
    home: dict[str, str]  # feature: location
    numbers: frozenset[str]  # the numbers that are in names: "the button for nine"
    ruled: frozenset[tuple[str, str]]  # verbs that a rule has for a thing
    order: dict[str, int] = field(default_factory=dict)


@lru_cache(maxsize=16384)
def name_words(name: str) -> tuple[str, ...]:
    """A name as a player would type it: plain words, no leading article."""
    words = [w for w in words_of(plain(name)) if w.isalnum()]
    while len(words) > 1 and words[0] in ("the", "a", "an"):
        words = words[1:]
    return tuple(words)


def _name(thing: str, words: tuple[str, ...], *, own: bool = True) -> Name:
    content = [w for w in words if w not in _SMALL] or words
    before = words[: words.index("of")] if "of" in words[1:] else words
    before = before[: next((i for i, w in enumerate(before) if i and w in _SMALL), len(before))] or words
    stems = tuple(map(stem, content))
    return Name(thing, words, stems, stem(before[-1]), frozenset(stems), own)


def _names_with_title(person: Character) -> Iterator[str]:
    """What a stranger calls somebody by their surname, or their only name: "Mr Tansley" of Job Tansley."""
    parts = person.name.split()
    surname = len(parts) <= len(("Job", "Tansley")) and all(part.istitle() for part in parts)
    if surname and person.unnamed is None and parts[0].casefold().rstrip(".") not in _ANY_TITLE:
        yield from (f"{title} {parts[-1]}" for title in _TITLES.get(person.pronoun, ()))


_TITLES = {
    "he": ("Mr", "Mister", "Master", "Herr", "Signor", "Monsieur"),
    "she": ("Mrs", "Miss", "Ms", "Mistress", "Frau", "Signora", "Madame"),
}
_ANY_TITLE = frozenset(
    """mr mister mrs miss ms mistress dr doctor captain father brother sister sir lady old herr frau fraulein signor
    signora signorina monsieur madame mademoiselle senor senora don donna pan pani""".split()
)


@per_world
def nouns_of(world: World) -> Nouns:
    """The index of a world."""
    kinds: dict[str, str] = {}
    called: dict[str, list[str]] = defaultdict(list)

    def add(thing: str, kind: str, *names: str) -> None:
        kinds[thing] = kind
        called[thing].extend(names)

    for person in world.characters.values():
        by_id = () if person.is_nameless else (person.id,)  # an identifier may hold the name
        once_called = () if person.unnamed is None else (person.unnamed.call,)
        add(person.id, "person", person.name, *person.aliases, *by_id, *once_called, *_names_with_title(person))
    for item in world.items.values():
        add(item.id, "item", item.name, *item.aliases, item.id)
    for _, feature in world.features():
        add(feature.id, "feature", feature.name, *feature.aliases)
    for threat in world.threats.values():
        add(threat.id, "threat", threat.name, *threat.aliases)
    for location in world.locations.values():
        add(location.id, "place", location.name, *location.aliases, location.id)
    names: list[Name] = []
    exact: dict[str, list[str]] = defaultdict(list)
    spelt: dict[str, None] = {}
    for thing, all_names in called.items():
        for words in dict.fromkeys(name_words(name) for name in all_names):
            if not words:
                continue
            names.append(_name(thing, words, own=words == name_words(all_names[0])))
            spelt.update(dict.fromkeys(words))
            if len(words) > 1:
                exact[" ".join(words)].append(thing)
    exits: dict[str, tuple[tuple[Exit, tuple[Name, ...]], ...]] = {}
    for location in world.locations.values():
        ways = []
        for way in location.exits:
            texts = [name_words(text) for text in (way.name, *way.aliases) if text]
            ways.append((way, tuple(_name(way.to, words) for words in texts if words)))
            for words in texts:
                spelt.update(dict.fromkeys(words))
                if len(words) > 1:
                    exact[" ".join(words)].append(way.to)
        exits[location.id] = tuple(ways)
    by_stem: dict[str, list[int]] = defaultdict(list)
    whole: dict[tuple[str, ...], set[str]] = defaultdict(set)
    parts: dict[str, set[str]] = defaultdict(set)
    of_kind: dict[str, set[str]] = defaultdict(set)
    names_of: dict[str, list[Name]] = {thing: [] for thing in called}
    for at, name in enumerate(names):
        whole[name.stems].add(name.thing)
        names_of[name.thing].append(name)
        parts[name.thing].update(name.stems)
        of_kind[kinds[name.thing]].update(name.stems)
        for part in dict.fromkeys(name.stems):
            by_stem[part].append(at)
    return Nouns(
        kinds=kinds,
        names=tuple(names),
        names_of={thing: tuple(own) for thing, own in names_of.items()},
        by_stem={part: tuple(places) for part, places in by_stem.items()},
        parts={thing: frozenset(stems) for thing, stems in parts.items()},
        stems={kind: frozenset(stems) for kind, stems in of_kind.items()},
        whole={stems: frozenset(things) for stems, things in whole.items()},
        exact={phrase: tuple(dict.fromkeys(things)) for phrase, things in exact.items()},
        longest=max((len(phrase.split()) for phrase in exact), default=1),
        beginnings=frozenset(phrase.split()[0] for phrase in exact),
        vocabulary=tuple(word for word in spelt if word not in _SMALL),
        verbs=build_verbs(world),
        exits=exits,
        way_stems={
            place: frozenset(part for _, names in ways for name in names for part in name.stems)
            for place, ways in exits.items()
        },
        ruled=frozenset(
            (verb, thing) for rule in all_rules(world) for verb in rule.verbs for thing in rule.on
        ),
        home={feature.id: location.id for location, feature in world.features()},
        numbers=frozenset(_NUMBERS & spelt.keys()),
        order={thing: at for at, thing in enumerate(kinds)},
    )


@dataclass
class Scope:
    """What is where for the player, as `gamemaster.rules.reach` sees it, and what the pronouns stand for.

    What is where is worked out when somebody first asks: most of those who read in a scene ask for little of it.
    """

    world: World
    state: StoryState
    nouns: Nouns
    focus: dict[str, str]
    talking: bool = False  # the player is in the middle of talking with somebody who is here
    it_is_unnamed: bool = False  # "it" is what the words before named, and what is no thing here
    missed: list[str] = field(default_factory=list)  # named beside what an order is done to, and not here
    # What was read in this scene: many readers of a sentence ask for the same words.
    resolved: dict[Hashable, Match | None] = field(default_factory=dict, init=False, repr=False)
    read: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def near(self) -> dict[str, int]:
        """How near each thing is."""
        return _nearness(self.world, self.state)

    @cached_property
    def ways(self) -> list[Exit]:
        return reach.exits(self.world, self.state)

    @cached_property
    def people(self) -> list[str]:
        return reach.people_here(self.state)

    def reach(self, thing: str) -> bool:
        return self.near.get(thing, ANYWHERE) >= REACH

    def walk_to(self, place: str) -> None:
        """See the scene as whoever has walked there sees it, with those who go along: what follows is done there."""
        along = {
            who: person.model_copy(update={"place": place})
            for who, person in self.state.characters.items()
            if person.following and person.alive
        }
        self.focus = {**self.focus, "back": self.state.place}
        self.state = self.state.model_copy(
            update={"place": place, "characters": {**self.state.characters, **along}}
        )
        for seen in ("near", "ways", "people"):
            self.__dict__.pop(seen, None)
        self.resolved.clear()
        self.read.clear()


def scope_of(world: World, state: StoryState) -> Scope:
    """The scene of a story, for matching words."""
    return Scope(world, state, nouns_of(world), dict(state.focus))


def _nearness(world: World, state: StoryState) -> dict[str, int]:
    near: dict[str, int] = {}
    for place in state.visited:
        near[place] = KNOWN
        for way in world.locations[place].exits:
            near.setdefault(way.to, KNOWN)
        for feature in world.locations[place].notice:
            near[feature] = PASSED_BY
    for who, character in state.characters.items():
        if character.met:
            near[who] = KNOWN
    near.update(dict.fromkeys((*state.noticed, *state.held, *reach.seen_items(world, state)), KNOWN))
    # Naming a hidden thing may find it; it is nearer than anything elsewhere.
    for feature_here in reach.hidden_features(world, state):
        near[feature_here.id] = REACH - 3
    near.update(dict.fromkeys(reach.in_reach(world, state), REACH))
    return near


P = ParamSpec("P")
T = TypeVar("T")


def once_a_scene(read: Callable[Concatenate[Scope, P], T]) -> Callable[Concatenate[Scope, P], T]:
    """Have a reader answer from memory while the scene, and what its pronouns stand for, are the same.

    What it returns is shared, and nobody may change it.
    """

    @wraps(read)
    def answer(scope: Scope, /, *args: P.args, **options: P.kwargs) -> T:
        given = [tuple(one) if isinstance(one, list) else one for one in args]
        named = options.items() if options else ()
        key = (read, *given, *named, *scope.focus.items(), scope.it_is_unnamed, scope.talking)
        if key not in scope.read:
            scope.read[key] = read(scope, *args, **options)
        found: T = scope.read[key]
        return found

    return answer


@dataclass(frozen=True)
class Match:
    """What a noun phrase names. `others` are equally good matches in reach."""

    thing: str
    fit: int  # 0 to 100, wherever the thing is
    others: tuple[str, ...] = ()
    way: Exit | None = None


def resolve(
    scope: Scope, words: list[str], suits: frozenset[str] = frozenset(), only: frozenset[str] = frozenset()
) -> Match | None:
    """The thing that a noun phrase names, or None.

    `suits` are the kinds of thing the verb is for, see `SUITS`; with `only`, other kinds are no match at all.
    """
    key = (tuple(words), suits, only, tuple(scope.focus.values()))
    if key not in scope.resolved:
        scope.resolved[key] = _look_up(scope, words, suits, only)
    return scope.resolved[key]


_SURROUNDING = frozenset({"ground", "floor", "wall", "ceiling"})
# Rocks and rooms have shoulders and backs, too.
_OF_SOMEBODY = THEIR_OWN | {"my", "your"}
_LIMBS = frozenset("shoulder head neck back hand arm elbow knee face chest foot".split())


def may_name(scope: Scope, words: list[str], only: frozenset[str] = frozenset()) -> bool:
    """Whether any of the words is in a name of these kinds, or of any: most words that are looked up name nothing."""
    nouns = scope.nouns
    stems = [stem(_in_letters(nouns, word)) for word in words]
    if only and "place" not in only:
        return any(not nouns.stems[kind].isdisjoint(stems) for kind in only & nouns.stems.keys())
    return not (
        nouns.by_stem.keys().isdisjoint(stems) and nouns.way_stems[scope.state.place].isdisjoint(stems)
    )


def _look_up(scope: Scope, words: list[str], suits: frozenset[str], only: frozenset[str]) -> Match | None:
    if not may_name(scope, words, only):
        return None
    nouns = scope.nouns
    named = without_count([_in_letters(nouns, w) for w in words if w.isalnum()])
    given = _without_manner(nouns, named)
    phrase = tuple(stem(w) for w in given if (w not in DETERMINERS or w in nouns.numbers) and w not in _SMALL)
    if len(phrase) > 1:
        phrase = tuple(part for part in phrase if part not in AUXILIARIES)
    if nouns.by_stem.keys().isdisjoint(phrase) and nouns.way_stems[scope.state.place].isdisjoint(phrase):
        return None
    written = tuple(w for w in given if w not in ("the", "a", "an", "my"))
    head = _head(given)
    scores: dict[str, int] = {}
    way_of: dict[str, Exit] = {}
    called = False  # whether something here goes by just these words
    bodily = len(named) > 1 and named[0] in _OF_SOMEBODY and stem(named[-1]) in _LIMBS
    if bodily and "place" not in only:
        only = only or frozenset({"item", "feature", "person", "threat"})  # "her shoulders", and no shoulder of rock
    for at in {at for part in phrase for at in nouns.by_stem.get(part, ())}:
        name = nouns.names[at]
        if only and nouns.kinds[name.thing] not in only:
            continue
        if len(phrase) == 1 and phrase[0] in _SURROUNDING and nouns.kinds[name.thing] == "place":
            continue  # the ground is underfoot anywhere, and is no ground floor
        if _STAND_INS.issuperset(name.stems) and not scope.reach(name.thing):
            continue  # "the iron thing" is not what people call the thing under the ice
        fit = _fit(name, phrase, head) + 3 * (
            name.words == written
        )  # as written: "chisels" are not the chisel
        called = called or (name.words == written and scope.reach(name.thing))
        if given[0] == "my" and name.words == ("your", *given[1:]):
            fit = 100 + REACH - KNOWN  # "my office" is Your Office, in whichever office one stands
        if fit:
            if fit < _TOGETHER and len(phrase) > 1 and nouns.parts[name.thing].issuperset(phrase):
                fit = _TOGETHER
            scores[name.thing] = max(scores.get(name.thing, 0), fit)
    ranked: dict[str, int] = {}
    for thing, fit in scores.items():
        kind = nouns.kinds[thing]
        ranked[thing] = (
            fit + scope.near.get(thing, ANYWHERE) + SUITED * (kind in suits) + 2 * (kind == "item")
        )
    a_way = (not only or "place" in only) and not nouns.way_stems[scope.state.place].isdisjoint(phrase)
    for way in scope.ways if a_way else ():
        names = [name for own in _names_of_way(scope, way) for name in own]
        fit = max((_fit(name, phrase, head) for name in names), default=0)
        if (
            0 < fit < _TOGETHER
            and len(phrase) > 1
            and {s for name in names for s in name.stems}.issuperset(phrase)
        ):
            fit = _TOGETHER
        # An exit loses against a thing that is here itself, unless the verb is for places: even then "the tracks"
        # are those in the snow, and not the way that is called the track.
        other = called and all(name.words != written for name in names)
        total = fit + REACH + (SUITED if "place" in suits and not other else -3)
        if fit and total > ranked.get(way.to, 0):
            ranked[way.to], way_of[way.to] = total, way
            scores[way.to] = max(scores.get(way.to, 0), fit)
    if way_of and scores.get(scope.state.place, 0) <= 3 + max(scores[way] for way in way_of):
        ranked.pop(scope.state.place, None)  # who is at the howe and goes to "the howe" means the one ahead
    candidates = {thing: total for thing, total in ranked.items() if scores[thing] >= ENOUGH}
    if is_of_another(nouns, given):
        candidates = {t: total for t, total in candidates.items() if not is_players_own(scope, t)}
    # Part of a name that is not the word it turns on ("hand" for a hand-sledge) will do only for what is here.
    candidates = {
        t: total for t, total in candidates.items() if scores[t] > _PART or scope.near.get(t, 0) >= REACH - 3
    }
    if not candidates:
        return None
    return _best(scope, candidates, scores, way_of)


def is_of_another(nouns: Nouns, words: list[str]) -> bool:
    """Whether a noun phrase says that a thing is somebody else's: "his cloak", "Ulf's knife" (the mark is gone)."""
    if len(words) < len(("his", "cloak")):
        return False
    owner = stem(words[0].removesuffix("s")) if words[0].endswith("s") else ""
    named = (nouns.names[at].thing for at in nouns.by_stem.get(owner, ()) if nouns.names[at].head == owner)
    return words[0] in THEIR_OWN or any(nouns.kinds[thing] == "person" for thing in named)


def is_players_own(scope: Scope, thing: str) -> bool:
    """Whether it is what the player came with, and has still: nobody else's, whatever else goes by its name."""
    item = scope.world.items.get(thing)
    return item is not None and item.at == PLAYER == scope.state.items.get(thing)


def is_only_alike(scope: Scope, words: list[str], thing: str) -> bool:
    """Whether a fixture of another place, which the player has not looked at, is called by less than its name.

    "The faces" that one looks round at are not the shutters of a house two doors on, whatever else those are called.
    """
    near = scope.near.get(thing, ANYWHERE)
    if scope.nouns.kinds.get(thing) != "feature" or near > PASSED_BY:
        return False
    said = tuple(stem(word) for word in words if word not in DETERMINERS and word not in _SMALL)
    in_full = any(name.own and name.stems == said for name in scope.nouns.names_of[thing])
    return near < PASSED_BY or not in_full


_SPELT = dict(
    zip("2345678", "two three four five six seven eight".split(), strict=True), **{"9": "nine", "10": "ten"}
)


_ORDINALS = {
    "1st": "first", "2nd": "second", "3rd": "third", "4th": "fourth", "5th": "fifth", "6th": "sixth",
    "7th": "seventh", "8th": "eighth", "9th": "ninth",
}  # fmt: skip


def _in_letters(nouns: Nouns, word: str) -> str:
    """A number as the world's names have it: "press 9", of a button for nine."""
    if not word[:1].isdecimal():
        return word
    spelt = _SPELT.get(word) or _ORDINALS.get(word)
    known = spelt is not None and word not in nouns.by_stem
    return (
        spelt if known and spelt is not None and (spelt in nouns.numbers or spelt in nouns.by_stem) else word
    )


def without_count(words: list[str]) -> list[str]:
    """A noun phrase without how often: "the door three times" names no time."""
    at = next((n for n in range(1, len(words)) if words[n] == "times" and _counts(words[n - 1])), 0)
    ends = words[at + 1 : at + 2] == [] or words[at + 1] in PREPOSITIONS
    return [*words[: at - 1], *words[at + 1 :]] if at and ends else words


def _counts(word: str) -> bool:
    return word in _NUMBERS or word in _SEVERAL or word.isdigit()


_SEVERAL = frozenset({"several", "few", "many", "some"})


def _without_manner(nouns: Nouns, words: list[str]) -> list[str]:
    """A noun phrase without how the thing ends up or how it is done: "trapdoor shut", "record rather loudly"."""
    end = len(words)
    while end > 1 and stem(words[end - 1]) not in nouns.by_stem and _says_how(words[end - 1]):
        end -= 1
    return words[:end]


def _says_how(word: str) -> bool:
    return word in RESULT_WORDS or (word.endswith("ly") and len(word) > 4)


def _best(scope: Scope, candidates: dict[str, int], fits: dict[str, int], way_of: dict[str, Exit]) -> Match:
    top = max(candidates.values())
    best = sorted(
        (t for t, total in candidates.items() if total == top), key=lambda t: scope.nouns.order.get(t, 0)
    )
    focused = [thing for thing in best if thing in scope.focus.values()]
    chosen = (focused or best)[0]
    others: tuple[str, ...] = ()
    alike = [thing for thing in best if scope.nouns.kinds[thing] in ("item", "person")]
    if not focused and len(alike) > 1 and all(scope.reach(t) for t in best):
        others = tuple(alike)
    return Match(chosen, fits[chosen], others, way_of.get(chosen))


def _names_of_way(scope: Scope, way: Exit) -> list[tuple[Name, ...]]:
    return [names for exit_, names in scope.nouns.exits[scope.state.place] if exit_ is way]


def _head(words: list[str]) -> str:
    for small in ("of", "in", "on", "from", "at", "to"):
        if small in words[1:]:
            words = words[: words.index(small, 1)]
    return stem(words[-1]) if words else ""


def _fit(name: Name, phrase: tuple[str, ...], head: str) -> int:
    """How well a phrase fits a name, 0 to 100."""
    if phrase == name.stems:
        return 100
    ours, theirs = set(phrase), name.every
    shared = ours & theirs
    if not shared:
        return 0
    if ours == theirs:
        return 97
    if ours < theirs:  # part of the name: "knife" for the whalebone knife
        return 90 if name.head in ours else _PART
    if theirs < ours:  # words more than the name has: "old rusty knife"
        return 82 - 2 * min(len(ours - theirs), 4) if head in theirs else 56 + 8 * (len(theirs) > 1)
    return 64 if head == name.head else 48


def direction_of(words: list[str]) -> str | None:
    """The direction that the words are, in canonical form, or None."""
    given = [w for w in words if w not in ("the", "to", "towards", "go", "side", "ward")]
    return DIRECTIONS.get(given[0]) if len(given) == 1 else DIRECTIONS.get("".join(given)) if given else None


def way_in_direction(scope: Scope, direction: str) -> Exit | None:
    """The exit that lies in a direction; "out" and "in" also find the only way out of or into a house."""
    for exact in (True, False):
        for way in scope.ways:
            for own in way.direction:
                if own.lower() == direction or (not exact and DIRECTIONS.get(own.lower()) == direction):
                    return way
    for way, names in scope.nouns.exits[scope.state.place]:
        if way in scope.ways and any(name.words == (direction,) for name in names):
            return way
    if direction in ("out", "in"):
        inside = direction == "in"
        fitting = [way for way in scope.ways if scope.world.locations[way.to].indoors == inside]
        meant = [way for way in fitting if way.to in (scope.focus.get("it"), scope.focus.get("there"))]
        fitting = fitting if len(fitting) == 1 else meant
        if inside != scope.world.locations[scope.state.place].indoors and len(fitting) == 1:
            return fitting[0]
        if not inside:
            return only_way_off(scope)
    return None


def only_way_off(scope: Scope) -> Exit | None:
    """The only way, where there is one; nobody leaves the open air by going indoors."""
    ways = list({way.to: way for way in scope.ways}.values())
    places = scope.world.locations
    off = len(ways) == 1 and (places[scope.state.place].indoors or not places[ways[0].to].indoors)
    return ways[0] if off else None


def find_names(scope: Scope, words: list[str], at: int) -> int:
    """How many words from `at` on are a name of several words, as its writer wrote it; 0 if none."""
    if _in_letters(scope.nouns, words[at]) not in scope.nouns.beginnings:
        return 0
    for length in range(min(scope.nouns.longest, len(words) - at), 1, -1):
        if " ".join(_in_letters(scope.nouns, word) for word in words[at : at + length]) in scope.nouns.exact:
            return length
    return 0
