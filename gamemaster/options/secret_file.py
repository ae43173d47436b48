"""A secret that is made once and kept in a file that only its owner can read."""

import os
import secrets
import stat
import tempfile
from pathlib import Path

from gamemaster.errors import UserError

SECRET_BYTES = 32
MOST_TOKEN_CHARS = 4_096


class SecretFileError(UserError):
    """A secret's file that cannot be trusted; never holds the secret."""

    def __init__(self, path: Path, problem: str, hint: str) -> None:
        super().__init__(f"{path}: {problem}. {hint}")
        self.path = path
        self.problem = problem
        self.hint = hint


def read_or_create(path: Path) -> str:
    """The secret in `path`, 64 hexadecimal digits; made there (mode 0600) if there is none yet.

    Two processes that both find none agree on one. Raises SecretFileError for a file that others can read or
    that holds too little, OSError for one that cannot be read or written.
    """
    if not path.exists():
        create(path)
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o077:
        raise SecretFileError(
            path, f"others can read this secret (mode {mode:04o})", f"Run: chmod 600 '{path}'"
        )
    secret = path.read_text(encoding="ascii", errors="replace").strip()
    if len(secret) < SECRET_BYTES:
        raise SecretFileError(
            path,
            f"holds {len(secret)} characters, and a secret has at least {SECRET_BYTES}",
            "Restore the file, or remove it to have a new one made (players then lose their sign-in)",
        )
    return secret


def with_token_from_file(given: object) -> object:
    """Settings with the token out of the file that `token_file` names, as containers and systemd hand secrets over.

    Raises ValueError for two tokens, or a file that cannot be read.
    """
    if not isinstance(given, dict) or not given.get("token_file"):
        return given
    if given.get("token"):
        raise ValueError("token and token_file are both set; keep one of them")
    try:
        return {**given, "token": file_text(given["token_file"], MOST_TOKEN_CHARS)}
    except SecretFileError as error:
        raise ValueError(str(error)) from error


def file_text(path: str | Path, most_chars: int) -> str:
    """The secret in a file that somebody else wrote. Raises SecretFileError."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read(most_chars).strip()
    except OSError as error:
        raise SecretFileError(
            Path(path), f"cannot be read: {error.strerror}", "Name a file that the service's user may read"
        ) from error
    except UnicodeDecodeError:
        raise SecretFileError(
            Path(path), "is no text in UTF-8", "Write the secret as text: openssl rand -hex 32"
        ) from None


def create(path: Path) -> None:
    """Writes the whole secret before it gets its name, and never over one that is there."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(SECRET_BYTES) + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(name, path)
        except FileExistsError:
            return  # another process was first, and its secret is as good
    finally:
        os.unlink(name)
