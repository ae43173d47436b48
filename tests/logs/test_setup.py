"""A line of the log: when, how grave, from which process, about which request, story and turn; and nobody's words."""

from __future__ import annotations

import io
import json
import logging
import os
from collections.abc import Iterator

import pytest
import uvicorn

from gamemaster.logs.context import RequestContext, Scope, hash_of, in_story
from gamemaster.logs.setup import LogFormat, formatter, set_up_logging
from gamemaster.server.uvicorn_server import uvicorn_options
from gamemaster.storage.database import engine_at

STORY = "0123456789abcdef" * 2
log = logging.getLogger("gamemaster.tests.logs")


@pytest.fixture
def lines(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(formatter(request.param))
    log.addHandler(handler)
    log.setLevel(logging.INFO)  # whatever a command that ran here before made of its parent's
    yield written
    log.setLevel(logging.NOTSET)
    log.removeHandler(handler)


def lines_as(form: LogFormat) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("lines", [form], indirect=True)


@lines_as("json")
def test_a_line_of_json_says_what_it_is_about(lines: io.StringIO) -> None:
    with in_story(STORY, 7, "act-1"):
        log.warning("story %s: nobody recalls anything", STORY)
    found = json.loads(lines.getvalue())
    assert found["message"] == f"story {hash_of(STORY)}: nobody recalls anything"
    assert (found["level"], found["logger"], found["process"]) == ("warning", log.name, os.getpid())
    assert (found["story"], found["turn"], found["request"]) == (hash_of(STORY), 7, hash_of("act-1"))
    assert found["time"].endswith("Z")
    log.warning("outside")
    assert "story" not in json.loads(lines.getvalue().splitlines()[1])


@lines_as("json")
def test_no_id_stands_in_a_traceback(lines: io.StringIO) -> None:
    try:
        raise KeyError(STORY)
    except KeyError:
        log.exception("it failed")
    found = json.loads(lines.getvalue())
    assert f"KeyError: '{hash_of(STORY)}'" in found["exception"]
    assert STORY not in lines.getvalue()


@lines_as("text")
def test_a_line_for_people_fits_a_terminal(lines: io.StringIO) -> None:
    with in_story(STORY, 7, "act-1"):
        log.warning("the voice was lost")
    line = lines.getvalue()
    assert line.startswith("20")
    assert f"WARNING {log.name}: the voice was lost [process={os.getpid()} request=" in line
    assert line.endswith(f"story={hash_of(STORY)} turn=7]\n")


@lines_as("json")
async def test_lines_of_one_request_have_its_number(lines: io.StringIO) -> None:
    async def app(scope: Scope, receive: object, send: object) -> None:
        log.warning("first")
        log.warning("second")

    async def nothing() -> Scope:
        return {}

    async def nobody(message: Scope) -> None:
        raise AssertionError(message)

    door = RequestContext(app)
    await door({"type": "http"}, nothing, nobody)
    await door({"type": "http"}, nothing, nobody)
    numbers = [json.loads(line)["request"] for line in lines.getvalue().splitlines()]
    assert numbers[0] == numbers[1] != numbers[2] == numbers[3]


async def test_a_failed_statement_does_not_tell_its_parameters() -> None:
    engine = engine_at("postgresql://nobody@127.0.0.1:1/none")
    assert engine.sync_engine.hide_parameters
    await engine.dispose()


@pytest.fixture
def serving_loggers() -> Iterator[None]:
    """The root's and uvicorn's loggers as a new process has them, and left as they were found."""
    found = [
        logging.getLogger(name)
        for name in (
            None,
            "gamemaster",
            "worlds",
            "uvicorn",
            "uvicorn.error",
            "uvicorn.access",
            "uvicorn.asgi",
        )
    ]
    before = [(one, one.level, one.propagate, list(one.handlers)) for one in found]
    for one in found:
        one.propagate = True  # a server of another test may have set uvicorn's access log aside
    yield
    for one, level, propagate, handlers in before:
        one.setLevel(level)
        one.propagate = propagate
        one.handlers[:] = handlers


@pytest.mark.usefixtures("serving_loggers")
@pytest.mark.parametrize("level", ["info", "debug"])
def test_what_uvicorn_says_is_a_line_like_ours(level: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def app(*_: object) -> None:
        raise AssertionError

    set_up_logging(level, "json")
    uvicorn.Config(app, **uvicorn_options(1_000, level))
    logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
    logging.getLogger("uvicorn.access").info('%s - "%s %s HTTP/%s" %d', "::1", "GET", f"/{STORY}", "1.1", 200)
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    said = [line for line in lines if line["message"] == "Invalid HTTP request received."]
    assert [(line["level"], line["logger"], line["process"]) for line in said] == [
        ("warning", "uvicorn.error", os.getpid())
    ]
    assert said[0]["time"].endswith("Z")
    asked = [line["message"] for line in lines if line["logger"] == "uvicorn.access"]
    assert asked == ([f'::1 - "GET /{hash_of(STORY)} HTTP/1.1" 200'] if level == "debug" else [])
