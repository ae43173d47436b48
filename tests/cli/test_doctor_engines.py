"""What the doctor says of a model server: only one that really writes is well."""

from __future__ import annotations

from gamemaster.cli.operating.doctor_engines import examine_model_server
from inference.remote.client import ChatServer
from tests.chatkit import ModelServer, Reply, listening
from voice.triton.server import free_port


async def test_a_model_server_that_writes_is_well() -> None:
    async with listening(ModelServer(["Yes."])) as server:
        part, well, text = await examine_model_server(ChatServer(server.url, "tiny"))
    assert (part, well) == ("model, a generation", True)
    assert "gamemaster model try" in text


async def test_one_that_is_not_there_or_has_no_such_model_is_not() -> None:
    _, well, text = await examine_model_server(ChatServer(f"http://127.0.0.1:{free_port()}/v1", "tiny"))
    assert not well
    assert "no model server at" in text
    async with listening(ModelServer([Reply(status="404 Not Found", raw=b"model not found")])) as server:
        _, well, text = await examine_model_server(ChatServer(server.url, "tiny"))
    assert not well
    assert "is there a model 'tiny'" in text
