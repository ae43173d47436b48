"""What is logged, and how a line looks: for people, or as JSON for programs that collect logs."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from typing import Literal

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from gamemaster.logs.bounds import FloodFilter
from gamemaster.logs.context import without_ids

LogFormat = Literal["text", "json"]
OURS = ("gamemaster", "worlds")


def set_up_logging(level: str, form: LogFormat = "text") -> None:
    """Our own messages on standard error; a library speaks only when something is wrong."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter(form))
    handler.addFilter(FloodFilter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for name in OURS:
        logging.getLogger(name).setLevel(level.upper())


def teller(form: LogFormat, say: Callable[[str], None]) -> Callable[[str], None]:
    """What tells people how the service is: `say`; where a program reads, the log, so that all is an object a line."""
    return _tell if form == "json" else say


def _tell(text: str) -> None:
    logging.getLogger("gamemaster.service").info("%s", " ".join(text.replace("─", " ").split()))


def formatter(form: LogFormat) -> logging.Formatter:
    """`text`: one readable line a record, a traceback below it. `json`: one object a line."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
        _add_process,
        structlog.processors.format_exc_info,
        _hash_ids,
    ]
    last: list[Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if form == "json":
        last += [structlog.processors.EventRenamer("message"), structlog.processors.JSONRenderer()]
    else:
        last.append(_as_text)
    return structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=last)


def _add_process(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    event["process"] = os.getpid()
    return event


def _hash_ids(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    return {key: without_ids(value) if isinstance(value, str) else value for key, value in event.items()}


def _as_text(logger: WrappedLogger, method: str, event: EventDict) -> str:
    """`2026-11-22T09:00:00Z WARNING gamemaster.play.hub: what happened [process=1 story=… turn=…]`"""
    time, level, name = event.pop("time")[:19] + "Z", event.pop("level").upper(), event.pop("logger")
    message, trace = event.pop("event"), event.pop("exception", None)
    about = " ".join(f"{key}={value}" for key, value in sorted(event.items()))
    return f"{time} {level} {name}: {message} [{about}]" + (f"\n{trace}" if trace else "")
