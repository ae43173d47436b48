"""`pg_dump`, `pg_restore` and `psql`, those of the wheel that brings our Postgres."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO

from sqlalchemy.engine import make_url

from gamemaster.hosting.postgres import client_program
from gamemaster.operations.archive_file import BackupError
from gamemaster.storage.database import is_pooled

EXTENSION = "vector"  # made beforehand: it wants more rights than a restore has
SHOWN = 2000  # characters of what a program said last
HEAD_LINES = 100  # of a script, within which it sets parameters; data comes later
# What our pg_restore sets before anything else, and servers before Postgres 17 do not know: they need no such setting.
UNKNOWN_TO_ELDERS = (b"SET transaction_timeout = 0;\n",)


def refuse_pooled(url: str) -> None:
    """A dump is one session's work. Raises BackupError."""
    if is_pooled(url):
        raise BackupError(
            "GM_DATABASE_URL leads to PgBouncer, which no dump passes through. Name Postgres itself for this command"
        )


def run_client(program: str, url: str, *arguments: str | Path) -> None:
    """Runs one on the database at `url`, whose password no other process gets to see. Raises BackupError."""
    line = _command(program, url, *arguments)
    done = subprocess.run(line, env=_environment(url), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BackupError(f"{program} failed:\n{done.stderr.strip()[-SHOWN:]}")


def restore_dump(url: str, dump: Path, server_major: int) -> None:
    """Plays a dump into the database at `url`, all of it or nothing, whatever the server's version. Raises BackupError.

    The dump becomes a script on the way, because pg_restore itself cannot leave out what an older server refuses.
    """
    unfold: list[str | Path] = [
        client_program("pg_restore"),
        "--no-owner",
        "--no-privileges",
        "--file=-",
        dump,
    ]
    play = _command(
        "psql",
        url,
        "--no-psqlrc",
        "--quiet",
        "--single-transaction",
        "--set=ON_ERROR_STOP=1",
        "--output=/dev/null",
    )
    with (
        tempfile.TemporaryFile() as complaints,
        subprocess.Popen(unfold, stdout=subprocess.PIPE, stderr=complaints) as script,
        subprocess.Popen(play, env=_environment(url), stdin=subprocess.PIPE, stderr=complaints) as session,
    ):
        assert script.stdout is not None
        assert session.stdin is not None
        try:
            _pass_on(script.stdout, session.stdin, server_major)
        except BrokenPipeError:  # psql has ended, and its complaint says why
            script.kill()
        whole = script.wait() == 0
        if not whole:
            session.kill()  # what came so far must not be committed
        with suppress(BrokenPipeError):  # as above
            session.stdin.close()
        if session.wait() != 0 or not whole:
            complaints.seek(0)
            raise BackupError(_why_not(complaints.read().decode(errors="replace").strip()[-SHOWN:]))


def _why_not(complaint: str) -> str:
    if f'type "public.{EXTENSION}" does not exist' in complaint:
        advice = (
            f"the backup has vectors, and this Postgres does not know them: install pgvector there "
            f"(Debian: postgresql-NN-pgvector), and run CREATE EXTENSION {EXTENSION} as its superuser"
        )
        return f"{advice}\n{complaint}"
    return f"the dump cannot be restored:\n{complaint}"


def _pass_on(script: IO[bytes], session: IO[bytes], server_major: int) -> None:
    for _ in range(HEAD_LINES):
        line = script.readline()
        if not (server_major < 17 and line in UNKNOWN_TO_ELDERS):
            session.write(line)
    shutil.copyfileobj(script, session, 1 << 20)


def _command(program: str, url: str, *arguments: str | Path) -> list[str | Path]:
    address = make_url(url).set(drivername="postgresql")
    query = {"sslmode" if key == "ssl" else key: value for key, value in address.query.items()}
    named = address.set(query=query)._replace(password=None).render_as_string(hide_password=False)
    return [client_program(program), "--no-password", "--dbname", named, *arguments]


def _environment(url: str) -> dict[str, str]:
    return {**os.environ, "PGPASSWORD": str(make_url(url).password or ""), "PGCONNECT_TIMEOUT": "10"}
