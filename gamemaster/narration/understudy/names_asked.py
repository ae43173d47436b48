"""Somebody who is taken for one by name says yes or no to it: "you must be Jory?", "are you the smith?". Pure.

A greeting that a writer wrote follows it; a line that was written for just this question stands instead of it.
"""

from __future__ import annotations

import re

from gamemaster.language.names.normalization import content_of, plain, set_quotes_aside, words_of
from gamemaster.language.names.noun_index import Scope, scope_of
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.talk.addressee import is_animal
from gamemaster.language.talk.sentences import sentences_of
from gamemaster.language.wording.replies import reply
from gamemaster.narration.understudy.answers.in_character.answer_sources import BESIDE_IT
from gamemaster.narration.understudy.deeds.onlookers import Act
from gamemaster.rules.proposal import Answer, Discuss, Greet, Operation
from gamemaster.rules.state import StoryState, digest
from worlds.schema import World

_TAKEN_FOR = re.compile(
    r"(?:.{0,40} )?(?:you (?:would|must|will|are|might|have to|may|should) (?:be |not be |called )?(?:our |my )?"
    r"|(?:is your name|your name is|your name would be|they call you|do they call you|are you called) (?:really )?"
    r"|(?:are|would|might) you (?:not )?(?:be )?|am i speaking (?:to|with) "
    r"|do i have the (?:honou?r|pleasure) of meeting |would i be right in thinking you are )"
    r"(?P<who>(?:the |old |mr |mrs |miss |mistress |master |captain |brother )*[a-z]+(?: [a-z]+){0,4}?)"
    r"(?: (?:then|right|yes|no|is it|is it not|is not it|are you not|are not you|are you|i take it"
    r"|i suppose|i think|i guess|i believe|i presume|by any chance|if i am not mistaken|perhaps|here))*"
)
_BETWEEN = frozenset({",", "?", "!", "."})
_TITLES = frozenset("mr mrs miss ms mistress master captain brother old doctor sergeant".split())
_OF_A_MATTER = frozenset("it is so that".split())  # "it is" is a yes to what is so, and to no name
_LONGEST_YES = 5  # words of a yes that a name is put after


def with_names_confirmed(
    world: World, state: StoryState, acts: list[Act], operations: list[Operation], raw: str
) -> list[Operation]:
    """The operations, with a yes or a no of whoever is taken for somebody in place of a stock answer to it."""
    hearers = {one.who for one in operations if isinstance(one, (Greet, Answer, Discuss))}
    who = next(iter(hearers)) if len(hearers) == 1 else None
    if (
        who not in state.present()
        or who is None
        or is_animal(world, who)
        or world.characters[who].is_nameless
    ):
        return operations
    scope = scope_of(world, state)
    quoted = set_quotes_aside(raw)[1]
    for said, _ in sentences_of(" ".join(quoted) if quoted else raw):
        words = [word for word in said if word not in _BETWEEN]
        found = _TAKEN_FOR.fullmatch(" ".join(words))
        by_role = found is not None and "you" in found[0].split()[: -len(found["who"].split())][-3:-1]
        meant = _who_is_meant(scope, who, found["who"].split(), by_role) if found is not None else None
        if meant is None:
            continue
        to_it = [one for intent, done in acts if _is_about(intent.words, words) for one in done]
        if any(
            isinstance(one, Discuss) and one.who == who and _is_written_for_it(world, one) for one in to_it
        ):
            return operations
        kept = [
            one
            for one in operations
            if not (
                any(one is other for other in to_it) and isinstance(one, (Answer, Discuss)) and one.who == who
            )
            and not (isinstance(one, Answer) and one.source in BESIDE_IT)
        ]
        answer = Answer(who=who, texts=_texts(world, state, who, meant), source="manners")
        at = next(
            (n for n, one in enumerate(kept) if isinstance(one, Greet)), _place_of(operations, kept, who)
        )
        return [*kept[:at], answer, *kept[at:]]
    return operations


def _place_of(before: list[Operation], kept: list[Operation], who: str) -> int:
    """Where somebody's first words stood: what was shown before them stays before them."""
    first = next(
        (n for n, one in enumerate(before) if isinstance(one, (Answer, Discuss)) and one.who == who), 0
    )
    return len([one for one in before[:first] if any(one is other for other in kept)])


def _is_about(words: str, said: list[str]) -> bool:
    """Whether an intent was read out of this sentence, or of a speech with it in it."""
    own = [word for word in words.casefold().split() if word.isalnum()]
    return bool(own) and (set(own) <= {*said} or {*said[-2:]} <= {re.sub(r"\W", "", word) for word in own})


def _is_written_for_it(world: World, told: Discuss) -> bool:
    """Whether a writer has foreseen who they are taken for, or asked."""
    return told.topic == "self" or told.topic in world.characters[told.who].answers


def _who_is_meant(scope: Scope, who: str, phrase: list[str], by_role: bool) -> str | None:
    """Whom somebody is taken for: themselves, by a name or with `by_role` a trade, or somebody else by name."""
    person = scope.world.characters[who]
    if phrase[0] in ("a", "an"):
        return None  # "are you a thrall?" asks what they are
    named, length = leading_person(scope, phrase, by_name=True)
    if named is None and phrase[0] in _TITLES:
        named, length = leading_person(scope, phrase[1:], by_name=True)
        phrase = phrase[1:]
    rest = phrase[length:]
    whole = named is not None and (not rest or rest[0] in ("of", "from", "at", "in"))
    if whole and named in scope.world.characters and (by_role or phrase[0] != "the"):
        return named
    trade = content_of(" ".join(phrase[1:])) if by_role and phrase[0] == "the" else set()
    own = content_of(" ".join((*person.aliases, person.persona.split(".")[0])))
    return who if trade and trade <= own else None


def _texts(world: World, state: StoryState, who: str, meant: str) -> tuple[str, ...]:
    """The yes or no in their own words, with their name after it."""
    person = world.characters[who]
    kind, name = ("yes", "am_named") if meant == who else ("no", "am_not_named")
    short = (text for text in getattr(person.replies, kind) if len(text.split()) <= _LONGEST_YES)
    own = tuple(f"{text} {person.name}." for text in short if _OF_A_MATTER.isdisjoint(words_of(plain(text))))
    every = own or reply(person, name, who=person.name)
    return tuple(text for text in every if digest(text) not in state.told)[:24] or every[:24]
