"""Find the rule of a world that the player's words name as a whole, by one of its `phrases`. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from gamemaster.language.clauses.split import without_lead
from gamemaster.language.names.described_parts import lies_about
from gamemaster.language.names.normalization import plain, stem, words_of
from gamemaster.language.names.noun_index import Scope, once_a_scene, resolve
from gamemaster.language.names.pronouns import pronoun
from gamemaster.language.names.spelling import RulePhrase, vocabulary_of
from gamemaster.language.tables.function_words import ADVERBS, DETERMINERS, STEALTHY
from gamemaster.language.tables.materials import LOOSE
from gamemaster.rules.conditions import holds
from gamemaster.rules.proposal import Intent
from worlds.schema import PLAYER, Rule

_PASSED_OVER = DETERMINERS | ADVERBS | {"to", ","}
# What may stand before an order and leave it one; all else makes it somebody else's deed, a wish, a ban or a tale.
_BEFORE = STEALTHY | frozenset("i we and then hey oi yes okay please so well right sir lad friend".split())
# What makes the whole no deed of now, wherever it stands.
_NOT_NOW = frozenset("almost nearly tomorrow yesterday later never unless said".split())


@once_a_scene
def rule_named(scope: Scope, words: list[str]) -> Intent | None:
    """The intent of the rule whose phrase the words are, a word or two more allowed; rules that apply here first.

    "Grate it into the sauce" is the phrase with the name of what "it" stands for, since "grate" is no verb elsewhere.
    """
    named = (_rule_by_phrase(scope, said) for said in (words, *_by_name(scope, words), *_held_to(scope, words)))
    return next((found for found in named if found is not None), None)


def _by_name(scope: Scope, words: list[str]) -> Iterator[list[str]]:
    """The words with each name of the thing that "it" or "them" stands for."""
    known = scope.nouns.verbs.at_start(without_lead(words))[
        0
    ]  # what its verb and its thing mean is read by itself
    at = next((n for n, word in enumerate(words) if word in _IT and not known), len(words))
    item = scope.world.items.get(pronoun(scope, words[at]) or "") if at < len(words) else None
    for name in (item.name, *item.aliases) if item is not None else ():
        yield [*words[:at], "the", *words_of(plain(name)), *words[at + 1 :]]


def _held_to(scope: Scope, words: list[str]) -> Iterator[list[str]]:
    """What is held up to a light or looked at against it: "hold it to the light", by each of its names."""
    found = _HELD_TO.match(" ".join(without_lead(words)))
    if found is None:
        return
    thing, light = found["thing"].split(), found["light"].split()
    named = resolve(scope, thing, frozenset({"item", "feature"}))
    held = pronoun(scope, thing[0]) if thing[0] in _IT else named.thing if named is not None else None
    for name in scope.nouns.names_of.get(held or "", ()):
        yield ["hold", "the", *name.words, "to", *light]


_HELD_TO = re.compile(
    r"(?:hold|raise|lift|put|look at|examine|check|study) (?P<thing>(?:\w+ ){1,4}?)(?:up )?"
    r"(?:to|against|towards?|in front of) "
    r"(?P<light>(?:the|a|my|that) (?:\w+ )?(?:light|lamp|lantern|candle|flame|fire|window|sun|sky)\b)"
)


_IT = frozenset({"it", "them"})


def _rule_by_phrase(scope: Scope, words: list[str]) -> Intent | None:
    said = tuple(stem(word) for word in without_lead(words) if word not in _PASSED_OVER)
    meanings, _ = scope.nouns.verbs.at_start(without_lead(words))
    meant = set(meanings)
    found: list[tuple[int, int, Rule]] = []
    by_first = vocabulary_of(scope.world).rule_phrases
    for order, phrase in (one for first in set(said) for one in by_first.get(first, ())):
        rule, stems = phrase.rule, phrase.stems
        extra = len(said) - len(stems)
        if not 0 <= extra <= (2 if len(stems) > 1 and not phrase.offered else 0):
            continue
        at = _place_of(stems, said)
        if at is None or not _is_order(scope, words, said, at, stems):
            continue
        here, holding = _applies(scope, rule), holds(rule.when, scope.world, scope.state)
        if not here and meanings and _names_what_is_here(scope, words):
            continue  # "look out of the window", where another room's window has a rule
        elsewhere = len(stems) < 3 or extra or _means_what_lies_here(scope, words) or _is_said_anywhere(scope, phrase)
        if (not here and elsewhere) or (phrase.offered and not (here and holding)):
            continue
        apt = 8 * here + 4 * holding + (not meant.isdisjoint(rule.verbs))
        found.append((apt - extra, -order, rule))
    if not found:
        return None
    rule = max(found, key=lambda ranked: ranked[:2])[2]
    verb = next((verb for verb in meanings if verb in rule.verbs), rule.verbs[0])
    concrete = [thing for thing in rule.on if thing in scope.nouns.kinds]
    target = next((thing for thing in concrete if scope.reach(thing)), concrete[0] if concrete else None)
    if _is_done_with_another(scope, rule, words):
        return None
    tool = next((item for item in rule.with_ if scope.state.items.get(item) == PLAYER), None)
    return Intent(verb=verb, objects=(target,) if target else (), tool=tool, rule=rule.id)


def _is_done_with_another(scope: Scope, rule: Rule, words: list[str]) -> bool:
    """Whether a tool is named that is none of the rule's: "pick the lock with the dime"."""
    at = max((n for n, word in enumerate(words) if word in ("with", "using")), default=0)
    named = words[at + 1 :] if at and rule.with_ else []
    found = resolve(scope, named, frozenset({"item"}), frozenset({"item"})) if named else None
    if found is None or found.fit < _TOOL_NAMED:
        return False
    return set(rule.with_).isdisjoint((found.thing, *scope.world.items[found.thing].tags))


_TOOL_NAMED = 90  # fit of a name from which on it is one


def _applies(scope: Scope, rule: Rule) -> bool:
    """Whether the rule is one for this place and for something that is here."""
    things = [thing for thing in rule.on if thing in scope.nouns.kinds]
    near = any(scope.reach(thing) or scope.state.items.get(thing) in scope.people for thing in things)
    return (not rule.at or scope.state.place in rule.at) and (near or not things)


def _names_what_is_here(scope: Scope, words: list[str]) -> bool:
    """Whether a thing in reach goes by one of the words."""
    kinds = frozenset({"item", "feature"})
    found = (resolve(scope, [word], kinds) for word in words[1:] if word not in _PASSED_OVER)
    return any(one is not None and one.fit >= _TOOL_NAMED and scope.reach(one.thing) for one in found)


def _means_what_lies_here(scope: Scope, words: list[str]) -> bool:
    """Whether snow or the like is named that lies about here too: a rule about a drift elsewhere is not meant."""
    return any(word in LOOSE and lies_about(scope, word) for word in words)


def _is_said_anywhere(scope: Scope, phrase: RulePhrase) -> bool:
    """Whether a phrase names none of the things of its rule: "shout for help", a rule of one yard's doors."""
    things = [thing for thing in phrase.rule.on if thing in scope.nouns.kinds]
    named = {part for thing in things for part in scope.nouns.parts.get(thing, ())}
    return named.isdisjoint(phrase.stems)


def _place_of(phrase: tuple[str, ...], said: tuple[str, ...]) -> int | None:
    """Where the phrase stands in what was said."""
    starts = range(len(said) - len(phrase) + 1)
    return next((at for at in starts if said[at : at + len(phrase)] == phrase), None)


def _is_order(
    scope: Scope, words: list[str], said: tuple[str, ...], at: int, phrase: tuple[str, ...]
) -> bool:
    """Whether the words around a phrase leave it an order of now: "do not …", "Jory said to …", "… tomorrow" do not."""
    if not _NOT_NOW.isdisjoint(words) and _NOT_NOW.isdisjoint(phrase):
        return False
    if "can" in words[1:3] and "can" not in phrase:
        return False  # "I can …" is held out, and not done
    if words[0] == "you" and scope.people and phrase[0] != "you":
        return False  # "you should …" is said to somebody
    names = scope.world.characters.keys()
    return all(word in _BEFORE or word.endswith("ly") or _names(scope, word, names) for word in said[:at])


def _names(scope: Scope, word: str, people: Collection[str]) -> bool:
    return any(scope.nouns.names[name].thing in people for name in scope.nouns.by_stem.get(word, ()))
