"""Whether servers on other machines, or of somebody else's, answer and give a real token."""

from __future__ import annotations

from pathlib import Path

from inference.engine import EngineError
from inference.remote.client import ChatEngine, ChatServer
from inference.sglang.gateway import GatewayError, Member, members_of
from inference.sglang.http_engine import SglangHttpEngine


async def examine_engines(url: str, folder: Path, api_key: str | None) -> list[tuple[str, bool, str]]:
    """Findings: the part, whether it is well, what was seen. `url`: of a gateway, or of one SGLang server."""
    try:
        members = await members_of(url, api_key)
    except GatewayError as error:
        return [("engine", False, f"{error}. Is it running, and is the port right?")]
    found = [] if members is None else [_gateway(url, members), *(_member(member) for member in members)]
    return [*found, await _generation(url, folder, api_key)]


def _gateway(url: str, members: list[Member]) -> tuple[str, bool, str]:
    ready = sum(member.ready for member in members)
    text = f"the gateway at {url} sends requests to {ready} of its {len(members)} members"
    versions = sorted({member.version for member in members if member.ready})
    if len(versions) > 1:
        return "engine", False, f"{text}, of several versions ({', '.join(versions)}): tellings would differ"
    return "engine", ready > 0, text


def _member(member: Member) -> tuple[str, bool, str]:
    part = f"engine, {member.url}"
    if member.ready:
        return part, True, f"ready, version {member.version}, {member.running} requests"
    return part, False, f"{member.status}: its stories are told by others; look at its log, or remove it"


async def _generation(url: str, folder: Path, api_key: str | None) -> tuple[str, bool, str]:
    engine = SglangHttpEngine(url, folder, api_key)
    try:
        took = await engine.health()
    except EngineError as error:
        return "engine, a generation", False, str(error)
    finally:
        await engine.close()
    return "engine, a generation", True, f"a first token took {took:.2f} s"


async def examine_model_server(server: ChatServer) -> tuple[str, bool, str]:
    """A finding as `examine_engines` gives them, of a server with the OpenAI protocol."""
    engine = ChatEngine(server)
    try:
        took = await engine.health()
    except EngineError as error:
        return "model, a generation", False, f"{error}. Until it answers, the understudy narrates"
    finally:
        await engine.close()
    return "model, a generation", True, f"a first token took {took:.2f} s; more: gamemaster model try"
