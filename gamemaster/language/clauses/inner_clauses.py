"""Clauses that hang on the end or stand in the middle of a main one. Pure."""

from __future__ import annotations

from gamemaster.language.clauses.clause_starts import MERELY, SUBORDINATE, WHOEVER, is_clause, names_deed
from gamemaster.language.clauses.durations import is_measure
from gamemaster.language.clauses.expressions import BODY, WORDS, is_expression
from gamemaster.language.clauses.meanwhile import worn_or_carried
from gamemaster.language.clauses.split import without_lead
from gamemaster.language.clauses.subjects import (
    FIRST,
    JOINTS,
    PRONOUNS,
    finite_at,
)
from gamemaster.language.names.normalization import stem
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.reading import Role
from gamemaster.language.tables.function_words import (
    ADVERBS,
    AUXILIARIES,
    DETERMINERS,
    DIRECTIONS,
    GREETINGS,
    PREPOSITIONS,
    QUESTION_WORDS,
)
from gamemaster.language.tables.verb_forms import is_gerund, is_past, plain_form

# Verbs whose own meaning goes on in "to" and another verb: "try to open", "ask him to come".
_TAKES_TO = frozenset(
    """try want need wish like love start begin continue decide attempt plan mean intend hope promise swear vow offer
    agree refuse pretend manage fail dare have ought got going about able ready ask tell order beg urge
    persuade convince
    invite command get help allow let teach learn forget remember prefer choose threaten force used wait use order
    instruct advise warn request challenge dare claim expect long close""".split()
)

# What one does on the way to a deed, and the particles of such verbs.
_PREPARING = frozenset(
    "stop pause turn bend stoop kneel crouch squat lean reach rise stand sit wait linger halt move hurry".split()
)

_NEARER = frozenset("go come walk step lean".split())  # with a word that says that it is no way off

_CLOSE_BY = frozenset({"over", "closer", "nearer", "across"})

PARTICLES = _CLOSE_BY | frozenset(
    "down up forward forwards round around out aside back there here and".split()
)

_SHUT = frozenset("shut open first wide low high up down out off on".split())

_SPANS = frozenset("a the little short long good".split())


def inner_clause_at(scope: Scope, words: list[str], start: int, at: int) -> Role | None:
    """The role of a dependent stretch that begins in the middle of a clause, without a comma."""
    word, rest = words[at], words[at + 1 :]
    if at - start > 1 and _is_done_walking(scope, words[start:at], word):
        return "manner"
    if at - start < 1 or not rest:
        return None
    role = SUBORDINATE.get(word)
    if word in MERELY and rest[0] == "to" and rest[1:2] and rest[1] in scope.nouns.verbs.base:
        return None if _wants_more(words[start:at]) else "purpose"  # "throw it just to hear the sound"
    if word == "while" and words[at - 1] in _SPANS:
        return None  # "after a while"
    if role is not None and word not in ("when", "if", "since", "as") and is_clause(scope, word, rest):
        return role if rest[0] not in QUESTION_WORDS else None
    if word in ("if", "when") and rest[0] in PRONOUNS | DETERMINERS and not _asks(words[start:at]):
        return role
    if word == "if" and finite_at(scope, rest) is not None and not _asks(words[start:at]):
        return role  # "leave if Skeggi is not in the mood"
    if word == "as" and rest[0] in ("if", "though"):
        return "manner"
    if word == "like" and len(rest) > 2 and _is_as_one_does(scope, words[start:at], rest):
        return "manner"  # "drop it on the desk like I own the place"
    if (
        word == "as"
        and rest[0] in ("a", "an", "bait")
        and len(rest) < _SHORT
        and _POSING.isdisjoint(words[start:at])
    ):
        return "purpose"  # "hang the lantern from the rail as a decoy"
    if (
        word == "as"
        and rest[0] in PRONOUNS
        and "leave" not in words[start:at]
        and len(rest) > 1
        and words[at - 1] not in ADVERBS | {"as", "such", "far"}
    ):
        return "time"
    if word == "without" and names_deed(rest):
        return "negation"
    if word == "with" and (
        _is_hand_held(rest) or (at - start > 1 and worn_or_carried(rest)) or _is_at_ones_heels(scope, rest)
    ):
        return "manner"
    if word == "for" and _is_mere_motive(scope, words[start:at], rest):
        return "purpose"
    if word == "so" and rest[0] in FIRST and _walks_off(scope, rest[1:]):
        return "act"  # "it is dark so I hurry into the hall"
    if word == "so" and (
        rest[:2] == ["no", "one"]
        or rest[0] == "that" or (rest[0] in PRONOUNS | DETERMINERS | WHOEVER and len(rest) > 1)
    ):
        return "purpose"
    if (
        word in ("hoping", "lest")
        or (word == "in" and rest[:2] == ["order", "to"])
        or (word == "in" and rest[0] == "case")
    ):
        return "purpose"
    last = max((n + 1 for n in range(start, at) if words[n] in (",", "and", "then")), default=start)
    before = (
        words[last:at] if words[last] in _POSED else words[start:at]
    )  # "go up, stop on the stair to listen"
    if word == "to" and _is_purpose(scope, before, rest):
        prepares = not _asks_itself(rest) and (_only_prepares(before) or _comes_close(before, rest))
        return "act" if prepares else "purpose"
    return None


def _is_as_one_does(scope: Scope, before: list[str], rest: list[str]) -> bool:
    """Whether what comes after "like" is a clause that says how it is done, and what nothing looks or feels like."""
    seeming = plain_form(before[-1], _SEEMING) in _SEEMING or not _SEEMING.isdisjoint(before[-2:])
    if seeming:
        return False
    named = leading_person(scope, rest)[0] is not None and finite_at(scope, rest) is not None
    return named or rest[0] in _DOERS


_DOERS = frozenset("i we you he she they everyone everybody nobody".split())


_SEEMING = frozenset("look feel seem sound smell taste be is are was act something nothing anything would".split())


def _is_hand_held(rest: list[str]) -> bool:
    """Whether what comes after "with" says where a part of one's body is meanwhile: "with one hand on the wall"."""
    owned = len(rest) > len(("my", "hand", "on")) and rest[0] in _WHOSE
    return owned and stem(rest[1]) in BODY and rest[2] in PREPOSITIONS - {"of"}


_WHOSE = frozenset({"my", "one", "both", "a", "an"})


def _is_at_ones_heels(scope: Scope, rest: list[str]) -> bool:
    """Whether what comes after "with" says who comes along by themselves: "with him at my heel", "with Ivar in tow"."""
    length = 1 if rest[0] in ("him", "her", "it", "them") else leading_person(scope, rest)[1]
    after = rest[length : length + 3]
    return length > 0 and (after[:2] in _ALONGSIDE or after[:1] in _TRAILING)


_ALONGSIDE = (["at", "my"], ["by", "my"], ["in", "tow"], ["on", "my"], ["close", "behind"], ["right", "behind"])
_TRAILING = (["trotting"], ["following"], ["trailing"], ["running"], ["behind"], ["padding"])


def _walks_off(scope: Scope, rest: list[str]) -> bool:
    """Whether words after "so I" order a walk, and say nothing of what one may do then."""
    return len(rest) > 1 and scope.nouns.verbs.at_start(without_lead(rest))[0][:1] == ("go",)


def _is_done_walking(scope: Scope, before: list[str], word: str) -> bool:
    """Whether a form in -ing says what one does with face or voice on a walk: "stroll down the steps whistling"."""
    if not is_gerund(word) or plain_form(word, _ON_THE_WAY) not in _ON_THE_WAY or before[-1] in DETERMINERS:
        return False  # "go to the counting floor"
    return scope.nouns.verbs.at_start(without_lead(before[before[0] in FIRST :]))[0][:1] == ("go",)


_ON_THE_WAY = WORDS | frozenset(
    "whistle sing limp skip dance mutter mumble listen watch count smell sniff".split()
)


def _is_mere_motive(scope: Scope, before: list[str], rest: list[str]) -> bool:
    """Whether "for" and a bare word say why it is done: "throw one turnip in the sea for luck"."""
    end = next((n for n, word in enumerate(rest) if word in JOINTS), len(rest))
    done = without_lead([word for word in before if word not in FIRST])
    bare = (
        0 < end < _MOTIVE
        and rest[0].isalpha()
        and not (DETERMINERS | PRONOUNS | PREPOSITIONS).intersection(rest[:end])
    )
    if not bare or len(done) < _MOTIVE or done[0] in _SOUGHT_FOR or is_measure(rest[:end]):
        return False
    named = any(leading_person(scope, rest[n:end])[0] for n in range(end))
    return not named and not any(stem(word) in scope.nouns.by_stem for word in rest[:end])


_MOTIVE = 3  # words

_SOUGHT_FOR = frozenset(
    """look search ask call shout wait listen hunt fish feel reach head make go beg plead send trade swap barter
    pray play dig watch check rummage tell thank pay hope stay sit sleep rest stand leave""".split()
)

_SHORT = 4  # words of what something serves as

_POSING = frozenset(
    """dress disguise pose pass act work serve masquerade known describe same such myself be am is was look sound
    quick fast quiet""".split()
)


def _asks(words: list[str]) -> bool:
    """Whether "if" and "when" after these words open what is asked or seen, and no condition."""
    if words[-1:] and words[-1] in _TESTED:
        return True  # "test if the plank is loose", "feeling if any is still warm"
    return not {
        "ask",
        "asks",
        "see",
        "check",
        "know",
        "wonder",
        "tell",
        "find",
        "what",
        "how",
        "look",
        "even",
    }.isdisjoint(words)


_TESTED = frozenset(
    "test try feel testing trying feeling checking seeing wondering listening looking asking".split()
)


def _is_purpose(scope: Scope, before: list[str], rest: list[str]) -> bool:
    """Whether "to" and a verb say what a deed is for."""
    stands = rest[0] in scope.nouns.verbs.base or (rest[0] == "be" and len(rest) > 1)
    # What no list of verbs has takes an object: "to muffle the voice".
    plain = rest[0] not in QUESTION_WORDS | PREPOSITIONS | PRONOUNS | ADVERBS and leading_person(scope, rest)[0] is None
    stands = stands or (plain and rest[1:2] != [] and rest[1] in DETERMINERS)
    if rest[0] in DETERMINERS | {"all", "both"} or not stands or rest[0] in scope.nouns.by_stem:
        return False
    if before[-1] == rest[0]:
        return False  # "from hand to hand"
    done = without_lead(before)
    known = frozenset(_TAKES_TO)
    if done[:1] in (["try"], ["tries"]) and len(done) > 1 and before[-1] != done[0]:
        done = ["handle", *done[1:]]  # "try the beam to see how heavy it is"
    if not done or any(plain_form(word, known) in _TAKES_TO for word in done):
        return False
    if before[-1] in (
        "is",
        "are",
        "was",
        "were",
        "am",
        "how",
        "where",
        "what",
        "when",
        "which",
        "who",
        "as",
        "enough",
    ):
        return False
    meanings, length = scope.nouns.verbs.at_start(done)
    handled = len(done) > 2 and done[1] in DETERMINERS | {"it", "them"}  # by a verb that no list has: "wrap it"
    handled = handled and not meanings and rest[0] not in _FINDING_OUT
    return (bool(meanings) and (length < len(done) or len(rest) > 1)) or handled


def _wants_more(before: list[str]) -> bool:
    """Whether the verb before "to" is not whole without what follows: "I want just to sit"."""
    return any(plain_form(word, frozenset(_TAKES_TO)) in _TAKES_TO for word in before)


def _only_prepares(before: list[str]) -> bool:
    """Whether what comes before "to" and a verb is no deed beside it: "I stop to look", "kneel down to read it"."""
    done = [word for word in without_lead(before) if word not in ADVERBS and word not in PARTICLES]
    nearer = _NEARER if not _CLOSE_BY.isdisjoint(before) else frozenset()
    return len(done) == 1 and plain_form(done[0], _PREPARING | nearer) in _PREPARING | nearer


def _asks_itself(rest: list[str]) -> bool:
    """Whether a purpose is a question that the eyes are to answer: "kneel to see what he is cutting"."""
    return rest[0] in _FINDING_OUT and not (QUESTION_WORDS | {"if", "whether"}).isdisjoint(rest[1:3])


_FINDING_OUT = frozenset("see check find make hear learn tell".split())


def _comes_close(before: list[str], rest: list[str]) -> bool:
    """Whether a posture is taken up by a thing only to perceive something: "lean over the rail to see the water"."""
    done = [word for word in without_lead(before) if word not in ADVERBS]
    posed = len(done) > 1 and plain_form(done[0], _POSED) in _POSED and done[1] in PREPOSITIONS | PARTICLES
    return posed and (rest[0] in _PERCEIVING or "look" in rest[1:4])


_POSED = frozenset("bend stoop kneel crouch squat lean hunch crane stop pause halt linger".split())
_PERCEIVING = frozenset(
    "look see read examine check inspect study peer watch listen hear smell sniff feel touch search".split()
)


def _is_verbless(scope: Scope, chunk: list[str]) -> bool:
    """Whether a few words before "I" are no order, no call, no greeting and no direction."""
    if not 1 < len(chunk) < 4:
        return False
    called = any(leading_person(scope, chunk[at:])[0] is not None for at in range(len(chunk)))
    plain = (
        not called
        and chunk[0] not in GREETINGS | PREPOSITIONS | AUXILIARIES | PRONOUNS
        and chunk[0] not in DIRECTIONS
    )
    return plain and not scope.nouns.verbs.at_start(without_lead(chunk))[0]


def absolute_clause_at(scope: Scope, words: list[str], at: int) -> Role | None:
    """How one is while doing something, said without a verb: "…, one hand on the wall", "heart pounding, …"."""
    end = next((n for n in range(at, len(words)) if words[n] in JOINTS), len(words))
    chunk = words[at:end]
    if at == 0:
        chunk = chunk[chunk[:1] == ["my"] :]
        felt = len(chunk) == 2 and stem(chunk[0]) in BODY and is_gerund(chunk[1])
        shown = len(chunk) == 4 and chunk[2] in ("my", "our") and chunk[1] in PREPOSITIONS
        shown = shown and not _is_done(scope, chunk)
        felt = felt or (shown and stem(chunk[3]) in BODY)  # "dust in my teeth"
        if (
            end < len(words) - 1
            and words[end] == ","
            and words[end + 1] in FIRST
            and _is_verbless(scope, words[at:end])
        ):
            return "manner"  # "mind elsewhere, I shovel coal"
        return "manner" if felt and words[end : end + 1] == [","] and len(words) > end + 1 else None
    if words[at - 1] == "," and chunk[1:] in _WAY_UP:
        return "manner"
    if words[at - 1] != "," or _is_done(scope, chunk):
        return None
    a_thing = chunk[:1] and chunk[0] in DETERMINERS
    while len(chunk) > 2 and chunk[0] in DETERMINERS:
        chunk = chunk[1:]
    if len(chunk) < 2 or len(chunk) > 7 or chunk[0] in scope.nouns.verbs.own:
        return None
    if chunk[0] == "back" and chunk[1] in DIRECTIONS.keys() | {"to", "into", "inside"}:
        return None  # "never mind the pumps, back up to the garden"
    if len(chunk) == 2 and chunk[1] == "first":
        return "manner"  # "hilt first"
    lying = chunk[1] in _LYING or (chunk[1] == "at" and stem(chunk[0]) in BODY)
    if not a_thing and lying and chunk[0] not in scope.nouns.verbs.words:
        return "manner"  # "hilt towards the lady", "lamp in hand"
    if _describes(scope, chunk):
        return "manner"
    if stem(chunk[0]) not in BODY and stem(chunk[1]) in BODY and len(chunk) > 2 and chunk[2] in PREPOSITIONS:
        return (
            "manner" if a_thing or chunk[0] not in scope.nouns.verbs.words else None
        )  # "my free hand on it"
    near = stem(chunk[0]) in BODY or (
        stem(chunk[0]) in scope.nouns.by_stem and chunk[0] in scope.nouns.verbs.words
    )
    held = chunk[1] in PREPOSITIONS or (len(chunk) == 2 and (is_past(chunk[1]) or chunk[1] in _SHUT))
    held = held or (is_past(chunk[1]) and chunk[2:3] != [] and chunk[2] in PREPOSITIONS)  # "hands tucked in"
    return "manner" if near and held and chunk[-1] not in ("it", "them") else None


_FALLING = frozenset("rain snow sweat water blood tears wind sand spray".split())  # "rain down my neck"
_WAY_UP = (["side", "up"], ["side", "down"], ["end", "up"])  # "hand it over, seal side up"


def _is_done(scope: Scope, chunk: list[str]) -> bool:
    """Whether a few words begin with a verb of which a gesture is told: "wink at the girl", "roll up my sleeves"."""
    if not chunk or chunk[0] in DETERMINERS or is_gerund(chunk[0]):
        return False
    if stem(chunk[0]) in BODY:  # "tear off a strip", and no tear of the eye
        return chunk[1:2] in (["off"], ["out"]) and chunk[2:3] != [] and chunk[2] in DETERMINERS
    moved = (
        chunk[0] not in _FALLING
        and chunk[1:2] != []
        and chunk[1] in ("up", "down", "off", "out")
        and chunk[2:3] == ["my"]
    )
    at_it = chunk[1:2] in (["at"], ["to"]) and chunk[2:3] != [] and chunk[2] in ("it", "him", "her", "them")
    return moved or at_it or is_expression(scope, chunk)


_LYING = frozenset({"towards", "in", "on", "against", "over", "under"})

_COMPLEMENTS = frozenset("to for of not that as about".split())


def _describes(scope: Scope, chunk: list[str]) -> bool:
    """Whether words after a comma say how one is: "water streaming off my coat", "ready for whatever comes"."""
    first, second = chunk[0], chunk[1]
    if (
        first in scope.nouns.verbs.words
        or first in FIRST | PRONOUNS | PREPOSITIONS | QUESTION_WORDS | AUXILIARIES
    ):
        return False
    if is_gerund(second):
        return second not in scope.nouns.by_stem and first not in ADVERBS
    unknown = stem(first) not in scope.nouns.by_stem and first not in ADVERBS | DETERMINERS
    named = leading_person(scope, chunk[:1])[0] is not None
    return unknown and not named and second in _COMPLEMENTS and first not in ("please", "then", "way", "time")
