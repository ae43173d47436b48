"""The `gamemaster` command. What a command needs is imported when it runs, so that help comes at once."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gamemaster.cli.console import (
    clear_errors,
    engine_options,
    fail,
    folder_of,
    has_screen,
    model_options,
    say,
    settings_from,
)
from gamemaster.cli.models.model_commands import model_app, notice_nearby
from gamemaster.cli.models.prompt_commands import prompt_app
from gamemaster.cli.npcs import npcs_app
from gamemaster.cli.operating.advise import advise_app
from gamemaster.cli.operating.metrics_commands import metrics_app
from gamemaster.cli.operating.operator_commands import add_operator_commands
from gamemaster.cli.operating.players import players_app
from gamemaster.cli.operating.reports import reports_app
from gamemaster.cli.options import HELP, AsJson, DataDir
from gamemaster.cli.qa.prove import prove
from gamemaster.cli.qa.record import record_app
from gamemaster.cli.qa.replay import replay_app
from gamemaster.cli.worlds.world_cards import add_card_commands
from gamemaster.cli.worlds.world_check import Folder, add_checking_commands
from gamemaster.cli.worlds.world_editor import add_editor_commands
from gamemaster.cli.worlds.world_strings import add_strings_commands
from gamemaster.cli.worlds.writing import add_writing_commands

if TYPE_CHECKING:
    from gamemaster.config.settings import Settings

app = typer.Typer(
    name="gamemaster",
    help="Interactive stories with a Game Master that rules before it narrates.",
    epilog="To begin:  gamemaster play",
    no_args_is_help=True,
    context_settings=HELP,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
world_app = typer.Typer(
    help="Begin, check, list and explore worlds.", no_args_is_help=True, context_settings=HELP
)
stories_app = typer.Typer(
    help="Look into stored stories (for QA).", no_args_is_help=True, context_settings=HELP
)
app.command("prove")(prove)
app.add_typer(world_app, name="world")
app.add_typer(stories_app, name="stories")
app.add_typer(prompt_app, name="prompt")
app.add_typer(model_app, name="model")
app.add_typer(npcs_app, name="npcs")
app.add_typer(players_app, name="players")
app.add_typer(reports_app, name="reports")
app.add_typer(metrics_app, name="metrics")
app.add_typer(advise_app, name="advise")
app.add_typer(record_app, name="record")
app.add_typer(replay_app, name="replay")
add_operator_commands(app)
add_writing_commands(world_app)
add_checking_commands(world_app)
add_card_commands(world_app)
add_editor_commands(world_app)
add_strings_commands(world_app)

Port = Annotated[
    int | None, typer.Option(help="Port to serve on; 0 takes any free one. [default: 8000, or GM_PORT]")
]
Host = Annotated[str | None, typer.Option(help="Address to serve on. [default: 127.0.0.1, or GM_HOST]")]
ModelName = Annotated[
    str | None,
    typer.Option(
        "--model",
        help="Who narrates: a checkpoint's folder or name (needs: pip install .[nia]), `scripted:`, or a "
        "model server's URL, as http://127.0.0.1:11434/v1#MODEL (its key: GM_MODEL_KEY), or an SGLang server of yours "
        "and the tokenizer's folder, as sglang+http://gpu1:30000#/models/glm. "
        "[default: the understudy, or GM_MODEL]",
    ),
]
ProfileName = Annotated[
    str | None,
    typer.Option(
        "--profile", help="Hardware profile of the model's engine, or a YAML file. [default: this GPU's]"
    ),
]
Course = Annotated[
    str | None,
    typer.Option(
        help="What the model does: full (rules and tells), read (understands alone), tell (tells alone); "
        "`gamemaster model try` proposes one. [default: full, or GM_NARRATOR__COURSE]"
    ),
]
Pairs = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="Any setting of SGLang's own, over the profile's; may be given again. [default: GM_ENGINE__SET, as JSON]",
    ),
]
Inline = Annotated[
    bool | None,
    typer.Option("--inline", help="Run the engine in the web process: its death then ends the service."),
]


def main() -> None:
    """The entry point. A mistake gets one clear message and exit status 1, a wrong command line 2."""
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)


@app.command()
def play(
    port: Port = None,
    host: Host = None,
    data_dir: DataDir = None,
    world: Annotated[
        str | None,
        typer.Option(help="Go straight to this world: long_night, or the path of a world's folder anywhere."),
    ] = None,
    terminal: Annotated[bool, typer.Option("--terminal", help="Play here in the terminal.")] = False,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
    watch: Annotated[
        bool | None,
        typer.Option(
            "--watch",
            "--workshop",
            help="Take a saved world into the running story, and show the workshop beside it.",
        ),
    ] = None,
    designer: Annotated[
        bool | None,
        typer.Option("--designer", help="Show the prompts of your turns in the page, secrets and all."),
    ] = None,
    model: ModelName = None,
    course: Course = None,
    profile: ProfileName = None,
    inline: Inline = None,
    pairs: Pairs = None,
) -> None:
    """Play: start everything that is needed and open the page.

    Starts its own Postgres and Valkey in the data directory, unless GM_DATABASE_URL and GM_REDIS_URL name servers to
    use. Ctrl-C stops everything; your stories are kept for next time.

    Examples:  gamemaster play  ·  gamemaster play --port 9000  ·  gamemaster play --world ./isle --watch
    """
    with clear_errors():
        settings = settings_from(
            port=port,
            host=host,
            data_dir=data_dir,
            workers=1,
            designer=designer,
            workshop=watch,
            **model_options(model, course, profile, inline, pairs),
        )
        if world is not None:
            from gamemaster.cli.worlds.world_choice import chosen_world

            choice = chosen_world(world, settings.worlds_dirs)
            settings = settings.model_copy(update={"world_folder": choice.folder or settings.world_folder})
            world = choice.name
        from gamemaster.hosting.garbage import nothing_collected

        with nothing_collected():
            from gamemaster.service import Manner, Visitor
        visitor: Visitor | None = None
        status = 0
        if terminal:
            from gamemaster.terminal.client import play_in_terminal

            async def visitor(address: str) -> None:
                nonlocal status
                status = await play_in_terminal(address, world, data_dir=settings.data_dir)

        if line := notice_nearby(settings):
            say(line)
        browser = not (terminal or no_browser) and has_screen()
        _run(settings, Manner(browser=browser, visitor=visitor, world=world), quiet=terminal)
        if status:
            raise typer.Exit(status)


@app.command()
def serve(
    port: Port = None,
    host: Host = None,
    data_dir: DataDir = None,
    workers: Annotated[
        int | None, typer.Option(min=1, max=256, help="Processes that serve. [default: 1, or GM_WORKERS]")
    ] = None,
    model: ModelName = None,
    course: Course = None,
    profile: ProfileName = None,
    inline: Inline = None,
    pairs: Pairs = None,
) -> None:
    """Serve, for operators: with the servers that GM_DATABASE_URL and GM_REDIS_URL name; starts none of its own.

    Every setting is an environment variable (GM_PORT, GM_SECRET, …) or a key in gamemaster.toml. With more than one
    machine set GM_SECRET to the same value on all. SIGTERM lets turns in flight end and closes sockets with code 1012;
    SIGHUP replaces the workers one by one. Nothing is fetched: `gamemaster prepare` does that beforehand.

    Example:  GM_DATABASE_URL=postgresql://… GM_REDIS_URL=redis://… gamemaster serve --host 0.0.0.0 --workers 4
    """
    with clear_errors():
        told = model_options(model, course, profile, inline, pairs)
        settings = settings_from(
            port=port, host=host, data_dir=data_dir, workers=workers, fetch=False, **told
        )
        from gamemaster.hosting.garbage import nothing_collected

        with nothing_collected():
            from gamemaster.service import Manner
        if settings.workers == 1:
            _run(settings, Manner(own_servers=False))
        else:
            from gamemaster.logs.setup import set_up_logging, teller
            from gamemaster.service import serve_with_workers

            set_up_logging(settings.log_level, settings.log_format)
            os.environ["GM_NARRATOR__COURSE"] = settings.narrator.course  # the workers read it there
            os.environ |= {"GM_WORKERS": str(settings.workers), "GM_FETCH": "false"}
            serve_with_workers(settings, settings.workers, teller(settings.log_format, say))


def _run(settings: Settings, manner: Any, quiet: bool = False) -> None:
    import asyncio

    import uvloop

    from gamemaster.logs.setup import set_up_logging, teller
    from gamemaster.service import run_service

    set_up_logging("error" if quiet else settings.log_level, settings.log_format)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run_service(settings, teller(settings.log_format, say), manner))


@app.command()
def migrate(data_dir: DataDir = None) -> None:
    """Bring the database that GM_DATABASE_URL names up to date. `play` and `serve` do this by themselves.

    Example:  GM_DATABASE_URL=postgresql://… gamemaster migrate
    """
    with clear_errors():
        settings = settings_from(data_dir=data_dir)
        from gamemaster.storage.migrate import migrate_now

        if settings.database_url is None:
            fail("GM_DATABASE_URL is not set; `gamemaster play` migrates its own database when it starts")
        done = migrate_now(settings.database_url.get_secret_value())
        unchanged = done.before == done.after
        say(
            f"up to date ({done.after})"
            if unchanged
            else f"migrated from {done.before or 'nothing'} to {done.after}"
        )


@app.command()
def doctor(
    data_dir: DataDir = None,
    model: ModelName = None,
    profile: ProfileName = None,
    pairs: Pairs = None,
    as_json: AsJson = False,
) -> None:
    """Look at everything the service needs, and say what is wrong: versions, settings, worlds, port, servers.

    With a model also, before any weight is loaded: packages and their pins, GPU against profile, combinations of
    settings known to fail, the checkpoint's MTP layer, special tokens, context, weights and architecture, GPUs and
    memory that it needs, cores; and what was chosen for it.

    Examples:  gamemaster doctor  ·  gamemaster doctor --model /models/glm --profile h200 --json
    """
    with clear_errors():
        settings = settings_from(data_dir=data_dir, model=model, engine=engine_options(profile, None, pairs))
        from gamemaster.cli.operating.doctor import examine

        findings = examine(settings)
        if as_json:
            say(json.dumps([vars(finding) for finding in findings], indent=2))
        else:
            for finding in findings:
                say(finding.line)
        if not all(finding.well for finding in findings):
            raise typer.Exit(1)


@app.command()
def understand(
    world: Annotated[Path, typer.Argument(help="The world's folder")],
    inputs: Annotated[Path, typer.Argument(help="JSON Lines: `input`, `place` if not the start, `expect`")],
    strict: Annotated[
        bool,
        typer.Option(
            "--strict", help="Nothing extra may act, roles and addressees count, and harm is counted."
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Judge how well a list of player inputs is understood in a world.

    Each line of the list is an object: {"input": "grab the knife", "expect": {"verb": "take", "objects": ["knife"]}}.
    For --strict, `expect` is a list of parts, each with a `role` (act, speech, question, emote, background, ooc, none).

    Example:  gamemaster understand worlds/long_night inputs.jsonl --strict --json
    """
    with clear_errors():
        from gamemaster.cli.worlds.understand import run

        raise typer.Exit(run(world, inputs, as_json, strict))


@world_app.command("list")
def world_list(as_json: AsJson = False) -> None:
    """List the worlds in the folders that GM_WORLDS_DIRS names (by default those that came with the program).

    Example:  gamemaster world list
    """
    with clear_errors():
        settings = settings_from()
        from worlds.loader import examine, list_worlds

        rows = []
        for name, folder in list_worlds(settings.worlds_dirs).items():
            found = examine(folder)
            title = found.world.title if found.world is not None else ""
            faults = len(found.faults)
            rows.append({"id": name, "title": title, "folder": str(folder), "faults": faults})
        if as_json:
            say(json.dumps(rows, ensure_ascii=False, indent=2))
            return
        for row in rows:
            remark = (
                f"{row['faults']} faults; run: gamemaster world check {row['id']}" if row["faults"] else ""
            )
            say(f"{row['id']:<16} {row['title']:<28} {row['folder']}  {remark}".rstrip())
        if not rows:
            fail(f"no worlds in {', '.join(map(str, settings.worlds_dirs))}")


@world_app.command("explore")
def world_explore(
    folder: Folder,
    runs: Annotated[int, typer.Option(min=1, max=100_000, help="Stories to play.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same report.")] = 1,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes. [default: as many as CPUs]")] = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play a world, and report what players would and would never see.

    Half of the bots act at random, half follow the paths of the endings. Reported: endings reached, turns, locations
    and beats never seen, inputs not understood, sentences repeated within a story.

    Example:  gamemaster world explore worlds/long_night --runs 500
    """
    with clear_errors():
        from gamemaster.authoring.explore import as_json as exploration_data
        from gamemaster.authoring.explore import explore

        def progress(done: int, total: int) -> None:
            if sys.stderr.isatty():
                typer.echo(f"\r{done} of {total} stories", nl=done == total, err=True)

        found = explore(folder_of(folder), runs, seed=seed, workers=workers, progress=progress)
        data = exploration_data(found)
        if as_json:
            say(json.dumps(data, ensure_ascii=False, indent=2))
        else:
            say("\n".join(readable(data)))


@world_app.command("judge")
def world_judge(
    folder: Folder,
    turns: Annotated[int, typer.Option(min=1, max=100_000, help="Turns to play.")] = 500,
    seed: Annotated[int, typer.Option(help="The same seed gives the same report.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Let bots type as people do, and report turns that went wrong or came to nothing.

    Reported: leaps of time that nobody asked for, names of people the player has not met, passages that contradict the
    state, several failures in one turn, and the share of turns that end in nothing but a refusal or a stock line.

    Example:  gamemaster world judge worlds/long_night --turns 1000
    """
    with clear_errors():
        from gamemaster.authoring.play_judge import judge_play, readable_judgement
        from worlds.loader import load_world

        judgement = judge_play(load_world(folder_of(folder)), turns, seed)
        if as_json:
            say(json.dumps(judgement.data(), ensure_ascii=False, indent=2))
        else:
            say("\n".join(readable_judgement(judgement)))


@stories_app.command("list")
def stories_list(data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """List all stored stories, the one played last first."""
    _with_stories(data_dir, lambda tools: say(tools.listing(as_json)))


@stories_app.command("export")
def stories_export(
    story: Annotated[str, typer.Argument(help="The story's id, from `gamemaster stories list`")],
    data_dir: DataDir = None,
) -> None:
    """Print a story's turns as JSON Lines: words, dice, outcome, ruling, spans, patch.

    Example:  gamemaster stories export 0123456789abcdef0123456789abcdef > story.jsonl
    """
    _with_stories(data_dir, lambda tools: say(tools.export(story)))


def _with_stories(data_dir: Path | None, use: Callable[[Any], None]) -> None:
    with clear_errors():
        from gamemaster.authoring.archive import open_archive

        with open_archive(settings_from(data_dir=data_dir), lambda text: typer.echo(text, err=True)) as tools:
            use(tools)


def readable(data: dict[str, Any]) -> Iterator[str]:
    """An exploration for people."""
    yield f"{data['world']}: {data['runs']} stories, {data['turns']} turns"
    yield f"endings reached: {data['endings_reached']} of {data['endings_total']}"
    for ending, times in data["endings"].items():
        median = data["turns_to_ending"].get(ending)
        yield f"  {ending:<24} {times:>5} times" + (f", median {median:g} turns" if median else "")
    yield f"locations, beats and endings never seen: {', '.join(data['never_seen']) or 'none'}"
    for kind, names in data["rarely_used"].items():
        yield f"{kind} that no bot came to: {', '.join(names) or 'none'}"
    yield f"inputs not understood: {data['not_understood']:.1%}"
    yield f"sentences repeated within 40 turns: {data['repeated_sentences']:.1%}"
    yield f"  in the worst story: {data['repeated_sentences_worst']:.1%}"


if __name__ == "__main__":
    main()
