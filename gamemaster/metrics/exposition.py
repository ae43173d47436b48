"""`/metrics` for Prometheus: as text, to whoever has the token, on a port of its own or by the web application."""

from __future__ import annotations

import contextlib
import hmac
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer
from wsgiref.types import StartResponse, WSGIEnvironment

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from pydantic import SecretStr

from gamemaster.errors import UserError

PATH = "/metrics"
PATIENCE_S = 5.0  # for a request that comes slowly
CONTENT_TYPE = CONTENT_TYPE_LATEST
Header = tuple[str, str]


class MetricsPortError(UserError):
    """The port for metrics cannot be had."""

    def __init__(self, host: str, port: int, error: OSError) -> None:
        super().__init__(
            f"cannot listen for metrics on {host}:{port}: {error.strerror or error}. "
            "Stop what uses the port, or set GM_METRICS__PORT to another (0 takes any free one)"
        )


class Answers:
    """The answer of `/metrics`. Made from any thread, one at a time."""

    def __init__(self, registry: CollectorRegistry, token: SecretStr | None = None) -> None:
        self._registry, self._token = registry, token
        self._turn = threading.Lock()

    def admits(self, authorization: str) -> bool:
        """Whether a request with this `Authorization` header may be answered."""
        if self._token is None:
            return True
        wanted = f"Bearer {self._token.get_secret_value()}"
        return hmac.compare_digest(authorization.encode("utf-8", "surrogatepass"), wanted.encode())

    def text(self) -> bytes:
        """All metrics as text. Takes milliseconds: not in an event loop."""
        with self._turn:
            return generate_latest(self._registry)

    def serve(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """As a WSGI application."""
        status, headers, body = self._answer(environ)
        start(status, [("Content-Length", str(len(body))), *headers])
        return [] if environ.get("REQUEST_METHOD") == "HEAD" else [body]

    def _answer(self, environ: WSGIEnvironment) -> tuple[str, list[Header], bytes]:
        plain = ("Content-Type", "text/plain; charset=utf-8")
        if environ.get("PATH_INFO") != PATH:
            return "404 Not Found", [plain], b"There is nothing here but /metrics.\n"
        if environ.get("REQUEST_METHOD") not in ("GET", "HEAD"):
            return "405 Method Not Allowed", [plain, ("Allow", "GET, HEAD")], b"Ask with GET.\n"
        if not self.admits(environ.get("HTTP_AUTHORIZATION", "")):
            refused = b"Send the token of GM_METRICS__TOKEN, as `Authorization: Bearer TOKEN`.\n"
            return "401 Unauthorized", [plain, ("WWW-Authenticate", "Bearer")], refused
        return "200 OK", [("Content-Type", CONTENT_TYPE)], self.text()


class _Quiet(WSGIRequestHandler):
    timeout = PATIENCE_S

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        """Prometheus asks every few seconds: that is no news."""


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True
    request_queue_size = 8

    def server_bind(self) -> None:
        """Without the look-up of our own name in the DNS, which the base class waits for."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = "metrics", self.server_address[1]
        self.setup_environ()


class _Server6(_Server):
    address_family = socket.AF_INET6


@contextlib.contextmanager
def serve_metrics(answers: Answers, host: str, port: int, say: Callable[[str], None]) -> Iterator[int]:
    """Answers on a port of its own, from threads; yields the port. Raises MetricsPortError."""
    kind = _Server6 if ":" in host else _Server
    try:
        server = kind((host, port), _Quiet)
    except OSError as error:
        raise MetricsPortError(host, port, error) from error
    server.set_app(answers.serve)
    thread = threading.Thread(target=server.serve_forever, name="metrics", daemon=True)
    thread.start()
    found = int(server.server_address[1])
    shown = f"[{host}]" if ":" in host else host
    say(f"metrics for Prometheus: http://{shown}:{found}{PATH}")
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
