"""The schema for editors: clean files pass it, what designers get wrong does not, and every key is explained."""

from __future__ import annotations

import json
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from worlds import schema
from worlds.field_docs import meaning
from worlds.json_schema import json_schema
from worlds.loader import load_world
from worlds.reference_page import reference
from worlds.yaml_source import read_source

ROOT = Path(__file__).parents[2]
FERRY = ROOT / "tests" / "worlds" / "corpus" / "ferry"
WORLDS = [
    FERRY, ROOT / "worlds/templates/inn", ROOT / "worlds/templates/tiny", ROOT / "tests/sample_world",
    ROOT / "tests/worlds_unseen/caravanserai",
    *(pytest.param(ROOT / "worlds" / name, marks=pytest.mark.slow) for name in ("long_night", "lighthouse")),
]  # fmt: skip


@cache
def schema_of(folder: Path) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(json.dumps(json_schema(read_source(folder), load_world(folder))))
    return made


def faults(made: dict[str, Any], data: Any) -> list[str]:
    return [error.message for error in jsonschema.Draft202012Validator(made).iter_errors(data)]


@pytest.mark.parametrize("folder", WORLDS, ids=lambda folder: folder.name)
def test_clean_files_pass_with_every_shorthand(folder: Path, tmp_path: Path) -> None:
    made = schema_of(folder)
    for path in sorted(folder.glob("*.yaml")):
        alone = tmp_path / path.stem
        alone.mkdir()
        shutil.copy(path, alone)
        assert faults(made, read_source(alone).data) == [], path.name


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ("items: {axe: {name: axe, description: x, at: nowhere_known}}", "is not valid under any"),
        ("items: {axe: {name: axe, descripton: x}}", "not valid under any"),
        ("rules: {pry: {verbs: [brek]}}", "not valid under any"),
        ("beats: {b: {when: {has: coins}, text: x}}", "not valid under any"),
        ("locations: {l: {name: L}}", "not valid under any"),
    ],
)
def test_what_is_wrong_gets_a_red_line(data: str, says: str) -> None:
    found = faults(schema_of(FERRY), yaml.safe_load(data))
    assert found
    assert any(says in one or "required" in one for one in found)


def test_flags_of_the_world_are_offered_and_new_ones_are_no_mistake() -> None:
    made = schema_of(FERRY)
    assert "bell_rung" in json.dumps(made["$defs"]["Condition"]["properties"]["set"])
    assert faults(made, yaml.safe_load("beats: {b: {when: {set: brand_new}, text: x}}")) == []


def test_every_key_is_explained() -> None:
    parts = [
        part for part in vars(schema).values() if isinstance(part, type) and issubclass(part, schema.Part)
    ]
    silent = [
        (part.__name__, name) for part in parts for name in part.model_fields if not meaning(part, name)
    ]
    assert silent == []


def test_a_meaning_that_several_keys_share_is_of_keys_that_take_the_same() -> None:
    """What a colour means is not what a text means."""
    taken: dict[str, set[str]] = {}
    for part, name, key in re.findall(r"^## (\w+)$|^\| \**`(\w+)`\** \| (.*)$", reference(), re.MULTILINE):
        if not part:
            takes, _, meant = key.partition(" | ")
            taken.setdefault(f"{name}: {meant.removesuffix(' |')}", set()).add(takes.partition(",")[0])
    assert {meant: takes for meant, takes in taken.items() if len(takes) > 1} == {}


def test_the_reference_is_up_to_date() -> None:
    """If this fails: python -m worlds.reference_page > worlds/reference.md"""
    assert (ROOT / "worlds" / "reference.md").read_text(encoding="utf-8") == reference()
