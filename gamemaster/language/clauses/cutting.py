"""Cut a sentence into a main clause and what hangs on it: manner, purpose, condition, time, denial. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gamemaster.language.clauses.durations import is_measure
from gamemaster.language.clauses.expressions import BODY, is_expression
from gamemaster.language.clauses.split import begins, without_lead
from gamemaster.language.clauses.subjects import (
    FIRST,
    JOINTS,
    PRONOUNS,
    denies,
    finite_at,
    person_of,
    reports,
)
from gamemaster.language.names.normalization import SPEECH, stem
from gamemaster.language.names.noun_index import Scope, find_names
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
    STEALTH_PHRASES,
)
from gamemaster.language.tables.verb_forms import is_gerund, is_past, plain_form, skip_adverbs

_SUBORDINATE: dict[str, Role] = {
    **dict.fromkeys(("if", "unless", "once", "whenever", "provided", "supposing"), "condition"),
    **dict.fromkeys(
        ("wherever", "when", "while", "before", "after", "until", "till", "til", "as", "whilst"), "time"
    ),
    **dict.fromkeys(("because", "since", "although", "though", "whereas", "seeing"), "background"),
    **dict.fromkeys(("lest", "hoping"), "purpose"),
}
# Verbs whose own meaning goes on in "to" and another verb: "try to open", "ask him to come".
_TAKES_TO = frozenset(
    """try want need wish like love start begin continue decide attempt plan mean intend hope promise swear vow offer
    agree refuse pretend manage fail dare have ought got going about able ready ask tell order beg urge
    persuade convince
    invite command get help allow let teach learn forget remember prefer choose threaten force used wait use order
    instruct advise warn request challenge dare claim expect long close""".split()
)
_FRONTED = frozenset({"condition", "time", "background", "negation", "manner", "purpose"})
# What one does on the way to a deed, and the particles of such verbs.
_PREPARING = frozenset(
    "stop pause turn bend stoop kneel crouch squat lean reach rise stand sit wait linger halt move hurry".split()
)
_NEARER = frozenset("go come walk step lean".split())  # with a word that says that it is no way off
_CLOSE_BY = frozenset({"over", "closer", "nearer", "across"})
_PARTICLES = _CLOSE_BY | frozenset(
    "down up forward forwards round around out aside back there here and".split()
)
_SHUT = frozenset("shut open first wide low high up down out off on".split())
_RELATIVE = frozenset({"where", "which", "whose"})
_MAY = frozenset("can could may might shall".split())
_WHOEVER = frozenset("whoever whatever anybody anyone everybody everyone nobody nothing".split())
_SPANS = frozenset("a the little short long good".split())
_TELLING = frozenset(
    "tell say ask whisper warn promise swear beg explain confess admit assure remind inform".split()
)
_ASKED_OF = PRONOUNS | frozenset(
    "anyone anybody someone somebody everyone everybody anything something".split()
)
_MINDS = frozenset(
    "grin smile nod bow shrug frown laugh sigh wink scowl heart care hope fear tears eyes".split()
)


@dataclass(frozen=True)
class Stretch:
    """Words with one role. `asked`: they end in a question mark."""

    words: list[str]
    role: Role
    asked: bool = False
    doubtful: bool = False  # told in the past tense, or a plan: a deed only where nothing else is done
    confidence: float = 1.0
    joint: str = ""  # what it is joined with to the stretch before it
    gate: tuple[str, ...] = ()  # the condition that it hangs on: "if he attacks"
    trails: bool = False  # the condition comes after the deed
    either: bool = False  # one of two alternatives: the one that is not done is passed over


def _is_one_more(scope: Scope, words: list[str], at: int) -> bool:
    """Whether nothing but one more thing is named after an "and", whatever its words look like: "the carved board"."""
    start = at + (words[at] in DETERMINERS)
    end = start + find_names(scope, words, start) if start > at and start < len(words) else at
    return end - start > 1 and (end == len(words) or words[end] in JOINTS)


def units(scope: Scope, words: list[str], asked: bool) -> Iterator[Stretch]:
    """Stretches as they are opened: at the start, after a joint, and where a subordinate clause begins by itself."""
    start, role = 0, _opening(scope, words, 0) or _absolute(scope, words, 0)
    if role is None and (end := fronted_phrase(words)):
        yield _unit(words[:end], "manner")
        start = end
    reported = is_reported(scope, words)
    for at in range(1, len(words)):
        if words[at] == SPEECH or (at - 1 == start and words[start] in JOINTS):
            continue
        if words[at - 1] == SPEECH:
            if (after := _after_speech(scope, words, at)) is not None:
                yield _unit(words[start:at], role)
                start, role = at, None if after == "act" else after
            continue
        if words[at - 1] == "," and SPEECH in words[max(0, at - 2) : at] and reports(words[at : at + 4]):
            continue  # “…”, I say
        if words[at - 1] == "only" and at > 1 and words[at - 2] in FIRST:
            continue  # "I only stood there"
        opened: Role | None = None
        if words[at - 1] == "and" and _is_one_more(scope, words, at):
            continue
        if reported and not (words[at - 1] in JOINTS and _ends_report(scope, words, at)):
            continue
        if words[at - 1] == "so" and words[at + 1 : at + 2] == ["that"]:
            continue  # "growls so loudly that I laugh"
        if words[at - 1] == "so" and at == len(words) - 1 and words[at - 2] != ",":
            continue  # "that got you so upset": how much
        if words[at - 1] in JOINTS:
            opened = _opening(scope, words, at) or _absolute(scope, words, at)
            if opened is None and fronted_phrase(words[at:]):
                opened = "manner"  # "… and in front of everybody I tell her"
            if opened is None and _main(scope, words, at):
                opened = "act"
        elif _main_again(scope, words, role, start, at):
            opened = "act"
        elif words[at] in ("just", "only", "instead") and at - start > 1 and denies(words[start:at]):
            opened = "act"  # "don't wake the cat just move the lamp"
        elif not asked:
            opened = _inner(scope, words, start, at)
        if opened is not None:
            reported = is_reported(scope, words[at:])
            yield _unit(words[start:at], role)
            # The joint stays with what it joins: "and" goes on in the same person and tense, a comma may not.
            start = at - (words[at - 1] in JOINTS and at - 1 > start)
            role = None if opened == "act" else opened
    yield _unit(words[start:], role)


def is_reported(scope: Scope, words: list[str]) -> bool:
    """Whether the sentence tells what the player says without quoting it: "I tell Hild that I took nothing"."""
    at = skip_adverbs(words, 0)
    at = skip_adverbs(words, at + (words[at : at + 1] == ["i"]))
    if at + 1 >= len(words) or plain_form(words[at], _TELLING) not in _TELLING or SPEECH in words:
        return False
    if is_past(words[at]):
        return False
    rest = words[at + 1 :]
    return rest[0] in ("that", "to") or leading_person(scope, rest)[0] is not None


def without_manner_of_speaking(words: list[str]) -> list[str]:
    """A report without how it is said between commas: "I ask the smith, in a low voice, whether …"."""
    at = words.index(",") if "," in words else len(words)
    end = words.index(",", at + 1) if "," in words[at + 1 :] else len(words)
    if 1 < end - at <= _MANNER_WORDS and end < len(words):
        return [*words[:at], *words[end + 1 :]]
    return words


_MANNER_WORDS = 6


def _ends_report(scope: Scope, words: list[str], at: int) -> bool:
    """Whether another order begins after a joint: one in its plain form, without a subject of its own."""
    verb = words[at]
    start = next((n for n, word in enumerate(words) if plain_form(word, _TELLING) in _TELLING), 0)
    length = leading_person(scope, words[start + 1 :])[1]
    if words[at - 1] == "and" and words[start + 1 + length : start + 2 + length] == ["to"]:
        return False  # "ask him to go up and take the lamp"
    if verb in ("when", "once") and words[at - 1] == "and" and _is_ordered_then(scope, words, at):
        return True  # "tell him a lie, and when he looks away grab the key"
    return words[at - 1] != "so" and verb in scope.nouns.verbs.base and begins(scope, words[at:], words[:at])


def _is_ordered_then(scope: Scope, words: list[str], at: int) -> bool:
    """Whether the player is to do something then: "and when he looks away, grab the key"."""
    comma = words.index(",", at) if "," in words[at:] else 0
    return order_after(scope, words, at) > 0 or bool(
        comma and begins(scope, words[comma + 1 :], words[:comma])
    )


def order_after(scope: Scope, words: list[str], at: int) -> int:
    """Where an order follows a clause of time or condition at once: "when he looks away | grab the key"; else 0."""
    who, length = leading_person(scope, words[at + 1 :])
    start = at + 2 + length
    if who is None or FIRST.intersection(words[at + 1 : at + 2]):
        return 0
    for n in range(start, len(words) - 1):
        if words[n] in JOINTS or words[n] in FIRST:
            return 0
        before = words[n - 1]
        plain = words[n] in scope.nouns.verbs.base and before not in PREPOSITIONS | DETERMINERS | AUXILIARIES
        if plain and before != "to" and words[n + 1] in DETERMINERS | {"it", "them"}:
            return n
    return 0


_SPEAKING = frozenset({"call", "tell", "ask", "talk"})  # "I bark" says who speaks


def _after_speech(scope: Scope, words: list[str], at: int) -> Role | None:
    """The role of a clause that begins right after a quotation and does not say who speaks: “…” I drop into a chair."""
    end = next((n for n in range(at, len(words)) if words[n] == SPEECH), len(words))
    rest = words[at:end]
    if len(rest) < 3 or reports(rest[:6]):
        return None
    role = _opening(scope, rest, 0)
    meanings = scope.nouns.verbs.at_start(without_lead(rest))[0]
    subject = rest[0] in FIRST and bool(meanings) and _SPEAKING.isdisjoint(meanings[:1])
    return role or ("act" if subject or person_of(scope, rest, 0) == "third" else None)


def _unit(words: list[str], role: Role | None) -> Stretch:
    joint = words[0] if words and words[0] in JOINTS else ""
    return Stretch(trim_joints(words), role or "act", joint=joint)


def trim_joints(words: list[str]) -> list[str]:
    while words and words[-1] in JOINTS:
        words = words[:-1]
    while words and words[0] in JOINTS:
        words = words[1:]
    return words


_LONGEST_FRONT = 10  # words


def fronted_phrase(words: list[str]) -> int:
    """How many words before "I" only say with what or where it is done: "by the light of the lamp I read it"."""
    at = next((at for at, word in enumerate(words[:_LONGEST_FRONT]) if word in FIRST), 0)
    led = at > 1 and words[0] in _FRONTING and SPEECH not in words[:at] and "and" not in words[:at]
    plain = led and AUXILIARIES.isdisjoint(words[:at]) and PRONOUNS.isdisjoint(words[:at])
    return at if plain and words[0] != words[at] else 0


_FRONTING = frozenset(
    "with by in at on after without under from for through against behind beneath amid".split()
)


def _opening(scope: Scope, words: list[str], at: int) -> Role | None:
    """The role of a dependent stretch that begins here, at the start of a sentence or after a joint."""
    word, rest = words[at], words[at + 1 :]
    role = _SUBORDINATE.get(word)
    if role is not None and _is_clause(scope, word, rest):
        return role
    if at > 1 and words[at - 1] == "," and word in _RELATIVE and rest and not is_reported(scope, words):
        return "background"  # "…, where the flies have been"
    if (
        at > 1
        and words[at - 1] == ","
        and word in _REASONING
        and rest
        and rest[0] not in PRONOUNS | DETERMINERS
    ):
        return "background"  # "pocket the tape, might need it later"
    if word in ("without", "instead", "rather") and _names_deed(rest[rest[:1] in (["of"], ["than"]) :]):
        return "negation"
    if word == "so" and rest and (rest[0] == "that" or (rest[0] in PRONOUNS - {"what"} and at > 0)):
        return "purpose" if rest[0] not in FIRST or (rest[1:2] and rest[1] in _MAY) else None
    if word == "so" and at > 0 and len(rest) > 2 and rest[0] in DETERMINERS | _WHOEVER:
        return "purpose"  # "so the next knock has to be polite"
    if at > 0 and words[at - 1] != "and" and word == "with" and _MINDS.intersection(rest[:4]):
        return "manner"
    if tuple(words[at : at + 3]) == ("in", "order", "to") or tuple(words[at : at + 2]) == ("in", "case"):
        return "purpose"
    if word == "going" and rest[:1] == ["to"]:
        return None  # "gonna"
    if is_gerund(word) and word not in scope.nouns.by_stem and _another_main(scope, words, at):
        return "manner"
    return None


_REASONING = frozenset("might may could would should".split())  # without a subject: why something is done


def _is_clause(scope: Scope, word: str, rest: list[str]) -> bool:
    """Whether a subordinating word opens a clause here: "before he comes", not "before the fire"."""
    if not rest:
        return False
    if word in (
        "if",
        "unless",
        "because",
        "although",
        "though",
        "whereas",
        "lest",
        "hoping",
        "whenever",
        "wherever",
        "provided",
    ):
        return True
    if word in ("until", "till", "til"):
        return True
    first = rest[0]
    if word == "when" or word == "once":
        return (
            first in PRONOUNS
            or first in DETERMINERS
            or is_gerund(first)
            or bool(leading_person(scope, rest)[0])
        )
    if word == "as":
        meanwhile = first in DETERMINERS and any(one in FIRST for one in rest[2:6])
        return first in ("if", "though") or (first in PRONOUNS and len(rest) > 1) or meanwhile
    if first in PRONOUNS - {"that", "this", "it"} or is_gerund(first):
        return len(rest) > 1 or is_gerund(first)
    return finite_at(scope, rest) is not None


def _names_deed(rest: list[str]) -> bool:
    quietly = " ".join(["without", *rest[:4]])
    return bool(rest) and is_gerund(rest[0]) and not quietly.startswith(STEALTH_PHRASES)


def _inner(scope: Scope, words: list[str], start: int, at: int) -> Role | None:
    """The role of a dependent stretch that begins in the middle of a clause, without a comma."""
    word, rest = words[at], words[at + 1 :]
    if at - start < 1 or not rest:
        return None
    role = _SUBORDINATE.get(word)
    if word == "while" and words[at - 1] in _SPANS:
        return None  # "after a while"
    if role is not None and word not in ("when", "if", "since", "as") and _is_clause(scope, word, rest):
        return role if rest[0] not in QUESTION_WORDS else None
    if word in ("if", "when") and rest[0] in PRONOUNS | DETERMINERS and not _asks(words[start:at]):
        return role
    if word == "if" and finite_at(scope, rest) is not None and not _asks(words[start:at]):
        return role  # "leave if Skeggi is not in the mood"
    if word == "as" and rest[0] in ("if", "though"):
        return "manner"
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
    if word == "without" and _names_deed(rest):
        return "negation"
    if word == "for" and _is_mere_motive(scope, words[start:at], rest):
        return "purpose"
    if word == "so" and (
        rest[0] == "that" or (rest[0] in PRONOUNS | DETERMINERS | _WHOEVER and len(rest) > 1)
    ):
        return "purpose"
    if (
        word in ("hoping", "lest")
        or (word == "in" and rest[:2] == ["order", "to"])
        or (word == "in" and rest[0] == "case")
    ):
        return "purpose"
    if word == "to" and _is_purpose(scope, words[start:at], rest):
        return "act" if _only_prepares(words[start:at]) else "purpose"
    return None


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
    if words[-1:] in (["test"], ["try"], ["feel"]):
        return True  # "test if the plank is loose"
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


def _is_purpose(scope: Scope, before: list[str], rest: list[str]) -> bool:
    """Whether "to" and a verb say what a deed is for."""
    if rest[0] in DETERMINERS or rest[0] not in scope.nouns.verbs.base or rest[0] in scope.nouns.by_stem:
        return False
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
    return bool(meanings) and (length < len(done) or len(rest) > 1)


def _only_prepares(before: list[str]) -> bool:
    """Whether what comes before "to" and a verb is no deed beside it: "I stop to look", "kneel down to read it"."""
    done = [word for word in without_lead(before) if word not in ADVERBS and word not in _PARTICLES]
    nearer = _NEARER if not _CLOSE_BY.isdisjoint(before) else frozenset()
    return len(done) == 1 and plain_form(done[0], _PREPARING | nearer) in _PREPARING | nearer


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


def _absolute(scope: Scope, words: list[str], at: int) -> Role | None:
    """How one is while doing something, said without a verb: "…, one hand on the wall", "heart pounding, …"."""
    end = next((n for n in range(at, len(words)) if words[n] in JOINTS), len(words))
    chunk = words[at:end]
    if at == 0:
        chunk = chunk[chunk[:1] == ["my"] :]
        felt = len(chunk) == 2 and stem(chunk[0]) in BODY and is_gerund(chunk[1])
        shown = len(chunk) == 4 and chunk[2] in ("my", "our") and chunk[1] in PREPOSITIONS
        felt = felt or (shown and stem(chunk[3]) in BODY)  # "dust in my teeth"
        if (
            end < len(words) - 1
            and words[end] == ","
            and words[end + 1] in FIRST
            and _is_verbless(scope, words[at:end])
        ):
            return "manner"  # "mind elsewhere, I shovel coal"
        return "manner" if felt and words[end : end + 1] == [","] and len(words) > end + 1 else None
    if words[at - 1] != ",":
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
    if not a_thing and chunk[1] in _LYING and chunk[0] not in scope.nouns.verbs.words:
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
    return "manner" if near and held and chunk[-1] not in ("it", "them") else None


_LYING = frozenset({"towards", "in", "on", "at", "against", "over", "under"})
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


def _main_again(scope: Scope, words: list[str], role: Role | None, start: int, at: int) -> bool:
    """Whether the main clause begins here, after a subordinate one that began at `start`."""
    if role in _FRONTED and at - start > 1 + (words[start] != "without") and _resumes(scope, words, at):
        return True
    return role == "condition" and _ordered_after(scope, words[start:at], words[at:])


def _resumes(scope: Scope, words: list[str], at: int) -> bool:
    """Whether the main clause begins here, after a subordinate one without a comma: "if he is gone I take
    the key"."""
    return (
        words[at] in FIRST
        and at + 1 < len(words)
        and words[at - 1] not in ("and", "than", "that", "what", "as", "best")
    )


def _ordered_after(scope: Scope, condition: list[str], rest: list[str]) -> bool:
    """Whether an order begins after a condition that is said to its end: "if there is a bunk free have a nap"."""
    last = condition[-1]
    verb = next((word for word in reversed(condition) if word not in ADVERBS), last)
    if verb in AUXILIARIES:
        return False  # "as if I could just walk out": its verb is still to come
    if len(condition) < _WHOLE_CONDITION or rest[0] not in scope.nouns.verbs.base or len(rest) < 2:
        return False
    said = last in DIRECTIONS or last in _PARTICLES
    if rest[0] in _LEFT or last in _OPEN or (last in PREPOSITIONS and not said):
        return False
    if last in DETERMINERS - _OTHERS | AUXILIARIES:
        return False
    return begins(scope, rest, condition)


_WHOLE_CONDITION = 3  # words of the shortest condition: "if it rains"
_OPEN = FIRST | frozenset(
    "to not and or he she it they who go come help let make see hear watch try you".split()
) - {"it"}
_LEFT = frozenset("free empty spare left clear".split())  # of what there is, and no order: "a bunk free"
_OTHERS = frozenset({"her", "that", "this", "these", "those", "one", "any", "some"})


def _main(scope: Scope, words: list[str], at: int) -> bool:
    """Whether a main clause begins here after a joint: with a subject, a question, a quotation, or a verb."""
    rest = words[at:]
    if person_of(scope, words, at) or rest[0] in QUESTION_WORDS or rest[0] == SPEECH:
        return True
    if words[at - 2 : at - 1] == ["it"] and is_gerund(rest[0]):
        return False  # "then I hear it: knocking"
    if begins(scope, rest, words[:at]) or _is_inverted(rest):
        return True
    at = skip_adverbs(rest, 0)
    verb = rest[at] if at < len(rest) else ""
    if not verb or (verb in scope.nouns.by_stem and len(rest) < at + 3):
        return False
    if rest[at + 1 : at + 2] and rest[at + 1] in ("it", "them") and stem(verb) not in scope.nouns.by_stem:
        return verb not in PREPOSITIONS | AUXILIARIES | PRONOUNS  # "… and settle it round her shoulders"
    return is_past(verb) or is_expression(scope, rest)


def _is_inverted(rest: list[str]) -> bool:
    """Whether a question opens here by its verb: "would anybody notice", "could he see me"."""
    return len(rest) > 2 and rest[0] in AUXILIARIES and rest[1] in _ASKED_OF


def _another_main(scope: Scope, words: list[str], at: int) -> bool:
    """Whether the sentence has another clause than the one in -ing that begins here: before it, or after a comma."""
    if at > 0:
        before = [w for w in words[:at] if w not in JOINTS]
        return words[at - 1] == "," and bool(before)
    end = words.index(",") if "," in words[at:] else len(words)
    if any(word in FIRST for word in words[at + 2 : end]):
        return True  # "holding the torch high I duck under the lintel"
    if end == len(words):
        return False
    return _main(scope, words, words.index(",", at) + 1) if words[-1] != "," else False
