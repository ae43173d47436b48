"""An Outcome's parts in the shape that they are read in, where a model wrote the same in another. Pure.

No grammar binds such a model: it writes one operation where a list is due, or an operation's name as its only key.
What it says is not touched; what says nothing (a check that is "none") is null.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

from gamemaster.narration.prompts.json_shapes import Json
from gamemaster.narration.prompts.outcome_schema import KEYS
from gamemaster.rules.proposal import Operation

LISTS = ("intents", "changes", "otherwise")  # of the keys, which some models leave null
OF_OPERATIONS = ("changes", "otherwise")
_OPTIONAL = ("check", "unclear")
_NOTHING = ("none", "null", "no", "n/a", "false")
_CALLED = ("type", "action", "operation", "name")  # what models call `op`


def _names_of_operations() -> Iterable[str]:
    for variant in get_args(get_args(Operation)[0]):
        yield from get_args(variant.model_fields["op"].annotation)


_OPERATIONS = frozenset(_names_of_operations())


def in_shape(data: Json) -> Json:
    """The Outcome with its own keys, lists where lists are due, and objects in them."""
    known = {key.lower(): value for key, value in data.items() if key.lower() in KEYS}
    data = {**{key: value for key, value in data.items() if key.lower() not in KEYS}, **known}
    for key in LISTS:
        found = data.get(key)
        data[key] = found if isinstance(found, list) else [found] if found else []
    for key in OF_OPERATIONS:
        data[key] = [_operation(one) for one in data[key]]
    data["intents"] = [one for one in data["intents"] if isinstance(one, dict)]  # they decide nothing
    return {**data, **{key: None for key in _OPTIONAL if key in data and _says_nothing(data[key])}}


def _says_nothing(value: Any) -> bool:
    return not value or _name(value) in _NOTHING


def _operation(written: Any) -> Any:
    """An operation with its name as its `op`."""
    if isinstance(written, str):
        return {"op": _name(written)} if _name(written) in _OPERATIONS else written
    if not isinstance(written, dict):
        return written
    if "op" in written:
        return {**written, "op": _name(written["op"])}
    for key in _CALLED:
        if _name(written.get(key)) in _OPERATIONS:
            fields = {name: value for name, value in written.items() if name != key}
            return {"op": _name(written[key]), **fields}
    for key, fields in written.items():  # {"look": {}}
        if len(written) == 1 and _name(key) in _OPERATIONS and isinstance(fields, dict):
            return {**fields, "op": _name(key)}
    return written


def _name(value: Any) -> Any:
    return value.strip().lower() if isinstance(value, str) else value
