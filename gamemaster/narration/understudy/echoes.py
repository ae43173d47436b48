"""The one gate for a player's words that would be told back: a whole clause, of things that are here. Pure.

Whatever is told becomes true in the story. So "You sit by the fire" is told only where there is a fire, and words that
make no clause ("maybe somebody friendlier") are not told at all.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.clauses.expressions import WORDS as EXPRESSIVE
from gamemaster.language.clauses.performances import clears_off
from gamemaster.language.gestures.figures_of_speech import BECOMING
from gamemaster.language.names.described_parts import is_on_the_player, whole_of
from gamemaster.language.names.missing_things import ABOUT_ANYWHERE, could_be_a_thing, is_about_anywhere
from gamemaster.language.names.normalization import plain, stem, words_of
from gamemaster.language.names.noun_index import Scope, resolve, scope_of
from gamemaster.language.names.noun_phrases import is_worn
from gamemaster.language.names.pronouns import pronoun
from gamemaster.language.tables.function_words import (
    ADVERBS,
    AUXILIARIES,
    CLOTHES,
    COMMON_WORDS,
    DETERMINERS,
    DIRECTIONS,
    GREETINGS,
    HOUSEHOLD,
    MISSILES,
    PREPOSITIONS,
    QUESTION_WORDS,
    RESULT_WORDS,
)
from gamemaster.language.tables.verb_forms import infinitive, is_gerund, is_past, skip_adverbs
from gamemaster.narration.understudy.answers.story_so_far.evidence import mention_of
from gamemaster.rules.reach import features
from gamemaster.rules.state import StoryState
from worlds.offers import offers_of
from worlds.schema import PLAYER, World

_SUBJECTS = frozenset({"i", "we", "you"})
_MEANING = frozenset("will shall want would like need have try going just to dare manage begin start".split())
_PRONOUNS = frozenset("it them they he she him her there".split())
_SUBJECT_OF = {"him": "he", "her": "she"}
_STANDING_FOR = _PRONOUNS - {"there"} | {"where"}
# No clause ends in one of these: what they led to was cut away.
_OPEN_ENDS = (
    DETERMINERS
    - frozenset("this that these those her one some more much other each two three four five six half bit lot".split())
) | {
    "and", "or", "but", "even", "because", "if", "though", "with", "at", "of", "from", "into", "who", "which", "than",
}  # fmt: skip
_NO_VERB = (
    (PREPOSITIONS - {"near", "like", "down", "round", "up"})
    | DETERMINERS
    | QUESTION_WORDS
    | GREETINGS
    | ADVERBS
    | frozenset(
        """somebody someone something anybody anyone anything nobody everyone whatever whoever wherever whenever however
        and or but not no it he she""".split()
    )
)
_AFTER_A_VERB = DETERMINERS | PREPOSITIONS | ADVERBS | RESULT_WORDS | _PRONOUNS | {"myself", "me", "close"}
# After one of these a thing is thought of or pointed to, and need not be here: "weep for Bersi", "nod toward the hall".
_OF_THE_ABSENT = frozenset(
    """about of for like as towards toward without regarding concerning before after since until till past
    beyond""".split()
)
# To point, turn or look to a place takes no place that one stands in.
_TOUCHING = frozenset(
    "put press lay hold touch rest lean place kiss rub tap knock pat stroke sit kneel lie".split()
)
_PLACED = frozenset("in on at under behind beside by near to with over".split())
# What any place has about it, whatever else in the world goes by such a name.
_ABOUT = ABOUT_ANYWHERE | frozenset(
    """roof beam post corner door doorway doorpost threshold room shadow dust dirt stone frost cold night sea salt mud
    soot fog mist""".split()
)
_HOUSEHOLD = frozenset(map(stem, HOUSEHOLD))
# What is hummed or counted is no thing that has to be here: "hum two bars of a foxtrot".
_PERFORMING = frozenset(
    "hum whistle sing recite play dance whisper mutter murmur count mime imitate mimic".split()
)
_FIRE = frozenset("fire flame ember coal blaze hearth campfire fireplace".split())
_NAMED = 90  # fit of a name from which on it is one
_LONGEST_NAME = 3  # words


@dataclass(frozen=True)
class Echo:
    """What the gate says of words: whether they may be told, and what they name that is not here."""

    whole: bool
    missing: str = ""  # as it was written, without its article

    @property
    def holds(self) -> bool:
        return self.whole and not self.missing


def echo_of(world: World, state: StoryState, words: str, *, denied: frozenset[str] = frozenset()) -> Echo:
    """Judge words that would be told back as "You …". `denied`: stems of what this turn has said is not here."""
    said = [word for word in words_of(plain(words)) if word not in ('"', "“", "”")]
    scope = scope_of(world, state)
    start = _verb_at(said)
    if start >= len(said) or not _is_a_clause(scope, said, start):
        return Echo(False)
    if (denied and not _STANDING_FOR.isdisjoint(said)) or _hangs_on_the_unnamed(scope, said):
        return Echo(False)  # "they" are what is not here
    return Echo(True, _missing(scope, said, start, denied))


def thing_unheard_of(world: World, state: StoryState, words: str) -> str:
    """The first thing that words point to as if it were here, and that nobody has heard of; else empty."""
    scope, said = scope_of(world, state), words_of(plain(words))
    for at in (n + 1 for n, word in enumerate(said) if word == "the"):
        name = list(
            itertools.takewhile(lambda word: word.isalpha() and word not in _NO_PART_OF_A_NAME, said[at:])
        )
        if name and _is_unheard_of(scope, name[-1], wielded=False):
            return " ".join(name)
    return ""


def _verb_at(words: list[str]) -> int:
    """Where the verb of a clause about the player stands, past "I", "then", "I will" and adverbs."""
    at = skip_adverbs(words, 0)
    while at < len(words) and words[at] in {"so", "now", "and", "but", ","}:
        at = skip_adverbs(words, at + 1)
    subject = next((n for n in range(at, len(words)) if words[n] in _SUBJECTS), at)
    at = (
        skip_adverbs(words, subject + 1)
        if words[subject : subject + 1] and words[subject] in _SUBJECTS
        else at
    )
    while (
        at + 1 < len(words)
        and words[at] in _MEANING
        and words[at + 1] not in DETERMINERS | PREPOSITIONS
        and words[at + 1 : at + 3] != ["not", "to"]
    ):
        at = skip_adverbs(words, at + 1)
    if words[at : at + 3] == ["try", "not", "to"]:
        return skip_adverbs(words, at + 3)
    if words[at + 1 : at + 2] == ["to"] and words[at] in _MEANING:
        at = skip_adverbs(words, at + 2)
    return at


def _is_a_clause(scope: Scope, words: list[str], at: int) -> bool:
    """Whether a verb stands where it should, and nothing was cut away at the end."""
    last = next((word for word in reversed(words) if word != ","), "")
    if last == "his" and words[-2:-1] != [] and words[-2] in PREPOSITIONS:
        last = ""  # "lay my palm on the stones beside his"
    if words[-2:-1] == ["to"] and words[:-2] != [] and "count" in words[:-2]:
        last = ""  # "count to ten"
    return last not in _OPEN_ENDS and _is_a_verb(scope, words, at)


def _hangs_on_the_unnamed(scope: Scope, words: list[str]) -> bool:
    """Whether a spot is described by what nobody has named, or by what is not here: "kneel where they end"."""
    for before, word in itertools.pairwise(words):
        if before == "where" and word in _PRONOUNS:
            thing = pronoun(scope, word)
            here = any(scope.world.characters[who].pronoun == _SUBJECT_OF.get(word, word) for who in scope.people)
            if not here and (thing is None or not scope.reach(thing)):
                return True
    return False


def _is_a_verb(scope: Scope, words: list[str], at: int) -> bool:
    """Whether a word where a verb stands can be one; what nobody knows and is no small word may well be."""
    word = words[at]
    forms = {word, infinitive(word), stem(word)}
    if any(form in scope.nouns.verbs.words or form in EXPRESSIVE for form in forms):
        return True
    if word in ("am", "are") and words[at + 1 :]:
        return True
    if word in _NO_VERB or word in AUXILIARIES - {"do", "have"}:
        return False
    following = words[at + 1 : at + 2]
    if word in COMMON_WORDS and not (is_gerund(word) or is_past(word)):
        return bool(following) and (following[0] in _AFTER_A_VERB or infinitive(word) in _BECOMING)
    return not (stem(word) in scope.nouns.by_stem and following and following[0] in AUXILIARIES)


def _missing(scope: Scope, words: list[str], verb: int, denied: frozenset[str]) -> str:
    """The first thing, person or place that the words put before the player, and that is not there."""
    if clears_off(words[verb:]):
        return ""  # "shake the drips off my hat"
    at = verb + 1
    if infinitive(words[verb]) in _PERFORMING and not denied:
        at = next((n for n in range(at, len(words)) if words[n] in _PLACED), len(words))
    while at < len(words):
        becomes = at == verb + 1 and infinitive(words[verb]) in _BECOMING  # "fall silent"
        if becomes or not _begins_a_name(words, at):
            at += 1
            continue
        length, missing = _judge_name(scope, words, at, verb, denied)
        if not missing and (unknown := _unknown_thing(scope, words, at, verb)):
            return unknown
        if missing:
            return missing
        at += length
    return ""


# With a bare word after it one is or grows so, and nothing is handled.
_BECOMING = BECOMING | {"feel"}


_SO_LEFT = frozenset({"it", "that", "this"})


def _begins_a_name(words: list[str], at: int) -> bool:
    """Whether a noun may begin here: after an article, a preposition, or the verb, and no small word itself."""
    word = words[at]
    small = (
        DETERMINERS | PREPOSITIONS | ADVERBS | AUXILIARIES | QUESTION_WORDS | DIRECTIONS.keys() | _PRONOUNS
    )
    return (
        word.isalpha()
        and word not in small
        and not (is_gerund(word) and words[at - 1] in _SO_LEFT)  # "leave that hanging"
        and word not in _SUBJECTS | {"and", "or", "but", "me", "us", "not", "no"}
    )


def _judge_name(
    scope: Scope, words: list[str], at: int, verb: int, denied: frozenset[str]
) -> tuple[int, str]:
    """How many words the name here has, and the name if it is missed."""
    if stem(words[at]) in _ABOUT or words[at] in _ABOUT:
        return 1, ""
    if stem(words[at]) in BODY and not _is_anothers(words, at):
        return 1, ""
    if is_worn(scope, words[at - 1 : at + 1]):
        return 1, ""  # "shake the rain from my hat"
    if stem(words[at]) in _HOUSEHOLD or is_on_the_player(scope, [words[at]]):
        return 1, ""
    for length in range(min(_LONGEST_NAME, len(words) - at), 0, -1):
        name = words[at : at + length]
        if "," in name or not all(word.isalpha() for word in name):
            continue
        if length == 1 and (stem(name[0]) in _FIRE or name[0] in _FIRE):
            return 1, "" if _is_absent(words, at) or _burns(scope, name) else name[0]
        found = resolve(scope, name)
        if found is None or found.fit < _NAMED or (length > 1 and resolve(scope, name[-1:]) is None):
            continue
        if is_about_anywhere(name[-1]):
            return length, ""  # "the empty place next to me", whatever stands elsewhere by that name
        if stem(name[-1]) in denied and not _is_absent(words, at):
            return length, " ".join(name)
        if (
            scope.reach(found.thing)
            or found.thing == PLAYER
            or _may_be_away(scope, words, at, verb, found.thing)
        ):
            return length, ""
        return length, " ".join(name)
    return 1, ""


def _unknown_thing(scope: Scope, words: list[str], at: int, verb: int) -> str:
    """A thing that nobody has heard of, where the deed takes one: what is held out, what one sits by; else empty."""
    first = at
    while first and words[first - 1] in DETERMINERS - {"of"}:
        first -= 1
    name = list(
        itertools.takewhile(lambda word: word.isalpha() and word not in _NO_PART_OF_A_NAME, words[at:])
    )
    if first == at or not name:
        return ""
    between = words[verb + 1 : first]
    definite = words[first] in _POINTED_AT
    wielded = infinitive(words[verb]) in _WIELDING and set(between) <= _OUT
    settled = (
        definite
        and infinitive(words[verb]) in _SETTLING
        and between[-1:] != []
        and between[-1] in _PLACED - {"in"}
    )
    turned = definite and not between and infinitive(words[verb]) == "give"  # "give the flywheel a turn"
    if not (wielded or settled or turned) or not _is_unheard_of(scope, name[-1], wielded):
        return ""
    whole = " ".join(name)
    rest = words[at + len(name) :]
    if rest[:1] == ["of"]:  # "a scrap of dried fish"
        of = list(
            itertools.takewhile(lambda word: word.isalpha() and word not in _NO_PART_OF_A_NAME, rest[1:])
        )
        return f"{whole} of {' '.join(of)}" if of and _is_unheard_of(scope, of[-1], wielded) else ""
    return whole


def _is_unheard_of(scope: Scope, head: str, wielded: bool) -> bool:
    """Whether a word names something to touch of which nothing here tells; what is held has to be at hand."""
    common = _ABOUT | _FURNITURE | CLOTHES | MISSILES | HOUSEHOLD
    if is_on_the_player(scope, [head]):
        return False
    if not could_be_a_thing(head) or {head, stem(head)} & common or stem(head) in EXPRESSIVE:
        return False
    found = resolve(scope, [head])
    known = found is not None and (not wielded or scope.reach(found.thing))
    return not known and not mention_of(scope.world, scope.state, head)


_POINTED_AT = frozenset({"the", "his", "her", "their", "its"})
_WIELDING = frozenset("hold offer wave brandish raise lift swing dangle shake produce".split())
_SETTLING = frozenset("sit kneel lie stand crouch squat perch lean warm huddle curl".split())
_OUT = frozenset({"out", "up", "aloft", "high", "over", "around", "about"})
# What stands about in any room, whether anybody tells of it or not.
_FURNITURE = frozenset(
    "chair stool bench table counter shelf window step stair rail railing bar desk pillar post seat place spot".split()
)
_NO_PART_OF_A_NAME = (
    PREPOSITIONS | DETERMINERS | ADVERBS | AUXILIARIES | QUESTION_WORDS | _PRONOUNS | RESULT_WORDS | _SUBJECTS
) | frozenset({"and", "or", "but", "me", "us", "not", "no", "so", "while", "until"})


def _is_anothers(words: list[str], at: int) -> bool:
    return bool(at) and words[at - 1] in ("the", "his", "their")


def _is_absent(words: list[str], at: int) -> bool:
    """Whether a thing is only thought of or pointed to: the word before its article says so."""
    while at and words[at - 1] in DETERMINERS - {"of"}:
        at -= 1
    return bool(at) and words[at - 1] in _OF_THE_ABSENT


def _may_be_away(scope: Scope, words: list[str], at: int, verb: int, thing: str) -> bool:
    """Whether what is elsewhere may be named all the same."""
    if _is_absent(words, at):
        return True
    name = words[at]
    if mention_of(scope.world, scope.state, name) or whole_of(scope, [name]) is not None:
        return True  # what is told of the place speaks of it, or it is a part of something here
    introduced = words[at - 1] in DETERMINERS - {"a", "an", "some"} or name[:1].isupper()
    kind = scope.nouns.kinds[thing]
    if words[at - 1] == "my" and kind == "feature":
        return True  # "my bootlace", where a bootlace hangs on the derrick of another place
    if kind == "place":
        return stem(words[verb]) not in _TOUCHING
    if kind in ("person", "threat"):
        return words[at - 1] not in ("at", "to", "with", "beside", "by", "against")
    return not introduced


def _burns(scope: Scope, name: list[str]) -> bool:
    """Whether there is a fire here, or something that is called so."""
    if any("warmth" in offers_of(part) for part in features(scope.world, scope.state)):
        return True
    found = resolve(scope, name)
    return (found is not None and scope.reach(found.thing)) or bool(
        mention_of(scope.world, scope.state, name[0])
    )
