"""Health that means something: one real generation, timed."""

import asyncio
import time
from contextlib import aclosing

from inference.engine import Engine, EngineError, EngineLost, GenerationRequest, Sampling, new_request_id

HEALTH_DEADLINE_S = 30.0
# The engine keeps the deadline itself; this is for one that does not.
SLACK_S = 1.0


async def generate_one(engine: Engine, deadline_s: float = HEALTH_DEADLINE_S) -> float:
    """Seconds for one token through the whole engine. Raises EngineLost if it does not come by the deadline."""
    token = next(iter(engine.info.end_ids), 0)
    request = GenerationRequest(
        new_request_id(), (token,), Sampling(max_new_tokens=1, temperature=0.0), deadline_s=deadline_s
    )
    started = time.monotonic()
    tokens = 0
    try:
        async with asyncio.timeout(deadline_s + SLACK_S), aclosing(engine.generate(request)) as deltas:
            async for delta in deltas:
                tokens += len(delta.token_ids)
                if delta.finish and not tokens and not delta.finish.accounting.completion_tokens:
                    raise EngineLost("the health generation ended without a token")
    except EngineLost:
        raise
    except EngineError as error:
        raise EngineLost(f"the health generation failed: {error}") from error
    except TimeoutError:
        raise EngineLost(f"the health generation did not end within {deadline_s:g} s") from None
    return time.monotonic() - started
