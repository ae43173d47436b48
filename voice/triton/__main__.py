"""`python -m voice.triton` prepares the local Triton's environment; status 1, with the reason, where there is none."""

import asyncio
import sys

from voice.triton.environment import ROOT, prepare
from voice.triton.machine import TritonUnavailable


def say(message: str) -> None:
    sys.stderr.write(f"voice: {message.removeprefix('voice: ')}\n")
    sys.stderr.flush()


def main() -> int:
    try:
        asyncio.run(prepare(ROOT, say))
    except TritonUnavailable as error:
        say(f"UNAVAILABLE: {error}")
        return 1
    except KeyboardInterrupt:
        say("interrupted; run the same command again and it starts over cleanly")
        return 130
    return 0


sys.exit(main())
