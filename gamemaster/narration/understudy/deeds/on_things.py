"""What is done to one thing: put on, taken off, used, shut, eaten. Pure."""

from __future__ import annotations

from gamemaster.language.names.normalization import plain, stem, words_of
from gamemaster.language.tables.function_words import CLOTHES, DETERMINERS
from gamemaster.narration.understudy.deeds.nothing_done import nothing_done
from gamemaster.narration.understudy.rule_choice import (
    rule_for,
    use_for,
)
from gamemaster.rules import proposal as ops
from gamemaster.rules.conditions import holds
from gamemaster.rules.proposal import Intent, Operation
from gamemaster.rules.reach import exits, features, in_reach, is_open, route, ways_opened_by
from gamemaster.rules.state import StoryState
from worlds.rules import all_rules
from worlds.schema import PLAYER, World


def what_there_is_to_eat(world: World, state: StoryState, intent: Intent) -> str | None:
    """What somebody helps themselves to who names nothing: the one dish here that its writer lets be eaten."""
    if not {"help", "myself"}.issubset(intent.words.split()):
        return None
    near = in_reach(world, state)
    dishes = {
        thing
        for rule in all_rules(world)
        if "eat" in rule.verbs and holds(rule.when, world, state)
        for thing in rule.on
        if thing in near and state.items.get(thing, state.place) == state.place
    }
    return next(iter(dishes)) if len(dishes) == 1 else None


def plan_wear(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """What stays where it is cannot be put on, but for a coat or the like, which is tried on and hung back."""
    here = {feature.id: feature.name for feature in features(world, state)}
    fixed = [thing for thing in intent.objects if thing in here]
    if (
        fixed
        and "try" in intent.words.split()
        and all(stem(words_of(plain(here[thing]))[-1]) in CLOTHES | {"cloak"} for thing in fixed)
    ):
        return [ops.Express(what=f"{intent.words[:90]}, and hang it up again", how="handling")]
    return [ops.Try(verb="wear", what=thing, why="cannot_take") for thing in fixed] or nothing_done(
        world, state, intent
    )


def plan_remove(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """What is taken down from where it lies is taken."""
    lying = [thing for thing in intent.objects if state.items.get(thing) == state.place]
    return [ops.Take(item=thing) for thing in lying] or nothing_done(world, state, intent)


def plan_use(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    use = use_for(world, state, intent)
    if use is not None:
        return [use]
    named = [thing for thing in (*intent.objects, intent.tool) if thing is not None]
    held = [thing for thing in named if state.items.get(thing) == PLAYER]
    ways = {to for item in held for to in ways_opened_by(exits(world, state), item)}
    if len(ways) == 1 and set(named) <= {*ways, *held, *(feature.id for feature in features(world, state))}:
        return [ops.Move(to=ways.pop())]  # a key is used by going where it lets one go
    carried = intent.objects and all(state.items.get(thing) == PLAYER for thing in intent.objects)
    if carried and intent.recipient is None and not {"use", "uses"}.intersection(intent.words.split()):
        return [ops.Express(what=intent.words[:120] or intent.verb, how="handling")]  # "I draw my knife"
    return nothing_done(world, state, intent)


def opened_at_its_door(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """A door that a rule opens, and that is not here: they walk to where it is done, if they have been there."""
    goal = intent.objects[0]
    if goal in {way.to for way in exits(world, state)}:
        return []
    before_it = (place for place in state.visited if goal in {way.to for way in exits(world, state, place)})
    for place in before_it:
        way = route(world, state, place)
        there = rule_for(world, state.model_copy(update={"place": place}), intent) if way else None
        if there is not None:
            return [*(ops.Move(to=step) for step in way or ()), there]
    return []


def is_own_door(world: World, state: StoryState, intent: Intent) -> bool:
    """Whether the doors of the very place where the player stands are opened: to open them is not to leave by them."""
    place = world.locations[state.place]
    here = {word for name in (place.name, *place.aliases) for word in words_of(plain(name))} - DETERMINERS
    unbarred = {way.to for way in exits(world, state) if is_open(world, state, way)}
    named = here.intersection(words_of(plain(intent.words)))
    return intent.verb == "open" and place.indoors and bool(named) and unbarred.issuperset(intent.objects)


def plan_close(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """A way that stands open is pulled to, which stops nobody: shutting somebody out is to bar it. A lid or a shutter
    is shut, whether it was open or not."""
    shut = [way.to for way in exits(world, state) if is_open(world, state, way) and way.to in intent.objects]
    names = {part.id: words_of(plain(part.name)) for part in features(world, state)}
    lids = bool(intent.objects) and all(stem(names.get(one, [""])[-1]) in _SHUT for one in intent.objects)
    behind = intent.words.endswith((" behind me", " behind us"))  # the door that one came in by
    if (shut or lids or behind) and intent.words:
        return [ops.Express(what=intent.words[:120], how="handling")]
    return nothing_done(world, state, intent)


_SHUT = frozenset(
    map(stem, "lid shutter grille window door hatch drawer cupboard book box chest curtain lattice".split())
)


def plan_settling(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """To sit or kneel down is to stay a little while; by somebody's side it is no more than that."""
    if any(thing in state.present() for thing in intent.objects):
        return [ops.Express(what=intent.words[:120] or intent.verb)]
    if intent.objects:
        return nothing_done(world, state, intent)
    return [ops.Express(what=intent.words[:120] or intent.verb, how="handling")]
