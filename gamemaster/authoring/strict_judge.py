"""Judges strictly how a list of inputs is understood, by group, and counts the harm that playing them does. Pure.

An input is right when every expected part is understood in its role, with its verb, objects and addressee where these
are given, and nothing else acts. `use` and `tell` stand for nothing but themselves and true synonyms. Harm is time, a
place, things or bonds that the player loses without having asked for it, whether or not the input was understood.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gamemaster.authoring.input_lists import (
    InputError,
    Miss,
    describe,
    entry_of,
    means,
    state_of,
    strings,
)
from gamemaster.language.names.normalization import plain, stem
from gamemaster.language.names.noun_index import nouns_of
from gamemaster.language.understanding import Reading, understand
from gamemaster.narration.understudy.understudy import play_without_suggestions
from gamemaster.rules.proposal import Intent
from gamemaster.rules.state import StoryState
from worlds.schema import PLAYER, World

GROUPS = ("plain", "messy", "role-play", "questions", "oblique")
ROLES = ("act", "speech", "question", "emote", "background", "ooc", "none")
LOSSES = ("time", "place", "items", "bonds")
# Minutes that a turn may take without having been asked for: by an ordinary deed, and by everything else.
DEED_MINUTES, OTHER_MINUTES = 30, 15

# Verbs that ask for a loss: whoever says them means it.
_ASKS_FOR = {
    "time": """go walk climb follow flee run enter leave return cross head come sneak wait sleep rest search build make
        craft repair dig work play cook brew heat boil stay travel lie sit warm""",
    "place": "go walk climb follow flee run enter leave return cross head come sneak hide escape jump swim",
    "items": """give drop throw put place lay hang hide burn break eat drink trade offer spend pour feed set toss hand
        leave lend plant spread tie fasten attach use light bury return pass slide add mix block wedge jam trap lure
        bait stuff scatter drug poison sacrifice""",
    "bonds": """attack hit kill punch strike stab steal take threaten insult bluff lie deceive accuse rob push force
        search drug poison break burn sabotage trap""",
}
ASKS_FOR = {loss: frozenset(words.split()) for loss, words in _ASKS_FOR.items()}
_HURTFUL = frozenset({"threaten", "insult", "bluff", "lie", "accuse", "order"})
# What a question to the Game Master may be answered by, besides `inform`.
_REPORTS = frozenset(
    {"inform", "look", "examine", "inventory", "status", "hint", "help", "map", "score", "time"}
)
_EMOTES = frozenset({"express", "dance", "sing", "bow", "nod", "smile", "laugh", "wave"})
_SPOKEN = frozenset(
    """talk ask tell persuade deceive threaten charm accuse promise apologise insult thank comfort recruit dismiss call
    greet bargain trade beg offer say recall""".split()
)
# Wide verbs are no synonym of anything.
_WIDE = frozenset({"use", "tell"})


@dataclass(frozen=True)
class Harm:
    line: int
    input: str
    lost: tuple[str, ...]
    got: str


@dataclass
class StrictJudgement:
    """`right` and `inputs` are counts by group; shares are 0 to 1."""

    world: str
    inputs: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    misses: list[Miss] = field(default_factory=list)
    harms: list[Harm] = field(default_factory=list)

    @property
    def share(self) -> float:
        return self.right.total() / self.inputs.total() if self.inputs else 0.0

    @property
    def harm_rate(self) -> float:
        return len(self.harms) / self.inputs.total() if self.inputs else 0.0

    def data(self) -> dict[str, Any]:
        return {
            "world": self.world,
            "inputs": self.inputs.total(),
            "strict_right": self.share,
            "harm_rate": self.harm_rate,
            "groups": {
                group: {"inputs": count, "right": self.right[group] / count}
                for group, count in sorted(self.inputs.items())
            },
            "misses": [
                {"line": m.line, "input": m.input, "expected": m.expected, "got": m.got} for m in self.misses
            ],
            "harms": [{"line": h.line, "input": h.input, "lost": h.lost, "got": h.got} for h in self.harms],
        }


def judge_strictly(world: World, lines: Iterable[str]) -> StrictJudgement:
    """Read and play every line's input in its scene. Raises `InputError` for a bad line."""
    judgement = StrictJudgement(world.id)
    for number, line in enumerate(lines, start=1):
        if line.strip():
            _judge_line(world, judgement, number, line)
    return judgement


def _judge_line(world: World, judgement: StrictJudgement, number: int, line: str) -> None:
    entry = entry_of(number, line)
    parts = _parts(number, entry["expect"])
    group = entry.get("group", "plain")
    if group not in GROUPS:
        raise InputError(number, f"no group `{group}`; there are {', '.join(GROUPS)}")
    reading = understand(world, state_of(world, number, entry), entry["input"])
    asked = bool(entry.get("ask_back")) and _asks_back(reading)
    right = asked or is_right(world, state_of(world, number, entry), reading, parts)
    judgement.inputs[group] += 1
    judgement.right[group] += right
    got = describe(reading)
    if not right:
        judgement.misses.append(
            Miss(number, entry["input"], json.dumps(entry["expect"], ensure_ascii=False), got)
        )
    acts = any(part.get("role", "act") == "act" for part in parts)
    ordinary = DEED_MINUTES if acts else OTHER_MINUTES
    lost = losses(world, state_of(world, number, entry), entry["input"], ordinary)
    unasked = sorted(lost - _asked_for(parts, strings(number, "may", entry.get("may", []))))
    if unasked and not (right and unasked == ["bonds"]):
        judgement.harms.append(Harm(number, entry["input"], tuple(unasked), got))


def _parts(number: int, expect: Any) -> list[Mapping[str, Any]]:
    parts = expect if isinstance(expect, list) else [expect]
    for part in parts:
        if not isinstance(part, dict):
            raise InputError(
                number, '`expect` must be a list of objects like {"role": "act", "verb": "take"}'
            )
        if part.get("role", "act") not in ROLES:
            raise InputError(number, f"no role `{part['role']}`; there are {', '.join(ROLES)}")
    return parts


def _asks_back(reading: Reading) -> bool:
    """Whether nothing is done before the player has said what they mean."""
    return not reading.intents and reading.unclear is not None


def is_right(world: World, state: StoryState, reading: Reading, parts: list[Mapping[str, Any]]) -> bool:
    """Whether each part is understood, in order, and no intent is left over that would act."""
    remaining = _said_once(reading.intents)
    if sum(part.get("role", "act") == "act" for part in parts) > 1:
        remaining = [one for intent in remaining for one in _each_alone(intent)]
        parts = [one for part in parts for one in _each_part_alone(part)]
    for part in parts:
        role = part.get("role", "act")
        if role in ("background", "none", "ooc"):
            continue
        at = next(
            (at for at, intent in enumerate(remaining) if _fits(world, state, intent, role, part)), None
        )
        if at is not None:
            if role != "speech" or not _more_to_say(parts, part):
                del remaining[at]
        elif role != "emote" or len(parts) == 1:
            return False  # a gesture beside something else may pass without an answer
    background = any(part.get("role") == "background" for part in parts)
    return all(
        intent.verb in _EMOTES
        or (
            intent.verb in _REPORTS and not intent.objects and not any(p.get("role") == "none" for p in parts)
        )
        or (background and intent.verb in _SPOKEN and all(_is_harmless_remark(intent, p) for p in parts))
        for intent in remaining
    )


def _each_alone(intent: Intent) -> list[Intent]:
    """An act on several things as so many acts: "take the bar and the chisel" is two."""
    if intent.role != "act" or len(intent.objects) < 2:
        return [intent]
    return [intent.model_copy(update={"objects": (thing,)}) for thing in intent.objects]


def _each_part_alone(part: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    objects = part.get("objects")
    if part.get("role", "act") != "act" or not isinstance(objects, list) or len(objects) < 2:
        return [part]
    return [{**part, "objects": [thing]} for thing in objects]


def _said_once(intents: tuple[Intent, ...]) -> list[Intent]:
    """The intents, with what is said to the same people in one breath as one, whatever gestures come between."""
    found: list[Intent] = []
    for intent in intents:
        before = next((one for one in reversed(found) if one.verb not in _EMOTES), None)
        same = before is not None and before.objects == intent.objects
        if not (same and before is not None and {before.verb, intent.verb} <= _SPOKEN):
            found.append(intent)
    return found


def _more_to_say(parts: list[Mapping[str, Any]], part: Mapping[str, Any]) -> bool:
    """Whether a later part is said to the same people, so that one intent of speech may stand for both."""
    at = next(at for at, one in enumerate(parts) if one is part)
    return any(
        one.get("role") == "speech" and one.get("addressee") == part.get("addressee")
        for one in parts[at + 1 :]
    )


def _is_harmless_remark(intent: Intent, part: Mapping[str, Any]) -> bool:
    """What a player tells of their past may be said to somebody."""
    return part.get("role") != "speech" and intent.verb in ("tell", "talk")


def _fits(world: World, state: StoryState, intent: Intent, role: str, part: Mapping[str, Any]) -> bool:
    if role == "question":
        return intent.verb in _REPORTS
    if role == "emote":
        return intent.verb in _EMOTES
    if role == "speech":
        return intent.verb in _SPOKEN and _reaches(intent, part)
    return _does(world, intent, part) and _has_objects(world, state, intent, part)


def _reaches(intent: Intent, part: Mapping[str, Any]) -> bool:
    wanted = part.get("addressee")
    names = {wanted} if isinstance(wanted, str) else set(wanted or ())
    return not names or "anyone" in names or not names.isdisjoint(intent.objects)


def _does(world: World, intent: Intent, part: Mapping[str, Any]) -> bool:
    wanted = part.get("verb", part.get("verbs", []))
    verbs = nouns_of(world).verbs
    for word in [wanted] if isinstance(wanted, str) else wanted:
        said = word.lower().replace("_", " ")
        meanings, length = verbs.at_start(said.split())
        synonyms = set(meanings) - _WIDE if length == len(said.split()) else set()
        if intent.verb in {word, said, *synonyms}:
            return True
        # A deed that the world or its author words in a way of its own still carries the player's own word.
        own = intent.rule is not None or intent.verb not in _WIDE
        worded = stem(said.split()[0]) in {stem(each) for each in plain(intent.words).split()[:4]}
        if own and worded and intent.verb not in _SPOKEN | _REPORTS | {"go", "wait", "sleep"}:
            return True
    return False


def _has_objects(world: World, state: StoryState, intent: Intent, part: Mapping[str, Any]) -> bool:
    wanted: list[Any] = []
    for key in ("objects", "tool", "recipient", "direction"):
        value = part.get(key)
        wanted.extend(value if isinstance(value, list) else [value] if value else [])
    return all(
        any(means(world, state, intent, name) for name in ([one] if isinstance(one, str) else one))
        for one in wanted
    )


def _asked_for(parts: list[Mapping[str, Any]], may: list[str]) -> set[str]:
    """The losses that the input asks for: those that its author allows, and those that its verbs mean."""
    asked = set(may)
    for part in parts:
        verb = part.get("verb", part.get("verbs", []))
        words = {
            word for each in ([verb] if isinstance(verb, str) else verb) for word in each.lower().split()
        }
        asked.update(loss for loss, verbs in ASKS_FOR.items() if not words.isdisjoint(verbs))
        force = part.get("force", [])
        if not _HURTFUL.isdisjoint([force] if isinstance(force, str) else force):
            asked.add("bonds")
    return asked


def losses(world: World, before: StoryState, words: str, ordinary: int = OTHER_MINUTES) -> set[str]:
    """What the player has less of after a turn with these words: some of `LOSSES`; "time" beyond `ordinary` minutes."""
    turn = play_without_suggestions(world, before, words)
    after, lost = turn.after, set[str]()
    if turn.ruling.minutes > ordinary:
        lost.add("time")
    if after.place != before.place:
        lost.add("place")
    if any(holder == PLAYER and after.items[item] != PLAYER for item, holder in before.items.items()):
        lost.add("items")
    if any(_dislikes_more(before, after, who) for who in before.characters):
        lost.add("bonds")
    return lost


def _dislikes_more(before: StoryState, after: StoryState, who: str) -> bool:
    then, now = before.characters[who], after.characters[who]
    old, new = then.toward(PLAYER), now.toward(PLAYER)
    return (
        now.disposition < then.disposition
        or (now.alive < then.alive)
        or new.trust < old.trust
        or new.affection < old.affection
    )
