"""`gamemaster world schema` and `gamemaster world find`: what an editor and its writer need to know of a world."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from gamemaster.cli.console import clear_errors, fail, folder_of, say
from gamemaster.cli.options import AsJson


def add_editor_commands(world_app: typer.Typer) -> None:
    """Adds this module's commands to `gamemaster world`."""
    world_app.command("schema")(world_schema)
    world_app.command("find")(world_find)


def world_schema(
    folder: Annotated[
        Path | None,
        typer.Argument(help="The world whose identifiers are offered. [default: the format alone]"),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", help="Write it here. [default: print it]")] = None,
) -> None:
    """Print the world format as a JSON Schema: completion, explanations and red lines while you type.

    In VS Code, install the YAML extension (redhat.vscode-yaml). Then these two lines are all:

    \b
      gamemaster world schema isle --out isle/world.schema.json
      # yaml-language-server: $schema=world.schema.json        (the first line of each YAML file)

    Example:  gamemaster world schema worlds/lighthouse
    """
    with clear_errors():
        from worlds.json_schema import json_schema
        from worlds.loader import examine
        from worlds.yaml_source import read_source

        if folder is None:
            made = json_schema()
        else:
            found = folder_of(folder)
            made = json_schema(read_source(found), examine(found).world)
        text = json.dumps(made, ensure_ascii=False, indent=1)
        if out is None:
            say(text)
            return
        out.write_text(text + "\n", encoding="utf-8")
        say(
            f"wrote {out}\nfirst line of each YAML file beside it:\n# yaml-language-server: $schema={out.name}"
        )


def world_find(
    word: Annotated[str, typer.Argument(metavar="ID", help="An identifier or a flag: smithy, door_open")],
    folder: Annotated[Path, typer.Argument(help="The world's folder")] = Path(),
    as_json: AsJson = False,
) -> None:
    """Find where an identifier is defined, set, read, named, and who speaks by it.

    Example:  gamemaster world find bell_wound worlds/lighthouse
    """
    with clear_errors():
        from worlds.find import find_uses, identifiers
        from worlds.validate import nearest

        if Path(word).is_dir() and not folder.is_dir():
            word, folder = str(folder), Path(word)  # the folder first, as with the other commands
        place = folder_of(folder)
        found = find_uses(place, word)
        if as_json:
            rows = [{"use": one.use, **one.place.as_dict(), "where": one.where} for one in found]
            say(json.dumps(rows, ensure_ascii=False, indent=2))
        elif found:
            say("\n".join(map(str, found)))
        if not found:
            near = nearest(word, sorted(identifiers(place)))
            fail(f"nothing in {place} is called {word}" + (f"; did you mean {near}?" if near else ""))
