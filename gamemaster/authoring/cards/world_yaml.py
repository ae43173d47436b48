"""Parts of a world as YAML in a writer's hand: blocks for prose, nothing that a loader would read otherwise."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container

import yaml

from worlds.schema import ID_PATTERN


class _Dumper(yaml.SafeDumper):
    """Long text in blocks; lists indented, as our worlds have them; no aliases."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)

    def ignore_aliases(self, data: object) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    block = "\n" in text and not re.search(r"[ \t]\n|^\s", text)
    quoted = not block and re.match(r"^(?:yes|no|on|off|y|n|true|false|null|~)$|^[\d.:+-]", text, re.I)
    return dumper.represent_scalar(
        "tag:yaml.org,2002:str", text, style="|" if block else '"' if quoted else None
    )


_Dumper.add_representer(str, _text)


def as_yaml(data: object, comment: str = "") -> str:
    head = "".join(f"# {line}\n" for line in comment.splitlines())
    return head + yaml.dump(data, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=110)


def identifier(name: str, taken: Container[str], fallback: str = "entry") -> str:
    """An identifier for a name, which nothing else has yet."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    word = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:48].strip("_")
    word = word if re.match(ID_PATTERN, word) else f"{fallback}_{word}".strip("_")
    number, made = 2, word
    while made in taken:
        made, number = f"{word}_{number}", number + 1
    return made
