"""What a running SGLang engine says of its model: EngineInfo, with the tags and special tokens of the tokenizer."""

import importlib.metadata
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from inference.engine import EngineInfo
from inference.profiles.loader import Profile

THINK, END_THINK = "<think>", "</think>"
PACKAGES = ("sglang", "torch", "transformers", "xgrammar")


def versions() -> dict[str, str]:
    """The versions of the packages that a model's output may depend on; those not installed are missing."""
    found = {}
    for package in PACKAGES:
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def tag_ids(tokenizer: Any, tag: str) -> tuple[int, ...]:
    """The ids that spell a tag: one if the vocabulary has it whole."""
    return tuple(tokenizer.encode(tag, add_special_tokens=False))


def describe(engine: Any, model: str, profile: Profile) -> EngineInfo:
    """`engine` is a started `sglang.Engine`."""
    manager = engine.tokenizer_manager
    tokenizer, config = manager.tokenizer, manager.model_config
    scheduler = engine._scheduler_init_result.scheduler_infos[0]
    ends = {*ints_of(config.hf_eos_token_id), *ints_of(tokenizer.eos_token_id)}
    special = {token: tokenizer.convert_tokens_to_ids(token) for token in tokenizer.get_added_vocab()}
    settings = profile.settings
    return EngineInfo(
        model=Path(model).name,
        vocabulary_size=config.vocab_size,
        context_length=manager.context_len - manager.num_reserved_tokens - 1,
        kv_capacity=scheduler["max_total_num_tokens"],
        end_ids=tuple(sorted(ends)),
        think_open=tag_ids(tokenizer, THINK) if THINK in special else (),
        think_close=tag_ids(tokenizer, END_THINK) if END_THINK in special else (),
        draft_tokens=settings.speculative_num_draft_tokens or 0 if profile.speculates else 0,
        special_ids=special,
        stamps={
            **versions(),
            "engine": "sglang",
            "profile": profile.name,
            "dtype": settings.dtype,
            "kv_cache_dtype": settings.kv_cache_dtype or "default",
            "speculation": settings.speculative_algorithm or "none",
            # SGLang heeds a request's seed in this mode alone.
            "seeds": "held" if settings.enable_deterministic_inference else "not held",
        },
    )


def ints_of(value: int | Iterable[int] | None) -> tuple[int, ...]:
    if value is None:
        return ()
    return (value,) if isinstance(value, int) else tuple(value)
