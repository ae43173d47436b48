"""A service for `test_kill`: the real one, but with a narrator that takes its time. Run as a program, and killed."""

import asyncio
import contextlib
import sys

from gamemaster.server.app import create_app
from gamemaster.server.uvicorn_server import listen, serve
from gamemaster.storage.migrate import migrate
from tests.integration.service import Puppet, desk_on


async def main(database_url: str, redis_url: str, port: int, slow: bool) -> None:
    await migrate(database_url)
    puppet = Puppet(spans=3, gate=asyncio.Event() if slow else None)
    async with desk_on(database_url, redis_url, puppet) as desk:
        app = create_app(lambda: contextlib.nullcontext(desk))
        with contextlib.closing(listen("127.0.0.1", port)) as bound:
            await serve(
                app,
                bound,
                desk.limits.max_message_bytes,
                "warning",
                on_ready=lambda: print("ready", flush=True),
                stop=asyncio.Event(),
            )


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4] == "slow"))
