"""`gamemaster npcs …`: what characters remember, for designers and QA."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from gamemaster.cli.console import clear_errors, fail, say, settings_from
from gamemaster.cli.options import HELP, AsJson, DataDir

npcs_app = typer.Typer(
    help="What characters remember (for QA).",
    no_args_is_help=True,
    context_settings=HELP,
)


@npcs_app.callback()
def npcs() -> None:
    """What characters remember (for QA)."""


@npcs_app.command("recall-test")
def recall_test(
    file: Annotated[
        Path | None, typer.Argument(help="The set of questions: JSON Lines, JSON or YAML", show_default=False)
    ] = None,
    as_json: AsJson = False,
    example: Annotated[bool, typer.Option("--example", help="Print a small set to begin from.")] = False,
    embeddings: Annotated[
        str | None,
        typer.Option(
            help="A sentence-transformers model's folder or name, auto or off. [default: auto, or GM_EMBEDDINGS]"
        ),
    ] = None,
    data_dir: DataDir = None,
) -> None:
    """Ask a set of questions, and count how often the memory that answers is among the first five (hit at 5).

    Runs in the real Postgres (GM_DATABASE_URL, or the data directory's own) and leaves nothing there. Once by words
    alone, and once with vectors where an embedder is installed (pip install .[embeddings]) and its model fetched
    (hf download sentence-transformers/all-MiniLM-L6-v2).

    \b
    A line is a memory or a question. `story` tells stories apart; leave it out if there is one.
    A memory:
      owner        whose it is, for example hild         text         in the owner's words: "I saw the guest …"
      id           named by `answers`                    turn         a number; else as they stand in the file
      minute       in-world minute; else 5 a turn        place        where it happened
      people       who took part, a list                 importance   1 to 10; else 5
      source       saw, heard or reflected; else saw     heard_from   who told it
      about        of which fact: promise:axe            invalid_at   minute at which it stopped being true
    A question:
      question     as a player would ask it              ask          the character that is asked
      answers      ids of memories: one of them is enough. Several if several answer; [] if only leaks count
      turn         asked after this turn; else at the end

    \b
    YAML and JSON may also nest: {stories: [{id, memories: [...], questions: [...]}]}.

    Examples:  gamemaster npcs recall-test --example > set.jsonl  ·  gamemaster npcs recall-test set.jsonl --json
    """
    with clear_errors():
        from npcs.recall_sets import EXAMPLE, read_set

        if example:
            say(EXAMPLE.rstrip("\n"))
            return
        if file is None:
            fail(
                "name a file with questions; `gamemaster npcs recall-test --example` prints one to begin from"
            )
        if not file.is_file():
            fail(f"there is no file {file}")
        settings = settings_from(data_dir=data_dir, embeddings=embeddings)
        import asyncio

        from gamemaster.authoring.archive import database
        from gamemaster.authoring.recall_test import as_data, ask_all, readable
        from npcs.embeddings import EmbeddingsUnavailable, SentenceEmbedder, open_embedder

        given = read_set(file)
        embedder: SentenceEmbedder | None = None
        reason: str | None = "the database has no pgvector"
        try:
            embedder = open_embedder(settings.embeddings)
            embedder.embed(["ready"])
        except EmbeddingsUnavailable as error:
            embedder, reason = None, str(error)

        def progress(text: str) -> None:
            typer.echo(text, err=True)

        with asyncio.Runner() as runner, database(settings, runner, progress) as url:
            found = runner.run(ask_all(url, given, embedder))
        data = as_data(given, found, embedder.name if embedder else None, reason)
        say(json.dumps(data, ensure_ascii=False, indent=2) if as_json else "\n".join(readable(data)))


@npcs_app.command("show")
def npcs_show(
    story: Annotated[str, typer.Argument(help="The story's id, from `gamemaster stories list`")],
    who: Annotated[
        list[str] | None, typer.Argument(help="Characters' ids; all if none is named", show_default=False)
    ] = None,
    limit: Annotated[int, typer.Option(help="Memories of each character, the newest first.", min=0)] = 20,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Show a story's characters: where they are, what they feel and owe, promises, and what they remember.

    Example:  gamemaster npcs show 0123456789abcdef0123456789abcdef hild --limit 5
    """
    with clear_errors():
        from gamemaster.authoring.archive import open_archive
        from gamemaster.cli.npcs_show import show_npcs

        settings = settings_from(data_dir=data_dir)
        with open_archive(settings, lambda text: typer.echo(text, err=True)) as archive:
            show_npcs(archive, settings, story, only=who or [], limit=limit, as_json=as_json)
