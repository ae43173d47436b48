"""What a model left as something else, though somebody has a line for it: the understudy's reading finds it. Pure.

A prompt lists a few of each person's topics (`gamemaster.narration.prompts.topic_lists`). What was asked of is looked
up among all of them, so that nothing an author wrote is out of a model's reach. A topic that was listed and that the
model passed over stays so, unless the words say its very name.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.talk.topics import BY_ITS_NAME, MAX_TOPIC, subject_of, trim_question
from gamemaster.narration.prompts.outcome_schema import ELSE, InScene
from gamemaster.narration.scene import Scene
from gamemaster.narration.understudy.understudy import propose
from gamemaster.rules.proposal import Answer, Discuss, Operation, Outcome


def with_unlisted_topics(scene: Scene, here: InScene, outcome: Outcome) -> Outcome:
    """The outcome with what was asked in place of "something else": a topic, or the player's own words for it."""
    if not any(_is_open(one) for one in outcome.changes):
        return outcome
    understood = propose(scene)
    answers = {one.who: one for one in understood.changes if isinstance(one, Discuss | Answer)}
    changes = [
        _named(scene, here, one, answers.get(one.who), understood)
        if isinstance(one, Discuss) and _is_open(one)
        else one
        for one in outcome.changes
    ]
    return outcome.model_copy(update={"changes": tuple(changes)})


def _is_open(operation: Operation) -> bool:
    return isinstance(operation, Discuss) and operation.topic == ELSE


def _named(
    scene: Scene, here: InScene, asked: Discuss, answer: Discuss | Answer | None, understood: Outcome
) -> Discuss:
    """What was asked of, as the understudy read it."""
    own = next(_clauses(scene, asked.who, understood), scene.words)
    said = words_of(plain(own))
    if isinstance(answer, Discuss) and answer.topic in scene.world.characters[asked.who].topics:
        listed = answer.topic in (*here.topics.get(asked.who, ()), *here.touched.get(asked.who, ()))
        subject = subject_of(scope_of(scene.world, scene.state), asked.who, said)
        if not listed or (subject.topic == answer.topic and subject.score >= BY_ITS_NAME):
            return answer.model_copy(update={"asks": asked.asks or answer.asks})
    matter = answer.matter if isinstance(answer, Answer) else ""
    return asked.model_copy(update={"topic": (matter or " ".join(trim_question(said)))[:MAX_TOPIC] or ELSE})


def _clauses(scene: Scene, who: str, understood: Outcome) -> Iterator[str]:
    """The player's words to somebody, as they were read."""
    for intent in understood.intents:
        if who in (*intent.objects, intent.recipient) and intent.words:
            yield intent.words
