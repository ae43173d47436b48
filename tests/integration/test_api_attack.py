"""The REST interface attacked by schemathesis, from its own OpenAPI document: what is answered is what is described."""

import asyncio
import contextlib
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import uvicorn
from pydantic import SecretStr

from gamemaster.bootstrap import open_desk
from gamemaster.config.settings import Settings
from gamemaster.server.app import create_app
from gamemaster.server.uvicorn_server import Server, listen, uvicorn_options
from tests.integration.service import client_on

pytestmark = [pytest.mark.integration, pytest.mark.slow]
MANY = "1000000"  # a minute


@contextlib.asynccontextmanager
async def whole_service(
    database_url: str, redis_url: str, data_dir: Path, **more: object
) -> AsyncIterator[int]:
    """The service as an operator's, with all that REST shows, and bounds that no attack meets; its port."""
    settings = Settings.model_validate(
        {
            "data_dir": data_dir,
            "database_url": SecretStr(database_url),
            "redis_url": SecretStr(redis_url),
            "designer": True,
            "address": {"requests_per_minute": MANY},
            **more,
        }
    )
    bound = listen("127.0.0.1", 0)
    async with open_desk(settings) as desk:
        app = create_app(lambda: contextlib.nullcontext(desk))
        server = Server(uvicorn.Config(app, **uvicorn_options(desk.limits.max_message_bytes, "warning")))
        serving = asyncio.create_task(server.serve(sockets=[bound]))
        while not server.started:
            assert not serving.done(), serving.exception()
            await asyncio.sleep(0.01)
        try:
            yield bound.getsockname()[1]
        finally:
            server.should_exit = True
            await serving


async def attack(port: int, token: str, folder: Path, parameters: str, *options: str) -> None:
    """Every phase of schemathesis: edges of each parameter, random ones, and chains of requests."""
    config = folder / "schemathesis.toml"
    config.write_text(parameters)
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run"]
    command += [f"http://127.0.0.1:{port}/openapi.json", "--header", f"Authorization: Bearer {token}"]
    command += ["--max-examples", "4", "--seed", "1", "--no-color", "--warnings", "off", *options]
    done = await asyncio.to_thread(
        subprocess.run, command, cwd=folder, capture_output=True, text=True, check=False
    )
    print(done.stdout, done.stderr)
    assert done.returncode == 0, done.stdout[-4000:]
    assert "No issues found" in done.stdout or "passed" in done.stdout


async def test_what_is_answered_is_what_is_described(
    migrated_url: str, redis_url: str, data_dir: Path, tmp_path: Path
) -> None:
    async with whole_service(migrated_url, redis_url, data_dir) as port, client_on(port) as client:
        await client.begin("lighthouse")
        await client.act("look around")
        # Whoever deletes themselves has nothing left to attack with; the workshop is not here.
        spared = (
            "--exclude-operation-id",
            "erase_api_player_delete",
            "--exclude-tag",
            "workshop",
            "--exclude-tag",
            "operator",
        )
        await attack(port, client.token, tmp_path, "", *spared)
        known = f'[parameters]\n"path.story" = "{client.story}"\n'
        await attack(port, client.token, tmp_path, known, *spared, "--exclude-method", "DELETE")


async def test_what_the_operator_is_answered_is_what_is_described(
    migrated_url: str, redis_url: str, data_dir: Path, tmp_path: Path
) -> None:
    token = "token-of-the-operators-tests"
    more: dict[str, object] = {"ops": {"token": token}, "address": {"exempt": "127.0.0.1"}}
    async with whole_service(migrated_url, redis_url, data_dir, **more) as port, client_on(port) as client:
        known = f'[parameters]\n"path.player" = "{client.player}"\n'
        spared = ("--exclude-operation-id", "erase_api_ops_players__player__delete")
        await attack(port, token, tmp_path, known, "--include-tag", "operator", *spared)


async def test_errors_are_described_as_they_come(migrated_url: str, redis_url: str, data_dir: Path) -> None:
    async with (
        whole_service(migrated_url, redis_url, data_dir) as port,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False) as http,
    ):
        document = (await http.get("/openapi.json")).json()
        refused = await http.get("/api/stories")
        described = document["paths"]["/api/stories"]["get"]["responses"]["401"]["content"]
        assert list(described) == ["application/problem+json"] == [refused.headers["content-type"]]
        invalid = await http.get("/api/stories/nonsense/turns", headers={"Authorization": "Bearer x"})
        assert invalid.status_code in (401, 422)
        assert "HTTPValidationError" not in document["components"]["schemas"]
        wrong = await http.put("/api/stories/" + "0" * 32)
        assert (wrong.status_code, wrong.headers["allow"]) == (405, "DELETE, PATCH")
