"""A service that owns an engine host and generates without end: to be killed by tests of the host."""

import asyncio
import json
import sys
from pathlib import Path

from gamemaster.hosting.process import SUPERVISOR
from inference.hosted.host import EngineHost, HostSettings
from tests.inference.requests import collect, request_of


async def main() -> None:
    socket, factory, options = sys.argv[1:]
    host = EngineHost(HostSettings(factory, SUPERVISOR, Path(socket), json.loads(options)))
    await host.start()
    print(host.engine.pid, flush=True)
    while True:
        await collect(host.engine, request_of())


if __name__ == "__main__":
    asyncio.run(main())
