"""Where settings come from: names of variables, the settings file, and files with a secret in them.

The environment wins over the file. Each key of the file is the variable's name in lower case without `GM_`:
`GM_PORT=9000` is `port = 9000`; `GM_LIMITS__ACTS_PER_MINUTE=60` is `acts_per_minute = 60` under `[limits]`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from gamemaster.errors import UserError
from gamemaster.options.secret_file import SecretFileError, file_text

PREFIX = "GM_"
NESTED = "__"
CONFIG_VARIABLE = "GM_CONFIG"
FILE_NAME = "gamemaster.toml"
FILE_SUFFIX = "_FILE"
MOST_SECRET_CHARS = 65_536
# GM_SECRET_FILE names a file with GM_SECRET in it, and so on: secrets that stand in no environment.
SECRETS = ("secret", "secret_before", "database_url", "redis_url", "model_key")


class ConfigError(UserError):
    """Settings that cannot be used. One line for each fault: the key, its value, what is allowed."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults

    @property
    def for_people(self) -> str:
        return "these settings cannot be used:\n  " + "\n  ".join(self.faults)


def default_data_dir() -> Path:
    """`gamemaster` in the user's data home (XDG); root without one uses /var/lib/gamemaster.

    Postgres refuses to run as root, and the user that it then runs as cannot enter root's home.
    """
    data_home = os.environ.get("XDG_DATA_HOME", "")
    if Path(data_home).is_absolute():
        return Path(data_home, "gamemaster")
    if os.geteuid() == 0:
        return Path("/var/lib/gamemaster")
    return Path.home() / ".local" / "share" / "gamemaster"


def config_file() -> Path | None:
    """GM_CONFIG, which must exist, or gamemaster.toml in the data directory if it is there."""
    named = os.environ.get(CONFIG_VARIABLE)
    if named:
        path = Path(named).expanduser()
        if not path.is_file():
            raise ConfigError([f"{CONFIG_VARIABLE}={named}: there is no such file"])
        return path
    data_dir = os.environ.get("GM_DATA_DIR")
    path = (Path(data_dir).expanduser() if data_dir else default_data_dir()) / FILE_NAME
    return path if path.is_file() else None


def secrets_from_files(environment: Mapping[str, str]) -> dict[str, str]:
    """What is in the files that GM_SECRET_FILE and its like name: as containers and systemd hand secrets over.

    Raises ConfigError for one that cannot be read, and where the variable without _FILE is set too.
    """
    found: dict[str, str] = {}
    for name in SECRETS:
        variable = PREFIX + name.upper()
        path = environment.get(f"{variable}{FILE_SUFFIX}")
        if not path:
            continue
        if environment.get(variable):
            raise ConfigError([f"{variable} and {variable}{FILE_SUFFIX} are both set; keep one of them"])
        try:
            found[name] = file_text(path, MOST_SECRET_CHARS)
        except SecretFileError as error:
            raise ConfigError([f"{variable}{FILE_SUFFIX} = {error}"]) from None
    return found
