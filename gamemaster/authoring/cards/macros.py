"""The macros of other programs in a text: expanded, or taken out and named."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_MACRO = re.compile(r"\{\{((?:(?!\{\{|\}\}).){0,400})\}\}", re.DOTALL)
_OLD = {"<USER>": "user", "<BOT>": "char", "<CHAR>": "char", "<START>": ""}
_NAMES = {"user": "user", "char": "char", "persona": "user", "bot": "char", "charifnotgroup": "char"}
_PLAIN = {"newline": "\n", "space": " ", "noop": "", "trim": "", "original": ""}
_CHOICES = ("random", "pick")


@dataclass
class Macros:
    """Expands macros for one card, and counts what became of each."""

    user: str
    char: str
    expanded: set[str] = field(default_factory=set, init=False)
    removed: set[str] = field(default_factory=set, init=False)
    pinned: set[str] = field(default_factory=set, init=False)

    def expand(self, text: str) -> str:
        for sign, name in _OLD.items():
            if re.search(re.escape(sign), text, re.I):
                text = re.sub(re.escape(sign), lambda _, n=name: self._name(n) if n else "", text, flags=re.I)  # type: ignore[misc]
                self.expanded.add(sign)
        for _ in range(8):  # macros within macros, from the inside
            text, count = _MACRO.subn(lambda match: self._value(match.group(1)), text)
            if not count:
                break
        begins = rf"(^|\n|[.!?][\"”*]? |\* ?){re.escape(self.user)}\b"
        text = re.sub(begins, lambda match: match.group(1) + self.user[:1].upper() + self.user[1:], text)
        return text.replace("{{", "").replace("}}", "")

    def _name(self, name: str) -> str:
        return self.user if name == "user" else self.char

    def _value(self, inside: str) -> str:
        name, colon, rest = inside.partition(":")
        key = name.strip().lower()
        if key in _NAMES:
            self.expanded.add(f"{{{{{key}}}}}")
            return self._name(_NAMES[key])
        if key in _PLAIN:
            (self.removed if key == "original" else self.expanded).add(f"{{{{{key}}}}}")
            return _PLAIN[key]
        if key in _CHOICES and colon:
            choices = [part.strip() for part in rest.lstrip(":").split("::" if "::" in rest else ",")]
            self.pinned.add(f"{{{{{inside[:60]}}}}}")
            return choices[0] if choices else ""
        if key.startswith("//") or key == "comment":
            self.removed.add("{{// …}}")
            return ""
        self.removed.add(f"{{{{{inside[:60]}}}}}")
        return ""
