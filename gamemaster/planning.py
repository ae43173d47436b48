"""From what the player wants (an Intent) to the operations that would do it, by the world's rules. Pure."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from gamemaster import outcome as ops
from gamemaster.conditions import Deeds, holds
from gamemaster.outcome import Intent, Operation
from gamemaster.performing import fits, tool_for
from gamemaster.scene import exits, features, hidden_features, in_reach, is_open, route
from gamemaster.state import StoryState
from worlds.rules import all_rules
from worlds.schema import PLAYER, Rule, World

# Verbs that may be aimed at nothing, or at the place itself.
AIMLESS = frozenset({
    "hide", "sneak", "wait", "sleep", "flee", "pray", "sing", "call", "listen", "smell", "dance",
    "play", "look", "search", "build", "light", "dig", "knock", "ring", "swim", "climb", "jump",
    "help", "steal", "cook", "eat", "drink", "burn", "read", "use", "open", "free",
})  # fmt: skip
TRAVEL = frozenset({"go", "climb", "swim", "jump", "sneak", "flee", "follow"})
SENSES = frozenset({"examine", "read", "smell", "touch", "taste", "listen", "search", "look"})
ADDRESS = frozenset({
    "persuade", "deceive", "threaten", "charm", "trade", "accuse", "promise", "apologise", "insult", "thank", "comfort",
    "kiss", "recruit", "help",
})  # fmt: skip
LISTS = frozenset({"inventory", "status", "journal", "hint"})


def plan(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """The operations for one intent, as the story stands now. Never empty: what nothing comes of is a `Try`."""
    if intent.verb in LISTS:
        return [ops.Try(verb=intent.verb)]
    by_rule = _by_rule(world, state, intent)
    if by_rule is not None:
        # Sneaking somewhere is an art and a way: the rule decides whether it is seen, the legs do the rest.
        return [
            by_rule,
            *(
                _travel(world, state, intent)
                if intent.verb in {"sneak", "flee"} and _way(world, intent)
                else ()
            ),
        ]
    return _BUILT_IN.get(intent.verb, _nothing)(world, state, intent) or [ops.Try(verb=intent.verb)]


# ---- rules of the world ----


def _pairs(world: World, state: StoryState, intent: Intent) -> Iterator[tuple[str | None, str | None]]:
    """(target, item) as the words may mean them, the likeliest first."""
    first = intent.objects[0] if intent.objects else None
    if intent.recipient is not None:
        yield intent.recipient, first
        yield first, intent.recipient
    if intent.tool is not None:
        yield first, intent.tool
        yield intent.tool, first
    for thing in intent.objects:
        yield thing, None
        yield None, thing
    if intent.verb in AIMLESS and all(thing in world.locations for thing in intent.objects):
        yield state.place, intent.tool
        yield None, intent.tool
    elif not intent.objects and intent.recipient is None:
        yield None, intent.tool


def _by_rule(world: World, state: StoryState, intent: Intent) -> ops.Use | ops.Try | None:
    """The first rule that fits and can be done or refuses in its own words; a `Try` where only a tool is missing."""
    pairs = list(dict.fromkeys(_pairs(world, state, intent)))
    reach = in_reach(world, state) | {f.id for f in hidden_features(world, state)} | _held(state)
    missing: Rule | None = None
    for rule in all_rules(world):
        named = rule.id == intent.rule
        if not (named or intent.rule is None) or not (named or intent.verb in rule.verbs):
            continue
        for target, item in _named_pairs(rule, reach) if named and not intent.objects else pairs:
            if target is not None and target not in reach:
                continue
            tool = item if item is not None else tool_for(rule, world, state)
            if item is not None and not rule.with_:
                if intent.verb != "use":
                    tool = None  # a rule that needs no tool does not mind one
                if item != intent.tool:
                    continue
            if not fits(rule, world, state, None, target, tool):
                if rule.with_ and tool is None and _fits_but_for_tool(rule, world, state, target):
                    missing = missing or rule
                continue
            if rule.refuse or holds(rule.when, world, state, _deeds(intent, rule)):
                return ops.Use(rule=rule.id, target=target, item=tool if rule.with_ else None)
    if missing is not None:
        return ops.Try(verb=intent.verb, what=intent.objects[0] if intent.objects else None, why="need_tool")
    return None


def _held(state: StoryState) -> set[str]:
    """What the people here carry: it can be spoken of, stolen, or asked for by a rule."""
    here = set(state.present())
    return {item for item, where in state.items.items() if where in here}


def _named_pairs(rule: Rule, reach: set[str]) -> list[tuple[str | None, str | None]]:
    """For a rule named by one of its phrases: its own targets that are here."""
    targets: list[tuple[str | None, str | None]] = [(thing, None) for thing in rule.on if thing in reach]
    return targets or [(None, None)]


def _fits_but_for_tool(rule: Rule, world: World, state: StoryState, target: str | None) -> bool:
    return fits(rule.model_copy(update={"with_": ()}), world, state, None, target, None) and (
        holds(rule.when, world, state) or bool(rule.refuse)
    )


def _deeds(intent: Intent, rule: Rule) -> Deeds:
    things = (*intent.objects, intent.tool, intent.recipient, intent.topic)
    return Deeds(frozenset({intent.verb}), frozenset(t for t in things if t is not None), purpose=rule.id)


# ---- what every world has ----


def _nothing(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """No rule and no built-in behaviour: an attempt that comes to nothing, or a reason why it cannot be tried."""
    reach = in_reach(world, state) | {f.id for f in hidden_features(world, state)} | _held(state)
    for thing in (*intent.objects, intent.recipient, intent.tool):
        if thing is not None and thing not in reach:
            person = thing in world.characters
            return [ops.Try(verb=intent.verb, what=thing, why="who_not_here" if person else "not_here")]
    what = intent.objects[0] if intent.objects else intent.recipient
    if what in state.characters and not state.characters[what].alive:
        return [ops.Try(verb=intent.verb, what=what, why="dead")]
    return [ops.Try(verb=intent.verb, what=what, why="nothing_happens")]


def _look(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    things = [t for t in (*intent.objects, intent.recipient) if t is not None and t != state.place]
    if things:
        return [op for thing in things for op in _notice(world, state, intent, thing)]
    if intent.verb in {"look", "examine", "read"}:
        return [ops.Look()]
    if intent.verb == "search":
        return [ops.Search()]
    return [
        ops.Try(
            verb=intent.verb,
            why={"listen": "listened", "smell": "smelled"}.get(intent.verb, "nothing_happens"),
        )
    ]


def _notice(world: World, state: StoryState, intent: Intent, thing: str) -> list[Operation]:
    if thing in world.locations:
        ways = {way.to for way in exits(world, state)}
        return [ops.Try(verb=intent.verb, what=thing, why="far_off" if thing in ways else "not_here")]
    return [ops.Notice(what=thing)]


def _way(world: World, intent: Intent) -> bool:
    return any(thing in world.locations for thing in intent.objects)


def _travel(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    goal = next((t for t in (*intent.objects, intent.recipient) if t is not None), None)
    if goal is None:
        if intent.verb == "flee":
            return _flee(world, state)
        if intent.direction is not None:
            return [ops.Try(verb="go", why="no_direction")]
        return [
            ops.Try(verb=intent.verb, why="ways" if intent.verb in {"go", "follow"} else "nothing_happens")
        ]
    if goal in world.locations:
        return _walk(world, state, goal)
    if goal in world.characters:
        return _to_person(world, state, intent, goal)
    if goal in world.threats:
        return [ops.Notice(what=goal)]
    if any(f.id == goal for f in features(world, state)) or state.items.get(goal) in (PLAYER, state.place):
        return [ops.Notice(what=goal)]
    return _nothing(world, state, intent)


def _walk(world: World, state: StoryState, goal: str) -> list[Operation]:
    if goal == state.place:
        return [ops.Try(verb="go", what=goal, why="here_already")]
    way = route(world, state, goal)
    if way is not None:
        return [ops.Move(to=place) for place in way]
    shut = _route_to_obstacle(world, state, goal)
    if shut:
        return [ops.Move(to=place) for place in shut]
    return [ops.Try(verb="go", what=goal, why="no_way" if goal in state.visited else "no_such_way")]


def _route_to_obstacle(world: World, state: StoryState, goal: str) -> list[str]:
    """The way to a place as far as the first exit that is shut, that one included; empty where no way is known."""
    queue: deque[list[str]] = deque([[]])
    seen = {state.place}
    while queue:
        path = queue.popleft()
        here = path[-1] if path else state.place
        if path and here not in state.visited:
            continue
        for way in exits(world, state, here):
            if way.to in seen:
                continue
            seen.add(way.to)
            if way.to == goal:
                return _until_shut(world, state, [*path, goal])
            queue.append([*path, way.to])
    return []


def _until_shut(world: World, state: StoryState, path: list[str]) -> list[str]:
    here, out = state.place, []
    for place in path:
        out.append(place)
        if not any(way.to == place and is_open(world, state, way) for way in exits(world, state, here)):
            break
        here = place
    return out


def _to_person(world: World, state: StoryState, intent: Intent, who: str) -> list[Operation]:
    person = state.characters[who]
    if not person.alive:
        return [ops.Try(verb=intent.verb, what=who, why="dead")]
    if person.place == state.place:
        return [ops.Try(verb=intent.verb, what=who, why="follow_here")]
    # Somebody next door can be seen or heard to go; further off, the player cannot know where they are.
    if any(way.to == person.place and is_open(world, state, way) for way in exits(world, state)):
        return [ops.Move(to=person.place)]
    return [ops.Try(verb=intent.verb, what=who, why="who_not_here")]


def _flee(world: World, state: StoryState) -> list[Operation]:
    """Run to the place next door that is farthest from harm: known rather than not, and never to a threat."""
    held = {t.place for t in state.threats.values()}
    ways = [way.to for way in exits(world, state) if is_open(world, state, way) and way.to not in held]
    ways.sort(key=lambda place: (place not in state.visited, not world.locations[place].indoors))
    return [ops.Move(to=ways[0])] if ways else [ops.Try(verb="flee", why="no_direction")]


def _take(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    out: list[Operation] = []
    for thing in intent.objects:
        if thing in world.items:
            out.append(ops.Take(item=thing))
        else:
            there = thing in in_reach(world, state)
            out.append(ops.Try(verb=intent.verb, what=thing, why="cannot_take" if there else "not_here"))
    return out


def _drop(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    if intent.verb == "put" and intent.recipient in world.characters:
        return _give(world, state, intent)
    return [
        ops.Drop(item=t) if t in world.items else ops.Try(verb=intent.verb, what=t) for t in intent.objects
    ]


def _give(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    who = intent.recipient or next((t for t in intent.objects if t in world.characters), None)
    things = [t for t in intent.objects if t in world.items]
    if who not in world.characters or not things:
        return _nothing(world, state, intent)
    if intent.verb == "show":
        return [ops.Discuss(who=who, topic=things[0])]
    return [ops.Give(item=thing, to=who) for thing in things]


def _speak(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    things = [t for t in (intent.recipient, *intent.objects) if t is not None]
    who = next((t for t in things if t in world.characters), None)
    if who is None:
        here = state.present()
        if len(here) != 1 or things:
            return (
                _nothing(world, state, intent) if things else [ops.Try(verb=intent.verb, why="nobody_here")]
            )
        who = here[0]
    about = intent.topic or next((t for t in things if t != who), None)
    if intent.verb == "talk" and intent.topic is None:
        return [ops.Greet(who=who)]
    if about is not None:
        return [ops.Discuss(who=who, topic=topic_of(world, who, about))]
    if intent.verb in {"ask", "tell", "talk"}:
        return [ops.Greet(who=who)]
    return _said_to(world, state, intent, who)


def topic_of(world: World, who: str, about: str) -> str:
    """The topic of a character that goes by these words or that thing, or the words themselves."""
    topics = world.characters[who].topics
    if about in topics:
        return about
    names = {about.casefold()}
    for section in (world.items, world.characters, world.locations, world.threats):
        if about in section:
            names.update(word.casefold() for word in (section[about].name, *section[about].aliases))
    for topic in topics.values():
        if names & {name.casefold() for name in topic.names}:
            return topic.id
    return about[:120]


def _said_to(world: World, state: StoryState, intent: Intent, who: str) -> list[Operation]:
    person = state.characters[who]
    if not person.alive or person.place != state.place:
        return [ops.Greet(who=who)]  # the referee says why not
    return [ops.Try(verb=intent.verb, what=who, why="heard")]


def _address(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    return _speak(world, state, intent) if intent.verb != "help" else _nothing(world, state, intent)


def _dismiss(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    who = next((t for t in (*intent.objects, intent.recipient) if t in world.characters), None)
    who = who or next((w for w, c in state.characters.items() if c.following), None)
    return [ops.Dismiss(who=who)] if who is not None else []


def _use(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """ "Use X (on Y)": whatever one rule says can be done with it."""
    for rule in all_rules(world):
        if rule.verbs[0] != "use":
            again = intent.model_copy(update={"verb": rule.verbs[0]})
            for target, item in _pairs(world, state, again):
                tool = item or tool_for(rule, world, state)
                if target is None or target == state.place or target not in in_reach(world, state):
                    continue
                if fits(rule, world, state, None, target, tool) and holds(
                    rule.when, world, state, _deeds(again, rule)
                ):
                    return [ops.Use(rule=rule.id, target=target, item=tool if rule.with_ else None)]
    return _nothing(world, state, intent)


def _open(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    if any(thing in world.locations for thing in intent.objects):
        return _travel(world, state, intent)
    return _nothing(world, state, intent)


def _wait(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    verb = world.verbs.get(intent.verb)
    minutes = (
        verb.minutes if verb is not None and verb.minutes is not None else {"sleep": 240}.get(intent.verb, 30)
    )
    return [ops.PassTime(minutes=min(480, minutes), sleep=intent.verb == "sleep")]


_Planner = Callable[[World, StoryState, Intent], list[Operation]]
_BUILT_IN: dict[str, _Planner] = {
    **dict.fromkeys(SENSES, _look),
    **dict.fromkeys(TRAVEL, _travel),
    **dict.fromkeys(("take", "steal"), _take),
    **dict.fromkeys(("drop", "put", "throw"), _drop),
    **dict.fromkeys(("give", "show"), _give),
    **dict.fromkeys(("talk", "ask", "tell"), _speak),
    **dict.fromkeys(ADDRESS, _address),
    **dict.fromkeys(("wait", "sleep"), _wait),
    **dict.fromkeys(("open", "close", "unlock", "knock"), _open),
    "dismiss": _dismiss,
    "use": _use,
}
