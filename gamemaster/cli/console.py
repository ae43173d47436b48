"""What the commands have in common: how they speak, fail, and find their settings and worlds."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer

if TYPE_CHECKING:
    from gamemaster.config.settings import Settings


def say(text: str) -> None:
    typer.echo(text)
    sys.stdout.flush()


def fail(text: str) -> NoReturn:
    """One clear message, and exit status 1."""
    typer.secho("error: ", fg="red", bold=True, nl=False, err=True)
    typer.echo(text, err=True)
    raise typer.Exit(1)


@contextmanager
def clear_errors() -> Iterator[None]:
    """What goes wrong in a way that the person can mend is told in a sentence; anything else keeps its traceback."""
    try:
        yield
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    except typer.Exit:
        raise
    except Exception as error:
        from gamemaster.errors import UserError

        if isinstance(error, UserError):
            fail(error.for_people)
        if isinstance(error, _errors_of_packages()):
            fail(str(error))
        raise


def _errors_of_packages() -> tuple[type[Exception], ...]:
    """Errors for people of packages that know nothing of ours; imported only once something has gone wrong."""
    from inference.chat_template import ChatFormatError
    from inference.errors import EngineNotStarted
    from npcs.recall_sets import InputError
    from worlds.loader import WorldErrors

    return ChatFormatError, EngineNotStarted, InputError, WorldErrors


def settings_from(**overrides: Any) -> Settings:
    """The settings, with what the command line says before all else."""
    from gamemaster.config.load import load_settings

    if overrides.get("data_dir") is not None:
        # Also where gamemaster.toml is looked for.
        os.environ["GM_DATA_DIR"] = str(overrides["data_dir"])
    return load_settings(**overrides)


def engine_options(
    profile: str | None, inline: bool | None, pairs: Sequence[str] | None = None
) -> dict[str, Any]:
    """What the command line says of the engine; the rest is the environment's and the file's.

    `pairs`: SGLang's own settings, each as name=value.
    """
    from inference.profiles.engine_fields import FieldError, read_pair

    try:
        given = dict(map(read_pair, pairs or ()))
    except FieldError as error:
        fail(f"--set {error.name}: {error.problem}. {error.hint}")
    named = {"profile": profile, "inline": inline, "set": given or None}
    return {name: value for name, value in named.items() if value is not None}


def model_options(
    model: str | None,
    course: str | None,
    profile: str | None,
    inline: bool | None,
    pairs: Sequence[str] | None,
) -> dict[str, Any]:
    """What the command line says of a model, its part and its engine."""
    part = {} if course is None else {"course": course}
    return {"model": model, "engine": engine_options(profile, inline, pairs), "narrator": part}


def folder_of(folder: Path) -> Path:
    """The world's folder; a bare name is looked up among the worlds."""
    if folder.is_dir():
        return folder
    from gamemaster.config.load import load_settings
    from worlds.loader import list_worlds

    known = list_worlds(load_settings().worlds_dirs)
    if str(folder) in known:
        return known[str(folder)]
    fail(f"there is no folder {folder}, and no world of that name; there are: {', '.join(known) or 'none'}")


def has_screen() -> bool:
    """Whether a browser could show itself here."""
    if not sys.stdout.isatty():
        return False
    return sys.platform in ("darwin", "win32") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
