"""The page at /docs: the REST interface for people, made from the OpenAPI document by `templates/docs.html`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).with_name("templates")),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


@dataclass(frozen=True)
class Row:
    """A parameter, an answer or a field: what it is called, its schema, and what is said of it."""

    name: str
    schema: dict[str, Any]
    text: str


@dataclass(frozen=True)
class Operation:
    method: str
    path: str
    text: str
    rows: list[Row]


@dataclass(frozen=True)
class Schema:
    name: str
    text: str
    rows: list[Row]


def docs_page(openapi: dict[str, Any]) -> str:
    """The OpenAPI document as HTML."""
    info = {"description": "", **openapi["info"]}
    schemas = openapi.get("components", {}).get("schemas", {})
    return TEMPLATES.get_template("docs.html").render(
        info=info,
        operations=list(_operations(openapi)),
        schemas=[_schema(name, schema) for name, schema in schemas.items()],
    )


def _operations(openapi: dict[str, Any]) -> Iterator[Operation]:
    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            rows = [
                Row(f"{each['name']} ({each['in']})", each.get("schema", {}), each.get("description", ""))
                for each in operation.get("parameters", [])
            ]
            rows += [
                Row(f"answer {code}", _body(answer), answer.get("description", ""))
                for code, answer in operation.get("responses", {}).items()
            ]
            text = operation.get("description") or operation.get("summary", "")
            yield Operation(method.upper(), path, text, rows)


def _body(answer: dict[str, Any]) -> dict[str, Any]:
    content = answer.get("content", {})
    return next((body.get("schema", {}) for body in content.values()), {})


def _schema(name: str, schema: dict[str, Any]) -> Schema:
    fields = schema.get("properties", {})
    rows = [Row(key, part, part.get("description", "")) for key, part in fields.items()]
    return Schema(name, schema.get("description", ""), rows)
