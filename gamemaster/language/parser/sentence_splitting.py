"""Cut a piece of an input into sentences, and leave out what is no part of them: courtesy, calls for ears. Pure."""

from __future__ import annotations

import itertools
from typing import Literal

from gamemaster.language.clauses.bare_retractions import with_act_confirmed, with_retractions_apart
from gamemaster.language.clauses.retractions import retracted_together
from gamemaster.language.clauses.split import sentences
from gamemaster.language.clauses.subjects import FIRST, reports
from gamemaster.language.english import Forms, Words
from gamemaster.language.names.normalization import SPEECH, content_of, words_of
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.names.verb_index import without_adverbs_inside
from gamemaster.language.parser.parse_state import NAME_WORDS, NAMED_FIT, ParseState
from gamemaster.language.parser.sentence_parts import (
    parts_told_and_asked,
    with_matter_repeated,
    with_names_called,
)
from gamemaster.language.plain_orders import without_hail
from gamemaster.language.tables.function_words import GREETINGS, PREPOSITIONS
from gamemaster.language.tables.verb_forms import plain_form
from gamemaster.language.talk.addressee import can_answer_in, hearers_in
from gamemaster.language.talk.direct_address import PLEAS
from gamemaster.language.talk.forces.speech_forces import is_leverage
from gamemaster.language.talk.questions.elliptical import asked_of_hearers, in_full
from gamemaster.language.talk.questions.questions_put import is_question
from gamemaster.language.talk.questions.topics import BY_ITS_NAME, subject_of
from gamemaster.language.talk.requests import helping_asked
from gamemaster.language.talk.sentences import (
    with_doubt_joined,
    with_name_for_pronoun,
    with_names_from_before,
    without_turning,
)
from gamemaster.language.talk.several_hearers import put_to_each
from gamemaster.language.talk.several_matters import with_each_matter, with_each_question_asked
from gamemaster.language.talk.vocatives import with_name_set_off, without_endearment

_FORMS = Forms(__name__)
_WORDS = Words(__name__)


def sentences_of(parse: ParseState, tokens: list[str]) -> list[tuple[list[str], bool]]:
    """The sentences of a piece, one for each person that it is said to, each with whether it asks."""
    ended = _ended_by_speech(parse, with_names_called(parse.scope, tokens))
    parted = _without_pressing(sentences(without_adverbs_inside(parse.scope.nouns.verbs, ended)))
    called = without_hail(parted)
    parse.hailed = called != parted
    confirmed = [(with_act_confirmed(parse.scope, words), asked) for words, asked in called]
    together = retracted_together(parse.scope, _with_otherwise(confirmed))
    joined = without_turning(with_retractions_apart(parse.scope, together))
    if can_answer_in(parse.scope):
        joined = [one for sentence in joined for one in _with_helping_asked(parse, sentence)]
        joined = [_with_promise_claimed(parse, *one) for one in joined]
    if hearers_in(parse.scope):
        joined = [
            (words if SPEECH in words else in_full(asked_of_hearers(words, asked), asked), asked)
            for words, asked in joined
        ]
        joined = with_doubt_joined(joined)
        joined = [
            (with_name_for_pronoun(words, lambda name: _is_somebody_away(parse, name)), asked)
            for words, asked in joined
        ]
        joined = [one for words, asked in joined for one in parts_told_and_asked(parse.scope, words, asked)]
        joined = with_names_asked_after(parse, joined)
        joined = [
            (
                with_each_question_asked(_FORMS["what_was_said"].sub(r"\g<head> ", " ".join(words)).split()),
                asked,
            )
            for words, asked in joined
        ]
    joined = [
        (_with_what_was_listed(parse, words), asked) for words, asked in _with_afterthoughts(parse, joined)
    ]
    straight = itertools.chain.from_iterable(map(_asked_straight, joined))
    full = (
        (["did", *words] if asked and _asks_of_anybody(parse, words) else words, asked)
        for words, asked in straight
    )
    apart = itertools.chain.from_iterable(with_each_matter(parse.scope, *one) for one in full)
    plain_words = ((without_endearment(parse.scope, words, asked), asked) for words, asked in apart)
    called = [(with_name_set_off(parse.scope, words, asked), asked) for words, asked in plain_words]
    called = with_matter_repeated(parse.scope, _with_introductions(called))
    return list(itertools.chain.from_iterable(_to_each(parse, sentence) for sentence in called))


def _without_pressing(said: list[tuple[list[str], bool]]) -> list[tuple[list[str], bool]]:
    """The sentences, what presses for an answer to an offer left out at its end, or as the sentence after it."""
    result: list[tuple[list[str], bool]] = []
    for words, asked in said:
        text = " ".join(words)
        rest = _FORMS["pressing"].sub("", text)
        offered = rest or " ".join(result[-1][0] if result else ())
        if rest == text or SPEECH in words or not _FORMS["offering"].search(offered):
            result.append((words, asked))
        elif rest:
            result.append((rest.split(), asked and is_question(rest.split())))
    return result


_YOU_TOO = (["you"], ["and", "you"], ["and", "yourself"], ["yourself"], ["and", "yours"])


def _with_introductions(said: list[tuple[list[str], bool]]) -> list[tuple[list[str], bool]]:
    """The sentences, "hi, my name is Sam" as two, and "you?" after a name as the question that it is."""
    result: list[tuple[list[str], bool]] = []
    for words, asked in said:
        named = bool(result) and result[-1][0][:3] == ["my", "name", "is"]
        if words[:1] and words[0] in GREETINGS and words[1:5] == [",", "my", "name", "is"]:
            result += [(words[:1], False), (words[2:], asked)]
        elif named and asked and words in _YOU_TOO:
            result.append((["who", "are", "you"], True))
        else:
            result.append((words, asked))
    return result


def _is_somebody_away(parse: ParseState, name: list[str]) -> bool:
    """Whether words are the name of somebody whom nobody here is called by: a person, or one only spoken of."""
    who, length = leading_person(parse.scope, name, by_name=True)
    if who is not None:
        return length == len(name) and who not in parse.scope.people
    here = hearers_in(parse.scope)
    return len(name) == 1 and any(subject_of(parse.scope, who, name).score >= BY_ITS_NAME for who in here)


def with_names_asked_after(
    parse: ParseState, said: list[tuple[list[str], bool]]
) -> list[tuple[list[str], bool]]:
    """The sentences, a question's pronoun as the name that was given just before: "who was Cobb? Why did he leave?"."""
    return with_names_from_before(said, lambda before, word: _kind_of_name(parse, before, word))


def _kind_of_name(parse: ParseState, before: str, word: str) -> Literal["person", "matter"] | None:
    """Whether a word is the name of somebody who is not here, or of a matter that somebody here speaks of.

    What goes by an article is a matter: "the naming", and "Eddie", whichever way their writer spelt them.
    """
    if not before and word in parse.scope.nouns.verbs.words:
        return None  # "bet Jory a shilling; what will he give me?"
    here = resolve(parse.scope, [word]) if word.isalpha() else None
    if not content_of(word) or (here is not None and here.fit >= NAMED_FIT and parse.scope.reach(here.thing)):
        return None
    if leading_person(parse.scope, [word], by_name=True)[0] is not None:
        return "person"
    topics = (
        topic
        for who in hearers_in(parse.scope)
        for topic in parse.scope.world.characters[who].topics.values()
    )
    if not any(name.casefold().removeprefix("the ") == word for topic in topics for name in topic.names):
        return None
    return "matter" if before in _WORDS["articles"] else "person"


def _asks_of_anybody(parse: ParseState, words: list[str]) -> bool:
    """Whether a question lacks its "did": "anybody come in tonight?"; "anybody here?" asks who is."""
    return words[0] in ("anybody", "anyone") and len(words) > 2 and words[1] in parse.scope.nouns.verbs.base


def _with_otherwise(said: list[tuple[list[str], bool]]) -> list[tuple[list[str], bool]]:
    """The sentences, "otherwise …" with the condition that it goes with: "If it is shut, knock. Otherwise go in"."""
    result: list[tuple[list[str], bool]] = []
    for words, asked in said:
        other = 2 if words[:2] == ["if", "not"] else int(words[0] in ("otherwise", "else"))
        if result and other and "if" in result[-1][0] and len(words) > other:
            result[-1] = ([*result[-1][0], ",", "otherwise", *words[other:]], asked)
        else:
            result.append((words, asked))
    return result


def _with_afterthoughts(
    parse: ParseState, said: list[tuple[list[str], bool]]
) -> list[tuple[list[str], bool]]:
    """The sentences, where one that only says what "it" is stands in its place: "pick it up. The film"."""
    result: list[tuple[list[str], bool]] = []
    for words, asked in said:
        before = result[-1][0] if result else []
        named = words[:1] in (["the"], ["that"], ["my"]) and _thing_among(parse, words[1:])
        if named and not asked and before.count("it") == 1 and _is_done_to_it(parse, before):
            at = before.index("it")
            result[-1] = ([*before[:at], *words, *before[at + 1 :]], False)
        else:
            result.append((words, asked))
    return result


def _is_done_to_it(parse: ParseState, words: list[str]) -> bool:
    """Whether "it" comes right after the verb of an order, with no more than a particle behind it."""
    at = words.index("it")
    order = words[2:at] if words[:2] == ["i", "meant"] else words[:at]
    length = parse.scope.nouns.verbs.at_start(order)[1]
    return 0 < length == len(order) and len(words) - at <= _PARTICLE


_PARTICLE = 2  # words of "it up"
_ALL_OF_THEM = (
    ["them"],
    ["them", "all"],
    ["them", "both"],
    ["all", "of", "them"],
    ["both"],
    ["both", "of", "them"],
)


def _with_what_was_listed(parse: ParseState, words: list[str]) -> list[str]:
    """ "Gun, camera, paper clip: take them all" as "take gun, camera, paper clip"."""
    at = next((n for n in range(len(words) - 2, 2, -1) if words[n] in (",", ":")), 0)
    length = parse.scope.nouns.verbs.at_start(words[at + 1 :])[1] if at else 0
    if not length or words[at + 1 + length :] not in _ALL_OF_THEM:
        return words
    listed = [
        list(part) for mark, part in itertools.groupby(words[:at], lambda w: w in (",", "and")) if not mark
    ]
    things = len(listed) > 1 and all(_names_a_thing(parse, part) for part in listed)
    return [*words[at + 1 : at + 1 + length], *words[:at]] if things else words


def _names_a_thing(parse: ParseState, words: list[str]) -> bool:
    """Whether words name a thing, wherever it is: those that are listed and not here are no others that are."""
    found = resolve(parse.scope, words, frozenset({"item", "feature"}))
    return (
        found is not None
        and found.fit >= NAMED_FIT
        and parse.scope.nouns.kinds[found.thing] in _WORDS["things"]
    )


def _ended_by_speech(parse: ParseState, tokens: list[str]) -> list[str]:
    """The words with a sentence's end where a quotation ends it: “…,” I say, “….” I go there."""
    out: list[str] = []
    said = iter(parse.clause_reader.said)
    for at, token in enumerate(tokens):
        out.append(token)
        ends = token == SPEECH and next(said, "").endswith((".", "!", "?"))
        if ends and _asks_apart(tokens[at + 1 :]):
            out.append(".")
            continue
        ends = ends and (reports(out) or SPEECH in out[:-1])
        if (
            ends
            and tokens[at + 1 : at + 2] in (["i"], ["we"])
            and (tokens[at + 2 : at + 3] in (["go"], ["head"]) or not reports(tokens[at + 2 : at + 4]))
        ):
            out.append(".")
    return out


def _asks_apart(tokens: list[str]) -> bool:
    """Whether a question of its own follows a quotation: “Hello.” Is anyone else here?"""
    end = next((n for n, word in enumerate(tokens) if word in _ENDS), len(tokens))
    told = tokens[:end]
    return tokens[end : end + 1] == ["?"] and is_question(told) and len(told) >= _LEAST_APART and SPEECH not in told


_ENDS = frozenset(".!?")
_LEAST_APART = 3  # words of a question, "is all?" being none


def _to_each(parse: ParseState, sentence: tuple[list[str], bool]) -> list[tuple[list[str], bool]]:
    """A sentence to several people as one to each of them; only what asks is asked of whoever comes first."""
    words, asked = sentence
    *before, last = put_to_each(parse.scope, words)
    return [*((part, asked and _has_question(part)) for part in before), (last, asked)]


def _asked_straight(sentence: tuple[list[str], bool]) -> list[tuple[list[str], bool]]:
    """ "I would like to know who Asa was" as the question that it is, apart from what comes before."""
    found = _FORMS["to_know"].split(" ".join(sentence[0]), maxsplit=1)
    if len(found) < 2 or SPEECH in sentence[0]:
        return [sentence]
    before, question = found
    if question.startswith(("if ", "whether ")):
        return [*([(before.split(), False)] if before else []), (["i", "ask", *question.split()], False)]
    return [*([(before.split(), False)] if before else []), (question.split(), True)]


def _with_helping_asked(parse: ParseState, sentence: tuple[list[str], bool]) -> list[tuple[list[str], bool]]:
    """ "Some stew please, I'm starving" as what is asked of whoever is here, and what is told them after it."""
    wanted = None if SPEECH in sentence[0] else helping_asked(parse.scope, sentence[0])
    if wanted is None:
        return [sentence]
    request, rest = wanted
    if rest[:1] == ["and"] and rest[1:2] != [] and rest[1] in _WORDS["wanted_too"]:
        return [(request, True), (["can", "i", "have", *rest[1:]], True)]  # "some food please, and somewhere to sleep"
    return [(request, True), *([(rest, sentence[1])] if rest else [])]


def _with_promise_claimed(parse: ParseState, words: list[str], asked: bool) -> tuple[list[str], bool]:
    """ "Open the storehouse like you said" as what somebody is asked to do: it is no deed of one's own."""
    found = _FORMS["as_you_said"].fullmatch(" ".join(words))
    order = found["order"].split() if found is not None and SPEECH not in words else []
    if not order or order[0] in FIRST or not parse.scope.nouns.verbs.at_start(order)[0]:
        return words, asked
    return ["will", "you", *order], True


def _has_question(words: list[str]) -> bool:
    """Whether words, or those after a name that they begin with, have the form of a question."""
    return any(is_question(words[at:]) for at in range(min(NAME_WORDS, len(words))))


def without_politeness(scope: Scope, words: list[str]) -> list[str]:
    """A question or an order without the courtesy before it, to whomever it names: "excuse me, Mr Tallack, …"."""
    text = " ".join(words)
    found = _FORMS["polite"].match(text)
    rest = text[found.end() :].split() if found is not None else []
    if found is None or len(rest) < 2 or (found["sorry"] and not is_question(rest)):
        return words
    called = found["called"].split()
    who, length = leading_person(scope, called, by_name=True)
    return [*called, ",", *rest] if who is not None and length == len(called) else rest


def with_mention(parse: ParseState, words: list[str]) -> list[str]:
    """A question about quoted words, with the words in it: what does “keel-up” mean."""
    at = words.index(SPEECH) if SPEECH in words else 0
    if at and parse.clause_reader.said and plain_form(words[at - 1], _WORDS["writing"]) in _WORDS["writing"]:
        return [*words[:at], "the", "words", *words[at + 1 :]] if parse.clause_reader.said.pop(0) else words
    if (
        not 0 < at < 4
        or words[0] not in _WORDS["about_words"]
        or not parse.clause_reader.said
        or reports(words)
    ):
        return words
    return [*words[:at], *words_of(parse.clause_reader.said.pop(0)), *words[at + 1 :]]


def without_call_for_ears(parse: ParseState, words: list[str]) -> list[str]:
    """What is said after somebody was told to listen, whatever they were called: "listen toaster, tell me …"."""
    at = words.index(",") if "," in words[1:4] else 0
    rest = words[at + 1 :]
    called = words[1:at] if words[:1] in (["listen"], ["look"]) else []
    if not at or len(rest) < 2 or not PREPOSITIONS.isdisjoint(called) or _thing_among(parse, called):
        return words
    heard = hearers_in(parse.scope)
    told = rest[0] in FIRST | {"you", "it", "this", "that", "there"}  # "look, you seem tired"
    speech = told or rest[0] in PLEAS or is_question(rest) or is_leverage(parse.scope, rest)
    return rest if heard and speech and words[:1] in (["listen"], ["look"]) else words


def _thing_among(parse: ParseState, words: list[str]) -> bool:
    found = resolve(parse.scope, words) if words else None
    return found is not None and found.fit >= NAMED_FIT and parse.scope.reach(found.thing)
