"""Debian's own Postgres, of whatever version that is, beside the one that the service brings."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gamemaster.hosting.server_account import find_account
from tests.integration.service import free_port

VERSIONS = Path("/usr/lib/postgresql")


@contextmanager
def debian_postgres() -> Iterator[str]:
    """The URL of an empty database of its newest version that is older than ours; skips, saying why, without one."""
    found = sorted(VERSIONS.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    elders = [path.parent for path in found if int(path.parts[-3]) < 17]
    if not elders:
        pytest.skip("WITHOUT AN OLDER POSTGRES: `apt-get install postgresql` on Debian 12 brings one")
    account, port = find_account(), free_port()
    folder = Path(tempfile.mkdtemp(prefix="gm-test-"))
    if account is not None:
        os.chown(folder, account.uid, account.gid)

    def run(program: str, *arguments: str) -> None:
        who = {} if account is None else {"user": account.uid, "group": account.gid, "extra_groups": []}
        subprocess.run(
            [elders[-1] / program, "-D", folder / "data", *arguments],
            cwd=folder, check=True, stdout=subprocess.DEVNULL, **who,  # type: ignore[call-overload]
        )  # fmt: skip

    try:
        run("initdb", "-A", "trust", "-U", "gamemaster", "--no-sync")
        started = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        run("pg_ctl", "-o", started, "-l", str(folder / "log"), "-w", "-t", "120", "start")
        try:
            yield f"postgresql://gamemaster@127.0.0.1:{port}/postgres"
        finally:
            run("pg_ctl", "-m", "immediate", "-w", "-t", "120", "stop")
    finally:
        shutil.rmtree(folder)
