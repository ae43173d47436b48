"""A story in play as its world's writer sees it: what is true, which beats are near and what they wait for, the last
ruling and its reasons. Pure.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from gamemaster.rules.explanation import Part, explain, share_held
from gamemaster.rules.state import StoryState, TurnRecord
from worlds.per_world import per_world
from worlds.references import walk
from worlds.schema import PLAYER, Condition, World


class Shown(BaseModel):
    """Base of what is shown."""

    model_config = ConfigDict(frozen=True)


class PartShown(Shown):
    """A part of a condition; `parts` are inside `any` and `not`."""

    text: str
    holds: bool
    now: str
    parts: tuple[PartShown, ...] = ()


class Waiting(Shown):
    """A beat or an ending, and what it waits for. `state`: waiting, due (all holds), done, finished, repeats."""

    id: str
    kind: str  # beat or ending
    title: str
    state: str
    missing: int  # parts that do not hold
    nearness: float
    parts: tuple[PartShown, ...]


class PersonShown(Shown):
    """A character in a few words; `relations` and memories come from the designers' own view."""

    id: str
    name: str
    place: str
    alive: bool
    met: bool
    following: bool
    disposition: int
    saw: tuple[str, ...]


class ThingShown(Shown):
    id: str
    name: str
    place: str


class RefusalShown(Shown):
    operation: str
    code: str
    reason: str


class CheckShown(Shown):
    skill: str
    d20: int
    bonus: int
    difficulty: int
    result: str
    rule: str | None


class TurnDetail(Shown):
    """The last turn: what was understood and proposed, what came about, what was refused and why, and what changed."""

    number: int
    words: str
    narrator: str
    understood: tuple[str, ...]
    unclear: str | None
    proposed: tuple[str, ...]
    came_about: tuple[str, ...]
    refused: tuple[RefusalShown, ...]
    checks: tuple[CheckShown, ...]
    changes: tuple[str, ...]
    minutes: int


class WorkshopShown(Shown):
    """All of it, after the turn `turn`."""

    story: str
    world: str
    turn: int
    minutes: int
    place: str
    flags: dict[str, int]
    facts: dict[str, int]
    visited: tuple[str, ...]
    needs: dict[str, int]
    skills: dict[str, int]
    wounds: int
    people: tuple[PersonShown, ...]
    things: tuple[ThingShown, ...]
    waiting: tuple[Waiting, ...]
    last: TurnDetail | None
    known: dict[str, dict[str, str]]  # what can be arranged, by kind: id and name


def workshop_shown(story: str, world: World, state: StoryState, last: TurnRecord | None) -> WorkshopShown:
    return WorkshopShown(
        story=story,
        world=world.id,
        turn=state.turn,
        minutes=state.minutes,
        place=state.place,
        flags=dict(state.flags),
        facts={fact: turn for fact, turn in state.facts.items() if fact in world.facts},
        visited=tuple(state.visited),
        needs={need: state.need(need) for need in state.needs},
        skills=dict(state.skills),
        wounds=state.wounds,
        people=tuple(_people(world, state)),
        things=tuple(
            ThingShown(id=item, name=world.items[item].name, place=place)
            for item, place in state.items.items()
        ),
        waiting=tuple(_waiting(world, state)),
        last=_turn(last) if last is not None else None,
        known=_arrangeable(world),
    )


def _people(world: World, state: StoryState) -> list[PersonShown]:
    return [
        PersonShown(
            id=who,
            name=world.characters[who].name,
            place=one.place,
            alive=one.alive,
            met=one.met,
            following=one.following,
            disposition=one.disposition,
            saw=tuple(dict.fromkeys(deed.what for deed in one.witnessed)),
        )
        for who, one in state.characters.items()
        if who in world.characters
    ]


def _waiting(world: World, state: StoryState) -> list[Waiting]:
    """Beats and endings, the nearest to happening first, and what has happened last."""
    beats = [
        _one(world, state, beat.id, "beat", _first_words(beat.text), beat.when)
        for beat in world.beats.values()
    ]
    ends = [_one(world, state, end.id, "ending", end.title, end.when) for end in world.endings.values()]
    order = {"due": 0, "waiting": 1, "repeats": 1, "done": 2, "finished": 2}
    return sorted([*beats, *ends], key=lambda one: (order[one.state], one.missing, -one.nearness, one.id))


def _one(world: World, state: StoryState, name: str, kind: str, title: str, when: Condition) -> Waiting:
    parts = explain(when, world, state)
    status = "waiting"
    if kind == "beat" and name in state.finished:
        status = "finished"
    elif kind == "beat" and name in state.beats:
        status = "done" if world.beats[name].repeat is None else "repeats"
    elif kind == "ending" and state.ended == name:
        status = "done"
    elif all(part.holds for part in parts):
        status = "due"
    shown = tuple(_part(part) for part in parts)
    missing, near = sum(not part.holds for part in parts), round(share_held(parts), 3)
    return Waiting(id=name, kind=kind, title=title, state=status, missing=missing, nearness=near, parts=shown)


def _part(part: Part) -> PartShown:
    inner = tuple(_part(one) for one in part.parts)
    return PartShown(text=part.text, holds=part.holds, now=part.now, parts=inner)


def _first_words(passage: tuple[object, ...]) -> str:
    texts = [text for variant in passage for text in getattr(variant, "text", ())]
    return str(texts[0])[:80].split("\n")[0] if texts else ""


def _turn(record: TurnRecord) -> TurnDetail:
    outcome, ruling = record.outcome, record.ruling
    return TurnDetail(
        number=record.number,
        words=record.words,
        narrator=record.narrator,
        understood=tuple(_compact(_data(intent)) for intent in outcome.intents),
        unclear=outcome.unclear,
        proposed=tuple(_compact(_data(change) | {"op": change.op}) for change in outcome.changes),
        came_about=tuple(_happening(_data(one)) for one in ruling.happenings),
        refused=tuple(
            RefusalShown(operation=_compact(_data(one.operation)), code=one.code, reason=one.reason)
            for one in ruling.rejections
        ),
        checks=tuple(CheckShown(**one.model_dump()) for one in ruling.checks),
        changes=tuple(
            _change(one.path, one.before, one.after) for one in record.patch.changes if one.path[0] != "told"
        ),
        minutes=ruling.minutes,
    )


def _data(part: BaseModel) -> dict[str, object]:
    return part.model_dump(exclude_defaults=True, exclude={"wordings"})


def _happening(data: dict[str, object]) -> str:
    return f"{data.pop('kind')}{': ' if data else ''}{_compact(data)}"


def _compact(data: dict[str, object]) -> str:
    first = str(data.pop("op", data.pop("verb", "")))
    rest = ", ".join(f"{key} {_value(value)}" for key, value in data.items())
    return f"{first} {rest}".strip()


def _value(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {inner}" for key, inner in value.items())
    return " ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _change(path: list[str], before: object, after: object) -> str:
    return f"{'.'.join(path)}: {'' if before is None else before} → {'' if after is None else after}"


@per_world
def _arrangeable(world: World) -> dict[str, dict[str, str]]:
    """What `!at`, `!give`, `!know` and `!set` can name."""
    flags = {flag for condition in _conditions(world) for flag in (*condition.set, *condition.unset)}
    return {
        "at": {place.id: place.name for place in world.locations.values()},
        "give": {item.id: item.name for item in world.items.values()},
        "know": {fact.id: fact.text for fact in world.facts.values()},
        "set": {flag: world.flags.get(flag, "") for flag in sorted(flags | world.flags.keys())},
        "who": {PLAYER: "the player"} | {who.id: who.name for who in world.characters.values()},
    }


def _conditions(world: World) -> list[Condition]:
    return [part for _, part in walk(world) if isinstance(part, Condition)]
