"""Whether processes of tests have ended."""

from __future__ import annotations

import psutil


def has_ended(pid: int) -> bool:
    """Gone, or dead and not yet collected: whoever inherits orphans may take seconds to collect them."""
    try:
        return bool(psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True
