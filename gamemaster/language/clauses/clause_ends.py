"""Where a clause ends, and the main clause is taken up again. Pure."""

from __future__ import annotations

from gamemaster.language.clauses.clause_starts import TELLING
from gamemaster.language.clauses.expressions import is_expression
from gamemaster.language.clauses.inner_clauses import PARTICLES
from gamemaster.language.clauses.split import begins
from gamemaster.language.clauses.subjects import (
    FIRST,
    JOINTS,
)
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.reading import Role
from gamemaster.language.tables.function_words import (
    ADVERBS,
    AUXILIARIES,
    DETERMINERS,
    DIRECTIONS,
    PREPOSITIONS,
)
from gamemaster.language.tables.verb_forms import plain_form

_FRONTED = frozenset({"condition", "time", "background", "negation", "manner", "purpose"})


def ends_report(scope: Scope, words: list[str], at: int) -> bool:
    """Whether another order begins after a joint: one in its plain form, without a subject of its own."""
    verb = words[at]
    start = next((n for n, word in enumerate(words) if plain_form(word, TELLING) in TELLING), 0)
    length = leading_person(scope, words[start + 1 :])[1]
    bidden = words[at - 1] == "and" and words[start + 1 + length : start + 2 + length] == ["to"]
    of_them = words[at - 2] == "," and not {"him", "her", "them"}.isdisjoint(words[at:])
    if bidden and not of_them:
        return False  # "ask him to go up and take the lamp"; not "ask him to show me, and thank him"
    if verb in ("when", "once", "if") and words[at - 1] == "and" and _is_ordered_then(scope, words, at):
        return True  # "tell him a lie, and when he looks away grab the key", "…, and if he says no, ask her"
    if words[at - 1] == "but" and _is_left_untold(words[at:]):
        return True  # "tell her that the ship is empty, but don't mention him"
    if words[at - 1] == "but" and words[at] == "first":
        return True
    if words[at - 1] == "so":
        return False
    order = words[at + _lead_length(words[at:]) :]
    listed = words[at - 1] == "," and order[1:2] != [] and order[1] not in PREPOSITIONS | DETERMINERS
    shown = is_expression(scope, order) and not listed  # "ask her name and wink", "…, spit on the ground"
    begun = order[:1] != [] and order[0] in scope.nouns.verbs.base and begins(scope, order, words[:at])
    return shown or begun


def _lead_length(words: list[str]) -> int:
    """How many words before an order only say when it is done: "… and meanwhile | try the door"."""
    return next((n for n, word in enumerate(words) if word not in _MEANTIME), 0)


_MEANTIME = frozenset("meanwhile also then quietly finally afterwards next".split())


def _is_left_untold(words: list[str]) -> bool:
    """Whether words forbid themselves to tell something: "don't tell her about him", "never mention the ship"."""
    length = next((n for n in (2, 1) if words[:n] in (["do", "not"], ["never"], ["not"])), 0)
    return length > 0 and words[length : length + 1] != [] and words[length] in TELLING | {"mention", "say", "let"}


def parted_after_report(scope: Scope, words: list[str]) -> tuple[list[str], list[str]]:
    """What is told or asked in a report, and the orders after it: "ask her name | then sit by the fire"."""
    ends = (at for at in range(2, len(words)) if words[at - 1] in JOINTS and ends_report(scope, words, at))
    at = next(ends, len(words))
    return trim_joints(words[:at]), trim_joints(words[at:])


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


def trim_joints(words: list[str]) -> list[str]:
    while words and words[-1] in JOINTS:
        words = words[:-1]
    while words and words[0] in JOINTS:
        words = words[1:]
    return words


def main_clause_again(scope: Scope, words: list[str], role: Role | None, start: int, at: int) -> bool:
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
    said = last in DIRECTIONS or last in PARTICLES
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
