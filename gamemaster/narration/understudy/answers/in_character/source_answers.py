"""Answers out of what somebody knows: to a question, a demand to tell, and to news. Pure."""

from __future__ import annotations

import re
from dataclasses import replace

from gamemaster.language.names.normalization import content_of, stem
from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.tables.verb_forms import is_over_after_have
from gamemaster.language.talk.forces.statements import Statement
from gamemaster.language.talk.questions.asked_kinds import tells_doer
from gamemaster.language.talk.questions.circumstances import circumstances
from gamemaster.language.talk.questions.matters import SMALL_WORDS
from gamemaster.language.talk.requests import asked_for
from gamemaster.narration.understudy.answers.in_character.answer_sources import (
    SOURCES,
    ignorance,
    who_somebody_is,
)
from gamemaster.narration.understudy.answers.in_character.line_answers import as_answer, has_line_on
from gamemaster.narration.understudy.answers.in_character.open_lines import (
    best_line,
    line_that_fits,
    lines_of_now,
)
from gamemaster.narration.understudy.answers.in_character.ordinary_answers import (
    ordinary_answer,
    what_they_would_do,
)
from gamemaster.narration.understudy.answers.in_character.own_life import (
    wish_or_fear,
)
from gamemaster.narration.understudy.answers.in_character.questions import (
    Asked,
)
from gamemaster.narration.understudy.answers.open_questions import is_open_question, news_of
from gamemaster.narration.understudy.answers.story_so_far.deeds_done import (
    RECENT_DEEDS,
    flags_of_deeds,
    latest,
    rules_done,
)
from gamemaster.narration.understudy.answers.story_so_far.evidence import roots_of
from gamemaster.narration.understudy.reactions import reaction, takes_charge, to_a_request
from gamemaster.rules.draft import Draft
from gamemaster.rules.proposal import (
    Answer,
    Attempt,
    Discuss,
    Operation,
)
from gamemaster.rules.stances.favours import can_be_granted
from worlds.schema import PLAYER

_WARNING = re.compile(
    r"\bi (?:should |must |ought to |need to )?"
    r"(?:be )?(?:afraid|scared|wary|careful|worried|fear|avoid|beware|watch out|look out|stay away)\b"
)


def answer_to_news(asked: Asked) -> Operation | None:
    """What they have to say to a question that names no matter: of what the story is about; else that it is all."""
    named = asked.thing is not None and asked.thing != asked.state.place
    if asked.topic not in (None, "self") or not is_open_question(asked.question, named):
        return None
    warned = _WARNING.search(asked.words) is not None and not asked.person.replies.fear
    if warned and (feared := wish_or_fear(asked, "fear")):
        return as_answer(replace(asked, topic=None), ("reply", feared))
    found = news_of(asked.world, asked.state, asked.who, asked.question)
    counsel = _IN_THEIR_PLACE.match(asked.words) is not None
    if counsel and (found is None or not _is_counsel(asked, *found)):
        return ordinary_answer(replace(asked, topic=None, matter=None), late=True)
    if found is not None:
        return Discuss(who=asked.who, topic=found[0], line=found[1])
    told = any(key.startswith(f"{asked.who}.") for key in asked.state.lines)
    asked = replace(asked, topic=None)
    if told and asked.question.kind == "advice":
        return as_answer(asked, ("ignorance", asked.every_reply("no_more")))
    return as_answer(asked, ignorance(asked))


_IN_THEIR_PLACE = re.compile(
    r"what (?:would|should) you (?:do|say)\b.*\b(?:in my|if you were)\b|what would you do$"
)
_COUNSELS = re.compile(
    r"\b(?:I['\u2019]d|I (?:would|should)|you (?:should|must|might|could|want to)|let (?:him|her|them)|better"
    r"|if (?:you|he|she|they)|(?<!I )(?:don['\u2019]t|do not|never) (?!know\b)\w+)\b"
    r"|(?:^|[.!?] )(?:Ask(?! me\b)|Go|Look|Keep|Mind|Find|Talk|Watch|Wait)\b"
)


def _is_counsel(asked: Asked, topic: str, number: int) -> bool:
    """Whether a line of theirs tells anybody what to do."""
    return _COUNSELS.search(asked.person.topics[topic].lines[number].text[0]) is not None


def from_sources(draft: Draft, asked: Asked) -> Operation | None:
    """What they say without a line that was written for it: a line that shares its words comes first."""
    beside = circumstances(list(asked.question.about))
    turning = [word for word in asked.question.about if not {word, stem(word)} & SMALL_WORDS]
    about = [word for at, word in enumerate(asked.question.about) if at not in beside and word in turning]
    said = content_of(" ".join(about or turning))  # "what happens at four?" turns on the hour
    named = frozenset(content_of(asked.what)) if asked.thing is not None else frozenset()
    if (demanded := _to_a_demand(draft, asked)) is not None:
        return demanded
    if (outcome := _of_the_outcome(draft, asked)) is not None:
        return outcome
    if asked.question.kind == "will":
        return _asked_to(draft, asked)
    if asked.topic is None and (known := who_somebody_is(asked)) is not None:
        return as_answer(asked, known)
    if asked.question.kind == "propose":
        return as_answer(asked, ("reaction", reaction(asked, Statement("propose"))))
    if (
        said
        and not (
            asked.referred and asked.topic is not None
        )  # who is meant by "him" is known, and was spoken of
        and not asked.asks_the_way
        and asked.question.kind != "may"
        and (near := best_line(draft, asked.who, said, naming=named)) is not None
    ):
        return Discuss(who=asked.who, topic=near[0], line=near[1])
    if (doing := line_that_fits(draft, asked.who, lambda line: tells_doer(asked.words, line.text[0]))) is not None:
        return Discuss(who=asked.who, topic=doing[0], line=doing[1])
    if asked.question.kind == "why" and asked.matter is None:
        return as_answer(asked, ("follow_up", asked.replies("because")))
    for source in SOURCES:
        found = source(asked)
        if found is not None and found[1]:
            return as_answer(asked, found)
    return None


# Words of a question that is after what came of what was done, and names no matter: "is it safe now?".
_OUTCOME = content_of(
    "safe safer secure enough hold holding better good okay fix fixed right work works worked done help helped"
    " difference ready think reckon now still everything going alright fine"
)


def _of_the_outcome(draft: Draft, asked: Asked) -> Operation | None:
    """What they have to say of what the player has changed, who are asked whether all is well now."""
    words = content_of(asked.words)
    made = flags_of_deeds(asked.world, asked.state)
    if not made or not asked.question.asked or not words or not words <= _OUTCOME:
        return None
    touched = {
        root
        for rule in rules_done(asked.world, asked.state)
        for thing in (*rule.on, *rule.with_)
        for root in roots_of(asked.world, thing)
    }
    for topic in asked.person.topics.values():
        if touched.isdisjoint(content_of(" ".join(topic.names))):
            continue  # a line may wait for the deed, and be of something else
        for number in lines_of_now(draft, asked.who, topic):
            when = topic.lines[number].when
            if when is not None and not made.isdisjoint(when.set) and draft.holds(topic.when):
                return Discuss(who=asked.who, topic=topic.id, line=number)
    greeted = [
        text
        for line in asked.person.greeting
        if line.when is not None and not made.isdisjoint(line.when.set) and draft.holds(line.when)
        for text in line.text
        if not asked.was_told(text)
    ]
    if not greeted and (done := latest(asked.world, asked.state, asked.state.turn - RECENT_DEEDS)):
        greeted = [*asked.replies("deed_stands", stands=done.removeprefix("Yes.").strip())]
    return as_answer(replace(asked, topic=None), ("reaction", tuple(greeted))) if greeted else None


def _to_a_demand(draft: Draft, asked: Asked) -> Operation | None:
    """What comes of "give me …": what they have and can spare is won from them by words, the rest is refused."""
    if not _DEMAND.match(asked.words):
        return None
    if asked.thing not in draft.world.items:
        phrase = _GOODS.fullmatch(asked.words)
        goods = phrase is not None and asked.topic is None and asked.thing is None
        return (
            as_answer(asked, ("reply", asked.replies("none", what=_a_name(phrase["what"]))))
            if goods and phrase
            else None
        )
    request = Attempt(stance="persuade", target=asked.who, recipient=asked.thing)
    if can_be_granted(draft, request):
        return request
    held = draft.state.items[asked.thing or ""]
    owner = draft.world.items[asked.thing or ""].owner
    kind = "yours" if held == PLAYER else "no_deal" if asked.who in (held, owner) else "none"
    return as_answer(replace(asked, topic=None), ("reply", asked.replies(kind)))


def charge_in(asked: Asked) -> str | None:
    """What they take on who are asked to mind something, to stay, or to leave something undone."""
    if asked.topic is not None and has_line_on(asked.person, asked.topic, "will"):
        return None
    if asked.question.kind == "will":
        return takes_charge(asked, " ".join(asked.question.about))
    if _DO_THEY_NOT.search(asked.raw) and not asked.words.endswith(_PLEASING):
        return None  # "don't one employ them?" asks
    left_undone = asked.words.startswith(
        ("do not ", "please do not ", "never ")
    ) and not asked.words.startswith(_TO_THE_PLAYER)
    told = asked.words.split()[:1] == ["never"] and is_over_after_have(asked.words.split()[1])  # "never told anybody"
    return takes_charge(asked, asked.words) if left_undone and not told else None


_DO_THEY_NOT = re.compile(r"(?:^|[.!?\"]\s*)(?:don['’]?t|do not) (?:\w+ ?){1,8}\?", re.IGNORECASE)
_PLEASING = ("please", "will you", "would you", "okay")
# What is not to be given, made or let is the player's own lot, and no charge: "don't make me go out again".
_TO_THE_PLAYER = (
    "do not you ",  # "don't you ever go home?" asks
    *(f"do not {verb} {who} " for verb in ("give", "make", "let", "get") for who in ("me", "us")),
)

_DEMAND = re.compile(r"(?:please |now |just |then |so )*(?:give|hand|lend|pass|bring|sell|return)\b")
# What is asked for as goods, and is none of the world's things: "lend me a lantern"; a word or a hand is none.
_GOODS = re.compile(
    r"(?:please |now |just |then |so )*(?:give|hand|lend|pass|bring|sell) (?:me|us) (?P<what>(?:a|an|some|your|the) "
    r"(?!(?:\w+ )?(?:answers?|hints?|minutes?|moments?|seconds?|chances?|hand|break|reasons?|truth|names?|lift|words?"
    r"|news|tour|story|clue|rest|orders?|idea)\b)(?:\w+ ?){1,3}?)(?: at least| then| please| for .+)?"
)


def _a_name(phrase: str) -> str:
    own = phrase.removeprefix("your ")
    return f"{own[:1].upper()}{own[1:]}"


def _asked_to(draft: Draft, asked: Asked) -> Operation:
    """What comes of "will you …": what they could do is decided by dice, anything else they answer in words."""
    wanted = asked_for(scope_of(draft.world, draft.state), asked.who, list(asked.question.about))
    request = Attempt(stance="persuade", target=asked.who, recipient=wanted)
    if wanted is not None and can_be_granted(draft, request):
        return request
    if (of_themselves := what_they_would_do(asked)) is not None:
        return of_themselves
    texts = to_a_request(asked, asked.question.about)
    return Answer(
        who=asked.who, texts=texts[:24], matter=asked.echo[:120], put=" ".join(asked.question.about)[:120]
    )
