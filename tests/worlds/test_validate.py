"""What does not fit the schema is said in writers' words, with its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.casekit import cases
from worlds import schema
from worlds.problems import WorldError
from worlds.validate import model_at

Check = Callable[[str], list[WorldError]]
ITEM = "items:\n  axe: {name: axe, description: Sharp., at: quay, "


@cases
def test_a_fault_of_shape(check: Check, more: str, line: int, message: str, hint: str) -> None:
    (error,) = (error for error in check(more) if error.severity == "fault")
    assert (error.file, error.line) == ("more.yaml", line)
    assert message in error.message
    assert hint in error.hint


def test_faults_of_syntax_shape_and_reference_come_together(check: Check) -> None:
    errors = check(
        "items:\n  axe: {name: 3, description: x, at: quay}\n  saw: {name: saw, description: x, at: quai}\n"
        "  nail: {name: nail, description: x, at: quay, tags: [Nail]}\n  nib: {description: x}\n"
        "beats:\n  a: {when: {has: axe}, text: x}\n  b: {when: {has: [axe, sow]}, text: x, zzz: 1}\n"
        "genre: !y z\n"
    )
    assert [(e.line, e.message.split(": ")[-1]) for e in errors if e.severity == "fault"] == [
        (2, "`name` must be text, not the number 3"),
        (3, "no location or character `quai`"),
        (4, "`Nail` is not an identifier"),
        (5, "item `nib` lacks `name`"),
        (8, "no item `sow`"),
        (8, "`zzz` is not known here"),
        (9, "the tag `!y` is not allowed here"),
    ]


def test_what_an_unreadable_file_may_hold_is_not_called_missing(check: Check) -> None:
    errors = check("items:\n  axe:\n    name: axe\n   description: x\nbeats: {b: {}}\n")
    assert [error.line for error in errors] == [4]


@pytest.mark.parametrize(
    ("route", "model"),
    [
        ((), schema.World),
        (("locations", "shore", "notice", "rock", "actions", "break"), schema.Action),
        (("locations", "shore", "exits", 2, "when"), schema.Condition),
        (("beats", "b", "when", "not", 0), schema.Condition),
        (("characters", "hild", "topics", "ice", "lines", 0), schema.Line),
        (("player", "at"), None),
    ],
)
def test_model_at(route: tuple[str | int, ...], model: type | None) -> None:
    assert model_at(route) is model


def test_what_the_whole_world_lacks_is_looked_for_in_its_own_file(check: Check, quay: Path) -> None:
    (quay / "world.yaml").rename(quay / "other.yaml")
    text = (quay / "other.yaml").read_text().replace("title: Quay\n", "")
    (quay / "other.yaml").write_text(text)
    (error,) = check("")
    assert (error.file, error.line, error.message) == ("world.yaml", 0, "the world lacks `title`")
    (quay / "other.yaml").rename(quay / "world.yaml")
    (error,) = check("")
    assert (error.file, error.line, error.hint) == ("world.yaml", 1, "add `title:`")
