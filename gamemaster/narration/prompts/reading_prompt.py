"""How a small model is asked what a player's words mean: a short prompt, a small grammar, intents back. Pure."""

from __future__ import annotations

import json
from typing import Any

from pydantic import ValidationError

from gamemaster.language.wording.stock_lines import name_of
from gamemaster.narration.prompts.outcome_schema import InScene
from gamemaster.narration.prompts.prompt import Format, Prompt, Segment, Zone
from gamemaster.narration.scene import Scene
from gamemaster.rules.proposal import Intent
from gamemaster.rules.reach import exits
from inference.output.readable import readable_json
from worlds.schema import PLAYER

MOST_INTENTS, MOST_OBJECTS, TOPIC_CHARS = 3, 2, 60
ANSWER_TOKENS = 200
RULES = """\
You read what the player of a text adventure types, and write down what they want to do, as JSON. You tell no story.

{"intents": [{"verb": ..., "objects": [...], "tool": ..., "to": ..., "about": ...}]}

- "verb": one of the verbs. Take the nearest: to grab or pocket is take, to check out is examine, to chat is talk.
- "objects": what or whom it is done to, by identifier, from the lists: of "axe (the old axe)", axe. [] if nothing.
  To go somewhere: the way. To speak with somebody: verb talk, ask or tell, objects [that person].
- "tool": what the player carries and does it with, or null.
- "to": who receives it, or null.
- "about": what is talked of, in a few words, or null.
- One intent for each thing that the player does, in order, at most three. What they only
  think, plan or remember is none.
- Never take one thing for another. If what they mean is in no list, or no verb fits: {"intents": []}.

For example, with an axe here and a woman called hild:
The player: "nick the hatchet and have a word with the old lady"
{"intents": [{"verb": "take", "objects": ["axe"], "tool": null, "to": null, "about": null},
{"verb": "talk", "objects": ["hild"], "tool": null, "to": null, "about": null}]}"""


class ReadingUnusable(ValueError):
    """What the model wrote names no intent that this scene knows."""


def reading_prompt(chat: Format, scene: Scene, here: InScene) -> Prompt:
    """The rules, which are the same for every story; what is here; the words."""
    verbs = f"\n\nVerbs: {', '.join(here.verbs)}"
    words = f"The player: {json.dumps(scene.words)}"
    return Prompt(
        0,
        (
            Segment("rules", Zone.HEAD, (*chat.before_system, *chat.encode(RULES + verbs))),
            Segment("scene", Zone.STORY, (*chat.system_to_user, *chat.encode(_scene_text(scene, here)))),
            Segment("words", Zone.TRANSCRIPT, chat.encode(words), scene.number),
            Segment("ask", Zone.TRANSCRIPT, chat.user_to_answer, scene.number),
        ),
    )


def _scene_text(scene: Scene, here: InScene) -> str:
    world = scene.world
    elsewhere = {scene.state.place, PLAYER, *here.ways, *here.people, *here.carried}
    directions = {way.to: way.direction[0] for way in exits(world, scene.state) if way.direction}
    lists = {
        "Place": (scene.state.place,),
        "Ways": here.ways,
        "People": here.people,
        "Carried": here.carried,
        "Things": tuple(name for name in here.things if name not in elsewhere),
    }

    def entry(name: str) -> str:
        return f"{name} ({', '.join(filter(None, (name_of(world, name), directions.get(name))))})"

    lines = [f"{title}: {', '.join(map(entry, names)) or 'none'}" for title, names in lists.items()]
    return "\n".join((*lines, f"The player, where it is done to themselves: {PLAYER}", ""))


def reading_schema(here: InScene) -> str:
    """The JSON schema of an answer: bounded, and of this scene's identifiers alone."""
    things = _names(*here.ways, *here.things, *here.people, *here.carried)
    intent = {
        "verb": {"type": "string", "enum": list(here.verbs)},
        "objects": {"type": "array", "items": things, "maxItems": MOST_OBJECTS if things != _NULL else 0},
        "tool": _or_null(_names(*here.carried, *here.here)),
        "to": _or_null(things),
        "about": _or_null({"type": "string", "minLength": 0, "maxLength": TOPIC_CHARS}),
    }
    intents = {"type": "array", "items": _object(intent), "maxItems": MOST_INTENTS}
    return json.dumps(_object({"intents": intents}), separators=(",", ":"), ensure_ascii=False)


_NULL: dict[str, Any] = {"type": "null"}


def _names(*names: str) -> dict[str, Any]:
    return {"type": "string", "enum": list(dict.fromkeys(names))} if names else _NULL


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    return schema if schema == _NULL else {"anyOf": [schema, _NULL]}


def _object(fields: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


def read_intents(text: str, scene: Scene, here: InScene) -> tuple[Intent, ...]:
    """The intents of an answer, without what this scene does not know. Raises ReadingUnusable."""
    start, end = text.find("{"), text.rfind("}")
    try:
        found = readable_json(json.loads(text[start : end + 1]))["intents"]
        intents = [_intent(each, scene, here) for each in found[:MOST_INTENTS]]
    except (ValueError, LookupError, TypeError, AttributeError, ValidationError) as error:
        raise ReadingUnusable(f"no intents in {text[:80]!r}: {error}") from None
    usable = tuple(intent for intent in intents if intent is not None)
    if not usable:
        raise ReadingUnusable(f"nothing that can be done here in {text[:80]!r}")
    return usable


def _intent(said: dict[str, Any], scene: Scene, here: InScene) -> Intent | None:
    if said["verb"] not in here.verbs:
        return None
    known = {*here.ways, *here.things, *here.people, *here.carried, scene.state.place}

    def one(key: str) -> str | None:
        name = said.get(key)
        return name if isinstance(name, str) and name in known else None

    return Intent(
        verb=said["verb"],
        objects=tuple(name for name in said.get("objects") or () if name in known)[:MOST_OBJECTS],
        tool=one("tool"),
        recipient=one("to"),
        topic=str(said.get("about") or "")[:TOPIC_CHARS] or None,
        words=scene.words[:2000],
    )
