"""Whether a deed or a thing is safe, as far as whoever stands there can see. Pure."""

from __future__ import annotations

from gamemaster.language.names.normalization import content_of
from gamemaster.narration.understudy.answers.inquiry import Asked
from gamemaster.narration.understudy.answers.judgements import warnings
from gamemaster.narration.understudy.answers.of_deeds.dangers_seen import (
    dangers_of_the_place,
    is_daring,
    kindled_by,
    spoken_of,
    tells_of_danger,
)
from gamemaster.narration.understudy.answers.of_deeds.deeds_asked import deed_asked
from gamemaster.narration.understudy.answers.of_deeds.prospects import odds
from gamemaster.narration.understudy.answers.of_deeds.trials import Trial, aims, trial_of
from gamemaster.narration.understudy.answers.scene_answers import danger
from gamemaster.rules.conditions import is_night
from gamemaster.rules.reach import threats_here
from worlds.offers import met_by

_ALIVE_AFTER = frozenset("survive survivable live die dying drown drowning perish killed fatal deadly".split())
_IN_THE_OPEN = frozenset(
    """go walk cross leave climb out outside sleep rest stay wait night tonight freeze travel ride row swim wade
    dive""".split()
)
_SOUND = frozenset("safe safely sound hold holds strong bear support take carry".split())
_FAST = 10  # of a need, an hour: so much is felt
_MOST = 2  # things that are told


def risk_answer(asked: Asked) -> str:
    """What speaks against it as far as the player can tell: a warning, what is seen, the dice, the cold, the dark."""
    world, state = asked.world, asked.state
    question = asked.question or asked.about
    deed = deed_asked(question)
    order = deed.order if deed is not None else ""
    trial = trial_of(world, state, order) if order else None
    things = tuple(aims(trial)) if trial is not None else ()
    if asked.thing is not None and asked.thing not in things:
        things = (*things, asked.thing)
    told = [danger(world, state)] if threats_here(state) else []
    wanted = content_of(question)
    told += [one for one in warnings(world, state) if wanted & content_of(one)][:1]
    seen = spoken_of(world, state, order or question, things)
    daring = is_daring(order or question)
    hazards = [one for one in seen if tells_of_danger(one)]
    hazards = hazards or kindled_by(world, state, order) or (dangers_of_the_place(world, state) if daring else [])
    told += hazards[:1]
    told += [odds(world, trial, trial.check)] if trial is not None and trial.check is not None else []
    told += _hurtful(trial)
    told += _of_the_open(asked)
    if told:
        return f"{'Not altogether. ' if hazards else ''}{' '.join(told[: _MOST + 1])}"
    if not _ALIVE_AFTER.isdisjoint(asked.asked_words):
        return "Nobody has told you. Only trying would tell, and it could not be taken back."
    shown = next(iter(seen), "")
    if order:
        return f"You see nothing here that speaks against it. {shown}".strip()
    doubted = "otherwise" if not _SOUND.isdisjoint(asked.asked_words) else "so"
    return f"Nothing that you can see says {doubted}. {shown}".strip()


def _hurtful(trial: Trial | None) -> list[str]:
    known = trial is not None and trial.check is None and trial.may_wound()
    return ["It could hurt you."] * known


def _of_the_open(asked: Asked) -> list[str]:
    """The cold and the dark out of doors, where the deed is done there."""
    world, state = asked.world, asked.state
    bound_for = asked.thing if asked.thing in world.locations else state.place
    if world.locations[bound_for].indoors or _IN_THE_OPEN.isdisjoint(asked.asked_words):
        return []
    biting = (
        need.name.lower() for need in world.needs.values() if "warmth" in met_by(need) and need.per_hour >= _FAST
    )
    told = [f"In the open the {name} grows on you by the hour." for name in biting][:1]
    return told + ["It is dark out there."] * is_night(world, state)
