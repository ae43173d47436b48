"""Schemas that are let through, and those without an end, which are not."""

import json
from typing import Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from inference.engine import RequestRefused
from inference.schema_check import check_grammar


class Change(BaseModel):
    model_config = ConfigDict(extra="forbid")
    kind: Literal["take", "drop"]
    item: Literal["lamp", "key"] | None = None
    amount: int = Field(ge=0, le=5)


class Outcome(BaseModel):
    model_config = ConfigDict(extra="forbid")
    changes: list[Change] = Field(max_length=8)
    note: str = Field(max_length=200)
    certain: bool


def obj(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def test_what_pydantic_writes_for_a_bounded_model_passes() -> None:
    check_grammar(json.dumps(Outcome.model_json_schema()))


@pytest.mark.parametrize(
    "schema",
    [
        {"enum": ["a", "b"]},
        {"const": 3},
        {"type": "string", "maxLength": 10},
        {"type": "string", "pattern": r"^[a-z*+]{1,20}\*(?:-[0-9]{1,4}){0,3}$"},
        {"type": "integer", "minimum": 0, "exclusiveMaximum": 10},
        {"type": ["string", "null"], "maxLength": 4},
        {"type": "array", "items": {"type": "boolean"}, "maxItems": 3},
        {"type": "array", "prefixItems": [{"type": "null"}], "items": False},
        {"anyOf": [{"type": "null"}, obj(a={"type": "boolean"})]},
    ],
)
def test_bounded_schemas_pass(schema: dict[str, Any]) -> None:
    check_grammar(json.dumps(schema))


TEXT = {"type": "string", "maxLength": 10}


@pytest.mark.parametrize(
    ("schema", "field", "limit"),
    [
        ({}, ".type", "object"),
        ({"type": "string"}, ".maxLength", "0 to 8192"),
        ({"type": "string", "maxLength": 10**6}, ".maxLength", "0 to 8192"),
        ({"type": "string", "maxLength": True}, ".maxLength", "0 to 8192"),
        ({"type": "string", "pattern": "a*"}, ".pattern", "{0,1024}"),
        ({"type": "string", "pattern": "a+"}, ".pattern", "{0,1024}"),
        ({"type": "string", "pattern": r"\\+"}, ".pattern", "{0,1024}"),
        ({"type": "string", "pattern": "a{3,}"}, ".pattern", "{0,1024}"),
        ({"type": "string", "pattern": "(a{0,99}){0,99}"}, ".pattern", "1024 times"),
        ({"type": "string", "pattern": "(?=a)a"}, ".pattern", "groups"),
        ({"type": "string", "pattern": r"(a)\1"}, ".pattern", "groups"),
        ({"type": "string", "pattern": "("}, ".pattern", "regular expression"),
        ({"type": "string", "pattern": "a" * 513}, ".pattern", "512"),
        ({"type": "string", "format": "email"}, ".format", "maxLength"),
        ({"type": "integer"}, ".minimum", str(2**53)),
        ({"type": "integer", "minimum": 0}, ".maximum", str(2**53)),
        ({"type": "number", "minimum": 0, "maximum": 1e300}, ".maximum", str(2**53)),
        ({"type": "array", "items": TEXT}, ".maxItems", "0 to 1024"),
        ({"type": "array", "maxItems": 3}, ".items", "schema"),
        ({"type": "object", "properties": {}}, ".additionalProperties", "false"),
        ({"type": "object", "patternProperties": {}, "additionalProperties": False}, ".patternProperties", "required"),
        (obj(a={"type": "string"}), ".properties.a.maxLength", "8192"),
        (obj(a=True), ".properties.a", "$ref"),
        ({"allOf": [TEXT, TEXT]}, ".allOf", "one schema"),
        ({"anyOf": []}, ".anyOf", "at least one"),
        ({"not": TEXT, "type": "null"}, ".not", "none"),
        ({"enum": []}, ".enum", "at least one"),
        ({"$ref": "http://example.org/a"}, ".$ref", "#/$defs/NAME"),
        ({"$ref": "#/$defs/a"}, ".$ref", "#/$defs/NAME"),
        ({"$ref": "#"}, ".$ref", "#/$defs/NAME"),
        ({"type": "array", "maxItems": 1000, "items": {"type": "string", "maxLength": 8000}}, "", "1000000 characters"),
    ],
)  # fmt: skip
def test_what_has_no_bound_is_refused(schema: dict[str, Any], field: str, limit: str) -> None:
    with pytest.raises(RequestRefused) as refused:
        check_grammar(json.dumps(schema))
    assert refused.value.field == f"json_schema{field}"
    assert limit in refused.value.limit


def test_recursion_is_refused_wherever_it_hides() -> None:
    node = obj(child={"anyOf": [{"type": "null"}, {"$ref": "#/$defs/node"}]})
    with pytest.raises(RequestRefused, match="recursive"):
        check_grammar(json.dumps({"$defs": {"node": node}, "$ref": "#/$defs/node"}))
    mutual = {"a": obj(b={"$ref": "#/$defs/b"}), "b": obj(a={"$ref": "#/$defs/a"})}
    with pytest.raises(RequestRefused, match="recursive"):
        check_grammar(json.dumps({"$defs": mutual, "$ref": "#/$defs/a"}))


def test_a_schema_that_grows_when_written_out_is_refused() -> None:
    level = {"0": {"type": "null"}}
    for number in range(1, 8):
        level[str(number)] = obj(**{key: {"$ref": f"#/$defs/{number - 1}"} for key in "abcdef"})
    with pytest.raises(RequestRefused, match="20000 parts"):
        check_grammar(json.dumps({"$defs": level, "$ref": "#/$defs/7"}))


@pytest.mark.parametrize("text", ["", "no", "[]", "3", "[" * 100_000, '{"a":' * 60_000])
def test_what_is_no_schema_at_all_is_refused(text: str) -> None:
    with pytest.raises(RequestRefused):
        check_grammar(text)


def test_size_and_depth_are_bounded() -> None:
    with pytest.raises(RequestRefused, match="at most 65536 bytes"):
        check_grammar(json.dumps({"enum": ["x" * 70_000]}))
    deep: dict[str, Any] = {"type": "null"}
    for _ in range(40):
        deep = obj(a=deep)
    with pytest.raises(RequestRefused, match="32 levels"):
        check_grammar(json.dumps(deep))
