"""What comes about when an unforeseen idea succeeds, one function for each aim of the table. Pure.

Each takes the trial and does at most one bounded thing. A half success has its aim too, sometimes a weaker one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from gamemaster.rules.conditions import is_asleep
from gamemaster.rules.dice import draw
from gamemaster.rules.draft import HIDDEN, Draft
from gamemaster.rules.health import hurt, mend
from gamemaster.rules.operations.effects import STAY, apply_effects, feel
from gamemaster.rules.operations.physical_operations import search
from gamemaster.rules.operations.scene_changes import (
    add_detail,
    block_way,
    came_of,
    clean,
    conceal,
    delay_threat,
    is_needed,
    quota_used,
    unblock,
    use_quota,
)
from gamemaster.rules.operations.social_operations import speak_withheld, withheld_line
from gamemaster.rules.proposal import Attempt, CheckResult, Search
from gamemaster.rules.reach import exits, is_open, threats_here, way_name
from gamemaster.rules.relationships import promise, relate
from gamemaster.rules.stances.favours import (
    DEAL,
    ONE_OF_THEM,
    SHARE,
    deed_asked,
    demand_of,
    hand_over,
    is_mild,
    is_spared,
    is_to_tell,
    open_ways,
    sides_of,
    word_wrung,
)
from gamemaster.rules.stances.table import Kind, Stance, is_unnoticed
from worlds.schema import PLAYER, Effects

LURED = 30  # minutes
DIVERTED = 15
LISTENERS = 3
STRONG, WEAK = 12, 8  # of a block or of a hiding place
BEST = 16


@dataclass
class Trial:
    """An idea as it is tried: what was proposed, its row, and how the dice fell."""

    draft: Draft
    op: Attempt
    row: Stance
    kind: Kind  # of the target
    result: CheckResult = "success"
    came: list[str] = field(default_factory=list)  # aims and costs that came about

    @property
    def who(self) -> str:
        """The person or threat that it is done to; empty where there is none."""
        return self.op.target or "" if self.kind in ("person", "threat") else ""

    @property
    def whole(self) -> bool:
        return self.result in ("success", "critical")

    def name(self, thing: str | None) -> str:
        return self.draft.name(thing) if thing is not None else ""

    def the(self, thing: str | None) -> str:
        """The name of a thing as it stands in a sentence."""
        name = self.name(thing)
        return name if name[:1].isupper() else f"the {name}"


Aim = Callable[[Trial], bool]


# ---- with one's hands ----


def give_way(t: Trial) -> bool:
    if t.kind == "way":
        return unblock(t.draft, t.op.target or "")
    if t.kind == "person":  # shoved, held, pushed aside
        relate(t.draft, t.who, PLAYER, fear=1, affection=-1)
        return True
    add_detail(t.draft, "broken", f"{t.the(t.op.target)}, broken by force", t.op.target)
    return True


def wound(t: Trial) -> bool:
    if t.kind == "thing":
        return give_way(t)
    if t.kind == "threat":
        return delay_threat(t.draft, t.who, 20 if t.whole else 10)
    hurt(t.draft, t.who, 2 if t.result == "critical" else 1)
    return True


def ease(t: Trial) -> bool:
    """A deft hand: what somebody here holds and the story can spare, a bar out of a door; else a start is made."""
    planted = t.op.tool if t.kind == "person" and t.op.recipient is None else None
    if planted is not None and t.draft.state.items.get(planted) == PLAYER:
        t.draft.put_item(
            planted, t.who
        )  # into a pocket, under a cushion: it is theirs now, and they do not know
        t.draft.changed.append(f"You no longer have {t.name(planted)}.")
        return True
    held = t.op.recipient if t.kind == "person" else t.op.target
    holder = t.draft.state.items.get(held or "")
    if held is not None and holder in t.draft.state.present() and not is_needed(t.draft.world, held):
        t.draft.put_item(held, PLAYER)
        t.draft.changed.append(f"You have {t.name(held)}.")
        return True
    if t.kind == "way" and unblock(t.draft, t.op.target or ""):
        return True
    add_detail(t.draft, "ready", f"a start made on {t.the(t.op.target)}", t.op.target, minutes=STAY)
    return True


def vanish(t: Trial) -> bool:
    """The player is out of sight; who only does a small thing unnoticed is so until the end of the turn."""
    t.draft.covered = t.draft.covered or (is_unnoticed(t.op) and HIDDEN not in t.draft.state.flags)
    t.draft.state.flags[HIDDEN] = t.draft.state.turn
    return True


def serve(t: Trial) -> bool:
    if t.kind in ("person", "self"):  # a wound that is bound, a boot that is stitched
        if quota_used(t.draft, f"mend:{t.op.target}") == 0:
            use_quota(t.draft, f"mend:{t.op.target}")
            mend(t.draft, t.op.target or PLAYER, 1)
        if t.kind == "person":
            relate(t.draft, t.who, PLAYER, trust=1)
        return True
    add_detail(t.draft, "mended", t.op.aim or f"{t.the(t.op.target)}, seen to", t.op.target)
    return True


def hold_out(t: Trial) -> bool:
    for threat in threats_here(t.draft.state):
        if delay_threat(t.draft, threat, 20 if t.whole else 10):
            return True
    add_detail(t.draft, "ready", "a firm stand", t.op.target, minutes=STAY)
    return True


def find(t: Trial) -> bool:
    search(t.draft, Search())
    return True


def set_trap(t: Trial) -> bool:
    add_detail(t.draft, "trap", t.op.aim or _made_of(t, "a trap", "a trap made of {tool}"), None)
    return True


def stash(t: Trial) -> bool:
    at = t.op.recipient if any(f.id == t.op.recipient for _, f in t.draft.world.features()) else None
    return conceal(t.draft, t.op.target or "", at, {"critical": BEST, "partial": WEAK}.get(t.result, STRONG))


def bar(t: Trial) -> bool:
    to = t.op.target if t.kind == "way" else None
    ways = [way.to for way in exits(t.draft.world, t.draft.state)]
    if t.kind == "here" and ways:  # the way that the player came by, if it is one
        back = t.draft.state.focus.get("back", "")
        to = back if back in ways else ways[0]
    if to is None:
        tool = t.op.tool if t.draft.state.items.get(t.op.tool or "") == PLAYER else None
        if tool is not None:
            t.draft.put_item(tool, t.draft.state.place)
            t.draft.changed.append(f"You no longer have {t.name(tool)}.")
        what = f"{t.the(t.op.tool)}, set fast against" if t.op.tool else "something set fast against"
        add_detail(t.draft, "made", f"{what} {t.the(t.op.target)}", t.op.target)
        return True
    came_of(t.draft, "barred", way=way_name(t.draft.world, t.draft.state, to))
    return block_way(t.draft, to, STRONG if t.whole else WEAK, t.op.tool)


def leave_mark(t: Trial) -> bool:
    on = f" on {t.the(t.op.target)}" if t.op.target not in (None, PLAYER, t.draft.state.place) else ""
    add_detail(t.draft, "mark", f"{t.op.aim or 'a mark of yours'}{on}", t.op.target)
    return True


def spoil(t: Trial) -> bool:
    if t.kind == "way":
        return bar(t)
    add_detail(t.draft, "spoilt", f"{t.the(t.op.target)}, no longer fit for use", t.op.target)
    return True


def dress_up(t: Trial) -> bool:
    what = t.op.aim or _made_of(t, "a disguise", "{tool}, worn as a disguise")
    add_detail(t.draft, "disguise", what, PLAYER, minutes=240)
    return True


def make(t: Trial) -> bool:
    what = t.op.aim or _made_of(t, "something of your making", "something made of {tool}")
    add_detail(t.draft, "made", what, t.op.target)
    return True


# ---- with words ----


def agree(t: Trial) -> bool:
    """They do what they were asked: hand it over, go there, say what they held back, or give their word.

    Won over to nothing in particular, they think a little better of the player.
    """
    if t.kind == "threat":
        return delay_threat(t.draft, t.who, 10)
    if t.op.recipient is not None:
        return hand_over(t.draft, t.who, t.op.recipient) or send(t, t.op.recipient)
    if speak_withheld(t.draft, t.who, t.op.aim):
        return True
    if t.op.aim.startswith("to ") and promise(
        t.draft, f"turn_{t.draft.state.turn}_word", t.who, PLAYER, clean(t.op.aim)
    ):
        return True
    relate(t.draft, t.who, PLAYER, trust=1)
    return True


def believe(t: Trial) -> bool:
    if t.kind == "threat":
        return delay_threat(t.draft, t.who, 10)
    add_detail(t.draft, "ready", clean(t.op.aim) or "what you had them believe", t.who, minutes=240)
    came_of(t.draft, "believes", who=t.who)
    return True


def cow(t: Trial) -> bool:
    """They are afraid, and do what was demanded: hand it over, give their word, or say what they held back."""
    if t.kind == "threat":
        return delay_threat(t.draft, t.who, 10)
    if not is_mild(t.draft.world, t.who, t.op.aim):
        relate(t.draft, t.who, PLAYER, fear=1)
    if t.op.recipient is not None and hand_over(t.draft, t.who, t.op.recipient):
        return True
    word = word_wrung(t.draft.world, t.who, t.op.aim) if t.op.recipient is None else ""
    if word and promise(t.draft, f"turn_{t.draft.state.turn}_word", t.who, PLAYER, clean(word)):
        return True
    demand = demand_of(t.op.aim)
    return speak_withheld(t.draft, t.who, demand or t.op.aim, anything=is_to_tell(demand)) or True


def endear(t: Trial) -> bool:
    if t.kind == "threat":
        return delay_threat(t.draft, t.who, 10)
    if quota_used(t.draft, f"charm:{t.who}"):
        relate(t.draft, t.who, PLAYER, trust=1)
        return True
    use_quota(t.draft, f"charm:{t.who}")
    feel(t.draft, t.who, 1)
    return True


def swap(t: Trial) -> bool:
    """Two things change hands at once; where no thing is asked for, both give their word."""
    if t.kind == "threat":
        return delay_threat(t.draft, t.who, 20 if t.op.tool else 10)
    state, offered, wanted = t.draft.state, t.op.tool, t.op.recipient
    if offered is not None and state.items.get(offered) == PLAYER:
        if wanted is not None and is_spared(t.draft, t.who, wanted):
            t.draft.put_item(wanted, PLAYER)
            t.draft.changed.append(f"You have {t.name(wanted)}.")
            came_of(t.draft, "swapped", who=t.who, what=wanted, tool=offered)
            pay_with(t, offered)
            return True
        if _tells_for_it(t):
            came_of(t.draft, "paid", who=t.who, what=offered)
            pay_with(t, offered)
            return True
    elif wanted is not None and hand_over(t.draft, t.who, wanted):
        relate(t.draft, t.who, PLAYER, debt=-1)
        return True
    asked = "" if t.op.aim == ONE_OF_THEM else clean(t.op.aim)
    sides = sides_of(asked, t.draft.world.characters[t.who].pronoun)
    what = sides[1] if sides is not None else asked or "a fair return"
    promise(t.draft, f"turn_{state.turn}{DEAL}", t.who, PLAYER, what)
    if sides is not None:  # nobody pays for a deed before it is done
        promise(t.draft, f"turn_{state.turn}{SHARE}", PLAYER, t.who, sides[0], offered)
        return True
    if offered is not None and state.items.get(offered) == PLAYER:
        came_of(t.draft, "paid", who=t.who, what=offered)
        pay_with(t, offered)
    else:
        relate(t.draft, t.who, PLAYER, debt=-1)
    return True


def _tells_for_it(t: Trial) -> bool:
    """Whether they say what they held back: of what was asked for the thing, and not of just anything."""
    wanted = deed_asked(t.op)
    if wanted and withheld_line(t.draft, t.who, wanted) is None:
        return False
    return speak_withheld(t.draft, t.who, wanted or t.op.aim)


def pay_with(t: Trial, offered: str) -> None:
    """What was offered is theirs; of a thing that is many, only as much as was said."""
    if t.op.aim != ONE_OF_THEM:
        t.draft.put_item(offered, t.who)
        t.draft.changed.append(f"You no longer have {t.name(offered)}.")


def soothe(t: Trial) -> bool:
    if t.kind == "threat":
        return delay_threat(t.draft, t.who, 10)
    if t.kind == "thing":
        add_detail(t.draft, "ready", f"{t.the(t.op.target)}, grown quiet", t.op.target, minutes=STAY)
        return True
    relate(t.draft, t.who, PLAYER, affection=1, fear=-1)
    return True


def grant(t: Trial) -> bool:
    if t.kind == "threat":
        return delay_threat(t.draft, t.who, 10)
    relate(t.draft, t.who, PLAYER, debt=-1)
    if t.op.recipient is not None:
        return hand_over(t.draft, t.who, t.op.recipient) or send(t, t.op.recipient)
    return speak_withheld(t.draft, t.who, t.op.aim) or True


def offend(t: Trial) -> bool:
    if t.kind == "threat":
        t.draft.state.threats[t.who].calm_until = min(
            t.draft.state.threats[t.who].calm_until, t.draft.state.minutes
        )
        return True
    hostile = t.draft.state.characters[t.who].disposition < 0
    relate(t.draft, t.who, PLAYER, affection=-1)
    add_detail(t.draft, "diverted", f"{t.name(t.who)}'s temper", t.who, minutes=DIVERTED)
    if hostile and draw(t.draft.state.seed, t.draft.state.turn, "insult") % 2 and t.draft.may_hurt(PLAYER, 1):
        came_of(t.draft, "struck_back", who=t.who)
        hurt(t.draft, PLAYER, 1)
    return True


# ---- with one's wits ----


def divert(t: Trial) -> bool:
    if t.kind == "threat":
        return delay_threat(t.draft, t.who, 20)
    add_detail(t.draft, "diverted", "eyes that look elsewhere", None, minutes=DIVERTED)
    return True


def draw_off(t: Trial) -> bool:
    """Somebody goes next door for a while, where the player says or wherever a way is open."""
    draft, state = t.draft, t.draft.state
    ways = open_ways(draft)
    if t.kind == "threat":
        ways = [to for to in ways if not (r := draft.world.threats[t.who].roams) or to in r]
    if not ways:
        return divert(t)
    to = t.op.recipient if t.op.recipient in ways else ways[draw(state.seed, state.turn, "lure") % len(ways)]
    if t.kind == "threat":
        apply_effects(draft, Effects(drive={t.who: to}))
        state.threats[t.who].moves_at = state.minutes + LURED
        came_of(draft, "drawn_off", who=t.who, place=to)
        return True
    return send(t, to)


def send(t: Trial, to: str) -> bool:
    """Somebody goes next door for a while."""
    if to not in open_ways(t.draft):
        return False
    state = t.draft.state
    person = state.characters[t.who]
    person.place, person.following, person.stays_until = to, False, state.minutes + LURED
    came_of(t.draft, "drawn_off", who=t.who, place=to)
    return True


def call_over(t: Trial) -> bool:
    """Somebody next door who bears the player no grudge sees it, and comes: whoever is called by name before others."""
    draft, state = t.draft, t.draft.state
    called = set(re.findall(r"\w+", (t.op.aim or "").casefold()))
    by_name = sorted(state.characters, key=lambda who: who not in called)
    near = {way.to for way in exits(draft.world, state) if is_open(draft.world, state, way)}
    for who in by_name:
        person = state.characters[who]
        wanted = t.who in ("", who)
        if wanted and person.alive and person.place in near and person.disposition >= 0:
            if is_asleep(draft.world, state, who):
                continue
            was, person.place, person.stays_until = person.place, state.place, state.minutes + LURED
            draft.happen("arrived", who=who, place=was)
            return True
    heard = next((who for who in state.present() if not is_asleep(draft.world, state, who)), None)
    if heard is None:
        came_of(draft, "unanswered")
    else:
        came_of(draft, "heard_near", who=heard)
    return True


def honour(t: Trial) -> bool:
    """The dead or the gods have their due; those who were close to the dead feel it, once."""
    key = f"rite:{t.op.target or t.draft.state.place}"
    if quota_used(t.draft, key):
        return False
    use_quota(t.draft, key)
    for who in t.draft.state.present():
        person = t.draft.state.characters[who]
        if t.op.target is None or person.toward(t.op.target).affection > 0:
            relate(t.draft, who, PLAYER, affection=1)
            came_of(t.draft, "moved", who=who)
            break
    return True


def delight(t: Trial) -> bool:
    draft = t.draft
    heard = [who for who in draft.state.present() if not is_asleep(draft.world, draft.state, who)]
    pleased = False
    for who in heard[:LISTENERS]:
        if not quota_used(draft, f"music:{who}"):
            use_quota(draft, f"music:{who}")
            feel(draft, who, 1)
            pleased = True
    if t.kind == "threat":
        return delay_threat(draft, t.who, 10)
    return pleased


AIMS: dict[str, Aim] = {
    aim.__name__: aim
    for aim in (
        give_way, wound, ease, vanish, serve, hold_out, find, set_trap, stash, bar, leave_mark, spoil, dress_up, make,
        agree, believe, cow, endear, swap, soothe, grant, offend, divert, draw_off, call_over, honour, delight,
    )
}  # fmt: skip


def _made_of(t: Trial, plain: str, with_tool: str) -> str:
    return with_tool.format(tool=t.the(t.op.tool)) if t.op.tool is not None else plain
