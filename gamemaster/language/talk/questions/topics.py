"""What a question is about: the topic of a character that the player's words name. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from gamemaster.language.names.normalization import stem
from gamemaster.language.names.noun_index import Scope, name_words, nouns_of, once_a_scene, resolve
from gamemaster.language.tables.function_words import AUXILIARIES, DETERMINERS, PREPOSITIONS, QUESTION_WORDS
from gamemaster.language.talk.questions.circumstances import ABOUT, circumstances
from gamemaster.language.talk.questions.matters import matter_of
from gamemaster.rules.conditions import holds
from gamemaster.rules.state import MATTER
from worlds.per_world import per_world
from worlds.schema import Topic, World

ENOUGH = 60  # below this a match is no match
BY_ITS_NAME = 100  # the words say a topic's name, and nothing else
_EXACT = 102  # of words that are just a topic's name
MAX_TOPIC = 110  # characters; `Intent.topic` takes 120

# What stands around the subject of a question, one frame a line, deeper lines continuing it; `<t>` is the subject.
_FRAMES_TEXT = r"""
(?:so |and |but )?what (?:do|does|did|can|could|would|have) (?:you|he|she|they|we|i|\w+)
    (?: know| think| remember| tell me| say| feel| hear| heard| make| reckon| believe| learned)
    (?: about| of| regarding| on) <t>
(?:tell|teach|show) (?:me|us)(?: more| everything| something| all| anything)?(?: you know)?(?: about| of| regarding) <t>
(?:do|did|have|can|could|would|will) you (?:know|ever|heard?|see|seen|tell me|happen to know|remember|recall)
    (?: anything| something| much| more)?(?: about| of| regarding)? <t>
(?:what|how) about <t>
what (?:has |have )?(?:happened|happens|will happen|is going on|is wrong|is the matter|went wrong|became|become|is up
    |is the deal|is the story) (?:to|with|of|about|at|in) <t>
(?:do|would) you (?:have|want|need|like|trust|hate|love|fear|believe|sell|own)(?: some| any)? <t>
(?:can|may|could) (?:i|you|we) (?:have|borrow|get|buy|give me|lend me|sell me|spare)(?: some| any)? <t>
(?:who|what|where|how)(?: the (?:hell|fuck))? (?:is|are|was|were) <t>
(?:is|are|was|were) (?:there |it |this |that )?(?:any |some )?<t>
(?:why|how|when|where|what|who|whose|which)
    (?: (?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|should))?(?: not)?
    (?: (?:you|he|she|they|it|i|we))? <t>
(?:i (?:want|need|would like) to (?:know|hear|ask|talk)(?: more)?|talk to me|speak|talk|ask|question)(?: about| of) <t>
(?:do|does|did|have|has|had|are|will|would|could|can|should) (?:you|he|she|they) <t>
(?:about|of|regarding|concerning|for|on|over|that|if|whether) <t>
"""
_FRAMES = tuple(
    re.compile(frame.replace("<t>", "(?P<t>.+)"))
    for frame in re.sub(r"\n +", "", _FRAMES_TEXT).strip().split("\n")
)
_EMPTY = DETERMINERS | frozenset(
    """
    who what where when why how which whose is are was were do does did have has had can could will would should
    you your i me my we us it he she him her they them there here to in on at for with about from if that and or
    not be been really know think tell just going happen happened ever any anything something please so then now
    get make say said go come want need really still again
    """.split()
)


_SMALL = _EMPTY - DETERMINERS
_TRAILING = frozenset("doing here there now like today anyway exactly really then please".split())


@dataclass(frozen=True)
class Subject:
    """What is talked about: a topic's id or the player's own words, and how sure that is (0: their own words)."""

    topic: str
    score: int
    thing: str | None = None  # the thing of the world that the words name, if any


def trim_question(words: list[str]) -> list[str]:
    """The words without the frame of a question: "what do you know about the ice" becomes "the ice"."""
    words = [w for w in words if w.isalnum()]
    while len(words) > 2 and words[-1] in _TRAILING:
        words = words[:-1]
    for _ in range(2):
        text = " ".join(words)
        for frame in _FRAMES:
            match = frame.fullmatch(text)
            if match:
                words = match["t"].split()
                break
        else:
            return words
    return words


@once_a_scene
def subject_of(scope: Scope, who: str | None, words: list[str]) -> Subject:
    """The topic of character `who` that the words name best; else the thing they name; else the words themselves."""
    words = _without_adverb([w for w in words if w.isalnum()])
    core, thing = _core_of(scope, words)
    if who in scope.world.characters and (best := _best_match(scope, who, words, core, thing)) is not None:
        return Subject(best[1], best[0], thing)
    if (meant := _person_meant(scope, who, words)) is not None:
        return subject_of(scope, who, meant)
    while len(core) > 1 and core[0] in ("the", "a", "an", "some", "any"):
        core = core[1:]
    return Subject(" ".join(core)[:MAX_TOPIC].strip(), 0, thing)


def _best_match(
    scope: Scope, who: str, words: list[str], core: list[str], thing: str | None
) -> tuple[int, str] | None:
    """The topic that the words name best, and how well they do.

    What only stands in a phrase of place, time or manner gives way to what the question is about: "did you see Bersi
    come off the ice?". Of two that are named alike, the one whose lines share more of the words is meant.
    """
    found = tuple(_matches(scope.world, who, words, core, thing))
    if not found:
        return None  # most words name no topic
    topics = scope.world.characters[who].topics
    beside = circumstances(words)
    main = [word for at, word in enumerate(words) if at not in beside] if beside else words
    of_main = {topic for _, _, topic in _matches(scope.world, who, main, main, None)} if beside else set()
    named = any(_is_named_in(topics[topic], main) for topic in of_main) or _names_another(
        scope, who, main, beside
    )
    matters = frozenset().union(*(_stems_of_names(topics[topic]) for topic in of_main)) & _stems_of(main).told
    aside = _stems_of([word for at, word in enumerate(words) if at in beside])
    told = _stems_of(words).told
    ranked: list[tuple[int, int, int, int, str]] = []  # the last two: the earlier of equals, and its id
    for score, order, topic in found:
        stands_aside = bool(beside) and topic not in of_main and _score(topics[topic], aside) >= ENOUGH
        # Who has something to say of the well after dark may be asked of it under either name.
        of_both = ABOUT.isdisjoint(words) and not matters.isdisjoint(_told_in(topics[topic]))
        if score < _WITH_HEAD and not _OF_OTHERS.isdisjoint(words):
            continue  # "how old is she?" is about her, and about no "old woman"
        if stands_aside and ((named and not of_both) or score < _WHOLE_NAME):
            continue  # a part of a name in passing: "last night" is not "three nights"
        score += 3 * holds(topics[topic].when, scope.world, scope.state)
        shared = len(_told_in(topics[topic]) & told - _stems_of_names(topics[topic]))
        ranked.append((score, _words_of_name(topics[topic], words), shared, -order, topic))
    return (max(ranked)[0], max(ranked)[-1]) if ranked else None


_WITH_HEAD = 74  # of a topic, the last word of a name of which is said
_WHOLE_NAME = 80  # of a topic, a name of which the words say whole


def _names_another(scope: Scope, who: str, main: list[str], beside: frozenset[int]) -> bool:
    """Whether a question is about a person: "was Bo in the gardens?" asks nothing of the gardens."""
    if not beside:
        return False
    named = matter_of(scope, tuple(main), " ".join(main), who)
    return named is not None and named.thing in scope.world.characters


def _words_of_name(topic: Topic, words: list[str]) -> int:
    """Of how many words the longest name of a topic is that is said as it stands: "my friend" before "friends"."""
    said = f" {' '.join(map(stem, words))} "
    stems = (tuple(map(stem, _parts(name)[0])) for name in topic.names)
    return max((len(one) for one in stems if f" {' '.join(one)} " in said), default=0)


def _is_named_in(topic: Topic, words: list[str]) -> bool:
    """Whether words hold a name of a topic that is a noun, and no question of its own: not "what are you doing"."""
    stems = frozenset(map(stem, words))
    return any(
        _parts(name)[1] <= stems and not _parts(name)[3] and _NO_NOUN.isdisjoint(_parts(name)[0])
        for name in topic.names
    )


_NO_NOUN = QUESTION_WORDS | AUXILIARIES | frozenset("you i we he she it they".split())


@lru_cache(maxsize=4096)
def _stems_in(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in name_words(text) if word not in _EMPTY)


@per_world
def _stems_of_names(topic: Topic) -> frozenset[str]:
    return frozenset().union(*(_parts(name)[1] for name in topic.names))


@per_world
def _told_in(topic: Topic) -> frozenset[str]:
    """The stems of what somebody has to say of a topic."""
    return frozenset().union(*(_stems_in(text) for line in topic.lines for text in line.text))


def _without_adverb(words: list[str]) -> list[str]:
    """The words without a "well" that says how: "do they treat you well?" is after no well."""
    if (
        words[-1:] != ["well"]
        or len(words) < _BEFORE_ADVERB
        or not DETERMINERS.isdisjoint(words[-_BEFORE_ADVERB:])
    ):
        return words
    return words[:-1]


_BEFORE_ADVERB = 3  # words among which a determiner makes a noun of it: "the old well"
_SPOKEN_OF = {"she": "she", "her": "she", "he": "he", "him": "he"}


def _person_meant(scope: Scope, who: str | None, words: list[str]) -> list[str] | None:
    """What "she" calls for where nothing else is named: a topic that goes by "her", else whoever was spoken of last."""
    hearer = scope.world.characters.get(who or "")
    pronouns = {_SPOKEN_OF[word] for word in words if word in _SPOKEN_OF}
    if (
        hearer is None
        or len(pronouns) != 1
        or hearer.pronoun in pronouns
        or any(w in ("i", "you") for w in words)
    ):
        return None
    gender = pronouns.pop()
    oblique = {"she": "her", "he": "him"}[gender]
    names = {name.casefold() for topic in hearer.topics.values() for name in topic.names}
    if oblique in names:
        return [oblique]
    before = scope.state.focus.get(MATTER, "").casefold()
    for person in scope.world.characters.values():
        called = [name.casefold() for name in (person.name, *person.aliases)]
        if person.pronoun == gender and before in called and names.intersection(called):
            return before.split()
    return None


def touched_topics(scope: Scope, people: tuple[str, ...], words: list[str]) -> dict[str, dict[str, int]]:
    """The topics of each of these people that the words name, with how well they do, the best first."""
    words = [w for w in words if w.isalnum()]
    core = _core_of(scope, words) if words else (words, None)
    found: dict[str, dict[str, int]] = {who: {} for who in people}
    for who in people:
        matches = list(_matches(scope.world, who, words, *core))
        # "ask Jory about the key" says the topic's name and no more, as "the key?" does.
        if (said := without_name(scope.world, who, words)) and said != words:
            matches += _matches(scope.world, who, said, *_core_of(scope, said))
        for score, _, topic in sorted(matches, key=lambda match: (-match[0], match[1])):
            found[who].setdefault(topic, score)
    return found


def without_name(world: World, who: str, words: list[str]) -> list[str]:
    """Words to somebody without what they are called."""
    person = world.characters[who]
    own = {word for name in (person.name, *person.aliases, who) for word in name_words(name)}
    return [word for word in words if word not in own]


_NAMED_SO = 76  # fit of a name from which on it is one
_NAMED_AFAR = 90  # the same, of what is not in sight: "people" is no name of the people on some floor


def _best_first(match: tuple[int, int, str]) -> tuple[int, int]:
    return -match[0], match[1]


def _core_of(scope: Scope, words: list[str]) -> tuple[list[str], str | None]:
    """What the words are about, and the thing that this names."""
    core = trim_question(words) or words
    found = resolve(scope, core)
    if found is None:
        return core, None
    known = scope.near.get(found.thing, 0) > 0 or scope.nouns.kinds.get(found.thing) == "person"
    return core, found.thing if found.fit >= (_NAMED_SO if known else _NAMED_AFAR) else None


def _matches(
    world: World, who: str, words: list[str], core: list[str], thing: str | None
) -> Iterator[tuple[int, int, str]]:
    """The topics that are named well enough: how well, their place in the order, their ids."""
    named, topics = _name_index(world)[who], list(world.characters[who].topics.values())
    called = frozenset(named.by_thing.get(thing, ()) if thing is not None else ())
    sharing = {order for word in words for order in named.by_stem.get(stem(word), ())}
    if not sharing and not called:
        return
    all_stems, core_stems = _stems_of(words), _stems_of(core) if core != words else None
    for order in sorted(sharing | called):
        topic = topics[order]
        alias = 0 if order not in called else 90 if topic.id == thing else 84
        whole = _score(topic, all_stems)
        # A name that is a whole question outdoes a part of it.
        of_core = whole if core_stems is None else _score(topic, core_stems)
        whole += 1 if whole == _EXACT else -5
        score = max(of_core, whole, alias)
        if score >= ENOUGH:
            yield score, order, topic.id


@dataclass(frozen=True)
class _Named:
    """Somebody's topics, as places in their order, by the stems of their names and by the things that go by those."""

    by_stem: dict[str, tuple[int, ...]]
    by_thing: dict[str, tuple[int, ...]]


@per_world
def _name_index(world: World) -> dict[str, _Named]:
    """Of each character. A person has dozens of topics, and words share a stem with few of them."""
    whole, found = nouns_of(world).whole, {}
    for who, person in world.characters.items():
        by_stem: dict[str, dict[int, None]] = defaultdict(dict)
        by_thing: dict[str, dict[int, None]] = defaultdict(dict)
        for order, topic in enumerate(person.topics.values()):
            by_thing[topic.id][order] = None
            for name in topic.names:
                for thing in whole.get(tuple(map(stem, name_words(name))), ()):
                    by_thing[thing][order] = None
            for name in (*topic.names, topic.id.replace("_", " ")):
                for part in _parts(name)[2]:  # "the" alone names none of those that begin with it
                    by_stem[part][order] = None
        found[who] = _Named(
            {key: tuple(orders) for key, orders in by_stem.items()},
            {key: tuple(orders) for key, orders in by_thing.items()},
        )
    return found


@per_world
def _names_of(
    topic: Topic,
) -> tuple[tuple[tuple[str, ...], frozenset[str], tuple[str, ...], bool, bool], ...]:
    """The parts of each of a topic's names, its identifier among them."""
    return tuple(map(_parts, (*topic.names, topic.id.replace("_", " "))))


@lru_cache(maxsize=16384)
def _parts(name: str) -> tuple[tuple[str, ...], frozenset[str], tuple[str, ...], bool, bool]:
    """A topic's name as words, as stems, as the stems that say something; whether none does, or only the whole does.

    Only the whole does where one word of content stands among small ones that are no articles: "comes down at seven".
    """
    words = name_words(name)
    stems = tuple(map(stem, words))
    content = tuple(part for part in stems if part not in _EMPTY) or stems
    empty = all(word in _EMPTY for word in words)
    return words, frozenset(stems), content, empty, len(content) == 1 and not _SMALL.isdisjoint(words)


class _Stems(NamedTuple):
    """A player's words, and their stems: all of them, and those that say something."""

    words: tuple[str, ...]
    every: frozenset[str]
    content: tuple[str, ...]
    told: frozenset[str]


def _stems_of(words: list[str]) -> _Stems:
    content = tuple(stem(word) for word in words if word not in _EMPTY)
    return _Stems(tuple(words), frozenset(map(stem, words)), content, frozenset(content))


_OF_YOU = frozenset("you your yourself".split())
_OF_OTHERS = frozenset("he she it they him her his hers its their theirs them".split())


def _score(topic: Topic, words: _Stems) -> int:
    """How well the words name a topic, 0 to 100."""
    every, said, told = words.every, words.content, words.told
    best = 0
    for named, stems, content, empty, whole_only in _names_of(topic):
        if every.isdisjoint(stems):
            continue  # as most are
        if named == words.words:
            return _EXACT
        if (
            not _OF_YOU.isdisjoint(named)
            and _OF_YOU.isdisjoint(words.words)
            and not _OF_OTHERS.isdisjoint(words.words)
        ):
            continue  # "how old is she?" does not ask "how old are you?"
        if whole_only and not stems <= every:
            continue  # "comes down about seven" is no name for whatever is down
        if said and said == content:
            return BY_ITS_NAME
        if empty:
            continue  # "you" names a topic only where nothing else is said
        if stems <= every:
            best = max(best, 80 + 4 * min(len(content), 3))
        elif said and told <= set(content):
            best = max(best, 74 if said[-1] == content[-1] else 70)
        elif len(content) > 1 and set(content) <= every:
            best = max(best, 82)
        elif (
            len(content) > 1
            and content[-1] in said
            and len(told & set(content)) * 2 >= len(content)
            and not _is_of_another_kind(words.words, content)
        ):
            best = max(best, 62)
    return best


def _is_of_another_kind(words: tuple[str, ...], name: tuple[str, ...]) -> bool:
    """Whether words qualify the noun that a name ends in otherwise: "the new road" is not "the mill road"."""
    stems = [stem(word) for word in words]
    before = [words[at - 1] for at, one in enumerate(stems) if at and one == name[-1]]
    return bool(before) and all(
        word not in _EMPTY | PREPOSITIONS and stem(word) not in name for word in before
    )
