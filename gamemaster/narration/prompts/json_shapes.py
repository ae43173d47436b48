"""The parts that the JSON schemas of answers are made of: bounded, without recursion. Pure."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


def object_of(**fields: Json) -> Json:
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def list_of(item: Json, most: int) -> Json:
    return {"type": "array", "items": item, "maxItems": most}


def one_of(values: tuple[str, ...]) -> Json:
    # Where there is nothing to name, the list around it is kept empty, or the variant is left out.
    return {"type": "string", "enum": list(values)} if values else {"type": "null"}


def or_null(values: tuple[str, ...]) -> Json:
    return {"anyOf": [one_of(values), {"type": "null"}]} if values else {"type": "null"}


def whole(least: int, most: int) -> Json:
    return {"type": "integer", "minimum": least, "maximum": most}


def text_of(most: int, least: int = 0) -> Json:
    return {"type": "string", "minLength": least, "maxLength": most}
