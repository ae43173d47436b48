"""Fit a world's data to the schema, and put what does not fit in writers' words with its place."""

from __future__ import annotations

import copy
import types
import typing
from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails
from rapidfuzz import fuzz, process

from worlds.problems import Place, WorldError, fault
from worlds.schema import (
    Action,
    Check,
    Condition,
    Effects,
    Exit,
    Feature,
    Line,
    Part,
    PlayerCharacter,
    Relate,
    Related,
    Result,
    Variant,
    Voice,
    World,
)
from worlds.source import Route, Source

STAND_IN = "-"  # for a text that a world cannot be without
STAND_IN_ID = "unnamed"  # for a place and an ending that are not named
MAX_ROUNDS = 8  # of leaving out what does not fit, until the rest does
_SHORT = 50  # characters of a wrong value that are quoted

_TOP_PARTS = {
    "skills": "skill", "needs": "need", "locations": "location", "items": "item", "characters": "character",
    "threats": "threat", "rules": "rule", "beats": "beat", "facts": "fact", "lore": "lore entry",
    "promises": "promise",
    "endings": "ending", "verbs": "verb", "messages": "message",
}  # fmt: skip
_PATTERNS = {
    r"^[a-z][a-z0-9_]": "is not an identifier",
    r"^(>=|<=": "is not a comparison",
    r"^([01]?\d|2[0-4])\s*-": "is not a range of hours",
    r"^([01]?\d|2[0-3]):": "is not a time of day",
    "^#": "is not a colour",
}
_PATTERN_HINTS = {
    "is not an identifier": "lower-case letters, digits and _, a letter first, at most 64: `old_axe`",
    "is not a comparison": "write a whole number with >=, <=, >, <, == or != before it, in quotes: '>= 3'",
    "is not a range of hours": "write two hours from 0 to 24: 22-5",
    "is not a time of day": "write hours and minutes: 16:30",
    "is not a colour": "write six hexadecimal digits in quotes: '#12161c'",
}

_CURLY = "“”„‘’«»"
_PAIRS = {"dict_type", "model_type", "model_attributes_type"}
_EXAMPLES: dict[type[BaseModel], str] = {
    Condition: "such as {at: shore, has: axe, set: door_open}",
    Effects: "such as {set: door_open, give: axe, time: 10}",
    Check: "such as {skill: strength, difficulty: 12}",
    Exit: "such as {to: shore, direction: north}",
    Action: "such as {text: It gives way., effects: {set: door_open}}",
    Relate: "such as {who: hild, toward: player, trust: 1}",
    Related: "such as {who: hild, trust: '>= 2'}",
    Result: "such as {text: It gives way., effects: {set: door_open}}",
    Feature: "such as {name: shutters, text: Barred from inside.}",
    Voice: "such as {name: default, rate: 1.0}",
}


_ALL_OF = (
    "all keys must hold: write them side by side, and several of a kind as a list: {set: [a, b], has: c}"
)
_ANY_OF = "write the conditions of which one is enough under `any`: {any: [{set: a}, {has: b}]}"
_JOINED = {
    "all": _ALL_OF,
    "and": _ALL_OF,
    "or": _ANY_OF,
    "one_of": _ANY_OF,
}  # what writers try, and what does it


def part_name(route: Route) -> str:
    """What the route leads into, as its writer calls it: "item `axe`"."""
    if len(route) >= 2 and route[0] in _TOP_PARTS:
        name = f"{_TOP_PARTS[str(route[0])]} `{route[1]}`"
        if len(route) >= 4 and route[0] == "locations" and route[2] == "notice":
            name = f"feature `{route[3]}` of {name}"
        if len(route) >= 4 and route[0] == "characters" and route[2] == "topics":
            name = f"topic `{route[3]}` of {name}"
        return name
    return f"`{route[0]}`" if route else "the world"


def nearest(word: str, known: Iterable[str], *, alike: int = 66) -> str | None:
    """The known word that the writer most likely meant: `alike` to it by so many percent at least."""
    found = process.extractOne(word, list(known), scorer=fuzz.ratio, score_cutoff=alike)
    return found[0] if found else None


def fit(source: Source, world_id: str) -> tuple[World | None, list[WorldError]]:
    """The world, and every fault of its shape.

    With faults, the world is what remains when all that does not fit is left out: good for checking what refers
    to what, not for playing. None where too little remains.
    """
    data: dict[str, Any] = {**source.data, "id": world_id}
    try:
        return World.model_validate(data), []
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=True)
    faults = [f for detail in first if (f := _explain(detail, source)) is not None]
    data = _stand_ins(copy.deepcopy(data))
    errors = first
    for _ in range(MAX_ROUNDS):
        _leave_out(data, errors)
        data = _stand_ins(data)
        try:
            return World.model_validate(data), faults
        except ValidationError as error:
            errors = error.errors(include_url=False, include_context=False)
    return None, faults


def _stand_ins(data: dict[str, Any]) -> dict[str, Any]:
    """Fill what a world cannot be without, so that the rest can be checked."""
    for key in ("title", "summary", "bible", "opening"):
        data.setdefault(key, STAND_IN)
    for key in ("locations", "endings"):
        data.setdefault(key, {})
    data.setdefault("player", PlayerCharacter(at=STAND_IN_ID, death=STAND_IN_ID))
    return data


def _leave_out(data: dict[str, Any], errors: list[ErrorDetails]) -> None:
    """Remove the innermost written things that hold the faults; what lacks a key goes as a whole."""
    doomed: dict[tuple[int, str | int], tuple[Any, str | int]] = {}
    for detail in errors:
        steps = [step for step in detail["loc"] if step != "[key]"]
        if detail["type"] == "missing":
            steps = steps[:-1]
        here: Any = data
        last: tuple[Any, str | int] | None = None
        for step in steps:
            inside = (isinstance(here, dict) and step in here) or (
                isinstance(here, list) and isinstance(step, int) and step < len(here)
            )
            if inside:
                last, here = (here, step), here[step]
        if last is not None:
            doomed[id(last[0]), last[1]] = last
    # From the back, so that what is removed from a list moves nothing that is still to go.
    for holder, step in sorted(
        doomed.values(), key=lambda d: d[1] if isinstance(d[1], int) else -1, reverse=True
    ):
        del holder[step]


def _explain(detail: ErrorDetails, source: Source) -> WorldError | None:
    """One fault of pydantic's as the writer's; None where an unreadable file explains it."""
    loc = detail["loc"]
    on_key = bool(loc) and loc[-1] == "[key]"
    route: Route = loc[:-1] if on_key else loc
    kind, context = detail["type"], detail.get("ctx", {})
    last = next((str(step) for step in reversed(route) if isinstance(step, str)), "the world")
    if route and route[-1] == "id" and route not in source.values:
        return None  # the key of the part is at fault, and was reported as such
    if kind == "missing":
        key = str(route[-1])
        if len(route) == 1 and key in source.salvaged_keys:
            return None
        if len(route) == 1:
            named = any(path.name == "world.yaml" for path in source.files)
            hint = f"add `{key}:`" if named else f"add `{key}:`; there is no file world.yaml yet"
            place = Place("world.yaml", 1 if named else 0, 1 if named else 0)
            return fault(place, f"the world lacks `{key}`", hint, kind="missing")
        written = detail.get("input")
        if isinstance(written, (list, tuple)):  # of so many, as the four words for wounds
            message = f"{part_name(route[:-1])}: `{last}` holds {len(written)} entries"
            return fault(source.find(route[:-1], key=True), message, f"it takes {int(key) + 1}", kind="shape")
        if isinstance(written, dict) and any(" " in str(name) for name in written):
            return None  # a text with a colon, which is reported as such
        place = source.find(route[:-1], key=True)
        message = f"{part_name(route[:-1])}{_inside(route[:-1])} lacks `{key}`"
        return fault(place, message, f"add `{key}:`", kind="missing")
    if kind == "extra_forbidden":
        return _unknown_key(route, detail, source)
    if kind == "model_type" and model_at(route) in {Variant, Line}:
        kind = "string_type"
    message, hint = _wrong_value(kind, context, last, detail.get("input"), detail["msg"])
    if kind in _PAIRS:
        hint = _EXAMPLES.get(model_at(route) or Part, "") or hint
    return fault(source.find(route, key=on_key), f"{part_name(route)}{_inside(route[:-1])}: {message}", hint)


def _inside(route: Route) -> str:
    """Further keys on the way, for parts within parts: ", exits"."""
    words = [str(step) for step in route[2:] if isinstance(step, str)]
    if len(route) >= 4 and route[2] in {"notice", "topics"}:
        words = words[2:]
    return f", {' '.join(f'`{word}`' for word in words)}" if words else ""


def _unknown_key(route: Route, detail: ErrorDetails, source: Source) -> WorldError:
    key = str(route[-1])
    model = model_at(route[:-1])
    allowed = _keys(model) if model else []
    near = nearest(key, allowed)
    hint = f"did you mean `{near}`?" if near else "keys allowed here: " + ", ".join(allowed)
    if model is Condition and key in _JOINED:
        hint = _JOINED[key]
    if key == "<<":
        hint = "write the keys out; only a whole value can be repeated with `&name` and `*name`"
    if " " in key:
        hint = "text that holds `: ` needs quotes or a `|` block"
    message = f"{part_name(route[:-1])}{_inside(route[:-1])}: `{key}` is not known here"
    return fault(source.find(route, key=True), message, hint, kind="unknown_key")


def _wrong_value(kind: str, context: dict[str, Any], key: str, value: Any, fallback: str) -> tuple[str, str]:
    shown = f"`{str(value)[:_SHORT]}`"
    if kind == "string_pattern_mismatch":
        problem = next((p for sign, p in _PATTERNS.items() if context["pattern"].startswith(sign)), fallback)
        curly = "use straight quotes" if str(value)[:1] in _CURLY else ""
        return f"`{key}`: {shown} {problem}", curly or _PATTERN_HINTS.get(problem, "")
    if kind.startswith("string_"):
        if "length" in context or "max_length" in context or "min_length" in context:
            least, longest = context.get("min_length"), context.get("max_length")
            return (f"`{key}` is empty", "write some text") if least else (
                f"`{key}` is longer than {longest} characters", "shorten or split it")  # fmt: skip
        if value is None:
            return f"`{key}` is empty", "write some text; text that begins with # needs quotes"
        return f"`{key}` must be text, not {_what(value)}", _quote_hint(value)
    if kind.startswith(("int_", "float_")):
        return f"`{key}` must be a whole number, not {shown}", ""
    if kind.startswith("bool_"):
        return f"`{key}` must be true or false, not {shown}", ""
    bounds = {"greater_than_equal": ("ge", "at least"), "less_than_equal": ("le", "at most")}
    if kind in bounds:
        limit, words = bounds[kind]
        return f"`{key}` is {shown}", f"it must be {words} {context[limit]}"
    if kind == "literal_error":
        return f"`{key}` cannot be {shown}", f"allowed: {context['expected']}"
    if kind in {"tuple_type", "list_type"} and not isinstance(value, dict):
        return f"`{key}` must be text or a list, not {_what(value)}", _quote_hint(value)
    if kind in {"tuple_type", "list_type"}:
        return f"`{key}` must be a list, not {_what(value)}", "put `- ` before each entry"
    if kind in _PAIRS and value is None:
        return f"`{key}` is empty", "write what belongs here, or remove it"
    if kind in _PAIRS:
        return f"`{key}` must hold `key: value` pairs, not {_what(value)}", ""
    if kind in {"too_long", "too_short"}:
        size = context.get("max_length", context.get("min_length"))
        return f"`{key}` holds {context.get('actual_length')} entries", f"it takes {size}"
    return f"`{key}`: {fallback.removeprefix('Value error, ')}", ""


def _quote_hint(value: Any) -> str:
    return "" if isinstance(value, (dict, list)) else "put it in quotes"


def _what(value: Any) -> str:
    words = {dict: "a mapping", list: "a list", tuple: "a list", str: "text", bool: "true or false"}
    if value is None:
        return "nothing"
    return words.get(type(value)) or f"the number {value}"


def _keys(model: type[BaseModel]) -> list[str]:
    names = [field.alias or name for name, field in model.model_fields.items() if name != "id"]
    return sorted(names, key=lambda name: name == "was")  # seldom what was meant


def model_at(route: Route) -> type[BaseModel] | None:
    """The part of the schema that a route leads to; None where that is no part."""
    here: Any = World
    for step in route:
        here = _plain(here)
        origin = typing.get_origin(here)
        if isinstance(here, type) and issubclass(here, BaseModel):
            fields = {field.alias or name: field.annotation for name, field in here.model_fields.items()}
            here = fields.get(str(step))
        elif origin is dict:
            here = typing.get_args(here)[1]
        elif origin is tuple and isinstance(step, int):
            here = typing.get_args(here)[0]
    here = _plain(here)
    return here if isinstance(here, type) and issubclass(here, BaseModel) else None


def _plain(annotation: Any) -> Any:
    """An annotation without `Annotated` and `| None`."""
    while True:
        origin = typing.get_origin(annotation)
        if origin is typing.Annotated:
            annotation = typing.get_args(annotation)[0]
        elif origin in {typing.Union, types.UnionType}:
            annotation = next(arg for arg in typing.get_args(annotation) if arg is not type(None))
        else:
            return annotation
