"""An engine that hands everything on to another one: what wraps an engine overrides only what it changes."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass

from inference.engine import Delta, Engine, EngineInfo, GenerationRequest


@dataclass(eq=False)
class DelegatedEngine:
    """Implements `inference.engine.Engine` by `inner`, which is closed with it."""

    inner: Engine

    @property
    def info(self) -> EngineInfo:
        return self.inner.info

    async def generate(self, request: GenerationRequest) -> AsyncGenerator[Delta, None]:
        async with aclosing(self.inner.generate(request)) as deltas:
            async for delta in deltas:
                yield delta

    async def abort(self, request_id: str) -> None:
        await self.inner.abort(request_id)

    async def health(self) -> float:
        return await self.inner.health()

    async def close(self) -> None:
        await self.inner.close()
