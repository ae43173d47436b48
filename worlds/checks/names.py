"""Names that players cannot tell apart, and such as mean something else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from yaml.nodes import ScalarNode

from worlds import schema
from worlds.checks.claims import Claims, claims_of
from worlds.checks.conditions import contradiction_with
from worlds.checks.places import DIRECTIONS
from worlds.checks.subject import Subject
from worlds.problems import WorldError, fault, note, warning
from worlds.schema import NAMED_SECTIONS, Condition, GmAnswer, World, WrittenAnswer
from worlds.source import Route
from worlds.validate import STAND_IN_ID, part_name
from worlds.verbs import BASE_VERBS

_PLAIN_NOUNS = frozenset(
    "light fire lock call help ring play drink burn cut fill show cook wear free read".split()
)

_NO_WORD = re.compile(r"^[\W_]*$")
_TWO_CLAUSES = re.compile(r"[;:.!?]\s+\S")  # of commas the checks of lists speak


def check_names(subject: Subject) -> Iterator[WorldError]:
    yield from _check_ids(subject)
    yield from _check_same_names(subject)
    yield from _check_aliases(subject)
    yield from _check_topics(subject)
    yield from _check_answers(subject)
    yield from _check_shadows(subject)
    yield from _check_measures(subject)
    yield from _check_renames(subject)
    yield from _check_withheld(subject)
    yield from _check_capitals(subject)


def _check_ids(subject: Subject) -> Iterator[WorldError]:
    """An `id:` within a part: its id is the key under which it stands, and the world's the name of the folder."""
    for route, (_, node) in subject.source.values.items():
        if not route or route[-1] != "id" or not isinstance(node, ScalarNode):
            continue
        named = getattr(subject.by_route.get(route[:-1]), "id", None)
        if named in (None, node.value, STAND_IN_ID):
            continue  # of a folder that gives no id, its own fault tells
        message = f"`id: {node.value}` has no effect: the folder's name, `{named}`, is the world's id"
        if len(route) > 1:
            message = f"{part_name(route)}: `id: {node.value}` has no effect: its key, `{named}`, is its id"
        hint = f"remove it; to rename, rename the {'folder' if len(route) == 1 else 'key'}"
        yield warning(subject.place(*route, key=True), message, hint, kind="unread")


def _check_capitals(subject: Subject) -> Iterator[WorldError]:
    """A thing that goes by an ordinary word is not told of as by a proper name: "on Scale"."""
    for route, thing in [*subject.of_type(schema.Feature), *subject.of_type(schema.Item)]:
        if thing.name[:1].isupper() and thing.name.casefold() in thing.aliases:
            message = (
                f"{part_name(route)}: `{thing.name}` with a capital is told without `the`, as a proper name"
            )
            hint = f"write `{thing.name[:1].lower()}{thing.name[1:]}` unless it is one"
            yield note(subject.place(*route, "name"), message, hint, kind="capital")


def _check_withheld(subject: Subject) -> Iterator[WorldError]:
    """How somebody is seen, while their name is kept back, does not hold the name."""
    for who, person in subject.world.characters.items():
        if person.unnamed is None:
            continue
        name = re.compile(rf"\b{re.escape(person.name)}\b")
        for key, passage in (("presence", person.presence), ("description", person.description)):
            always = (text for variant in passage if variant.when is None for text in variant.text)
            if any(name.search(text) for text in always):
                message = f"character `{who}`, {key}: `{person.name}` is kept back by `unnamed`"
                hint = f"write `{person.unnamed.call}`, or give this wording a `when:`"
                yield warning(subject.place("characters", who, key), message, hint, kind="withheld")


def _check_measures(subject: Subject) -> Iterator[WorldError]:
    """Skills and needs stand side by side in the panel."""
    owners: dict[str, Route] = {}
    for section in ("skills", "needs"):
        for name, part in getattr(subject.world, section).items():
            other = owners.setdefault(_bare(part.name), (section, name))
            if other != (section, name):
                message = f"{part_name((section, name))} has the name of {part_name(other)}: `{part.name}`"
                yield warning(
                    subject.place(section, name, "name"), message, "rename one of them", kind="same_name"
                )
    places = {_bare(place.name): name for name, place in subject.world.locations.items()}
    for name, place in subject.world.locations.items():
        for number, alias in enumerate(place.aliases):
            owner = places.get(_bare(alias), name)
            if owner != name:
                message = f"location `{name}`: the alias `{alias}` is the name of location `{owner}`"
                where = subject.place("locations", name, "aliases", number)
                yield warning(where, message, "keep it with one of them", kind="same_name")


def _check_renames(subject: Subject) -> Iterator[WorldError]:
    """`was:` names an id that is gone; what a story knew of one that is still there belongs to that one."""
    for section in NAMED_SECTIONS:
        parts = getattr(subject.world, section)
        owners: dict[str, str] = {}
        for name, part in parts.items():
            for number, old in enumerate(getattr(part, "was", ())):
                other = old if old in parts else owners.setdefault(old, name)
                if other != name:
                    where = (section, name)
                    says = "is still there" if old in parts else f"is what `{other}` was, too"
                    message = f"{part_name(where)}: `was: {old}`, and `{old}` {says}"
                    place = subject.place(*where, "was", number)
                    yield warning(place, message, "name an id that no part has any more", kind="identifier")


@dataclass(frozen=True)
class _Named:
    """A thing that players name. `place` is where it always is; `seen` is when it can be seen, None: always."""

    route: Route
    name: str
    aliases: tuple[str, ...]
    place: str = ""
    seen: Condition | None = None

    @property
    def is_scenery(self) -> bool:
        return len(self.route) > 2


def _things(world: World) -> Iterator[_Named]:
    for name, location in world.locations.items():
        yield _Named(("locations", name), location.name, location.aliases)
    for location, f in world.features():
        route: Route = ("locations", location.id, "notice", f.id)
        yield _Named(route, f.name, f.aliases, location.id, f.when)
    for name, item in world.items.items():
        place = item.at if item.at in world.locations else ""
        yield _Named(("items", name), item.name, item.aliases, place, item.visible)
    for name, person in world.characters.items():
        yield _Named(("characters", name), person.name, person.aliases)
    for name, threat in world.threats.items():
        yield _Named(("threats", name), threat.name, threat.aliases)


def _check_same_names(subject: Subject) -> Iterator[WorldError]:
    first: dict[str, _Named] = {}
    for thing in _things(subject.world):
        other = first.setdefault(_bare(thing.name), thing)
        apart = thing.place and other.place and thing.place != other.place  # two hearths in two rooms
        if other is not thing and not apart and not _is_apart(thing, other, subject.world):
            message = f"{part_name(thing.route)} has the name of {part_name(other.route)}: `{thing.name}`"
            yield warning(
                subject.place(*thing.route, "name"), message, "rename one of them", kind="same_name"
            )


def _is_apart(one: _Named, other: _Named, world: World) -> bool:
    """Whether a name that two have is no trouble: what only one of them is decides, or they are never seen together."""
    if one.is_scenery != other.is_scenery:
        return True  # "the stove", a bench at a stove, and the stove itself
    if {one.route[0], other.route[0]} == {"locations", "items"}:
        return True  # one goes to a boat, and takes none
    if one.seen is None and other.seen is None:
        return False
    context = claims_of(one.seen, world) if one.seen is not None else Claims()
    return contradiction_with(context, other.seen or Condition(), world) is not None


def _check_aliases(subject: Subject) -> Iterator[WorldError]:
    """One alias of two things of a kind that are together, or of two people."""
    owners: dict[tuple[str, str, str], _Named] = {}
    for thing in _things(subject.world):
        kind = "feature" if len(thing.route) > 2 else str(thing.route[0])
        if (
            kind == "locations"
            or thing.seen is not None
            or (kind in {"items", "feature"} and not thing.place)
        ):
            continue
        for number, word in enumerate((thing.name, *thing.aliases)):
            other = owners.setdefault((kind, thing.place, _bare(word)), thing)
            if number and other is not thing:
                message = (
                    f"{part_name(thing.route)}: the alias `{word}` belongs to {part_name(other.route)} too"
                )
                where = subject.place(*thing.route, "aliases", number - 1)
                yield warning(where, message, "keep it with one of them", kind="same_name")


def _check_topics(subject: Subject) -> Iterator[WorldError]:
    for who, person in subject.world.characters.items():
        owners: dict[str, str] = {}
        for name, topic in person.topics.items():
            for number, word in enumerate(topic.names):
                other = owners.setdefault(_bare(word), name)
                if other != name and topic.when == person.topics[other].when:
                    route: Route = ("characters", who, "topics", name)
                    message = f"{part_name(route)}: `{word}` is a name of the topic `{other}` too"
                    place = subject.place(*route, "names", number)
                    yield warning(place, message, "keep it with one of them", kind="same_name")


_SAID_ANYHOW = ("greeting", "remarks", "farewell", "unknown")  # what an answer may follow, beside topics


def _check_answers(subject: Subject) -> Iterator[WorldError]:
    """Written answers: each question is of one of them, and each follows something that can be said."""
    yield from _check_questions(subject, ("answers",), subject.world.answers)
    for who, person in subject.world.characters.items():
        route: Route = ("characters", who, "answers")
        yield from _check_questions(subject, route, person.answers)
        for name, one in person.answers.items():
            if name in person.topics:
                message = f"{part_name((*route, name))}: `{name}` is the id of a topic too"
                yield fault(subject.place(*route, name), message, "rename one of them", kind="same_name")
            for number, before in enumerate(one.after):
                if before not in (*person.topics, *person.answers, *_SAID_ANYHOW):
                    message = (
                        f"{part_name((*route, name))}: `after` names `{before}`, which `{who}` never says"
                    )
                    hint = f"name a topic or an answer of `{who}`, or one of {', '.join(_SAID_ANYHOW)}"
                    yield fault(
                        subject.place(*route, name, "after", number), message, hint, kind="unknown_id"
                    )


def _check_questions(
    subject: Subject, route: Route, answers: Mapping[str, WrittenAnswer] | Mapping[str, GmAnswer]
) -> Iterator[WorldError]:
    owners: dict[tuple[str, tuple[str, ...], str], str] = {}
    for name, one in answers.items():
        after = one.after if isinstance(one, WrittenAnswer) else ()
        when = repr(one.when)
        for number, words in enumerate(one.asks):
            other = owners.setdefault((_bare(words), after, when), name)
            if other != name:
                message = f"{part_name((*route, name))}: `{words}` is a question of `{other}` too"
                place = subject.place(*route, name, "asks", number)
                yield warning(place, message, "keep it with one of them", kind="same_name")


def _check_shadows(subject: Subject) -> Iterator[WorldError]:
    for thing in _things(subject.world):
        if thing.route[0] == "locations" and len(thing.route) == 2:
            continue  # one goes there by that word, too
        for number, alias in enumerate((thing.name, *thing.aliases)):
            what = _shadow_of(alias.casefold())
            # Scenery may lie in a direction: "look south".
            if what == "a verb" or (what and (thing.route[0] != "locations" or number == 0)):
                where = (*thing.route, "name") if number == 0 else (*thing.route, "aliases", number - 1)
                message = f"{part_name(thing.route)}: `{alias}` is also {what}"
                yield warning(subject.source.find(where), message, "choose another word", kind="alias")


def check_phrases(subject: Subject) -> Iterator[WorldError]:
    """Words of players that are none: marks alone, and phrases that a comma parts."""
    world = subject.world
    for verb, entry in world.verbs.items():
        for number, word in enumerate(entry.synonyms):
            yield from _check_sayable(subject, ("verbs", verb, "synonyms", number), word, _TWO_CLAUSES)
    for name, rule in world.rules.items():
        for number, phrase in enumerate(rule.phrases):
            yield from _check_sayable(subject, ("rules", name, "phrases", number), phrase, _TWO_CLAUSES)
    for thing in _things(world):
        for number, alias in enumerate(thing.aliases):
            yield from _check_sayable(subject, (*thing.route, "aliases", number), alias, _NO_WORD)


def _check_sayable(
    subject: Subject, route: Route, words: str, pattern: re.Pattern[str]
) -> Iterator[WorldError]:
    if not (_NO_WORD.search(words) or pattern.search(words)):
        return
    message = f"{part_name(route)}: nothing that players type is read as `{words[:60]}`"
    hint = "write the words of one clause, without a stop in it"
    yield warning(subject.source.find(route), message, hint, kind="unsayable")


def _shadow_of(word: str) -> str | None:
    if word in DIRECTIONS:
        return "a direction"
    return "a verb" if word in BASE_VERBS and word not in _PLAIN_NOUNS else None


def _bare(name: str) -> str:
    words = name.casefold().split()
    return " ".join(words[1:] if len(words) > 1 and words[0] in {"the", "a", "an"} else words)
