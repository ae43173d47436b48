"""Writes the files of a checkpoint without any weights to speak of, whole or with something missing."""

import json
from collections.abc import Sequence
from pathlib import Path

from inference.preflight.checks import WHOLE_TOKENS

LAYERS = 2


def safetensors(names: Sequence[str], numbers: int = 4) -> bytes:
    """A file of the safetensors format with float32 tensors of so many numbers each."""
    size = 4 * numbers
    header = {
        name: {"dtype": "F32", "shape": [numbers], "data_offsets": [i * size, (i + 1) * size]}
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
) -> Path:
    """Two shards and an index, the MTP layer in a file of its own; or all in one file."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(
        json.dumps({"num_hidden_layers": LAYERS, "max_position_embeddings": 4096})
    )
    body = [f"model.layers.{layer}.mlp.gate.weight" for layer in range(LAYERS)]
    draft = [f"model.layers.{LAYERS}.eh_proj.weight"] if mtp else []
    if shards:
        files = {"model-1.safetensors": body[:1], "model-2.safetensors": body[1:], "mtp.safetensors": draft}
        files = {name: names for name, names in files.items() if names}
        for name, names in files.items():
            (folder / name).write_bytes(safetensors(names))
        index = {tensor: name for name, names in files.items() for tensor in names}
        (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": index}))
    else:
        (folder / "model.safetensors").write_bytes(safetensors(body + draft))
    added = [{"id": i, "content": token} for i, token in enumerate(tokens)]
    (folder / "tokenizer.json").write_text(
        json.dumps({"added_tokens": added, "model": {"vocab": {"a": 100, "b": 101}}})
    )
    (folder / "tokenizer_config.json").write_text(
        json.dumps({"chat_template": "{{ messages }}"} if template else {})
    )
    return folder
