"""Check that everything a world refers to exists, and is of the kind that is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, partial

from pydantic import BaseModel

from worlds import schema
from worlds.messages import PLACEHOLDERS, SITUATIONS, STANCE_PLACEHOLDERS
from worlds.problems import WorldError, fault, warning
from worlds.schema import ANYONE, ANYTHING, ANYWHERE, ITEM, NOWHERE, PLAYER, TARGET, World
from worlds.source import Route, Source
from worlds.validate import STAND_IN_ID, nearest, part_name
from worlds.verbs import BASE_VERBS, BUILT_IN_WITNESS

_SPEAKER = re.compile(r"^@([A-Za-z0-9_]*)(:?)", re.MULTILINE)
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
RESERVED = frozenset({PLAYER, NOWHERE, TARGET, ITEM, ANYONE, ANYTHING, ANYWHERE})

# What the fields of the format refer to: of a list or single value, its members; of a mapping (keys, values).
# Kinds are joined by `|`; a word in capitals is itself allowed.
REFERENCES: dict[type, dict[str, str | tuple[str, str]]] = {
    schema.Condition: {
        "at": "location", "has": "item", "lacks": "item", "reach": "item", "item_at": ("item", "holder"),
        "here": "character", "absent": "character", "companion": "character", "where": ("character", "spot"),
        "knows": "fact", "ignorant": "fact", "visited": "location", "noticed": "feature", "alive": "character",
        "dead": "character", "disposition": ("character", ""), "need": ("need", ""), "skill": ("skill", ""),
        "threat_at": ("threat", "spot"), "threat_here": "threat", "threat_near": "threat", "done": "beat",
        "not_done": "beat", "did": "verb", "to": "thing|player", "promised": "promise",
        "kept": "promise", "broken": "promise",
    },
    schema.Witnessed: {"who": "character", "what": "witness"},
    schema.Related: {"who": "character", "toward": "character|player"},
    schema.Relate: {"who": "character", "toward": "character|player"},
    schema.Vow: {"by": "character|player", "to": "character|player"},
    schema.Effects: {
        "learn": "fact", "forget": "fact", "give": "item", "lose": "item", "put": ("item", "holder"),
        "go": "location", "send": ("character", "spot"), "follow": "character", "leave": "character",
        "feel": ("character", ""), "promise": "promise", "keep": "promise", "break_": "promise",
        "harm": ("character|player", ""), "heal": ("character|player", ""),
        "kill": "character", "need": ("need", ""), "train": ("skill", ""), "drive": ("threat", "spot"),
        "calm": ("threat", ""), "start": "beat", "finish": "beat", "end": "ending",
    },
    schema.Step: {"at": "location"},
    schema.Check: {"skill": "skill"},
    schema.StanceTuning: {"skill": "skill"},
    schema.Rule: {"verbs": "verb", "on": "thing|tag|anyone|anything|anywhere|player", "with_": "item|tag",
                  "at": "location|anywhere"},
    schema.Feature: {"actions": ("verb", "")},
    schema.Exit: {"to": "location"},
    schema.Location: {"needs": ("need", ""), "actions": ("verb", "")},
    schema.Item: {"at": "holder", "owner": "character", "bonus": ("skill", ""), "actions": ("verb", "")},
    schema.Movement: {"at": "spot"},
    schema.Character: {"at": "spot", "resist": ("skill", ""), "reactions": ("witness", ""), "actions": ("verb", ""),
                       "relations": ("character|player", ""), "knows": "fact", "wants": "fact|thing",
                       "fears": "fact|thing", "hides": "fact|thing", "host": "location"},
    schema.Level: {"penalty": ("skill", "")},
    schema.Need: {"relief": ("tag", "")},
    schema.Threat: {"at": "spot", "roams": "location"},
    schema.Lore: {"fact": "fact"},
    schema.PlayerCharacter: {"at": "location", "death": "ending"},
}  # fmt: skip
_GROUPS = {
    "holder": ("location", "character", PLAYER, NOWHERE),
    "spot": ("location", NOWHERE),
    "thing": ("location", "item", "character", "feature", "threat"),
}
_CLASSES = RESERVED - {ITEM}  # `item` is also the name of a kind
_INDOLENT = {"witness", "tag"}  # free words: an unknown one is a warning
_ARTICLES = {"item": "an item", "ending": "an ending"}


@dataclass
class Names:
    """Everything that can be referred to, by kind, from the data as written."""

    by_kind: dict[str, set[str]] = field(default_factory=dict)
    synonyms: dict[str, str] = field(default_factory=dict)  # of the world's own verbs

    def allowed_words(self, kinds: str) -> set[str]:
        return set().union(*self._sets_of(kinds))

    def allows(self, word: str, kinds: str) -> bool:
        one = self.by_kind.get(kinds)
        return (one is not None and word in one) or any(word in words for words in self._sets_of(kinds))

    def _sets_of(self, kinds: str) -> Iterator[set[str]]:
        for kind in kinds.split("|"):
            for part in _GROUPS.get(kind, (kind,)):
                yield self.by_kind.get(part, {part} if part in RESERVED else set())

    def kind_of(self, word: str) -> str | None:
        return next((kind for kind, words in self.by_kind.items() if word in words), None)


# Every part with the route to it. Walking a world takes a while, so that it is done once for all checks.
Parts = tuple[tuple[Route, BaseModel], ...]


def walk(part: BaseModel) -> Parts:
    """Every part of a world that its writer wrote, with the route to it."""
    found: list[tuple[Route, BaseModel]] = []
    _walk_value(part, (), found)
    return tuple(found)


def _walk_value(value: object, route: Route, found: list[tuple[Route, BaseModel]]) -> None:
    if isinstance(value, str):  # most values are
        return
    if isinstance(value, BaseModel):
        found.append((route, value))
        written = value.model_fields_set
        for name, key in keys_of(type(value)):
            if name in written:
                _walk_value(getattr(value, name), (*route, key), found)
    elif isinstance(value, tuple):
        for number, inner in enumerate(value):
            _walk_value(inner, (*route, number), found)
    elif isinstance(value, dict):
        for key, inner in value.items():
            _walk_value(inner, (*route, key), found)


@cache
def keys_of(kind: type[BaseModel]) -> tuple[tuple[str, str], ...]:
    """The names of a part's fields, each with the key that a writer writes for it."""
    return tuple((name, info.alias or name) for name, info in kind.model_fields.items())


@cache
def _references_of(kind: type[BaseModel]) -> tuple[tuple[str, str, str | tuple[str, str]], ...]:
    """The fields of a part that refer to something: the name, the key, and to what."""
    keys = dict(keys_of(kind))
    return tuple(
        (name, keys[name], kinds)
        for ancestor in kind.__mro__
        for name, kinds in REFERENCES.get(ancestor, {}).items()
    )


def names_of(source: Source, world: World) -> Names:
    """What the files define. Parts whose shape is wrong still count: what refers to them is not at fault."""
    names = Names()
    sections = {
        "location": "locations", "item": "items", "character": "characters", "threat": "threats", "fact": "facts",
        "beat": "beats", "promise": "promises", "ending": "endings", "skill": "skills", "need": "needs",
    }  # fmt: skip
    for kind, section in sections.items():
        names.by_kind[kind] = set(_mapping(source.data.get(section)))
    features: set[str] = set()
    for location in _mapping(source.data.get("locations")).values():
        features |= set(_mapping(_mapping(location).get("notice")))
    names.by_kind["feature"] = features
    names.by_kind["verb"] = set(BASE_VERBS) | set(_mapping(source.data.get("verbs")))
    names.by_kind["tag"] = _members(source.data.get("items"), "tags")
    names.by_kind["witness"] = set(BUILT_IN_WITNESS) | _members(source.data, "witness")
    names.synonyms = {word.lower(): verb for verb, entry in world.verbs.items() for word in entry.synonyms}
    return names


def _members(data: object, key: str) -> set[str]:
    """Every word that stands under the key anywhere in the data, in a list or alone."""
    found: set[str] = set()
    for name, inner in (
        data.items() if isinstance(data, dict) else enumerate(data if isinstance(data, list) else ())
    ):
        if name == key and isinstance(inner, str | list):
            found |= {inner} if isinstance(inner, str) else {word for word in inner if isinstance(word, str)}
        elif isinstance(inner, dict | list):
            found |= _members(inner, key)
    return found


def _mapping(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}


def check_references(source: Source, world: World, parts: Parts, names: Names) -> list[WorldError]:
    found: list[WorldError] = []
    for route, part in parts:
        if route[:1] == ("player",) and world.player.at == STAND_IN_ID:
            continue
        found += _check_part(route, part, source, names)
    found += _check_shared(source)
    found += _check_speakers(source, parts, names)
    found += _check_messages(source, world)
    found += _check_stances(source, world)
    return found


def _check_part(route: Route, part: BaseModel, source: Source, names: Names) -> Iterator[WorldError]:
    written = part.model_fields_set
    for name, key, kinds in _references_of(type(part)):
        if name not in written:
            continue
        for place, word, kind, on_key in _words(getattr(part, name), (*route, key), kinds):
            if kind and (problem := _problem(word, kind, place, source, names, on_key)):
                yield problem


def _words(
    value: object, route: Route, kinds: str | tuple[str, str]
) -> Iterator[tuple[Route, str, str, bool]]:
    if isinstance(value, dict):
        of_keys, of_values = kinds if isinstance(kinds, tuple) else (kinds, "")
        for key, inner in value.items():
            yield (*route, key), key, of_keys, True
            if of_values:
                yield from _words(inner, (*route, key), of_values)
    elif isinstance(value, tuple):
        for number, word in enumerate(value):
            yield (*route, number), word, str(kinds), False
    elif isinstance(value, str):
        yield route, value, str(kinds), False


def _problem(
    word: str, kinds: str, route: Route, source: Source, names: Names, on_key: bool
) -> WorldError | None:
    if names.allows(word, kinds) or word in source.salvaged:
        return None
    allowed = names.allowed_words(kinds)
    kind_list = kinds.split("|")
    things = {"character", "item", "thing", "holder"}.intersection(kind_list)
    if word in {TARGET, ITEM} and _in_action(route) and things:
        return None
    free = set(kind_list) <= _INDOLENT
    make = partial(
        warning if free else fault, kind="unset" if free else "verb" if kinds == "verb" else "unknown_id"
    )
    place = source.find(route, key=on_key)
    if kinds == "verb" and word in names.synonyms:
        return make(place, f"`{word}` is a synonym", f"write the verb itself: `{names.synonyms[word]}`")
    wanted = _wanted_words(kind_list)
    other = names.kind_of(word)
    if other and other not in {"verb", "witness", "tag"} and kinds != "verb":
        article = _ARTICLES.get(other, f"a {other}")
        if other == "item" and route[-1] == "at":
            hint = "nothing lies in an item: write `at: nowhere`, and `give:` it in the effects of opening that one"
            return make(place, f"{part_name(route)}: no {wanted} `{word}`: that is {article}", hint)
        return make(
            place, f"{part_name(route)}: no {wanted} `{word}`: that is {article}", _near_hint(word, allowed)
        )
    hint = _verb_hint(word, allowed) if kinds == "verb" else _near_hint(word, allowed)
    return make(place, f"{part_name(route)}: no {wanted} `{word}`", hint)


def _in_action(route: Route) -> bool:
    """Whether something here was done to a thing: `target` and `item` have a meaning only then."""
    return route[:1] == ("rules",) or "actions" in route or "take" in route


def _wanted_words(kinds: list[str]) -> str:
    words: list[str] = []
    for kind in kinds:
        words += [part for part in _GROUPS.get(kind, (kind,)) if part not in _CLASSES]
    return " or ".join(words)


_VERBS_ALIKE = 80  # percent: verbs are short, and "feed" is no misspelt "flee"


def _verb_hint(word: str, allowed: set[str]) -> str:
    near = nearest(word, sorted(allowed), alike=_VERBS_ALIKE)
    declare = f"declare it under `verbs:`, as `{word}: {{synonyms: […]}}`"
    return f"did you mean `{near}`? If not, {declare}" if near else declare


def _near_hint(word: str, allowed: set[str]) -> str:
    near = nearest(word, sorted(allowed))
    if near:
        return f"did you mean `{near}`?"
    if not allowed:
        return "no file of this world names any"
    return "there are: " + ", ".join(sorted(allowed)) if len(allowed) <= 12 else ""


def _check_shared(source: Source) -> Iterator[WorldError]:
    """Identifiers of the shared namespace: each names one thing, and none is a reserved word."""
    first: dict[str, Route] = {}
    routes: list[Route] = []
    for section in ("locations", "items", "characters", "threats"):
        routes += [(section, key) for key in _mapping(source.data.get(section))]
    for key, location in _mapping(source.data.get("locations")).items():
        routes += [
            ("locations", key, "notice", inner) for inner in _mapping(_mapping(location).get("notice"))
        ]
    for route in routes:
        word = str(route[-1])
        place = source.find(route, key=True)
        if word in RESERVED:
            message = f"`{word}` has a meaning of its own and cannot name a thing"
            yield fault(place, message, "choose another identifier", kind="identifier")
        elif word in first:
            other = source.find(first[word], key=True)
            message = f"{part_name(route)} has the identifier of {part_name(first[word])} ({other.file}:{other.line})"
            hint = "locations, items, characters, features and threats share their identifiers"
            yield fault(place, message, hint, kind="identifier")
        first.setdefault(word, route)


def _check_speakers(source: Source, parts: Parts, names: Names) -> Iterator[WorldError]:
    """Paragraphs that begin with `@hild:` name a character."""
    for route, part in parts:
        if not isinstance(part, (schema.Variant, schema.Line)):
            continue
        for number, text in enumerate(part.text):
            for match in _SPEAKER.finditer(text):
                place = source.find_in((*route, "text", number), match.group())
                name = match.group(1)
                if not match.group(2):
                    message = f"{part_name(route)}: `@{name}` begins a line without a `:`"
                    yield fault(place, message, "write `@hild: …`", kind="speaker")
                elif (
                    name
                    not in (speakers := names.by_kind["character"] | names.by_kind["threat"])
                    | source.salvaged
                ):
                    hint = _near_hint(name, speakers)
                    message = f"{part_name(route)}: no character or threat `{name}` to speak"
                    yield fault(place, message, hint, kind="speaker")


def _check_stances(source: Source, world: World) -> Iterator[WorldError]:
    for stance, tuning in world.stances.items():
        for result in ("success", "partial", "failure"):
            for number, text in enumerate(getattr(tuning, result)):
                for word in _PLACEHOLDER.findall(text):
                    if word not in STANCE_PLACEHOLDERS:
                        place = source.find_in(("stances", stance, result, number), f"{{{word}}}")
                        braces = ", ".join(f"{{{name}}}" for name in sorted(STANCE_PLACEHOLDERS))
                        message = f"stance `{stance}`: no placeholder {{{word}}}"
                        yield fault(place, message, f"it may hold {braces}", kind="placeholder")


def _check_messages(source: Source, world: World) -> Iterator[WorldError]:
    for situation, texts in world.messages.items():
        route: Route = ("messages", situation)
        known = SITUATIONS.get(situation)
        if known is None:
            near = nearest(situation, SITUATIONS)
            hint = f"did you mean `{near}`?" if near else "known: " + ", ".join(SITUATIONS)
            message = f"`messages`: `{situation}` is no known situation"
            yield warning(source.find(route, key=True), message, hint, kind="message")
        for number, text in enumerate(texts):
            for word in _PLACEHOLDER.findall(text):
                allowed = PLACEHOLDERS if known is None else known
                if word not in allowed:
                    braces = ", ".join(f"{{{name}}}" for name in sorted(allowed))
                    hint = f"this one may hold {braces}" if allowed else "this one takes no placeholder"
                    place = source.find_in((*route, number), f"{{{word}}}")
                    message = f"message `{situation}`: no placeholder {{{word}}}"
                    yield fault(place, message, hint, kind="placeholder")
