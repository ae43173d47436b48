"""`gamemaster model`: what a trial finds of a model that obeys, of one that only tells, of one that does neither."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from typer.testing import CliRunner

from gamemaster.cli.main import app
from gamemaster.cli.models.model_commands import nearby_line
from gamemaster.cli.models.model_trial import Trial, lines_of
from gamemaster.narration.options import ModelCourse
from inference.remote.nearby import Nearby, find_nearby
from tests.chatkit import ModelServer, Reply, listening
from tests.modelkit import PROSE, outcome

Model = Callable[[dict[str, Any]], Reply | str]


def obedient(body: dict[str, Any]) -> str:
    """What a model that reads its prompt would answer."""
    shape = body.get("response_format", {}).get("json_schema", {}).get("schema", {}).get("properties", {})
    asked = body["messages"][-1]["content"]
    if "changes" in shape:
        words = json.loads(re.findall(r'The player: (".*")', asked)[-1])
        return outcome(_operation(words))
    if "intents" in shape:
        return json.dumps({"intents": [_intent(asked)]})
    return "Yes." if body["max_tokens"] == 1 else PROSE


def _operation(words: str) -> dict[str, Any]:
    if words.startswith("drop"):
        return {"op": "drop", "item": "belt_knife"}
    return {"op": "move", "to": "yard"} if words.startswith("go") else {"op": "look"}


def _intent(asked: str) -> dict[str, Any]:
    words = asked.splitlines()[-1]
    names = dict(re.findall(r"(\w+) \(([^)]+)\)", asked))
    names = {one: told.split(", ")[0] for one, told in names.items()}  # "yard (the Yard, up)"
    about = [one for one, name in names.items() if f'{name}"' in words or f"{name} down" in words]
    verbs = {"put": "drop", "head": "go", "chat": "talk", "closer": "examine"}
    verb = next(verb for word, verb in verbs.items() if word in words)
    return {"verb": verb, "objects": about, "tool": None, "to": None, "about": None}


def talkative(body: dict[str, Any]) -> str:
    """Tells well, and knows no JSON."""
    return PROSE


class BusyAtTimes:
    """Obeys, and answers no two requests in a row."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, body: dict[str, Any]) -> Reply | str:
        self.asked += 1
        if self.asked % 2 == 0:
            return Reply(status="429 Too Many Requests", raw=b"slow down", headers="retry-after: 0")
        return obedient(body)


def break_off(body: dict[str, Any]) -> Reply:
    return Reply("Yes") if body["max_tokens"] == 1 else Reply("{{{{", finish="length")


@contextmanager
def serve_model(model: Model) -> Iterator[str]:
    """The URL of a model server in a thread of its own: the command runs a loop of its own."""
    loop, ready, stop = asyncio.new_event_loop(), threading.Event(), asyncio.Event()
    server = ModelServer(reply_to=model)

    async def run() -> None:
        async with listening(server):
            ready.set()
            await stop.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(run(),))
    thread.start()
    assert ready.wait(10)
    try:
        yield server.url
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        loop.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("model", "course"),
    [
        pytest.param(obedient, "full", id="obedient"),
        pytest.param(BusyAtTimes(), "full", id="busy"),
        pytest.param(talkative, "tell", id="talkative"),
        pytest.param(break_off, None, id="broken"),
    ],
)
def test_a_trial_proposes_what_suits_the_model(model: Model, course: str | None) -> None:
    with serve_model(model) as url:
        done = CliRunner().invoke(app, ["model", "try", f"{url}#tiny", "--json", "--seconds", "30"])
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found["course"] == course, found
    assert found["command"].endswith(f"--model {url}#tiny" if course else "gamemaster play")
    assert done.stderr == "", "its faults stand in the notes"
    if course == "full":
        assert found["outcomes"] == [3, 3]
        assert found["readings"] == [5, 5], found["notes"]
        assert "GM_NARRATOR__COURSE=full GM_NARRATOR__ADJUDICATE_S=10" in found["command"]


def test_a_server_that_is_not_there_is_said_in_a_sentence() -> None:
    done = CliRunner().invoke(app, ["model", "try", "http://127.0.0.1:9/v1#tiny"])
    assert done.exit_code == 1
    assert "no model server at" in done.output
    done = CliRunner().invoke(app, ["model", "try", "scripted:"])
    assert done.exit_code == 1
    assert "only a model server" in done.output


def a_trial(**changes: Any) -> Trial:
    trial = Trial("http://x/v1#m", "long_night", (3, 3), (5, 5), 9.0, 31.0, 2.0, 4.0, 22.0, 11.0, True)
    for name, value in changes.items():
        setattr(trial, name, value)
    return trial


def test_a_trial_reads_well_for_people() -> None:
    text = "\n".join(lines_of(a_trial()))
    assert "3 of 3 right, 9.0 s (31.0 s the first time)" in text
    assert "GM_NARRATOR__COURSE=full GM_NARRATOR__ADJUDICATE_S=23 GM_NARRATOR__NARRATE_S=55" in text


@pytest.mark.parametrize(
    ("changes", "course"),
    [
        ({"outcome_s": 40.0}, ModelCourse.TELL),
        ({"context_warning": "cut"}, ModelCourse.READ),
        ({"first_words_s": 60.0}, ModelCourse.READ),
        ({"told_well": False, "readings": (1, 5)}, None),
    ],
)
def test_what_a_model_cannot_do_in_time_is_not_proposed(
    changes: dict[str, Any], course: ModelCourse | None
) -> None:
    assert a_trial(**changes).course is course


def test_servers_on_their_usual_ports_are_noticed() -> None:
    with serve_model(talkative) as url:
        port = int(url.rpartition(":")[2].removesuffix("/v1"))
        found = find_nearby((("Ollama", port), ("llama.cpp", 9)))
    assert found == [Nearby("Ollama", url, ("tiny",))]
    line = nearby_line(found[0])
    assert f"gamemaster play --model {url}#tiny" in line
    assert "\n" not in line
