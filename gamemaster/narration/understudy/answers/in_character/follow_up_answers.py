"""What somebody answers to a question on their own last words: more of the same, what it leads to, or they stand by it.

Nobody denies or shrugs at what they have just said: where there is no further line, they say it again in few words.
"""

from __future__ import annotations

from dataclasses import dataclass

from gamemaster.language.names.normalization import content_of, words_of
from gamemaster.language.talk.questions.follow_ups import FORM_WORDS, FollowUp, follow_up_of
from gamemaster.language.talk.said_before import (
    Saying,
    phrase_echoed,
    run_said_back,
    sayings_of,
    what_is_echoed,
)
from gamemaster.language.talk.sentences import sentences_of
from gamemaster.language.wording.replies import saying_back
from gamemaster.narration.understudy.answers.in_character.last_matter import owned_to
from gamemaster.narration.understudy.answers.in_character.open_lines import best_line, line_of_topic
from gamemaster.narration.understudy.answers.in_character.personal import is_loosely_named
from gamemaster.narration.understudy.answers.in_character.questions import Asked
from gamemaster.rules.draft import Draft
from gamemaster.rules.proposal import Answer, Discuss, Operation
from gamemaster.rules.state import MATTER, TALKED

_WHOLE = 0.75  # of the words: where so many are said back, it is about those
_SHORT = 4  # words of which one alone may be what is said back
_FRESH = 3  # turns in which somebody's last words are what is asked about
# The follow-up that a question about words said before comes to, by its kind.
_KINDS: dict[str, FollowUp] = {
    "why": "because",
    "whether": "sure",
    "honest": "sure",
    "what_happened": "onward",
}
_FURTHER: dict[FollowUp, str] = {"because": "why", "meant": "what", "onward": ""}


@dataclass(frozen=True)
class _FollowUp:
    kind: FollowUp
    of: Saying | None  # None where they said it in no line of theirs
    words: set[str]
    phrase: str = ""  # their very words, where those were said back


_BARE = 4  # words of "what do you mean?"


def follow_up(draft: Draft, asked: Asked) -> Operation | None:
    """The answer to a follow-up; None where the words are none."""
    found = _read(asked)
    if found is None:
        return None
    if found.kind in _FURTHER and (more := _further(draft, asked, found)) is not None:
        return more
    return _stand_by(asked, found)


def _read(asked: Asked) -> _FollowUp | None:
    words = words_of(asked.words)
    kind = follow_up_of(words)
    sayings = sayings_of(asked.world, asked.state, asked.who)
    named = content_of(" ".join((asked.person.name, *asked.person.aliases)))
    said = content_of(" ".join(word for word in words if word not in FORM_WORDS)) - named
    back = what_is_echoed(sayings, said) if said else None
    if (kind is None or kind == "meant") and back is None and asked.topic is None:
        very = phrase_echoed(sayings, [word for word in words if word not in FORM_WORDS])
        if very is not None and asked.question_like:
            return _FollowUp("meant", very[0], said, very[1])
    if kind is None and asked.question_like and (run := _run_in(asked, sayings, words)) is not None:
        return _FollowUp(_KINDS.get(asked.question.kind, "meant"), run[0], said, run[1])
    if kind is None and (back is None or not asked.question_like):
        return None
    if (
        kind == "meant" and back is None and said
    ):  # "what did you mean, one of ten?": whichever of theirs says so
        back = next((one for one in sayings if said <= one.stems), None)
    shared = len(said & back.stems) if back is not None else 0
    whole = shared > 1 and shared >= len(said) * _WHOLE
    if kind is None and not whole and (asked.topic is not None or (shared == 1 and len(words) > _SHORT)):
        return None  # a name in their last words that they can speak of: "who is Elsie?"
    kind = kind or _KINDS.get(asked.question.kind, "meant" if asked.question.asked else "sure")
    last = back or next(iter(sayings), None)
    meant = [word for word in words if word not in FORM_WORDS | {"what", "do", "did", "you", "by"}]
    if kind == "meant" and (run := phrase_echoed(sayings, meant)) is not None:
        return _FollowUp(kind, run[0], said, run[1])
    talked = asked.state.focus.get(TALKED, "")
    spoke = int(talked) if talked.isdigit() and asked.state.focus.get("who") == asked.who else 0
    if back is None and (last is None or spoke > last.turn):
        return _FollowUp(kind, None, said) if spoke else None  # their last words were no line of a writer's
    if last is None or (back is None and asked.state.turn - last.turn > _FRESH):
        return None
    return _FollowUp(kind, last, said)


def _run_in(asked: Asked, sayings: list[Saying], words: list[str]) -> tuple[Saying, str] | None:
    """Their very words amid a question, or before it: "went round at ten? what did you find?"."""
    own = asked.topic is None or asked.referred or is_loosely_named(asked)
    if (run := run_said_back(sayings, words)) is not None and (own or asked.topic == run[0].topic):
        return run
    before = [said for said, _ in sentences_of(asked.spoken) if said and said != words_of(asked.words)]
    told_back = ((phrase_echoed(sayings, said) or run_said_back(sayings, said), said) for said in before)
    asks_of = content_of(" ".join(word for word in words if word not in FORM_WORDS))
    return next(
        (
            one
            for one, said in told_back
            if one is not None and (own or asks_of <= content_of(" ".join(said)))
        ),
        None,
    )


def _further(draft: Draft, asked: Asked, found: _FollowUp) -> Discuss | None:
    """A further line of the same topic, of a topic that their words name, or one that shares most with them."""
    if found.of is None:
        return _of_the_matter(draft, asked, found)
    if found.words and not found.words & found.of.stems:  # of something else than their last words
        if found.kind == "meant" and asked.topic is None:
            return None  # "what do you mean you can't?" names no other matter
        near = best_line(draft, asked.who, found.words)
        return Discuss(who=asked.who, topic=near[0], line=near[1]) if near is not None else None
    kind = _FURTHER[found.kind]
    if found.of.topic is not None:
        line = line_of_topic(draft, asked.who, found.of.topic, kind, found.words)
        if line is not None:
            return Discuss(who=asked.who, topic=found.of.topic, line=line)
    # Of a few words that are said back, nothing else that those words happen to name.
    if found.kind == "because" or found.phrase or found.kind == "meant":
        return None
    closest = best_line(draft, asked.who, found.words, besides=found.of.topic, named_by=found.of.text)
    return Discuss(who=asked.who, topic=closest[0], line=closest[1]) if closest is not None else None


def _of_the_matter(draft: Draft, asked: Asked, found: _FollowUp) -> Discuss | None:
    """A line on what was spoken of last, where their last words were in no line."""
    matter = content_of(asked.state.focus.get(MATTER, "")) | found.words
    for topic in asked.person.topics.values():
        if any(names and names <= matter for names in map(content_of, topic.names)):
            line = line_of_topic(draft, asked.who, topic.id, _FURTHER[found.kind], found.words)
            if line is not None:
                return Discuss(who=asked.who, topic=topic.id, line=line)
    return None


def stand_by(asked: Asked) -> Answer | None:
    """They are told what they said, and do not take it back."""
    words = content_of(asked.words)
    sayings = sayings_of(asked.world, asked.state, asked.who)
    return _stand_by(
        asked, _FollowUp("meant", what_is_echoed(sayings, words) or next(iter(sayings), None), words)
    )


def _stand_by(asked: Asked, found: _FollowUp) -> Answer | None:
    echo = found.of.echo(found.words, found.phrase) if found.of is not None else ""
    kind = "no_more" if found.kind == "onward" else found.kind
    if found.of is not None and (owned := owned_to(asked, found.of)):
        return Answer(who=asked.who, texts=owned[:24], source="follow_up")
    texts = asked.replies(kind, echo=echo)
    # Their very words were said back: they say them again, and stand by just those.
    if echo and found.phrase:
        own = tuple(text for text in asked.every_reply(kind, echo=echo) if echo in text)
        texts = own or saying_back(kind, echo) or texts
    return Answer(who=asked.who, texts=texts[:24], source="follow_up") if texts else None
