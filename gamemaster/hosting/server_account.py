"""Running servers as another user when the service runs as root, which Postgres refuses to."""

import grp
import os
import pwd
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

USER_NAME = "gamemaster"


class UnprivilegedError(Exception):
    """A folder that the servers' user cannot enter; the message says which and what to do."""


@dataclass(frozen=True)
class Account:
    """The user that the servers run as."""

    name: str
    uid: int
    gid: int

    def can(self, flag: str, path: Path) -> bool:
        """What `test FLAG PATH` says when this user asks: access lists and all."""
        command = ["test", flag, str(path)]
        asked = subprocess.run(
            command,
            user=self.uid,
            group=self.gid,
            extra_groups=[],
            cwd="/",
            check=False,
            stdin=subprocess.DEVNULL,
        )
        return asked.returncode == 0


def find_account() -> Account | None:
    """None unless we are root; then the system user `gamemaster`, made if it is missing.

    Where no user can be made, `nobody` must do: it may be shared with other services of the machine.
    """
    if os.geteuid() != 0:
        return None
    useradd = shutil.which("useradd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
    if not has_user(USER_NAME) and useradd is not None:
        command = [useradd, "--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent"]
        subprocess.run(
            [*command, "--shell", "/usr/sbin/nologin", USER_NAME], capture_output=True, check=False
        )
    entry = pwd.getpwnam(USER_NAME if has_user(USER_NAME) else "nobody")
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)


def has_user(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


def check_enterable(path: Path, account: Account | None) -> None:
    """Raises UnprivilegedError naming the first folder on the way to `path` that `account` cannot enter."""
    if account is None or account.can("-x", path):
        return
    blocked = next((folder for folder in reversed(path.parents) if not account.can("-x", folder)), path)
    mode = blocked.stat()
    raise UnprivilegedError(
        f"Postgres refuses to run as root, so it runs as the user {account.name!r}, who cannot enter {blocked} "
        f"(mode {mode.st_mode & 0o7777:04o}, owner {owner_name(mode)}) on the way to the data directory {path}. "
        f"Either put the data elsewhere (GM_DATA_DIR=/var/lib/gamemaster), or let others pass through: "
        f"chmod o+x '{blocked}'"
    )


def owner_name(entry: os.stat_result) -> str:
    try:
        return f"{pwd.getpwuid(entry.st_uid).pw_name}:{grp.getgrgid(entry.st_gid).gr_name}"
    except KeyError:
        return f"{entry.st_uid}:{entry.st_gid}"


def reachable_copy(
    root: Path, parts: tuple[Path, ...], probe: Path, target: Path, account: Account | None
) -> Path:
    """A folder laid out as `root` from which `account` can run `probe`: `root` itself, or a copy in `target`.

    `parts` and `probe` are relative to `root`; only `parts` are copied. Root's own checkout is often under
    /root, where nobody else may look; programs are copied rather than the permissions of /root changed.
    """
    if account is None or account.can("-x", root / probe):
        return root
    if not (target / probe).exists():
        unfinished = target.with_name(target.name + ".new")
        shutil.rmtree(unfinished, ignore_errors=True)
        for part in parts:
            source = root / part
            if source.is_dir():
                ignored = shutil.ignore_patterns("*.a", "pgxs", "pkgconfig", "include", "man", "doc")
                shutil.copytree(source, unfinished / part, symlinks=True, ignore=ignored)
            else:
                (unfinished / part).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, unfinished / part)
        for path in (unfinished, *unfinished.rglob("*")):
            if not path.is_symlink():
                path.chmod(
                    path.stat().st_mode | (0o555 if path.is_dir() or os.access(path, os.X_OK) else 0o444)
                )
        shutil.rmtree(target, ignore_errors=True)
        unfinished.rename(target)
    return target
