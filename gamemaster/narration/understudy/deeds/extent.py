"""How much of a deed is done, and how long it takes. Pure."""

from __future__ import annotations

import re

from gamemaster.language.ideas import second_person
from gamemaster.language.names.normalization import plain, stem, words_of
from gamemaster.language.names.noun_index import resolve, scope_of
from gamemaster.language.portions import is_one_of_many, part_meant
from gamemaster.language.talk.offerings import is_to_be_kept
from gamemaster.language.talk.questions.questions_in_purposes import question_in
from gamemaster.language.wording.agreement import is_plural
from gamemaster.language.wording.replies import reply
from gamemaster.narration.understudy.deeds.giving import part_given
from gamemaster.narration.understudy.deeds.senses import taste_of
from gamemaster.narration.understudy.gestures import retelling
from gamemaster.narration.understudy.improvisation import is_one_of_several
from gamemaster.narration.understudy.things import is_box_of_many
from gamemaster.rules import proposal as ops
from gamemaster.rules.operations.improvised_operations import FRUITLESS, IN_VAIN
from gamemaster.rules.proposal import Intent, Operation
from gamemaster.rules.reach import features
from gamemaster.rules.stances.favours import OF_A_DEAL
from gamemaster.rules.state import StoryState, digest
from worlds.rules import rules_by_id
from worlds.schema import ANYTHING, PLAYER, World

SENSES = frozenset({"examine", "read", "smell", "touch", "taste", "listen", "search", "look"})

A_MOMENT = 5  # minutes of a gesture that are not told as time passing

_AIMED = frozenset(
    "at to beside over toward towards with by near next pat pats hug hugs kiss kisses wink winks".split()
)
_LARGER_HALF = ("bigger half", "larger half", "better half", "greater half")


def made_to_nobody(world: World, state: StoryState, words: str) -> str | None:
    """Whom a gesture is made to who is not here: nobody pats a back that is elsewhere."""
    said = words_of(plain(words))
    for who, person in world.characters.items():
        names = {word for word in words_of(plain(person.name)) if word not in ("the", "of")}
        aimed = any(word in names and said[at - 1] in _AIMED for at, word in enumerate(said) if at)
        if aimed and who not in state.present():
            return who
    return None


def is_idle(operation: Operation, intent: Intent) -> bool:
    """Whether nothing comes of what was acted out: a vain try, or a look that a touch comes to."""
    touched = operation.op == "notice" and intent.verb not in SENSES - {"touch", "smell", "taste"}
    return touched or (operation.op == "try" and operation.why in FRUITLESS | IN_VAIN | {""})


_OF_MANNERS = frozenset({"flatter", "thank", "comfort", "apologize"})


def takes_longer_than_words(world: World, intent: Intent, use: ops.Use | None) -> bool:
    """Whether a kind word would come to a rule that takes longer than words do: a compliment plays no game."""
    if use is None or intent.rule is not None or intent.force not in _OF_MANNERS:
        return False
    rule = rules_by_id(world).get(use.rule)
    return rule is not None and (rule.time or 0) > A_MOMENT


def uses_up_what_is_kept(world: World, intent: Intent, use: ops.Use | None) -> bool:
    """Whether a rule would use up what somebody is only asked to hold: a biscuit, for a moment."""
    if use is None or intent.verb != "give" or intent.rule is not None or not is_to_be_kept(intent.words):
        return False
    rule = rules_by_id(world).get(use.rule)
    return rule is not None and bool(rule.effects.lose)


def share_done(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """What the player promised in a bargain is done, and whoever it was promised to says so."""
    who = intent.objects[0]
    answers = reply(world.characters[who], "share_done", lambda text: digest(text) in state.told)
    done = (intent.topic or "").removeprefix(OF_A_DEAL)
    return [
        ops.Express(what=intent.words[:120], how="handling"),
        ops.SettlePromise(promise=done, kept=True),
        ops.Answer(who=who, texts=answers, source="reaction"),
    ]


def done_in_part(
    world: World, state: StoryState, intent: Intent, planned: list[Operation]
) -> list[Operation] | None:
    """A deed done to a part of a thing that would be used up or given away whole: the small deed is told, and the
    thing stays. None where all of it is meant, or nothing is lost."""
    meant = next((thing for thing in (*intent.objects, intent.tool) if thing in world.items), None)
    if meant is None or state.items.get(meant) not in (PLAYER, state.place):
        return None
    part = part_meant(world, meant, intent.words)
    swallowed = intent.verb in ("eat", "drink") and part != "one"
    bare = swallowed and intent.verb == "drink" and _BARE.fullmatch(intent.words) is not None
    if bare and not part and state.items.get(meant) == PLAYER:
        return [ops.Express(what=f"drink a mouthful from the {world.items[meant].name}", how="handling")]
    if not part or not (swallowed or any(_spends(world, one, meant) for one in planned)):
        return None
    if intent.verb == "give" and intent.recipient in world.characters:
        # "Keep half the dates and give him the other half": read as "give him half", where no half is the bigger one.
        kept = intent.words.endswith(" half") and not intent.words.endswith(_LARGER_HALF)
        if part != "one" and not kept and any(_is_of_giving(world, one) for one in planned):
            return None  # half a loaf feeds somebody, too
        return part_given(world, state, str(intent.recipient), intent)
    taste = taste_of(world, state, meant) if intent.verb in ("eat", "drink") else []
    told = ops.Express(what=intent.words[:120], how="handling")
    if intent.verb == "burn" and question_in(intent.purpose.split()):  # "… to see which way the smoke goes"
        told = told.model_copy(update={"came": (f"{retelling(world, intent.words)} {_SHOWS_NOTHING}",)})
    return [told, *taste]


_SHOWS_NOTHING = "It is gone in a breath, and shows you nothing that you could go by."


# What is left in a skin is not emptied by it: that is asked for by name.
_BARE = re.compile(r"(?:i )?(?:drink|have a drink|take a drink|drink (?:something|a little|some))")
_SPOILING = frozenset({"force", "sabotage"})


def _spends(world: World, operation: Operation, thing: str) -> bool:
    """Whether nothing of a thing is left where it was, or as it was."""
    if isinstance(operation, (ops.Give, ops.Drop)):
        return operation.item == thing
    if isinstance(operation, ops.Attempt):
        return operation.stance in _SPOILING and thing in (operation.target, operation.tool)
    if not isinstance(operation, ops.Use):
        return False
    rule = rules_by_id(world)[operation.rule]
    if ANYTHING in rule.on and rule.verbs[0] == "burn":
        return operation.target == thing  # what is said of burning anything is said of the whole of it
    effects = rules_by_id(world)[operation.rule].effects
    return thing in (*effects.lose, *effects.put)


def _is_of_giving(world: World, operation: Operation) -> bool:
    return isinstance(operation, ops.Use) and "give" in rules_by_id(world)[operation.rule].verbs


def takes_a_little(world: World, state: StoryState, intent: Intent) -> bool:
    """Whether a crumb is taken of what stands here and is not to be had whole, or a mouthful of what is: "a crumb of
    the Gouda", "two spoonfuls of the porridge"."""
    taken = intent.verb in ("take", "remove", "eat", "cut", "break") and len(intent.objects) == 1
    thing = intent.objects[0] if taken else ""
    if thing in {part.id for part in features(world, state)}:
        return _A_LITTLE.search(intent.words) is not None and bool(part_meant(world, thing, intent.words))
    return thing in world.items and _MOUTHFUL.search(intent.words) is not None


_A_LITTLE = re.compile(r"\b(?:a|an) (?:\w+ )?\w+ (?:of|off|from|out of)\b")
_MOUTHFUL = re.compile(
    r"\b(?:spoonful|mouthful|bite|nibble|sip|gulp|swallow|crumb|taste)s? (?:of|from|off|out of)\b"
)


def takes_only_some(world: World, state: StoryState, intent: Intent) -> bool:
    """Whether one or a few are taken of the many that a thing at hand is: "take one turnip", of a crate of them."""
    kept = intent.verb == "put" and intent.recipient == PLAYER  # "tuck a turnip in my pocket"
    taken = (intent.verb in ("take", "remove") or kept) and len(intent.objects) == 1
    thing = intent.objects[0] if taken else None
    at_hand = thing is not None and state.items.get(thing) in (PLAYER, state.place)
    return at_hand and is_box_of_many(world, str(thing)) and is_one_of_many(world, str(thing), intent.words)


def one_pocketed(world: World, intent: Intent) -> ops.Express | None:
    """One of many as it is put in a pocket or up a sleeve, where it stays about the player; None of what is not."""
    found = _ON_ONESELF.search(intent.words)
    if intent.verb != "put" or intent.recipient != PLAYER or found is None:
        return None
    single = stem(words_of(plain(world.items[intent.objects[0]].name))[-1])
    article = "an" if single[0] in "aeiou" else "a"
    where = second_person(found[0].split())
    return ops.Express(
        what=intent.words[:120], how="handling", left=f"{article} {single}, {where}"[:80], bound="player"
    )


def kept_on_oneself(world: World, state: StoryState, intent: Intent) -> list[Operation] | None:
    """What is pocketed or hidden about oneself of what stands here: one of many is kept, and all else cannot be taken.

    None of what is no feature of the place, or is put nowhere about the player.
    """
    deed = _MEANWHILE.split(intent.words, maxsplit=1)[0]  # "… without anyone noticing"
    found = _ON_ONESELF.search(deed)
    things = intent.objects[:1]
    if intent.verb == "express" and found is not None and not things:
        named = resolve(scope_of(world, state), words_of(plain(deed[: found.start()]))[1:], _FEATURE)
        things = (named.thing,) if named is not None and named.fit >= _NAMED else ()
    if intent.verb == "express" and found is not None and things and state.items.get(things[0]) == state.place:
        return [ops.Take(item=things[0])]  # "slip the spectacles in my pocket"
    feature = next((one for one in features(world, state) if one.id in things), None)
    to_somebody = intent.recipient in world.characters
    if intent.verb not in _KEEPING or feature is None or intent.rule is not None or to_somebody:
        return None
    words = words_of(plain(intent.words))
    stolen = "in your clothes" if intent.verb == "steal" and is_one_of_several(world, state, intent, feature.id) else ""
    where = second_person(found[0].split()) if found else "in your pocket" if "pocket" in words[:2] else stolen
    if not where:
        return None
    several = next((word for word in words if word in _FEW), "") if is_plural(feature.name) else ""
    if several:
        left = f"{several} {words_of(plain(feature.name))[-1]}, {where}"
        return [ops.Express(what=intent.words[:120], how="handling", left=left[:80], bound="player")]
    just_taken = "it" in words and is_plural(feature.name)  # "steal a spoon and hide it in my boot"
    if not just_taken and not is_one_of_several(world, state, intent, feature.id):
        return [ops.Try(verb="take", what=feature.id, why="cannot_take")]
    single = stem(words_of(plain(feature.name))[-1])
    article = "an" if single[0] in "aeiou" else "a"
    left = f"{article} {single}, {where}"
    return [ops.Express(what=intent.words[:120], how="handling", left=left[:80], bound="player")]


_FEW = frozenset("two three four some several".split())
_MEANWHILE = re.compile(r" (?:when|while|as|before|without|so|if|once|until|unseen|quietly)\b")
_KEEPING = frozenset({"sneak", "take", "steal", "hide", "put", "give", "express"})
_FEATURE = frozenset({"feature"})
_NAMED = 90  # fit of a name from which on it is one
_ON_ONESELF = re.compile(r"\b(?:in|into|inside|up|under|behind|down) my (?:\w+ ?){1,3}$")
