"""Which topics of the people here stand in a prompt: a few of each person's, and what the player's words touch. Pure.

People have dozens. All of them, for everybody in a hall, would cost more than the rest of a turn, and a model does not
need them: what no list holds is `something_else`, and `gamemaster.narration.model.unlisted_topics` sees to that.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.talk.questions.topics import touched_topics
from gamemaster.narration.prompts.state_text import gloss_of
from gamemaster.rules.draft import Draft
from gamemaster.rules.operations.actions import line_fits
from gamemaster.rules.operations.social_operations import next_line
from worlds.schema import NO_EFFECTS, Topic

MOST_OFFERED, MOST_TOUCHED = 5, 3  # topics of one person
TOUCHED_CHARS = 32  # of what would be said of a topic
LONGEST_WORDS = 400  # characters of the player's words that are looked at


@dataclass(frozen=True)
class TopicLists:
    """Of one person, each in the author's order, with what it is about. What is touched is not offered."""

    offered: dict[str, str]  # topic: what it goes by
    touched: dict[str, str]  # topic: the first words of what would be said of it


def topic_lists(draft: Draft, people: tuple[str, ...], words: str) -> dict[str, TopicLists]:
    """What these people can be asked about in a prompt. What is offered does not depend on the words: it is seldom
    written anew."""
    named = _named_by(draft, people, words)
    return {who: _lists(draft, who, named.get(who, {})) for who in people}


def touched_lists(draft: Draft, people: tuple[str, ...], words: str) -> dict[str, dict[str, str]]:
    """Of these people's topics what the words touch, as in `topic_lists`: most words touch nothing of anybody's."""
    named = _named_by(draft, people, words)
    return {who: _lists(draft, who, named[who]).touched if named.get(who) else {} for who in people}


def _named_by(draft: Draft, people: tuple[str, ...], words: str) -> dict[str, dict[str, int]]:
    return touched_topics(scope_of(draft.world, draft.state), people, words_of(plain(words[:LONGEST_WORDS])))


def _lists(draft: Draft, who: str, named: dict[str, int]) -> TopicLists:
    topics = draft.world.characters[who].topics
    spoken_of = [
        name for name, topic in topics.items() if topic.else_ or draft.holds(topic.when, f"{who}.{name}")
    ]
    new = [name for name in spoken_of if not _is_told(draft, who, topics[name])]
    leading = (name for name in new if _leads_on(draft, who, topics[name]))
    opening = (name for name in new if topics[name].opens)
    chosen: set[str] = set()
    for name in chain(leading, opening, new):
        if len(chosen) == MOST_OFFERED:
            break
        chosen.add(name)
    best = [name for name in named if name in spoken_of and name not in chosen][:MOST_TOUCHED]
    return TopicLists(
        {name: topics[name].names[0] for name in spoken_of if name in chosen},
        {name: _first_words(draft, who, topics[name]) for name in spoken_of if name in best},
    )


def _first_words(draft: Draft, who: str, topic: Topic) -> str:
    """Of what they would say of it now; what it goes by, where that is nothing new."""
    key = f"{who}.{topic.id}"
    number = next_line(draft, who, topic.lines, key) if draft.holds(topic.when, key) else None
    said = topic.lines[number].text if number is not None else ()
    return gloss_of(said[0], TOUCHED_CHARS) if said else topic.names[0]


def _is_told(draft: Draft, who: str, topic: Topic) -> bool:
    return any(f"{who}.{topic.id}.{number}" in draft.state.lines for number in range(len(topic.lines)))


def _leads_on(draft: Draft, who: str, topic: Topic) -> bool:
    """Whether something would come of it now: a fact, a flag, a thing."""
    return any(
        line.effects != NO_EFFECTS and line_fits(draft, who, line, f"{who}.{topic.id}.{number}")
        for number, line in enumerate(topic.lines)
    )
