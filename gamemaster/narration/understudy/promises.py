"""Read a promise of the player's from their words: to whom, what, and which thing it is about. Pure."""

from __future__ import annotations

import re

from gamemaster.language.names.normalization import content_of, plain, stem, words_of
from gamemaster.language.talk.forces.speech_forces import without_courtesy
from gamemaster.rules.conditions import holds
from gamemaster.rules.grammatical_person import turn_words
from gamemaster.rules.proposal import MakePromise
from gamemaster.rules.state import StoryState
from worlds.schema import PLAYER, World

MOST_CHARACTERS = 160  # of what was promised
_WORD = re.compile(
    r"\b(?:(?:i |we )?(?:promise|swear|vow|pledge)(?:s|d)?|my word"
    r"|(?:on|upon) my (?:\w+ )?(?:honou?r|life|oath|soul)|cross my heart(?: and hope to die)?)\b"
    r"(?P<rest>.*)"
)
_SWORN_BY = re.compile(r"^ ?(?:to god|(?:on|by|before) (?!it\b).+?|as an? \w+)(?= (?:, )?(?:i|we|to|not|that)\b)")
_WHOM = frozenset("you her him them it to that , on my life honour honor word".split())
_WILL = re.compile(r"^(?:i|we) (?:will|shall|am going to|are going to) (?P<not>not |never )?(?P<what>.+)$")
_COMES_ABOUT = re.compile(
    r"^(?:it|this|that|everything|nothing|nobody|no one|no \w+|the \w+(?: \w+)?) (?:will|shall|is going to) \w+"
)
_TO_THEM = {"my": "their", "me": "them", "mine": "theirs", "you": "them", "your": "their"}


def promise_in(world: World, who: str, words: str) -> MakePromise | None:
    """What the player promises to `who`: "to bring her the axe". None where nothing definite is promised."""
    rest = _words_of_promise(world, who, without_courtesy(words))
    if not rest or (rest[0] == "to" and set(rest[1:]) <= _WHOM):
        return None
    if rest[0] in ("to", "not") and len(rest) > 1 + (rest[0] == "not") and "to" in rest[:2]:
        what = " ".join(rest)
    elif will := _WILL.match(" ".join(rest)):
        what = f"{'not ' if will['not'] else ''}to {will['what']}"
    elif _COMES_ABOUT.match(" ".join(rest)):
        what = f"that {' '.join(rest)}"
    elif (thing := _thing_promised(rest)) is not None:
        what = thing
    else:
        return None
    what = re.sub(r"\s+([,;:])", r"\1", what).strip(" ,;:.!")
    what = turn_words(what, _TO_THEM)[:MOST_CHARACTERS]
    return MakePromise(to=who, what=what, item=_thing_in(world, rest))


_PLEDGED = re.compile(
    r"(?P<thing>(?:the|my|a|an|some|his|her|their|another) (?:\w+ ){0,3}?\w+?)"
    r"(?P<by> (?:in|by|within|before|at|tonight|tomorrow|soon|again)\b(?: \w+)*)?(?: , .*)?"
)


def _thing_promised(rest: list[str]) -> str | None:
    """What is promised as a thing, as a deed: "the pear in ten minutes" is to bring it by then."""
    found = _PLEDGED.fullmatch(" ".join(rest))
    if found is None or found["thing"].split()[-1] in _NO_THING:
        return None
    return f"to bring {found['thing']}{found['by'] or ''}"


_NO_THING = frozenset("truth word life best world moon stars earth silence peace".split())


def is_promised(world: World, who: str, words: str) -> bool:
    """Whether words promise `who` something, and are no more than the bare word for it."""
    return bool(_words_of_promise(world, who, words))


def _words_of_promise(world: World, who: str, words: str) -> list[str]:
    """What comes after the word for a promise, without whom it is given to and what it is sworn by."""
    found = _WORD.search(" ".join(words_of(plain(words))))
    rest = _SWORN_BY.sub("", found["rest"]).split() if found is not None else []
    names = {stem(word) for name in _names(world, who) for word in words_of(plain(name))}
    while rest and (
        (rest[0] in _WHOM and not (rest[0] == "to" and _leads_on(rest, names))) or stem(rest[0]) in names
    ):
        rest.pop(0)
    if not rest and found is not None:
        rest = found.string[: found.start()].split()  # "I'll wake you at midnight, I promise"
        rest = rest if rest[:1] in (["i"], ["we"]) else []
    while rest and stem(rest[-1]) in names | {","}:
        rest.pop()
    return rest


def same_matter(one: str, other: str) -> bool:
    """Whether two promises speak of the same thing, as far as a word that they share says so.

    To go and to come says little by itself: what is said with it must be the same as well.
    """
    if all(_SILENCE.search(words) for words in (one, other)):
        return True
    if one.startswith("not ") and _NEVER.isdisjoint(words_of(plain(other))):
        return False
    if content_of(one) & content_of(other) - _MOVING:
        return True
    said, told = ({stem(word) for word in words_of(plain(text))} - _OF_ANY_PROMISE for text in (one, other))
    return bool(said & told) and said <= told


_NEVER = frozenset("not never no nobody nothing".split())
_MOVING = frozenset("go come get take bring give do make leave".split())
_OF_ANY_PROMISE = frozenset("to not never i will shall the a an that".split())


def is_just_that(one: str, other: str) -> bool:
    """Whether two promises are the same: most of their words, or both are to keep silent."""
    shared, least = content_of(one) & content_of(other), min(len(content_of(one)), len(content_of(other)))
    return (bool(shared) and 2 * len(shared) > least) or all(_SILENCE.search(words) for words in (one, other))


_SILENCE = re.compile(
    r"\b(?:say|tell|speak|breathe|talk|mention)\b.*\b(?:nothing|nobody|no one|none|not a word|no word|not a soul)\b"
    r"|\b(?:not|never|nobody|no one|not a soul)\b.*\b(?:say|tell|told|speak|breathe|talk|mention|betray|hear|hears)\b"
    r"|\b(?:keep|stay|be|remain|hold)\b.*\b(?:silent|quiet|mum|secret|peace|tongue|silence|mouth|to (?:my|our)self)\b"
)


def oath_foreseen(world: World, state: StoryState, who: str, given: MakePromise | None) -> str | None:
    """The answer of theirs by which a writer has the player make just this promise; none once it was made."""
    if given is None:
        return None
    for key, answer in world.characters[who].answers.items():
        lines = (line for line in answer.lines if holds(line.when, world, state))
        vows = {name for line in lines for name in line.effects.promise} - state.promises.keys()
        mine = [world.promises[name].text for name in vows if world.promises[name].by == PLAYER]
        if mine and holds(answer.when, world, state):
            sworn = (promise_in(world, who, f"i promise {words}") for words in answer.asks)
            told = (*mine, *answer.asks, *(one.what for one in sworn if one is not None))
            if any(is_just_that(given.what, words) for words in told):
                return key
    return None


def _leads_on(rest: list[str], names: set[str]) -> bool:
    """Whether "to" begins what is promised, rather than whom: "promise to help", "promise to hild"."""
    return len(rest) > 1 and stem(rest[1]) not in names


def _names(world: World, who: str) -> tuple[str, ...]:
    person = world.characters[who]
    return (person.name, *person.aliases)


def _thing_in(world: World, words: list[str]) -> str | None:
    """The thing that is to be brought or given, if one of the world's is named by all the words of a name of its."""
    if not {"bring", "give", "fetch", "get", "return", "find"} & set(words):
        return None
    said = {stem(word) for word in words}
    best: tuple[int, str] | None = None
    for item in world.items.values():
        for name in (item.name, *item.aliases):
            parts = {stem(word) for word in words_of(plain(name)) if word not in ("the", "a", "an", "of")}
            if parts and parts <= said and (best is None or len(parts) > best[0]):
                best = (len(parts), item.id)
    return best[1] if best else None
