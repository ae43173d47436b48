"""Hardware profiles: whole, reasoned, overridable, and clear when they are wrong."""

from pathlib import Path

import pytest
import yaml

from inference.profiles.loader import FOLDER, ProfileError, load_profile, profile_for_gpu, profile_names

GPUS = ["b200", "b300", "h100", "h200"]


def test_the_profiles_are_those_of_the_design() -> None:
    assert profile_names() == sorted([*GPUS, "cpu"])


@pytest.mark.parametrize("name", profile_names())
def test_every_profile_loads_and_gives_a_reason_for_each_setting(name: str) -> None:
    profile = load_profile(name)
    defaults = {"device", "dtype", "tp_size"}
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
        ("NVIDIA GeForce RTX 4090", None),
        ("NVIDIA GB200", "b200"),
    ],
)
def test_the_profile_of_a_gpu(driver: str, name: str | None) -> None:
    assert profile_for_gpu(driver) == name


def test_any_value_can_be_overridden() -> None:
    profile = load_profile("h200", {"tp_size": 8, "kv_cache_dtype": "bfloat16", "page_size": None})
    assert profile.settings.tp_size == 8
    assert profile.arguments()["kv_cache_dtype"] == "bfloat16"
    assert "page_size" not in profile.arguments()
    assert profile.reasons["tp_size"] == "overridden by hand"


def test_speculation_is_taken_away_whole() -> None:
    profile = load_profile("h200", {"speculative_algorithm": None})
    assert not profile.speculates
    assert not [name for name in profile.arguments() if name.startswith("speculative")]


@pytest.mark.parametrize(
    ("overrides", "words"),
    [
        ({"tp_sze": 2}, "tp_size"),
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
    with pytest.raises(ProfileError, match="b200, b300, cpu, h100, h200"):
        load_profile("h300")


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    data = yaml.safe_load((FOLDER / "h200.yaml").read_text())
    data["name"] = "mine"
    data["engine"]["tp_size"]["value"] = 2
    file = tmp_path / "mine.yaml"
    file.write_text(yaml.safe_dump(data))
    assert load_profile(file).settings.tp_size == 2
    del data["engine"]["tp_size"]["reason"]
    file.write_text(yaml.safe_dump(data))
    with pytest.raises(ProfileError, match=r"engine\.tp_size\.reason"):
        load_profile(str(file))


@pytest.mark.parametrize("text", ["- a list", "a: [", ""])
def test_a_file_that_is_no_profile(tmp_path: Path, text: str) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text(text)
    with pytest.raises(ProfileError, match=r"bad\.yaml"):
        load_profile(file)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="cannot be read"):
        load_profile(tmp_path / "none.yaml")
