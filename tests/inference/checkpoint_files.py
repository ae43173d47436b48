"""Writes the files of a checkpoint without any weights to speak of, whole or with something missing."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from inference.preflight.fitting import GLM, TAGS
from inference.testbed.templates import GLM_45
from inference.testbed.vocabulary import byte_letters

LAYERS = 2
CONFIG = {
    "architectures": ["Glm4MoeForCausalLM"],
    "num_hidden_layers": LAYERS,
    "max_position_embeddings": 32_768,
    "num_attention_heads": 96,
    "num_key_value_heads": 8,
    "num_nextn_predict_layers": 1,
}
WHOLE_TOKENS = (*TAGS, *GLM.tokens)


def safetensors(names: Sequence[str], numbers: int = 4, dtype: str = "F32") -> bytes:
    """A file of the safetensors format with tensors of so many numbers each, at four bytes a number."""
    size = 4 * numbers
    header = {
        name: {"dtype": dtype, "shape": [numbers], "data_offsets": [i * size, (i + 1) * size]}
        for i, name in enumerate(names)
    }
    text = json.dumps({"__metadata__": {"format": "pt"}, **header}).encode()
    return len(text).to_bytes(8, "little") + text + bytes(size * len(names))


def write_files(
    folder: Path,
    *,
    mtp: bool = True,
    tokens: Sequence[str] = WHOLE_TOKENS,
    template: bool = True,
    shards: bool = True,
    dtype: str = "BF16",
    **config: Any,
) -> Path:
    """Two shards and an index, the MTP layer in a file of its own; or all in one file. `config` goes to config.json."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps({**CONFIG, **config}))
    body = [f"model.layers.{layer}.mlp.gate.weight" for layer in range(LAYERS)]
    draft = [f"model.layers.{LAYERS}.eh_proj.weight"] if mtp else []
    if shards:
        files = {"model-1.safetensors": body[:1], "model-2.safetensors": body[1:], "mtp.safetensors": draft}
        files = {name: names for name, names in files.items() if names}
        for name, names in files.items():
            (folder / name).write_bytes(safetensors(names, dtype=dtype))
        index = {tensor: name for name, names in files.items() for tensor in names}
        (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": index}))
    else:
        (folder / "model.safetensors").write_bytes(safetensors(body + draft, dtype=dtype))
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer(tokens)))
    (folder / "tokenizer_config.json").write_text(json.dumps({"chat_template": GLM_45} if template else {}))
    return folder


def tokenizer(tokens: Sequence[str]) -> dict[str, Any]:
    """Bytes, and the tokens that were added to them."""
    letters = byte_letters()
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    added = [
        {"id": len(letters) + i, "content": token, "special": True, **flags} for i, token in enumerate(tokens)
    ]
    bytewise = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    vocabulary = {letter: number for number, letter in enumerate(letters)}
    return {
        "added_tokens": added,
        "pre_tokenizer": bytewise,
        "decoder": bytewise,
        "model": {"type": "BPE", "vocab": vocabulary, "merges": []},
    }
