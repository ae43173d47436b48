"""Deeds that are to be kept from somebody's eyes: "under the table so Tallack doesn't see", "behind Nan's back". Pure.

Whoever is there and awake is a watcher, and the dice say whether they look round. Where they do, the deed is left: it
is never done openly.
"""

from __future__ import annotations

from gamemaster.language.gestures.concealment import kept_from
from gamemaster.language.talk.addressee import is_animal
from gamemaster.rules import proposal as ops
from gamemaster.rules.draft import Draft
from gamemaster.rules.proposal import Intent, Operation
from gamemaster.rules.referee import FAILED
from gamemaster.rules.stances.difficulty import watchers
from gamemaster.rules.stances.table import UNNOTICED, UNNOTICED_BY_ALL
from worlds.rules import rules_by_id
from worlds.schema import World
from worlds.verbs import PERCEIVE


def try_unseen(draft: Draft, intent: Intent) -> ops.Attempt | None:
    """The try at doing what an intent wants without being seen; None where that is not asked, or nobody could see."""
    who = kept_from(intent.purpose)
    eyes = watchers(draft) if who else []
    if not eyes:
        return None
    seeing = [one for one in eyes if not is_animal(draft.world, one)] or eyes
    if who in seeing:
        return ops.Attempt(stance="stealth", target=who, aim=UNNOTICED)
    return ops.Attempt(stance="stealth", target=seeing[0], aim=UNNOTICED_BY_ALL)


def was_seen(draft: Draft) -> bool:
    """Whether the try that was just ruled on was seen, so that the deed is left."""
    tried = next((one for one in reversed(draft.happenings) if one.kind == "attempted"), None)
    return tried is not None and tried.detail.get("result") in FAILED


def without_their_part(world: World, draft: Draft, intent: Intent, planned: list[Operation]) -> list[Operation]:
    """The operations, each rule in which somebody takes part from whom the deed is kept as the plain deed instead."""
    if not kept_from(intent.purpose):
        return planned
    eyes = set(watchers(draft))
    return [_plain_deed(intent) if _takes_part(world, eyes, one) else one for one in planned]


def _takes_part(world: World, eyes: set[str], planned: Operation) -> bool:
    rule = rules_by_id(world).get(planned.rule) if isinstance(planned, ops.Use) else None
    return rule is not None and rule.when is not None and not eyes.isdisjoint(rule.when.here)


def _plain_deed(intent: Intent) -> Operation:
    thing = next(iter(intent.objects), None)
    if thing is not None and intent.verb in ("take", "steal"):
        return ops.Take(item=thing)
    if thing is not None and intent.verb in {*PERCEIVE, "read"}:
        return ops.Notice(what=thing)
    return ops.Express(what=intent.words[:120], how="handling")
