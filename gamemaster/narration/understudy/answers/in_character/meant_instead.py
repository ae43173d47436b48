"""How well what somebody is asked must fit what was written for them, to outweigh what they would say without. Pure.

Whoever would only say that they do not know takes what fits best. A line on the very topic that was named stands unless
something fits much better; what they know by the state, and a feeling taken up, stand whatever fits.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamemaster.language.names.normalization import plain
from gamemaster.language.semantic.text_features import stems_of
from gamemaster.language.talk.forces.statements import Statement
from gamemaster.language.talk.questions.matters import SMALL_WORDS
from gamemaster.narration.understudy.answers.in_character.meaning import (
    CERTAIN,
    CLEAR,
    GUESSED,
    NEAR,
    Fit,
)
from gamemaster.narration.understudy.answers.in_character.ordinary_answers import bears_a_grudge
from gamemaster.narration.understudy.answers.in_character.personal import (
    fact_of_life,
    is_loosely_named,
    told_of_oneself,
)
from gamemaster.narration.understudy.answers.in_character.questions import Asked
from gamemaster.rules.proposal import Answer, Discuss, Operation

# What is asked by the form of the words alone: who they are, what they meant, what they would do if.
_BY_FORM = frozenset({"self", "hypothetical", "invited", "yes", "honest", "said"})
# What they know by the state: where things are, and what people are to them.
_BY_STATE = frozenset({"bond", "who_here", "who_leads", "others", "opinion_of_me", "opinion", "fear", "want"})
# What asks no more of a topic than what it is. "May I borrow your skis?" asks more.
_ASKING_NO_MORE = frozenset({"about", "what", "who", "what_happened", "where", "when"})
# What is only told: an accusation, an offer and a feeling have an answer by what they do.
_ONLY_TOLD = frozenset({None, "observe", "undertake", "order", "news"})


def how_well_it_must_fit(asked: Asked, statement: Statement | None, said: Sequence[Operation]) -> Fit | None:
    """None: not at all."""
    answers = [one for one in said if isinstance(one, Answer)]
    lines = [one for one in said if isinstance(one, Discuss)]
    if len(answers) + len(lines) < len(said) or not said:
        return None
    sources = {one.source for one in answers}
    if sources and sources <= {"ignorance", "pointer"} and not lines:
        return NEAR if "pointer" in sources else GUESSED
    if sources & {"follow_up", "fact", "sight", "feeling", "manners"} or asked.question.kind in _BY_FORM:
        return None
    if "reaction" in sources:
        force = statement.force if statement is not None else None
        return CLEAR if lines else CERTAIN if force in _ONLY_TOLD else None
    if _is_told_by_the_state(asked):
        return CLEAR if lines else None
    if lines:
        return _instead_of_a_line(asked, lines[0])
    if fact_of_life(asked) or told_of_oneself(asked):
        return CLEAR
    if any(one.ordinary for one in answers):
        return None if bears_a_grudge(asked) else CERTAIN
    return NEAR


def _instead_of_a_line(asked: Asked, line: Discuss) -> Fit | None:
    if asked.topic != line.topic or is_loosely_named(asked):
        return NEAR if not asked.referred else None
    if asked.referred or _asks_no_more(asked):
        return None  # "why did he go?" means something only by who "he" is
    return CERTAIN


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
