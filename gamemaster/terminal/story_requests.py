"""What the terminal asks over REST: of a whole story (its name, its end, a file to read), and of all that is kept."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import httpx

from gamemaster.terminal.connection import Link, read_token

PATIENCE_S = 30.0
_FILE_NAME = re.compile(r'filename="([a-z0-9-]+\.(?:md|html|epub|zip))"')


class StoryRequestError(Exception):
    """It could not be done; the message says why."""


def rest_url(socket: str) -> str:
    """The service whose WebSocket is at `socket`."""
    parts = urlsplit(socket)
    scheme = {"ws": "http", "wss": "https"}[parts.scheme]
    return urlunsplit((scheme, parts.netloc, parts.path.removesuffix("/ws"), "", ""))


async def rename(link: Link, story: str, name: str) -> None:
    """Raises `StoryRequestError`."""
    await _ask(link, "PATCH", f"stories/{story}", json={"name": name})


async def delete(link: Link, story: str) -> None:
    """Raises `StoryRequestError`."""
    await _ask(link, "DELETE", f"stories/{story}")


async def save(link: Link, story: str, form: str, folder: Path) -> Path:
    """Writes the story into the folder, over no other file. Raises `StoryRequestError`."""
    answer = await _ask(link, "GET", f"stories/{story}/export", params={"format": form})
    return _write(answer, folder, "story.md")


async def save_everything(link: Link, folder: Path) -> Path:
    """Writes all that is kept of the player into the folder, over no other file. Raises `StoryRequestError`."""
    return _write(await _ask(link, "GET", "player/export"), folder, "game-master.zip")


async def delete_everything(link: Link) -> None:
    """Deletes the player with all that is kept of them. Raises `StoryRequestError`."""
    await _ask(link, "DELETE", "player", params={"confirm": "everything"})


async def report(link: Link, story: str, turn: int, note: str, *, share: bool) -> None:
    """Reports a turn to whoever runs the service. Raises `StoryRequestError`."""
    told = {"note": note[:500], "share": share}
    await _ask(link, "POST", f"stories/{story}/turns/{turn}/report", json=told)


def _write(answer: httpx.Response, folder: Path, otherwise: str) -> Path:
    found = _FILE_NAME.search(answer.headers.get("Content-Disposition", ""))
    path = free_path(folder / (found[1] if found else otherwise))
    try:
        path.write_bytes(answer.content)
    except OSError as error:
        raise StoryRequestError(f"{path} cannot be written: {error.strerror}.") from error
    return path


async def keep_play(link: Link, story: str, name: str) -> str:
    """Keeps the story as a play in its world's folder; returns where. Raises `StoryRequestError`."""
    answer = await _ask(link, "POST", f"stories/{story}/plays", json={"name": name})
    return str(answer.json()["path"])


def free_path(path: Path) -> Path:
    """The path, or the first of its like (`name-2.md`) where nothing is."""
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free


async def _ask(link: Link, method: str, path: str, **options: object) -> httpx.Response:
    headers = {"Authorization": f"Bearer {read_token(link.token_file)}"}
    try:
        async with httpx.AsyncClient(
            base_url=rest_url(link.url), headers=headers, timeout=PATIENCE_S
        ) as client:
            answer = await client.request(method, f"/api/{path}", **options)  # type: ignore[arg-type]
    except httpx.HTTPError as error:
        raise StoryRequestError("That could not be done just now; try again in a moment.") from error
    if answer.is_error:
        problem = answer.json() if "json" in answer.headers.get("Content-Type", "") else {}
        raise StoryRequestError(str(problem.get("detail", f"The service answered {answer.status_code}.")))
    return answer
