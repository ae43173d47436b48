"""Writes a card or a lorebook into a world, or makes a world of it; the original is kept beside it, whole."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gamemaster.authoring.cards.card import Card, read_card
from gamemaster.authoring.cards.containers import Container, open_container, picture_kind
from gamemaster.authoring.cards.errors import CardRefused
from gamemaster.authoring.cards.import_report import ImportReport
from gamemaster.authoring.cards.lorebook import Entry, is_lorebook, read_lorebook
from gamemaster.authoring.cards.macros import Macros
from gamemaster.authoring.cards.person import character_of, greetings_of, prose_of
from gamemaster.authoring.cards.world_yaml import as_yaml, identifier
from worlds.loader import load_world
from worlds.pictures import PictureError, read_picture
from worlds.schema import World

STRANGER = "the stranger"
MOST_LORE = 5_000
MAX_KEY = 80  # characters: what a world's words may have


@dataclass(frozen=True)
class Target:
    """Where an import goes: a world's folder, and the world if there is one already."""

    folder: Path
    world: World | None

    def names(self, *sections: str) -> set[str]:
        if self.world is None:
            return set()
        return {name for section in sections for name in getattr(self.world, section)}


def import_file(
    path: Path, into: Path | None = None, new: Path | None = None, user: str | None = None
) -> ImportReport:
    """Import a card or a lorebook. Raises `CardRefused`, or `WorldErrors` for a world with faults.

    `into`: the world that it joins. Without it a new world is made, in the folder `new` (named like the card).
    `user`: how the player is called in the texts.
    """
    container = open_container(path)
    world = load_world(into) if into is not None else None
    if is_lorebook(container.data):
        if into is None or world is None:
            raise CardRefused(f"{path.name} is a lorebook: name the world that it joins with --into FOLDER")
        report = ImportReport(path.name, "a lorebook", into)
        with _whole_or_nothing(report):
            _import_lorebook(path, container, Target(into, world), report, user)
        return report
    card = read_card(container.data)
    folder = into or new or Path(identifier(card.name, (), "world"))
    if into is None and folder.exists():
        raise CardRefused(f"{folder} exists already: name another folder with --new, or join it with --into")
    report = ImportReport(path.name, f"{container.form}, a card of {card.version}", folder)
    with _whole_or_nothing(report):
        _import_card(path, container, card, Target(folder, world), report, user)
    return report


@contextmanager
def _whole_or_nothing(report: ImportReport) -> Iterator[None]:
    """What was written must be a world that can be played: else all of it is taken back."""
    try:
        yield
        load_world(report.folder)
    except BaseException:
        for path in report.written:
            path.unlink(missing_ok=True)
        for folder in (report.folder / "cards", report.folder / "pictures", report.folder):
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()
        raise


def _import_card(
    path: Path, container: Container, card: Card, target: Target, report: ImportReport, user: str | None
) -> None:
    things = target.names("characters", "items", "locations", "threats")
    things |= {feature.id for _, feature in target.world.features()} if target.world else {"scene", "player"}
    who = identifier(card.name, things | {"player", "nowhere", "target", "item", "anyone"}, "somebody")
    macros = Macros(user or player_of(target.world), card.name)
    report.changed += [*container.oddities, *card.oddities]
    person = character_of(card, who, macros, report)
    person["at"] = target.world.player.at if target.world else "scene"
    _keep_original(path, card.raw, who, report)
    if picture := _keep_pictures(container, who, report):
        person["picture"] = {"file": picture, "alt": person["description"][:200]}
    lore = _lore_of_book(card.book, macros, target, report)
    if target.world is None:
        _write_world(card, who, person, macros, report)
    else:
        scenario = prose_of(card.texts["scenario"], macros, report, "scenario")
        if scenario:
            keys = [person["name"]] if len(person["name"]) <= MAX_KEY else []
            entry = {"keys": keys, "always": True, "text": scenario}
            lore[identifier(f"{who}_scenario", {*lore, *target.names("lore")})] = entry
            report.changed.append("`scenario` became lore that is always there")
        if greetings := greetings_of(card, who, macros, report):
            person["openings"] = greetings
            report.changed.append(
                "`first_mes` became the first of `openings`: the world keeps its own opening"
            )
    _write(
        target.folder / f"{who}.yaml", as_yaml({"characters": {who: person}}, f"From {path.name}."), report
    )
    if lore:
        _write(target.folder / f"{who}_lore.yaml", as_yaml({"lore": lore}, f"From {path.name}."), report)
    _name_the_rest(card, macros, report)


def player_of(world: World | None) -> str:
    """How the player is called in what is imported."""
    name = world.player.name if world is not None else ""
    return STRANGER if name in ("", "you") else name


def _import_lorebook(
    path: Path, container: Container, target: Target, report: ImportReport, user: str | None
) -> None:
    name = identifier(path.stem, (), "lore")
    macros = Macros(user or player_of(target.world), "they")
    lore = _lore_of(read_lorebook(container.data), macros, target.names("lore"), report)
    _keep_original(path, container.data, name, report)
    _write(target.folder / f"{name}_lore.yaml", as_yaml({"lore": lore}, f"From {path.name}."), report)
    _name_macros(macros, report)


def _lore_of_book(book: Any, macros: Macros, target: Target, report: ImportReport) -> dict[str, Any]:
    if not isinstance(book, dict) or not book.get("entries"):
        return {}
    report.unexpressed += [
        f"`character_book.{name}`: {str(book[name])[:40]}"
        for name in ("scan_depth", "token_budget", "recursive_scanning")
        if book.get(name)
    ]
    return _lore_of(read_lorebook(book), macros, target.names("lore"), report)


def _lore_of(
    entries: Iterable[Entry], macros: Macros, taken: set[str], report: ImportReport
) -> dict[str, Any]:
    lore: dict[str, Any] = {}
    for entry in list(entries)[:MOST_LORE]:
        text = prose_of(entry.text, macros, report, f"lore {entry.name[:40]}")
        about = f"lore `{entry.name[:40]}`"
        report.unexpressed += [f"{about}: {what}" for what in entry.unexpressed]
        report.changed += [f"{about}: {what}" for what in entry.changed]
        usable = keys_of(entry, macros)
        if not entry.enabled or not text or entry.chance == 0 or not (usable or entry.always):
            why = (
                "switched off"
                if not entry.enabled or entry.chance == 0
                else "empty"
                if not text
                else "without a key"
            )
            report.unexpressed.append(f"{about}: it is {why}")
            continue
        lore[identifier(entry.name, {*taken, *lore})] = piece_of(entry, text, usable)
    if lore:
        report.kept.append(f"{len(lore)} entries of lore, as `lore` that everybody knows (`common: true`)")
    return lore


def keys_of(entry: Entry, macros: Macros) -> list[str]:
    """The keys that bring an entry in here."""
    return [key for key in map(macros.expand, entry.keys) if key.strip() and "," not in key]


def piece_of(entry: Entry, text: str, keys: list[str]) -> dict[str, Any]:
    """An entry as lore of ours."""
    when: dict[str, Any] = {"chance": entry.chance} if entry.chance < 100 else {}
    if entry.after_turn:
        when["turn"] = f">= {entry.after_turn}"
    optional = {
        "also": entry.also, "logic": entry.logic if entry.also and entry.logic != "any" else "", "always": entry.always,
        "order": entry.order, "case_sensitive": entry.case_sensitive, "when": when,
    }  # fmt: skip
    return {
        "keys": keys,
        **{name: value for name, value in optional.items() if value},
        "common": True,
        "text": text,
    }


def _write_world(card: Card, who: str, person: dict[str, Any], macros: Macros, report: ImportReport) -> None:
    """A small world around one person: a place, an opening, and an end that only death brings."""
    name = person["name"]
    scenario = prose_of(card.texts["scenario"], macros, report, "scenario")
    greetings = greetings_of(card, who, macros, report) or [f"You meet {name}."]
    world = {
        "title": name,
        "summary": (scenario or f"A meeting with {name}.")[:600],
        "bible": f"This is a story about meeting {name}.\n\n{scenario}".strip(),
        "opening": greetings if len(greetings) > 1 else greetings[0],
        "player": {"name": macros.user, "at": "scene", "death": "lost"},
        "locations": {"scene": {"name": "Here", "description": f"You are where {name} is."}},
        "endings": {
            "lost": {
                "title": "The End",
                "when": {"wounds": 10},
                "text": "That is all there is.",
                "defeat": True,
            }
        },
    }
    report.kept.append("`first_mes` as the opening")
    if scenario:
        report.kept.append("`scenario` as `summary` and `bible`")
    _write(
        report.folder / "world.yaml", as_yaml(world, f"A world around {name}. Write on from here."), report
    )


def _keep_original(path: Path, raw: Any, who: str, report: ImportReport) -> None:
    """The file as it came, and its JSON, from which a card is written again."""
    folder = report.folder / "cards"
    folder.mkdir(parents=True, exist_ok=True)
    original = folder / f"{who}.original{path.suffix.lower()}"
    original.write_bytes(path.read_bytes())
    text = folder / f"{who}.json"
    text.write_text(json.dumps(raw, indent=1), encoding="utf-8")
    report.written += [original, text]


def _keep_pictures(container: Container, who: str, report: ImportReport) -> str | None:
    """The picture of somebody, and all others beside it. Returns the first's name in the world's folder."""
    folder = report.folder / "pictures"
    names: list[str] = []
    ordered = sorted(
        container.pictures.items(), key=lambda one: ("icon" not in one[0], "main" not in one[0], one[0])
    )
    for number, (_, body) in enumerate(ordered):
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{who}{f'_{number + 1}' if number else ''}.{picture_kind(body)}"
        path.write_bytes(body)
        report.written.append(path)
        names.append(f"pictures/{path.name}")
    if names:
        report.kept.append(f"{len(names)} picture{'s' if len(names) > 1 else ''}")
    try:
        if names:
            read_picture(report.folder, names[0])
            return names[0]
    except PictureError as error:
        report.unexpressed.append(f"the picture is kept and not shown: {error}")
    return None


def _name_the_rest(card: Card, macros: Macros, report: ImportReport) -> None:
    for name in ("system_prompt", "post_history_instructions"):
        if card.texts[name]:
            report.unexpressed.append(
                f"`{name}`: our Game Master keeps its own orders; say it in `bible` if it is about tone"
            )
    if card.group_greetings:
        report.unexpressed.append(f"{len(card.group_greetings)} `group_only_greetings`")
    remote = [str(asset.get("uri"))[:80] for asset in card.assets if str(asset.get("uri")).startswith("http")]
    report.unexpressed += [f"the asset {uri}, which is on the network: nothing is fetched" for uri in remote]
    for name in sorted(card.extensions):
        if name not in {"license", "licence"} and card.extensions[name] not in (None, "", [], {}):
            report.unexpressed.append(f"`extensions.{name[:60]}`")
    report.unexpressed += [f"`{name[:60]}`, a field that is not known" for name in card.unknown]
    _name_macros(macros, report)


def _name_macros(macros: Macros, report: ImportReport) -> None:
    if macros.expanded:
        report.changed.append(f"macros expanded: {', '.join(sorted(macros.expanded))}")
    report.changed += [f"the macro {name} was pinned to its first choice" for name in sorted(macros.pinned)]
    report.unexpressed += [f"the macro {name}, taken out" for name in sorted(macros.removed)]


def _write(path: Path, text: str, report: ImportReport) -> None:
    path = _free(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    report.written.append(path)


def _free(path: Path) -> Path:
    number, made = 2, path
    while made.exists():
        made, number = path.with_name(re.sub(r"\.yaml$", f"_{number}.yaml", path.name)), number + 1
    return made
