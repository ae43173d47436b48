"""How gestures, small handling and thoughts are told back: together, once, and without a stock witness.

What somebody answers or does is the reaction to a gesture beside it; only a gesture by itself is marked by whoever
sees it. A thought stays with the player, and is passed over where anything else is told. Pure.
"""

from __future__ import annotations

import re

from gamemaster.language.tables.function_words import COMMON_WORDS, DETERMINERS
from gamemaster.language.wording.second_person import in_second_person
from gamemaster.rules.proposal import Happening
from worlds.schema import World
from worlds.verbs import META

_PART = "\n"  # between gestures that are told together
_SHOWN = frozenset({"gesture", "handling"})
_VAIN = frozenset({"", "nothing_happens"})
_DONE = frozenset("took dropped gave rule attempted enjoyed expressed entered noticed".split())
# What comes about by itself: beside it a gesture is still by itself.
_BY_ITSELF = frozenset({"expressed", "place", "presence", "lying", "ambience", "body", "threat_here"})
_SHORTEST_NAME = 3
_AT_SOMEBODY = re.compile(r"\b(?:him|her|them)\b")
_TOGETHER = 3  # gestures that are marked as one


def worth_telling(happenings: tuple[Happening, ...]) -> list[Happening]:
    """The happenings without fruitless tries and thoughts beside what was done, adjoining gestures as one."""
    vain = [h for h in happenings if h.kind == "tried" and h.detail.get("why") in _VAIN and not _reports(h)]
    done = any(h.kind in _DONE and not _is_idle(h) for h in happenings)
    spare = vain[0 if done else 1 :]
    if done:
        spare += [h for h in happenings if _comes_to_nothing_beside(h)]
    idle = [h for h in happenings if _is_idle(h)]
    spare += idle if len(idle) + len(vain) < len(happenings) else idle[1:]
    spare += _second_looks(happenings)
    if any(h.kind in _DONE for h in happenings):  # "I go into the hall and sit down", said in the hall
        spare += [h for h in happenings if h.kind == "tried" and h.detail.get("why") == "here_already"]
    kept: list[Happening] = []
    for one in (h for h in happenings if h not in spare):
        if kept and _is_gesture(one) and _is_gesture(kept[-1]):
            both = f"{kept[-1].what or ''}{_PART}{one.what or ''}"
            meant = (
                one if "kind_of" in one.detail else kept[-1]
            )  # the last that somebody is to take in some way
            kept[-1] = meant.model_copy(update={"what": both})
        else:
            kept.append(one)
    return kept


def _reports(happening: Happening) -> bool:
    """Whether the player asked what they carry, how they are or what they know: that is told beside any deed."""
    return happening.detail.get("verb") in META


def _comes_to_nothing_beside(happening: Happening) -> bool:
    """Whether a part of the input changed nothing, which is not worth a word beside what was done."""
    had = happening.kind == "rejected" and happening.detail.get("code") == "already_have"
    return had or (happening.kind == "tried" and happening.detail.get("why") == "does_not_open")


def _second_looks(happenings: tuple[Happening, ...]) -> list[Happening]:
    """Looks round a place that this turn has described already: "go up and see what's there"."""
    places = [h for h in happenings if h.kind == "place"]
    described = [h for h in places if h.detail.get("first") == "yes" or h.detail.get("looking") == "yes"]
    return [h for at, h in enumerate(described) if any(h.place == one.place for one in described[:at])]


def is_by_itself(happenings: tuple[Happening, ...]) -> bool:
    """Whether a turn holds nothing but a gesture or a few, which whoever sees it may then mark."""
    shown = [h for h in happenings if h.kind == "expressed"]
    if not shown or not all(h.kind in _BY_ITSELF for h in happenings):
        return False
    aimed = any(
        _AT_SOMEBODY.search(h.what or "") for h in shown
    )  # "I turn my back on her and stare into the fire"
    return len(shown) == 1 or (aimed and len(shown) <= _TOGETHER and not any(map(_is_idle, shown)))


def retelling(world: World, words: str) -> str:
    """The player's words for one gesture or several as a sentence: "You shiver, and hold out your hands."."""
    parts = (without_relative(part) for part in words.split(_PART))
    told = [in_second_person(_with_capitals(world, part)) for part in parts]
    line = told[0]
    short = len(told) >= _TOGETHER and all(_is_short(part) for part in told[:_TOGETHER])
    if short:
        first, second, third = (part[len("You ") : -1] for part in told[:_TOGETHER])
        line, told = f"You {first}, {second}, and {third}.", told[_TOGETHER - 1 :]
    for more in told[1:]:
        joined = more.startswith("You ") and line.startswith("You ") and ", and " not in line
        line = f"{line[:-1]}, and {more[4:]}" if joined else f"{line} {more}"
    return line


# What only says which thing is meant: "the fifth mug he just put back".
_RELATIVE = re.compile(
    r"(?P<head>.*?\b(?:the|a|an|this|that|these|those|my|his|her|their|its)"
    r"(?: (?!so\b|such\b|and\b)[\w'’-]+){1,3}?),?"
    r" (?:(?:that|which) \w+|(?:he|she|they|it) (?:(?:has|had|have|just|only|always|keeps|kept) )+\w+)"
    r"(?P<rest>[^,;:]*)",
    re.IGNORECASE,
)


def without_relative(words: str) -> str:
    """The player's words without a relative clause at their end: the thing is pointed to, and its tale is known."""
    found = _RELATIVE.fullmatch(words)
    return found["head"] if found is not None and " and " not in found["rest"] else words


def _is_short(line: str) -> bool:
    """Whether a sentence about the player has but one part, and can be one of several in a row."""
    return line.startswith("You ") and _OF_SEVERAL_PARTS.search(line) is None


_OF_SEVERAL_PARTS = re.compile(r",| and |^You are ")


def _is_idle(happening: Happening) -> bool:
    return happening.kind == "expressed" and happening.detail.get("how") in ("thought", "let_be")


def _is_gesture(happening: Happening) -> bool:
    """Whether something is told back in the player's words: what came of it, where that is known, stands by itself."""
    shown = happening.kind == "expressed" and happening.detail.get("how", "gesture") in _SHOWN
    return shown and not happening.wordings


def _with_capitals(world: World, words: str) -> str:
    """The words with people's names as they are written: "smile at ivar"."""
    for person in world.characters.values():
        for name in person.name.split():
            plain = name.casefold()
            if name[:1].isupper() and len(name) >= _SHORTEST_NAME and plain not in COMMON_WORDS | DETERMINERS:
                words = re.sub(rf"\b{re.escape(plain)}\b", name, words)
    return words
