"""`gamemaster world check`: what is wrong with a world, once or after each save."""

from __future__ import annotations

import gc
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamemaster.cli.console import clear_errors, folder_of, say, settings_from
from gamemaster.cli.options import AsJson, DataDir

if TYPE_CHECKING:
    from worlds.report import Examined
    from worlds.schema import World

DEBOUNCE_MS = 150  # an editor writes a file in several steps
Folder = Annotated[Path, typer.Argument(help="The world's folder, for example worlds/long_night")]


def add_checking_commands(world_app: typer.Typer) -> None:
    """Adds this module's commands to `gamemaster world`."""
    world_app.command("check")(world_check)


def world_check(
    folder: Folder,
    as_json: AsJson = False,
    strict: Annotated[
        bool,
        typer.Option(
            "--strict", help="With --paths, and warnings count as faults: for a build that must be clean."
        ),
    ] = False,
    paths: Annotated[
        bool,
        typer.Option(
            "--paths", help="Play the path of every ending, too, and read what threads offer: some seconds."
        ),
    ] = False,
    polish: Annotated[
        bool,
        typer.Option(
            "--polish", help="What is left to stock lines, most heard first, and what players typed in vain."
        ),
    ] = False,
    data_dir: DataDir = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Check again after each save, until Ctrl-C.")
    ] = False,
) -> None:
    """Report everything that is wrong with a world: file, line and column, why it matters, what to do.

    A fault keeps the world from being played; a warning is a mistake that it can be played with; a note may be meant.
    Exit status 1 if the world cannot be played (with --strict: or if anything is warned of).

    What stands in the files is checked in a second. Whether the `path` of each ending leads to it shows when it is
    played: --paths does, and without it the last line says that it was not done.

    With --polish: for each place, thing, person and topic the stock line that a player hears where nothing was written,
    as often as bots and the recordings of players who agreed heard it; and what players typed that was not followed.

    Examples:  gamemaster world check worlds/long_night  ·  gamemaster world check isle --watch
    """
    with clear_errors():
        found = folder_of(folder)
        if polish:
            _polish(found, as_json, data_dir)
            return
        played = paths or strict
        clean = _check(found, as_json, strict, played, os.cpu_count() or 1)
        if watch:
            from watchfiles import watch as changes_in

            for _ in changes_in(found, debounce=DEBOUNCE_MS, step=50, watch_filter=_may_be_read):
                if not as_json:
                    say(f"\n--- {found.name}, saved again")
                clean = _check(found, as_json, strict, played)
        if not clean:
            raise typer.Exit(1)


def _polish(folder: Path, as_json: bool, data_dir: Path | None) -> None:
    from gamemaster.authoring.polish import polish
    from worlds.loader import load_world
    from worlds.yaml_source import read_source

    recordings = settings_from(data_dir=data_dir).recordings_folder()
    found = polish(load_world(folder), read_source(folder), recordings)
    text = json.dumps(found.data(), ensure_ascii=False, indent=2) if as_json else "\n".join(found.readable())
    say(text)


def _may_be_read(change: object, path: str) -> bool:
    return path.endswith((".yaml", ".yml", ".jsonl"))


def _check(folder: Path, as_json: bool, strict: bool, paths: bool, processes: int = 1) -> bool:
    """Print the findings. Returns whether the world is as good as is asked for.

    Whoever watches files has threads of theirs, and forks nothing.
    """
    found = _examine(folder)
    unplayed = found.playable and found.world is not None and _has_inputs(found.world)
    if unplayed and paths:
        from gamemaster.authoring.skein.report import with_paths  # brings all that a turn needs

        found, unplayed = with_paths(found, processes), False
    from worlds.report import report, report_data

    if as_json:
        data = {**report_data(found), "unplayed": unplayed}
        say(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        say(report(found))
        if unplayed:
            say("The paths of its endings, and what its threads offer, were not played: --paths does.")
        elif paths and found.playable and found.world is not None:
            say(_paths_played(found.world))
    if found.playable and strict and found.warnings and not as_json:
        say("With --strict this is not good enough: a warning counts as a fault.")
    return found.playable and not (strict and found.warnings)


def _paths_played(world: World) -> str:
    """What was proved by playing, and which endings have no path that would prove them."""
    lengths = [len(ending.path) for ending in world.endings.values() if ending.path]
    without = [name for name, one in world.written_endings().items() if not one.path]
    unproved = f" Without a `path`: {', '.join(without)}." if without else ""
    if not lengths:
        return f"No path was played.{unproved}"
    led = "path leads to its ending" if len(lengths) == 1 else "paths lead to their endings"
    return f"Played: {len(lengths)} {led}, in {sum(lengths)} inputs.{unproved}"


def _examine(folder: Path) -> Examined:
    """Without looking for garbage among the many small things that a world is made of, now or later: a third of the
    time. What a check before this one left is looked at again."""
    gc.unfreeze()
    gc.disable()
    try:
        from worlds.loader import examine

        return examine(folder)
    finally:
        gc.freeze()
        gc.enable()


def _has_inputs(world: World) -> bool:
    """Whether its writer wrote what players type: that is checked by playing it."""
    return bool(world.threads) or any(ending.path for ending in world.endings.values())
