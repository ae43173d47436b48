"""Hardware profiles: whole, reasoned, overridable, and clear when they are wrong."""

from pathlib import Path

import pytest
import yaml

from inference.profiles.engine_fields import FieldError, check_field, read_pair, sglang_facts
from inference.profiles.loader import (
    BY_HAND,
    FOLDER,
    IDLE_CHECK,
    ProfileError,
    load_profile,
    profile_for_gpu,
    profile_names,
)

GPUS = ["a100", "b200", "b300", "gh200", "h100", "h200", "l40s", "rtx-pro-6000", "rtx4090"]


def test_the_profiles_are_those_of_the_design() -> None:
    assert profile_names() == sorted([*GPUS, "cpu", "generic"])


@pytest.mark.parametrize("name", profile_names())
def test_every_profile_loads_and_gives_a_reason_for_each_setting(name: str) -> None:
    profile = load_profile(name)
    defaults = {"device", "dtype", "tp_size"}
    assert profile.environment[IDLE_CHECK] == "false"
    assert profile.arguments().keys() - profile.reasons.keys() <= defaults
    assert all(len(reason) > 20 for reason in profile.reasons.values())


@pytest.mark.parametrize("name", profile_names())
def test_speculation_is_as_published(name: str) -> None:
    settings = load_profile(name).settings
    assert settings.speculative_algorithm == "EAGLE"
    assert (settings.speculative_num_steps, settings.speculative_eagle_topk) == (3, 1)
    assert settings.speculative_num_draft_tokens == 4


@pytest.mark.parametrize(
    ("name", "backend", "pages", "cache"),
    [
        ("h100", "fa3", 1, "fp8_e4m3"),
        ("h200", "fa3", 1, "fp8_e4m3"),
        ("b200", "trtllm_mha", 64, "bfloat16"),
        ("b300", "trtllm_mha", 64, "bfloat16"),
        ("gh200", "fa3", 1, "fp8_e4m3"),
        ("a100", "triton", 1, "bfloat16"),
        ("l40s", "triton", 1, "bfloat16"),
        ("rtx4090", "triton", 1, "bfloat16"),
        ("rtx-pro-6000", "triton", 1, "bfloat16"),
        ("generic", "triton", 1, "bfloat16"),
    ],
)
def test_attention_and_cache_by_family(name: str, backend: str, pages: int, cache: str) -> None:
    settings = load_profile(name).settings
    assert settings.attention_backend == backend
    assert settings.page_size == pages
    assert settings.kv_cache_dtype == cache


@pytest.mark.parametrize(
    ("driver", "name"),
    [
        ("NVIDIA H100 80GB HBM3", "h100"),
        ("NVIDIA H200", "h200"),
        ("NVIDIA B200", "b200"),
        ("NVIDIA B300 SXM6 AC", "b300"),
        ("NVIDIA GH200 480GB", "gh200"),
        ("NVIDIA A100-SXM4-80GB", "a100"),
        ("NVIDIA L40S", "l40s"),
        ("NVIDIA GeForce RTX 4090", "rtx4090"),
        ("NVIDIA RTX PRO 6000 Blackwell Server Edition", "rtx-pro-6000"),
        ("NVIDIA GB200", "b200"),
        ("NVIDIA RTX A1000", "generic"),
        ("Tesla T4", "generic"),
    ],
)
def test_the_profile_of_a_gpu(driver: str, name: str) -> None:
    assert profile_for_gpu(driver) == name


def test_any_value_can_be_overridden() -> None:
    profile = load_profile("h200", {"tp_size": 8, "kv_cache_dtype": "bfloat16", "page_size": None})
    assert profile.settings.tp_size == 8
    assert profile.arguments()["kv_cache_dtype"] == "bfloat16"
    assert "page_size" not in profile.arguments()
    assert profile.reasons["tp_size"] == BY_HAND


def test_speculation_is_taken_away_whole() -> None:
    profile = load_profile("h200", {"speculative_algorithm": None})
    assert not profile.speculates
    assert not [name for name in profile.arguments() if name.startswith("speculative")]


@pytest.mark.parametrize(
    ("overrides", "words"),
    [
        ({"tp_sze": 2}, "Did you mean 'tp_size'"),
        ({"enable_hierarchical_cach": True}, "enable_hierarchical_cache"),
        ({"hicache_ratio": "twice"}, "SGLang wants float"),
        ({"radix_eviction_policy": "best"}, "lfu, lru, priority, slru, tlru"),
        ({"model_path": "/m"}, "--model"),
        ({"enable_priority_scheduling": False}, "players go before"),
        ({"tp_size": 0}, "tp_size"),
        ({"kv_cache_dtype": "fp4"}, "kv_cache_dtype"),
        ({"speculative_num_steps": 5}, "6 draft tokens"),
        ({"speculative_num_draft_tokens": None}, "speculative_num_draft_tokens"),
        ({"max_running_requests": None}, "max_running_requests"),
    ],
)
def test_a_wrong_override_names_itself(overrides: dict[str, object], words: str) -> None:
    with pytest.raises(ProfileError, match=words):
        load_profile("h200", overrides)


def test_an_unknown_name_lists_the_names() -> None:
    with pytest.raises(ProfileError, match="a100, b200, b300, cpu, generic"):
        load_profile("h300")


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    data = yaml.safe_load((FOLDER / "h200.yaml").read_text())
    data["name"] = "mine"
    data["engine"]["tp_size"] = {"value": 2, "reason": "Two are free here.", "source": "these tests"}
    data["engine"]["hicache_ratio"] = {"value": 2, "reason": "There is memory.", "source": "these tests"}
    file = tmp_path / "mine.yaml"
    file.write_text(yaml.safe_dump(data))
    assert load_profile(file).settings.tp_size == 2
    assert load_profile(file).arguments()["hicache_ratio"] == 2
    del data["engine"]["tp_size"]["reason"]
    file.write_text(yaml.safe_dump(data))
    with pytest.raises(ProfileError, match=r"engine\.tp_size\.reason"):
        load_profile(str(file))
    del data["engine"]["tp_size"]
    data["engine"]["hicache_ration"] = data["engine"].pop("hicache_ratio")
    file.write_text(yaml.safe_dump(data))
    with pytest.raises(
        ProfileError, match=r"engine\.hicache_ration: no such setting\. Did you mean 'hicache_ratio'"
    ):
        load_profile(str(file))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("enable_hierarchical_cache", True),
        ("hicache_ratio", 2),
        ("hicache_ratio", 1.5),
        ("dp_size", 4),
        ("ep_size", 8),
        ("nnodes", 2),
        ("dist_init_addr", "10.0.0.1:5000"),
        ("moe_runner_backend", "triton"),
        ("speculative_adaptive", True),
        ("speculative_draft_model_path", "/drafts"),
        ("quantization", "fp8"),
        ("cuda_graph_bs_decode", [1, 2, 4]),
        ("radix_eviction_policy", "tlru"),
    ],
)
def test_any_field_of_sglangs_own_can_be_set(name: str, value: object) -> None:
    profile = load_profile("h200", {name: value})
    assert profile.arguments()[name] == value
    assert profile.setting(name) == value
    assert profile.reasons[name] == BY_HAND
    assert name not in load_profile("h200", {name: None}).arguments()


def test_the_facts_of_the_pinned_sglang_are_whole() -> None:
    facts = sglang_facts()
    assert facts.version == "0.5.23"
    assert len(facts.fields) > 500
    assert {"Glm4MoeForCausalLM", "Glm4MoeLiteForCausalLM", "GlmMoeDsaForCausalLM"} <= facts.architectures


@pytest.mark.parametrize("value", [True, "8", 8.5])
def test_a_number_is_no_text_and_no_truth(value: object) -> None:
    with pytest.raises(FieldError, match="SGLang wants int"):
        check_field("nnodes", value)


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("page_size=64", ("page_size", 64)),
        ("--page-size=64", ("page_size", 64)),
        ("hicache_ratio=1.5", ("hicache_ratio", 1.5)),
        ("enable_hierarchical_cache=True", ("enable_hierarchical_cache", True)),
        ("speculative_algorithm=none", ("speculative_algorithm", None)),
        ("dist_init_addr=10.0.0.1:5000", ("dist_init_addr", "10.0.0.1:5000")),
        ("cuda_graph_bs_decode=[1,2]", ("cuda_graph_bs_decode", [1, 2])),
    ],
)
def test_a_pair_of_the_command_line(text: str, pair: tuple[str, object]) -> None:
    assert read_pair(text) == pair


@pytest.mark.parametrize("text", ["page_size", "=3", ""])
def test_what_is_no_pair(text: str) -> None:
    with pytest.raises(FieldError, match="name=value"):
        read_pair(text)


@pytest.mark.parametrize("text", ["- a list", "a: [", ""])
def test_a_file_that_is_no_profile(tmp_path: Path, text: str) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text(text)
    with pytest.raises(ProfileError, match=r"bad\.yaml"):
        load_profile(file)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="cannot be read"):
        load_profile(tmp_path / "none.yaml")
