"""What is said to the player beside the story: a question back, a thing that is not there, words not followed. Pure.

Where something of the turn was heard and done, whatever else was said passes without a word; only a thing that an order
wanted, and that is not there, is named. Where nothing was heard, the Game Master says so once, and offers what is near.
"""

from __future__ import annotations

from collections.abc import Iterable

from gamemaster.language.clauses.split import without_lead
from gamemaster.language.english import Words
from gamemaster.language.names.described_parts import is_only_described
from gamemaster.language.names.missing_things import is_about_anywhere, missing_thing
from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import Scope, nouns_of, resolve, scope_of
from gamemaster.language.reading import HeldBack, Reading
from gamemaster.language.safety import goes_on
from gamemaster.language.tables.function_words import (
    DETERMINERS,
    PREPOSITIONS,
    SECOND_PERSON,
)
from gamemaster.language.talk.addressee import hearers
from gamemaster.language.talk.bewilderment import is_only_filler
from gamemaster.language.understanding import is_foreign
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.narration.scene import Scene
from gamemaster.narration.understudy.affordances import nearest
from gamemaster.narration.understudy.answers.story_so_far.evidence import mention_of
from gamemaster.narration.understudy.deeds.told_details import phrase_looked_at
from gamemaster.narration.understudy.improvisation import words_as_typed
from gamemaster.narration.understudy.secrecy import aim_of, own_name
from gamemaster.narration.understudy.suggestions import suggest
from gamemaster.rules.proposal import Aside, Intent, Operation
from gamemaster.rules.reach import items_here
from worlds.schema import PLAYER, World
from worlds.verbs import PERCEIVE

MOST_CHOICES = 3  # of a question back
_LONGEST_PARTS = 240  # characters
_SHORT = 60  # characters of an input that is quoted whole
_CHOICE = 80  # characters of a choice
_NAMED = 90  # fit of a name from which on it is one
_WORDS = Words(__name__)


def asides_of(scene: Scene, reading: Reading, helpline: str) -> tuple[Aside, ...]:
    """What is asked back or not followed; where to find help, for words about one's own life."""
    if any(clause.role == "safety" for clause in reading.clauses):
        return (Aside(why="safety", about=helpline[:400], choices=("Go on",)),)
    if any(clause.role == "undo" for clause in reading.clauses):
        return (Aside(why="undo"),)
    if reading.clarify is not None:
        about, certain = reading.clarify.about[:120], reading.clarify.choices
        if reading.intents:
            return (Aside(why="left_open", about=about, choices=certain[:MOST_CHOICES]),)
        near = [one for one in nearest(scene.world, scene.state, scene.words) if one not in certain]
        return (Aside(why="clarify", about=about, choices=(*certain, *near)[:MOST_CHOICES]),)
    if reading.held_back is not None:
        return (_held_back(scene, reading.held_back),)
    if not reading.intents and is_foreign(scene.world, scene.words):
        return (Aside(why="language"),)
    if reading.clauses and all(clause.role == "ooc" for clause in reading.clauses):
        return (Aside(why="resumed" if goes_on(scene.words) else "ooc"),)
    if reading.unclear == "which" and not reading.intents:
        return (Aside(why="which", about=reading.about[:120], choices=_offers(scene, reading.about)),)
    if reading.unclear == "stays" or (reading.intents and _is_only_described(scene, reading)):
        return (Aside(why="stays", about=words_as_typed(reading.about, scene.words)[:120]),)
    if reading.unclear == "no_such_thing" and name_in_doubt(scene, reading.about):
        if not reading.intents:
            return ()
        if missing := missing_as_typed(scene, reading.about):
            others = tuple(part for part in reading.unfollowed if part != reading.failed)
            return (aside_on_missing(scene, reading.intents, missing), *_parts_not_followed(scene, others))
    if reading.unclear == "no_such_thing" and not reading.intents and (sought := looked_for(scene, reading)):
        return (Aside(why="not_found", about=sought),)
    if (
        reading.unclear == "not_understood"
        and not reading.intents
        and is_only_filler(scene.words.casefold().split())
    ):
        return (Aside(why="pause", choices=suggest(scene.world, scene.state)),)
    if reading.unclear in ("not_understood", "no_such_thing") and not reading.intents:
        return (not_followed(scene, reading.about),)
    if not reading.intents or reading.unclear not in ("not_understood", "no_such_thing"):
        return ()
    parts = reading.unfollowed or (reading.failed or reading.about,)
    return _parts_not_followed(scene, parts)


def aside_on_missing(scene: Scene, intents: Iterable[Intent], name: str) -> Aside:
    """That something is not here; of what is given or offered as one's own, "my bread", that one has none."""
    if plain(name) in _STANDING_FOR:
        return not_followed(scene)  # "take a look at it", where nothing was named
    held_out = any(intent.verb in _OFFERING for intent in intents) and f"my {plain(name)}" in plain(scene.words)
    return Aside(why="not_carried" if held_out else "not_found", about=name)


_STANDING_FOR = frozenset({"it", "them", "this", "that", "one", "ones"})
NOT_THERE = frozenset({"not_found", "not_carried"})
_OFFERING = frozenset({"give", "bargain", "trade", "show", "promise", "bribe"})


def _parts_not_followed(scene: Scene, parts: tuple[str, ...]) -> tuple[Aside, ...]:
    """What is said of the orders of an input that were not followed, while others were: all of them, in one line.

    A flourish, a reason, a remark of which nothing could come is passed over.
    """
    ordered = [part for part in parts if _is_ordered(scene, part)]
    typed = [words_as_typed(part, scene.words, "").strip(" .!?,;:") for part in ordered]
    about = "”, “".join(
        one for one in typed if " " in one or "-" not in one
    )  # "shave-and-a-haircut" is a tune
    return (Aside(why="part_not_followed", about=about[:_LONGEST_PARTS]),) if about else ()


def looked_for(scene: Scene, reading: Reading) -> str:
    """What a look was given to of which nothing was ever told, as one says that there is none: "frost"; else empty."""
    words = words_of(plain(reading.failed or reading.about))
    meant = nouns_of(scene.world).verbs.at_start(without_lead(words[words[:1] == ["i"] :]))[0]
    if not meant or meant[0] not in PERCEIVE:
        return ""
    phrase = phrase_looked_at(words)
    end = next((at for at, word in enumerate(phrase) if at and word in PREPOSITIONS), len(phrase))
    named = [word for word in phrase[:end] if word not in DETERMINERS]
    return words_as_typed(" ".join(named), scene.words)[:120] if 0 < len(named) <= _SHORT_NAME else ""


_SHORT_NAME = 3  # words


def _is_only_described(scene: Scene, reading: Reading) -> bool:
    """Whether what was not found is a mere part of what is described here."""
    phrase = words_of(plain(reading.about))
    listed = reading.unclear == "no_such_thing" and "," not in phrase
    return listed and is_only_described(scope_of(scene.world, scene.state), phrase)


def part_aside(scene: Scene, why: str, about: str) -> tuple[Aside, ...]:
    """What is said of a part of the input that came to nothing, while other parts were done."""
    typed = words_as_typed(about, scene.words, "").strip(" .!?,;:")
    return (Aside(why=why, about=typed[:120]),) if typed else ()


def _is_ordered(scene: Scene, about: str) -> bool:
    """Whether words order something: they begin with a verb that is known, or with a word where one would stand."""
    words = without_lead(about.split())
    words = without_lead(words[words[:1] == ["i"] :])
    known = bool(words) and bool(nouns_of(scene.world).verbs.at_start(words)[0])
    if known or len(words) < len(("fish", "it")) or words[0] in _WORDS["no_verbs"]:
        return known
    handled = words[1:3] if words[1] in _WORDS["apart"] else words[1:2]  # "flip open the book"
    return not _WORDS["definite"].isdisjoint(handled)


def _held_back(scene: Scene, held: HeldBack) -> Aside:
    """A deed that hangs on something: the condition that is not so, or the two of them as they were typed."""
    condition = words_as_typed(held.condition, scene.words)
    if held.not_so:
        return Aside(why="not_so", about=condition[:120])
    deed = words_as_typed(held.deed, scene.words)
    about = f"{condition}, {deed}"[:240]
    return Aside(why="held_back", about=about, choices=(deed,) if len(deed) <= _CHOICE else ())


def missing_as_typed(scene: Scene, about: str) -> str:
    """The things of these words that an order wanted, as the player typed them; empty if they are no such things."""
    named = [missing_thing(scene.world, part, scene.words) for part in about.split(", ")]
    typed = [words_as_typed(one, scene.words, "") for one in named if one]
    return ", ".join(one for one in typed if one)[:120]


def name_in_doubt(scene: Scene, about: str) -> str:
    """The name of what is not there, as it was typed, or of what only a description mentions; else empty."""
    named = missing_as_typed(scene, about)
    return named or (about if mention_of(scene.world, scene.state, about) else "")


def never_seen_as(scene: Scene, operation: Operation, intents: tuple[Intent, ...]) -> str:
    """What the player called a thing that they have never come across, as they typed it; empty if it cannot be told."""
    called = own_name(scene.world, operation, intents)
    if aim_of(operation) in scene.world.characters:
        return called  # a trade, or what somebody looks like: it is in no dictionary of things
    # An order, whatever its words look like: "have a look at the bell".
    wanted = operation.op in ("take", "notice", "attempt", "express", "try")
    wanted = wanted and not is_about_anywhere(next(iter(called.split()[-1:]), ""))
    return missing_as_typed(scene, called) or (
        words_as_typed(called, scene.words, "")[:120] if wanted else ""
    )


def not_followed(scene: Scene, about: str = "") -> Aside:
    """One line for words that came to nothing: what they seem to be about, and what one could do with it."""
    thing = _thing_in(scene_scope := scope_of(scene.world, scene.state), words_of(plain(scene.words)))
    if thing is not None:
        offers = _offers(scene, _bare_name(scene_scope.world, thing))
        return Aside(why="half_followed", about=name_of(scene.world, thing), choices=offers)
    if not hearers(scene.world, scene.state) and not SECOND_PERSON.isdisjoint(words_of(plain(scene.words))):
        return Aside(why="alone")
    quoted = scene.words.strip() if len(scene.words) <= _SHORT else words_as_typed(about, scene.words, "")
    return Aside(why="not_followed", about=quoted.strip(" .!?,;:")[:120], choices=_offers(scene, about))


def _offers(scene: Scene, about: str) -> tuple[str, ...]:
    """What the scene offers that is nearest to the words, then what it suggests."""
    near = nearest(scene.world, scene.state, about or scene.words)
    if about == "something":  # "steal something"
        near = tuple(f"Take {name_of(scene.world, item)}" for item in items_here(scene.world, scene.state))
    return tuple(dict.fromkeys((*near, *suggest(scene.world, scene.state))))[:MOST_CHOICES]


def _thing_in(scope: Scope, words: list[str]) -> str | None:
    """The first thing or person in reach that any of the words name."""
    for at in range(len(words)):
        found = resolve(scope, words[at : at + 3]) or resolve(scope, words[at : at + 1])
        if found is not None and found.fit >= _NAMED and found.thing != PLAYER and scope.reach(found.thing):
            return found.thing
    return None


def _bare_name(world: World, thing: str) -> str:
    return name_of(world, thing).removeprefix("the ")
