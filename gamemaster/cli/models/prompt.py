"""`gamemaster prompt`: look at the prompts of stored stories, and check that they keep the contract."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from gamemaster.authoring.archive import Archive
from gamemaster.authoring.prompt_view import as_data, lines_of
from gamemaster.authoring.stored_prompts import StoredTurns, Tokenized, check, show
from gamemaster.bootstrap import load_worlds
from gamemaster.cli.console import say
from gamemaster.config.settings import Settings
from gamemaster.errors import UserError
from gamemaster.hosting.models import SCRIPTED, SGLANG, script_options
from gamemaster.narration.prompts.append_only import Report
from gamemaster.play.context import LoadedWorld
from gamemaster.version import code_version
from inference.scripted.engine import ScriptedEngine
from inference.scripted.tokenizer import ScriptedTokenizer

if TYPE_CHECKING:
    from inference.chat_template import ChatFormat, HuggingFaceTokenizer

STYLES = {"head": "bold", "zone": "bold cyan", "segment": "cyan", "note": "dim", "text": ""}
MOST_SHOWN = 20  # violations of one story


def tokenizer_of(settings: Settings) -> Tokenized:
    """The tokenizer of the model that the settings name, if it is a checkpoint's folder, a server of ours with one, or
    the scripted engine; else a guess.

    Reads files. Raises ChatFormatError, ModelError.
    """
    named, prompts = settings.model, settings.prompt
    if named is not None and named.startswith(SCRIPTED):
        from inference.chat_template import derive

        # Words have the same ids under every script, but only their own script can read back what it wrote.
        options = script_options(named.removeprefix(SCRIPTED))
        scripted = derive(ScriptedTokenizer.of(options), ScriptedEngine().info)
        return Tokenized(scripted, named, exact=True, settings=prompts, room=prompts.context_tokens)
    folder = named.partition("#")[2] if named is not None and named.startswith(SGLANG) else named
    if not folder or not Path(folder).expanduser().is_dir():
        return Tokenized(settings=prompts, room=prompts.context_tokens)
    from inference.chat_template import HuggingFaceTokenizer

    chat = format_of(HuggingFaceTokenizer.load(Path(folder).expanduser()), folder)
    return Tokenized(chat, folder, exact=True, settings=prompts, room=prompts.context_tokens)


def format_of(tokenizer: HuggingFaceTokenizer, name: str) -> ChatFormat:
    """The format that the model's engine would have: the tokenizer itself knows the tags. Raises ChatFormatError."""
    from inference.chat_template import derive, info_by_tokenizer

    return derive(tokenizer, info_by_tokenizer(tokenizer, name))


def stored_turns(archive: Archive, worlds: dict[str, LoadedWorld], story: str) -> StoredTurns:
    """Raises NoSuchStoryError, UnknownWorldError."""
    stored, records = archive.whole(story)
    loaded = worlds.get(stored.world)
    if loaded is None:
        raise UnknownWorldError(stored.world, worlds)
    stamps = {"world": loaded.hash, "code": code_version()}
    return StoredTurns(stored.id, loaded.world, records, stored.state, stamps)


class UnknownWorldError(UserError):
    """A story's world is not among those that are loaded."""

    def __init__(self, world: str, worlds: Iterable[str]) -> None:
        super().__init__(
            f"the story's world {world!r} is not here; there are {', '.join(worlds) or 'none'}. Name its folder's "
            "parent with GM_WORLDS_DIRS"
        )


def show_prompt(
    archive: Archive, settings: Settings, story: str, turn: int, *, as_json: bool, whole: bool
) -> None:
    """Print a turn's prompts. Raises as `stored_turns` and `gamemaster.authoring.stored_prompts.show`."""
    worlds, _ = load_worlds(settings.worlds_dirs, settings.world_folder)
    shown = show(stored_turns(archive, worlds, story), turn, tokenizer_of(settings))
    if as_json:
        say(json.dumps(as_data(shown), ensure_ascii=False, indent=2))
        return
    console = Console(highlight=False, soft_wrap=True)
    for kind, line in lines_of(shown, whole=whole):
        if kind in ("head", "zone"):
            console.print()
        console.print(Text(line, style=STYLES[kind]))


def check_prompts(archive: Archive, settings: Settings, story: str | None, *, as_json: bool) -> bool:
    """Check one story or all; say what was found. False if the contract is broken anywhere."""
    worlds, _ = load_worlds(settings.worlds_dirs, settings.world_folder)
    how = tokenizer_of(settings)
    rows = [_check_story(archive, worlds, one, how) for one in ([story] if story else archive.stories())]
    if as_json:
        say(json.dumps({"tokenizer": how.name, "stories": rows}, ensure_ascii=False, indent=2))
    else:
        for row in rows:
            for line in _report_lines(row):
                say(line)
        say(f"{len(rows)} stories, tokenizer: {how.name}")
    return all(not row["violations"] and row["error"] is None for row in rows)


def _check_story(
    archive: Archive, worlds: dict[str, LoadedWorld], story: str, how: Tokenized
) -> dict[str, Any]:
    """A story's report as data; one that cannot be made again at all says why."""
    from gamemaster.narration.prompts.rebuild import IncompleteError
    from gamemaster.rules.state import PatchConflict

    report, error = Report(), None
    try:
        report = check(stored_turns(archive, worlds, story), how)
    except (UnknownWorldError, PatchConflict, IncompleteError) as fault:
        error = str(fault)
    row: dict[str, Any] = {"story": story, "error": error, **asdict(report)}
    row["violations"] = [{**asdict(it), "text": str(it)} for it in report.violations]
    return row


def _report_lines(row: dict[str, Any]) -> Iterable[str]:
    if row["error"] is not None:
        yield f"{row['story']}: cannot be made again: {row['error']}"
        return
    unverified = f", {row['unverified']} by another tokenizer, world or version" if row["unverified"] else ""
    verdict = f"{len(row['violations'])} violations" if row["violations"] else "ok"
    yield (
        f"{row['story']}: {verdict}: {row['turns']} turns, {row['requests']} requests, {row['compactions']} "
        f"compactions, {row['verified']} turns as sent{unverified}"
    )
    for violation in row["violations"][:MOST_SHOWN]:
        yield f"  {violation['text']}"
    if len(row["violations"]) > MOST_SHOWN:
        yield f"  … and {len(row['violations']) - MOST_SHOWN} more"
