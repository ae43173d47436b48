"""A pytest plugin: which tests stay on one worker under `-n … --dist loadgroup`, as they share something costly.

Grouped by path. The mark `xdist_group` of pytest-xdist 3.8 groups nothing under pytest 9: it writes into a node id that
pytest now computes. One browser, one Triton and one set of runs of the real engine are enough for a machine.
"""

from __future__ import annotations

import os
from typing import Any

import psutil
import pytest
from xdist.scheduler import LoadScopeScheduling

GROUPS = {
    "tests/e2e/": "e2e",
    "tests/inference/sglang/": "engine",
    "tests/integration/test_real_engine_kill.py": "engine",
    "tests/integration/test_metrics.py": "triton",
    "tests/integration/test_spoken_by_triton.py": "triton",
    "tests/integration/test_voicing.py": "triton",
    "tests/narration/prompts/test_append_only.py": "heads",  # two processes that read all worlds
    "tests/voice/test_scene_recording.py": "triton",
    "tests/voice/test_speech_models.py": "triton",
    "tests/voice/test_triton_client.py": "triton",
    "tests/voice/test_triton_server.py": "triton",
}
COSTLY = {"triton_url", "transcripts"}


def workers_for(cores: int, *, with_servers: bool) -> int:
    """A worker whose test waits for servers leaves its core idle, so there is one worker more than cores for these."""
    return cores + with_servers


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """For `-n logical`; None leaves it to xdist."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    with_servers = "not integration" not in config.getoption("markexpr")
    return workers_for(psutil.cpu_count() or 1, with_servers=with_servers)


def group_of(node_id: str) -> str | None:
    """The group of a test, or None where any worker will do."""
    return next((group for path, group in GROUPS.items() if node_id.startswith(path)), None)


def scope_of(node_id: str, *, by_file: bool) -> str:
    """What is handed out at once with a test: its group, or its file, or the test alone."""
    return group_of(node_id) or (node_id.partition("::")[0] if by_file else node_id)


class GroupScheduling(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """Hands out a group as a whole, and every other test by itself.

    Where the slow ones are left out, tests are handed out by the file: those of a file share the worlds that they work
    out, and the scheduler takes time for each thing that it hands out.
    """

    def _split_scope(self, nodeid: str) -> str:
        return scope_of(nodeid, by_file="not slow" in self.config.getoption("markexpr"))

    def mark_test_complete(self, node: Any, item_index: int, duration: float = 0) -> None:
        """Forgets what is done: the base class counts through all that a worker ever got, after every test."""
        node_id = self.registered_collections[node][item_index]
        units = self.assigned_work[node]
        scope = self._split_scope(node_id)
        if (unit := units.get(scope)) is not None:  # None of a test that is tried again
            unit[node_id] = True
            if all(unit.values()):
                del units[scope]
        self._reschedule(node)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> GroupScheduling | None:
    return GroupScheduling(config, log) if config.getvalue("dist") == "loadgroup" else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        costly = COSTLY & set(getattr(item, "fixturenames", ()))
        if costly and group_of(item.nodeid) is None:
            raise pytest.UsageError(
                f"{item.nodeid} uses {costly}: put it in a group of tests/worker_groups.py"
            )
