"""Writes a character as a card of version 3. What an imported card held beside it is written back."""

from __future__ import annotations

import base64
import copy
import json
import re
from pathlib import Path
from typing import Any

from gamemaster.authoring.cards.card import read_card
from gamemaster.authoring.cards.card_changes import as_greeting, book_now, entry_of, greetings_now, opening_of
from gamemaster.authoring.cards.card_import import player_of
from gamemaster.authoring.cards.containers import open_container, picture_kind, png_chunk, png_chunks
from gamemaster.authoring.cards.errors import CardRefused
from gamemaster.authoring.cards.macros import Macros
from gamemaster.authoring.cards.roleplay_text import plain_text
from worlds.schema import Character, Credits, World


def card_of(world: World, folder: Path, who: str) -> dict[str, Any]:
    """The card of a character, on top of the one that they were imported from. Raises `CardRefused`."""
    if who not in world.characters:
        there = ", ".join(world.characters) or "none"
        raise CardRefused(f"{world.title} has no character {who!r}; there are: {there}")
    person = world.characters[who]
    original = _original(folder, who)
    data = copy.deepcopy(original.get("data") if isinstance(original.get("data"), dict) else original)
    assert isinstance(data, dict)
    for key in ("spec", "spec_version"):
        data.pop(key, None)
    data.update(_fields(world, person, original, data))
    return {
        **{
            key: value
            for key, value in original.items()
            if isinstance(original.get("data"), dict) and key != "data"
        },
        "spec": "chara_card_v3",
        "spec_version": "3.0",
        "data": data,
    }


def write_card(world: World, folder: Path, who: str, out: Path) -> None:
    """Write the card as JSON, or as a PNG with the character's picture. Raises `CardRefused`."""
    card = card_of(world, folder, who)
    text = json.dumps(card, ensure_ascii=False, indent=1)
    if out.suffix.lower() == ".json":
        out.write_text(text, encoding="utf-8")
    elif out.suffix.lower() == ".png":
        out.write_bytes(_png_with(text, _picture(world, folder, who)))
    else:
        raise CardRefused(f"{out.name}: a card is written as .json or .png")


def _original(folder: Path, who: str) -> dict[str, Any]:
    path = folder / "cards" / f"{who}.json"
    data = open_container(path).data if path.is_file() else {}
    return data if isinstance(data, dict) else {}


def _fields(
    world: World, person: Character, original: dict[str, Any], before: dict[str, Any]
) -> dict[str, Any]:
    """The fields that a world speaks of. Where the text is the import's own, the original stands, macros and all."""
    notes = [f"Wants: {person.want}" if person.want else "", f"Fears: {person.fear}" if person.fear else "",
             f"Secret: {person.secret}" if person.secret else ""]  # fmt: skip
    macros = Macros(player_of(world), str(before.get("name") or person.name))
    if before.get("first_mes") is None:
        greetings = [opening_of(world.opening), *map(as_greeting, person.openings)]
    else:
        greetings = greetings_now(world, person, person.id, original, macros)
    book: dict[str, Any] = {
        "extensions": {},
        "entries": [entry_of(n, one) for n, one in enumerate(world.lore.values())],
    }
    if before.get("character_book"):
        book = book_now(world, person.id, before["character_book"], macros)
    credit = person.credits
    written: dict[str, Any] = {
        "name": person.name,
        "description": "\n".join(part for part in (person.persona, *notes) if part),
        "personality": person.manner,
        "scenario": world.summary,
        "first_mes": greetings[0] if greetings else "",
        "mes_example": "\n".join(f"<START>\n{text}" for text in person.examples),
        "creator_notes": credit.notes if credit else "",
        "system_prompt": "",
        "post_history_instructions": "",
        "alternate_greetings": greetings[1:],
        "group_only_greetings": [],
        "tags": list(credit.tags) if credit else [],
        "creator": credit.author if credit else "",
        "character_version": credit.version if credit else "",
        "source": credit.source.split() if credit else [],
        "character_book": book,
        "extensions": {"licence": credit.licence} if credit and credit.licence else {},
    }
    edited = {"character_book", "first_mes", "alternate_greetings", *_edited_fields(person, before, macros)}
    if original and credit and list(credit.tags) != read_card(original).tags:
        edited.add("tags")
    return {
        name: value if name in edited or before.get(name) in (None, "") else before[name]
        for name, value in written.items()
    }


def _edited_fields(person: Character, before: dict[str, Any], macros: Macros) -> set[str]:
    """Fields whose text is no longer what an import makes of the original."""
    credit = person.credits or Credits()
    examples = re.split("<START>", str(before.get("mes_example") or ""), flags=re.I)
    now_and_then: dict[str, tuple[str, list[Any]]] = {
        "name": (person.name, [before.get("name")]),
        "description": (person.persona, [before.get("description"), before.get("personality")]),
        "personality": (person.manner, [before.get("personality"), ""]),
        "creator": (credit.author, [before.get("creator")]),
        "character_version": (credit.version, [before.get("character_version")]),
        "creator_notes": (credit.notes, [before.get("creator_notes")]),
        "mes_example": ("\n".join(person.examples), ["\n".join(_plain(one, macros) for one in examples)]),
    }
    return {
        name
        for name, (now, then) in now_and_then.items()
        if now.split() not in [_plain(text, macros).split() for text in then]
    }


def _plain(text: Any, macros: Macros) -> str:
    return plain_text(macros.expand(str(text or "")))


def _picture(world: World, folder: Path, who: str) -> bytes:
    picture = world.characters[who].picture
    name = picture.file if picture is not None else f"pictures/{who}.png"
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()) or not path.is_file():
        raise CardRefused(
            f"{who} has no picture to write the card into: name one with `picture:`, or write .json"
        )
    raw = path.read_bytes()
    if picture_kind(raw) != "png":
        raise CardRefused(f"{name} is no PNG, and a card is written into PNG alone: write .json")
    return raw


def _png_with(text: str, picture: bytes) -> bytes:
    """The picture with the card in it: `ccv3`, and `chara` for programs that know no other."""
    encoded = base64.b64encode(text.encode())
    parts = [b"\x89PNG\r\n\x1a\n"]
    for kind, body in png_chunks(picture):
        if kind == b"IEND":
            parts += [png_chunk(b"tEXt", name + b"\0" + encoded) for name in (b"ccv3", b"chara")]
        parts.append(png_chunk(kind, body))
    return b"".join(parts)
