"""Every word that means something in one world: what is spelt right, and what a misspelt word may have been. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from gamemaster.language.clauses.expressions import WORDS
from gamemaster.language.names.normalization import stem
from gamemaster.language.names.noun_index import name_words, nouns_of
from gamemaster.language.tables import function_words
from gamemaster.language.tables.verb_forms import PAST
from worlds.per_world import per_world
from worlds.rules import all_rules
from worlds.schema import Rule, World
from worlds.verbs import BASE_VERBS


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
    rule_phrases: tuple[RulePhrase, ...]

    def knows(self, word: str) -> bool:
        return word in self.known or stem(word) in self.known or not word.isalpha()


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
)


@per_world
def vocabulary_of(world: World) -> Vocabulary:
    """The vocabulary of a world."""
    nouns = nouns_of(world)
    verb_words = {word for phrase in nouns.verbs.phrases for word in phrase}
    topic_words = {
        word
        for person in world.characters.values()
        for topic in person.topics.values()
        for name in topic.names
        for word in name_words(name)
    }
    # What a rule is offered as is one more way to say it: a suggestion that is tapped is always understood.
    phrases = tuple(
        RulePhrase(_content(phrase), rule, offered=phrase == rule.suggest)
        for rule in all_rules(world)
        for phrase in (*rule.phrases, *filter(None, (rule.suggest,)))
    )
    rule_words = {word for rule in all_rules(world) for phrase in rule.phrases for word in name_words(phrase)}
    spoken = (*function_words.LEAD_INS, *function_words.CLASS_WORDS)
    small = _SMALL_WORDS | {word for phrase in spoken for word in phrase.split()}
    ours = set(nouns.vocabulary) | verb_words | topic_words | rule_words
    known = (
        ours
        | small
        | function_words.COMMON_WORDS
        | WORDS
        | PAST
        | function_words.MISSILES
        | function_words.ABSURD_NOUNS
        | function_words.ABSURD_VERBS
    )
    common = sorted(
        {w for w in small | {"about", "what", "where", "with", "hello", "thanks", "sorry"} if len(w) >= 4}
    )
    verbs = sorted(word for word in nouns.verbs.base if len(word) >= 3)
    # An inflected verb is seldom what was meant by a word that nobody knows ("snowing" is not "sowing").
    inflected = nouns.verbs.words - nouns.verbs.base
    others = sorted((topic_words | rule_words | verb_words) - set(nouns.vocabulary) - set(verbs) - inflected)
    correctable = list(dict.fromkeys([*nouns.vocabulary, *verbs, *common, *others]))
    basic = [word for word in (*BASE_VERBS, *function_words.DIRECTIONS) if len(word) > 3]
    plain = list(dict.fromkeys([*nouns.vocabulary, *basic, *common, *sorted(topic_words)]))
    return Vocabulary(
        known=frozenset(known),
        correctable=correctable,
        plain=plain,
        plain_set=frozenset(plain),
        names=frozenset(correctable),
        rule_phrases=tuple(phrase for phrase in phrases if phrase.stems),
    )
