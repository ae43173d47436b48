"""What is told and asks nothing opens no speech on another matter that it happens to name. Pure.

"It's been a long day in a wet boat" is no question after the jolly-boat: whoever hears it says a word to that.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamemaster.language.names.normalization import words_of
from gamemaster.language.talk.forces.statements import statement_of
from gamemaster.narration.understudy.answers.in_character.in_thread import share_told, telling_words
from gamemaster.narration.understudy.answers.in_character.line_answers import as_answer
from gamemaster.narration.understudy.answers.in_character.move_answers import reaction_to_move
from gamemaster.narration.understudy.answers.in_character.questions import Asked
from gamemaster.narration.understudy.reactions import reaction
from gamemaster.rules.proposal import Answer, Discuss, Intent, Operation

_FEWEST = 5  # words: "the grey pebbles" and "about the bell" name a matter to be told of
_OF_IT = 0.6  # of the weight of a statement, so much a speech on it tells of
_ONES_OWN = frozenset({"i", "we", "my", "our"})
_NAMING = frozenset({"about", "tell", "explain", "describe", "show", "say", "ask", "more"})


def taken_as_told(asked: Asked, intent: Intent, said: list[Operation]) -> list[Operation]:
    """What they say; for a speech on what a statement only happens to name, what they say to the statement."""
    words = [word for word in words_of(asked.words) if word[0].isalnum()]
    if intent.verb != "tell" or intent.force is not None or asked.question.asked or "?" in asked.spoken:
        return said
    if len(words) < _FEWEST or not _NAMING.isdisjoint(words[:1]):
        return said
    lines = [one for one in said if isinstance(one, Discuss)]
    beside = [one for one in lines if not _is_of_it(asked, words, one)]
    if not beside:
        return said
    kept = [one for one in said if not any(one is out for out in beside)]
    if any(isinstance(one, (Answer, Discuss)) for one in kept):
        return kept
    return [*kept, *_to_it(asked)]


def _is_of_it(asked: Asked, words: Sequence[str], line: Discuss) -> bool:
    """Whether a speech is of what was told: of whom or what the statement is about, or of most of its words."""
    person = asked.person
    if line.topic in person.answers:
        return True  # a writer foresaw words like these
    topic = person.topics.get(line.topic or "")
    if topic is None:
        return True
    named = telling_words(topic.names)
    about_it = asked.thing in asked.world.characters and words[0] not in _ONES_OWN and words[0] != "you"
    if about_it and not named.isdisjoint(telling_words([asked.world.characters[str(asked.thing)].name])):
        return True
    if words[0] not in _ONES_OWN and not named.isdisjoint(telling_words([" ".join(words[:_SUBJECT])])):
        return True  # "the bell stopped an hour ago"
    texts = [text for one in topic.lines for text in one.text]
    told = telling_words((*topic.names, *topic.paraphrases, *texts))
    return share_told(telling_words([" ".join(words)]), told) >= _OF_IT


_SUBJECT = 3  # words in which a statement names what it is about


def _to_it(asked: Asked) -> list[Operation]:
    statement = statement_of(words_of(asked.words))
    texts = reaction(asked, statement)
    if texts:
        return [as_answer(asked, ("manners", texts))]
    heard = reaction_to_move(asked, "hear_out")
    return [heard] if heard is not None else []
