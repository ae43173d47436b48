"""Say what stood in quotation marks, once it is complete. Pure."""

from __future__ import annotations

import re

from gamemaster.language.clauses.subjects import reports_past
from gamemaster.language.names.normalization import SPEECH, plain, words_of
from gamemaster.language.names.noun_index import resolve
from gamemaster.language.names.noun_phrases import Unclear, leading_person
from gamemaster.language.names.pronouns import refocus
from gamemaster.language.parser.parse_state import NAME_WORDS, NAMED_FIT, ParseState
from gamemaster.language.talk.quotations import quoted_speech
from gamemaster.language.talk.several_hearers import quotation_to_each
from gamemaster.language.wording.stock_lines import name_of

_SETTING_OUT = frozenset("go going off head heading back run running walk walking".split())
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
        " ".join(parse.clause_reader.said[:number]),
        *parse.clause_reader.said[number:],
    ]
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
            further = _further_question(parse)
            asked = words_of(plain(parse.clause_reader.said[0])) if further else words
            parse.add([parse.clause_reader.quotation(words)], asked)
            if further and parse.intents[-1].objects:
                parse.add([parse.clause_reader.speech_to(parse.intents[-1].objects[0], further)], further)
    except Unclear as unclear:
        parse.fail(unclear)


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
