"""Read how somebody warms or dries themselves at a fire, however it is put: "hold my palms out to the coals". Pure.

A fire is what offers warmth here; it is named by its own name or by what any fire has. To warm oneself takes a body, or
what it wears, or a place taken close by: what else is done beside a fire, or to it, is another matter.
"""

from __future__ import annotations

from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.names.normalization import stem
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.tables.function_words import DETERMINERS
from gamemaster.rules.proposal import Intent
from gamemaster.rules.reach import features
from worlds.offers import offers_of

_OF_A_FIRE = frozenset("fire flame ember coal blaze hearth heat warmth glow ash".split())
_BESIDE = frozenset("by at near beside over to before against round around towards toward above from".split())
_ONTO = frozenset({"on", "onto", "into", "in"})
_WARMING = frozenset("warm thaw dry toast bask soak defrost roast".split())
_CLOSE = frozenset("close closer near nearer up next".split())
_TAKING_A_PLACE = frozenset(
    """sit crouch kneel huddle squat settle stand hunch curl draw edge get move come shuffle stay hover rest creep
    crawl inch snuggle scoot""".split()
)
_PRESENTED = frozenset("hold spread stretch extend turn rub put reach".split())
_WORN = frozenset(
    "cloak coat boot glove mitten sock scarf hat clothes shirt skirt sleeve hood bone limb".split()
)
_BEHIND = frozenset("backside behind rear bottom bum arse rump seat".split())
_TENDING = frozenset("feed stoke poke tend bank stir rake build".split())
_LAYING = frozenset("put lay throw toss add set drop place heap chuck".split())
_FUEL = frozenset("log wood coal peat turf stick branch kindling brand faggot fuel twig".split())


def read_warming(scope: Scope, words: list[str]) -> Intent | None:
    """The intent of warming oneself, or of seeing to a fire, which is a gesture; None for any other words."""
    words = [word for word in words if word not in ("just", "then", ",") and not word.endswith("ly")]
    words = words[words[:1] in (["i"], ["we"]) :]
    fires = [part.id for part in features(scope.world, scope.state) if "warmth" in offers_of(part)]
    if len(words) < 2 or not fires:
        return None
    stems = [stem(word) for word in words]
    tends = _tends(stems)
    beside = _BESIDE | _TENDING | (_ONTO if tends else frozenset())
    named = (_fire_at(scope, words, at, fires, beside) for at in range(1, len(words)))
    fire = next((found for found in named if found is not None), None)
    if fire is None and stems[0] in _WARMING and words[1] == "my" and set(stems[2:3]) & _BEHIND:
        fire = fires[0]  # "warm my backside", in a room with a stove
    if fire is None or any(
        (verb, fire) in scope.nouns.ruled for verb in scope.nouns.verbs.at_start(words)[0]
    ):
        return None  # what a writer's rule is for is done by that rule
    if tends and _feeds_a_thing(scope, words):
        return None
    if tends:
        return Intent(verb="express", role="emote", topic=" ".join(words)[:120])
    own = not (BODY | _WORN).isdisjoint(stems) or not {"myself", "me", "my"}.isdisjoint(words)
    warms = not _WARMING.isdisjoint(stems) and (own or len(words) < 6)
    presents = stems[0] in _PRESENTED and own
    near = stems[0] in _TAKING_A_PLACE and not _CLOSE.isdisjoint(words[1:5])
    if not (warms or presents or near) or (not warms and _hurts(scope, words)):
        return None
    return Intent(verb="warm", objects=(fire,))


def _feeds_a_thing(scope: Scope, words: list[str]) -> bool:
    """Whether a thing of the world goes into the fire, and no mere log: "feed the letter into the stove"."""
    at = next((n for n, word in enumerate(words) if n > 1 and word in ("into", "to", "in")), 0)
    found = resolve(scope, words[1:at], frozenset({"item"}), frozenset({"item"})) if at else None
    return found is not None and scope.reach(found.thing)


def _fire_at(scope: Scope, words: list[str], at: int, fires: list[str], beside: frozenset[str]) -> str | None:
    """The fire that a noun at `at` names, after a word that says beside what, or as what warms."""
    before = [word for word in words[max(0, at - 4) : at] if word not in DETERMINERS]
    if not before or before[-1] not in beside | {"let", "of"}:
        return None
    if stem(words[at]) in _OF_A_FIRE:
        return fires[0]
    found = resolve(scope, [words[at]], frozenset({"feature"}))
    return found.thing if found is not None and found.fit >= 86 and found.thing in fires else None


def _tends(stems: list[str]) -> bool:
    """Whether the fire is seen to: poked, or a log laid on it."""
    if stems[0] in _TENDING:
        return True
    return (
        stems[0] in _LAYING
        and not _FUEL.isdisjoint(stems[1:4])
        and not {"on", "into", "to"}.isdisjoint(stems)
    )


def _hurts(scope: Scope, words: list[str]) -> bool:
    return scope.nouns.verbs.at_start(words)[0][:1] in (("burn",), ("attack",), ("break",), ("throw",))
