"""A turn as a trace, sent by OTLP to a collector: here an HTTP server that reads what it is sent."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span
from opentelemetry.trace import Tracer

from gamemaster.logs.context import hash_of
from gamemaster.logs.traces import TraceOptions, open_tracer
from gamemaster.play.live_story import LiveStory, StoryRequest
from gamemaster.play.story_traces import StoryTracer
from gamemaster.protocol import messages
from tests.integration.service import Puppet
from tests.playkit import Window, desk_in_memory, new_story


@dataclass
class Collector:
    url: str = ""
    spans: list[Span] = field(default_factory=list)

    def of_name(self, name: str) -> Span:
        (found,) = [span for span in self.spans if span.name == name]
        return found


@pytest.fixture
def collector() -> Iterator[Collector]:
    found = Collector()

    class Taker(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            sent = ExportTraceServiceRequest.FromString(self.rfile.read(int(self.headers["Content-Length"])))
            found.spans += [
                span for one in sent.resource_spans for scope in one.scope_spans for span in scope.spans
            ]
            self.send_response(200)
            self.end_headers()

        def log_request(self, code: object = "-", size: object = "-") -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Taker)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    found.url = f"http://127.0.0.1:{server.server_port}/v1/traces"
    yield found
    server.shutdown()
    thread.join()
    server.server_close()


@contextlib.asynccontextmanager
async def on_stage(tracer: Tracer) -> AsyncIterator[LiveStory]:
    async with desk_in_memory(Puppet(spans=2)) as desk:
        stored = await new_story(desk)
        watching = StoryTracer(tracer, stored.id, "hut")
        live = LiveStory(desk.of_a_story, desk.worlds["hut"], stored, [], None, [watching])
        working = asyncio.create_task(live.run())
        yield live
        live.leave()
        await working


async def whistle(live: LiveStory) -> None:
    """A turn, to its end."""
    window = Window()
    await live.follow(window.outbox, None, None)
    live.ask(StoryRequest(messages.Act(id="act-0001", text="I whistle"), window.outbox))
    await window.until("commit", "error")


async def test_a_turn_is_a_trace_of_its_steps(collector: Collector) -> None:
    with open_tracer(TraceOptions(endpoint=collector.url), "1") as tracer:
        assert tracer is not None
        async with on_stage(tracer) as live:
            await whistle(live)
            story = live.id
    whole = collector.of_name("turn")
    about = {one.key: one.value.string_value or one.value.int_value for one in whole.attributes}
    assert (about["gm.story"], about["gm.world"], about["gm.turn"]) == (hash_of(story), "hut", 1)
    assert about["gm.reason"] == "complete"
    steps = [span for span in collector.spans if span.parent_span_id == whole.span_id]
    assert {span.name for span in steps} >= {"accept", "recall", "adjudicate", "rule", "narrate", "commit"}
    for span in steps:
        assert span.trace_id == whole.trace_id
        assert whole.start_time_unix_nano <= span.start_time_unix_nano <= span.end_time_unix_nano
        assert span.end_time_unix_nano <= whole.end_time_unix_nano
    said = b"".join(span.SerializeToString() for span in collector.spans)
    assert b"whistle" not in said
    assert story.encode() not in said


def test_without_a_collector_nothing_is_traced() -> None:
    with open_tracer(TraceOptions(), "1") as tracer:
        assert tracer is None


async def test_of_all_turns_only_a_share_is_traced(collector: Collector) -> None:
    with open_tracer(TraceOptions(endpoint=collector.url, share=0.0), "1") as tracer:
        assert tracer is not None
        async with on_stage(tracer) as live:
            await whistle(live)
    assert collector.spans == []
