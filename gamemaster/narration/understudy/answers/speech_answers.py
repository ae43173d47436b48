"""What somebody answers: which source speaks, by what was said last, the force of the words, and their matter. Pure.

The order: a follow-up on their own words, where things are, a line that was written for it, what they remember, what a
statement does to them, a line that shares the words, then the sources of `answer_sources`, ignorance last.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from gamemaster.language.names.normalization import content_of, plain, stem, words_of
from gamemaster.language.names.noun_index import nouns_of, scope_of
from gamemaster.language.tables.verb_forms import plain_form
from gamemaster.language.talk.bargains import terms_of
from gamemaster.language.talk.circumstances import circumstances
from gamemaster.language.talk.heartfelt import HEARTFELT
from gamemaster.language.talk.matters import SMALL_WORDS, Matter
from gamemaster.language.talk.requests import asked_for, thing_requested
from gamemaster.language.talk.sentences import asks, main_words, sentences_of, without_tag
from gamemaster.language.talk.statements import Statement, backs_out, is_given_word, statement_of
from gamemaster.language.talk.topics import subject_of
from gamemaster.language.wording.paragraphs import has_words
from gamemaster.language.wording.replies import reply
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.narration.understudy.answers.about_people import (
    about_people,
    is_after_nobody,
    with_person_meant,
)
from gamemaster.narration.understudy.answers.answer_sources import (
    SOURCES,
    Said,
    Source,
    gives_leave,
    ignorance,
    known_fact,
    place_of,
    pointer,
    said_in_brief,
    who_is_meant,
    who_lives_here,
)
from gamemaster.narration.understudy.answers.common_knowledge import common_knowledge
from gamemaster.narration.understudy.answers.deeds_done import (
    RECENT_DEEDS,
    flags_of_deeds,
    is_it_done,
    latest,
    own_deed_in,
    rules_done,
    standing_for,
)
from gamemaster.narration.understudy.answers.evidence import roots_of
from gamemaster.narration.understudy.answers.follow_up_answers import follow_up, stand_by
from gamemaster.narration.understudy.answers.open_lines import best_line, line_of_words, lines_of_now
from gamemaster.narration.understudy.answers.open_questions import is_open_question, news_of
from gamemaster.narration.understudy.answers.own_life import bond_asked_for, strongest_bond, wish_or_fear
from gamemaster.narration.understudy.answers.personal import (
    fact_of_life,
    is_loosely_named,
    is_personal,
    line_about_oneself,
    personal_reply,
)
from gamemaster.narration.understudy.answers.questions import Asked, asked_of, names_part, proper_names
from gamemaster.narration.understudy.answers.recollection import recollection
from gamemaster.narration.understudy.answers.verdicts import verdict
from gamemaster.narration.understudy.deeds.company import topic_of
from gamemaster.narration.understudy.promises import promise_in, same_matter
from gamemaster.narration.understudy.reactions import reaction, takes_charge, to_a_request, topic_of_news
from gamemaster.narration.understudy.rule_choice import is_sweeping, rule_offered
from gamemaster.rules.conditions import is_asleep
from gamemaster.rules.draft import Draft
from gamemaster.rules.operations.social_operations import next_line, open_lines, withheld_line
from gamemaster.rules.proposal import (
    Answer,
    Attempt,
    ChangeRelation,
    Discuss,
    Greet,
    Intent,
    MakePromise,
    Operation,
    SettlePromise,
    Take,
    Try,
    Use,
)
from gamemaster.rules.stances.favours import ASKING, can_be_granted, sides_of
from gamemaster.rules.state import Recalled, digest
from worlds.rules import all_rules
from worlds.schema import PLAYER, Character, Topic

# What is no question on somebody's last words, however short it is and whatever of them it says back.
_OWN_FORCES = frozenset({"feeling", "accuse", "greet", "named", "propose"})


def answer_instead(
    draft: Draft, operation: Operation, intent: Intent, words: str, recalled: Iterable[Recalled] = ()
) -> list[Operation]:
    """The operation, or what somebody says where it would lead to no line of theirs."""
    if isinstance(operation, Try) and operation.why == "heard":
        return [_reply_to_heard(draft, operation, words)]
    if isinstance(operation, Use):
        return [operation, *_reply_to_manners(draft, operation, intent)]
    if isinstance(operation, Attempt) and operation.stance in ASKING:
        operation = operation.model_copy(update={"aim": _with_capitals(draft, operation.aim)})
        return _put_in_words(draft, operation, intent, words) or [operation]
    if isinstance(operation, Greet) and intent.verb == "ask":
        return [_told_as_promised(draft, operation.who) or operation]
    if not isinstance(operation, Discuss) or operation.who not in draft.world.characters:
        return [operation]
    world, state, who = draft.world, draft.state, operation.who
    person = world.characters[who]
    if state.characters[who].place != state.place or not state.characters[who].alive or not has_words(person):
        return [operation]
    asked = with_person_meant(asked_of(world, state, operation, intent, words))
    if asked.question.kind == "will" and is_loosely_named(asked):
        asked = replace(asked, topic=None)  # what is asked to be done only shares a word with it
    if (offered := rule_offered(world, state, who, asked.spoken)) is not None:
        return [offered]
    if (requested := _asked_for_a_thing(draft, asked)) is not None:
        return [requested]
    if (of_their_word := _asked_whether_promised(asked)) is not None:
        return [of_their_word]
    if (charge := _charge_in(asked)) is not None:
        return [Answer(who=who, texts=asked.replies("will_do")), MakePromise(by=who, to=PLAYER, what=charge)]
    if (deed := _of_the_players_deed(draft, asked)) is not None:
        return deed
    if (
        intent.verb == "ask"
        and (asked.topic is None or is_loosely_named(asked))
        and (told := common_knowledge(asked))
    ):
        return [_as_answer(replace(asked, topic=None), ("sight", told))]
    statement = _statement_in(asked, intent, words)
    found = follow_up(draft, asked) if statement is None or statement.force not in _OWN_FORCES else None
    if found is not None:
        return [found]
    if statement is not None:
        return _to_a_statement(draft, asked, operation, statement)
    if (news := _news(asked)) is not None:
        return [news]
    if _is_of_their_word(asked):
        return [_as_answer(replace(asked, topic=None), ("reply", asked.replies("as_promised")))]
    if (of_people := _about_people(asked)) is not None:
        return [*_to_what_stands_beside(asked), of_people]
    if is_after_nobody(asked):
        return [_as_answer(asked, ("ignorance", asked.replies("who_meant")))]
    if (own := _about_oneself(draft, asked, intent)) is not None:
        return [own]
    if (meant := who_is_meant(asked)) is not None:
        return [_as_answer(replace(asked, topic=None), meant)]
    beside = _to_what_stands_beside(asked)
    written = _written_line(draft, asked)
    if written is not None:
        return [*beside, *_whether(draft, asked, written)]
    if (remembered := recollection(world, operation, words, recalled, state.told)) is not None:
        return [*beside, remembered]
    return [*beside, *_whether(draft, asked, _from_sources(draft, asked) or operation), *_leave_given(asked)]


def _of_the_players_deed(draft: Draft, asked: Asked) -> list[Operation] | None:
    """What they say who are asked whether the player did something, or told that it is done; None for all else."""
    deed = own_deed_in(asked.world, asked.state, words_of(asked.words))
    if deed is None and asked.topic is None:
        stands = is_it_done(asked.world, asked.state, asked.words)
        texts = (
            asked.replies("deed_stands", stands=stands.partition(" ")[2])
            if stands.startswith("Yes. ")
            else ()
        )
        return [_as_answer(asked, ("reaction", texts))] if texts else None
    if deed is None or (deed.done is None and not deed.asks):
        return None  # what was not done is a claim like any other
    seen = deed.is_seen(asked.world, asked.state)
    stands = standing_for(asked.world, asked.state, deed.done) if deed.done is not None and seen else ""
    if deed.asks and not seen:
        kind = "deed_yours"
    elif deed.asks:
        kind = "deed_open" if deed.done is None else "deed_done" if stands else "deed_seen"
    else:
        kind = "deed_seen" if seen else "deed_told"
    written = _written_line(draft, asked) if deed.done is not None and not deed.asks else None
    answer = _as_answer(replace(asked, topic=None), ("reaction", asked.replies(kind, stands=stands)))
    return [answer, *([written] if isinstance(written, Discuss) else [])]


_LASTING = frozenset(
    {"sleep", "rest", "stay", "lodge", "spend"}
)  # what leave is given for a night, not for now
_TO_LET = "to let you "
_LEAVE = re.compile(
    r"did you (?:not )?(?:just )?(?:say|tell me) (?:that )?(?:i|we) (?:could|can|may|might) (?P<deed>.+)"
)


def _leave_given(asked: Asked) -> list[Operation]:
    """That they let the player sleep or stay is their word, and stands."""
    about = asked.question.about
    if asked.question.kind != "may" or not about or about[0] not in _LASTING or not gives_leave(asked):
        return []
    what = f"{_TO_LET}{' '.join(about)}"[:200]
    stands = any(
        (one.by, one.what, one.status) == (asked.who, what, "open") for one in asked.state.promises.values()
    )
    return [] if stands else [MakePromise(by=asked.who, to=PLAYER, what=what)]


def _about_people(asked: Asked) -> Operation | None:
    """What they say of people who are asked of them, where no line of theirs was written for just that."""
    if asked.question.kind == "bond":
        return None  # whom they like, trust or fear most
    named = asked.topic is not None and not asked.referred and not is_loosely_named(asked)
    if named and _answers(asked.person, asked.topic or "", asked.question.kind):
        return None
    said = about_people(asked)
    return _as_answer(replace(asked, topic=None), said) if said is not None and said[1] else None


def _told_as_promised(draft: Draft, who: str) -> Operation | None:
    """What they say who gave their word to tell of something, and are told to: first the player's half, then that."""
    open_now = [one for one in draft.state.promises.values() if one.status == "open"]
    owed = next(
        (one for one in open_now if one.by == who and one.to == PLAYER and one.what.startswith("to tell ")),
        None,
    )
    if owed is None or who not in draft.world.characters:
        return None
    if any(one.by == PLAYER and one.to == who for one in open_now):
        person = draft.world.characters[who]
        return Answer(
            who=who, texts=reply(person, "offered", lambda text: digest(text) in draft.state.told)[:24]
        )
    matter = [word for word in words_of(plain(owed.what))[2:] if word not in ("you", "me", "about", "of")]
    return Discuss(
        who=who, topic=subject_of(scope_of(draft.world, draft.state), who, matter).topic or owed.what[:120]
    )


# Kinds of question that somebody's word answers: "are you staying?", "will you come?", "when do you leave?".
_OF_WHAT_IS_TO_COME = frozenset({"whether", "will", "when", "doing"})


def _is_of_their_word(asked: Asked) -> bool:
    """Whether they are asked for what they gave the player their word on."""
    leave = _LEAVE.fullmatch(asked.words)
    about = leave["deed"].split() if leave is not None else asked.question.about
    said = [word for word in about if word not in SMALL_WORDS | {"you", "me"}]
    given = (
        frozenset(words_of(plain(one.what)))
        for one in asked.state.promises.values()
        if (one.by, one.to, one.status) == (asked.who, PLAYER, "open")
        and (leave is not None or not one.what.startswith(_TO_LET))
    )
    return asked.question.kind in _OF_WHAT_IS_TO_COME and any(
        2 * sum(plain_form(word, promised) in promised for word in said) > len(said) for promised in given
    )


def _put_in_words(draft: Draft, operation: Attempt, intent: Intent, words: str) -> list[Operation] | None:
    """What they say to a request or an offer that nothing could come of; None where the dice decide on it."""
    world, state, who = draft.world, draft.state, operation.target
    if who not in state.present() or who not in world.characters or is_asleep(world, state, who):
        return None
    if (
        _can_come_about(draft, operation)
        or not state.characters[who].alive
        or not has_words(world.characters[who])
    ):
        return None
    put = Discuss(who=who, topic=operation.aim or operation.stance)
    asked = asked_of(world, state, put, intent, words)
    if operation.stance == "bargain" and _asks_what_is_not_known(draft, operation):
        return [_as_answer(replace(asked, topic=None), ignorance(replace(asked, matter=None)))]
    if operation.stance == "bargain":
        terms = terms_of(words_of(plain(operation.aim)), proper_names(world))
        refusals = asked.replies("no_deal")
        if terms is not None:
            refusals = asked.replies("bargain_no", offered=terms.offered, asked=terms.asked)
        if operation.recipient is None:
            return [Answer(who=who, texts=refusals, source="reply")]
        thing = name_of(world, operation.recipient)
        theirs = who in (state.items[operation.recipient or ""], world.items[operation.recipient or ""].owner)
        refused = refusals if theirs else asked.replies("none", what=thing)
        return [Answer(who=who, texts=refused, source="reply", matter=thing[:120])]
    told_back = operation.stance == "beg"  # a plea is noted as whoever hears it would say it
    if not told_back and (charge := takes_charge(asked, operation.aim)) is not None:
        return [Answer(who=who, texts=asked.replies("will_do")), MakePromise(by=who, to=PLAYER, what=charge)]
    texts = to_a_request(asked, tuple(words_of(plain(operation.aim))), turned=told_back)
    return [_as_answer(replace(asked, topic=None), ("reply", texts))]


def _with_capitals(draft: Draft, aim: str) -> str:
    """The aim of a request with names as they are written: promises are kept and told in these words."""
    names = {name.casefold(): name for name in proper_names(draft.world)}
    return " ".join(names.get(word, word) for word in aim.split(" "))


_THEIR = frozenset("his her their its your the".split())


_TELLING = frozenset({"ask", "talk", "tell", "show"})


def _asks_for_a_deed(draft: Draft, aim: str) -> bool:
    """Whether the words ask that something be done, rather than told."""
    words = words_of(plain(aim))
    if words[:1] == ["tell"] and words[1:2] not in (["me"], ["us"], ["about"]):
        return True  # somebody else is to be told
    meanings, length = nouns_of(draft.world).verbs.at_start(words)
    return bool(meanings) and len(words) > length and _TELLING.isdisjoint(meanings)


def _can_come_about(draft: Draft, operation: Attempt) -> bool:
    """Whether what is asked for could be done; nobody trades away what is no thing to be handed over: "his radio"."""
    fixed = operation.recipient is None and operation.aim.split(" ")[0] in _THEIR
    if operation.stance == "bargain" and (_asks_for_goods(operation) or _WAGER.match(operation.aim)):
        return False  # nobody hands over what is nowhere
    if operation.stance == "bargain" and _asks_what_is_not_known(draft, operation):
        return False  # nobody gives their word on telling what they have no line for
    if operation.stance == "bargain" and fixed:
        return withheld_line(draft, operation.target or "", operation.aim) is not None
    if (
        operation.stance != "bargain"
        and operation.recipient is None
        and _asks_for_a_deed(draft, operation.aim)
    ):
        return False  # "take the letter" names what they could speak of, and asks for something else
    return can_be_granted(draft, operation)


_SAID_OR_LENT = frozenset(
    """word words answer answers hint news name names story tale secret help hand promise truth advice chance moment
    time bed place shelter roof room lift leave blessing song kiss ear support""".split()
)


def _asks_what_is_not_known(draft: Draft, operation: Attempt) -> bool:
    """Whether a bargain asks to be told of a matter that whoever it is put to has nothing to say about."""
    terms = terms_of(words_of(plain(operation.aim)))
    told = terms.asked.split() if terms is not None else []
    if told[:2] != ["tell", "you"] or not told[2:] or operation.target not in draft.world.characters:
        return False
    matter = told[3:] if told[2] in ("about", "of") else told[2:]
    if not matter:
        return False
    subject = subject_of(scope_of(draft.world, draft.state), operation.target, matter)
    return subject.topic not in draft.world.characters[operation.target].topics


_WAGER = re.compile(r"(?:i )?(?:will )?(?:bet|wager)\b")


def _asks_for_goods(operation: Attempt) -> bool:
    """Whether a bargain asks for goods that are no thing of the world: "some nails". What is said or lent is none."""
    sides = sides_of(operation.aim)
    asked = sides[1].split() if sides is not None else []
    return (
        operation.recipient is None
        and asked[:3] == ["to", "give", "you"]
        and _SAID_OR_LENT.isdisjoint(asked[3:])
    )


_MINE = re.compile(r"\b(?:my|our|mine)\b")  # what is offered is the player's own


def _about_oneself(draft: Draft, asked: Asked, intent: Intent) -> Operation | None:
    """What they say who are asked about themselves, where no line of theirs was asked for by its name."""
    unnamed = asked.topic is None or is_loosely_named(asked)
    unnamed = unnamed or (asked.question.kind == "invited" and _MINE.search(asked.words) is not None)
    if asked.question.kind == "others" and unnamed and (names := who_lives_here(asked)):
        return _as_answer(replace(asked, topic=None, matter=None), ("sight", names))
    if asked.question.kind in ("hypothetical", "trust_me", "kept") or (
        asked.question.kind in ("observed", "would", "yes", "invited") and unnamed
    ):
        return _as_answer(replace(asked, topic=None), ("reply", asked.replies(asked.question.kind)))
    if asked.question.kind == "bond" and (unnamed or strongest_bond(asked)):
        return _as_answer(replace(asked, topic=None, matter=None), ("feeling", bond_asked_for(asked)))
    if intent.verb == "show" and asked.topic is None:
        return _as_answer(asked, ("reply", asked.replies("shown")))
    if (known := fact_of_life(asked)) and (
        asked.topic in (None, "self") or is_loosely_named(asked) or asked.words.startswith("how long")
    ):
        return _as_answer(replace(asked, topic=None), ("reply", known))
    own = asked.topic == "self" and not names_part(asked.person.topics["self"], asked.words)
    kin = line_about_oneself(asked) if is_personal(asked) else None
    if not is_personal(asked) or not (asked.topic is None or own or kin or is_loosely_named(asked)):
        return None
    written = _written_line(draft, replace(asked, topic=kin.topic)) if kin is not None else None
    return written or _as_answer(replace(asked, topic=None), ("reply", personal_reply(asked)))


_WARNING = re.compile(
    r"\bi (?:should |must |ought to |need to )?"
    r"(?:be )?(?:afraid|scared|wary|careful|worried|fear|avoid|beware|watch out|look out|stay away)\b"
)


def _news(asked: Asked) -> Operation | None:
    """What they have to say to a question that names no matter: of what the story is about; else that it is all."""
    named = asked.thing is not None and asked.thing != asked.state.place
    if asked.topic not in (None, "self") or not is_open_question(asked.question, named):
        return None
    warned = _WARNING.search(asked.words) is not None and not asked.person.replies.fear
    if warned and (feared := wish_or_fear(asked, "fear")):
        return _as_answer(replace(asked, topic=None), ("reply", feared))
    found = news_of(asked.world, asked.state, asked.who, asked.question)
    if found is not None:
        return Discuss(who=asked.who, topic=found[0], line=found[1])
    told = any(key.startswith(f"{asked.who}.") for key in asked.state.lines)
    asked = replace(asked, topic=None)
    if told and asked.question.kind == "advice":
        return _as_answer(asked, ("ignorance", asked.every_reply("no_more")))
    return _as_answer(asked, ignorance(asked))


def _whether(draft: Draft, asked: Asked, answer: Operation) -> list[Operation]:
    """Whether it is so is said before what else there is to say of it."""
    if (
        asked.question.kind != "whether"
        or not isinstance(answer, Discuss)
        or answer.topic not in asked.person.topics
    ):
        return [answer]
    lines = asked.person.topics[answer.topic].lines
    key = f"{asked.who}.{answer.topic}"
    number = next_line(draft, asked.who, lines, key, answer.asks, answer.line)
    kind = verdict(asked, lines[number]) if number is not None else None
    if kind is None:
        return [answer]
    return [_as_answer(asked, ("reaction", asked.replies(kind))), answer]


def _written_line(draft: Draft, asked: Asked) -> Operation | None:
    """What was written of it, or where it is to be seen."""
    person, kind = asked.person, asked.question.kind
    found = place_of(asked) if asked.asks_the_way else None
    if found and not _answers(person, asked.topic or "", "where"):
        return _as_answer(asked, ("sight", found))
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
        return _as_answer(asked, ("reply", before)) if before else None
    return None


def _is_of_many(asked: Asked, topic: Topic) -> set[str] | None:
    """The name of whoever is asked after, where a topic is of several people: only a line on just them is of them."""
    people = {who for who, person in asked.world.characters.items() for name in topic.names if name.casefold() in
              map(str.casefold, (person.name, *person.aliases))}  # fmt: skip
    if asked.thing not in people or len(people) < 2:
        return None
    person = asked.world.characters[asked.thing or ""]
    return content_of(" ".join((person.name, *person.aliases)))


def _from_sources(draft: Draft, asked: Asked) -> Operation | None:
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
    if asked.question.kind == "propose":
        return _as_answer(asked, ("reaction", reaction(asked, Statement("propose"))))
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
    if asked.question.kind == "why" and asked.matter is None:
        return _as_answer(asked, ("follow_up", asked.replies("because")))
    for source in SOURCES:
        found = source(asked)
        if found is not None and found[1]:
            return _as_answer(asked, found)
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
    return _as_answer(replace(asked, topic=None), ("reaction", tuple(greeted))) if greeted else None


def _to_a_demand(draft: Draft, asked: Asked) -> Operation | None:
    """What comes of "give me …": what they have and can spare is won from them by words, the rest is refused."""
    if not _DEMAND.match(asked.words) or asked.thing not in draft.world.items:
        return None
    request = Attempt(stance="persuade", target=asked.who, recipient=asked.thing)
    if can_be_granted(draft, request):
        return request
    held = draft.state.items[asked.thing or ""]
    owner = draft.world.items[asked.thing or ""].owner
    kind = "yours" if held == PLAYER else "no_deal" if asked.who in (held, owner) else "none"
    return _as_answer(replace(asked, topic=None), ("reply", asked.replies(kind)))


def _charge_in(asked: Asked) -> str | None:
    """What they take on who are asked to mind something, to stay, or to leave something undone."""
    if asked.topic is not None and _answers(asked.person, asked.topic, "will"):
        return None
    if asked.question.kind == "will":
        return takes_charge(asked, " ".join(asked.question.about))
    left_undone = asked.words.startswith(
        ("do not ", "please do not ", "never ")
    ) and not asked.words.startswith(_TO_THE_PLAYER)
    return takes_charge(asked, asked.words) if left_undone else None


# What is not to be given, made or let is the player's own lot, and no charge: "don't make me go out again".
_TO_THE_PLAYER = (
    "do not you ",  # "don't you ever go home?" asks
    *(f"do not {verb} {who} " for verb in ("give", "make", "let", "get") for who in ("me", "us")),
)


def _asked_for_a_thing(draft: Draft, asked: Asked) -> Operation | None:
    """What comes of "may I have …": it is won from them, or they say what there is to say of it, or keep it."""
    thing = thing_requested(scope_of(draft.world, draft.state), asked.words.split())
    if _demands_what_is_no_item(asked):
        return _as_answer(replace(asked, topic=None), ("reply", asked.replies("no_deal")))
    if thing is None or asked.who not in (draft.state.items[thing], draft.world.items[thing].owner):
        return None
    if draft.state.items[thing] == PLAYER:
        return _as_answer(replace(asked, topic=None), ("reply", asked.replies("yours")))
    if draft.world.items[thing].take is not None and draft.state.items[thing] == draft.state.place:
        return Take(item=thing)  # its writer says when they let go of it, and what they say till then
    request = Attempt(stance="persuade", target=asked.who, recipient=thing)
    if can_be_granted(draft, request):
        return request
    return _said_of_their_thing(draft, asked, thing) or _as_answer(
        replace(asked, topic=None), ("reply", asked.replies("no_deal"))
    )


_GIVE_ME = re.compile(
    r"(?:please )?(?:give|hand|lend|pass|throw|toss)(?: over)?(?: (?:me|us))? (?:that|the|this|your) (.+)"
)


def _demands_what_is_no_item(asked: Asked) -> bool:
    """Whether something of theirs is demanded that only their words make a thing of: "give me that coin"."""
    found = _GIVE_ME.fullmatch(
        " ".join(word for word in words_of(plain(asked.spoken.partition(",")[0])) if word.isalnum())
    )
    if found is None or asked.topic is None or asked.thing in asked.world.items:
        return False
    return found[1] in map(str.casefold, asked.person.topics[asked.topic].names)


def _said_of_their_thing(draft: Draft, asked: Asked, thing: str) -> Discuss | None:
    """What was written for them to say of a thing of theirs, while there is something new of it."""
    topic = asked.person.topics.get(topic_of(draft.world, asked.who, thing))
    if topic is None or not draft.holds(topic.when, f"{asked.who}.{topic.id}"):
        return None
    key = f"{asked.who}.{topic.id}"
    number = next_line(draft, asked.who, topic.lines, key, "price")
    return Discuss(who=asked.who, topic=topic.id, line=number) if number is not None else None


_DEMAND = re.compile(r"(?:please |now |just )*(?:give|hand|lend|pass|bring|sell|return)\b")


def _asked_to(draft: Draft, asked: Asked) -> Operation:
    """What comes of "will you …": what they could do is decided by dice, anything else they answer in words."""
    wanted = asked_for(scope_of(draft.world, draft.state), asked.who, list(asked.question.about))
    request = Attempt(stance="persuade", target=asked.who, recipient=wanted)
    if wanted is not None and can_be_granted(draft, request):
        return request
    return _as_answer(asked, ("reply", to_a_request(asked, asked.question.about)))


def _to_what_stands_beside(asked: Asked) -> list[Operation]:
    """What they say to a feeling, a name, a kindness that was told in one breath with a question."""
    for words, _ in sentences_of(asked.spoken):
        statement = statement_of([word for word in words if word[0].isalnum()])
        if not asks(words) and statement.force in _BESIDE and (texts := reaction(asked, statement)):
            return [Answer(who=asked.who, texts=texts[:24], source="manners")]
    return []


_BESIDE = frozenset({"feeling", "console", "forgive", "concern"})


def _statement_in(asked: Asked, intent: Intent, words: str) -> Statement | None:
    """What the words do, if they tell rather than ask."""
    telling = intent.verb in ("tell", "accuse") or (asked.topic is None and not asked.echo)
    telling = telling or without_tag(words_of(asked.words)) is not None
    said = words_of(asked.words)
    if (meant := statement_of(said)).force in HEARTFELT:
        return meant  # "can we be friends?" is no question of leave
    if asked.question.asked or not telling:
        return None
    statement = statement_of(without_tag(said) or said)
    if statement.force == "accuse":
        return statement  # "you're the one that stops the bell?"
    if intent.verb == "accuse":
        return Statement("accuse", " ".join(said))  # "I accuse him of the theft"
    if asks(main_words(asked.spoken)) or (
        without_tag(said) is None and _ends_in_question(intent.words, words)
    ):
        return None
    return statement


# What is answered for itself, beside whatever else is asked in the same breath.
_MANNERS = HEARTFELT | {
    "feeling",
    "named",
    "console",
    "forgive",
    "praise",
    "concern",
    "own",
    "confess",
    "retract",
}
# What kindness in words wins of somebody who bears the player no grudge: a little, and that once.
_WON = {
    **dict.fromkeys(("warning", "secrecy", "trust"), "trust"),
    **dict.fromkeys(
        ("sympathy", "care", "friendship", "liking", "companionship", "encouragement"), "affection"
    ),
    **dict.fromkeys(("console", "forgive"), "affection"),
}


def _to_a_statement(draft: Draft, asked: Asked, operation: Discuss, statement: Statement) -> list[Operation]:
    """They greet, deny, wonder, feel with the player; and say what they have to say of the matter itself."""
    if statement.force == "greet":
        return [Greet(who=asked.who)]
    if (word := _of_a_word_given(asked, statement)) is not None:
        return word
    if statement.force == "quote" and (stood := stand_by(asked)) is not None:
        return [stood]
    texts = reaction(asked, statement)
    source: Source = "manners" if statement.force in _MANNERS else "reaction"
    said: list[Operation] = [_as_answer(asked, (source, texts))] if texts else []
    said += _won_by(draft, asked, statement)
    of_it = replace(asked, topic=topic_of_news(asked, statement))
    if statement.force == "sympathy" and asked.topic is not None:
        written = _written_line(draft, asked)  # "you must miss him": it moves them to speak of him
        return [*said, written] if isinstance(written, Discuss) else said
    if statement.force in ("news", "own", "judge", "propose", "claim") and of_it.topic is not None:
        written = _written_line(draft, of_it)
        if isinstance(written, Discuss):
            said.append(written)
    return said or [_from_sources(draft, asked) or operation]


_PROMISED = re.compile(
    r"you (?:promised|swore|gave (?:me )?your word|(?P<said>said)(?= (?:that )?you would\b))\b"
    r"(?: (?:me|us|that|to|you would))* ?(?P<what>.*)"
)


def _of_a_word_given(asked: Asked, statement: Statement) -> list[Operation] | None:
    """What comes of the player's giving their word without an oath, going back on it, or claiming the other's."""
    said = " ".join(word for word in asked.words.split() if word[0].isalnum())
    open_now = {name: one for name, one in asked.state.promises.items() if one.status == "open"}
    mine = [name for name, one in open_now.items() if (one.by, one.to) == (PLAYER, asked.who)]
    if mine and backs_out(said):
        broken = next((name for name in mine if same_matter(open_now[name].what, said)), None)
        broken = broken or (mine[-1] if _OF_ONES_WORD.search(said) else None)
        if broken is not None:
            answer = _as_answer(replace(asked, topic=None), ("reply", asked.replies("word_broken")))
            return [SettlePromise(promise=broken, kept=False), answer]
    if statement.force == "undertake" and is_given_word(said):
        given = promise_in(asked.world, asked.who, f"i promise {said}")
        known = given is None or any(same_matter(open_now[name].what, given.what) for name in mine)
        answer = _as_answer(replace(asked, topic=None), ("reaction", reaction(asked, statement)))
        return [*([] if known or given is None else [given]), answer]
    if (claimed := _PROMISED.fullmatch(said)) is not None:
        theirs = [one for one in open_now.values() if (one.by, one.to) == (asked.who, PLAYER)]
        meant = [one for one in theirs if not claimed["what"] or same_matter(one.what, claimed["what"])]
        if claimed["said"] and not meant:
            return None  # what they said may be told in their own words
        kind = "as_promised" if meant else "never_promised"
        return [_as_answer(replace(asked, topic=None), ("reply", asked.replies(kind)))]
    return None


_DID_PROMISE = re.compile(
    r"(?:did|have) you (?:not )?(?:just )?(?:promised?|sw(?:ear|orn)|give(?:n)? (?:me )?your word)\b"
    r"(?: (?:me|us|that|to))* ?(?P<what>.*)"
)


def _asked_whether_promised(asked: Asked) -> Operation | None:
    """What they say who are asked whether they gave the player their word."""
    found = _DID_PROMISE.fullmatch(" ".join(word for word in asked.words.split() if word[0].isalnum()))
    if found is None:
        return None
    theirs = [one for one in asked.state.promises.values() if (one.by, one.to) == (asked.who, PLAYER)]
    given = any(not found["what"] or same_matter(one.what, found["what"]) for one in theirs)
    kind = "as_promised" if given else "never_promised"
    return _as_answer(replace(asked, topic=None), ("reply", asked.replies(kind)))


_OF_ONES_WORD = re.compile(r"\bmy (?:word|promise)\b|\bchanged my mind\b|\btake it back\b|\bafter all\b")


def _won_by(draft: Draft, asked: Asked, statement: Statement) -> list[Operation]:
    """The little that kind words change, where they are the first."""
    axis = _WON.get(statement.force)
    one = draft.state.characters[asked.who]
    bond = one.toward(PLAYER)
    if axis is None or one.disposition < 0 or bond.trust < 0 or bond.affection < 0 or getattr(bond, axis) > 0:
        return []
    return [ChangeRelation(who=asked.who, **{axis: 1})]


_STAYING = frozenset({"stay", "wait", "remain", "hold"})
# What is said to a word that was heard, by the verb it was said with.
_HEARD = {
    "thank": "thanked", "apologise": "forgiven", "insult": "hurt", "accuse": "hurt", "comfort": "comforted",
    "charm": "flattered", "beg": "begged", "promise": "promised_them", "trade": "offered", "kiss": "flattered",
    "recruit": "stays", "dismiss": "stays",
}  # fmt: skip


def _reply_to_manners(draft: Draft, operation: Use, intent: Intent) -> list[Operation]:
    """What somebody says to thanks or an apology, where the world's rule about anyone has nobody speak."""
    who, kind = operation.target, _HEARD.get(intent.verb)
    if who not in draft.state.present() or kind is None or not is_sweeping(draft.world, operation.rule):
        return []
    rule = next(rule for rule in all_rules(draft.world) if rule.id == operation.rule)
    person = draft.world.characters[who]
    if not has_words(person) or any("@" in text for variant in rule.text for text in variant.text):
        return []
    texts = reply(person, kind, lambda text: digest(text) in draft.state.told)
    return [Answer(who=who, texts=texts[:24], source="manners")] if texts else []


def _reply_to_heard(draft: Draft, operation: Try, words: str) -> Operation:
    """What somebody says to what was only heard before: thanks, an insult, a promise."""
    who = operation.what
    kind = _HEARD.get(operation.verb)
    if operation.verb == "dismiss" and not _STAYING.isdisjoint(words_of(plain(words))):
        kind = "will_do"
    if who not in draft.world.characters or kind is None or not has_words(draft.world.characters[who]):
        return operation
    texts = reply(draft.world.characters[who], kind, lambda text: digest(text) in draft.state.told)
    return Answer(who=who, texts=texts[:24], source="manners") if texts else operation


def _ends_in_question(clause: str, words: str) -> bool:
    """Whether a clause stands in a sentence that ends in a question mark: "there's nine of you?"."""
    said = {word for word in words_of(plain(clause)) if word.isalnum()}
    questions = (set(words_of(plain(part))) for part in re.findall(r"[^.!?]+(?=\?)", words))
    return any(said and len(said & question) > len(said) / 2 for question in questions)


def _once_more(asked: Asked) -> tuple[str, ...]:
    """What was asked before is said again in brief; where nobody kept it, that it was, or who else might be asked."""
    elsewhere = pointer(asked)
    if tale := said_in_brief(asked, asked.topic):
        again = asked.every_reply("as_said", tale=tale)
        if not any(asked.was_told(text) for text in again):
            return again  # said over once; after that they say that they said it
        return asked.replies("no_more") + (elsewhere[1] if elsewhere is not None else ())
    return asked.replies("again") + (elsewhere[1] if elsewhere is not None else ())


def _answers(person: Character, topic: str, kind: str) -> bool:
    return topic in person.topics and any(kind in line.answers for line in person.topics[topic].lines)


def _with_name(asked: Asked, name: str) -> Asked:
    if asked.matter is not None:
        return asked
    return replace(asked, matter=Matter(None, name, frozenset()))


def _as_answer(asked: Asked, said: Said) -> Answer:
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
