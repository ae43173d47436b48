"""Slips of a writer's hand: names with an article, texts that stand twice, asides that are none, lore without a key."""

from __future__ import annotations

import re
from collections.abc import Iterator

from worlds.checks.subject import Subject
from worlds.problems import Place, WorldError, note, warning
from worlds.schema import Variant
from worlds.source import Route
from worlds.validate import part_name

_LANGUAGE = re.compile(r"^[a-z]{2,3}(?:[-_][A-Za-z]{4})?(?:[-_](?:[A-Z]{2}|\d{3}))?$")
_ARTICLE = re.compile(r"(?:a|an|the)\s", re.I)
_SEVERAL = re.compile(r"[^aiosu]s$")  # letters, coins; not canvas, iris, chaos, glass, bus
_DOUBLED = re.compile(r"\b([a-z]++)[ \n]++\1\b(?<!\bhad)(?<!\bthat)(?![-'’])")
_LONG = 60  # characters: shorter texts may well be the same
_LONGEST_NAME = 60
_LONGEST_TOLD = 2_000  # characters, about 350 words
# What is never told to a player, or not as one piece.
_NOT_TOLD = frozenset(
    "bible persona want fear secret manner examples openings credits hint path lore".split()
)


def check_thing_names(subject: Subject) -> Iterator[WorldError]:
    """Names with an article, and names of several things that are taken for one."""
    named: list[tuple[Route, str]] = [
        (("items", name), item.name) for name, item in subject.world.items.items()
    ]
    named += [
        (("locations", place.id, "notice", feature.id), feature.name)
        for place, feature in subject.world.features()
    ]
    for route, name in named:
        if match := _ARTICLE.match(name):
            message = f"{part_name(route)}: its name begins with `{match.group().strip()}`"
            hint = f"write `{name[match.end() :]}`: the article is added where it is told"
            yield warning(subject.source.find((*route, "name")), message, hint, kind="mark")
    for name, item in subject.world.items.items():
        head = item.name.split(" of ")[0]
        if _SEVERAL.search(head) and "plural" not in item.model_fields_set:
            message = f"item `{name}`: `{item.name}` is spoken of as one thing"
            hint = "write `plural: true` if they are several, `plural: false` if it is one"
            yield note(subject.place("items", name, "name"), message, hint, kind="number")


def check_doubled_words(subject: Subject) -> Iterator[WorldError]:
    """A word that stands twice, as `the the`: most often the line broke there."""
    for route, text in subject.texts:
        if " " not in text and "\n" not in text:
            continue
        for match in _DOUBLED.finditer(text) if _NOT_TOLD.isdisjoint(route) and route[-1] != "name" else ():
            word = match.group(1)
            place = subject.source.find_in(route, match.group())
            message = f"{part_name(route)}: `{word}` stands twice"
            yield note(place, message, "remove one, unless it is meant", kind="doubled")


def check_language(subject: Subject) -> Iterator[WorldError]:
    if not _LANGUAGE.match(subject.world.language):
        message = f"`language`: `{subject.world.language}` is no language tag"
        yield warning(subject.place("language"), message, "write en, de or pt-BR", kind="shape")


def check_lengths(subject: Subject) -> Iterator[WorldError]:
    """Names that are sentences, and texts of several pages that are told in one piece."""
    for route, text in subject.texts:
        if len(text) <= _LONGEST_NAME:
            continue
        last = next((step for step in reversed(route) if isinstance(step, str)), "")
        if last in {"name", "names", "aliases", "title"}:
            message = f"{part_name(route)}: a name of {len(text)} characters"
            yield note(
                subject.source.find(route),
                message,
                f"at most {_LONGEST_NAME}: the rest belongs in a text",
                kind="long",
            )
        elif len(text) > _LONGEST_TOLD and _NOT_TOLD.isdisjoint(route):
            message = f"{part_name(route)}: a text of {len(text.split())} words is told at once"
            yield note(
                subject.source.find(route),
                message,
                "part it: a beat, `notice:` or a topic can tell the rest",
                kind="long",
            )


def check_twice_written(subject: Subject) -> Iterator[WorldError]:
    """A long text in two places was copied, and never written. What an alias (`*name`) puts twice was written once."""
    first: dict[str, Place] = {}
    for route, text in subject.texts:
        if len(text) < _LONG or not isinstance(route[-1], str):  # one of several wordings may come again
            continue
        words = " ".join(text.split())
        if len(words) < _LONG:
            continue
        place = subject.source.find(route)
        other = first.setdefault(words, place)
        if other != place:
            message = f"{part_name(route)}: the text stands in {other.file}:{other.line} too"
            hint = "write another, or share it by `&name` and `*name` if it is meant"
            yield warning(place, message, hint, kind="twice")


def check_asides(subject: Subject) -> Iterator[WorldError]:
    """`*She looks away.` is narration amid somebody's lines; in a text that nobody speaks the star is told."""
    for route, part in subject.parts:
        if not isinstance(part, Variant):
            continue
        for number, text in enumerate(part.text):
            for match in re.finditer(r"(?m)^\s*\*[^*\n]+$", text):
                where: Route = (*route, "text", number)
                place = subject.source.find_in(where, match.group().strip()[:40])
                message = f"{part_name(route)}: a star begins a line that nobody speaks"
                yield warning(place, message, "remove it: here all is narration but `@who:`", kind="mark")


def check_lore(subject: Subject) -> Iterator[WorldError]:
    for name, lore in subject.world.lore.items():
        if not lore.keys and not lore.always:
            message = f"lore entry `{name}`: no word brings it in"
            yield warning(
                subject.place("lore", name, key=True), message, "add `keys:` or `always: true`", kind="idle"
            )
        for number, key in enumerate(lore.keys):
            if _ARTICLE.fullmatch(key + " "):
                message = f"lore entry `{name}`: `{key}` stands in every sentence"
                place = subject.place("lore", name, "keys", number)
                yield warning(place, message, "name a word that is about it", kind="alias")
        if lore.also and not lore.keys:
            message = f"lore entry `{name}`: `also` decides nothing without `keys`"
            yield warning(subject.place("lore", name, "also", key=True), message, "add `keys:`", kind="idle")
