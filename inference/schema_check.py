"""Refuses JSON Schemas that an engine could not compile, or under which a generation might never end."""

import json
import re
from functools import lru_cache
from typing import NoReturn

from inference.errors import RequestRefused

MAX_SCHEMA_BYTES = 65_536
MAX_DEPTH = 32
# After every $ref is written out: what the grammar compiler sees.
MAX_NODES = 20_000
MAX_STRING = 8_192
MAX_ITEMS = 1_024
MAX_PATTERN = 512
MAX_REPEAT = 1_024
# The longest answer that the schema allows, in characters.
MAX_ANSWER = 1_000_000
# A bounded number has so many characters at most: sign, 19 digits, point, and xgrammar's 6 digits of a fraction.
NUMBER_LENGTH = 27
MAX_NUMBER = 2**53

ANNOTATIONS = frozenset(
    "title description default examples deprecated readOnly writeOnly $schema $id $comment discriminator".split()
)
KEYWORDS = {
    "object": frozenset("properties required additionalProperties".split()),
    "array": frozenset("items prefixItems minItems maxItems".split()),
    "string": frozenset("minLength maxLength pattern".split()),
    "integer": frozenset("minimum maximum exclusiveMinimum exclusiveMaximum".split()),
    "number": frozenset("minimum maximum exclusiveMinimum exclusiveMaximum".split()),
    "boolean": frozenset[str](),
    "null": frozenset[str](),
}
STRUCTURE = frozenset("type enum const anyOf oneOf allOf $ref $defs definitions".split())
QUANTIFIER = re.compile(r"[*+?]|\{(\d*)(,?)(\d*)\}")

# Nodes when written out, and characters of the longest answer.
Size = tuple[int, int]


def refuse(path: str, problem: str, limit: str) -> NoReturn:
    raise RequestRefused(f"json_schema{path}", problem, limit)


@lru_cache(maxsize=256)
def _size_of(schema: str) -> Size:
    try:
        root = json.loads(schema)
    except (ValueError, RecursionError) as error:
        refuse("", f"not JSON ({error})", "one JSON object")
    if not isinstance(root, dict):
        refuse("", f"a JSON {type(root).__name__}", "one JSON object")
    return Measure(root).size(root, "", 0)


def check_grammar(schema: str) -> None:
    """Raises RequestRefused (naming the place in the schema, and the limit) unless everything in it is bounded."""
    if (size := len(schema.encode())) > MAX_SCHEMA_BYTES:
        refuse("", f"{size} bytes", f"at most {MAX_SCHEMA_BYTES} bytes")
    _size_of(schema)


class Measure:
    """Walks one schema as if each $ref were written out, and refuses what has no bound."""

    def __init__(self, root: dict[str, object]) -> None:
        self.root = root
        self.open_refs: list[str] = []
        self.known: dict[str, Size] = {}

    def size(self, node: object, path: str, depth: int) -> Size:
        if depth > MAX_DEPTH:
            refuse(path, f"nested {depth} deep", f"{MAX_DEPTH} levels")
        if not isinstance(node, dict):
            refuse(
                path, f"{node!r:.40} allows anything or is no schema", "an object with a type, enum or $ref"
            )
        nodes, length = self._shape(node, path, depth)
        nodes += 1
        if nodes > MAX_NODES:
            refuse(path, f"{nodes} parts once each $ref is written out", f"{MAX_NODES} parts")
        if length > MAX_ANSWER:
            refuse(path, f"allows an answer of {length} characters", f"{MAX_ANSWER} characters")
        return nodes, length

    def _shape(self, node: dict[str, object], path: str, depth: int) -> Size:
        if "$ref" in node:
            self._only(node, path, frozenset())
            return self._ref(node["$ref"], path, depth)
        for choice in ("anyOf", "oneOf", "allOf"):
            if choice in node:
                self._only(node, path, frozenset())
                return self._choice(node[choice], choice, path, depth)
        if "enum" in node or "const" in node:
            values = node.get("enum", [node.get("const")])
            if not isinstance(values, list) or not values:
                refuse(f"{path}.enum", "no values", "at least one value")
            return len(values), max(len(json.dumps(value)) for value in values)
        types = node.get("type")
        types = types if isinstance(types, list) else [types]
        known = [name for name in types if isinstance(name, str) and name in KEYWORDS]
        if not types or len(known) != len(types):
            refuse(f"{path}.type", f"{node.get('type')!r:.40} allows anything", ", ".join(KEYWORDS))
        self._only(node, path, frozenset().union(*(KEYWORDS[name] for name in known)))
        sizes = [self._size_of_type(name, node, path, depth) for name in known]
        return sum(nodes for nodes, _ in sizes), max(length for _, length in sizes)

    def _only(self, node: dict[str, object], path: str, keywords: frozenset[str]) -> None:
        unknown = sorted(node.keys() - keywords - STRUCTURE - ANNOTATIONS)
        if unknown:
            refuse(
                f"{path}.{unknown[0]}",
                "a keyword that is not checked here",
                ", ".join(sorted(keywords)) or "none",
            )

    def _ref(self, target: object, path: str, depth: int) -> Size:
        if not isinstance(target, str) or not target.startswith("#/"):
            refuse(f"{path}.$ref", f"{target!r:.60} is not in this schema", "#/$defs/NAME")
        if target in self.open_refs:
            refuse(
                f"{path}.$ref", f"{target} is recursive, and so without end", "references that do not recur"
            )
        if target not in self.known:
            found: object = self.root
            for part in target[2:].split("/"):
                found = (
                    found.get(part.replace("~1", "/").replace("~0", "~")) if isinstance(found, dict) else None
                )
            if found is None:
                refuse(f"{path}.$ref", f"{target} does not exist", "#/$defs/NAME")
            self.open_refs.append(target)
            self.known[target] = self.size(found, target[1:].replace("/", "."), depth + 1)
            self.open_refs.pop()
        return self.known[target]

    def _choice(self, options: object, name: str, path: str, depth: int) -> Size:
        if not isinstance(options, list) or not options:
            refuse(f"{path}.{name}", "no options", "at least one option")
        if name == "allOf" and len(options) > 1:
            refuse(f"{path}.allOf", f"{len(options)} schemas at once", "one schema")
        sizes = [self.size(option, f"{path}.{name}[{i}]", depth + 1) for i, option in enumerate(options)]
        return sum(nodes for nodes, _ in sizes), max(length for _, length in sizes)

    def _size_of_type(self, name: str, node: dict[str, object], path: str, depth: int) -> Size:
        match name:
            case "object":
                return self._object(node, path, depth)
            case "array":
                return self._array(node, path, depth)
            case "string":
                return 1, _string_length(node, path)
            case "integer" | "number":
                _check_number(node, path)
                return 1, NUMBER_LENGTH
            case _:
                return 1, len("false")

    def _object(self, node: dict[str, object], path: str, depth: int) -> Size:
        if node.get("additionalProperties") is not False:
            refuse(f"{path}.additionalProperties", "not false, so any field may follow", "false")
        properties = node.get("properties", {})
        if not isinstance(properties, dict):
            refuse(f"{path}.properties", f"{properties!r:.40}", "an object")
        nodes, length = 0, 2
        for key, value in properties.items():
            inner = self.size(value, f"{path}.properties.{key}", depth + 1)
            nodes, length = nodes + inner[0], length + inner[1] + len(json.dumps(key)) + 2
        return nodes, length

    def _array(self, node: dict[str, object], path: str, depth: int) -> Size:
        first = node.get("prefixItems", [])
        if not isinstance(first, list):
            refuse(f"{path}.prefixItems", f"{first!r:.40}", "a list of schemas")
        sizes = [self.size(item, f"{path}.prefixItems[{i}]", depth + 1) for i, item in enumerate(first)]
        nodes, length = sum(size[0] for size in sizes), 2 + sum(size[1] + 2 for size in sizes)
        if node.get("items") is False:
            return nodes, length
        most = _whole(node, "maxItems", path, MAX_ITEMS, "the array has no end")
        if "items" not in node:
            refuse(f"{path}.items", "missing, so items may be anything", "a schema, or false")
        inner = self.size(node["items"], f"{path}.items", depth + 1)
        return nodes + inner[0], length + most * (inner[1] + 2)


def _whole(node: dict[str, object], key: str, path: str, most: int, otherwise: str) -> int:
    value = node.get(key)
    if value is None:
        refuse(f"{path}.{key}", f"missing, so {otherwise}", f"0 to {most}")
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        refuse(f"{path}.{key}", f"{value!r:.40}", f"0 to {most}")
    return value


def _string_length(node: dict[str, object], path: str) -> int:
    """A character may take six in JSON, as in \\u0007."""
    if "pattern" in node:
        return 6 * _pattern_length(node["pattern"], f"{path}.pattern")
    return 2 + 6 * _whole(node, "maxLength", path, MAX_STRING, "the string has no end")


def _check_number(node: dict[str, object], path: str) -> None:
    for key, other in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        value = node.get(key, node.get(other))
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= MAX_NUMBER:
            problem = "missing, so the digits have no end" if value is None else f"{value!r:.40}"
            refuse(f"{path}.{key}", problem, f"{-MAX_NUMBER} to {MAX_NUMBER}")


def _pattern_length(pattern: object, path: str) -> int:
    """An upper bound of the characters that a pattern matches: each part times all repeats, however nested."""
    if not isinstance(pattern, str) or len(pattern) > MAX_PATTERN:
        refuse(path, "too long, or no text", f"a pattern of at most {MAX_PATTERN} characters")
    try:
        re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        refuse(path, f"no regular expression ({error})", "a regular expression")
    # What is escaped, or stands in a class, is one character, and no quantifier.
    plain = re.sub(r"\\.", "x", pattern.replace("\\\\", "x")) if not re.search(r"\\[1-9]", pattern) else None
    if plain is None or re.search(r"\(\?[^:]", re.sub(r"\[\^?\]?[^\]]*\]", "x", plain)):
        refuse(
            path,
            "looks ahead, behind or back, or sets flags",
            "literals, classes, groups (?:…) and bounded repeats",
        )
    plain = re.sub(r"\[\^?\]?[^\]]*\]", "x", plain).replace("(?:", "(")
    repeats = 1
    for found in QUANTIFIER.finditer(plain):
        low, comma, high = found.groups()
        if found[0] in "*+" or (comma and not high):
            refuse(path, f"{found[0]} repeats without end", f"{{0,{MAX_REPEAT}}} and less")
        repeats *= max(1, int(high or low or 1))
        if repeats > MAX_REPEAT:
            refuse(path, f"repeats up to {repeats} times, nested ones multiplied", f"{MAX_REPEAT} times")
    return len(plain) * repeats
