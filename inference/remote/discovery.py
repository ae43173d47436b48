"""A model server of somebody else's: what `--model http://…` names, and which model it has."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

import httpx

from inference.remote.client import ChatServer

SCHEMES = ("http://", "https://")
FORM = "http://127.0.0.1:11434/v1#MODEL has the form"
WAIT_S = 5.0
MOST_SHOWN = 12

NOTICE = (
    "the model is another server's, so some things are not promised: it gives no token ids, and it need not find a "
    "story's earlier prompts in its cache, so turns can take longer; its reasoning is not bounded in tokens; it may "
    "ignore the grammar that an outcome must fit (the referee still refuses what the world does not allow). Give its "
    "model a context of at least 16,384 tokens: some servers cut off what is longer without a word"
)


class ModelServerError(Exception):
    """The server cannot be used. The message says what is wrong and what to do."""


def server_of(named: str, api_key: str | None, extra: Mapping[str, object]) -> ChatServer:
    """The server at `URL#MODEL`; without #MODEL it is asked for its one model. Raises ModelServerError."""
    url, _, model = named.partition("#")
    url = url.rstrip("/")
    try:
        parts = urlsplit(url)
        wrong = not parts.hostname or parts.port == 0
    except ValueError:
        wrong = True
    if wrong:
        raise ModelServerError(f"names no host, or no port from 1 to 65535; {FORM}")
    if parts.username is not None or parts.password is not None:
        raise ModelServerError("a key does not belong into the URL: put it into GM_MODEL_KEY")
    if parts.query:
        raise ModelServerError(f"has a query ({parts.query[:40]!r}); {FORM}")
    if not model:
        model = _only_one(url, models_at(url, api_key))
    return ChatServer(url, model, api_key, extra)


def is_near(url: str) -> bool:
    """Whether a server is on this machine, so that asking it costs nobody anything."""
    return urlsplit(url).hostname in ("127.0.0.1", "localhost", "::1")


def _only_one(url: str, found: list[str]) -> str:
    if len(found) == 1:
        return found[0]
    if not found:
        raise ModelServerError("the server has no model. Load one there first, or name it: " + FORM)
    shown = ", ".join(found[:MOST_SHOWN]) + (", …" if len(found) > MOST_SHOWN else "")
    raise ModelServerError(f"the server has {len(found)} models: {shown}. Name one: {url}#{found[0]}")


def models_at(url: str, api_key: str | None) -> list[str]:
    """The names of the server's models. Blocks, for at most 5 s of silence. Raises ModelServerError."""
    headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
    try:
        answer = httpx.get(f"{url}/models", headers=headers, timeout=WAIT_S, trust_env=False)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise ModelServerError(f"no model server answers there ({error or type(error).__name__})") from None
    if answer.status_code in (401, 403):
        raise ModelServerError(f"the server says {answer.status_code}: put its API key into GM_MODEL_KEY")
    if answer.status_code != httpx.codes.OK:
        raise ModelServerError(f"{url}/models says {answer.status_code}; does the URL end in /v1? {FORM}")
    try:
        return [str(entry["id"]) for entry in answer.json()["data"] or []]
    except (ValueError, LookupError, TypeError):
        raise ModelServerError(
            f"{url}/models is no list of models in the OpenAI form; does the URL end in /v1? {FORM}"
        ) from None
