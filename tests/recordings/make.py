"""Makes the recordings of this folder anew: `python -m tests.recordings.make`, or with the names of some of them.

Each is a session of its own service (`tests.recordings.scenarios`) on a real Postgres and Valkey and real sockets. What
is recorded is then written as one zstd frame, as an export is, and is smaller for it; nothing else is changed. The
sessions are played beside each other, at the pace of a person: all of them take some two minutes.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import shutil
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path

from gamemaster.hosting.servers import ServerURLs, local_servers
from gamemaster.recording.format import SUFFIX, read, write
from gamemaster.recording.lines import CommitLine, FrameLine
from gamemaster.storage.migrate import migrate
from tests.recordings.scenarios import SCENARIOS, Scenario
from tests.recordings.stage import Stage

FOLDER = Path(__file__).parent
MOST_AT_ONCE = 5  # on two cores, players' turns still come when they should


@contextlib.asynccontextmanager
async def servers(folder: Path) -> AsyncIterator[ServerURLs]:
    """A Postgres with all tables, and a Valkey, both empty."""
    async with local_servers(folder, True, True, say) as urls:
        assert urls.database_url is not None
        await migrate(urls.database_url)
        yield urls


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


async def make(play: Scenario, urls: ServerURLs, folder: Path, into: Path, haste: float) -> list[Path]:
    """Plays a scenario, and keeps its recordings."""
    assert urls.database_url is not None
    assert urls.redis_url is not None
    began = time.monotonic()
    stage = Stage(urls.database_url, urls.redis_url, folder, haste)
    made = []
    for name, (story, session) in (await play(stage)).items():
        found = sorted(folder.glob(f"*/{story}-*{SUFFIX}"), key=lambda path: read(path).header.started)
        recording = read(found[session])
        assert not recording.torn, f"{name} was cut off"
        late = sum(1 for line in recording.of(FrameLine) if line["frame"]["type"] == "delayed")
        # Such a frame is not compared: the recording would say less than it seems to.
        assert not late, f"{name}: {late} turns were late; make it again while the machine has nothing else to do"
        target = into / f"{name}{SUFFIX}"
        await asyncio.to_thread(write, target, recording.lines)
        turns = sum(1 for _ in recording.of(CommitLine))
        say(f"{name}: {turns} turns, {len(recording.lines)} lines, {target.stat().st_size / 1000:.0f} kB")
        made.append(target)
    say(f"  ({play.__name__}: {time.monotonic() - began:.0f} s)")
    return made


async def make_all(wanted: list[str], into: Path, haste: float) -> list[Path]:
    """Plays the scenarios that are called so, or all of them."""
    folder = Path(tempfile.mkdtemp(prefix="gm-recordings-"))
    folder.chmod(0o711)  # the servers' user passes through it
    chosen = [play for play in SCENARIOS if not wanted or play.__name__ in wanted]
    slots = asyncio.Semaphore(MOST_AT_ONCE)

    async def one(play: Scenario) -> list[Path]:
        async with slots:
            return await make(play, urls, folder / "recordings" / play.__name__, into, haste)

    try:
        async with servers(folder) as urls:
            made = await asyncio.gather(*map(one, chosen), return_exceptions=True)
    finally:
        shutil.rmtree(folder)
    failed = [found for found in made if isinstance(found, BaseException)]
    if failed:
        raise BaseExceptionGroup(
            f"{len(failed)} of {len(chosen)} sessions were not played as they should", failed
        )
    return [path for found in made if not isinstance(found, BaseException) for path in found]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = [play.__name__ for play in SCENARIOS]
    parser.add_argument("names", nargs="*", choices=[*names, []], help="scenarios to play (default: all)")
    parser.add_argument("--into", type=Path, default=FOLDER, help="the folder for the recordings")
    parser.add_argument(
        "--haste", type=float, default=1.0, help="how many times as fast players read and type"
    )
    asked = parser.parse_args()
    asked.into.mkdir(parents=True, exist_ok=True)
    made = asyncio.run(make_all(asked.names, asked.into, asked.haste))
    size = sum(path.stat().st_size for path in made)
    say(f"{len(made)} recordings, {size / 1000:.0f} kB, in {asked.into}")


if __name__ == "__main__":
    main()
