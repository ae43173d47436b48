"""A pytest plugin: a test of real processes may fail once, and the summary names every one that did.

A browser, an engine or a server that was just killed is late now and then on two busy cores. If each of a thousand such
tests fails once in a thousand runs, the suite fails two times in three, and then says nothing of the change that it
tries. So each has a second try (pytest-rerunfailures). `--max-suite-reruns` in `pyproject.toml` bounds them for a whole
run: more than that is no accident, and fails. Everything else is deterministic, and has one try.
"""

from __future__ import annotations

import pytest

# Marks of tests that start processes, or wait for what others do.
REAL_PROCESSES = ("e2e", "integration", "nia", "slow")


@pytest.hookimpl(trylast=True)  # when the others have marked them
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if any(item.get_closest_marker(mark) for mark in REAL_PROCESSES):
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    shaky = terminalreporter.getreports("rerun")
    if not shaky:
        return
    terminalreporter.section("shaky: failed, and passed or failed at the second try")
    for report in shaky:
        crash = getattr(report.longrepr, "reprcrash", None)
        reason = (crash.message if crash else report.longreprtext) or "no reason given"
        terminalreporter.write_line(f"{report.nodeid} ({report.when}): {reason.splitlines()[0]}")
