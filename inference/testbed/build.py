"""Makes the CPU test bed's environment from its lock: 1.5 GB, minutes the first time, a moment afterwards."""

import contextlib
import fcntl
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from inference.testbed.place import ENVIRONMENT, HERE, LOCK, PYTHON, ROOT, STAMP, UNFINISHED, is_whole, stamp

NEEDED_BYTES = 4_000_000_000  # 1.6 GB installed, as much again while pip unpacks
SITE = HERE / "site"
TORCH_REMEDY = (
    "torch's CPU build (its exact file is in the lock) is in none of the package indexes that pip knows here. "
    "Name a folder or an index that has it in PIP_FIND_LINKS or PIP_EXTRA_INDEX_URL, then run this again."
)
# SGLang finds its plugins by entry point, in the scheduler's process too.
ENTRY_POINTS = "[sglang.srt.plugins]\nnia_testbed = nia_testbed_plugin:install\n"
METADATA = "Metadata-Version: 2.1\nName: nia-testbed\nVersion: 0\n"


class TestbedError(Exception):
    """The test bed cannot be had here; the message says why, and what to do."""

    __test__ = False  # no test class, whatever its name begins with


def say(message: str) -> None:
    sys.stderr.write(f"test bed: {message}\n")
    sys.stderr.flush()


def check_machine() -> None:
    """Raises TestbedError unless the lock's files can run here."""
    here = f"{platform.python_implementation()} {platform.python_version()} on {sys.platform} {platform.machine()}"
    if not here.startswith("CPython 3.11.") or not here.endswith("linux x86_64"):
        raise TestbedError(
            f"it needs CPython 3.11 on x86-64 Linux, and this is {here}. "
            "Run `python3.11 -m inference.testbed` on such a machine."
        )
    libc, version = platform.libc_ver()
    if libc != "glibc" or tuple(map(int, version.split("."))) < (2, 34):
        raise TestbedError(
            f"SGLang's wheels need glibc 2.34 or newer, and this is {libc or 'musl'} {version}."
        )
    if (free := shutil.disk_usage(ROOT).free) < NEEDED_BYTES:
        raise TestbedError(
            f"{free / 1e9:.1f} GB are free on this disk; making it takes {NEEDED_BYTES / 1e9:.0f} GB."
        )


@contextlib.contextmanager
def only_one() -> Iterator[None]:
    """Waits until no other process makes the test bed of this checkout."""
    with (ROOT / ".venv-nia.lock").open("w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("another process is making it; waiting")
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def pip_install(*arguments: str) -> None:
    """Runs the environment's own pip, one line for each ten packages. Raises TestbedError with pip's last words."""
    command = [str(PYTHON), "-m", "pip", "install", "--no-input", "--disable-pip-version-check", *arguments]
    environment = {**os.environ, "PIP_ROOT_USER_ACTION": "ignore"}
    words: list[str] = []
    collected = 0
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment, cwd=ROOT
    ) as pip:
        assert pip.stdout is not None
        for line in map(str.strip, pip.stdout):
            words = [*words[-14:], line]
            if line.startswith(("Collecting ", "Processing ")):
                collected += 1
                if collected % 10 == 1:
                    say(f"{collected:4} {line.split()[1].rpartition('/')[2]}")
            elif line.startswith("Installing collected"):
                say("unpacking")
    if pip.returncode != 0:
        reason = TORCH_REMEDY if any("torch==" in word and "ERROR" in word for word in words) else ""
        raise TestbedError("\n".join(["pip failed:", *words, reason]))


def make() -> None:
    say(f"making {ENVIRONMENT.name} with Python {platform.python_version()} (1.5 GB, some minutes)")
    shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    made = subprocess.run(
        [sys.executable, "-m", "venv", ENVIRONMENT], capture_output=True, text=True, check=False
    )
    if made.returncode != 0:
        raise TestbedError(f"{sys.executable} -m venv failed:\n{made.stdout}{made.stderr}")
    UNFINISHED.touch()
    pip_install("--no-deps", "--require-hashes", "--only-binary=:all:", "-r", str(LOCK))
    pip_install("--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    put_in_place()
    STAMP.write_text(stamp())
    UNFINISHED.unlink()


def put_in_place() -> None:
    """Our kernels, stubs and plugin on the environment's path, and the plugin's entry point."""
    (packages,) = ENVIRONMENT.glob("lib/python3.*/site-packages")
    (packages / "nia_testbed.pth").write_text(f"{SITE}\nimport nia_testbed_stubs\n")
    about = packages / "nia_testbed-0.dist-info"
    about.mkdir(exist_ok=True)
    (about / "METADATA").write_text(METADATA)
    (about / "entry_points.txt").write_text(ENTRY_POINTS)


def build() -> Path:
    """Makes it unless it is whole; gives its interpreter. Raises TestbedError if it cannot be had."""
    if not is_whole():
        check_machine()
        with only_one():
            if not is_whole():
                make()
    return PYTHON


def main() -> int:
    started = time.monotonic()
    try:
        python = build()
    except TestbedError as error:
        say(f"FAILED: {error}")
        return 1
    except KeyboardInterrupt:
        say("interrupted; run the same command again and it starts over cleanly")
        return 130
    if time.monotonic() - started > 1:
        say(f"ready after {time.monotonic() - started:.0f} s: {python.relative_to(ROOT)}")
    return 0
