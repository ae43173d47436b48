"""Mutation campaign: plants known faults in a copy of the program, and says which instrument of QA's notices each.

    python -m tests.mutation                 every fault; exit status 1 where the instruments are not good enough
    python -m tests.mutation --only dice     those of one part, or one fault by its name; may be given again
    python -m tests.mutation --resume FILE   can be ended at any time, and goes on when it is asked again
    python -m tests.mutation --list          what is planted, and which instruments are meant for it
    python -m tests.mutation --table         write the table into tests/README.md (of a whole campaign)

Good enough is: each fault is noticed by an instrument that is meant for it, and verify and the gate together notice
90 % of all. Verify and the gate are asked of every fault; the unit tests only where nothing else noticed that should
have, unless `--everything`. A patch that no longer applies ends the campaign before it begins.
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.mutation.campaign import RECORDINGS, Caught, Course, caught_before, run_campaign
from tests.mutation.faults import Fault, FaultError, read_faults
from tests.mutation.table import write_table
from tests.mutation.verdict import line_of, verdict_of


def main() -> int:
    asked = _arguments()
    try:
        faults = choose(read_faults(), asked.only)
        if asked.list:
            for fault in faults:
                print(f"{fault.area:12} {fault.name:34} {', '.join(fault.meant):22} {fault.breaks}")
            return 0
        return _run(faults, asked)
    except FaultError as error:
        print(error, file=sys.stderr)
        return 2


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutation",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--only", action="append", default=[], metavar="NAME", help="a fault, or a part of the program"
    )
    parser.add_argument("--list", action="store_true", help="say what would be planted, and plant nothing")
    parser.add_argument(
        "--json", action="store_true", help="print what became of each fault as JSON, for programs"
    )
    parser.add_argument("--jobs", type=int, default=2, help="faults tried at once, each in a tree of its own")
    parser.add_argument("--everything", action="store_true", help="ask the unit tests of each fault, too")
    parser.add_argument(
        "--recordings", type=Path, default=RECORDINGS, help="other recordings than the tests'"
    )
    parser.add_argument(
        "--resume",
        type=Path,
        metavar="FILE",
        help="where each fault is kept as soon as it was tried; those that are there are not tried again",
    )
    parser.add_argument("--table", action="store_true", help="write the table into tests/README.md")
    return parser.parse_args()


def choose(faults: Sequence[Fault], wanted: Sequence[str]) -> list[Fault]:
    """Those of these names, or of these parts of the program; all, if none is named. Raises FaultError."""
    known = {name for fault in faults for name in (fault.name, fault.area)}
    if unknown := [name for name in wanted if name not in known]:
        raise FaultError(
            f"there is no fault and no part called {', '.join(unknown)}; see: python -m tests.mutation --list"
        )
    return [fault for fault in faults if not wanted or {fault.name, fault.area} & set(wanted)]


def read_tried(file: Path | None) -> dict[Fault, Caught]:
    """What became of faults in a campaign that was ended early; nothing of a file that is not there yet."""
    if file is None or not file.exists():
        return {}
    return caught_before(json.loads(file.read_text())["faults"])


def keep_tried(file: Path | None, tried: Iterable[Caught]) -> None:
    """Keep it for `read_tried`, where a file is named."""
    if file is not None:
        made = file.with_suffix(".new")
        made.write_text(json.dumps({"faults": [caught.as_data() for caught in tried]}, indent=1))
        made.replace(file)  # whole at any moment


def _run(faults: Sequence[Fault], asked: argparse.Namespace) -> int:
    began, one_at_a_time = time.monotonic(), threading.Lock()
    known = read_tried(asked.resume)

    def tell(caught: Caught) -> None:
        with one_at_a_time:
            known[caught.fault] = caught
            keep_tried(asked.resume, known.values())
            tried = sum(fault in known for fault in faults)
            print(f"{tried:3} of {len(faults)}  {line_of(caught)}", file=sys.stderr, flush=True)

    course = Course(asked.jobs, asked.everything, asked.recordings, tell)
    run_campaign([fault for fault in faults if fault not in known], course)
    found = [known[fault] for fault in faults]
    verdict = verdict_of(found)
    if asked.json:
        print(json.dumps({**verdict.as_data(), "faults": [caught.as_data() for caught in found]}, indent=1))
    else:
        print(f"{verdict.sentence} ({time.monotonic() - began:.0f} s)")
    if asked.table and not asked.only:
        write_table(found)
    return 0 if verdict.is_good else 1


if __name__ == "__main__":
    sys.exit(main())
