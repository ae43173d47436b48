"""What is marked `slow` is decided by CPU time: work counts, sleep does not, and doubt is on the test's side."""

import subprocess
import sys
import time

import pytest

from tests.cpu_time import FACTOR, LIMIT_S, cpu_seconds, is_too_slow


@pytest.mark.parametrize(
    ("call_s", "marked", "expected"),
    [
        (LIMIT_S * FACTOR + 0.1, False, True),
        (LIMIT_S * FACTOR + 0.1, True, False),
        (LIMIT_S * FACTOR - 0.1, False, False),
    ],
)
def test_only_what_is_beyond_doubt_and_not_marked_is_too_slow(
    call_s: float, marked: bool, expected: bool
) -> None:
    assert is_too_slow(call_s, marked=marked) is expected


def test_work_counts_here_and_in_children_and_sleep_does_not() -> None:
    start = cpu_seconds()
    time.sleep(0.2)
    slept = cpu_seconds() - start
    work = "import time\nwhile time.process_time() < 0.3: pass"
    subprocess.run([sys.executable, "-c", work], check=True)
    worked = cpu_seconds() - start - slept
    assert slept < 0.1 < 0.3 <= worked


def test_what_ends_in_the_background_is_left_out() -> None:
    alone, with_children = cpu_seconds(children=False), cpu_seconds()
    work = "import time\nwhile time.process_time() < 0.3: pass"
    subprocess.run([sys.executable, "-c", work], check=True)
    alone, with_children = cpu_seconds(children=False) - alone, cpu_seconds() - with_children
    assert with_children - alone > 0.2
