"""Cut a player's sentences into stretches with a role each, before anything acts: only what is done now acts. Pure.

The order of the stretches is that of the words. A stretch of role `act` may still hold several orders, a list, or a
bare name: the parser cuts it further. Everything that hangs on a main clause (manner, purpose, condition, time,
what is not to be done) and everything that is told, thought or over becomes a stretch of its own that does nothing.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace

from gamemaster.language.clauses import begins, without_lead
from gamemaster.language.expressions import is_expression
from gamemaster.language.function_words import (
    ADVERBS,
    AUXILIARIES,
    DETERMINERS,
    PREPOSITIONS,
    QUESTION_WORDS,
    STEALTH_PHRASES,
)
from gamemaster.language.normalization import SPEECH, stem
from gamemaster.language.noun_index import Scope, resolve
from gamemaster.language.noun_phrases import leading_person
from gamemaster.language.reading import IDLE, Role
from gamemaster.language.speech_acts import is_question
from gamemaster.language.verb_forms import is_gerund, is_past, is_third_person, plain_form, skip_adverbs

_FIRST = frozenset({"i", "we"})
_THIRD = frozenset(
    """he she it they this that there nobody noone somebody someone everybody everyone nothing everything something
    these those who which what one mine his hers theirs""".split()
)
_PRONOUNS = _FIRST | _THIRD | {"you"}
_OBJECTS = frozenset("me him her them us it you at to like".split())
_PERSONAL = frozenset("i we he she they".split())
_SETTING = PREPOSITIONS | frozenset(
    """that this every one last all any nineteen days yesterday today tonight now then once earlier later
    meanwhile""".split()
)
_OVER = frozenset("yesterday ago earlier formerly".split())
_OVER_PAIRS = frozenset(
    {
        ("last", "night"),
        ("last", "year"),
        ("last", "week"),
        ("that", "day"),
        ("that", "night"),
        ("back", "then"),
    }
)
_SUBORDINATE: dict[str, Role] = {
    **dict.fromkeys(("if", "unless", "once", "whenever", "provided", "supposing"), "condition"),
    **dict.fromkeys(("when", "while", "before", "after", "until", "till", "til", "as", "whilst"), "time"),
    **dict.fromkeys(("because", "since", "although", "though", "whereas", "seeing"), "background"),
    **dict.fromkeys(("lest", "hoping"), "purpose"),
}
_JOINTS = frozenset({",", "and", "but", "then", "so", "or", ":", "&", "+", "yet", "only"})
# Verbs whose own meaning goes on in "to" and another verb: "try to open", "ask him to come".
_TAKES_TO = frozenset(
    """try want need wish like love start begin continue decide attempt plan mean intend hope promise swear vow offer
    agree refuse pretend manage fail dare have ought got going about able ready ask tell order beg urge
    persuade convince
    invite command get help allow let teach learn forget remember prefer choose threaten force used wait use order
    instruct advise warn request challenge dare claim expect long close""".split()
)
_REPORTING = frozenset(
    """say tell ask whisper murmur mutter mumble shout cry call yell scream reply answer add growl hiss
    snap explain admit
    confess beg plead demand order promise swear announce declare begin go breathe rasp croak grunt snarl sing
    greet thank warn urge insist repeat inquire continue groan sigh laugh joke lie bellow roar hail offer""".split()
)
# "I wish", "I wonder": what is thought. With "of", "about", "that" or a clause; never "I think I will".
_THOUGHTS = frozenset(
    """wish wonder hope imagine picture remember dream doubt guess suppose believe fear feel know love hate
    miss forget
    realise realize regret recall understand expect mean suspect like prefer care notice trust""".split()
)
_FRONTED = frozenset({"condition", "time", "background", "negation", "manner", "purpose"})
_MODALS = frozenset({"could", "would", "might", "may", "ought", "should"})
_PLANS = frozenset({"mean", "plan", "intend", "hope", "wish", "long"})
_WANTS = frozenset({"like", "love", "rather", "prefer"})
_TAKEN_BACK = (
    ("no", "wait"), ("wait", "no"), ("scratch", "that"), ("never", "mind"), ("nevermind",), ("actually", "no"),
    ("just", "kidding"), ("jk",), ("on", "second", "thought"), ("on", "second", "thoughts"), ("i", "mean"),
    ("no", "actually"),
)  # fmt: skip
_NOT = (
    ("do", "not"),
    ("never",),
    ("not",),
    ("will", "not"),
    ("can", "not"),
    ("would", "not"),
    ("did", "not"),
)
_KNOWN_OF_OTHERS = frozenset({"you", "your", "yours"})
_CALLS = frozenset(
    "hey oi yo hi hello okay please so dear well oh ah psst my friend good old no yes and but".split()
)
_TELLING = frozenset(
    "tell say ask whisper warn promise swear beg explain confess admit assure remind inform".split()
)
_FILLERS = (
    ("hang", "on", "a", "minute"), ("hang", "on"), ("hold", "on"), ("wait", "a", "minute"), ("wait", "a", "second"),
    ("okay", "wait"), ("wait",),
)  # fmt: skip
_HANDLED = frozenset(
    """take drop give put throw open close lock unlock light burn eat drink wear remove pull push use show
    pet scratch""".split()
)
_LEAVING = frozenset("leave leaves exit exits go goes walk walks run runs enter enters storm storms".split())
_NOTHING = frozenset({"nothing", "nobody", "noone"})
_AWAY = frozenset("brb afk gtg g2g bbl bbs".split())  # the player leaves the keyboard
_FELT = frozenset({"of", "about", "at"})
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


def stretches(scope: Scope, words: list[str], asked: bool, *, gesture: bool = False) -> list[Stretch]:
    """The stretches of one sentence (its words without the end mark); a `gesture` stood between stars."""
    words = _without_filler(_after_what_is_taken_back(words))
    if _calls_somebody(scope, words):
        return [Stretch(words, "speech", asked)]
    found: list[Stretch] = []
    before: Stretch | None = None
    for unit in _units(scope, words, asked):
        for part in _parted_from_speech(unit):
            before = _judged(scope, part, asked, before)
            if gesture and before.role in ("act", "background") and not _is_plain_deed(scope, part.words):
                before = replace(before, role="emote", doubtful=False)
            found.append(before)
    if _is_over(words):
        found = [replace(one, role="background", doubtful=False) if one.doubtful else one for one in found]
    return _joined(found)


def _calls_somebody(scope: Scope, words: list[str]) -> bool:
    """Whether the sentence begins with the name of somebody it is said to: "Hild, come with me"."""
    end = words.index(",") if "," in words[:6] else 0
    start = 0
    while start < end and words[start] in _CALLS:
        start += 1
    who, length = leading_person(scope, words[start:end], by_name=True) if start < end else (None, 0)
    return who in scope.people and start + length == end and end + 1 < len(words) and SPEECH not in words


def _is_plain_deed(scope: Scope, words: list[str]) -> bool:
    """Whether a gesture is a deed all the same: a thing in reach is handled, or the player leaves."""
    words = without_lead(words)
    meanings, length = scope.nouns.verbs.at_start(words)
    rest = [word for word in words[length:] if word != ","]
    if _LEAVING.intersection(words[:1]) and (not rest or resolve(scope, rest, frozenset({"place"}))):
        return True
    if _HANDLED.isdisjoint(meanings) or not rest or rest[0] in PREPOSITIONS:
        return False
    end = next((at for at, word in enumerate(rest) if at and word in PREPOSITIONS | {"and"}), len(rest))
    found = resolve(scope, rest[:end])
    return found is not None and found.fit >= 86 and scope.reach(found.thing)


# Said before anything, and meaning nothing of their own; the second kind only before a comma.
_INTERJECTIONS = frozenset(
    "okay alright so um umm uh uhh er erm hmm hm oh ooh ah haha hah lol omg anyway bro brooo dude yo welp".split()
)
_BEFORE_A_PAUSE = frozenset("well fine right now cool great good nice hey man yeah listen see".split())


def _without_filler(words: list[str]) -> list[str]:
    """Without "okay so" and the like, and without a "hang on" before a question."""
    while len(words) > 1 and (
        words[0] in _INTERJECTIONS or (words[0] in _BEFORE_A_PAUSE and words[1] == ",")
    ):
        words = words[1 + (words[1] == ",") :] or words[:1]
    for filler in _FILLERS:
        rest = words[len(filler) :]
        if tuple(words[: len(filler)]) == filler and rest:
            rest = rest[rest[0] in (",", "so", "but", "and") :]
            held = words[len(filler)] == "," and filler != ("wait",)
            if rest and (held or rest[0] in QUESTION_WORDS | AUXILIARIES or words[len(filler)] == "so"):
                return rest
    return words


def _parted_from_speech(unit: Stretch) -> Iterator[Stretch]:
    """Words before a quotation that do not say who speaks are a clause of their own."""
    words = unit.words
    at = words.index(SPEECH) if SPEECH in words else 0
    if not words:
        return
    if at and not reports(words):
        yield replace(unit, words=_trimmed(words[:at]))
        words = words[at:]
    yield replace(unit, words=words)


def _after_what_is_taken_back(words: list[str]) -> list[str]:
    """ "Take the spear, no wait, take the torch": what comes before the correction does not count."""
    for at in range(len(words) - 1, 0, -1):
        for marker in _TAKEN_BACK:
            rest = words[at + len(marker) :]
            if tuple(words[at : at + len(marker)]) == marker and len(rest) > 1:
                while rest and rest[0] in (",", "just", "actually", "do", "not", "instead"):
                    rest = rest[1:]
                if rest and at > 1:
                    return rest
    return words


def _units(scope: Scope, words: list[str], asked: bool) -> Iterator[Stretch]:
    """Stretches as they are opened: at the start, after a joint, and where a subordinate clause begins by itself."""
    start, role = 0, _opening(scope, words, 0)
    reported = _is_reported(scope, words)
    for at in range(1, len(words)):
        if words[at] == SPEECH or words[at - 1] == SPEECH or (at - 1 == start and words[start] in _JOINTS):
            continue
        if words[at - 1] == "," and SPEECH in words[max(0, at - 2) : at] and reports(words[at : at + 4]):
            continue  # “…”, I say
        opened: Role | None = None
        if reported and not (words[at - 1] in _JOINTS and _ends_report(scope, words, at)):
            continue
        if words[at - 1] in _JOINTS:
            opened = _opening(scope, words, at)
            if opened is None and _main(scope, words, at):
                opened = "act"
        elif role in _FRONTED and at - start > 2 and _resumes(scope, words, at):
            opened = "act"
        elif words[at] in ("just", "only", "instead") and at - start > 1 and _denies(words[start:at]):
            opened = "act"  # "don't wake the cat just move the lamp"
        elif not asked:
            opened = _inner(scope, words, start, at)
        if opened is not None:
            reported = False
            yield _unit(words[start:at], role)
            # The joint stays with what it joins: "and" goes on in the same person and tense, a comma may not.
            start = at - (words[at - 1] in _JOINTS and at - 1 > start)
            role = None if opened == "act" else opened
    yield _unit(words[start:], role)


def _is_reported(scope: Scope, words: list[str]) -> bool:
    """Whether the sentence tells what the player says without quoting it: "I tell Hild that I took nothing"."""
    at = skip_adverbs(words, 0)
    at = skip_adverbs(words, at + (words[at : at + 1] == ["i"]))
    if at + 1 >= len(words) or words[at] not in _TELLING or SPEECH in words:
        return False
    rest = words[at + 1 :]
    return rest[0] in ("that", "to") or leading_person(scope, rest)[0] is not None


def _ends_report(scope: Scope, words: list[str], at: int) -> bool:
    """Whether another order begins after a joint: one in its plain form, without a subject of its own."""
    verb = words[at]
    return words[at - 1] != "so" and verb in scope.nouns.verbs.base and begins(scope, words[at:], words[:at])


def _unit(words: list[str], role: Role | None) -> Stretch:
    joint = words[0] if words and words[0] in _JOINTS else ""
    return Stretch(_trimmed(words), role or "act", joint=joint)


def _trimmed(words: list[str]) -> list[str]:
    while words and words[-1] in _JOINTS:
        words = words[:-1]
    while words and words[0] in _JOINTS:
        words = words[1:]
    return words


def _opening(scope: Scope, words: list[str], at: int) -> Role | None:
    """The role of a dependent stretch that begins here, at the start of a sentence or after a joint."""
    word, rest = words[at], words[at + 1 :]
    role = _SUBORDINATE.get(word)
    if role is not None and _is_clause(scope, word, rest):
        return role
    if word in ("without", "instead", "rather") and _names_deed(rest[rest[:1] in (["of"], ["than"]) :]):
        return "negation"
    if word == "so" and rest and (rest[0] == "that" or (rest[0] in _PRONOUNS - {"what"} and at > 0)):
        return "purpose" if rest[0] not in _FIRST else None
    if at > 0 and words[at - 1] != "and" and word == "with" and _MINDS.intersection(rest[:4]):
        return "manner"
    if tuple(words[at : at + 3]) == ("in", "order", "to") or tuple(words[at : at + 2]) == ("in", "case"):
        return "purpose"
    if is_gerund(word) and word not in scope.nouns.by_stem and _another_main(scope, words, at):
        return "manner"
    return None


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
        "provided",
    ):
        return True
    if word in ("until", "till", "til"):
        return True
    first = rest[0]
    if word == "when" or word == "once":
        return (
            first in _PRONOUNS
            or first in DETERMINERS
            or is_gerund(first)
            or bool(leading_person(scope, rest)[0])
        )
    if word == "as":
        return first in ("if", "though") or (first in _PRONOUNS and len(rest) > 1)
    if first in _PRONOUNS - {"that", "this", "it"} or is_gerund(first):
        return len(rest) > 1 or is_gerund(first)
    return _finite_at(scope, rest) is not None


def _names_deed(rest: list[str]) -> bool:
    quietly = " ".join(["without", *rest[:4]])
    return bool(rest) and is_gerund(rest[0]) and not quietly.startswith(STEALTH_PHRASES)


def _inner(scope: Scope, words: list[str], start: int, at: int) -> Role | None:
    """The role of a dependent stretch that begins in the middle of a clause, without a comma."""
    word, rest = words[at], words[at + 1 :]
    if at - start < 1 or not rest:
        return None
    role = _SUBORDINATE.get(word)
    if role is not None and word not in ("when", "if", "since", "as") and _is_clause(scope, word, rest):
        return role if rest[0] not in QUESTION_WORDS else None
    if word in ("if", "when") and rest[0] in _PRONOUNS | DETERMINERS and not _asks(words[start:at]):
        return role
    if word == "as" and rest[0] in ("if", "though"):
        return "manner"
    if (
        word == "as"
        and rest[0] in _PRONOUNS
        and len(rest) > 1
        and words[at - 1] not in ADVERBS | {"as", "such", "far"}
    ):
        return "time"
    if word == "without" and _names_deed(rest):
        return "negation"
    if word == "so" and (rest[0] == "that" or (rest[0] in _PRONOUNS | DETERMINERS and len(rest) > 1)):
        return "purpose"
    if (
        word in ("hoping", "lest")
        or (word == "in" and rest[:2] == ["order", "to"])
        or (word == "in" and rest[0] == "case")
    ):
        return "purpose"
    if word == "to" and _is_purpose(scope, words[start:at], rest):
        return "purpose"
    return None


def _asks(words: list[str]) -> bool:
    """Whether "if" and "when" after these words open what is asked or seen, and no condition."""
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


def _resumes(scope: Scope, words: list[str], at: int) -> bool:
    """Whether the main clause begins here, after a subordinate one without a comma: "if he is gone I take
    the key"."""
    return (
        words[at] in _FIRST
        and at + 1 < len(words)
        and words[at - 1] not in ("and", "than", "that", "what", "as")
    )


def _main(scope: Scope, words: list[str], at: int) -> bool:
    """Whether a main clause begins here after a joint: with a subject, a question, a quotation, or a verb."""
    rest = words[at:]
    if _subject(scope, words, at) or rest[0] in QUESTION_WORDS or rest[0] == SPEECH:
        return True
    if begins(scope, rest, words[:at]):
        return True
    at = skip_adverbs(rest, 0)
    verb = rest[at] if at < len(rest) else ""
    if not verb or (verb in scope.nouns.by_stem and len(rest) < at + 3):
        return False
    return is_past(verb) or is_expression(scope, rest)


def _another_main(scope: Scope, words: list[str], at: int) -> bool:
    """Whether the sentence has another clause than the one in -ing that begins here: before it, or after a comma."""
    if at > 0:
        before = [w for w in words[:at] if w not in _JOINTS]
        return words[at - 1] == "," and bool(before)
    if "," not in words[at:]:
        return any(word in _FIRST for word in words[at + 2 :])
    return _main(scope, words, words.index(",", at) + 1) if words[-1] != "," else False


def _subject(scope: Scope, words: list[str], at: int) -> str | None:
    """The person of the subject and verb that begin here: first, second, third; None if none do."""
    rest = words[at:]
    while rest and (rest[0] in _JOINTS or rest[0] in ADVERBS):
        rest = rest[1:]
    if rest and rest[0] in _SETTING:  # "in the war I kept", "that night he came"
        led = next((n for n in range(1, min(8, len(rest))) if rest[n] in _PERSONAL), 0)
        rest = rest[led:] if not {",", SPEECH}.intersection(rest[:led]) else rest
    if len(rest) < 2:
        return None
    if rest[0] in _FIRST:
        return "first"
    if rest[0] == "you":
        return "second"
    if rest[0] in _THIRD - QUESTION_WORDS and (
        rest[1] in AUXILIARIES or _verbal(rest[skip_adverbs(rest, 1) :])
    ):
        return "third"
    return "third" if _finite_at(scope, rest) is not None else None


def _verbal(rest: list[str]) -> bool:
    return bool(rest) and (rest[0] in AUXILIARIES or is_past(rest[0]) or is_third_person(rest[0]))


def _finite_at(scope: Scope, words: list[str]) -> int | None:
    """Where the finite verb stands of a clause whose subject is a name or a noun with its article: "the boy was"."""
    who, length = (
        leading_person(scope, words[:4], by_name=True) if words and words[0] not in _PRONOUNS else (None, 0)
    )
    if who is None:
        if not words or words[0] not in DETERMINERS:
            return None
        length = next((n for n in range(2, min(6, len(words))) if _is_finite(scope, words, n)), 0)
        inner = words[1:length]
        return length if length and not PREPOSITIONS.intersection(inner[:1]) and "," not in inner else None
    at = skip_adverbs(words, length)
    return at if at < len(words) and _verbal(words[at:]) else None


def _is_finite(scope: Scope, words: list[str], at: int) -> bool:
    """Whether a word after a noun is its verb: an auxiliary, a past form, or a third person with its object."""
    if words[at] in AUXILIARIES or is_past(words[at]):
        return True
    object_follows = at + 1 < len(words) and words[at + 1] in DETERMINERS | _OBJECTS
    return object_follows and is_third_person(words[at]) and stem(words[at]) not in scope.nouns.by_stem


def _joined(found: list[Stretch]) -> list[Stretch]:
    """Neighbouring stretches of one kind as one: the parser parts the orders of a chain itself."""
    joined: list[Stretch] = []
    for one in found:
        last = joined[-1] if joined else None
        same = last is not None and last.role == one.role == "act" and last.doubtful == one.doubtful
        if last is not None and same and last.confidence == one.confidence:
            joint = one.joint if one.joint in ("and", ",") else "then"
            joined[-1] = replace(last, words=[*last.words, joint, *one.words])
        else:
            joined.append(one)
    return joined


# ---- the role of a main clause ----


def _judged(scope: Scope, unit: Stretch, asked: bool, before: Stretch | None) -> Stretch:
    """A main clause with its role by its subject, tense and verb; dependent stretches stay what they are."""
    words = unit.words
    if unit.role != "act":
        return unit
    if before is not None and _goes_on(scope, unit, before):
        return replace(unit, role=before.role, doubtful=before.doubtful, confidence=before.confidence)
    if SPEECH in words:
        return replace(unit, role="speech", asked=asked)
    if not _AWAY.isdisjoint(words):
        return replace(unit, role="ooc")
    if asked and before is not None and before.role == "question" and not is_question(words):
        return replace(unit, role="background")  # "would I freeze if I lay down and slept here?"
    if asked or words[0] in QUESTION_WORDS:
        return replace(unit, role="question", asked=asked)
    person = _subject(scope, words, 0)
    if person == "second":
        return replace(unit, role="speech")
    if person == "third":
        return replace(unit, role="background")
    if _is_reported(scope, words):
        return replace(unit, role="speech")
    if _denies(words):
        return replace(unit, role="negation")
    if person == "first":
        return _first_person(scope, unit)
    if is_expression(scope, words):
        return replace(unit, role="emote")
    at = skip_adverbs(words, 0)
    if at + 1 < len(words) and is_past(words[at]) and words[at + 1] in _FELT:
        return replace(unit, role="background")  # "scared of this man"
    if before is not None and at < len(words) and is_past(words[at]):
        return replace(unit, doubtful=True, confidence=0.7)  # "I nodded and took the torch"
    return unit


def _goes_on(scope: Scope, unit: Stretch, before: Stretch) -> bool:
    """Whether a clause without a subject shares that of the one before it: "he laughed and took it"."""
    if (
        before.role not in IDLE - {"negation", "manner"}
        or _subject(scope, unit.words, 0)
        or SPEECH in unit.words
    ):
        return False
    at = skip_adverbs(unit.words, 0)
    verb = unit.words[at] if at < len(unit.words) else ""
    inflected = is_past(verb) or is_third_person(verb) or is_gerund(verb)
    return inflected or (unit.joint in ("and", "or") and unit.role == "act" and verb not in _FIRST)


def _denies(words: list[str]) -> bool:
    """ "Do not open it", "I never stole", "touch nothing", "let sleeping dogs lie"."""
    at = skip_adverbs(words, 0)
    if words[at : at + 1] and words[at] in _FIRST:
        at = skip_adverbs(words, at + 1)
    rest = words[at:]
    if len(rest) > 1 and rest[0] != "do" and _NOTHING.intersection(rest[1:2]):
        return True
    if rest[:1] == ["let"] and rest[-1] in ("be", "lie", "alone"):
        return True
    return len(rest) > 1 and any(tuple(rest[: len(phrase)]) == phrase for phrase in _NOT)


def _first_person(scope: Scope, unit: Stretch) -> Stretch:
    """What a clause with "I" is: a deed of now, a deed of the past, a thought, a state, a gesture."""
    words = [word for word in unit.words if word != ","]
    at = skip_adverbs(words, next(n for n, word in enumerate(words) if word in _FIRST) + 1)
    if at >= len(words):
        return unit
    verb, rest = words[at], words[at + 1 :]
    if verb in ("am", "are"):
        return _being(unit, rest)
    if verb in ("was", "were", "had", "used") or (
        verb in ("have", "has")
        and rest
        and (is_past(rest[0]) or (rest[0] in ("been", "never", "always", "got") and rest[1:2] != ["to"]))
    ):
        return replace(unit, role="background")
    if verb in _MODALS:
        wanted = rest[:1] and rest[0] in _WANTS
        return (
            unit if wanted else replace(unit, role="act" if verb == "should" else "thought", confidence=0.7)
        )
    if _KNOWN_OF_OTHERS.intersection(rest) and plain_form(verb, _THOUGHTS | {"think"}) in _THOUGHTS | {
        "think"
    }:
        return replace(unit, role="speech")
    if verb in _PLANS and rest[:1] == ["to"]:
        return replace(unit, doubtful=True, confidence=0.7)
    if verb == "think" and (not rest or rest[0] not in ("i", "we")):
        return replace(unit, role="thought")
    if plain_form(verb, _THOUGHTS) in _THOUGHTS and verb not in scope.nouns.verbs.own:
        return replace(unit, role="thought")
    if is_expression(scope, words[at:]):
        return replace(unit, role="emote")
    if is_past(verb):
        return replace(unit, doubtful=True, confidence=0.7)
    return unit


def _is_over(words: list[str]) -> bool:
    """Whether a sentence says itself that it is not about now."""
    pairs = itertools.pairwise(words)
    return not _OVER.isdisjoint(words) or any(pair in _OVER_PAIRS for pair in pairs)


def _being(unit: Stretch, rest: list[str]) -> Stretch:
    """ "I am going to …" and "I am opening …" are deeds; any other "I am …" says how one is."""
    at = skip_adverbs(rest, 0)
    if at < len(rest) and is_gerund(rest[at]):
        if rest[at] in ("thinking", "wondering", "hoping", "feeling", "dying", "freezing", "starving"):
            return replace(unit, role="background")
        return unit
    if rest[:2] == ["about", "to"]:
        return unit
    return replace(unit, role="background")


def reports(words: list[str]) -> bool:
    """Whether the words around a quotation say that somebody says it."""
    return any(plain_form(word, _REPORTING) in _REPORTING for word in words)
