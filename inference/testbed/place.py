"""Where the CPU test bed's environment lies, and whether it is whole."""

import hashlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
ENVIRONMENT = ROOT / ".venv-nia"
PYTHON = ENVIRONMENT / "bin" / "python"
LOCK = HERE / "requirements.lock"
STAMP = ENVIRONMENT / "testbed.stamp"
# Present while pip works: an environment that still has it was interrupted, and nothing in it can be trusted.
UNFINISHED = ENVIRONMENT / "unfinished"
BUILDERS = ("place.py", "build.py")


def stamp() -> str:
    """What the environment is made from: the lock, the builder, the place."""
    digest = hashlib.sha256(f"{ROOT}\n".encode())
    for file in (LOCK, *(HERE / name for name in BUILDERS)):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def is_whole() -> bool:
    """Made from the present lock, by the present builder, and not interrupted."""
    return PYTHON.exists() and not UNFINISHED.exists() and STAMP.exists() and STAMP.read_text() == stamp()


def interpreter() -> Path | None:
    """The test bed's Python, or None where it has not been made (`make testbed` makes it)."""
    return PYTHON if is_whole() else None
