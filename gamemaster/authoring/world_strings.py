"""The texts of a world for translators: PO files beside it, brought up to date, missing and stale entries found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import polib

from gamemaster.errors import UserError
from worlds.problems import Place
from worlds.schema import World
from worlds.source import Route, Source

FOLDER = "strings"
_LANGUAGE = re.compile(r"^[a-z]{2,3}(?:[-_][A-Z][a-z]{3})?(?:[-_](?:[A-Z]{2}|\d{3}))?$")
# Keys whose texts players read or type.
_TEXTS = {
    "name", "aliases", "text", "description", "first", "revisit", "night", "title", "summary", "goal", "genre",
    "opening",
    "blocked", "refuse", "again", "near", "arrives", "leaves", "presence", "lying", "ambience", "greeting", "remarks",
    "unknown", "farewell", "death", "remember", "names", "keys", "also", "word", "wounds", "suggest", "phrases",
    "synonyms", "success", "partial", "failure", "say", "path", "lines", "openings", "alt", "states", "epilogue",
}  # fmt: skip
_WHOLE = {"messages", "replies", "gestures", "handled"}  # everything in them is told
_NOT = {"theme", "clock", "narrator", "voice", "flags", "was", "credits"}
_BRACES = re.compile(r"\{\w+\}")
_SPEAKERS = re.compile(r"(?m)^\s*@(\w+):")


class StringsError(UserError):
    """A language or a PO file that cannot be worked with."""


@dataclass(frozen=True)
class Text:
    """A text of the world, with the route that is its context."""

    context: str
    text: str
    place: Place


@dataclass
class Comparison:
    """What a PO file lacks, has too many of, or has wrong."""

    language: str
    total: int
    missing: list[str] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def is_complete(self) -> bool:
        return not (self.missing or self.stale or self.wrong)

    def readable(self) -> Iterator[str]:
        translated = self.total - len(self.missing)
        yield f"{self.language}: {translated} of {self.total} texts are translated"
        for heading, lines in (("missing", self.missing), ("stale", self.stale), ("wrong", self.wrong)):
            yield from (f"  {heading}: {line}" for line in lines)


def texts_of(source: Source) -> list[Text]:
    """Every text that players read or type, in the order of the files."""
    found = [
        Text("/".join(map(str, route)), text, source.find(route)) for route, text in _walk(source.data, ())
    ]
    return sorted(found, key=lambda one: (one.place.file, one.place.line, one.place.column))


def _walk(value: object, route: Route) -> Iterator[tuple[Route, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in _NOT or route:
                yield from _walk(inner, (*route, key)) if key not in _NOT else ()
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _walk(inner, (*route, number))
    elif isinstance(value, str) and value.strip() and _is_text(route):
        yield route, value


def _is_text(route: Route) -> bool:
    if _WHOLE.intersection(route):
        return True
    last = next((step for step in reversed(route) if isinstance(step, str)), "")
    return last in _TEXTS and route != ("player", "death")


def po_path(folder: Path, language: str) -> Path:
    if not _LANGUAGE.match(language):
        raise StringsError(f"{language!r} names no language: write de, or pt-BR")
    return folder / FOLDER / f"{language}.po"


def extract(folder: Path, world: World, source: Source, language: str) -> tuple[Path, Comparison]:
    """Write the PO file of a language, or bring it up to date: translations stay, stale ones are set aside."""
    path = po_path(folder, language)
    before = _read(path) if path.exists() else polib.POFile()
    done = {(entry.msgctxt, entry.msgid): entry for entry in before if entry.msgstr}
    by_text = {entry.msgid: entry.msgstr for entry in before if entry.msgstr}
    after = polib.POFile(wrapwidth=110)
    after.metadata = {
        "Project-Id-Version": world.title, "Language": language, "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8", "Content-Transfer-Encoding": "8bit",
        "X-Generator": "gamemaster world strings", **before.metadata,
    }  # fmt: skip
    for text in texts_of(source):
        known = done.pop((text.context, text.text), None)
        entry = polib.POEntry(
            msgctxt=text.context, msgid=text.text, occurrences=[(text.place.file, str(text.place.line))]
        )
        entry.msgstr = known.msgstr if known else by_text.get(text.text, "")
        entry.flags = list(known.flags) if known else (["fuzzy"] if entry.msgstr else [])
        entry.tcomment = known.tcomment if known else ""
        after.append(entry)
    kept = [*before.obsolete_entries(), *done.values()]
    for entry in kept:
        entry.obsolete = True
        after.append(entry)
    path.parent.mkdir(exist_ok=True)
    after.save(str(path))
    return path, compare(folder, source, language)


def compare(folder: Path, source: Source, language: str) -> Comparison:
    """What the PO file of a language lacks and has too many of. Raises `StringsError` where there is none."""
    path = po_path(folder, language)
    if not path.is_file():
        raise StringsError(f"there is no {path}: make it with --extract {language}")
    entries = {(entry.msgctxt, entry.msgid): entry for entry in _read(path) if not entry.obsolete}
    texts = texts_of(source)
    found = Comparison(language, len(texts))
    for text in texts:
        entry = entries.pop((text.context, text.text), None)
        where = f"{text.place.file}:{text.place.line} {text.context}"
        if entry is None or not entry.msgstr or entry.fuzzy:
            found.missing.append(where + (" (fuzzy)" if entry is not None and entry.fuzzy else ""))
        elif problem := _problem(text.text, entry.msgstr):
            found.wrong.append(f"{where}: {problem}")
    found.stale = [f"{context}: {_short(text)}" for context, text in entries]
    return found


def languages(folder: Path) -> list[str]:
    return sorted(path.stem for path in (folder / FOLDER).glob("*.po"))


def _problem(text: str, translated: str) -> str | None:
    """What a translation must keep: its braces, and who speaks."""
    if sorted(_BRACES.findall(text)) != sorted(_BRACES.findall(translated)):
        return f"it must hold {', '.join(sorted(set(_BRACES.findall(text)))) or 'no braces'}"
    if _SPEAKERS.findall(text) != _SPEAKERS.findall(translated):
        return "other people speak in it"
    return None


def _short(text: str) -> str:
    return text if len(text) < 60 else f"{text[:57]}…"


def _read(path: Path) -> polib.POFile:
    try:
        return polib.pofile(str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise StringsError(f"{path} is no PO file: {error}") from None
