"""Starts a `tritonserver` of the service's own, sees that it answers, starts it again when it does not, stops it.

It listens on 127.0.0.1 alone, on a port that was free, gRPC only. It keeps the port when it is started again, so
that clients need not be told.
"""

from __future__ import annotations

import asyncio
import contextlib
import enum
import logging
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from voice.triton.environment import Environment, already_prepared, prepare
from voice.triton.machine import TritonUnavailable
from voice.triton.probe import answers, listens

log = logging.getLogger(__name__)
Say = Callable[[str], None]
REPOSITORY = Path(__file__).resolve().parents[1] / "model_repository"
DEFAULT_MODEL = "speech_espeak"
NEURAL_MODEL = "speech_neural"
MODELS_VARIABLE = "GM_VOICE_MODELS"  # the folder of ONNX voices; the neural model reads it too

EXIT_TIMEOUT_S = 1  # that Triton waits for its models' open streams when it stops
START_WAIT_S = 60.0
PROBE_WAIT_S = 10.0  # an answer to a probe; a machine that is busy to the brim still gives one
PROBE_EVERY_S = 3.0
PROBES_MISSED = 2  # in a row, and a server that lives but does not speak is ended
AFTER_MISS_S = 0.5  # between those
LISTENING_WAIT_S = 15.0  # Triton listens once its models are loaded: one that then does not speak never will
START_PROBE_EVERY_S = 0.1
SETTLED_S = 60.0  # that it must have served for the pauses to begin anew
PORT_ATTEMPTS = 3
# Triton's own patience with its models is EXIT_TIMEOUT_S, and then some for its threads. It keeps nothing.
STOP_WAIT_S = 4.0
END_WAIT_S = STOP_WAIT_S + 4.0
SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - shared memory is named here, no temporary file
LOG_KEPT_BYTES = 10_000_000


class Pauses(Protocol):
    """Seconds to wait before the next start."""

    def next_s(self) -> float: ...

    def reset(self) -> None: ...


class State(enum.StrEnum):
    STARTING = "starting"
    READY = "ready"
    WAITING = "waiting to start it again"
    STOPPED = "stopped"


@dataclass(eq=False)
class TritonServer:
    """A server that is kept running. `url` is its gRPC address, host and port; `models` are those that it was told
    to load. `changed` is set whenever `state` changes; who waits for it clears it."""

    url: str
    log: Path
    models: tuple[str, ...]
    state: State = State.STARTING
    starts: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    process: asyncio.subprocess.Process | None = None

    @property
    def is_ready(self) -> bool:
        return self.state is State.READY

    def turn(self, state: State) -> None:
        self.state = state
        self.changed.set()


@contextlib.asynccontextmanager
async def local_triton(
    folder: Path,
    say: Say,
    *,
    supervisor: Path,
    pauses: Pauses,
    models: Path | None = None,
    port: int | None = None,
    repository: Path = REPOSITORY,
    fetch: bool = True,
) -> AsyncIterator[TritonServer]:
    """A server of our own, ready when the context is entered, kept running until it ends.

    `folder` is the service's data directory. `supervisor` is a script of the caller's: run as
    `python -I SCRIPT --stop=SIGNAL:SECONDS --orphan=SIGNAL --remove=FILES -- COMMAND` it ends the command and all its
    children, and deletes the files, when its standard input is closed. `models` is a folder with ONNX voices
    (GM_VOICE_MODELS), without which the neural model is not loaded; `port`, where it must be known before. Without
    `fetch` the environment must have been prepared.

    Raises TritonUnavailable if it cannot be prepared or started here. It ends with this process, whichever way that
    ends.
    """
    folder = folder.expanduser().absolute()
    environment = await (prepare(folder, say) if fetch else already_prepared(folder))
    folder.mkdir(parents=True, exist_ok=True)
    launcher = Launcher(supervisor, environment, repository, models, folder / "triton.log")
    server = await _first_start(launcher, port)
    keeping = asyncio.create_task(_keep(server, launcher, pauses, say), name="triton")
    try:
        yield server
    finally:
        keeping.cancel()
        await asyncio.wait({keeping})
        await _end(server)
        server.turn(State.STOPPED)


@dataclass(frozen=True)
class Launcher:
    """All that a start needs, but for the port."""

    supervisor: Path
    environment: Environment
    repository: Path
    models: Path | None
    log: Path

    @property
    def model_names(self) -> tuple[str, ...]:
        return (DEFAULT_MODEL,) if self.models is None else (DEFAULT_MODEL, NEURAL_MODEL)

    def command(self, port: int, shared_memory: str) -> list[str]:
        return [
            str(self.environment.server),
            f"--model-repository={self.repository}",
            f"--backend-directory={self.environment.backends}",
            f"--backend-config=python,shm-region-prefix-name={shared_memory}",
            "--model-control-mode=explicit",
            *(f"--load-model={name}" for name in self.model_names),
            # A voice that cannot be loaded is no reason for the others to be silent.
            *("--exit-on-error=false", "--strict-readiness=false"),
            *("--grpc-address=127.0.0.1", f"--grpc-port={port}", "--reuse-grpc-port=false"),
            *("--allow-http=false", "--allow-metrics=false"),
            *("--pinned-memory-pool-byte-size=0", f"--exit-timeout-secs={EXIT_TIMEOUT_S}"),
        ]

    def variables(self) -> Mapping[str, str]:
        given = {} if self.models is None else {MODELS_VARIABLE: str(self.models)}
        return {"LC_ALL": "C.UTF-8", "TZ": "UTC", **self.environment.variables, **given}

    async def launch(self, port: int) -> asyncio.subprocess.Process:
        """Starts the server under its supervisor, which ends it once its standard input is closed."""
        if self.log.exists() and self.log.stat().st_size > LOG_KEPT_BYTES:
            self.log.replace(self.log.with_suffix(".log.old"))
        # The port is ours as long as the server listens, which makes the name ours too.
        shared_memory = f"gm-voice-{port}-"
        with self.log.open("ab") as output:
            return await asyncio.create_subprocess_exec(
                *(
                    sys.executable,
                    "-I",
                    str(self.supervisor),
                    f"--stop=SIGTERM:{STOP_WAIT_S}",
                    "--orphan=SIGTERM",
                ),
                # A server that is killed leaves its shared memory behind.
                *(f"--remove={SHARED_MEMORY}/{shared_memory}*", "--", *self.command(port, shared_memory)),
                cwd="/",
                stdin=asyncio.subprocess.PIPE,
                stdout=output,
                stderr=asyncio.subprocess.STDOUT,
                start_new_session=True,
                env=dict(self.variables()),
            )

    def last_words(self, lines: int = 12) -> str:
        """The end of the log."""
        with self.log.open("rb") as file:
            file.seek(max(0, self.log.stat().st_size - 4000))
            return "\n".join(file.read().decode(errors="replace").splitlines()[-lines:])


async def _first_start(launcher: Launcher, wanted: int | None) -> TritonServer:
    """A server that speaks. Raises TritonUnavailable if it ends, or does not speak in time."""
    for _ in range(PORT_ATTEMPTS):
        port = wanted or free_port()
        server = TritonServer(f"127.0.0.1:{port}", launcher.log, launcher.model_names)
        try:
            await _start(server, launcher)
        except BaseException:
            await _end(server)
            raise
        if server.is_ready:
            return server
        ended = server.process is not None and server.process.returncode is not None
        await _end(server)
        # Somebody may take the port between our look and the server's; any other reason will not pass.
        if not ended or f":{port}" not in launcher.last_words():
            what = "ended while it was starting" if ended else "started, but does not speak"
            raise TritonUnavailable(
                f"tritonserver {what}. The end of its log, {launcher.log}:\n{launcher.last_words()}"
            )
    raise TritonUnavailable(
        f"{PORT_ATTEMPTS} free ports were taken before tritonserver could listen; try again"
    )


async def _start(server: TritonServer, launcher: Launcher) -> None:
    """One start; afterwards the server is ready, or it is not (and may have ended)."""
    server.starts += 1
    server.turn(State.STARTING)
    process = server.process = await launcher.launch(int(server.url.rpartition(":")[2]))
    deadline = time.monotonic() + START_WAIT_S
    listening = False
    while process.returncode is None and time.monotonic() < deadline:
        if not listening and await listens(server.url):
            listening, deadline = True, time.monotonic() + LISTENING_WAIT_S
        if listening and await answers(server.url, DEFAULT_MODEL, PROBE_WAIT_S):
            server.turn(State.READY)
            return
        await asyncio.sleep(START_PROBE_EVERY_S)


async def _keep(server: TritonServer, launcher: Launcher, pauses: Pauses, say: Say) -> None:
    """Waits until the server is lost, and starts it again, over and over."""
    while True:
        began = time.monotonic()
        if server.is_ready:
            why = await _until_lost(server)
            if time.monotonic() - began > SETTLED_S:
                pauses.reset()
        else:
            why = "could not be started"
        pause = pauses.next_s()
        server.turn(State.WAITING)
        say(f"the voice server {why}; it is started again in {pause:.1f} s (its log: {launcher.log})")
        await _end(server)
        await asyncio.sleep(pause)
        try:
            await _start(server, launcher)
        except Exception as error:  # whatever it is, the next start may do better, and nobody else would try
            log.warning("the voice server cannot be started", exc_info=True)
            say(f"the voice server cannot be started: {error}")
        if server.is_ready:
            say("the voice server is back")


async def _until_lost(server: TritonServer) -> str:
    """What became of it: it ended, or it does not answer any more."""
    assert server.process is not None
    missed = 0
    while missed < PROBES_MISSED:
        with contextlib.suppress(TimeoutError):
            pause = AFTER_MISS_S if missed else PROBE_EVERY_S
            return f"ended with status {await asyncio.wait_for(server.process.wait(), pause)}"
        missed = 0 if await answers(server.url, DEFAULT_MODEL, PROBE_WAIT_S) else missed + 1
    return f"has not spoken when it was asked to, {PROBES_MISSED} times"


async def _end(server: TritonServer) -> None:
    """Ends the server, if it runs, and waits for it."""
    process = server.process
    if process is None or process.returncode is not None:
        return
    assert process.stdin is not None
    process.stdin.close()
    try:
        await asyncio.wait_for(process.wait(), END_WAIT_S)
    except TimeoutError:
        # The kernel then ends what the supervisor held.
        process.kill()
        await process.wait()


def free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
