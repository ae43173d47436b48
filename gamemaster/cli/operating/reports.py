"""`gamemaster reports …`: the answers that players reported, for whoever runs the service."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from gamemaster.cli.console import clear_errors, say, settings_from
from gamemaster.cli.options import HELP, AsJson, DataDir

if TYPE_CHECKING:
    from gamemaster.storage.reports import Report, Reports

T = TypeVar("T")
reports_app = typer.Typer(
    help="Answers that players reported as not all right: list, show, mark as done.",
    no_args_is_help=True,
    context_settings=HELP,
)
Number = Annotated[int, typer.Argument(min=1, help="The report's number, from `gamemaster reports list`")]


@reports_app.command("list")
def reports_list(
    everything: Annotated[bool, typer.Option("--all", help="Also those that are done.")] = False,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """List the reports that nobody has dealt with, the oldest first.

    Example:  gamemaster reports list --json
    """

    async def read(reports: Reports) -> list[Report]:
        return await (reports.list_all() if everything else reports.list_open())

    found = _with_reports(data_dir, read)
    if as_json:
        say(json.dumps([_as_data(one) for one in found], ensure_ascii=False, indent=2))
        return
    for one in found:
        done = "  done" if one.done else ""
        say(
            f"{one.id:>6}  {one.at:%Y-%m-%d %H:%M}  {one.world:<14} turn {one.turn:>4}  {one.note[:60]}{done}"
        )
    if not found:
        typer.echo("no reports", err=True)


@reports_app.command("show")
def reports_show(number: Number, data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """Show a report: what the player says of it, and the turn, if they share it.

    Example:  gamemaster reports show 12
    """
    found = _with_reports(data_dir, lambda reports: reports.show(number))
    say(json.dumps(_as_data(found), ensure_ascii=False, indent=2) if as_json else _readable(found))
    if not as_json:
        say(_next_step(found, settings_from(data_dir=data_dir).recordings_folder()))


@reports_app.command("done")
def reports_done(number: Number, data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """Mark a report as dealt with: it is listed only with --all from now on.

    Example:  gamemaster reports done 12
    """
    found = _with_reports(data_dir, lambda reports: reports.finish(number))
    say(json.dumps(_as_data(found), ensure_ascii=False, indent=2) if as_json else f"done: report {number}")


def _with_reports(data_dir: Path | None, use: Callable[[Reports], Awaitable[T]]) -> T:
    with clear_errors():
        import asyncio

        from gamemaster.authoring.archive import database
        from gamemaster.storage.database import engine_at
        from gamemaster.storage.reports import Reports

        settings = settings_from(data_dir=data_dir)
        with (
            asyncio.Runner() as runner,
            database(settings, runner, lambda text: typer.echo(text, err=True)) as url,
        ):
            engine = engine_at(url)

            async def read() -> T:
                try:
                    return await use(Reports(engine))
                finally:
                    await engine.dispose()

            return runner.run(read())


def _as_data(one: Report) -> dict[str, object]:
    done = one.done.isoformat() if one.done else None
    return {**vars(one), "at": one.at.isoformat(), "done": done}


def _next_step(one: Report, folder: Path) -> str:
    from gamemaster.recording.summary import recording_of_turn

    recorded = recording_of_turn(folder, one.story, one.turn, one.at)
    if recorded is None:
        return (
            f"\nNo recording in {folder} has this turn: the player did not agree, or it lies on another host."
        )
    return f"\nTo make a test of it:  gamemaster record promote {recorded.name}"


def _readable(one: Report) -> str:
    words = "(not shared)" if one.words is None else one.words
    told = "(not shared)" if one.told is None else one.told
    return (
        f"report {one.id}, {one.at:%Y-%m-%d %H:%M} UTC{', done' if one.done else ''}\n"
        f"{one.world}, story {one.story}, turn {one.turn}, told by {one.narrator} ({one.code})\n"
        f"The player says: {one.note or '(nothing)'}\n\n> {words}\n\n{told}"
    )
