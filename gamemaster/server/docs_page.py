"""The page at /docs: the REST interface for people, made from the OpenAPI document. It needs no script."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem;
  color: #1b222b; background: #fbfaf7; }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; }
section { border-top: 1px solid #c9c4b8; padding: .5rem 0 1rem; }
h2 { font-size: 1.1rem; } h2 b { display: inline-block; min-width: 4.5rem; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .2rem .8rem .2rem 0;
  vertical-align: top; border-top: 1px solid #e6e1d6; }
@media (prefers-color-scheme: dark) { body { color: #e8e6df; background: #12161c; } a { color: #8fc7d9; }
  section, td, th { border-color: #333c47; } }
"""


def docs_page(openapi: dict[str, Any]) -> str:
    """The OpenAPI document as HTML; `docs.css` holds `STYLE`."""
    info = openapi["info"]
    schemas = openapi.get("components", {}).get("schemas", {})
    return "".join(
        (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="docs.css">',
            '<link rel="icon" href="icon.svg">',
            f"<title>{escape(info['title'])}: REST</title></head><body><main>",
            f"<h1>{escape(info['title'])} <small>{escape(info['version'])}</small></h1>",
            _paragraphs(info.get("description", "")),
            '<p>For programs: <a href="openapi.json">openapi.json</a>.</p>',
            *_operations(openapi),
            "<h1>Schemas</h1>" if schemas else "",
            *(_schema(name, schema) for name, schema in schemas.items()),
            "</main></body></html>",
        )
    )


def _paragraphs(text: str) -> str:
    return "".join(f"<p>{escape(part)}</p>" for part in text.split("\n\n") if part)


def _operations(openapi: dict[str, Any]) -> Iterator[str]:
    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            yield f"<section><h2><b>{escape(method.upper())}</b> <code>{escape(path)}</code></h2>"
            yield _paragraphs(operation.get("description") or operation.get("summary", ""))
            rows = [
                (f"{p['name']} ({p['in']})", _type(p.get("schema", {})), p.get("description", ""))
                for p in operation.get("parameters", [])
            ]
            rows += [
                (f"answer {code}", _type(_body(answer)), answer.get("description", ""))
                for code, answer in operation.get("responses", {}).items()
            ]
            yield _table(rows)
            yield "</section>"


def _body(answer: dict[str, Any]) -> dict[str, Any]:
    content = answer.get("content", {})
    return next((body.get("schema", {}) for body in content.values()), {})


def _schema(name: str, schema: dict[str, Any]) -> str:
    rows = [
        (key, _type(part), part.get("description", "")) for key, part in schema.get("properties", {}).items()
    ]
    head = f'<section id="{escape(name)}"><h2><code>{escape(name)}</code></h2>'
    return f"{head}{_paragraphs(schema.get('description', ''))}{_table(rows)}</section>"


def _table(rows: list[tuple[str, str, str]]) -> str:
    cells = "".join(
        f"<tr><th><code>{escape(name)}</code></th><td>{kind}</td><td>{escape(text)}</td></tr>"
        for name, kind, text in rows
    )
    return f"<table>{cells}</table>" if rows else ""


def _type(schema: dict[str, Any]) -> str:
    """A schema's type as HTML, with a link where it has a name."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in schema:
        return " or ".join(_type(part) for part in schema["anyOf"])
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return escape(str(schema.get("type", schema.get("const", "any"))))
