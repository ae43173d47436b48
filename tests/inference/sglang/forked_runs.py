"""The runs of this folder's modules, each in a process of its own, forked from one that has imported SGLang.

`.venv-nia/bin/python -m tests.inference.sglang.forked_runs FOLDER AT_ONCE RUNS`, where RUNS is JSON: the words that
call each module, by the run's name. What a run prints is in FOLDER/NAME.out and NAME.err; as it ends, its name and its
exit status are printed as a line of JSON.

Importing SGLang takes 12 s of CPU, and an engine starts two processes that import it again: most of what a run would
cost. Here they are forked, too. Where SGLang starts them in its own way ("spawn") is shown by the runs that start a
process for an engine, `http_runner` and `hosted_engine`, and by tests/integration/test_real_engine_kill.py.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import json
import multiprocessing
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

from inference.profiles.loader import load_profile

# These runs yield to the tests beside them ("nice"), so on two busy cores a minute of work takes many.
RUN_S = 1800
# What an engine's processes import first of all, and the models, all of which the scheduler imports as it starts.
IMPORTS = (
    "sglang.srt.entrypoints.engine",
    "sglang.srt.managers.scheduler",
    "sglang.srt.managers.detokenizer_manager",
    "sglang.srt.models.registry",
)
_set_start_method = multiprocessing.set_start_method


def fork_all(method: str, force: bool = False) -> None:
    """In the place of `set_start_method`, by which SGLang asks for "spawn"."""
    _set_start_method("fork", force=force)


def start(words: Sequence[str], printed: Path) -> int:
    """The process id of a run that was begun."""
    if process := os.fork():
        return process
    status = 1
    try:
        for descriptor, ending in ((1, ".out"), (2, ".err")):
            os.dup2(os.open(f"{printed}{ending}", os.O_WRONLY | os.O_CREAT, 0o600), descriptor)
        signal.alarm(RUN_S)
        sys.argv = list(words)
        module: Any = importlib.import_module(f"{__package__}.{words[0]}")
        with patch.object(multiprocessing, "set_start_method", fork_all):
            asyncio.run(module.main())
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)  # not as the process that it was forked from would end


def main() -> None:
    folder, at_once = Path(sys.argv[1]), int(sys.argv[2])
    waiting: list[tuple[str, list[str]]] = list(json.loads(sys.argv[3]).items())
    os.environ.update(load_profile("cpu").environment)  # read as SGLang is imported
    for module in IMPORTS:
        importlib.import_module(module)
    gc.freeze()  # so that no run's collector touches what is shared by all
    running: dict[int, str] = {}
    while waiting or running:
        while waiting and len(running) < at_once:
            name, words = waiting.pop(0)
            running[start(words, folder / name)] = name
        process, ended = os.wait()
        print(json.dumps([running.pop(process), os.waitstatus_to_exitcode(ended)]), flush=True)


if __name__ == "__main__":
    main()
