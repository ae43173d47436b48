"""What the referee lets a narrator improvise beyond the world's rules, each within narrow bounds. Pure."""

from __future__ import annotations

from gamemaster.rules import proposal as ops
from gamemaster.rules.clock import is_due
from gamemaster.rules.draft import FRUITLESS_MINUTES, HANDLED, HIDDEN, OUT, Draft
from gamemaster.rules.health import hurt, mend, witness
from gamemaster.rules.operations.actions import line_fits
from gamemaster.rules.operations.effects import STAY, apply_effects, feel
from gamemaster.rules.operations.physical_operations import features_here
from gamemaster.rules.operations.scene_changes import add_detail
from gamemaster.rules.operations.social_operations import is_present
from gamemaster.rules.reach import exits, is_open
from gamemaster.rules.relationships import relate, weigh_deed
from worlds.schema import AXES, PLAYER, Effects

# Reasons why something is not even begun.
FRUITLESS = frozenset({
    "not_here", "who_not_here", "nobody_here", "dead", "no_direction", "no_way", "no_such_way", "ways", "here_already",
    "far_off", "need_tool", "no_such_thing", "cannot_take", "in_the_way", "further_on",
    "cannot_take_along", "in_its_place", "not_its_place", "not_this_place", "other_place", "kept_unseen", "seen_doing",
    "nothing_to_take", "nothing_to_give", "nothing_to_eat", "nothing_to_drink", "nothing_to_burn",
    "would_burn", "no_key",
})  # fmt: skip
MOST_SWAY = 2  # by which a narrator may change one feeling of one character in a turn
IN_VAIN = frozenset({"nothing_happens", "does_not_open"})
ATTEMPT_MINUTES = 1  # at most, of an act that comes to nothing: nobody keeps at it
HANDLING_MINUTES = 1  # of a small act with a thing at hand
WON = frozenset({"critical", "success", "partial"})


def attempt(draft: Draft, op: ops.Try) -> None:
    """Something without a rule: it takes its time and changes nothing."""
    draft.happen("tried", what=op.what, verb=op.verb, why=op.why)
    if op.what in draft.world.items or op.what in draft.world.characters:
        draft.focus(op.what)
    if op.verb == "knock" and op.what in draft.world.locations:
        draft.state.focus["it"] = op.what  # "push it open" means the door that one knocked on
    if op.verb == "extinguish" and op.why == "put_out":
        put_out(draft, op.what)
    if op.verb == "attack" and op.why == "attack_miss" and op.what in draft.state.present():
        witness(draft, "violence", op.what)  # a blow that misses is a blow
    minutes = FRUITLESS_MINUTES if op.why in FRUITLESS else draft.minutes_for(op.verb)
    draft.takes(min(minutes, ATTEMPT_MINUTES) if op.why in IN_VAIN else minutes)


def put_out(draft: Draft, thing: str | None) -> None:
    """What was lit burns no longer, and is known to be out."""
    details = draft.state.details
    for name in [name for name, one in details.items() if (one.kind, one.on) == ("lit", thing)]:
        del details[name]
    if thing in draft.state.items:
        add_detail(draft, HANDLED, f"the {draft.name(thing)}, {OUT[0]}", thing)


def express(draft: Draft, op: ops.Express) -> None:
    """A gesture or a posture: somebody who is awake may see it, and that is all."""
    shown = (op.how == "gesture" or op.to is not None) and HIDDEN not in draft.state.flags
    seen = draft.perceivers("expressed", None) if shown else ()
    whom = op.to if op.to in seen else None
    if op.kind is not None and whom is not None:
        draft.happen("expressed", who=whom, what=op.what, how=op.how, kind_of=op.kind)
    else:
        draft.happen("expressed", op.came, who=_who_marks(draft, seen, op.what), what=op.what, how=op.how)
    if op.came and op.on is not None:
        draft.focus(op.on)  # "tug at the locker door, then kick it"
    if op.left:
        add_detail(draft, HANDLED, op.left, op.on, bound=op.bound)
    if op.how == "handling":
        draft.takes(HANDLING_MINUTES)


def _who_marks(draft: Draft, seen: tuple[str, ...], words: str) -> str | None:
    """Of those who see a gesture whoever it names, else whoever the player is with; an animal only by itself."""
    people = draft.world.characters
    said = words.casefold()
    named = [who for who in seen if any(name in said.split() for name in people[who].name.casefold().split())]
    with_them = [who for who in seen if who in draft.state.focus.values()]
    persons = [who for who in seen if people[who].pronoun != "it"]
    return next(iter((*named, *with_them, *persons, *seen)), None)


def inform(draft: Draft, op: ops.Inform) -> None:
    """The Game Master answers a question: no time passes, and nothing changes."""
    draft.happen("informed", what=op.about or None, kind_of=op.kind, asked=op.asked or op.about)


def pass_time(draft: Draft, op: ops.PassTime) -> None:
    draft.takes(op.minutes)
    draft.resting, draft.sleeping = True, draft.sleeping or op.sleep
    draft.happen("slept" if op.sleep else "waited")


def set_flag(draft: Draft, op: ops.SetFlag) -> None:
    if op.flag not in draft.world.flags:
        return draft.reject(op, "closed_flag", f"The world does not let a narrator set {op.flag!r}.")
    apply_effects(draft, Effects(set=(op.flag,)) if op.value else Effects(clear=(op.flag,)))
    return None


def harm(draft: Draft, op: ops.Harm) -> None:
    if op.who == PLAYER:
        if not draft.checks or draft.checks[-1].result in ("critical", "success"):
            return draft.reject(
                op, "no_check", "The player is hurt by what goes wrong, or by a rule of the world."
            )
        if not draft.may_hurt(PLAYER, op.amount):
            return draft.reject(op, "too_much_harm", "That is more than one turn may do to anybody.")
        hurt(draft, PLAYER, op.amount)
        draft.happen("wounded", what="blow")
    elif is_present(draft, op, op.who):
        if not draft.checks or draft.checks[-1].result not in WON:
            return draft.reject(op, "no_check", "Nobody else is hurt without a check that was won.")
        if not draft.may_hurt(op.who, op.amount):
            return draft.reject(op, "too_much_harm", "That is more than one turn may do to anybody.")
        draft.happen("struck", who=op.who)
        witness(draft, "violence", op.who)
        hurt(draft, op.who, op.amount)
    return None


def heal(draft: Draft, op: ops.Heal) -> None:
    if op.who == PLAYER or is_present(draft, op, op.who):
        mend(draft, op.who, op.amount)
        for who in draft.perceivers("healed", op.who) if op.who != PLAYER else ():
            weigh_deed(draft, who, "healing", op.who)
        draft.happen("healed", who=None if op.who == PLAYER else op.who)


def change_disposition(draft: Draft, op: ops.ChangeDisposition) -> None:
    """Somebody here comes to like the player better or worse: at most 2 a turn."""
    if is_present(draft, op, op.who):
        key = (op.who, PLAYER, "disposition")
        already = draft.swayed.get(key, 0)
        draft.swayed[key] = max(-MOST_SWAY, min(MOST_SWAY, already + op.by))
        feel(draft, op.who, draft.swayed[key] - already)


def change_relation(draft: Draft, op: ops.ChangeRelation) -> None:
    """Somebody here comes to feel otherwise about the player or somebody else: little by little, at most 2 a turn."""
    if not is_present(draft, op, op.who):
        return None
    if op.toward == op.who or (op.toward != PLAYER and op.toward not in draft.state.characters):
        return draft.reject(
            op, "no_such_person", f"{draft.name(op.who)} has nothing to do with {op.toward!r}."
        )
    changes = {}
    for axis in AXES:
        key = (op.who, op.toward, axis)
        already, wanted = draft.swayed.get(key, 0), getattr(op, axis)
        changes[axis] = max(-MOST_SWAY, min(MOST_SWAY, already + wanted)) - already
        draft.swayed[key] = already + changes[axis]
    relate(draft, op.who, op.toward, **changes)
    return None


def move_character(draft: Draft, op: ops.MoveCharacter) -> None:
    """Somebody goes from here to the next place, or comes here from it."""
    state, here = draft.state, draft.state.place
    person = state.characters.get(op.who)
    if person is None or op.to not in draft.world.locations:
        return draft.reject(op, "no_such_person", f"There is nobody {op.who!r}, or no place {op.to!r}.")
    if not person.alive:
        return draft.reject(op, "dead", f"{draft.name(op.who)} is dead.")
    if here not in (person.place, op.to) or not _leads(draft, person.place, op.to):
        reason = f"{draft.name(op.who)} cannot get from there to {draft.name(op.to)} in the player's sight."
        return draft.reject(op, "no_way", reason)
    was, person.place = person.place, op.to
    person.following, person.stays_until = False, state.minutes + STAY
    draft.happen("departed" if was == here else "arrived", who=op.who, place=op.to if was == here else was)
    return None


def _leads(draft: Draft, start: str, to: str) -> bool:
    """Whether an open way leads from one place to another; none leads from nowhere."""
    return start in draft.world.locations and any(
        way.to == to and is_open(draft.world, draft.state, way)
        for way in exits(draft.world, draft.state, start)
    )


def reveal(draft: Draft, op: ops.Reveal) -> None:
    if op.fact not in draft.world.facts:
        return draft.reject(op, "no_such_fact", f"There is no fact {op.fact!r} in this world.")
    if op.fact not in tellable_facts(draft):
        return draft.reject(op, "not_tellable", f"Nobody and nothing here could tell {op.fact!r}.")
    apply_effects(draft, Effects(learn=(op.fact,)))
    return None


def tellable_facts(draft: Draft) -> set[str]:
    """Facts that those present would tell now, or that what is here shows."""
    told: set[str] = set()
    for who in draft.state.present():
        for topic in draft.world.characters[who].topics.values():
            if draft.holds(topic.when):
                lines = [line for line in topic.lines if line_fits(draft, who, line, "")]
                told.update(fact for line in lines for fact in line.effects.learn)
    for feature in features_here(draft).values():
        told.update(feature.effects.learn)
    return told


def start_beat(draft: Draft, op: ops.StartBeat) -> None:
    beat = draft.world.beats.get(op.beat)
    if beat is None:
        return draft.reject(op, "no_such_beat", f"There is no beat {op.beat!r} in this world.")
    if not is_due(draft, beat) or op.beat in draft.pending_beats:
        return draft.reject(op, "not_due", f"The beat {op.beat!r} cannot happen now.")
    draft.pending_beats.append(op.beat)
    return None


def finish_beat(draft: Draft, op: ops.FinishBeat) -> None:
    if op.beat not in draft.world.beats:
        return draft.reject(op, "no_such_beat", f"There is no beat {op.beat!r} in this world.")
    if op.beat not in draft.state.beats:
        return draft.reject(op, "not_begun", f"The beat {op.beat!r} has not begun.")
    draft.state.finished.setdefault(op.beat, draft.state.turn)
    return None


def end_story(draft: Draft, op: ops.EndStory) -> None:
    ending = draft.world.endings.get(op.ending)
    if ending is None:
        return draft.reject(op, "no_such_ending", f"There is no ending {op.ending!r} in this world.")
    if not draft.holds(ending.when, ending.id):
        return draft.reject(op, "not_reached", f"The ending {op.ending!r} has not been reached.")
    draft.state.ended = op.ending
    return None
