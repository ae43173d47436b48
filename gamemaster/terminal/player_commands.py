"""The terminal's commands on what is kept of the player, what their stories leave out, and answers not all right."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from gamemaster.terminal import story_requests
from gamemaster.terminal.connection import Link
from gamemaster.terminal.story_requests import StoryRequestError

LINES_HELP = """\
Say /lines add TERM, /lines drop TERM, or /lines violence none (or mild, or full)."""
VIOLENCE = {"none": "none is told", "mild": "told without detail", "full": "as the world is written"}
Say = Callable[[str], None]
Read = Callable[[str], Awaitable[str]]


async def save_everything(link: Link, say: Say) -> None:
    """Write all that is kept of the player into the working folder."""
    try:
        path = await story_requests.save_everything(link, Path.cwd())
    except StoryRequestError as error:
        say(str(error))
    else:
        say(f"Saved as {path}.")


async def delete_everything(link: Link, say: Say, read: Read) -> bool:
    """Delete the player for good, after a second word. Whether that was done: then nothing is left to play."""
    say("This deletes all your stories and everything else that is kept of you, for good.")
    if await read("Type “delete everything” to do it: ") != "delete everything":
        say("It is kept.")
        return False
    try:
        await story_requests.delete_everything(link)
    except StoryRequestError as error:
        say(str(error))
        return False
    link.token_file.unlink(missing_ok=True)
    say("It is deleted.")
    return True


async def report(link: Link, story: str, turn: int, note: str, say: Say, read: Read) -> None:
    """Report the last turn to whoever runs the service; its text only if the player shares it."""
    if turn < 1:
        say("There is no answer to report yet.")
        return
    shares = await read(
        "May whoever runs this service read this turn, your words and the answer? yes or no: "
    )
    try:
        await story_requests.report(link, story, turn, note, share=shares == "yes")
    except StoryRequestError as error:
        say(str(error))
    else:
        say("Thank you. It is reported.")


def changed_lines(lines: Mapping[str, Any], said: str) -> dict[str, Any] | None:
    """The player's lines after "add TERM", "drop TERM" or "violence LEVEL"; None: it is none of these."""
    what, _, rest = said.partition(" ")
    term, avoid = rest.strip()[:60], list(lines["avoid"])
    if what == "add" and term:
        return {**lines, "avoid": [*(one for one in avoid if one != term), term]}
    if what == "drop" and term:
        return {**lines, "avoid": [one for one in avoid if one.lower() != term.lower()]}
    return {**lines, "violence": term} if what == "violence" and term in VIOLENCE else None


def lines_told(frame: Mapping[str, Any]) -> Iterator[str]:
    """How the player's lines stand, and which terms stand for more than their own words."""
    lines, world = frame["lines"], frame["world"]
    yield f"Your stories leave out: {', '.join(lines['avoid']) or 'nothing'}. Violence: {VIOLENCE[lines['violence']]}."
    if world is not None and world["avoid"]:
        yield f"This world leaves out, too: {', '.join(world['avoid'])}."
    yield f"Known terms: {', '.join(frame['terms'])}; any other words will do, too. {LINES_HELP}"
