"""Find the rule of a world that the player's words name as a whole, by one of its `phrases`. Pure."""

from __future__ import annotations

from gamemaster.language.clauses.split import without_lead
from gamemaster.language.names.normalization import stem
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.names.spelling import vocabulary_of
from gamemaster.language.tables.function_words import ADVERBS, DETERMINERS
from gamemaster.rules.conditions import holds
from gamemaster.rules.proposal import Intent
from worlds.schema import PLAYER, Rule

_PASSED_OVER = DETERMINERS | ADVERBS | {"to", ","}


def rule_named(scope: Scope, words: list[str]) -> Intent | None:
    """The intent of the rule whose phrase the words are, a word or two more allowed; rules that apply here first."""
    said = tuple(stem(word) for word in without_lead(words) if word not in _PASSED_OVER)
    meanings, _ = scope.nouns.verbs.at_start(without_lead(words))
    meant = set(meanings)
    found: list[tuple[int, int, Rule]] = []
    by_first = vocabulary_of(scope.world).rule_phrases
    for order, phrase in (one for first in set(said) for one in by_first.get(first, ())):
        rule, stems = phrase.rule, phrase.stems
        extra = len(said) - len(stems)
        if not 0 <= extra <= (2 if len(stems) > 1 and not phrase.offered else 0) or not _within(stems, said):
            continue
        here, holding = _applies(scope, rule), holds(rule.when, scope.world, scope.state)
        if (not here and (len(stems) < 3 or extra)) or (phrase.offered and not (here and holding)):
            continue
        apt = 8 * here + 4 * holding + (not meant.isdisjoint(rule.verbs))
        found.append((apt - extra, -order, rule))
    if not found:
        return None
    rule = max(found, key=lambda ranked: ranked[:2])[2]
    verb = next((verb for verb in meanings if verb in rule.verbs), rule.verbs[0])
    concrete = [thing for thing in rule.on if thing in scope.nouns.kinds]
    target = next((thing for thing in concrete if scope.reach(thing)), concrete[0] if concrete else None)
    tool = next((item for item in rule.with_ if scope.state.items.get(item) == PLAYER), None)
    return Intent(verb=verb, objects=(target,) if target else (), tool=tool, rule=rule.id)


def _applies(scope: Scope, rule: Rule) -> bool:
    """Whether the rule is one for this place and for something that is here."""
    things = [thing for thing in rule.on if thing in scope.nouns.kinds]
    return (not rule.at or scope.state.place in rule.at) and (not things or any(map(scope.reach, things)))


def _within(phrase: tuple[str, ...], said: tuple[str, ...]) -> bool:
    return any(said[at : at + len(phrase)] == phrase for at in range(len(said) - len(phrase) + 1))
