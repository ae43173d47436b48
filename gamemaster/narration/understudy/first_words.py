"""A true first sentence of a turn before it is ruled on: the attempt, and never its result. Pure.

The understudy reads the words and rules on them for itself. Where nothing would be attempted (a question back, one to
the Game Master, words that were not followed) the sentence commits to nothing. What another narrator then proposes is
held against the sentence: `contradiction`.
"""

from __future__ import annotations

from dataclasses import dataclass

from gamemaster.language.names.normalization import plain
from gamemaster.language.wording.attempt_lines import ASKING, BEGINNINGS
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.narration.scene import Scene
from gamemaster.narration.understudy.understudy import play_without_suggestions
from gamemaster.rules.boundaries import BOUNDARY, crossing_in, lines_of
from gamemaster.rules.dice import choose
from gamemaster.rules.proposal import Operation, Outcome, Ruling
from gamemaster.rules.reach import people_here
from worlds.schema import PLAYER

# Happenings of a turn in which nothing was attempted.
IDLE = frozenset({"aside", "informed", "unclear", "expressed"})
# What comes about by itself, and what is only there to be seen.
BY_ITSELF = frozenset(
    {
        "remark", "arrived", "departed", "roused", "need", "beat", "threat_near", "threat_arrived", "threat_left",
        "threat_met", "learned", "lying", "presence", "body", "threat_here", "place", "place_night", "place_state",
    }
)  # fmt: skip
SPOKEN = frozenset(
    {
        "said", "said_again", "answered", "recollected", "unknown_topic", "unwilling", "greeted_again", "parted",
        "promised", "dismissed",
    }
)  # fmt: skip
# Beginnings that any ruling can follow on.
OPEN = frozenset({"rest", "seek", "see", "listen", "carried", "self", "hour", "recall", "moment"})
# What no model is asked about, so that nobody waits.
AT_ONCE = frozenset({"safety", BOUNDARY})


@dataclass(frozen=True)
class Beginning:
    """How a turn begins. `kind` is one of `BEGINNINGS`; `who` is spoken to, `thing` is what it is done to."""

    kind: str
    text: str
    who: str | None = None
    thing: str | None = None


def beginning_of(scene: Scene) -> Beginning | None:
    """The first sentence of a turn; None where no model is asked, or the story is over."""
    if scene.state.ended is not None:
        return None
    played = play_without_suggestions(scene.world, scene.state, scene.words, scene.roll)
    if any(aside.why in AT_ONCE for aside in played.outcome.asides):
        return None
    found = _of_outcome(scene, played.outcome, played.ruling)
    lines = lines_of(scene.world, scene.state)
    if contradiction(found, played.ruling) is None and crossing_in(found.text, lines) is None:
        return found
    return _beginning(scene, "moment")


def _of_outcome(scene: Scene, outcome: Outcome, ruling: Ruling) -> Beginning:
    """How what the understudy would make of the words begins."""
    if outcome.changes:
        first = outcome.changes[0]
        refused = any(one.operation == first for one in ruling.rejections)
        return _beginning(scene, "do") if refused else _of_operation(scene, first)
    asides = {aside.why for aside in outcome.asides}
    if "exposed" in asides:
        return _beginning(scene, "rest")
    missing = "not_found" in asides or outcome.unclear == "no_such_thing"
    return _beginning(scene, "seek" if missing else "moment")


def contradiction(begun: Beginning, ruling: Ruling) -> str | None:
    """Why a ruling cannot follow on a beginning; None if it can."""
    if begun.kind in OPEN:
        return None
    kinds = {happening.kind for happening in ruling.happenings}
    done = kinds - BY_ITSELF
    if begun.kind in ("go", "go_somewhere"):
        return _no_such_journey(begun, ruling)
    if not done and not ruling.rejections:
        return None  # nothing comes of it
    if done <= IDLE and not ruling.rejections:
        return "nothing was attempted"
    if begun.who is not None:
        answering = {happening.who for happening in ruling.happenings if happening.kind in SPOKEN}
        if answering and begun.who not in answering:
            return "somebody else was spoken to"
    if begun.thing is not None and begun.thing not in _subjects(ruling):
        return "something else was done"
    if begun.kind in ("wait", "sleep", "search", "look"):
        return None if "entered" not in kinds else "they went away"
    return None


def _no_such_journey(begun: Beginning, ruling: Ruling) -> str | None:
    """Whoever sets out arrives somewhere, or is kept from it."""
    entered = [happening.place for happening in ruling.happenings if happening.kind == "entered"]
    tried = [one.operation.to for one in ruling.rejections if one.operation.op == "move"]
    if begun.kind == "go_somewhere":
        return None if entered or tried else "nobody went anywhere"
    return None if begun.thing in entered or (not entered and begun.thing in tried) else "not that way"


def _subjects(ruling: Ruling) -> set[str]:
    """All that a ruling is about."""
    done = [one for one in ruling.happenings if one.kind not in BY_ITSELF]
    named = {name for one in done for name in (one.what, one.who, *one.detail.values()) if name}
    for rejection in ruling.rejections:
        named |= {value for value in rejection.operation.model_dump().values() if isinstance(value, str)}
    return named


def _of_operation(scene: Scene, operation: Operation) -> Beginning:
    match operation.op:
        case "move":
            return _journey(scene, operation.to)
        case "take" | "drop":
            return _beginning(scene, operation.op, thing=operation.item)
        case "give":
            return _beginning(scene, "give", who=operation.to, thing=operation.item)
        case "notice":
            return _at(scene, operation.what, "notice")
        case "look" | "search":
            return _beginning(scene, operation.op)
        case "discuss" | "greet" | "answer" | "recollect" | "dismiss":
            return _beginning(scene, "speak", who=operation.who)
        case "pass_time":
            return _beginning(scene, "sleep" if operation.sleep else "wait")
        case "use" | "attempt" if operation.target is not None:
            return _at(scene, operation.target, "turn_to")
        case "enjoy":
            return _at(scene, operation.what, "turn_to")
        case "inform":
            return _beginning(scene, ASKING.get(operation.kind, "moment"))
        case "express":
            return _beginning(scene, "moment")
    return _beginning(scene, "do")


def _journey(scene: Scene, to: str) -> Beginning:
    """A place is called by its name by those who know it."""
    known = to in scene.state.visited or plain(scene.world.locations[to].name) in plain(scene.words)
    return _beginning(scene, "go", thing=to) if known else _beginning(scene, "go_somewhere")


def _at(scene: Scene, thing: str, kind: str) -> Beginning:
    """What is done to somebody or something in sight."""
    if thing in people_here(scene.state):
        return _beginning(scene, "notice_who" if kind == "notice" else "speak", who=thing)
    known = thing in scene.world.items or any(thing == feature.id for _, feature in scene.world.features())
    return _beginning(scene, kind, thing=thing) if known and thing != PLAYER else _beginning(scene, "do")


def _beginning(scene: Scene, kind: str, who: str | None = None, thing: str | None = None) -> Beginning:
    line = choose(BEGINNINGS[kind], scene.state.seed, scene.state.turn, "first_words")
    text = line.format(who=name_of(scene.world, who), it=name_of(scene.world, thing))
    return Beginning(kind, text, who, thing)
