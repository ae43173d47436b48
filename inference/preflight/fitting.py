"""Fits a profile to a checkpoint and the GPUs that are there: what a person would otherwise look up for each model.

Nothing that was set by hand or by the profile itself is changed, but for what the checkpoint cannot run with. Pure.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from inference.preflight.checkpoint import Checkpoint
from inference.preflight.hardware import GpuSeen
from inference.profiles.engine_fields import sglang_facts
from inference.profiles.loader import BY_HAND, Profile

# Of a GPU's memory for weights and cache: what weights may take of it where more GPUs could be had.
WEIGHTS_SHARE = 0.6
MOST_GPUS = 64
OWN_DRAFTS = ("EAGLE", "NEXTN")


@dataclass(frozen=True)
class Reasoner:
    """One of SGLang's reasoning parsers. `tokens`: what strict thinking bans from thoughts; each must be whole."""

    parser: str
    tokens: tuple[str, ...]

    @property
    def is_strict(self) -> bool:
        """Whether SGLang itself can hold a budget: without banned tokens its filter is off."""
        return bool(self.tokens)


TAGS = ("<think>", "</think>")
GLM = Reasoner("glm45", ("<tool_call>", "</tool_call>", "<eop>", "<|user|>", "<|endoftext|>"))
QWEN = Reasoner("qwen3", ("<tool_call>", "</tool_call>", "<|im_end|>", "<|endoftext|>"))
# Closes at the same tag and bans nothing.
PLAIN = Reasoner("deepseek-r1", ())


def reasoner_of(checkpoint: Checkpoint) -> Reasoner | None:
    """By the vocabulary: which tokens end a message in it. None for a model that does not reason in <think> tags."""
    if not checkpoint.tokens.issuperset(TAGS):
        return None
    if is_glm(checkpoint) or checkpoint.tokens.issuperset(GLM.tokens):
        return GLM
    return QWEN if checkpoint.tokens.issuperset(QWEN.tokens) else PLAIN


def is_glm(checkpoint: Checkpoint) -> bool:
    return (checkpoint.architecture or "").startswith("Glm") or "[gMASK]" in checkpoint.tokens


def drafts_itself(checkpoint: Checkpoint) -> bool:
    """Whether SGLang knows an MTP layer for this architecture; true where the checkpoint does not name one."""
    name = checkpoint.architecture
    known = sglang_facts().architectures
    return name is None or f"{name}NextN" in known or f"{name}MTP" in known


def fit_profile(profile: Profile, checkpoint: Checkpoint, gpus: Sequence[GpuSeen]) -> Profile:
    """The profile as this checkpoint is to be run with. Raises ProfileError."""
    changes: dict[str, Any] = {}
    reasons: dict[str, str] = {}
    for name, value, reason in (
        *_speculation(profile, checkpoint),
        *_attention(profile, checkpoint),
        *_parallelism(profile, checkpoint, gpus),
        *_parser(profile, checkpoint),
    ):
        changes[name], reasons[name] = value, reason
    return profile.with_changes(changes, reasons) if changes else profile


Change = tuple[str, Any, str]


def _speculation(profile: Profile, checkpoint: Checkpoint) -> list[Change]:
    settings = profile.settings
    own = settings.speculative_algorithm in OWN_DRAFTS and settings.speculative_draft_model_path is None
    if not own or drafts_itself(checkpoint) or profile.reasons.get("speculative_algorithm") == BY_HAND:
        return []
    reason = f"left out: {checkpoint.architecture} has no MTP layer that could draft"
    return [(name, None, reason) for name in profile.arguments() if name.startswith("speculative_")]


def _attention(profile: Profile, checkpoint: Checkpoint) -> list[Change]:
    """MLA models need backends that know their compressed cache; see `get_default_attn_backend` of sglang 0.5.23."""
    if profile.settings.device != "cuda" or not (checkpoint.uses_mla or checkpoint.uses_sparse_attention):
        return []
    if checkpoint.uses_sparse_attention:
        why = "sparse attention over MLA, as GLM-5 has it: SGLang's own backend, on pages of 64"
        wanted = {"attention_backend": "dsa", "page_size": 64}
    elif profile.settings.attention_backend == "trtllm_mha":
        why = (
            "an MLA model: trtllm_mha cannot read its cache; triton is what its publisher names for Blackwell"
        )
        wanted = {"attention_backend": "triton", "page_size": 1}
        if profile.speculates:
            wanted["speculative_draft_attention_backend"] = "triton"
    else:
        return []  # fa3 and triton know both kinds
    return [(name, value, why) for name, value in wanted.items() if profile.reasons.get(name) != BY_HAND]


def _parser(profile: Profile, checkpoint: Checkpoint) -> list[Change]:
    reasoner = reasoner_of(checkpoint)
    if reasoner is None or "reasoning_parser" in profile.reasons:
        return []
    return [("reasoning_parser", reasoner.parser, "by the special tokens of the vocabulary")]


def _parallelism(profile: Profile, checkpoint: Checkpoint, gpus: Sequence[GpuSeen]) -> list[Change]:
    if profile.settings.device != "cuda" or "tp_size" in profile.reasons or not gpus:
        return []
    fraction = profile.settings.mem_fraction_static or 0.85
    room = min(gpu.memory for gpu in gpus) * fraction
    size = checkpoint.loaded_bytes(profile.settings.dtype)
    stages = int(profile.setting("pp_size") or 1)  # each holds its layers, and is spread by itself
    size //= stages
    most = max(1, min(len(gpus) * profile.machines // (stages * profile.copies), MOST_GPUS))
    possible = [count for count in range(1, most + 1) if divides(checkpoint, count)]
    fitting = [count for count in possible if size / count <= room]
    enough = [count for count in fitting if size / count <= WEIGHTS_SHARE * room]
    chosen = min(enough, default=max(fitting or possible or [1]))
    weights = f"{size / 1e9:.0f} GB of weights" + (" in each stage" if stages > 1 else "")
    reason = f"chosen: {weights}, {size / chosen / 1e9:.0f} GB on each of {chosen} of {most} GPUs"
    return [("tp_size", chosen, reason)]


def divides(checkpoint: Checkpoint, count: int) -> bool:
    """Whether the model can be spread over so many GPUs by tensor parallelism."""
    return not obstacles(checkpoint, count)


def obstacles(checkpoint: Checkpoint, count: int) -> list[str]:
    """What keeps a model from being spread over so many GPUs, in words."""
    found = []
    heads, kv_heads = checkpoint.heads, checkpoint.kv_heads
    if heads and heads % count:
        found.append(f"{heads} attention heads")
    if kv_heads and kv_heads % count and count % kv_heads:
        found.append(f"{kv_heads} KV heads")
    block = _block(checkpoint.quantization)
    size = checkpoint.text.get("moe_intermediate_size")
    if block and isinstance(size, int) and size // count % block:
        found.append(f"experts of {size}, quantized in blocks of {block}")
    return found


def _block(quantization: Mapping[str, Any]) -> int | None:
    sizes = quantization.get("weight_block_size")
    return sizes[0] if isinstance(sizes, list) and sizes and isinstance(sizes[0], int) else None
