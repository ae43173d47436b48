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
