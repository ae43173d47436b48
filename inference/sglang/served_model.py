"""What an SGLang server says of its model, with the checkpoint's own files: EngineInfo without loading anything."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from inference.engine import EngineInfo
from inference.sglang.info import END_THINK, THINK, ints_of


def info_of(said: Mapping[str, Any], folder: Path, tokenizer: Any) -> EngineInfo:
    """`said` is the answer to `/server_info`, `tokenizer` a `tokenizers.Tokenizer`.

    Raises ValueError, LookupError or TypeError for what is no such answer, or no such folder.
    """
    config = _json_of(folder / "config.json")
    text = config.get("text_config", config)
    special = {token.content: number for number, token in tokenizer.get_added_tokens_decoder().items()}
    generation = folder / "generation_config.json"
    ends = {*ints_of(text.get("eos_token_id")), *ints_of(config.get("eos_token_id"))}
    if generation.is_file():
        ends |= {*ints_of(_json_of(generation).get("eos_token_id"))}
    speculates = said.get("speculative_algorithm") is not None
    draft = int(said.get("speculative_num_draft_tokens") or 0) if speculates else 0
    context = int(said.get("context_length") or text["max_position_embeddings"])
    return EngineInfo(
        model=Path(str(said["model_path"])).name,
        vocabulary_size=int(text["vocab_size"]),
        # SGLang keeps some for itself: one, and those of the drafts.
        context_length=context - draft - 1,
        kv_capacity=int(said["max_total_num_tokens"]),
        end_ids=tuple(sorted(ends)),
        think_open=(special[THINK],) if THINK in special else (),
        think_close=(special[END_THINK],) if END_THINK in special else (),
        draft_tokens=draft,
        special_ids=special,
        stamps={
            "engine": "sglang over http",
            "sglang": str(said.get("version")),
            "dtype": str(said.get("dtype")),
            "kv_cache_dtype": str(said.get("kv_cache_dtype")),
            "speculation": str(said.get("speculative_algorithm") or "none"),
        },
    )


def _json_of(file: Path) -> dict[str, Any]:
    if not file.is_file():
        raise ValueError(f"{file} is missing: name a folder with the checkpoint's tokenizer and config.json")
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found
