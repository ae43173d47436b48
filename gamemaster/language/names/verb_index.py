"""Which verb a clause begins with, for one world: the lexicon, the world's own verbs, their inflections. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

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


Phrases = dict[tuple[str, ...], tuple[str, ...]]  # each with what it means, the likeliest first


@dataclass(frozen=True)
class Verbs:
    """The words for verbs in one world: phrase to meanings (the world's own first), and the single words among them."""

    phrases: Phrases
    longest: int
    words: frozenset[str]
    base: frozenset[str]  # those that are not inflected forms
    parts: frozenset[str]  # all words of all phrases
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
    """Collect the verbs of a world: `world.verbs`, the verbs of its rules, and the lexicon.

    To inflect the lexicon takes ten times as long as to read a turn. So that is done once, and what a world has
    otherwise is laid over it: words of its own, and other meanings.
    """
    own: dict[str, None] = dict.fromkeys(world.verbs)
    for rule in all_rules(world):
        own.update(dict.fromkeys(rule.verbs))
    everywhere = _lexicon()
    found = dict(everywhere.phrases)
    for verb in reversed(own):
        basic = verb in BASE_VERBS
        for phrase in world.verbs[verb].synonyms if verb in world.verbs else ():
            meaning = verb if basic or phrase not in BASE_VERBS else phrase
            _add(found, phrase, meaning, first=not basic or phrase not in BASE_VERBS)
            if meaning != verb:
                _add(found, phrase, verb)
        known = found.get(tuple(verb.split()))
        if not basic:
            # A rule's verb may be a mere synonym of a verb of the lexicon; then it stays what the writer wrote.
            _add(found, verb, verb, first=True)
        elif known is None:
            _add(found, verb, verb)
    changed = [key for key, meanings in found.items() if everywhere.phrases.get(key) is not meanings]
    for key in dict.fromkeys((*everywhere.of_use, *changed)):
        if len(key) > 1 and found[key][0] == "use" and key[0] in own:
            found[key] = (key[0], *found[key])  # "sit on" in a world that has a verb "sit"
        if "seat" in key and found[key][0] == "use" and "sit" in own:
            found[key] = ("sit", *found[key])
    changed = [key for key, meanings in found.items() if everywhere.phrases.get(key) is not meanings]
    if any(_is_meta(found[key]) != _is_meta(everywhere.phrases.get(key, found[key])) for key in changed):
        return _verbs(found, _inflections(found)[0], own)
    new = [key for key in changed if key not in everywhere.phrases]
    forms = _with_changes(everywhere, found, changed)
    added = [*new, *(form for key in new if not _is_meta(found[key]) for form in _forms_of(key))]
    found.update(forms)
    return Verbs(
        phrases=found,
        longest=max(everywhere.verbs.longest, *map(len, added), 0),
        words=everywhere.verbs.words.union(key[0] for key in added if len(key) == 1),
        base=everywhere.verbs.base.union(key[0] for key in new if len(key) == 1),
        parts=everywhere.verbs.parts.union(*added),
        own=frozenset(own),
    )


def words_of_verbs_everywhere() -> frozenset[str]:
    """All words of the phrases for verbs that every world has."""
    return _lexicon().verbs.parts


def _verbs(found: Phrases, forms: Phrases, own: Iterable[str]) -> Verbs:
    phrases = found | forms
    return Verbs(
        phrases=phrases,
        longest=max(map(len, phrases)),
        words=frozenset(key[0] for key in phrases if len(key) == 1),
        base=frozenset(key[0] for key in found if len(key) == 1),
        parts=frozenset(word for key in phrases for word in key),
        own=frozenset(own),
    )


def _is_meta(meanings: tuple[str, ...]) -> bool:
    """Whether a phrase is an order to the game, which nobody inflects."""
    return meanings[0] in META


def _inflections(found: Phrases) -> tuple[Phrases, dict[tuple[str, ...], tuple[str, ...]]]:
    """What the other forms of phrases mean, but those that are phrases themselves; and of which each is a form."""
    forms: Phrases = {}
    form_of: dict[tuple[str, ...], tuple[str, ...]] = {}
    for key, meanings in found.items():
        for form in () if _is_meta(meanings) else _forms_of(key):
            if form not in found and form not in forms:
                forms[form], form_of[form] = meanings, key
    return forms, form_of


def _with_changes(everywhere: _Lexicon, found: Phrases, changed: list[tuple[str, ...]]) -> Phrases:
    """The inflections of the lexicon with those of what a world has otherwise: the same as `_inflections`."""
    forms = dict(everywhere.forms)
    for key in changed:
        forms.pop(key, None)
    for key in changed:
        known = key in everywhere.phrases
        for form in () if _is_meta(found[key]) else _forms_of(key):
            if known and everywhere.form_of.get(form) == key and form in forms:
                forms[form] = found[key]
            elif not known and form not in found:
                forms.setdefault(form, found[key])
    return forms


def _add(found: Phrases, phrase: str, meaning: str, *, first: bool = False) -> None:
    key = _key(phrase)
    meanings = found.get(key, ())
    if key and meaning not in meanings:
        found[key] = (meaning, *meanings) if first else (*meanings, meaning)


@dataclass(frozen=True)
class _Lexicon:
    """The verbs of every world, and what they come to where a world has no others."""

    phrases: Phrases  # uninflected
    of_use: tuple[tuple[str, ...], ...]  # those whose meaning may be a verb of the world: "sit on"
    forms: Phrases
    form_of: dict[tuple[str, ...], tuple[str, ...]]
    verbs: Verbs


@cache
def _lexicon() -> _Lexicon:
    found: Phrases = {}
    for verb in BASE_VERBS:
        _add(found, verb, verb)
    for verb, phrases in SYNONYMS.items():
        for phrase in phrases.split(","):
            _add(found, phrase, verb)
    for phrase, verb in NEW_VERBS.items():
        _add(found, phrase, verb)
    forms, form_of = _inflections(found)
    of_use = tuple(key for key, meanings in found.items() if meanings[0] == "use")
    return _Lexicon(found, of_use, forms, form_of, _verbs(found, forms, ()))


# Most verbs are of the lexicon, and so of every world.
@lru_cache(maxsize=8192)
def _forms_of(phrase: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """A phrase with its verb in each other form: "picked up", "picking up"."""
    return tuple((form, *phrase[1:]) for form in _inflect(phrase[0]))


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
