"""Clauses that do nothing but take back the order they stand beside: "joke", "no, too mean", "don't". Pure.

Each becomes a sentence of its own, "scratch that", which the reader follows; one that names a thing of a list takes
back that thing alone: "take the mantle and the tin, joke, not the tin".
"""

from __future__ import annotations

import itertools

from gamemaster.language.clauses.meanwhile import plain_form_of
from gamemaster.language.clauses.retractions import after_taking_back
from gamemaster.language.clauses.split import without_lead
from gamemaster.language.clauses.subjects import FIRST
from gamemaster.language.names.normalization import SPEECH
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.tables.function_words import AUXILIARIES, DETERMINERS
from gamemaster.language.tables.verb_forms import is_gerund
from worlds.verbs import SPEAK

Sentence = tuple[list[str], bool]

_SIGHS = frozenset(
    "oh ah um uh hm hmm ok okay well lol haha ha sorry actually and but so then just only".split()
)
_REFUSING = frozenset({"no", "nope", "nah"})
_WAITING = frozenset({"wait", "do", "not", "never"})
_WHOLE = frozenset(
    {
        ("joke",), ("joking",), ("kidding",), ("jk",), ("i", "am", "joking"), ("i", "am", "kidding"), ("i", "joke"),
        ("that", "was", "a", "joke"), ("it", "was", "a", "joke"), ("i", "was", "joking"), ("i", "was", "kidding"),
        ("never", "mind"), ("nevermind",), ("nvm",), ("scratch", "that"), ("forget", "it"), ("forget", "that"),
    }
)  # fmt: skip
_THOUGHT_BETTER = frozenset(
    {
        (*who, *what)
        for who in ((), ("i",))
        for what in (
            ("change", "my", "mind"), ("changed", "my", "mind"), ("think", "better", "of", "it"),
            ("thought", "better", "of", "it"), ("decide", "against", "it"), ("decided", "against", "it"),
            ("decide", "not", "to"), ("decided", "not", "to"),
        )
    }
)  # fmt: skip
_JOKING = frozenset(
    {"joke", "joking", "kidding", "jk"}
)  # also of what was said: "you are ugly. just kidding"
_JUDGED = (("that", "is"), ("that", "would", "be"), ("it", "is"), ("it", "would", "be"), ("this", "is"), ())
_JUDGEMENT = 3  # words of "too mean", "too much noise"
_CONDITIONS = frozenset("if when unless once until".split())
_BACK = ["scratch", "that"]
_NAMED = 86  # fit of a name from which on it is one
_KINDS = frozenset({"item", "feature"})


def with_retractions_apart(scope: Scope, said: list[Sentence]) -> list[Sentence]:
    """The sentences, with every clause that only takes back as "scratch that" after the order it takes back."""
    result: list[Sentence] = []
    for words, asked in said:
        before = result[-1][0] if result and not result[-1][1] else []
        if before and (left := _without_the_thing(scope, before, [words])) is not None:
            result[-1:] = [(left, False)] if left else [result[-1], (_BACK, False)]
        elif result and _takes_back(words, said_alone=not (before and _is_order(scope, before))):
            result.append((_BACK, False))
        elif before and _eats(scope, before) and _is_part(words):
            result[-1] = ([*before, ",", *words], False)
        else:
            result += [(words, asked)] if asked else _apart(scope, words)
    return result


def with_act_confirmed(scope: Scope, words: list[str]) -> list[str]:
    """ "Actually I do take my gun" as "I take my gun"; "actually I do have one" tells of a state, and stays."""
    rest = words[1 + (words[1:2] == [","]) :] if words[:1] == ["actually"] else words
    if rest is words or rest[:2] != ["i", "do"] or not rest[2:]:
        return words
    done = scope.nouns.verbs.at_start(rest[2:])[0] and rest[2] not in AUXILIARIES | _STATES
    return ["i", *rest[2:]] if done else words


_STATES = frozenset(
    "want like know have think need feel believe see hear love hate remember mind wish not".split()
)


def _apart(scope: Scope, words: list[str]) -> list[Sentence]:
    """A sentence, cut where a clause between commas takes back the order before it."""
    mind = next((n for n in range(2, len(words)) if tuple(_bare(words[n:])) in _THOUGHT_BETTER), 0)
    words = [*words[:mind], ",", *words[mind:]] if mind and words[mind] in ("but", "then", "and") else words
    parts = [list(part) for comma, part in itertools.groupby(words, lambda word: word == ",") if not comma]
    for at in range(1, len(parts)):
        before = _with_commas(parts[:at])
        if not _is_order(scope, before) or parts[at - 1][0] in _CONDITIONS:
            continue
        end = at + 1
        while end < len(parts) and _hesitates(parts[end - 1]):
            end += 1
        for last in range(end, at, -1):
            left = _without_the_thing(scope, before, parts[at:last])
            if left is not None:
                kept = [(left, False)] if left else [(before, False), (_BACK, False)]
                return [*kept, *_sentence_after(parts[last:])]
            whole = list(itertools.chain.from_iterable(parts[at:last]))
            refused = last == len(parts) and _REFUSING.issuperset(whole) and _names_its_object(scope, before)
            in_list = whole == ["joke"] and parts[last:] and parts[last][0] == "and"  # "sit, joke, and drink"
            if refused or (_takes_back(whole) and not in_list):
                return [(before, False), *_instead(_with_commas(parts[last:]))]
        if SPEECH in before and after_taking_back(parts[at]):
            return [(before, False), (_with_commas(parts[at:]), False)]
    return [(words, False)]


def _with_commas(parts: list[list[str]]) -> list[str]:
    return [word for part in parts for word in (",", *part)][1:]


def _sentence_after(parts: list[list[str]]) -> list[Sentence]:
    return [(_with_commas(parts), False)] if parts else []


def _instead(rest: list[str]) -> list[Sentence]:
    return [([*_BACK, ",", *rest], False) if rest else (_BACK, False)]


def _is_order(scope: Scope, words: list[str]) -> bool:
    """Whether words order something; what is told without quotation marks may itself say "no, too mean"."""
    order = without_lead(words[words[0] in FIRST :])
    meanings = scope.nouns.verbs.at_start(order)[0] if order and not _hesitates(words) else ()
    return bool(meanings) and (SPEECH in words or meanings[0] not in SPEAK)


def _names_its_object(scope: Scope, words: list[str]) -> bool:
    """Whether an order is about a thing or a place by name, so that a no is about it: not "shake my head, no"."""
    order = without_lead(words[words[0] in FIRST :])
    rest = order[scope.nouns.verbs.at_start(order)[1] :]
    found = resolve(scope, rest[rest[:1] == ["to"] :]) if rest else None
    return found is not None and found.fit >= _NAMED


def with_part_spared(scope: Scope, words: list[str]) -> list[str]:
    """An order to eat or drink that keeps a part from it afterwards, as one for the other part: "eat half of it" of
    "eat it, but leave half". Other words as they are."""
    parts = [list(part) for comma, part in itertools.groupby(words, lambda one: one in _ADDED) if not comma]
    if len(parts) < 2 or not _eats(scope, parts[0]):
        return words
    sparing = [part for part in parts[1:] if _is_part(part)]
    set_by = [] if sparing else [part for part in parts[1:] if _sets_a_part_by(part)]
    if not sparing and not set_by:
        return words
    order = without_lead(parts[0][parts[0][0] in FIRST :])
    at = scope.nouns.verbs.at_start(order)[1]
    whole = at < len(order) and order[at] not in _SOME_OF
    share = ["half" if "half" in (sparing or set_by)[0] else "some", "of"] if whole else []
    rest = [word for part in parts[1:] if part not in sparing for word in ("and", *part)]
    return [*order[:at], *share, *order[at:], *rest]


_SOME_OF = frozenset("a an one two three some half few".split())
_ADDED = frozenset({",", "and", "but"})
_PARTS = frozenset({"half", "some", "rest", "most"})
_SPARING = frozenset({"leave", "save", "keep", "spare"})


def _eats(scope: Scope, words: list[str]) -> bool:
    meanings = scope.nouns.verbs.at_start(without_lead(words[words[0] in FIRST :]))[0]
    return meanings[:1] in (("eat",), ("drink",))


def _sets_a_part_by(words: list[str]) -> bool:
    """Whether a clause lays a part of what is eaten aside: "slip half of it into my cloak", "put some by for Ivar"."""
    order = words[words[:1] == ["i"] :]
    order = order[len(_SURE) if order[1 : len(_SURE)] == _SURE[1:] else 0 :]  # "making sure to leave some"
    order = [plain_form_of(order[0]) or order[0], *order[1:]] if order and is_gerund(order[0]) else order
    part = order[1 + (order[1:2] == ["the"]) :]
    kept = order[:1] != [] and order[0] in _SETTING_BY and part[:1] != [] and part[0] in _PARTS
    return kept and (len(part) == 1 or part[1] in _OF_IT)


_SURE = ["make", "sure", "to"]
_SETTING_BY = frozenset(
    "slip put hide tuck pocket stow wrap set lay stuff keep save leave hold drop slide push sneak spare give".split()
)
_OF_IT = frozenset("of into in aside by back away up under behind for to inside".split())


def _is_part(words: list[str]) -> bool:
    """Whether a clause says that only a part is meant: "no, half", "only half", "leave half for later"."""
    filling = (_SIGHS | _REFUSING | DETERMINERS | {",", "wait", "i", "will"}) - _PARTS
    bare = [word for word in words if word not in filling]
    spared = bool(bare) and bare[0] in _SPARING
    rest = bare[spared:]
    ends = rest[1:] in ([], ["of", "it"]) or (spared and rest[1] in ("for", "of"))
    return bool(rest) and rest[0] in _PARTS and ends


def _bare(words: list[str]) -> list[str]:
    """The words without what is only sighed around them."""
    kept = [word for word in words if word != ","]
    while kept and kept[0] in _SIGHS:
        kept = kept[1:]
    while kept and kept[-1] in _SIGHS:
        kept = kept[:-1]
    return kept


def _hesitates(words: list[str]) -> bool:
    """Whether words are a no, a wait or a joke that may go on after the comma."""
    bare = _bare(words)
    return (_REFUSING | _WAITING).issuperset(bare) or tuple(bare) in _WHOLE


def _takes_back(words: list[str], *, said_alone: bool = False) -> bool:
    """Whether a clause does nothing but take back; `said_alone`, after no order, "don't" is said to somebody."""
    bare = _bare(words)
    at = next((n for n, word in enumerate(bare) if word not in _REFUSING | {"wait"}), len(bare))
    refuses, rest = not _REFUSING.isdisjoint(bare[:at]), _bare(bare[at:])
    if not said_alone and rest == ["do", "not"]:
        return True
    if tuple(rest) in _WHOLE | _THOUGHT_BETTER:
        return not said_alone or _JOKING.isdisjoint(rest)
    if not refuses:
        return False
    judged = next(rest[len(one) :] for one in _JUDGED if tuple(rest[: len(one)]) == one)
    return judged[:1] == ["too"] and 1 < len(judged) <= _JUDGEMENT


def _without_the_thing(scope: Scope, before: list[str], clauses: list[list[str]]) -> list[str] | None:
    """The order without the thing of its list that the clauses take back; [] if it was the only one, None if none."""
    *hesitation, last = clauses
    bare = _bare(last)
    while bare and (bare[0] in _REFUSING or bare[0] in {"wait", "joke"}):
        bare = _bare(bare[1:])
    if bare[:1] != ["not"] or not all(map(_hesitates, hesitation)) or not _is_order(scope, before):
        return None
    thing = _thing(scope, bare[1:]) if bare[1:2] and bare[1] in DETERMINERS else None
    listed = _parts_of_list(scope, before)
    if thing is None or SPEECH in before:
        return None
    kept = [part for part in listed[1:] if _thing(scope, part) != thing]
    if len(kept) == len(listed) - 1:
        return None
    return [*listed[0], *_with_and(kept)] if kept else []


def _parts_of_list(scope: Scope, words: list[str]) -> list[list[str]]:
    """The verb of an order, with what is before it, and then each part of the list that it is done to."""
    lead = len(words) - len(without_lead(words[words[0] in FIRST :]))
    verb = lead + scope.nouns.verbs.at_start(words[lead:])[1]
    parts = itertools.groupby(words[verb:], lambda word: word in (",", "and"))
    return [words[:verb], *(list(part) for joint, part in parts if not joint)]


def _with_and(parts: list[list[str]]) -> list[str]:
    return [word for part in parts for word in ("and", *part)][1:]


def _thing(scope: Scope, words: list[str]) -> str | None:
    found = resolve(scope, words, _KINDS)
    return found.thing if found is not None and found.fit >= _NAMED else None
