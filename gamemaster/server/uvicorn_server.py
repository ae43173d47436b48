"""Serves the application on a port with uvicorn, and stops in good order on Ctrl-C and SIGTERM."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import multiprocessing
import multiprocessing.connection
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.supervisors import Multiprocess

from gamemaster.errors import UserError

# A frame may be this many times larger than the limit before the protocol itself closes the connection (with 1009)
# instead of the service answering with a typed error.
OVERSIZE = 16
GRACEFUL_S = 10
ABORT_S = 5.0
WORKER_START_S = 60.0
FIRST_FREE_PORT = 1024  # those below are for root, by default (ip(7), net.ipv4.ip_unprivileged_port_start)


class PortBusyError(UserError):
    """Something else listens where the service should."""

    def __init__(self, host: str, port: int, why: str) -> None:
        super().__init__(
            f"cannot listen on {host}:{port}: {why}. Is the service running already? Stop what uses the port, "
            f"or choose another: --port {port + 1 if FIRST_FREE_PORT <= port < 65535 else 8000} (0 takes any free one)"
        )
        self.host, self.port = host, port


def listen(host: str, port: int) -> socket.socket:
    """A socket bound to the address, so that nobody else can take it meanwhile. Raises `PortBusyError`."""
    try:
        family, kind, number, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (socket.gaierror, UnicodeError) as error:
        raise PortBusyError(host, port, f"there is no such address ({error})") from error
    bound = socket.socket(family, kind, number)
    try:
        # As every server does: connections of an earlier run that linger are no reason to refuse.
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        # Listening is what fails when another process got here first.
        bound.listen(2048)
        bound.setblocking(False)
    except OSError as error:
        bound.close()
        why = "the port is in use" if error.errno == errno.EADDRINUSE else (error.strerror or str(error))
        if error.errno == errno.EACCES and port < FIRST_FREE_PORT:
            why = f"ports under {FIRST_FREE_PORT} belong to the administrator"
        raise PortBusyError(host, port, why) from error
    return bound


class Protocol(WebSocketsSansIOProtocol):
    """uvicorn's, with an end to connections whose peer does not read what is left to send."""

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self.loop.call_later(ABORT_S, self.transport.abort)


class Server(uvicorn.Server):
    """uvicorn's, but it says when it is ready, and leaves signals to its caller, who has other servers to stop."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None] = lambda: None) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        kinds = (signal.SIGINT, signal.SIGTERM)
        for kind in kinds:
            loop.add_signal_handler(kind, self.handle_exit, kind, None)
        try:
            yield
        finally:
            for kind in kinds:
                loop.remove_signal_handler(kind)


def uvicorn_options(max_message_bytes: int, log_level: str) -> dict[str, Any]:
    """What every way of serving has in common."""
    return {
        "ws": Protocol,
        "ws_max_size": max_message_bytes * OVERSIZE,
        "ws_per_message_deflate": False,
        "ws_ping_interval": 20.0,
        "ws_ping_timeout": 20.0,
        "timeout_graceful_shutdown": GRACEFUL_S,
        "log_level": "warning" if log_level == "info" else log_level,
        "access_log": log_level == "debug",
        "server_header": False,
        "lifespan": "on",
    }


async def serve(
    app: FastAPI,
    bound: socket.socket,
    max_message_bytes: int,
    log_level: str,
    *,
    on_ready: Callable[[], None],
    stop: asyncio.Event,
) -> None:
    """Serves until Ctrl-C, SIGTERM or `stop`. `on_ready` is called when the first request can come."""
    server = Server(uvicorn.Config(app, **uvicorn_options(max_message_bytes, log_level)), on_ready)

    async def watch() -> None:
        await stop.wait()
        server.should_exit = True

    watching = asyncio.create_task(watch())
    try:
        await server.serve(sockets=[bound])
    finally:
        watching.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watching


class Workers(Multiprocess):
    """uvicorn's, but it says when the first process is ready."""

    def __init__(self, config: uvicorn.Config, bound: socket.socket, on_ready: Callable[[], None]) -> None:
        super().__init__(config, sockets=[bound])
        self._on_ready = on_ready

    def init_processes(self) -> None:
        super().init_processes()
        if self.processes[0].wait_until_ready(WORKER_START_S):
            self._on_ready()


def stop_with_parent() -> None:
    """Stop this worker as on SIGTERM should the process that started it die: nobody else would.

    Does nothing in a process that `multiprocessing` did not start.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        multiprocessing.connection.wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, name="parent", daemon=True).start()


def serve_in_workers(
    bound: socket.socket, workers: int, max_message_bytes: int, log_level: str, on_ready: Callable[[], None]
) -> None:
    """Serves from several processes, each with an application of its own made from the environment."""
    config = uvicorn.Config(
        "gamemaster.bootstrap:from_environment",
        factory=True,
        workers=workers,
        **uvicorn_options(max_message_bytes, log_level),
    )
    bound.set_inheritable(True)
    Workers(config, bound, on_ready).run()
