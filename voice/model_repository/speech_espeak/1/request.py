"""Reads and checks the tensors of a request: what is wrong with them is said with what is allowed."""

import difflib
import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

import triton_python_backend_utils as pb_utils

LONGEST_TEXT = 20_000  # characters
LONGEST_VOICE = 64
RATES = PITCHES = (0.5, 2.0)
DEFAULT_VOICE, DEFAULT_LANGUAGE = "default", "en-gb"


class RequestRefused(ValueError):
    """A request that cannot be served as it is; the message says what is wrong, and what is allowed."""


@dataclass(frozen=True)
class Request:
    """`voice` is the model's own name of it; `rate` and `pitch` are factors, 1.0 as the voice has them."""

    text: str
    voice: str
    rate: float
    pitch: float
    seed: int


def read(request: Any, voice_of: Callable[[str], str]) -> Request:
    """`voice_of` gives the model's own name of a voice, or raises RequestRefused, as this does."""
    return Request(
        text=_text(request, "TEXT", LONGEST_TEXT),
        voice=voice_of(_text(request, "VOICE", LONGEST_VOICE)),
        rate=_factor(request, "RATE", RATES),
        pitch=_factor(request, "PITCH", PITCHES),
        seed=int(_number(request, "SEED", 0)),
    )


def choose(name: str, voices: Mapping[str, str], variants: Collection[str]) -> str:
    """The library's name for the voice `name`: a language, or a language and a variant, as `en-gb+f3`."""
    language, plus, variant = name.partition("+")
    if language == DEFAULT_VOICE:
        language = DEFAULT_LANGUAGE
    if language.lower() not in voices:
        raise RequestRefused(f"VOICE: there is no voice {name!r}. {nearest(language.lower(), voices)}")
    if plus and variant not in variants:
        raise RequestRefused(
            f"VOICE: there is no variant {variant!r} of {language!r}. {nearest(variant, variants)}"
        )
    return voices[language.lower()] + plus + variant


def nearest(name: str, known: Collection[str]) -> str:
    """What may have been meant, and all that there is."""
    close = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
    meant = f"Did you mean {' or '.join(map(repr, close))}? " if close else ""
    return f"{meant}There are: {', '.join(sorted(known))}"


def _text(request: Any, name: str, longest: int) -> str:
    raw = _only(request, name)
    try:
        text = raw.decode() if isinstance(raw, bytes) else str(raw)
    except UnicodeDecodeError as error:
        raise RequestRefused(f"{name} is not UTF-8: {error.reason} at byte {error.start}") from None
    if len(text) > longest:
        raise RequestRefused(f"{name} has {len(text)} characters; at most {longest} are allowed")
    return text


def _factor(request: Any, name: str, allowed: tuple[float, float]) -> float:
    value = float(_number(request, name, 1.0))
    low, high = allowed
    if math.isnan(value) or not low <= value <= high:
        raise RequestRefused(f"{name} is {value:g}; {low:g} to {high:g} is allowed, and 1 is normal")
    return value


def _number(request: Any, name: str, default: float) -> Any:
    tensor = pb_utils.get_input_tensor_by_name(request, name)
    return default if tensor is None else _single(name, tensor)


def _only(request: Any, name: str) -> Any:
    return _single(name, pb_utils.get_input_tensor_by_name(request, name))


def _single(name: str, tensor: Any) -> Any:
    values = tensor.as_numpy().ravel()
    if len(values) != 1:
        raise RequestRefused(f"{name} holds {len(values)} values; it takes one")
    return values[0]
