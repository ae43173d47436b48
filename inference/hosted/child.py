"""The engine's own process: builds it, lets it prove itself by a real generation, then serves it.

`python -m inference.hosted.child FACTORY OPTIONS SOCKET`, where FACTORY is "package.module:function", called with
OPTIONS (a JSON object, which anybody on the machine can read: no secrets). Started by
inference.hosted.host under its supervisor.
"""

import asyncio
import importlib
import inspect
import json
import logging
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from inference.engine import Engine
from inference.hosted.server import EngineServer
from inference.hosted.sockets import bind

# sysexits.h: EX_SOFTWARE, EX_CONFIG.
EXIT_LOST = 70
EXIT_CONFIG = 78


async def build(factory: str, options: Mapping[str, object]) -> Engine:
    """Calls the factory, which may be a coroutine function. Raises ValueError if there is no such function."""
    module, colon, name = factory.partition(":")
    if not colon:
        raise ValueError(f'the factory {factory!r} must be named "package.module:function"')
    function = getattr(importlib.import_module(module), name, None)
    if not callable(function):
        raise ValueError(f"the factory {factory!r} does not exist: {module} has no function {name!r}")
    engine = function(options)
    return cast(Engine, await engine if inspect.isawaitable(engine) else engine)


async def serve(factory: str, options: Mapping[str, object], path: Path) -> int:
    # Bound first, so that a bad path fails before any weight is loaded; nobody can connect until it listens.
    listener = bind(path)
    try:
        engine = await build(factory, options)
    except (ValueError, TypeError, ImportError) as error:
        logging.exception("the engine can't be built")
        sys.stderr.write(f"{error}\n")
        return EXIT_CONFIG
    try:
        took = await engine.health()
        logging.info("the first generation took %.3f s", took)
        stop = asyncio.Event()
        # Only now: SGLang's first request replaces the loop's handlers.
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
        server = EngineServer(engine)
        async with server.listening(listener):
            ends = [asyncio.create_task(event.wait()) for event in (stop, server.lost)]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            for end in ends:
                end.cancel()
            # What was sent on the way here goes out before the socket closes.
            await asyncio.sleep(0)
        return EXIT_LOST if server.lost.is_set() else 0
    finally:
        path.unlink(missing_ok=True)
        await engine.close()


def main() -> int:
    factory, options, path = sys.argv[1:]
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(levelname)s %(message)s")
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal's Ctrl-C is the service's business
    return asyncio.run(serve(factory, json.loads(options), Path(path)))


# Engines spawn processes that import this module again.
if __name__ == "__main__":
    sys.exit(main())
