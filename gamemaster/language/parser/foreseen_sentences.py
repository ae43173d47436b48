"""What a writer foresaw that somebody here would be asked or told: it is said to them, whatever else it looks like.

The whole of an input is tried first, then what comes after a few opening words ("I confess: …", "sorry. …"), and
then, as the parser comes to them, its sentences. Pure.
"""

from __future__ import annotations

from gamemaster.language.clauses.split import sentences, without_lead
from gamemaster.language.clauses.subjects import FIRST
from gamemaster.language.gm_address import without_address
from gamemaster.language.names.normalization import SPEECH
from gamemaster.language.names.rule_phrases import rule_named
from gamemaster.language.parser.parse_state import ParseState, text_of
from gamemaster.language.tables.function_words import DETERMINERS, SECOND_PERSON
from gamemaster.language.tables.verb_forms import begins_in_the_past
from gamemaster.language.talk.addressee import hearers_in
from gamemaster.language.talk.direct_address import addressed_person
from gamemaster.language.talk.forces.speech_forces import force_of
from gamemaster.language.talk.passing_words import listener_in_passing
from gamemaster.language.talk.questions.gm_questions import OF_SIGHT, gm_question, is_of_looks
from gamemaster.language.talk.questions.questions_put import is_question, read_question
from gamemaster.language.talk.questions.topics import subject_of
from gamemaster.language.talk.questions.written_questions import (
    MOST_WORDS,
    Likeness,
    answer_to,
    answers_open,
)
from gamemaster.language.talk.refusals import refused_echoes
from gamemaster.language.talk.remarks import SPEAKING
from gamemaster.language.talk.said_before import last_topics
from gamemaster.rules.proposal import Intent
from worlds.verbs import MOVE

_MARKS = frozenset(",.:;!?")
_OPENING = 4  # words at most, before what is said
_MORE_THAN_A_WORD = 2  # words of what comes after them


def read_foreseen_whole(parse: ParseState, tokens: list[str]) -> bool:
    """An input that as a whole, or but for its opening words, is what a writer foresaw for somebody here."""
    words = [word for word in tokens if word not in _MARKS]
    if SPEECH in tokens or not 0 < len(words) <= MOST_WORDS or without_address(tokens)[0]:
        return False
    if _MARKS.isdisjoint(tokens[:-1]):
        return False  # one plain sentence, which is read like any other
    if refused_echoes(parse.scope, list(sentences(tokens))):
        return False  # "Sleep? Not tonight."
    asked = "?" in tokens
    if _is_said(parse, tokens, asked):
        return True
    if addressed_person(parse.scope, _with_commas(tokens)) is not None:
        return False  # what is said to somebody by name was foreseen for nobody else
    rest = _after_opening(parse, tokens)
    return bool(rest) and _is_said(parse, rest, asked)


def _with_commas(tokens: list[str]) -> list[str]:
    """The words, and of the marks the commas, which tell who is called by name."""
    return [word for word in tokens if word not in _MARKS or word == ","]


def _is_said(parse: ParseState, tokens: list[str], asked: bool) -> bool:
    orders = any(
        _is_order(parse, words) and not (asks or is_question(words)) for words, asks in sentences(tokens)
    )
    words = _with_commas(tokens)
    exactly = orders or is_question(words)  # "did I light the fire, mate" is no "shall I light the fire"
    who = _hearer(parse, words, "to the word" if exactly else "as good as")
    if who is None or rule_named(parse.scope, words) is not None:
        return False
    _say(parse, who, words, asked)
    return True


def _after_opening(parse: ParseState, tokens: list[str]) -> list[str]:
    """What comes after a few words that order and ask nothing: "tell me straight:", "sorry.", "my lady,"."""
    at = next((n for n, word in enumerate(tokens[: _OPENING + 1]) if word in _MARKS), 0)
    opening, rest = tokens[:at], tokens[at + 1 :]
    said = sum(word not in _MARKS for word in rest)
    if not opening or tokens[at] == "?" or said < _MORE_THAN_A_WORD or is_question(opening):
        return []
    verbs = parse.scope.nouns.verbs.at_start(without_lead(opening))[0]
    return rest if not verbs or not SPEAKING.isdisjoint(verbs) else []


def read_foreseen(parse: ParseState, words: list[str], asked: bool) -> bool:
    """A sentence that a writer foresaw for whoever is talked with: it is said to them, whoever else might answer it.

    What is asked or asked for may be like it; what eyes answer, where they stand, is theirs only word for word. What is
    only told must be as good as equal, and a deed of one's own is none.
    """
    if SPEECH in words:
        return False
    wanted = not {"me", "us"}.isdisjoint(words[1:]) and not _sets_out(parse, words)  # "give me the oar"
    wanted = wanted and words[0] not in _TELLS_OF  # "if it's there it will have to hear me first"
    then = words[0] in _BEFORE_A_DEED and not FIRST.isdisjoint(words[1:2])
    asks = asked or wanted or (is_question(words) and not then)
    if not asks:
        return _read_foreseen_statement(parse, words)
    who = listener_in_passing(parse.scope)
    if who is None or not _foreseen_for(parse, who, words, "loose"):
        return False  # before it is read otherwise, which costs more
    otherwise = gm_question(parse.scope, words) or read_question(parse.scope, words)
    exactly = otherwise.verb not in ("inform", *SPEAKING) or otherwise.topic in OF_SIGHT | {"inventory"}
    own_deed = otherwise.topic == "possible" and not parse.scope.talking and SECOND_PERSON.isdisjoint(words)
    exactly = exactly or own_deed or is_of_looks(parse.scope, words, who)
    if exactly and not _foreseen_for(parse, who, words, "to the word"):
        return False
    _say(parse, who, words, asked=True)
    return True


def _read_foreseen_statement(parse: ParseState, words: list[str]) -> bool:
    if parse.clause_reader.said:
        return False  # beside what stands in quotation marks: "My hands shake. “Nothing, sir.”"
    own_deed = (words[0] in FIRST and _is_order(parse, words[1:])) or words[0] in _BEFORE_A_DEED
    if not own_deed and _is_order(parse, words):
        return False
    who = _hearer(parse, words, "to the word" if own_deed else "as good as")
    if who is None or rule_named(parse.scope, words) is not None:
        return False
    _say(parse, who, words, asked=False)
    return True


def _is_order(parse: ParseState, words: list[str]) -> bool:
    """Whether words begin with what the player may do now; what was done and what is only said are no deeds."""
    order = without_lead(words) if words else []
    meant = parse.scope.nouns.verbs.at_start(order)[0] if order else ()
    only_said = not FIRST.isdisjoint(words[:3]) and not {*SPEAKING, "bargain"}.isdisjoint(
        meant
    )  # "so, I bet you"
    return bool(meant) and not only_said and not begins_in_the_past(order)


def _sets_out(parse: ParseState, words: list[str]) -> bool:
    """Whether words begin with a walk, and what they tell is told at its end: "go to him and say that you sent me"."""
    return not _WALKS.isdisjoint(parse.scope.nouns.verbs.at_start(without_lead(words))[0][:1])


# "When I get to the yard I look for tracks" is a deed for then.
_BEFORE_A_DEED = frozenset({"when", "once", "after", "before", "while"})
_TELLS_OF = DETERMINERS | frozenset("if it he she they there".split())
_WALKS = frozenset({*MOVE, "follow"})


def _hearer(parse: ParseState, words: list[str], likeness: Likeness) -> str | None:
    """Whoever is called or talked with, where it was foreseen for them; of several, the one for whom it was."""
    called = addressed_person(parse.scope, words)
    named = called[0] if called is not None else None
    if named is not None and named in parse.scope.world.characters:
        here = [named] if named in parse.scope.people else []
    else:
        partner = listener_in_passing(parse.scope)
        here = [partner] if partner is not None else hearers_in(parse.scope)
    found = [who for who in here if _foreseen_for(parse, who, words, likeness)]
    return found[0] if len(found) == 1 else None


def _foreseen_for(parse: ParseState, who: str, words: list[str], likeness: Likeness) -> bool:
    world, state = parse.scope.world, parse.scope.state
    person = world.characters[who]
    if not person.answers:
        return False
    open_to = answers_open(person, world, state)
    found = answer_to(person, text_of(words), last_topics(state, who), open_to, likeness=likeness)
    return found is not None and force_of(words) != "threaten"  # what a threat comes to is ruled on


def _say(parse: ParseState, who: str, words: list[str], asked: bool) -> None:
    parse.note_words(words, "speech")
    topic = subject_of(parse.scope, who, words).topic or None
    verb = "ask" if asked else "tell"
    parse.add([Intent(verb=verb, objects=(who,), topic=topic, role="speech")], words, whole=True)
