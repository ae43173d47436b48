"""`pg_dump` and `pg_restore`, those of the wheel that brings our Postgres."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from sqlalchemy.engine import make_url

from gamemaster.hosting.postgres import client_program
from gamemaster.operations.archive_file import BackupError
from gamemaster.storage.database import is_pooled

EXTENSION = "vector"  # made beforehand: it wants more rights than a restore has
SHOWN = 2000  # characters of what a program said last


def refuse_pooled(url: str) -> None:
    """A dump is one session's work. Raises BackupError."""
    if is_pooled(url):
        raise BackupError(
            "GM_DATABASE_URL leads to PgBouncer, which no dump passes through. Name Postgres itself for this command"
        )


def run_client(program: str, url: str, *arguments: str | Path) -> None:
    """Runs one on the database at `url`, whose password no other process gets to see. Raises BackupError."""
    address = make_url(url).set(drivername="postgresql")
    query = {"sslmode" if key == "ssl" else key: value for key, value in address.query.items()}
    named = address.set(query=query)._replace(password=None).render_as_string(hide_password=False)
    environment = {**os.environ, "PGPASSWORD": str(address.password or ""), "PGCONNECT_TIMEOUT": "10"}
    line = [client_program(program), "--no-password", "--dbname", named, *arguments]
    done = subprocess.run(line, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BackupError(f"{program} failed:\n{done.stderr.strip()[-SHOWN:]}")
