"""What the real engine did, by checkpoint and mode: each run once, in the test bed's environment, two at a time."""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from inference.testbed.place import interpreter
from tests import cpu_time

# In about the order in which tests ask for them: one waits for no more than is before its own.
RUNS = {
    "steady http": "http_runner",
    "steady spec": "runner greedy budgets grammar stages endings refusals lanes death",
    "wavering spec": "runner greedy grammar stages",
    "steady plain": "runner greedy budgets stages",
    "wavering plain": "runner greedy stages",
    "story spec": "runner story",
    "rambler spec": "runner proof",
    "listener spec": "runner depths",
    "listener spoilt": "runner depths",
    "qwen3 spec": "runner relative",
    "llama spec": "runner relative",
    "gemma3 spec": "runner relative",
    "thinker4.5 spec": "runner thoughts bare",
    "thinker4.6 spec": "runner thoughts",
    "thinker4.7 spec": "runner thoughts",
    "thinker5 spec": "runner thoughts",
    "steady hosted": "hosted_engine",
    "tale spec": "turns",
}
# These runs yield to the tests beside them ("nice"), so on two busy cores a minute of work takes many.
RUN_S = 1800.0
ROOT = Path(__file__).resolve().parents[3]

Transcript = dict[str, Any]


class Transcripts:
    """`transcripts["steady spec"]` waits for that run. A failed run raises with its last words."""

    def __init__(self, python: Path, folder: Path) -> None:
        self.python = python
        self.folder = folder
        self.pool = ThreadPoolExecutor(2)
        cpu_time.BACKGROUND.update(RUNS)
        self.runs: dict[str, Future[Transcript]] = {name: self.pool.submit(self._run, name) for name in RUNS}

    def __getitem__(self, name: str) -> Transcript:
        return self.runs[name].result()

    def _run(self, name: str) -> Transcript:
        try:
            return self._transcript_of(name)
        finally:
            cpu_time.BACKGROUND.discard(name)

    def _transcript_of(self, name: str) -> Transcript:
        model, mode = name.split()
        module, *arguments = RUNS[name].split()
        command = ["nice", "-n", "5", str(self.python), "-m", f"tests.inference.sglang.{module}"]
        command += [str(self.folder / mode / model), mode, *arguments]
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            cwd=ROOT,
            timeout=RUN_S,
            check=False,
            env={**os.environ, "OMP_NUM_THREADS": "1"},
        )
        found = [line for line in done.stdout.splitlines() if line.startswith("RESULTS ")]
        assert found, (
            f"the run {name!r} ended with {done.returncode}:\n{done.stdout[-1000:]}{done.stderr[-3000:]}"
        )
        result: Transcript = json.loads(found[0].removeprefix("RESULTS "))
        return result


@pytest.fixture(scope="session")
def transcripts() -> Iterator[Transcripts]:
    python = interpreter()
    if python is None:
        pytest.skip("the CPU test bed is not made: `make testbed` makes it")
    folder = Path(tempfile.mkdtemp(prefix="gm-nia-"))
    found = Transcripts(python, folder)
    yield found
    found.pool.shutdown(cancel_futures=True)
    cpu_time.BACKGROUND.difference_update(RUNS)
    shutil.rmtree(folder)
