"""What is handed to somebody: whole, in part, or one of many. Pure."""

from __future__ import annotations

import re

from gamemaster.language.names.normalization import plain, set_quotes_aside, stem, words_of
from gamemaster.language.names.noun_index import nouns_of, scope_of
from gamemaster.language.portions import SHARING, part_meant
from gamemaster.language.tables.verb_forms import infinitive
from gamemaster.language.talk.addressee import addressee
from gamemaster.language.talk.offerings import given_in, held_out_in, only_gives
from gamemaster.language.talk.sentences import sentences_of
from gamemaster.language.wording.gesture_lines import about
from gamemaster.language.wording.paragraphs import has_words
from gamemaster.language.wording.replies import reply
from gamemaster.narration.understudy.deeds.company import topic_of
from gamemaster.narration.understudy.deeds.nothing_done import nothing_done
from gamemaster.narration.understudy.deeds.walking import to_person
from gamemaster.narration.understudy.gestures import retelling
from gamemaster.narration.understudy.rule_choice import deeds_of, rule_for
from gamemaster.narration.understudy.things import is_box_of_many
from gamemaster.rules import proposal as ops
from gamemaster.rules.conditions import holds
from gamemaster.rules.proposal import Intent, Operation
from gamemaster.rules.reach import features, in_reach
from gamemaster.rules.state import StoryState, digest
from worlds.rules import rules_by_id
from worlds.schema import PLAYER, World

_HANDED = frozenset({"give", "hand", "bring", "throw", "toss", "lob", "chuck", "flip", "flick", "put"})
_OFFERED = frozenset(
    "here is are have take want care for fancy like need do you would how about can i offer".split()
)
_ONE = frozenset("a an one another some the of".split())


def taken_up(world: World, state: StoryState, item: str, intent: Intent) -> list[Operation]:
    """What lies here and is nobody's is taken up before it is laid elsewhere, or given: "put the tape over its eye"."""
    spot = intent.recipient in in_reach(world, state) or (intent.recipient is None and bool(intent.topic))
    free = spot and _lies_free(world, state, item)
    return [ops.Take(item=item)] if free else []


def _lies_free(world: World, state: StoryState, item: str) -> bool:
    """Whether an item lies here in reach, and is nobody's."""
    here = state.items.get(item) == state.place and item in in_reach(world, state)
    return here and world.items[item].owner is None


def rule_with_what_lies_here(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """The taking up of what a rule is done with, and the rule whose phrase names it: "throw the soup in the fire"."""
    rule = rules_by_id(world).get(intent.rule or "")
    lying = [item for item in rule.with_ if item in world.items and _lies_free(world, state, item)] if rule else []
    if rule is None or not lying:
        return []
    said = {stem(word) for word in words_of(plain(intent.words))}
    item = next((item for item in lying if said & nouns_of(world).parts.get(item, frozenset())), None)
    if item is None:
        return []
    then = state.model_copy(update={"items": {**state.items, item: PLAYER}})
    use = rule_for(world, then, intent.model_copy(update={"tool": item}))
    fits = use is not None and use.rule == rule.id and holds(rule.when, world, then, deeds_of(intent, rule))
    return [ops.Take(item=item), use] if use is not None and fits else []


def rule_once_taken_up(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """The taking up of what lies here, and the rule on it that asks the player to have it: "give the cake to the dog".

    Without it the gift would be made all the same, and the rule on it passed over.
    """
    if intent.verb not in ("give", "put", "throw"):
        return []
    things = [thing for thing in intent.objects if thing in world.items]
    taken = [one for thing in things for one in taken_up(world, state, thing, intent)]
    held = {one.item: PLAYER for one in taken if isinstance(one, ops.Take)}
    if not held:
        return []
    then = state.model_copy(update={"items": {**state.items, **held}})
    use = rule_for(world, then, intent)
    rule = rules_by_id(world).get(use.rule) if use is not None else None
    if use is None or rule is None or holds(rule.when, world, state, deeds_of(intent, rule)):
        return []
    return [*taken, use] if holds(rule.when, world, then, deeds_of(intent, rule)) else []


def give(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """What is handed over or held out, in whole or in part; asked after where the receiver keeps such things."""
    who = intent.recipient or next((t for t in intent.objects if t in world.characters), None)
    things = [t for t in intent.objects if t in world.items]
    if intent.verb == "show" and who is None and things and state.items.get(things[0]) == PLAYER:
        return [ops.Express(what=intent.words[:120] or intent.verb, how="handling")]  # held up, to nobody
    seen = next((t for t in intent.objects if any(one.id == t for one in features(world, state))), None)
    if intent.verb == "show" and who in state.present() and seen is not None and not things:
        return [ops.Discuss(who=str(who), topic=topic_of(world, str(who), seen))]  # pointed out, where it is
    if intent.verb == "show" and who in state.present() and not things and intent.words:
        return [ops.Express(what=intent.words[:120])]  # "draw a face in the snow and show Ulf"
    handed = intent.verb == "give" and who in state.present() and seen is not None and not things
    if handed and intent.words.split()[:1] not in (["give"], ["gives"]):
        return [
            ops.Express(what=intent.words[:120], how="handling")
        ]  # "hand him the tongs", of his own tools
    if who not in world.characters or not things:
        return nothing_done(world, state, intent)
    if intent.verb == "show":
        if state.items[things[0]] != PLAYER:
            return [ops.Try(verb="show", what=things[0], why="dont_have")]
        return [ops.Discuss(who=who, topic=topic_of(world, who, things[0]))]
    if _GIVEN_BACK.search(intent.words) and any(world.items[thing].at == PLAYER for thing in things):
        return [ops.Try(verb="give", what=things[0], why="own_already")]  # it never was anybody else's
    part = bool(part_meant(world, things[0], intent.words))
    lying = state.items.get(things[0]) == state.place and is_box_of_many(world, things[0])
    part = part or (lying and "it" in intent.words.split())  # the turnip that was taken out of the crate
    if who not in state.present() and is_carried_to(state, intent):
        return _carry_to(world, state, who, intent)
    if len(things) == 1 and part:
        return part_given(world, state, who, intent)
    plainly = not _HANDED.isdisjoint(
        intent.words.split()[:3]
    )  # what is shoved across is not picked up for it
    hands_over = intent.verb == "give"  # what is shoved across a table stays whose it is
    lies = {
        thing: hands_over and state.items.get(thing) == state.place and world.items[thing].portable for thing in things
    }
    taken = {
        thing: taken_up(world, state, thing, intent) if plainly or lies[thing] else [] for thing in things
    }
    lent = is_lent(intent)
    given = [one for thing in things for one in (*taken[thing], ops.Give(item=thing, to=who, lent=lent))]
    person = world.characters[who]
    taken_on = who in state.present() and state.characters[who].disposition >= 0
    if not lent or not taken_on or not has_words(person):
        return given
    answers = reply(person, "lent", lambda text: digest(text) in state.told)
    return [*given, ops.Answer(who=who, texts=answers, source="reaction")]


def is_lent(intent: Intent) -> bool:
    """Whether what is handed over is to come back: "to hold", "lend him", "until I come down", "I want it back"."""
    return _LENT.search(f"{intent.words} {intent.purpose}") is not None


_LENT = re.compile(
    r"^(?:i )?(?:lend|loan)\b|\bto (?:hold|mind|look after|keep an eye on|keep (?:safe|it safe|for me))\b"
    r"|\bfor safe ?keeping\b|\b(?:on|as a) loan\b|\b(?:want|need|have|get|return|bring|give) (?:it|them|that) back\b"
)


_GIVEN_BACK = re.compile(r"\b(?:give|hand|pass|return|offer)s?(?: (?!as\b|that\b|to\b)\w+){0,3} back\b")


def given_with_words(world: World, state: StoryState, intents: tuple[Intent, ...], words: str) -> tuple[Intent, ...]:
    """The intents, where what is said in quotation marks gives something: "I sit down. “Here, eat this bread”".

    What is held out with words that only hand it over is given with them: "“For you”, I say and hold out the bread".
    Those words are heard with the gift, and nobody answers them besides.
    """
    outside, said_aloud = set_quotes_aside(words)
    quoted = [words_of(plain(one)) for one in said_aloud]
    said = next((one for one in intents if one.verb in ("tell", "ask", "persuade") and one.objects), None)
    scope = scope_of(world, state)
    who = said.objects[0] if said is not None else addressee(scope, []) if quoted else None
    if who not in state.present() or who not in world.characters:
        return intents
    at = next((n for n, one in enumerate(intents) if _is_held_out(state, one)), None)
    if at is not None and any(map(only_gives, quoted)):
        given = intents[at].model_copy(update={"verb": "give", "recipient": intents[at].recipient or who})
        return tuple(given if n == at else one for n, one in enumerate(intents) if one is not said)
    shown = next((one.objects[0] for one in intents if one.objects and one.objects[0] in world.items), None)
    shown = shown or held_out_in(scope, outside)
    sentences = [sentence for one in quoted for sentence, asks in sentences_of(" ".join(one)) if not asks]
    gifts = (given_in(scope, str(who), one, to_them=False, shown=shown) for one in sentences)
    gift = next(filter(None, gifts), None)
    if gift is None or said is None or any(one.verb in ("give", "put", "throw", "bargain") for one in intents):
        return intents
    gift = gift.model_copy(update={"role": "speech"})
    return tuple(gift if one is said else one for one in intents)


def _is_held_out(state: StoryState, intent: Intent) -> bool:
    shown = intent.verb == "show" and intent.role == "act" and intent.words.removeprefix("i ").startswith("hold")
    return shown and bool(intent.objects) and state.items.get(intent.objects[0]) == PLAYER


def is_carried_to(state: StoryState, intent: Intent) -> bool:
    """Whether things at hand are to be carried to somebody who may be elsewhere: "bring the pole to Bishr"."""
    words = intent.words.removeprefix("i ").split()
    carried = intent.verb == "give" and not _CARRYING.isdisjoint(words[:1]) and bool(intent.objects)
    return carried and all(state.items.get(thing) in (PLAYER, state.place) for thing in intent.objects)


_CARRYING = frozenset("bring brings carry carries take takes deliver delivers".split())


def _carry_to(world: World, state: StoryState, who: str, intent: Intent) -> list[Operation]:
    """The way to somebody with what they are brought, where it is known, and then the handing over."""
    walk = to_person(world, state, intent, who)
    if not any(isinstance(one, ops.Move) for one in walk):
        return walk
    lying = [thing for thing in intent.objects if state.items.get(thing) == state.place]
    given = [ops.Give(item=thing, to=who) for thing in intent.objects]
    return [*(ops.Take(item=thing) for thing in lying), *walk, *given]


def part_given(world: World, state: StoryState, who: str, intent: Intent) -> list[Operation]:
    """ "A cigarette" leaves the rest of them, "half my bread" the other half; whoever is given it says what they say
    to a gift."""
    person = world.characters[who]
    if who not in state.present():
        return [ops.Try(verb="give", what=who, why="who_not_here")]
    told = intent.words.removeprefix("i ")
    named = {word for name in (person.name, *person.aliases) for word in words_of(plain(name))}
    named |= {"her", "him", "them"}
    words = told.split()
    if named.isdisjoint(words[1:]) and words[0] not in SHARING:  # "here, have a smoke"
        kept = [word for word in words[1:] if word not in _OFFERED and word.isalnum()]
        told = f"offer {person.name} {' '.join(kept if kept[:1] and kept[0] in _ONE else ['a', *kept])}"
    answers = reply(person, "given", lambda text: digest(text) in state.told) if has_words(person) else ()
    said = [ops.Answer(who=who, texts=answers, source="reaction")] if answers else []
    caught = _catch_of(world, who, told) if infinitive(words[0]) in _TOSSED else ()
    return [ops.Express(what=told[:120], how="handling", came=caught), *said]


_TOSSED = frozenset("throw toss lob chuck flip flick pitch fling".split())
_CATCHES = (
    "{He} catches it with one hand, a little late.",
    "{He} gets both hands to it, and it stays caught.",
    "{He} lets it come, and picks it out of the air.",
)


def _catch_of(world: World, who: str, told: str) -> tuple[str, ...]:
    """What is thrown to somebody, and that they have it: words said back would leave it in the air."""
    person = world.characters[who]
    thrown = retelling(world, told)
    return tuple(f"{thrown} {about(line, person.name, person.pronoun, named=True)}" for line in _CATCHES)
