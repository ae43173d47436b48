"""Plants each fault in a copy of the sources and asks the instruments: which of them notice?"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from tests.mutation.faults import Fault, FaultError, patch_text
from tests.mutation.tree import copy_tree, with_fault
from tests.worldkit import ROOT

RECORDINGS = ROOT / "tests" / "recordings"
LEAST_S, MOST_OF_BASELINE, BASELINE_S = 900, 10, 7_200


@dataclass(frozen=True)
class Caught:
    """What the instruments said of one fault: by name, empty where they noticed nothing; absent where not asked."""

    fault: Fault
    said: dict[str, str] = field(default_factory=dict)

    def by(self, instrument: str) -> bool:
        return bool(self.said.get(instrument))

    @property
    def is_caught(self) -> bool:
        """Whether an instrument noticed that is meant to."""
        return any(self.by(instrument) for instrument in self.fault.meant)

    def as_data(self) -> dict[str, Any]:
        return {**asdict(self.fault), "said": self.said, "caught": self.is_caught}


def caught_before(data: Iterable[dict[str, Any]]) -> dict[Fault, Caught]:
    """What `as_data` gave of faults in an earlier campaign. A fault that was described otherwise since is another."""
    found = {}
    for one in data:
        given = {**{name: one[name] for name in Fault.__dataclass_fields__}}
        fault = Fault(**{**given, "meant": tuple(one["meant"]), "tests": tuple(one["tests"])})
        found[fault] = Caught(fault, one["said"])
    return found


@dataclass(frozen=True)
class Course:
    """How a campaign is run. `everything`: the unit tests are asked of each fault that names some, and not only where
    nothing else noticed that is meant to. `most_s`: of one instrument, after which the program is taken to hang."""

    jobs: int = 2
    everything: bool = False
    recordings: Path = RECORDINGS
    progress: Callable[[Caught], None] = lambda caught: None
    most_s: float = BASELINE_S


def check_patches(faults: Sequence[Fault]) -> None:
    """Raises FaultError with all that no longer apply, before anything is run."""
    wrong = []
    for fault in faults:
        try:
            patch_text(fault, (ROOT / fault.file).read_text(encoding="utf-8"))
        except (FaultError, OSError) as error:
            wrong.append(str(error))
    if wrong:
        raise FaultError("\n".join(wrong))


def run_campaign(faults: Sequence[Fault], course: Course | None = None) -> list[Caught]:
    """What became of each fault, in their order. Raises FaultError."""
    course = course or Course()
    check_patches(faults)
    with tempfile.TemporaryDirectory(prefix="gm-mutation-") as folder:
        trees: queue.SimpleQueue[Path] = queue.SimpleQueue()
        for number in range(course.jobs):
            trees.put(copy_tree(Path(folder) / f"tree{number}"))
        baselines = Path(folder) / "baselines"
        began = time.monotonic()
        _make_baselines(trees, baselines, course)
        # Against what the same took without a fault: a program that hangs is noticed, and a busy machine is none.
        most_s = max(LEAST_S, MOST_OF_BASELINE * (time.monotonic() - began))
        course = replace(course, most_s=most_s)

        def one(fault: Fault) -> Caught:
            tree = trees.get()
            try:
                with with_fault(tree, fault):
                    caught = Caught(fault, _ask_all(tree, fault, baselines, course))
            finally:
                trees.put(tree)
            course.progress(caught)
            return caught

        with ThreadPoolExecutor(course.jobs) as pool:
            return list(pool.map(one, faults))


def _make_baselines(trees: queue.SimpleQueue[Path], baselines: Path, course: Course) -> None:
    """What the program answers without a fault; it must pass every instrument itself."""
    baselines.mkdir()
    tree = trees.get()
    said = _trial(tree, baselines, course, "--baseline")
    trees.put(tree)
    if any(said.values()):
        raise FaultError(f"without any fault the instruments say already: {said}")


def _ask_all(tree: Path, fault: Fault, baselines: Path, course: Course) -> dict[str, str]:
    said = _trial(tree, baselines, course, "--first", fault.first)
    if fault.tests and (course.everything or not Caught(fault, said).is_caught):
        said["tests"] = _unit_tests(tree, fault.tests, course.most_s)
    return said


def _trial(tree: Path, baselines: Path, course: Course, *options: str) -> dict[str, str]:
    recordings = str(course.recordings.resolve())
    done = _python(tree, course.most_s, "-m", "tests.mutation.trial", recordings, str(baselines), *options)
    try:
        said: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        why = (done.stderr.strip().splitlines() or ["it hangs"])[-1][:160]
        return {"verify": why, "gate": why}
    return said


def _unit_tests(tree: Path, tests: Sequence[str], most_s: float) -> str:
    """What fails first; empty if nothing does. Tests that cannot be found or begun are an error of the fault's."""
    options = ("-x", "-q", "--no-header", "-rfE", "-p", "no:cacheprovider")
    done = _python(tree, most_s, "-m", "pytest", *options, *tests)
    if done.returncode == 0:
        return ""
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    if done.returncode not in (-9, 1, 2) or (done.returncode == 2 and not failed):
        raise FaultError(f"{' '.join(tests)} could not be run: {(done.stdout + done.stderr)[-400:]}")
    return failed[0][:160] if failed else "the tests hang"


def _python(tree: Path, most_s: float, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *arguments]
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    try:
        return subprocess.run(
            command, cwd=tree, env=environment, capture_output=True, text=True, timeout=most_s
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, -9, "", f"nothing came for {most_s:.0f} s")
