"""What `smg`, the gateway before several SGLang servers, says of its members."""

from __future__ import annotations

from dataclasses import dataclass

import httpx

WAIT_S = 5.0
READY = "ready"


@dataclass(frozen=True)
class Member:
    """An SGLang server behind a gateway. `ready`: the gateway sends it requests. `running`: those it has now."""

    url: str
    ready: bool
    status: str
    running: int
    version: str


class GatewayError(Exception):
    """What answers cannot be asked. The message says why."""


async def members_of(url: str, api_key: str | None = None) -> list[Member] | None:
    """The members of the gateway at a URL, by theirs; None: an SGLang server itself answers there.

    Raises GatewayError.
    """
    headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
    try:
        async with httpx.AsyncClient(timeout=WAIT_S, trust_env=False, headers=headers) as client:
            answer = await client.get(f"{url.rstrip('/')}/workers")
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise GatewayError(f"nothing answers at {url} ({error or type(error).__name__})") from error
    if answer.status_code == httpx.codes.NOT_FOUND:
        return None
    if answer.status_code in (401, 403):
        raise GatewayError(f"{url} says {answer.status_code}: put its API key into GM_MODEL_KEY")
    try:
        answer.raise_for_status()
        found = [_member(entry) for entry in answer.json()["workers"]]
    except (httpx.HTTPError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise GatewayError(f"{url}/workers is no list of a gateway's members: {error}") from error
    return sorted(found, key=lambda member: member.url)


def _member(entry: dict[str, object]) -> Member:
    status, labels = str(entry.get("status", "unknown")), entry.get("labels")
    version = labels.get("version") if isinstance(labels, dict) else None
    return Member(
        url=str(entry["url"]),
        ready=entry.get("is_healthy") is True and status == READY,
        status=status,
        running=int(str(entry.get("load") or 0)),
        version=str(version or "unknown"),
    )
