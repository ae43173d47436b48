"""A TCP proxy before a server, to make it slow or let it vanish as a network does."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field


@dataclass
class Proxy:
    """`open` cleared: what the server sends is held back. `delay_s`: of each of its packets."""

    url: str = ""
    delay_s: float = 0.0
    open: asyncio.Event = field(default_factory=asyncio.Event)
    writers: set[asyncio.StreamWriter] = field(default_factory=set)
    listening: asyncio.Server | None = None

    def cut(self) -> None:
        """Break every connection there is, as a server does that dies."""
        for writer in self.writers:
            writer.transport.abort()

    async def refuse(self) -> None:
        """Take no more connections, and break those that there are."""
        assert self.listening is not None
        self.listening.close()
        self.cut()


@contextlib.asynccontextmanager
async def proxy_before(url: str) -> AsyncIterator[Proxy]:
    host, _, port = url.rpartition(":")
    proxy = Proxy()
    proxy.open.set()
    tasks: set[asyncio.Task[None]] = set()

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, slowed: bool) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                if slowed:
                    await proxy.open.wait()
                    await asyncio.sleep(proxy.delay_s)
                writer.write(data)
                await writer.drain()
        writer.close()

    async def on_connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server_reader, server_writer = await asyncio.open_connection(host, int(port))
        proxy.writers |= {writer, server_writer}
        for job in (pump(reader, server_writer, False), pump(server_reader, writer, True)):
            task = asyncio.create_task(job)
            tasks.add(task)
            task.add_done_callback(tasks.discard)

    proxy.listening = await asyncio.start_server(on_connect, "127.0.0.1", 0)
    proxy.url = f"127.0.0.1:{proxy.listening.sockets[0].getsockname()[1]}"
    try:
        yield proxy
    finally:
        proxy.open.set()
        await proxy.refuse()
        for task in list(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
