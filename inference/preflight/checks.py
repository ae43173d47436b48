"""Everything that can be known before a weight is loaded: packages, GPU, checkpoint, memory, cores, ports."""

import importlib.metadata
import os
import re
import socket
from collections.abc import Mapping, Sequence
from pathlib import Path

from inference.preflight.checkpoint import Checkpoint, CheckpointError, read_checkpoint
from inference.preflight.findings import Finding, fail, ok, warn
from inference.preflight.hardware import Machine, look
from inference.preflight.known_failures import Setup, check_combinations
from inference.profiles.loader import Profile

# The release that this project was built on and tried with.
TESTED_SGLANG = "0.5.23"
# A wrong version of these changed what a model writes, or how fast, with no error.
PINS_THAT_FAIL = ("transformers", "xgrammar", "flashinfer-python", "sglang-kernel")
KERNELS = "sglang-kernel"
# Strict thinking bans the pieces of those that are not one token.
WHOLE_TOKENS = tuple("<think> </think> <tool_call> </tool_call> <eop> <|user|> <|endoftext|>".split())
# For CUDA graphs, activations and the draft layer, a GPU; measured nowhere yet, see the profiles.
SPARE_SHARE = 0.10
CPU_SPARE_BYTES = 2_000_000_000
CORES_FOR_WEB = 2


def check_engine(
    model: str,
    profile: Profile,
    *,
    ports: Sequence[int] = (),
    machine: Machine | None = None,
    versions: Mapping[str, str] | None = None,
    pins: Mapping[str, str] | None = None,
    environment: Mapping[str, str] | None = None,
) -> list[Finding]:
    """All findings, worst cases included; none of them raises. `ports` that the service is to listen on.

    What is not given is looked up: this machine, the installed packages, sglang's own pins, the environment.
    """
    machine = machine or look()
    versions = installed_packages() if versions is None else versions
    capability = next((gpu.compute_capability for gpu in machine.gpus), None)
    setup = Setup(
        profile.settings,
        capability if profile.gpu else None,
        {**profile.environment, **(os.environ if environment is None else environment)},
        versions,
    )
    findings = [
        *check_packages(versions, sglang_pins() if pins is None else pins, on_gpu=profile.gpu is not None),
        *check_gpus(profile, machine),
        *check_combinations(setup),
    ]
    try:
        checkpoint = read_checkpoint(Path(model))
    except CheckpointError as error:
        findings.append(fail("checkpoint", str(error), "there is nothing to load", error.hint))
    else:
        findings += check_checkpoint(checkpoint, profile)
        if machine.gpus or profile.gpu is None:
            findings.append(check_memory(checkpoint, profile, machine))
    return [*findings, check_cores(profile, machine), *map(check_port, ports)]


def installed_packages() -> dict[str, str]:
    """Name, as pip normalises it, to version."""
    return {
        _normal(found.metadata["Name"]): found.version
        for found in importlib.metadata.distributions()
        if found.metadata["Name"]
    }


def sglang_pins() -> dict[str, str]:
    """What the installed sglang itself pins exactly; empty if it is not installed."""
    try:
        wanted = importlib.metadata.requires("sglang") or []
    except importlib.metadata.PackageNotFoundError:
        return {}
    found = (
        re.match(r"([A-Za-z0-9_.-]+)(?:\[[^]]*\])?\s*==\s*([^;,\s]+)\s*(;.*extra.*)?$", line)
        for line in wanted
    )
    return {_normal(match[1]): match[2] for match in found if match and not match[3]}


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def check_packages(versions: Mapping[str, str], pins: Mapping[str, str], *, on_gpu: bool) -> list[Finding]:
    """Pins of packages that are not there are no finding, but for the kernels that a GPU needs."""
    if "sglang" not in versions:
        return [
            fail("packages", "sglang is not installed", "it is the engine", "install it: pip install .[nia]")
        ]
    findings = []
    if versions["sglang"] != TESTED_SGLANG:
        findings.append(
            warn(
                "packages",
                f"sglang {versions['sglang']}",
                f"this project was tried with {TESTED_SGLANG}; others may have changed without an error",
                f"install sglang=={TESTED_SGLANG}, or let the canaries decide",
            )
        )
    if on_gpu and KERNELS not in versions:
        findings.append(
            fail(
                "packages",
                f"{KERNELS} is not installed",
                "SGLang's GPU kernels are in it",
                "pip install .[nia]",
            )
        )
    for name, wanted in sorted(pins.items()):
        found = versions.get(name)
        # A local part, as in 2.13.0+cpu, says how it was built.
        if found is None or found.partition("+")[0] == wanted:
            continue
        say = fail if name in PINS_THAT_FAIL else warn
        reason = "a wrong version took draft acceptance from 0.82 to 0.25 in a launch, with no error"
        findings.append(
            say("packages", f"{name} {found}, sglang pins {wanted}", reason, f"install {name}=={wanted}")
        )
    return findings or [ok("packages", f"sglang {versions['sglang']} and its {len(pins)} pins")]


def check_gpus(profile: Profile, machine: Machine) -> list[Finding]:
    wanted, count = profile.gpu, profile.settings.tp_size
    if wanted is None:
        return [ok("gpu", f"profile {profile.name!r} needs none")]
    if not machine.gpus:
        return [
            fail(
                "gpu",
                "nvidia-smi shows none",
                f"profile {profile.name!r} is for {count} {wanted.family}",
                "run on a machine with the GPUs and their driver, or play without a model (the understudy)",
            )
        ]
    names = ", ".join(sorted({gpu.name for gpu in machine.gpus}))
    findings = []
    if not all(any(part in gpu.name for part in wanted.names) for gpu in machine.gpus[:count]):
        findings.append(
            fail(
                "gpu",
                names,
                f"profile {profile.name!r} is for {wanted.family}; attention and cache types would be wrong",
                "choose the profile of this GPU with --profile",
            )
        )
    if len(machine.gpus) < count:
        findings.append(
            fail(
                "gpu",
                f"{len(machine.gpus)} of them",
                f"the profile spreads the model over {count}",
                f"override tp_size with {len(machine.gpus)} or less, if the weights then fit",
            )
        )
    return findings or [ok("gpu", f"{len(machine.gpus)} x {names}")]


def check_checkpoint(checkpoint: Checkpoint, profile: Profile) -> list[Finding]:
    findings = []
    if checkpoint.broken:
        findings.append(
            fail(
                "weights",
                "; ".join(checkpoint.broken[:5]),
                "the model cannot load",
                "fetch these files again",
            )
        )
    if profile.speculates and not checkpoint.has_mtp:
        findings.append(
            fail(
                "mtp weights",
                f"no tensor named model.layers.{checkpoint.layers}.*",
                "without its MTP layer the model cannot draft, and speculation cannot work",
                "fetch the whole checkpoint (often mtp.safetensors), or override speculative_algorithm with none",
            )
        )
    if pieces := [token for token in WHOLE_TOKENS if token not in checkpoint.tokens]:
        findings.append(
            fail(
                "special tokens",
                f"not whole in the vocabulary: {' '.join(pieces)}",
                "strict thinking would ban their pieces, which are ordinary text, while the model reasons",
                "use a checkpoint whose tokenizer.json has them as added tokens",
            )
        )
    if not checkpoint.has_template:
        findings.append(
            fail(
                "chat template",
                "none in the tokenizer's configuration",
                "prompts are written by the model's own template",
                "add chat_template to tokenizer_config.json, or chat_template.jinja, from the model's publisher",
            )
        )
    size = f"{checkpoint.weight_bytes / 1e9:.1f} GB in {len(checkpoint.tensors)} tensors"
    return findings or [ok("checkpoint", f"{size}, special tokens whole, MTP layer: {checkpoint.has_mtp}")]


def check_memory(checkpoint: Checkpoint, profile: Profile, machine: Machine) -> Finding:
    """Whether weights and some cache fit. Sizes in bytes; a checkpoint is taken to need what it has on disk."""
    settings = profile.settings
    share = checkpoint.weight_bytes / settings.tp_size
    if profile.gpu is None:
        need, free, what = float(checkpoint.weight_bytes + CPU_SPARE_BYTES), machine.memory_free, "memory"
    else:
        usable = [gpu.free for gpu in machine.gpus[: settings.tp_size]]
        need, free, what = share / (1 - SPARE_SHARE), min(usable, default=0), "memory of a GPU"
    seen = f"{free / 1e9:.1f} GB free, about {need / 1e9:.1f} GB needed ({what})"
    if need > free:
        return fail(
            "memory",
            seen,
            "loading would fail after minutes",
            "free memory, spread the model over more GPUs (tp_size), or take a smaller checkpoint",
        )
    if profile.gpu is not None and free - share < 0.2 * free:
        return warn(
            "memory", seen, "little is left for the KV cache: few stories at once", "a larger tp_size"
        )
    return ok("memory", seen)


def check_cores(profile: Profile, machine: Machine) -> Finding:
    need = CORES_FOR_WEB + (profile.settings.tp_size if profile.gpu else 0)
    seen = f"{machine.cores} cores, load {machine.load:.1f}"
    if machine.cores < need or machine.load > machine.cores / 2:
        return warn(
            "cpu",
            seen,
            "CPU contention slows SGLang by one to two orders of magnitude (published)",
            f"have {need} cores free for it, pin them, and keep other work off this machine",
        )
    return ok("cpu", seen)


def check_port(port: int) -> Finding:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            return fail("port", f"{port}: {error.strerror}", "nobody could connect", "choose another port")
    return ok("port", f"{port} is free")
