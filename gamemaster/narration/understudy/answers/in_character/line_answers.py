"""The lines that a writer wrote for a topic, as answers. Pure."""

from __future__ import annotations

from dataclasses import replace

from gamemaster.language.names.normalization import content_of
from gamemaster.language.talk.forces.statements import statement_of
from gamemaster.language.talk.questions.matters import Matter
from gamemaster.language.talk.sentences import sentences_of
from gamemaster.narration.understudy.answers.in_character.answer_sources import (
    Said,
    known_fact,
    place_of,
    pointer,
    said_in_brief,
)
from gamemaster.narration.understudy.answers.in_character.open_lines import (
    best_line,
    line_of_words,
    lines_of_now,
)
from gamemaster.narration.understudy.answers.in_character.questions import (
    Asked,
)
from gamemaster.rules.draft import Draft
from gamemaster.rules.operations.social_operations import next_line, open_lines
from gamemaster.rules.proposal import (
    Answer,
    Discuss,
    Operation,
)
from worlds.schema import Character, Topic


def written_line(draft: Draft, asked: Asked) -> Operation | None:
    """What was written of it, or where it is to be seen."""
    person, kind = asked.person, asked.question.kind
    found = place_of(asked) if asked.asks_the_way else None
    if found and not has_line_on(person, asked.topic or "", "where"):
        return as_answer(asked, ("sight", found))
    topic = person.topics.get(asked.topic or "")
    if topic is None:
        return None
    if not draft.holds(topic.when, f"{asked.who}.{topic.id}"):
        return Discuss(who=asked.who, topic=topic.id) if topic.else_ else None
    key = f"{asked.who}.{topic.id}"
    if (of_many := _is_of_many(asked, topic)) is not None:
        free = [
            n
            for n in open_lines(draft, asked.who, topic.lines, key)
            if of_many & content_of(topic.lines[n].text[0])
        ]
        return Discuss(who=asked.who, topic=topic.id, line=free[0]) if free else None
    free = lines_of_now(draft, asked.who, topic)
    if free:
        named = content_of(
            " ".join(name for name in topic.names if name[:1].isupper())
        )  # of whom every line is
        line = line_of_words(draft, asked.who, topic, content_of(asked.words) - named)
        if line is None and next_line(draft, asked.who, topic.lines, key, kind) not in free:
            line = free[0]
        return Discuss(who=asked.who, topic=topic.id, asks=kind, line=line)
    again = kind not in ("will", "may") and (not asked.referred or kind in ("about", "what", "said"))
    if again and any(name.startswith(f"{key}.") for name in asked.state.lines):
        near = best_line(draft, asked.who, content_of(asked.words) - content_of(asked.person.name))
        if near is not None and not asked.referred:
            return Discuss(who=asked.who, topic=near[0], line=near[1])  # anything new that the words touch
        before = _once_more(_with_name(asked, topic.names[0]))
        return as_answer(asked, ("reply", before)) if before else None
    return None


def _is_of_many(asked: Asked, topic: Topic) -> set[str] | None:
    """The name of whoever is asked after, where a topic is of several people: only a line on just them is of them."""
    people = {who for who, person in asked.world.characters.items() for name in topic.names if name.casefold() in
              map(str.casefold, (person.name, *person.aliases))}  # fmt: skip
    if asked.thing not in people or len(people) < 2:
        return None
    person = asked.world.characters[asked.thing or ""]
    return content_of(" ".join((person.name, *person.aliases)))


def _once_more(asked: Asked) -> tuple[str, ...]:
    """What was asked before is said again in brief; where nobody kept it, that it was, or who else might be asked."""
    elsewhere = pointer(asked)
    if tale := said_in_brief(asked, asked.topic):
        again = asked.every_reply("as_said", tale=tale)
        if not any(asked.was_told(text) for text in again):
            return again  # said over once; after that they say that they said it
        return asked.replies("no_more") + (elsewhere[1] if elsewhere is not None else ())
    return asked.replies("again") + (elsewhere[1] if elsewhere is not None else ())


def has_line_on(person: Character, topic: str, kind: str) -> bool:
    return topic in person.topics and any(kind in line.answers for line in person.topics[topic].lines)


def _with_name(asked: Asked, name: str) -> Asked:
    if asked.matter is not None:
        return asked
    return replace(asked, matter=Matter(None, name, frozenset()))


def as_answer(asked: Asked, said: Said) -> Answer:
    source, texts = said
    texts = texts or asked.every_reply("unsure")  # every wording of a reply may want a name that nobody gave
    fact = known_fact(asked) if source == "fact" else None
    matter = asked.person.topics[asked.topic].names[0] if asked.topic is not None else asked.what
    called = next(
        (
            told.about[:40]
            for words, _ in sentences_of(asked.spoken or asked.words)
            if (told := statement_of(words)).force == "named"
        ),
        "",
    )
    return Answer(
        who=asked.who, texts=texts[:24], source=source, matter=matter[:120], fact=fact, called=called
    )
