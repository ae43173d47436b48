"""What a model may propose in one scene: the JSON schema of its Outcome. Pure."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import get_args

import orjson

from gamemaster.narration.prompts.foreseen_answers import Foreseen, foreseen_answers
from gamemaster.narration.prompts.json_shapes import (
    Json,
    list_of,
    object_of,
    one_of,
    or_null,
    text_of,
    whole,
)
from gamemaster.narration.prompts.topic_lists import topic_lists, touched_lists
from gamemaster.narration.scene import Scene
from gamemaster.rules.clock import is_due
from gamemaster.rules.draft import Draft
from gamemaster.rules.operations.actions import done_before, is_on, tool_for
from gamemaster.rules.operations.improvised_operations import tellable_facts
from gamemaster.rules.operations.physical_operations import features_here
from gamemaster.rules.proposal import Answer, Discuss, Express, Inform, Operation, Outcome, Try
from gamemaster.rules.reach import carried_items, exits, features, in_reach, items_here, people_here
from gamemaster.rules.referee import open_turn
from gamemaster.rules.stances.table import STANCES
from worlds.offers import offers_of
from worlds.per_world import per_world
from worlds.rules import all_rules
from worlds.schema import ANYWHERE, AXES, PLAYER, Feature, Item, Offer, Rule, World
from worlds.verbs import BASE_VERBS

# Bounds of an answer. What is longer is more than one turn.
MOST_INTENTS, MOST_OBJECTS, MOST_CHANGES = 4, 3, 10
AIM_CHARS, PROMISE_CHARS, RECOLLECT_CHARS, WHERE_CHARS, EXPRESS_CHARS = 80, 160, 300, 60, 120
MOST_RULES = 80  # of those that fit here; the most specific come first
ELSE = "something_else"  # a topic that is not listed
UNCLEAR = ("not_understood", "absurd", "hostile", "no_such_thing", "which", "who")
WHY_NOT = ("nothing_happens", "need_tool", "not_here", "no_way", "refused", "listened", "heard")
# What the Game Master is asked about (`gamemaster.rules.proposal.Inform`).
INFORMED = (
    "place", "ways", "people", "who_is", "things", "inventory", "health", "needs", "time", "self", "goal", "heard",
    "known", "how_to", "rules", "possible", "where_is", "weather", "why", "standing", "watched", "senses", "debts",
    "gains", "looks", "threat", "deeds", "leader", "danger", "death",
)  # fmt: skip
# The kinds of question that lines are written for (`worlds.schema.Line.answers`).
ASKED = ("about", "who", "what", "where", "when", "why", "how", "how_many", "whether")
MANNERS = ("gesture", "thought", "let_be", "handling")  # of what takes no time (`Express.how`)
# What a failed check may cost. Anything else that fails is told, and changes nothing.
COSTS = frozenset({"harm", "pass_time", "disposition", "relation", "drop", "set_flag", "detail", "try"})
MOST_COSTS = 3
# Fields of operations that no model is asked for.
UNASKED = {"discuss": ("line",), "inform": ("asked",), "express": ("to", "kind", "came", "left", "on", "bound")}
KEYS = ("intents", "check", "changes", "otherwise", "unclear")


# ---- what is in the scene ----


@dataclass(frozen=True)
class InScene:
    """Identifiers that an outcome of this scene may name, each in a fixed order."""

    ways: tuple[str, ...]
    here: tuple[str, ...]  # items lying in sight
    carried: tuple[str, ...]
    people: tuple[str, ...]
    followers: tuple[str, ...]
    things: tuple[str, ...]  # all that can be acted on or looked at, this place and the player among them
    topics: dict[
        str, dict[str, str]
    ]  # person: some of what they speak of now, with glosses; see `topic_lists`
    touched: dict[str, dict[str, str]]  # person: what else of it the player's words touch
    foreseen: tuple[Foreseen, ...]  # answers that were written to what the player's words ask
    rules: tuple[str, ...]
    facts: tuple[str, ...]
    flags: tuple[str, ...]
    beats: tuple[str, ...]  # that could happen now
    begun: tuple[str, ...]  # that have come, and will again
    endings: tuple[str, ...]  # reached
    skills: tuple[str, ...]
    verbs: tuple[str, ...]
    stances: tuple[str, ...]  # that this world has
    offers: dict[str, tuple[str, ...]]  # what can be enjoyed here: the things that offer it
    promises: tuple[str, ...]  # open, and not the world's to judge
    recalled: tuple[str, ...]  # memories of those here

    def spoken_of(self, who: str) -> tuple[str, ...]:
        """What somebody can be asked about by name."""
        foreseen = (one.operation for one in self.foreseen)
        answers = (one.topic for one in foreseen if isinstance(one, Discuss) and one.who == who)
        return (*self.topics[who], *self.touched[who], *answers)


def in_scene(scene: Scene, ahead: InScene | None = None) -> InScene:
    """What an outcome may name. The same scene always gives the same; `ahead` is what it gave before the player's words
    were known."""
    world, state = scene.world, scene.state
    draft = open_turn(world, state, Outcome(), scene.roll)
    people = tuple(people_here(state))
    if ahead is not None:
        return replace(
            ahead,
            touched=touched_lists(draft, people, scene.words),
            foreseen=foreseen_answers(scene, draft, people),
            recalled=_memories(scene, people),
        )
    hidden = [name for name in features_here(draft) if world_feature_is_named(draft, name)]
    things = sorted(in_reach(world, state) | set(hidden))
    lists = topic_lists(draft, people, scene.words)
    return InScene(
        ways=tuple(dict.fromkeys(way.to for way in exits(world, state))),
        here=tuple(items_here(world, state)),
        carried=tuple(carried_items(state)),
        people=people,
        followers=tuple(who for who in people if state.characters[who].following),
        things=tuple(things),
        topics={who: one.offered for who, one in lists.items()},
        touched={who: one.touched for who, one in lists.items()},
        foreseen=foreseen_answers(scene, draft, people),
        rules=tuple(rule.id for rule in rules_here(draft, things)[:MOST_RULES]),
        facts=tuple(fact for fact in sorted(tellable_facts(draft)) if fact not in state.facts),
        flags=tuple(world.flags),
        beats=tuple(name for name, beat in world.beats.items() if is_due(draft, beat)),
        begun=tuple(
            name
            for name, beat in world.beats.items()
            if beat.repeat is not None and name in state.beats and name not in state.finished
        ),
        endings=tuple(name for name, ending in world.endings.items() if draft.holds(ending.when, name)),
        skills=tuple(world.skills),
        verbs=tuple(dict.fromkeys([*BASE_VERBS, *world.verbs])),
        stances=tuple(s for s in STANCES if (own := world.stances.get(s)) is None or not own.drop),
        offers=_offers(draft),
        promises=tuple(
            name for name, it in state.promises.items() if it.status == "open" and name not in world.promises
        ),
        recalled=_memories(scene, people),
    )


def _memories(scene: Scene, people: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(one.id for one in scene.recalled or () if one.owner in people)


def _offers(draft: Draft) -> dict[str, tuple[str, ...]]:
    """What the things in sight are good for."""
    world, state = draft.world, draft.state
    things: dict[str, Feature | Item] = {feature.id: feature for feature in features(world, state)}
    things.update({item: world.items[item] for item in (*state.carried_items(), *items_here(world, state))})
    found = {
        offer: tuple(t for t, one in things.items() if offer in offers_of(one)) for offer in get_args(Offer)
    }
    return {offer: names for offer, names in found.items() if names}


def world_feature_is_named(draft: Draft, feature: str) -> bool:
    """Whether a feature may be named before it was found: one that only a search brings to light may not."""
    return feature in draft.state.noticed or not features_here(draft)[feature].search


def rules_here(draft: Draft, things: list[str]) -> list[Rule]:
    """Rules that can be used here and now on something in reach (or on nothing), in the order they are tried."""
    found = []
    on_these = {number for thing in (None, *things) for number in _rules_on(draft.world, thing)}
    for number, rule in _rules_at(draft.world, draft.state.place):
        # What is done to nothing is about nothing, whatever is in reach.
        if rule.on and number not in on_these:
            continue
        if done_before(rule.id, rule, draft.state):
            continue
        if rule.with_ and tool_for(rule, draft.world, draft.state) is None:
            continue
        if rule.refuse or draft.holds(rule.when, rule.id):
            found.append(rule)
    return found


def _rules_on(world: World, thing: str | None) -> frozenset[int]:
    """Which of `all_rules` are about a thing (None: about nothing), by number: asked of all in reach in each turn."""
    known = _rules_by_thing(world)
    if thing not in known:
        known[thing] = frozenset(n for n, rule in enumerate(all_rules(world)) if is_on(rule, world, thing))
    return known[thing]


def _rules_at(world: World, place: str) -> list[tuple[int, Rule]]:
    """Those of `all_rules` that can be used at a place, each with its number: most rules are of some other place."""
    known = _rules_by_place(world)
    if place not in known:
        known[place] = [
            (number, rule)
            for number, rule in enumerate(all_rules(world))
            if not rule.at or place in rule.at or ANYWHERE in rule.at
        ]
    return known[place]


@per_world
def _rules_by_place(world: World) -> dict[str, list[tuple[int, Rule]]]:
    return {}


@per_world
def _rules_by_thing(world: World) -> dict[str | None, frozenset[int]]:
    return {}


# ---- the schema ----


def schema(scene: Scene, here: InScene | None = None) -> str:
    """The JSON schema of an Outcome of this scene, as text: bounded, without recursion, the same bytes for the same."""
    return orjson.dumps(_outcome(here or in_scene(scene))).decode()


def _outcome(s: InScene) -> Json:
    check = object_of(skill=one_of(s.skills), difficulty=whole(2, 30))
    intent = object_of(
        verb=one_of(s.verbs), objects=list_of(one_of(s.things), MOST_OBJECTS), tool=or_null(s.carried)
    )
    operations = _operations(s)
    costs = [one for one in operations if one["properties"]["op"]["const"] in COSTS]
    return object_of(
        intents=list_of(intent, MOST_INTENTS),
        check={"anyOf": [check, {"type": "null"}]} if s.skills else {"type": "null"},
        changes=list_of({"anyOf": operations}, MOST_CHANGES),
        otherwise=list_of({"anyOf": costs}, MOST_COSTS if s.skills else 0),
        unclear=or_null(UNCLEAR),
    )


def _operations(s: InScene) -> list[Json]:
    """One variant for each operation that has something to name here."""
    anybody = (PLAYER, *s.people)
    wanted: list[tuple[str, Json]] = [
        ("move", {"to": s.ways}),
        ("take", {"item": s.here}),
        ("drop", {"item": s.carried, "on": or_null(s.things), "where": text_of(WHERE_CHARS)}),
        ("give", {"item": s.carried, "to": s.people}),
        ("use", {"rule": s.rules, "target": or_null(s.things), "item": or_null(s.carried)}),
        ("notice", {"what": s.things}),
        ("look", {}),
        ("search", {}),
        ("inform", {"kind": INFORMED, "about": ("", *s.things)}),
        ("greet", {"who": s.people, "parting": {"type": "boolean"}}),
        *(
            (
                "discuss",
                {"who": (who,), "topic": (*s.spoken_of(who), ELSE), "asks": or_null(ASKED)},
            )
            for who in s.topics
        ),
        ("express", {"how": MANNERS, "what": text_of(EXPRESS_CHARS, 1)}),
        ("dismiss", {"who": s.followers}),
        ("set_flag", {"flag": s.flags, "value": {"type": "boolean"}}),
        ("harm", {"who": anybody, "amount": whole(1, 3)}),
        ("heal", {"who": anybody, "amount": whole(1, 3)}),
        ("pass_time", {"minutes": whole(0, 480), "sleep": {"type": "boolean"}}),
        ("disposition", {"who": s.people, "by": whole(-2, 2)}),
        ("relation", {"who": s.people, "toward": anybody, **dict.fromkeys(AXES, whole(-2, 2))}),
        (
            "promise",
            {"by": anybody, "to": anybody, "what": text_of(PROMISE_CHARS, 1), "item": or_null(s.carried)},
        ),
        ("settle_promise", {"promise": s.promises, "kept": {"type": "boolean"}}),
        ("recollect", {"who": s.people, "text": text_of(RECOLLECT_CHARS, 1), "memory": or_null(s.recalled)}),
        ("move_character", {"who": s.people, "to": s.ways}),
        ("reveal", {"fact": s.facts}),
        ("start_beat", {"beat": s.beats}),
        ("finish_beat", {"beat": s.begun}),
        ("end_story", {"ending": s.endings}),
        (
            "attempt",
            {
                "stance": s.stances,
                "target": or_null(s.things),
                "tool": or_null((*s.carried, *s.here)),
                "recipient": or_null(s.things),
                "aim": text_of(AIM_CHARS),
            },
        ),
        ("detail", {"text": text_of(AIM_CHARS, 1), "on": or_null(s.things)}),
        *(("enjoy", {"what": things, "offer": (offer,)}) for offer, things in s.offers.items()),
        ("try", {"verb": s.verbs, "what": or_null(s.things), "why": one_of(WHY_NOT)}),
    ]
    variants = []
    for name, fields in wanted:
        if all(field for field in fields.values()):
            written = {
                key: one_of(value) if isinstance(value, tuple) else value for key, value in fields.items()
            }
            variants.append(object_of(op={"const": name, "type": "string"}, **written))
    return variants


def history_json(world: World, outcome: Outcome) -> str:
    """The understudy's outcome where a model's would stand: with nothing in it that no model may write, for what a
    model has read of its own it writes again."""
    changes = tuple(dict.fromkeys(_as_a_model_writes(world, one) for one in outcome.changes))
    unclear = outcome.unclear if outcome.unclear in (None, *UNCLEAR) else UNCLEAR[0]
    if outcome.asides and not changes and unclear is None:
        # It was answered by the game itself. A model has `unclear` for that, and no ruling of nothing at all.
        missing = any(aside.why == "not_found" for aside in outcome.asides)
        unclear = "no_such_thing" if missing else UNCLEAR[0]
    known = {*BASE_VERBS, *world.verbs}
    asked = (i.model_copy(update={"verb": "ask"}) if i.verb == "inform" else i for i in outcome.intents)
    intents = tuple(intent for intent in asked if intent.verb in known)
    return outcome_json(
        outcome.model_copy(update={"changes": changes, "unclear": unclear, "intents": intents})
    )


def _as_a_model_writes(world: World, operation: Operation) -> Operation:
    match operation:
        case Answer():
            return Discuss(who=operation.who, topic=ELSE)
        case Discuss():
            person = world.characters.get(operation.who)
            known = person is not None and operation.topic in person.topics | person.answers
            topic = operation.topic if known else ELSE
            asks = operation.asks if operation.asks in ASKED else None
            return operation.model_copy(update={"topic": topic, "line": None, "asks": asks})
        case Express():
            return operation.model_copy(update={"to": None, "kind": None, "came": (), "left": "", "on": None})
        case Inform():
            about = operation.about if operation.about in named_things(world) else ""
            return operation.model_copy(update={"about": about, "asked": ""})
        case Try():
            return operation.model_copy(
                update={"why": operation.why if operation.why in WHY_NOT else WHY_NOT[0]}
            )
    return operation


@per_world
def named_things(world: World) -> frozenset[str]:
    """All that an outcome may be about."""
    sections = (world.items, world.characters, world.locations, world.threats)
    return frozenset({PLAYER, *(one.id for _, one in world.features())}.union(*sections))


def outcome_json(outcome: Outcome) -> str:
    """An outcome as a model would have written it, for a turn that another narrator adjudicated."""
    data = outcome.model_dump(mode="json", include=set(KEYS), exclude={"check": {"result"}})
    data["intents"] = [
        {key: intent[key] for key in ("verb", "objects", "tool")} for intent in data["intents"][:MOST_INTENTS]
    ]
    for operation in (*data["changes"], *data["otherwise"]):
        for name in UNASKED.get(operation["op"], ()):
            if not operation[name]:
                del operation[name]
    return json.dumps({key: data[key] for key in KEYS}, separators=(",", ":"), ensure_ascii=False)
