"""Sentences that go on from what was just said: an addition, a further question, a correction. Pure."""

from __future__ import annotations

import re
from dataclasses import replace

from gamemaster.language.clauses.clause_starts import Stretch
from gamemaster.language.clauses.subjects import FIRST, person_of
from gamemaster.language.names.normalization import SPEECH, content_of
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.parser.coin_flips import SIDES_OF_A_COIN
from gamemaster.language.parser.parse_state import FRAGMENT_WORDS, ParseState, text_of
from gamemaster.language.plain_orders import is_held_back
from gamemaster.language.talk.corrections import correction_in
from gamemaster.language.talk.direct_address import (
    addressed_person,
    called_last,
)
from gamemaster.language.talk.forces.speech_forces import force_of
from gamemaster.language.talk.forces.statements import statement_of
from gamemaster.language.talk.last_words import followed_up
from gamemaster.language.talk.passing_words import name_asked_after
from gamemaster.language.talk.pressing import whom_it_presses
from gamemaster.language.talk.questions.follow_ups import follow_up_of
from gamemaster.language.talk.questions.questions_put import ask, asks_company
from gamemaster.language.talk.remarks import said_to
from gamemaster.language.talk.said_before import has_asked, questions_put_by, who_opened
from gamemaster.rules.proposal import Intent
from gamemaster.rules.state import TALKED


def read_reason(parse: ParseState, words: list[str]) -> bool:
    """The answer to what somebody has just asked: "for the boat", after "what for?"."""
    partner = parse.partner()
    if partner is None or parse.intents or SPEECH in words:
        return False
    state = parse.scope.state
    text = " ".join(words)
    if (
        state.focus.get("who") != partner
        or state.focus.get(TALKED) != str(state.turn)
        or not _REASON.match(text)
    ):
        return False
    parse.note_words(words, "speech")
    parse.add([Intent(verb="tell", objects=(partner,), topic=text_of(words)[:110], role="speech")], words)
    return True


_REASON = re.compile(
    r"for (?!(?:a|an|ten|five|one|two|half|some)\b|the (?:rest|night|moment)\b)"
    r"|in case\b|so that\b|so (?:i|we) (?:can|could)\b|(?:because|since|cause) [^,]+$"
)


def read_addition(parse: ParseState, words: list[str], asked: bool) -> bool:
    """A sentence that only adds to the question before it: "… or at least sharpen my knife", "for this lamp"."""
    before = parse.clauses[-1].role if parse.clauses else None
    asked_last = (
        bool(parse.intents) and parse.intents[-1].verb == "ask" and len(parse.intents[-1].objects) == 1
    )
    if words[0] == "or" and asked_last and len(words) > 2 and SPEECH not in words:
        parse.note_words(words, "speech")
        parse.add([ask(parse.scope, parse.intents[-1].objects[0], words[1:])], words)
        return True
    hangs_on = before == "question" and words[0] in ("for", "of", "about") and not asked
    if hangs_on and person_of(parse.scope, words, 0) is None and len(words) <= FRAGMENT_WORDS:
        parse.note_words(words, "thought")
        return True
    return False


def read_further_question(parse: ParseState, words: list[str]) -> bool:
    """ "And might I listen?" after a question to somebody is one more to them."""
    before = parse.intents[-1] if parse.intents else None
    joined = words[0] == "and" and len(words) > 2 and not FIRST.isdisjoint(words[1:3])
    if not joined or before is None or before.verb != "ask" or len(before.objects) != 1:
        return False
    parse.note_words(words, "speech")
    parse.add([ask(parse.scope, before.objects[0], words[1:])], words)
    return True


def read_follow_up(
    parse: ParseState, words: list[str], asked: bool, then: tuple[list[str], bool] | None = None
) -> bool:
    """A question to somebody on what they have just said; said back before a question, it says what `then` is of."""
    back = followed_up(parse.scope, words, asked) if SPEECH not in words else None
    if back is None:
        return False
    parse.note_words(words, "speech")
    if then is not None and then[1] and asked and not follow_up_of(words):
        parse.said_back = back
    else:
        parse.add([ask(parse.scope, *back)], back[1])
    return True


def read_answer_given(parse: ParseState, words: list[str], asked: bool, asks_on: bool = False) -> bool:
    """A yes or a no to what somebody has just asked the player: "yes, of course I do", "no, it didn't hurt".

    `asks_on`: a question follows it, which is what is answered.
    """
    partner = parse.partner() or who_opened(parse.scope.state)
    said = [word for word in words if word[0].isalnum()]
    if partner is None or asked or SPEECH in words or parse.intents or not 0 < len(said) <= _LONGEST_GIVEN:
        return False
    if _is_one_of_theirs(parse, partner, words):
        parse.note_words(words, "speech")
        parse.add([Intent(verb="tell", objects=(partner,), topic=text_of(said)[:110], role="speech")], words)
        return True
    found = _GIVEN.fullmatch(" ".join(said))
    if found is None or not has_asked(parse.scope.world, parse.scope.state, partner):
        return False
    if asks_on:
        parse.note_words(words, "thought")
        return True
    force = "affirm" if found["yes"] else "deny"
    parse.note_words(words, "speech")
    told = Intent(verb="tell", objects=(partner,), topic=text_of(said)[:110], role="speech", force=force)
    parse.add([told], words)
    return True


def _is_one_of_theirs(parse: ParseState, partner: str, words: list[str]) -> bool:
    """Whether a few words only choose among those of a question just put, or a side of a coin: "not sleeping"."""
    named = addressed_person(parse.scope, words) or called_last(parse.scope, words)
    said = [
        word for word in (named[1] if named is not None and named[0] == partner else words) if word.isalnum()
    ]
    if (named is not None and named[0] != partner) or not 0 < len(said) <= _LONGEST_CHOSEN:
        return False
    if SIDES_OF_A_COIN.issuperset(said):
        return True
    told = content_of(" ".join(said))
    asked = questions_put_by(parse.scope.world, parse.scope.state, partner)
    return bool(told) and told <= content_of(" ".join(asked)) and FIRST.isdisjoint(said)


_LONGEST_CHOSEN = 5  # words
_LONGEST_GIVEN = 12  # words
_OF_WHAT_IS_SO = (
    r"(?: (?!i (?:meant|mean|asked|was asking)\b)(?:i|we|it|he|she|they|that|this|there|you) .+)?"
)
# "I do" and "I think not" answer by themselves; "yes, open the door" is an order after a yes.
_GIVEN = re.compile(
    r"(?P<yes>(?:oh |well )*(?:yes|yeah|yep|aye|sure|certainly|of course|indeed|absolutely)"
    r"(?: of course| indeed| very much)*"
    rf"{_OF_WHAT_IS_SO}|(?:i|we) (?:do|did|am|was|have|would|will|can|think so|guess so|suppose so|hope so)"
    r"|(?:i|we) (?:would|should|will) say so|(?:it|he|she|that) (?:is|was|does|did))"
    r"|(?P<no>(?:oh |well )*(?:no|nope|nah|never|not (?:really|yet|at all|much|that i know(?: of)?))"
    rf"(?: not (?:really|yet|at all|much))*{_OF_WHAT_IS_SO}"
    r"|(?:i|we) (?:do|did|am|was|have|would|will|can) not|(?:i|we) do not (?:think|believe|suppose) so"
    r"|(?:i|we) (?:doubt it|think not|hope not|suppose not)|(?:it|he|she|that) (?:is|was|does|did) not)"
)


def read_pressing(parse: ParseState, words: list[str]) -> bool:
    """What presses somebody for an answer to what they were asked to do: "so will you or not?"."""
    named = addressed_person(parse.scope, words) or called_last(parse.scope, words)
    who = (
        whom_it_presses(parse.scope, named[1] if named is not None else words)
        if SPEECH not in words
        else None
    )
    if who is None or (named is not None and named[0] != who) or parse.intents:
        return False
    parse.note_words(words, "speech")
    said = text_of(words)[:110]
    parse.add([Intent(verb="ask", objects=(who,), topic=said, role="speech")], words, whole=True)
    return True


def read_declining(parse: ParseState, words: list[str]) -> bool:
    """What lets an offer or a request drop: "forget it, keep the key", "no, I don't want a smoke, thank you"."""
    partner = parse.partner()
    said = [word for word in words if word.isalnum()]
    if partner is None or SPEECH in words or not said:
        return False
    before = parse.intents[-1] if parse.intents else None
    declined = before is not None and before.verb == "tell" and _lets_drop(before.words.split())
    thanked = declined and force_of(said) == "thank"
    if not (thanked or _lets_drop(said)) or (before is not None and not declined):
        return False
    parse.note_words(words, "speech")
    if not declined:
        parse.add([Intent(verb="tell", objects=(partner,), topic=text_of(said)[:110], role="speech")], said)
    return True


def _lets_drop(words: list[str]) -> bool:
    return statement_of([word for word in words if word.isalnum()]).force in ("drop", "decline")


def read_after_echo(parse: ParseState, words: list[str]) -> bool:
    """ "Four names? What names?": what is asked after their own words were said back is asked of those."""
    if parse.said_back is None:
        return False
    (who, echo), parse.said_back = parse.said_back, None
    named = addressed_person(parse.scope, words) or called_last(parse.scope, words)
    said = named[1] if named is not None and named[0] == who else words
    if follow_up_of(said) == "meant":  # "catch something? like what?"
        said, echo = ["what", "do", "you", "mean", *echo], []
    parse.note_words(words, "speech")
    parse.add([ask(parse.scope, who, said)], [*echo, ";", *said] if echo else said)
    return True


def read_correction(parse: ParseState, words: list[str], asked: bool) -> bool:
    """What was said before, to somebody else or about something else; a name alone that is asked after."""
    if SPEECH in words:
        return False
    again = correction_in(parse.scope, words)
    after = name_asked_after(parse.scope, words) if asked and again is None else None
    if again is None and after is None and not _asks_who_that_is(parse, words):
        return False
    parse.note_words(words, "speech")
    if again is not None:
        who, said = again
        meant = ask(parse.scope, who, said) if said else Intent(verb="talk", objects=(who,))
        parse.add([meant], said or words)
    elif after is not None:
        parse.add([ask(parse.scope, after, words)], ["who", "is", *words])
    return True


def _asks_who_that_is(parse: ParseState, words: list[str]) -> bool:
    """Whether a question only says again what a name before it asked: "Ragnhild?? Who's that?"."""
    pointed = tuple(words) in {("who", "is", one) for one in ("that", "she", "he", "this", "it")}
    return pointed and bool(parse.intents) and parse.intents[-1].words.startswith("who is ")


def with_speech_joined(parse: ParseState, found: list[Stretch]) -> list[Stretch]:
    """An order that "you" goes on after is given to whoever is spoken with: "eat something, you look pale"."""
    if parse.partner() is None or parse.gesture:
        return found
    together = [*found]
    for at, one in enumerate(found[1:]):
        before = together[at]
        called = addressed_person(parse.scope, before.words) if before.words else None
        if called is not None and asks_company(called[1]):
            continue  # "Bo, come with me, you promised" asks first
        urged = before.role == "act" and FIRST.isdisjoint(before.words) and before.words[:1] != ["let"]
        if urged and one.role == "speech" and one.words[0] == "you" and one.joint in ("", ","):
            together[at] = replace(before, words=["you", *before.words], role="speech")
    return together


_TURNED_TO = frozenset("talk speak turn".split())


def with_same_hearer(parse: ParseState, found: list[Stretch]) -> list[Stretch]:
    """ "Talk to Gus, ask him why": whoever was just turned to is asked, whatever the player takes them for."""
    told = [*found]
    for at, one in enumerate(found[1:]):
        before = found[at].words
        named = (
            before[2:] if before[:1] and before[0] in _TURNED_TO and before[1:2] in (["to"], ["with"]) else []
        )
        who, length = leading_person(parse.scope, named, by_name=True) if named else (None, 0)
        asks = one.words[:1] in (["ask"], ["tell"]) and one.words[1:2] in (["him"], ["her"], ["it"], ["them"])
        if who is not None and length == len(named) and asks:
            told[at + 1] = replace(one, words=[one.words[0], *named, *one.words[2:]])
    return told


def read_call_to_wait(parse: ParseState, words: list[str]) -> bool:
    """What is called to somebody after "wait": a companion stays, anybody else is told so."""
    here = [who for who in parse.scope.people if parse.scope.state.characters[who].following]
    who = next(iter(here), None) or parse.partner()
    if who is None or not is_held_back(words):
        return False
    stays = who in here and not {"come", "follow", "stay"}.isdisjoint(words) and words[:1] != ["come"]
    parse.note_words(words, "speech")
    parse.add([Intent(verb="dismiss", objects=(who,)) if stays else said_to(parse.scope, who, words)], words)
    return True
