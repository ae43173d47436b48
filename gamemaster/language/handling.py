"""Orders whose words name the body, and mean a thing: weight against a door, fingers in a sleeve, a smoke. Pure."""

from __future__ import annotations

from gamemaster.language.names.named_things import named_thing
from gamemaster.language.names.normalization import plain, stem
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.names.noun_phrases import (
    one_of,
    parts_of,
    possessor,
)
from gamemaster.language.names.pronouns import pronoun
from gamemaster.language.tables.function_words import CLOTHES
from gamemaster.rules.proposal import Intent
from worlds.schema import PLAYER

_WEIGHT = frozenset({"weight", "shoulder", "back"})
_SLIPPING = frozenset(
    "slip slips slide slides put puts stick sticks thrust poke pokes push work ease run dip".split()
)
_INSIDE = frozenset({"into", "inside", "in", "down"})
_FEELING = frozenset({"finger", "hand", "arm", "thumb", "palm", "fingertip", "fist"})
_UPON = frozenset("on onto upon against over".split())
_OWNERS = {"his": "him", "her": "her", "their": "them"}
_POCKETS = frozenset({"pocket", "bag", "purse", "pouch", "sleeve", "coat", "jacket", "apron"})
_PUTTING = frozenset("stick sticks put puts push pushes shove shoves poke dip dips".split())
_LIFTING = frozenset("pick answer lift take grab get".split())
_TELEPHONES = frozenset("phone telephone receiver handset".split())
# What a part of the body is laid on a thing for.
_SENSED_WITH = {
    **dict.fromkeys(
        ("hand", "palm", "finger", "fingertip", "thumb", "knuckl", "knuckle", "cheek", "forehead"), "touch"
    ),
    "ear": "listen",
    "eye": "examine",
    "nose": "smell",
}
_ONTO = _UPON | frozenset("to along round around across down under beneath into inside in near".split())
_OF_MINE = frozenset("my a an one both two the".split())
# Not to drum one's fingers, or to slap it: a gesture tells by itself.
_LAYING = frozenset(
    "lay put place rest set hold pres press run draw trace pass slide lean stretch stick".split()
)
_SHIFTING = frozenset({"push", "pull", "hold", "press"})
_SHORTEST = 2  # words of "lay hands", before what they are laid on
_CALLED_SO = 90  # fit of a name that is a thing's own


_IN_IT = frozenset((where, "it") for where in ("in", "inside", "within"))
_WHERE_ONE_LISTENS = frozenset({"at", "through", "behind", "against"})


def where_one_listens(head: list[str], rest: list[str]) -> list[str]:
    """Where one listens, without what for: "for feet at the hatch"; nothing of "whether anybody walks overhead"."""
    sought = head[-1] == "for" or rest[:1] in (["for"], ["whether"], ["if"], ["with"])  # "with him", "with eyes shut"
    end = next((n for n, word in enumerate(rest) if n and word in _WHERE_ONE_LISTENS), len(rest))
    asked = rest[rest[:1] == ["to"] :] if "to" in (head[-1], *rest[:1]) else []
    if "it" in asked[1:] and asked[0] in ("how", "what", "whether", "if"):
        return ["to", "it"]  # "listen to how full it is"
    if sought and tuple(rest[-2:]) in _IN_IT:
        return ["to", "it"]  # "shake the box and listen for how much is in it"
    return rest[end:] if sought else rest


def with_ones_weight(scope: Scope, head: list[str], rest: list[str]) -> Intent | None:
    """ "Throw my whole weight against the slab", "put my shoulder to the door": it is pushed."""
    at = next((at for at, word in enumerate(rest[:4]) if word in _WEIGHT), None)
    if (
        not rest
        or rest[0] != "my"
        or at is None
        or rest[at + 1 : at + 2] not in (["against"], ["to"], ["behind"])
    ):
        return None
    thing = parts_of(scope, rest[at + 2 :]).direct()
    found = one_of(scope, thing[0], frozenset({"feature", "item"})) if thing else None
    if found is None or not scope.reach(found[0]) or found[0] in scope.people:
        return None
    return Intent(verb="push", objects=(found[0],))


def reaches_into(scope: Scope, head: list[str], rest: list[str]) -> Intent | None:
    """ "Slip my fingers into the record sleeve": it is felt for what is in it."""
    rest = [*head[1:], *rest]  # "stick my hand in" is a phrase of its own
    at = next((at for at, word in enumerate(rest[:5]) if word in _INSIDE), 0)
    owned = at > 1 and rest[0] in ("my", "a", "one", "two", "three") and stem(rest[at - 1]) in _FEELING
    if owned and (whose := _whose_pocket(scope, rest[at + 1 :])) and head[0] in _SLIPPING | _PUTTING:
        return Intent(verb="steal", objects=(whose,))  # "stick my hand in his apron pocket"
    thing = one_of(scope, rest[at + 1 :], frozenset({"item", "feature"})) if owned else None
    if head[0] not in _SLIPPING or thing is None or not scope.reach(thing[0]):
        return None
    return Intent(verb="touch", objects=(thing[0],)) if thing[0] not in scope.people else None


def felt_with_the_body(scope: Scope, words: list[str]) -> Intent | None:
    """ "Rest a hand on the winch", "press an ear to the hatch": the thing is felt, heard or looked at so.

    A thing whose writer has a rule for the verb itself is left to that rule: a palm that is pressed on a plate.
    """
    meanings, length = scope.nouns.verbs.at_start(words[:1])
    part, at = _part_laid(words, _ONTO)
    if not length or part not in _SENSED_WITH:
        return None
    if not {"with", "for"}.isdisjoint(words[1:at]):
        return None
    phrase = words[at + 1 :]
    phrase = phrase[phrase[:1] == ["of"] :]  # "inside of the drum"
    if phrase and phrase[0] in _OWNERS and stem(phrase[-1]) in CLOTHES:
        return None  # "his sleeve" is no record's
    found = one_of(scope, phrase, frozenset({"item", "feature"})) if phrase else None
    if (
        found is None
        or not scope.reach(found[0])
        or scope.nouns.kinds.get(found[0]) not in ("item", "feature")
    ):
        return None
    felt = _SENSED_WITH[part] == "touch"
    if felt and any((verb, found[0]) in scope.nouns.ruled for verb in meanings if verb in _SHIFTING):
        return None
    return Intent(verb=_SENSED_WITH[part], objects=(found[0],))


def _part_laid(words: list[str], onto: frozenset[str]) -> tuple[str, int]:
    """The part of the player's body that is laid somewhere, and the place of the word that says how; else "" and 0."""
    at = next((at for at, word in enumerate(words[1:6], 1) if word in onto), 0)
    if at < _SHORTEST or words[0].removesuffix("s") not in _LAYING:
        return "", 0
    owned = words[1] in _OF_MINE or words[1] == words[at - 1]
    return (stem(words[at - 1]), at) if owned else ("", 0)


def lays_a_hand(scope: Scope, head: list[str], rest: list[str]) -> Intent | None:
    """ "Lay a hand on his sleeve": a gesture, where no thing is felt with it; nothing is laid down."""
    if len(head) != 1 or _part_laid([*head, *rest], _UPON)[0] not in _FEELING:
        return None
    return Intent(verb="express", role="emote", topic=" ".join([*head, *rest])[:120])


def _whose_pocket(scope: Scope, phrase: list[str]) -> str | None:
    """Whose pocket it is, of somebody who is here: "his apron pocket", "the chef's pocket"."""
    if len(phrase) < 2 or stem(phrase[-1]) not in _POCKETS:
        return None
    who = possessor(scope, phrase) or pronoun(scope, _OWNERS.get(phrase[0], phrase[0]))
    return who if who in scope.people else None


def given_to_a_thing(scope: Scope, rest: list[str]) -> list[str] | None:
    """ "The anvil one good knock", that is given to it, as the order "knock the anvil"; None for any other gift."""
    parts = _gift_to_a_thing(scope, rest)
    if parts is None:
        return None
    thing, noun = parts
    noun = noun if scope.nouns.verbs.at_start([noun])[1] else stem(noun)  # "a couple of turns"
    meanings, length = scope.nouns.verbs.at_start([noun])
    if not length or not _HANDLINGS.intersection(meanings):
        return None
    onto = ["on"] if "knock" in meanings else ["at"] if noun in ("look", "glance", "peek") else []
    return [noun, *onto, *thing]


def is_given_to_a_thing(scope: Scope, rest: list[str]) -> bool:
    """Whether what is given is no thing, and whatever it is given to nobody: "whatever is in the pan a stir"."""
    if _gift_to_a_thing(scope, rest) is not None:
        return True
    turned = rest[-2:-1] in (["a"], ["another"]) and bool(scope.nouns.verbs.at_start(rest[-1:])[0])
    return turned and rest[0] in _UNNAMED


_UNNAMED = frozenset("whatever everything something".split())


def _gift_to_a_thing(scope: Scope, rest: list[str]) -> tuple[list[str], str] | None:
    """A thing that is here, and the last word of what is given to it, which is no thing."""
    at = next((n for n in range(1, len(rest)) if rest[n] in _ONE and rest[n - 1] not in _ONE), 0)
    found = named_thing(scope, rest[:at]) if 0 < at < len(rest) - 1 and "to" not in rest else None
    if found is None or not scope.reach(found.thing):
        return None
    given = named_thing(scope, rest[at + 1 :])
    fed = given is not None and scope.reach(given.thing) and scope.nouns.kinds.get(given.thing) == "item"
    if fed or scope.nouns.kinds.get(found.thing) not in ("item", "feature"):
        return None
    return rest[:at], rest[-1]


_ONE = frozenset({"a", "an", "one", "another", "two", "three"})
_HANDLINGS = frozenset(
    """push pull turn knock break touch shake clean repair wipe taste smell attack look examine read search
    listen""".split()
)


def gone_through(scope: Scope, head: list[str], rest: list[str]) -> Intent | None:
    """ "Go through his coat": it is searched, where it is a thing and no way leads through it."""
    through = head in (["go", "through"], ["goes", "through"])
    phrase = rest if through else []
    if not phrase or (named := one_of(scope, phrase, frozenset({"item", "feature"}))) is None:
        return None
    things = scope.reach(named[0]) and scope.nouns.kinds.get(named[0]) in ("item", "feature")
    ways = {
        stem(word)
        for way in scope.ways
        for name in (way.name, *way.aliases)
        if name is not None
        for word in plain(name).split()
    }
    if not things or stem(phrase[-1]) in ways | _DOORWAYS:
        return None
    return Intent(verb="search", objects=(named[0],))


_DOORWAYS = frozenset(
    map(stem, "door doorway gate gateway arch archway hatch window hole gap opening curtain".split())
)


def answers_a_call(scope: Scope, head: list[str], rest: list[str]) -> Intent | None:
    """ "Pick up the phone", of one that stays where it is: it is listened to."""
    found = named_thing(scope, rest) if rest and head[0] in _LIFTING else None
    if found is None or found.fit < _CALLED_SO or not scope.reach(found.thing):
        return None
    fixed = scope.nouns.kinds.get(found.thing) == "feature"
    phone = not _TELEPHONES.isdisjoint(scope.nouns.parts.get(found.thing, ()))
    return Intent(verb="listen", objects=(found.thing,)) if fixed and phone else None


def tobacco_of(scope: Scope, head: list[str], rest: list[str]) -> str | None:
    """The tobacco that one carries, where "smoke one" or "have a smoke" means it."""
    carried = (thing for thing, where in scope.state.items.items() if where == PLAYER)
    tobacco = next((one for one in carried if "tobacco" in scope.world.items[one].tags), None)
    lit = head[0] in ("light", "lights")  # "light one up"
    bare = head[0] not in ("have", "has") and rest in ([], ["one"], ["it"], ["a", "bit"])
    bare = rest in (["one"], ["one", "up"]) if lit else bare
    found = named_thing(scope, rest) if rest else None
    return tobacco if bare or (found is not None and found.thing == tobacco) else None
