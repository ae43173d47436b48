"""Model servers of this machine, on the ports where they usually are."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import httpx

USUAL = (("Ollama", 11434), ("llama.cpp", 8080), ("LM Studio", 1234))
WAIT_S = 0.5
_NO_STORYTELLERS = ("embed", "rerank", "whisper")  # in the names of models that write no text


@dataclass(frozen=True)
class Nearby:
    """A server that answers, and the models that could narrate. `url` is what `--model` takes, without #MODEL."""

    name: str
    url: str
    models: tuple[str, ...]

    @property
    def address(self) -> str:
        """Its first model, as `--model` takes it."""
        return f"{self.url}#{self.models[0]}"


def find_nearby(ports: tuple[tuple[str, int], ...] = USUAL) -> list[Nearby]:
    """The servers that answer in the OpenAI form and have a model. Blocks for at most about a second."""
    # One client for all: to make one, it reads a file of certificates, which costs more than the question.
    with httpx.Client(timeout=WAIT_S, trust_env=False) as client, ThreadPoolExecutor(len(ports)) as pool:
        found = pool.map(lambda port: _look(client, *port), ports)
        return [server for server in found if server is not None]


def _look(client: httpx.Client, name: str, port: int) -> Nearby | None:
    url = f"http://127.0.0.1:{port}/v1"
    try:
        answer = client.get(f"{url}/models")
        listed = [str(entry["id"]) for entry in answer.json()["data"] or []]
    except (httpx.HTTPError, ValueError, LookupError, TypeError):
        return None  # nobody there, or something else that uses the port
    models = tuple(one for one in listed if not any(part in one.lower() for part in _NO_STORYTELLERS))
    return Nearby(name, url, models) if models else None
