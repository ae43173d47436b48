"""Rules on an idea that no rule foresaw: whether it can be tried, how it falls, and what comes of it. Pure."""

from __future__ import annotations

from gamemaster.rules import proposal as ops
from gamemaster.rules.conditions import is_asleep
from gamemaster.rules.draft import Draft
from gamemaster.rules.health import witness
from gamemaster.rules.operations.actions import let_react
from gamemaster.rules.operations.physical_operations import reachable
from gamemaster.rules.operations.scene_changes import add_detail, clean
from gamemaster.rules.operations.social_operations import put_to
from gamemaster.rules.proposal import CheckMade
from gamemaster.rules.reach import exits, is_open, way_name
from gamemaster.rules.stances.aims import AIMS, Trial
from gamemaster.rules.stances.costs import pay
from gamemaster.rules.stances.difficulty import (
    attempt_key,
    circumstances,
    difficulty_of,
    risk_of,
    watchers,
)
from gamemaster.rules.stances.favours import ASKING, DEAL, can_be_granted, deed_asked, is_mild
from gamemaster.rules.stances.skill_families import UNSKILLED, skill_for
from gamemaster.rules.stances.table import STANCES, UNNOTICED_BY_ALL, Kind, Stance, is_unnoticed, row_of
from gamemaster.rules.state import Tried
from gamemaster.rules.trade import is_sold_by
from worlds.schema import PLAYER, World

WITH_SOMEBODY = 5  # minutes at most that something done to somebody takes
MOST_ATTEMPTS = 2  # in one turn
MOST_IMPROVISED = 6  # operations of a narrator's own in one turn
MOST_TRIED = 24  # attempts in vain that are kept in mind; the oldest goes


def attempt(draft: Draft, op: ops.Attempt) -> None:
    """Try it, if it can be tried at all; else say what is lacking."""
    row, kind = row_of(op), kind_of(draft.world, draft, op.target)
    if not _may_try(draft, op, row, kind):
        return
    trial = Trial(draft=draft, op=op, row=row, kind=kind)
    draft.attempts += 1
    _turn_to(draft, op)
    risk, key = risk_of(draft, op), attempt_key(op)
    made = _roll(draft, op, row, kind, dangerous=risk != "calm")
    if made is not None:
        trial.result = made.result
    minutes = minutes_of(draft.world, op, row)
    draft.takes(min(minutes, WITH_SOMEBODY) if kind == "person" else minutes)
    detail = {
        name: value
        for name, value in (("tool", op.tool), ("recipient", op.recipient), ("aim", clean(op.aim)))
        if value
    }
    if op.aim == UNNOTICED_BY_ALL and len(eyes := watchers(draft)) > 1:
        detail["all"] = " ".join(eyes)
    if kind == "way":
        detail["way"] = way_name(draft.world, draft.state, op.target or "")
    draft.happen(
        "attempted", _wordings(draft.world, trial), who=op.target if kind in ("person", "threat") else None,
        what=op.stance, target=op.target or "", result=trial.result, rolled="yes" if made else "no", **detail,
    )  # fmt: skip
    _spend_readiness(draft, op, row)
    kind_deed = kind == "person" or row.deed != "kindness"
    mild = op.stance == "threaten" and kind == "person" and is_mild(draft.world, op.target or "", op.aim)
    if (
        row.deed is not None
        and kind_deed
        and not mild
        and (op.stance != "deceive" or trial.result in ("failure", "fumble"))
    ):
        witness(draft, row.deed, op.target if kind == "person" else None)
    if trial.result in ("critical", "success", "partial"):
        draft.state.attempts.pop(key, None)
        trial.came += [name for name in row.aims if AIMS[name](trial)]
    else:
        _remember_failure(draft, op)
    dealt = op.stance == "bargain" and trial.came and f"turn_{draft.state.turn}{DEAL}" not in draft.state.promises
    if kind == "person" and (deed := deed_asked(op)) and not dealt and (op.recipient is None or not trial.came):
        put_to(draft, op.target or "", deed)
    if not mild:
        pay(trial, risk)
    let_react(draft)


def add_a_detail(draft: Draft, op: ops.AddDetail) -> None:
    """Something small that the player makes: it stays where it is."""
    text = clean(op.text)
    if not text:
        return draft.reject(op, "no_such_thing", "There are no words for it.")
    if op.on is not None and not reachable(draft, op.on):
        return draft.reject(op, "not_here", f"{draft.name(op.on)} is not here.")
    draft.takes(STANCES["mark"].minutes)
    name = add_detail(draft, "made", text, op.on)
    draft.happen("detail", what=name, named=text, optional="no", fresh="yes")
    return None


def kind_of(world: World, draft: Draft, thing: str | None) -> Kind:
    """What kind of target this is, as the table has it."""
    if thing is None or thing == draft.state.place:
        return "here"
    if thing == PLAYER:
        return "self"
    if thing in world.characters:
        return "person"
    if thing in world.threats:
        return "threat"
    return "way" if thing in world.locations else "thing"


def minutes_of(world: World, op: ops.Attempt, row: Stance) -> int:
    own = world.stances.get(op.stance)
    tuned = own is not None and own.minutes is not None and not is_unnoticed(op)
    return own.minutes if tuned and own is not None and own.minutes is not None else row.minutes


# ---- whether it can be tried ----


def _may_try(draft: Draft, op: ops.Attempt, row: Stance, kind: Kind) -> bool:
    own = draft.world.stances.get(op.stance)
    if own is not None and own.drop:
        draft.reject(op, "not_done", f"Nobody does that here: {op.stance}.")
    elif draft.attempts >= MOST_ATTEMPTS:
        draft.reject(op, "one_at_a_time", "One thing at a time.", told=False)
    elif op.tool is not None and not _at_hand(draft, op.tool):
        draft.reject(op, "dont_have", f"You do not have {draft.name(op.tool)}.", what=op.tool)
    elif kind == "here" and kind not in row.aimed_at:
        whom = "who" if draft.state.present() else "nobody_here"
        draft.reject(
            op,
            whom if row.aimed_at <= {"person", "threat"} else "to_what",
            f"It wants somebody or something: {op.stance}.",
        )
    elif op.target is not None and not reachable(draft, op.target):
        code = "who_not_here" if kind == "person" else "not_here"
        draft.reject(op, code, f"{draft.name(op.target)} is not here.", what=op.target)
    elif kind not in row.aimed_at:
        draft.reject(
            op, "no_sense", f"{op.stance} is nothing to do to {draft.name(op.target or '')}.", what=op.target
        )
    elif kind == "person" and not _alive(draft, op.target or "") and op.stance != "mourn":
        draft.reject(op, "dead", f"{draft.name(op.target or '')} is dead.", who=op.target)
    elif (
        kind == "person"
        and not row.by_hand
        and is_asleep(draft.world, draft.state, op.target or "")
        and op.stance != "mourn"
    ):
        draft.reject(op, "asleep", f"{draft.name(op.target or '')} is asleep.", who=op.target)
    elif kind == "person" and op.stance in ASKING and not can_be_granted(draft, op):
        message = f"Nothing comes of asking that: {draft.name(op.target or '')} answers it in words."
        draft.reject(op, "not_theirs_to_do", message, who=op.target)
    elif (
        op.stance in ("force", "finesse", "sabotage")
        and kind == "way"
        and (shut := _words_of_closed_way(draft, op.target or "")) is not None
    ):
        draft.reject(op, "blocked", f"The way to {draft.name(op.target or '')} is closed.", shut)
    elif op.stance == "hide" and not _can_be_hidden(draft, op.target or ""):
        draft.reject(op, "cannot_take", f"{draft.name(op.target or '')} cannot be moved.", what=op.target)
    elif (
        op.stance == "block"
        and draft.world.items.get(op.tool or "") is None
        and kind == "here"
        and not _ways(draft)
    ):
        draft.reject(op, "no_direction", "There is no way to bar.")
    else:
        return True
    return False


def _alive(draft: Draft, who: str) -> bool:
    return draft.state.characters[who].alive


def _at_hand(draft: Draft, thing: str) -> bool:
    """Whether the player can do something with it: carried, lying here, or part of the place."""
    if thing in draft.state.items:
        return draft.state.items[thing] in (PLAYER, draft.state.place)
    return reachable(draft, thing)


def _words_of_closed_way(draft: Draft, to: str) -> tuple[str, ...] | None:
    """The author's words for a way that is closed by more than what the player or the weather put there."""
    ways = [way for way in exits(draft.world, draft.state) if way.to == to]
    if not ways or any(is_open(draft.world, draft.state, way) for way in ways):
        return None
    return draft.words_of(ways[0].blocked)


def _can_be_hidden(draft: Draft, thing: str) -> bool:
    item = draft.world.items.get(thing)
    return item is not None and item.portable and draft.state.items[thing] in (PLAYER, draft.state.place)


def _ways(draft: Draft) -> list[str]:
    return [way.to for way in exits(draft.world, draft.state)]


# ---- how it falls ----


def _roll(draft: Draft, op: ops.Attempt, row: Stance, kind: Kind, *, dangerous: bool) -> CheckMade | None:
    """The check; none where nobody opposes it and nothing is at stake."""
    opposed = kind in ("person", "threat") or (row.unseen and bool(watchers(draft, op.target)))
    if op.stance == "persuade" and kind == "person" and _is_for_sale(draft, op):
        return None  # whoever keeps a stall sells what lies on it
    if row.dice == "never" or (row.dice == "opposed" and not opposed and not dangerous):
        return None
    own = draft.world.stances.get(op.stance)
    skill = own.skill if own is not None and own.skill is not None else skill_for(draft.world, row.family)
    difficulty = difficulty_of(draft, op, row, skill)
    ease = 0 if skill is not None else UNSKILLED
    return draft.make_check(skill or row.family, difficulty, rule=None, ease=ease)


def _is_for_sale(draft: Draft, op: ops.Attempt) -> bool:
    who, item = draft.world.characters[op.target or ""], draft.world.items.get(op.recipient or "")
    return item is not None and is_sold_by(item, who) and draft.state.characters[who.id].disposition >= 0


def _turn_to(draft: Draft, op: ops.Attempt) -> None:
    asked = op.recipient if op.stance in ASKING else None  # "hand it over" is about what was asked for
    for thing in (op.tool, op.target, asked):
        if thing is not None:
            draft.focus(thing)
    if op.target in draft.state.characters and not STANCES[op.stance].by_hand:
        draft.state.characters[op.target].met = True


def _spend_readiness(draft: Draft, op: ops.Attempt, row: Stance) -> None:
    """What made it easier, once, is used up."""
    state = draft.state
    for name, one in list(state.details.items()):
        ready = one.kind == "ready" and one.on == op.target and one.turn < state.turn
        diverted = (
            one.kind == "diverted" and row.unseen and one.place == state.place and one.turn < state.turn
        )
        if ready or diverted:
            del state.details[name]


def _remember_failure(draft: Draft, op: ops.Attempt) -> None:
    tried = draft.state.attempts
    tried[attempt_key(op)] = Tried(turn=draft.state.turn, circumstances=circumstances(draft, op))
    while len(tried) > MOST_TRIED:
        del tried[min(tried, key=lambda key: (tried[key].turn, key))]


def _wordings(world: World, trial: Trial) -> tuple[str, ...]:
    """What the world's author wrote for this result, if anything, with `{thing}` and the like as they stand there."""
    own = world.stances.get(trial.op.stance)
    if own is None:
        return ()
    if trial.result in ("critical", "success"):
        return own.success
    return own.partial if trial.result == "partial" else own.failure
