"""A look at what exists only in what was told: "that wet patch by the well" is no look at the well. Pure.

The sentence that tells of it answers; what one who looks, feels or smells adds is little, and contradicts nothing.
"""

from __future__ import annotations

from gamemaster.language.clauses.split import without_lead
from gamemaster.language.english import Forms, Words
from gamemaster.language.names.normalization import content_of, plain, stem, words_of
from gamemaster.language.tables.function_words import ADVERBS, DETERMINERS, PREPOSITIONS
from gamemaster.language.tables.materials import MATERIALS
from gamemaster.language.wording.sense_lines import SENSE_LINES
from gamemaster.narration.understudy.answers.story_so_far.evidence import roots_of, sentences_in_sight
from gamemaster.narration.understudy.answers.story_so_far.tellings import tellings
from gamemaster.rules import proposal as ops
from gamemaster.rules.conditions import wordings
from gamemaster.rules.dice import choose
from gamemaster.rules.proposal import Intent, Operation
from gamemaster.rules.reach import features
from gamemaster.rules.state import StoryState
from worlds.schema import World

CLOSER = "closer"  # the kind of such a look
_FORMS = Forms(__name__)
_WORDS = Words(__name__)
_LONGEST = 6  # words of what is looked at
_SENSES = {"touch": "touch", "smell": "smell", "taste": "taste", "listen": "hear"}


def closer_look(world: World, state: StoryState, intent: Intent, thing: str) -> list[Operation] | None:
    """A look at a detail that only a sentence tells of, where the words named `thing` beside it; None for any other."""
    if intent.role != "act" or intent.rule is not None:
        return None
    phrase = phrase_looked_at(words_of(plain(intent.words)))
    head = _head_of(phrase)
    own = _own_words(world, state, thing)
    if not head or head in _WORDS["of_anything"]:
        return None
    named = {stem(word) for word in phrase if word not in DETERMINERS | PREPOSITIONS} - {stem(head)}
    if stem(head) in own:
        # "The light in the kitchen" is no look at the lamp in one's hand.
        elsewhere = thing in state.carried_items() and bool(named) and named.isdisjoint(own)
        return _closer(world, state, phrase, intent) if elsewhere else None
    if thing != state.place and not named & set(map(stem, roots_of(world, thing))):
        return None  # it goes by another name
    return _closer(world, state, phrase, intent)


def _closer(world: World, state: StoryState, phrase: list[str], intent: Intent) -> list[Operation] | None:
    if not _sentence_of(world, state, phrase):
        return None
    looked = ops.Inform(kind=CLOSER, about=" ".join(phrase)[:120], asked=intent.words[:160])
    return [looked, ops.PassTime(minutes=1)]


def told_closer(world: World, state: StoryState, phrase: list[str], asked: str) -> str:
    """The sentence that tells of a detail, with what is made out of it by whoever goes up to it."""
    sentence = _sentence_of(world, state, phrase)
    said = [word for word in words_of(asked) if word != "i"]
    sense = next((sense for sense, form in _BY_SENSE if form.search(" ".join(said[:3]))), "look")
    made = next((made for made, words in MATERIALS.items() if not words.isdisjoint(phrase)), "")
    lines = SENSE_LINES.get(f"{sense}_{made}") if made else None
    more = choose(lines or _NO_MORE[sense], state.seed, state.turn, "closer")
    thing = " ".join(["the", *(word for word in phrase[: _end_of_head(phrase)] if word not in DETERMINERS)])
    return f"{sentence} {more.format(thing=thing)}".strip()


_BY_SENSE = tuple((sense, _FORMS[sense]) for sense in ("touch", "smell", "taste", "hear"))
_NO_MORE = {
    "look": (
        "You look closer, and there is no more to be seen.",
        "You go up to it, and it is as you saw it from further off.",
    ),
    "touch": ("Your fingers learn no more of {thing} than your eyes did.",),
    "smell": ("You bend to {thing}. There is no smell in it that you could put a name to.",),
    "taste": ("A fingertip of it, and you are no wiser, and wish that you had not.",),
    "hear": ("You hold your breath and listen. Nothing comes out of {thing} that you could swear to.",),
}


def phrase_looked_at(words: list[str]) -> list[str]:
    """The phrase that an order looks at or touches, up to what goes on after it: "the wet patch by the well"."""
    words = without_lead(words[words[:1] in (["i"], ["we"]) :])[1:]
    while words and (words[0] in ADVERBS | PREPOSITIONS or words[0] in _WORDS["closely"]):
        words = words[1:]
    end = next((at for at, word in enumerate(words) if word in _WORDS["ending"] or not word[0].isalnum()), len(words))
    return words[:end] if end <= _LONGEST + 2 else []


def _end_of_head(phrase: list[str]) -> int:
    return next((at for at, word in enumerate(phrase) if at and word in PREPOSITIONS), len(phrase))


def _head_of(phrase: list[str]) -> str:
    """What the phrase is of: the last word before "by the well"; empty where nothing stands beside it."""
    end = _end_of_head(phrase)
    return phrase[end - 1] if 0 < end < len(phrase) else ""


def _own_words(world: World, state: StoryState, thing: str) -> set[str]:
    """The roots of what a thing is called, and of what its writer tells of it: of these a look at it tells."""
    passages = [one.text for one in features(world, state) if one.id == thing]
    passages += [world.items[thing].description] if thing in world.items else []
    passages += [world.characters[thing].description] if thing in world.characters else []
    told = " ".join(text for passage in passages for text in wordings(passage, world, state))
    return {stem(word) for word in words_of(plain(told))} | set(map(stem, roots_of(world, thing)))


def _sentence_of(world: World, state: StoryState, phrase: list[str]) -> str:
    """The sentence in sight, else of what was told, that names the head of a phrase and the most of its other words."""
    head, wanted = _head_of(phrase), content_of(" ".join(phrase))
    told = [one.text for one in tellings(world, state) if one.speaker is None]
    fitting = [
        one
        for one in dict.fromkeys((*sentences_in_sight(world, state), *told))
        if head and stem(head) in {stem(word) for word in words_of(plain(one))}
    ]
    best = max(fitting, key=lambda one: len(wanted & content_of(one)), default="")
    return best if len(wanted & content_of(best)) > 1 else ""
