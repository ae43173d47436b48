"""Reads what a checkpoint folder says of itself: configuration, tensor names, vocabulary. Loads no weights."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
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
    """

    folder: Path
    config: Mapping[str, Any]
    tensors: frozenset[str]
    weight_bytes: int
    broken: tuple[str, ...]
    tokens: frozenset[str]
    has_template: bool

    @property
    def layers(self) -> int:
        return int(self.config["num_hidden_layers"])

    @property
    def has_mtp(self) -> bool:
        """Whether the layer after the last is there, which drafts tokens for speculation."""
        return any(name.startswith(f"model.layers.{self.layers}.") for name in self.tensors)

    @property
    def context_length(self) -> int | None:
        found = self.config.get("max_position_embeddings")
        return found if isinstance(found, int) else None


def read_checkpoint(folder: Path) -> Checkpoint:
    """Raises CheckpointError if the folder has no configuration, no weights or no tokenizer that can be read."""
    if not folder.is_dir():
        raise CheckpointError(
            folder, "there is no such folder", "Name a folder with config.json and *.safetensors."
        )
    config = _json(folder / "config.json")
    if not isinstance(config.get("num_hidden_layers"), int):
        raise CheckpointError(
            folder / "config.json", "has no num_hidden_layers", "It is no language model's config."
        )
    tensors, size, broken = _tensors(folder)
    tokenizer = _json(folder / "tokenizer.json")
    added = [entry.get("content") for entry in tokenizer.get("added_tokens", [])]
    vocabulary = tokenizer.get("model", {}).get("vocab", {})
    names = vocabulary if isinstance(vocabulary, dict) else [entry[0] for entry in vocabulary]
    settings = _json(folder / "tokenizer_config.json") if (folder / "tokenizer_config.json").exists() else {}
    return Checkpoint(
        folder,
        config,
        frozenset(tensors),
        size,
        tuple(broken),
        frozenset([*names, *filter(None, added)]),
        bool(settings.get("chat_template")) or (folder / "chat_template.jinja").exists(),
    )


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


def _tensors(folder: Path) -> tuple[set[str], int, list[str]]:
    """All tensors' names, their bytes, and files that are missing or cut off."""
    files = {file.name for file in folder.glob("*.safetensors")}
    if (folder / INDEX).exists():
        files |= set(_json(folder / INDEX).get("weight_map", {}).values())
    if not files:
        raise CheckpointError(
            folder, "has no *.safetensors", "Fetch the weights, or convert them to safetensors."
        )
    names: set[str] = set()
    size, broken = 0, []
    for name in sorted(files):
        try:
            found, length = _header(folder / name)
        except FileNotFoundError:
            broken.append(f"{name} is missing")
            continue
        except ValueError as error:
            broken.append(f"{name} {error}")
            continue
        names |= found
        size += length
    return names, size, broken


def _header(file: Path) -> tuple[set[str], int]:
    """Names and bytes of a file's tensors. Raises ValueError if it is cut off or no safetensors file."""
    with file.open("rb") as opened:
        length = int.from_bytes(opened.read(LENGTH_BYTES), "little")
        if not 2 <= length <= MAX_HEADER_BYTES:
            raise ValueError("is no safetensors file")
        try:
            header = json.loads(opened.read(length))
        except ValueError:
            raise ValueError("has a broken header") from None
    header.pop("__metadata__", None)
    end = max((entry["data_offsets"][1] for entry in header.values()), default=0)
    if file.stat().st_size < LENGTH_BYTES + length + end:
        raise ValueError(f"is cut off: {file.stat().st_size} bytes of {LENGTH_BYTES + length + end}")
    return set(header), end
