"""One call to a speech model in Triton: its tensors, its stream of answers, its errors. See model_repository/README.md.

`tritonclient` and numpy are imported when the first connection is made, in a thread: they take a second.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass
from typing import Any

from voice.synthesis import UnknownVoice, VoiceDeadline, VoiceError, VoiceUnavailable

# A second of audio is 44 kB; a server that sends more than this in one answer is not one of ours.
_LARGEST_ANSWER = 16 * 1024 * 1024
_CHANNEL = [
    ("grpc.max_send_message_length", _LARGEST_ANSWER),
    ("grpc.max_receive_message_length", _LARGEST_ANSWER),
    # A local server that was started again is found within this, not within gRPC's two minutes.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1_000),
    ("grpc.use_local_subchannel_pool", 1),  # else all channels to one address share a connection
]
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
    library = await asyncio.to_thread(_library)
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
    library = await asyncio.to_thread(_library)
    stream = client.stream_infer(_request(library, wanted))
    answers = aiter(stream)
    try:
        while True:
            try:
                async with asyncio.timeout(deadline_s):
                    result, error = await anext(answers)
            except StopAsyncIteration:
                return
            if error is not None:
                raise _refusal(wanted, str(error.message()))
            answer = _answer(result)
            if answer.pcm:
                yield answer
    except TimeoutError:
        raise VoiceDeadline(f"{wanted.model} sent nothing within {deadline_s:g} s") from None
    except library.grpc.aio.AioRpcError as error:
        raise VoiceUnavailable(
            f"{wanted.model}: the stream broke ({error.code().name}): {error.details()}"
        ) from None
    finally:
        stream.cancel()


async def _request(library: Any, wanted: Wanted) -> AsyncIterator[dict[str, Any]]:
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
    yield {"model_name": wanted.model, "inputs": inputs}


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
