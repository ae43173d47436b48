"""What is checked before any weight is loaded: each fault is named, with a reason and a remedy."""

import json
import socket
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inference.preflight.checkpoint import CheckpointError, read_checkpoint
from inference.preflight.checks import check_engine, installed_packages
from inference.preflight.findings import Finding, Verdict
from inference.preflight.hardware import GpuSeen, Machine, parse_gpu
from inference.profiles.loader import IDLE_CHECK, load_profile
from tests.inference.checkpoint_files import WHOLE_TOKENS, safetensors, write_files

GB = 10**9
H200 = GpuSeen("NVIDIA H200", 141 * GB, 140 * GB, "9.0")
B200 = GpuSeen("NVIDIA B200", 180 * GB, 178 * GB, "10.0")
A100 = GpuSeen("NVIDIA A100-SXM4-80GB", 80 * GB, 79 * GB, "8.0")
T4 = GpuSeen("Tesla T4", 16 * GB, 15 * GB, "7.5")
BIG = Machine((H200,) * 4, 64, 0.5, 500 * GB)
AMPERE = replace(BIG, gpus=(A100,) * 4)
PINS = {"transformers": "5.19.0", "torch": "2.14.1", "sglang-kernel": "0.4.10", "xgrammar": "0.2.7"}
INSTALLED = {"sglang": "0.5.23", **PINS}


NO_TAIL = {"threshold": 300, "next_prompt_estimate": 300}


@pytest.fixture
def checkpoint(tmp_path: Path) -> Path:
    return write_files(tmp_path / "model")


def check(
    model: Path, profile: str = "h200", overrides: dict[str, Any] | None = None, **more: Any
) -> list[Finding]:
    given: dict[str, Any] = {"machine": BIG, "versions": INSTALLED, "pins": PINS, "environment": {}, **more}
    findings = check_engine(str(model), load_profile(profile, overrides), **given)
    for finding in findings:
        assert finding.seen
        assert bool(finding.reason) == bool(finding.remedy) == (finding.verdict is not Verdict.OK)
    return findings


def bad(findings: Sequence[Finding]) -> dict[str, Verdict]:
    return {finding.name: finding.verdict for finding in findings if finding.verdict is not Verdict.OK}


def seen_by(findings: Sequence[Finding], name: str) -> str:
    return " | ".join(finding.seen for finding in findings if finding.name == name)


def test_all_is_well(checkpoint: Path) -> None:
    findings = check(checkpoint)
    assert bad(findings) == {}
    assert {finding.name for finding in findings} == {
        "packages",
        "gpu",
        "settings",
        "idle memory check",
        "combination",
        "checkpoint",
        "memory",
        "cpu",
    }
    json.dumps([finding.as_json() for finding in findings])


def test_the_test_bed_is_well_on_a_cpu(checkpoint: Path) -> None:
    machine = Machine((), 8, 0.1, 20 * GB)
    versions = {"sglang": "0.5.23", "transformers": "5.19.0", "torch": "2.14.1+cpu"}
    assert bad(check(checkpoint, "cpu", machine=machine, versions=versions)) == {}


def test_no_sglang(checkpoint: Path) -> None:
    findings = check(checkpoint, versions={})
    assert bad(findings) == {"packages": Verdict.FAIL}
    assert "pip install .[nia]" in findings[0].remedy


@pytest.mark.parametrize(
    ("package", "version", "verdict"),
    [
        ("transformers", "5.0.0", Verdict.FAIL),
        ("transformers", "5.20.0", Verdict.FAIL),
        ("xgrammar", "0.2.6", Verdict.FAIL),
        ("torch", "2.13.0+cpu", Verdict.WARN),
        ("sglang", "0.5.24", Verdict.WARN),
    ],
)
def test_a_wrong_pin(checkpoint: Path, package: str, version: str, verdict: Verdict) -> None:
    findings = check(checkpoint, versions={**INSTALLED, package: version})
    assert bad(findings)["packages"] is verdict
    assert version in seen_by(findings, "packages")


def test_a_gpu_without_kernels(checkpoint: Path) -> None:
    versions = {name: version for name, version in INSTALLED.items() if name != "sglang-kernel"}
    assert bad(check(checkpoint, versions=versions)) == {"packages": Verdict.FAIL}


def test_no_gpu(checkpoint: Path) -> None:
    findings = check(checkpoint, machine=replace(BIG, gpus=()))
    assert bad(findings) == {"gpu": Verdict.FAIL}
    assert "understudy" in next(finding for finding in findings if finding.name == "gpu").remedy


def test_another_family(checkpoint: Path) -> None:
    findings = check(checkpoint, machine=replace(BIG, gpus=(B200,) * 4))
    assert bad(findings).keys() == {"gpu", "combination"}
    assert "B200" in seen_by(findings, "gpu")
    assert "fa3 off Hopper" in seen_by(findings, "combination")


def test_too_few_gpus(checkpoint: Path) -> None:
    one = replace(BIG, gpus=(H200,))
    assert bad(check(checkpoint, overrides={"tp_size": 4}, machine=one)) == {"gpu": Verdict.FAIL}
    assert bad(check(checkpoint, machine=one)) == {}, "as many are taken as there are"


@pytest.mark.parametrize(
    ("overrides", "here", "parts"),
    [
        ({"tp_size": 8, "nnodes": 2, "dist_init_addr": "a:1"}, 4, 8),
        ({"tp_size": 2, "pp_size": 2}, 4, 4),
        ({"tp_size": 2, "dp_size": 2}, 4, 2),
        ({"tp_size": 4, "dp_size": 4, "enable_dp_attention": True}, 4, 4),
        ({"tp_size": 4, "attn_dp_size": 2}, 4, 4),
    ],
)
def test_gpus_are_counted_over_machines_stages_and_copies(
    tmp_path: Path, overrides: dict[str, Any], here: int, parts: int
) -> None:
    model = write_files(tmp_path / "model")  # of 48 bytes
    roomy = Machine((replace(H200, free=48 // parts * 2),) * here, 64, 0.5, 500 * GB)
    assert bad(check(model, overrides=overrides, machine=roomy)) == {}
    tight = replace(roomy, gpus=(replace(H200, free=48 // parts),) * here)
    assert bad(check(model, overrides=overrides, machine=tight)) == {"memory": Verdict.FAIL}
    fewer = replace(roomy, gpus=roomy.gpus[1:])
    assert bad(check(model, overrides=overrides, machine=fewer))["gpu"] is Verdict.FAIL


def test_without_a_gpu_the_profile_says_what_the_weights_may_be(tmp_path: Path) -> None:
    model = write_files(tmp_path / "model", quantization_config={"quant_method": "modelopt_fp4"})
    for profile, fails in (("h200", True), ("a100", True), ("b200", False), ("generic", False)):
        findings = check(model, profile, machine=replace(BIG, gpus=()))
        assert ("quantization" in bad(findings)) is fails, profile


@pytest.mark.parametrize(
    ("profile", "overrides", "more", "words"),
    [
        ("h200", {"attention_backend": None}, {}, "attention backend unset"),
        ("h200", {"attention_backend": "flashinfer"}, {}, "attention by flashinfer"),
        (
            "h200",
            {"attention_backend": "trtllm_mha", "page_size": 64},
            {},
            "trtllm_mha off the sm_100 family",
        ),
        (
            "b200",
            {"page_size": 1},
            {"machine": replace(BIG, gpus=(B200,) * 4)},
            "trtllm_mha with other pages",
        ),
        (
            "b200",
            {"kv_cache_dtype": "fp8_e4m3"},
            {"machine": replace(BIG, gpus=(B200,) * 4)},
            "FP8 cache on Blackwell",
        ),
        ("a100", {"attention_backend": "trtllm_mha"}, {"machine": AMPERE}, "trtllm_mha on an older GPU"),
        ("h200", {"priority_scheduling_preemption_threshold": 100}, {}, "that no player preempts"),
        ("h200", {"kv_cache_dtype": "auto"}, {}, "KV cache type left open"),
        ("h200", {"attention_backend": "fa4"}, {}, "fa4 with speculation"),
        ("h200", {"nnodes": 2, "tp_size": 8}, {}, "several machines that have no meeting point"),
        ("h200", {"disable_radix_cache": True}, {}, "no prefix cache"),
        ("h200", {"radix_eviction_policy": "tlru"}, {}, "tlru that protects nothing"),
        ("h200", {"radix_eviction_policy": "tlru", "radix_eviction_policy_config": NO_TAIL}, {}, "tlru that"),
        ("cpu", {"attention_backend": "intel_amx"}, {}, "attention_backend on a CPU with speculation"),
        ("h200", {}, {"environment": {"SGLANG_SIMULATE_ACC_LEN": "3"}}, "faked acceptance"),
        ("h200", {}, {"versions": {**INSTALLED, "transformers": "5.0.0"}}, "transformers 5.0.0"),
    ],
)
def test_combinations_that_are_known_to_fail(
    checkpoint: Path, profile: str, overrides: dict[str, Any], more: dict[str, Any], words: str
) -> None:
    findings = check(checkpoint, profile, overrides, **more)
    assert "combination" in bad(findings)
    assert words in seen_by(findings, "combination")


@pytest.mark.parametrize("shards", [True, False])
def test_mtp_weights_missing(tmp_path: Path, shards: bool) -> None:
    model = write_files(tmp_path / "model", mtp=False, shards=shards)
    findings = check(model)
    assert bad(findings) == {"mtp weights": Verdict.FAIL}
    assert "model.layers.2." in seen_by(findings, "mtp weights")
    assert bad(check(model, overrides={"speculative_algorithm": None})) == {}


def test_a_shard_that_is_missing(checkpoint: Path) -> None:
    (checkpoint / "model-2.safetensors").unlink()
    assert seen_by(check(checkpoint), "weights") == "model-2.safetensors is missing"


def test_a_shard_that_is_cut_off(checkpoint: Path) -> None:
    file = checkpoint / "model-2.safetensors"
    file.write_bytes(file.read_bytes()[:-1])
    assert "is cut off" in seen_by(check(checkpoint), "weights")


@pytest.mark.parametrize("content", [b"", b"\xff" * 100, b"\x10" + bytes(7) + b"{not json}      "])
def test_a_shard_that_is_garbage(checkpoint: Path, content: bytes) -> None:
    (checkpoint / "model-2.safetensors").write_bytes(content)
    assert bad(check(checkpoint))["weights"] is Verdict.FAIL


@pytest.mark.parametrize("token", WHOLE_TOKENS)
def test_a_special_token_in_pieces(tmp_path: Path, token: str) -> None:
    model = write_files(tmp_path / "model", tokens=[one for one in WHOLE_TOKENS if one != token])
    findings = check(model)
    assert bad(findings) == {"special tokens": Verdict.FAIL}
    assert token in seen_by(findings, "special tokens")


def test_no_chat_template(tmp_path: Path) -> None:
    model = write_files(tmp_path / "model", template=False)
    assert bad(check(model)) == {"chat template": Verdict.FAIL}
    (model / "chat_template.jinja").write_text("{{ messages }}")
    assert bad(check(model)) == {}


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json"])
@pytest.mark.parametrize("content", [None, "{", "[]"])
def test_a_file_that_is_missing_or_broken(checkpoint: Path, name: str, content: str | None) -> None:
    (checkpoint / name).unlink()
    if content is not None:
        (checkpoint / name).write_text(content)
    findings = check(checkpoint)
    assert bad(findings) == {"checkpoint": Verdict.FAIL}
    assert name in seen_by(findings, "checkpoint")


def test_no_such_folder(tmp_path: Path) -> None:
    assert bad(check(tmp_path / "none")) == {"checkpoint": Verdict.FAIL}
    with pytest.raises(CheckpointError, match="no such folder"):
        read_checkpoint(tmp_path / "none")


def test_no_weights(checkpoint: Path) -> None:
    for file in checkpoint.glob("*safetensors*"):
        file.unlink()
    assert "no *.safetensors" in seen_by(check(checkpoint), "checkpoint")


def test_sizes_are_read_from_headers(tmp_path: Path) -> None:
    model = write_files(tmp_path / "model", shards=False)
    assert read_checkpoint(model).weight_bytes == 3 * 16
    (model / "more.safetensors").write_bytes(safetensors(["x"], 100))
    assert read_checkpoint(model).weight_bytes == 3 * 16 + 400


def test_too_little_gpu_memory(checkpoint: Path) -> None:
    full = replace(H200, free=10)
    machine = replace(BIG, gpus=(H200, H200, H200, full))
    assert bad(check(checkpoint, overrides={"tp_size": 4}, machine=machine)) == {"memory": Verdict.FAIL}


def test_the_memory_row_counts_the_gpus_that_are_there(tmp_path: Path) -> None:
    """Asked for eight, with two there: each of the two would have to hold a half, and not an eighth."""
    model = write_files(tmp_path / "model")
    small = replace(H200, free=20)  # bytes; the three tensors have 48
    machine = replace(BIG, gpus=(small, small))
    findings = check(model, overrides={"tp_size": 8}, machine=machine)
    assert bad(findings) == {"gpu": Verdict.FAIL, "memory": Verdict.FAIL}
    assert "each of 2 GPUs" in seen_by(findings, "memory")


def test_too_little_memory_on_a_cpu(checkpoint: Path) -> None:
    machine = Machine((), 8, 0.1, GB)
    assert bad(check(checkpoint, "cpu", machine=machine)) == {"memory": Verdict.FAIL}


@pytest.mark.parametrize("change", [{"cores": 2}, {"load": 40.0}])
def test_little_headroom_on_the_cpu(checkpoint: Path, change: dict[str, Any]) -> None:
    assert bad(check(checkpoint, machine=replace(BIG, **change))) == {"cpu": Verdict.WARN}


# ---- what a checkpoint says of itself ----


@pytest.mark.parametrize(
    ("dtype", "overrides", "verdict"),
    [("F32", {}, Verdict.WARN), ("F32", {"dtype": "float32"}, Verdict.FAIL), ("BF16", {}, None)],
)
def test_float32_weights(
    tmp_path: Path, dtype: str, overrides: dict[str, Any], verdict: Verdict | None
) -> None:
    findings = check(write_files(tmp_path / "model", dtype=dtype), overrides=overrides)
    assert bad(findings).get("weight type") is verdict


@pytest.mark.parametrize(
    ("config", "overrides", "verdict"),
    [
        ({"max_position_embeddings": 4096}, {}, Verdict.FAIL),
        ({"max_position_embeddings": 8192}, {}, Verdict.WARN),
        ({}, {"context_length": 8192}, Verdict.WARN),
        ({}, {}, None),
    ],
)
def test_a_context_that_is_too_small(
    tmp_path: Path, config: dict[str, Any], overrides: dict[str, Any], verdict: Verdict | None
) -> None:
    findings = check(write_files(tmp_path / "model", **config), overrides=overrides)
    assert bad(findings).get("context") is verdict


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("Glm4MoeForCausalLM", None),
        ("Glm4MoeLiteForCausalLM", Verdict.WARN),
        ("MistralForCausalLM", Verdict.WARN),
        ("PhantomForCausalLM", Verdict.FAIL),
    ],
)
def test_another_architecture(tmp_path: Path, name: str, verdict: Verdict | None) -> None:
    findings = check(write_files(tmp_path / "model", architectures=[name]))
    assert bad(findings).get("architecture") is verdict


@pytest.mark.parametrize(
    ("quantization", "machine", "verdict"),
    [
        ({"quant_method": "exl2"}, BIG, Verdict.FAIL),
        ({"quant_method": "modelopt_fp4"}, BIG, Verdict.FAIL),
        ({"quant_method": "modelopt", "quant_algo": "NVFP4"}, BIG, Verdict.FAIL),
        ({"quant_method": "fp8"}, AMPERE, Verdict.WARN),
        ({"quant_method": "fp8"}, BIG, None),
        ({"quant_method": "compressed-tensors"}, BIG, None),
    ],
)
def test_quantization(
    tmp_path: Path, quantization: dict[str, str], machine: Machine, verdict: Verdict | None
) -> None:
    profile = "a100" if machine is AMPERE else "h200"
    model = write_files(tmp_path / "model", quantization_config=quantization)
    assert bad(check(model, profile, machine=machine)).get("quantization") is verdict


@pytest.mark.parametrize(("count", "fails"), [(1, False), (3, True), (4, False), (16, True)])
def test_gpus_that_do_not_divide_the_kv_heads(tmp_path: Path, count: int, fails: bool) -> None:
    model = write_files(tmp_path / "model", num_attention_heads=24, num_key_value_heads=4)
    findings = check(model, overrides={"tp_size": count}, machine=replace(BIG, gpus=(H200,) * 16))
    assert ("tensor parallelism" in bad(findings)) is fails


def test_an_mtp_layer_that_the_configuration_denies(tmp_path: Path) -> None:
    model = write_files(tmp_path / "model", num_nextn_predict_layers=0)
    findings = check(model)
    assert bad(findings) == {"mtp layer": Verdict.FAIL}
    assert "num_nextn_predict_layers: 0" in seen_by(findings, "mtp layer")
    assert bad(check(model, overrides={"speculative_algorithm": None})) == {}


def test_a_model_that_does_not_reason_and_has_no_mtp_layer(tmp_path: Path) -> None:
    model = write_files(
        tmp_path / "model", mtp=False, tokens=["<|eot_id|>"], architectures=["LlamaForCausalLM"]
    )
    findings = check(model)
    assert bad(findings) == {"reasoning": Verdict.WARN}
    assert "speculative_algorithm = None: left out: LlamaForCausalLM" in seen_by(findings, "settings")


# ---- what the settings were made of ----


def test_the_generic_profile_says_what_it_guesses(checkpoint: Path) -> None:
    findings = check(checkpoint, "generic", machine=replace(BIG, gpus=(T4,)))
    assert bad(findings) == {"settings": Verdict.WARN}
    assert "attention_backend = triton" in seen_by(findings, "settings")


def test_the_idle_memory_check_is_off_and_says_so(checkpoint: Path) -> None:
    assert seen_by(check(checkpoint), "idle memory check").startswith("off")
    findings = check(checkpoint, environment={IDLE_CHECK: "true"})
    assert bad(findings) == {"idle memory check": Verdict.WARN}


def test_what_was_chosen_is_said(checkpoint: Path) -> None:
    assert "tp_size = 1: chosen" in seen_by(check(checkpoint), "settings")


def test_a_port_that_is_taken(checkpoint: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        findings = check(checkpoint, ports=[port])
    assert bad(findings) == {"port": Verdict.FAIL}
    assert str(port) in seen_by(findings, "port")


def test_nvidia_smi_is_read() -> None:
    gpu = parse_gpu("NVIDIA H200, 143771, 143160, 9.0")
    assert gpu == GpuSeen("NVIDIA H200", 143771 * 1024**2, 143160 * 1024**2, "9.0")
    assert parse_gpu("NVIDIA H200, [N/A], [N/A], 9.0") is None


def test_installed_packages_have_normal_names() -> None:
    assert "pyyaml" in installed_packages()
    assert "pydantic-settings" in installed_packages()
