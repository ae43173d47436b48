"""Reads the Outcome that a model wrote, however it stands in its answer. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from html import unescape
from itertools import islice, pairwise
from typing import Any

from pydantic import ValidationError

from gamemaster.narration.prompts.json_shapes import Json
from gamemaster.narration.prompts.loose_json import as_json
from gamemaster.narration.prompts.outcome_schema import KEYS
from gamemaster.narration.prompts.outcome_shapes import in_shape
from gamemaster.rules.proposal import Outcome
from inference.output.readable import readable_json

_UNSEEN = dict.fromkeys(map(ord, "\u200b\u2060\ufeff"))  # spaces without a width
MAX_CHARS = 65_536  # of an answer that is read at all
MOST_OBJECTS_READ = 24  # in an answer that holds several, or talk with brackets


class OutcomeUnreadable(ValueError):
    """What the model wrote is no Outcome, even in a mended container. `text` is what it wrote."""

    def __init__(self, why: str, text: str) -> None:
        super().__init__(f"{why}; it began {text[:80]!r}")
        self.why, self.text = why, text


@dataclass(frozen=True)
class NoNumber:
    """NaN or an infinity, which no value of an Outcome can be."""

    name: str


@dataclass(frozen=True)
class Read:
    """An answer as it was read. `mended`: its container was repaired; the answer is as the model wrote it.

    `extra`: keys that no Outcome has, which were left out, as `changes.0.reason`.
    """

    outcome: Outcome
    mended: bool = False
    extra: tuple[str, ...] = ()


def parse(text: str) -> Read:
    """The Outcome that a model wrote. Raises OutcomeUnreadable.

    Repairs are of the container only: what stands around the object goes (code fences, talk, a thought, another object
    or a string around it), commas before a bracket go, and brackets that were not closed after the last complete value
    are closed; what Python or JavaScript write otherwise is put as JSON has it. Values are never touched, but that
    characters go that no text has. Keys that mean nothing are left out: models that no grammar binds like to add their
    reasons. They leave out what is null or empty, too: in an object that they closed it is taken for that.
    """
    if len(text) > MAX_CHARS:
        raise OutcomeUnreadable(f"{len(text)} characters, more than {MAX_CHARS}", text)
    plain = _without_escapes(text)
    try:
        data = _load_json(plain)
        if _is_outcome(data):
            return _validate(data, text, is_closed=True)
        if isinstance(data, str):
            return replace(parse(data), mended=True)
        wrong = OutcomeUnreadable(_what_is_missing(data), text)
    except ValueError as error:
        if isinstance(error, OutcomeUnreadable):
            raise
        wrong = OutcomeUnreadable("not JSON, and no container that could be mended", text)
    for count, found in enumerate(_objects(plain)):
        mended, is_closed = found
        try:
            data = _unwrap(_load_json(mended))
        except ValueError as error:
            if count == 0:
                wrong = OutcomeUnreadable(f"not JSON, even mended ({error})", text)
            continue
        if _is_outcome(data):
            return replace(_validate(data, text, is_closed=is_closed), mended=True)
        if count == 0:
            wrong = OutcomeUnreadable(_what_is_missing(data), text)
    raise wrong


def _objects(text: str) -> Iterator[tuple[str, bool]]:
    """What may be an object in it, and whether its brackets were closed: first as JSON writes one, then as Python and
    JavaScript do."""
    yield from filter(None, (_object_at(text, start) for start in _starts(text)))
    if "changes" in text:
        yield from filter(None, (_object_at(as_json(text[start:]), 0) for start in _starts(text)))


def _without_escapes(text: str) -> str:
    """The text without what cannot be seen, and without escapes of another format around all of it."""
    plain = text.translate(_UNSEEN).strip()
    if "&quot;" in plain:
        plain = unescape(plain)
    return plain.replace('\\"', '"') if plain[plain.find("{") :].startswith('{\\"') else plain


def _unwrap(data: Any) -> Any:
    """The object, or the one that it holds as text: the arguments of a call."""
    if isinstance(data, dict) and not _is_outcome(data):
        for value in data.values():
            if isinstance(value, str) and value.lstrip().startswith("{") and "changes" in value:
                with suppress(ValueError):
                    return _load_json(value)
    return data


def _starts(text: str) -> Iterator[int]:
    """Where objects may begin, as many as are looked at."""
    return islice((at for at, character in enumerate(text) if character == "{"), MOST_OBJECTS_READ)


def _is_outcome(data: Any) -> bool:
    """Whether this is meant for one. Nothing else has `changes`."""
    return isinstance(data, dict) and any(key.lower() == "changes" for key in data)


def _what_is_missing(data: Any) -> str:
    if not isinstance(data, dict):
        return f"a JSON {type(data).__name__}, not an object"
    return f"incomplete, without {', '.join(key for key in KEYS if key not in data)}"


def _load_json(text: str) -> Any:
    def pairs(found: list[tuple[str, Any]]) -> Json:
        if len({key for key, _ in found}) < len(found):
            raise ValueError("a key stands there twice")
        return dict(found)

    try:
        return readable_json(json.loads(text, object_pairs_hook=pairs, parse_constant=NoNumber))
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _validate(data: Json, text: str, *, is_closed: bool) -> Read:
    """`is_closed`: the model itself ended the object, so that what it has not was left out, and not cut off."""
    if not is_closed and any(key not in data for key in KEYS):
        raise OutcomeUnreadable(_what_is_missing(data), text)
    data = in_shape(data)
    try:
        return Read(Outcome.model_validate(data))
    except ValidationError as error:
        extra = tuple(
            _drop_key(data, one["loc"]) for one in error.errors() if one["type"] == "extra_forbidden"
        )
    try:
        return Read(Outcome.model_validate(data), extra=extra)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise OutcomeUnreadable(f"no Outcome: {where}: {first['msg']}", text) from None


def _drop_key(data: Json, loc: tuple[int | str, ...]) -> str:
    """Takes an unknown key out of `data`, and returns its path."""
    node: Any = data
    for part in loc[:-1]:
        # A variant's name stands in the path after the place of an operation: there is no such key.
        if isinstance(node, dict):
            node = node.get(part, node)
        elif isinstance(part, int):
            node = node[part]
    node.pop(loc[-1], None)
    return ".".join(map(str, loc))[:80]


def _object_at(text: str, start: int) -> tuple[str, bool] | None:
    """The object that begins there, and whether its brackets were closed; else they are closed after it. None if it
    ends within a value."""
    closers: list[str] = []
    in_string = escaped = False
    commas: list[int] = []  # before a closing bracket
    comma = None  # the last, while nothing but space came after it
    for at in range(start, len(text)):
        character = text[at]
        if in_string:
            in_string = escaped or character != '"'
            escaped = character == "\\" and not escaped
            continue
        if character in "}]":
            if not closers or closers.pop() != character:
                return None
            commas += [] if comma is None else [comma]
            if not closers:
                return _without(text, start, at + 1, commas), True
        elif character == '"':
            in_string = True
        elif character in "{[":
            closers.append("}" if character == "{" else "]")
        if not character.isspace():
            comma = at if character == "," else None
    rest = _without(text, start, len(text), commas).rstrip().removesuffix("```").rstrip()
    # A number or a word at the end may be half of one; a comma or a colon wants more.
    if in_string or not (rest.endswith(('"', "}", "]", "null", "true", "false"))):
        return None
    return rest + "".join(reversed(closers)), False


def _without(text: str, start: int, end: int, places: list[int]) -> str:
    """A stretch of the text without what stands in these places."""
    edges = [start - 1, *places, end]
    return "".join(text[before + 1 : after] for before, after in pairwise(edges))
