"""Read what is done with what one has to what is before one: a weapon levelled, a card swiped, a code tried. Pure."""

from __future__ import annotations

from gamemaster.language.names.normalization import stem, words_of
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.names.noun_phrases import Parts, one_of, parts_of
from gamemaster.language.placement import KEYHOLES, goes_into_a_lock
from gamemaster.rules.proposal import Intent
from gamemaster.rules.reach import is_open, ways_opened_by
from worlds.offers import offers_of
from worlds.rules import all_rules
from worlds.schema import PLAYER

_LEVELLING = frozenset("point aim level train pull draw".split())
_FIRING = frozenset("fire shoot discharge".split())
_AT = frozenset({"at", "on", "into", "towards", "toward"})
_SHOTS = frozenset("shot round bullet bolt arrow burst twice once gun".split())
_ARM_TAGS = frozenset("weapon gun blade sword axe spear bow firearm".split())
_ARMS = frozenset(
    "gun pistol revolver rifle shotgun blaster phaser crossbow bow knife dagger sword axe spear blade taser".split()
)
_HOLDING_TO = frozenset("swipe insert tap scan slide wave hold touch press".split())
_BY_ITSELF = frozenset({"swipe", "insert", "scan"})  # such a verb says what it is held to, which others must
_ONTO = frozenset({"through", "in", "into", "on", "onto", "against", "to", "over", "past", "at", "across"})


def read_with_held(scope: Scope, head: list[str], words: list[str]) -> Intent | None:
    """The intent of such an order; None for any other."""
    if (entered := _read_code(scope, head, words)) is not None:
        return entered
    parts = parts_of(scope, words)
    if head[0] in _LEVELLING | _FIRING:
        return _level_at(scope, head, words, parts)
    if head[0] in _HOLDING_TO or goes_into_a_lock([*head, *words]) or _is_used_on_a_lock(head, parts):
        used = _hold_to(scope, head[0], parts)
        if used is not None:
            return used
    return _hold_up(scope, head, words, parts) if head[0] in _RAISING else None


def seen_through(scope: Scope, head: list[str], words: list[str]) -> Intent | None:
    """ "Look through it at Kark": he is looked at, and the stone is what it is done with."""
    at = words.index("at") if "at" in words[1:-1] else 0
    if head[-1] != "through" or not at:
        return None
    item, aim = (
        _item(scope, words[:at]),
        one_of(scope, words[at + 1 :], frozenset({"person", "feature", "item"})),
    )
    if item is None or aim is None or not scope.reach(item) or not scope.reach(aim[0]):
        return None
    return Intent(verb="examine", objects=(aim[0],), tool=item)


_RAISING = frozenset("hold raise lift shine".split())
_BESIDE = frozenset("up to over against near before under above by beside behind beneath at on into".split())
_SHINING = frozenset("light lamp lantern torch candle fire flame window sun moon glow".split())


def _hold_up(scope: Scope, head: list[str], words: list[str], parts: Parts) -> Intent | None:
    """What one carries, held up to something: whichever of the two gives light, the other one is looked at by it.

    To somebody it is shown; to anything else, or to nothing, it is only held. None for what is not in one's hands.
    """
    things = parts.direct()
    item = _item(scope, things[0]) if len(things) == 1 else None
    if item is None or scope.state.items.get(item) != PLAYER or head[0] in scope.nouns.verbs.own:
        return None
    aims = [phrase for leading, phrases in parts.segments if leading in _BESIDE for phrase in phrases]
    found = one_of(scope, aims[0], frozenset({"feature", "item", "person"})) if aims else None
    to = found[0] if found is not None and scope.reach(found[0]) else None
    if to in scope.people:
        return Intent(verb="show", objects=(item,), recipient=to)
    if to is not None and _gives_light(scope, item):
        return Intent(verb="examine", objects=(to,), tool=item)
    if aims and (stem(aims[0][-1]) in _SHINING or (to is not None and _gives_light(scope, to))):
        return Intent(verb="examine", objects=(item,), tool=to if to in scope.world.items else None)
    if not aims and not _gives_light(scope, item):
        return None  # "hold up the page": it is shown
    return Intent(verb="express", role="emote", topic=" ".join([*head, *words])[:120])


def _gives_light(scope: Scope, thing: str) -> bool:
    part = scope.world.items.get(thing) or next(
        (feature for _, feature in scope.world.features() if feature.id == thing), None
    )
    return part is not None and "light" in offers_of(part)


def _is_used_on_a_lock(head: list[str], parts: Parts) -> bool:
    """ "Use the card on the reader", "try the key in the lock"."""
    held_to = [
        phrase for preposition, phrases in parts.segments if preposition in _ONTO for phrase in phrases
    ]
    return head[0] in ("use", "try") and bool(held_to) and stem(held_to[0][-1]) in KEYHOLES


_ENTERING = frozenset("try enter dial type punch key input set turn use".split())
_CODES = frozenset("code combination number numbers password passcode pin digits".split())
_OPENING = ("unlock", "open", "turn", "use")


def _read_code(scope: Scope, head: list[str], words: list[str]) -> Intent | None:
    """A number that is tried on a lock, a safe, a dial: "try 9-17-31 on the safe", "enter the code". None if none is.

    Whether it is the right one is for the rule that opens it: it asks what the player knows.
    """
    numbers = [word for word in words if word.isdecimal()]
    coded = bool(_CODES.intersection(words)) or len(numbers) > 1 or any(len(number) > 2 for number in numbers)
    if head[0] not in _ENTERING or not coded:
        return None
    parts = parts_of(scope, [word for word in words if word != ","])
    named = [phrase for preposition, phrases in parts.segments if preposition in _ONTO for phrase in phrases]
    phrases = [phrase for phrase in named if not all(word.isdecimal() for word in phrase)]
    found = one_of(scope, phrases[0], frozenset({"feature"})) if phrases else None
    if found is not None and (not scope.reach(found[0]) or scope.nouns.kinds.get(found[0]) != "feature"):
        return None
    near = [found[0]] if found is not None else [thing for thing in scope.nouns.home if scope.reach(thing)]
    locked = [(thing, verb) for thing in near for verb in _OPENING if (verb, thing) in scope.nouns.ruled]
    if len({thing for thing, _ in locked}) != 1 or (found is None and phrases):
        return None
    return Intent(verb=locked[0][1], objects=(locked[0][0],), topic=" ".join(words)[:110])


def _level_at(scope: Scope, head: list[str], words: list[str], parts: Parts) -> Intent | None:
    """A weapon pointed at somebody is a threat, one that is fired at them a blow; at anything else it is a gesture."""
    first = parts.direct()[0] if parts.direct() else []
    arm = _item(scope, first)
    shot = not first or stem(first[-1]) in _SHOTS
    fired = head[0] in _FIRING
    if (arm is None and not shot) or (arm is not None and not _is_arm(scope, arm)):
        return None
    aims = [phrase for preposition, phrases in parts.segments if preposition in _AT for phrase in phrases]
    if not aims and arm is not None and not fired and scope.state.items.get(arm) == PLAYER:
        return Intent(verb="express", role="emote", topic=" ".join([*head, *words])[:120])  # "draw my pistol"
    aim = one_of(scope, aims[0], frozenset({"person", "threat"})) if aims else None
    if aims and aim is None and arm is not None and not fired:
        return Intent(
            verb="express", role="emote", topic=" ".join([*head, *words])[:120]
        )  # "aim it at nobody"
    if aim is None or not scope.reach(aim[0]) or (arm is None and head[0] not in _FIRING | {"aim"}):
        return None
    if aim[0] in scope.people or aim[0] in scope.world.threats:
        return Intent(
            verb="attack" if fired else "threaten",
            role="act" if fired else "speech",
            force=None if fired else "threaten",
            objects=(aim[0],),
            tool=arm,
        )
    if fired:
        return Intent(verb="break", objects=(aim[0],), tool=arm)
    return Intent(verb="express", role="emote", topic=" ".join([*head, *words])[:120])


def _hold_to(scope: Scope, verb: str, parts: Parts) -> Intent | None:
    """ "Swipe the card", "hold the badge to the reader": a key that one has is used, on what it is held to."""
    item = _item(scope, parts.direct()[0]) if len(parts.direct()) == 1 else None
    if item is None or scope.state.items.get(item) != PLAYER:
        return None
    held_to = [
        phrase for preposition, phrases in parts.segments if preposition in _ONTO for phrase in phrases
    ]
    found = one_of(scope, held_to[0], frozenset({"feature", "place"})) if held_to else None
    thing = found[0] if found is not None and scope.reach(found[0]) else None
    if thing is None and held_to and stem(held_to[0][-1]) in KEYHOLES:
        held_to = []  # the lock that is before one
        verb = "insert"
    if (thing is not None and (thing in scope.people or thing == PLAYER)) or not (
        held_to or verb in _BY_ITSELF
    ):
        return None
    ways = ways_opened_by(scope.ways, item)
    if thing is not None and _is_ruled(scope, item, thing):
        return Intent(verb="use", objects=(thing,), tool=item)
    if len(ways) == 1 and (not held_to or thing is None or thing in scope.nouns.home or thing == ways[0]):
        return Intent(verb="use", objects=(ways[0],), tool=item)
    if not ways and verb == "insert" and not held_to and len(locks := _locks(scope)) == 1:
        return Intent(verb="unlock", objects=(locks[0],), tool=item)  # no key to it: its writer says what is
    return None


def _locks(scope: Scope) -> list[str]:
    """Where the shut ways from here lead that something carried would open."""
    asked = [(way, [way.when, *way.when.any]) for way in scope.ways if way.when is not None]
    shut = [(way, conditions) for way, conditions in asked if not is_open(scope.world, scope.state, way)]
    return [way.to for way, conditions in shut if any(one.has for one in conditions)]


def _is_ruled(scope: Scope, item: str, thing: str) -> bool:
    """Whether some rule is about this thing and done with that item."""
    tags = {item, *scope.world.items[item].tags}
    return any(thing in rule.on and not tags.isdisjoint(rule.with_) for rule in all_rules(scope.world))


def _item(scope: Scope, phrase: list[str]) -> str | None:
    found = one_of(scope, phrase, frozenset({"item"})) if phrase else None
    known = found is not None and scope.nouns.kinds.get(found[0]) == "item" and scope.reach(found[0])
    return found[0] if known and found is not None else None


def _is_arm(scope: Scope, item: str) -> bool:
    part = scope.world.items[item]
    heads = {words[-1] for name in (part.name, *part.aliases) if (words := words_of(name.casefold()))}
    return not _ARM_TAGS.isdisjoint(part.tags) or not _ARMS.isdisjoint(heads)
