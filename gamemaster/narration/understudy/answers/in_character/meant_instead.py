"""How well what somebody is asked must fit what was written for them, to outweigh what they would say without. Pure.

Whoever would only say that they do not know takes what fits best. A line on the very topic that was named stands unless
something fits much better; what they know by the state, and a feeling taken up, stand whatever fits.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.semantic.text_features import stems_of
from gamemaster.language.talk.forces.statements import statement_of
from gamemaster.language.talk.questions.asked_kinds import asked_kind
from gamemaster.language.talk.questions.follow_ups import follow_up_of
from gamemaster.language.talk.questions.matters import SMALL_WORDS
from gamemaster.language.talk.questions.ordinary_questions import last_resorts
from gamemaster.language.talk.said_before import last_topics
from gamemaster.narration.understudy.answers.in_character.meaning import (
    CERTAIN,
    CLEAR,
    GUESSED,
    INSTEAD,
    NEAR,
    RATHER,
    SURE,
    TAKEN_AS_SUCH,
    TOLD,
    Fit,
)
from gamemaster.narration.understudy.answers.in_character.ordinary_answers import bears_a_grudge
from gamemaster.narration.understudy.answers.in_character.personal import (
    fact_of_life,
    is_loosely_named,
    told_of_oneself,
)
from gamemaster.narration.understudy.answers.in_character.promise_answers import is_of_their_word
from gamemaster.narration.understudy.answers.in_character.questions import Asked
from gamemaster.rules.proposal import Answer, ChangeRelation, Discuss, MakePromise, Operation

# What is asked by the form of the words alone: who they are, what they meant, what they would do if.
_BY_FORM = frozenset({"self", "hypothetical", "honest", "said"})
_TAKEN_UP = frozenset({"invited", "yes"})  # "shall I bring you a blanket?" asks nothing of a blanket
# What they know by the state: where things are, and what people are to them.
_BY_STATE = frozenset({"bond", "who_here", "who_leads", "others", "opinion_of_me", "opinion", "fear", "want"})
# What asks no more of a topic than what it is. "May I borrow your skis?" asks more.
_ASKING_NO_MORE = frozenset({"about", "what", "who", "what_happened", "where", "when"})
# "Ok, deal" means something only by what was offered; "I'm scared" asks nobody what they are scared of themselves.
_TAKEN_AS_MEANT = frozenset({"accept", "decline", "feeling"})
_GIVEN = frozenset({"affirm", "deny"})
IN_RETURN = re.compile(r"if (?:i|we) .+ (?:will|would|can|could) you\b")
_IN_WORDS = (Answer, Discuss, ChangeRelation, MakePromise)


def how_well_it_must_fit(asked: Asked, said: Sequence[Operation], force: str | None = None) -> Fit | None:
    """None: not at all."""
    answers = [one for one in said if isinstance(one, Answer)]
    lines = [one for one in said if isinstance(one, Discuss)]
    if not said or any(not isinstance(one, _IN_WORDS) for one in said):
        return None
    if follow_up_of(words_of(asked.words)) is not None or is_of_their_word(asked):
        return None  # "what do you mean?", "are you sure?", "you promised": of what they have said
    told = statement_of(words_of(asked.words)).force
    if told in _TAKEN_AS_MEANT:
        return None
    if force in _GIVEN:
        return SURE  # a yes to what they have just asked is like much else
    if force in TAKEN_AS_SUCH or any(isinstance(one, MakePromise) for one in said):
        return CLEAR
    if IN_RETURN.search(asked.raw.casefold()):
        return CLEAR
    sources = {one.source for one in answers}
    if sources and sources <= {"ignorance", "pointer"} and not lines:
        return NEAR if "pointer" in sources else GUESSED
    if lines:
        kept = _is_named(asked, lines[0]) or _goes_on(asked, lines[0])
        return CLEAR if kept else INSTEAD if asked.question.asked else TOLD
    if sources & {"fact", "sight", "feeling"} or bears_a_grudge(asked):
        return None
    if asked.question.kind in _TAKEN_UP:
        return SURE
    if "follow_up" in sources or asked.question.kind in _BY_FORM or _is_told_by_the_state(asked):
        return CLEAR
    if fact_of_life(asked) or told_of_oneself(asked):
        return CLEAR
    if any(one.ordinary for one in answers):
        whatever = all(one.ordinary.partition(" ")[0] in last_resorts() for one in answers)
        return RATHER if whatever and asked.question.asked else CERTAIN
    return NEAR if asked.question.asked else TOLD


def _is_named(asked: Asked, line: Discuss) -> bool:
    """Whether the words ask by its name for what the line is of, and for no more: "tell me about the bell"."""
    if asked.topic != line.topic or is_loosely_named(asked):
        return False
    return asked.referred or _asks_no_more(asked)  # "why did he go?" means something only by who "he" is


def _goes_on(asked: Asked, line: Discuss) -> bool:
    """Whether the line is of what they spoke of last, and was written for such a question."""
    topic = asked.person.topics.get(line.topic or "")
    if topic is None or line.line is None or line.topic not in last_topics(asked.state, asked.who):
        return False
    return asked_kind(asked.words) in topic.lines[line.line].answers


def _asks_no_more(asked: Asked) -> bool:
    """Whether the topic itself is asked about: "tell me about the bell", "who is your father?"."""
    if not asked.question.about:
        return True
    names = (*asked.person.topics[asked.topic].names, asked.topic) if asked.topic is not None else ()
    named = {stem for name in names for stem in stems_of(plain(name))}
    if asked.question.kind not in _ASKING_NO_MORE:
        return False
    about = [word for word in asked.question.about if word not in SMALL_WORDS]
    return all(stem in named for stem in stems_of(" ".join(about)))


def _is_told_by_the_state(asked: Asked) -> bool:
    about_somebody = asked.thing in asked.world.characters and asked.thing != asked.who
    return about_somebody or asked.asks_the_way or asked.question.kind in _BY_STATE
