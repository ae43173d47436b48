"""A deed that is asked about, tried in a copy of the story: what it comes to, and what the referee says to it. Pure.

Nothing of it happens. What it would bring to light is for nobody to tell; what stands in its way, how long it takes,
and that the dice decide, whoever stands there can judge.
"""

from __future__ import annotations

from dataclasses import dataclass

from gamemaster.language.names.normalization import plain, stem, words_of
from gamemaster.language.names.noun_index import nouns_of
from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.deeds.cost_check import beyond_the_words
from gamemaster.narration.understudy.deeds.rule_wording import is_barred
from gamemaster.narration.understudy.planner import plan
from gamemaster.narration.understudy.secrecy import aim_of, is_never_seen
from gamemaster.rules.dice import roll_for
from gamemaster.rules.draft import Draft
from gamemaster.rules.proposal import CheckMade, Intent, Operation, Outcome, Rejection, Try, Use
from gamemaster.rules.referee import apply_operation, open_turn
from gamemaster.rules.state import StoryState
from worlds.rules import rules_by_id
from worlds.schema import PLAYER, Rule, World
from worlds.verbs import META, PERCEIVE

_ASKED = frozenset({"inform", "discuss", "answer", "recollect"})  # what is said to it, which nobody foresees
_MOST = 4  # intents of a deed
IDLE = frozenset((*META, "inform"))


@dataclass(frozen=True)
class Trial:
    """A deed as it was read, and how it went in the copy."""

    order: str
    intents: tuple[Intent, ...]
    operations: tuple[Operation, ...]  # up to the first that was refused
    draft: Draft
    never_seen: Operation | None = None  # it would be done to what the player never came across

    @property
    def act(self) -> Intent | None:
        return self.intents[0] if self.intents else None

    @property
    def refusal(self) -> Rejection | None:
        return self.draft.rejections[0] if self.draft.rejections else None

    @property
    def check(self) -> CheckMade | None:
        return self.draft.checks[0] if self.draft.checks else None

    @property
    def tried_in_vain(self) -> Try | None:
        return next((one for one in self.operations if isinstance(one, Try)), None)

    @property
    def minutes(self) -> int:
        return max(self.draft.minutes or 0, self.draft.walked) + self.draft.extra

    def rule(self) -> Rule | None:
        """The writer's rule that it comes to."""
        used = next((one for one in self.operations if isinstance(one, Use)), None)
        return rules_by_id(self.draft.world).get(used.rule) if used is not None else None

    def may_wound(self) -> bool:
        """Whether the rule that it comes to may cost the player a wound."""
        rule = self.rule()
        results = () if rule is None else (rule.effects, *(one.effects for one in (rule.partial, rule.failure) if one))
        return any(one.harm.get(PLAYER, 0) > 0 for one in results)


def trial_of(world: World, state: StoryState, order: str) -> Trial | None:
    """How the deed goes in a copy of the story; None where the words are read as none."""
    reading = understand(world, state, order)
    intents = tuple(one for one in reading.intents if one.verb not in IDLE)[:_MOST]
    if not intents or reading.unclear is not None:
        return None
    draft = open_turn(world, state, Outcome(intents=intents), roll_for(state.seed, state.turn + 1))
    done: list[Operation] = []
    never_seen = None
    for intent in intents:
        planned = plan(world, draft.state, intent)
        if beyond_the_words(world, draft.state, intent, planned) is not None:
            break
        for operation in planned:
            barred = isinstance(operation, Use) and is_barred(world, operation, intent, order)
            if barred or operation.op in _ASKED:
                break
            if is_never_seen(world, draft.state, operation, order):
                never_seen = never_seen or operation
                break
            done.append(operation)
            apply_operation(draft, operation)
            if draft.rejections or draft.checks:
                break
        if draft.rejections or draft.checks or never_seen:
            break
    return Trial(order, intents, tuple(done), draft, never_seen)


def is_called(world: World, thing: str | None, order: str) -> bool:
    """Whether a word of the order is of the name of a thing, and the thing was not only guessed at."""
    said = {stem(word) for word in words_of(plain(order))}
    return thing is not None and not said.isdisjoint(nouns_of(world).parts.get(thing, frozenset()))


def is_of_the_words(trial: Trial, rule: Rule) -> bool:
    """Whether a rule is what the order names: by one of its phrases, or by its verb and the thing it is done to."""
    world, act = trial.draft.world, trial.act
    if act is None:
        return False
    if act.verb in PERCEIVE:
        return False
    typed = {stem(word) for word in words_of(plain(trial.order))}
    verbs = {stem(word) for verb in (*rule.verbs, *rule.phrases) for word in verb.split()}
    used = next(one for one in trial.operations if isinstance(one, Use))
    of_it = {used.target, used.item, *rule.on, *rule.with_}
    others = [one for one in act.objects if one not in of_it and is_called(world, one, trial.order)]
    named = used.target is None or used.target == trial.draft.state.place or is_called(world, used.target, trial.order)
    return named and not others and not typed.isdisjoint(verbs)


def aims(trial: Trial) -> list[str]:
    """What the deed would be done to, with and for, as it was read and as its words name it."""
    act = trial.act
    named = (*act.objects, act.tool, act.recipient) if act is not None else ()
    planned = [aim_of(one) for one in trial.operations]
    found = dict.fromkeys(one for one in (*named, *planned) if one is not None and one != PLAYER)
    return [one for one in found if is_called(trial.draft.world, one, trial.order)]
