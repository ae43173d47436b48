"""Whether a rule is of what was typed, or shares no more with it than a verb and a thing.

A rule is found by a class of verbs and a thing. "Throw a turnip at the gannets" is not the rule for juggling turnips,
though juggling is a kind of throwing: of the gannets its writer says nothing. Pure.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator

from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.clauses.split import without_lead
from gamemaster.language.doubt import TIMES
from gamemaster.language.english import Forms, Words
from gamemaster.language.names.normalization import SPEECH, plain, root, stem, words_of
from gamemaster.language.names.noun_index import nouns_of
from gamemaster.language.tables.function_words import (
    DETERMINERS,
    THEIR_OWN,
)
from gamemaster.language.tables.verb_forms import infinitive, plain_form, skip_adverbs
from gamemaster.rules.proposal import Intent, Use
from gamemaster.rules.state import StoryState
from worlds.per_world import per_world
from worlds.rules import all_rules, rules_by_id
from worlds.schema import ANYONE, ANYTHING, ANYWHERE, Rule, World
from worlds.verbs import SPEAK

_FORMS = Forms(__name__)
_WORDS = Words(__name__)

# What is said, called or sung with these verbs is the player's own, and names no other thing; of what is read, where
# one sits at it is no part: "read it under the table".
_NAMES_NO_OTHER = frozenset(SPEAK) | frozenset("call sing pray play dance recruit dismiss attack steal read".split())


def names_others(
    world: World, state: StoryState, rule: Rule, intent: Intent, done_to: Iterable[str | None]
) -> bool:
    """Whether an order names something of which a rule that was found by its verb and its thing says nothing.

    `done_to` is what the rule would be done to, and with.
    """
    if intent.rule == rule.id or intent.role != "act" or intent.verb in _NAMES_NO_OTHER:
        return False
    if not rule.on or not {ANYONE, ANYTHING, ANYWHERE}.isdisjoint(rule.on):
        return False
    own = _own_words(world)[rule.id]
    known = own | {
        root(word) for who in state.present() for word in words_of(plain(world.characters[who].name))
    }
    for thing in (*intent.objects, intent.tool, intent.recipient):
        names = set(map(root, nouns_of(world).parts.get(thing or "", ())))
        if thing in done_to or not own.isdisjoint(names):
            known |= names  # a pebble, where the rule speaks of a stone
    return any(
        known.isdisjoint(map(root, phrase)) and _is_a_name(world, articled, phrase)
        for articled, phrase in _phrases(world, intent.words)
    )


def makes_what_is_anothers(world: World, state: StoryState, rule: Rule, intent: Intent) -> bool:
    """Whether a rule makes the player a thing of their own, and the words speak of somebody else's: "drink his tea"."""
    if not rule.effects.give or intent.role != "act":
        return False
    said = words_of(plain(intent.words))
    given = {stem(word) for thing in rule.effects.give for word in words_of(plain(world.items[thing].name))}
    pairs = itertools.pairwise(said)
    return bool(state.present()) and any(whose in THEIR_OWN and stem(what) in given for whose, what in pairs)


def is_barred(world: World, use: Use, intent: Intent, words: str) -> bool:
    """Whether a rule does what the player's words shut out: "read it through without breaking the seal"."""
    verbs = frozenset(rules_by_id(world)[use.rule].verbs)
    barred = {plain_form(verb, verbs) for verb in _FORMS["barred"].findall(" ".join(words_of(plain(words))))}
    return intent.rule is None and verb_typed(intent.words) not in barred and not barred.isdisjoint(verbs)


def speaks_of(world: World, rule: Rule, word: str) -> bool:
    """Whether a writer uses a word in what they wrote of a rule."""
    return root(word) in _own_words(world)[rule.id]


def verb_typed(words: str) -> str:
    """The verb of an order as it was typed, in its plain form."""
    said = without_lead([word for word in words_of(plain(words)) if word != ","])
    said = said[1:] if said[:1] in (["i"], ["we"]) else said
    at = skip_adverbs(said, 0)
    return infinitive(said[at]) if at < len(said) else ""


def _is_a_name(world: World, articled: bool, phrase: list[str]) -> bool:
    """Whether words are the name of something: with an article, or of a thing that this world has."""
    if any(stem(word) in BODY | TIMES | _WORDS["parts"] or word.isdecimal() for word in phrase):
        return False
    return articled or stem(phrase[-1]) in nouns_of(world).by_stem


def _phrases(world: World, words: str) -> Iterator[tuple[bool, list[str]]]:
    """The noun phrases of an order without its verb, and whether each has an article; of "a bit of X" only X."""
    said = words_of(plain(words))
    order = without_lead(said[said[:1] in (["i"], ["we"]) :])
    order = order[: order.index(",")] if "," in order else order
    rest = order[max(1, nouns_of(world).verbs.at_start(order)[1]) :] if order else []
    articled, aside, phrase = False, False, list[str]()
    for word in [*rest, "and"]:
        if word not in _WORDS["between"] and word not in DETERMINERS:
            phrase += [] if word in _WORDS["small"] or word == SPEECH else [word]
            continue
        if phrase and word != "of" and not aside:
            yield articled, phrase
        aside = word in _WORDS["aside"] or (aside and (word == "of" or (word in DETERMINERS and not phrase)))
        articled, phrase = word in DETERMINERS, []


@per_world
def _own_words(world: World) -> dict[str, frozenset[str]]:
    """All that the writer of a rule says of it, and the names of what it is about, each word by its root."""
    nouns = nouns_of(world)
    own: dict[str, frozenset[str]] = {}
    for rule in all_rules(world):
        told = (text for variant in (*rule.text, *rule.refuse) for text in variant.text)
        named = (re.sub(r"[._]", " ", rule.id), *rule.verbs, *rule.phrases, rule.suggest or "")
        said = " ".join((*named, *told))
        roots = {root(word) for word in words_of(plain(said))}
        for thing in (*rule.on, *rule.with_):
            roots.update(map(root, nouns.parts.get(thing, ())))
        own[rule.id] = frozenset(roots)
    return own
