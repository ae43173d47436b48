"""What is logged, and where."""

from __future__ import annotations

import logging
import sys


def set_up_logging(level: str) -> None:
    """Our own messages on standard error; a library speaks only when something is wrong."""
    logging.basicConfig(
        stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s", force=True
    )
    for name in ("gamemaster", "worlds"):
        logging.getLogger(name).setLevel(level.upper())
