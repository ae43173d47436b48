"""Tests that share a browser, a Triton or a real engine stay together; any worker takes any other test."""

from pathlib import Path
from types import SimpleNamespace

from tests.worker_groups import GROUPS, GroupScheduling, group_of, scope_of, workers_for

ROOT = Path(__file__).parents[1]


def test_a_group_is_known_by_its_path() -> None:
    assert group_of("tests/e2e/test_page.py::test_ten_turns") == "e2e"
    assert group_of("tests/voice/test_triton_client.py::test_a_sentence[short]") == "triton"
    assert group_of("tests/rules/test_dice.py::test_a_roll") is None


def test_what_is_handed_out_at_once() -> None:
    roll = "tests/rules/test_dice.py::test_a_roll[a::b]"
    assert scope_of(roll, by_file=False) == roll
    assert scope_of(roll, by_file=True) == "tests/rules/test_dice.py"
    assert scope_of("tests/e2e/test_page.py::test_ten_turns", by_file=True) == "e2e"


class Worker:
    """One that is told to do no more."""

    shutting_down = True


def test_what_is_done_is_forgotten_and_may_be_done_again() -> None:
    file, worker = "tests/rules/test_dice.py", Worker()
    tests = [f"{file}::test_a_roll", f"{file}::test_a_seed"]
    schedule = GroupScheduling.__new__(GroupScheduling)
    schedule.config = SimpleNamespace(getoption=lambda name: "not slow")
    schedule.registered_collections = {worker: tests}
    schedule.assigned_work = {worker: {file: dict.fromkeys(tests, False)}}
    schedule.mark_test_complete(worker, 0)
    assert schedule.assigned_work[worker] == {file: {tests[0]: True, tests[1]: False}}
    schedule.mark_test_complete(worker, 1)
    schedule.mark_test_complete(worker, 1)
    assert schedule.assigned_work[worker] == {}


def test_one_worker_more_than_cores_only_where_tests_wait_for_servers() -> None:
    assert (workers_for(2, with_servers=True), workers_for(2, with_servers=False)) == (3, 2)


def test_each_path_is_there() -> None:
    assert [path for path in GROUPS if not (ROOT / path).exists()] == []
