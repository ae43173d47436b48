"""Several questions in one breath: what answers none of them is left out beside what answers one. Pure.

A part that the Game Master can answer is answered; of what nobody can, it is said that it stays open.
"""

from __future__ import annotations

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.tables.function_words import AUXILIARIES
from gamemaster.language.talk.questions.judgement import judgement_asked
from gamemaster.language.talk.questions.own_mind import is_for_a_summary
from gamemaster.language.talk.questions.questions_put import SECOND_PERSON
from gamemaster.language.talk.sentences import asks
from gamemaster.narration.understudy.answers.asked_of_eyes import stands_beside_speech
from gamemaster.narration.understudy.answers.gm_answers import is_answered, is_of_use
from gamemaster.narration.understudy.answers.inquiry import Asked
from gamemaster.narration.understudy.answers.written_answers import gm_written_answer
from gamemaster.rules.proposal import Answer, Discuss, Inform, Intent, Operation, Recollect, Try
from gamemaster.rules.state import StoryState
from worlds.schema import World

# What a summary of the story tells as well.
_IN_A_SUMMARY = frozenset({"place", "overview", "goal", "self", "known"})


_MOST_LEFT_OPEN = 2
_AS_SUMMARY = Inform(
    kind="known", about="recap"
)  # which a journal is that is asked for with questions beside it


def without_empty_answers(
    world: World, state: StoryState, operations: list[Operation], words: str
) -> list[Operation]:
    """The operations, as said above; and of what a summary tells, only the summary. `words`: the whole input."""
    informs = [one for one in operations if isinstance(one, Inform)]
    if not informs or len(operations) == 1:
        return operations
    if any(isinstance(one, Try) and one.verb == "journal" for one in operations):
        operations = [
            _AS_SUMMARY if isinstance(one, Try) and one.verb == "journal" else one for one in operations
        ]
        informs = [one for one in operations if isinstance(one, Inform)]
    summaries = [one for one in informs if is_for_a_summary(words_of(plain(one.asked or one.about)))]
    answered = [one for one in informs if is_of_use(one.kind, _question_of(world, state, one))]
    told = [one for one in operations if isinstance(one, (Discuss, Recollect)) or _is_answer(one)]
    empty = [one for one in informs if one not in answered]
    left_out: list[Operation] = [*(empty if answered or told else empty[1:])]
    if answered and '"' not in plain(words):  # what was said to somebody in quotation marks is theirs to answer
        left_out += [one for one in operations if isinstance(one, Answer) and one.source == "ignorance"]
    if summaries:
        left_out += [one for one in informs if one.kind in _IN_A_SUMMARY and one is not summaries[0]]
    kept = [one for one in operations if not any(one is out for out in left_out)]
    passed_over = (
        one
        for one in empty
        if any(one is out for out in left_out)
        and (answered or stands_beside_speech(words_of(plain(one.asked or one.about)), words))
    )
    still_open = list(passed_over)[:_MOST_LEFT_OPEN]
    if any(one.kind in _OF_THE_HOUR for one in answered):
        kept = [_beside_the_hour(one) for one in kept]
    foreseen = any(gm_written_answer(world, state, one.asked or one.about, one.kind) for one in answered)
    if summaries or foreseen:  # a writer's answer is to the whole
        return kept
    return [*kept, *(one.model_copy(update={"kind": "left_open"}) for one in still_open)]


_OF_THE_HOUR = frozenset({"time", "in_time"})


def _beside_the_hour(operation: Operation) -> Operation:
    """What one is after, without the hour once more."""
    goal = isinstance(operation, Inform) and operation.kind == "goal"
    return operation.model_copy(update={"kind": "aim"}) if goal else operation


def _question_of(world: World, state: StoryState, inform: Inform) -> Asked:
    return Asked(world, state, inform.about, (), inform.asked or inform.about)


def _is_answer(operation: Operation) -> bool:
    return isinstance(operation, Answer) and operation.source not in ("ignorance", "manners", "reaction")


def instead_of_a_shrug(
    world: World, state: StoryState, intent: Intent, operation: Operation, words: str
) -> Operation:
    """What somebody says; where they only shrug at a question put to nobody by name, what the Game Master knows."""
    said = words_of(plain(intent.words))
    if (who := _spoken_of_before_them(world, state, intent, operation, said)) is not None:
        return Inform(kind="by_eye", about=who, asked=intent.words[:160])
    shrug = isinstance(operation, Answer) and operation.source == "ignorance"
    if not shrug or not said or not asks(said) or not SECOND_PERSON.isdisjoint(words_of(plain(words))):
        return operation
    scope, typed = scope_of(world, state), words_of(plain(words))
    if not {"him", "her", "them"}.isdisjoint(typed) or any(
        leading_person(scope, typed[at:], by_name=True)[0] in state.present() for at in range(len(typed))
    ):
        return operation
    text = " ".join(word for word in said if word[0].isalnum())
    for kind in filter(None, (judgement_asked(text), "whose" if "whose" in said else "", "known")):
        inform = Inform(kind=kind, about=intent.words[:120], asked=intent.words[:160])
        if is_answered(kind, _question_of(world, state, inform)):
            return inform
    return operation


_OF_THEIR_OWN = frozenset({"ignorance", "reply", "reaction", "feeling", "pointer", "follow_up"})
_GENDER = {"he": "he", "she": "she", "they": "they"}


def _spoken_of_before_them(
    world: World, state: StoryState, intent: Intent, operation: Operation, said: list[str]
) -> str | None:
    """Whoever would answer a question of which they are the subject, as nobody is asked: "is Jory drunk?" of Jory."""
    who = operation.who if isinstance(operation, Answer) and operation.source in _OF_THEIR_OWN else None
    if who is None or intent.verb != "ask" or len(said) < 3 or said[0] not in AUXILIARIES:
        return None
    if not SECOND_PERSON.isdisjoint(said) or (said[1] == "they" != world.characters[who].pronoun):
        return None
    named, _ = leading_person(scope_of(world, state), said[1:], by_name=True)
    meant = state.focus.get({"he": "him", "she": "her"}.get(said[1], ""), who)
    alike = said[1] in _GENDER and world.characters[who].pronoun == _GENDER[said[1]] and meant == who
    return who if named == who or alike else None
