"""Fixtures for all tests: a clean environment, a data directory, and the real Postgres and Valkey.

The servers are started once per test run (per worker under xdist), in a directory of their own. With
GM_TEST_DATABASE_URL (a role that may create databases, and pgvector in template1) or GM_TEST_REDIS_URL (a server
that may be emptied) the tests use those instead. So too the real Triton, where this machine can have one; with
GM_TEST_TRITON_URL (host:port of its gRPC, serving voice/model_repository) they use that one.

What only servers need is imported by their fixtures: most runs of tests start none.
"""

import os
import shutil
import signal
import tempfile
import uuid
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from sqlalchemy.engine import URL

    from gamemaster.hosting.servers import ServerURLs
    from gamemaster.storage.store import Store
    from tests.storykit import Author

pytest_plugins = [
    "tests.garbage",
    "tests.made_once",
    "tests.cpu_time",
    "tests.worker_groups",
    "tests.second_tries",
]

# How long an example takes says more about what else the machine does than about the code. The same examples every
# time, so that a change lands or fails for what it is; `pytest --hypothesis-profile=search` looks for new ones, and
# `make quick` tries a tenth of them.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("quick", deadline=None, derandomize=True, max_examples=10)
settings.register_profile("search", deadline=None, max_examples=1000)
settings.load_profile("same")


# A shell that runs the tests in the background (`&`, `nohup`) has them ignore SIGINT, and so would all that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# All tests of a folder have its mark: a run without the mark does not even import them, nor what they alone need.
MARKED_FOLDERS = {"e2e": "slow", "integration": "integration"}
# Tests with such a fixture use a server.
SERVERS = {"servers", "triton_url"}


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """True for a folder whose mark this run leaves out."""
    mark = (
        MARKED_FOLDERS.get(collection_path.name) if collection_path.parent == Path(__file__).parent else None
    )
    return True if mark is not None and f"not {mark}" in config.getoption("markexpr") else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if SERVERS & set(getattr(item, "fixturenames", ())) or item.get_closest_marker("nia"):
            item.add_marker(pytest.mark.integration)


def make_data_dir() -> Path:
    """An empty folder that the servers' user may pass through, as pytest's own are closed to it under root."""
    folder = Path(tempfile.mkdtemp(prefix="gm-test-"))
    folder.chmod(0o711)
    return folder


@pytest.fixture(scope="session", autouse=True)
def clean_environment() -> Iterator[None]:
    """No setting of the person at the keyboard reaches a test, and no test reaches that person's stories."""
    folder = make_data_dir()
    with pytest.MonkeyPatch.context() as patch:
        for name in os.environ:
            if name.startswith("GM_") and not name.startswith("GM_TEST_"):
                patch.delenv(name)
        patch.setenv("GM_DATA_DIR", str(folder))
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        patch.setenv("GM_VOICE", "off")  # a Triton for each service that a test starts would take its time
        yield
    shutil.rmtree(folder)


@pytest.fixture
def data_dir() -> Iterator[Path]:
    """A data directory for one test, in which servers can run."""
    folder = make_data_dir()
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def servers() -> Iterator["ServerURLs"]:
    """Both URLs; the servers behind them run until the end of the test run. Prefer `database_url`, `redis_url`."""
    from anyio.from_thread import start_blocking_portal

    from gamemaster.hosting.servers import ServerURLs, local_servers

    database_url = os.environ.get("GM_TEST_DATABASE_URL")
    redis_url = os.environ.get("GM_TEST_REDIS_URL")
    folder = make_data_dir()
    context = local_servers(folder, database_url is None, redis_url is None, lambda message: None)
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(context) as started:
        yield ServerURLs(database_url or started.database_url, redis_url or started.redis_url)
    shutil.rmtree(folder)


@pytest.fixture
async def database_url(servers: "ServerURLs") -> AsyncIterator[str]:
    """The URL (SQLAlchemy, asyncpg) of an empty database with pgvector, gone after the test."""
    import asyncpg
    from sqlalchemy.engine import make_url

    from tests.databases import drop_database

    name = f"test_{uuid.uuid4().hex}"
    url = make_url(servers.database_url or "")
    plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
    admin = await asyncpg.connect(plain)
    try:
        await admin.execute(f"CREATE DATABASE {name}")
        yield url.set(database=name).render_as_string(hide_password=False)
        await drop_database(admin, name)
    finally:
        await admin.close()


@pytest.fixture(scope="session")
def migrated_template(servers: "ServerURLs") -> Iterator["URL"]:
    """A database with all migrations and no rows, to be copied; nobody may stay connected to it."""
    from anyio.from_thread import start_blocking_portal
    from sqlalchemy.engine import make_url

    from gamemaster.storage.migrate import migrate
    from tests.databases import drop, run_sql

    home = make_url(servers.database_url or "")
    name = f"template_{uuid.uuid4().hex}"
    template = home.set(database=name)
    with start_blocking_portal() as portal:
        portal.call(run_sql, home, f"CREATE DATABASE {name}")
        portal.call(migrate, template.render_as_string(hide_password=False))
        yield template
        portal.call(drop, home, name)


@pytest.fixture
async def migrated_url(migrated_template: "URL") -> AsyncIterator[str]:
    """The URL (SQLAlchemy, asyncpg) of a database with all tables and no rows, gone after the test."""
    from tests.databases import database_copy

    async with database_copy(migrated_template) as url:
        yield url


@pytest.fixture
async def author(store: "Store") -> "Author":
    """A player of the test's own `store`."""
    from tests.storykit import Author  # imports the whole play, which few tests need

    return Author(store, await store.create_player())


@pytest.fixture
async def redis_url(servers: "ServerURLs") -> str:
    """The URL of a Valkey that is empty when the test starts."""
    import redis.asyncio

    url = servers.redis_url or ""
    async with redis.asyncio.from_url(url) as client:
        await client.flushall()
    return url


@pytest.fixture(scope="session")
def triton_url() -> Iterator[str]:
    """The address (gRPC, host:port) of a Triton that speaks; skips, saying why, where there can be none.

    Its neural model has two voices of tones: `solo`, and `duo` with the speakers `ann` and `bob`.
    """
    from anyio.from_thread import start_blocking_portal

    from gamemaster.hosting.voice import own_triton
    from tests.voice.tiny_voice import write_voice
    from voice.triton.machine import TritonUnavailable

    if named := os.environ.get("GM_TEST_TRITON_URL"):
        yield named
        return
    folder = make_data_dir()
    write_voice(folder / "voices", "solo")
    write_voice(folder / "voices", "duo", {"ann": 0, "bob": 1})
    context = own_triton(folder, lambda message: None, models=folder / "voices")
    try:
        with start_blocking_portal() as portal, portal.wrap_async_context_manager(context) as server:
            yield server.url
    except TritonUnavailable as error:
        pytest.skip(f"WITHOUT THE REAL TRITON: {error}")
    finally:
        shutil.rmtree(folder)
