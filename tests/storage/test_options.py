"""The sum of the connections to Postgres that one setting allows."""

from __future__ import annotations

import pytest

from gamemaster.storage.options import DatabaseOptions


@pytest.mark.parametrize(
    ("connections", "workers", "each", "all_of_three_hosts"),
    [(None, 1, 20, 60), (None, 4, 10, 150), (40, 4, 10, 150), (40, 1, 40, 120), (3, 4, 2, 30)],
)
def test_connections_are_shared_by_workers_and_one_more_in_a_restart(
    connections: int | None, workers: int, each: int, all_of_three_hosts: int
) -> None:
    options = DatabaseOptions(connections=connections, hosts=3)
    assert options.of_a_process(workers) == each
    assert options.of_all(workers) == all_of_three_hosts
