"""A service in miniature, in a process of its own: what it started must end with it, however it ends."""

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def owner_of(script: str, folder: Path) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """The process and the first line it said, once all that it owns runs; killed at the end if it still lives."""
    command = [sys.executable, "-c", script, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as owner:
        assert owner.stdout is not None
        url = owner.stdout.readline().strip()
        try:
            assert url, "the owner ended before what it owns ran"
            yield owner, url
        finally:
            owner.kill()
