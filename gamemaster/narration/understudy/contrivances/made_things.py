"""What comes of a contrivance: something made to pass for something else, a print, a thing used as another. Pure.

It costs a moment and uses nothing up. What was made stays where it was left, or with the thing that it was made of,
and whoever looks at the place or asks after it is told of it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pydantic import TypeAdapter

from gamemaster.language.ideas import CONTRIVE, second_person
from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.portions import part_meant
from gamemaster.language.tables.verb_forms import gerund, infinitive
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.narration.understudy.gestures import retelling
from gamemaster.rules import proposal as ops
from gamemaster.rules.proposal import Bound, Intent, Operation
from gamemaster.rules.state import StoryState
from worlds.safe_yaml import load_packaged
from worlds.schema import PLAYER, World


@lru_cache
def _lines() -> dict[str, list[str]]:
    found = load_packaged(__package__ or "", "made_things.yaml")
    return TypeAdapter(dict[str, list[str]]).validate_python(found)


def contrive(world: World, state: StoryState, intent: Intent) -> list[Operation] | None:
    """The operations of a contrivance; None of any other intent."""
    if intent.verb != CONTRIVE:
        return None
    kind = intent.topic or "made"
    used = [thing for thing in intent.objects if thing in world.items and _is_at_hand(state, thing)]
    worn = kind == "makeshift" and not used
    like, soft, hard = _likeness(intent.purpose), "", ""
    if kind == "print":
        soft, _, hard = (_in_ones_eyes(part) for part in intent.purpose.partition(" ; "))
        soft = re.split(r" (?:from|off|out of) ", _without_article(soft))[0]
        hard = hard if hard.split(" ")[0] in _LEADING else f"the {hard}"
    lines = _lines()["for_a_moment" if worn else kind]
    told = retelling(world, intent.words)
    came = tuple(f"{told} {line.format(like=like, soft=soft, hard=hard)}" for line in lines)
    left, on, bound = _what_is_left(world, state, kind, intent, used, like, soft, hard)
    deed = _SHAPED.sub("", intent.words)  # no "shape" is looked for here
    shown = ops.Express(what=deed[:120], how="handling", came=came, left=_cut(left), on=on, bound=bound)
    return [shown, *_left_there(world, state, intent, used)]


_SHAPED = re.compile(r" in(?:to)? (?:the )?(?:shape|form|likeness) of an? [^,]*?(?=$| and |,)")


def _what_is_left(
    world: World, state: StoryState, kind: str, intent: Intent, used: list[str], like: str, soft: str, hard: str
) -> tuple[str, str | None, Bound]:
    """The state that is left behind, of which thing, and what it holds by."""
    with_me = next((thing for thing in used if state.items.get(thing) == PLAYER), None)
    carried = with_me is not None and not _placed_at(intent)
    on = with_me if carried else None
    bound: Bound = "" if carried else "place"
    if kind == "print":
        one = intent.objects[0]
        return f"a print in the {soft}, taken of {hard}", one, ""
    if kind == "dummy":
        alike = f"to look like {like}" if like != _SOMEBODY else "by you"
        return f"a dummy, made {_of_what(world, intent, used)}{alike}", on, bound
    if kind == "likeness":
        return f"something, made {_of_what(world, intent, used)}to look like {like}", on, bound
    if kind == "made":
        return f"{like}, made by you", on, bound
    if kind == "makeshift" and used:
        thing = _in_ones_eyes(_first_phrase(intent.words))
        thing = name_of(world, used[0]) if thing in ("it", "them", "") else thing
        return f"{thing}, used as {like}", used[0], ""
    return "", None, ""


def _cut(text: str) -> str:
    """A text that is not too long, with its last word whole."""
    return text if len(text) <= _LONGEST else text[: _LONGEST + 1].rpartition(" ")[0]


_LONGEST = 80  # characters of what is left


def _of_what(world: World, intent: Intent, used: list[str]) -> str:
    """What it was made of, by the first clause of the deed: "of hay under the blanket "; empty where that is long."""
    words = re.split(r",| and | then | out of | in(?:to)? the (?:shape|form)\b", plain(intent.words))[0].split()[1:]
    if words[:1] in (["it"], ["them"]) and used:
        words = [*name_of(world, used[0]).split(), *words[1:]]
    words = words[words[:1] != [] and words[0] in _PARTICLES :]  # "bundle up the sacks"
    words = words[:-1] if words[-1:] != [] and words[-1] in _PARTICLES else words  # "roll my oilskins up"
    arranged = _in_ones_eyes(" ".join(words))
    return f"of {arranged} " if arranged and not arranged.startswith(("a ", "an ")) and len(arranged) < _SHORT else ""


_PARTICLES = frozenset("up down together over out".split())
_SHORT = 34  # characters


def _left_there(world: World, state: StoryState, intent: Intent, used: list[str]) -> list[Operation]:
    """What was carried and is left where the contrivance stands: "leave it in the corner", "in the fifth bunk"."""
    where = _placed_at(intent)
    if not where or intent.topic not in ("dummy", "likeness"):
        return []
    whole = (thing for thing in used if state.items.get(thing) == PLAYER and not part_meant(world, thing, intent.words))
    return [ops.Drop(item=thing, where=where[:60]) for thing in whole]


def _placed_at(intent: Intent) -> str:
    """Where the words say that it is put: "in the corner"; empty where they do not say."""
    found = [one["where"] for one in _PLACED.finditer(plain(intent.words))]
    return second_person(found[-1].split()) if found else ""


_PLACED = re.compile(
    r"\b(?:leave|put|set|place|lay|lean|stand|prop|hang|stuff|tuck|jam)\b(?: [^,]*?)?"
    r" (?P<where>(?:in|into|on|onto|under|behind|beside|by|against|at|before|over) (?!(?:it|them)\b)"
    r"(?:the|my|his|her|that|this|a|an|one)\b[^,]*?)(?=$| and |,)"
)
_LEADING = frozenset("the a an my your his her their its this that".split())


def _is_at_hand(state: StoryState, thing: str) -> bool:
    return state.items.get(thing) in (PLAYER, state.place)


def _likeness(words: str) -> str:
    """What it is to look like, as it is told: "i am asleep there" as "you asleep there"."""
    words = re.sub(r"^(?:i am|it is me|i|me|myself)\b", "you", words)
    words = re.sub(r"^(?:there|it) is (?=an?\b|some|the\b)", "", words)
    words = re.sub(r"^((?:some|any) ?(?:one|body)) (?:is|are)\b", r"\1", words)
    words = _DOING.sub(lambda found: f"{found['who']} {gerund(infinitive(found['does']))}", words)
    return _SOMEBODY if _NOT_MEANT.fullmatch(words) else _in_ones_eyes(words) or "that"


_DOING = re.compile(r"^(?P<who>(?:some|any) ?(?:one|body)|an? \w+) (?P<does>\w+[^s\W]s)\b")
_SOMEBODY = "somebody"
_NOT_MEANT = re.compile(r"an? (?:\w+ )?(?:dummy|decoy|double|effigy)\b.*")  # nobody is to take it for that


def _in_ones_eyes(words: str) -> str:
    return second_person(words.split())


def _without_article(phrase: str) -> str:
    words = phrase.split()
    return " ".join(words[words[:1] != [] and words[0] in _LEADING :])


def _first_phrase(deed: str) -> str:
    """What is used, of "use the bowl as a helmet"."""
    words = words_of(plain(deed))
    words = words[words[:1] == ["i"] :][1:]
    end = next((at for at, word in enumerate(words) if word in _AFTER), len(words))
    return " ".join(words[:end])


_AFTER = frozenset("as like for over on into upside".split())
