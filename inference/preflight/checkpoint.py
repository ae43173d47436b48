"""Reads what a checkpoint folder says of itself: configuration, tensor names, vocabulary. Loads no weights."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

INDEX = "model.safetensors.index.json"
# The safetensors format: 8 bytes, little-endian, the length of the JSON header that follows.
LENGTH_BYTES = 8
MAX_HEADER_BYTES = 100_000_000


class CheckpointError(Exception):
    """A folder that is no usable checkpoint: what is wrong where, and what to do."""

    def __init__(self, place: Path, problem: str, hint: str) -> None:
        super().__init__(place, problem, hint)
        self.place = place
        self.problem = problem
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.place}: {self.problem}. {self.hint}"


@dataclass(frozen=True)
class Checkpoint:
    """What is known of a checkpoint without loading it.

    broken        files that the index names and that are missing or shorter than their header says.
    weight_bytes  size of all tensors on disk.
    tokens        every token of the vocabulary that is one id.
    type_bytes    size of the tensors of each type, by the format's names (`F32`, `BF16`, `F8_E4M3`).
    """

    folder: Path
    config: Mapping[str, Any]
    tensors: frozenset[str]
    weight_bytes: int
    broken: tuple[str, ...]
    tokens: frozenset[str]
    has_template: bool
    type_bytes: Mapping[str, int] = field(default_factory=dict)

    @property
    def text(self) -> Mapping[str, Any]:
        """The part of the configuration that is about text: models that see have one of its own for it."""
        return text_config(self.config)

    @property
    def architecture(self) -> str | None:
        names = self.config.get("architectures")
        return str(names[0]) if isinstance(names, list) and names else None

    @property
    def layers(self) -> int:
        return int(self.text["num_hidden_layers"])

    @property
    def heads(self) -> int | None:
        """Attention heads."""
        return self._number("num_attention_heads")

    @property
    def kv_heads(self) -> int | None:
        """Heads whose keys and values are kept; None with MLA, which keeps one compressed row for all."""
        return None if self.uses_mla else self._number("num_key_value_heads") or self.heads

    @property
    def uses_mla(self) -> bool:
        """Multi-head latent attention, as GLM-4.7-Flash and DeepSeek have it."""
        return bool(self.text.get("kv_lora_rank"))

    @property
    def uses_sparse_attention(self) -> bool:
        """DeepSeek's sparse attention over MLA, as GLM-5 has it."""
        return bool(self.text.get("index_topk"))

    @property
    def quantization(self) -> Mapping[str, Any]:
        found = self.config.get("quantization_config") or self.text.get("quantization_config")
        return found if isinstance(found, dict) else {}

    @property
    def quantization_method(self) -> str | None:
        method = self.quantization.get("quant_method")
        return str(method).lower() if method else None

    @property
    def draft_layers(self) -> int | None:
        """How many layers of its own for drafting the configuration speaks of; None: it does not say."""
        return self._number("num_nextn_predict_layers")

    @property
    def float32_share(self) -> float:
        return self.type_bytes.get("F32", 0) / self.weight_bytes if self.weight_bytes else 0.0

    def loaded_bytes(self, dtype: str) -> int:
        """Size of the weights in memory: float32 is halved unless `dtype` says to keep it."""
        halved = 0 if dtype == "float32" else self.type_bytes.get("F32", 0) // 2
        return self.weight_bytes - halved

    def _number(self, name: str) -> int | None:
        found = self.text.get(name)
        return found if isinstance(found, int) else None

    @property
    def has_mtp(self) -> bool:
        """Whether the layer after the last is there, which drafts tokens for speculation."""
        return any(name.startswith(f"model.layers.{self.layers}.") for name in self.tensors)

    @property
    def context_length(self) -> int | None:
        return self._number("max_position_embeddings")


def read_checkpoint(folder: Path) -> Checkpoint:
    """Raises CheckpointError if the folder has no configuration, no weights or no tokenizer that can be read."""
    if not folder.is_dir():
        raise CheckpointError(
            folder, "there is no such folder", "Name a folder with config.json and *.safetensors."
        )
    config = _json(folder / "config.json")
    if not isinstance(text_config(config).get("num_hidden_layers"), int):
        raise CheckpointError(
            folder / "config.json", "has no num_hidden_layers", "It is no language model's config."
        )
    tensors, types, broken = _tensors(folder)
    tokenizer = _json(folder / "tokenizer.json")
    added = [entry.get("content") for entry in tokenizer.get("added_tokens", [])]
    vocabulary = tokenizer.get("model", {}).get("vocab", {})
    names = vocabulary if isinstance(vocabulary, dict) else [entry[0] for entry in vocabulary]
    settings = _json(folder / "tokenizer_config.json") if (folder / "tokenizer_config.json").exists() else {}
    return Checkpoint(
        folder,
        config,
        frozenset(tensors),
        sum(types.values()),
        tuple(broken),
        frozenset([*names, *filter(None, added)]),
        bool(settings.get("chat_template")) or (folder / "chat_template.jinja").exists(),
        types,
    )


def text_config(config: Mapping[str, Any]) -> Mapping[str, Any]:
    inner = config.get("text_config")
    return inner if isinstance(inner, dict) and "num_hidden_layers" in inner else config


def _json(file: Path) -> dict[str, Any]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise CheckpointError(file, "is missing", "Fetch the whole checkpoint again.") from None
    except (OSError, ValueError) as error:
        raise CheckpointError(file, f"cannot be read ({error})", "Fetch this file again.") from None
    if not isinstance(found, dict):
        raise CheckpointError(file, "is no JSON object", "Fetch this file again.")
    return found


def _tensors(folder: Path) -> tuple[set[str], dict[str, int], list[str]]:
    """All tensors' names, the bytes of each type, and files that are missing or cut off."""
    files = {file.name for file in folder.glob("*.safetensors")}
    if (folder / INDEX).exists():
        files |= set(_json(folder / INDEX).get("weight_map", {}).values())
    if not files:
        raise CheckpointError(
            folder, "has no *.safetensors", "Fetch the weights, or convert them to safetensors."
        )
    names: set[str] = set()
    types: Counter[str] = Counter()
    broken = []
    for name in sorted(files):
        try:
            header = _header(folder / name)
        except FileNotFoundError:
            broken.append(f"{name} is missing")
            continue
        except ValueError as error:
            broken.append(f"{name} {error}")
            continue
        names |= header.keys()
        for entry in header.values():
            start, end = entry["data_offsets"]
            types[str(entry.get("dtype"))] += end - start
    return names, dict(types), broken


def _header(file: Path) -> dict[str, Any]:
    """What a file says of its tensors, by name. Raises ValueError if it is cut off or no safetensors file."""
    with file.open("rb") as opened:
        length = int.from_bytes(opened.read(LENGTH_BYTES), "little")
        if not 2 <= length <= MAX_HEADER_BYTES:
            raise ValueError("is no safetensors file")
        try:
            header: dict[str, Any] = json.loads(opened.read(length))
        except ValueError:
            raise ValueError("has a broken header") from None
    header.pop("__metadata__", None)
    end = max((entry["data_offsets"][1] for entry in header.values()), default=0)
    if file.stat().st_size < LENGTH_BYTES + length + end:
        raise ValueError(f"is cut off: {file.stat().st_size} bytes of {LENGTH_BYTES + length + end}")
    return header
