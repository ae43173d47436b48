"""Which words with the verb of an order tell of nothing but a posture, a look, a touch or a nudge. Pure."""

from __future__ import annotations

from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.english import Forms, Words
from gamemaster.language.names.named_things import before_preposition, named_thing
from gamemaster.language.names.normalization import stem
from gamemaster.language.names.noun_index import Scope, resolve, way_in_direction
from gamemaster.language.names.noun_phrases import (
    is_worn,
    leading_person,
    one_of,
    owner_of,
)
from gamemaster.language.tables.function_words import (
    ADVERBS,
    DETERMINERS,
    DIRECTIONS,
    PREPOSITIONS,
    QUESTION_WORDS,
    SELF_WORDS,
)
from gamemaster.language.walks.part_walks import is_small_step
from gamemaster.rules.proposal import Intent
from worlds.schema import PLAYER

_FORMS = Forms(__name__)
_WORDS = Words(__name__)
_SHORTEST_MOOD = 3  # letters


def is_small_deed(scope: Scope, meanings: tuple[str, ...], head: list[str], rest: list[str]) -> bool:
    """Whether words with the verb of an order tell only of a posture, a look or a touch: "meet her eye"."""
    who, length = leading_person(scope, rest)
    if head[0] in _WORDS["eyeing"] and rest and stem(rest[-1]) in ("eye", "gaze") and owner_of(scope, rest):
        return True
    if head[0] in ("count", "counts") and (not rest or rest[0] in _WORDS["counting"]):
        return True
    if head[0] in ("count", "counts") and not BODY.isdisjoint(map(stem, rest[:3])):
        return True  # "count the fingers": everybody has them
    if (
        head[0] in _WORDS["hearty"]
        and who in scope.people
        and _FORMS["on_the_back"].search(" ".join(rest[length:]))
    ):
        return True
    if head[0] in _WORDS["hearty"] and rest and rest[-1] in _WORDS["clapped"]:
        return owner_of(scope, rest) in scope.people  # "slap his shoulder"
    if head[0] in _WORDS["sharing"] and _FORMS["a_side_of"].search(" ".join(rest)):
        return True  # "put one side of the cloak round him": nothing changes hands
    gentle = head[0] in _WORDS["taken_gently"] and rest and stem(rest[-1]) in BODY
    if gentle and owner_of(scope, rest) in scope.people:
        return True  # "lift Halla's hand": nothing is stolen
    if head[0] in _WORDS["soft"] and {who, owner_of(scope, rest[:2])} & set(scope.people):
        return True
    made_up = head[0] in ("make", "makes") and "up" in (*head[1:], *rest[:1])
    if (made_up or head[0] in _WORDS["composing"]) and _is_new(rest):
        return True
    if head == ["hit"] and rest[:2] == ["it", "off"]:
        return True
    if head[0] in ("cut", "cuts") and rest[:2] in (["her", "short"], ["him", "short"], ["them", "short"]):
        return True
    cut_short = head[0] in ("cut", "cuts") and rest[length : length + 1] in (["off"], ["short"])
    teased = meanings[0] in ("attack", "push", "pull") and not _WORDS["playful"].isdisjoint([*head, *rest])
    if who in scope.people and (cut_short or teased):
        return True
    if head[0] in ("toast", "toasts") and rest and _is_no_meal(scope, rest):
        return True
    faces = head[0] in ("turn", "turns") and rest[:1] in (["to"], ["towards"]) and bool(rest[1:])
    return (
        (faces and leading_person(scope, rest[1:])[0] in scope.people)
        or _is_a_pose(scope, head, rest)
        or _lends_a_hand(scope, head, rest)
        or _gets_down_beside(scope, meanings, [*head, *rest])
        or _lays_a_hand(scope, head, rest)
        or _takes_off(scope, [*head, *rest])
        or _is_done_to_clothes(scope, meanings, rest)
        or _comes_off_clothes(scope, head, rest)
    )


def is_small_handling(scope: Scope, meanings: tuple[str, ...], head: list[str], rest: list[str]) -> bool:
    """Whether a thing is only shifted a little, or the body beside it: "pull up a chair", "duck under the lintel"."""
    leaps = meanings[0] == "jump" and (not rest or rest in (["about"], ["around"]))
    return (
        leaps
        or _adjusts(scope, rest)
        or _ducks(scope, head, rest)
        or _draws_up_a_seat(scope, head, rest)
        or _kicks_away(scope, head, rest)
    )


def is_stance(scope: Scope, meanings: tuple[str, ...], head: list[str], rest: list[str]) -> bool:
    """Whether words tell how somebody stands or feels, or of a small step, and not of a deed."""
    return (
        meanings[0] == "express"
        or _comes_in_again(scope, meanings, head, rest)
        or is_small_step(scope, head, rest)
        or (head[0] in ("scratch", "scratches") and _scratches_a_hide(rest))
        or (head[0] in ("mark", "marks") and "down" in rest[:2])  # a debt is noted, and no thing scratched
    )


def _is_new(rest: list[str]) -> bool:
    """Whether words are made up, and nothing that could be touched: "make up a verse about Ulf"."""
    made = rest[1:] if rest[:1] == ["up"] else rest
    return made[:1] in (["a"], ["an"], ["some"], ["another"])


def _takes_off(scope: Scope, words: list[str]) -> bool:
    """Whether a piece of one's own clothes comes off: "slip off my boots", "draws off my wet gloves"."""
    return words[1:2] == ["off"] and any(is_worn(scope, words[2:end]) for end in range(4, 7))


def _is_done_to_clothes(scope: Scope, meanings: tuple[str, ...], rest: list[str]) -> bool:
    """Whether a piece of one's own clothes, which is no thing of the world, is only tied, drawn or put on."""
    worn = before_preposition(rest)
    worn = worn[:-1] if worn and worn[-1] in ADVERBS | _WORDS["close"] else worn
    return meanings[0] in _WORDS["dressing"] and is_worn(scope, worn)


def _comes_off_clothes(scope: Scope, head: list[str], rest: list[str]) -> bool:
    """Whether dirt comes off one's own clothes, and nothing that lies here: "knock the snow off my boots"."""
    at = next((n for n, word in enumerate(rest) if n and word in ("off", "from")), 0)
    found = named_thing(scope, rest[:at]) if at else None
    carried = found is not None and found.thing in scope.world.items and scope.reach(found.thing)
    cleans = stem(head[0]) in _WORDS["cleaning"] and at > 0
    return cleans and not carried and is_worn(scope, rest[at + 1 : at + 3])


def _lays_a_hand(scope: Scope, head: list[str], rest: list[str]) -> bool:
    """ "Give the mule a pat", "show him my palms": what is given is nothing but a touch or a sight of oneself."""
    if head[0] not in _WORDS["giving"]:
        return False
    if {"my", "both"}.intersection(rest[-4:]) and rest and stem(rest[-1]) in BODY:
        return True
    at = max((n for n, word in enumerate(rest[:5]) if word in ("a", "an", "another")), default=0)
    if at and rest[at - 1] in PREPOSITIONS:
        return False  # "give her the valve with a wink" is a gift
    return bool(at) and any(stem(word) in _WORDS["touches"] for word in rest[at + 1 : at + 4])


def _is_a_pose(scope: Scope, head: list[str], rest: list[str]) -> bool:
    """Whether a look is one that the player puts on, and none that they take: "look tough", "look as if …"."""
    if head != ["look"] or not rest or not rest[0].isalpha() or len(rest[0]) < _SHORTEST_MOOD:
        return False
    small = (
        PREPOSITIONS
        | DETERMINERS
        | ADVERBS
        | QUESTION_WORDS
        | DIRECTIONS.keys()
        | _WORDS["elsewhere"]
        | SELF_WORDS
    )
    if rest[0] in small or rest[0].endswith(("ly", "er", "where", "ward", "wards", "stairs", "side")):
        return False
    ends = len(rest) == 1 or rest[1] in PREPOSITIONS | {"and", ","}
    return ends and resolve(scope, rest[:1]) is None and not scope.nouns.verbs.at_start(rest)[0]


def _is_no_meal(scope: Scope, rest: list[str]) -> bool:
    """Whether what is toasted is drunk to, and no bread: "toast the house", "toast to absent friends"."""
    found = one_of(scope, before_preposition(rest), frozenset({"item"})) if rest else None
    item = scope.world.items.get(found[0]) if found is not None else None
    return item is None


def _gets_down_beside(scope: Scope, meanings: tuple[str, ...], said: list[str]) -> bool:
    """Whether the player gets down by somebody's side, which hides nobody and is no sleep: "duck down beside him"."""
    at = next((n for n, word in enumerate(said) if n and word in _WORDS["by_the_side"]), 0)
    lies = meanings[0] == "sleep" and said[0] in _WORDS["lying"]
    if not (lies or (meanings[0] == "hide" and said[0] not in _WORDS["hiding"])) or not at:
        return False
    beside = said[at + 1 + (said[at + 1 : at + 2] in (["to"], ["of"])) :]
    return leading_person(scope, beside)[0] in scope.people


def _lends_a_hand(scope: Scope, head: list[str], rest: list[str]) -> bool:
    """Whether somebody is helped at what they do: "help her fold the nets", "help Mara with the bucket"."""
    who, length = leading_person(scope, rest) if head[0] in ("help", "helps") else (None, 0)
    work = rest[length:]
    at_work = work[:1] in (["with"], ["to"]) or bool(scope.nouns.verbs.at_start(work)[0])
    return who in scope.people and at_work and ("help", who) not in scope.nouns.ruled


def _adjusts(scope: Scope, rest: list[str]) -> bool:
    """Whether what one wears is only drawn closer: "my cloak tighter around me"."""
    at = next((at for at, word in enumerate(rest) if at and word in _WORDS["close"]), None)
    thing = one_of(scope, rest[:at], frozenset({"item"})) if at is not None and rest[0] == "my" else None
    return thing is not None and scope.state.items.get(thing[0]) == PLAYER


def _kicks_away(scope: Scope, head: list[str], rest: list[str]) -> bool:
    """Whether a thing is only sent a little way off, or shared: "kick the spear away", "break the bread in two"."""
    if rest[-1:] in (["two"], ["half"]):
        shared = named_thing(scope, before_preposition(rest))
        item = scope.world.items.get(shared.thing) if shared is not None else None
        return item is not None and not _WORDS["nourishing"].isdisjoint(item.tags)
    at = next((at for at, word in enumerate(rest) if at and word in ("away", "aside")), None)
    thing = one_of(scope, rest[:at], frozenset({"item"})) if at is not None else None
    return (
        head[0] in ("kick", "kicks", "nudge", "knock") and thing is not None and thing[0] in scope.world.items
    )


def _scratches_a_hide(rest: list[str]) -> bool:
    """Whether a living thing is scratched, which is no mark: "scratch the cow between the horns"."""
    return bool({"between", "behind", "under"}.intersection(rest)) or rest[-1:] in (["head"], ["chin"])


def _ducks(scope: Scope, head: list[str], rest: list[str]) -> bool:
    """Whether a head is only lowered: "duck under the lintel", which is nothing to hide behind."""
    words = [*head[1:], *rest]
    if head[0] not in ("duck", "ducks", "stoop", "stoops", "bend") or len(words) < 2:
        return False
    if words[0] not in ("under", "beneath", "through", "below"):
        return False
    found = named_thing(scope, words[1:])
    return words[0] == "below" or found is None or not scope.reach(found.thing)


def _draws_up_a_seat(scope: Scope, head: list[str], rest: list[str]) -> bool:
    """Whether a seat that the place does not name is moved: "pull up a chair beside her", "push back my stool"."""
    phrase = before_preposition([word for word in rest if word not in ("up", "back", "over", "out")])
    if head[0] not in _WORDS["moving_a_seat"] or not phrase or stem(phrase[-1]) not in _WORDS["seats"]:
        return False
    found = named_thing(scope, phrase)
    return found is None or not scope.reach(found.thing) or found.thing in scope.people


def _comes_in_again(scope: Scope, meanings: tuple[str, ...], head: list[str], rest: list[str]) -> bool:
    """ "I duck in out of the spray", said indoors where nothing lies further in: how one stands there.

    Whoever *comes* in is already there, whatever lies further in: "I come in, take off my coat and sit down".
    """
    told = (
        meanings[0] == "go"
        and head[0] not in _WORDS["ordered_in"]
        and [*head, *rest][1:2] in (["in"], ["inside"])
    )
    indoors = scope.world.locations[scope.state.place].indoors
    further = [*head, *rest][2:3] == ["to"]
    arrives = head[0] in ("come", "comes") and not further
    return told and indoors and (arrives or way_in_direction(scope, "in") is None)


def emote(head: list[str], rest: list[str]) -> Intent:
    """A posture, a look or a touch in the player's own words, of which nothing comes."""
    return Intent(verb="express", role="emote", topic=" ".join([*head, *rest])[:120])


def people_sought(intent: Intent, words: list[str]) -> Intent:
    """A search for whoever is about as the question who is: a look around tells, and nothing is turned over."""
    found = (
        _FORMS["sought"].search(" ".join(words)) if intent.verb == "search" and not intent.objects else None
    )
    if found is None:
        return intent
    return Intent(verb="inform", role="question", topic="leader" if found["leader"] else "people")
