"""Tiny vocabularies whose tokens spell given texts: each piece occurs once, so a token knows what follows it."""

import itertools
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from inference.testbed.templates import GLM_45

# GLM-4.x's special tokens; each must be one token, or strict thinking would ban its pieces.
SPECIAL = tuple(
    "<|endoftext|> <|user|> <|assistant|> <|system|> <|observation|> <think> </think> /nothink <tool_call> "
    "</tool_call> <arg_key> </arg_key> <arg_value> </arg_value> <tool_response> </tool_response> "
    "[gMASK] <sop> <eop>".split()
)
END, USER, OBSERVATION = "<|endoftext|>", "<|user|>", "<|observation|>"
THINK, END_THINK, ASSISTANT = "<think>", "</think>", "<|assistant|>"
NEWLINE = "Ċ"  # the byte 10, as byte-level vocabularies write it
MERGED_TOKENS = 320
SHORTEST_PIECE = 3  # bytes; characters are cut apart on purpose, as real vocabularies do
CORPUS = "the ice groans against the hull and something under it answers; you stand and listen to the lamp "


@dataclass(frozen=True)
class Chain:
    """After the token `after` comes `text` (a token's name, or words to be cut), then the token `then`.

    Of several after one token the first is said, and the next where a grammar forbids that one.
    """

    after: str
    text: str
    then: str = USER


@dataclass(frozen=True)
class Vocabulary:
    """`tokens` by id; `successor` by id: what the model says after each token, whatever came before.

    `second` has pairs of a token and what is said after it where a grammar forbids its successor.
    """

    tokens: tuple[str, ...]
    merges: tuple[tuple[str, str], ...]
    successor: tuple[int, ...]
    second: tuple[tuple[int, int], ...] = ()

    def id_of(self, token: str) -> int:
        return self.tokens.index(token)


@lru_cache(maxsize=1)
def byte_letters() -> tuple[str, ...]:
    """The letter that stands for each byte in byte-level vocabularies (GPT-2's table)."""
    plain = [*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)]
    others = [byte for byte in range(256) if byte not in plain]
    letters = {byte: chr(byte) for byte in plain} | {byte: chr(256 + i) for i, byte in enumerate(others)}
    return tuple(letters[byte] for byte in range(256))


def spell(text: str) -> str:
    """The text's bytes, each as its letter."""
    letters = byte_letters()
    return "".join(letters[byte] for byte in text.encode())


def cut(text: str, taken: set[str]) -> list[str]:
    """Cuts a text into pieces that are not in `taken`, and adds them to it. Raises ValueError for an empty text."""
    letters = spell(text)
    if not letters:
        raise ValueError("a chain needs a text of at least one byte")
    pieces: list[str] = []
    start = 0
    while start < len(letters):
        end = start + SHORTEST_PIECE
        while letters[start:end] in taken and end < len(letters):
            end += 1
        piece = letters[start:end]
        while piece in taken:  # the text's last piece is no new one: join it to those before
            if not pieces:
                raise ValueError(f"{text!r} is a piece of another chain")
            taken.discard(pieces[-1])
            piece = pieces.pop() + piece
        taken.add(piece)
        pieces.append(piece)
        start = end
    return pieces


def make_vocabulary(
    chains: Sequence[Chain], seed: int = 0, special: Sequence[str] = SPECIAL, end: str = END
) -> Vocabulary:
    """All tokens that lie on no chain follow each other in one endless circle, in an order that `seed` chooses."""
    merged, merges = _train(special)
    tokens = [*merged]
    taken = set(tokens)
    spans = [[chain.text] if chain.text in taken else cut(chain.text, taken) for chain in chains]
    new = dict.fromkeys(piece for span in spans for piece in span if piece not in merged)
    ids = {token: i for i, token in enumerate([*tokens, *new])}
    on_chain = {chain.after for chain in chains} | {piece for span in spans for piece in span}
    circle = [i for token, i in ids.items() if token not in on_chain and i >= len(special)]
    random.Random(seed).shuffle(circle)
    # Each leads to a place of its own: one successor of many tokens would outshout the right one elsewhere.
    successor = [circle[i % len(circle)] for i in range(len(ids))]
    for this, following in zip(circle, [*circle[1:], circle[0]], strict=True):
        successor[this] = following
    successor[ids[end]] = ids[end]
    second: list[tuple[int, int]] = []
    begun: set[str] = set()
    for chain, span in zip(chains, spans, strict=True):
        first, *rest = [chain.after, *span, chain.then]
        if first in begun:
            second.append((ids[first], ids[rest[0]]))
            first, *rest = rest
        begun.add(chain.after)
        for token, following_token in itertools.pairwise([first, *rest]):
            successor[ids[token]] = ids[following_token]
    return Vocabulary(tuple(ids), tuple(merges), tuple(successor), tuple(second))


def _train(special: Sequence[str]) -> tuple[list[str], list[tuple[str, str]]]:
    """Special tokens, all bytes, and a few merges, so that any prompt can be encoded."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(
        vocab_size=MERGED_TOKENS,
        initial_alphabet=list(byte_letters()),
        special_tokens=list(special),
        show_progress=False,
    )
    tokenizer.train_from_iterator([CORPUS * 20], trainer)
    model = json.loads(tokenizer.to_str())["model"]
    return sorted(model["vocab"], key=model["vocab"].__getitem__), [tuple(pair) for pair in model["merges"]]


def write_tokenizer(
    vocabulary: Vocabulary,
    folder: Path,
    template: str = GLM_45,
    special: Sequence[str] = SPECIAL,
    end: str = END,
    begin: str | None = None,
) -> None:
    """tokenizer.json and tokenizer_config.json, as transformers reads them."""
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

    ids = {token: i for i, token in enumerate(vocabulary.tokens)}
    tokenizer = Tokenizer(models.BPE(vocab=ids, merges=list(vocabulary.merges)))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([AddedToken(token, special=True, normalized=False) for token in special])
    tokenizer.save(str(folder / "tokenizer.json"))
    config = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "eos_token": end,
        "pad_token": end,
        "bos_token": begin,
        "chat_template": template,
        "clean_up_tokenization_spaces": False,
        "model_max_length": 1_000_000,
    }
    (folder / "tokenizer_config.json").write_text(json.dumps(config, indent=1))
