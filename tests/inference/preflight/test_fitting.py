"""A profile fitted to a checkpoint: GPUs by weights, backends by attention, parser by tokens, drafts if any."""

from pathlib import Path
from typing import Any

import pytest

from inference.preflight.checkpoint import Checkpoint
from inference.preflight.fitting import GLM, PLAIN, QWEN, TAGS, fit_profile, reasoner_of
from inference.preflight.hardware import GpuSeen
from inference.profiles.loader import Profile, load_profile

GB = 10**9


def model_of(
    weights_gb: float = 10, tokens: tuple[str, ...] = (*TAGS, *GLM.tokens), **config: Any
) -> Checkpoint:
    given = {
        "num_hidden_layers": 4,
        "architectures": ["Glm4MoeForCausalLM"],
        "num_attention_heads": 96,
        "num_key_value_heads": 8,
    }
    return Checkpoint(
        Path("/m"), {**given, **config}, frozenset(), int(weights_gb * GB), (), frozenset(tokens), True
    )


def gpus(count: int, memory_gb: float = 141, name: str = "NVIDIA H200") -> list[GpuSeen]:
    return [GpuSeen(name, int(memory_gb * GB), int(memory_gb * GB), "9.0")] * count


def fit_to(
    checkpoint: Checkpoint, profile: str = "h200", count: int = 8, memory_gb: float = 141, **settings: Any
) -> Profile:
    return fit_profile(load_profile(profile, settings), checkpoint, gpus(count, memory_gb))


@pytest.mark.parametrize(
    ("weights_gb", "count", "memory_gb", "chosen"),
    [
        (355, 8, 141, 8),  # GLM-4.6 in FP8: on four the cache would have a quarter
        (355, 4, 141, 4),  # but four is what there is
        (355, 8, 80, 8),
        (355, 2, 288, 2),
        (106, 8, 141, 2),  # GLM-4.5-Air in FP8
        (60, 8, 80, 2),
        (16, 1, 24, 1),
        (30, 8, 141, 1),
        (355, 6, 141, 6),  # 96 heads on six GPUs; its eight KV heads forbid it, see below
    ],
)
def test_as_many_gpus_as_leave_room_for_the_cache(
    weights_gb: float, count: int, memory_gb: float, chosen: int
) -> None:
    checkpoint = model_of(weights_gb, num_key_value_heads=96 if chosen == 6 else 8)
    profile = fit_to(checkpoint, count=count, memory_gb=memory_gb)
    assert profile.settings.tp_size == chosen
    assert profile.reasons["tp_size"].startswith(f"chosen: {weights_gb:.0f} GB of weights")


def test_gpus_that_do_not_divide_the_model_are_left_out() -> None:
    assert fit_to(model_of(355), count=6).settings.tp_size == 4
    assert fit_to(model_of(20, num_attention_heads=20, num_key_value_heads=20), count=8).settings.tp_size == 1
    blocks = {"quant_method": "fp8", "weight_block_size": [128, 128]}
    assert (
        fit_to(
            model_of(355, moe_intermediate_size=1536, quantization_config=blocks), count=8
        ).settings.tp_size
        == 4
    )


def test_more_machines_count_too() -> None:
    assert fit_to(model_of(700), count=8, nnodes=2, memory_gb=80).settings.tp_size == 16


def test_stages_and_copies_leave_fewer_gpus_to_each() -> None:
    assert fit_to(model_of(700), count=8, pp_size=2).settings.tp_size == 4
    assert fit_to(model_of(100), count=8, dp_size=4).settings.tp_size == 2
    assert fit_to(model_of(350), count=8, dp_size=4).settings.tp_size == 2


def test_what_was_set_by_hand_or_by_the_profile_stays() -> None:
    assert fit_to(model_of(355), tp_size=2).settings.tp_size == 2
    assert fit_to(model_of(355), count=0).settings.tp_size == 1


@pytest.mark.parametrize(
    ("tokens", "found"),
    [
        ((*TAGS, *GLM.tokens), GLM),
        ((*TAGS, "[gMASK]"), GLM),  # the doctor then says which of its tokens are not whole
        ((*TAGS, *QWEN.tokens), QWEN),
        ((*TAGS, "<eos>"), PLAIN),
        (("<eos>",), None),
        (("<think>",), None),
    ],
)
def test_the_parser_is_chosen_by_the_tokens(tokens: tuple[str, ...], found: object) -> None:
    checkpoint = model_of(tokens=tokens, architectures=["OtherForCausalLM"])
    assert reasoner_of(checkpoint) == found
    assert fit_to(checkpoint).settings.reasoning_parser == getattr(found, "parser", None)


@pytest.mark.parametrize(
    ("architecture", "speculates"),
    [
        ("Glm4MoeForCausalLM", True),
        ("Glm4MoeLiteForCausalLM", True),
        ("GlmMoeDsaForCausalLM", True),
        ("Qwen3ForCausalLM", False),
        ("LlamaForCausalLM", False),
        ("Gemma3ForCausalLM", False),
    ],
)
def test_a_model_without_an_mtp_layer_does_not_speculate(architecture: str, speculates: bool) -> None:
    profile = fit_to(model_of(architectures=[architecture]))
    assert profile.speculates is speculates
    assert speculates or not [name for name in profile.arguments() if name.startswith("speculative_")]


def test_a_draft_model_of_ones_own_drafts_for_any_architecture() -> None:
    checkpoint = model_of(architectures=["LlamaForCausalLM"])
    assert fit_to(checkpoint, speculative_draft_model_path="/drafts").speculates
    assert fit_to(checkpoint, speculative_algorithm="EAGLE3").speculates


MLA: dict[str, Any] = {
    "architectures": ["Glm4MoeLiteForCausalLM"],
    "kv_lora_rank": 512,
    "num_attention_heads": 20,
}
SPARSE: dict[str, Any] = {"architectures": ["GlmMoeDsaForCausalLM"], "kv_lora_rank": 512, "index_topk": 2048}


@pytest.mark.parametrize(
    ("profile", "config", "backend", "pages", "drafts"),
    [
        ("h200", MLA, "fa3", 1, None),
        ("b200", MLA, "triton", 1, "triton"),
        ("rtx4090", MLA, "triton", 1, None),
        ("h200", SPARSE, "dsa", 64, None),
        ("b200", SPARSE, "dsa", 64, None),
        ("b200", {}, "trtllm_mha", 64, None),
    ],
)
def test_attention_suits_the_cache_of_the_model(
    profile: str, config: dict[str, Any], backend: str, pages: int, drafts: str | None
) -> None:
    settings = fit_to(model_of(**config), profile).settings
    assert (settings.attention_backend, settings.page_size) == (backend, pages)
    assert settings.speculative_draft_attention_backend == drafts


def test_a_backend_set_by_hand_stays() -> None:
    assert fit_to(model_of(**MLA), "b200", attention_backend="trtllm_mla").settings.attention_backend == (
        "trtllm_mla"
    )


def test_a_model_that_sees_keeps_its_numbers_elsewhere() -> None:
    inner = {"num_hidden_layers": 8, "num_attention_heads": 16, "num_key_value_heads": 4}
    checkpoint = model_of(text_config=inner, architectures=["Gemma3ForConditionalGeneration"])
    assert (checkpoint.layers, checkpoint.heads, checkpoint.kv_heads) == (8, 16, 4)
