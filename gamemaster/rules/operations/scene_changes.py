"""Small changes that an unforeseen idea may bring about, each within its bounds. Pure; used by the referee only.

Noise, suspicion, a threat held up, a thing put out of sight, a way barred, a detail of the place, a clock that fills.
Each tells what it did as a `came_of` happening, and returns whether there was anything to do.
"""

from __future__ import annotations

from gamemaster.rules.conditions import day, is_asleep, places_next_door
from gamemaster.rules.draft import HANDLED, HIDDEN, Draft
from gamemaster.rules.operations.effects import change_need, feel
from gamemaster.rules.proposal import Bound
from gamemaster.rules.reach import way_name
from gamemaster.rules.state import NEED_SCALE, Block, CharacterState, Concealment, Detail, StoryState
from worlds.per_world import per_world
from worlds.schema import NOWHERE, PLAYER, World

SUSPICION_MAX = 5
SUSPICION_FADES = 120  # minutes in which it falls by one
WATCHES, ACTS = 2, 4  # from here on somebody keeps an eye on the player, and lets them feel it
DELAY_MIN, DELAY_MAX, DELAY_A_DAY = 10, 60, 120  # minutes
BLOCK_HOLDS = 480  # minutes
DETAILS_HERE, DETAILS_EVERYWHERE, DETAIL_CHARACTERS = 3, 12, 80
CLOCK_SIZE = 4
STRAIN = 5  # of a need
WAKEFUL = 30  # minutes for which a noise keeps a sleeper up
CONSUMABLE = frozenset({"food", "drink", "kindling", "countable", "herb"})  # tags of what is used up


def came_of(
    draft: Draft, code: str, *, who: str | None = None, what: str | None = None, place: str | None = None,
    **detail: str,
) -> None:  # fmt: skip
    """Note what something led to."""
    draft.happen("came_of", (), who=who, what=what, place=place, code=code, **detail)


# ---- noise ----


def make_noise(draft: Draft, level: int) -> bool:
    """1 is heard here, 2 next door, 3 two exits away. It gives a hidden player away, wakes people, draws threats."""
    state, heard = draft.state, _within(draft.world, draft.state.place, level - 1)
    came_of(draft, "noise", level=str(level))
    if HIDDEN in state.flags:
        del state.flags[HIDDEN]
        draft.happen("unhidden")
    for who, person in state.characters.items():
        if person.alive and person.place in heard:
            wake(draft, who)
    if level > 1:
        for threat in state.threats.values():
            if threat.awake and threat.place in heard - {state.place}:
                threat.moves_at = min(threat.moves_at, state.minutes)  # its next move is now
    return True


def wake(draft: Draft, who: str) -> None:
    """A sleeper is up for a while; seen by whoever is there."""
    state, person = draft.state, draft.state.characters[who]
    if is_asleep(draft.world, state, who):
        person.stays_until = max(person.stays_until, state.minutes + WAKEFUL)
        if person.place == state.place:
            came_of(draft, "woken", who=who)


def _within(world: World, place: str, exits: int) -> set[str]:
    """Places at most so many exits away, this one among them."""
    found = {place}
    for _ in range(exits):
        found |= {near for one in found for near in places_next_door(world, one)}
    return found


# ---- suspicion ----


def suspicion_of(person: CharacterState, minutes: int) -> int:
    """How much somebody suspects the player now."""
    return max(0, person.suspicion - max(0, minutes - person.suspicion_at) // SUSPICION_FADES)


def suspect(draft: Draft, who: str, by: int) -> bool:
    person = draft.state.characters[who]
    before = suspicion_of(person, draft.state.minutes)
    after = min(SUSPICION_MAX, before + by)
    if not person.alive or after == before:
        return False
    person.suspicion, person.suspicion_at = after, draft.state.minutes
    came_of(draft, "suspects", who=who)
    if before < ACTS <= after:
        feel(draft, who, -1)
        came_of(draft, "had_enough", who=who)
    return True


# ---- threats ----


def delay_threat(draft: Draft, name: str, minutes: int) -> bool:
    """Hold a threat up: it neither moves nor strikes for a while, and only so long a day."""
    key = _today(draft, "delay")
    left = DELAY_A_DAY - draft.state.quotas.get(key, 0)
    minutes = min(max(DELAY_MIN, min(DELAY_MAX, minutes)), left)
    if minutes <= 0:
        return False
    use_quota(draft, "delay", minutes)
    threat = draft.state.threats[name]
    threat.calm_until = max(threat.calm_until, draft.state.minutes) + minutes
    came_of(draft, "held_up", who=name)
    return True


def use_quota(draft: Draft, what: str, amount: int = 1) -> int:
    """Count what is allowed so much a day; what was counted on other days goes. Returns the day's sum."""
    today, quotas = _today(draft, what), draft.state.quotas
    day = today.rpartition("@")[2]
    for old in [key for key in quotas if key.rpartition("@")[2] != day]:
        del quotas[old]
    quotas[today] = quotas.get(today, 0) + amount
    return quotas[today]


def quota_used(draft: Draft, what: str) -> int:
    return draft.state.quotas.get(_today(draft, what), 0)


def _today(draft: Draft, what: str) -> str:
    return f"{what}@{day(draft.world, draft.state)}"


# ---- things ----


def conceal(draft: Draft, item: str, at: str | None, difficulty: int) -> bool:
    """Put a thing that the player holds, or that lies here, out of sight."""
    state = draft.state
    if state.items.get(item) not in (PLAYER, state.place):
        return False
    carried = state.items[item] == PLAYER
    draft.put_item(item, state.place)
    state.concealed[item] = Concealment(difficulty=difficulty, at=at)
    if carried:
        draft.changed.append(f"You no longer have {draft.name(item)}.")
    draft.changed.append(f"Out of sight: {draft.name(item)}{f', {draft.name(at)}' if at else ''}.")
    return True


def is_spendable(world: World, item: str) -> bool:
    """Whether nothing in the world needs this thing: it may be used up or change hands."""
    if CONSUMABLE & set(world.items[item].tags):
        return True
    return not is_needed(world, item)


def is_needed(world: World, item: str) -> bool:
    """Whether a rule, a condition or an effect of the world names this thing or a tag of its."""
    names = {item, *world.items[item].tags}
    text = _rules_text(world)
    return any(f'"{name}"' in text for name in names)


@per_world
def _rules_text(world: World) -> str:
    """Everything that refers to items, as text in which names stand in quotation marks."""
    story = {"rules", "beats", "endings", "locations", "characters", "threats", "promises"}
    own = (
        item.model_dump_json(include={"take", "actions"}, exclude_defaults=True)
        for item in world.items.values()
    )
    return "\n".join((world.model_dump_json(include=story, exclude_defaults=True), *own))


def spend(draft: Draft, item: str | None) -> bool:
    """A thing is used up, if the world can do without it."""
    if item is None or draft.state.items.get(item) != PLAYER or not is_spendable(draft.world, item):
        return False
    draft.put_item(item, NOWHERE)
    came_of(draft, "spent", what=item)
    draft.changed.append(f"You no longer have {draft.name(item)}.")
    return True


# ---- ways ----


def way_key(one: str, other: str) -> str:
    """The name of the way between two places, in both directions."""
    return "|".join(sorted((one, other)))


def block_between(draft: Draft, one: str, other: str) -> Block | None:
    """What bars the way between two places now."""
    block = draft.state.blocks.get(way_key(one, other))
    return block if block is not None and draft.state.minutes < block.until else None


def block_way(draft: Draft, to: str, strength: int, by: str | None = None) -> bool:
    """Bar a way out of here; what it is barred with stays in it."""
    state = draft.state
    if by is not None and state.items.get(by) == PLAYER:
        draft.put_item(by, state.place)
        draft.changed.append(f"You no longer have {draft.name(by)}.")
    state.blocks[way_key(state.place, to)] = Block(
        strength=strength, until=state.minutes + BLOCK_HOLDS, by=by if state.items.get(by or "") else None
    )
    draft.changed.append(f"Barred: {way_name(draft.world, state, to)}.")
    return True


def unblock(draft: Draft, to: str) -> bool:
    """Clear a way out of here."""
    if draft.state.blocks.pop(way_key(draft.state.place, to), None) is None:
        return False
    came_of(draft, "cleared", way=way_name(draft.world, draft.state, to))
    return True


# ---- details and clocks ----


def clean(text: str) -> str:
    """A player's words as they may stand in a text: one line, and nothing that reads as markup."""
    plain = "".join(" " if character in "{}@*<>|\r\n\t" else character for character in text)
    return " ".join(plain.split())[:DETAIL_CHARACTERS].strip(" ,;:.!?")


def add_detail(
    draft: Draft,
    kind: str,
    text: str,
    on: str | None = None,
    minutes: int | None = None,
    bound: Bound = "",
) -> str:
    """Note a detail of this place. Where there is no room, the oldest makes some. Returns its name."""
    state = draft.state
    fade(draft)
    details = state.details
    text = clean(text)
    if kind not in ("made", "mark"):
        for name in [name for name, one in details.items() if _is_of_the_same(state, one, kind, text, on)]:
            del details[name]  # the new state of the same thing
    here = [name for name, one in details.items() if one.place == state.place]
    for crowd, most in ((here, DETAILS_HERE), (list(details), DETAILS_EVERYWHERE)):
        crowd = [name for name in crowd if name in details]
        if len(crowd) >= most:
            del details[min(crowd, key=lambda name: (details[name].turn, name))]
    number = sum(one.turn == state.turn for one in details.values())
    name = f"t{state.turn}_{number}"
    while name in details:
        number += 1
        name = f"t{state.turn}_{number}"
    until = state.minutes + minutes if minutes is not None else None
    details[name] = Detail(
        place=state.place, kind=kind, text=text, on=on, turn=state.turn, until=until, bound=bound
    )
    return name


def _is_of_the_same(state: StoryState, one: Detail, kind: str, text: str, on: str | None) -> bool:
    """Whether a detail tells an earlier state of what a new one is about."""
    if (one.kind, one.on) != (kind, on):
        return False
    if kind == HANDLED and on is None:  # of what nobody keeps count of, the name says what it is
        return one.place == state.place and _head(one.text) == _head(text)
    return one.place == state.place or (kind == HANDLED and on in state.items)


def _head(text: str) -> list[str]:
    """The last word of what a state is told of: "string" of "a string, tied round the rail"."""
    return text.partition(", ")[0].split()[-1:]


def fade(draft: Draft) -> None:
    """Forget details and blocks whose time is over."""
    state = draft.state
    for name in [
        n for n, one in state.details.items() if one.until is not None and one.until <= state.minutes
    ]:
        del state.details[name]
    for way in [w for w, block in state.blocks.items() if block.until <= state.minutes]:
        del state.blocks[way]


def detail_here(draft: Draft, kind: str, on: str | None = None) -> str | None:
    """The name of a detail of this kind here (on this thing, if one is named) that still holds."""
    state = draft.state
    for name, one in state.details.items():
        holds = one.until is None or state.minutes < one.until
        if one.place == state.place and one.kind == kind and holds and on in (None, one.on):
            return name
    return None


def advance_clock(draft: Draft, name: str, by: int) -> int:
    """Fill a clock by 1 to 3. Returns how far it is; a full one is done and begins anew."""
    filled = min(CLOCK_SIZE, draft.state.clocks.get(name, 0) + max(1, min(3, by)))
    if filled >= CLOCK_SIZE:
        draft.state.clocks.pop(name, None)
    else:
        draft.state.clocks[name] = filled
    return filled


# ---- the body ----


def strain(draft: Draft) -> bool:
    """An effort tells on the need that presses most in the open."""
    needs = draft.world.needs
    growing = [name for name in needs if needs[name].per_hour > 0]
    if not growing:
        return False
    name = max(growing, key=lambda one: needs[one].per_hour)
    if draft.state.need(name) >= needs[name].maximum:
        return False
    came_of(draft, "strain", what=name)
    change_need(draft, name, STRAIN * NEED_SCALE)
    draft.changed.append(f"{needs[name].name} +{STRAIN}.")
    return True
