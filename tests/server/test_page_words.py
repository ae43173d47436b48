"""The page's catalogues hold what the page says, in each language, and nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from gamemaster.server.app import WEB

LITERAL = r'"((?:[^"\\]|\\.)*)"'
CALL = re.compile(rf"\bt\(\s*({LITERAL}(?:\s*\+\s*{LITERAL})*)")
COUNTED = re.compile(rf"\btn\([^,]+,\s*{LITERAL},\s*{LITERAL}\)")
ATTRIBUTES = ("aria-label", "title", "placeholder")
LANGUAGES = sorted(path.stem for path in (WEB / "words").glob("*.json"))
Catalogue = dict[str, str | dict[str, str]]


class Page(HTMLParser):
    """Collects what a reader meets in the HTML itself."""

    def __init__(self) -> None:
        super().__init__()
        self.words: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.words |= {" ".join(value.split()) for name, value in attrs if name in ATTRIBUTES and value}

    def handle_data(self, data: str) -> None:
        words = " ".join(data.split())
        if re.search(r"[A-Za-z]{2}", words):
            self.words.add(words)


def said_in(script: str) -> Iterator[str]:
    """The keys of the catalogue that a script asks for: a literal, or literals put together."""
    for call in CALL.finditer(script):
        yield "".join(re.findall(LITERAL, call[1])).replace('\\"', '"')
    for counted in COUNTED.finditer(script):
        yield counted[2]


def said_by_the_page() -> set[str]:
    html = (WEB / "index.html").read_text(encoding="utf-8")
    page = Page()
    page.feed(html[html.index("<body>") :])
    scripts = [path.read_text(encoding="utf-8") for path in (WEB / "js").rglob("*.js")]
    return page.words | {words for script in scripts for words in said_in(script)}


def catalogue(language: str) -> Catalogue:
    found: Catalogue = json.loads((WEB / "words" / f"{language}.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_has_an_entry_and_every_entry_is_said(language: str) -> None:
    said, entries = said_by_the_page(), catalogue(language).keys()
    assert sorted(said - entries) == [], "these are missing"
    assert sorted(entries - said) == [], "these are no longer said"


@pytest.mark.parametrize("language", LANGUAGES)
def test_values_stand_in_every_form(language: str) -> None:
    for words, entry in catalogue(language).items():
        forms = {"": entry} if isinstance(entry, str) else entry
        for category, text in forms.items():
            fields = set(re.findall(r"\{\w+\}", words))
            assert set(re.findall(r"\{\w+\}", text)) in (fields, fields - {"{n}"} if category else fields), (
                words
            )


def test_each_language_can_be_chosen() -> None:
    offered = re.search(r"LANGUAGES = \{(.*)\}", (WEB / "js" / "words.js").read_text(encoding="utf-8"))
    assert offered is not None
    assert sorted(re.findall(r"(\w+):", offered[1])) == sorted(["en", *LANGUAGES])


def test_words_are_found_however_they_are_written() -> None:
    script = 't("one") + t("two, " +\n "three", { n }) + tn(count, "a turn", "{n} turns") + input("no")'
    assert list(said_in(script)) == ["one", "two, three", "{n} turns"]


def test_the_folder_is_there() -> None:
    assert LANGUAGES == ["de"]
    assert Path(WEB, "words", "de.json").stat().st_size > 10_000
