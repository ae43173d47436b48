"""A neural voice for tests: a VITS model's inputs and outputs in Piper's layout, and a plain tone instead of speech.

The ONNX file is written field by field (github.com/onnx/onnx, onnx.proto), as no package here writes ONNX.
"""

import json
import math
import struct
from pathlib import Path

SAMPLE_RATE = 16_000
SAMPLES_PER_ID = 400  # of audio, for each number that the model gets
INT64, FLOAT = 7, 1  # TensorProto.DataType
PHONEMES = "_^$ .,!?" + "abcdefhijklmnoprstuvwzæðŋɐɑɒɔəɚɛɜɡɪʃʊʌʒθɹɾˈˌː\u0303\u0329"


def varint(value: int) -> bytes:
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    return bytes([*found, value])


def field(number: int, value: int | str | bytes) -> bytes:
    """One field: a whole number as a varint, anything else with its length before it."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def node(kind: str, inputs: list[str], output: str, **attributes: int) -> bytes:
    body = b"".join(field(1, name) for name in inputs) + field(2, output) + field(4, kind)
    for name, value in attributes.items():
        body += field(5, field(1, name) + field(3, value) + field(20, 2))
    return field(1, body)


def constant(name: str, kind: int, *values: float, scalar: bool = True) -> bytes:
    data = b"".join(struct.pack("<q" if kind == INT64 else "<f", value) for value in values)
    dims = b"" if scalar else field(1, len(values))
    return field(5, dims + field(2, kind) + field(8, name) + field(9, data))


def tensor(number: int, name: str, kind: int, *dims: int | str) -> bytes:
    """An input (11) or an output (12) of the graph."""
    shape = b"".join(field(1, field(1 if isinstance(dim, int) else 2, dim)) for dim in dims)
    return field(number, field(1, name) + field(2, field(1, field(1, kind) + field(2, shape))))


def model(speakers: int) -> bytes:
    """A tone of SAMPLES_PER_ID samples for each number, times the length scale; an octave higher for each speaker."""
    tone = 2 * math.pi * 200 / SAMPLE_RATE
    graph = (
        constant("zero", INT64, 0)
        + constant("one", INT64, 1)
        + constant("each", FLOAT, SAMPLES_PER_ID)
        + constant("tone", FLOAT, tone)
        + constant("two", FLOAT, 2.0)
        + constant("axes", INT64, 0, 1, scalar=False)
        + constant("no speaker", INT64, 0, scalar=False)
        + node("Gather", ["input_lengths", "zero"], "count", axis=0)
        + node("Cast", ["count"], "count as float", to=FLOAT)
        + node("Gather", ["scales", "one"], "length scale", axis=0)
        + node("Mul", ["count as float", "each"], "plain length")
        + node("Mul", ["plain length", "length scale"], "length")
        + node("Cast", ["length"], "samples", to=INT64)
        + node("Range", ["zero", "samples", "one"], "places")
        + node("Cast", ["places"], "places as float", to=FLOAT)
        + node("Gather", ["sid" if speakers > 1 else "no speaker", "zero"], "speaker", axis=0)
        + node("Cast", ["speaker"], "speaker as float", to=FLOAT)
        + node("Pow", ["two", "speaker as float"], "octaves")
        + node("Mul", ["octaves", "tone"], "speaker's tone")
        + node("Mul", ["places as float", "speaker's tone"], "angles")
        + node("Sin", ["angles"], "wave")
        + node("Unsqueeze", ["wave", "axes"], "output")
        + field(2, "tiny voice")
        + tensor(11, "input", INT64, 1, "phonemes")
        + tensor(11, "input_lengths", INT64, 1)
        + tensor(11, "scales", FLOAT, 3)
        + (tensor(11, "sid", INT64, 1) if speakers > 1 else b"")
        + tensor(12, "output", FLOAT, 1, 1, "time")
    )
    return field(1, 8) + field(7, graph) + field(8, field(1, "") + field(2, 13))


def write_voice(folder: Path, name: str, speakers: dict[str, int] | None = None) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.onnx").write_bytes(model(len(speakers or {}) or 1))
    recipe = {
        "audio": {"sample_rate": SAMPLE_RATE, "quality": "test"},
        "espeak": {"voice": "en-us"},
        "inference": {"noise_scale": 0.667, "length_scale": 1.0, "noise_w": 0.8},
        "num_speakers": len(speakers or {}) or 1,
        "speaker_id_map": speakers or {},
        "phoneme_id_map": {sign: [number] for number, sign in enumerate(PHONEMES)},
    }
    (folder / f"{name}.onnx.json").write_text(json.dumps(recipe))
