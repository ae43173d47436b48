"""Folders that are no checkpoint, or no whole one: what is told of each, before any weight is loaded."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inference.preflight.checkpoint import INDEX, read_checkpoint
from inference.preflight.checks import check_engine
from inference.preflight.findings import Finding, Verdict
from inference.preflight.hardware import GpuSeen, Machine
from inference.profiles.loader import load_profile
from tests.inference.checkpoint_files import safetensors, write_files

GB = 10**9
MACHINE = Machine((GpuSeen("NVIDIA H200", 141 * GB, 140 * GB, "9.0"),) * 4, 64, 0.5, 500 * GB)
POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 4995496656\n"
SHARD = "model-1.safetensors"


def faults(folder: Path) -> list[Finding]:
    found = check_engine(
        str(folder), load_profile("h200"), machine=MACHINE, pins={}, environment={},
        versions={"sglang": "0.5.23", "sglang-kernel": "0.4.10"},
    )  # fmt: skip
    return [one for one in found if one.verdict is Verdict.FAIL]


def write(name: str, text: str) -> Callable[[Path], object]:
    return lambda folder: (folder / name).write_text(text)


def write_json(name: str, data: Any) -> Callable[[Path], object]:
    return write(name, json.dumps(data))


def shard_with(header: Any) -> Callable[[Path], object]:
    written = json.dumps(header).encode()
    return lambda folder: (folder / SHARD).write_bytes(len(written).to_bytes(8, "little") + written)


def remake(folder: Path, *files: str) -> None:
    """Another kind of folder, with these files and nothing else."""
    for file in folder.iterdir():
        file.unlink()
    for name in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("{}")


def config_with(**fields: Any) -> Callable[[Path], object]:
    return lambda folder: write_files(folder, **fields)


def unigram(folder: Path) -> None:
    """A vocabulary that cannot write every text."""
    found = json.loads((folder / "tokenizer.json").read_text())
    found["model"] = {"type": "Unigram", "unk_id": None, "vocab": [["a", -1.0], ["b", -2.0]]}
    write_json("tokenizer.json", found)(folder)


def nvfp4(folder: Path) -> None:
    write_json("hf_quant_config.json", {"quantization": {"quant_algo": "NVFP4"}})(folder)


TABLE: dict[str, tuple[Callable[[Path], object], str]] = {
    "weights not fetched by LFS": (write(SHARD, POINTER), "git lfs pull"),
    "a tokenizer not fetched by LFS": (write("tokenizer.json", POINTER), "git lfs pull"),
    "a header without places": (shard_with({"a": {"dtype": "BF16"}}), f"{SHARD} has a broken header"),
    "a header that is a list": (shard_with([1, 2]), f"{SHARD} has a broken header"),
    "a tokenizer of nulls": (write_json("tokenizer.json", {"added_tokens": None, "model": None}), "no vocabulary"),
    "a vocabulary without bytes": (unigram, "the tokenizer cannot encode"),
    "an index of nothing": (write_json(INDEX, {"weight_map": None}), "no weight_map"),
    "models for llama.cpp": (lambda folder: remake(folder, "q4.gguf"), "--model http://127.0.0.1:8080/v1#NAME"),
    "an adapter": (lambda folder: remake(folder, "adapter_config.json"), "Merge the two"),
    "a cache": (lambda folder: remake(folder, "snapshots/4d7a/config.json"), "snapshots/4d7a"),
    "a folder of models": (lambda folder: remake(folder, "air/config.json", "big/config.json"), "air or "),
    "Mistral's own format": (lambda folder: remake(folder, "params.json"), "Mistral's own format"),
    "no context named": (config_with(max_position_embeddings=None), "2048 tokens"),
    "no architecture": (config_with(architectures=None), "names none in its list"),
    "an architecture without a list": (config_with(architectures="Glm4MoeForCausalLM"), "names none in its list"),
    "a judge of texts": (config_with(architectures=["Qwen2ForRewardModel"]), "writes none"),
    "four bits told beside": (nvfp4, "NVFP4 is Blackwell's"),
    "a template without an end": (write("chat_template.jinja", "{% for m in messages %}"), "be read, at line 1"),
    "a template that cannot grow": (
        write("chat_template.jinja", "{{ messages | length }}{% for m in messages %}{{ m.content }}{% endfor %}"),
        "the engine would load, and then refuse to serve",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", TABLE)
def test_what_is_wrong_is_said_with_what_to_do(tmp_path: Path, fault: str) -> None:
    spoil, says = TABLE[fault]
    spoil(write_files(tmp_path))
    found = faults(tmp_path)
    assert found, "nothing is said"
    assert says in " ".join(f"{one.seen} {one.reason} {one.remedy}" for one in found)


@pytest.mark.parametrize("shards", [True, False])
def test_weights_that_are_there_twice_count_once(tmp_path: Path, shards: bool) -> None:
    """Mistral's publishers add all of them in one file for programs of their own; SGLang reads the others."""
    size = read_checkpoint(write_files(tmp_path, shards=shards)).weight_bytes
    (tmp_path / "consolidated.safetensors").write_bytes(safetensors(["a", "b", "c"]))
    assert read_checkpoint(tmp_path).weight_bytes == size


@pytest.mark.parametrize(("architecture", "has"), [("Glm4MoeForCausalLM", True), ("Qwen3ForCausalLM", False)])
def test_an_mtp_layer_that_no_index_names_is_there_where_sglang_adds_it(
    tmp_path: Path, architecture: str, has: bool
) -> None:
    write_files(tmp_path, architectures=[architecture])
    named = json.loads((tmp_path / INDEX).read_text())["weight_map"]
    write_json(INDEX, {"weight_map": {k: v for k, v in named.items() if v != "mtp.safetensors"}})(tmp_path)
    assert read_checkpoint(tmp_path).has_mtp is has


def test_a_mark_before_the_configuration_does_not_matter(tmp_path: Path) -> None:
    file = write_files(tmp_path) / "config.json"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert not faults(tmp_path)
