"""`gamemaster record …`: the recordings of those who agreed to be recorded, for QA."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamemaster.cli.console import clear_errors, fail, say, settings_from
from gamemaster.cli.options import HELP, AsJson

if TYPE_CHECKING:
    from gamemaster.recording.folder import Recorded
    from gamemaster.recording.summary import Skimmed

record_app = typer.Typer(
    help="The recordings of players who agreed to it: list, export, delete, scrub.",
    no_args_is_help=True,
    context_settings=HELP,
)
RAW_WARNING = (
    "RAW: this holds all that players typed, personal data and all, and the ids of players and stories.\n"
    "Keep it where only those can read it who may read the players' stories, and delete it after use."
)
Names = Annotated[
    list[str] | None,
    typer.Argument(
        help="Recordings: a name from `record list`, a story's or player's id, or its first characters"
    ),
]
Player = Annotated[str | None, typer.Option(help="Only those of this player (id, or its first characters).")]
Story = Annotated[str | None, typer.Option(help="Only those of this story (id, or its first characters).")]
Before = Annotated[
    datetime | None,
    typer.Option(formats=["%Y-%m-%d", "%Y-%m-%dT%H:%M:%S"], help="Only those begun before this time (UTC)."),
]
DataDir = Annotated[
    Path | None,
    typer.Option(help="Where recordings lie, in `recordings`. [default: your data home, or GM_DATA_DIR]"),
]
OutPath = Annotated[
    Path | None,
    typer.Option(
        help="A file (.jsonl.zst, or .jsonl for plain text) or a folder. [default: lines on standard output]"
    ),
]


@record_app.command("list")
def record_list(
    player: Player = None,
    story: Story = None,
    before: Before = None,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """List recordings, the newest first: turns, length, size, how each ended, and whose it is.

    Examples:  gamemaster record list  ·  gamemaster record list --before 2026-11-01 --json
    """
    with clear_errors():
        folder = settings_from(data_dir=data_dir).recordings_folder()
        from gamemaster.recording.folder import look
        from gamemaster.recording.summary import skim

        contents = look(folder)
        found = [skim(one) for one in filter_recordings(contents.recordings, folder, player, story, before)]
        if as_json:
            data = {
                "folder": str(folder),
                "recordings": [as_data(one) for one in found],
                "foreign": [str(path) for path in contents.foreign],
            }
            say(json.dumps(data, ensure_ascii=False, indent=2))
            return
        for one in found:
            say(as_line(one))
        for path in contents.foreign:
            typer.echo(f"no recording, left alone: {path}", err=True)
        if not found:
            typer.echo(f"no recordings in {folder}", err=True)


@record_app.command("export")
def record_export(
    names: Names = None,
    out: OutPath = None,
    raw: Annotated[
        bool,
        typer.Option("--raw", help="Do not scrub: with all personal data that players typed, and their ids."),
    ] = False,
    player: Player = None,
    story: Story = None,
    before: Before = None,
    data_dir: DataDir = None,
) -> None:
    """Take recordings out, scrubbed: without ids and names, with ⟨email⟩, ⟨phone⟩ and the like for personal data.

    What each rule changed is told, and stands in the header. Where words were changed a recording can still be read,
    compared and replayed, but no longer be verified byte for byte. Rules do not find everything: read before you share.

    Examples:  gamemaster record export 0123abcd --out a.jsonl.zst  ·  gamemaster record export --player 89ab --out all
    """
    with clear_errors():
        folder = settings_from(data_dir=data_dir).recordings_folder()
        found = choose_recordings(folder, names or [], player, story, before)
        if not found:
            fail("name a recording, a story or a player; `gamemaster record list` shows what there is")
        write_out([one.path for one in found], out, raw)


@record_app.command("scrub")
def record_scrub(
    files: Annotated[
        list[Path], typer.Argument(help="Recordings anywhere, as `record export --raw` writes them")
    ],
    out: OutPath = None,
) -> None:
    """Scrub recordings that lie elsewhere, as `record export` does; the files themselves stay as they are.

    Example:  gamemaster record scrub raw.jsonl.zst --out scrubbed.jsonl.zst
    """
    with clear_errors():
        for file in files:
            if not file.is_file():
                fail(f"there is no file {file}")
        write_out(files, out, raw=False)


@record_app.command("promote")
def record_promote(
    story: Annotated[
        str, typer.Argument(help="A recording's name, or a story's id or its first characters.")
    ],
    to: Annotated[Path, typer.Option("--to", help="The folder of the tests' recordings.")] = Path(
        "tests/recordings"
    ),
    name: Annotated[
        str | None,
        typer.Option(help="What it is called there. [default: promoted, its world and when it was played]"),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Make a test of a story that was played: scrubbed, verified, and with a file of what is expected of its turns.

    Only players who agreed are recorded, and only as long as they agree. A test stays: look at the words before you say
    yes. `NAME.expect.yaml` beside the recording is a draft; leave in it what matters. `replay verify` checks it.

    Example:  gamemaster record promote 0123abcd --to tests/recordings --name shut-doors
    """
    with clear_errors():
        settings = settings_from(data_dir=data_dir)
        from gamemaster.cli.qa.promote import promote

        found = choose_recordings(settings.recordings_folder(), [story], None, None, None)
        if len(found) != 1:
            fail(
                f"{story} names {recording_count(len(found))}: name one; `gamemaster record list` shows them"
            )
        if not yes:
            if not somebody_is_there():
                fail(
                    "its words will be kept for ever where others read them; say --yes where nobody can be asked"
                )
            typer.confirm(
                f"Keep {found[0].name}, scrubbed, in {to} for ever, where others read it?",
                abort=True,
                err=True,
            )
        one = promote(found[0].path, to, name or default_name(found[0]), settings)
        say(f"{one.recording}: {one.turns} turns, verified; what is expected of them: {one.expectations}")


def default_name(one: Recorded) -> str:
    """By what says nothing of who played it."""
    from gamemaster.recording.format import read

    return f"promoted-{read(one.path).header.world}-{one.started:%Y%m%d%H%M}"


@record_app.command("delete")
def record_delete(
    names: Names = None,
    player: Player = None,
    story: Story = None,
    before: Before = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Delete recordings for good. What is being recorded at the moment is deleted, too, and not begun anew.

    What the shadow answered in these stories goes, too: it holds the same words. The service itself deletes what is
    older than GM_RECORDING__KEEP_DAYS, and the oldest over GM_RECORDING__TOTAL_MB.

    Examples:  gamemaster record delete --story 0123abcd  ·  gamemaster record delete --before 2026-11-01 --yes
    """
    with clear_errors():
        settings = settings_from(data_dir=data_dir)
        from gamemaster.recording.folder import delete
        from gamemaster.replay.shadow import files as shadow_files

        if not (names or player or story or before):
            fail("name what is to be deleted: recordings, or --player, --story, --before")
        answers = list(shadow_files.files_in(settings.shadow_folder()))
        found = choose_recordings(settings.recordings_folder(), names or [], player, story, before, answers)
        beside = answers_of(answers, found, names or [], player, story, before)
        if (found or beside) and not yes:
            ask(found, beside)
        deleted, answered = delete(found), shadow_files.delete(beside)
        if as_json:
            say(json.dumps({"deleted": deleted, "shadow_files": answered}))
        else:
            say(f"deleted {told_with(deleted, answered)}")


def answers_of(
    answers: list[Path],
    found: list[Recorded],
    names: list[str],
    player: str | None,
    story: str | None,
    before: datetime | None,
) -> list[Path]:
    """The shadow's files that are deleted with these recordings: of their stories, and of what the options name."""
    from gamemaster.replay.shadow.files import day_of, story_of

    stories = {(one.player, one.story) for one in found}
    midnight = datetime.min.time()
    return [
        path
        for path in answers
        if (before is None or datetime.combine(day_of(path), midnight) < before)
        and (
            (path.parent.name, story_of(path)) in stories
            or (
                not names
                and path.parent.name.startswith(player or "")
                and story_of(path).startswith(story or "")
            )
        )
    ]


def ask(found: list[Recorded], beside: list[Path]) -> None:
    """Whether these are to be deleted; ends the program if not."""
    everything = told_with(len(found), len(beside))
    if not somebody_is_there():
        fail(f"this would delete {everything}; say --yes where nobody can be asked")
    for one in found[:10]:
        typer.echo(f"  {one.name}", err=True)
    if len(found) > 10:
        typer.echo(f"  and {len(found) - 10} more", err=True)
    typer.confirm(f"Delete {everything} for good?", abort=True, err=True)


def told_with(recordings: int, answers: int) -> str:
    """How many recordings, and how many files of the shadow's, if any."""
    files = "1 file" if answers == 1 else f"{answers} files"
    return recording_count(recordings) + (f" and {files} of what the shadow answered" if answers else "")


def somebody_is_there() -> bool:
    return sys.stdin.isatty()


def choose_recordings(
    folder: Path,
    names: list[str],
    player: str | None,
    story: str | None,
    before: datetime | None,
    answers: Iterable[Path] = (),
) -> list[Recorded]:
    """The recordings that are named, or all that the options leave; none if nothing is said at all. `answers`: files
    of the shadow's, whose players and stories may be named, too."""
    from gamemaster.recording.folder import find, look

    if not (names or player or story or before):
        return []
    if names:
        everything = {one.path: one for name in names for one in find(folder, name)}
        return filter_recordings(everything.values(), folder, player, story, before)
    return filter_recordings(look(folder).recordings, folder, player, story, before, answers)


def filter_recordings(
    recordings: Iterable[Recorded],
    folder: Path,
    player: str | None,
    story: str | None,
    before: datetime | None,
    answers: Iterable[Path] = (),
) -> list[Recorded]:
    """Those that the options leave. Raises NoSuchRecordingError for an id that nothing has, or several have."""
    from gamemaster.recording.folder import only, whole_id
    from gamemaster.replay.shadow.files import story_of

    everything, beside = list(recordings), list(answers)
    players = [*(one.player for one in everything), *(path.parent.name for path in beside)]
    stories = [*(one.story for one in everything), *(story_of(path) for path in beside)]
    return only(
        everything,
        player and whole_id(player, players, "player", folder),
        story and whole_id(story, stories, "story", folder),
        before and before.replace(tzinfo=UTC),
    )


def write_out(sources: list[Path], out: Path | None, raw: bool) -> None:
    """Export to `out`, or to standard output as lines of JSON; says on standard error what was done."""
    from gamemaster.recording.export import as_text, export_all, report_export

    if raw:
        typer.echo(RAW_WARNING, err=True)
    for one in export_all(sources, out, raw):
        if out is None:
            sys.stdout.buffer.write(as_text(one.lines))
            sys.stdout.flush()
        report_export(one, lambda text: typer.echo(text, err=True))


def recording_count(number: int) -> str:
    return "1 recording" if number == 1 else f"{number} recordings"


def as_data(one: Skimmed) -> dict[str, object]:
    header = one.header
    return {
        "name": one.recorded.name,
        "file": str(one.recorded.path),
        "player": one.recorded.player,
        "story": one.recorded.story,
        "started": one.recorded.started.isoformat(),
        "seconds": one.seconds,
        "bytes": one.recorded.size,
        "turns": one.turns,
        "undone": one.undone,
        "end": one.end,
        "writing": one.writing,
        "world": header.world if header is not None else None,
        "stamps": header.stamps if header is not None else None,
        "scrubbed": header is not None and header.scrubbed is not None,
        "fault": one.fault or None,
    }


def as_line(one: Skimmed) -> str:
    minutes, seconds = divmod(round(one.seconds), 60)
    world = one.header.world if one.header is not None else "?"
    return (
        f"{one.recorded.name}  {one.turns:>4} turns  {minutes:>4}:{seconds:02} min  "
        f"{one.recorded.size / 1000:>8.1f} kB  {world:<14} player {one.recorded.player[:8]}  {one.state}"
    )
