"""What the local Triton needs of a machine, and which Python its models can run in."""

from __future__ import annotations

import json
import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

# The wheels of nvidia-pytriton 0.7.0 are for these (manylinux_2_35).
ARCHITECTURES = ("x86_64", "aarch64")
GLIBC = (2, 35)
# It wants numpy below 2, whose last release has no wheels for newer Pythons; onnxruntime has none for older ones.
PYTHONS = ((3, 11), (3, 12))
ASK = """
import json, os, platform, sys, sysconfig
folder, name = sysconfig.get_config_var("LIBDIR"), sysconfig.get_config_var("INSTSONAME") or ""
shared = bool(folder) and ".so" in name and os.path.exists(os.path.join(folder, name))
print(json.dumps([platform.python_implementation(), *sys.version_info[:2], sys.base_prefix, folder if shared else ""]))
"""
ASK_WAIT_S = 20.0


class TritonUnavailable(Exception):
    """There can be no Triton of our own on this machine, or not now; the message says why, and what to do."""


@dataclass(frozen=True)
class Machine:
    """The facts that decide. `libc` is the C library's name and version, as `("glibc", "2.36")`."""

    system: str
    architecture: str
    libc: tuple[str, str]

    @staticmethod
    def this() -> Machine:
        return Machine(sys.platform, platform.machine(), platform.libc_ver())


@dataclass(frozen=True)
class Interpreter:
    """A Python that the models can run in: its executable, version, home, and the folder of its shared library."""

    executable: str
    version: tuple[int, int]
    home: Path
    library: Path

    @property
    def name(self) -> str:
        return f"{self.version[0]}.{self.version[1]}"


def check(machine: Machine) -> None:
    """Raises TritonUnavailable if the wheels of Triton cannot run there."""
    if machine.system != "linux" or machine.architecture not in ARCHITECTURES:
        raise TritonUnavailable(
            f"its wheels are for Linux on {' and '.join(ARCHITECTURES)}, and this is {machine.system} on "
            f"{machine.architecture}. A Triton on another machine can be named with GM_TRITON_URL"
        )
    name, version = machine.libc
    if name != "glibc" or tuple(map(int, version.split(".")[:2])) < GLIBC:
        raise TritonUnavailable(
            f"its wheels need glibc {GLIBC[0]}.{GLIBC[1]} or newer, and this system has {name or 'no glibc'} "
            f"{version}. A Triton on another machine can be named with GM_TRITON_URL"
        )


def find_interpreter() -> Interpreter:
    """This Python, or else one on the PATH. Raises TritonUnavailable if none will do."""
    names = [f"python{major}.{minor}" for major, minor in reversed(PYTHONS)]
    reasons = []
    for candidate in [sys.executable, *filter(None, map(shutil.which, names))]:
        found = ask(candidate)
        if isinstance(found, Interpreter):
            return found
        reasons.append(f"{candidate} {found}")
    raise TritonUnavailable(
        f"its models need CPython {' or '.join(f'{major}.{minor}' for major, minor in PYTHONS)} with its shared "
        f"library; {'; '.join(dict.fromkeys(reasons))}. Install one and put it on the PATH"
    )


def ask(executable: str) -> Interpreter | str:
    """What the interpreter says of itself; or why it will not do."""
    try:
        done = subprocess.run(
            [executable, "-I", "-c", ASK], capture_output=True, text=True, timeout=ASK_WAIT_S, check=True
        )
        implementation, major, minor, home, library = json.loads(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        return f"does not run ({type(error).__name__})"
    if implementation != "CPython" or (major, minor) not in PYTHONS:
        return f"is {implementation} {major}.{minor}"
    if not library:
        return f"has no shared library (Debian, Ubuntu: apt-get install libpython{major}.{minor})"
    return Interpreter(executable, (major, minor), Path(home), Path(library))
