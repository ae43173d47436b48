"""A question for eyes, hands and a count is the Game Master's: nobody who stands by is asked it. Pure.

"How many shields are there?", "does the ladder go all the way up?", "is it wet?" of what was just looked at. Amid a
talk it stays with whoever is talked with, where they have just spoken of it; what is said to somebody by its
form, in quotation marks, by name, as "ask him", is theirs anyhow.
"""

from __future__ import annotations

import re

from gamemaster.language.names.normalization import content_of, plain, words_of
from gamemaster.language.names.noun_index import Scope, resolve, scope_of
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.names.pronouns import pronoun
from gamemaster.language.tables.function_words import DETERMINERS, PREPOSITIONS, SECOND_PERSON
from gamemaster.language.talk.addressee import last_partner
from gamemaster.language.talk.questions.notes_to_gm import is_put_to_gm
from gamemaster.language.talk.questions.qualities import is_of_any_place, quality_asked
from gamemaster.language.talk.questions.questions_of_sight import READ_AT
from gamemaster.language.talk.said_before import sayings_of
from gamemaster.narration.understudy.answers.left_things import left_so
from gamemaster.narration.understudy.answers.story_so_far.evidence import mention_of
from gamemaster.rules.proposal import Intent
from gamemaster.rules.state import MATTER, TALKED, StoryState
from worlds.schema import World

# Kinds of question that say nothing of how a thing is; of every other kind the Game Master has an answer of their own.
_OPEN = frozenset("known why possible how_to things what_if rules by_eye looks measure people".split())
_POINTING = frozenset("it this that they them these those one there".split())
_LONGEST_NAME = 4  # words of a thing's name
_QUOTED = re.compile(r"[\"\u201c](.*?)(?:[\"\u201d]|$)")
_TOLD_TO_ASK = frozenset("ask asks asking say says tell tells".split())
_THINGS = frozenset({"item", "feature"})


def asked_of_eyes(world: World, state: StoryState, intent: Intent, words: str) -> Intent:
    """The intent; a question to the Game Master, where it asks what a thing here is like. `words`: the whole input."""
    if intent.verb != "ask" and (intent.verb != "inform" or intent.topic not in _OPEN or intent.objects[1:]):
        return intent
    asked = intent.words or words
    said = words_of(plain(asked))
    if intent.verb == "ask" and left_so(world, state, said) and not is_put_to_somebody(world, state, said, words):
        return Intent(verb="inform", role="question", topic="known", words=asked[:300])  # "is the dummy still there?"
    quality = quality_asked(said)
    if quality is None or is_put_to_somebody(world, state, said, words):
        return intent
    scope = scope_of(world, state)
    pointed = quality[1][0] in _POINTING
    thing = _thing_pointed_at(scope, quality[1][0]) if pointed else _thing_named(scope, quality[1])
    told = "" if pointed or thing is not None else _mention(world, state, quality[1])
    here = thing is not None or told or is_of_any_place(quality[1])
    if not here or (not is_put_to_gm(words) and _is_of_the_talk(scope, said, pointed)):
        return intent
    objects = (thing,) if thing is not None else ()
    return Intent(verb="inform", role="question", topic="by_eye", objects=objects, words=asked[:300])


def is_put_to_somebody(world: World, state: StoryState, said: list[str], words: str) -> bool:
    """Whether a question is somebody's by its form: in quotation marks, with a "you", a name or an "ask" to it."""
    if not SECOND_PERSON.isdisjoint(said) or _is_quoted(said, words):
        return True
    scope = scope_of(world, state)
    starts = (at for at, word in enumerate(said) if word not in _POINTING)
    named = (leading_person(scope, said[at:], by_name=True)[0] for at in starts)
    return any(who in state.present() for who in named) or _is_reported(said, words)


def stands_beside_speech(said: list[str], words: str) -> bool:
    """Whether a question stands outside the quotation marks of its input, and nobody is told to have been asked it."""
    apart = bool(_QUOTED.search(words)) and not _is_quoted(said, words) and not _is_reported(said, words)
    return apart and SECOND_PERSON.isdisjoint(said)


def _is_quoted(said: list[str], words: str) -> bool:
    wanted = {word for word in said if content_of(word)} or set(said)
    return any(wanted <= set(words_of(plain(part))) for part in _QUOTED.findall(words))


def _is_reported(said: list[str], words: str) -> bool:
    """Whether the sentence in which a question stands says that it is put: "ask her if it is deep"."""
    wanted = {word for word in said if word[0].isalnum()}
    parts = (words_of(plain(part)) for part in re.split(r"[.!?;]", _QUOTED.sub(" ", words)))
    around = next((part for part in parts if wanted <= set(part)), [])
    return not _TOLD_TO_ASK.isdisjoint(around)


def _is_of_the_talk(scope: Scope, said: list[str], pointed: bool) -> bool:
    """Whether whoever was talked with just now is asked on: by an "it", or of what they have just spoken of."""
    partner, talked = last_partner(scope.state), scope.state.focus.get(TALKED, "")
    if not talked.isdigit() or int(talked) < scope.state.turn or partner not in scope.people:
        return False
    last = next(iter(sayings_of(scope.world, scope.state, str(partner))), None)
    matter = content_of(scope.state.focus.get(MATTER, "")) | (last.stems if last is not None else frozenset())
    return pointed or not matter.isdisjoint(content_of(" ".join(said)))


def _thing_pointed_at(scope: Scope, word: str) -> str | None:
    """The thing that "it" is: one that was looked at or taken in hand, and is here."""
    thing = scope.state.focus.get("it") or pronoun(scope, word)
    handled = thing is not None and (scope.state.noticed.get(thing) or thing in scope.state.carried_items())
    return thing if handled and thing is not None and _is_here(scope, thing) else None


def _thing_named(scope: Scope, words: list[str]) -> str | None:
    """The thing here that the words begin with, or in or on which something is: "many shields are on the wall"."""
    placed = (at + 1 for at, word in enumerate(words[:-1]) if word in PREPOSITIONS)
    for start in (0, *placed):
        for end in range(min(len(words), start + _LONGEST_NAME), start, -1):
            named = resolve(scope, words[start:end], _THINGS, _THINGS)
            if named is not None and named.fit >= READ_AT and _is_here(scope, named.thing):
                return named.thing
    return None


def _is_here(scope: Scope, thing: str) -> bool:
    return scope.reach(thing) and scope.nouns.kinds.get(thing) in _THINGS


def _mention(world: World, state: StoryState, words: list[str]) -> str:
    """The sentence of what is in sight that speaks of what the words begin with."""
    names = (_name_in(words[:end]) for end in range(min(len(words), _LONGEST_NAME), 0, -1))
    return next((told for name in names if name and (told := mention_of(world, state, name))), "")


def _name_in(words: list[str]) -> str:
    return " ".join(word for word in words if word not in DETERMINERS and content_of(word))


def part_named(words: list[str], text: str) -> str:
    """What words begin with that a text speaks of: its notches, its lid; empty where it speaks of no such thing."""
    told = content_of(text)
    names = (_name_in(words[:end]) for end in range(min(len(words), _LONGEST_NAME), 0, -1))
    return next((name for name in names if name and content_of(name) <= told), "")
