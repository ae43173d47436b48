"""A pytest plugin: what each test costs in CPU time, and that a costly one is marked `slow`.

CPU time is that of this process, all its threads included, and of the children that ended meanwhile, unless some run
in the background of several tests. It is not wall time, but a busy machine stretches it too (caches, hyper-threads,
clock rates), three times on some, and the first test of a worker that uses a world pays for reading it: a test without
the mark fails only beyond `FACTOR` times the limit, where it says nothing of the machine. `--cpu N` lists the N tests
that cost most, with their fixtures: look there for what is over the limit.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Generator
from typing import Any

import pytest

LIMIT_S = 1.0
FACTOR = 10.0
CALL = "cpu_call_s"
TOTAL = "cpu_total_s"
spent_key = pytest.StashKey[dict[str, float]]()
# Processes that several tests share and that run beside them: one that ends during a test is none of its doing.
BACKGROUND: set[str] = set()


def cpu_seconds(*, children: bool = True) -> float:
    """CPU time of this process and, if asked, of its children that have ended, user and system."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + (ended.ru_utime + ended.ru_stime if children else 0.0)


def is_too_slow(call_s: float, *, marked: bool) -> bool:
    """Whether a test must be marked `slow`, beyond doubt."""
    return not marked and call_s > LIMIT_S * FACTOR


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--cpu", type=int, default=0, metavar="N", help="list the N tests that cost most CPU time"
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        item.stash[spent_key] = {}


def _measure(item: pytest.Item, phase: str) -> Generator[None, Any, Any]:
    children = not BACKGROUND
    before = cpu_seconds(children=children)
    try:
        return (yield)
    finally:
        item.stash[spent_key][phase] = cpu_seconds(children=children) - before


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, Any, Any]:
    return (yield from _measure(item, "setup"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    result = yield from _measure(item, "call")
    call_s = item.stash[spent_key]["call"]
    if is_too_slow(call_s, marked=item.get_closest_marker("slow") is not None):
        pytest.fail(
            f"{call_s:.1f} s of CPU: make it cheaper, or mark it `slow` (the limit is {LIMIT_S:.0f} s)"
        )
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, Any, Any]:
    result = yield from _measure(item, "teardown")
    spent = item.stash[spent_key]
    item.user_properties.append((CALL, round(spent.get("call", 0.0), 2)))
    item.user_properties.append((TOTAL, round(sum(spent.values()), 2)))
    return result


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if not (count := config.getoption("--cpu")):
        return
    found = [report for report in terminalreporter.getreports("") if report.when == "teardown"]
    rows = sorted(
        ((dict(report.user_properties), report.nodeid) for report in found),
        key=lambda row: row[0].get(TOTAL, 0.0),
        reverse=True,
    )
    terminalreporter.section(f"CPU time, of {sum(row.get(TOTAL, 0.0) for row, _ in rows):.0f} s in all")
    for row, name in rows[:count]:
        terminalreporter.line(f"{row.get(TOTAL, 0.0):7.2f} s, its call {row.get(CALL, 0.0):7.2f} s  {name}")
