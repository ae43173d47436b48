"""What the real engine did, by checkpoint and mode: each run once, in the test bed's environment, two at a time."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from inference.testbed.place import interpreter
from tests import cpu_time

# In about the order in which tests ask for them: one waits for no more than is before its own.
RUNS = {
    "steady http": "http_runner",
    "steady spec": "runner greedy budgets overruns grammar stages endings refusals lanes death",
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
AT_ONCE = 2
ROOT = Path(__file__).resolve().parents[3]

Transcript = dict[str, Any]


class Transcripts:
    """`transcripts["steady spec"]` waits for that run. A failed run raises with its last words."""

    def __init__(self, python: Path, folder: Path) -> None:
        self.folder = folder
        self.ended: dict[str, Future[int]] = {name: Future() for name in RUNS}
        command = ["nice", "-n", "5", str(python), "-m", "tests.inference.sglang.forked_runs"]
        calls = {name: self._call(name) for name in RUNS}
        cpu_time.BACKGROUND.add(str(folder))
        with (folder / "all.err").open("wb") as errors:
            self.process = subprocess.Popen(
                [*command, str(folder), str(AT_ONCE), json.dumps(calls)],
                stdout=subprocess.PIPE,
                stderr=errors,
                cwd=ROOT,
                start_new_session=True,
                env={**os.environ, "OMP_NUM_THREADS": "1"},
            )
        self.listener = Thread(target=self._listen)
        self.listener.start()

    def __getitem__(self, name: str) -> Transcript:
        status = self.ended[name].result()
        written = (self.folder / f"{name}.out").read_text("utf-8")
        found = [line for line in written.splitlines() if line.startswith("RESULTS ")]
        assert found, f"the run {name!r} ended with {status}:\n{written[-1000:]}{self._errors(name)}"
        result: Transcript = json.loads(found[0].removeprefix("RESULTS "))
        return result

    def close(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.listener.join()
        cpu_time.BACKGROUND.discard(str(self.folder))

    def _call(self, name: str) -> list[str]:
        model, mode = name.split()
        module, *arguments = RUNS[name].split()
        return [module, str(self.folder / mode / model), mode, *arguments]

    def _listen(self) -> None:
        with self.process:
            for line in self.process.stdout or ():
                name, status = json.loads(line)
                self.ended[name].set_result(status)
        for name, ended in self.ended.items():
            if not ended.done():
                ended.set_exception(RuntimeError(f"{name} never ended: {self._errors('all')}"))

    def _errors(self, name: str) -> str:
        return (self.folder / f"{name}.err").read_text("utf-8", "replace")[-3000:]


@pytest.fixture(scope="session")
def transcripts() -> Iterator[Transcripts]:
    python = interpreter()
    if python is None:
        pytest.skip("the CPU test bed is not made: `make testbed` makes it")
    folder = Path(tempfile.mkdtemp(prefix="gm-nia-"))
    found = Transcripts(python, folder)
    yield found
    found.close()
    shutil.rmtree(folder)
