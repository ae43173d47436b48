"""What an address has in all processes of a host counts together, and what the dead had does not."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gamemaster.admission.bounds import AddressBounds, Permit, Refusal
from gamemaster.admission.host_counts import (
    COLUMNS,
    FIRST_ROW,
    HostCounts,
    TableFullError,
    make_table,
    open_table,
)
from gamemaster.admission.host_minutes import UNITS, HostMinutes
from gamemaster.admission.options import AddressOptions

# Another process: takes so many sockets of the address "a", then gives one back for each line it is sent.
OTHER = """
import sys
from pathlib import Path
from gamemaster.admission.bounds import AddressBounds
from gamemaster.admission.host_counts import HostCounts
from gamemaster.admission.options import AddressOptions
bounds = AddressBounds(AddressOptions(sockets=5), table=HostCounts(Path(sys.argv[1])))
permits = [bounds.sockets.take("a") for _ in range(int(sys.argv[2]))]
print(sum(hasattr(one, "give_back") for one in permits), flush=True)
for _ in sys.stdin:
    permits.pop().give_back()
    print("given back", flush=True)
"""


class Other:
    """A process that shares the table, in a `with`."""

    def __init__(self, path: Path, sockets: int) -> None:
        line = [sys.executable, "-c", OTHER, str(path), str(sockets)]
        self.process = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.has = int(self.hear())

    def hear(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def give_back(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        assert self.hear() == "given back\n"

    def __enter__(self) -> Other:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def table(tmp_path: Path) -> Path:
    make_table(tmp_path / "table", 3)
    return tmp_path / "table"


def test_two_processes_have_no_more_than_one_may(table: Path) -> None:
    counts = HostCounts(table)
    bounds = AddressBounds(AddressOptions(sockets=5), table=counts)
    with Other(table, sockets=4) as other:
        assert other.has == 4
        assert isinstance(bounds.sockets.take("a"), Permit)
        refused = bounds.sockets.take("a")
        assert isinstance(refused, Refusal)
        assert refused.limit == "5 open sockets of one address"
        assert isinstance(bounds.sockets.take("b"), Permit), "another address has its own"
        assert isinstance(bounds.unproven.take("a"), Permit), "and each bound has"
        other.give_back()
        assert isinstance(bounds.sockets.take("a"), Permit)
        with Other(table, sockets=2) as third:
            assert third.has == 0
    counts.close()


# Another process: asks so often at a time for the address "a", and says how often it was let in.
ASKS = """
import sys
from pathlib import Path
from gamemaster.admission.bounds import AddressBounds
from gamemaster.admission.host_counts import HostCounts
from gamemaster.admission.options import AddressOptions
path, at, times = sys.argv[1:]
bounds = AddressBounds(AddressOptions(requests_per_minute=60), lambda: float(at), HostCounts(Path(path)))
print(sum(bounds.requests.admit("a") is None for _ in range(int(times))), flush=True)
sys.stdin.read()
"""


@contextmanager
def asking(path: Path, at: float, times: int) -> Iterator[int]:
    """How often another process was let in, which lives on meanwhile."""
    line = [sys.executable, "-c", ASKS, str(path), str(at), str(times)]
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield int(process.stdout.readline())
        process.communicate()


def test_two_processes_ask_for_no_more_in_a_minute_than_one_may(table: Path) -> None:
    now = [1_200.0]
    counts = HostCounts(table)
    bounds = AddressBounds(AddressOptions(requests_per_minute=60), lambda: now[0], counts)
    assert [bounds.requests.admit("a") for _ in range(40)] == [None] * 40
    with asking(table, now[0], 30) as admitted:
        assert admitted == 20
        refused = bounds.requests.admit("a")
        assert refused is not None
        assert refused.limit == "60 requests a minute from one address"
        assert bounds.requests.admit("b") is None, "another address has its own"
        assert bounds.connects.admit("a") is None, "and each bound has"
        now[0] += 121
        assert bounds.requests.admit("a") is None
    counts.close()


def test_what_was_asked_a_minute_ago_counts_no_more_and_leaves_nothing_behind(table: Path) -> None:
    now = [1_230.0]
    counts = HostCounts(table)
    minutes = HostMinutes(60, "requests", lambda: now[0], counts)
    for _ in range(600):
        minutes.add("a", 0.1)
    wait_s = minutes.wait_s("a")
    assert 30 < wait_s <= 31, "until the next minute begins, in which this one counts less and less"
    now[0] += wait_s
    assert minutes.wait_s("a") == 0.0
    minutes.add("a", 1.0)
    now[0] += 120
    minutes.add("b", 1.0)
    cells = memoryview(table.read_bytes()[FIRST_ROW:]).cast("I")
    assert sorted(cell for cell in cells if cell) == [UNITS, UNITS], "those of b, in two columns"
    counts.close()


def test_what_the_dead_had_is_free_again(table: Path) -> None:
    counts = HostCounts(table)
    bounds = AddressBounds(AddressOptions(sockets=5), table=counts)
    with Other(table, sockets=5) as other:
        assert isinstance(bounds.sockets.take("a"), Refusal)
        other.process.kill()
        other.process.wait()
        assert [type(bounds.sockets.take("a")) for _ in range(6)] == [Permit] * 5 + [Refusal]
    counts.close()


def test_names_that_share_a_column_do_not_add_up(table: Path) -> None:
    counts = HostCounts(table)
    with Other(table, sockets=5):
        strangers = [counts.elsewhere(f"open sockets of {n}") for n in range(COLUMNS)]
    assert sum(1 for seen in strangers if seen) <= 1, "both columns would have to be the same"
    counts.close()


def test_a_process_for_whom_there_is_no_row_counts_for_itself(table: Path, tmp_path: Path) -> None:
    with Other(table, 0), Other(table, 0), Other(table, 0):
        with pytest.raises(TableFullError):
            HostCounts(table)
        assert open_table(table) is None
    assert open_table(tmp_path / "none") is None
    assert open_table(None) is None
