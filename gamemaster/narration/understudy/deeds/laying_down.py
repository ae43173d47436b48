"""What is laid down, put somewhere, thrown, or kept on oneself. Pure."""

from __future__ import annotations

import re

from gamemaster.language.ideas import second_person
from gamemaster.language.names.normalization import words_of
from gamemaster.language.portions import is_one_of_many
from gamemaster.language.wording.agreement import is_plural
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.narration.understudy.deeds.giving import give, taken_up
from gamemaster.narration.understudy.deeds.nothing_done import nothing_done
from gamemaster.narration.understudy.deeds.origins import put_back
from gamemaster.rules import proposal as ops
from gamemaster.rules.proposal import Intent, Operation
from gamemaster.rules.reach import in_reach
from gamemaster.rules.state import StoryState
from worlds.schema import PLAYER, World

_LAYING = frozenset("put place set lay leave drop deposit down away aside here there back".split())
_BESIDE = frozenset({"by", "beside", "near"})
_INSIDE = frozenset({"in", "into", "inside"})
_PUT_RIGHT = frozenset({"straight", "upright", "right", "aright", "level", "tidy"})


def _keep_on_player(world: World, state: StoryState, intent: Intent) -> list[Operation] | None:
    """What is put on the player, or on itself, is laid nowhere: it is held, and taken up first where it lies here."""
    if intent.recipient != PLAYER and intent.recipient not in intent.objects:
        return None
    items = [thing for thing in intent.objects if thing in world.items]
    if not items and intent.recipient == PLAYER and "my" in intent.words.split()[:4]:
        return [ops.Express(what=intent.words[:120], how="handling")]  # "sling my bag over one shoulder"
    if not items:
        return None if intent.recipient == PLAYER else nothing_done(world, state, intent)
    wanting = [thing for thing in items if state.items.get(thing) != PLAYER]
    if wanting:
        taken: list[Operation] = [ops.Take(item=thing) for thing in wanting]
        played = intent.verb == "throw"  # "toss the apple from hand to hand"
        return [*taken, ops.Express(what=intent.words[:120], how="handling")] if played else taken
    return [ops.Express(what=intent.words[:120] or intent.verb, how="handling")]


_PRESSED = re.compile(r"(?:i )?(?:press|squeeze|rub|hold)\b.* (?:against|to) ")


def lay_down(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """What is dropped, put on or in something, thrown, or stowed about oneself."""
    if intent.verb == "put" and intent.objects == (PLAYER,):
        return [
            ops.Express(what=intent.words[:120] or intent.verb, how="handling")
        ]  # "put my feet on the desk"
    if intent.verb == "put" and intent.recipient not in world.characters and _PRESSED.match(intent.words):
        return [ops.Express(what=intent.words[:120], how="handling")]  # "press the loaf against it", and keep it
    if intent.verb == "drop" and len(intent.objects) == 1 and intent.objects[0] in world.characters:
        return [ops.Express(what=intent.words[:120])]  # "leave the boy to his pebbles"
    if intent.verb in ("put", "throw") and (kept := _keep_on_player(world, state, intent)):
        return kept
    both = (*intent.objects, intent.recipient)
    held = len(both) == len(("one", "other")) and all(state.items.get(thing or "") == PLAYER for thing in both)
    if intent.verb == "put" and held:
        inside = f"{name_of(world, intent.objects[0])}, with {name_of(world, str(intent.recipient))}"[:80]
        return [ops.Express(what=intent.words[:120], how="handling", left=inside, on=intent.objects[0], bound="player")]
    if intent.verb == "put" and intent.recipient in world.characters:
        return give(world, state, intent)
    beings = {*world.characters, *world.threats}
    if intent.recipient in state.present() and is_tossed_over(intent) and world.items.keys().isdisjoint(intent.objects):
        return [ops.Express(what=intent.words[:120], how="handling")]  # a fish off the rack, to the dog
    if intent.verb == "throw" and (intent.recipient in beings or not intent.objects):
        return nothing_done(world, state, intent)
    if (
        intent.verb == "put"
        and not _DIPPING.isdisjoint(intent.words.split()[:2])
        and intent.recipient is not None
    ):
        return _dip_in(world, state, intent)
    if intent.verb in ("put", "drop") and (restored := put_back(world, state, intent)):
        return restored
    across = intent.recipient in world.locations and not _ACROSS.isdisjoint(intent.words.split())
    if intent.verb == "put" and across and intent.recipient != state.place:
        return [ops.Express(what=intent.words[:120], how="handling")]  # "prop the oars over the stairs": of this floor
    on = intent.recipient if intent.recipient not in world.locations else None
    on, where = (intent.recipient, intent.topic or _into(intent)) if intent.verb == "put" else (on, "")
    if (
        intent.verb == "put"
        and not (on or where)
        and _PUT_RIGHT.intersection(words_of(intent.words.casefold())[-1:])
    ):
        return [ops.Express(what=intent.words[:120], how="handling")]  # "set my apron straight"
    if intent.verb == "put" and not (on or where or _LAYING.intersection(words_of(intent.words.casefold()))):
        if not in_reach(world, state).issuperset(intent.objects):
            return nothing_done(world, state, intent)
        return [ops.Express(what=intent.words[:120] or intent.verb, how="handling")]  # it is nowhere put down
    if intent.verb == "throw" and len(intent.objects) == 1 and _is_thrown_alone(world, intent):
        return [ops.Express(what=intent.words[:120], how="handling")]  # one turnip, of a crate of them
    own = "my" in intent.words.split()[:4] and not any(thing in world.items for thing in intent.objects)
    if own and intent.verb in ("put", "drop") and in_reach(world, state).issuperset(intent.objects):
        return [ops.Express(what=intent.words[:120], how="handling")]  # "put down my bag", which nobody keeps count of
    if not (on or where) and intent.objects and all(state.items.get(t) == state.place for t in intent.objects):
        return [_left_lying(intent)]
    lying = [t for t in intent.objects if state.items.get(t) == state.place and not taken_up(world, state, t, intent)]
    if lying and on in in_reach(world, state):
        return [ops.Express(what=intent.words[:120], how="handling")]  # somebody's bag, onto the scale beside it
    spot = second_person(where.split())[:60]
    return [
        operation
        for t in intent.objects
        for operation in (
            [*taken_up(world, state, t, intent), ops.Drop(item=t, on=on, where=spot)]
            if t in world.items
            else [ops.Try(verb=intent.verb, what=t)]
        )
    ]


def _left_lying(intent: Intent) -> Operation:
    """What is put down, or set some other way round, and was never taken up: it stays where it lies."""
    words = words_of(intent.words.casefold())
    if intent.verb == "put" and words and words[-1] not in _LAYING | {"it", "them"}:
        return ops.Express(what=intent.words[:120], how="handling")  # "set the horse the other way round"
    return ops.Try(verb="put", what=intent.objects[0], why="in_its_place")


_ACROSS = frozenset({"over", "across", "against"})
_DIPPING = frozenset("dip dips dunk dunks swirl swirls".split())


def _dip_in(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """What is dipped into something comes out again, and stays in the hand."""
    items = [thing for thing in intent.objects if thing in world.items]
    lying = [thing for thing in items if state.items.get(thing) != PLAYER]
    return [*(ops.Take(item=thing) for thing in lying), ops.Express(what=intent.words[:120], how="handling")]


_LOBBING = frozenset(
    {"lob", "toss", "chuck", "flip", "flick", "pass"}
)  # nobody is hurt by it, "at" them or not


def is_tossed_over(intent: Intent) -> bool:
    """Whether a thing is thrown to somebody who is to catch it, and not at them."""
    words = intent.words.split()
    carried_over = ("to" in words[2:] and "at" not in words) or not _LOBBING.isdisjoint(words[:2])
    return intent.verb == "throw" and carried_over and bool(intent.objects)


def _into(intent: Intent) -> str:
    """How a thing is put to the other, where it is not onto it: "back in the sleeve", "down by the tins"."""
    words = intent.words.split()
    if intent.recipient is None:
        return ""
    beside = next((word for word in words[1:] if word in _BESIDE), "") or ("beside" if "next" in words else "")
    return "in" if not _INSIDE.isdisjoint(words) else beside


_ONE = frozenset({"a", "an", "one", "another"})


def _is_thrown_alone(world: World, intent: Intent) -> bool:
    """Whether what is thrown is one of the many that a thing is: "throw a turnip", or "it", of a crate of them."""
    item, words = world.items.get(intent.objects[0]), intent.words.split()
    if item is None and is_plural(name_of(world, intent.objects[0])) and not _ONE.isdisjoint(words):
        return True  # "throw a cup at the wall", of the cups on a table
    one = item is not None and item.plural and "it" in words
    return one or is_one_of_many(world, intent.objects[0], intent.words)
