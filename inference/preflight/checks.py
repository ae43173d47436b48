"""Everything that can be known before a weight is loaded: packages, GPU, checkpoint, memory, cores, ports."""

import importlib.metadata
import os
import re
import socket
from collections.abc import Mapping, Sequence
from pathlib import Path

from inference.preflight.checkpoint import CheckpointError, read_checkpoint
from inference.preflight.checkpoint_checks import check_checkpoint, check_memory
from inference.preflight.findings import Finding, fail, ok, warn
from inference.preflight.fitting import fit_profile
from inference.preflight.hardware import Machine, look
from inference.preflight.known_failures import Setup, check_combinations
from inference.profiles.loader import IDLE_CHECK, Profile

# The release that this project was built on and tried with.
TESTED_SGLANG = "0.5.23"
# A wrong version of these changed what a model writes, or how fast, with no error.
PINS_THAT_FAIL = ("transformers", "xgrammar", "flashinfer-python", "sglang-kernel")
KERNELS = "sglang-kernel"
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
    # Where there is no GPU to look at, what the profile is for says as much.
    meant = profile.gpu.compute_capability if profile.gpu else None
    capability = next((gpu.compute_capability for gpu in machine.gpus), meant) if profile.gpu else None
    given = {**profile.environment, **(os.environ if environment is None else environment)}
    about: list[Finding] = []
    try:
        checkpoint = read_checkpoint(Path(model))
        profile = fit_profile(profile, checkpoint, machine.gpus)
    except CheckpointError as error:
        seen = f"{error.place}: {error.problem}"
        about.append(fail("checkpoint", seen, "there is nothing to load", error.hint))
    else:
        about += check_checkpoint(checkpoint, profile, capability)
        if machine.gpus or profile.gpu is None:
            about.append(check_memory(checkpoint, profile, machine))
    return [
        *check_packages(versions, sglang_pins() if pins is None else pins, on_gpu=profile.gpu is not None),
        *check_gpus(profile, machine),
        *check_settings(profile, given),
        *check_combinations(Setup(profile.settings, capability, given, versions)),
        *about,
        check_cores(profile, machine),
        *map(check_port, ports),
    ]


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
    wanted, count = profile.gpu, profile.gpus_here
    if wanted is None:
        return [ok("gpu", f"profile {profile.name!r} needs none")]
    if not machine.gpus:
        return [
            fail(
                "gpu",
                "nvidia-smi shows none",
                f"profile {profile.name!r} is for {wanted.family}, and {count} would be needed",
                "run on a machine with the GPUs and their driver, or play without a model (the understudy)",
            )
        ]
    names = ", ".join(sorted({gpu.name for gpu in machine.gpus}))
    findings = []
    if wanted.names and not all(wanted.matches(gpu.name) for gpu in machine.gpus[:count]):
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
                f"the settings want {count} of this machine's",
                "leave tp_size out, and it is chosen by the weights and the GPUs; for more machines set nnodes",
            )
        )
    return findings or [ok("gpu", f"{len(machine.gpus)} x {names}")]


def check_settings(profile: Profile, environment: Mapping[str, str]) -> list[Finding]:
    """What the settings were made of: guesses, what was chosen for this checkpoint, a check that is off."""
    chosen = {
        name: reason
        for name, reason in profile.reasons.items()
        if reason.startswith(("chosen", "left out", "an MLA", "sparse", "by the special"))
        and (name == "speculative_algorithm" or not name.startswith("speculative_"))
    }
    findings = [
        ok("settings", f"{name} = {profile.setting(name)}: {reason}") for name, reason in chosen.items()
    ]
    if guesses := [name for name, reason in profile.reasons.items() if reason.startswith("A guess")]:
        findings.append(
            warn(
                "settings",
                f"profile {profile.name!r} guesses {', '.join(f'{one} = {profile.setting(one)}' for one in guesses)}",
                "nothing is known of this GPU; what works need not be fast",
                "write a profile of your own from one in inference/profiles, or --set name=value",
            )
        )
    if environment.get(IDLE_CHECK, "").lower() in ("1", "true", "yes"):
        findings.append(
            warn(
                "idle memory check",
                f"{IDLE_CHECK} is on",
                "it kills the scheduler on any slip in its accounts while it idles (sglang 35270)",
                f"unset {IDLE_CHECK}; it is then switched off",
            )
        )
    else:
        findings.append(ok("idle memory check", "off: it would kill the scheduler on a slip (sglang 35270)"))
    return findings


def check_cores(profile: Profile, machine: Machine) -> Finding:
    need = CORES_FOR_WEB + (profile.gpus_here if profile.gpu else 0)
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
