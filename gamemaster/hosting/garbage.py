"""What Python's collector of garbage looks at in a process that serves.

It looks for cycles among what is young, and now and then through all there is: worlds, code and tables of words, which
stay until the process ends, a hundred times more than what stories leave. Meanwhile nobody is served.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator

# Objects until it looks again. Nearly all garbage is gone by itself long before; what a turn's cycles hold is small.
YOUNG = 20_000


@contextlib.contextmanager
def nothing_collected() -> Iterator[None]:
    """While all is loaded that stays: there is no garbage in it to speak of."""
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collected:
            gc.enable()


def leave_out_what_is_loaded() -> None:
    """What has been loaded by now stays until the process ends, and is not looked at again."""
    gc.freeze()
    collect_in_lots()


def collect_in_lots() -> None:
    """Look for cycles seldom: while a world is read, what is young is nearly all there to stay."""
    _, middle, old = gc.get_threshold()
    gc.set_threshold(YOUNG, middle, old)
