"""The port for Prometheus: who has the token is answered, and nobody else learns anything."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from prometheus_client import CollectorRegistry
from pydantic import SecretStr

from gamemaster.metrics.exposition import Answers, MetricsPortError, serve_metrics
from gamemaster.metrics.meters import Meters

TOKEN = "a-token-of-some-length"


@pytest.fixture
def port() -> Iterator[int]:
    registry = CollectorRegistry()
    Meters(registry=registry).counter("turns_good_total").inc(5)
    with serve_metrics(Answers(registry, SecretStr(TOKEN)), "127.0.0.1", 0, lambda text: None) as found:
        yield found


def get(port: int, path: str = "/metrics", token: str | None = TOKEN, method: str = "GET") -> httpx.Response:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    return httpx.request(method, f"http://127.0.0.1:{port}{path}", headers=headers, trust_env=False)


def test_the_token_opens(port: int) -> None:
    answer = get(port)
    assert answer.status_code == 200
    assert "gamemaster_turns_good_total 5.0" in answer.text
    assert answer.headers["Content-Type"].startswith("text/plain")


@pytest.mark.parametrize("token", [None, "wrong", TOKEN + "x", "é"])
def test_nothing_else_does(port: int, token: str | None) -> None:
    headers = {} if token is None else {b"Authorization": f"Bearer {token}".encode()}
    answer = httpx.get(f"http://127.0.0.1:{port}/metrics", headers=headers, trust_env=False)
    assert answer.status_code == 401
    assert "gamemaster_" not in answer.text


def test_there_is_nothing_else_to_ask(port: int) -> None:
    assert get(port, "/").status_code == 404
    assert get(port, method="POST").status_code == 405
    assert get(port, method="HEAD").content == b""


def test_a_port_that_is_taken_is_named(port: int) -> None:
    with (
        pytest.raises(MetricsPortError, match=str(port)),
        serve_metrics(Answers(CollectorRegistry()), "127.0.0.1", port, lambda text: None),
    ):
        pass
