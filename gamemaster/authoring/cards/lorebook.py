"""A lorebook in any of its forms (World Info of SillyTavern, books of cards, V3, NovelAI, RisuAI, Agnai) as entries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from gamemaster.authoring.cards.errors import CardRefused

_LOGIC = {0: "any", 1: "not_all", 2: "not_any", 3: "all"}
# What a field means that other programs' entries have, and our lore has not: named in the report, kept in the original.
_UNEXPRESSED = {
    "position": "its place in the prompt: our prompts only grow, so that lore comes where it is touched",
    "depth": "how deep in the chat it goes", "role": "as whom it is said", "sticky": "how many turns it stays",
    "cooldown": "how many turns it rests", "delay": "after how many messages it may come",
    "group": "its inclusion group",
    "groupOverride": "that it wins in its group", "group_override": "that it wins in its group",
    "groupWeight": "its weight in its group", "group_weight": "its weight in its group",
    "useGroupScoring": "scoring in its group", "use_group_scoring": "scoring in its group",
    "excludeRecursion": "that other entries do not bring it in",
    "exclude_recursion": "that other entries do not bring it in",
    "preventRecursion": "that it brings in no other entry", "prevent_recursion": "that it brings in no other entry",
    "delayUntilRecursion": "that only other entries bring it in",
    "delay_until_recursion": "that only other entries bring it in",
    "scanDepth": "how far back it looks", "scan_depth": "how far back it looks", "vectorized": "that vectors find it",
    "automationId": "a script that it starts", "automation_id": "a script that it starts", "outletName": "its outlet",
    "characterFilter": "for which characters it stands", "character_filter": "for which characters it stands",
    "priority": "which entries go first when space is short", "matchWholeWords": "whether parts of words count",
    "match_whole_words": "whether parts of words count", "triggers": "for which kinds of generation it stands",
}  # fmt: skip
_HARMLESS = {
    "position": (0, 1, "before_char", "after_char", None), "depth": (4, None), "role": (0, None),
    "groupWeight": (100, None), "group_weight": (100, None), "matchWholeWords": (True, None),
    "match_whole_words": (True, None), "priority": (10, None),
}  # fmt: skip
_PATTERN = re.compile(r"^/(.*)/([a-z]*)$", re.DOTALL)
# Repetitions within repetitions, or of alternatives that overlap: such a pattern may take time without end.
_EXPLODES = re.compile(r"\([^()]*[+*}][^()]*\)\s*[+*{]|\([^()]*\|[^()]*\)\s*[+*{]|(?:\.\*){3}")
_PLAIN_PATTERN = re.compile(r"^[\w '’,\-]+(?:\|[\w '’,\-]+)*$")


@dataclass
class Entry:
    """An entry, as far as our lore can hold it; `unexpressed` names the rest."""

    name: str
    keys: list[str]
    text: str
    also: list[str] = field(default_factory=list)
    logic: str = "any"
    always: bool = False
    enabled: bool = True
    order: int = 0
    chance: int = 100
    after_turn: int = 0
    case_sensitive: bool = False
    unexpressed: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)


def is_lorebook(data: Any) -> bool:
    if isinstance(data, list):  # its entries alone, as some programs copy them
        return bool(data) and all(isinstance(one, dict) and "content" in one for one in data)
    return isinstance(data, dict) and (
        data.get("spec") == "lorebook_v3"
        or (isinstance(data.get("entries"), list | dict) and "first_mes" not in data)
        or (data.get("type") == "risu" and isinstance(data.get("data"), list))
    )


def read_lorebook(data: Any) -> list[Entry]:
    """All entries, those that are switched off too. Raises `CardRefused` for what is no lorebook."""
    book = data.get("data") if isinstance(data, dict) and "data" in data else data
    entries = book.get("entries") if isinstance(book, dict) else book
    if isinstance(entries, dict):
        entries = list(entries.values())
    if not isinstance(entries, list):
        raise CardRefused("this JSON is no lorebook: it has no entries")
    return [_entry(number, one) for number, one in enumerate(entries) if isinstance(one, dict)]


def _entry(number: int, one: dict[str, Any]) -> Entry:
    more = one.get("extensions") if isinstance(one.get("extensions"), dict) else {}
    assert isinstance(more, dict)
    both = {**more, **one}
    text, decorators = _decorators(_first(one, "content", "text", "entry") or "")
    name = _first(one, "comment", "name", "displayName", "display_name") or ""
    entry = Entry(str(name).strip(), [], str(text).strip())
    regex = bool(both.get("use_regex") or both.get("useRegex"))
    entry.keys = list(_keys(_first(one, "key", "keys", "keywords", "keysRaw"), entry, regex))
    entry.also = list(
        _keys(_first(one, "keysecondary", "secondary_keys", "secondkey", "secondaryKeys"), entry, regex)
    )
    entry.name = entry.name or (entry.keys[0] if entry.keys else f"entry {number + 1}")
    if entry.also and one.get("selective") is False:
        entry.changed.append("its secondary keys were switched off (`selective: false`)")
        entry.also = []
    logic = both.get("selectiveLogic", both.get("selective_logic", 0))
    entry.logic = _LOGIC.get(logic if isinstance(logic, int) else 0, "any")
    entry.always = bool(one.get("constant") or one.get("alwaysActive") or one.get("forceActivation"))
    entry.enabled = not one.get("disable") and one.get("enabled") is not False
    entry.order = _number(_first(one, "order", "insertion_order", "insertorder"), 0)
    if both.get("useProbability", True) is not False:
        entry.chance = min(100, max(0, _number(both.get("probability"), 100)))
    entry.case_sensitive = bool(both.get("case_sensitive") or both.get("caseSensitive"))
    entry.unexpressed += _unexpressed_of(both)
    for decorator in decorators:
        _apply(decorator, entry)
    return entry


def _first(one: dict[str, Any], *names: str) -> Any:
    return next((one[name] for name in names if one.get(name) not in (None, "", [])), None)


def _number(value: Any, default: int) -> int:
    try:
        return max(-100_000, min(100_000, int(float(value))))
    except (TypeError, ValueError, OverflowError):
        return default


def _keys(value: Any, entry: Entry, regex: bool) -> Iterator[str]:
    """Keys as words. A simple pattern (`/dog|hound/i`) is words too; any other is kept aside and named."""
    given = value.split(",") if isinstance(value, str) else value if isinstance(value, list) else []
    for key in (str(one).strip() for one in given if isinstance(one, str | int | float)):
        match = _PATTERN.match(key)
        if match is None and not (regex and re.search(r"[\\^$.|?*+()\[\]{}]", key)):
            if key and len(key) <= 80:
                yield key
            elif key:
                entry.unexpressed.append(f"a key of {len(key)} characters")
            continue
        pattern = match.group(1) if match else key
        plain = re.sub(r"\\b|\(\?:|[()^$]", "", pattern)
        if _EXPLODES.search(pattern):
            entry.unexpressed.append(
                f"the key {key[:40]!r}, refused: a pattern that may take time without end"
            )
        elif _PLAIN_PATTERN.match(plain):
            entry.changed.append(f"the pattern {key[:40]!r} became plain words")
            yield from (word.strip()[:80] for word in plain.split("|") if word.strip())
        else:
            entry.unexpressed.append(f"the key {key[:40]!r}, which is a pattern")


def _unexpressed_of(both: dict[str, Any]) -> list[str]:
    found: dict[str, None] = {}
    for name, meaning in _UNEXPRESSED.items():
        value = both.get(name)
        if value in (None, "", 0, False, [], {}) and name not in {"matchWholeWords", "match_whole_words"}:
            continue
        if name in both and value not in _HARMLESS.get(name, (None,)):
            found[f"{meaning} (`{name}: {str(value)[:40]}`)"] = None
    return list(found)


def _decorators(text: Any) -> tuple[str, list[str]]:
    """The decorators (`@@depth 4`) at the beginning of a V3 entry, and the text after them."""
    lines = str(text).replace("\r\n", "\n").split("\n")
    found: list[str] = []
    while lines and lines[0].lstrip().startswith("@@"):
        found.append(lines.pop(0).strip())
    return "\n".join(lines), found


def _apply(decorator: str, entry: Entry) -> None:
    name, _, value = decorator.lstrip("@").partition(" ")
    words = [word.strip()[:80] for word in value.split(",") if word.strip()]
    if name in {"constant", "activate"}:
        entry.always = True
    elif name == "dont_activate":
        entry.enabled = False
    elif name == "activate_only_after" and value.strip().isdigit():
        entry.after_turn = int(value)
    elif name == "additional_keys" and words:
        entry.also, entry.logic = words, "any"
    elif name == "exclude_keys" and words:
        entry.also, entry.logic = words, "not_any"
    else:
        entry.unexpressed.append(f"the decorator `{decorator[:60]}`")
        return
    entry.changed.append(f"the decorator `{decorator[:60]}` is read")
