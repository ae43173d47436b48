"""What the referee must never rule, tried on the states of a recording: proposals that no recording need hold.

A recording exercises what its players did. What nobody tried in it (a thing too many, a stone from the wall, a matter
that somebody would not speak of yet, one wound more than can be borne) is proposed here on its first state and its
last, and what may come of that is held against the world's own numbers. So are what a model may write for a name, and
the words for what a check came to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gamemaster.narration.prompts.markup import Script, Speech
from gamemaster.narration.prompts.ruling_text import RESULTS
from gamemaster.rules import proposal as ops
from gamemaster.rules.dice import roll_for
from gamemaster.rules.draft import Draft
from gamemaster.rules.referee import apply_operation, open_turn
from gamemaster.rules.state import StoryState
from worlds.schema import PLAYER, World


def faults_of_referee(world: World, states: Iterable[StoryState]) -> Iterator[str]:
    """What is ruled wrongly; nothing where all is as it should be."""
    for state in states:
        if state.ended is None:
            yield from _of_hands(world, state)
            yield from _of_what_is_fixed(world, state)
            yield from _of_wounds(world, state)
            yield from _of_talk(world, state)


def faults_of_prompts(world: World) -> Iterator[str]:
    """What a model would be told wrongly, or misheard in."""
    if len(set(RESULTS.values())) < len(RESULTS):
        yield "two results of a check are told to the model in the same words"
    for who, person in world.characters.items():
        for name in (who, person.name, person.name.split()[0]):
            script = Script({who: person.name})
            said = [*script.feed(f"{name}: Here.\n"), *script.finish()]
            if not any(isinstance(one, Speech) and one.speaker == who for one in said):
                yield f"what a model writes for {name} is not said by {who}"


def _draft(world: World, state: StoryState) -> Draft:
    return open_turn(world, state, ops.Outcome(), roll_for(state.seed, state.turn))


def _of_hands(world: World, state: StoryState) -> Iterator[str]:
    """Full hands take nothing more."""
    full, most = state.clone(), world.player.carries
    portable = [item for item, one in world.items.items() if one.portable]
    if len(portable) <= most:
        return
    for item in state.carried_items():
        full.items[item] = full.place
    for item in portable[:most]:
        full.items[item] = PLAYER
    for item in portable[most:]:
        full.items[item], full.held[item] = full.place, full.turn  # the player had it before: nobody minds
        draft = _draft(world, full)
        apply_operation(draft, ops.Take(item=item))
        if (carried := len(draft.state.carried_items())) > most:
            yield f"the player takes {item}, and carries {carried} things of {most}"


def _of_what_is_fixed(world: World, state: StoryState) -> Iterator[str]:
    """What cannot be carried is not taken up, wherever it is."""
    for item, one in world.items.items():
        if not one.portable and state.items[item] != PLAYER:
            here = state.clone()
            here.items[item], here.held[item] = here.place, here.turn
            draft = _draft(world, here)
            apply_operation(draft, ops.Take(item=item))
            if draft.state.items[item] == PLAYER:
                yield f"the player takes {item}, which cannot be carried"


def _of_wounds(world: World, state: StoryState) -> Iterator[str]:
    """Nobody has more wounds than kill them."""
    hurt = state.clone()
    hurt.wounds = world.player.health
    draft = _draft(world, hurt)
    lost = ops.CheckMade(skill=next(iter(world.skills), ""), difficulty=20, d20=1, bonus=0, result="fumble")
    draft.checks.append(lost)  # else no blow is believed
    apply_operation(draft, ops.Harm(who=PLAYER, amount=1))
    if draft.state.wounds > world.player.health:
        yield f"the player has {draft.state.wounds} wounds of {world.player.health}"


def _of_talk(world: World, state: StoryState) -> Iterator[str]:
    """Nobody says a line on what they would not speak of yet."""
    here = state.clone()
    for who, person in here.characters.items():
        if not person.alive:
            continue
        person.place, person.met = here.place, True
        draft = _draft(world, here)
        for topic in world.characters[who].topics.values():
            own = f"{who}.{topic.id}"
            if draft.holds(topic.when, own):
                continue
            before = draft.state.lines.keys() - ()
            apply_operation(draft, ops.Discuss(who=who, topic=topic.id))
            if any(line.startswith(f"{own}.") for line in draft.state.lines.keys() - before):
                yield f"{who} speaks of {topic.id}, which they would not yet"
