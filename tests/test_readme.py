"""The READMEs tell the truth: examples load, commands exist, files that they name are there; the first one is short."""

from __future__ import annotations

import re
import shlex
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gamemaster.cli.main import app
from worlds.loader import check_world

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
MOST_LINES, MOST_COLUMNS = 160, 120
READMES = [
    README,
    *(
        ROOT / f"{name}/README.md"
        for name in ("gamemaster", "inference", "voice", "worlds", "npcs", "benchmarks")
    ),
    *(ROOT / f"gamemaster/{name}/README.md" for name in ("replay", "server")),
]
TEXTS = {path: path.read_text(encoding="utf-8") for path in READMES}
ALL = "\n".join(TEXTS.values())
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
    return re.findall(rf"^```{language}\n(.*?)^```", ALL, re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    """Every `gamemaster …` in blocks of shell and within backquotes, without what is commented or redirected."""
    lines = [line.split(" #")[0].split(" >")[0] for block in blocks("sh") for line in block.splitlines()]
    lines += re.findall(r"`((?:\.venv/bin/)?gamemaster (?:\w+[- ])[^`]*)`", ALL)
    return [found[1] for line in lines if (found := re.search(r"(?:^|\s|/)gamemaster (\S.*)", line))]


@pytest.mark.parametrize("example", blocks("yaml"), ids=lambda text: text.split(":")[0])
def test_an_example_of_a_world_loads(example: str, tmp_path: Path) -> None:
    folder = tmp_path / "yard"
    folder.mkdir()
    for name, text in (("world", REST), ("smithy", SMITHY), ("example", example)):
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    assert [str(error) for error in check_world(folder)] == []


@pytest.mark.parametrize("command", commands())
def test_a_command_exists_with_its_options(command: str) -> None:
    words = shlex.split(command)
    names = [word for word in words[:2] if re.fullmatch("[a-z-]+", word)]
    said = help_of(*(names if names[0] in GROUPS else names[:1]))
    for option in (word for word in words if word.startswith("--")):
        assert option in said


@cache
def help_of(*path: str) -> str:
    said = CliRunner().invoke(app, [*path, "--help"])
    assert said.exit_code == 0, said.output
    return said.output


def test_there_are_commands_and_examples() -> None:
    assert len(commands()) > 8
    assert blocks("yaml")


def test_every_file_that_is_named_is_there() -> None:
    named = set(
        re.findall(
            r"(?:\(|`|\s)((?:worlds|tests|gamemaster|benchmarks|voice|npcs|inference)/[\w./-]+\w/?)", ALL
        )
    )
    # The writer's own world comes from a copy that the README tells how to make.
    named = {path for path in named if not path.startswith("worlds/my_world")}
    assert named
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("readme", READMES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_link_leads_somewhere(readme: Path) -> None:
    links = re.findall(r"\]\((?!http)([^)#]+)\)", TEXTS[readme])
    assert [link for link in links if not (readme.parent / link).exists()] == []


def test_the_first_one_can_be_read_in_one_sitting() -> None:
    lines = TEXTS[README].splitlines()
    assert len(lines) <= MOST_LINES
    assert [line for line in lines if len(line) > MOST_COLUMNS] == []
    assert len(re.findall(r"^!\[", TEXTS[README], re.MULTILINE)) == 1


@pytest.mark.parametrize("readme", READMES[3:], ids=lambda path: str(path.relative_to(ROOT)))
def test_a_part_says_what_it_cannot_do(readme: Path) -> None:
    assert "## Limits" in TEXTS[readme]


def test_every_module_that_is_run_is_there() -> None:
    modules = set(re.findall(r"python -m ((?:benchmarks|tests)[\w.]*)", ALL))
    paths = {module: ROOT / module.replace(".", "/") for module in modules}
    assert paths
    assert [
        module
        for module, path in sorted(paths.items())
        if not (path.with_suffix(".py").exists() or (path / "__main__.py").exists())
    ] == []


@pytest.mark.parametrize("target", sorted(set(re.findall(r"(?:^|`)make ([a-z-]+)", ALL, re.MULTILINE))))
def test_a_target_of_make_is_there(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)
