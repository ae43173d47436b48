"""The reference of the format as Markdown: `python -m worlds.reference_page > worlds/reference.md`."""

from __future__ import annotations

import sys
import types
import typing
from collections.abc import Iterator

from pydantic.fields import FieldInfo

from worlds import schema
from worlds.checks.places import DIRECTIONS
from worlds.field_docs import meaning
from worlds.messages import SITUATIONS
from worlds.schema import ID_PATTERN, Identified, Part, World
from worlds.tags import KNOWN_TAGS
from worlds.verbs import BASE_VERBS, BUILT_IN_WITNESS

_HEAD = """\
# Reference of the world format
Made from `worlds/schema.py` by `python -m worlds.reference_page > worlds/reference.md`; a test holds it up to date.

A world is a folder of `*.yaml` files. Sections may be split over files in any way; each identifier stands once. Where a
list is taken, one value will do. *Required* keys are in bold. `gamemaster world schema FOLDER` tells editors the same.

Shorthands: a *text* is one wording, a list of wordings (the one told least is taken), or a list of
`{when: …, text: …}` of which the first that holds is told; *one text* is a single one. A *comparison* is `">= 3"`, in
quotes; a number means at least that. *Hours* are two hours of the day, `22-5`, the second not included; a *time of day*
is `16:30`. Neither needs quotes.
"""
_PATTERNS = (
    ("^(>=", "comparison"),
    ("^#", "colour"),
    (r"^([01]?\d|2[0-4])", "hours"),
    (r"^([01]?\d|2[0-3]):", "time of day"),
)
_WORDS: dict[object, str] = {str: "one text", int: "whole number", float: "number", bool: "true or false"}


def reference() -> str:
    """All parts, the world first, each with its keys."""
    parts = [World, *(part for part in vars(schema).values() if _is_part(part) and part is not World)]
    lines = [_HEAD, *(line for part in parts for line in _part(part)), *_known_words()]
    return "\n".join(lines).rstrip() + "\n"


def _known_words() -> Iterator[str]:
    """The words that mean something in every world, whatever its writer declares."""
    yield from (
        "## Words that every world knows",
        "Other words are yours: something of the world has to read them.",
        "",
    )
    yield from ("| where | words |", "|---|---|")
    known = {
        "`verbs` of a rule, `actions`, `did`": BASE_VERBS,
        "`direction` of an exit": sorted(DIRECTIONS),
        "`witness`, `reactions`, `what`: people remember these without any `reactions`": BUILT_IN_WITNESS,
        "`tags` of an item: what it is good for when players try what no rule foresaw": sorted(KNOWN_TAGS),
    }
    for where, words in known.items():
        yield f"| {where} | {', '.join(f'`{word}`' for word in words)} |"
    said = (
        f"`{name}`" + "".join(f" {{{one}}}" for one in sorted(braces)) for name, braces in SITUATIONS.items()
    )
    yield f"| `messages`, with what each line may hold in braces | {', '.join(said)} |"


def _is_part(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Part) and value not in (Part, Identified)


def _part(part: type[Part]) -> Iterator[str]:
    yield f"## {part.__name__}"
    yield " ".join((part.__doc__ or "").split("\n\n")[0].split())
    yield ""
    yield "| key | takes | meaning |"
    yield "|---|---|---|"
    for name, info in part.model_fields.items():
        if name != "id":
            key = f"`{info.alias or name}`"
            shown = f"**{key}**" if info.is_required() else key
            yield f"| {shown} | {_takes(info)} | {meaning(part, name).replace('|', '/')} |"
    yield ""


def _takes(info: FieldInfo) -> str:
    words = _type_words(info.annotation, info.metadata)
    return words.replace("|", "/")


def _type_words(annotation: object, metadata: typing.Sequence[object] = ()) -> str:
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        return _type_words(arguments[0], arguments[1:])
    if origin in (typing.Union, types.UnionType):
        return " or ".join(_type_words(one) for one in arguments if one is not type(None))
    if origin is typing.Literal:
        return ", ".join(f"`{one}`" for one in arguments)
    if origin is dict:
        key = "word" if arguments[0] is str else _type_words(arguments[0])
        return f"{key}: {_type_words(arguments[1])}"
    if origin is tuple:
        inner = _type_words(arguments[0])
        return "text" if arguments[0] is schema.Variant else f"list of {inner.replace('one text', 'texts')}"
    if isinstance(annotation, type) and issubclass(annotation, Part):
        return f"[{annotation.__name__}](#{annotation.__name__.lower()})"
    return _plain(annotation, metadata)


def _plain(annotation: object, metadata: typing.Sequence[object]) -> str:
    found = [item for one in metadata for item in (one, *getattr(one, "metadata", ()))]
    pattern = next((item.pattern for item in found if getattr(item, "pattern", None)), "")
    if pattern == ID_PATTERN:
        return "identifier"
    if pattern:
        return next((word for sign, word in _PATTERNS if pattern.startswith(sign)), "one text")
    low = next((item.ge for item in found if getattr(item, "ge", None) is not None), None)
    high = next((item.le for item in found if getattr(item, "le", None) is not None), None)
    words = _WORDS.get(annotation, "anything")
    return f"{words}, {low} to {high}" if low is not None and high is not None else words


if __name__ == "__main__":
    sys.stdout.write(reference())
