"""Words that would come to nothing, and fit what somebody here may be asked: they are said to them. Pure.

"My shipmates left one after the other, barefoot" is no thought where somebody sits by who has something to say to it.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamemaster.language.english import Forms, Words
from gamemaster.language.gm_address import without_address
from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.reading import Reading
from gamemaster.language.talk.addressee import addressee, is_animal, last_partner
from gamemaster.language.talk.bewilderment import is_only_filler
from gamemaster.language.talk.forces.remark_kinds import REMARKS
from gamemaster.language.talk.questions.notes_to_gm import is_put_to_gm
from gamemaster.language.talk.sentences import asks, sentences_of
from gamemaster.narration.scene import Scene
from gamemaster.narration.understudy.answers.gm_answers import is_of_use
from gamemaster.narration.understudy.answers.in_character.meaning import (
    CERTAIN,
    CLEAR,
    NEAR,
    TAKEN_AS_SUCH,
    Fit,
    may_be_meant,
)
from gamemaster.narration.understudy.answers.inquiry import Asked
from gamemaster.narration.understudy.sayings_heard import FORCES_HEARD
from gamemaster.narration.understudy.spoken_moves import QUOTED
from gamemaster.rules.proposal import Answer, Express, Inform, Intent, Operation, Outcome
from gamemaster.rules.referee import open_turn
from gamemaster.rules.state import StoryState
from worlds.schema import World
from worlds.verbs import SPEAK

_FORMS = Forms(__name__)
_WORDS = Words(__name__)


def said_after_all(scene: Scene, reading: Reading, operations: Sequence[Operation]) -> Intent | None:
    """What is said, and to whom; None where the words come to something as they were read."""
    world, state, words = scene.world, scene.state, scene.words
    quoted = QUOTED.findall(words)
    if any(one.rule is not None for one in reading.intents) or reading.held_back is not None:
        return None
    if any(one.verb == "bargain" or one.force in TAKEN_AS_SUCH | FORCES_HEARD | REMARKS for one in reading.intents):
        return None
    if not quoted and any(clause.role in _WORDS["not_said"] for clause in reading.clauses):
        return None  # out of character, or a gesture: only what stands between quotation marks is said then
    away = world.characters.keys() - set(state.present())
    if any(one.verb in SPEAK and not away.isdisjoint(one.objects) for one in reading.intents):
        return None  # meant for somebody who is not here: nobody else is told it
    if is_put_to_gm(words) or (not quoted and is_only_filler(words_of(plain(words)))):
        return None
    if without_address(words_of(plain(words.rstrip(" .?!"))))[0] or _FORMS["own_knowledge"].search(
        words.casefold()
    ):
        return None
    if not all(_comes_to_nothing(world, state, words, one) for one in operations):
        return None
    if not quoted and (_is_ordered(world, state, words) if not operations else _is_ruled_on(reading)):
        return None
    tried = any(one.op == "try" for one in operations)
    if tried and not quoted and (not _FORMS["to_somebody"].search(words.casefold()) or _handles(reading)):
        return None  # a knock, a dig, a taste: a deed, although nothing comes of it
    speech = " ".join(quoted) if quoted else words
    answered = {one.who for one in operations if isinstance(one, Answer)}
    if len(answered) > 1:
        return None
    who = next(iter(answered), None) or addressee(scope_of(world, state), speech.casefold().split())
    if (
        len(words_of(plain(speech))) < _FEWEST
        or who is None
        or who not in state.present()
        or is_animal(world, who)
    ):
        return None
    draft = open_turn(world, state, Outcome(), scene.roll)
    if not may_be_meant(draft, who, speech, _fits(world, state, who, speech, operations)):
        return None
    asked = any(is_question or asks(said) for said, is_question in sentences_of(speech))
    return Intent(
        verb="ask" if asked else "tell",
        objects=(who,),
        topic=speech[:110],
        words=speech[:2000],
        role="speech",
    )


def _fits(world: World, state: StoryState, who: str, words: str, operations: Sequence[Operation]) -> Fit:
    """How well the words must fit: the less so, the less they come to otherwise, and the surer they are said to them.

    What is said to "you" is said to them, whatever the Game Master could answer.
    """
    informs = [one for one in operations if isinstance(one, Inform) and _informs(world, state, one)]
    to_them = _FORMS["second_person"].search(words.casefold()) is not None
    if any(isinstance(one, Inform) for one in operations) and not to_them:
        return CLEAR if informs else CERTAIN
    thought = any(isinstance(one, Express) for one in operations) and last_partner(state) != who
    return CERTAIN if thought and not to_them else NEAR


def _comes_to_nothing(world: World, state: StoryState, words: str, operation: Operation) -> bool:
    """Whether an operation changes nothing and says nothing that only fits these words."""
    match operation:
        case Express():
            return operation.how in ("thought", "let_be")
        case Answer():
            return operation.source in _WORDS["to_anything"]
        case Inform():
            if (
                operation.kind in ("known", "goal")
                and _FORMS["second_person"].search(words.casefold()) is None
            ):
                return not _informs(world, state, operation)
            return operation.kind in _WORDS["of_anything"]
        case _:
            return operation.op in ("relation", "try")


def _is_ordered(world: World, state: StoryState, words: str) -> bool:
    """Whether words that were not followed begin as an order does: "light the candle", "ask the captain"."""
    said = words_of(plain(words))
    return bool(said) and said[0] in scope_of(world, state).nouns.verbs.base


def _is_ruled_on(reading: Reading) -> bool:
    """Whether anybody is accused, or asked for what the rules decide."""
    return any(one.verb in _WORDS["ruled_on"] for one in reading.intents)


def _handles(reading: Reading) -> bool:
    """Whether anything is done to a thing, or to somebody."""
    return any(
        one.objects or one.tool for one in reading.intents if one.role == "act" and one.verb not in SPEAK
    )


def _informs(world: World, state: StoryState, operation: Inform) -> bool:
    """Whether the Game Master has an answer."""
    asked = Asked(world, state, operation.about, (), operation.asked or operation.about)
    return is_of_use(operation.kind, asked)


_FEWEST = 3  # "ok cool" is like anything
