"""What a half success or a failure of an unforeseen idea may cost, one function for each cost of the table. Pure.

Each does one bounded thing, and returns whether there was anything to do: a cost that nobody can pay is not drawn.
"""

from __future__ import annotations

from gamemaster.rules.dice import draw
from gamemaster.rules.health import hurt
from gamemaster.rules.operations.effects import feel
from gamemaster.rules.operations.scene_changes import add_detail, came_of, make_noise, spend, strain, suspect
from gamemaster.rules.proposal import CheckResult
from gamemaster.rules.relationships import relate
from gamemaster.rules.stances.aims import Aim, Trial
from gamemaster.rules.stances.difficulty import Risk, watchers
from gamemaster.rules.stances.favours import sides_of
from gamemaster.rules.stances.table import is_unnoticed
from worlds.schema import PLAYER

LATE = 5  # minutes
NUMBER = {"calm": 1, "tense": 2, "dire": 2}  # of costs of a failure


def pay(t: Trial, risk: Risk) -> None:
    """Let the result have its price: one cost of a half success, those of the risk for a failure."""
    number = _number(t.result, risk)
    if t.result in ("failure", "fumble") and risk == "dire":
        harm(t)
    # Who works at a thing or a door in vain is no worse off for it, but for a fumble, or where danger is near.
    safe = t.kind in ("thing", "way") and t.result != "fumble"
    wanted = [name for name in t.row.costs if not (safe and name == "harm")]
    state = t.draft.state
    while number > 0 and wanted:
        name = wanted.pop(draw(state.seed, state.turn, "cost", t.op.stance, len(wanted)) % len(wanted))
        if COSTS[name](t):
            t.came.append(name)
            number -= 1
    if number > 0 and t.row.costs and not is_unnoticed(t.op) and late(t):
        t.came.append("late")


def _number(result: CheckResult, risk: Risk) -> int:
    if result in ("critical", "success"):
        return 0
    return 1 if result == "partial" else NUMBER[risk] + (result == "fumble")


def harm(t: Trial) -> bool:
    """One wound. It is the last one only where a threat stood by for all to see."""
    state, health = t.draft.state, t.draft.world.player.health
    last = state.wounds + 1 >= health
    if (last and not any(one.place == state.place and one.awake for one in state.threats.values())) or not (
        t.draft.may_hurt(PLAYER, 1)
    ):
        return False
    hurt(t.draft, PLAYER, 1)
    came_of(t.draft, "hurt")
    return True


def noise_1(t: Trial) -> bool:
    return make_noise(t.draft, 1)


def noise_2(t: Trial) -> bool:
    return make_noise(t.draft, 2)


def suspicion(t: Trial) -> bool:
    who = _watching(t)
    return who is not None and suspect(t.draft, who, 1)


def suspicion_2(t: Trial) -> bool:
    who = _watching(t)
    return who is not None and suspect(t.draft, who, 2)


def _watching(t: Trial) -> str | None:
    """Who would become suspicious: the one it is done to, else whoever looks on."""
    if t.kind == "person":
        return t.who
    seen = watchers(t.draft)
    if t.op.stance == "stealth" and t.op.target is None:  # a friend who sees one creep off takes it for a game
        seen = [who for who in seen if t.draft.state.characters[who].disposition <= 0]
    return seen[draw(t.draft.state.seed, t.draft.state.turn, "watching") % len(seen)] if seen else None


def jam(t: Trial) -> bool:
    if t.kind not in ("thing", "way"):
        return False
    add_detail(t.draft, "broken", f"{t.the(t.op.target)}, jammed", t.op.target)
    came_of(t.draft, "jammed", what=t.op.target)
    return True


def use_up(t: Trial) -> bool:
    return spend(t.draft, t.op.tool)


def exhaust(t: Trial) -> bool:
    return strain(t.draft)


def late(t: Trial) -> bool:
    """It takes longer; a word with somebody takes as long as the words."""
    if t.kind in ("person", "threat") and not t.row.by_hand:
        return False
    t.draft.extra += LATE
    came_of(t.draft, "late")
    return True


def _relate(t: Trial, came: str, **changes: int) -> bool:
    """Somebody comes to feel otherwise about the player."""
    if t.kind != "person":
        return False
    relate(t.draft, t.who, PLAYER, **changes)
    came_of(t.draft, came, who=t.who)
    return True


def owe(t: Trial) -> bool:
    """Who got what they asked for may owe for it; a refusal leaves no debt."""
    if t.result in ("failure", "fumble"):
        return False
    if t.op.stance == "bargain" and sides_of(t.op.aim) is not None:
        return False  # what each gives for it was said
    return _relate(t, "owed", debt=-1)


def displease(t: Trial) -> bool:
    if t.kind != "person":
        return False
    feel(t.draft, t.who, -1)
    came_of(t.draft, "displeased", who=t.who)
    return True


def distrust(t: Trial) -> bool:
    return _relate(t, "distrusts", trust=-2)


def frighten(t: Trial) -> bool:
    return _relate(t, "frightened", fear=1, affection=-1)


def approach(t: Trial) -> bool:
    """What was to be drawn off comes on instead."""
    if t.kind != "threat":
        return suspicion(t)
    threat = t.draft.state.threats[t.who]
    threat.calm_until = min(threat.calm_until, t.draft.state.minutes)
    return make_noise(t.draft, 2)


COSTS: dict[str, Aim] = {
    "harm": harm, "noise_1": noise_1, "noise_2": noise_2, "suspicion": suspicion, "suspicion_2": suspicion_2,
    "jam": jam, "spend": use_up, "strain": exhaust, "late": late, "owe": owe, "displease": displease,
    "distrust": distrust, "frighten": frighten, "approach": approach,
}  # fmt: skip
