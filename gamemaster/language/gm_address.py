"""What is said to the Game Master: by name ("Game Master, what do I hear?"), or by what is asked. Pure.

A question that is joined to one of the Game Master's is the Game Master's too, and never goes to a bystander.
"""

from __future__ import annotations

import itertools
import re

from gamemaster.language.clauses.split import without_lead
from gamemaster.language.english import Forms, Words
from gamemaster.language.names.normalization import SPEECH, plain, words_of
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.tables.function_words import PREPOSITIONS, QUESTION_WORDS, SECOND_PERSON, SOMEBODY
from gamemaster.language.tables.verb_forms import is_gerund
from gamemaster.language.talk.questions.gm_questions import gm_question
from gamemaster.language.talk.questions.judgement import judgement_asked, without_grounds
from gamemaster.language.talk.questions.own_mind import is_for_a_summary
from gamemaster.language.talk.questions.questions_put import is_question
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.rules.proposal import Intent

_NAMES = (("game", "master"), ("gamemaster",), ("gm",), ("narrator",), ("ooc",))
_FORMS = Forms(__name__)
_WORDS = Words(__name__)
# "(Tell me) where Hild is", "what I hear": indirect questions, and how they are asked straight.
_INDIRECT = (
    (re.compile(r"(where|who|what) (?!is\b|are\b|was\b)([^,]+) (is|are|was)"), r"\1 \3 \2"),
    (re.compile(r"(why|how|who|where) (i|we) (am|are)( .*)?"), r"\1 \3 \2\4"),
    (re.compile(r"(what|why|how) i (?:came|come|was sent|got)( .*)?"), r"why am i here"),
    (
        re.compile(r"(what) (?!have\b|has\b|had\b|is\b|was\b)(\w+(?: \w+)?) (?:said|told (?:me|us)|mentioned)( .*)?"),
        r"\1 did \2 say\3",
    ),
    (re.compile(r"(what|whom|where|how) (i|we) (should|could|can|must)( .*)?"), r"\1 \3 \2\4"),
    (re.compile(r"(what|who|whom|where) i (hear|see|smell|know|carry|owe|have)\b([^,]*)"), r"\1 do i \2\3"),
)
# What nobody in the story is asked for: the player wants to hear again what they heard already.
_RECALLING = (("remind", "me"), ("recap", "what"))
# Kinds that are the Game Master's even where the sentence asks nothing else and people are about.
OWN_KINDS = frozenset(
    """standing debts watched senses gains looks deeds threat what_if measure honesty signs time
    cover in_time fate mood meanwhile lasted spoke reckoning""".split()
)
_FEW = 3  # words that are said to somebody by a name without a comma: "thanks gm"
_FRAGMENT = 4  # words: "and how far off?" asks on about the first question


def with_address_set_off(text: str) -> str:
    """A text that is meant for the Game Master beside the story, called so: "whisper to the GM: who am I?"."""
    return _FORMS["beside"].sub("game master, ", text)


def without_address(words: list[str]) -> tuple[bool, list[str]]:
    """Whether the Game Master is called, at the words' beginning or end, and the other words."""
    start = 0
    while start < len(words) and words[start] in _WORDS["before"]:
        start += 1
    for name in _NAMES:
        end = start + len(name)
        if tuple(words[start:end]) == name and (
            end == len(words)
            or words[end] in _WORDS["marks"]
            or is_question(words[end:])
            or is_call_for_a_moment(words[end:])
        ):
            return True, _without_mark(words[end:])
        last = tuple(words[-len(name) :]) == name
        if last and (words[-len(name) - 1 : -len(name)] == [","] or len(words) <= len(name) + _FEW):
            return True, _without_mark(words[: -len(name)])
    if is_halted_to_ask_who(words):
        return True, words[start:]
    return _without_initials(words)


def is_halted_to_ask_who(words: list[str]) -> bool:
    """Whether it is asked who somebody is after a "wait": that is no word to whoever stands by."""
    start = next((at for at, word in enumerate(words) if word not in _WORDS["before"]), len(words))
    asked = with_one_question_word(words[start : start + 4])[:2]
    end = next((at for at in range(start, len(words)) if words[at] in ".?!"), len(words))
    halted = not {"wait", "hang", "hold"}.isdisjoint(words[:start])
    who = asked in (["who", "is"], ["who", "are"], ["who", "was"])
    return halted and who and SECOND_PERSON.isdisjoint(words[start:end])


def with_one_question_word(words: list[str]) -> list[str]:
    """The words, "who or what is Bishop" as one question."""
    text = _FORMS["who_or_what"].sub("who", " ".join(words))
    return text.split()


def _without_initials(words: list[str]) -> tuple[bool, list[str]]:
    """The words without "GM" in their midst, which is a word of no story: "what holds it, GM, could I shift it?"."""
    at = words.index("gm") if "gm" in words else 0
    if "gm" not in words or SPEECH in words:
        return False, words
    if not at:
        return True, _after_a_call(_without_mark(words[1:]))
    marks = {*_WORDS["marks"], "-"}
    before, after = words[: at - (words[at - 1] == "the")], words[at + 1 :]
    while after and after[0] in marks:
        after = after[1:]
    set_off = not marks.isdisjoint((before[-1:] or [","]) + words[at + 1 : at + 2])
    while before and before[-1] in marks:
        before = before[:-1]
    only_calls = is_call_for_a_moment(before) or _WORDS["before"].issuperset(before)
    if not (set_off or only_calls or is_question(after) or (not after and _asks_on(before))):
        return False, words  # "take the gm badge"
    return True, after if only_calls else [*before, ",", *after] if after else before


def _after_a_call(words: list[str]) -> list[str]:
    """The question after a few words that only announce it: "quick one, did he see me?"."""
    at = words.index(",") if "," in words[:_FEW] else 0
    return words[at + 1 :] if at and is_question(words[at + 1 :]) and not is_question(words) else words


def _asks_on(words: list[str]) -> bool:
    """Whether words ask, be it after an "and"."""
    return is_question(words[words[:1] in (["and"], ["or"], ["but"], ["so"]) :])


def is_call_for_a_moment(words: list[str]) -> bool:
    """Whether the Game Master is only told to stop: "GM, wait." orders no waiting."""
    return _FORMS["a_moment"].fullmatch(" ".join(words)) is not None


def corrects_last_turn(words: list[str], *, corrected: bool) -> bool:
    """Whether the Game Master is told that something else was meant, or, once it is so, to put back what was done."""
    text = " ".join(words)
    return _FORMS["meant"].fullmatch(text) is not None or (
        corrected and _FORMS["have_back"].fullmatch(text) is not None
    )


def _without_view(words: list[str]) -> list[str]:
    """A question to the Game Master without "do you think": whatever they answer is what they think."""
    kept = _FORMS["view"].sub("", " ".join(words)).split() or words
    return kept if kept == words or is_question(kept) else ["is", "it", "so", "that", *kept]


def _without_mark(words: list[str]) -> list[str]:
    while words and words[0] in _WORDS["marks"]:
        words = words[1:]
    while words and words[-1] in _WORDS["marks"]:
        words = words[:-1]
    return words


def is_for_people(question: Intent) -> bool:
    """Whether what the Game Master would answer may as well be put to whoever is here: nothing of the player's own."""
    words = question.words.split()
    if question.topic == "people" and not SOMEBODY.isdisjoint(words):
        return False  # "hello? is anyone there?" is asked of nobody yet
    if (
        question.topic == "people"
        and "here" in words
        and words[0] == "who"
        and _WORDS["living"].isdisjoint(words)
    ):
        return False  # who stands here is seen
    if question.topic == "ways" and not {"lead", "leads"}.isdisjoint(words):
        return False  # where a way leads is told from what is seen
    going_on = question.topic == "goal" and "going" in words
    return question.verb == "inform" and (question.topic in _WORDS["for_people"] or going_on)


def asked_of_gm(scope: Scope, words: list[str], *, addressed: bool) -> list[Intent] | None:
    """The questions of a sentence that is the Game Master's as a whole; None where it is not, or asks nothing."""
    if SPEECH in words:
        return None
    if addressed and is_for_a_summary(words):
        return [_without_form(words)]
    if not addressed and _calls_somebody(scope, words):
        return None
    # "Who told me about the key?" is of what the player heard themselves.
    addressed = addressed or tuple(words[:2]) in _RECALLING or words[:3] == ["who", "told", "me"]
    words, own = without_grounds(words)
    addressed = addressed or own
    whole = " ".join(word for word in words if word[0].isalnum())
    one = len(questions_in(words)) == 1
    if (
        one
        and judgement_asked(whole) is not None
        and (judged := gm_question(scope, words, addressed=addressed))
    ):
        return [judged]
    words = _straight(_without_view(words)) if addressed else words
    parts = questions_in(words)
    if addressed:
        parts = [_without_comment(part) for part in parts]
    if addressed and parts and parts[0][:1] and parts[0][0] in PREPOSITIONS and is_question(parts[0][1:]):
        parts[0] = parts[0][1:]  # "for how many days"
    if addressed and parts and not is_question(parts[0]) and _orders(scope, parts[0]):
        return None  # "pick it up, is it rotten?": the deed is done, and what is asked is read beside it
    if addressed and any(map(is_question, parts)):
        parts = list(
            itertools.dropwhile(lambda part: not is_question(part), parts)
        )  # "going by what I saw, is he …"
    if not parts or not is_question(parts[0]):
        return None
    if (
        len(parts) > 1
        and _FORMS["imagined"].match(" ".join(parts[0]))
        and _FORMS["whether"].match(" ".join(parts[1]))
    ):
        parts[:2] = [[*parts[0], ",", *parts[1]]]  # "what if we burnt it, would that help?" is one question
    if not addressed and len(parts) > 1 and _asks_what_is_possible(parts[0]):
        others = (gm_question(scope, part) for part in parts[1:])
        addressed = any(one is not None and one.topic in OWN_KINDS | {"duty"} for one in others)
    first = gm_question(scope, parts[0], addressed=addressed)
    if not addressed and (first is None or (len(parts) == 1 and first.topic not in OWN_KINDS)):
        return None
    found = [first or _without_form(parts[0])]
    for part in parts[1:]:
        part = _in_full(scope, part, parts[0], found[0])
        joined = gm_question(scope, part, addressed=True)
        if joined is None and (len(part) > _FRAGMENT or (is_question(part) and len(part) >= _LEAST_ASKED)):
            joined = _without_form(part)
        if joined is not None and _matter_of(joined) not in map(_matter_of, found):
            found.append(joined)
    return found


def _orders(scope: Scope, words: list[str]) -> bool:
    """Whether words order a deed, more than that somebody looks or waits: "pick up the apple"."""
    order = without_lead(words)
    if len(order) < _LEAST_ASKED or is_gerund(order[0]):
        return False
    meanings = scope.nouns.verbs.at_start(order)[0]
    return bool(meanings) and not set(meanings) & _ONLY_TURNED


_ONLY_TURNED = frozenset({"wait", "tell", "ask", "say", "talk", "inform", "remember"})


def _without_comment(words: list[str]) -> list[str]:
    """A question without what is only remarked after it: "is the bell still going, it's got very quiet"."""
    for at in range(_LEAST_ASKED, len(words) - 1):
        if words[at] in (",", ";") and words[at + 1] in _WORDS["commenting"]:
            return words[:at]
    return words


_LEAST_ASKED = 3  # words of a question that a remark may follow


def _in_full(scope: Scope, part: list[str], first: list[str], asked: Intent) -> list[str]:
    """A question joined to another, with what it leaves out or only points to: "what is here, and who?"."""
    if len(part) == 1 and part[0] in QUESTION_WORDS and first[:1] and first[0] in QUESTION_WORDS:
        return [*part, *first[1:]]
    thing = asked.objects[0] if asked.objects else None
    if scope.nouns.kinds.get(thing or "") != "item" or thing is None:
        return part
    called = words_of(plain(name_of(scope.world, thing)))
    return list(itertools.chain.from_iterable(called if word == "it" else [word] for word in part))


def _asks_what_is_possible(words: list[str]) -> bool:
    """Whether it is asked if a deed could be done: "can I send it from here", before "or do I have to go up?"."""
    return words[:1] in (["can"], ["could"]) and words[1:2] in (["i"], ["we"])


def _calls_somebody(scope: Scope, words: list[str]) -> bool:
    """Whether somebody is called by name after a comma: "what if the bell stopped, Mr Tallack?" is put to him."""
    for at in (at for at, word in enumerate(words) if word == "," and at):
        who, length = leading_person(scope, words[at + 1 :], by_name=True)
        end = at + 1 + length
        person = scope.nouns.kinds.get(who or "") == "person"
        if person and (end == len(words) or words[end] == ","):
            return leading_person(scope, words[at - 1 : at])[0] is None and "and" not in words[end : end + 2]
    return False


def _matter_of(question: Intent) -> tuple[str | None, tuple[str, ...], str]:
    """What tells two questions apart: kind and things; of what is known, and of who people are, the very words."""
    told_apart = question.topic in ("who_is", "known", "time", "reckoning")
    own = question.words if told_apart else ""
    return question.topic, question.objects, own


def _straight(words: list[str]) -> list[str]:
    """What the Game Master is asked, without "can you tell me" and as a straight question."""
    text = _FORMS["asking"].sub("", " ".join(words))
    for form, straight in _INDIRECT:
        if form.fullmatch(text):
            text = form.sub(straight, text)
    return text.split()


def _without_form(words: list[str]) -> Intent:
    return Intent(verb="inform", role="question", topic="known", words=" ".join(words)[:300])


def _asks_leave(words: list[str]) -> bool:
    """Whether a question begins that a month or a wish could begin as well: "may I", "might a man"."""
    return (
        words[:1] != []
        and words[0] in ("may", "might", "shall", "must", "will")
        and words[1:2] in _OF_ONESELF
    )


_OF_ONESELF = (["i"], ["we"], ["a"], ["one"])


def questions_in(words: list[str]) -> list[list[str]]:
    """The questions that a sentence joins: "who is below, and how do I get down"."""
    parts: list[list[str]] = [[]]
    for at, word in enumerate(words):
        joining = word in _WORDS["joining"] and (word != "," or words[at + 1 : at + 2] != ["and"])
        if joining and parts[-1] and (is_question(words[at + 1 :]) or _asks_leave(words[at + 1 :])):
            parts.append([])
        elif not (word in _WORDS["joining"] and not parts[-1]):
            parts[-1].append(word)
    return [part for part in (_without_mark(part) for part in parts) if part]
