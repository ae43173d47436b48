"""Bots that play a world as text, to find what no player would ever see. Pure; everything follows from the seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from gamemaster.narration.understudy.suggestions import suggest
from gamemaster.narration.understudy.understudy import Played
from gamemaster.rules.conditions import holds
from gamemaster.rules.dice import choose, percent
from gamemaster.rules.operations.actions import fits, tool_for
from gamemaster.rules.reach import exits, features, is_open, items_here, threats_here
from gamemaster.rules.state import StoryState
from worlds.rules import all_rules
from worlds.schema import ANYONE, ANYTHING, Ending, Rule, World


class Bot(Protocol):
    """Says what the player does next. `last` is the turn before, None at the start."""

    def next(self, world: World, state: StoryState, last: Played | None) -> str: ...


# How a bot words what it does; players do not all say it the same way.
WORDINGS = {
    "go": ("go to {0}", "walk to {0}", "head for {0}", "{0}", "i go to {0}"),
    "take": ("take {0}", "pick up {0}", "grab {0}", "get the {0}"),
    "examine": ("look at {0}", "examine {0}", "x {0}", "what is {0}?"),
    "talk": ("talk to {0}", "speak with {0}", "greet {0}"),
    "ask": ("ask {0} about {1}", "what do you know about {1}, {0}?", "{0}, tell me about {1}"),
    "idle": ("wait two hours", "look around", "search", "listen", "search the place", "wait"),
}


@dataclass
class RandomBot:
    """Does something that the scene offers, mostly what it has not done yet."""

    run: int

    def next(self, world: World, state: StoryState, last: Played | None) -> str:
        kinds = (("deed", 30), ("go", 25), ("talk", 20), ("thing", 17), ("suggested", 6), ("idle", 2))
        roll, kind = percent(state.seed, self.run, state.turn, "kind"), "idle"
        for name, share in kinds:
            if roll < share:
                kind = name
                break
            roll -= share
        options = (
            _OFFERS[kind](world, state, self.run) or _ways(world, state, self.run) or list(WORDINGS["idle"])
        )
        return choose(options, state.seed, self.run, state.turn, "what")


TRIES = 4  # of one step whose dice failed


@dataclass
class PathBot:
    """Follows an ending's `path`, trying failed or refused steps again; then it plays on at random.

    `stray` is the chance in percent that it does something else first, as players do.
    """

    ending: Ending
    run: int
    stray: int = 0
    step: int = field(default=0, init=False)
    tries: int = field(default=0, init=False)
    strayed: bool = field(default=False, init=False)

    def next(self, world: World, state: StoryState, last: Played | None) -> str:
        if last is not None and not self.strayed:
            self.tries += 1
            if _came_off(last) or self.tries >= TRIES:
                self.step, self.tries = self.step + 1, 0
        self.strayed = percent(state.seed, self.run, state.turn, "stray") < self.stray
        if self.strayed or self.step >= len(self.ending.path):
            return RandomBot(self.run).next(world, state, last)
        return self.ending.path[self.step]


def _came_off(last: Played) -> bool:
    failed = any(check.result in ("failure", "fumble") for check in last.ruling.checks if check.rule)
    return not failed and not last.ruling.rejections


def _word(kind: str, state: StoryState, run: int, *names: str) -> str:
    return choose(WORDINGS[kind], state.seed, run, state.turn, kind, *names).format(*names)


def _ways(world: World, state: StoryState, run: int) -> list[str]:
    ways = [way.to for way in exits(world, state) if is_open(world, state, way)]
    fresh = [place for place in ways if place not in state.visited]
    return [_word("go", state, run, world.locations[place].name) for place in (fresh * 2 + ways)]


def _talks(world: World, state: StoryState, run: int) -> list[str]:
    texts: list[str] = []
    for who in state.present():
        name = world.characters[who].name
        if not state.characters[who].met:
            texts.append(_word("talk", state, run, name))
        for topic in world.characters[who].topics.values():
            said = any(key.startswith(f"{who}.{topic.id}.") for key in state.lines)
            if holds(topic.when, world, state) and not said:
                texts.append(_word("ask", state, run, name, topic.names[0]))
    return texts


def _things(world: World, state: StoryState, run: int) -> list[str]:
    looks = [f.name for f in features(world, state) if f.id not in state.noticed]
    takes = [world.items[item].name for item in items_here(world, state) if world.items[item].portable]
    return [_word("examine", state, run, n) for n in looks] + [_word("take", state, run, n) for n in takes]


def _deeds(world: World, state: StoryState, run: int) -> list[str]:
    """Every rule that could be done now, in words."""
    texts: list[str] = []
    for rule in all_rules(world):
        if rule.id in state.rules and rule.once:
            continue
        if (rule.at and state.place not in rule.at) or not holds(rule.when, world, state):
            continue
        texts.extend(_deed(world, state, rule))
    return texts


def _deed(world: World, state: StoryState, rule: Rule) -> list[str]:
    here = [
        *state.present(), *(f.id for f in features(world, state)), *items_here(world, state), *state.carried_items(),
        *threats_here(state), state.place, *(way.to for way in exits(world, state)),
    ]  # fmt: skip
    tool = tool_for(rule, world, state)
    if rule.with_ and tool is None:
        return []
    if not rule.on:
        targets: list[str | None] = [None]
    else:
        generic = ANYONE in rule.on or ANYTHING in rule.on
        targets = [t for t in dict.fromkeys(here) if t in rule.on or (generic and t in state.present())]
    texts = []
    for target in targets[:3]:
        if not fits(rule, world, state, None, target, tool):
            continue
        texts.append(_words_for_rule(world, rule, target, tool))
    return texts


def _words_for_rule(world: World, rule: Rule, target: str | None, tool: str | None) -> str:
    verb = rule.verbs[0]
    if target is None or target in rule.at:
        return rule.phrases[0] if rule.phrases else f"{verb} {name_of(world, tool)}" if tool else verb
    if tool is None:
        return f"{verb} {name_of(world, target)}"
    if verb in {"give", "show", "throw", "put"}:
        return f"{verb} {name_of(world, tool)} to {name_of(world, target)}"
    return f"{verb} {name_of(world, target)} with {name_of(world, tool)}"


def name_of(world: World, thing: str) -> str:
    """The plain name of anything."""
    for section in (world.items, world.characters, world.locations, world.threats):
        if thing in section:
            return section[thing].name
    return next((f.name for _, f in world.features() if f.id == thing), thing)


def _suggestions(world: World, state: StoryState, run: int) -> list[str]:
    return list(suggest(world, state))


_OFFERS: dict[str, Callable[[World, StoryState, int], list[str]]] = {
    "deed": _deeds,
    "go": _ways,
    "talk": _talks,
    "thing": _things,
    "suggested": _suggestions,
    "idle": lambda world, state, run: list(WORDINGS["idle"]),
}
