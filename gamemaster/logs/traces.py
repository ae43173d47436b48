"""Traces by OpenTelemetry: where spans go, if anywhere. The libraries are an optional extra, and imported only then."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from gamemaster.errors import UserError
from gamemaster.version import install_line

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer

SERVICE = "gamemaster"
MOST_WAITING = 2048  # spans; when a collector is away, the latest are dropped


class TraceOptions(BaseModel):
    """Traces of turns, for a collector of OpenTelemetry."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    endpoint: str | None = Field(
        None,
        pattern=r"^https?://",
        description="where a collector takes OTLP over HTTP, as http://127.0.0.1:4318/v1/traces; without it, no traces",
    )
    share: float = Field(1.0, ge=0, le=1, description="of all turns, how many are traced")


class TracingNotInstalledError(UserError):
    """Traces are wanted, and the libraries for them are not there."""

    def __init__(self) -> None:
        super().__init__(
            f"GM_TRACES__ENDPOINT is set, and OpenTelemetry is not installed. Install it: {install_line('tracing')}"
        )


@contextmanager
def open_tracer(options: TraceOptions, version: str) -> Iterator[Tracer | None]:
    """Who makes the spans of this process; None if nobody wants them. What waits is sent when the context ends.

    Raises TracingNotInstalledError.
    """
    if options.endpoint is None:
        yield None
        return
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
        from opentelemetry.sdk.trace.sampling import ParentBasedTraceIdRatio
    except ModuleNotFoundError as error:
        raise TracingNotInstalledError from error
    provider = TracerProvider(
        sampler=ParentBasedTraceIdRatio(options.share),
        resource=Resource.create({"service.name": SERVICE, "service.version": version}),
        shutdown_on_exit=False,
    )
    exporter = OTLPSpanExporter(endpoint=options.endpoint, timeout=5)
    provider.add_span_processor(BatchSpanProcessor(exporter, max_queue_size=MOST_WAITING))
    try:
        yield provider.get_tracer(SERVICE)
    finally:
        provider.shutdown()
