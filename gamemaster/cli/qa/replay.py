"""`gamemaster replay`: play recordings again, look at what came of it, and hold it to thresholds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gamemaster.cli.console import clear_errors, engine_options, settings_from
from gamemaster.cli.options import HELP

replay_app = typer.Typer(
    help="Play recorded sessions again: against today's code, another model, or a running server.",
    no_args_is_help=True,
    context_settings=HELP,
)
Files = Annotated[list[Path], typer.Argument(help="Recordings (*.jsonl.zst), or folders of them.")]
Out = Annotated[Path | None, typer.Option(help="Write the run to this file, for `replay report` and `gate`.")]
ServiceData = Annotated[
    Path | None, typer.Option("--data-dir", help="The service's. [default: your data home, or GM_DATA_DIR]")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the run as JSON, for programs.")]


@replay_app.command()
def verify(
    files: Files,
    model: Annotated[
        str | None,
        typer.Option(help="The folder of the checkpoint that narrated: its tokenizer made the prompts."),
    ] = None,
    coverage: Annotated[
        bool,
        typer.Option("--coverage", help="Say what the recordings exercise, and what none of them does."),
    ] = False,
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Give today's code what clients and engine did then: everything must come out byte for byte the same.

    Every prompt, ruling, state, text, frame and commit is compared, in its order. The first that differs is shown with
    the turn, the stage, and what was expected; exit status 1. Needs no server, no model and no database.

    Example:  gamemaster replay verify tests/recordings
    """
    with clear_errors():
        from gamemaster.cli.qa.verify import Wanted, run_verify

        if not run_verify(settings_from(model=model), Wanted(files, out, as_json, coverage)):
            raise typer.Exit(1)


@replay_app.command()
def regenerate(
    files: Files,
    model: Annotated[
        str | None,
        typer.Option(
            help="Who answers: a checkpoint, `scripted:`, or a model server's URL#MODEL, as for `serve`. "
            "[default: the understudy, or GM_MODEL]"
        ),
    ] = None,
    profile: Annotated[str | None, typer.Option(help="Hardware profile of the model's engine.")] = None,
    world: Annotated[
        Path | None,
        typer.Option(help="The folder of the recordings' world, changed: their states are fitted to it."),
    ] = None,
    prompt: Annotated[
        list[str] | None, typer.Option(help="Prompt settings: a TOML file, or KEY=VALUE; may be given again.")
    ] = None,
    judge: Annotated[
        str | None,
        typer.Option(help="A model server's URL#MODEL that gives its opinion of each turn; never the gate."),
    ] = None,
    parallel: Annotated[int, typer.Option(min=1, max=1024, help="Recordings answered at once.")] = 1,
    turns: Annotated[str | None, typer.Option(help="Only these turns, as 3-8, 3- or 5.")] = None,
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Have today's narrator answer what was recorded, in the very prompts of production, and compare.

    Each turn starts from the recorded state and the recorded turns before it. Compared are rulings, texts, lengths,
    times, tokens; and without a judge it is said what no story may have: contradictions of the state, things from
    nowhere, words of the dead or the absent, secrets, markup, repetition, other languages, refusals. Where a new ruling
    leads elsewhere the turn is marked as branched, and the next one goes on from the recorded state.

    Examples:  gamemaster replay regenerate tests/recordings --out now.json  ·
    gamemaster replay regenerate FILE --model http://127.0.0.1:11434/v1#MODEL --turns 1-10
    """
    with clear_errors():
        from gamemaster.cli.qa.regenerate import Wanted, run_regenerate

        settings = settings_from(model=model, engine=engine_options(profile, None))
        wanted = Wanted(files, world, prompt or (), judge, parallel, turns, out, as_json)
        if not run_regenerate(settings, wanted):
            raise typer.Exit(1)


@replay_app.command()
def shadow(
    since: Annotated[str | None, typer.Option(help="Only from then on: 30m, 2h, 7d, or a date.")] = None,
    folder: Annotated[
        Path | None,
        typer.Option(
            help="Where the answers lie. [default: GM_SHADOW__FOLDER, or `shadow` in the data directory]"
        ),
    ] = None,
    data_dir: ServiceData = None,
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Compare live turns with what a candidate answered beside the play, which no player was shown.

    The service does it with GM_SHADOW__SHARE above 0: so much of the turns of players who let their play be recorded is
    answered by the candidate too (GM_SHADOW__MODEL; by default the model that narrates, with GM_SHADOW__PROMPT), behind
    all players. Compared is as `replay regenerate` does.

    Example:  gamemaster replay shadow --since 2h --out shadow.json
    """
    with clear_errors():
        from gamemaster.cli.qa.shadow import Wanted, run_shadow

        run_shadow(settings_from(data_dir=data_dir), Wanted(folder, since, out, as_json))


@replay_app.command()
def drive(
    files: Files,
    url: Annotated[str, typer.Option(help="The service's socket, as ws://HOST:PORT/ws.")],
    players: Annotated[int, typer.Option(min=1, max=10_000, help="Who play at once, each a recording.")] = 10,
    speed: Annotated[float, typer.Option(min=0.01, max=1000, help="Divides the recorded pauses.")] = 1.0,
    ramp: Annotated[
        float, typer.Option(min=0, max=86_400, help="Seconds in which the players begin.")
    ] = 10.0,
    duration: Annotated[
        float | None,
        typer.Option(
            min=1, max=86_400, help="Begin recordings anew for so many seconds. [default: each plays one]"
        ),
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
        typer.Option(
            help="The service's Postgres, to look for each turn in. [default: GM_DATABASE_URL, or the one that "
            "runs in --data-dir]"
        ),
    ] = None,
    data_dir: ServiceData = None,
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Play recordings against a running service: many players over real sockets, at the recorded pauses.

    Each player has a story of its own, in the recording's world and from its seed, and does what the recorded player
    did: acts, interrupts, takes back, branches, leaves and comes back. Told are the times to acknowledgement, first
    text and first sound, gaps, errors, and goodput: turns a second that met every objective. Then every story is
    opened again, and looked up in Postgres: exit status 1 if a turn is lost or doubled. Ctrl-C ends it early.

    The service must let that many players in, from one address: GM_LIMITS__NEW_PLAYERS_PER_MINUTE=100000 and
    GM_ADDRESS__EXEMPT=127.0.0.1 (where the players come from) in its environment.

    Example:  gamemaster replay drive tests/recordings --url ws://127.0.0.1:8000/ws --players 50 --out drive.json
    """
    with clear_errors():
        from gamemaster.cli.qa.drive import Output, codec_of, database_of, run_drive
        from gamemaster.replay.load.driver import Load
        from gamemaster.replay.load.presence import Manner

        known = database_of(settings_from(database_url=database, data_dir=data_dir))
        manner = Manner(url, speed, codec_of(audio), slow, drop, seed, longest_pause)
        load = Load(players, ramp, duration)
        if status := run_drive(files, manner, load, objectives, known, Output(out, as_json)):
            raise typer.Exit(status)


RunFile = Annotated[Path, typer.Argument(help="A run, as `replay … --out RUN.json` wrote it.")]
Baseline = Annotated[
    Path | None, typer.Option(help="The run to compare with: of the same recordings, and good.")
]
ThresholdsFile = Annotated[
    Path | None,
    typer.Option("--thresholds", help="YAML with the limits. [default: those of --print-thresholds]"),
]


@replay_app.command()
def report(
    run: RunFile,
    against: Annotated[
        Path | None, typer.Option(help="Another run, to compare with: figures, and violations new and gone.")
    ] = None,
    baseline: Baseline = None,
    thresholds: ThresholdsFile = None,
    out: Annotated[
        Path | None, typer.Option(help="The page's file. [default: RUN.html, beside the run]")
    ] = None,
    text: Annotated[bool, typer.Option("--text", help="Only print the summary; write no page.")] = False,
    show: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON, for programs.")] = False,
) -> None:
    """Make a page of a run that a person reads in a minute: one HTML file, which needs no network and no server.

    First what came of it, in words and figures, then and now; then every turn side by side, with what differs marked,
    to be filtered, sorted and searched. With --baseline or --thresholds it has the gate's verdict too (see `replay
    gate`); --against compares with another run, turn by turn.

    Example:  gamemaster replay report new.json --against old.json --open
    """
    with clear_errors():
        from gamemaster.cli.qa.report import Wanted, run_report

        run_report(Wanted(run, against, baseline, thresholds, out, text, show, as_json))


@replay_app.command()
def history(
    runs: Annotated[
        list[Path], typer.Argument(help="Runs (*.json, as `replay … --out` wrote them), or folders of them.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print the series as JSON, for programs.")] = False,
) -> None:
    """List runs one after the other, with the trend of each figure: of one kind, over the same recordings.

    Keep a run of each day or commit in a folder. `!` marks a figure that is worse than in the run before.

    Example:  gamemaster replay history runs/
    """
    with clear_errors():
        from gamemaster.cli.qa.report import run_history

        run_history(runs, as_json)


@replay_app.command()
def gate(
    run: Annotated[
        Path | None, typer.Argument(help="A run, as `replay … --out RUN.json` wrote it.", show_default=False)
    ] = None,
    baseline: Baseline = None,
    thresholds: ThresholdsFile = None,
    shown: Annotated[
        bool,
        typer.Option(
            "--print-thresholds", help="Print the limits that come with the program, to change them."
        ),
    ] = False,
    accepted: Annotated[
        Path | None,
        typer.Option(
            help="Reviews that a report's page exported: accepted answers may differ from the baseline's."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the verdict as JSON, for programs.")] = False,
) -> None:
    """Hold a run to thresholds: exit status 1 if one of them is passed, or if there is no telling.

    Limits are of the figures themselves (no violations, no turn lost), and against a baseline: a run over the same
    recordings that was good. A figure that is missing fails, and so do too few turns. For each failure the first turns
    are named that it comes of. What a judge thinks is never asked for.

    Example:  gamemaster replay gate new.json --baseline good.json
    """
    with clear_errors():
        from gamemaster.cli.qa.report import print_thresholds, run_gate

        if shown:
            print_thresholds()
        elif run is None:
            raise typer.BadParameter(
                "name the run, as `gamemaster replay gate RUN.json --baseline GOOD.json`"
            )
        elif not run_gate(run, baseline, thresholds, accepted, as_json):
            raise typer.Exit(1)
