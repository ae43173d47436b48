"""What is read out to somebody: they hear it, and what its writer has them do who are shown it comes about. Pure."""

from __future__ import annotations

import re

from gamemaster.language.names.noun_index import resolve, scope_of
from gamemaster.language.talk.addressee import addressee
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.narration.understudy.deeds.company import topic_of
from gamemaster.narration.understudy.rule_choice import rule_for
from gamemaster.rules import proposal as ops
from gamemaster.rules.proposal import Intent, Operation
from gamemaster.rules.reach import in_reach
from gamemaster.rules.state import StoryState
from worlds.rules import rules_by_id
from worlds.schema import PLAYER, World

_ALOUD = re.compile(r"\b(?:aloud|out loud)\b")
# "tell her what the page says", "tell Otis what is in the ledger".
_ITS_WORDS = re.compile(
    r"\bwhat (?:(?P<says>.+?) (?:says|said|say|reads)"
    r"|(?:is|it says|is written|stands|i read|i found) (?:in|on) (?P<of>.+))$"
)
_LET_SEE = re.compile(r"(?:i )?(?:let|lets) .+? (?:read|see|look at|examine|inspect) (?P<what>.+)")
_SURE = 90  # fit of a name


def hearer_of(world: World, state: StoryState, intent: Intent) -> str | None:
    """Whom something is read to: who is named, or who is spoken with, where it is read out loud."""
    if intent.verb != "read":
        return None
    if intent.recipient in world.characters:
        return intent.recipient
    aloud = intent.recipient is None and _ALOUD.search(intent.words) is not None
    return addressee(scope_of(world, state), []) if aloud else None


def shown_meant(world: World, state: StoryState, intent: Intent) -> Intent | None:
    """To let somebody read or see a thing that one carries is to show it to them."""
    who = next(iter(intent.objects), None)
    found = _LET_SEE.fullmatch(intent.words) if intent.verb == "persuade" and who in state.present() else None
    thing = _thing_in_hand(world, state, found["what"]) if found is not None else None
    if thing is None:
        return None
    return intent.model_copy(
        update={"verb": "show", "objects": (thing,), "recipient": who, "topic": None, "role": "act"}
    )


def reading_meant(world: World, state: StoryState, intent: Intent) -> Intent | None:
    """To tell somebody what a thing says that one carries is to read it to them; None for all else that is told."""
    who = next(iter(intent.objects), None)
    found = _ITS_WORDS.search(intent.words) if intent.verb == "tell" and who in state.present() else None
    if found is None:
        return None
    thing = _thing_in_hand(world, state, found["says"] or found["of"])
    if thing is None:
        return None
    return intent.model_copy(
        update={"verb": "read", "objects": (thing,), "recipient": who, "topic": None, "role": "act"}
    )


def _thing_in_hand(world: World, state: StoryState, name: str) -> str | None:
    found = resolve(scope_of(world, state), name.split(), frozenset({"item"}))
    sure = found is not None and found.fit >= _SURE and state.items.get(found.thing) == PLAYER
    return found.thing if found is not None and sure else None


def read_to(
    world: World, state: StoryState, intent: Intent, who: str, read: list[Operation]
) -> list[Operation]:
    """What is done to read a thing, and what comes of it that somebody hears it."""
    thing = intent.objects[0]
    if thing not in in_reach(world, state) and state.items.get(thing) != PLAYER:
        return read  # and whoever was to hear it heard nothing
    if (shown := _as_if_shown(world, state, intent, who)) is not None:
        return [*read, shown]
    aloud = ops.Express(
        what=f"read {name_of(world, thing)} aloud to {name_of(world, who)}"[:120], how="handling"
    )
    topic = topic_of(world, who, thing)
    anew = not any(isinstance(one, ops.Use) and one.rule in state.rules for one in read)
    if anew and topic in world.characters[who].topics:
        return [aloud, *read, ops.Discuss(who=who, topic=topic)]
    return [aloud, *read, ops.Try(verb="tell", what=who, why="heard")]


def _as_if_shown(world: World, state: StoryState, intent: Intent, who: str) -> ops.Use | None:
    """What comes of showing it to them, where they do not keep or spoil it: whoever reads it out holds it."""
    thing = intent.objects[0]
    show = intent.model_copy(update={"verb": "show", "recipient": who, "rule": None})
    use = rule_for(world, state, show) if state.items.get(thing) == PLAYER else None
    rule = rules_by_id(world).get(use.rule) if use is not None else None
    if rule is None or use is None or thing not in rule.with_:
        return None
    kept = thing in rule.effects.lose or thing in rule.effects.put
    return None if kept else use
