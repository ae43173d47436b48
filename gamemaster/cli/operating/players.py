"""`gamemaster players …`: what is kept of a player, for an operator whom they ask."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamemaster.cli.console import clear_errors, fail, say, settings_from
from gamemaster.cli.options import HELP, AsJson, DataDir
from gamemaster.cli.qa.record import somebody_is_there

if TYPE_CHECKING:
    from gamemaster.authoring.player_tools import PlayerTools

players_app = typer.Typer(
    help="What is kept of a player: show it, take it out, delete it, on every host.",
    no_args_is_help=True,
    context_settings=HELP,
)
PlayerId = Annotated[
    str,
    typer.Argument(
        help="The player's id (32 hexadecimal digits), as `gamemaster stories list --json` has it"
    ),
]


@players_app.command("show")
def players_show(player: PlayerId, data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """How much is kept of a player: stories, turns, memories, their answer to being recorded, files on this host.

    Example:  gamemaster players show 0123456789abcdef0123456789abcdef
    """
    with _tools(data_dir) as tools:
        found = tools.show(player)
        say(json.dumps(found, indent=2) if as_json else "\n".join(_readable(found)))


@players_app.command("export")
def players_export(
    player: PlayerId,
    out: Annotated[Path | None, typer.Option(help="The zip file. [default: player-ID.zip here]")] = None,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Write everything that is kept of a player into a zip file, recordings of all running hosts included.

    It holds all that they typed: give it to the player alone, and delete it after that.

    Example:  gamemaster players export 0123456789abcdef0123456789abcdef --out anna.zip
    """
    with _tools(data_dir) as tools:
        path = out or Path(f"player-{player[:32]}.zip")
        missing = tools.export(player, path)
        if as_json:
            say(json.dumps({"file": str(path), "missing": missing}, indent=2))
            return
        say(f"written: {path}")
        for host in missing:
            typer.echo(f"the host {host} is not running: its recordings, if any, are not in it", err=True)


@players_app.command("delete")
def players_delete(
    player: PlayerId,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Delete a player for good: stories, turns, memories, recordings and answers, on every host.

    A host that runs deletes its files within seconds, one that is off when it starts.

    Example:  gamemaster players delete 0123456789abcdef0123456789abcdef
    """
    with _tools(data_dir) as tools:
        found = tools.show(player)
        if not yes and not somebody_is_there():
            fail("this deletes the player for good; say --yes where nobody can be asked")
        if not yes:
            typer.echo("\n".join(_readable(found)), err=True)
            typer.confirm("Delete all of it for good?", abort=True, err=True)
        deleted = tools.delete(player)
        say(json.dumps({"deleted": deleted}, indent=2) if as_json else f"deleted: player {player}")


@contextmanager
def _tools(data_dir: Path | None) -> Iterator[PlayerTools]:
    with clear_errors():
        from gamemaster.authoring.player_tools import open_player_tools
        from gamemaster.replay.shadow.files import forget

        with open_player_tools(
            settings_from(data_dir=data_dir), lambda text: typer.echo(text, err=True), forget
        ) as tools:
            yield tools


def _readable(found: dict[str, object]) -> Iterator[str]:
    answers = {True: "yes", False: "no", None: "not answered"}
    recorded = found["recorded"]
    yield f"player    {found['player']}, since {str(found['created'])[:16]}"
    yield f"stories   {found['stories']}, with {found['turns']} turns and {found['memories']} memories"
    yield f"recorded  {answers[recorded if isinstance(recorded, bool) else None]}"
    files = found["files_here"]
    yield f"files     {len(files) if isinstance(files, list) else 0} on this host"
