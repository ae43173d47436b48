"""Whether what was to be done unseen was seen: "under the table so Tallack doesn't see", "before anyone notices". Pure.

What is taken from somebody has rules of its own for whoever sees it: here is ruled on the rest.
"""

from __future__ import annotations

from gamemaster.language.gestures.concealment import says_from_whom
from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.rules import proposal as ops
from gamemaster.rules.conditions import is_asleep
from gamemaster.rules.dice import percent
from gamemaster.rules.proposal import Intent, Operation
from gamemaster.rules.state import StoryState
from worlds.rules import all_rules
from worlds.schema import World

_RULED = (ops.Take, ops.Give, ops.Attempt, ops.Move)  # what those who look on answer themselves
_UNSEEN = 65  # in a hundred: it is a small thing, and done on purpose


def kept_from_sight(
    world: World, state: StoryState, intent: Intent, planned: list[Operation]
) -> list[Operation]:
    """Whether somebody present has seen what was to be kept from them, as one more thing that is told."""
    if not planned or intent.role != "act" or not says_from_whom(intent.purpose):
        return []
    used = {one.rule for one in planned if isinstance(one, ops.Use)}
    witnessed = any(rule.id in used and (rule.witness or intent.rule) for rule in all_rules(world))
    done = not witnessed and not any(isinstance(one, _RULED) for one in planned)
    watchers = [one for one in state.present() if not is_asleep(world, state, one)]
    if not done or not watchers:
        return []
    words = words_of(plain(intent.purpose))
    scope = scope_of(world, state)
    named = (leading_person(scope, words[at:])[0] for at in range(len(words)))
    who = next((one for one in named if one in watchers), watchers[0])
    unseen = percent(state.seed, state.turn, "kept_from_sight", intent.words) < _UNSEEN
    return [ops.Try(verb="look", what=who, why="kept_unseen" if unseen else "seen_doing")]
