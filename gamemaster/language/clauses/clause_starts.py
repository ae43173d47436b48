"""Where a clause of a sentence begins: a subordinate one, a main one, a front. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from gamemaster.language.clauses.expressions import is_expression
from gamemaster.language.clauses.split import begins
from gamemaster.language.clauses.subjects import (
    FIRST,
    JOINTS,
    PRONOUNS,
    finite_at,
    person_of,
)
from gamemaster.language.names.normalization import SPEECH, stem
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.reading import Role
from gamemaster.language.tables.function_words import (
    AUXILIARIES,
    DETERMINERS,
    PREPOSITIONS,
    QUESTION_WORDS,
    STEALTH_PHRASES,
)
from gamemaster.language.tables.verb_forms import is_gerund, is_past, plain_form, skip_adverbs

SUBORDINATE: dict[str, Role] = {
    **dict.fromkeys(("if", "unless", "once", "whenever", "provided", "supposing"), "condition"),
    **dict.fromkeys(
        ("wherever", "when", "while", "before", "after", "until", "till", "til", "as", "whilst"), "time"
    ),
    **dict.fromkeys(("because", "since", "although", "though", "whereas", "seeing"), "background"),
    **dict.fromkeys(("lest", "hoping"), "purpose"),
}

_RELATIVE = frozenset({"where", "which", "whose"})

_MAY = frozenset("can could may might shall".split())

WHOEVER = frozenset("whoever whatever anybody anyone everybody everyone nobody nothing".split())

TELLING = frozenset(
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
    apart: bool = False  # a comma ends it
    gate: tuple[str, ...] = ()  # the condition that it hangs on: "if he attacks"
    trails: bool = False  # the condition comes after the deed
    either: bool = False  # one of two alternatives: the one that is not done is passed over


def is_reported(scope: Scope, words: list[str]) -> bool:
    """Whether the sentence tells what the player says without quoting it: "I tell Hild that I took nothing"."""
    at = skip_adverbs(words, 0)
    at = skip_adverbs(words, at + (words[at : at + 1] == ["i"]))
    if at + 1 >= len(words) or plain_form(words[at], TELLING) not in TELLING or SPEECH in words:
        return False
    if is_past(words[at]):
        return False
    rest = words[at + 1 :]
    return rest[0] in ("that", "to") or leading_person(scope, rest)[0] is not None


_LONGEST_FRONT = 14  # words


def fronted_phrase(words: list[str]) -> int:
    """How many words before "I" only say with what or where it is done: "by the light of the lamp I read it"."""
    at = next((at for at, word in enumerate(words[:_LONGEST_FRONT]) if word in FIRST), 0)
    led = at > 1 and words[0] in _FRONTING and SPEECH not in words[:at]
    led = led and ("and" not in words[:at] or words[0] == "with")
    plain = led and AUXILIARIES.isdisjoint(words[:at]) and PRONOUNS.isdisjoint(words[:at])
    return at if plain and words[0] != words[at] else 0


_FRONTING = frozenset(
    "with by in at on after without under from for through against behind beneath amid".split()
)


def opening_clause_at(scope: Scope, words: list[str], at: int) -> Role | None:
    """The role of a dependent stretch that begins here, at the start of a sentence or after a joint."""
    word, rest = words[at], words[at + 1 :]
    role = SUBORDINATE.get(word)
    if role is not None and is_clause(scope, word, rest):
        return role
    goes_on = word == "where" and rest[:1] in (["i"], ["we"])  # "to the smithy door, where I only knock"
    if at > 1 and words[at - 1] == "," and goes_on and not is_past(rest[1] if rest[1:] else ""):
        return None
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
    if word in ("without", "instead", "rather") and names_deed(rest[rest[:1] in (["of"], ["than"]) :]):
        return "negation"
    if word == "so" and rest and (rest[0] == "that" or (rest[0] in PRONOUNS - {"what"} and at > 0)):
        return "purpose" if rest[0] not in FIRST or (rest[1:2] and rest[1] in _MAY) else None
    if word == "so" and at > 0 and len(rest) > 2 and rest[0] in DETERMINERS | WHOEVER:
        return "purpose"  # "so the next knock has to be polite"
    if at > 0 and words[at - 1] != "and" and word == "with" and _MINDS.intersection(rest[:4]):
        return "manner"
    if tuple(words[at : at + 3]) == ("in", "order", "to") or tuple(words[at : at + 2]) == ("in", "case"):
        return "purpose"
    if at > 0 and word in MERELY and rest[:1] == ["to"] and rest[1:2] and rest[1] in scope.nouns.verbs.base:
        return "purpose"  # "knock on it twice, just to see who answers"
    if word == "going" and rest[:1] == ["to"]:
        return None  # "gonna"
    if is_gerund(word) and word not in scope.nouns.by_stem and _another_main(scope, words, at):
        return "manner"
    return None


MERELY = frozenset("just only simply merely purely".split())

_REASONING = frozenset("might may could would should".split())  # without a subject: why something is done


def is_clause(scope: Scope, word: str, rest: list[str]) -> bool:
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


def names_deed(rest: list[str]) -> bool:
    quietly = " ".join(["without", *rest[:4]])
    return bool(rest) and is_gerund(rest[0]) and not quietly.startswith(STEALTH_PHRASES)


_BARE_GESTURES = frozenset("bow nod smile wave shrug kneel curtsy laugh sigh grin wink salute frown".split())
_A_LITTLE = frozenset("a slightly deeply low politely once twice stiffly slowly".split())


def main_clause_at(scope: Scope, words: list[str], at: int) -> bool:
    """Whether a main clause begins here after a joint: with a subject, a question, a quotation, or a verb."""
    rest = words[at:]
    if person_of(scope, words, at) or rest[0] in QUESTION_WORDS or rest[0] == SPEECH:
        return True
    if words[at - 2 : at - 1] == ["it"] and is_gerund(rest[0]):
        return False  # "then I hear it: knocking"
    if begins(scope, rest, words[:at]) or _is_inverted(rest):
        return True
    if SPEECH in words[:at] and is_expression(scope, rest):
        return True  # “…”, I say and bow
    alone = rest[1:2] == [] or rest[1] in JOINTS or rest[1] in _A_LITTLE
    if rest[0] in _BARE_GESTURES and alone and DETERMINERS.isdisjoint(words[:at]):
        return True  # "thank him and bow", "…, bow a little"; not "take the arrow and bow"
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
    return main_clause_at(scope, words, words.index(",", at) + 1) if words[-1] != "," else False
