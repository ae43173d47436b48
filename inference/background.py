"""An engine as those beside the play have it: every request goes in the background lane, behind the players'."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, replace

from inference.engine import Delta, Engine, EngineInfo, GenerationRequest, Lane


@dataclass(eq=False)
class BackgroundEngine:
    """Implements `inference.engine.Engine` by another. It owns nothing: closing it leaves the other as it is."""

    inner: Engine

    @property
    def info(self) -> EngineInfo:
        return self.inner.info

    async def generate(self, request: GenerationRequest) -> AsyncGenerator[Delta, None]:
        behind = replace(request, lane=Lane.BACKGROUND)
        async with aclosing(self.inner.generate(behind)) as deltas:
            async for delta in deltas:
                yield delta

    async def abort(self, request_id: str) -> None:
        await self.inner.abort(request_id)

    async def health(self) -> float:
        return await self.inner.health()

    async def close(self) -> None:
        """Nothing: the engine is the service's."""
