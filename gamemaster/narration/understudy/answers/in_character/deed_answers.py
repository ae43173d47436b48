"""Answers to somebody who is asked to do or give something in words. Pure."""

from __future__ import annotations

import re
from dataclasses import replace

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import nouns_of, scope_of
from gamemaster.language.names.noun_phrases import one_of
from gamemaster.language.talk.addressee import leader_of
from gamemaster.language.talk.bargains import terms_of
from gamemaster.language.talk.questions.matters import Matter
from gamemaster.language.talk.questions.topics import subject_of
from gamemaster.language.talk.requests import escort_asked, is_whoever_leads, thing_requested
from gamemaster.language.wording.paragraphs import has_words
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.narration.understudy.answers.in_character.answer_sources import (
    ignorance,
    place_of,
)
from gamemaster.narration.understudy.answers.in_character.last_matter import told_for_a_promise
from gamemaster.narration.understudy.answers.in_character.line_answers import as_answer
from gamemaster.narration.understudy.answers.in_character.open_lines import anything_to_tell, asks_anything
from gamemaster.narration.understudy.answers.in_character.ordinary_answers import (
    ordinary_answer,
    what_they_would_do,
)
from gamemaster.narration.understudy.answers.in_character.questions import (
    Asked,
    asked_of,
    proper_names,
)
from gamemaster.narration.understudy.deeds.company import topic_of
from gamemaster.narration.understudy.reactions import takes_charge, to_a_request
from gamemaster.rules.conditions import is_asleep
from gamemaster.rules.draft import Draft
from gamemaster.rules.operations.social_operations import next_line, withheld_line
from gamemaster.rules.proposal import (
    Answer,
    Attempt,
    Discuss,
    Intent,
    MakePromise,
    Operation,
    Take,
)
from gamemaster.rules.stances.favours import can_be_granted, deed_asked, sides_of
from worlds.schema import PLAYER


def put_in_words(draft: Draft, operation: Attempt, intent: Intent, words: str) -> list[Operation] | None:
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
    if operation.stance == "bargain" and (shut := _topic_not_open(draft, operation)) is not None:
        return [Discuss(who=who, topic=shut)]  # what nothing has them speak of yet is not for sale
    if operation.stance == "bargain" and _asks_what_is_not_known(draft, operation):
        terms = terms_of(words_of(plain(operation.aim)))
        demanded = terms.asked.removeprefix("tell you").strip() if terms is not None else ""
        if (told := told_for_a_promise(draft, asked, demanded)) is not None:
            return [told]
        return [as_answer(replace(asked, topic=None), ignorance(replace(asked, matter=None)))]
    if operation.stance == "bargain":
        terms = terms_of(words_of(plain(operation.aim)), proper_names(world))
        refusals = asked.replies("no_deal")
        if terms is not None:
            refusals = asked.replies("bargain_no", offered=terms.offered, asked=terms.asked)
        if operation.recipient is None:
            return [Answer(who=who, texts=refusals, source="reply", put=deed_asked(operation)[:120])]
        thing = name_of(world, operation.recipient)
        theirs = who in (state.items[operation.recipient or ""], world.items[operation.recipient or ""].owner)
        refused = refusals if theirs else asked.replies("none", what=thing)
        return [Answer(who=who, texts=refused, source="reply", matter=thing[:120])]
    put_in_full = replace(asked, words=operation.aim, spoken=operation.aim)
    if (ordinary := ordinary_answer(put_in_full) or ordinary_answer(put_in_full, late=True)) is not None:
        return [ordinary]
    if (would := what_they_would_do(asked)) is not None:
        return [would]
    told_back = operation.stance == "beg"  # a plea is noted as whoever hears it would say it
    if not told_back and (charge := takes_charge(asked, operation.aim)) is not None:
        return [Answer(who=who, texts=asked.replies("will_do")), MakePromise(by=who, to=PLAYER, what=charge)]
    texts = to_a_request(asked, tuple(words_of(plain(operation.aim))), turned=told_back)
    return [Answer(who=who, texts=texts[:24], put="" if told_back else operation.aim)]


def with_capitals(draft: Draft, aim: str) -> str:
    """The aim of a request with names as they are written: promises are kept and told in these words."""
    names = {
        name.casefold(): name for name in proper_names(draft.world) if len(name) > 1
    }  # a bargain's "i" stays
    return " ".join(names.get(word, word) for word in aim.split(" "))


_THEIR = frozenset("his her their its your the".split())

_TELLING = frozenset({"ask", "talk", "tell", "show"})


def _asks_for_a_deed(draft: Draft, aim: str) -> bool:
    """Whether the words ask that something be done, rather than told."""
    words = words_of(plain(aim))
    if words[:1] == ["tell"] and words[1:2] not in (["me"], ["us"], ["about"]):
        return True  # somebody else is to be told
    if words[:2] == ["do", "not"]:
        return True
    meanings, length = nouns_of(draft.world).verbs.at_start(words)
    return bool(meanings) and len(words) > length and _TELLING.isdisjoint(meanings)


def _can_come_about(draft: Draft, operation: Attempt) -> bool:
    """Whether what is asked for could be done; nobody trades away what is no thing to be handed over: "his radio"."""
    fixed = operation.recipient is None and operation.aim.split(" ")[0] in _THEIR
    if operation.stance == "bargain" and (_asks_for_goods(operation) or _WAGER.match(operation.aim)):
        return False  # nobody hands over what is nowhere
    if operation.stance == "bargain" and _topic_not_open(draft, operation) is not None:
        return False
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
    matter = _matter_demanded(operation)
    if not matter or operation.target not in draft.world.characters:
        return False
    if asks_anything(matter) and anything_to_tell(draft, operation.target) is not None:
        return False
    subject = subject_of(scope_of(draft.world, draft.state), operation.target, matter)
    return subject.topic not in draft.world.characters[operation.target].topics


def _topic_not_open(draft: Draft, operation: Attempt) -> str | None:
    """The topic that a bargain asks to be told of, where nothing has them speak of it yet but to put one off."""
    matter, who = _matter_demanded(operation), operation.target
    if not matter or who not in draft.world.characters:
        return None
    found = subject_of(scope_of(draft.world, draft.state), who, matter).topic
    topic = draft.world.characters[who].topics.get(found or "")
    shut = topic is not None and bool(topic.else_) and not draft.holds(topic.when, f"{who}.{topic.id}")
    return topic.id if shut and topic is not None else None


def _matter_demanded(operation: Attempt) -> list[str]:
    """What is to be told, of a bargain that asks to be told something; else nothing."""
    terms = terms_of(words_of(plain(operation.aim)))
    told = terms.asked.split() if terms is not None else []
    if told[:2] != ["tell", "you"]:
        return []
    return told[3:] if told[2:3] in (["about"], ["of"]) else told[2:]


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


def asked_to_lead(asked: Asked) -> Operation | None:
    """What they say who are to take the player to somebody: that they stay, and where that one is to be found."""
    goal = escort_asked(" ".join(word for word in words_of(asked.words) if word.isalnum()))
    if goal is None:
        return None
    scope = scope_of(asked.world, asked.state)
    if is_whoever_leads(goal):
        whom = leader_of(asked.world, asked.state)
        if whom == asked.who:
            return as_answer(replace(asked, topic=None), ("sight", asked.replies("i_lead")))
    else:
        found = one_of(scope, goal.removeprefix("see ").split(), frozenset({"person", "place"}))
        whom = found[0] if found is not None else None
    if whom is None or whom == asked.who:
        return as_answer(replace(asked, topic=None), ("reply", asked.replies("stays")))
    matter = Matter(whom, name_of(asked.world, whom), frozenset())
    there = place_of(replace(asked, matter=matter)) or ()
    here = asked.state.place in (
        whom,
        asked.state.characters[whom].place if whom in asked.state.characters else "",
    )
    texts = (
        there
        if here
        else tuple(f"{stays} {where}" for stays in asked.replies("stays") for where in there[:2])
    )
    return as_answer(replace(asked, topic=None), ("sight", texts or asked.replies("stays")))


def asked_for_a_thing(draft: Draft, asked: Asked) -> Operation | None:
    """What comes of "may I have …": it is won from them, or they say what there is to say of it, or keep it."""
    thing = thing_requested(scope_of(draft.world, draft.state), asked.words.split())
    if _demands_what_is_no_item(asked):
        return as_answer(replace(asked, topic=None), ("reply", asked.replies("no_deal")))
    if thing is None or asked.who not in (draft.state.items[thing], draft.world.items[thing].owner):
        return None
    if draft.state.items[thing] == PLAYER:
        return as_answer(replace(asked, topic=None), ("reply", asked.replies("yours")))
    if draft.world.items[thing].take is not None and draft.state.items[thing] == draft.state.place:
        return Take(item=thing)  # its writer says when they let go of it, and what they say till then
    request = Attempt(stance="persuade", target=asked.who, recipient=thing)
    if can_be_granted(draft, request):
        return request
    return _said_of_their_thing(draft, asked, thing) or as_answer(
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
