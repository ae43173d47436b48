"""The README tells the truth: its example loads, its commands exist, the files that it names are there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gamemaster.cli.main import app
from worlds.loader import check_world

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
GROUPS = {group.name for group in app.registered_groups}
# What the example leaves out: the place that it leads to, the people and things that it speaks of.
REST = """
title: The Yard
summary: A yard.
bible: Plain.
opening: You stand in a yard.
player: {at: yard, death: dead}
skills: {strength: {name: strength}}
items:
  crowbar: {name: crowbar, description: Iron., at: yard}
  smithy_key: {name: key, description: Small., at: yard}
characters:
  smith:
    {name: Smith, persona: A, want: B, fear: C, secret: D, manner: E, description: Broad., at: smithy,
     reactions: {break_in: {text: Oi!}}}
endings:
  dead: {title: Dead, when: {wounds: 10}, text: You die., defeat: true}
  seen: {title: Seen, when: {set: shutters_open, at: smithy}, text: You see., path: [pry the shutters]}
"""
SMITHY = """
locations:
  smithy: {name: The Smithy, description: Cold., exits: [{to: yard}]}
"""


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    """Every `gamemaster …` in blocks of shell and within backquotes, without what is commented or redirected."""
    lines = [line.split(" #")[0].split(" >")[0] for block in blocks("sh") for line in block.splitlines()]
    lines += re.findall(r"`((?:\.venv/bin/)?gamemaster [^`]*)`", README)
    return [found[1] for line in lines if (found := re.search(r"(?:^|\s|/)gamemaster (\S.*)", line))]


@pytest.mark.parametrize("example", blocks("yaml"), ids=lambda text: text.split(":")[0])
def test_an_example_of_a_world_loads(example: str, tmp_path: Path) -> None:
    for name, text in (("world", REST), ("smithy", SMITHY), ("example", example)):
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    folder = tmp_path.rename(tmp_path.with_name("yard"))
    assert [str(error) for error in check_world(folder)] == []


@pytest.mark.parametrize("command", commands())
def test_a_command_exists_with_its_options(command: str) -> None:
    words = shlex.split(command)
    names = [word for word in words[:2] if re.fullmatch("[a-z-]+", word)]
    path = names if names[0] in GROUPS else names[:1]
    said = CliRunner().invoke(app, [*path, "--help"])
    assert said.exit_code == 0, said.output
    for option in (word for word in words if word.startswith("--")):
        assert option in said.output


def test_there_are_commands_and_examples() -> None:
    assert len(commands()) > 8
    assert blocks("yaml")


@pytest.mark.parametrize(
    "path",
    sorted(set(re.findall(r"(?:\(|`|\s)((?:worlds|tests|gamemaster|benchmarks)/[\w./-]+\w/?)", README))),
)
def test_a_file_that_is_named_is_there(path: str) -> None:
    # The writer's own world comes from a copy that the README tells how to make.
    assert path.startswith("worlds/my_world") or (ROOT / path).exists()


@pytest.mark.parametrize("target", sorted(set(re.findall(r"make ([a-z-]+)", " ".join(blocks("sh"))))))
def test_a_target_of_make_is_there(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)
