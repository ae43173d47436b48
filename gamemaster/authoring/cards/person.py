"""A card as a character of ours, and as an opening."""

from __future__ import annotations

import re
from typing import Any

from gamemaster.authoring.cards.card import Card
from gamemaster.authoring.cards.import_report import ImportReport
from gamemaster.authoring.cards.macros import Macros
from gamemaster.authoring.cards.roleplay_text import as_passage, marks_in, plain_text

LONGEST = 30_000  # characters of one text of a world
_LOOKS = re.compile(
    r"\b(?:hair|eyes?|tall|short|slender|slim|wears?|wearing|dressed|face|skin|beard|scar|robe|cloak|armou?r)\b",
    re.I,
)
_PRONOUNS = {"she": r"\b(?:she|her|hers|woman|girl|female)\b", "he": r"\b(?:he|him|his|man|boy|male)\b",
             "it": r"\b(?:it|its)\b"}  # fmt: skip


def prose_of(text: str, macros: Macros, report: ImportReport, field: str) -> str:
    """A card's text as plain text of ours; what was taken out is named."""
    expanded = macros.expand(text)
    report.changed += [f"`{field}`: {mark} taken out" for mark in marks_in(expanded)]
    plain = plain_text(expanded)
    if len(plain) > LONGEST:
        report.unexpressed.append(f"`{field}` beyond its first {LONGEST:,} of {len(plain):,} characters")
        plain = plain[:LONGEST].rpartition("\n")[0] or plain[:LONGEST]
    return plain


def character_of(card: Card, who: str, macros: Macros, report: ImportReport) -> dict[str, Any]:
    """The character, in the order in which a writer would put it."""
    texts = {name: prose_of(text, macros, report, name) for name, text in card.texts.items() if text}
    persona = texts.get("description") or texts.get("personality") or f"{card.name}, of whom nothing is told."
    person: dict[str, Any] = {"name": plain_text(card.name)[:200].replace("\n", " ") or "Nameless"}
    report.kept.append("`name`")
    if nickname := texts.get("nickname", ""):
        person["aliases"] = [nickname[:80].replace("\n", " ")]
        report.kept.append("`nickname` as an alias")
    person["pronoun"] = _pronoun(persona)
    person["persona"] = persona
    report.kept.append("`description` as `persona`")
    if texts.get("description") and texts.get("personality"):
        person["manner"] = texts["personality"]
        report.changed.append("`personality` is read as `manner`")
    if examples := _examples(card, macros, report):
        person["examples"] = examples
        report.kept.append(f"`mes_example` as {len(examples)} `examples`")
    greetings = greetings_of(card, who, macros, report)
    if len(greetings) > 1:
        person["openings"] = greetings[1:]
        report.kept.append(f"`alternate_greetings` as {len(greetings) - 1} `openings`")
    person["description"] = _looks(persona, person["name"])
    report.changed.append("`description` (what a player sees) is taken from the persona: write it anew")
    if credit := _credits(card, texts, report):
        person["credits"] = credit
    return person


def greetings_of(card: Card, who: str, macros: Macros, report: ImportReport) -> list[str]:
    """The first message and its alternates, as passages."""
    found = []
    for text in (card.texts["first_mes"], *card.greetings):
        passage = as_passage(prose_of(text, macros, report, "first_mes"), who, card.name)
        if len(passage) > LONGEST:
            report.unexpressed.append(f"a greeting beyond its first {LONGEST:,} characters")
            passage = passage[:LONGEST].rpartition("\n\n")[0]
        if passage and passage not in found:
            found.append(passage)
    return found


def _pronoun(text: str) -> str:
    counts = {name: len(re.findall(pattern, text, re.I)) for name, pattern in _PRONOUNS.items()}
    counts["it"] //= 4  # it is said of much else
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] else "they"


def _looks(persona: str, name: str) -> str:
    """What can be seen of somebody, where the persona is written in sentences; else hardly more than the name."""
    if not re.search(r"[\[{<|+:]\s|\w\s*[=:]\s*[\"(\[]", persona):
        sentences = re.split(r"(?<=[.!?])\s+", " ".join(persona.split()))
        seen = [one for one in sentences if _LOOKS.search(one) and len(one) < 300][:2]
        if seen:
            return " ".join(seen)
    return f"{name} looks back at you."


def _examples(card: Card, macros: Macros, report: ImportReport) -> list[str]:
    blocks = re.split(r"<START>", card.texts["mes_example"], flags=re.I)
    texts = [prose_of(block, macros, report, "mes_example") for block in blocks]
    return [text for text in texts if text]


def _credits(card: Card, texts: dict[str, str], report: ImportReport) -> dict[str, Any]:
    licence = next(
        (str(card.extensions[k]) for k in ("license", "licence") if isinstance(card.extensions.get(k), str)),
        "",
    )
    found: dict[str, Any] = {
        "author": texts.get("creator", ""), "licence": licence, "source": " ".join(card.sources),
        "version": texts.get("character_version", ""), "notes": texts.get("creator_notes", ""), "tags": card.tags,
    }  # fmt: skip
    found = {name: value for name, value in found.items() if value}
    report.kept += [f"`{name}` in `credits`" for name in found]
    if not licence:
        report.changed.append("no licence is named in the card: ask its author before you publish it")
    return found
