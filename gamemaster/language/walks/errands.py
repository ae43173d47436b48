"""Orders to go somewhere for something. Pure."""

from __future__ import annotations

from gamemaster.language.clauses.clause_starts import fronted_phrase
from gamemaster.language.clauses.meanwhile import worn_or_carried
from gamemaster.language.clauses.subjects import FIRST, JOINTS
from gamemaster.language.names.normalization import SPEECH
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.noun_phrases import one_of
from gamemaster.language.tables.function_words import DETERMINERS, PREPOSITIONS
from gamemaster.language.walks.movement import read_heading
from gamemaster.rules.proposal import Intent
from worlds.schema import PLAYER

_SETTING_OUT = frozenset({"go", "come", "run", "head", "walk", "return"})

_AT = frozenset({"at", "in", "inside", "by", "near", "on"})

_AFTER_PLACE = frozenset({"for", "until", "till", "til", ",", "with", "and"})

_DELIVERING = frozenset("take bring carry deliver return give hand".split())


def delivery(scope: Scope, words: list[str]) -> tuple[Intent, list[str]] | None:
    """A walk to somebody with a thing: "take the jug back to Skeggi in the hall"."""
    if len(words) < 5 or words[0] not in _DELIVERING or "to" not in words[1:]:
        return None
    at = next((n for n in range(len(words) - 1, 2, -1) if words[n] in ("in", "at")), 0)
    found = one_of(scope, words[at + 1 :], frozenset({"place"})) if at > words.index("to") + 1 else None
    if found is None or found[0] not in scope.world.locations or found[0] == scope.state.place:
        return None
    whom = resolve(scope, words[words.index("to") + 1 : at], frozenset({"person"}), frozenset({"person"}))
    if whom is None or whom.thing in scope.people:
        return None
    return Intent(verb="go", objects=(found[0],)), ["give", *words[1:at]]


def carried_along(scope: Scope, words: list[str]) -> tuple[str | None, list[str]] | None:
    """What is taken along on a walk, and the walk as an order: "carry the crate up the steps", "bring it inside".

    The thing is None where it goes without saying: "it", of nothing that lies here. None if the words are no walk.
    """
    if not words or words[0] not in _CARRYING:
        return None
    at = next((at for at in range(2, len(words)) if words[at] in _ONWARD), 0)
    lifted = words[at:] == ["up"] and words[0] == "heave"
    if at and (lifted or words[at + 1 : at + 2] in (["off"], ["from"])):
        return None  # "take the jug down off the sill"
    way = [word for word in words[at:] if word not in ("me", "myself")] if at else []
    way = way[: way.index("with")] if "with" in way else way  # "inside with my bag"
    while way and way[-1] == "along":
        way = way[:-1]
    if not way or (words[0] in _ALSO_TAKING_OFF and len(way) < _NAMED_WAY and way[0] not in _ELSEWHERE):
        return None
    if words[1:at] in (["it"], ["them"]):
        meant = scope.focus.get(words[1])
        lies = meant in scope.world.items and scope.reach(str(meant))
        return (meant if lies else None), ["go", *way]
    thing = one_of(scope, words[1:at], frozenset({"item"}))
    if thing is None or thing[0] not in scope.world.items or not scope.reach(thing[0]):
        return None
    if _comes_out_of_a_thing(scope, way) or _is_brought_to_a_thing(scope, way):
        return None
    return thing[0], ["go", *way]


def _is_brought_to_a_thing(scope: Scope, way: list[str]) -> bool:
    """Whether it is only brought to something here: "bring the lantern up to the whitewash"."""
    if way[:2] != ["up", "to"]:
        return False
    found = one_of(scope, way[2:], frozenset({"place"})) if way[2:] else None
    return found is None or scope.nouns.kinds.get(found[0]) != "place"


def _comes_out_of_a_thing(scope: Scope, way: list[str]) -> bool:
    """Whether what is taken comes out of something that stands here, and nobody goes out: "out of the crate"."""
    if (
        way[:2] not in (["out", "of"], ["from", "out"], ["up", "from"], ["down", "from"])
        or len(way) < _NAMED_WAY
    ):
        return False
    found = resolve(scope, way[2:])
    return found is not None and scope.reach(found.thing) and scope.nouns.kinds.get(found.thing) != "place"


_CARRYING = frozenset("carry bring haul lug drag take cart heave shift get".split())
_ALSO_TAKING_OFF = frozenset({"take", "get"})  # "take it down" from the wall
_ELSEWHERE = frozenset("outside inside upstairs downstairs indoors outdoors".split())
_NAMED_WAY = 3  # words of "to the hall"
_ONWARD = frozenset(
    """up down in into inside out outside through to back across over along onto upstairs downstairs indoors aboard
    home top""".split()
)


def errand(scope: Scope, words: list[str]) -> tuple[Intent, list[str]] | None:
    """A walk and what is to be done at its end: "go warm up at the smithy for an hour". None if it is none."""
    if (brought := delivery(scope, words)) is not None:
        return brought
    if not words or words[0] not in _SETTING_OUT or not scope.nouns.verbs.at_start(words[1:])[0]:
        return None
    for at, word in enumerate(words):
        if word not in _AT or at < 2:
            continue
        end = next((k for k in range(at + 1, len(words)) if words[k] in _AFTER_PLACE), len(words))
        found = one_of(scope, words[at + 1 : end], frozenset({"place"})) if end > at + 1 else None
        if found is None or scope.nouns.kinds.get(found[0]) != "place" or found[0] == scope.state.place:
            continue
        return Intent(verb="go", objects=(found[0],)), [*words[1:at], *words[end:]]
    return None


def with_load_taken_along(scope: Scope, words: list[str]) -> list[str]:
    """The words with a walk that is made with something in one's arms as both: "carry it in through the door".

    What is carried already is only walked with; anything else is taken first.
    """
    words = _with_what_is_carried(scope, words)
    for at, word in enumerate(words):
        begins = not at or words[at - 1] in JOINTS | FIRST
        if begins and word in _WALKING and (taken := _walked_with(scope, words, at)):
            return taken
        if not begins or word not in _WITH_A_LOAD:
            continue
        end = next((n for n in range(at + 1, len(words)) if words[n] in (*JOINTS, SPEECH)), len(words))
        way = next((n for n in range(at + 2, end) if read_heading(scope, words[n:end]) is not None), 0)
        if not way:
            continue
        load = ["it"] if words[at + 1 : way] in _ALL_OF_IT else words[at + 1 : way]
        named = len(load) == 1 and load[0] in _LOAD
        found = None if named else resolve(scope, load, frozenset({"item"}), frozenset({"item"}))
        if not named and (found is None or found.thing not in scope.world.items):
            continue
        thing = scope.focus.get("it") if named else found.thing if found is not None else None
        in_hand = (named and at > 1) or scope.state.items.get(str(thing)) == PLAYER
        taken = [] if in_hand else ["take", *load, "and"]
        return [*words[:at], *taken, "go", *words[way:]]
    return words


def _with_what_is_carried(scope: Scope, words: list[str]) -> list[str]:
    """With what lies here taken up before anything is done with it about one: "with the crate on my hip I …"."""
    at = next((n for n in range(len(words)) if words[n] == "with" and worn_or_carried(words[n + 1 :])), None)
    if at is None or SPEECH in words[:at] or (at and "i" not in words[:at]):
        return words
    end = next(n for n in range(at + 2, len(words)) if words[n] in PREPOSITIONS)
    if not _lies_here(scope, load := words[at + 1 : end]):
        return words
    if at:
        start = words.index("i")
        rest = [*words[start + 1 : at], *words[at + 1 + worn_or_carried(words[at + 1 :]) :]]
        return [*words[: start + 1], "take", *load, ",", "then", *rest]
    front = fronted_phrase(words)
    own = front > 0 and words[front] == "i"
    return ["i", "take", *load, ",", "then", *words[front + 1 :]] if own else words


def _lies_here(scope: Scope, load: list[str]) -> bool:
    """Whether words name a thing that lies here and can be carried."""
    found = resolve(scope, load, frozenset({"item"}), frozenset({"item"}))
    lies = found is not None and scope.state.items.get(found.thing) == scope.state.place
    return found is not None and lies and found.fit >= _SURE and scope.world.items[found.thing].portable


def _walked_with(scope: Scope, words: list[str], at: int) -> list[str]:
    """The words with what lies here taken up before a walk that is made with it: "go in with the turnips"."""
    end = next((n for n in range(at + 1, len(words)) if words[n] in (*JOINTS, SPEECH)), len(words))
    with_ = words.index("with", at, end) if "with" in words[at + 1 : end] else 0
    load = words[with_ + 1 : end]
    if not with_ or load[:1] == [] or load[0] not in DETERMINERS:
        return []
    if not _lies_here(scope, load):
        return []
    return [*words[:at], "take", *load, "and", *words[at:with_], *words[end:]]


_SURE = 90  # fit of a name from which on it is one
_WALKING = frozenset("go head walk climb run come march step hurry".split())
_WITH_A_LOAD = frozenset("carry carries haul hauls lug lugs drag drags".split())
_LOAD = frozenset({"it", "them"})
_ALL_OF_IT = (["the", "lot"], ["the", "whole", "lot"], ["all", "of", "it"], ["everything"])
