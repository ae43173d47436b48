"""Reads what a checkpoint folder says of itself: configuration, tensor names, vocabulary. Loads no weights."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

INDEX = "model.safetensors.index.json"
CONSOLIDATED = "consolidated"  # the same weights once more, as Mistral's own programs want them
# SGLang adds this one for these, where a publisher's index leaves it out.
MTP_FILE, MTP_ARCHITECTURES = "mtp.safetensors", ("Glm4MoeForCausalLM", "Glm4MoeLiteForCausalLM")
# Where SGLang looks for the context, in its order, and what it takes where there is none of these.
CONTEXT_KEYS = (
    "max_sequence_length",
    "seq_length",
    "max_seq_len",
    "model_max_length",
    "max_position_embeddings",
)
DEFAULT_CONTEXT = 2_048
LFS_POINTER = b"version https://git-lfs"
IS_POINTER, FETCH_LFS = "is a pointer of Git LFS, not the file itself", "Run `git lfs pull` in the folder."
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
    quantization_beside  what `hf_quant_config.json` says, where ModelOpt put it beside the configuration.
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
    quantization_beside: Mapping[str, Any] = field(default_factory=dict)

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
        return found if isinstance(found, dict) else self.quantization_beside

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
        return int(found) if isinstance(found, int | float) else None

    @property
    def has_mtp(self) -> bool:
        """Whether the layer after the last is there, which drafts tokens for speculation."""
        return any(name.startswith(f"model.layers.{self.layers}.") for name in self.tensors)

    @property
    def context_length(self) -> int:
        """As SGLang reads it, but for the factors of RoPE."""
        return next(filter(None, map(self._number, CONTEXT_KEYS)), DEFAULT_CONTEXT)


def read_checkpoint(folder: Path) -> Checkpoint:
    """Raises CheckpointError if the folder has no configuration, no weights or no tokenizer that can be read."""
    if not folder.is_dir() or not (folder / "config.json").exists():
        raise _what_it_is(folder)
    config = _json(folder / "config.json")
    if not isinstance(text_config(config).get("num_hidden_layers"), int):
        raise CheckpointError(
            folder / "config.json", "has no num_hidden_layers", "It is no language model's config."
        )
    tensors, types, broken = _tensors(folder, config)
    settings = _json(folder / "tokenizer_config.json") if (folder / "tokenizer_config.json").exists() else {}
    return Checkpoint(
        folder,
        config,
        frozenset(tensors),
        sum(types.values()),
        tuple(broken),
        _tokens(folder / "tokenizer.json"),
        bool(settings.get("chat_template")) or (folder / "chat_template.jinja").exists(),
        types,
        _quantization_beside(folder / "hf_quant_config.json"),
    )


def _what_it_is(path: Path) -> CheckpointError:
    """What to say of a place that has no `config.json`: often it is something else, or the folder above."""
    if path.suffix == ".gguf" or any(path.glob("*.gguf")):
        return CheckpointError(
            path, "is a model in GGUF, which llama.cpp and Ollama run",
            "Start one of them and name its URL (--model http://127.0.0.1:8080/v1#NAME), or take the same model as "
            "*.safetensors.",
        )  # fmt: skip
    if not path.is_dir():
        problem = "is no folder" if path.exists() else "there is no such folder"
        return CheckpointError(path, problem, "Name a folder with config.json and *.safetensors.")
    if (path / "adapter_config.json").exists():
        base = _json(path / "adapter_config.json").get("base_model_name_or_path") or "its base model"
        return CheckpointError(
            path, f"is an adapter (LoRA) for {base}, no whole model", "Merge the two, and name the merged folder."
        )  # fmt: skip
    inner = sorted(
        file.parent for file in (*path.glob("*/config.json"), *path.glob("snapshots/*/config.json"))
    )
    if inner:
        return CheckpointError(
            path, "has no config.json, but what lies in it has", f"Name {' or '.join(map(str, inner[:3]))}."
        )
    if (path / "params.json").exists():
        return CheckpointError(
            path, "is in Mistral's own format", "Take the files with config.json and tokenizer.json, too."
        )
    return CheckpointError(path / "config.json", "is missing", "Fetch the whole checkpoint again.")


def _tokens(file: Path) -> frozenset[str]:
    """All tokens of a tokenizer that are one id. Raises CheckpointError."""
    tokenizer = _json(file)
    try:
        added = [entry["content"] for entry in tokenizer.get("added_tokens") or []]
        vocabulary = tokenizer["model"]["vocab"]
        names = vocabulary if isinstance(vocabulary, dict) else [entry[0] for entry in vocabulary]
        return frozenset([*names, *added])
    except (LookupError, TypeError):
        raise CheckpointError(file, "has no vocabulary that can be read", "Fetch this file again.") from None


def _quantization_beside(file: Path) -> dict[str, Any]:
    """As SGLang reads what ModelOpt writes beside a configuration."""
    if not file.exists():
        return {}
    found = _json(file)
    inner = found.get("quantization")
    algorithm = str((inner if isinstance(inner, dict) else found).get("quant_algo") or "").upper()
    methods = {"FP8": "modelopt_fp8", "MXFP8": "mxfp8", "MIXED_PRECISION": "modelopt_mixed"}
    method = "modelopt_fp4" if "FP4" in algorithm else methods.get(algorithm)
    return {"quant_method": method, "quant_algo": algorithm} if method else {}


def text_config(config: Mapping[str, Any]) -> Mapping[str, Any]:
    inner = config.get("text_config")
    return inner if isinstance(inner, dict) and "num_hidden_layers" in inner else config


def _json(file: Path) -> dict[str, Any]:
    try:
        written = file.read_bytes()
        if written.startswith(LFS_POINTER):
            raise CheckpointError(file, IS_POINTER, FETCH_LFS)
        found = json.loads(written.decode("utf-8-sig"))
    except FileNotFoundError:
        raise CheckpointError(file, "is missing", "Fetch the whole checkpoint again.") from None
    except (OSError, ValueError, RecursionError) as error:
        raise CheckpointError(file, f"cannot be read ({error})", "Fetch this file again.") from None
    if not isinstance(found, dict):
        raise CheckpointError(file, "is no JSON object", "Fetch this file again.")
    return found


def _files(folder: Path, config: Mapping[str, Any]) -> set[str]:
    """The files that SGLang loads: those of the index, where there is one. Raises CheckpointError."""
    files = {file.name for file in folder.glob("*.safetensors")}
    if not (folder / INDEX).exists():
        return {name for name in files if not name.startswith(CONSOLIDATED)} or files
    named = _json(folder / INDEX).get("weight_map")
    if not isinstance(named, dict) or not all(isinstance(name, str) for name in named.values()):
        raise CheckpointError(folder / INDEX, "has no weight_map", "Fetch this file again.")
    names = config.get("architectures")
    left_out = (
        {MTP_FILE} if isinstance(names, list) and names[:1] and names[0] in MTP_ARCHITECTURES else set()
    )
    return set(named.values()) | (files & left_out)


def _tensors(folder: Path, config: Mapping[str, Any]) -> tuple[set[str], dict[str, int], list[str]]:
    """All tensors' names, the bytes of each type, and files that are missing or cut off."""
    files = _files(folder, config)
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
        except (OSError, ValueError) as error:
            broken.append(f"{name} {error}")
            continue
        names |= header.keys()
        for kind, start, end in header.values():
            types[kind] += end - start
    return names, dict(types), broken


Tensor = tuple[str, int, int]  # its type, and where its bytes begin and end


def _header(file: Path) -> dict[str, Tensor]:
    """What a file says of its tensors, by name. Raises ValueError if it is cut off or no safetensors file."""
    with file.open("rb") as opened:
        first = opened.read(len(LFS_POINTER))
        if first == LFS_POINTER:
            raise ValueError(f"{IS_POINTER}: run `git lfs pull`")
        length = int.from_bytes(first[:LENGTH_BYTES], "little")
        if not 2 <= length <= MAX_HEADER_BYTES:
            raise ValueError("is no safetensors file")
        opened.seek(LENGTH_BYTES)
        try:
            header: dict[str, Any] = json.loads(opened.read(length))
            header.pop("__metadata__", None)
            found = {name: _tensor(entry) for name, entry in header.items()}
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            raise ValueError("has a broken header") from None
    end = max((end for _, _, end in found.values()), default=0)
    if file.stat().st_size < LENGTH_BYTES + length + end:
        raise ValueError(f"is cut off: {file.stat().st_size} bytes of {LENGTH_BYTES + length + end}")
    return found


def _tensor(entry: Mapping[str, Any]) -> Tensor:
    start, end = entry["data_offsets"]
    return str(entry["dtype"]), int(start), int(end)
