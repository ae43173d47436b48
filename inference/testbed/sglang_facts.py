"""Writes down what the pinned SGLang can be told and can run, for machines on which it is not installed.

`.venv-nia/bin/python -m inference.testbed.sglang_facts` writes `inference/profiles/sglang.json`: the fields of its
`ServerArgs` with types and choices, and the architectures it has models for. Nothing is started or loaded.
"""

import ast
import importlib.metadata
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

FILE = Path(__file__).resolve().parents[1] / "profiles" / "sglang.json"
PLAIN = {bool: "bool", int: "int", float: "float", str: "str", list: "list", dict: "dict"}


def facts() -> dict[str, Any]:
    return {
        "sglang": importlib.metadata.version("sglang"),
        "fields": {name: about for name, about in sorted(fields()) if about is not None},
        "architectures": sorted(set(architectures())),
    }


def fields() -> Iterator[tuple[str, dict[str, Any] | None]]:
    """Each field of ServerArgs with its type and choices; None for one that no text can name, such as a function."""
    from sglang.srt import server_args
    from sglang.srt.arg_groups.arg_utils import Arg, record_fields

    hints = get_type_hints(server_args.ServerArgs, include_extras=True)
    for field in record_fields(server_args.ServerArgs):
        annotated, *notes = get_args(hints[field.name]) or (hints[field.name],)
        if not notes:
            annotated = hints[field.name]
        choices = next((note.choices for note in notes if isinstance(note, Arg)), None)
        yield field.name, describe(annotated, choices)


def describe(hint: Any, choices: Any) -> dict[str, Any] | None:
    variants = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    named = [variant for variant in variants if variant is not type(None)]
    literals = [
        value for variant in named if get_origin(variant) is Literal for value in get_args(variant) if value
    ]
    kinds = [type(value) for value in literals[:1]] or [get_origin(variant) or variant for variant in named]
    types = sorted({PLAIN[kind] for kind in kinds if kind in PLAIN})
    if not types:
        return None
    found: dict[str, Any] = {"types": types}
    if limits := [value for value in (choices or literals) if value is not None]:
        found["choices"] = sorted(limits, key=str)
    return found


def architectures() -> Iterator[str]:
    """Names of the classes that each file of models offers; read, not imported, as many need a GPU's kernels."""
    import sglang

    for file in sorted((Path(sglang.__path__[0]) / "srt" / "models").glob("*.py")):
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.Assign) and "EntryClass" in map(ast.unparse, node.targets):
                yield from (one.id for one in ast.walk(node.value) if isinstance(one, ast.Name))


def as_text(found: dict[str, Any]) -> str:
    """One line for each field and architecture, so that a change of the pin can be read as a difference."""
    lines = [f'{{"sglang": {json.dumps(found["sglang"])},', '"fields": {']
    lines.append(
        ",\n".join(f"{json.dumps(name)}: {json.dumps(about)}" for name, about in found["fields"].items())
    )
    lines.append('},\n"architectures": [')
    lines.append(",\n".join(map(json.dumps, found["architectures"])))
    return "\n".join(lines) + "\n]}\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["--print"]:
        sys.stdout.write(as_text(facts()))
    else:
        FILE.write_text(as_text(facts()), "utf-8")
