"""`gamemaster world import` and `gamemaster world export`: characters and lore from other programs, and back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from gamemaster.cli.console import clear_errors, folder_of, say
from gamemaster.cli.options import AsJson


def add_card_commands(world_app: typer.Typer) -> None:
    """Adds this module's commands to `gamemaster world`."""
    world_app.command("import")(world_import)
    world_app.command("export")(world_export)


def world_import(
    file: Annotated[Path, typer.Argument(help="A card (JSON, PNG, APNG, CHARX) or a lorebook (JSON)")],
    into: Annotated[
        Path | None,
        typer.Option("--into", help="The world that it joins. [default: a new world around a card]"),
    ] = None,
    new: Annotated[
        Path | None, typer.Option("--new", help="The new world's folder. [default: the character's name]")
    ] = None,
    user: Annotated[
        str | None,
        typer.Option("--user", help="What {{user}} becomes. [default: the player, or the stranger]"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Take a character card or a lorebook into a world, and say what was kept, changed and could not be expressed.

    Reads cards of V1, V2 and V3 and lorebooks of SillyTavern and others. Nothing is lost: the original lies in the
    world's folder under cards/, pictures under pictures/. Lore speaks without a model, when somebody asks about it.
    Files that would do harm are refused, by what was found in them.

    Examples:  gamemaster world import seraphina.png  ·  gamemaster world import eldoria.json --into seraphina
    """
    with clear_errors():
        from gamemaster.authoring.cards.card_import import import_file

        report = import_file(file, into=folder_of(into) if into is not None else None, new=new, user=user)
        if as_json:
            say(json.dumps(report.data(), ensure_ascii=False, indent=2))
            return
        say("\n".join(report.lines()))
        say(
            f"\ncheck it:  gamemaster world check {report.folder}\nplay it:   gamemaster play --world {report.folder}"
        )


def world_export(
    folder: Annotated[Path, typer.Argument(help="The world's folder")],
    card: Annotated[str, typer.Option("--card", metavar="WHO", help="The character, by id.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", help="Write .json, or .png with the picture. [default: print JSON]"),
    ] = None,
) -> None:
    """Write a character as a card of V3, with the world's lore. What an imported card held is written back.

    Example:  gamemaster world export seraphina --card seraphina --out seraphina.png
    """
    with clear_errors():
        from gamemaster.authoring.cards.card_export import card_of, write_card
        from worlds.loader import load_world

        found = folder_of(folder)
        world = load_world(found)
        if out is None:
            say(json.dumps(card_of(world, found, card), ensure_ascii=False, indent=1))
        else:
            write_card(world, found, card, out)
            say(f"wrote {out}")
