"""Stories of 200 turns with planted facts and several compactions: each fact is right in the state and in the prompt.

The summaries lie, as a model's may: who is where, what is whose, what is open, promised and set comes from the state.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gamemaster.authoring.bots import RandomBot
from gamemaster.narration.prompts.append_only import check_story, requests_of
from gamemaster.narration.prompts.outcome_schema import outcome_json
from gamemaster.narration.prompts.settings import PromptSettings
from gamemaster.narration.prompts.state_text import doors, knowledge, promises, whereabouts
from gamemaster.narration.scene import Scene
from gamemaster.narration.understudy.understudy import propose
from gamemaster.rules.dice import roll_for
from gamemaster.rules.state import StoryState
from inference.engine import GenerationRequest
from tests.modelkit import PROSE, Director, Line, Stage, outcome
from tests.worldkit import playable_worlds, sample
from worlds.schema import NOWHERE, PLAYER, Condition, World

TURNS = 200
LIE = (
    "Mara lives and keeps the knife in the mill, whose door stands open. Nothing was promised to anybody, no bell was "
    "rung, and the iron key is in the player's pocket. The gate to the road is shut."
)
Plan = tuple[str, Callable[[StoryState], list[dict[str, Any]] | None]]


def here(who: str, *changes: dict[str, Any]) -> Callable[[StoryState], list[dict[str, Any]] | None]:
    """The changes, once `who` is with the player."""
    return lambda state: list(changes) if who in state.present() else None


def at_once(*changes: dict[str, Any]) -> Callable[[StoryState], list[dict[str, Any]] | None]:
    return lambda _: list(changes)


def use(rule: str, target: str | None = None) -> dict[str, Any]:
    return {"op": "use", "rule": rule, "target": target, "item": None}


# What is planted, and from which turn on it is tried.
PLANS: dict[int, Plan] = {
    3: ("take the key", at_once({"op": "take", "item": "key"})),
    6: ("ring the bell", at_once(use("ring"))),
    12: (
        "I promise you gloves, Wen",
        here(
            "well_keeper", {"op": "promise", "to": "well_keeper", "what": "to bring gloves", "item": "gloves"}
        ),
    ),
    15: ("trust me", here("well_keeper", {"op": "relation", "who": "well_keeper", "trust": 2, "debt": 1})),
    20: ("into the mill", at_once({"op": "move", "to": "mill"})),
    22: ("look at the ladder", at_once({"op": "notice", "what": "ladder"})),
    25: ("back out", at_once({"op": "move", "to": "yard"})),
    30: ("drop the key", at_once({"op": "drop", "item": "key"})),
    35: ("kill Mara", here("mara", {"op": "use", "rule": "murder", "target": "mara", "item": "knife"})),
    55: ("flatter Wen", here("well_keeper", {"op": "disposition", "who": "well_keeper", "by": 2})),
    57: ("flatter Wen more", here("well_keeper", {"op": "disposition", "who": "well_keeper", "by": 2})),
    60: ("give Wen the knife", here("well_keeper", {"op": "give", "item": "knife", "to": "well_keeper"})),
    90: ("shout", at_once({"op": "set_flag", "flag": "alarm", "value": True})),
    140: ("hush", at_once({"op": "set_flag", "flag": "alarm", "value": False})),
}


class Bard(Director):
    """Proposes what the plans have, and the understudy's outcome for all other words; its summaries are lies."""

    def __init__(self, **fields: Any) -> None:
        super().__init__([], summary=Line(LIE), **fields)
        self.next: str = ""

    def line_for(self, request: GenerationRequest) -> Line | str:
        self._lines = iter([self.next if request.json_schema is not None else PROSE])
        return super().line_for(request)


def next_proposal(stage: Stage, words: str, changes: list[dict[str, Any]] | None) -> str:
    if changes is not None:
        return outcome(*changes)
    roll = roll_for(stage.state.seed, stage.state.turn + 1)
    return outcome_json(propose(Scene(stage.world, stage.state, words, roll)))


FILLERS = ("look around", "wait", "listen", "examine the well", "talk to Wen", "ask Wen about the wolf")


async def play_through(stage: Stage, turns: int) -> list[StoryState]:
    """Plays, each plan as soon as it can be; gives the state before each turn."""
    assert isinstance(stage.actor, Bard)
    waiting = sorted(PLANS)
    states: list[StoryState] = []
    while stage.state.turn < turns:
        number = stage.state.turn + 1
        words, changes = FILLERS[number % len(FILLERS)], None
        if waiting and waiting[0] <= number and (planned := PLANS[waiting[0]][1](stage.state)) is not None:
            words, changes = PLANS[waiting.pop(0)][0], planned
        stage.actor.next = next_proposal(stage, words, changes)
        states.append(stage.state)
        await stage.play(words)
        await stage.narrator.compactor.wait_until_idle()
        if number % 70 == 0:
            stage.restart()
    assert not waiting, f"never came about: {waiting}"
    return states


def last_said(text: str, line: str) -> str:
    """What a prompt's text says last of the thing that `line` is about."""
    about = line.rpartition(": ")[0] + ": "
    silent = (
        line if line.endswith(f": {NOWHERE}") else "nothing"
    )  # the state says so of all that it does not name
    return next((said for said in reversed(text.split("\n")) if said.startswith(about)), silent)


def sturdy_world() -> World:
    """The sample world, with a player who neither bleeds to death nor comes to an end."""
    world = sample()
    never = Condition.model_validate({"set": "never"})
    endings = {name: ending.model_copy(update={"when": never}) for name, ending in world.endings.items()}
    player = world.player.model_copy(update={"health": 10_000})
    return world.model_copy(update={"player": player, "endings": endings})


@pytest.mark.slow
async def test_every_planted_fact_is_right_in_the_state_and_the_prompt() -> None:
    sturdy = sturdy_world()
    stage = Stage(
        Bard(context_length=9000),
        world=sturdy,
        budgets=PromptSettings(compact_at=0.5, keep_turns=3),
    )
    states = await play_through(stage, TURNS)
    compactions = [it.model.compaction for it in stage.shelf.records if it.model and it.model.compaction]
    assert len(compactions) >= 4
    assert {found.summary for found in compactions if found} == {LIE}
    basis = stage.narrator.transcripts.basis(sturdy)
    asked = list(requests_of(basis, stage.shelf.records, stage.state))
    assert check_story(asked, stage.chat).violations == []
    for state, one in zip(states, asked[::2], strict=True):
        text = stage.chat.decode(one.prompt.ids)
        truths = {**whereabouts(state), **doors(sturdy, state), **promises(state)}
        wrong = {line: said for line in truths.values() if (said := last_said(text, line)) != line}
        assert wrong == {}, f"turn {one.turn}"
        assert all(line in text for line in knowledge(sturdy, state).values()), f"turn {one.turn}"
    _check_the_end(stage, stage.chat.decode(asked[-2].prompt.ids))


def _check_the_end(stage: Stage, text: str) -> None:
    """Without the code that writes the lines: what was planted, in the state and in the last prompt's words."""
    state = stage.state
    assert not state.characters["mara"].alive
    assert (state.items["knife"], state.items["key"]) == ("well_keeper", "yard")
    assert PLAYER not in state.items.values()
    assert "ringing" in state.flags
    assert "alarm" not in state.flags
    assert state.characters["well_keeper"].toward(PLAYER).trust == 2
    (promise,) = state.promises.values()
    assert (promise.to, promise.status, promise.item) == ("well_keeper", "open", "gloves")
    for said in (
        "mara: at yard, dead",
        "knife: well_keeper",
        "key: yard",
        "The way yard to mill (the mill door): closed",
        "The way yard to road: open",
        f"the player promised @well_keeper to bring gloves: open [{next(iter(state.promises))}]",
    ):
        assert last_said(text, said) == said
    assert "Set: ringing." in text.split("\n")
    assert "Set: alarm." not in text
    assert text.index("THE STORY SO FAR") < text.index("Mara lives") < text.index("THE STATE")


@pytest.mark.slow
async def test_a_story_of_the_long_night_stays_right() -> None:
    """A bot plays on, through doors, beats and deaths; the prompt's last word on each thing is always the truth."""
    bot, bard = RandomBot(5), Bard(context_length=16_000)
    stage = Stage(
        bard, world=playable_worlds()["long_night"], budgets=PromptSettings(compact_at=0.35, keep_turns=2)
    )
    while stage.state.turn < 50 and stage.state.ended is None:
        words, state = bot.next(stage.world, stage.state, None), stage.state
        bard.next = next_proposal(stage, words, None)
        await stage.play(words)
        await stage.narrator.compactor.wait_until_idle()
        text = stage.chat.decode(bard.played[-2].token_ids)
        truths = {**whereabouts(state), **doors(stage.world, state), **promises(state)}
        wrong = {line: said for line in truths.values() if (said := last_said(text, line)) != line}
        assert wrong == {}, f"turn {state.turn + 1}"
    compactions = [it.model.compaction for it in stage.shelf.records if it.model and it.model.compaction]
    assert len(compactions) >= 2
