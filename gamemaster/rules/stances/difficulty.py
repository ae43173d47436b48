"""How hard an unforeseen idea is here and now, and what is at risk. Pure; used by the referee only."""

from __future__ import annotations

import hashlib
import re
from typing import Literal

from gamemaster.rules.conditions import is_asleep, is_night, places_next_door
from gamemaster.rules.draft import Draft
from gamemaster.rules.operations.scene_changes import ACTS, WATCHES, detail_here, suspicion_of
from gamemaster.rules.proposal import Attempt
from gamemaster.rules.reach import threats_here
from gamemaster.rules.stances.table import Stance
from worlds.offers import offers_of
from worlds.schema import PLAYER

EASIEST, HARDEST = 6, 18
TOOL, DARK, FRIEND, READY, LEVERAGE, DIVERTED, DISGUISED = -2, -2, -1, -2, -4, -4, -2
AGAIN, THREAT_HERE, MISTRUST, MOST_WATCHERS, WARM = 3, 2, 2, 3, 2

Risk = Literal["calm", "tense", "dire"]
_WORD = re.compile(r"[a-z]{4,}")
_ROOT = 5  # letters of a word that must be the same: "burn", "burning"


def difficulty_of(draft: Draft, op: Attempt, row: Stance, skill: str | None) -> int:
    """The number that the die must reach. What somebody resists with counts before the row's own figure."""
    person = draft.world.characters.get(op.target or "")
    own = draft.world.stances.get(op.stance)
    base = own.difficulty if own is not None and own.difficulty is not None else row.difficulty
    if person is not None and skill is not None:
        base = person.resist.get(skill, base)
    base += TOOL if tool_fits(draft, op, row) else 0
    base += READY if op.target is not None and detail_here(draft, "ready", op.target) else 0
    base += AGAIN if tried_before(draft, op) else 0
    base += THREAT_HERE if any(threat != op.target for threat in threats_here(draft.state)) else 0
    if row.family == "speech" and person is not None:
        base += _feelings(draft, op)
    if row.unseen:
        base += _eyes(draft, op)
    elif row.by_hand and any(c.following and c.alive for c in draft.state.characters.values()):
        base += FRIEND
    return max(EASIEST, min(HARDEST, base))


def tool_fits(draft: Draft, op: Attempt, row: Stance) -> bool:
    """Whether what it is done with is made for such things."""
    item = draft.world.items.get(op.tool or "")
    return item is not None and not row.tools.isdisjoint(item.tags)


def _feelings(draft: Draft, op: Attempt) -> int:
    """How the one who is spoken to stands toward the player, and whether it touches what they want or fear."""
    who = op.target or ""
    person = draft.state.characters[who]
    total = -max(-WARM, min(WARM, person.disposition))
    total += MISTRUST if suspicion_of(person, draft.state.minutes) >= WATCHES else 0
    bonds = person.toward(PLAYER)
    if op.stance == "threaten":
        total -= bonds.fear
    elif op.stance in ("beg", "comfort"):
        total -= max(-2, min(2, bonds.affection))
    if has_leverage(draft, op):
        total += LEVERAGE
    return total


def has_leverage(draft: Draft, op: Attempt) -> bool:
    """Whether the words or the thing offered touch what somebody wants or fears."""
    card = draft.world.characters.get(op.target or "")
    if card is None:
        return False
    said = {op.aim, *(draft.name(thing) for thing in (op.tool, op.recipient) if thing is not None)}
    about = card.fear if op.stance in ("threaten", "deceive") else f"{card.want} {card.fear}"
    return not _roots(" ".join(said)).isdisjoint(_roots(about))


def _roots(text: str) -> set[str]:
    return {word[:_ROOT] for word in _WORD.findall(text.casefold())} - _COMMON


_COMMON = {
    word[:_ROOT]
    for word in """that this with from they them their have will what when where would could should about into your
    more than then some any anyone nobody something nothing being been only over again until before after
    make take give keep other does done want never ever because know says told tell come goes""".split()
}


def _eyes(draft: Draft, op: Attempt) -> int:
    """What light, cover, company and a diversion make of doing something unseen."""
    world, state = draft.world, draft.state
    total = -world.locations[state.place].hiding
    total += max(0, min(MOST_WATCHERS, len(watchers(draft, op.target)) - 1))
    total += DARK if is_dark(draft) else 0
    total += DIVERTED if detail_here(draft, "diverted") else 0
    total += DISGUISED if any(one.kind == "disguise" for one in state.details.values()) else 0
    return total


def is_dark(draft: Draft) -> bool:
    """Whether it is night in the open, and the player carries no light."""
    world, state = draft.world, draft.state
    if not is_night(world, state) or world.locations[state.place].indoors:
        return False
    return not any("light" in offers_of(world.items[item]) for item in state.carried_items())


def watchers(draft: Draft, besides: str | None = None) -> list[str]:
    """Who is here and awake, but for those who come with the player and the one it is done to."""
    people = draft.state.characters
    return [
        who
        for who in draft.state.present()
        if who != besides and not people[who].following and not is_asleep(draft.world, draft.state, who)
    ]


def risk_of(draft: Draft, op: Attempt) -> Risk:
    """How bad a failure may turn out: nothing near, something near or somebody hostile, a threat here."""
    state = draft.state
    if threats_here(state):
        return "dire"
    near = places_next_door(draft.world, state.place)
    if any(t.awake and t.place in near for t in state.threats.values()):
        return "tense"
    for who in {*watchers(draft), *({op.target} & state.characters.keys() if op.target else ())}:
        person = state.characters[who]
        if person.disposition < 0 or suspicion_of(person, state.minutes) >= ACTS:
            return "tense"
    return "calm"


# ---- what was tried before ----


def attempt_key(op: Attempt) -> str:
    return f"{op.stance}:{op.target or ''}"


def circumstances(draft: Draft, op: Attempt) -> str:
    """A digest of what would make another try worth while: place, tool, feelings, what is carried and known."""
    state = draft.state
    person = state.characters.get(op.target or "")
    felt = (person.disposition, repr(person.toward(PLAYER))) if person is not None else ()
    parts = (
        state.place,
        op.tool,
        op.recipient,
        op.aim,
        felt,
        sorted(state.carried_items()),
        sorted(state.facts),
    )
    return hashlib.blake2b(repr(parts).encode(), digest_size=6).hexdigest()


def tried_before(draft: Draft, op: Attempt) -> bool:
    """Whether just this failed before, and nothing has changed since."""
    before = draft.state.attempts.get(attempt_key(op))
    return before is not None and before.circumstances == circumstances(draft, op)
