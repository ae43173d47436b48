"""`gamemaster replay`: play recordings again, look at what came of it, and hold it to thresholds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gamemaster.console import clear_errors, settings_from

replay_app = typer.Typer(
    help="Play recorded sessions again: against today's code, another model, or a running server.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
Files = Annotated[list[Path], typer.Argument(help="Recordings (*.jsonl.zst), or folders of them.")]
Out = Annotated[Path | None, typer.Option(help="Write the run to this file, for `replay report` and `gate`.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the run as JSON, for programs.")]


@replay_app.command()
def verify(
    files: Files,
    model: Annotated[
        str | None,
        typer.Option(help="The folder of the checkpoint that narrated: its tokenizer made the prompts."),
    ] = None,
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Give today's code what clients and engine did then: everything must come out byte for byte the same.

    Every prompt, ruling, state, text, frame and commit is compared, in its order. The first that differs is shown with
    the turn, the stage, and what was expected; exit status 1. Needs no server, no model and no database.

    Example:  gamemaster replay verify tests/recordings
    """
    with clear_errors():
        from gamemaster.verify_cli import Wanted, run_verify

        if not run_verify(settings_from(model=model), Wanted(files, out, as_json)):
            raise typer.Exit(1)


@replay_app.command()
def drive(
    files: Files,
    url: Annotated[str, typer.Option(help="The service's socket, as ws://HOST:PORT/ws.")],
    players: Annotated[int, typer.Option(min=1, max=10_000, help="Who play at once, each a recording.")] = 10,
    speed: Annotated[float, typer.Option(min=0.01, max=1000, help="Divides the recorded pauses.")] = 1.0,
    ramp: Annotated[float, typer.Option(min=0, max=86_400, help="Seconds in which the players begin.")] = 10.0,
    duration: Annotated[
        float | None,
        typer.Option(min=1, max=86_400, help="Begin recordings anew for so many seconds. [default: each plays one]"),
    ] = None,
    longest_pause: Annotated[
        float, typer.Option(min=0, max=86_400, help="Seconds; longer recorded pauses are cut to it.")
    ] = 60.0,
    audio: Annotated[str | None, typer.Option(help="Hear the story as well: opus or pcm16.")] = None,
    slow: Annotated[float, typer.Option(min=0, max=1, help="Share of players who read slowly.")] = 0.0,
    drop: Annotated[
        float, typer.Option(min=0, max=1, help="Share of turns in which the connection breaks.")
    ] = 0.0,
    seed: Annotated[int, typer.Option(help="Of the connections that break.")] = 1,
    objectives: Annotated[
        Path | None, typer.Option(help="YAML with what a turn must meet, as `first_visible_ms: 2000`.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(help="The service's Postgres, to look for each turn in. [default: GM_DATABASE_URL, if set]"),
    ] = None,
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Play recordings against a running service: many players over real sockets, at the recorded pauses.

    Each player has a story of its own, in the recording's world and from its seed, and does what the recorded player
    did: acts, interrupts, takes back, branches, leaves and comes back. Told are the times to acknowledgement, first
    text and first sound, gaps, errors, and goodput: turns a second that met every objective. Then every story is
    opened again, and looked up in Postgres: exit status 1 if a turn is lost or doubled. Ctrl-C ends it early.

    The service must let that many players in: GM_LIMITS__NEW_PLAYERS_PER_MINUTE=100000 in its environment.

    Example:  gamemaster replay drive tests/recordings --url ws://127.0.0.1:8000/ws --players 50 --out drive.json
    """
    with clear_errors():
        from gamemaster.driving import Load
        from gamemaster.driving_cli import Output, codec_of, run_drive
        from gamemaster.driving_presence import Manner

        settings = settings_from(database_url=database)
        known = settings.database_url.get_secret_value() if settings.database_url is not None else None
        manner = Manner(url, speed, codec_of(audio), slow, drop, seed, longest_pause)
        load = Load(players, ramp, duration)
        if status := run_drive(files, manner, load, objectives, known, Output(out, as_json)):
            raise typer.Exit(status)
