"""What a writer changed of an imported card since, put over the original: its greetings and its lore. Pure."""

from __future__ import annotations

import copy
import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gamemaster.authoring.cards.card import read_card
from gamemaster.authoring.cards.card_import import keys_of, piece_of
from gamemaster.authoring.cards.import_report import ImportReport
from gamemaster.authoring.cards.lorebook import Entry, is_lorebook, read_lorebook
from gamemaster.authoring.cards.macros import Macros
from gamemaster.authoring.cards.person import greetings_of, prose_of
from gamemaster.authoring.cards.world_yaml import identifier
from worlds.schema import Character, Lore, Passage, World

SELECTIVE = {"any": 0, "not_all": 1, "not_any": 2, "all": 3}
_SPEECH = re.compile(r"^@\w+:\s*(.*)$", re.DOTALL)


def greetings_now(
    world: World, person: Character, who: str, original: dict[str, Any], macros: Macros
) -> list[str]:
    """The first message and its alternates: the card's own words where they still stand, else the writer's."""
    card = read_card(original)
    texts = [text for text in (card.texts["first_mes"], *card.greetings) if text]
    report = ImportReport("", "", Path())
    before: dict[str, str] = {}
    for text in texts:
        (passage,) = greetings_of(_with_greeting(original, text), who, macros, report) or ("",)
        before.setdefault(passage, text)
    played = [text for variant in world.opening for text in variant.text]
    known = [passage for passage in before if passage]
    if known and known[0] in person.openings:  # it joined a world that has an opening of its own
        now = list(person.openings)
    elif played[1:] == known[1:]:
        now = [*played[:1], *person.openings]
    else:
        now = played
    if now == known:
        return [card.texts["first_mes"], *card.greetings]
    return [before.get(passage) or as_greeting(passage) for passage in now]


def _with_greeting(original: dict[str, Any], text: str) -> Any:
    """The card with this one greeting alone."""
    card = read_card(original)
    card.texts["first_mes"], card.greetings = text, []
    return card


def opening_of(passage: Passage) -> str:
    return as_greeting(passage[0].text[0]) if passage else ""


def as_greeting(passage: str) -> str:
    """A passage of ours as role players write it: narration between stars, speech in quotation marks."""
    return "\n\n".join(_as_said(part.strip()) for part in passage.split("\n\n") if part.strip())


def _as_said(paragraph: str) -> str:
    speech = _SPEECH.match(paragraph)
    return f'"{speech.group(1).strip()}"' if speech else f"*{' '.join(paragraph.split())}*"


def book_now(world: World, who: str, book: Any, macros: Macros) -> Any:
    """The card's book with the world's lore in it. Of each entry, the fields that nobody changed are the card's own."""
    if not isinstance(book, dict) or not isinstance(book.get("entries"), list) or not is_lorebook(book):
        return book
    found = copy.deepcopy(book)
    raw = [one for one in found["entries"] if isinstance(one, dict)]
    matched: set[str] = {f"{who}_scenario"}
    for one, entry in zip(raw, read_lorebook(found), strict=True):
        lore = _lore_for(world, entry, macros, matched)
        if lore is not None:
            matched.add(lore.id)
            one.update(dict(_changes(one, entry, lore, macros)))
    found["entries"] += [
        entry_of(len(raw) + number, lore)
        for number, lore in enumerate(one for one in world.lore.values() if one.id not in matched)
    ]
    return found


def _lore_for(world: World, entry: Entry, macros: Macros, matched: set[str]) -> Lore | None:
    """The lore that an entry became: of its name, or of its words in a world that had that name already."""
    named = world.lore.get(identifier(entry.name, matched))
    if named is not None:
        return named
    text = _text_of(entry, macros)
    return next((one for one in world.lore.values() if one.id not in matched and one.text == text), None)


def _changes(one: dict[str, Any], entry: Entry, lore: Lore, macros: Macros) -> Iterator[tuple[str, object]]:
    """The fields of an entry that its lore has otherwise now."""
    was = piece_of(entry, _text_of(entry, macros), keys_of(entry, macros))
    now = entry_of(0, lore)
    more = one.get("extensions") if isinstance(one.get("extensions"), dict) else {}
    for name, field, default in (
        ("keys", "keys", []), ("also", "secondary_keys", []), ("text", "content", ""), ("order", "insertion_order", 0),
        ("always", "constant", False), ("case_sensitive", "case_sensitive", False),
    ):  # fmt: skip
        value = getattr(lore, name)
        if (list(value) if isinstance(value, tuple) else value) != was.get(name, default):
            yield field, _marks_before(one.get("content")) + lore.text if name == "text" else now[field]
            if name == "also":
                yield "selective", now["selective"]
    if lore.logic != was.get("logic", "any"):
        yield "extensions", {**(more or {}), **now["extensions"]}


def _marks_before(content: object) -> str:
    """The decorators (`@@sticky 4`) before an entry's text, which are no text of ours."""
    lines = str(content or "").splitlines(keepends=True)
    return "".join(itertools.takewhile(lambda line: line.lstrip().startswith("@@"), lines))


def _text_of(entry: Entry, macros: Macros) -> str:
    return prose_of(entry.text, macros, ImportReport("", "", Path()), "lore")


def entry_of(number: int, lore: Lore) -> dict[str, Any]:
    """A piece of lore as an entry of a card's book."""
    return {
        "id": number, "name": lore.id, "keys": list(lore.keys), "secondary_keys": list(lore.also), "content": lore.text,
        "enabled": True, "insertion_order": lore.order, "case_sensitive": lore.case_sensitive, "use_regex": False,
        "selective": bool(lore.also), "constant": lore.always,
        "extensions": {"selectiveLogic": SELECTIVE[lore.logic]},
    }  # fmt: skip
