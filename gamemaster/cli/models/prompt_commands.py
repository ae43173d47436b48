"""The commands of `gamemaster prompt`. What they need is imported when they run."""

from __future__ import annotations

from typing import Annotated

import typer

from gamemaster.cli.console import clear_errors, fail, settings_from
from gamemaster.cli.options import HELP, AsJson, DataDir

prompt_app = typer.Typer(
    help="Look at the prompts of stored stories (for writers and QA).",
    no_args_is_help=True,
    context_settings=HELP,
)
StoryId = Annotated[str, typer.Argument(help="The story's id, from `gamemaster stories list`")]
ModelFolder = Annotated[
    str | None,
    typer.Option(
        "--model",
        help="A checkpoint's folder, or `scripted:` with its script: its tokenizer counts. [default: GM_MODEL; else "
        "a guess]",
    ),
]


@prompt_app.command("show")
def show(
    story: StoryId,
    turn: Annotated[int, typer.Argument(min=1, help="The turn's number")],
    data_dir: DataDir = None,
    model: ModelFolder = None,
    whole: Annotated[bool, typer.Option("--whole", help="Also the text of the turns before.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print the prompts of a turn by zone, with tokens, and what the engine had cached.

    Those of its outcome, its telling, and what was asked once all was told; of a turn that the understudy played,
    what a model would have been sent.
    Where a model merely read the player's words (the course `read`), the prompt of that.

    Example:  gamemaster prompt show 0123456789abcdef0123456789abcdef 12
    """
    with clear_errors():
        from gamemaster.authoring.archive import open_archive
        from gamemaster.cli.models.prompt import show_prompt

        settings = settings_from(data_dir=data_dir, model=model)
        with open_archive(settings, lambda text: typer.echo(text, err=True)) as archive:
            show_prompt(archive, settings, story, turn, as_json=as_json, whole=whole)


@prompt_app.command("check")
def check(
    story: Annotated[str | None, typer.Argument(help="The story's id; or --all")] = None,
    every: Annotated[bool, typer.Option("--all", help="Check every stored story.")] = False,
    data_dir: DataDir = None,
    model: ModelFolder = None,
    as_json: AsJson = False,
) -> None:
    """Check that prompts only grew, but for declared compactions, and can be made again as they were sent.

    A violation names the segment and the first token that moved. Exit status 1 if there is one.

    Examples:  gamemaster prompt check --all  ·  gamemaster prompt check 0123456789abcdef0123456789abcdef --json
    """
    with clear_errors():
        if (story is None) == (not every):
            fail("name a story, or say --all")
        from gamemaster.authoring.archive import open_archive
        from gamemaster.cli.models.prompt import check_prompts

        settings = settings_from(data_dir=data_dir, model=model)
        with open_archive(settings, lambda text: typer.echo(text, err=True)) as archive:
            sound = check_prompts(archive, settings, story, as_json=as_json)
        if not sound:
            raise typer.Exit(1)
