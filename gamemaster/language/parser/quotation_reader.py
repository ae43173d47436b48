"""Say what stood in quotation marks, once it is complete. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gamemaster.language.clauses.expressions import is_expression
from gamemaster.language.clauses.subjects import FIRST, reports, reports_past
from gamemaster.language.names.normalization import SPEECH, content_of, plain, words_of
from gamemaster.language.names.noun_index import resolve
from gamemaster.language.names.noun_phrases import Unclear, leading_person
from gamemaster.language.names.pronouns import refocus
from gamemaster.language.parser.parse_state import NAME_WORDS, NAMED_FIT, ParseState
from gamemaster.language.parser.sentence_splitting import with_names_asked_after
from gamemaster.language.tables.verb_forms import is_past
from gamemaster.language.talk.direct_address import addressed_person
from gamemaster.language.talk.forces.heartfelt import HEARTFELT
from gamemaster.language.talk.forces.statements import STATED_BESIDE, backs_out, statement_of
from gamemaster.language.talk.questions.follow_ups import follow_up_of
from gamemaster.language.talk.quotations import quoted_speech
from gamemaster.language.talk.remarks import SPEAKING
from gamemaster.language.talk.requests import oath_asked
from gamemaster.language.talk.sentences import asks, sentences_of
from gamemaster.language.talk.several_hearers import quotation_to_each
from gamemaster.language.talk.several_matters import MOST_MATTERS
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.rules.proposal import Intent
from worlds.schema import PLAYER

_SETTING_OUT = frozenset("go going off head heading back run running walk walking".split())
# “Right,” I say, “where do I sleep?”: what only opens a speech asks and answers nothing.
_OPENER = re.compile(
    r"^(?:right|well|so|ok|okay|now|listen|look|hey|ah|oh|um|er|alright|all right|anyway) ?, ?(?=\w)", re.IGNORECASE
)
_NAME_OF_IT = re.compile(r"\bwhat(?:['’]?s| is) (?:his|her|its) name\b", re.IGNORECASE)


def say_what_was_quoted(parse: ParseState) -> None:
    """One speech of the quotations that follow each other: “…,” I say. “…”"""
    if not parse.quoted:
        return
    _mention_goal(parse, words_of(plain(" ".join(parse.clause_reader.said))))
    around = [word for words in parse.quoted for word in words if word != SPEECH]
    number = sum(words.count(SPEECH) for words in parse.quoted)
    parse.told_as_past = all(intent.verb == "express" for intent in parse.intents) and reports_past(around)
    parse.clause_reader.said = [
        _OPENER.sub("", " ".join(parse.clause_reader.said[:number])),
        *parse.clause_reader.said[number:],
    ]
    spoken = words_of(plain(" ".join(parse.clause_reader.said[:1])))
    shown = _gesture_after(parse)
    around = [*around, *_turned_to(parse, around)]
    words, parse.quoted = [SPEECH, *around], []
    if parse.clause_reader.said and (touched := parse.creature_touched()) is not None:
        named = f"what is {name_of(parse.scope.world, touched)} called"
        parse.clause_reader.said[0] = _NAME_OF_IT.sub(named, parse.clause_reader.said[0])
    if parse.clause_reader.said and (absent := _sought_in_vain(parse, around)) is not None:
        speech = words_of(plain(parse.clause_reader.said.pop(0)))
        parse.add([parse.clause_reader.speech_to(absent, speech)], speech)
        return
    to_each = quotation_to_each(parse.scope, parse.clause_reader.said[0]) if parse.clause_reader.said else []
    try:
        for who, said in to_each:
            _, speech = quoted_speech(parse.scope, said)
            parse.add([parse.clause_reader.speech_to(who, speech)], speech)
        if to_each:
            parse.clause_reader.said.pop(0)
        else:
            parse.clause_reader.said[:1] = [_with_names(parse, one) for one in parse.clause_reader.said[:1]]
            further = _further_question(parse)
            asked = words_of(plain(parse.clause_reader.said[0])) if further else words
            whole = parse.clause_reader.said[0] if parse.clause_reader.said else ""
            main = parse.clause_reader.quotation(words)
            beside = _said_beside(parse, whole, main) if whole and not further else None
            if beside is not None and (beside.first or beside.instead):
                parse.add([beside.intent], beside.words)
            if beside is None or not beside.instead:
                parse.add([main], asked)
            if beside is not None and not (beside.first or beside.instead):
                parse.add([beside.intent], beside.words)
            if further and main.objects:
                parse.add([parse.clause_reader.speech_to(main.objects[0], further)], further)
            elif main.objects and main.verb == "ask":
                _ask_the_others(parse, whole, main)
        parse.mention_pointed_at(spoken)
        if shown:
            gesture = Intent(verb="express", role="emote", topic=" ".join(shown)[:120])
            parse.add([gesture], shown, whole=True)
    except Unclear as unclear:
        parse.fail(unclear)


def _turned_to(parse: ParseState, around: list[str]) -> list[str]:
    """To what a gesture just before turned, for what is called out after it: "I wave at the boat and shout “…”"."""
    last = parse.intents[-1] if parse.intents else None
    turned = _TOWARDS.search(last.words) if last is not None and last.verb in ("call", "show", "express") else None
    if turned is None or last is None or _TOWARDS.search(" ".join(around)) is not None:
        return []
    who, length = leading_person(parse.scope, turned["whom"].split(), by_name=True)
    if who in parse.scope.people and length == len(turned["whom"].split()):
        shouted = not _SHOUTING.isdisjoint(around)
        return ["to", *turned["whom"].split()] if shouted and _calls_nobody(parse) else []
    things = [thing for thing in (*last.objects, last.recipient) if thing is not None]
    feature = len(things) == 1 and parse.scope.nouns.kinds.get(things[0]) == "feature"
    return ["to", *turned["whom"].split()] if feature else []


_TOWARDS = re.compile(r"\b(?:at|to|towards|after) (?P<whom>(?:(?:the|that|this|my) )?\w+(?: \w+)?)$")
_SHOUTING = frozenset("shout yell cry call bellow holler roar".split())


def _calls_nobody(parse: ParseState) -> bool:
    """Whether the quotation calls nobody by name."""
    quoted = parse.clause_reader.said[0] if parse.clause_reader.said else ""
    return quoted_speech(parse.scope, quoted)[0] is None


def _with_names(parse: ParseState, quoted: str) -> str:
    """The quotation, a question's pronoun as the name that a sentence of it before gave."""
    plainly = sentences_of(quoted)
    named = with_names_asked_after(parse, plainly)
    return quoted if named == plainly else " ".join(" ".join(words) + ("?" if put else ".") for words, put in named)


def _gesture_after(parse: ParseState) -> list[str]:
    """What is shown after a quotation with nothing said of its being said: “Trust me.” I wink at her."""
    last = parse.quoted[-1]
    after = last[len(last) - last[::-1].index(SPEECH) :] if SPEECH in last else []
    told = len(after) > 1 and after[0] in FIRST and not reports(after)
    return after if told and is_expression(parse.scope, after[1:]) else []


def _ask_the_others(parse: ParseState, quoted: str, main: Intent) -> None:
    """The other questions of a quotation, each put by itself to whoever it calls, in the order they were asked in."""
    _, answered = quoted_speech(parse.scope, quoted)
    asked = _questions_of(parse, quoted, main.objects[0])
    at = next((n for n, (_, words) in enumerate(asked) if _holds(words, answered)), None)
    if at is None or main not in [one.model_copy(update={"words": main.words}) for one in parse.intents]:
        return
    place = next(n for n in range(len(parse.intents) - 1, -1, -1) if parse.intents[n].verb == "ask")
    for n, (who, words) in enumerate(asked[-MOST_MATTERS:], max(0, len(asked) - MOST_MATTERS)):
        if n == at or follow_up_of(words):
            continue
        put = parse.clause_reader.speech_to(who, words)
        if put.verb != "ask" or (put.objects == main.objects and _is_the_same(put, words, main, answered)):
            continue
        parse.add([put], words)
        if n < at:
            parse.intents.insert(place, parse.intents.pop())
            parse.sure.insert(place, parse.sure.pop())
            place += 1


def _questions_of(parse: ParseState, quoted: str, who: str) -> list[tuple[str, list[str]]]:
    """The questions of a quotation, each with whom it is put to: whoever it calls by name, else `who`."""
    found: list[tuple[str, list[str]]] = []
    for sentence, _ in sentences_of(quoted):
        called = addressed_person(parse.scope, sentence)
        hearer, words = called if called is not None and called[0] in parse.scope.people else (who, sentence)
        if asks(words) and len(words) >= _LEAST_ASKED:
            found.append((hearer, words))
    return found


def _is_the_same(put: Intent, words: list[str], main: Intent, answered: list[str]) -> bool:
    """Whether two questions come to one: they are of one topic, and of themselves or in the same words besides."""
    alike = put.topic == "self" or content_of(" ".join(words)) == content_of(" ".join(answered))
    return put.topic == main.topic and alike


_LEAST_ASKED = 3  # words of a question that is no mere "really?"


@dataclass(frozen=True)
class _Beside:
    """A sentence of a quotation that is answered beside its main one, or instead of it."""

    intent: Intent
    words: list[str]
    first: bool  # said before the main one
    instead: bool  # the main one gives only the reason, or a remark: "Come with me. Two see more than one."


def _said_beside(parse: ParseState, quoted: str, main: Intent) -> _Beside | None:
    """The sentence of a quotation that does most beside the one that is answered: an apology, a promise, a request.

    Its words are read as if they had been said alone, to the same person.
    """
    who = main.objects[0] if main.objects and main.verb in SPEAKING else None
    sentences = sentences_of(quoted)
    if who not in parse.partners() or len(sentences) < 2:
        return None
    _, answered = quoted_speech(parse.scope, quoted)
    sorry_for = statement_of(answered).force in ("sympathy", "console")
    felt = any(statement_of(words).force in STATED_BESIDE for words, _ in sentences)
    least = (
        _OF_MANNERS if felt and asks(answered) else 0
    )  # what is felt is what is answered beside a question
    weak = main.verb == "tell" and statement_of(answered).force in _SAID_BY_THE_WAY
    weak = weak and (main.topic not in parse.scope.world.characters[str(who)].topics or answered[:1] == ["i"])
    at = next((n for n, (words, _) in enumerate(sentences) if _holds(words, answered)), None)
    found: list[tuple[int, _Beside]] = []
    for n, (sentence, asked) in enumerate(sentences):
        named = addressed_person(parse.scope, sentence)
        words = named[1] if named is not None else sentence
        if at is None or n == at or asked or asks(sentence) or not words:
            continue
        intent = parse.clause_reader.speech_to(str(who), words)
        rank = _rank_beside(parse, intent, words, question=asks(answered))
        rank = (
            0 if sorry_for and intent.verb == "apologise" else rank
        )  # "I'm sorry about Cobb. You must miss him."
        if rank > least and intent.objects[:1] == (who,):
            verb = "tell" if intent.verb == "deceive" else intent.verb
            told = intent.model_copy(update={"verb": verb, "role": "speech"})
            found.append((rank, _Beside(told, words, n < at, weak and rank > _OF_MANNERS)))
    return max(found, key=lambda one: one[0])[1] if found else None


def _holds(sentence: list[str], answered: list[str]) -> bool:
    """Whether a sentence is the one whose words are answered, but for a name called out."""
    return " ".join(answered) in " ".join(sentence)


# Verbs of what is done by saying it, by how much it wants an answer of its own beside another sentence.
_DOING = {
    **dict.fromkeys(("threaten", "promise", "bargain"), 4),
    **dict.fromkeys(("persuade", "recruit", "dismiss", "insult", "beg"), 3),
    **dict.fromkeys(("apologise", "charm", "comfort"), 2),
    "thank": 1,
}
_TOLD_BESIDE = HEARTFELT | {"retract", "confess", "undertake", "unsay", "accuse"}
_SAID_BY_THE_WAY = frozenset({"own", "claim", "judge", "news", "remark", "observe", "reason"})
_OF_MANNERS = 2
_LEAST_BEGGED = 3  # words: "I beg you" only presses what was asked before


def _rank_beside(parse: ParseState, intent: Intent, words: list[str], *, question: bool) -> int:
    """How much a sentence wants an answer beside the main one; 0 where it wants none.

    What is felt is answered with a `question` anyhow, and where no question was put by itself.
    """
    barred = words[:2] == ["do", "not"] or (words[:1] == ["never"] and not is_past(words[1]))
    if barred or (oath_asked(words) and intent.verb != "promise"):
        return 3
    if intent.verb in _DOING:
        least = _LEAST_BEGGED if intent.verb == "beg" else 0 if intent.verb == "thank" else 1
        return _DOING[intent.verb] if len(words) > least else 0
    promises = parse.scope.state.promises.values()
    if any(one.by == PLAYER and one.status == "open" for one in promises) and backs_out(" ".join(words)):
        return 3
    if oath_asked(words) == []:
        return 0  # "swear it" only presses what was asked before
    force = statement_of(words).force if intent.verb in ("tell", "ask", "deceive") else ""
    if force == "named" and question:
        return 1
    told = _TOLD_BESIDE if question else _TOLD_BESIDE | STATED_BESIDE
    return 2 if force in told else 0


_TWO_QUESTIONS = re.compile(
    r"(?P<first>.*\b(?:who|what|where|when|why|how|which)\b[^.?!,;]*?),? and "
    r"(?P<second>(?:who|what|where|when|why|how|which)\b[^.?!]*)\?\s*",
    re.IGNORECASE | re.DOTALL,
)


def _further_question(parse: ParseState) -> list[str]:
    """The second of two questions that end a quotation, which is left with the first: "who are you, and where …?"."""
    found = _TWO_QUESTIONS.fullmatch(parse.clause_reader.said[0]) if parse.clause_reader.said else None
    if found is None or len(words_of(found["second"])) < len(("who", "is", "it")):
        return []
    if len(sentences_of(found[0])) > 1:
        return []  # each is asked by itself already
    parse.clause_reader.said[0] = f"{found['first']}?"
    return words_of(plain(found["second"]))


def _sought_in_vain(parse: ParseState, around: list[str]) -> str | None:
    """Whoever is not here and was called or looked for just before: what is said then is for nobody else's ears."""
    last = parse.intents[-1] if parse.intents else None
    who = last.objects[0] if last is not None and last.objects else None
    away = who in parse.scope.world.characters and who not in parse.scope.people
    others = (leading_person(parse.scope, around[at:])[0] for at in range(len(around)))
    return who if away and parse.scope.people and not any(one != who for one in others if one) else None


def _mention_goal(parse: ParseState, said: list[str]) -> None:
    """A place that somebody says they are going to is "there": "I am going to the hall." I go up there."""
    for at in range(1, len(said) - 1):
        if said[at] not in ("to", "into") or said[at - 1] not in _SETTING_OUT:
            continue
        for end in range(min(len(said), at + 1 + NAME_WORDS), at + 1, -1):
            found = resolve(parse.scope, said[at + 1 : end], frozenset({"place"}), frozenset({"place"}))
            if found is not None and found.fit >= NAMED_FIT and found.thing != parse.scope.state.place:
                parse.scope.focus = refocus(parse.scope.world, parse.scope.focus, [found.thing])
                return


def is_bare_quotation(words: list[str]) -> bool:
    """Whether the words are a quotation and nothing beside it."""
    return all(word in (SPEECH, ",", "and") for word in words)
