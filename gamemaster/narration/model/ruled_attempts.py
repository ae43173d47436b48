"""What a model attempts as an idea of its own, though a rule of the world decides it: the rule decides. Pure.

A purse is not had by an `attempt` that is won, where its writer says how it is stolen: a model that was told of a
success would tell of the purse.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamemaster.language.names.normalization import plain
from gamemaster.narration.scene import Scene
from gamemaster.narration.understudy.rule_choice import rule_for
from gamemaster.narration.understudy.understudy import propose
from gamemaster.rules.proposal import Attempt, Intent, Operation, Outcome, Use

TOPIC_CHARS = 120


def with_rules_for_attempts(scene: Scene, outcome: Outcome) -> Outcome:
    """The outcome with the rule that is meant in place of each attempt at what one covers."""
    if not any(isinstance(one, Attempt) for one in outcome.changes):
        return outcome
    used = {one.rule for one in outcome.changes if isinstance(one, Use)}
    changes: list[Operation] = []
    for one in outcome.changes:
        rule = _rule_meant(scene, outcome, one) if isinstance(one, Attempt) else None
        if rule is None:
            changes.append(one)
        elif rule.rule not in used:  # what the model used besides is not done twice
            used.add(rule.rule)
            changes.append(rule)
    return outcome.model_copy(update={"changes": tuple(changes)})


def _rule_meant(scene: Scene, outcome: Outcome, attempt: Attempt) -> Use | None:
    """The rule as the understudy reads the words, else as it reads what the model says that the player wants."""
    aimed_at = {attempt.target, attempt.recipient} - {None}
    understood = (one for one in propose(scene).changes if isinstance(one, Use))
    read = next((one for one in understood if one.target is None or one.target in aimed_at), None)
    if read is not None:
        return read
    wanted = (
        rule_for(scene.world, scene.state, one) for one in _intents_of(scene, outcome, attempt, aimed_at)
    )
    return next(filter(None, wanted), None)


def _intents_of(
    scene: Scene, outcome: Outcome, attempt: Attempt, aimed_at: set[str | None]
) -> Iterator[Intent]:
    """What the model says that the player wants with this: its verbs on its things, in the player's own words."""
    for intent in outcome.intents:
        if not aimed_at.isdisjoint(intent.objects):
            topic = (attempt.aim or plain(scene.words))[:TOPIC_CHARS]
            yield intent.model_copy(update={"words": plain(scene.words), "topic": topic})
