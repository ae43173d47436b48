"""Makes `.venv` from the lock files: all of the set-up, with nothing but Python >= 3.11 and pip.

Run by the Makefile with any suitable Python. Exit status 0 when the environment is ready, 1 with a message
when it is not. Safe to interrupt at any point and to run twice at once.
"""

import argparse
import contextlib
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
RUNTIME_LOCK = ROOT / "requirements.lock"
TEST_LOCK = ROOT / "tests" / "requirements.lock"
# Present while pip works: an environment that still has it was interrupted, and nothing in it can be trusted.
UNFINISHED = VENV / "unfinished"
# As many of pip's last lines are shown when it fails: its error, and the packages before it.
PIP_LINES = 30
# A server's program is often where only root's PATH leads.
PROGRAM_PATH = f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/sbin"


@dataclass(frozen=True)
class DebianTool:
    """A program that tests run, the Debian packages that bring it, and which tests are skipped without it.

    `variable` names another program to use.
    """

    programs: tuple[str, ...]  # any of these will do
    packages: tuple[str, ...]
    tests: str
    variable: str


TOOLS = (
    DebianTool(
        ("chromium", "chromium-browser", "google-chrome"),
        ("chromium", "fonts-liberation"),
        "every end-to-end test in the browser",
        "GM_TEST_CHROMIUM",
    ),
    DebianTool(("pgbouncer",), ("pgbouncer",), "the tests behind PgBouncer", "GM_TEST_PGBOUNCER"),
    DebianTool(("nginx",), ("nginx-light",), "the tests of nginx's settings", "GM_TEST_NGINX"),
    DebianTool(
        ("docker-compose",), ("docker-compose",), "the test of compose's file", "GM_TEST_DOCKER_COMPOSE"
    ),
    DebianTool(("systemd-analyze",), ("systemd",), "the test of systemd's units", "GM_TEST_SYSTEMD_ANALYZE"),
    DebianTool(
        ("prometheus",), ("prometheus",), "the tests of dashboards and alert rules", "GM_TEST_PROMETHEUS"
    ),
)


class SetupError(Exception):
    """Something that the person at the keyboard must mend; the message says what."""


def say(message: str) -> None:
    sys.stderr.write(f"set-up: {message}\n")
    sys.stderr.flush()


@contextlib.contextmanager
def only_one() -> Iterator[None]:
    """Waits until no other set-up works in this checkout."""
    with (ROOT / ".venv.lock").open("w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("another set-up is at work in this checkout; waiting for it")
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def stamp_of(*files: Path) -> str:
    """What the environment was made from: the locks, the project file, this script, the place and the Python."""
    digest = hashlib.sha256(f"{ROOT}\n{sys.version}\n".encode())
    for file in (*files, ROOT / "pyproject.toml", Path(__file__)):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def is_stamped(name: str, stamp: str) -> bool:
    path = VENV / f"{name}.stamp"
    return path.exists() and path.read_text() == stamp and PYTHON.exists() and not UNFINISHED.exists()


def runs(*command: str | Path) -> bool:
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def pip_environment() -> dict[str, str]:
    quiet = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_ROOT_USER_ACTION": "ignore", "PIP_NO_INPUT": "1"}
    return {**os.environ, **quiet}


def pip_command() -> list[str]:
    """The environment's own pip, or this Python's pip pointed at the environment (pip >= 22.3)."""
    if runs(PYTHON, "-m", "pip", "--version"):
        return [str(PYTHON), "-m", "pip"]
    if runs(sys.executable, "-m", "pip", "--python", str(PYTHON), "--version"):
        return [sys.executable, "-m", "pip", "--python", str(PYTHON)]
    raise SetupError(
        f"{sys.executable} has neither ensurepip nor pip >= 22.3. Install one of them "
        "(Debian, Ubuntu: apt-get install python3-venv python3-pip), then run this again."
    )


def make_venv() -> None:
    say(f"making .venv with Python {sys.version.split()[0]}")
    shutil.rmtree(VENV, ignore_errors=True)
    if runs(sys.executable, "-m", "venv", VENV):
        return
    # Debian splits ensurepip off into python3-venv; an environment without pip can still be made and filled.
    shutil.rmtree(VENV, ignore_errors=True)
    made = subprocess.run(
        [sys.executable, "-m", "venv", "--without-pip", VENV], capture_output=True, text=True, check=False
    )
    if made.returncode != 0:
        raise SetupError(
            f"{sys.executable} -m venv failed:\n{made.stdout}{made.stderr}"
            "Install the venv module (Debian, Ubuntu: apt-get install python3-venv), then run this again."
        )


class Progress:
    """How far pip has come: one line that moves on a terminal, and nothing but the steps elsewhere."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.fetched = 0
        self.moves = sys.stderr.isatty()

    def read(self, line: str) -> None:
        """Takes a line of pip's output."""
        if line.startswith(("Collecting ", "Processing ", "Requirement already satisfied: ")):
            self.fetched = min(self.fetched + 1, self.count)
            self._show(f"fetching package {self.fetched} of {self.count}", self.fetched / self.count)
        elif line.startswith("Installing collected"):
            self._show("unpacking", 1.0)

    def end(self) -> None:
        if self.moves:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()

    def _show(self, what: str, share: float) -> None:
        if self.moves:
            bar = "#" * round(24 * share)
            sys.stderr.write(f"\r\033[K  [{bar:24}] {what}")
            sys.stderr.flush()


def pip_install(*arguments: str | Path, count: int) -> None:
    """Runs `pip install` of about `count` packages. What pip says is shown only when it fails."""
    command = [*pip_command(), "install", *map(str, arguments)]
    progress = Progress(count)
    said: list[str] = []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=pip_environment(), cwd=ROOT
    ) as pip:
        assert pip.stdout is not None
        for line in pip.stdout:
            said.append(line)
            progress.read(line.strip())
    progress.end()
    if pip.returncode != 0:
        sys.stderr.writelines(said[-PIP_LINES:])
        raise SetupError(
            "pip failed; its own message is above. When it is mended, run the same command again."
        )


def names_in(lock: Path) -> list[str]:
    return [line for line in lock.read_text().splitlines() if line[:1].isalnum()]


def install(name: str, stamp: str, lock: Path, *, editable: bool) -> None:
    UNFINISHED.touch()
    pip_install("--require-hashes", "--only-binary=:all:", "-r", lock, count=len(names_in(lock)))
    if editable:
        pip_install("--no-deps", "--no-build-isolation", "--editable", ROOT, count=1)
    (VENV / f"{name}.stamp").write_text(stamp)
    UNFINISHED.unlink()


def set_up_runtime() -> None:
    stamp = stamp_of(RUNTIME_LOCK)
    if is_stamped("runtime", stamp):
        return
    if UNFINISHED.exists() or not runs(PYTHON, "-c", "") or not same_python():
        make_venv()
    say("installing what requirements.lock names (about 60 MB the first time)")
    install("runtime", stamp, RUNTIME_LOCK, editable=True)


def same_python() -> bool:
    check = f"import sys; sys.exit(sys.version != {sys.version!r} or sys.prefix != {str(VENV)!r})"
    return runs(PYTHON, "-c", check)


def set_up_tests() -> None:
    stamp = stamp_of(RUNTIME_LOCK, TEST_LOCK)
    if not is_stamped("tests", stamp):
        say("installing what the tests need from tests/requirements.lock")
        install("tests", stamp, TEST_LOCK, editable=False)
    install_tools()


def is_there(tool: DebianTool) -> bool:
    found = (shutil.which(name, path=PROGRAM_PATH) for name in tool.programs)
    return bool(os.environ.get(tool.variable)) or any(found)


def install_tools() -> None:
    """Debian's programs that tests run, where we may install them; a loud word for each where we may not."""
    missing = [tool for tool in TOOLS if not is_there(tool)]
    if not missing:
        return
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        warn_without(missing, "only root can install it, and only with apt-get")
        return
    packages = [package for tool in missing for package in tool.packages]
    say(f"installing Debian's {', '.join(packages)} for the tests (chromium takes about 300 MB on disk)")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update", "-qq"], ["install", "-qq", "-y", "--no-install-recommends", *packages]):
        done = subprocess.run(
            ["apt-get", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment,
            check=False,
        )
        if done.returncode != 0:
            sys.stderr.write(done.stdout[-2000:])
            warn_without(missing, f"apt-get {arguments[0]} failed; its last words are above")
            return


def warn_without(missing: list[DebianTool], reason: str) -> None:
    say("=" * 90)
    for tool in missing:
        say(f"NO {tool.programs[0].upper()}: {tool.tests} will be SKIPPED ({reason}).")
        say(f"Install `{tool.programs[0]}` yourself, or set {tool.variable} to its program.")
    say("=" * 90)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--test", action="store_true", help="also what the tests need")
    arguments = parser.parse_args()
    started = time.monotonic()
    try:
        with only_one():
            set_up_runtime()
            if arguments.test:
                set_up_tests()
    except SetupError as error:
        say(f"FAILED: {error}")
        return 1
    except KeyboardInterrupt:
        say("interrupted; run the same command again and it starts over cleanly")
        return 130
    if time.monotonic() - started > 1:
        say(f"ready after {time.monotonic() - started:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
