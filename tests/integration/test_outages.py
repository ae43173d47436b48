"""What happens to stories when Postgres or Valkey goes away, at the worst moments."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import asyncpg
import psutil
import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.pool import AsyncAdaptedQueuePool

from gamemaster.hosting.servers import local_servers
from gamemaster.protocol.messages import Pong
from gamemaster.storage import database
from gamemaster.storage.database import engine_at
from gamemaster.storage.frame_log import FrameLog, Gone, Position
from gamemaster.storage.migrate import migrate
from gamemaster.storage.postgres_store import PostgresStore
from gamemaster.storage.redis_client import RedisLink
from gamemaster.storage.store import StoreUnavailable
from tests.databases import cut_connections
from tests.storykit import Author, tell

pytestmark = [pytest.mark.integration]
T = TypeVar("T")

BACK_S = 60.0


class Proxy:
    """Stands between a store and its Postgres, and fails when told to."""

    def __init__(self, host: str, port: int) -> None:
        self.target = (host, port)
        self.cut_at: bytes | None = None  # cuts the connection at these bytes from the client ...
        self.after_forwarding = False  # ... before or after the server got them
        self.cuts = 0
        self.flowing = asyncio.Event()
        self.flowing.set()

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server_reader, server_writer = await asyncio.open_connection(*self.target)
        pumps = [
            asyncio.create_task(self.pump(server_reader, writer)),
            asyncio.create_task(self.pump(reader, server_writer, watched=True)),
        ]
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for pump in pumps:
                pump.cancel()
            writer.close()
            server_writer.close()

    async def pump(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, watched: bool = False
    ) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await source.read(65536):
                cut = watched and self.cut_at is not None and self.cut_at in data
                if cut:
                    self.cuts += 1
                    self.cut_at = None
                    if not self.after_forwarding:
                        return
                    self.flowing.clear()  # the server's answer is lost
                if not cut:
                    await self.flowing.wait()
                sink.write(data)
                await sink.drain()
                if cut:
                    await asyncio.sleep(0.2)  # until the server has committed
                    return


# What is sent with a statement that commits by itself: its arguments.
OF_THE_ACT = b"act-first"


@pytest.fixture
async def proxy(migrated_url: str) -> AsyncIterator[tuple[Proxy, PostgresStore]]:
    url = make_url(migrated_url)
    assert url.host is not None
    assert url.port is not None
    proxy = Proxy(url.host, url.port)
    server = await asyncio.start_server(proxy.connect, "127.0.0.1")
    store = PostgresStore(engine_at(url.set(port=server.sockets[0].getsockname()[1])))
    yield proxy, store
    proxy.flowing.set()
    await store.close()
    server.close()
    await server.wait_closed()


async def until_back(call: Callable[[], Awaitable[T]]) -> T:
    """The call's result, once the database is back; raises anything but StoreUnavailable."""
    async with asyncio.timeout(BACK_S):
        while True:
            try:
                return await call()
            except StoreUnavailable:
                await asyncio.sleep(0.1)


@pytest.mark.parametrize("committed", [False, True])
async def test_a_commit_whose_connection_dies_is_resolved(
    proxy: tuple[Proxy, PostgresStore], committed: bool
) -> None:
    gate, store = proxy
    author = Author(store, await store.create_player())
    story = await author.begin()
    await store.accept(story.id, 1, "act-first", "go on")
    record, after = tell(story.state, "act-first")
    gate.cut_at, gate.after_forwarding = OF_THE_ACT, committed
    with pytest.raises(StoreUnavailable):
        await store.commit(story.id, 0, record, after)
    assert gate.cuts == 1
    gate.flowing.set()
    assert await store.commit(story.id, 0, record, after) is not committed, "told before, or now"
    loaded = await store.load(story.id, author.player)
    assert (loaded.turn, loaded.pending, loaded.state) == (1, None, after)
    assert await store.turns(story.id, author.player) == [record]


@pytest.mark.parametrize("committed", [False, True])
async def test_an_accept_an_undo_a_new_story_whose_connection_dies(
    proxy: tuple[Proxy, PostgresStore], committed: bool
) -> None:
    gate, store = proxy
    author = Author(store, await store.create_player())

    async def twice(call: Callable[[], Awaitable[T]], cut_at: bytes = b"COMMIT;") -> T:
        gate.cut_at, gate.after_forwarding = cut_at, committed
        with pytest.raises(StoreUnavailable):
            await call()
        gate.flowing.set()
        return await call()

    story = await twice(lambda: author.begin("act-new-story"))
    assert len(await store.list_stories(author.player)) == 1
    accepted = await twice(lambda: store.accept(story.id, 1, "act-first", "go on"), OF_THE_ACT)
    assert (accepted.number, accepted.repeated) == (1, committed)
    record, after = tell(story.state, "act-first")
    await store.commit(story.id, 0, record, after)
    branch = await twice(lambda: store.branch(story.id, author.player, "b", "act-branch"))
    assert (branch.turn, len(await store.list_stories(author.player))) == (1, 2)
    undone = await twice(lambda: store.undo(story.id, 1, "undo-first"))
    assert (undone.turn, undone.epoch, undone.repeated, undone.state) == (0, 1, committed, story.state)


async def test_a_database_that_hangs_is_away(
    proxy: tuple[Proxy, PostgresStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, _ = proxy
    monkeypatch.setattr(database, "COMMAND_TIMEOUT_S", 0.5)
    monkeypatch.setattr(database, "CONNECT_TIMEOUT_S", 0.5)
    monkeypatch.setattr(database, "TRANSACTION_TIMEOUT_S", 2.0)
    store = PostgresStore(engine_at(proxy[1].engine.url))
    author = Author(store, await store.create_player())
    story = await author.begin()
    gate.flowing.clear()
    clock = asyncio.get_running_loop().time
    for _ in range(2):
        began = clock()
        with pytest.raises(StoreUnavailable):
            await store.load(story.id, author.player)
        assert clock() - began < 5
    gate.flowing.set()
    assert await store.load(story.id, author.player) == story, "at once, when it is back"
    await store.close()


async def test_connections_that_were_cut_while_idle_are_made_anew(
    store: PostgresStore, migrated_url: str
) -> None:
    author = Author(store, await store.create_player())
    story = await author.begin()
    await asyncio.gather(*(store.load(story.id, author.player) for _ in range(5)))
    await terminate_all(migrated_url)
    # Whoever asks before the news of it has come may be told to ask again; then all of them are new.
    assert await until_back(lambda: store.load(story.id, author.player)) == story
    loaded = await asyncio.gather(*(store.load(story.id, author.player) for _ in range(5)))
    assert loaded == [story] * 5


async def terminate_all(url: str) -> None:
    admin = await asyncpg.connect(
        make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    )
    try:
        await cut_connections(admin)
    finally:
        await admin.close()


async def test_a_connection_that_is_cut_in_mid_transaction(store: PostgresStore, migrated_url: str) -> None:
    author = Author(store, await store.create_player())
    story = await author.begin()

    async def half_a_turn() -> None:
        async with database.transaction(store.engine) as db:
            await db.execute(text("UPDATE stories SET turn = 7"))
            await terminate_all(migrated_url)
            await db.execute(text("UPDATE turns SET number = 7"))

    with pytest.raises(StoreUnavailable, match=r"shutting down|connection was lost"):
        await half_a_turn()
    assert await store.load(story.id, author.player) == story


async def test_calls_that_are_cancelled_leave_the_store_usable(store: PostgresStore, author: Author) -> None:
    story = await author.begin()
    for turn in range(60):
        call = asyncio.create_task(author.store.accept(story.id, 1, f"act-{turn:08d}", "go on"))
        await asyncio.sleep(turn / 10_000)  # at another point each time
        call.cancel()
        await asyncio.wait({call})
        await author.store.refuse(story.id, f"act-{turn:08d}")
    pool = store.engine.pool
    assert isinstance(pool, AsyncAdaptedQueuePool)
    assert pool.checkedout() == 0
    assert (await author.play(story)).turn == 1


async def test_a_statement_that_takes_too_long(store: PostgresStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "STATEMENT_TIMEOUT_S", 0.2)
    slow = PostgresStore(engine_at(store.engine.url))

    async def sleep() -> None:
        async with database.transaction(slow.engine) as db:
            await db.execute(text("SELECT pg_sleep(5)"))

    with pytest.raises(StoreUnavailable, match="a statement timed out"):
        await sleep()
    await slow.ping()
    await slow.close()


async def test_a_lock_that_takes_too_long(
    store: PostgresStore, author: Author, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "LOCK_TIMEOUT_S", 0.2)
    other = PostgresStore(engine_at(store.engine.url))
    story = await author.begin()
    async with database.transaction(store.engine) as db:
        await db.execute(text("SELECT * FROM stories FOR UPDATE"))
        with pytest.raises(StoreUnavailable, match="a lock timed out"):
            await other.accept(story.id, 1, "act-first", "go on")
    assert (await other.accept(story.id, 1, "act-first", "go on")).number == 1
    await other.close()


async def test_a_database_without_a_free_connection(store: PostgresStore, author: Author) -> None:
    url = store.engine.url
    async with store.engine.begin() as db:
        await db.execute(text(f"ALTER DATABASE {url.database} CONNECTION LIMIT 1"))
    async with store.engine.begin():
        full = PostgresStore(engine_at(url))
        with pytest.raises(StoreUnavailable, match="too many connections"):
            await full.ping()
    await full.close()


async def test_a_database_where_nobody_listens(unused_tcp_port: int) -> None:
    store = PostgresStore.at(f"postgresql://nobody:secret@127.0.0.1:{unused_tcp_port}/none")
    for call in (store.ping(), store.create_player(), store.list_stories("0" * 32)):
        with pytest.raises(StoreUnavailable) as away:
            await call
        assert "secret" not in str(away.value)
    await store.close()


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("postgres://u:p%40w@h/d?sslmode=require", "postgresql+asyncpg://u:p%40w@h/d?ssl=require"),
        ("postgresql+asyncpg://u@h:5/d", "postgresql+asyncpg://u@h:5/d"),
    ],
)
def test_urls_as_people_write_them(given: str, expected: str) -> None:
    assert database.asyncpg_url(given).render_as_string(hide_password=False) == expected


async def test_a_server_without_tls(migrated_url: str) -> None:
    plain = PostgresStore.at(f"{migrated_url}?sslmode=disable")
    await plain.ping()
    await plain.close()
    asked = PostgresStore.at(f"{migrated_url}?sslmode=require")
    with pytest.raises(StoreUnavailable, match="SSL"):
        await asked.ping()
    await asked.close()


async def test_a_mistake_of_ours_is_not_an_outage(store: PostgresStore) -> None:
    async def mistake() -> None:
        async with database.transaction(store.engine) as db:
            await db.execute(text("SELECT nonsense"))

    with pytest.raises(Exception, match="nonsense") as caught:
        await mistake()
    assert not isinstance(caught.value, StoreUnavailable)


def postmaster(data_dir: Path) -> psutil.Process:
    return psutil.Process(int((data_dir / "postgres" / "postmaster.pid").read_text().splitlines()[0]))


@pytest.mark.slow
@pytest.mark.parametrize("victim", ["a backend", "all of it"])
async def test_kill_9_of_postgres_in_mid_turn_loses_nothing(data_dir: Path, victim: str) -> None:
    async with local_servers(data_dir, True, False, lambda message: None) as urls:
        assert urls.database_url is not None
        await migrate(urls.database_url)
        store = PostgresStore.at(urls.database_url)
        author = Author(store, await store.create_player())
        story = await author.play(await author.begin(), 3)
        await store.accept(story.id, 4, "act-pending", "what was said before the end")
        record, after = tell(story.state, "act-pending", "what was said before the end")

        async def killed_in_mid_transaction() -> None:
            async with database.transaction(store.engine) as db:
                await db.execute(text("UPDATE stories SET turn = 4"))
                pid = (await db.execute(text("SELECT pg_backend_pid()"))).scalar_one()
                main = postmaster(data_dir)
                for process in [psutil.Process(pid)] if victim == "a backend" else [main, *main.children()]:
                    process.send_signal(signal.SIGKILL)
                await db.execute(text("UPDATE turns SET status = 'committed'"))

        with pytest.raises(StoreUnavailable):
            await killed_in_mid_transaction()
        loaded = await until_back(lambda: store.load(story.id, author.player))
        assert (loaded.turn, loaded.state) == (3, story.state)
        assert loaded.pending is not None
        assert loaded.pending.words == "what was said before the end"
        assert await store.commit(story.id, 3, record, after)
        assert [turn.number for turn in await store.turns(story.id, author.player)] == [1, 2, 3, 4]
        await store.close()


@pytest.mark.slow
async def test_turns_go_on_without_valkey(author: Author, data_dir: Path) -> None:
    story = await author.begin()
    async with local_servers(data_dir, False, True, lambda message: None) as urls:
        assert urls.redis_url is not None
        link = RedisLink(urls.redis_url)
        frames = FrameLog(link)
        (sent,) = await frames.append(story.id, story.epoch, [Pong(n=1)])
        start = Position(sent.epoch, 0)
        assert await frames.read_after(story.id, story.epoch, start) == [sent]
        story = await author.play(story, 2)
    (later,) = await frames.append(story.id, story.epoch, [Pong(n=2)])
    assert (later.epoch, later.offset) == (sent.epoch, sent.offset + 1)
    with pytest.raises(Gone):
        await frames.read_after(story.id, story.epoch, start)
    story = await author.play(story, 2)
    assert [record.number for record in await author.store.turns(story.id, author.player)] == [1, 2, 3, 4]
    await link.close()
