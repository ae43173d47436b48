"""One call to a speech model in Triton: its tensors, its stream of answers, its errors. See model_repository/README.md.

`tritonclient` and numpy are imported when the first connection is made, in a thread: they take a second.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import uuid
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass, replace
from typing import Any

from voice.synthesizer import UnknownVoice, VoiceDeadline, VoiceError, VoiceUnavailable

# A second of audio is 44 kB; a server that sends more than this in one answer is not one of ours.
_LARGEST_ANSWER = 16 * 1024 * 1024
log = logging.getLogger(__name__)
_CHANNEL = [
    ("grpc.max_send_message_length", _LARGEST_ANSWER),
    ("grpc.max_receive_message_length", _LARGEST_ANSWER),
    # A local server that was started again is found within this, not within gRPC's two minutes.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 3_000),  # what one attempt may take
    ("grpc.max_reconnect_backoff_ms", 1_000),
    ("grpc.use_local_subchannel_pool", 1),  # else all channels to one address share a connection
]
HANG_UP_WITHIN_S = 2.0
_hanging_up: set[asyncio.Task[None]] = set()  # an event loop keeps no task that nobody else does
_REFUSED = ("TEXT", "RATE", "PITCH", "SEED")  # how the models begin to say which tensor they cannot take


@dataclass(frozen=True)
class Wanted:
    """What to ask a model for. `text` is fit for the ear already."""

    model: str
    text: str
    voice: str
    rate: float
    pitch: float
    seed: int


@dataclass(frozen=True)
class Answer:
    """One response: PCM16, its rate in Hz, and words as (sample, first character, past the last) of the text."""

    pcm: bytes
    sample_rate: int
    words: list[list[int]]


@functools.cache
def _library() -> Any:
    import tritonclient.grpc.aio

    return tritonclient.grpc.aio


async def connect(url: str) -> Any:
    """A client of one HTTP/2 connection of its own, which is made when it is first used."""
    library = await asyncio.to_thread(_library)
    return library.InferenceServerClient(url, channel_args=_CHANNEL)


async def ready_models(client: Any, models: tuple[str, ...], within_s: float) -> tuple[str, ...]:
    """Those of `models` that the server serves now. Raises VoiceUnavailable if it does not answer in time."""
    library = _library()  # imported when the client was made
    try:
        async with asyncio.timeout(within_s):
            answers = [await client.is_model_ready(model) for model in models]
    except library.InferenceServerException as error:
        raise VoiceUnavailable(f"the speech server does not answer: {error.message()}") from None
    except TimeoutError:
        raise VoiceUnavailable(f"the speech server did not answer within {within_s:g} s") from None
    return tuple(model for model, ready in zip(models, answers, strict=True) if ready)


async def call(client: Any, wanted: Wanted, deadline_s: float) -> AsyncGenerator[Answer, None]:
    """The model's answers as they come. Ending the iteration, however, cancels what the server still does.

    `deadline_s` is for each answer. Raises UnknownVoice, VoiceDeadline, VoiceUnavailable, or VoiceError if the model
    refuses what it was asked for.
    """
    library = _library()  # imported when the client was made
    name = uuid.uuid4().hex
    stream = client.stream_infer(_request(library, wanted, request_id=name))
    answers = aiter(stream)
    reading: asyncio.Future[Any] | None = None
    try:
        while True:
            # A read of gRPC's that is cancelled cancels its call, which is left to `_hang_up`.
            reading = asyncio.ensure_future(anext(answers))
            await asyncio.wait({reading}, timeout=deadline_s)
            if not reading.done():
                raise VoiceDeadline(f"{wanted.model} sent nothing within {deadline_s:g} s")
            result, error = reading.result()
            if error is not None:
                raise _refusal(wanted, str(error.message()))
            answer = _answer(result)
            if answer.pcm:
                yield answer
    except StopAsyncIteration:
        return
    except library.grpc.aio.AioRpcError as error:
        raise VoiceUnavailable(
            f"{wanted.model}: the stream broke ({error.code().name}): {error.details()}"
        ) from None
    finally:
        if not _has_ended(reading):
            hanging_up = asyncio.create_task(_hang_up(library, client, wanted, name, stream, reading))
            _hanging_up.add(hanging_up)
            hanging_up.add_done_callback(_hanging_up.discard)


def _has_ended(reading: asyncio.Future[Any] | None) -> bool:
    """Whether the last read was the stream's end, well or not."""
    return reading is not None and reading.done() and (reading.cancelled() or reading.exception() is not None)


async def _hang_up(
    library: Any, client: Any, wanted: Wanted, name: str, stream: Any, reading: asyncio.Future[Any] | None
) -> None:
    """Tells the model that nobody listens to the request `name`, and lets its stream run out.

    Cancelling the gRPC call does as much, but Triton may crash when many are cancelled (model_repository/README.md):
    that is for a server that does not heed us in HANG_UP_WITHIN_S seconds.
    """
    try:
        async with asyncio.timeout(HANG_UP_WITHIN_S):
            ending = replace(wanted, text="")
            async for _ in client.stream_infer(_request(library, ending, parameters={"hang_up": name})):
                pass
            if reading is not None and not reading.done():
                await asyncio.wait({reading})
            if not _has_ended(reading):
                async for _ in stream:
                    pass
    except (TimeoutError, library.grpc.aio.AioRpcError, library.grpc.aio.UsageError) as error:
        log.debug("hanging up on %s: %s", wanted.model, error)
    finally:
        stream.cancel()
        if reading is not None:
            reading.cancel()


async def hung_up() -> None:
    """Waits until the streams that were left early have run out: HANG_UP_WITHIN_S seconds, at most."""
    here = {task for task in _hanging_up if task.get_loop() is asyncio.get_running_loop()}
    if here:
        await asyncio.wait(here)


async def _request(library: Any, wanted: Wanted, **more: Any) -> AsyncIterator[dict[str, Any]]:
    """The one request of a stream. After it the client's side is closed, so that the server closes when it is done:
    the asynchronous client cannot ask for the empty final response."""
    import numpy

    tensors = [
        ("TEXT", "BYTES", numpy.array([wanted.text.encode()], numpy.object_)),
        ("VOICE", "BYTES", numpy.array([wanted.voice.encode()], numpy.object_)),
        ("RATE", "FP32", numpy.array([wanted.rate], numpy.float32)),
        ("PITCH", "FP32", numpy.array([wanted.pitch], numpy.float32)),
        ("SEED", "INT64", numpy.array([wanted.seed % 2**63], numpy.int64)),
    ]
    inputs = []
    for name, kind, values in tensors:
        tensor = library.InferInput(name, [1], kind)
        tensor.set_data_from_numpy(values)
        inputs.append(tensor)
    yield {"model_name": wanted.model, "inputs": inputs, **more}


def _answer(result: Any) -> Answer:
    audio, rate, words = (result.as_numpy(name) for name in ("AUDIO", "SAMPLE_RATE", "WORDS"))
    if audio is None:  # the empty final response, of a server that sends it all the same
        return Answer(b"", 0, [])
    return Answer(audio.astype("<i2", copy=False).tobytes(), int(rate[0]), words.reshape(-1, 3).tolist())


def _refusal(wanted: Wanted, message: str) -> VoiceError:
    if message.startswith("VOICE"):
        return UnknownVoice(f"{wanted.model}: {message}")
    if message.startswith(_REFUSED):
        return VoiceError(f"{wanted.model}: {message}")
    return VoiceUnavailable(f"{wanted.model}: {message}")
