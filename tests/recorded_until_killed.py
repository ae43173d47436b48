"""Records lines until the process is killed: `python -m tests.recorded_until_killed FOLDER`."""

import asyncio
import itertools
import sys
from pathlib import Path

from gamemaster.recording.recorder import Recordings
from tests.recording.test_recorder import start


async def main(folder: Path) -> None:
    recordings = Recordings(folder)
    tape = start(recordings)
    for number in itertools.count():
        tape.write("client", client=number, message={"text": "word " * 20})
        if number % 100 == 99:
            await recordings.flush()
        if number == 999:
            sys.stdout.write("written 1000\n")
            sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
