"""What this machine has: GPUs as the driver names them, cores and load, memory."""

import os
import subprocess
from dataclasses import dataclass

import psutil

QUERY = (
    "nvidia-smi",
    "--query-gpu=name,memory.total,memory.free,compute_cap",
    "--format=csv,noheader,nounits",
)
MIB = 1024 * 1024
QUERY_S = 20.0


@dataclass(frozen=True)
class GpuSeen:
    """One GPU. Memory in bytes."""

    name: str
    memory: int
    free: int
    compute_capability: str


@dataclass(frozen=True)
class Machine:
    """`cores` that this process may use; `load` of the last minute, in processes that want a core; memory in bytes."""

    gpus: tuple[GpuSeen, ...]
    cores: int
    load: float
    memory_free: int


def look() -> Machine:
    return Machine(
        tuple(gpus()),
        len(os.sched_getaffinity(0)),
        os.getloadavg()[0],
        psutil.virtual_memory().available,
    )


def gpus() -> list[GpuSeen]:
    """NVIDIA GPUs by `nvidia-smi`; none if there is no driver."""
    try:
        done = subprocess.run(QUERY, capture_output=True, text=True, timeout=QUERY_S, check=True)
    except (OSError, subprocess.SubprocessError):
        return []
    return [gpu for line in done.stdout.splitlines() if (gpu := parse_gpu(line))]


def parse_gpu(line: str) -> GpuSeen | None:
    """From a line of nvidia-smi's CSV; None if the driver says "[N/A]" or the like."""
    parts = [part.strip() for part in line.split(",")]
    if len(parts) != 4 or not (parts[1].isdigit() and parts[2].isdigit()):
        return None
    return GpuSeen(parts[0], int(parts[1]) * MIB, int(parts[2]) * MIB, parts[3])
