"""What the player was told so far, sentence by sentence, and the one among them that answers a question. Pure.

Every authored wording is counted in the state once it is told: what was told is known, wherever in the world it was
written. A question is met by the words that are rare in what was told; where too few of them stand, nothing answers.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from gamemaster.language.names.normalization import content_of, plain, stem, words_of
from gamemaster.language.tables.function_words import AUXILIARIES
from gamemaster.language.wording.paragraphs import paragraphs_of
from gamemaster.rules.state import StoryState, digest
from worlds.per_world import per_world
from worlds.schema import Character, Feature, Identified, Item, Location, Part, Rule, Topic, World

_LEAST = 0.5  # of the weight of a question's words, so much stands in the sentence that answers it
_LEAST_OF_WHETHER = 0.6  # of "is the basin dry?"
_LONGEST = 240  # characters of what is told in answer
# Where a sentence ends: at no initial ("J.K.") and no title, and in no number ("1.40").
_END = re.compile(r"(?:(?<!\b[A-Z])(?<!\bMr)(?<!\bMrs)(?<!\bDr)(?<!\bSt)\.|[!?])[.!?]*[\u201d\"')]*(?=\s|$)")
_MOST_TOLD = 200  # characters of an answer of several sentences
_SHORT = 60  # characters; what is shorter is told with what goes on from it
_MOST_AFTER = 3
_CARRIED = 0.5  # what a word weighs that stands in the sentence before, of one that begins with "it" or "he"
_UNHEARD = (
    0.8  # what a word weighs that was never told: no sentence has it, and it may be the player's own word
)
_IN_PASSING = 0.1  # what a word of asking adds, of which no sentence needs to have any
_OF_KIND = 0.3  # for a sentence that has what is counted: an hour, a number, a person


def _roots_of(text: str) -> set[str]:
    """The words that say what a text is about, each by its root, whatever form of a verb it is."""
    return {_root(stem(word)) for word in words_of(plain(text)) if content_of(word)}


@lru_cache(maxsize=8192)
def _root(word: str) -> str:
    if word in _OF_DYING:
        return "die"
    formed = re.fullmatch(r"(\w{3,}?)(?:ing|ed)", word)
    base = formed[1] if formed is not None else word
    if formed is not None and len(base) > _SHORT_WORD and base[-1] == base[-2] and base[-1] not in "ls":
        base = base[:-1]  # "stopped"
    return (base.removesuffix("e") if len(base) > _SHORT_WORD else base)[:_ROOT]


_OF_DYING = frozenset("die dies died dying dead".split())
_SHORT_WORD = 3  # letters
_ROOT = 6  # letters by which forms of a word are told to be the same
# Words of a question that no sentence has to have for it to be an answer.
_OF_ASKING = _roots_of(
    """happen mean matter long far much many got get have till until think suppose supposed exactly really anything
    something anybody somebody look looks seem seems see saw hear heard kind sort thing things called call still here
    there now today tonight ever yet again already please word words read write written mention name time times hour
    just back want give gave make made come came put lie lies stand need order able let use used
    way so down up out off over in on away whole all else other wrote carry carrying hold holding"""
)
_REFERS = re.compile(r"(?:and |but |so )?(?:it|he|she|they|that|this|his|her|their|its)\b", re.IGNORECASE)
_NUMBER = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
    r"|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|dozen|half|once|twice|no|none|oh|both|\d[\d.:,]*)\b",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"\b(?:noon|midnight|dawn|dusk|sun(?:rise|set|down|up)|morning|evening|night|moon|o'clock|ago|yesterday|today"
    r"|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september"
    r"|october|november|december|spring|summer|autumn|winter|minutes?|hours?|days?|weeks?|months?|years?)\b",
    re.IGNORECASE,
)
_HOUR = re.compile(
    rf"\b(?:at|by|since|until|till|before|after|past|to|from) {_NUMBER.pattern}", re.IGNORECASE
)
_COUNTED = re.compile(r"\bhow (?:many|much|long|far|old|tall|big|deep|high|often)\b")
_OF_SOMEBODY = re.compile(r"who(?:m|se)?\b")
_SOMEBODY = re.compile(  # a name, or what stands for one
    r"[\w,;] [A-Z]|\b[A-Z]\.|\b(?:he|she|they|you|some(?:body|one)|m[ae]n|wom[ae]n|boy|girl|people|of us)\b"
)
_SAID_BY = re.compile(
    r"\b(?:did|has|have|had|does) (?P<who>(?:\w+ ){1,4}?)(?:say|said|tell|told|mention|claim|warn|promise)"
)
_HOW_MANY = re.compile(r"\bhow many (?:(?:other|more|of|the|these|those) )*(?P<what>\w+)")
_SO_MANY = re.compile(rf"{_NUMBER.pattern} of (?:us|you|them)\b", re.IGNORECASE)
_OF_WRITING = re.compile(r"\b(?:say|says|said|read|reads|written|wrote|want|wants|headline)\b")
_QUOTE = re.compile(r"[\"\u201c']")
_SOMEBODY_SPOKEN_OF = re.compile(r"\b(?:he|she|him|her|they|them)\b")
_LEFT_OUT = re.compile(r" (?:, )?(?:apart from|except(?: for)?|besides|other than) ")
_DATED = re.compile(r"\bwhen\b|\bwhat (?:time|hour|day|year|date)\b|\bhow late\b|\bhow long\b")


@dataclass(frozen=True)
class Telling:
    """A sentence that the player was told."""

    text: str
    speaker: str | None  # who said it
    roots: frozenset[str]
    carried: frozenset[str]  # the roots of what it refers to by "it" or "he"
    subject: frozenset[str]  # the roots of what the passage is of
    after: tuple[str, ...] = ()  # the sentences that go on from it, by the same voice


@dataclass(frozen=True)
class _Passage:
    key: str
    text: str
    speaker: str | None
    subject: str


@per_world
def _passages(world: World) -> tuple[_Passage, ...]:
    """Every text of a world, with what it is of: a place, a thing, somebody."""
    found: dict[tuple[str, str | None, str], None] = {}
    _collect(world, world, "", None, found)
    digests = {text: digest(text) for text, _, _ in found}
    return tuple(_Passage(digests[text], text, speaker, subject) for text, speaker, subject in found)


@per_world
def _passages_by_key(world: World) -> dict[str, tuple[tuple[int, _Passage], ...]]:
    """Every text by what the state keeps of it once it is told, each with its place among all."""
    found: dict[str, tuple[tuple[int, _Passage], ...]] = {}
    for at, one in enumerate(_passages(world)):
        found[one.key] = (*found.get(one.key, ()), (at, one))
    return found


def _collect(
    part: object,
    world: World,
    subject: str,
    speaker: str | None,
    found: dict[tuple[str, str | None, str], None],
) -> None:
    """Note the texts in a part in the order in which they stand, each with its speaker and its subject."""
    if isinstance(part, str):
        if " " in part:
            found[part, speaker, subject] = None
    elif isinstance(part, (tuple, list)):
        for one in part:
            _collect(one, world, subject, speaker, found)
    elif isinstance(part, dict):
        for one in part.values():
            _collect(one, world, subject, speaker, found)
    elif isinstance(part, Part):
        subject = _names_for(world, part) or subject
        said = part.id if isinstance(part, Character) else speaker
        for name, value in part.__dict__.items():
            if not value or isinstance(value, (int, float)) or name == "paraphrases":
                continue  # what players may type is told to nobody
            _collect(value, world, subject, said if name in _SAID else speaker, found)


_SAID = frozenset({"topics", "greeting", "farewell", "unknown", "remarks"})


@per_world
def _names_of_things(world: World) -> dict[str, tuple[str, ...]]:
    """What everything that a rule can be done to is called."""
    parts: list[Item | Character | Location | Feature] = [
        *world.items.values(),
        *world.characters.values(),
        *world.locations.values(),
        *(feature for _, feature in world.features()),
    ]
    return {one.id: (one.name, *one.aliases) for one in parts}


def _names_for(world: World, part: Part) -> str:
    """The names of what the texts in a part are of; of a rule, of what it is done to."""
    naming = _naming_of(type(part))
    return naming(world, part) if naming is not None else ""


@cache
def _naming_of(kind: type[Part]) -> Callable[[World, Any], str] | None:
    """How a kind of part goes by names, if it does. To ask each part what it is would take longer than the rest."""
    if issubclass(kind, Rule):
        return _names_of_rule
    if issubclass(kind, Topic):
        return lambda _, topic: " ".join(topic.names)
    return _own_names if issubclass(kind, Identified) and "name" in kind.model_fields else None


def _names_of_rule(world: World, rule: Rule) -> str:
    names = _names_of_things(world)
    return " ".join(name for one in rule.on for name in names.get(one, ()))


def _own_names(_: World, part: Any) -> str:
    return " ".join((part.name, *getattr(part, "aliases", ()))) if isinstance(part.name, str) else ""


# What says nothing without the sentence before it.
_HANGS = re.compile(r"(?:Failing (?:that|which)|Otherwise|Or else|If not|Even so|In that case|Either way|Instead)\b")


def sentences_in(text: str) -> Iterator[str]:
    """The sentences of a passage, without its marks; a quotation stays whole, with whoever speaks it."""
    line = " ".join(re.sub(r"@\w+:?|\*", "", text).split())
    ends = [0, *(found.end() for found in _END.finditer(line)), len(line)]
    parts = (line[start:end].strip() for start, end in itertools.pairwise(ends))
    begun = ""
    for part, following in itertools.pairwise((*parts, "")):
        begun = f"{begun} {part}".strip()
        if begun.count('"') % 2 or (_HANGS.match(following) and len(begun) + len(following) < _LONGEST):
            continue
        if begun and len(begun) < _LONGEST:
            yield begun
        begun = ""


def refers_back(text: str) -> bool:
    """Whether a sentence says of what it is only in the one before it: "It is one word, and he gives it time"."""
    return _REFERS.match(text) is not None


@lru_cache(maxsize=4096)
def _cut(passage: _Passage) -> tuple[Telling, ...]:
    """A passage as its sentences, each with what it goes on from."""
    cut: list[Telling] = []
    subject = frozenset(_roots_of(passage.subject))
    for who, words in paragraphs_of(passage.text, passage.speaker):
        sentences = _with_stumps_joined(sentences_in(words))
        before: frozenset[str] = frozenset()
        for at, one in enumerate(sentences):
            roots = frozenset(_roots_of(one))
            carried = before if _REFERS.match(one) else frozenset()
            after = tuple(sentences[at + 1 : at + 1 + _MOST_AFTER])
            cut.append(Telling(one, who, roots, carried, subject, after))
            before = roots | carried
    return tuple(cut)


def _with_stumps_joined(sentences: Iterable[str]) -> list[str]:
    """The sentences, one of two or three words with the one before it: "Eddie is not." says nothing alone."""
    joined: list[str] = []
    for one in sentences:
        if joined and len(one.split()) <= _STUMP and len(joined[-1]) + len(one) < _LONGEST:
            joined[-1] = f"{joined[-1]} {one}"
        else:
            joined.append(one)
    return joined


_STUMP = 3  # words


def tellings(world: World, state: StoryState, more: Iterable[str] = ()) -> list[Telling]:
    """All that the player was told, as sentences; `more` are texts that they know besides."""
    # A story tells far fewer texts than a world has.
    found, moved = _passages_by_key(world), _moved_from_where_they_lay(world, state)
    told = [one for _, one in sorted(one for key in state.told for one in found.get(key, ())) if one.key not in moved]
    known = [_Passage("", text, None, "") for text in more]
    return list(dict.fromkeys(one for passage in (*told, *known) for one in _cut(passage)))


def _moved_from_where_they_lay(world: World, state: StoryState) -> set[str]:
    """The keys of what tells how things lie that lie there no more: what was eaten lies on no table."""
    moved = (item for item, at in state.items.items() if item in world.items and at != world.items[item].at)
    return {digest(text) for item in moved for one in world.items[item].lying for text in one.text}


def told_of(world: World, state: StoryState, thing: str, shown: Iterable[str]) -> list[Telling]:
    """What the player was told of one thing, as sentences; `shown` are texts of it that are seen besides."""
    names = " ".join(_names_of_things(world).get(thing, ()))
    subject = frozenset(_roots_of(names))
    told = [one for one in tellings(world, state) if one.subject == subject]
    seen = [one for text in shown for one in _cut(_Passage("", text, None, names))]
    return list(dict.fromkeys((*told, *seen)))


def spoken_of_at_hand(world: World, state: StoryState, things: Iterable[str], name: str) -> str:
    """The sentence of what was told of the things at hand that speaks of something without a name of its own."""
    wanted, names = _roots_of(name), _names_of_things(world)
    subjects = {frozenset(_roots_of(" ".join(names[thing]))) for thing in things if thing in names}
    told = (one for one in tellings(world, state) if one.speaker is None and one.subject in subjects)
    return next((one.text for one in told if wanted and wanted <= one.roots), "")


def matter_asked(question: str) -> set[str]:
    """The words that a question turns on, by their roots (`content_of`)."""
    return {root for root in content_of(question) if not _roots_of(root) <= _OF_ASKING}


def best_of(world: World, known: list[Telling], question: str, before: str = "") -> Telling | None:
    """The telling that answers a question best; None where none does. `before`: what "it" and "he" refer to in it.

    A sentence that has nothing of a question but somebody's name answers only who they are.
    """
    text = _LEFT_OUT.split(" ".join(words_of(plain(question))))[0]
    said = _roots_of(text)
    wanted = said - _OF_ASKING
    wanted |= _roots_of(before) - _OF_ASKING if _REFERS.search(text) and before else set()
    if not wanted or (len(wanted) == 1 and _SOMEBODY_SPOKEN_OF.search(text) is not None):
        return None
    spread = Counter(root for one in known for root in one.roots)
    most = math.log(1 + len(known))
    whether = text.split(" ")[0] in AUXILIARIES  # what is asked of the thing is all of such a question
    unheard, least = (1.0, _LEAST_OF_WHETHER) if whether else (_UNHEARD, _LEAST)
    weight = {
        root: math.log(1 + len(known) / spread[root]) if spread[root] else most * unheard for root in wanted
    }
    heard = _is_of_words(world, text, known)
    counted = text.startswith("how many ")
    whole = sum(weight.values())
    matter = wanted - _names_of_people(world) or wanted
    best = (0.0, False, 0)
    answer: Telling | None = None
    for at, one in enumerate(known):
        own = wanted & (one.roots | one.subject)
        if own.isdisjoint(matter) or (heard and one.speaker is None):
            continue
        if counted and _NUMBER.search(f"{one.text} {' '.join(one.after[:1])}") is None:
            continue  # "how many are there?" is answered by a number
        carried = (wanted & one.carried) - own
        score = (
            sum((weight[root] if root in own else _CARRIED * weight[root]) for root in own | carried) / whole
        )
        score += _of_kind(text, one) + _IN_PASSING * len((said - wanted) & one.roots) if score else 0
        if score < least:
            continue
        says = _OF_WRITING.search(text) is not None and _QUOTE.match(one.text) is not None
        key = (score + _OF_KIND * says, bool(wanted & one.subject), -at)
        if key > best:
            best, answer = key, one
    return answer


@per_world
def _names_of_people(world: World) -> frozenset[str]:
    return frozenset().union(*(_roots_of(one.name) for one in world.characters.values()))


def _is_of_words(world: World, text: str, known: list[Telling]) -> bool:
    """Whether it is asked what somebody said, who is no letter and no clock."""
    found = _SAID_BY.search(text)
    if found is None:
        return False
    by = _roots_of(found["who"])
    things = frozenset().union(*(one.subject for one in known if one.speaker is None))
    return by.isdisjoint(things - _names_of_people(world))


def _of_kind(text: str, one: Telling) -> float:
    """For or against a sentence: whether it has what is asked for, a number, an hour, somebody."""
    if (of_what := _HOW_MANY.search(text)) is not None:
        thing = _roots_of(of_what["what"])
        if (
            thing
            and thing.isdisjoint(one.roots | one.carried | one.subject)
            and _SO_MANY.search(one.text) is None
        ):
            return -_OF_KIND
        counted_so = rf"{_NUMBER.pattern} (?:\w+ )?{re.escape(of_what['what'])}"
        by_the_score = rf"\b{re.escape(of_what['what'])}\b.* by the (?:score|dozen|hundred|thousand)\b"
        if re.search(f"{counted_so}|{by_the_score}", one.text, re.IGNORECASE) is not None:
            return 2 * _OF_KIND
    if _COUNTED.search(text) or _DATED.search(text):
        if re.search(r"\bhow long\b", text) is not None:
            return _OF_KIND if _TIME.search(one.text) is not None else -_OF_KIND
        counted = _COUNTED.search(text) is not None and _NUMBER.search(one.text) is not None
        dated = _DATED.search(text) is not None and (_TIME.search(one.text) or _HOUR.search(one.text))
        return _OF_KIND if counted or dated else -_OF_KIND
    if _OF_SOMEBODY.match(text):
        return (
            0.0
            if one.speaker is not None or _SOMEBODY.search(f"{one.text} {' '.join(one.after[:1])}")
            else -_OF_KIND
        )
    return 0.0


def in_quotes(world: World, one: Telling) -> str:
    """A telling as it is told back: with who said it, and with what goes on from it where it is short."""
    text = one.text
    for further in one.after:
        if len(text) >= _SHORT or len(text) + len(further) > _MOST_TOLD:
            break
        text = f"{text} {further}"
    if one.speaker in world.characters:
        return f"{world.characters[one.speaker].name} said: \u201c{text}\u201d"
    return text


def told_once(world: World, state: StoryState, name: str) -> str:
    """The sentence of what was narrated so far, wherever that was, that names something; empty where none does."""
    wanted = content_of(name)
    told = (one.text for one in tellings(world, state) if one.speaker is None)
    return next((one for one in told if wanted and wanted <= content_of(_WITHIN_A_NAME.sub("", one))), "")


# "Light" of Skerrow Light, "weight" of the weight-tube: parts of names, which name nothing by themselves.
_WITHIN_A_NAME = re.compile(r"\b[A-Z]\w+(?: [A-Z]\w+)+|\b\w+-\w+\b")
