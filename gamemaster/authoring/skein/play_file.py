"""A play that its writer kept, as text in the world's folder (`plays/NAME.yaml`): inputs, dice and what was told."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gamemaster.errors import UserError
from gamemaster.rules.dice import DICE_PER_TURN
from gamemaster.rules.state import OUTSIDE_STORY, Span
from worlds.safe_yaml import load

FOLDER = "plays"
RESERVED = frozenset({"bots", "all"})  # `bot_runs` has a file of that name; `--bless all`
MAX_BYTES = 4 << 20
NAME_PATTERN = r"^[a-z0-9][a-z0-9_-]{0,63}$"
HEADER = """\
# A play of this world, kept by its writer. `gamemaster world plays FOLDER` plays it again and shows what changed;
# `--bless NAME` takes what is told now. `say` may be edited: bless it afterwards.
"""

Die = Annotated[int, Field(ge=1, le=20)]


class PlayError(UserError):
    """A play that cannot be read or written."""


class PlayTurn(BaseModel):
    """What the player said, the dice as they fell, and what was told."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    say: str = Field(min_length=1, max_length=8000)
    dice: tuple[Die, ...] = Field(min_length=1, max_length=DICE_PER_TURN)
    told: str = ""


class Play(BaseModel):
    """A whole play from the beginning. `ends` is the ending that it came to, if any."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(pattern=NAME_PATTERN)
    seed: int
    ends: str | None = None
    at: str = ""  # the place where it stopped
    turns: tuple[PlayTurn, ...] = ()


def text_of(spans: Iterable[Span]) -> str:
    """What was told in a turn, as writers write it: a speech begins with `@who:`. Notices are left out."""
    told = [span for span in spans if span.kind != "notice"]
    return "\n\n".join(_span_text(span) for span in told).strip()


def _span_text(span: Span) -> str:
    if span.kind in OUTSIDE_STORY:
        return f"({span.text.strip()})"
    return f"@{span.speaker}: {span.text.strip()}" if span.speaker else span.text.strip()


def identifier(name: str) -> str:
    """The nearest name that a play's file can have."""
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[:64] or "play"


def path_of(world: Path, name: str) -> Path:
    if not re.match(NAME_PATTERN, name):
        raise PlayError(
            f"{name!r} cannot be a play's name: lower-case letters, digits, - and _; try {identifier(name)!r}"
        )
    if name in RESERVED:
        raise PlayError(f"{name!r} has a meaning of its own among the plays; try {f'{name}-1'!r}")
    return world / FOLDER / f"{name}.yaml"


def read_plays(world: Path) -> tuple[list[Play], list[str]]:
    """The plays in a world's folder, by name, and what is wrong with those that cannot be read."""
    plays, faults = [], []
    for path in sorted((world / FOLDER).glob("*.yaml")):
        if path.stem in RESERVED:
            continue
        try:
            plays.append(read_play(path))
        except PlayError as error:
            faults.append(str(error))
    return plays, faults


def read_play(path: Path) -> Play:
    """Raises `PlayError` for a file that is no play."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise PlayError(f"{path}: larger than {MAX_BYTES >> 20} MiB")
        data = load(path.read_text(encoding="utf-8"))
        return Play.model_validate({"name": path.stem, **data} if isinstance(data, dict) else data)
    except (OSError, UnicodeDecodeError) as error:
        raise PlayError(f"{path}: cannot be read: {error}") from error
    except yaml.YAMLError as error:
        raise PlayError(f"{path}: is not YAML: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        raise PlayError(
            f"{path}: {'.'.join(map(str, first['loc'])) or 'the file'}: {first['msg']}"
        ) from error


def write_play(world: Path, play: Play) -> Path:
    """Writes a play into the world's folder, over one of its name. Raises `PlayError`."""
    path = path_of(world, play.name)
    data = play.model_dump(mode="json", exclude_none=True, exclude={"name"})
    text = HEADER + yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=1_000)
    try:
        path.parent.mkdir(exist_ok=True)
        rough = path.with_suffix(".yaml.new")
        rough.write_text(text, encoding="utf-8")
        rough.replace(path)
    except OSError as error:
        raise PlayError(f"{path} cannot be written: {error.strerror}") from error
    return path


class _Dumper(yaml.SafeDumper):
    """Writes texts as a writer would: as blocks, and dice in a row."""


def _text_node(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text or len(text) > 80 else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


def _list_node(dumper: yaml.SafeDumper, values: list[Any]) -> yaml.SequenceNode:
    in_a_row = all(isinstance(value, int) for value in values)
    return dumper.represent_sequence("tag:yaml.org,2002:seq", values, flow_style=in_a_row)


_Dumper.add_representer(str, _text_node)
_Dumper.add_representer(list, _list_node)
