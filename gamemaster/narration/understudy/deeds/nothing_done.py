"""What comes of an order that nothing else answers: a gesture, a touch, a try that shows nothing. Pure."""

from __future__ import annotations

import itertools

from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.clauses.performances import NEEDS_ITS_THING
from gamemaster.language.names.missing_things import ABOUT_ANYWHERE
from gamemaster.language.names.normalization import plain, stem, words_of
from gamemaster.language.tables.function_words import CLOTHES, HOUSEHOLD, PREPOSITIONS
from gamemaster.narration.understudy.deeds.senses import material_of, part_at_hand
from gamemaster.narration.understudy.rule_choice import reach
from gamemaster.rules import proposal as ops
from gamemaster.rules.proposal import Intent, Operation
from gamemaster.rules.reach import features, items_here
from gamemaster.rules.state import StoryState
from worlds.rules import all_rules
from worlds.schema import PLAYER, Feature, Item, World
from worlds.verbs import BASE_VERBS, CONTEND, META, MOVE, PERCEIVE, SPEAK

_WORK = frozenset("build repair cook dig fill pour open close lock unlock read ring light wear".split())


def nothing_done(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """No rule and no built-in behaviour: an attempt that comes to nothing, or a reason why it cannot be tried."""
    near = reach(world, state)
    for thing in (*intent.objects, intent.recipient, intent.tool):
        if thing is not None and thing not in near:
            person = thing in world.characters
            return [ops.Try(verb=intent.verb, what=thing, why="who_not_here" if person else "not_here")]
    what = intent.objects[0] if intent.objects else intent.recipient
    if what is None and intent.tool is None and is_of_the_body(intent) and not _is_for_a_rule(world, intent):
        return [ops.Express(what=intent.words[:120], how="handling")]
    if _is_only_a_touch(state, intent, what):
        return [ops.Express(what=intent.words[:120])]
    if what in state.characters and not state.characters[what].alive:
        return [ops.Try(verb=intent.verb, what=what, why="dead")]
    why = _WANTING.get(intent.verb, "nothing_happens") if not intent.objects else "nothing_happens"
    if intent.verb == "attack" and (what in world.characters or what in world.threats):
        why = "attack_miss"
    elif intent.verb in {"ask", "tell", "talk"} and what in world.threats:
        why = "no_answer"
    elif intent.verb == "hide" and what is None:
        why = "not_hidden"
    elif intent.verb == "open" and _is_a_book(world, state, what):
        return [ops.Notice(what=str(what))]
    elif intent.verb in {"open", "unlock"} and what is not None:
        why = "does_not_open"
    elif intent.verb == "lock" and what != PLAYER and what not in world.characters:
        why = "no_key"
    elif why == "nothing_to_burn" and (tinder := what_would_burn(world, state)) is not None:
        what, why = tinder, "would_burn"
    return [ops.Try(verb=intent.verb, what=what, why=why)]


def what_would_burn(world: World, state: StoryState) -> str | None:
    """What in view takes a flame soonest: pitch and straw before cloth and rope, those before wood."""
    found: list[tuple[int, str]] = []
    parts: list[Feature | Item] = [*features(world, state), *(world.items[item] for item in items_here(world, state))]
    for part in parts:
        names = {word for name in (part.name, *part.aliases) for word in words_of(plain(name))}
        rank = 0 if not _TINDER.isdisjoint(names) else _BURNING.get(material_of(part))
        if rank is not None:
            found.append((rank, part.id))
    return min(found, default=(0, None))[1]


_TINDER = frozenset("pitch tar oil straw hay kindling shavings candle torch wax tallow birch".split())
_BURNING = {"cloth": 1, "rope": 1, "paper": 1, "wood": 2}


# What is said where an order names nothing, and nothing here is what it is for: "eat something".
_WANTING = {
    "give": "nothing_to_give",
    "eat": "nothing_to_eat",
    "drink": "nothing_to_drink",
    "light": "nothing_to_burn",
}


def _is_a_book(world: World, state: StoryState, thing: str | None) -> bool:
    """Whether what is opened is written on: a book shows its page, and is no box that may be shut."""
    part = part_at_hand(world, state, thing) if thing is not None else None
    return part is not None and material_of(part) == "paper"


# What leaves everything as it was: told in the player's words where nothing else comes of it.
_HARMLESS = frozenset("turn push pull knock play sing dance jump attack climb pet".split())
_VAIN = frozenset({"", "nothing_happens", "not_here"})
_POSTURES = frozenset({"sit", "stand", "kneel", "lean", "crouch", "lie"})
_SETTLED = frozenset({"", "nothing_happens"})


def told_plainly(world: World, intent: Intent, planned: list[Operation]) -> bool:
    """Whether a harmless act, of which nothing comes, is told as it was typed: "bang my fist on the table".

    A place for it that is named and lies elsewhere does not hinder it: "turn the horse to the wall", where another
    world's wall stands by the gate.
    """
    if intent.role != "act" or not intent.words or not planned:
        return False
    vain = all(isinstance(one, ops.Try) and one.why in _SETTLED for one in planned)
    if intent.verb in _POSTURES and vain:
        return True  # "sit down by the boat"
    if intent.verb == "show" and not (intent.objects or intent.recipient or intent.tool):
        return vain  # "wave"
    words = words_of(plain(intent.words))
    if _is_done_to_nothing(world, intent, words):
        return vain
    if intent.verb in world.verbs:
        return False
    own = words[-2:-1] == ["my"] and stem(words[-1]) in BODY | CLOTHES  # "dust off my hands"
    house = _names_what_any_house_has(intent, words)
    if not (own or house or intent.verb in _HARMLESS):
        return False
    if any(thing in world.characters for thing in intent.objects):
        return False
    return all(
        isinstance(one, ops.Try)
        and one.why in _VAIN
        and (one.why != "not_here" or house or one.what not in intent.objects)
        for one in planned
    )


def _is_done_to_nothing(world: World, intent: Intent, words: list[str]) -> bool:
    """Whether no thing of the world is meant and none is wanted: "whistle through my teeth", "pat the wall".

    What has to have its thing ("burn") is done to none where a preposition stands in its place: "burn to ask". A verb
    that a writer made is done where it can be done, unless it is to oneself or to what is about in any place.
    """
    if intent.recipient or intent.tool or not {PLAYER}.issuperset(intent.objects):
        return False
    words = words[1:] if words[:1] in (["i"], ["we"]) else words
    named = [word for before, word in itertools.pairwise(words) if before in _KNOWN]
    at_hand = bool(named) and all(word in ABOUT_ANYWHERE for word in named)
    if intent.verb in world.verbs:
        return at_hand or ("my" in words and stem(words[-1]) in BODY)
    if named and not at_hand:
        return False
    return intent.verb not in NEEDS_ITS_THING or (
        intent.verb in _MANUAL and words[2:] != [] and words[1] in PREPOSITIONS
    )


_MANUAL = NEEDS_ITS_THING - {*PERCEIVE, *MOVE, *SPEAK, *CONTEND, *META}


def _names_what_any_house_has(intent: Intent, words: list[str]) -> bool:
    """Whether a deed of house and hand is done to what is at hand anywhere: "hang it on a hook", "wash the cups".

    What a writer calls so lies elsewhere, and is not what is meant.
    """
    if intent.verb not in _OF_THE_HOUSE or not intent.objects:
        return False
    handled = [
        word
        for word, after in itertools.zip_longest(words, words[1:])
        if stem(word) in _HOUSEHOLD and after != "of"  # a mug is at hand, and no mug of tea
    ]
    return bool(handled) and not any(
        before in _KNOWN and not after.endswith("s")
        for before, after in itertools.pairwise(words)
        if after in handled
    )


_HOUSEHOLD = frozenset(map(stem, HOUSEHOLD))
_OF_THE_HOUSE = frozenset("take put pull push turn drop fill repair touch wear remove knock use".split())
_KNOWN = frozenset("the this that his her their your".split())  # one that was told of


def is_of_the_body(intent: Intent) -> bool:
    """Whether a deed is done with one's body alone and changes nothing: "whistle", "jump", "bow low"."""
    return bool(intent.words) and (intent.verb == "jump" or intent.verb not in BASE_VERBS)


def _is_for_a_rule(world: World, intent: Intent) -> bool:
    """Whether a rule does this deed to something: it is not told as done without it."""
    if not _OWN.isdisjoint(intent.words.split()):
        return False  # "wind my scarf" beside a clock
    return any(intent.verb in rule.verbs and rule.on for rule in all_rules(world))


_OWN = frozenset({"my", "myself"})


def _is_only_a_touch(state: StoryState, intent: Intent, what: str | None) -> bool:
    """Whether what was read as work on a thing is done to somebody: "bend close to Ivar" builds nobody."""
    return what in state.present() and intent.verb in _WORK and bool(intent.words)
