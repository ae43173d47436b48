"""Which verb a clause begins with, for one world: the lexicon, the world's own verbs, their inflections. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from gamemaster.language.names.normalization import plain
from gamemaster.language.tables.function_words import ADVERBS
from gamemaster.language.tables.idea_verbs import NEW_VERBS
from gamemaster.language.tables.lexicon import SYNONYMS
from worlds.rules import all_rules
from worlds.schema import World
from worlds.verbs import BASE_VERBS, META

# Which kinds of things a verb is done to. It decides what a word means: "leave the hall", "leave the knife".
_PERSON = frozenset({"person", "threat", "creature"})
_THING = frozenset({"item", "feature"})
_TO_PEOPLE = """talk ask tell persuade deceive threaten charm accuse promise apologise insult thank comfort kiss attack
    recruit dismiss follow help free"""
SUITS: dict[str, frozenset[str]] = {
    **dict.fromkeys(
        ("look", "inventory", "status", "journal", "hint", "wait", "sleep", "flee"), frozenset({"none"})
    ),
    **dict.fromkeys(("examine", "touch", "search"), _THING | _PERSON | {"place"}),
    **dict.fromkeys(("go", "sneak"), frozenset({"none", "place"})),
    **dict.fromkeys(("climb", "swim", "jump", "hide", "dig"), frozenset({"none", "feature", "place"})),
    **dict.fromkeys(_TO_PEOPLE.split(), _PERSON),
    "call": _PERSON | {"none"},
    "steal": frozenset({"item", "person"}),
    **dict.fromkeys(
        ("take", "drop", "give", "show", "wear", "eat", "drink", "throw", "put", "read"), frozenset({"item"})
    ),
    **dict.fromkeys(("open", "close", "lock", "unlock"), _THING | {"place"}),
}
# Verbs and their past forms that follow no rule.
_PAST = {
    words[0]: words[1:]
    for words in map(
        str.split,
        """
    go went gone | take took taken | give gave given | tell told | say said | run ran | eat ate eaten | drink
    drank | get got | find found | break broke | throw threw | speak spoke | hide hid | sleep slept | dig dug |
    fight fought | steal stole | leave left | hear heard | sing sang | swim swam | sneak snuck | shoot shot |
    sit sat | light lit | swear swore | buy bought | sell sold | creep crept | make made
        """.split("|"),
    )
}
# Words whose inflected form is a word of its own.
_NOT_INFLECTED = frozenset(
    {"thing", "things", "king", "being", "hiding", "building", "ring", "evening", "morning", "bed", "red"}
)


@dataclass(frozen=True)
class Verbs:
    """The words for verbs in one world: phrase to meanings (the world's own first), and the single words among them."""

    phrases: dict[tuple[str, ...], tuple[str, ...]]
    longest: int
    words: frozenset[str]
    base: frozenset[str]  # those that are not inflected forms
    own: frozenset[str]

    def at_start(self, words: list[str]) -> tuple[tuple[str, ...], int]:
        """The meanings of the longest verb phrase that begins the words, and its length; ((), 0) if there is none."""
        for length in range(min(self.longest, len(words)), 0, -1):
            meanings = self.phrases.get(tuple(words[:length]))
            if meanings:
                return meanings, length
        return (), 0

    def canonical(self, verb: str) -> str | None:
        """The verb that a word or phrase stands for, or None."""
        meanings = self.phrases.get(tuple(verb.lower().replace("_", " ").split()))
        return meanings[0] if meanings else None


def without_adverbs_inside(verbs: Verbs, words: list[str]) -> list[str]:
    """The words without an adverb between a verb and its particle: "stare back at him", "look hard at it"."""
    kept: list[str] = []
    for at, word in enumerate(words):
        split = 0 < at < len(words) - 1 and (words[at - 1], words[at + 1]) in verbs.phrases
        adverb = word in ADVERBS or word == "back" or (word.endswith("ly") and len(word) > 4)
        if not (split and adverb and (words[at - 1], word) not in verbs.phrases):
            kept.append(word)
    return kept


_MARKS = re.compile(r"[-_.,;:!?–—]")


@lru_cache(maxsize=8192)
def _key(phrase: str) -> tuple[str, ...]:
    """The words of a phrase as a player's words come to be read: without accents, marks and hyphens."""
    text = phrase.lower() if phrase.isascii() else plain(phrase)
    words = text.replace("'", "")
    return tuple(_MARKS.sub(" ", words).split()) or tuple(words.split())


def build_verbs(world: World) -> Verbs:
    """Collect the verbs of a world: `world.verbs`, the verbs of its rules, and the lexicon."""
    own: dict[str, None] = dict.fromkeys(world.verbs)
    for rule in all_rules(world):
        own.update(dict.fromkeys(rule.verbs))
    found: dict[tuple[str, ...], list[str]] = {}

    def add(phrase: str, meaning: str, *, first: bool = False) -> None:
        key = _key(phrase)
        if not key:
            return
        meanings = found.setdefault(key, [])
        if meaning not in meanings:
            meanings.insert(0 if first else len(meanings), meaning)

    for verb in BASE_VERBS:
        add(verb, verb)
    for verb, phrases in SYNONYMS.items():
        for phrase in phrases.split(","):
            add(phrase, verb)
    for phrase, verb in NEW_VERBS.items():
        add(phrase, verb)
    for verb in reversed(own):
        basic = verb in BASE_VERBS
        for phrase in world.verbs[verb].synonyms if verb in world.verbs else ():
            meaning = verb if basic or phrase not in BASE_VERBS else phrase
            add(phrase, meaning, first=not basic or phrase not in BASE_VERBS)
            if meaning != verb:
                add(phrase, verb)
        known = found.get(tuple(verb.split()))
        if not basic:
            # A rule's verb may be a mere synonym of a verb of the lexicon; then it stays what the writer wrote.
            add(verb, verb, first=True)
        elif known is None:
            add(verb, verb)
    uninflected = frozenset(key[0] for key in found if len(key) == 1)
    for key, meanings in list(found.items()):
        if len(key) > 1 and meanings[0] == "use" and key[0] in own:
            meanings.insert(0, key[0])  # "sit on" in a world that has a verb "sit"
        if "seat" in key and meanings[0] == "use" and "sit" in own:
            meanings.insert(0, "sit")
        if meanings[0] in META:
            continue
        for form in _inflect(key[0]) if key else ():
            found.setdefault((form, *key[1:]), list(meanings))
    phrases_ = {key: tuple(meanings) for key, meanings in found.items() if key}
    return Verbs(
        phrases=phrases_,
        longest=max(map(len, phrases_)),
        words=frozenset(key[0] for key in phrases_ if len(key) == 1),
        base=uninflected,
        own=frozenset(own),
    )


# Most verbs are of the lexicon, and so of every world.
@lru_cache(maxsize=8192)
def _inflect(verb: str) -> tuple[str, ...]:
    if len(verb) < 2 or not verb.isalpha():
        return ()
    past = _PAST.get(verb, [])
    if verb.endswith("e"):
        forms = [verb + "s", verb[:-1] + "ing", verb + "d"]
    elif verb.endswith("y") and verb[-2] not in "aeiou":
        forms = [verb[:-1] + "ies", verb + "ing", verb[:-1] + "ied"]
    else:
        s = "es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else "s"
        double = verb[-1] * (
            len(verb) > 2 and verb[-1] not in "aeiouwxyh" and verb[-2] in "aeiou" and verb[-3] not in "aeiou"
        )
        forms = [verb + s, verb + double + "ing", verb + double + "ed", verb + "ing"]
    told = [form for form in past if len(form) == 3 and form != "got"]  # "sat", "ran", "ate"
    return (*(form for form in [*forms, *past] if form not in _NOT_INFLECTED and len(form) > 3), *told)
