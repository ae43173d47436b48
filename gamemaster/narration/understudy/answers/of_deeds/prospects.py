"""What a Game Master says of a deed that is asked about: that it cannot be, can simply be done, or hangs on luck. Pure.

Out of a trial in a copy of the story: what is lacking, how long it takes, what it would use up, who would see it. What
would come of it is told by doing it.
"""

from __future__ import annotations

from gamemaster.language.english import Forms, Words
from gamemaster.language.ideas import second_person
from gamemaster.language.names.missing_things import missing_thing
from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import resolve, scope_of
from gamemaster.language.tables.function_words import DETERMINERS
from gamemaster.language.talk.addressee import is_animal
from gamemaster.language.wording.agreement import is_plural
from gamemaster.language.wording.stock_lines import join_names, name_of
from gamemaster.narration.understudy.answers.left_things import item_place
from gamemaster.narration.understudy.answers.of_deeds.dangers_seen import (
    dangers_of_the_place,
    is_daring,
    sights,
    spoken_of,
    tells_of_danger,
    texts_of,
)
from gamemaster.narration.understudy.answers.of_deeds.deeds_asked import DeedAsked
from gamemaster.narration.understudy.answers.of_deeds.trials import (
    Trial,
    aims,
    is_called,
    is_of_the_words,
    trial_of,
)
from gamemaster.narration.understudy.answers.scene_answers import length_in_words, way_to
from gamemaster.narration.understudy.answers.story_so_far.evidence import mention_of
from gamemaster.narration.understudy.echoes import echo_of
from gamemaster.rules.conditions import is_asleep
from gamemaster.rules.proposal import Attempt, CheckMade, Move, Take, Use
from gamemaster.rules.reach import in_reach, seen_items
from gamemaster.rules.stances.table import STANCES
from gamemaster.rules.state import StoryState
from worlds.schema import PLAYER, World
from worlds.verbs import SPEAK, WALK

_FORMS = Forms(__name__)
_WORDS = Words(__name__)

# What the player can tell beforehand of why it could not be done.
_PLAINLY = frozenset({"not_here", "who_not_here", "cannot_take", "too_much", "dont_have", "held", "already_have"})
_MOMENT = 2  # minutes that nobody counts
_CHANCES = (
    (0.75, "likely to go well"),
    (0.55, "rather likely than not"),
    (0.35, "about even"),
    (-9.0, "long odds"),
)


def prospect(world: World, state: StoryState, asked: DeedAsked) -> str:
    """What a Game Master says of the deed beforehand, in two sentences; empty where nothing is known of it."""
    if (made := _making(world, state, asked.order)) is not None:
        return made
    trial = trial_of(world, state, asked.order)
    if trial is None or trial.act is None:
        return _missing(world, state, asked.order)
    if lacking := lacking_told(world, state, trial):
        return lacking
    verdict = _verdict(world, state, trial)
    if not verdict:
        return ""
    return " ".join(part for part in (verdict, _beside(world, state, trial, asked)) if part)


def odds(world: World, trial: Trial, check: CheckMade) -> str:
    """How likely it is to go well, in words, and what else hangs on it."""
    chance = (21 - (check.difficulty - check.bonus)) / 20
    word = next(text for least, text in _CHANCES if chance >= least)
    skill = world.skills[check.skill].name if check.skill in world.skills else "luck"
    long = f", and it takes {lasting(trial.minutes)}" if trial.minutes > _MOMENT else ""
    hurts = " Going wrong, it could hurt you." if trial.may_wound() else ""
    return f"It would hang on the dice, by your {skill}: {word}{long}.{hurts}"


def lasting(minutes: int) -> str:
    """How long something takes, as one would guess it beforehand."""
    if minutes <= _MOMENT:
        return "a moment"
    told = length_in_words(minutes)
    return told if told.startswith("about") else f"about {told}"


def witnesses(world: World, state: StoryState) -> str:
    """Who is here and would see it."""
    people = [who for who in state.present() if not is_animal(world, who)]
    awake = [world.characters[who].name for who in people if not is_asleep(world, state, who)]
    asleep = [world.characters[who].name for who in people if is_asleep(world, state, who)]
    told = [
        f"{join_names(awake)} {_is(awake)} here and awake, and would see it." if awake else "",
        f"{join_names(asleep)} {_is(asleep)} asleep, and would know of it if woken." if asleep else "",
        "Nobody is here to see it." if not people else "",
    ]
    return " ".join(one for one in told if one)


def _is(names: list[str]) -> str:
    return "is" if len(names) == 1 else "are"


def owner_told(world: World, state: StoryState, thing: str | None) -> str:
    """Whose a thing is that would be taken, as far as the player knows its owner."""
    if thing not in world.items or state.items[thing] == PLAYER or thing not in in_reach(world, state):
        return ""
    held = state.items[thing] if state.items[thing] in world.characters else None
    owner = held or world.items[thing].owner
    name = name_of(world, thing)
    if owner in world.characters and owner in {*state.seen_at, *state.present()}:
        return f"{name[:1].upper()}{name[1:]} is {world.characters[owner].name}'s: it would be taken for theft."
    return f"Nobody has said that {name} is theirs." if owner is None else ""


# ---- what is lacking ----


def lacking_told(world: World, state: StoryState, trial: Trial) -> str:
    """Why it could not be done as things stand, as far as the player could tell."""
    if trial.never_seen is not None:
        return _missing(world, state, trial.order)
    refused = trial.refusal
    if refused is not None and refused.code in _PLAINLY:
        thing = next((one for one in aims(trial) if one in refused.reason or name_of(world, one)), None)
        known = _where_known(world, state, thing) if refused.code in ("not_here", "dont_have") else ""
        own = refused.reason.startswith("You ")
        reason = f"y{refused.reason[1:]}" if own else refused.reason
        return f"As things stand it could not be done: {reason} {known}".strip()
    if refused is not None and refused.code in ("blocked", "no_way"):
        return "Not as things stand: that way is shut." if refused.code == "blocked" else ""
    vain = trial.tried_in_vain
    if vain is None:
        return ""
    missed = vain.why in ("not_here", "who_not_here") and is_called(world, vain.what, trial.order)
    if missed and _was_come_across(world, state, vain.what):
        name = name_of(world, vain.what)
        many = "are" if is_plural(name) else "is"
        return f"{name[:1].upper()}{name[1:]} {many} not here. {_where_known(world, state, vain.what)}".strip()
    if vain.why == "need_tool":
        return "You have nothing on you that would do for it."
    return ""


def _was_come_across(world: World, state: StoryState, thing: str | None) -> bool:
    """Whether the player has been where a thing stands, has seen it, or knows of somebody: else it is not named."""
    if thing in world.characters or thing in world.items:
        return thing in world.characters or thing in state.held or thing in seen_items(world, state)
    return any(thing in world.locations[place].notice for place in state.visited)


def _where_known(world: World, state: StoryState, thing: str | None) -> str:
    """Where the player knows a thing or somebody to be; empty where they do not."""
    if thing in world.characters and thing in state.seen_at:
        return f"You saw {world.characters[thing].name} last at {name_of(world, state.seen_at[thing])}."
    if thing in world.items and (thing in state.held or thing in seen_items(world, state)):
        return item_place(world, state, thing)
    return ""


def _missing(world: World, state: StoryState, order: str) -> str:
    """That a thing which the order names is not to be seen here; empty where all of it may be."""
    deed = _FORMS["purpose"].sub("", order)
    missing = echo_of(world, state, deed).missing
    missing = missing and missing_thing(world, missing, order)
    return f"You see no {missing} here." if missing and not mention_of(world, state, missing) else ""


# ---- what is made of something ----


def _making(world: World, state: StoryState, order: str) -> str | None:
    """Of a thing that would be made out of others: whether they are at hand and would do; None where none is made."""
    found = _FORMS["making"].fullmatch(order)
    if found is None:
        return None
    made = found["made"] or found["cut"] or found["new"]
    stuff = found["stuff"] or found["worked"]
    stuffs = _FORMS["and"].split(stuff)
    wanting = [one for stuff in stuffs if (one := _wanting(world, state, stuff))]
    if wanting:
        return f"You see no {wanting[0]} here to make it of."
    soft = next((one for one in words_of(plain(stuff)) if one in _WORDS["soft"]), "")
    if soft and not _WORDS["hard_things"].isdisjoint(words_of(plain(made))):
        named = f"{soft[:1].upper()}{soft[1:]}"
        return f"{named} takes any shape you like, and is too soft for the work {_of(made)} has to do."
    trial = trial_of(world, state, f"make {made}")
    minutes = STANCES["build"].minutes
    told = odds(world, trial, trial.check) if trial is not None and trial.check is not None else ""
    what = f"There is what you would make it of: {join_names([_bare(stuff) for stuff in stuffs])}."
    return f"{what} {told or f'It would take {lasting(minutes)}, and be as good as your hands make it.'}"


def _of(made: str) -> str:
    return made if made.split()[0] in DETERMINERS else f"a {made}"


def _bare(phrase: str) -> str:
    """What something would be made of, as it is said to the player."""
    words = phrase.split()
    named = " ".join(word for word in words if word not in DETERMINERS)
    return second_person(words) if words[0] in ("my", "our", "the", "that", "this", "some") else f"the {named}"


def _wanting(world: World, state: StoryState, phrase: str) -> str:
    """What a phrase names that is neither in sight nor carried, as it was said; empty where it is at hand."""
    words = [word for word in words_of(plain(phrase)) if word not in DETERMINERS]
    if not words:
        return ""
    scope = scope_of(world, state)
    found = resolve(scope, words)
    if found is not None and (found.thing in in_reach(world, state) or found.thing in state.carried_items()):
        return ""
    name = " ".join(words)
    return "" if any(mention_of(world, state, one) for one in (name, words[-1])) else name


# ---- what can be done ----


def _verdict(world: World, state: StoryState, trial: Trial) -> str:
    """Whether it can be done, and what it hangs on; empty where nothing tells."""
    act = trial.act
    if act is None or not trial.operations:
        return ""
    if trial.check is not None:
        return odds(world, trial, trial.check)
    first = trial.operations[0]
    by_water = trial.order.split()[0] in _WORDS["no_walks"]
    if isinstance(first, Move) and (by_water or not is_called(world, first.to, trial.order)):
        return "Nothing stops you from trying." if is_daring(trial.order) else ""  # it was only guessed where to
    if isinstance(first, Move):
        way = way_to(world, state, first.to)
        return f"Yes, nothing stops you. {way}".strip()
    if isinstance(first, Take):
        return "Yes, you could take it." if is_called(world, first.item, trial.order) else ""
    if isinstance(first, Use):
        return _by_rule(world, trial)
    if isinstance(first, Attempt):
        return _without_resistance(world, state, trial, first)
    if act.verb in SPEAK or act.role == "speech":
        return ""
    if trial.tried_in_vain is not None:
        return _in_vain(world, trial)
    if first.op == "express" or act.verb in WALK:
        return "Nothing stops you from trying."
    return ""


def _without_resistance(world: World, state: StoryState, trial: Trial, idea: Attempt) -> str:
    """Of an idea that nobody withstands: how long it takes; of a sign, that nobody can say who sees it."""
    if idea.stance == "signal":
        dim = next((one for one in sights(world, state) if _FORMS["dim"].search(one)), "")
        return f"You could. Whether anybody out there would see it, you cannot tell from here. {dim}".strip()
    if idea.target is not None and idea.target != PLAYER and not is_called(world, idea.target, trial.order):
        return ""
    return f"Yes, it could be done. It takes {lasting(trial.minutes)}."


def _by_rule(world: World, trial: Trial) -> str:
    """Of a deed that its writer foresaw: how long it takes, and what it would use up; never what comes of it."""
    rule = trial.rule()
    if rule is None or not is_of_the_words(trial, rule):
        return ""
    known = (one for one in rule.effects.lose if one in world.items and one in trial.draft.state.held)
    used_up = [name_of(world, one) for one in known]
    uses = f", and uses up {join_names(used_up)}" if used_up else ""
    return f"Yes, that can be done. It takes {lasting(trial.minutes)}{uses}."


def _in_vain(world: World, trial: Trial) -> str:
    vain = trial.tried_in_vain
    if vain is None:
        return ""
    if vain.why.startswith("cannot_take") and is_called(world, vain.what, trial.order):
        return f"No: {name_of(world, vain.what)} is nothing that you could carry off."
    if vain.why in ("", "nothing_happens"):
        return "As far as you can tell, nothing would come of it."
    return ""


def _beside(world: World, state: StoryState, trial: Trial, asked: DeedAsked) -> str:
    """What else bears on it: whose it is and who would see it, else what is seen of what it would be done to."""
    first = trial.operations[0]
    taken = first.item if isinstance(first, Take) else first.target if isinstance(first, Attempt) else None
    row = STANCES[first.stance] if isinstance(first, Attempt) else None
    rude = row is not None and (row.unseen or row.deed in _WORDS["resented"])
    if _FORMS["staged"].search(trial.order) is not None:
        return "In the dark it may pass for that; whoever comes close will see what it is."
    whose = owner_told(world, state, taken) if isinstance(first, Take) or rude else ""
    stolen = "theft" in whose or trial.intents[0].verb == "steal"
    seen = witnesses(world, state) if asked.unseen or rude or stolen else ""
    if seen or whose:
        return " ".join(part for part in (whose, seen) if part)
    things = tuple(aims(trial))
    own = next((one for thing in things for one in texts_of(world, state, thing)), "")
    if is_daring(trial.order):
        sentences = spoken_of(world, state, trial.order, things)
        sentences = sentences or ([] if things else dangers_of_the_place(world, state))
        dangers = [one for one in sentences if tells_of_danger(one)]
        return next(iter((*dangers, *filter(None, (own,)), *sentences)), "")
    shown = trial.tried_in_vain is not None or first.op in ("express", "notice")
    return own if shown else ""
