"""Asks a Triton whether it speaks: only an utterance that comes to its end shows that a model's process lives."""

from __future__ import annotations

import asyncio
import importlib
from typing import Any


async def listens(url: str) -> bool:
    """Whether anything listens at `url` (host and port, of this machine). Cheap, where a gRPC channel is not."""
    host, _, port = url.rpartition(":")
    try:
        _, writer = await asyncio.open_connection(host, int(port))
    except OSError:
        return False
    writer.close()
    return True


async def answers(url: str, model: str, wait_s: float, voice: str = "default") -> bool:
    """Whether `model` at `url` (gRPC, host and port) finishes an utterance within `wait_s` seconds."""
    try:
        async with asyncio.timeout(wait_s):
            return await _speaks(url, model, voice)
    except TimeoutError:
        return False


async def _speaks(url: str, model: str, voice: str) -> bool:
    # The import takes a good part of a second, which the event loop has not.
    grpc: Any = await asyncio.to_thread(importlib.import_module, "tritonclient.grpc.aio")
    errors: Any = importlib.import_module("tritonclient.utils")
    errors_of_grpc: Any = importlib.import_module("grpc")

    def tensor(name: str, value: bytes) -> Any:
        import numpy

        given = grpc.InferInput(name, [1], "BYTES")
        given.set_data_from_numpy(numpy.array([value], dtype=numpy.object_))
        return given

    async def request() -> Any:
        yield {"model_name": model, "inputs": [tensor("TEXT", b"."), tensor("VOICE", voice.encode())]}

    client = grpc.InferenceServerClient(url)
    try:
        # The requests' end closes our side of the stream; the server closes its own once the utterance is done.
        return all([error is None async for _, error in client.stream_infer(request())])
    except (errors.InferenceServerException, errors_of_grpc.RpcError):
        return False
    finally:
        await client.close()
