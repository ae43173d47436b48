"""Serves the application on a port with uvicorn, and stops in good order on Ctrl-C and SIGTERM."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import signal
import socket
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI

from gamemaster.errors import UserError
from gamemaster.server.uvicorn_protocols import LEAVES, HTTPProtocol, SocketProtocol

log = logging.getLogger(__name__)

# A frame may be this many times larger than the limit before the protocol itself closes the connection (with 1009)
# instead of the service answering with a typed error.
OVERSIZE = 16
GRACEFUL_S = 10
DRAIN_SIGNAL = signal.SIGUSR1
DRAIN = "drain"  # in the lifespan's state: hands all stories over
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


class Server(uvicorn.Server):
    """uvicorn's, but it says when it is ready, and leaves signals to its caller, who has other servers to stop.

    SIGINT and SIGTERM stop it at once, `DRAIN_SIGNAL` when the turns in flight are over; another one cuts that short.
    """

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None] = lambda: None) -> None:
        super().__init__(config)
        self._on_ready = on_ready
        self._draining: asyncio.Task[None] | None = None
        self._drains = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        kinds = (signal.SIGINT, signal.SIGTERM, DRAIN_SIGNAL)
        for kind in kinds:
            loop.add_signal_handler(kind, self.handle_exit, kind, None)
        try:
            yield
        finally:
            for kind in kinds:
                loop.remove_signal_handler(kind)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self._draining is not None:
            self._draining.cancel()
        self._drains = sig == DRAIN_SIGNAL and not self.should_exit
        log.info(
            "draining: nobody is let in, and stories are handed over as their turns end"
            if self._drains
            else "stopping: turns in flight are told in haste"
        )
        if self.started:
            self._make_way()
        super().handle_exit(sig, frame)

    def _make_way(self) -> None:
        """Whoever asks anew asks another process: nobody is let in from here on, and a proxy's connections that are
        kept open between requests, on which it would send newcomers, are closed. At once, since uvicorn itself looks
        ten times a second, and whoever is sent away comes back sooner."""
        for server in self.servers:
            server.close()
        self.lifespan.state[LEAVES] = True
        for connection in list(self.server_state.connections):
            if isinstance(connection, HTTPProtocol):
                connection.make_way()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._drains:
            self._make_way()  # again, should the signal have come while it started
            self._draining = asyncio.create_task(self.lifespan.state[DRAIN](), name="drain")
            await asyncio.wait({self._draining})
        await super().shutdown(sockets)


def uvicorn_options(max_message_bytes: int, log_level: str) -> dict[str, Any]:
    """What every way of serving has in common."""
    return {
        "http": HTTPProtocol,
        "ws": SocketProtocol,
        "proxy_headers": False,  # `admission.addresses` reads them, and from configured proxies alone
        "ws_max_size": max_message_bytes * OVERSIZE,
        "ws_per_message_deflate": False,
        "ws_ping_interval": 20.0,
        "ws_ping_timeout": 20.0,
        "timeout_graceful_shutdown": GRACEFUL_S,
        "log_config": None,  # so that what it says goes through `logs.setup`, with time, level and process
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
