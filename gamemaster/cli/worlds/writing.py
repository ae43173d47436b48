"""`gamemaster world …` for whoever writes worlds: begins one, plays the kept plays again, packs it into one file."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from gamemaster.cli.console import clear_errors, folder_of, say
from gamemaster.cli.options import AsJson


def add_writing_commands(world_app: typer.Typer) -> None:
    """Adds this module's commands to `gamemaster world`."""
    world_app.command("new")(world_new)
    world_app.command("plays")(world_plays)
    world_app.command("pack")(world_pack)
    world_app.command("unpack")(world_unpack)


def world_new(
    folder: Annotated[Path, typer.Argument(metavar="NAME", help="The new folder: isle, or stories/isle")],
    template: Annotated[
        str,
        typer.Option("--from", help="What to begin with: tiny (one file), or inn (every field is in use)."),
    ] = "tiny",
) -> None:
    """Begin a world: a small complete one in a new folder, whose comments explain every field.

    It checks clean and can be played as it stands; change it from there.

    Examples:  gamemaster world new isle  ·  gamemaster world new stories/isle --from inn
    """
    with clear_errors():
        from gamemaster.authoring.new_world import new_world

        for path in new_world(folder, template):
            say(f"wrote {path}")
        say(
            f"\nplay it:   gamemaster play --world {folder} --watch\ncheck it:  gamemaster world check {folder}"
        )


COLOURS = {"head": None, "well": "green", "was": "bright_black", "now": "red", "note": "cyan"}


def world_plays(
    folder: Annotated[Path, typer.Argument(help="The world's folder; its plays are in plays/*.yaml")],
    bless: Annotated[
        list[str] | None,
        typer.Option(help="Keep what this play tells now; may be given again; `all` takes all."),
    ] = None,
    bots: Annotated[bool, typer.Option(help="Send bots, too; this takes some seconds.")] = True,
    as_json: AsJson = False,
) -> None:
    """Play all kept plays of a world again, follow the path of every ending, and send bots.

    What is told otherwise than when the play was kept stands in red below what was told: mend the world, or bless the
    play. A path that does not lead to its ending is a fault, named with the input where it leaves the way. Plays are
    kept in the page, or by /keep in the terminal, while `gamemaster play --watch` runs. Bots go where they like and
    along the paths; `--bless bots` keeps what they came to, and what they do not come to any more is then in red. Exit
    status 1 for any change.

    Examples:  gamemaster world plays worlds/isle  ·  gamemaster world plays worlds/isle --bless lamp
    """
    with clear_errors():
        from gamemaster.authoring.skein.bot_runs import NAME as BOTS
        from gamemaster.authoring.skein.report import bless as bless_plays
        from gamemaster.authoring.skein.report import compare_plays, data_of, lines_of, with_bots
        from worlds.loader import load_world

        folder = folder_of(folder)
        world = load_world(folder)

        skein = compare_plays(folder, world, os.cpu_count() or 1)
        if bots:
            skein = with_bots(folder, world, skein)
        if bless:
            written = bless_plays(folder, skein, bless)
            for path in written:
                typer.echo(f"blessed {path}", err=True)
            taken = (
                skein.bots.as_blessed()
                if skein.bots and any(path.stem == BOTS for path in written)
                else skein.bots
            )
            skein = replace(compare_plays(folder, world, os.cpu_count() or 1), bots=taken)
        if as_json:
            say(json.dumps(data_of(skein), ensure_ascii=False, indent=2))
        else:
            for tone, text in lines_of(skein):
                typer.secho(text, fg=COLOURS[tone])
        if not skein.is_well:
            raise typer.Exit(1)


def world_pack(
    folder: Annotated[Path, typer.Argument(help="The world's folder")],
    out: Annotated[
        Path | None, typer.Option(help="The file to write. [default: the world's name and .gmworld]")
    ] = None,
) -> None:
    """Pack a world into one file, to give to others: its files, pictures and plays, with a manifest.

    A world with faults is not packed. `author:` and `licence:` in the world, and a LICENSE file beside it, go with it.

    Example:  gamemaster world pack worlds/isle --out isle.gmworld
    """
    with clear_errors():
        from gamemaster.authoring.world_package import pack

        packed = pack(folder_of(folder), out)
        for remark in packed.remarks:
            typer.secho(remark, fg="yellow", err=True)
        say(
            f"{packed.path}: {packed.manifest.title}, {len(packed.manifest.files)} files, {packed.size:,} bytes"
        )


def world_unpack(
    file: Annotated[Path, typer.Argument(help="A file that `gamemaster world pack` wrote")],
    into: Annotated[Path, typer.Option(help="The folder in which the world's own folder is made.")] = Path(
        "."
    ),
) -> None:
    """Unpack a world that somebody packed: what does not match its manifest, or has faults, is refused as a whole.

    Example:  gamemaster world unpack isle.gmworld --into worlds
    """
    with clear_errors():
        from gamemaster.authoring.world_package import unpack

        folder, manifest = unpack(file, into)
        by = f" by {manifest.author}" if manifest.author else ""
        say(f"{manifest.title}{by}; licence: {manifest.licence or 'not named'}")
        say(f"play it:   gamemaster play --world {folder}")
