"""`gamemaster world strings`: a world's texts for translators."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gamemaster.cli.console import clear_errors, fail, folder_of, say


def add_strings_commands(world_app: typer.Typer) -> None:
    """Adds this module's command to `gamemaster world`."""
    world_app.command("strings")(world_strings)


def world_strings(
    folder: Annotated[Path, typer.Argument(help="The world's folder")],
    extract: Annotated[
        str | None,
        typer.Option(
            "--extract", metavar="LANGUAGE", help="Write strings/LANGUAGE.po, or bring it up to date."
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Find missing and stale entries; exit status 1 if there are any.")
    ] = False,
) -> None:
    """Write a world's texts for translators as gettext PO files, and find what is missing in them or stale.

    The world's own language is its `language:`. Translations lie in strings/de.po and the like in its folder. What was
    translated stays; what is no longer in the world is set aside; a text that only moved is marked fuzzy.

    Examples:  gamemaster world strings isle --extract de  ·  gamemaster world strings isle --check
    """
    with clear_errors():
        from gamemaster.authoring.world_strings import compare, languages
        from gamemaster.authoring.world_strings import extract as write_strings
        from worlds.loader import load_world
        from worlds.yaml_source import read_source

        found = folder_of(folder)
        world, source = load_world(found), read_source(found)
        if extract is not None:
            path, compared = write_strings(found, world, source, extract)
            say(f"wrote {path}\n{next(compared.readable())}")
        if not check:
            if extract is None:
                fail("say --extract LANGUAGE or --check")
            return
        there = languages(found)
        if not there:
            fail(f"{found} has no strings/*.po: begin with --extract de")
        every = [compare(found, source, language) for language in there]
        say("\n".join(line for one in every for line in one.readable()))
        if not all(one.is_complete for one in every):
            raise typer.Exit(1)
