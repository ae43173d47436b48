"""The commands of an operator: backups, and what a deployment needs."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamemaster.cli.console import clear_errors, fail, say, settings_from
from gamemaster.cli.operating.deploy import deploy
from gamemaster.cli.options import AsJson, DataDir

if TYPE_CHECKING:
    from gamemaster.config.settings import Settings
    from gamemaster.operations.backup import Sources
    from gamemaster.server.pid_file import Serving


LOOK_S = 0.1


def add_operator_commands(app: typer.Typer) -> None:
    app.command()(backup)
    app.command()(restore)
    app.command()(prepare)
    app.command()(asyncapi)
    app.command()(drain)
    app.command()(restart)
    app.command()(deploy)


def asyncapi() -> None:
    """Print the WebSocket's description for programmers of clients: an AsyncAPI 3 document, as /asyncapi.json has it.

    Every message with its fields, an example of each, and the close codes. AsyncAPI's tools draw pages and write code
    of it.

    Example:  gamemaster asyncapi > gamemaster.asyncapi.json
    """
    from gamemaster.protocol.asyncapi import socket_document
    from gamemaster.version import code_version

    say(json.dumps(socket_document(code_version()), indent=2, ensure_ascii=False))


def backup(
    target: Annotated[
        Path, typer.Argument(metavar="FILE.tar|DIR", help="Where to, or the folder to put it in.")
    ],
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Back up all stories, recordings and the secret of players' tokens into one file, while the service runs.

    The database is dumped as it was at one moment. Not in it: worlds, models, settings, and GM_SECRET if it is set.

    Examples:  gamemaster backup /var/backups  ·  gamemaster backup before-the-update.tar
    """
    with clear_errors():
        settings = settings_from(data_dir=data_dir)
        import asyncio

        from gamemaster.authoring.archive import database
        from gamemaster.operations.backup import back_up

        _refuse_place(target)
        if settings.database_url is None and not (settings.data_dir / "postgres").is_dir():
            fail(
                f"there is nothing to back up: GM_DATABASE_URL is not set, and {settings.data_dir} has no database. "
                "Set it as for the service, or name the service's folder with --data-dir"
            )
        tell = _quiet if as_json else say
        with asyncio.Runner() as runner, database(settings, runner, tell) as url:
            path = back_up(_sources(settings, url, there=True), target.absolute(), tell)
        _finish(str(path), path.stat().st_size, as_json)


def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Bring back what a backup holds, into an empty database and the data directory. Nothing is overwritten.

    Players stay signed in if the secret comes back too: from the backup, or by the same GM_SECRET. What players deleted
    after the backup was made is there again: see to it that they are asked, or that it is deleted again.

    Examples:  gamemaster restore /var/backups/gamemaster-20261122T030000Z.tar --data-dir /srv/new
    """
    with clear_errors():
        settings = settings_from(data_dir=data_dir)
        import asyncio

        from gamemaster.authoring.archive import database
        from gamemaster.operations.restore import refuse_what_is_no_backup
        from gamemaster.operations.restore import restore as bring_back

        if not file.is_file():
            fail(f"there is no file {file}")
        refuse_what_is_no_backup(file)
        tell = _quiet if as_json else say
        with asyncio.Runner() as runner, database(settings, runner, tell) as url:
            manifest = bring_back(file.absolute(), _sources(settings, url, there=False), tell)
        if as_json:
            say(manifest.model_dump_json())
        else:
            say(f"restored: {manifest.players} players, {manifest.stories} stories, {manifest.turns} turns")


def prepare(
    data_dir: DataDir = None,
    model: Annotated[
        str | None, typer.Option(help="As for `serve`; owner/model is fetched. [default: GM_MODEL]")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only say what is missing; exit status 1 if any.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Fetch beforehand what the service needs: the voice, a model, the model of embeddings. `serve` fetches nothing.

    Run it where the image is built or the machine is set up. What is here already is left as it is.

    Examples:  gamemaster prepare  ·  gamemaster prepare --model owner/model  ·  gamemaster prepare --check
    """
    with clear_errors():
        settings = settings_from(data_dir=data_dir, model=model)
        from gamemaster.operations.prepare import prepare_all

        found = prepare_all(settings, not check, _quiet if as_json else say)
        if as_json:
            say(json.dumps([vars(one) for one in found], indent=2))
        marks = {True: "ok ", False: "BAD", None: " - "}
        for one in () if as_json else found:
            say(f"{marks[one.here]}  {one.part}: {one.text}")
        if any(one.here is False for one in found):
            raise typer.Exit(1)


Port = Annotated[
    int | None, typer.Option(help="Port that it serves on. [default: GM_PORT or 8000, or the only one]")
]


def drain(data_dir: DataDir = None, port: Port = None) -> None:
    """Stop the service that runs here without a player noticing, and wait until it has ended.

    It takes no new connections. Each story is handed over at the end of its turn, after GM_DRAIN_S (30 s) at the
    latest, and its players come back at once: to another host, or to the next start. Ctrl-C does not stop the draining.

    Example:  gamemaster drain --port 8000
    """
    with clear_errors():
        from gamemaster.server.uvicorn_server import DRAIN_SIGNAL

        serving, is_there = _serving(data_dir, port)
        os.kill(serving.pid, DRAIN_SIGNAL)
        say(f"process {serving.pid} is handing its stories over…")
        while is_there():
            time.sleep(LOOK_S)
        say("it has ended")


def restart(data_dir: DataDir = None, port: Port = None) -> None:
    """Replace the workers of the `serve --workers` that runs here, one by one, with the code as it is on disk now.

    The tables are migrated first. Each new worker is ready before an old one hands its stories over. The service's log
    says when all were replaced, or why they were not.

    Example:  gamemaster restart --port 8000
    """
    with clear_errors():
        serving, _ = _serving(data_dir, port)
        if serving.workers == 1:
            fail(
                "this service is one process, which cannot replace itself; start it with --workers 2 or more"
            )
        os.kill(serving.pid, signal.SIGHUP)
        say(f"process {serving.pid} replaces its workers; its log says how far it is")


def _serving(data_dir: Path | None, port: int | None) -> tuple[Serving, Callable[[], bool]]:
    """The process that serves, and whether it still does. Without a port: the one that serves from the data directory,
    if it is the only one."""
    from gamemaster.server.pid_file import serving_process, serving_processes

    settings = settings_from(data_dir=data_dir, port=port)
    folder, all_ports = settings.data_dir, serving_processes(settings.data_dir)
    found = settings.port
    if port is None and found not in all_ports and len(all_ports) == 1:
        (found,) = all_ports
    if found not in all_ports:
        others = f"; served from it: port {', '.join(map(str, all_ports))}" if all_ports else ""
        fail(
            f"nothing serves port {found} with the data directory {folder}{others}. Name them with --port and "
            "--data-dir, as the service was started"
        )
    serving = all_ports[found]
    return serving, lambda: serving_process(folder, found) == serving


def _refuse_place(target: Path) -> None:
    """A mistyped folder must not become a file of its name, which nobody takes for a backup later."""
    from gamemaster.operations.backup import SUFFIX

    if not target.absolute().parent.is_dir():
        fail(f"there is no folder {target.absolute().parent}")
    if target.suffix != SUFFIX and not target.exists():
        fail(f"there is no folder {target}. Make it, or name a file that ends in {SUFFIX}")


def _sources(settings: Settings, url: str, *, there: bool) -> Sources:
    """`there`: only a secret that exists counts."""
    from gamemaster.operations.backup import Sources

    secret = settings.data_dir / "player-tokens.secret"
    known = settings.secret is None and (secret.exists() or not there)
    return Sources(url, settings.recordings_folder(), secret if known else None)


def _quiet(text: str) -> None:
    """Programs read the end alone."""


def _finish(path: str, size: int, as_json: bool) -> None:
    say(json.dumps({"file": path, "bytes": size}) if as_json else f"{path} ({size / 1e6:.1f} MB)")
