"""What may turn out not to work at all, long after it was begun."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field


@dataclass(eq=False, kw_only=True)
class MayFail:
    """`failed` is done, with the reason for people, once it cannot go on and nothing tries again."""

    failed: asyncio.Future[str] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def fail(self, why: str) -> None:
        """The first reason stands."""
        if not self.failed.done():
            self.failed.set_result(why)
