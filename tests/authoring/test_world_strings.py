"""Texts of a world for translators: extracted, kept over edits, missing and stale ones found."""

from __future__ import annotations

import shutil
from pathlib import Path

import polib
import pytest

from gamemaster.authoring.world_strings import Comparison, StringsError, compare, extract, texts_of
from worlds.loader import load_world
from worlds.yaml_source import read_source

FERRY = Path(__file__).parents[1] / "worlds" / "corpus" / "ferry"


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    folder = tmp_path / "ferry"
    shutil.copytree(FERRY, folder)
    return folder


def bring_up_to_date(folder: Path, language: str = "de") -> tuple[Path, Comparison]:
    return extract(folder, load_world(folder), read_source(folder), language)


def test_what_players_read_and_type_is_extracted_and_nothing_else() -> None:
    texts = {one.context: one.text for one in texts_of(read_source(FERRY))}
    assert texts["locations/stage/name"] == "The Landing Stage"
    assert texts["characters/osk/topics/toll/names/1"] == "coin"
    assert texts["messages/no_such_thing"] == "There is no {thing} on this bank."
    assert (
        not {"player/death", "theme/text", "items/lamp/at", "clock/night", "flags/bell_rung"} & texts.keys()
    )
    assert not [context for context in texts if "/when/" in context or context.endswith("/at")]


def test_what_a_writer_wrote_for_handling_a_thing_is_extracted() -> None:
    contexts = {one.context for one in texts_of(read_source(Path(__file__).parents[2] / "worlds" / "lighthouse"))}
    assert "items/pilchards/handled/shake" in contexts


def test_translations_are_kept_and_the_rest_is_found(ferry: Path) -> None:
    path, compared = bring_up_to_date(ferry)
    assert len(compared.missing) == compared.total > 100
    file = polib.pofile(str(path))
    for entry in file:
        entry.msgstr = entry.msgid
    file.save()
    assert compare(ferry, read_source(ferry), "de").is_complete
    places = ferry / "places.yaml"
    places.write_text(places.read_text().replace("The Loft", "The Net Loft"))
    compared = compare(ferry, read_source(ferry), "de")
    assert [line.split()[1] for line in compared.missing] == ["locations/loft/name"]
    assert compared.stale == ["locations/loft/name: The Loft"]
    path, compared = bring_up_to_date(ferry)
    assert (len(compared.missing), compared.stale) == (1, [])
    assert "The Loft" in [entry.msgid for entry in polib.pofile(str(path)).obsolete_entries()]


def test_a_text_that_moved_is_fuzzy(ferry: Path) -> None:
    path, _ = bring_up_to_date(ferry)
    file = polib.pofile(str(path))
    for entry in file:
        entry.msgstr = "x" if entry.msgid == "Still one coin." else ""
    file.save()
    people = ferry / "people.yaml"
    people.write_text(
        people.read_text().replace("      - Still one coin.", "      - Well.\n      - Still one coin.")
    )
    path, compared = bring_up_to_date(ferry)
    assert any("(fuzzy)" in line for line in compared.missing)


def test_a_translation_keeps_its_braces_and_its_speakers(ferry: Path) -> None:
    path, _ = bring_up_to_date(ferry)
    file = polib.pofile(str(path))
    for entry in file:
        entry.msgstr = entry.msgid.replace("{thing}", "{ding}").replace("@osk: That", "@ann: That")
    file.save()
    wrong = compare(ferry, read_source(ferry), "de").wrong
    assert any("must hold {thing}" in line for line in wrong)
    assert any("other people speak" in line for line in wrong)


def test_no_language_and_no_file(ferry: Path) -> None:
    with pytest.raises(StringsError, match="names no language"):
        bring_up_to_date(ferry, "../de")
    with pytest.raises(StringsError, match="make it with --extract"):
        compare(ferry, read_source(ferry), "fr")
