"""The format as a JSON Schema for editors: every shorthand allowed, every key explained, a world's own ids offered."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from worlds import schema
from worlds.field_docs import meaning
from worlds.references import REFERENCES, Names, names_of
from worlds.schema import ID_PATTERN, ITEM, TARGET, Condition, Part, World
from worlds.source import Source

# Words of a writer's own: known ones are offered, new ones are no mistake.
_FREE = {"set": "flag", "unset": "flag", "clear": "flag", "tags": "tag", "witness": "witness"}
_EXAMPLES: dict[str, Any] = {
    "when": {"at": "shore", "has": "axe"}, "effects": {"set": "door_open", "give": "axe"},
    "check": {"skill": "strength", "difficulty": 12}, "hours": "22-5",
}  # fmt: skip


def json_schema(source: Source | None = None, world: World | None = None) -> dict[str, Any]:
    """The schema of one file of a world. With a world, its identifiers are enumerated."""
    made = World.model_json_schema(mode="validation")
    names = names_of(source, world) if source is not None and world is not None else None
    flags = sorted(_flags(world)) if world is not None else []
    parts = {part.__name__: part for part in vars(schema).values() if _is_part(part)}
    for title, definition in made["$defs"].items():
        if title in parts:
            _finish(definition, parts[title], names, flags)
    _finish(made, World, names, flags)
    made.pop("required", None)  # sections may stand in any file of the folder
    made["title"] = "A world" if world is None else world.title
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made}


def _is_part(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, Part) and value is not Part


def _flags(world: World) -> set[str]:
    from worlds.references import walk

    found = set(world.flags)
    for _, part in walk(world):
        if isinstance(part, schema.Effects):
            found |= {*part.set, *part.clear}
        elif isinstance(part, Condition):
            found |= {*part.set, *part.unset}
    return found


def _finish(definition: dict[str, Any], part: type[Part], names: Names | None, flags: list[str]) -> None:
    """Explain the keys of one part, allow what else is allowed, and offer what is known."""
    definition.pop("title", None)
    properties = definition.get("properties", {})
    properties.pop("id", None)
    for name, info in part.model_fields.items():
        shape = properties.get(info.alias or name)
        if shape is None:
            continue
        for idle in ("title", "default"):
            shape.pop(idle, None)
        if part is Condition and name in ("any", "not_"):
            properties[info.alias or name] = shape = {"anyOf": [{"$ref": "#/$defs/Condition"}, shape]}
        _allow_empty(shape, info.is_required())
        shape["description"] = meaning(part, name)
        if name in _EXAMPLES:
            shape["examples"] = [_EXAMPLES[name]]
        if names is not None:
            _offer(shape, _kinds(part, name), names)
            if name in _FREE:
                known = flags if _FREE[name] == "flag" else sorted(names.allowed_words(_FREE[name]))
                _replace_ids(shape, {"anyOf": [{"enum": known}, {"type": "string", "pattern": ID_PATTERN}]})


def _allow_empty(shape: dict[str, Any], required: bool) -> None:
    """A key that need not be there may stand empty, too: its value is written below, or in another file."""
    if not required and not any(one.get("type") == "null" for one in shape.get("anyOf", ())):
        inner = {key: shape.pop(key) for key in list(shape)}
        shape["anyOf"] = (
            [*inner["anyOf"], {"type": "null"}] if set(inner) == {"anyOf"} else [inner, {"type": "null"}]
        )


def _kinds(part: type[BaseModel], field: str) -> str | tuple[str, str]:
    return next((REFERENCES[kind][field] for kind in part.__mro__ if field in REFERENCES.get(kind, {})), "")


def _offer(shape: dict[str, Any], kinds: str | tuple[str, str], names: Names) -> None:
    of_keys, of_values = kinds if isinstance(kinds, tuple) else ("", kinds)
    if of_values:
        _replace_ids(shape, {"enum": _words(of_values, names)}, any_text=of_values == "verb")
    if of_keys:
        _replace_keys(shape, _words(of_keys, names))


def _words(kinds: str, names: Names) -> list[str]:
    things = {"character", "item", "thing", "holder"}.intersection(kinds.split("|"))
    return sorted(names.allowed_words(kinds) | ({TARGET, ITEM} if things else set()))


def _replace_ids(shape: Any, with_: dict[str, Any], any_text: bool = False) -> None:
    """Put an enumeration in the place of every plain identifier (or any text) of a shape."""
    if isinstance(shape, list):
        for one in shape:
            _replace_ids(one, with_, any_text)
    elif isinstance(shape, dict):
        if shape.get("type") == "string" and (any_text or shape.get("pattern") == ID_PATTERN):
            shape.clear()
            shape.update(with_)
            return
        for key in ("items", "anyOf", "patternProperties", "additionalProperties"):
            inner = shape.get(key)
            _replace_ids(
                list(inner.values()) if key == "patternProperties" and inner else inner, with_, any_text
            )


def _replace_keys(shape: Any, words: list[str]) -> None:
    """Let a mapping have these keys and no others."""
    for one in (shape, *shape.get("anyOf", ())):
        if one.get("type") == "object":
            values = next(
                iter(one.pop("patternProperties", {}).values()), one.pop("additionalProperties", {})
            )
            one["properties"] = dict.fromkeys(words, values)
            one["additionalProperties"] = False
