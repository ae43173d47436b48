"""The understudy: a deterministic narrator that plays any world from what its writer wrote."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Literal

from gamemaster.language.reading import IDLE
from gamemaster.language.safety import goes_on
from gamemaster.language.understanding import Reading, understand
from gamemaster.language.wording.helplines import ANYWHERE
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.narration.scene import PlainTurn, Scene
from gamemaster.narration.understudy.affordances import nearest
from gamemaster.narration.understudy.answers import answer_instead
from gamemaster.narration.understudy.improvisation import in_own_words
from gamemaster.narration.understudy.planner import plan
from gamemaster.narration.understudy.prose import Teller
from gamemaster.narration.understudy.suggestions import suggest
from gamemaster.rules.dice import roll_for
from gamemaster.rules.proposal import Aside, Attempt, Express, Intent, Move, Operation, Outcome, Ruling, Try
from gamemaster.rules.referee import TIMELESS, apply_operation, open_turn, rule
from gamemaster.rules.state import Span, StoryState
from worlds.schema import World

MOST_OPERATIONS = 24  # as many as an Outcome holds
MOST_INTENTS = 8
MOST_CHOICES = 3  # of a question back


class Understudy:
    """Implements `gamemaster.narration.narrator.Narrator`. The same scene always gives the same outcome and
    the same words."""

    name = "understudy"
    transcripts = None

    def __init__(self, helpline: str = ANYWHERE) -> None:
        self.helpline = helpline  # told to whoever speaks of their own life

    def turn(self, scene: Scene) -> UnderstudyTurn:
        return UnderstudyTurn(scene, self.helpline)


class UnderstudyTurn(PlainTurn):
    """Implements `gamemaster.narration.narrator.NarratorTurn`."""

    def __init__(self, scene: Scene, helpline: str = ANYWHERE) -> None:
        super().__init__(scene)
        self.helpline = helpline

    async def adjudicate(self) -> Outcome:
        return propose(self.scene, self.helpline)

    async def narrate(self, ruling: Ruling, after: StoryState) -> AsyncIterator[Span]:
        for span in Teller(self.scene.world, self.scene.state, after).tell(ruling):
            yield span


def propose(scene: Scene, helpline: str = ANYWHERE) -> Outcome:
    """What the player's words come to: each intent is planned on the state that those before it would leave."""
    world, state = scene.world, scene.state
    reading = understand(world, state, scene.words)
    intents = reading.intents[:MOST_INTENTS]
    outcome = Outcome(
        intents=intents,
        unclear=None if intents else reading.unclear,
        asides=_asides(scene, reading, helpline),
    )
    operations = _operations(scene, outcome) or _idle_operations(reading)
    outcome = outcome.model_copy(update={"changes": tuple(operations)})
    if not intents and (hint := _name_in_doubt(reading)):
        outcome = outcome.model_copy(
            update={"intents": (Intent(verb="try", topic=hint, words=scene.words[:2000]),)}
        )
    ruled = rule(world, state, outcome, scene.roll)
    return outcome.model_copy(
        update={
            "suggestions": (*_put_off(world, ruled.ruling), *suggest(world, ruled.after))[:MOST_CHOICES],
        }
    )


def _put_off(world: World, ruling: Ruling) -> tuple[str, ...]:
    """The way that is left for the next turn, where more than one journey was asked for."""
    ways = [
        r.operation.to for r in ruling.rejections if r.code == "one_journey" and isinstance(r.operation, Move)
    ]
    return tuple(f"Go to {name_of(world, to)}" for to in ways[-1:])


def _idle_operations(reading: Reading) -> list[Operation]:
    """What is left of words that only tell, think, or say what is not done: no time passes."""
    idle = [clause for clause in reading.clauses if clause.role in IDLE]
    if reading.intents or reading.unclear is not None or not idle:
        return []
    how: Literal["thought", "let_be"] = "let_be" if idle[-1].role == "negation" else "thought"
    return [Express(what=idle[-1].text[:120], how=how)]


def _asides(scene: Scene, reading: Reading, helpline: str) -> tuple[Aside, ...]:
    """What must be asked back, or which words were not followed; where to find help, for words about one's own life."""
    if any(clause.role == "safety" for clause in reading.clauses):
        return (Aside(why="safety", about=helpline[:400], choices=("Go on",)),)
    if reading.clarify is not None:
        near = [
            offer
            for offer in nearest(scene.world, scene.state, scene.words)
            if offer not in reading.clarify.choices
        ]
        choices = (*reading.clarify.choices, *near)[:MOST_CHOICES]
        return (Aside(why="clarify", about=reading.clarify.about[:120], choices=choices),)
    if reading.clauses and all(clause.role == "ooc" for clause in reading.clauses):
        return (Aside(why="resumed" if goes_on(scene.words) else "ooc"),)
    if reading.unclear == "not_understood" or (reading.unclear == "which" and not reading.intents):
        why = "which" if reading.unclear == "which" else "not_followed"
        likely = nearest(scene.world, scene.state, reading.about or scene.words)
        offered = () if reading.intents else likely or suggest(scene.world, scene.state)
        return (Aside(why=why, about=reading.about[:120], choices=offered),)
    return ()


def _operations(scene: Scene, outcome: Outcome) -> list[Operation]:
    draft = open_turn(scene.world, scene.state, outcome, scene.roll)
    operations: list[Operation] = []
    for intent in outcome.intents:
        for planned in plan(scene.world, draft.state, intent):
            # Nobody tells two memories in one breath.
            fresh = all(one.op != "recollect" for one in operations)
            recalled = (scene.recalled or ()) if fresh else ()
            operation = answer_instead(draft, planned, intent, scene.words, recalled)
            if isinstance(operation, Attempt) and operation.aim:
                operation = in_own_words(operation, scene.words)
            over = draft.state.ended is not None and intent.verb not in TIMELESS
            if len(operations) == MOST_OPERATIONS or over:
                return operations
            if isinstance(operation, Try) and operation.why == "here_already" and draft.walked:
                continue  # "open the door and go in": whoever opened it has gone in
            if isinstance(operation, Try) and _is_told(operation, operations):
                continue
            operations.append(operation)
            refused = len(draft.rejections)
            apply_operation(draft, operation)
            # Whoever finds the first door shut does not try the next; whose hands are full takes no more.
            if any(r.operation.op == "move" or r.code == "too_much" for r in draft.rejections[refused:]):
                break
    return operations


def _is_told(failure: Try, operations: list[Operation]) -> bool:
    """Whether the turn has a failure for the same reason and thing: said once, it is said."""
    return any(
        isinstance(one, Try) and (one.what, one.why) == (failure.what, failure.why) for one in operations
    )


def _name_in_doubt(reading: Reading) -> str:
    """The thing that was meant and is not there, or the things that could be meant."""
    about = reading.about if reading.unclear == "no_such_thing" else ""
    return (", ".join(reading.choices) or about)[:120]


@dataclass(frozen=True)
class Played:
    """A turn played without a service: nothing is stored and nothing is streamed."""

    outcome: Outcome
    ruling: Ruling
    spans: list[Span]
    after: StoryState


def play(world: World, state: StoryState, words: str) -> Played:
    """Play one turn to its end, for tools and tests. Everything is told, so `after` counts every wording."""
    scene = Scene(world=world, state=state, words=words, roll=roll_for(state.seed, state.turn + 1))
    outcome = propose(scene)
    ruled = rule(world, state, outcome, scene.roll)
    spans = Teller(world, state, ruled.after).tell(ruled.ruling)
    for span in spans:
        for key in span.keys:
            ruled.after.told[key] = ruled.after.told.get(key, 0) + 1
    return Played(outcome=outcome, ruling=ruled.ruling, spans=spans, after=ruled.after)
