"""When the player must be asked what they meant: how sure a reading is, against what it would cost to be wrong. Pure.

A reading that nothing hangs on is played as it is. One that cannot be undone in a few minutes is asked back where it is
doubtful: in one line, with the nearest readings to choose from, at no cost of time, and never twice running.
"""

from __future__ import annotations

from dataclasses import replace
from enum import IntEnum

from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.clauses.split import without_lead
from gamemaster.language.english import Words
from gamemaster.language.names.normalization import stem
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.reading import Clarify, Reading
from gamemaster.language.tables.function_words import (
    ADVERBS,
    DIRECTIONS,
)
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.rules.proposal import Intent
from worlds.schema import PLAYER
from worlds.verbs import SPEAK, WALK

SURE, FAIR = 0.85, 0.6
CERTAIN_ENOUGH = 0.75  # for something grave whose verb and object were both named
LONG_WAIT = 30  # minutes: a longer rest is much, as is one of no named length that other words go with
RESPELT, SEVERAL = 0.05, 0.3  # what each takes from certainty
UNREAD = (0.0, 0.05, 0.1, 0.2, 0.3, 0.4)  # by the number of words that the reading has no use for
IDLE_UNREAD = 0.3  # of waiting and sleeping, with words beside that name no time
MOST_CHOICES = 3
_WORDS = Words(__name__)


class Stake(IntEnum):
    """What it costs to have read the words wrongly."""

    NOTHING = 0
    LITTLE = 1  # undone within ten minutes
    MUCH = 2
    GRAVE = 3


def stake_of(scope: Scope, intent: Intent) -> Stake:
    """What would be lost by an intent that was not meant."""
    if intent.role != "act" or intent.rule is not None:
        return Stake.NOTHING
    verb = intent.verb
    if verb in _WORDS["grave"]:
        living = [t for t in intent.objects if scope.nouns.kinds.get(t) in ("person", "threat")]
        return Stake.GRAVE if living or verb != "attack" else Stake.LITTLE
    if verb in _WORDS["losing"] and len(intent.objects) > 2:
        return Stake.GRAVE
    if verb in ("wait", "sleep"):
        return Stake.MUCH
    if verb in SPEAK:
        return Stake.NOTHING
    return Stake.MUCH if verb in WALK or verb in ("give", "trade", "steal", "throw") else Stake.LITTLE


def certainty(
    scope: Scope, intent: Intent, words: list[str], clause: float, respelt: frozenset[str]
) -> float:
    """How sure a reading of a clause is, 0 to 1, from what was made of its words."""
    sure = clause - RESPELT * (not respelt.isdisjoint(words))
    unread = _words_not_read(scope, intent, words)
    if unread:
        idle = intent.verb in ("wait", "sleep")
        if _is_a_plain_walk(scope, intent, words):
            unread = unread[:_WAYSIDE]
        if intent.verb == "sleep" and "sleep" in words:
            return max(0.0, round(sure, 2))  # said in so many words, wherever and however
        sure -= IDLE_UNREAD * (len(unread) > 1) if idle else UNREAD[min(len(unread), len(UNREAD) - 1)]
    if len(_could_be_meant(scope, intent, words)) > 1:
        sure -= SEVERAL
    return max(0.0, round(sure, 2))


_WAYSIDE = 1  # word about the way that counts against a walk which says itself where it leads


def _is_a_plain_walk(scope: Scope, intent: Intent, words: list[str]) -> bool:
    """Whether an order begins with a verb of walking, or a heading, and names where it leads: the rest tells how.

    "I trudge up the path between the poles", "she wanders, humming, across into the yard".
    """
    to = intent.objects[0] if len(intent.objects) == 1 else ""
    order = without_lead(words)
    while order and (order[0] in ("i", "we") or order[0] in ADVERBS):
        order = order[1:]
    meanings = scope.nouns.verbs.at_start(order)[0] if order else ()
    sets_out = meanings[:1] in _WALKS or (bool(order) and order[0] in _WORDS["heading"])
    climbed = intent.verb == "climb" and scope.nouns.kinds.get(to) == "feature"
    if intent.verb not in _WORDS["walking"] or not (climbed or to in scope.world.locations) or not sets_out:
        return False
    named = not scope.nouns.parts.get(to, frozenset()).isdisjoint(map(stem, words))
    return named or any(word in DIRECTIONS for word in words)


_WALKS = tuple((verb,) for verb in ("go", "climb", "flee", "follow", "sneak"))


def _words_not_read(scope: Scope, intent: Intent, words: list[str]) -> list[str]:
    """The words of a clause that the reading has no use for."""
    things = [*intent.objects, intent.tool, intent.recipient]
    used: set[str] = set()
    for thing in things:
        used.update(scope.nouns.parts.get(thing or "", ()))
    if intent.topic:
        used.update(map(stem, intent.topic.split())) if intent.verb not in ("wait", "sleep") else None
    return [
        word
        for word in words
        if word.isalpha()
        and word not in _WORDS["small"]
        and word not in scope.nouns.verbs.words
        and stem(word) not in used
        and stem(word) not in TIMES
        and stem(word) not in BODY
    ]


TIMES = frozenset(
    """minute min hour hr day night morning evening dark dawn dusk noon midnight while bit moment second till until til
    four five six seven eight nine ten half quarter past few couple long sec somebody someone something happen tide turn
    come ready tomorrow later sunrise nightfall light asleep sleep rest nap bed""".split()
)


def _could_be_meant(scope: Scope, intent: Intent, words: list[str]) -> list[str]:
    """Whom a pronoun could mean, where a blow or the like is meant for "him" and several are here."""
    if intent.verb not in _WORDS["grave"] | {"give"} or not {"him", "her", "them"}.intersection(words):
        return []
    wanted = {"him": "he", "her": "she"}
    if any(scope.focus.get(word) in scope.people for word in ("him", "her", "them") if word in words):
        return []  # it is plain of whom they were just speaking
    genders = {wanted[word] for word in words if word in wanted} or {"he", "she", "they", "it"}
    meant = [who for who in scope.people if scope.world.characters[who].pronoun in genders]
    return [who for who in meant if scope.world.characters[who].topics] or meant


def asked_back(scope: Scope, reading: Reading, sure: tuple[float, ...]) -> Reading:
    """The reading, or a question back instead where something grave or costly is doubtful.

    What else was said and done in the turn stands: only what is doubtful is left open.
    """
    state = scope.state
    reading = replace(reading, confidence=min(sure, default=1.0))
    if state.asked is not None and state.asked == state.turn:
        return reading  # never twice running: what was said again is taken as it was said
    doubtful = [at for at, intent in enumerate(reading.intents) if _is_doubtful(scope, intent, sure[at])]
    if not doubtful:
        return reading
    first = reading.intents[doubtful[0]]
    choices = _choices(scope, first, first.words.split())
    question = Clarify(about=choices[0] if choices else first.words, choices=tuple(choices))
    kept = tuple(intent for at, intent in enumerate(reading.intents) if at not in doubtful)
    grave = any(stake_of(scope, reading.intents[at]) == Stake.GRAVE for at in doubtful)
    if grave or all(intent.verb == "express" for intent in kept):
        return replace(reading, intents=(), unclear="clarify", clarify=question)
    left = min(sure[at] for at in range(len(sure)) if at not in doubtful)
    return replace(reading, intents=kept, confidence=left, clarify=question)


def _is_doubtful(scope: Scope, intent: Intent, sure: float) -> bool:
    if (
        intent.verb in _WORDS["grave"]
        and len(intent.objects) > 1
        and not _WORDS["classes"].isdisjoint(intent.words.split())
    ):
        return True  # "burn everything": whatever that is, it is gone
    named = sure >= CERTAIN_ENOUGH and len(_could_be_meant(scope, intent, intent.words.split())) < 2
    return _must_ask(stake_of(scope, intent), sure, named)


def _must_ask(stake: Stake, sure: float, named: bool) -> bool:
    if sure >= SURE or stake == Stake.NOTHING:
        return False
    return sure < FAIR or stake == Stake.MUCH or (stake == Stake.GRAVE and not named)


def _choices(scope: Scope, intent: Intent, words: list[str]) -> list[str]:
    """Readings of a doubtful intent as inputs, the likeliest first."""
    several = _could_be_meant(scope, intent, words)
    if len(several) > 1:
        meant = [intent.model_copy(update={"objects": (who,)}) for who in several]
        return [in_words(scope, one) for one in meant][:MOST_CHOICES]
    return [in_words(scope, intent)]


def in_words(scope: Scope, intent: Intent) -> str:
    """An intent as a player could type it: "Go to the hall", "Give the net to Hild"."""
    names = [name_of(scope.world, thing) for thing in intent.objects if thing != PLAYER]
    verb, thing = intent.verb, " and ".join(names)
    if verb in ("wait", "sleep"):
        return f"{verb.capitalize()} {intent.minutes} minutes" if intent.minutes else verb.capitalize()
    if verb in ("go", "flee", "sneak") and thing:
        text = f"{verb} to {thing}"
    elif verb == "go":
        text = f"go {intent.direction or 'out'}"
    else:
        text = f"{verb} {thing}".strip()
    if intent.tool is not None:
        text += f" with {name_of(scope.world, intent.tool)}"
    if intent.recipient is not None:
        joint = "to" if verb in ("give", "show") else "on"
        text += f" {joint} {name_of(scope.world, intent.recipient)}"
    return (text[:1].upper() + text[1:])[:80]
