"""Every word that means something in one world: what is spelt right, and what a misspelt word may have been. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

from gamemaster.language.clauses.durations import TIME_WORDS
from gamemaster.language.clauses.expressions import WORDS
from gamemaster.language.names.described_parts import descriptions
from gamemaster.language.names.english_words import is_common, is_rare
from gamemaster.language.names.normalization import plain, stem, words_of
from gamemaster.language.names.noun_index import name_words, nouns_of
from gamemaster.language.names.verb_index import words_of_verbs_everywhere
from gamemaster.language.tables import function_words
from gamemaster.language.tables.feelings import FEELINGS
from gamemaster.language.tables.verb_forms import PAST
from worlds.per_world import per_world
from worlds.rules import all_rules
from worlds.schema import Rule, World
from worlds.verbs import BASE_VERBS

_SHORTEST_PAST = 3  # letters: "red" is no past of "re"


@dataclass(frozen=True)
class RulePhrase:
    """A way to say what a rule is about, as stems without small words."""

    stems: tuple[str, ...]
    rule: Rule
    offered: bool  # it is the rule's `suggest`: taken for the rule only word for word


@dataclass(frozen=True)
class Vocabulary:
    """The words of a world, and the phrases of its rules as stems without small words."""

    known: frozenset[str]
    correctable: list[str]  # in the order of preference
    plain: list[str]  # those of them that one word alone may have been: names and the commonest verbs
    plain_set: frozenset[str]
    names: frozenset[str]  # all of `correctable`
    living: frozenset[str]  # words of the names of people and animals
    rule_phrases: dict[str, tuple[tuple[int, RulePhrase], ...]]  # with their order, by their first stem
    only_names: frozenset[str]  # of people who are spoken of and never met: no words of the language

    def is_a_word(self, word: str) -> bool:
        """Whether a word means something here, and is not only somebody's name in what people say."""
        return self.knows(word) and word not in self.only_names

    def knows(self, word: str) -> bool:
        if word in self.known or stem(word) in self.known or not word.isalpha():
            return True
        # "Died", "lied": the regular past of a word that is known.
        return (
            word.endswith("ed")
            and len(word) > _SHORTEST_PAST
            and (word[:-1] in self.known or word[:-2] in self.known)
        )


def _content(phrase: str) -> tuple[str, ...]:
    passed_over = function_words.DETERMINERS | function_words.ADVERBS | {"to"}
    return tuple(stem(word) for word in name_words(phrase) if word not in passed_over)


_SMALL_WORDS = frozenset().union(
    function_words.DETERMINERS,
    function_words.PREPOSITIONS,
    function_words.QUESTION_WORDS,
    function_words.AUXILIARIES,
    function_words.ADVERBS,
    function_words.STEALTHY,
    function_words.SELF_WORDS,
    function_words.GREETINGS,
    function_words.DIRECTIONS,
    *(phrase.split() for phrase in (*function_words.LEAD_INS, *function_words.CLASS_WORDS)),
)
_MEANING_EVERYWHERE = _SMALL_WORDS | function_words.COMMON_WORDS | WORDS | FEELINGS


@cache
def _known_everywhere() -> frozenset[str]:
    """The words that are known in every world, and their singulars."""
    words = _MEANING_EVERYWHERE.union(
        TIME_WORDS,
        PAST,
        function_words.MISSILES,
        function_words.AWAY_WORDS,
        function_words.ABSURD_NOUNS,
        function_words.ABSURD_VERBS,
    )
    return words | _singulars(words)


def _spoken_words(world: World) -> tuple[set[str], set[str]]:
    """The longer words that people say, which a player may say back to them; those always written large."""
    lines = (
        line
        for person in world.characters.values()
        for line in (*person.remarks, *(line for topic in person.topics.values() for line in topic.lines))
    )
    texts = [text for line in lines for text in line.text]
    spoken = {word for text in texts for word in words_of(plain(text)) if len(word) > 3}
    small = {word.casefold() for text in texts for word in _SMALL_LETTERS.findall(text)}
    large = {word.casefold() for text in texts for word in _CAPITAL.findall(text)}
    return spoken, large - small


def _living_words(world: World) -> set[str]:
    """The words of the names of people and animals."""
    people = (name for person in world.characters.values() for name in (person.name, *person.aliases))
    threats = (name for threat in world.threats.values() for name in (threat.name, *threat.aliases))
    return {word for name in (*people, *threats) for word in name_words(name)}


def _singulars(words: Iterable[str]) -> set[str]:
    """The words of English among the singulars of these: "glove" where there are gloves, but no "thi" for "this"."""
    return {word for word in map(stem, words) if _is_english(word)}


@cache
def _singulars_of_verbs() -> frozenset[str]:
    """Most words of any world are of the verbs that every world has."""
    return frozenset(_singulars(words_of_verbs_everywhere()))


def _singulars_in_world(words: set[str]) -> set[str]:
    """As `_singulars`, of all words of a world."""
    everywhere = words_of_verbs_everywhere()
    return (
        _singulars(words - everywhere) | _singulars_of_verbs() if words >= everywhere else _singulars(words)
    )


# Most words that are known in a world are known in every world.
@lru_cache(maxsize=16384)
def _is_english(word: str) -> bool:
    return is_common(word) or is_rare(word)


def _written_words(world: World) -> set[str]:
    """The longer words of what places and things are described by."""
    return {word for _, text in descriptions(world) for word in words_of(plain(text)) if len(word) > 3}


_SMALL_LETTERS, _CAPITAL = re.compile(r"\b[a-z]+\b"), re.compile(r"\b[A-Z][a-z]{2,}\b")


def _by_first_stem(phrases: Iterable[RulePhrase]) -> dict[str, tuple[tuple[int, RulePhrase], ...]]:
    found: dict[str, list[tuple[int, RulePhrase]]] = {}
    for order, phrase in enumerate(phrases):
        found.setdefault(phrase.stems[0], []).append((order, phrase))
    return {stem_: tuple(several) for stem_, several in found.items()}


@per_world
def vocabulary_of(world: World) -> Vocabulary:
    """The vocabulary of a world."""
    nouns = nouns_of(world)
    verb_words = nouns.verbs.parts
    topic_words = {
        word
        for person in world.characters.values()
        for topic in person.topics.values()
        for name in topic.names
        for word in name_words(name)
    }
    # What a rule is offered as is one more way to say it: a suggestion that is tapped is always understood.
    phrases = tuple(
        RulePhrase(_content(phrase), rule, offered=phrase not in rule.phrases)
        for rule in all_rules(world)
        for phrase in dict.fromkeys((*rule.phrases, *filter(None, (rule.suggest,))))
    )
    rule_words = {word for rule in all_rules(world) for phrase in rule.phrases for word in name_words(phrase)}
    ours = set(nouns.vocabulary) | verb_words | topic_words | rule_words
    spoken_words, large = _spoken_words(world)
    spoken_words |= _written_words(world)
    own = ours | spoken_words
    small = _SMALL_WORDS | {"about", "what", "where", "with", "hello", "thanks", "sorry"}
    common = sorted(w for w in small if len(w) >= 4)
    verbs = sorted(word for word in nouns.verbs.base if len(word) >= 3)
    # An inflected verb is seldom what was meant by a word that nobody knows ("snowing" is not "sowing").
    inflected = nouns.verbs.words - nouns.verbs.base
    missiles = function_words.MISSILES - {"something"}
    others = sorted(
        (topic_words | rule_words | verb_words | missiles) - set(nouns.vocabulary) - set(verbs) - inflected
    )
    correctable = list(dict.fromkeys([*nouns.vocabulary, *verbs, *common, *others]))
    basic = [word for word in (*BASE_VERBS, *function_words.DIRECTIONS) if len(word) > 3]
    plain = list(dict.fromkeys([*nouns.vocabulary, *basic, *common, *sorted(topic_words)]))
    return Vocabulary(
        known=_known_everywhere().union(own, _singulars_in_world(own)),
        correctable=correctable,
        plain=plain,
        plain_set=frozenset(plain),
        names=frozenset(correctable),
        living=frozenset(_living_words(world)),
        only_names=frozenset(large - ours - _MEANING_EVERYWHERE),
        rule_phrases=_by_first_stem(phrase for phrase in phrases if phrase.stems),
    )
