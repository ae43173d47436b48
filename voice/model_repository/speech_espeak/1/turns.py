"""Lets many threads take turns at the processors, the one that has waited longest first."""

import threading
from collections import deque


class Turns:
    """So many threads may be at work at once; each of the others waits in line for its turn."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._waiting: deque[threading.Event] = deque()
        self._lock = threading.Lock()

    def take(self) -> None:
        """Waits for a turn, behind those who wait already."""
        with self._lock:
            if self._free > 0:
                self._free -= 1
                return
            turn = threading.Event()
            self._waiting.append(turn)
        turn.wait()

    def give(self) -> None:
        """Ends this thread's turn: it passes to the one that has waited longest."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._free += 1
