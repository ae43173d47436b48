"""What a scripted engine writes: fixed tokens, the text of each, and the faults that a prompt can ask for."""

import codecs
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache

from inference.engine import GenerationRequest

# Ids 0 to 255 are bytes; then the special tokens, then the pieces of the script's own text.
THINK, END_THINK, END, USER, SYSTEM, ASSISTANT = range(256, 262)
SPECIAL = {
    "<think>": THINK,
    "</think>": END_THINK,
    "<|endoftext|>": END,
    "<|user|>": USER,
    "<|system|>": SYSTEM,
    "<|assistant|>": ASSISTANT,
}
FIRST_PIECE = 300
# Ids of pieces come of the pieces alone, so that every process gives the same; a prompt's ids go by 32 bits each.
VOCABULARY_SIZE = 2**31
MOST_PIECES = 262_144  # that one table remembers: some 50 MB
# About as long as the tokens of a real vocabulary; whitespace goes with the word that follows.
PIECE = re.compile(r"\s*\S{1,6}|\s+")


class Fault(IntEnum):
    """Put into a prompt, followed by n (0 to 255): happens once n tokens of the answer are out."""

    DIE = 270  # the engine is lost: this request, all others, and health from now on
    EXIT = 271  # its process kills itself (SIGKILL)
    HANG = 272  # no request gets another token, nor does health; the process lives
    BLOCK = 273  # the process's event loop stands still for a minute
    DEGENERATE = 274  # the same token again and again, until max_new_tokens
    FAIL = 275  # this request fails, the engine lives


FAULTS = {int(fault): fault for fault in Fault}


@dataclass(frozen=True)
class Script:
    """`reasoning` is written only if the request has a reasoning budget.

    structured       written in place of `content` if the request has a grammar.
    closes           whether the model ever writes </think>; if not, the reasoning goes round and round.
    honours_budget   whether the engine itself closes the reasoning at the budget.
    """

    content: tuple[int, ...]
    reasoning: tuple[int, ...] = ()
    pieces: Mapping[int, str] = field(default_factory=dict, repr=False)
    closes: bool = True
    honours_budget: bool = False
    structured: tuple[int, ...] = ()


@lru_cache(maxsize=65_536)
def piece_id(piece: str) -> int:
    """The id of a piece, the same in every process."""
    digest = hashlib.blake2b(piece.encode(errors="surrogatepass"), digest_size=8).digest()
    return FIRST_PIECE + int.from_bytes(digest) % (VOCABULARY_SIZE - FIRST_PIECE)


class Pieces:
    """The pieces that a text was cut into so far: `texts` has each by its id.

    Bytes must do for a piece whose id another has already, and for all new ones once there are `MOST_PIECES`.
    """

    def __init__(self, texts: Mapping[int, str] | None = None) -> None:
        self.texts = dict(texts or {})

    def encode(self, text: str) -> tuple[int, ...]:
        texts, ids = self.texts, list[int]()
        for piece in PIECE.findall(text):
            number = piece_id(piece)
            known = texts.get(number)
            if known is None and len(texts) < MOST_PIECES:
                known = texts[number] = piece
            if known == piece:
                ids.append(number)
            else:
                ids.extend(piece.encode())
        return tuple(ids)


def write_script(
    content: str,
    reasoning: str = "",
    *,
    structured: str = "",
    closes: bool = True,
    honours_budget: bool = False,
) -> Script:
    """Cuts texts into pieces as long as a real vocabulary's."""
    pieces = Pieces()
    reasoning_ids, content_ids, structured_ids = map(pieces.encode, (reasoning, content, structured))
    return Script(content_ids, reasoning_ids, pieces.texts, closes, honours_budget, structured_ids)


def prompt_of(text: str, *faults: tuple[Fault, int]) -> tuple[int, ...]:
    """Token ids for a prompt, with faults to happen after so many tokens of the answer."""
    return (*text.encode(), *(number for fault in faults for number in fault))


def fault_in(prompt: Sequence[int]) -> tuple[Fault, int] | None:
    """The last fault that a prompt asks for."""
    if FAULTS.keys().isdisjoint(prompt):
        return None
    for index in range(len(prompt) - 2, -1, -1):
        if fault := FAULTS.get(prompt[index]):
            return fault, prompt[index + 1]
    return None


def answer(script: Script, request: GenerationRequest) -> tuple[list[int], bool]:
    """All ids that the script has for a request, its end token excluded, and whether its reasoning was closed early."""
    written = list(script.structured if request.json_schema and script.structured else script.content)
    budget = request.reasoning_budget
    if budget is None or not script.reasoning:
        return [END_THINK, *written] if request.thinking_open else written, False
    reasoning = list(script.reasoning)
    most = budget if script.honours_budget else request.sampling.max_new_tokens
    if not script.closes:
        reasoning = (reasoning * (most // len(reasoning) + 2))[: most + 1]
    truncated = script.honours_budget and len(reasoning) > budget
    if truncated:
        reasoning = reasoning[:budget]
    opening = [] if request.thinking_open else [THINK]
    return [*opening, *reasoning, END_THINK, *written], truncated


class PieceDecoder:
    """Text of byte ids and pieces; special tokens have none."""

    def __init__(self, pieces: Mapping[int, str]) -> None:
        self.pieces = pieces
        self.utf8 = codecs.getincrementaldecoder("utf-8")("replace")

    def feed(self, ids: Sequence[int]) -> str:
        return "".join(
            self.utf8.decode(bytes([number])) if number < THINK else self.pieces.get(number, "")
            for number in ids
        )

    def flush(self) -> str:
        return self.utf8.decode(b"", final=True)
