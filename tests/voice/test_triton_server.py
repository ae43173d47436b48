"""The local Triton, for real: killed, started again, left behind, impossible."""

import asyncio
import contextlib
import os
import shutil
import signal
import sys
import time
from pathlib import Path

import psutil
import pytest

from gamemaster.hosting.process import SUPERVISOR
from gamemaster.hosting.voice import own_triton
from tests.owners import owner_of
from voice.triton import environment, machine, server
from voice.triton.environment import Environment, folder_for, prepare
from voice.triton.machine import Interpreter, Machine, TritonUnavailable
from voice.triton.probe import answers
from voice.triton.server import TritonServer

# A service in miniature: says when its Triton speaks, then waits to be killed.
OWNER = """
import asyncio, sys
from pathlib import Path
from gamemaster.hosting.voice import own_triton

async def main() -> None:
    async with own_triton(Path(sys.argv[1]), lambda message: None) as server:
        print(server.url, flush=True)
        await asyncio.sleep(600)

asyncio.run(main())
"""


@pytest.fixture
def needs_triton(triton_url: str) -> None:
    """The tests here start servers of their own; this one shows that this machine can, or skips."""
    if os.environ.get("GM_TEST_TRITON_URL"):
        pytest.skip("GM_TEST_TRITON_URL names a server that is not ours")


def processes_of(port: str) -> list[psutil.Process]:
    """The supervisor and the server of that port, and the processes of its models."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.NoSuchProcess, psutil.AccessDenied):
            if (
                f"gm-voice-{port}-" in " ".join(process.cmdline())
                and process.status() != psutil.STATUS_ZOMBIE
            ):
                found.append(process)
    return found


def process_named(port: str, name: str) -> psutil.Process:
    """The one of these processes whose program, or whose script, has that name."""
    (process,) = [
        each for each in processes_of(port) if name in [Path(part).name for part in each.cmdline()[:3]]
    ]
    return process


def wait_for_none(port: str, seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while (left := processes_of(port)) or list(server.SHARED_MEMORY.glob(f"gm-voice-{port}-*")):
        assert time.monotonic() < deadline, f"still there after {seconds} s: {left}"
        time.sleep(0.05)


async def until_ready(triton: TritonServer, starts: int) -> None:
    async with asyncio.timeout(60):
        while triton.starts < starts or not triton.is_ready:
            await triton.changed.wait()
            triton.changed.clear()


@pytest.mark.usefixtures("needs_triton")
async def test_a_server_that_dies_or_falls_dumb_comes_back_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "PROBE_EVERY_S", 0.2)
    said: list[str] = []
    async with own_triton(tmp_path, said.append) as triton:
        port = triton.url.rpartition(":")[2]
        listening = {
            each.laddr.ip.removeprefix("::ffff:")  # an IPv4 address on a socket for both kinds
            for each in process_named(port, "tritonserver").net_connections()
            if each.status == "LISTEN"
        }
        assert listening == {"127.0.0.1"}
        process_named(port, "tritonserver").kill()
        await until_ready(triton, starts=2)
        assert await answers(triton.url, server.DEFAULT_MODEL, 10)
        assert "ended with status 137; it is started again in 0." in said[-2]
        assert said[-1] == "the voice server is back"
        # The server lives on without its model's process, and answers nothing.
        process_named(port, "triton_python_backend_stub").kill()
        await until_ready(triton, starts=3)
        assert await answers(triton.url, server.DEFAULT_MODEL, 10)
        assert "has not spoken when it was asked to" in said[-2]
        assert "started again in" in said[-2]
        # Its supervisor is killed: the kernel ends the server, and another pair begins.
        process_named(port, "supervisor.py").kill()
        await until_ready(triton, starts=4)
        assert await answers(triton.url, server.DEFAULT_MODEL, 10)
    assert processes_of(port) == []
    assert list(server.SHARED_MEMORY.glob(f"gm-voice-{port}-*")) == []
    assert triton.state is server.State.STOPPED


@pytest.mark.usefixtures("needs_triton")
@pytest.mark.parametrize("supervisor_too", [False, True])
def test_nothing_is_left_after_kill_9_of_the_service(tmp_path: Path, supervisor_too: bool) -> None:
    with owner_of(OWNER, tmp_path) as (owner, url):
        port = url.rpartition(":")[2]
        assert len(processes_of(port)) >= 3
        if supervisor_too:
            os.kill(process_named(port, "supervisor.py").pid, signal.SIGKILL)
        owner.kill()
        owner.wait()
        if supervisor_too:
            # Nobody is left to remove the shared memory, which the kernel keeps; its processes go.
            for region in server.SHARED_MEMORY.glob(f"gm-voice-{port}-*"):
                region.unlink()
        wait_for_none(port)


@pytest.mark.usefixtures("needs_triton")
async def test_a_model_that_cannot_be_loaded_is_told_with_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "LISTENING_WAIT_S", 0.5)
    broken = tmp_path / "repository"
    shutil.copytree(server.REPOSITORY, broken)
    (broken / server.DEFAULT_MODEL / "1" / "model.py").write_text("raise RuntimeError('no such luck')\n")
    with pytest.raises(
        TritonUnavailable, match=r"(?s)started, but does not speak.*triton\.log.*no such luck"
    ):
        async with own_triton(tmp_path, lambda message: None, repository=broken):
            pass


@pytest.mark.usefixtures("needs_triton")
async def test_without_voices_the_neural_model_is_missing_and_espeak_speaks(tmp_path: Path) -> None:
    async with own_triton(tmp_path, lambda message: None, models=tmp_path) as triton:
        assert triton.models == (server.DEFAULT_MODEL, server.NEURAL_MODEL)
        assert await answers(triton.url, server.DEFAULT_MODEL, 10)
        assert not await answers(triton.url, server.NEURAL_MODEL, 10)
        assert f"{tmp_path} holds no voice" in triton.log.read_text()


async def test_nothing_answers_where_nothing_listens() -> None:
    assert not await answers(f"127.0.0.1:{server.free_port()}", server.DEFAULT_MODEL, 10)


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        (
            Machine("darwin", "arm64", ("", "")),
            r"for Linux on x86_64 and aarch64.*darwin on arm64.*GM_TRITON_URL",
        ),
        (Machine("linux", "riscv64", ("glibc", "2.39")), r"this is linux on riscv64"),
        (Machine("linux", "x86_64", ("glibc", "2.31")), r"need glibc 2\.35 or newer.*has glibc 2\.31"),
        (Machine("linux", "x86_64", ("", "")), r"has no glibc"),
    ],
)
async def test_a_machine_that_cannot_is_told_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, facts: Machine, why: str
) -> None:
    monkeypatch.setattr(Machine, "this", staticmethod(lambda: facts))
    with pytest.raises(TritonUnavailable, match=why):
        async with own_triton(tmp_path, lambda message: None):
            pass
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("architecture", machine.ARCHITECTURES)
def test_a_machine_that_can_passes(architecture: str) -> None:
    machine.check(Machine("linux", architecture, ("glibc", "2.35")))


def test_another_python_on_the_path_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replies = {
        "old": '["CPython", 3, 13, "/usr", "/usr/lib"]',
        "python3.12": '["CPython", 3, 12, "/opt/p", ""]',
        "python3.11": '["CPython", 3, 11, "/opt/q", "/opt/q/lib"]',
    }
    for name, reply in replies.items():
        (tmp_path / name).write_text(f"#!/bin/sh\necho '{reply}'\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "old"))
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    found = machine.find_interpreter()
    assert found == Interpreter(str(tmp_path / "python3.11"), (3, 11), Path("/opt/q"), Path("/opt/q/lib"))
    (tmp_path / "python3.11").write_text("#!/bin/sh\nexit 3\n")
    with pytest.raises(
        TritonUnavailable,
        match=r"3\.11 or 3\.12 with its shared.*old is CPython 3\.13; .*3\.12 has no shared library.*libpython3\.12",
    ):
        machine.find_interpreter()


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed service, in whose place nobody may write: the environment goes to the data directory."""
    monkeypatch.setattr(environment, "ROOT", tmp_path / "no checkout")
    monkeypatch.setattr(Machine, "this", staticmethod(lambda: Machine("linux", "x86_64", ("glibc", "2.36"))))
    monkeypatch.setattr(
        environment,
        "find_interpreter",
        lambda: Interpreter(sys.executable, (3, 11), Path(sys.base_prefix), Path(sys.base_prefix, "lib")),
    )
    return tmp_path / "data"


def test_the_environment_lies_in_a_checkout_or_in_the_data_directory(elsewhere: Path) -> None:
    assert folder_for(elsewhere) == elsewhere / "voice-environment"


def no_index(patch: pytest.MonkeyPatch) -> None:
    """pip finds no package, whatever the person at the keyboard has set up for it."""
    for name in os.environ:
        if name.startswith("PIP_"):
            patch.delenv(name)
    patch.setenv("PIP_NO_INDEX", "1")
    patch.setenv("PIP_CONFIG_FILE", os.devnull)


@pytest.mark.slow
async def test_offline_it_says_so_and_leaves_nothing_behind(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_index(monkeypatch)
    with pytest.raises(
        TritonUnavailable, match=r"(?s)could not be installed.*No matching.*index reachable for pip"
    ):
        await prepare(elsewhere, lambda message: None)
    assert [path.name for path in elsewhere.iterdir()] == ["voice-environment.lock"]


async def test_interrupted_it_ends_pip_and_leaves_nothing_behind(
    elsewhere: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = tmp_path / "slow"
    slow.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/pid\necho Collecting something\nexec sleep 600\n")
    slow.chmod(0o755)
    monkeypatch.setattr(environment, "_pip", lambda interpreter: [str(slow)])
    heard = asyncio.Event()
    preparing = asyncio.create_task(
        prepare(elsewhere, lambda text: heard.set() if "something" in text else None)
    )
    await heard.wait()
    preparing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await preparing
    assert [path.name for path in elsewhere.iterdir()] == ["voice-environment.lock"]
    assert not psutil.pid_exists(int((tmp_path / "pid").read_text()))


async def test_a_full_disk_is_told_before_anything_is_fetched(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage("/")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=400_000_000))
    with pytest.raises(TritonUnavailable, match=r"0\.4 GB are free .* takes 0\.9 GB"):
        await prepare(elsewhere, lambda message: None)


async def test_a_place_that_cannot_be_written_is_told(elsewhere: Path) -> None:
    elsewhere.write_text("a file in the way")
    with pytest.raises(TritonUnavailable, match=r"data cannot be written"):
        await prepare(elsewhere, lambda message: None)


def test_the_models_see_the_environment_first_and_no_secret(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GM_SECRET", "s" * 40)
    place = Environment(elsewhere, Interpreter("python3", (3, 11), Path("/opt/p"), Path("/opt/p/lib")))
    launcher = server.Launcher(SUPERVISOR, place, server.REPOSITORY, Path("/voices"), elsewhere / "log")
    given = launcher.variables()
    assert given["PATH"].startswith(f"{elsewhere}/bin:")
    assert given["GM_VOICE_MODELS"] == "/voices"
    assert set(given) == {"PATH", "LD_LIBRARY_PATH", "LC_ALL", "TZ", "GM_VOICE_MODELS"}
