"""A double of a model that plays both worlds well: what it writes goes through the real pipeline as a model's would.

It knows what the understudy would decide, and writes that as JSON, as far as the request's own grammar allows, after
some reasoning; it tells rulings in other words than the author's (`tests.recordings.rewording`), which it reads in its
prompt as a model does. It is told of a scene before the narrator asks for it, and finds it again by the request's seed.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Any

from gamemaster.narration.model.model_narrator import ModelNarrator
from gamemaster.narration.narrator import NarratorTurn
from gamemaster.narration.prompts.outcome_schema import ELSE, KEYS, outcome_json
from gamemaster.narration.scene import Scene
from gamemaster.narration.understudy.understudy import propose
from gamemaster.rules.dice import draw
from gamemaster.rules.proposal import Outcome
from gamemaster.rules.reach import people_here
from inference.engine import Delta, EngineInfo, EngineLost, GenerationRequest
from inference.scripted.engine import Cadence, ScriptedEngine
from inference.scripted.script import Fault, Script
from inference.scripted.tokenizer import ScriptedTokenizer
from tests.recordings.rewording import summed_up, tell

PACE = Cadence(tokens_per_s=400.0, first_token_s=0.12, chunk=3)
ACCEPT_LENGTH, ACCEPT_RATE = 2.6, 0.53  # as with three draft tokens
Fields = dict[str, Any]


@dataclass(frozen=True)
class Written:
    """What is written in answer to one request."""

    text: str
    reasoning: str = ""


@dataclass(frozen=True)
class Mishap:
    """Something that happens to the engine at a stage of a turn: a fault after so many tokens of the answer."""

    turn: int
    stage: str  # outcome, narration
    fault: Fault
    after: int


@dataclass
class Oracle:
    """Knows the scenes that are played, and answers requests. `musings` makes it think so many times as long."""

    musings: dict[int, int] = field(default_factory=dict)  # turn: how often
    spoils: dict[int, str] = field(default_factory=dict)  # turn: what it writes in place of its outcome
    tellings: dict[int, str] = field(default_factory=dict)  # turn: what it writes in place of its telling
    _asked: dict[int, tuple[Scene, Outcome]] = field(default_factory=dict)  # by the seed of the request
    _telling: dict[int, Scene] = field(default_factory=dict)
    _after: dict[int, tuple[Scene, Outcome]] = field(default_factory=dict)

    def expect(self, scene: Scene) -> None:
        """This scene is asked about next."""
        self._asked[_seed(scene, "outcome")] = scene, propose(scene)
        self._telling[_seed(scene, "narration")] = scene
        self._after[_seed(scene, "aftermath")] = self._asked[_seed(scene, "outcome")]

    def place_of(self, seed: int | None) -> tuple[int, str]:
        """The turn and the stage that a request is of; 0 for what is beside the play."""
        if seed in self._asked:
            return self._asked[seed][0].state.turn + 1, "outcome"
        return (self._telling[seed].state.turn + 1, "narration") if seed in self._telling else (0, "")

    def answer(self, asked: str, seed: int | None, schema: str | None) -> Written:
        """`asked` is the prompt's text; at least its end, from the last message on."""
        if seed in self._asked:
            return self._outcome(*self._asked[seed], schema)
        if "STEP 3, while the player reads." in asked:
            return self._rest(seed, schema)
        if seed in self._telling:
            scene, ruling = self._telling[seed], asked[asked.rindex("THE RULING\n") :]
            return Written(self.tellings.get(scene.state.turn + 1) or tell(ruling, scene.words))
        if "Before the story goes on, write down" in asked:
            return Written(summed_up(asked))
        if "have come to believe about" in asked:
            return Written(_beliefs(asked))
        return Written("Yes.")

    def _rest(self, seed: int | None, schema: str | None) -> Written:
        """Memories and suggestions, as far as the request's grammar lets them be written."""
        if seed not in self._after:
            return Written(json.dumps({"memories": [], "suggestions": []}))
        scene, outcome = self._after[seed]
        changes = json.loads(outcome_json(outcome))["changes"]
        fields: dict[str, list[Any]] = {
            "memories": _memories(scene, changes),
            "suggestions": list(outcome.suggestions),
        }
        shapes = json.loads(schema)["properties"] if schema else {}
        for key, shape in shapes.items():
            fields[key] = [one for one in fields[key] if fits(one, shape["items"])][: shape["maxItems"]]
        return Written(json.dumps(fields, ensure_ascii=False))

    def _outcome(self, scene: Scene, outcome: Outcome, schema: str | None) -> Written:
        turn = scene.state.turn + 1
        fields = as_asked(scene, outcome, json.loads(schema) if schema else None)
        thought = " ".join([reasoning(scene, fields)] * self.musings.get(turn, 1))
        return Written(self.spoils.get(turn) or json.dumps(fields, ensure_ascii=False), thought)


def _seed(scene: Scene, stage: str) -> int:
    """As the narrators draw it."""
    return draw(scene.state.seed, scene.state.turn + 1, stage) % 2**31


def reasoning(scene: Scene, fields: Fields) -> str:
    """What is thought before an outcome is written."""
    present = ", ".join(people_here(scene.state)) or "nobody"
    steps = [
        " ".join(str(value) for value in change.values() if value is not None) for change in fields["changes"]
    ]
    unclear = f" I cannot make sense of it: {fields['unclear']}." if fields["unclear"] else ""
    return (
        f"The player says: {scene.words[:120]!r}. They are at {scene.state.place}; here with them: {present}. "
        f"The first die is {scene.roll.d20[0]}.{unclear} What is there to be named, I look up in the list; what is not "
        f"listed, I leave alone. What comes of it: {'; '.join(steps) or 'nothing'}. Does that decide anything that is "
        "the referee's? No: the rules that are listed bring their own dice and effects, so I add none of mine. Who is "
        "here and would remember it, I note; and then what they might do next."
    )


def as_asked(scene: Scene, outcome: Outcome, schema: Fields | None) -> Fields:
    """The outcome as the request's grammar lets it be written; what the grammar has no word for is left out."""
    fields: Fields = json.loads(outcome_json(outcome))
    assert list(fields) == list(KEYS)
    if schema is None:
        return fields
    shapes = schema["properties"]
    if [change["op"] for change in fields["changes"]] == ["try"]:
        fields["check"] = _check(scene)
    fields["changes"] = [_as_offered(change, shapes["changes"]["items"]) for change in fields["changes"]]
    for change in fields["changes"]:
        if change["op"] == "discuss" and not fits(change, shapes["changes"]["items"]):
            change["topic"] = ELSE
    for key in ("intents", "changes", "otherwise"):
        allowed = [each for each in fields[key] if fits(each, shapes[key]["items"])]
        fields[key] = allowed[: shapes[key]["maxItems"]]
    for key in ("check", "unclear"):
        fields[key] = fields[key] if fits(fields[key], shapes[key]) else None
    return fields


def _as_offered(change: Fields, schema: Fields) -> Fields:
    """A change with the fields that the grammar has for it: the understudy's operations may say more."""
    shapes = (variant["properties"] for variant in schema.get("anyOf", [schema]))
    fields = next((shape for shape in shapes if shape.get("op", {}).get("const") == change["op"]), change)
    return {key: value for key, value in change.items() if key in fields}


def _check(scene: Scene) -> Fields:
    """A test of the first skill that there is."""
    return {"skill": next(iter(scene.state.skills)), "difficulty": 12}


def _memories(scene: Scene, changes: Sequence[Fields]) -> list[Fields]:
    """Who was spoken to remembers it."""
    return [
        {
            "who": change["who"],
            "what": f"A stranger asked me about {change['topic'].replace('_', ' ')}.",
            "importance": 4,
        }
        for change in changes
        if change["op"] == "discuss" and change["topic"] != ELSE
    ][:2]


def fits(value: Any, schema: Fields) -> bool:
    """Whether a value matches a schema of the kind that `gamemaster.narration.prompts.outcome_schema.schema` writes."""
    if "anyOf" in schema:
        return any(fits(value, variant) for variant in schema["anyOf"])
    if "const" in schema:
        return bool(value == schema["const"])
    if "enum" in schema:
        return value in schema["enum"]
    match schema["type"]:
        case "null":
            return value is None
        case "boolean":
            return isinstance(value, bool)
        case "integer":
            return type(value) is int and schema["minimum"] <= value <= schema["maximum"]
        case "string":
            return isinstance(value, str) and schema["minLength"] <= len(value) <= schema["maxLength"]
        case "array":
            return (
                isinstance(value, list)
                and len(value) <= schema["maxItems"]
                and all(fits(each, schema["items"]) for each in value)
            )
        case "object":
            shapes = schema["properties"]
            return (
                isinstance(value, dict)
                and set(value) == set(shapes)
                and all(fits(value[key], shape) for key, shape in shapes.items())
            )
    raise AssertionError(f"a schema of a kind that no grammar writes: {schema}")


def _beliefs(asked: str) -> str:
    """An answer to `npcs.reflection.request`, that rests on the first memories."""
    numbered = [
        int(line.partition(".")[0]) for line in asked.splitlines() if line.partition(".")[0].isdigit()
    ]
    belief = {
        "belief": "I have watched this stranger long enough to have a mind about them.",
        "because": numbered[:2],
    }
    return json.dumps([belief] if len(numbered) > 1 else [])


# ---- with token ids ----


@dataclass(eq=False)
class OracleEngine:
    """Implements `inference.engine.Engine` for an oracle. It dies of mishaps, and lives again after `revive`.

    The account is that of a machine with a perfect prefix cache, at the nominal cadence: nothing in it depends on how
    busy the machine was.
    """

    oracle: Oracle
    mishaps: list[Mishap] = field(default_factory=list)
    cadence: Cadence = PACE
    context_length: int = 131_072
    tokenizer: ScriptedTokenizer = field(default_factory=ScriptedTokenizer)
    dead: bool = False
    losses: int = 0
    _seen: list[tuple[int, ...]] = field(default_factory=list)

    @property
    def info(self) -> EngineInfo:
        return ScriptedEngine(context_length=self.context_length).info

    async def generate(self, request: GenerationRequest) -> AsyncGenerator[Delta, None]:
        if self.dead:
            raise EngineLost("it has not come back yet")
        seed = request.sampling.seed
        asked = self.tokenizer.decode(request.token_ids)
        line = self.oracle.answer(asked.rstrip(), seed, request.json_schema)
        script = Script(
            self.tokenizer.encode(line.text), self.tokenizer.encode(line.reasoning), self.tokenizer.pieces
        )
        engine = ScriptedEngine(script=script, cadence=self.cadence, context_length=self.context_length)
        cached = self._cached_length(request.token_ids)
        try:
            async with aclosing(engine.generate(self._with_mishap(request))) as deltas:
                async for delta in deltas:
                    yield self._with_accounting(delta, request, cached)
        except EngineLost:
            self.dead, self.losses = True, self.losses + 1
            raise

    def _with_mishap(self, request: GenerationRequest) -> GenerationRequest:
        """With the fault at its end, if it is this request that meets with a mishap; that happens once."""
        for mishap in self.mishaps:
            if (mishap.turn, mishap.stage) == self.oracle.place_of(request.sampling.seed):
                self.mishaps.remove(mishap)
                return replace(request, token_ids=(*request.token_ids, mishap.fault, mishap.after))
        return request

    def _cached_length(self, prompt: tuple[int, ...]) -> int:
        """How much of a prompt an earlier one began with. Its last token is always computed."""
        longest = max((common_length(prompt, seen) for seen in self._seen), default=0)
        self._seen = [*self._seen[-15:], prompt]
        return min(longest, len(prompt) - 1)

    def _with_accounting(self, delta: Delta, request: GenerationRequest, cached: int) -> Delta:
        if delta.finish is None:
            return delta
        account = delta.finish.accounting
        before = account.reasoning_tokens + 2 if account.reasoning_tokens else 0
        account = replace(
            account,
            prompt_tokens=len(request.token_ids),
            cached_tokens=cached,
            first_token_s=self.cadence.due(1),
            first_visible_s=None
            if account.first_visible_s is None
            else round(self.cadence.due(before + 1), 6),
            accept_length=ACCEPT_LENGTH,
            accept_rate=ACCEPT_RATE,
        )
        return replace(delta, finish=replace(delta.finish, accounting=account))

    def revive(self) -> None:
        """Another process of the engine: nothing is in its cache."""
        self.dead = False
        self._seen.clear()

    async def abort(self, request_id: str) -> None:
        """Nothing to do: who wants no more closes the generator."""

    async def health(self) -> float:
        if self.dead:
            raise EngineLost("it has not come back yet")
        return self.cadence.first_token_s

    async def close(self) -> None:
        self.dead = True


def common_length(one: Sequence[object], other: Sequence[object]) -> int:
    """Length of the longest common beginning, found by halves."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[low:middle] == other[low:middle] else (low, middle - 1)
    return low


# ---- a narrator that says what it is about to ask ----


@dataclass(eq=False)
class ForeseenNarrator(ModelNarrator):
    """A `ModelNarrator` whose oracle knows each scene before it is asked."""

    oracle: Oracle = field(default_factory=Oracle)

    def turn(self, scene: Scene) -> NarratorTurn:
        self.oracle.expect(scene)
        return super().turn(scene)
