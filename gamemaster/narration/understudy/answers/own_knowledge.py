"""What the player knows themselves: of a matter, whom they have met, what happened of late, what they are called. Pure.

Told from the state: facts they learned, what people said to them, and what they knew when the story began.
"""

from __future__ import annotations

from gamemaster.language.names.normalization import content_of
from gamemaster.language.talk.addressee import is_animal
from gamemaster.language.talk.own_mind import OF_A_MATTER, OF_LATE, WHOM_MET
from gamemaster.language.wording.stock_lines import join_names
from gamemaster.narration.understudy.answers.evidence import line_text, sentences_in
from gamemaster.narration.understudy.answers.status_answers import report
from gamemaster.rules.conditions import wordings
from gamemaster.rules.lore import common_lore, is_touched
from gamemaster.rules.state import StoryState
from worlds.schema import World

_ALL_OF_IT = content_of(
    "all this everything case matter mystery story situation place thing murder what is going on"
)
_LATE = 12  # turns
_MOST_TOLD = 2


def own_knowledge(world: World, state: StoryState, asked: list[str]) -> str:
    """The answer to a question about what the player knows themselves; empty where it asks something else."""
    text = " ".join(word for word in asked if word[0].isalnum())
    if WHOM_MET.fullmatch(text):
        return _people_met(world, state)
    if OF_LATE.fullmatch(text):
        return _of_late(world, state)
    found = OF_A_MATTER.fullmatch(text)
    return _of_a_matter(world, state, found["x"]) if found is not None else ""


def _people_met(world: World, state: StoryState) -> str:
    met = [
        who
        for who, one in state.characters.items()
        if (one.met or who in state.present()) and not is_animal(world, who)
    ]
    if not met:
        return "You have met nobody yet."
    here = [world.characters[who].name for who in met if who in state.present()]
    others = [world.characters[who].name for who in met if who not in state.present()]
    if not others:
        return f"You have met {join_names(here)}, here with you."
    with_you = f" {join_names(here)} {'is' if len(here) == 1 else 'are'} here with you." if here else ""
    return f"You have met {join_names([*others, *here])}.{with_you}"


def _of_late(world: World, state: StoryState) -> str:
    learned = sorted(state.facts, key=lambda fact: -state.facts[fact])
    late = [world.facts[one].text.strip() for one in learned if state.turn - state.facts[one] < _LATE]
    return " ".join(late[:_MOST_TOLD]) or "Nothing that you saw or heard of."


def _of_a_matter(world: World, state: StoryState, about: str) -> str:
    """Facts that speak of it, then what was said of it, then what the player knew from the beginning."""
    wanted = content_of(about)
    if wanted <= _ALL_OF_IT:
        return report(world, state, "journal", ())
    known = sorted(state.facts, key=lambda fact: -state.facts[fact])
    told = [world.facts[one].text.strip() for one in known if wanted & content_of(world.facts[one].text)]
    told = told[:_MOST_TOLD]
    if len(told) < _MOST_TOLD:
        told += _said_of(world, state, wanted)[: _MOST_TOLD - len(told)]
    told = (
        told
        or [
            lore.text.strip()
            for lore in common_lore(world, state)
            if is_touched(lore, lambda key: bool(content_of(key) & wanted))
        ][:1]
    )
    if not told:
        opening = " ".join(wordings(world.opening, world, state)[:1])
        told = [one for one in sentences_in(opening) if wanted & content_of(one)][:_MOST_TOLD]
    return " ".join(told) or _only_a_name(world, state, about)


def _said_of(world: World, state: StoryState, wanted: set[str]) -> list[str]:
    """What people said to the player that speaks of it, the latest first."""
    said = []
    for key in sorted(state.lines, key=lambda key: -state.lines[key]):
        found = line_text(world, key)
        of_it = (
            [one for one in sentences_in(found[1]) if wanted & content_of(one)] if found is not None else []
        )
        if found is not None and of_it:
            said.append(f"{found[0]} said: “{of_it[0]}”")
    return said


def _only_a_name(world: World, state: StoryState, about: str) -> str:
    named = next(
        (
            one.name
            for who, one in world.characters.items()
            if state.characters[who].met and content_of(about) <= content_of(one.name)
        ),
        None,
    )
    return f"You have met {named}, and know nothing more for certain." if named else ""
