"""A question in one breath with a look or a touch is about what comes to sight by it, and nobody present is asked it.

"I look at the herring, are they fresh?", "knock on the pipe, is it hollow?", "look round to see who is in charge". What
is told of the thing answers, if it can; where that was told by the deed itself, it is not told again. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gamemaster.language.names.normalization import content_of, plain, words_of
from gamemaster.language.names.noun_index import nouns_of
from gamemaster.language.tables.function_words import AUXILIARIES, SECOND_PERSON
from gamemaster.language.talk.questions.qualities import quality_asked
from gamemaster.language.talk.sentences import asks
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.narration.understudy.answers.asked_of_eyes import is_put_to_somebody, part_named
from gamemaster.narration.understudy.answers.inquiry import Asked, first_sentences
from gamemaster.narration.understudy.answers.left_open import left_open
from gamemaster.narration.understudy.answers.story_so_far.evidence import mention_of, text_of
from gamemaster.narration.understudy.answers.story_so_far.tellings import best_of, in_quotes, told_of
from gamemaster.narration.understudy.deeds.senses import make_told
from gamemaster.narration.understudy.deeds.told_details import closer_look
from gamemaster.rules.conditions import wordings
from gamemaster.rules.proposal import Intent
from gamemaster.rules.reach import exits, features, is_open
from gamemaster.rules.state import StoryState
from worlds.schema import NO_EFFECTS, World
from worlds.verbs import HANDLE, PERCEIVE

OF_DEED = "of_deed"  # the kind of such a question

_DEEDS = frozenset((*PERCEIVE, *HANDLE, "express"))
# Kinds that say nothing of a thing in hand; of every other kind the Game Master has an answer of their own.
_OPEN = frozenset(
    """known why weather possible how_to things rules where_is who_is sight by_eye whose what_if looks measure
    leader fate people""".split()
)
_OF_IT = frozenset(
    "it they them its their this that these those one any anything something there which".split()
)
_OF_SOMEBODY = frozenset("he she him her his i we me us".split())


def asked_of_deeds(
    world: World, state: StoryState, intents: tuple[Intent, ...], failed: str, words: str
) -> tuple[Intent, ...]:
    """The intents, where each question about what the deed before it was done to is one about that thing.

    `failed`: the clause that named no thing of the world, "look at the herring"; `words`: the whole input.
    """
    told: list[Intent] = []
    for intent in intents:
        deeds = [one for one in reversed(told) if one.role in ("act", "emote")]
        before = next((one for one in deeds if _thing_of(world, state, one) is not None), None)
        asked = _of_the_deed(world, state, intent, before, deeds, failed, words)
        if not (
            asked is intent and before is None and failed and _asks_of_what_was_missed(world, intent, failed)
        ):
            told.append(asked)
    return tuple(told)


def _asks_of_what_was_missed(world: World, intent: Intent, failed: str) -> bool:
    """Whether a question is about what a look could not find, and is for nobody: "check the window, is it forced?"."""
    said = words_of(plain(intent.words))
    order = words_of(plain(failed))
    meant, _ = nouns_of(world).verbs.at_start(order[order[:1] == ["i"] :])
    looked = bool(meant) and meant[0] in PERCEIVE
    return looked and intent.verb in ("ask", "inform") and asks(said) and {"it", "they"} & set(said) != set()


def is_of_a_deed(intent: Intent, intents: tuple[Intent, ...]) -> bool:
    """Whether a question only says what another deed of the turn is to find out, or asks what comes of it."""
    return intent.topic == OF_DEED or any(
        one.purpose is not None and one is not intent and _words_in(one.purpose) >= _words_in(intent.words)
        for one in intents
        if intent.verb == "inform" and intent.words
    )


def _words_in(text: str) -> set[str]:
    return {word for word in words_of(plain(text)) if word[0].isalnum()}


def _of_the_deed(
    world: World,
    state: StoryState,
    intent: Intent,
    before: Intent | None,
    before_it: list[Intent],
    failed: str,
    words: str,
) -> Intent:
    said = words_of(plain(intent.words))
    open_to_it = intent.verb in ("ask", "look", "examine") or (
        intent.verb == "inform" and intent.topic in _OPEN
    )
    fragment = intent.verb == "inform" and intent.topic in ("known", "things") and said[:1] == ["any"]
    if before is not None and before.verb in PERCEIVE and fragment:  # "look at the watch. any engraving?"
        return Intent(
            verb="inform", role="question", topic=OF_DEED, objects=before.objects, words=intent.words
        )
    if not open_to_it or not asks(said) or not (SECOND_PERSON | _OF_SOMEBODY).isdisjoint(said):
        return intent
    if not _typed_as_a_question(intent.words, words) or is_put_to_somebody(world, state, said, words):
        return intent
    if said[:1] == ["who"] and AUXILIARIES.isdisjoint(said[1:2]) and not _is_of_writing(before):
        return intent  # "who put them there?": no look tells it
    thing = _thing_of(world, state, before) if before is not None else None
    shown = next((one.words for one in before_it if one.verb == "express"), "")
    scenery = _scenery_of(world, state, failed or shown) if thing is None else ""
    of_it = not _OF_IT.isdisjoint(said) or _is_of_writing(before) or _is_of_a_part(world, state, thing, said)
    if (thing is None and not scenery) or not of_it:
        return intent
    if intent.verb == "examine" and thing not in intent.objects and intent.objects:
        return intent
    objects = (thing,) if thing is not None else ()
    return Intent(verb="inform", role="question", topic=OF_DEED, objects=objects, words=intent.words)


def _thing_of(world: World, state: StoryState, deed: Intent) -> str | None:
    """The thing, or the way on, that a look, a touch or a handling was done to; None where it was somebody."""
    beings = {*world.characters, *world.threats, state.place}
    things = [one for one in deed.objects if one not in beings]
    if deed.verb not in _DEEDS or not things or closer_look(world, state, deed, things[0]) is not None:
        return None
    return things[0]


def _scenery_of(world: World, state: StoryState, failed: str) -> str:
    """What a look was given to that has no name in the world, and that the place tells of: "herring"."""
    said = words_of(plain(failed))
    said = said[said[:1] == ["i"] :]
    meant, length = nouns_of(world).verbs.at_start(said)
    if not meant or meant[0] not in (*PERCEIVE, *HANDLE):
        return ""
    named = (word for word in said[length:] if word.isalpha() and content_of(word))
    return next((word for word in named if mention_of(world, state, word)), "")


def _is_of_a_part(world: World, state: StoryState, thing: str | None, said: list[str]) -> bool:
    """Whether a quality is asked for of something that only what is written of the thing speaks of: its notches."""
    quality = quality_asked(said)
    named = part_named(quality[1], text_of(world, state, thing)) if quality is not None and thing is not None else ""
    return bool(named)


def _is_of_writing(deed: Intent | None) -> bool:
    return deed is not None and deed.verb == "read"


def _typed_as_a_question(asked: str, words: str) -> bool:
    """Whether the words stand in the input before a question mark, or at its end, and no name is called after them."""
    return bool(asked) and ("?" in words or words_of(plain(words))[-1:] == words_of(plain(asked))[-1:])


def of_deed_answer(asked: Asked) -> str:
    """What is told of the thing that answers; of mere scenery, else, that it cannot be told. May be empty."""
    world, state, thing = asked.world, asked.state, asked.thing
    question = asked.question or asked.about
    if thing in world.locations:
        way = next((one for one in exits(world, state) if one.to == thing), None)
        shut = (
            wordings(way.blocked, world, state) if way is not None and not is_open(world, state, way) else ()
        )
        return shut[0] if shut else ""
    if told := told_of_deed(asked):
        return told
    unseen = thing is not None and thing not in state.noticed and thing not in world.items
    if unseen and quality_asked(asked.asked_words) is None and (shown := next(shown_of(world, state, str(thing)), "")):
        return shown
    if sought := _WHETHER_THERE.match(" ".join(asked.asked_words)):
        return "Nobody that you can see." if sought["what"] in _ANYBODY else "None that you can see."
    if thing is not None and asked.asked_words[:1] and asked.asked_words[0] in _OF_BEING:
        shown = next(shown_of(world, state, thing), "")
        return f"{first_sentences(shown, _MOST_SHOWN)} More than that it does not show." if shown else ""
    return left_open(question).replace("nobody has told you", "you can only guess")


def told_of_deed(asked: Asked) -> str:
    """What was told of the thing, or shows, that answers the question; empty where nothing does."""
    world, state, thing = asked.world, asked.state, asked.thing
    question = asked.question or asked.about
    known = told_of(world, state, thing, shown_of(world, state, thing)) if thing is not None else []
    if (found := best_of(world, known, question)) is not None:
        return in_quotes(world, found)
    return make_told(world, state, thing, question) if thing is not None else ""


_OF_BEING = frozenset({"is", "are", "was", "were"})
_MOST_SHOWN = 2  # sentences of a description


_WHETHER_THERE = re.compile(r"(?:is|are) there (?:any |some |an? )?(?P<what>\w+)")
_ANYBODY = frozenset("anyone anybody someone somebody people".split())


def shown_of(world: World, state: StoryState, thing: str) -> Iterator[str]:
    """What a look at a thing shows, as far as the player has looked or anybody there would see it."""
    if thing in world.items:
        yield from wordings(world.items[thing].description, world, state)[:1]
    feature = next((one for one in features(world, state) if one.id == thing), None)
    if feature is not None and (thing in state.noticed or feature.effects == NO_EFFECTS):
        yield from wordings(feature.text, world, state)[:1]
    if told := mention_of(world, state, name_of(world, thing).removeprefix("the "), of_the_place=True):
        yield told
