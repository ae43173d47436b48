"""What somebody answers to a question on the matter of their last words, or on what a line of theirs tells. Pure.

The lines that they may still say are matched with the question by its words, and by its kind: "who" wants somebody
named, "when" a time. A line that fits neither is not said; then they send the player to whomever it concerns, or say
what they lack, after the kind of question; what is their own affair they decline. What was said is not said again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from gamemaster.language.names.normalization import content_of, plain, words_of
from gamemaster.language.names.noun_index import name_words
from gamemaster.language.tables.function_words import DETERMINERS, PREPOSITIONS
from gamemaster.language.talk.addressee import is_animal
from gamemaster.language.talk.questions.asked_kinds import asked_kind, suits
from gamemaster.language.talk.questions.follow_ups import FORM_WORDS, follow_up_of
from gamemaster.language.talk.questions.ordinary_questions import last_resorts
from gamemaster.language.talk.said_before import Saying, last_words, sayings_of, words_said_back
from gamemaster.language.wording.replies import is_stock
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.narration.understudy.answers.in_character.move_answers import reaction_to_move
from gamemaster.narration.understudy.answers.in_character.open_lines import line_that_tells
from gamemaster.narration.understudy.answers.in_character.ordinary_answers import presence_as_doing
from gamemaster.narration.understudy.answers.in_character.personal import touches_a_secret
from gamemaster.narration.understudy.answers.in_character.questions import PERSONAL, Asked
from gamemaster.rules.draft import Draft
from gamemaster.rules.operations.social_operations import next_line
from gamemaster.rules.proposal import Answer, Discuss, Operation
from worlds.schema import NOWHERE

_FRESH = 2  # turns in which somebody's last words are what is asked about
# What only goes with a verb, "went down", and tells nothing of a matter.
_PARTICLES = frozenset("up down out in off over away back round around through along".split())
_WHOSE = frozenset({"who", "whom", "whose"})
_BARE = 3  # words of a question that only tries an answer to the one before it
_EMPTY = frozenset({"ignorance", "pointer", "follow_up"})
_YOU = re.compile(r"\b(?:you|your|yours|yourself)\b")
_OWN = re.compile(r"(?:his|her|their|its|my|your) (?!own\b)\w+")  # "his children": a topic of their own life
_OTHERS = re.compile(r"\b(?:he|she|they|him|her|them|his|hers|their|theirs)\b")
# Kinds of question that ask for one thing only: what does not hold it does not answer them.
_OF_A_VIEW = frozenset({"opinion", "fear"})
_PRECISE = frozenset({"who", "where", "when", "why", "how_many", "how"})


@dataclass(frozen=True)
class _Sought:
    """What a question is after: its kind, its own words, and the last words that it goes on from, if any."""

    kind: str
    words: frozenset[str]
    last: Saying | None


def of_last_matter(draft: Draft, asked: Asked, said: list[Operation]) -> list[Operation]:
    """What they say, or, where that is empty or beside a question on their last words, what answers it."""
    asks = asked.question.asked or "?" in asked.raw
    if not asks or asked.question.kind in ("may", "will", "invited", "price"):
        return said
    sought = _aim_of(asked)
    if (doing := _of_what_is_seen(asked, sought)) is not None and not any(
        isinstance(one, Discuss) and one.topic in asked.person.answers for one in said
    ):
        return [doing]
    if follow_up_of(words_of(asked.words)) not in (None, "because"):
        return said  # "what do you mean?", "are you sure?": of their own words as they said them
    if _only_says_back(asked, sought):
        return said  # "one of ten?": they say what they meant by it
    empty = all(_is_empty(one, asked, sought) for one in said)
    beside = sought.last is not None and any(_is_beside(draft, asked, one, sought) for one in said)
    if not empty and not beside:
        return said
    if (line := _line_on(draft, asked, sought)) is not None:
        return [line]
    if sought.last is None:
        return said
    texts = _in_part(asked, sought) or _instead_of_it(asked, sought)
    return [Answer(who=asked.who, texts=texts[:24], source="follow_up")] if texts else said


def told_for_a_promise(draft: Draft, asked: Asked, demanded: str) -> Operation | None:
    """What they tell who are promised something for it: "tell me when he came, and I'll keep your name out of it"."""
    words = content_of(demanded) or content_of(asked.spoken.partition(" and i ")[0])
    sought = replace(_aim_of(asked), kind=asked_kind(demanded), words=frozenset(words))
    if (line := _line_on(draft, asked, sought)) is not None:
        return line
    texts = _in_part(asked, sought)
    if not texts and (taken := reaction_to_move(asked, "offer")) is not None:
        return taken
    return Answer(who=asked.who, texts=texts[:24], source="follow_up") if texts else None


def nothing_more_on(asked: Asked, last: Saying) -> tuple[str, ...]:
    """What they say who have no more to tell of their last words."""
    sought = replace(_aim_of(asked), last=last)
    if follow_up_of(words_of(asked.words)) == "onward":
        return asked.replies("no_more")
    return _in_part(asked, sought) or _instead_of_it(asked, sought)


def _aim_of(asked: Asked) -> _Sought:
    """The question, as said above; it goes on from the last words where it names nothing else."""
    kind = asked_kind(asked.words)
    if kind == "whether" and len(asked.words.split()) <= _BARE:
        kind = asked_kind(asked.spoken)  # "hook where? behind the desk?"
    if kind == "who" and "who" not in asked.raw.casefold():
        kind = "whether"  # "nine?", which is read as "who is nine"
    called = content_of(" ".join((asked.person.name, *asked.person.aliases)))
    words = frozenset(content_of(" ".join(w for w in words_of(asked.words) if w not in FORM_WORDS)) - called)
    words -= _PARTICLES
    last = max(
        last_words(asked.world, asked.state, asked.who, _FRESH),
        key=lambda one: (len(words & one.stems), one.written),
        default=None,
    )
    if last is not None and not last.written and not words_said_back(last, words_of(plain(asked.spoken))):
        last = None  # what no writer gave them to say is gone on from by its own words only
    if last is None or asked.state.focus.get("who") != asked.who:
        return _Sought(kind, words, None)
    topic = asked.person.topics.get(last.topic or "")
    if topic is not None:
        last = replace(last, stems=last.stems | content_of(" ".join(topic.names)))
    of_it = (
        (not words and last.topic is not None and asked.question.kind not in PERSONAL)
        or not words.isdisjoint(last.stems)
        or (asked.referred and asked.topic == last.topic)
    )
    whole = frozenset(content_of(asked.spoken)) - called
    of_it = of_it or (asked.topic is None and not whole.isdisjoint(last.stems))
    named = asked.topic not in (None, last.topic) and not asked.referred and not words & last.stems
    return _Sought(kind, words, last if of_it and not named else None)


def _only_says_back(asked: Asked, sought: _Sought) -> bool:
    """Whether a question is nothing but some of their last words in a row."""
    said = [word for word in words_of(plain(asked.raw)) if word.isalnum()]
    told = [
        word
        for word in words_of(plain(sought.last.text if sought.last is not None else ""))
        if word.isalnum()
    ]
    return len(said) > 1 and f" {' '.join(said)} " in f" {' '.join(told)} "


def _is_empty(operation: Operation, asked: Asked, sought: _Sought) -> bool:
    """Whether an answer says nothing: a shrug, a stock line, their last words once more."""
    if not isinstance(operation, Answer):
        return False
    if operation.ordinary.partition(" ")[0] in last_resorts() or operation.source in _EMPTY:
        return True
    last = sought.last.text if sought.last is not None and "again" not in asked.words.split() else ""
    repeated = [one for one in re.findall(r"[^.!?]{6,}[.!?]+", last) if one.strip() in operation.texts[0]]
    return bool(repeated) or all(is_stock(text) for text in operation.texts)


def _is_beside(draft: Draft, asked: Asked, operation: Operation, sought: _Sought) -> bool:
    """Whether an answer to a question on their last words holds nothing of it: the next line of a topic, a fact."""
    last = sought.last
    if last is None:
        return False
    named = operation.topic if isinstance(operation, Discuss) else None
    if isinstance(operation, Answer):
        loosely = bool(operation.ordinary) and not sought.words.isdisjoint(last.stems)
        if not loosely and operation.source != "fact":
            return False
        text = operation.texts[0]
    else:
        topic = asked.person.topics.get(named or "")
        line = _line_of(draft, asked, operation) if isinstance(operation, Discuss) else None
        if topic is None or line is None:
            return False
        if sought.kind in topic.lines[line].answers:
            return False
        if sought.words and sought.words <= content_of(" ".join(topic.names)):
            return False  # it asks for nothing but that topic
        of_a_topic = last.topic is not None and asked.question.kind not in _OF_A_VIEW
        by_name = any(content_of(name) <= sought.words for name in topic.names)
        if by_name and named == asked.topic != last.topic and not of_a_topic:
            return False  # named outright, and their last words are of no topic, or it asks how they feel about it
        text = topic.lines[line].text[0]
    told, new = content_of(text), sought.words - last.stems
    of_it = named == last.topic and sought.kind in _PRECISE and suits(asked.world, sought.kind, text)
    if (new or sought.words) & told or of_it:
        return False
    if sought.kind in ("whether", "why") and named == last.topic:
        return False  # what comes next of it may be the yes, or the reason
    return bool(sought.words) or sought.kind in _PRECISE


def _line_of(draft: Draft, asked: Asked, operation: Discuss) -> int | None:
    """The line that would be said."""
    topic = asked.person.topics.get(operation.topic or "")
    if topic is None or operation.line is not None:
        return operation.line
    return next_line(draft, asked.who, topic.lines, f"{asked.who}.{topic.id}", operation.asks)


def _line_on(draft: Draft, asked: Asked, sought: _Sought) -> Discuss | None:
    last = sought.last
    around = last.stems if last is not None else frozenset()
    found = line_that_tells(
        draft,
        asked.who,
        sought.words,
        lambda line: sought.kind in line.answers or suits(asked.world, sought.kind, line.text[0]),
        precise=sought.kind in _PRECISE,
        around=around,
        same=last.topic if last is not None else None,
    )
    return Discuss(who=asked.who, topic=found[0], line=found[1]) if found is not None else None


_AT_IT = re.compile(r"\b(?:are you|you are)\b", re.IGNORECASE)


def _of_what_is_seen(asked: Asked, sought: _Sought) -> Answer | None:
    """What they say who are asked about what they are seen to do: "why are you apologising to an eel?"."""
    if not sought.words or sought.kind not in ("why", "what") or _YOU.search(asked.words) is None:
        return None
    if sought.kind == "what" and _AT_IT.search(asked.words) is None:
        return None  # "what would you do with it, if it was your stick?"
    seen = presence_as_doing(asked, sought.words)
    if not seen:
        return None
    texts = asked.replies("habit") if sought.kind == "why" else (f"{seen[:1].upper()}{seen[1:]}.",)
    return Answer(who=asked.who, texts=texts[:24])


def _in_part(asked: Asked, sought: _Sought) -> tuple[str, ...]:
    """The sentence of what they said already that holds what is asked for: "when?", of "he came last month"."""
    if sought.kind not in _PRECISE or sought.kind in ("how", "why"):
        return ()
    new, last = sought.words, sought.last
    sayings = sayings_of(asked.world, asked.state, asked.who) if new else [last] if last is not None else []
    for saying in sayings:
        for sentence in re.findall(r"[^.!?]+[.!?]+", saying.text):
            explained = new <= content_of(sentence)  # else it is another question, which has another answer
            of_whom = sought.kind == "who" and bool(new) and "?" not in sentence
            if explained and (of_whom or suits(asked.world, sought.kind, sentence)):
                again = asked.every_reply("as_said", tale=sentence.strip())
                return tuple(text for text in again if not asked.was_told(text))
    return ()


def _instead_of_it(asked: Asked, sought: _Sought) -> tuple[str, ...]:
    """What they say who have no more on it: whose affair it is, that it is their own, or what they do not know."""
    if sought.last is not None and (owned := owned_to(asked, sought.last)):
        return owned
    said = words_said_back(sought.last, words_of(plain(asked.spoken))) if sought.last is not None else ""
    if said and sought.kind == "what" and (name := _whole_name(asked, said)):
        return asked.replies("confirmed", what=name)
    if sought.kind == "whether" and not _WHOSE.isdisjoint(asked.words.split()):
        sought = replace(sought, kind="who")  # "bad for whose trade?"
    other = next(_people_of(asked, sought), None)
    name = asked.world.characters[other].name if other is not None else ""
    topic = asked.person.topics.get((sought.last.topic if sought.last is not None else None) or "")
    own = topic is not None and any(_OWN.match(one) for one in topic.names)
    if own or _YOU.search(asked.spoken or asked.words) or touches_a_secret(asked):
        named = name and not content_of(name).isdisjoint(
            content_of(" ".join((asked.words, *(topic.names if topic else ()))))
        )
        between = asked.replies("between_us", who=name) if named else ()
        return between or _naming(asked, "own_affair", said)
    if name and (_OTHERS.search(asked.words) or sought.kind == "why"):
        return asked.replies("ask_them", who=name)
    return _naming(asked, f"of_it_{sought.kind}", said) or _naming(asked, "of_it", said)


def owned_to(asked: Asked, last: Saying) -> tuple[str, ...]:
    """What they say to a question that is nothing but words of theirs, which they need only own to: "the alley?"."""
    said = {word for word in words_of(asked.words) if word[0].isalnum()}
    back = (
        words_said_back(last, words_of(asked.words)) if "?" in asked.raw and not asked.question.asked else ""
    )
    alone = bool(back) and said <= {*words_of(plain(back)), *PREPOSITIONS, *DETERMINERS, "and", "so", "but"}
    return asked.replies("confirmed", what=back) if alone else ()


def _whole_name(asked: Asked, said: str) -> str:
    """The name of the thing that they spoke of in fewer words: "the office key", of "the key"."""
    name = name_of(asked.world, asked.thing) if asked.thing is not None else ""
    return name if content_of(said) < content_of(name) else ""


def _naming(asked: Asked, kind: str, said: str) -> tuple[str, ...]:
    """What they say of their own words, with those words where they were said back."""
    texts = asked.replies(kind, what=said)
    return tuple(text for text in texts if said and said.casefold() in text.casefold()) or texts


def _people_of(asked: Asked, sought: _Sought) -> Iterator[str]:
    """Whom the question or the last words are about, who could be asked: they are about, and can talk."""
    world, state = asked.world, asked.state
    last = sought.last
    topic = asked.person.topics.get((last.topic if last is not None else None) or "")
    texts = [asked.words, last.text if last is not None else "", " ".join(topic.names) if topic else ""]
    for text in texts:
        said = set(words_of(plain(text)))
        for who, person in world.characters.items():
            if who == asked.who or not state.characters[who].alive or state.characters[who].place == NOWHERE:
                continue
            if is_animal(world, who) or not person.topics:
                continue
            if any(set(name_words(name)) <= said for name in (person.name, *person.aliases)):
                yield who
