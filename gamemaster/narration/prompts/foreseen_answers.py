"""Answers that a writer foresaw to what the player's words ask, for a model: what the understudy would say. Pure.

Both narrators then tell the same facts. What an answer leaves to the moment is in neither: it is only found where it
could be given now. What was given before is found again: the turn in which it stood may be summed up since.
"""

from __future__ import annotations

from dataclasses import dataclass

from gamemaster.language.talk.questions.written_questions import answer_to, may_be_foreseen
from gamemaster.language.talk.said_before import last_topics
from gamemaster.narration.prompts.state_text import gloss_of
from gamemaster.narration.scene import Scene
from gamemaster.narration.understudy.answers.written_answers import gm_written_answer
from gamemaster.narration.understudy.understudy import propose_without_suggestions
from gamemaster.rules.draft import Draft
from gamemaster.rules.operations.social_operations import next_line
from gamemaster.rules.proposal import Answer, Discuss, Inform, Intent, Operation

ANSWER_CHARS = 240  # of an answer in a prompt; all of it stands in the ruling


@dataclass(frozen=True)
class Foreseen:
    """An answer, and the operation by which it is given: by somebody (Discuss) or by the Game Master (Inform).

    `again`: they have said so before.
    """

    operation: Discuss | Inform
    text: str
    again: bool = False


def foreseen_answers(scene: Scene, draft: Draft, people: tuple[str, ...]) -> tuple[Foreseen, ...]:
    """What would be answered to the words by those who are here and by the Game Master. `draft` is the open turn."""
    if not scene.words or not may_be_foreseen(scene.world, people, scene.words):
        return ()
    # What comes to people's minds is no part of it: a committed turn is read again without that.
    read = propose_without_suggestions(Scene(scene.world, scene.state, scene.words, scene.roll))
    answered = ((change, _answer(draft, change)) for change in read.changes)
    new = tuple(
        Foreseen(change, text) for change, text in answered if text and isinstance(change, Discuss | Inform)
    )
    replies = (change for change in read.changes if isinstance(change, Answer))
    given = (one for reply in replies if (one := _given_before(draft, reply.who, read.intents)) is not None)
    return (*new, *given)


def foreseen_line(foreseen: Foreseen) -> str:
    """An answer as it stands in a prompt."""
    text, operation = gloss_of(foreseen.text, ANSWER_CHARS), foreseen.operation
    if isinstance(operation, Discuss):
        says = "has said, and says again" if foreseen.again else "says"
        return f"Foreseen (discuss, topic {operation.topic}): @{operation.who} {says}: {text}"
    return f"Foreseen, if you are asked (inform, kind {operation.kind}): the answer is: {text}"


def _answer(draft: Draft, operation: Operation) -> str:
    """The foreseen answer that an operation of the understudy's gives; empty where it gives none."""
    if isinstance(operation, Inform):
        asked = operation.asked or operation.about
        return gm_written_answer(draft.world, draft.state, asked, operation.kind)
    if not isinstance(operation, Discuss):
        return ""
    person = draft.world.characters[operation.who]
    if (written := person.answers.get(operation.topic)) is None:
        return ""
    number = next_line(draft, operation.who, written.lines, f"{operation.who}.{operation.topic}")
    return written.lines[number].text[0] if number is not None else ""


def _given_before(draft: Draft, who: str, intents: tuple[Intent, ...]) -> Foreseen | None:
    """The answer that they have given already to what they are asked, if it is one that was written."""
    answers = draft.world.characters[who].answers
    given = {
        name: said
        for name, one in answers.items()
        if (said := [n for n in range(len(one.lines)) if f"{who}.{name}.{n}" in draft.state.lines])
    }
    if not given:
        return None
    last, person = last_topics(draft.state, who), draft.world.characters[who]
    asked = (one.words for one in intents if who in (*one.objects, one.recipient))
    names = (answer_to(person, words, last, frozenset(given)) for words in asked)
    name = next(filter(None, names), None)
    if name is None:
        return None
    latest = max(given[name], key=lambda n: (draft.state.lines[f"{who}.{name}.{n}"], n))
    return Foreseen(Discuss(who=who, topic=name), answers[name].lines[latest].text[0], again=True)
