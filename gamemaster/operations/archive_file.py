"""The file of a backup: a tar with a manifest, a dump of the database, recordings, and the tokens' secret."""

from __future__ import annotations

import tarfile
from datetime import datetime
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from gamemaster.errors import UserError

MANIFEST = "manifest.json"
DUMP = "database.dump"
SECRET = "player-tokens.secret"  # noqa: S105 - a file's name
RECORDINGS = "recordings"
MOST_MANIFEST_BYTES = 1_000_000


class BackupError(UserError):
    """A backup that cannot be made, read or restored; the message says why and what to do."""


class Manifest(BaseModel):
    """What a backup says of itself. Counts are those of the moment of the dump."""

    model_config = ConfigDict(extra="forbid")

    format: Literal[1] = 1
    made: datetime
    version: str
    revision: str | None
    players: int
    stories: int
    turns: int
    recordings: int
    has_secret: bool


def read_manifest(archive: tarfile.TarFile, path: Path) -> Manifest:
    """Raises BackupError for what is no backup, or one of a later format."""
    try:
        member = archive.getmember(MANIFEST)
        file = archive.extractfile(member)
        if file is None or member.size > MOST_MANIFEST_BYTES:
            raise KeyError(MANIFEST)
        return Manifest.model_validate_json(file.read())
    except KeyError:
        raise BackupError(f"{path} is no backup of this service: it has no {MANIFEST}") from None
    except ValidationError as error:
        fault = error.errors()[0]
        raise BackupError(
            f"{path} was made by another version of this service ({'.'.join(map(str, fault['loc']))}: {fault['msg']}); "
            "restore it with that one"
        ) from None
