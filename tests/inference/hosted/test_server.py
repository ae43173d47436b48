"""Server and clients over a real Unix socket, in one process: sharing, cancelling, limits, and who ends whom."""

import asyncio
import itertools
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inference.engine import (
    DeadlineExceeded,
    Delta,
    EngineBusy,
    EngineLost,
    FinishReason,
    GenerationRequest,
    Kind,
    RequestFailed,
    RequestRefused,
)
from inference.hosted.client import HostedEngine
from inference.hosted.framing import Decoder, Frame, FrameType, encode
from inference.hosted.messages import write_request
from inference.hosted.server import EngineServer
from inference.hosted.sockets import bind
from inference.output.delta_bundles import join
from inference.scripted.engine import Cadence, ScriptedEngine
from inference.scripted.script import Fault, prompt_of, write_script
from tests.inference.requests import Answer, collect, request_of

CONTENT = " The lamp burns low; »Wer da?« asks the keeper." * 3
SCRIPT = write_script(CONTENT, "Who is there, and why does he ask?")
AT_ONCE = Cadence(tokens_per_s=1e9, first_token_s=0.0)
NEVER = Cadence(first_token_s=3000.0)


@asynccontextmanager
async def serving(path: Path, engine: ScriptedEngine, **limits: Any) -> AsyncIterator[EngineServer]:
    server = EngineServer(engine, **limits)
    async with server.listening(bind(path)):
        yield server


@asynccontextmanager
async def client_of(path: Path, *, waits: bool = True, **fields: Any) -> AsyncIterator[HostedEngine]:
    client = HostedEngine(path, **fields)
    client.start()
    try:
        if waits:
            await asyncio.wait_for(client.ready(), 10)
        yield client
    finally:
        await client.close()


def engine_of(**fields: Any) -> ScriptedEngine:
    return ScriptedEngine(**{"script": SCRIPT, "cadence": AT_ONCE, **fields})


async def until(condition: Any) -> None:
    async with asyncio.timeout(10):
        while not condition():
            await asyncio.sleep(0.005)


@pytest.fixture
def path(short_dir: Path) -> Path:
    return short_dir / "e.sock"


def stretches(answer: Answer) -> list[Delta]:
    """An answer's deltas, those of one kind in a row as one."""
    rows = itertools.groupby(
        (replace(delta, finish=None) for delta in answer.deltas), lambda delta: delta.kind
    )
    return [join(list(deltas)) for _, deltas in rows]


async def test_an_answer_is_the_same_as_without_a_socket(path: Path) -> None:
    engine = engine_of()
    request = request_of(reasoning_budget=50)
    direct = await collect(engine, request)
    async with serving(path, engine), client_of(path) as client:
        hosted = await collect(client, request)
        assert client.info == engine.info
    assert stretches(hosted) == stretches(direct)
    assert len(hosted.deltas) < len(direct.deltas), "what comes at once goes together"
    assert hosted.finish.reason is direct.finish.reason
    assert hosted.finish.accounting.completion_tokens == direct.finish.accounting.completion_tokens


async def test_several_workers_share_one_engine(path: Path) -> None:
    engine = engine_of(running=4)
    async with (
        serving(path, engine),
        client_of(path) as one,
        client_of(path) as two,
        client_of(path) as three,
    ):
        answers = await asyncio.gather(
            *(collect(client, request_of()) for client in (one, two, three) for _ in range(20))
        )
    assert {answer.text for answer in answers} == {CONTENT}


async def test_errors_arrive_as_themselves(path: Path) -> None:
    async with serving(path, engine_of(running=1, waiting=0)) as server, client_of(path) as client:
        with pytest.raises(RequestRefused, match="prompt is empty"):
            await collect(client, request_of(()))
        with pytest.raises(RequestFailed, match="asked for"):
            await collect(client, request_of(prompt_of("x", (Fault.FAIL, 1))))
        server.engine.cadence = NEVER  # type: ignore[attr-defined]  # it is a ScriptedEngine
        running = asyncio.create_task(collect(client, request_of()))
        with pytest.raises(EngineBusy):
            await asyncio.gather(*(collect(client, request_of()) for _ in range(2)))
        running.cancel()
        assert not server.lost.is_set()


async def test_a_request_that_slips_past_the_client_is_refused_by_the_engine(path: Path) -> None:
    async with serving(path, engine_of()), client_of(path) as client:
        assert client._welcome is not None
        client._welcome = replace(client._welcome, info=replace(client.info, vocabulary_size=2**32))
        with pytest.raises(RequestRefused, match="not in the vocabulary"):
            await collect(client, request_of((2**32 - 1,)))


async def test_who_stops_reading_frees_the_slot(path: Path) -> None:
    engine = engine_of(running=1, waiting=0, cadence=NEVER)
    async with serving(path, engine), client_of(path) as client:
        task = asyncio.create_task(collect(client, request_of()))
        await until(lambda: engine._slots.used == 1)
        task.cancel()
        await until(lambda: engine._slots.used == 0)
        engine.cadence = AT_ONCE
        deltas = client.generate(request_of())
        await anext(deltas)
        await deltas.aclose()
        await until(lambda: engine._slots.used == 0)
        assert not client._requests


async def test_abort_ends_the_stream_with_its_reason(path: Path) -> None:
    engine = engine_of(cadence=NEVER)
    request = request_of()
    async with serving(path, engine), client_of(path) as client:
        task = asyncio.create_task(collect(client, request))
        await until(lambda: engine._slots.used == 1)
        await client.abort(request.request_id)
        await client.abort("unknown")
        assert (await task).finish.reason is FinishReason.ABORT


async def test_the_deadline_holds_even_if_the_server_does_not_answer(path: Path) -> None:
    engine = engine_of()
    async with serving(path, engine), client_of(path) as client:
        with pytest.raises(DeadlineExceeded):
            await collect(client, request_of(prompt_of("x", (Fault.HANG, 1)), deadline_s=0.05))
    with bind(path) as dumb:
        dumb.listen()
        async with client_of(path, waits=False) as client:
            await asyncio.sleep(0.05)
            with pytest.raises(EngineLost):
                await collect(client, request_of())


async def test_a_client_that_leaves_takes_its_streams_and_no_others(path: Path) -> None:
    engine = engine_of(cadence=NEVER)
    async with serving(path, engine), client_of(path) as staying:
        async with client_of(path) as leaving:
            stays = asyncio.create_task(collect(staying, request_of()))
            leaves = asyncio.create_task(collect(leaving, request_of()))
            await until(lambda: engine._slots.used == 2)
        with pytest.raises(EngineLost, match="closed by us"):
            await leaves
        await until(lambda: engine._slots.used == 1)
        stays.cancel()


async def test_when_the_server_goes_all_streams_end_and_clients_come_back(path: Path) -> None:
    engine = engine_of(cadence=NEVER)
    async with client_of(path, waits=False) as client:
        with pytest.raises(EngineLost, match="not been ready"):
            client.info  # noqa: B018  # the property raises
        async with serving(path, engine):
            await asyncio.wait_for(client.ready(), 10)
            tasks = [asyncio.create_task(collect(client, request_of())) for _ in range(3)]
            await until(lambda: engine._slots.used == 3)
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        assert {type(error) for error in ended} == {EngineLost}
        await asyncio.wait_for(client.wait_until_lost(), 10)
        with pytest.raises(EngineLost):
            await collect(client, request_of())
        async with serving(path, engine_of()):
            await asyncio.wait_for(client.ready(), 10)
            assert (await collect(client, request_of())).text


async def test_an_engine_that_says_it_is_lost_ends_the_server(path: Path) -> None:
    async with serving(path, engine_of()) as server, client_of(path) as client:
        seen = Answer()
        with pytest.raises(EngineLost, match="asked for"):
            await collect(client, request_of(prompt_of("x", (Fault.DIE, 3))), seen)
        assert seen.ids() == SCRIPT.content[:3]
        await asyncio.wait_for(server.lost.wait(), 10)


async def test_an_engine_that_ends_without_a_finish_is_not_waited_for(path: Path) -> None:
    class Mute(ScriptedEngine):
        async def generate(self, request: GenerationRequest) -> AsyncGenerator[Delta, None]:
            yield Delta(Kind.CONTENT, (300,), "The")

    async with serving(path, Mute()), client_of(path) as client:
        with pytest.raises(RequestFailed, match="without saying why"):
            await collect(client, request_of())


async def test_one_health_generation_answers_all(path: Path) -> None:
    class Counting(ScriptedEngine):
        generations = 0

        async def health(self) -> float:
            self.generations += 1
            await asyncio.sleep(0.1)
            return await super().health()

    engine = Counting(script=SCRIPT, cadence=AT_ONCE)
    async with serving(path, engine), client_of(path) as one, client_of(path) as two:
        leaving = asyncio.create_task(one.health())
        await until(lambda: engine.generations == 1)
        leaving.cancel()
        assert all(
            took >= 0 for took in await asyncio.gather(*(c.health() for c in (one, two) for _ in range(5)))
        )
        assert engine.generations == 1


async def test_a_silent_server_counts_as_lost(path: Path) -> None:
    async with (
        serving(path, engine_of(cadence=NEVER), beat_s=3000.0),
        client_of(path, round_s=0.02, silent_rounds=3) as client,
    ):
        with pytest.raises(EngineLost, match=r"silent for 0\.06 s"):
            await collect(client, request_of())


async def test_beats_keep_a_quiet_connection_and_count_tokens(path: Path) -> None:
    async with (
        serving(path, engine_of(), beat_s=0.01),
        client_of(path, round_s=0.2, silent_rounds=3) as client,
    ):
        answer = await collect(client, request_of())
        await until(lambda: client.tokens == len(answer.ids()))
        await asyncio.sleep(0.7)
        assert client.connections == 1


async def connect(path: Path) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_unix_connection(str(path))


@pytest.mark.parametrize(
    "data",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        encode(Frame(FrameType.WELCOME)),
        encode(Frame(FrameType.GENERATE, 1, b"{}")),
        encode(Frame(FrameType.GENERATE, 1, write_request(request_of()))) * 2,
    ],
)
async def test_a_client_that_talks_nonsense_is_cut_off_alone(path: Path, data: bytes) -> None:
    async with serving(path, engine_of(cadence=NEVER)), client_of(path) as other:
        reader, writer = await connect(path)
        writer.write(data)
        with suppress(ConnectionResetError):  # an end of file is as good
            async with asyncio.timeout(10):
                while await reader.read(1000):
                    pass
        writer.close()
        assert other.is_ready


async def test_streams_and_clients_have_limits(path: Path) -> None:
    engine = engine_of(cadence=NEVER)
    async with serving(path, engine, max_streams=2, max_clients=1), client_of(path) as client:
        tasks = [asyncio.create_task(collect(client, request_of())) for _ in range(2)]
        await until(lambda: engine._slots.used == 2)
        with pytest.raises(EngineBusy, match="this client of the engine already has 2"):
            await collect(client, request_of())
        async with client_of(path, waits=False) as late:
            await until(lambda: "ready" not in late._why)
            assert not late.is_ready
        for task in tasks:
            task.cancel()


async def test_a_client_that_does_not_read_is_cut_off_and_its_slot_freed(path: Path) -> None:
    """The engine is not pulled meanwhile: what waits is bounded by the buffers, not by what could be generated."""
    endless = replace(write_script("x" * 6), content=(300,) * 30_000)
    engine = engine_of(script=replace(endless, pieces={300: "x" * 2000}), cadence=AT_ONCE)
    async with serving(path, engine, patience_s=0.3) as server:
        reader, writer = await connect(path)
        writer.transport.pause_reading()  # type: ignore[attr-defined]  # a socket's transport has it
        request: GenerationRequest = request_of(max_new_tokens=30_000)
        writer.write(encode(Frame(FrameType.GENERATE, 1, write_request(request))))
        await until(lambda: engine._slots.used == 1)
        await until(lambda: engine._slots.used == 0)
        assert 0 < server.tokens < 5_000
        writer.close()
        del reader


async def test_a_slow_reader_gets_everything_in_few_pieces(path: Path) -> None:
    """What a reader has not taken yet is joined, so that it costs memory for its tokens and no more."""
    script = replace(SCRIPT, content=SCRIPT.content * 40)
    async with serving(path, engine_of(script=script)), client_of(path) as client:
        deltas = client.generate(request_of(max_new_tokens=10_000))
        first = await anext(deltas)
        await asyncio.sleep(0.5)
        rest = [delta async for delta in deltas]
    answer = Answer([first, *rest])
    assert answer.ids() == script.content
    assert answer.text == CONTENT * 40
    assert len(answer.deltas) < 200 < len(script.content) // 3


async def test_frames_are_as_the_protocol_says(path: Path) -> None:
    async with serving(path, engine_of(), beat_s=3000.0):
        reader, writer = await connect(path)
        writer.write(encode(Frame(FrameType.HELLO)))
        request = request_of(reasoning_budget=3)
        writer.write(encode(Frame(FrameType.GENERATE, 7, write_request(request))))
        decoder, types = Decoder(), list[FrameType]()
        while FrameType.WELCOME not in types or len(types) < 4:
            types += [frame.type for frame in decoder.feed(await reader.read(10_000))]
        assert types[0] is FrameType.WELCOME
        assert set(types[1:]) == {FrameType.DELTA}
        writer.close()
