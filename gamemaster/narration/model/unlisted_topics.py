"""What a model left as something else, though somebody has a line for it: the understudy's reading finds it. Pure.

A prompt lists a few of each person's topics (`gamemaster.narration.prompts.topic_lists`). What was asked of is looked
up among all of them, so that nothing an author wrote is out of a model's reach. A topic that was listed and that the
model passed over stays so, unless the words say its very name.
"""

from __future__ import annotations

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.talk.questions.topics import (
    BY_ITS_NAME,
    MAX_TOPIC,
    subject_of,
    trim_question,
    without_name,
)
from gamemaster.narration.prompts.outcome_schema import ELSE, InScene
from gamemaster.narration.scene import Scene
from gamemaster.narration.understudy.understudy import propose
from gamemaster.rules.proposal import Discuss, Inform, Operation, Outcome


def with_unlisted_topics(scene: Scene, here: InScene, outcome: Outcome) -> Outcome:
    """The outcome with what was asked in place of "something else": a topic, or the player's own words for it.

    What the Game Master is asked is answered as it was foreseen, if it was.
    """
    of_gm = next((one.operation for one in here.foreseen if isinstance(one.operation, Inform)), None)
    if of_gm is not None:
        answered = (of_gm if isinstance(one, Inform) else one for one in outcome.changes)
        outcome = outcome.model_copy(update={"changes": tuple(dict.fromkeys(answered))})
    if not any(_is_open(one) for one in outcome.changes):
        return outcome
    understood = propose(scene)
    chosen = {(one.who, one.topic) for one in outcome.changes if isinstance(one, Discuss)}
    changes = [
        _topic_meant(scene, here, one, understood, chosen)
        if isinstance(one, Discuss) and _is_open(one)
        else one
        for one in outcome.changes
    ]
    return outcome.model_copy(update={"changes": tuple(changes)})


def _is_open(operation: Operation) -> bool:
    return isinstance(operation, Discuss) and operation.topic == ELSE


def _topic_meant(
    scene: Scene, here: InScene, asked: Discuss, understood: Outcome, chosen: set[tuple[str, str]]
) -> Discuss:
    """What was asked of, as the understudy reads it. What the model has `chosen` beside it is another question."""
    who = asked.who
    if who not in here.topics:
        return asked
    for one in here.foreseen:
        if isinstance(one.operation, Discuss) and one.operation.who == who:
            return one.operation.model_copy(update={"asks": asked.asks})
    listed, topics = (*here.topics[who], *here.touched[who]), scene.world.characters[who].topics
    intents = [one for one in understood.intents if who in (*one.objects, one.recipient)]
    for answer in understood.changes:
        if not isinstance(answer, Discuss) or answer.who != who or answer.topic not in topics:
            continue
        if (who, answer.topic) in chosen:
            continue
        if answer.topic not in listed or answer.topic in (
            _topic_by_name(scene, who, one.words) for one in intents
        ):
            return answer.model_copy(update={"asks": asked.asks or answer.asks})
    own = next((one.topic for one in intents if one.topic and one.topic not in topics), None)
    own = own or " ".join(trim_question(words_of(plain(scene.words))))
    return asked.model_copy(update={"topic": own[:MAX_TOPIC] or ELSE})


def _topic_by_name(scene: Scene, who: str, clause: str) -> str | None:
    """The topic whose very name these words to somebody say."""
    said = without_name(scene.world, who, words_of(plain(clause)))
    subject = subject_of(scope_of(scene.world, scene.state), who, said)
    return subject.topic if subject.score >= BY_ITS_NAME else None
