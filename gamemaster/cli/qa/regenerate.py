"""`gamemaster replay regenerate` at the edge: files and a model in, a progress line, the run out."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import tempfile
import time
import tomllib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer
import uvloop
from pydantic import ValidationError

from gamemaster.bootstrap import load_worlds, model_narrator
from gamemaster.cli.qa.run_files import check_out, put_out, read_those_named
from gamemaster.config.settings import Settings
from gamemaster.errors import UserError
from gamemaster.hosting.engine import EngineRoom, engine_room, find_model
from gamemaster.narration.narrator import Narrator
from gamemaster.narration.prompts.settings import PromptSettings
from gamemaster.narration.understudy.understudy import Understudy
from gamemaster.play.context import LoadedWorld
from gamemaster.recording.format import Recording, turns_of
from gamemaster.replay.regenerate.judge import ModelJudge
from gamemaster.replay.regenerate.regenerate import Options, Progress, regenerate
from gamemaster.replay.run import Run
from gamemaster.version import code_version
from inference.engine import EngineError, EngineNotStarted
from inference.remote.client import ChatEngine
from inference.remote.discovery import ModelServerError, server_of
from worlds.loader import load_world, world_hash

MOST_PROMPT_BYTES = 64 * 1024  # of a file of prompt settings
SERVER_S = 60.0  # that a model server has for its first answer
BACK_S, GONE_S = (
    300.0,
    1.0,
)  # that a lost engine is waited for before the next turn; then the understudy tells it
MOST_FAULTS = 5


class RegenerateError(UserError):
    """What was asked for cannot be done. The message says what to do."""


@dataclass(frozen=True)
class Wanted:
    """What the command line asks for, beyond the settings."""

    files: Sequence[Path]
    world: Path | None = None
    prompt: Sequence[str] = ()
    judge: str | None = None
    parallel: int = 1
    turns: str | None = None
    out: Path | None = None
    as_json: bool = False


def run_regenerate(settings: Settings, wanted: Wanted) -> bool:
    """Answer the recordings anew, and say what came of it. Whether any turn was answered.

    Raises RegenerateError, RecordingError, UnknownWorldError, ModelError, EngineNotStarted, WorldErrors, OSError.
    """
    prompts = prompt_settings(settings.prompt, wanted.prompt)
    turns = turns_in(wanted.turns)
    judge = None if wanted.judge is None else judge_at(wanted.judge, settings)
    check_out(wanted.out)
    recordings = read_those_named(wanted.files)
    check_turns(recordings, turns)
    worlds = worlds_for(recordings, settings, wanted.world)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        run = runner.run(_run(settings, wanted, recordings, worlds, prompts, turns, judge))
    put_out(run, wanted.out, as_json=wanted.as_json)
    return any(turn.now is not None for turn in run.turns)


async def _run(
    settings: Settings,
    wanted: Wanted,
    recordings: Sequence[Recording],
    worlds: dict[str, LoadedWorld],
    prompts: PromptSettings,
    turns: tuple[int, int] | None,
    judge: ChatEngine | None,
) -> Run:
    async with contextlib.AsyncExitStack() as stack:
        if judge is not None:
            stack.push_async_callback(judge.close)
            await _check(judge)
        narrator, ready = await stack.enter_async_context(narrator_of(settings, prompts))
        options = Options(
            parallel=wanted.parallel,
            turns=turns,
            judge=None if judge is None else ModelJudge(judge).judge,
            progress=progress_line(),
            ready=ready,
            command=command_of(wanted, settings, len(recordings)),
            code=code_version(),
        )
        run = await regenerate(recordings, narrator, worlds, options)
    run.notes += without_effect(narrator, settings, wanted)
    if sys.stderr.isatty():
        typer.echo("", err=True)
    return run


@contextlib.asynccontextmanager
async def narrator_of(
    settings: Settings, prompts: PromptSettings
) -> AsyncIterator[tuple[Narrator, Callable[[], Awaitable[None]] | None]]:
    """The narrator that the service would have with these settings, and what to wait for before a turn.

    Returns once its model has answered. Raises ModelError, ChatFormatError, EngineNotStarted.
    """

    def echo_line(text: str) -> None:
        typer.echo(text, err=True)

    model = await asyncio.to_thread(find_model, settings, echo_line)
    # An engine of its own, also beside a service that has one in the same data directory.
    async with contextlib.AsyncExitStack() as stack:
        own = stack.enter_context(tempfile.TemporaryDirectory(prefix="gm-replay-"))
        apart = settings.model_copy(update={"data_dir": Path(own)})
        room = await stack.enter_async_context(engine_room(apart, model, echo_line))
        if room is None:
            yield Understudy(), None
            return
        await _wait_until_started(room)
        made = await asyncio.to_thread(model_narrator, room, prompts, options=settings.narrator.for_nobody)
        yield made, _Patience(room).wait


async def _ready(room: EngineRoom) -> None:
    """Until the model has answered once. Raises EngineNotStarted."""
    waiting = asyncio.ensure_future(room.ready())
    try:
        await asyncio.wait((waiting, room.failed), return_when=asyncio.FIRST_COMPLETED)
        if room.failed.done():
            raise EngineNotStarted(room.failed.result())
        await waiting
    finally:
        waiting.cancel()


async def _wait_until_started(room: EngineRoom) -> None:
    """Until the model has answered once; a model server has `SERVER_S` for that. Raises EngineNotStarted."""
    try:
        async with asyncio.timeout(SERVER_S if room.answered is not None else None):
            await _ready(room)
    except TimeoutError:
        raise EngineNotStarted(
            f"{room.model.name} has not answered in {SERVER_S:g} s: {room.status()}"
        ) from None


@dataclass(eq=False)
class _Patience:
    """Waits for a lost engine before a turn. One that did not come back once is waited for no longer."""

    room: EngineRoom
    left_s: float = BACK_S

    async def wait(self) -> None:
        try:
            async with asyncio.timeout(self.left_s):
                await _ready(self.room)
        except (TimeoutError, EngineNotStarted):
            self.left_s = GONE_S
        else:
            self.left_s = BACK_S


def worlds_for(
    recordings: Sequence[Recording], settings: Settings, folder: Path | None
) -> dict[str, LoadedWorld]:
    """The worlds of the recordings, by name; the one in `folder` in place of the one it is a version of.

    Raises WorldErrors, RegenerateError.
    """
    names = {recording.header.world for recording in recordings}
    found, broken = load_worlds(settings.worlds_dirs)
    if folder is not None:
        other = LoadedWorld(load_world(folder), world_hash(folder))
        if other.world.id in names:
            found[other.world.id] = other
        elif len(names) == 1:
            found[next(iter(names))] = other
        else:
            raise RegenerateError(
                f"{folder} is the world {other.world.id!r}, and the recordings are of {', '.join(sorted(names))}: "
                "name recordings of one world, or call the folder as the world that it is a version of"
            )
    for name in sorted(names & broken.keys() - found.keys()):
        raise RegenerateError(f"the world {name} cannot be played:\n{broken[name]}")
    return found


def prompt_settings(base: PromptSettings, given: Sequence[str]) -> PromptSettings:
    """The prompt settings, with what `--prompt` says: files of TOML (bare keys, or a section [prompt]) and key=value.

    Raises RegenerateError.
    """
    changes: dict[str, object] = {}
    for text in given:
        changes.update(_prompt_file(Path(text)) if "=" not in text else _prompt_value(text))
    try:
        return PromptSettings.model_validate({**base.model_dump(), **changes})
    except ValidationError as error:
        faults = "; ".join(
            f"{'.'.join(map(str, f['loc']))}: {f['msg']}" for f in error.errors()[:MOST_FAULTS]
        )
        known = ", ".join(PromptSettings.model_fields)
        raise RegenerateError(f"--prompt: {faults}. The settings are {known}") from None


def _prompt_value(text: str) -> dict[str, object]:
    key, _, value = text.partition("=")
    try:
        return {key.strip(): json.loads(value)}
    except json.JSONDecodeError:
        return {key.strip(): value.strip()}


def _prompt_file(path: Path) -> dict[str, object]:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_PROMPT_BYTES + 1)
    except OSError as error:
        raise RegenerateError(f"--prompt {path}: {error.strerror}; give a TOML file, or key=value") from None
    if len(data) > MOST_PROMPT_BYTES:
        raise RegenerateError(
            f"--prompt {path} has more than {MOST_PROMPT_BYTES} bytes: those are no settings"
        )
    try:
        parsed = tomllib.loads(data.decode())
    except ValueError as error:
        raise RegenerateError(f"--prompt {path} is no TOML: {error}") from None
    section = parsed.get("prompt", parsed)
    return dict(section) if isinstance(section, dict) else parsed


def turns_in(text: str | None) -> tuple[int, int] | None:
    """`3-8`, `3-` or `5`: the first and last turn. Raises RegenerateError."""
    if text is None:
        return None
    first, dash, last = (part.strip() for part in text.partition("-"))
    try:
        found = int(first), int(last) if last else (1 << 62 if dash else int(first))
    except ValueError:
        raise RegenerateError(
            f"--turns {text!r} is no range of turns; 3-8 is one, and so are 3- and 5"
        ) from None
    if not 1 <= found[0] <= found[1]:
        raise RegenerateError(f"--turns {text!r}: turns count from 1, and the first is not after the last")
    return found


def check_turns(recordings: Sequence[Recording], wanted: tuple[int, int] | None) -> None:
    """Raises RegenerateError if no recording has any of those turns, or any turn at all."""
    numbers = {turn.number for recording in recordings for turn in turns_of(recording)}
    if not numbers:
        raise RegenerateError("the recordings have no whole turn: there is nothing to answer")
    if wanted is not None and not any(wanted[0] <= number <= wanted[1] for number in numbers):
        raise RegenerateError(
            f"--turns: no recording has a turn among those; there are turns {min(numbers)} to {max(numbers)}"
        )


def without_effect(narrator: Narrator, settings: Settings, wanted: Wanted) -> list[str]:
    """A note on options that were given for a model, where none narrates."""
    given = [
        name for name, value in (("--prompt", wanted.prompt), ("--profile", settings.engine.profile)) if value
    ]
    if not given or narrator.name != Understudy().name:
        return []
    return [
        f"{' and '.join(given)} had no effect: the understudy narrated, which is given no prompt. Name a model: --model"
    ]


def judge_at(named: str, settings: Settings) -> ChatEngine:
    """The model server that judges. Asks it for its model, if none is named. Raises RegenerateError."""
    key = settings.model_key.get_secret_value() if settings.model_key is not None else None
    try:
        return ChatEngine(server_of(named, key, {}))
    except ModelServerError as error:
        raise RegenerateError(f"--judge {named}: {error}") from None


async def _check(judge: ChatEngine) -> None:
    """Raises RegenerateError for a judge that does not answer."""
    try:
        await judge.health()
    except EngineError as error:
        raise RegenerateError(f"--judge: {error}") from None


def command_of(wanted: Wanted, settings: Settings, recordings: int) -> str:
    """The command as the run keeps it."""
    given = {
        "model": settings.model,
        "profile": settings.engine.profile,
        "world": wanted.world,
        "prompt": " --prompt ".join(wanted.prompt),
        "judge": wanted.judge,
        "parallel": wanted.parallel if wanted.parallel > 1 else None,
        "turns": wanted.turns,
    }
    options = "".join(f" --{name} {value}" for name, value in given.items() if value)
    return f"gamemaster replay regenerate ({recordings} recordings){options}"


def progress_line() -> Progress:
    """Tells how far a run is, and how long it will take, where somebody watches."""
    if not sys.stderr.isatty():
        return lambda done, total: None
    began = time.monotonic()

    def tell(done: int, total: int) -> None:
        passed = time.monotonic() - began
        left = passed / done * (total - done)
        typer.echo(
            f"\r{done} of {total} turns, {passed:.0f} s, about {left:.0f} s more   ", nl=False, err=True
        )

    return tell
