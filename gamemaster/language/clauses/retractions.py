"""What takes back what was said before it: "no wait, take the torch", "jk", "hang on, no". Pure."""

from __future__ import annotations

from gamemaster.language.clauses.clause_ends import trim_joints
from gamemaster.language.clauses.split import clauses, without_lead
from gamemaster.language.clauses.subjects import FIRST, denies_noun, person_of
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.names.pronouns import refocus
from gamemaster.language.tables.function_words import AUXILIARIES, DETERMINERS, DIRECTIONS

_CORRECTIONS = (
    ("no", "wait"), ("wait", "no"), ("scratch", "that"), ("actually", "no"), ("no", "actually"), ("just", "kidding"),
    ("jk",), ("on", "second", "thought"), ("on", "second", "thoughts"),
)  # fmt: skip
TAKEN_BACK = (*_CORRECTIONS, ("never", "mind"), ("nevermind",), ("i", "mean"), ("i", "meant"))
# At the beginning of a sentence, where "I mean" and "never mind" may be about something else.
_OPENING_BACK = (("jk", "jk"), ("strike", "that"), ("actually", "wait", ","), *_CORRECTIONS)
_NO, _WAIT = frozenset({"no", "nope"}), (
    ("wait", "a", "minute"), ("wait", "a", "second"), ("wait", "a", "moment"), ("hang", "on"), ("hold", "on"), ("wait",)
)  # fmt: skip
_BETWEEN = frozenset({",", "oh", "sorry", "actually", "hm", "hmm", "um", "uh", "ah", "okay", "well"})
_OWN = (["i"], ["we"], ["to"])  # "I wait, no harm in that": the wait is meant
# What a wait takes after it: "no, wait for me" retracts nothing.
_WAITED = frozenset(
    "for until till til here there with outside inside in at by behind near beside a an half while".split()
)
_NAMED = 90  # fit of a name from which on it is one


def retracted_together(scope: Scope, said: list[tuple[list[str], bool]]) -> list[tuple[list[str], bool]]:
    """The sentences, where "Wait. No." are two of them, with both in the one that they take back with."""
    result: list[tuple[list[str], bool]] = []
    for words, asked in said:
        before = result[-1][0] if result else []
        opening = (
            bool(before)
            and not result[-1][1]
            and _retraction_at(scope, before, 0) == (len(before), False, True)
        )
        if opening and _retraction_at(scope, words, 0)[1]:
            result[-1] = ([*before, *words], asked)
        else:
            result.append((words, asked))
    return result


def put_instead(scope: Scope, words: list[str]) -> list[str] | None:
    """The order after a no that puts it in the place of the one before: "Go up. No, down."; else None."""
    rest = words[2:] if words[:2] == ["no", ","] else []
    if not 0 < len(rest) <= _SHORT or not FIRST.isdisjoint(rest) or "," in rest:
        return None
    if rest in (["stay"], ["stay", "here"], ["stay", "put"], ["do", "not"]):
        return []  # "go up. No, stay here"
    ordered = rest[0] in DIRECTIONS or scope.nouns.verbs.at_start(rest)[0]
    return rest if ordered and "you" not in rest else None


_SHORT = 6  # words


def with_retractions_joined(scope: Scope, words: list[str]) -> list[str]:
    """The words with every "oh wait, no", "no, hang on" in them put as "no wait", which takes back what was said."""
    result: list[str] = []
    at = 0
    while at < len(words):
        end, no, wait = (at, False, False) if words[at - 1 : at] in _OWN else _retraction_at(scope, words, at)
        if no and wait and result and words[end : end + 1] == ["first"]:
            result += ["but"]  # what comes first takes nothing back
            at = end
        elif no and wait:
            result += ["no", "wait"]
            at = end
        else:
            result.append(words[at])
            at += 1
    return result


def _retraction_at(scope: Scope, words: list[str], start: int) -> tuple[int, bool, bool]:
    """Where a run of "no", "wait" and what is sighed between them ends, and whether each of the two is in it."""
    at, end, no, wait = start, start, False, False
    while at < len(words):
        length = next((len(one) for one in _WAIT if tuple(words[at : at + len(one)]) == one), 0)
        after = words[at + length : at + length + 1]
        if length and not (after and (after[0] in _WAITED or after[0].isdecimal())):
            wait, at = True, at + length
        elif words[at] in _NO and not denies_noun(scope, words[at:]):
            no, at = True, at + 1
        elif words[at] in _BETWEEN and (at > start or words[at] != ","):
            at += 1
            continue
        else:
            break
        end = at
    return end + (words[end : end + 1] == [","]), no, wait


def after_taking_back(words: list[str]) -> list[str] | None:
    """What is said after a sentence that begins by taking back the one before: "no wait, take the torch".

    None where nothing is taken back; no words where nothing is put in its place ("no wait don't", "just kidding").
    """
    if (rest := _after_letting_be(words)) is not None:
        return rest
    if words[:2] == ["never", "mind"] and words[2:3] and words[2] in FIRST | {","}:
        return [word for word in words[2:] if word != ","] if len(words) > 3 else []
    rest = words
    while marker := next((one for one in _OPENING_BACK if tuple(rest[: len(one)]) == one), None):
        rest = rest[len(marker) :]  # "no wait scratch that": said twice, it takes back once
        while rest and (rest[0] in (",", "just", "actually", "instead") or rest[:2] == ["i", "mean"]):
            rest = rest[1 + (rest[0] == "i") :]
    if rest is words:
        return None
    if rest[:1] == ["keep"] and rest[1:] in (["it"], ["them"], ["that"]):
        return []  # "actually no, keep it": whatever was to be parted with is kept
    return [] if rest[:1] in (["not"], ["do"]) and "just" not in rest and "," not in rest else rest


_HESITATING = _BETWEEN | _NO | {"wait", "nah", "yes"}
_LET_BE = (("leave", "it"), ("leave", "them"), ("leave", "that"), ("forget", "it"), ("forget", "that"))


def _after_letting_be(words: list[str]) -> list[str] | None:
    """What is said after "no, leave it", "hm no forget it"; None where nothing is let be.

    "Leave it" alone may be an order of its own; after a no it takes back what was ordered before.
    """
    at = next((n for n, word in enumerate(words) if word not in _HESITATING), len(words))
    opens = not {"actually", *_NO}.isdisjoint(words[:at])
    marker = next((one for one in _LET_BE if tuple(words[at : at + 2]) == one), None)
    ends = words[at + 2 : at + 3] in ([], [","])
    return words[at + 3 :] if marker is not None and ends and opens else None


def without_what_is_taken_back(scope: Scope, words: list[str]) -> list[str]:
    """ "Take the spear, no wait, take the torch": what comes before the correction does not count."""
    for at in range(len(words) - 1, 0, -1):
        for marker in (*TAKEN_BACK, *([("no",)] if _no_but(scope, words, at) else [])):
            rest = words[at + len(marker) :]
            meant = marker[:1] == ("i",) and rest[:1] and rest[0] in _MEANT  # "so he sees I mean no harm"
            meant = meant or (marker[:1] == ("i",) and words[at - 1] in AUXILIARIES)  # "what am I meant to do?"
            if tuple(words[at : at + len(marker)]) == marker and len(rest) > 1 and not meant:
                while rest and rest[0] in (",", "just", "actually", "do", "not", "instead"):
                    rest = rest[1:]
                if rest and at > 1:
                    _keep_in_mind(scope, words[:at])
                    before = _but_the_last_order(scope, words[:at])
                    return [*before, *_same_verb(scope, words[:at], rest), *rest]
    return words


_MEANT = frozenset({"no", "it", "you", "well", "him", "her", "them", "what", "business"})


def _no_but(scope: Scope, words: list[str], at: int) -> bool:
    """Whether a no between commas puts another thing in the place of the one before: "the wrench, no, the torch"."""
    if words[at] != "no" or words[at - 1] != ",":
        return False
    rest = [word for word in words[at + 1 :] if word not in (",", "just", "only", "rather")]
    found = (
        resolve(scope, rest, frozenset({"item", "feature"})) if rest[:1] and rest[0] in DETERMINERS else None
    )
    return found is not None and found.fit >= _NAMED and person_of(scope, rest, 0) is None


def _keep_in_mind(scope: Scope, words: list[str]) -> None:
    """What was named in an order that is taken back is still what "it" means in the one that replaces it."""
    for at in range(1, len(words)):
        found = resolve(scope, words[at:], frozenset({"item", "feature"}))
        if found is not None and found.fit >= _NAMED and scope.reach(found.thing):
            scope.focus = refocus(scope.world, scope.focus, [found.thing])
            return


def _same_verb(scope: Scope, before: list[str], rest: list[str]) -> list[str]:
    """The verb of the order that is taken back, where only its object is put right: "…, no wait, the torch"."""
    if rest[0] not in DETERMINERS or person_of(scope, rest, 0) is not None:
        return []
    order = without_lead(clauses(scope, trim_joints(before))[-1])
    length = scope.nouns.verbs.at_start(order)[1]
    whom = leading_person(scope, order[length:])[1] if length else 0
    return order[: length + (whom if length + whom < len(order) else 0)]


def _but_the_last_order(scope: Scope, words: list[str]) -> list[str]:
    """The walk that comes before an order which is taken back: "go to the kitchen and sing, no wait, dance"."""
    first, *others = clauses(scope, trim_joints(words))
    walks = bool(others) and scope.nouns.verbs.at_start(without_lead(first))[0][:1] == ("go",)
    return [*first, "and"] if walks else []
