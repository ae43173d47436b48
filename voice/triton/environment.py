"""The packages that the local Triton runs on, installed by pip from a lock of names, versions and hashes.

They are no part of the service's own environment (Triton's Python backend wants numpy below 2): a folder of their
own, `.venv-voice` in a checkout, or `voice-environment` in the data directory of an installed service. About 100 MB
to fetch and 320 MB on disk, once.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

from voice.triton.machine import Interpreter, Machine, TritonUnavailable, check, find_interpreter

Say = Callable[[str], None]
HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
LOCK = HERE / "requirements.lock"
NEEDED_BYTES = 900_000_000  # 320 MB installed, as much again while pip unpacks, and the downloads
LOCK_POLL_S = 0.2
LAYOUT = 1  # to be raised when `_make` puts anything elsewhere: environments that exist are then made anew
REMEDY = (
    "Make a package index reachable for pip (once; about 100 MB), or name a running Triton with GM_TRITON_URL"
)


@dataclass(frozen=True)
class Environment:
    """Where everything lies that a `tritonserver` with Python models needs."""

    folder: Path
    interpreter: Interpreter

    @property
    def packages(self) -> Path:
        return self.folder / "lib" / f"python{self.interpreter.name}" / "site-packages"

    @property
    def backends(self) -> Path:
        return self.folder / "backends"

    @property
    def server(self) -> Path:
        return self.packages / "pytriton" / "tritonserver" / "bin" / "tritonserver"

    @property
    def variables(self) -> dict[str, str]:
        """For the server, which hands them to the processes of its models.

        Those embed Python in its isolated mode: they heed no PYTHONPATH, and take the environment whose `python3`
        comes first on the PATH for theirs.
        """
        libraries = (self.packages / "nvidia_pytriton.libs", self.interpreter.library)
        return {
            "PATH": os.pathsep.join([str(self.folder / "bin"), os.environ.get("PATH", os.defpath)]),
            "LD_LIBRARY_PATH": os.pathsep.join(map(str, libraries)),
        }


def folder_for(data_dir: Path) -> Path:
    """Where the environment belongs: in the checkout, if this is one and we may write there; else in `data_dir`."""
    if (ROOT / "pyproject.toml").exists() and os.access(ROOT, os.W_OK):
        return ROOT / ".venv-voice"
    return data_dir / "voice-environment"


def stamp_of(folder: Path, interpreter: Interpreter) -> str:
    """What it is made from: the lock, the way of making it, the Python, the place."""
    # Not the executable: the service's and the tests' environments may share this one.
    made_for = f"{LAYOUT}\n{folder}\n{interpreter.name} {interpreter.home} {interpreter.library}\n"
    return hashlib.sha256(made_for.encode() + LOCK.read_bytes()).hexdigest()


async def prepare(data_dir: Path, say: Say) -> Environment:
    """Makes the environment unless it is whole: a minute the first time, a moment afterwards.

    Cancelling it ends pip; what was half made is thrown away. Raises TritonUnavailable.
    """
    folder = folder_for(data_dir)
    interpreter = await asyncio.to_thread(_look)
    environment = Environment(folder, interpreter)
    stamp = stamp_of(folder, interpreter)
    if _is_whole(folder, stamp):
        return environment
    started = time.monotonic()
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        async with _only_one(folder, say):
            if not _is_whole(folder, stamp):
                say("preparing the voice, once (Triton, eSpeak NG, ONNX Runtime: about 100 MB)")
                await _make(environment, stamp, say)
                say(f"the voice is prepared, after {time.monotonic() - started:.0f} s")
    except OSError as error:
        raise TritonUnavailable(f"{error.filename or folder} cannot be written: {error.strerror}") from error
    return environment


def find_prepared(data_dir: Path) -> Environment | None:
    """The environment, if it is there and whole. Raises TritonUnavailable where there can be none. Takes a moment."""
    environment = Environment(folder_for(data_dir), _look())
    return (
        environment
        if _is_whole(environment.folder, stamp_of(environment.folder, environment.interpreter))
        else None
    )


async def already_prepared(data_dir: Path) -> Environment:
    """The environment, with nothing fetched for it. Raises TritonUnavailable, too, where it is not whole."""
    environment = await asyncio.to_thread(find_prepared, data_dir)
    if environment is None:
        raise TritonUnavailable(
            "the voice is not prepared, and nothing is fetched while the service serves. Run once: gamemaster prepare; "
            "then start the service again"
        )
    return environment


def _look() -> Interpreter:
    check(Machine.this())
    return find_interpreter()


def _is_whole(folder: Path, stamp: str) -> bool:
    file = folder / "stamp"
    return file.exists() and file.read_text() == stamp


@contextlib.asynccontextmanager
async def _only_one(folder: Path, say: Say) -> AsyncIterator[None]:
    """Waits until no other process makes this environment."""
    with folder.with_name(f"{folder.name}.lock").open("w") as handle:
        told = False
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if not told:
                    say("another process prepares the voice; waiting for it")
                told = True
                await asyncio.sleep(LOCK_POLL_S)
        yield


async def _make(environment: Environment, stamp: str, say: Say) -> None:
    """In a folder beside it, which takes its name once all is there: an interruption leaves nothing half made."""
    folder = environment.folder
    if (free := shutil.disk_usage(folder.parent).free) < NEEDED_BYTES:
        raise TritonUnavailable(
            f"{free / 1e9:.1f} GB are free in {folder.parent}; making its environment takes {NEEDED_BYTES / 1e9:.1f} GB"
        )
    making = Environment(folder.with_name(f"{folder.name}.making"), environment.interpreter)
    await asyncio.to_thread(shutil.rmtree, making.folder, ignore_errors=True)
    try:
        await _run(
            [making.interpreter.executable, "-I", "-m", "venv", "--without-pip", str(making.folder)], say
        )
        await _pip_install(making, say)
        await asyncio.to_thread(_put_in_place, making)
        (making.folder / "stamp").write_text(stamp)
        await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)
        making.folder.rename(folder)
    finally:
        shutil.rmtree(making.folder, ignore_errors=True)


async def _pip_install(environment: Environment, say: Say) -> None:
    """Fills the environment, saying a line for each package. Raises TritonUnavailable with pip's last words."""
    command = [
        *await asyncio.to_thread(_pip, environment.interpreter),
        *("install", "--no-input", "--disable-pip-version-check", "--progress-bar", "off", "--no-deps"),
        *("--require-hashes", "--only-binary=:all:", "--implementation", "cp"),
        *("--python-version", environment.interpreter.name),
        *("--target", str(environment.packages), "--requirement", str(LOCK)),
    ]
    await _run(command, say)


async def _run(command: list[str], say: Say) -> None:
    """Runs a program to its end, or to ours. Raises TritonUnavailable with its last words if it fails."""
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env={**os.environ, "PIP_ROOT_USER_ACTION": "ignore"},
    )
    assert process.stdout is not None
    words: list[str] = []
    try:
        async for line in process.stdout:
            text = line.decode(errors="replace").strip()
            words = [*words[-7:], text]
            if text.startswith(("Collecting ", "Processing ")):
                say(f"voice: fetching {text.split()[1].rpartition('/')[2]}")
            elif text.startswith("Installing collected"):
                say("voice: unpacking")
        status = await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if status != 0:
        raise TritonUnavailable(
            "\n".join([f"its packages could not be installed (status {status}):", *words, REMEDY])
        )


def _pip(interpreter: Interpreter) -> list[str]:
    """A pip: this environment's own, or the interpreter's. Which Python runs it makes no difference here."""
    for executable in (sys.executable, interpreter.executable):
        command = [executable, "-m", "pip"]
        if subprocess.run([*command, "--version"], capture_output=True, check=False).returncode == 0:
            return command
    raise TritonUnavailable(
        f"neither {sys.executable} nor {interpreter.executable} has pip (Debian, Ubuntu: apt-get install python3-pip)"
    )


def _put_in_place(environment: Environment) -> None:
    """The Python backend, with the stub for the interpreter's version beside its library, where it is looked for."""
    home = environment.packages / "pytriton" / "tritonserver"
    stub = home / "python_backend_stubs" / environment.interpreter.name / "triton_python_backend_stub"
    backend = environment.backends / "python"
    shutil.copytree(home / "backends" / "python", backend)
    shutil.copy(stub, backend)
    for executable in (environment.server, backend / stub.name):
        executable.chmod(0o755)
