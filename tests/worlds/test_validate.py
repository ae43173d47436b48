"""What does not fit the schema is said in writers' words, with its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from worlds import schema
from worlds.problems import WorldError
from worlds.validate import model_at

Check = Callable[[str], list[WorldError]]
ITEM = "items:\n  axe: {name: axe, description: Sharp., at: quay, "


@pytest.mark.parametrize(
    ("more", "line", "message", "hint"),
    [
        (ITEM + "ownr: mate}", 2, "item `axe`: `ownr` is not known here", "did you mean `owner`?"),
        (ITEM + "zzz: 1}", 2, "`zzz` is not known here", "keys allowed here: name, aliases,"),
        ("items:\n  axe: {name: axe}", 2, "item `axe` lacks `description`", "add `description:`"),
        ("items:\n  axe: {name: 3, description: x}", 2, "`name` must be text, not the number 3", "quotes"),
        ("items:\n  Axe: {name: x, description: x}", 2, "`Axe` is not an identifier", "lower-case"),
        ("items:\n  axe: sharp", 2, "item `axe`: `axe` must hold `key: value` pairs, not text", ""),
        (ITEM + "bonus: {nerve: 9}}", 2, "`nerve` is `9`", "at most 5"),
        (ITEM + "portable: maybe}", 2, "`portable` must be true or false, not `maybe`", ""),
        ("beats:\n  b:\n    text: x\n    when: {hours: 30-2}", 4, "`30-2` is not a range of hours", "22-5"),
        ("beats:\n  b: {text: x, when: {need: {cold: lots}}}", 2, "`lots` is not a comparison", ">= 3"),
        ("theme: {text: white}", 1, "`white` is not a colour", "'#12161c'"),
        ("theme:\n  text: #ffffff", 2, "`text` is empty", "begins with # needs quotes"),
        ("theme: {font: comic}", 1, "`font` cannot be `comic`", "'serif', 'sans' or 'mono'"),
        ("clock: {start: 25:00}", 1, "`25:00` is not a time of day", "16:30"),
        (
            "beats:\n  b: {text: x, when: at sea}",
            2,
            "`when` must hold `key: value` pairs",
            "such as {at: shore",
        ),
        (
            "items:\n  axe: {name: a, description: 5}",
            2,
            "must be text or a list, not the number 5",
            "in quotes",
        ),
        (ITEM + "<<: {}}", 2, "`<<` is not known here", "write the keys out"),
        ("beats:\n  b: {text: x, when: {at: “quay”}}", 2, "`“quay”` is not an identifier", "straight quotes"),
        ("facts:\n  f: {text: ''}", 2, "`text` is empty", "write some text"),
        ("rules:\n  r: {verbs: look, text: [a, 3]}", 2, "must be text, not the number 3", "quotes"),
        (
            "facts:\n  f: {text: One of them, and another, and more.}",
            2,
            "a comma within { } ended the text after `One of them`, before `and another`",
            "put the whole text in quotes",
        ),
        ("colour: red", 1, "the world: `colour` is not known here", "keys allowed here: title"),
    ],
)
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
