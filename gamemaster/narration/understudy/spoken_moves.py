"""A turn that says something to somebody and asks nothing is heard as one speech, and answered as one. Pure."""

from __future__ import annotations

import re
from dataclasses import replace

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import Scope, name_words, scope_of
from gamemaster.language.reading import IDLE, Reading
from gamemaster.language.talk.addressee import addressee, can_answer
from gamemaster.language.talk.direct_address import addressed_person
from gamemaster.language.talk.forces.heartfelt import HEARTFELT
from gamemaster.language.talk.forces.moves import Move, move_in, without_calls
from gamemaster.language.talk.forces.regrets import is_owned_to, regret_in
from gamemaster.language.talk.forces.sorrows import is_sorrow
from gamemaster.language.talk.forces.speech_forces import force_of
from gamemaster.language.talk.forces.statements import statement_of
from gamemaster.language.talk.sentences import asks, sentences_of
from gamemaster.rules.proposal import Intent
from gamemaster.rules.state import StoryState
from worlds.per_world import per_world
from worlds.schema import PLAYER, World

QUOTED = re.compile(r"[\"\u201c\u201d]([^\"\u201c\u201d]+)[\"\u201c\u201d]")
# What plain words are read as; of a bet, a dare, an offer of time more is made that it does not mean.
_SAYING = frozenset({"tell", "ask", "accuse", "talk"})
TAKEN_FOR = _SAYING | {"persuade", "bargain", "charm", "insult", "comfort", "beg", "threaten"}
_OUTRIGHT = frozenset({"bet", "dare", "give_time", "console", "share", "hint", "press_on"})
# What gives way to a feeling, a kindness or a warning in the same breath.
_LIGHT = frozenset({"advise", "tease", "guess", "boast", "give_time", "gift", "offer"})
_FROM_THE_HEART = HEARTFELT | {
    "feeling",
    "console",
    "forgive",
    "concern",
    "praise",
    "named",
    "confess",
    "retract",
    "remark",
}
_SEEMING = re.compile(
    r"(?:it|that|this) (?:looks|seems|sounds|feels) "
)  # nobody notes to themselves how it looks
_TO_YOU = re.compile(r"\b(?:you|your|yours|yourself)\b")


def as_one_speech(world: World, state: StoryState, reading: Reading, words: str) -> Reading:
    """The reading, where what is said in it is one move: it is told to whoever it is said to, and to nobody twice."""
    quoted = QUOTED.findall(words)
    speech = " ".join(quoted) if quoted else words
    if not can_answer(world, state) or any(intent.rule is not None for intent in reading.intents):
        return reading
    if is_sorrow(speech) and (grieved := _told_as_one(world, state, reading, "grief", speech)) is not None:
        return grieved
    move = move_in(speech, names_called(world)) or _announcement(words, speech)
    if move is None:
        how_it_looks = next(iter(sentences_of(speech)), ([], True))
        seen = not reading.intents and not how_it_looks[1] and _SEEMING.match(" ".join(how_it_looks[0]))
        return (_told_as_one(world, state, reading, None, speech) if seen else None) or reading
    told = [*(said for said, _ in sentences_of(speech)), move.text.split()]
    if move.kind in _LIGHT and not _FROM_THE_HEART.isdisjoint(
        statement_of(without_calls(said, names_called(world)).split()).force for said in told
    ):
        return reading  # "you must be lonely here; I'll wait with you"
    taken_for = TAKEN_FOR if move.kind in _OUTRIGHT else _SAYING
    spoken = [one for one in reading.intents if one.verb in taken_for and not _is_asked_as_well(one)]
    others = [one for one in reading.intents if one not in spoken]
    if (others and not quoted) or any(one.role == "speech" for one in others):
        return reading
    who = hearer_of(scope_of(world, state), spoken, speech)
    if who is None or not (spoken or quoted or _is_said_unmarked(reading, move, speech)):
        return reading
    spoken_as_one = Intent(
        verb="tell",
        objects=(who,),
        topic=move.text[:110],
        words=speech[:2000],
        role="speech",
        force=move.kind,
    )
    return replace(reading, intents=(*others, spoken_as_one), unclear=None, clarify=None, failed="", about="")


def _is_asked_as_well(intent: Intent) -> bool:
    """Whether it is a question that the player reports in words of its own: "…, and ask if he has seen my friend"."""
    return intent.verb == "ask" and "ask" in intent.words.split()[:2]


def _told_as_one(
    world: World, state: StoryState, reading: Reading, force: str | None, speech: str
) -> Reading | None:
    """The speech as told to whoever hears it, with a force; None where anything else is done or nobody hears."""
    spoken = [one for one in reading.intents if one.verb in _SAYING]
    deeds = [one for one in reading.intents if one.verb not in _SAYING and not _STILL.match(one.words)]
    if deeds or any(one.verb == "ask" for one in spoken):
        return None
    if not reading.intents and not all(clause.role in (*IDLE, "speech") for clause in reading.clauses):
        return None
    who = hearer_of(scope_of(world, state), spoken, speech)
    if who is None:
        return None
    told = Intent(
        verb="tell", objects=(who,), topic=speech[:110], words=speech[:2000], role="speech", force=force
    )
    return replace(reading, intents=(told,), unclear=None, clarify=None, failed="", about="")


_STILL = re.compile(r"i (?:still|always|never|used to|sometimes|keep)\b")  # "I still lay two places"


def _announcement(words: str, speech: str) -> Move | None:
    """News that is told to everybody here at once; None of a question, and of what is said to one."""
    told = [" ".join(said) for said, asked in sentences_of(speech) if not asked and not asks(said)]
    if len(told) < len(sentences_of(speech)) or not _TO_ALL.search(words.casefold()):
        return None
    said = [text for text in told if not _TO_ALL.fullmatch(text) and len(text.split()) > _CALL]
    return Move("news", said[0]) if said else None


def with_regrets_as_meant(
    world: World, state: StoryState, intents: tuple[Intent, ...], words: str
) -> tuple[Intent, ...]:
    """The intents, where a "sorry" for nothing that was done makes no peace: nobody was at odds.

    It is manners or sympathy then; beside anything else that is said to the same person it wants no answer of its own.
    """
    meant = []
    for one in intents:
        if one.verb != "apologise" or one.rule is not None or len(one.objects) != 1:
            meant.append(one)
            continue
        who = one.objects[0]
        said = one.words if '"' not in one.words else " ".join(QUOTED.findall(words)) or words
        parts = (without_calls(part, names_called(world)).split() for part, _ in sentences_of(said))
        regret = next((regret_in(part) for part in parts if force_of(part) == "apologize"), "amends")
        whole = " ".join(words_of(plain(" ".join(QUOTED.findall(words)) or words)))
        if regret == "amends" or who not in state.characters or _is_at_odds(state, who) or is_owned_to(whole):
            meant.append(one)
        elif not any(
            (other.role == "question" and len(words_of(said)) <= _BARE_SORRY)
            or (who in other.objects and other.verb in _SAYING)
            for other in intents
            if other is not one
        ):
            force = "courtesy" if regret == "courtesy" else "sorry"
            meant.append(
                Intent(
                    verb="tell", objects=(who,), topic=said[:110], words=one.words, role="speech", force=force
                )
            )
    return tuple(meant)


_BARE_SORRY = 3  # words: "sorry", "I am sorry" before a question


def _is_at_odds(state: StoryState, who: str) -> bool:
    """Whether somebody has something against the player, or fears them."""
    mind = state.characters[who]
    bond = mind.toward(PLAYER)
    return min(mind.disposition, bond.trust, bond.affection) < 0 or bond.fear > 0


_CALL = 4  # words of "right, everyone, listen up"
_TO_ALL = re.compile(
    r"\b(?:everyone|everybody|all of you|you all|listen up"
    r"|(?:to|at) (?:them all|everybody|everyone|the (?:whole )?room)"
    r"|announce|declare|proclaim)\b.*"
)


def hearer_of(scope: Scope, spoken: list[Intent], speech: str) -> str | None:
    """The one person to whom all of it is said; None where several are, or nobody hears it."""
    hearers = {one.objects for one in spoken}
    if len(hearers) > 1:
        return None
    if hearers and len(next(iter(hearers))) == 1:
        who = next(iter(hearers))[0]
        return who if who in scope.people else None
    for words, _ in sentences_of(speech):
        named = addressed_person(scope, words)
        if named is not None:
            return named[0] if named[0] in scope.people else None
    return addressee(scope, speech.casefold().split())


def _is_said_unmarked(reading: Reading, move: Move, speech: str) -> bool:
    """Whether words that were read as no order are said to somebody: to "you", and not to the Game Master."""
    idle = all(clause.role in (*IDLE, "question", "speech", "act") for clause in reading.clauses)
    return (
        not reading.intents
        and idle
        and (
            move.kind == "advise"
            or _SEEMING.match(move.text) is not None
            or _TO_YOU.search(speech.casefold()) is not None
        )
    )


@per_world
def names_called(world: World) -> frozenset[str]:
    """The words by which people may be called."""
    people = world.characters.values()
    return frozenset(word for one in people for name in (one.name, *one.aliases) for word in name_words(name))
