"""The token-level engine, two real `smg`s, and three stand-ins for SGLang, one of which is killed in mid-answer."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pytest
from tokenizers import Tokenizer
from tokenizers.models import WordLevel

from gamemaster.cli.operating.doctor_engines import examine_engines
from inference.engine import (
    EngineError,
    EngineLost,
    FinishReason,
    GenerationRequest,
    Sampling,
    new_request_id,
)
from inference.sglang.gateway import GatewayError, Member, members_of
from inference.sglang.http_engine import SglangHttpEngine, routing_key
from inference.testbed.place import ENVIRONMENT
from tests.integration.stand_in_server import answer_to

pytestmark = [pytest.mark.integration, pytest.mark.slow]

ROOT = Path(__file__).resolve().parents[2]
SMG = ENVIRONMENT / "bin" / "smg"
STAND_INS = 3
GATEWAYS = 2
STORIES = 18
TURNS = (4, 4)  # before a stand-in is killed, and after
HEAD = list(range(10, 90))  # all stories begin with it
OPENING = 300
ANSWER, LONG = 12, 100  # tokens of an answer; of one that is broken off
WAIT_S = 60.0


@dataclass
class Story:
    """A prompt that only grows, and how often each turn was asked until it was answered."""

    name: str
    ids: list[int]
    asked: list[list[str]] = field(default_factory=list)
    right: bool = True
    begun: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class Outcome:
    """What players saw, and what the stand-ins noted of the requests: by stand-in, in order."""

    stories: list[Story]
    notes: dict[int, list[dict[str, object]]]
    killed: int
    before: dict[str, int]  # the stand-in of each routing key
    aborted: tuple[FinishReason | None, str]
    doctor: list[list[tuple[str, bool, str]]]  # before, and when the gateway has noticed


def free_ports(count: int) -> list[int]:
    with ExitStack() as stack:
        bound = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in bound:
            one.bind(("127.0.0.1", 0))
        return [int(one.getsockname()[1]) for one in bound]


def gateway_command(port: int, metrics: int, workers: list[int]) -> list[str]:
    return [
        *(str(SMG), "launch", "--host", "127.0.0.1", "--port", str(port)),
        *("--prometheus-host", "127.0.0.1", "--prometheus-port", str(metrics), "--log-level", "warn"),
        *("--policy", "consistent_hashing", "--worker-startup-check-interval", "1"),
        *("--health-check-interval-secs", "1", "--health-failure-threshold", "2"),
        *("--worker-urls", *(f"http://127.0.0.1:{worker}" for worker in workers)),
    ]


def checkpoint(folder: Path) -> Path:
    """A tokenizer of a hundred words, and a config.json."""
    vocabulary = {f"w{number}": number for number in range(100)}
    Tokenizer(WordLevel(vocabulary, "w0")).save(str(folder / "tokenizer.json"))
    config = {"vocab_size": 100, "max_position_embeddings": 32_768, "eos_token_id": 1}
    (folder / "config.json").write_text(json.dumps(config))
    return folder


def notes_of(log: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


async def until_ready(url: str, count: int) -> list[Member]:
    """Until a gateway sends requests to so many members."""
    async with asyncio.timeout(WAIT_S):
        while True:
            with contextlib.suppress(GatewayError):
                members = await members_of(url) or []
                if sum(member.ready for member in members) == count:
                    return members
            await asyncio.sleep(0.05)


async def until_it_answers(engine: SglangHttpEngine) -> None:
    async with asyncio.timeout(WAIT_S):
        while True:
            try:
                await engine.health()
            except EngineLost:
                await asyncio.sleep(0.05)
            else:
                return


def request(story: Story, tokens: int = ANSWER) -> GenerationRequest:
    sampling = Sampling(max_new_tokens=tokens)
    return GenerationRequest(new_request_id(), tuple(story.ids), sampling, story=story.name)


async def turn(engine: SglangHttpEngine, story: Story, words: list[int], tokens: int = ANSWER) -> None:
    """Asks until it is answered, as a player does whose turn was broken off."""
    story.ids += words
    story.asked.append([])
    said: list[int] = []
    async with asyncio.timeout(WAIT_S):
        while len(said) < tokens:
            asked, said = request(story, tokens), []
            story.asked[-1].append(asked.request_id)
            try:
                async for delta in engine.generate(asked):
                    said += delta.token_ids
                    story.begun.set()
            except EngineError:
                said = []
                await asyncio.sleep(0.05)
    story.right &= said == answer_to(story.ids, tokens)
    story.ids += said


async def hang_up(engine: SglangHttpEngine) -> FinishReason | None:
    """Aborts in mid-answer; how the request ended for us."""
    asked, reason = request(Story("left", [*HEAD, 7]), LONG), None
    async for delta in engine.generate(asked):
        await engine.abort(asked.request_id)
        reason = delta.finish.reason if delta.finish else reason
    return reason


async def until_noted(log: list[Path], key: str) -> str:
    async with asyncio.timeout(WAIT_S):
        while True:
            for note in (note for one in log for note in notes_of(one)):
                if note["key"] == key:
                    return str(note["end"])
            await asyncio.sleep(0.02)


def before_play() -> list[Story]:
    return [
        Story(f"story {n}", [*HEAD, *(10 + (n + place * (n + 1)) % 89 for place in range(OPENING))])
        for n in range(STORIES)
    ]


async def play(
    urls: list[str], folder: Path, servers: list[subprocess.Popen[bytes]], logs: list[Path]
) -> Outcome:
    """Each turn goes through another gateway, as it would from another web host."""
    engines = [SglangHttpEngine(url, checkpoint(folder)) for url in urls]
    for url, engine in zip(urls, engines, strict=True):
        await until_ready(url, STAND_INS)
        await until_it_answers(engine)
    doctor = [await examine_engines(urls[0], folder, None)]
    aborted = (await hang_up(engines[0]), await until_noted(logs, routing_key("left")))
    stories = before_play()
    for number in range(TURNS[0]):
        engine = engines[number % len(engines)]
        await asyncio.gather(*(turn(engine, story, [number] * 8) for story in stories))
    before = {str(note["key"]): at for at, log in enumerate(logs) for note in notes_of(log) if note["key"]}
    killed = Counter(before.values()).most_common(1)[0][0]
    await kill_in_mid_answer(
        servers[killed], engines[0], stories, {key for key in before if before[key] == killed}
    )
    for number in range(TURNS[1]):
        engine = engines[number % len(engines)]
        await asyncio.gather(*(turn(engine, story, [number] * 8) for story in stories))
    await until_ready(urls[0], STAND_INS - 1)
    doctor.append(await examine_engines(urls[0], folder, None))
    for engine in engines:
        await engine.close()
    notes = {at: notes_of(log) for at, log in enumerate(logs)}
    return Outcome(stories, notes, killed, before, aborted, doctor)


async def kill_in_mid_answer(
    server: subprocess.Popen[bytes], engine: SglangHttpEngine, stories: list[Story], keys: set[str]
) -> None:
    """Once each of the stories with these routing keys has begun to be answered. Returns when all were answered."""
    for story in stories:
        story.begun.clear()
    async with asyncio.TaskGroup() as group:
        for story in stories:
            group.create_task(turn(engine, story, [5] * 8, LONG))
        await asyncio.gather(*(story.begun.wait() for story in stories if routing_key(story.name) in keys))
        server.send_signal(signal.SIGKILL)


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Outcome]:
    if not SMG.exists():
        pytest.skip("the gateway smg is not here: `make testbed` installs it")
    folder = tmp_path_factory.mktemp("gateway")
    ports = free_ports(STAND_INS + 2 * GATEWAYS)
    workers, gateways, metrics = ports[:STAND_INS], ports[STAND_INS:-GATEWAYS], ports[-GATEWAYS:]
    logs = [folder / f"{at}.log" for at in range(STAND_INS)]
    stand_in = [sys.executable, "-m", "tests.integration.stand_in_server"]
    commands = [[*stand_in, str(at), str(log)] for at, log in zip(workers, logs, strict=True)]
    commands += [gateway_command(*both, workers) for both in zip(gateways, metrics, strict=True)]
    servers = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) for command in commands]
    try:
        yield asyncio.run(play([f"http://127.0.0.1:{port}" for port in gateways], folder, servers, logs))
    finally:
        for server in servers:
            server.kill()
            server.wait(WAIT_S)


def places(outcome: Outcome, story: Story) -> list[int]:
    """Which stand-in answered each turn of a story."""
    at = {note["rid"]: at for at, notes in outcome.notes.items() for note in notes if note["end"] == "whole"}
    return [next(at[rid] for rid in asked if rid in at) for asked in story.asked]


def test_a_story_stays_where_its_prefix_is(outcome: Outcome) -> None:
    stayed = []
    for story in outcome.stories:
        found = places(outcome, story)
        stayed += [one == other for one, other in pairwise(found) if one != outcome.killed]
    assert len(stayed) > STORIES
    assert sum(stayed) / len(stayed) >= 0.98


def test_stories_are_spread_over_all(outcome: Outcome) -> None:
    assert len(set(outcome.before.values())) == STAND_INS


def test_nothing_is_lost_or_doubled_when_one_is_killed(outcome: Outcome) -> None:
    assert all(story.right for story in outcome.stories), "each player got exactly what was said"
    whole = Counter(
        str(note["rid"])
        for at, notes in outcome.notes.items()
        for note in notes
        if note["end"] == "whole" and at != outcome.killed
    )
    assert set(whole.values()) == {1}, "the gateway asks nobody twice"
    broken = [asked for story in outcome.stories for asked in story.asked if len(asked) > 1]
    assert broken, "answers were broken off"
    for asked in broken:
        assert [rid in whole for rid in asked] == [False] * (len(asked) - 1) + [True]


def test_the_stories_of_the_one_that_was_killed_pay_one_prefill(outcome: Outcome) -> None:
    moved = [story for story in outcome.stories if outcome.before[routing_key(story.name)] == outcome.killed]
    assert moved
    for story in moved:
        later = [
            note
            for at, notes in outcome.notes.items()
            if at != outcome.killed
            for note in notes
            if note["key"] == routing_key(story.name) and note["end"] == "whole"
        ]
        first, *rest = [int(str(note["cached"])) / int(str(note["prompt"])) for note in later]
        assert first < 0.5, "the head alone is known there"
        assert len(rest) >= TURNS[1] - 1
        assert min(rest) >= 0.95


def test_hanging_up_ends_a_request_behind_the_gateway(outcome: Outcome) -> None:
    assert outcome.aborted == (FinishReason.ABORT, "hung up")


def test_the_doctor_says_what_the_gateway_thinks_of_each_member(outcome: Outcome) -> None:
    well, after = outcome.doctor
    assert all(good for _, good, _ in well)
    assert sum(part.startswith("engine, http://") for part, _, _ in well) == STAND_INS
    assert f"{STAND_INS} of its {STAND_INS} members" in well[0][2]
    assert f"{STAND_INS - 1} of its" in after[0][2]
    assert [good for part, good, _ in after if part == "engine, a generation"] == [True]


async def test_the_doctor_says_that_nobody_answers(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    ((part, well, text),) = await examine_engines(f"http://127.0.0.1:{port}", tmp_path, None)
    assert (part, well) == ("engine", False)
    assert "nothing answers" in text
