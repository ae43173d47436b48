"""`gamemaster understand WORLD FILE`: judge how well a list of inputs is understood, and print the result."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from gamemaster.authoring.input_lists import InputError, Judgement, Miss, judge
from gamemaster.authoring.strict_judge import StrictJudgement, judge_strictly
from worlds.loader import WorldErrors, load_world


def run(world_path: Path, file: Path, as_json: bool, strict: bool = False) -> int:
    """Judge the list in `file` and print the result. 0 whatever the share; 2 if world or list cannot be read."""
    try:
        world = load_world(world_path)
        with file.open(encoding="utf-8") as lines:
            judgement = judge_strictly(world, lines) if strict else judge(world, lines)
    except (OSError, UnicodeDecodeError) as error:
        return _refuse(f"{file}: {error}")
    except InputError as error:
        return _refuse(f"{file}, {error}")
    except WorldErrors as error:
        return _refuse(str(error))
    if as_json:
        sys.stdout.write(json.dumps(judgement.data(), ensure_ascii=False, indent=2) + "\n")
    elif isinstance(judgement, StrictJudgement):
        _print_strict(judgement)
    else:
        _print(judgement)
    return 0


def _refuse(message: str) -> int:
    sys.stderr.write(message + "\n")
    return 2


def _print(judgement: Judgement) -> None:
    console = Console()
    _print_misses(console, judgement.world, judgement.misses)
    right = judgement.inputs - len(judgement.misses)
    console.print(f"{right} of {judgement.inputs} inputs understood as meant: {judgement.understood:.1%}")


def _print_strict(judgement: StrictJudgement) -> None:
    console = Console()
    _print_misses(console, judgement.world, judgement.misses)
    if judgement.harms:
        table = Table("line", "input", "lost, unasked", "understood as", title="Harm")
        for harm in judgement.harms:
            table.add_row(str(harm.line), harm.input[:70], ", ".join(harm.lost), harm.got)
        console.print(table)
    for group, count in sorted(judgement.inputs.items()):
        console.print(
            f"{group:10} {judgement.right[group]:4} of {count:4}: {judgement.right[group] / count:.1%}"
        )
    inputs = judgement.inputs.total()
    console.print(f"strictly right {judgement.right.total()} of {inputs}: {judgement.share:.1%}")
    console.print(f"harm {len(judgement.harms)} of {inputs}: {judgement.harm_rate:.1%}")


def _print_misses(console: Console, world: str, misses: tuple[Miss, ...] | list[Miss]) -> None:
    if not misses:
        return
    table = Table("line", "input", "expected", "understood as", title=f"Not understood in {world}")
    for miss in misses:
        table.add_row(str(miss.line), miss.input[:70], miss.expected, miss.got)
    console.print(table)
