"""Runs scenarios on the real SGLang engine, in the test bed's environment, and prints what happened as JSON.

`.venv-nia/bin/python -m tests.inference.sglang.runner FOLDER/steady|wavering|story spec|plain|spoilt SCENARIO...`
The folder's name says which tiny checkpoint is built there, if it is not there yet. `spoilt`: as `spec`, and attention
over more than SPOILT_BEYOND tokens is garbage.
"""

import asyncio
import dataclasses
import json
import os
import signal
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from inference.chat_template import ChatFormat
from inference.delegated_engine import DelegatedEngine
from inference.engine import (
    Delta,
    Engine,
    EngineError,
    EngineNotStarted,
    GenerationRequest,
    Kind,
    Lane,
    Sampling,
    check_request,
    new_request_id,
)
from inference.output.reasoning_budget import BudgetedEngine
from inference.preflight.canaries import CANARIES
from inference.preflight.canary_prompts import ANSWER_TOKENS, render, standard_prompts
from inference.sglang.canaries import prove, trial_of
from inference.sglang.engine import SglangEngine
from inference.sglang.start import build, chat_format
from inference.testbed.checkpoints import (
    rambling,
    successors,
    write_steady,
    write_storyteller,
    write_wavering,
)
from inference.testbed.families import FAMILIES, write_family
from inference.testbed.templates import GLM
from tests.inference.sglang import script

Result = dict[str, Any]
# What a schema of an Outcome has: identifiers as an enum, and nothing without a bound.
SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {
            "move": {"enum": ["deck", "hold", "cabin"]},
            "minutes": {"type": "integer", "minimum": 0, "maximum": 600},
        },
        "required": ["move", "minutes"],
        "additionalProperties": False,
    }
)
# Longer than an engine takes to let go of a request that was aborted.
RAMBLING = rambling(1500, seed=4).strip().capitalize()
PATIENCE_S = 600.0  # beside other tests a few hundred tokens may take minutes
REASONING_BUDGETS = (0, 1, 20, 500)
THOUGHT_BUDGETS = (0, 20, 200, 640)
# Of a canary that is asked more than once; `proof` begins with as many as a start asks for.
GRAMMAR_TURNS = 12
SPOILT_BEYOND = 2_000  # tokens: half of what the tiny models hold
PLACES = "the ice|a lamp on the deck|(something|under it|[answers|You stand.|listen|the hull groans|and then".split(
    "|"
)


class Bed:
    """One engine and its tokenizer; `chat` is the format in which the play would write its prompts."""

    def __init__(self, engine: SglangEngine, model: str) -> None:
        self.engine = engine
        self.tokenizer = engine.tokenizer
        self.chat = chat_format(engine, model)

    def ids(self, text: str) -> tuple[int, ...]:
        return tuple(self.tokenizer.encode(text, add_special_tokens=False))

    def prompt_ids(self, words: str, *, thinking: bool = True) -> tuple[int, ...]:
        """A prompt as the play writes it."""
        return render(self.chat, words, think=thinking)


def request(
    ids: tuple[int, ...], most: int, deadline_s: float = PATIENCE_S, **fields: Any
) -> GenerationRequest:
    return replace(
        GenerationRequest(new_request_id(), ids, Sampling(most, temperature=0.0)),
        deadline_s=deadline_s,
        **fields,
    )


async def run(engine: Engine, asked: GenerationRequest) -> Result:
    """All that the deltas said, and how it ended; an error by its name."""
    kinds: dict[str, list[int]] = {kind.value: [] for kind in Kind}
    ids: list[int] = []
    text: list[str] = []
    result: Result = {"chunks": 0}
    try:
        async with aclosing(engine.generate(asked)) as deltas:
            async for delta in deltas:
                kinds[delta.kind.value] += delta.token_ids
                ids += delta.token_ids
                text.append(delta.text)
                result["chunks"] += bool(delta.token_ids)
                if delta.finish:
                    result |= {"finish": delta.finish.reason, **asdict(delta.finish.accounting)}
                    result |= {
                        "truncated": delta.finish.reasoning_truncated,
                        "stop": delta.finish.stop_token_id,
                    }
    except EngineError as error:
        result |= {"error": type(error).__name__, "message": str(error)}
    return result | {"ids": ids, "text": "".join(text), **kinds}


async def greedy(bed: Bed) -> Result:
    """Many prompts, four at a time, so that verification has batches too."""
    prompts = [bed.ids(f"{place} {i}" if i % 2 else place) for i, place in enumerate(PLACES * 2)]
    prompts += [bed.prompt_ids(place) for place in PLACES[:3]]
    prompts += [bed.prompt_ids(place, thinking=False) for place in PLACES[3:6]]
    answers = []
    for start in range(0, len(prompts), 4):
        group = [request(prompt, 90) for prompt in prompts[start : start + 4]]
        answers += await asyncio.gather(*(run(bed.engine, asked) for asked in group))
    return {"answers": answers}


async def budgets(bed: Bed) -> Result:
    """Those of one way to hold them are asked at once: a step of the tiny model takes as long for four as for one."""
    prompt = bed.prompt_ids("open the hatch")

    async def all_by(engine: Engine) -> dict[int, Result]:
        asked = [
            request(prompt, 700, reasoning_budget=budget, thinking_open=True) for budget in REASONING_BUDGETS
        ]
        answers = await asyncio.gather(*(run(engine, one) for one in asked))
        return dict(zip(REASONING_BUDGETS, answers, strict=True))

    strict = await all_by(bed.engine)
    bed.engine.strict = False
    try:
        counted = await all_by(BudgetedEngine(bed.engine))
    finally:
        bed.engine.strict = True
    return {"strict": strict, "counted": counted}


async def overruns(bed: Bed) -> Result:
    """A budget that nobody holds, and one that is more than enough."""
    prompt = bed.prompt_ids("open the hatch")
    bed.engine.strict = False
    try:
        over = await run(bed.engine, request(prompt, 700, reasoning_budget=20, thinking_open=True))
    finally:
        bed.engine.strict = True
    enough = await run(bed.engine, request(prompt, 3000, reasoning_budget=2500, thinking_open=True))
    return {"over": over, "enough": enough}


async def grammar(bed: Bed) -> Result:
    prompt = bed.prompt_ids("open the hatch and wait")
    after = request(prompt, 200, reasoning_budget=20, thinking_open=True, json_schema=SCHEMA)
    plain = request(bed.prompt_ids("wait", thinking=False), 100, json_schema=SCHEMA)
    return {"after_reasoning": await run(bed.engine, after), "without": await run(bed.engine, plain)}


async def stages(bed: Bed) -> Result:
    """Three turns on one growing prefix, each of two stages."""
    prompt = bed.ids("[gMASK]<sop><|system|>\n" + "You tell of the ice and of those who live on it. " * 70)
    rows = []
    for turn in range(3):
        prompt += bed.ids(f"<|user|>\nturn {turn}: I go down to the hold<|assistant|>\n<think>")
        first = await run(
            bed.engine, request(prompt, 200, reasoning_budget=20, thinking_open=True, json_schema=SCHEMA)
        )
        grown = (*prompt, *first["ids"])
        ruling = bed.ids("<|observation|>\nThe hatch opens.<|assistant|>\n<think></think>\n")
        second = await run(bed.engine, request((*grown, *ruling), 40))
        rows.append({"first": first, "second": second, "ruling": len(ruling), "before": len(prompt)})
        prompt = (*grown, *ruling, *second["ids"])
    return {"turns": rows}


async def endings(bed: Bed) -> Result:
    """Every way to stop early; after each, nothing may be left running."""
    engine, prompt = bed.engine, bed.ids("the ice")
    found: Result = {}

    async def until(asked: GenerationRequest, act: Callable[[], Awaitable[None]]) -> Result:
        seen: Result = {}
        async with aclosing(engine.generate(asked)) as deltas:
            count = 0
            async for delta in deltas:
                count += 1
                if count == 5:
                    seen["during"] = (await engine.load())._asdict()
                    started = time.monotonic()
                    await act()
                    if delta.finish is None and act is leave:
                        break
                if delta.finish:
                    seen |= {"finish": delta.finish.reason, "seconds": time.monotonic() - started}
        seen["after"] = await idle(engine)
        return seen

    async def leave() -> None:
        """The caller just goes."""

    asked = request(prompt, 3000)
    found["abort"] = await until(asked, lambda: engine.abort(asked.request_id))
    found["leave"] = await until(request(prompt, 3000), leave)
    late = await run(engine, request(prompt, 3000, deadline_s=0.7))
    found["deadline"] = {**late, "ids": len(late["ids"]), "after": await idle(engine)}
    task = asyncio.create_task(run(engine, request(prompt, 3000)))
    await asyncio.sleep(0.5)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    found["cancel"] = {"after": await idle(engine)}
    early = request(prompt, 3000)
    task = asyncio.create_task(run(engine, early))
    await asyncio.sleep(0)
    await engine.abort(early.request_id)
    found["early"] = {"finish": (await task)["finish"], "after": await idle(engine)}
    return found


async def idle(engine: SglangEngine) -> Result:
    """The load once nothing runs, or as it is after 2 s."""
    for _ in range(40):
        load = await engine.load()
        if not load.running + load.waiting + load.used_tokens:
            break
        await asyncio.sleep(0.05)
    return load._asdict()


async def refusals(bed: Bed) -> Result:
    """What kills SGLang on the CPU must never reach it; at the limits it must serve."""
    info, prompt = bed.engine.info, bed.ids("the ice")
    endless = json.dumps({"type": "string"})
    bad = {
        "empty": request((), 5),
        "vocabulary": request((info.vocabulary_size,), 5),
        "negative": request((-1,), 5),
        "too long": request((50,) * info.context_length, 5),
        "grammar": request(prompt, 5, json_schema=endless),
    }
    refused = {name: await run(bed.engine, asked) for name, asked in bad.items()}
    longest = request((50,) * (info.context_length - info.draft_tokens - 3), 3)
    check_request(longest, info)
    highest = request((info.vocabulary_size - 1,), 3)
    limits = {"longest": await run(bed.engine, longest), "highest": await run(bed.engine, highest)}
    return {"refused": refused, "limits": limits, "health": await bed.engine.health()}


async def lanes(bed: Bed) -> Result:
    """All places taken by the background; then more of both lanes, the background first."""
    running = bed.engine.profile.settings.max_running_requests
    order: list[str] = []

    async def one(lane: Lane, number: int, most: int) -> None:
        await run(bed.engine, request(bed.ids(f"the ice {number}"), most, lane=lane))
        order.append(lane.value)

    async with asyncio.TaskGroup() as group:
        for number in range(running):
            group.create_task(one(Lane.BACKGROUND, number, 400))
        await asyncio.sleep(0.3)
        for number in range(4):
            group.create_task(one(Lane.BACKGROUND, 100 + number, 60))
        await asyncio.sleep(0.1)
        for number in range(2):
            group.create_task(one(Lane.PLAY, 200 + number, 20))
    most = running + bed.engine.profile.settings.max_queued_requests
    crowd = [run(bed.engine, request(bed.ids(f"crowd {i}"), 30)) for i in range(most + 5)]
    crowded = await asyncio.gather(*crowd)
    return {"order": order, "crowd": [row.get("error", row.get("finish")) for row in crowded]}


async def story(bed: Bed) -> Result:
    """One whole turn of the storyteller, as the narrator asks for it."""
    prompt = bed.prompt_ids("Open the hatch.")
    first = await run(
        bed.engine, request(prompt, 1000, reasoning_budget=300, thinking_open=True, json_schema=script.SCHEMA)
    )
    ruling = (*bed.chat.assistant_to_user, *bed.chat.encode("It opens."), *bed.chat.user_to_answer)
    second = await run(bed.engine, request((*prompt, *first["ids"], *ruling), 400))
    return {"first": first, "second": second, "prompt": len(prompt), "ruling": len(ruling)}


async def thoughts(bed: Bed) -> Result:
    """Stage 1 as the play asks for it, with little, some and all of its reasoning; then stage 2 on the same prefix.
    All four at once, as several stories are played.
    """
    prompt = bed.prompt_ids("Open the hatch.")

    async def turn(budget: int) -> Result:
        asked = request(prompt, budget + 400, json_schema=script.SCHEMA)
        first = await run(BudgetedEngine(bed.engine), bed.chat.with_reasoning(asked, budget))
        ruling = (*bed.chat.assistant_to_user, *bed.chat.encode("It opens."), *bed.chat.user_to_answer)
        history = (*prompt, *bed.chat.thought_to_history, *first["content"])
        second = await run(bed.engine, request((*history, *ruling), 400))
        return {"first": first, "second": second}

    turns = await asyncio.gather(*map(turn, THOUGHT_BUDGETS))
    return dict(zip(map(str, THOUGHT_BUDGETS), turns, strict=True))


async def bare(bed: Bed) -> Result:
    """What came of leaving the opening to the model: under a grammar it cannot write the tag, without one it does."""
    prompt = render(without_opening(bed), "Open the hatch.", think=True)
    bound = {
        str(budget): await run(bed.engine, request(prompt, budget + 400, json_schema=script.SCHEMA))
        for budget in (20, 200)
    }
    free = await run(BudgetedEngine(bed.engine), request(prompt, 900, reasoning_budget=200))
    refused = await run(bed.engine, request(prompt, 600, reasoning_budget=200, json_schema=script.SCHEMA))
    return {"bound": bound, "free": free, "refused": refused["message"]}


class LeftToModel(ChatFormat):
    """A format that asks as was done before the thought was opened in the prompt."""

    def with_reasoning(self, request: GenerationRequest, budget: int) -> GenerationRequest:
        return request


def without_opening(bed: Bed) -> ChatFormat:
    """Ends where GLM-4.5's template does: with the bare role."""
    asked = bed.chat.user_to_thought
    role = bed.engine.info.special_ids["<|assistant|>"]
    fields = {one.name: getattr(bed.chat, one.name) for one in dataclasses.fields(bed.chat)}
    return LeftToModel(**{**fields, "user_to_thought": asked[: asked.index(role) + 1]})


@dataclass(eq=False)
class Tampered(DelegatedEngine):
    """The engine, with something done before each request or after its first words."""

    inner: SglangEngine
    before: Callable[[GenerationRequest], Awaitable[object]] | None = None
    begun: Callable[[GenerationRequest], Awaitable[object]] | None = None

    async def generate(self, request: GenerationRequest) -> AsyncGenerator[Delta, None]:
        if self.before is not None:
            await self.before(request)
        first = True
        async with aclosing(self.inner.generate(request)) as deltas:
            async for delta in deltas:
                yield delta
                if first and self.begun is not None:
                    await self.begun(request)
                first = False


async def proof(bed: Bed) -> Result:
    """The start-up canaries, on the real engine: as it is, and each with a regression planted that it is there for."""
    profile, golden = bed.engine.profile, (RAMBLING[:20].lower(),)
    manager = bed.engine.engine.tokenizer_manager
    sound = await prove(bed.engine, bed.chat, profile, golden, bed.engine.running)
    trial = trial_of(bed.engine, bed.chat, profile, golden, bed.engine.running)
    found: dict[str, list[str]] = {}

    async def plant(name: str, **changes: Any) -> None:
        expect = profile.expect.model_copy(
            update={"grammar_turns": GRAMMAR_TURNS, "accept_length_floor": changes.pop("floor", 2.0)}
        )
        finding = await CANARIES[name](replace(trial, expect=expect, **changes))
        found[name] = [finding.verdict, finding.seen]

    try:
        await prove(bed.engine, bed.chat, profile, ("no such words",), bed.engine.running)
    except EngineNotStarted as error:
        not_started = str(error)
    await plant("golden prompt", prompts=replace(trial.prompts, golden_words=("no such words",)))
    await plant("draft acceptance", floor=5.0)
    await plant("quality with an FP8 cache", kv_cache_dtype="fp8_e4m3")  # whatever it is asked, it rambles
    bed.engine.strict = False
    await plant("reasoning budget")
    bed.engine.strict = True
    await plant("first stage", prompts=standard_prompts(without_opening(bed), 1000))
    await plant("prefix reuse", engine=Tampered(bed.engine, before=lambda _: forget(bed.engine)))
    bound = 0

    async def lose_one(asked: GenerationRequest) -> None:
        nonlocal bound
        bound += 1
        if bound == 9:
            await bed.engine.abort(asked.request_id)

    await plant("grammar-bound turns", engine=Tampered(bed.engine, begun=lose_one))
    aborting, manager.abort_request = manager.abort_request, lambda **_: None
    await plant("abort")
    manager.abort_request = aborting
    manager.abort_request(abort_all=True)
    return {
        "sound": {row.name: [row.verdict, row.seen] for row in sound},
        "planted": found,
        "not_started": not_started,
        "context": bed.engine.info.context_length,
    }


async def depths(bed: Bed) -> Result:
    """The canary for long prompts, on one that is shorter than where attention is spoilt, and on the usual one."""
    trial = trial_of(bed.engine, bed.chat, bed.engine.profile, running=bed.engine.running)
    short = replace(trial, prompts=standard_prompts(bed.chat, SPOILT_BEYOND - 2 * ANSWER_TOKENS))
    found = {}
    for name, one in (("short", short), ("long", trial)):
        finding = await CANARIES["long prompt"](one)
        found[name] = [finding.verdict, finding.seen]
    return found


async def relative(bed: Bed) -> Result:
    """A model of another family: a turn as the play asks for it, the canaries, and what the engine knows of it."""
    chat, info = bed.chat, bed.engine.info
    prompt = render(chat, "Open the hatch.", think=True)
    asked = request(prompt, 700, json_schema=script.SCHEMA)
    asked = replace(asked, sampling=replace(asked.sampling, stop_token_ids=chat.stops))
    first = await run(BudgetedEngine(bed.engine), chat.with_reasoning(asked, 300))
    ruling = (*chat.assistant_to_user, *chat.encode("It opens."), *chat.user_to_answer)
    grown = (*prompt, *first["ids"], *ruling)
    second = await run(bed.engine, replace(request(grown, 400), sampling=asked.sampling))
    golden = (script.NARRATION[:20].lower(),)
    expect = bed.engine.profile.expect.model_copy(update={"grammar_turns": GRAMMAR_TURNS})
    profile = replace(bed.engine.profile, expect=expect)
    found = await prove(bed.engine, chat, profile, golden, bed.engine.running)
    names = {number: name for name, number in info.special_ids.items()}
    return {
        "first": first,
        "second": second,
        "ruling": len(ruling),
        "canaries": {row.name: [row.verdict, row.seen] for row in found},
        "thinks": chat.can_think,
        "stops": [names[number] for number in chat.stops],
        "speculates": bed.engine.profile.speculates,
        "parser": bed.engine.profile.settings.reasoning_parser,
    }


async def forget(engine: SglangEngine) -> None:
    """Empties the prefix cache, once nothing runs."""
    await idle(engine)
    await engine.engine.tokenizer_manager.flush_cache()


async def death(bed: Bed) -> Result:
    """The scheduler is killed in mid-answer. Last, as nothing runs afterwards."""
    asked = request(bed.ids("the ice"), 3000)
    (scheduler, *_) = bed.engine.engine.get_all_child_pids()
    killed_at = 0.0
    result: Result = {}
    try:
        async with aclosing(bed.engine.generate(asked)) as deltas:
            async for _ in deltas:
                if not killed_at:
                    killed_at = time.monotonic()
                    os.kill(scheduler, signal.SIGKILL)
    except EngineError as error:
        result = {"error": type(error).__name__, "seconds": time.monotonic() - killed_at}
    again = await run(bed.engine, asked)
    return result | {"again": again["error"], "terminate": signal.getsignal(signal.SIGTERM) is on_terminate}


def on_terminate(number: int, frame: Any) -> None:
    """Ours: it must still be there after SGLang's first request."""


SCENARIOS = {
    scenario.__name__: scenario
    for scenario in (
        greedy,
        budgets,
        overruns,
        grammar,
        stages,
        endings,
        refusals,
        lanes,
        story,
        thoughts,
        bare,
        relative,
        proof,
        depths,
        death,
    )
}


def write_thinker(folder: Path, template: str) -> None:
    """One whose thoughts are longer than any budget."""
    write_storyteller(folder, rambling(500, seed=6), script.ANSWER, script.NARRATION, template=template)


def write_relative(folder: Path, name: str) -> None:
    write_family(folder, name, script.REASONING, script.ANSWER, script.NARRATION)


BUILDERS: dict[str, Callable[[Path], object]] = {
    "steady": write_steady,
    "wavering": write_wavering,
    "story": lambda folder: write_storyteller(folder, script.REASONING, script.ANSWER, script.NARRATION),
    "rambler": lambda folder: write_storyteller(folder, script.REASONING, script.ANSWER, RAMBLING),
    # Attention has a part in what it says, and too small a one to lead it astray.
    "listener": lambda folder: write_storyteller(
        folder, script.REASONING, script.ANSWER, RAMBLING, noise=0.004
    ),
    **{f"thinker{name}": partial(write_thinker, template=name) for name in GLM},
    **{name: partial(write_relative, name=name) for name in FAMILIES},
}


async def main() -> None:
    model, mode, *wanted = sys.argv[1:]
    if not Path(model).exists():
        BUILDERS[Path(model).name](Path(model))
    signal.signal(signal.SIGTERM, on_terminate)
    if mode == "spoilt":
        os.environ["NIA_TESTBED_GARBAGE_BEYOND"] = str(SPOILT_BEYOND)
    overrides = {"speculative_algorithm": None} if mode == "plain" else {}
    bed = Bed(await build({"model": model, "profile": "cpu", "overrides": overrides}), model)
    results: Result = {"successors": successors(Path(model))}
    try:
        for name in wanted:
            started = time.monotonic()
            results[name] = await SCENARIOS[name](bed)
            results[name]["took"] = time.monotonic() - started
    finally:
        await bed.engine.close()
    print("RESULTS " + json.dumps(results), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
