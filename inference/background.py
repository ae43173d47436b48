"""An engine as those beside the play have it: every request goes in the background lane, behind the players'."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace

from inference.delegated_engine import DelegatedEngine
from inference.engine import Delta, GenerationRequest, Lane


class BackgroundEngine(DelegatedEngine):
    """It owns nothing: closing it leaves the other engine as it is."""

    def generate(self, request: GenerationRequest) -> AsyncGenerator[Delta, None]:
        return super().generate(replace(request, lane=Lane.BACKGROUND))

    async def close(self) -> None:
        """Nothing: the engine is the service's."""
