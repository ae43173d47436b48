"""Runs in the CPU test bed: stories' requests through SGLang's own radix cache, or through the real engine.

    .venv-nia/bin/python -m benchmarks.prompt_pools.prefix_cache FILE

FILE is what `benchmarks.prefix` writes: `layouts`, by name, and `jobs`, each a layout and a page size (0: the real
engine). A layout is its requests in the order in which they came, each with its story, how many first tokens its prompt
shares with the story's last one, the others, and what was written to it. Printed is a line `FOUND [[...], ...]`: for
each job how many tokens of each prompt the cache had.

The real engine is a tiny model with the CPU profile, speculation and all. It cannot write what the story's narrator
wrote, so what was written is given to it as a prompt: that decoded tokens are found again as well as prefilled ones is
seen in `tests/inference/sglang`. Its vocabulary is small, and ids are fold into it.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from array import array
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

from inference.engine import Engine, GenerationRequest, Sampling, new_request_id

Row = dict[str, Any]


def read(rows: list[Row]) -> Iterator[tuple[list[int], list[int]]]:
    """Each request's prompt, and what was written to it."""
    last: dict[int, list[int]] = {}
    for row in rows:
        prompt = last[row["story"]] = [*last.get(row["story"], [])[: row["shared"]], *row["new"]]
        yield prompt, row["written"]


def simulate(rows: list[Row], page: int) -> list[int]:
    """With a cache that forgets nothing. A prompt's last token is computed in any case, an answer's last one never."""
    from sglang.srt.mem_cache.base_prefix_cache import InsertParams, MatchPrefixParams
    from sglang.srt.mem_cache.radix_cache import RadixCache, RadixKey

    cache = RadixCache.create_simulated(page_size=page)
    found = []
    for prompt, written in read(rows):
        key = RadixKey(token_ids=array("q", prompt[:-1]))
        found.append(int(cache.match_prefix(MatchPrefixParams(key=key)).device_prefix_len))
        cache.insert(InsertParams(key=RadixKey(token_ids=array("q", [*prompt, *written][:-1]))))
    return found


async def count_cached_tokens(engine: Engine, ids: list[int]) -> int:
    """The tokens of a prompt that the engine found."""
    request = GenerationRequest(new_request_id(), tuple(ids), Sampling(1, temperature=0.0))
    tokens = 0
    async with aclosing(engine.generate(request)) as deltas:
        async for delta in deltas:
            if delta.finish is not None:
                tokens = delta.finish.accounting.cached_tokens
    return tokens


async def real(rows: list[Row]) -> list[int]:
    from inference.profiles.loader import load_profile
    from inference.sglang.start import start_engine
    from inference.testbed.checkpoints import Shape, write_steady

    longest = max(len(prompt) + len(written) for prompt, written in read(rows))
    total = sum(len(row["new"]) + len(row["written"]) for row in rows)
    with tempfile.TemporaryDirectory(prefix="gm-benchmark-") as scratch:
        folder = Path(scratch) / "model"
        write_steady(folder, Shape(context=longest + 1024))
        engine = await start_engine(
            str(folder), load_profile("cpu", {"max_total_tokens": total + longest + 4096})
        )
        try:
            least = max(engine.info.special_ids.values(), default=0) + 1
            size = engine.info.vocabulary_size - least

            def fold(ids: list[int]) -> list[int]:
                return [least + number % size for number in ids]

            found = []
            for prompt, written in read(rows):
                found.append(await count_cached_tokens(engine, fold(prompt)))
                await count_cached_tokens(engine, fold([*prompt, *written]))
            return found
        finally:
            await engine.close()


def main() -> None:
    given = json.loads(Path(sys.argv[1]).read_text())
    found = [
        simulate(given["layouts"][name], page) if page else asyncio.run(real(given["layouts"][name]))
        for name, page in given["jobs"]
    ]
    print("FOUND " + json.dumps(found))


if __name__ == "__main__":
    main()
