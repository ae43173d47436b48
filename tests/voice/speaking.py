"""Speaks through a Triton with the bare client, as the models' tests need it: one request a stream."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import numpy
import tritonclient.grpc.aio as grpc

ESPEAK, NEURAL = "speech_espeak", "speech_neural"


@dataclass
class Heard:
    """A whole utterance. `chunks`: the samples of each response; `words`: sample, start and end of each."""

    text: str
    chunks: list[int] = field(default_factory=list)
    audio: list[numpy.ndarray] = field(default_factory=list)
    words: list[tuple[int, int, int]] = field(default_factory=list)
    sample_rate: int = 0

    @property
    def sound(self) -> numpy.ndarray:
        return numpy.concatenate(self.audio) if self.audio else numpy.zeros(0, numpy.int16)

    @property
    def seconds(self) -> float:
        return sum(self.chunks) / self.sample_rate if self.chunks else 0.0

    @property
    def words_said(self) -> list[str]:
        return [self.text[start:end] for _, start, end in self.words]


def tensor(name: str, value: object, kind: str, dtype: Any) -> grpc.InferInput:
    given = grpc.InferInput(name, [1], kind)
    given.set_data_from_numpy(numpy.array([value], dtype=dtype))
    return given


async def stream(
    client: grpc.InferenceServerClient, model: str, text: str | bytes, **given: Any
) -> AsyncIterator[Any]:
    """The responses. Raises InferenceServerException for an error response."""
    raw = text.encode() if isinstance(text, str) else text
    inputs = [
        tensor("TEXT", raw, "BYTES", numpy.object_),
        tensor("VOICE", given.get("voice", "default").encode(), "BYTES", numpy.object_),
        tensor("RATE", given.get("rate", 1.0), "FP32", numpy.float32),
        tensor("PITCH", given.get("pitch", 1.0), "FP32", numpy.float32),
        tensor("SEED", given.get("seed", 0), "INT64", numpy.int64),
    ]

    async def request() -> AsyncIterator[dict[str, Any]]:
        about: dict[str, Any] = {name: given[name] for name in ("request_id", "parameters") if name in given}
        yield {"model_name": model, "inputs": inputs, **about}

    responses = client.stream_infer(request())
    try:
        async for response, error in responses:
            if error is not None:
                raise error
            yield response
    finally:
        responses.cancel()


async def speak(client: grpc.InferenceServerClient, model: str, text: str | bytes, **given: Any) -> Heard:
    heard = Heard(text if isinstance(text, str) else "")
    async for response in stream(client, model, text, **given):
        audio = response.as_numpy("AUDIO")
        heard.chunks.append(len(audio))
        heard.audio.append(audio)
        heard.words += [tuple(word) for word in response.as_numpy("WORDS").tolist()]
        heard.sample_rate = int(response.as_numpy("SAMPLE_RATE")[0])
    return heard
