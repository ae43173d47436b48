"""Whole sentences that are said to somebody, whatever deeds they speak of. Pure."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

from gamemaster.language.clauses.cutting import Stretch
from gamemaster.language.clauses.split import without_lead
from gamemaster.language.clauses.subjects import FIRST, person_of
from gamemaster.language.movement import read_heading
from gamemaster.language.names.normalization import SPEECH
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.names.pronouns import pronoun
from gamemaster.language.parser.parse_state import FRAGMENT_WORDS, ParseState, text_of
from gamemaster.language.plain_orders import is_held_back
from gamemaster.language.tables.function_words import QUESTION_WORDS
from gamemaster.language.talk.addressee import can_answer, confronting, hearers, is_for_a_foe
from gamemaster.language.talk.corrections import correction_in
from gamemaster.language.talk.follow_ups import follow_up_of
from gamemaster.language.talk.gm_questions import gm_question
from gamemaster.language.talk.heartfelt import HEARTFELT, is_caution
from gamemaster.language.talk.last_words import followed_up
from gamemaster.language.talk.passing_words import name_asked_after
from gamemaster.language.talk.people_questions import people_question_of
from gamemaster.language.talk.quotations import spoken_of
from gamemaster.language.talk.requests import oath_asked
from gamemaster.language.talk.sentences import without_tag
from gamemaster.language.talk.speech_acts import (
    SPEAKING,
    addressed_person,
    ask,
    asks_company,
    called_amid,
    called_before_or,
    called_last,
    greets_or_parts,
    is_question,
    listener,
    price_first,
    said_to,
    threat_in_words,
)
from gamemaster.language.talk.speech_forces import asks_leave, force_of, is_leverage, is_said_outright, to_all
from gamemaster.language.talk.statements import feeling_of, is_said_of_them, statement_of
from gamemaster.rules.proposal import Intent
from gamemaster.rules.state import MATTER, TALKED

_STATES = frozenset({"health", "needs", "goal", "danger"})  # of oneself, that the Game Master tells of
_YOU = frozenset({"you", "your"})
_HELD_IN_MIND = frozenset(
    "trust like believe know think want understand care mind hate love fear need".split()
)
_NARRATED = frozenset({"my", "our", "everything", "nothing", "then", "when", "while", "as"})
# "Please help me with it" asks whoever is here, and nothing of the program.
_PLEA = re.compile(
    r"(?:please help|help (?:me|us) (?:with|to|carry|find|get|lift|move|out\b)|spare (?:me|us)\b|listen to me\b"
    r"|(?:please )?(?:sing|play|pour|cook|fetch|teach) (?:me|us)\b)"
)
# "Let us have a drink together" proposes it to whoever is here, and drinks nothing.
_SHARED = re.compile(r"let us .*\b(?:together|you and (?:i|me)|both of us|all of us)\b|shall we\b(?! go\b)")


def read_speech(parse: ParseState, words: list[str], asked: bool) -> bool:
    """A threat, an offer, a plea for leave, words to everybody: speech, whatever deeds it speaks of."""
    if read_confidence(parse, words):
        return True
    if not asked and greets_or_parts(words) is not None and hearers(parse.scope.world, parse.scope.state):
        parse.note_words(words, "speech")
        parse.add([said_to(parse.scope, listener(parse.scope, words), words)], words)
        return True
    if (unquoted := _said_without_quotes(parse, words)) is not None:
        parse.note_words(words, "speech")
        parse.add([unquoted[0]], unquoted[1])
        return True
    shared = _SHARED.match(text_of(words)) is not None and hearers(parse.scope.world, parse.scope.state)
    if shared and addressed_person(parse.scope, words) is None:
        parse.note_words(words, "speech")
        parse.add([ask(parse.scope, listener(parse.scope, words), words)], words)
        return True
    if price_first(words) != words and hearers(parse.scope.world, parse.scope.state):
        parse.note_words(words, "speech")
        parse.add([said_to(parse.scope, listener(parse.scope, words), words)], words)
        return True
    if _PLEA.match(text_of(words)) and hearers(parse.scope.world, parse.scope.state):
        plea = ["will", "you", *words[words[0] == "please" :]]
        parse.note_words(words, "speech")
        parse.add([ask(parse.scope, listener(parse.scope, plea), plea)], plea)
        return True
    foe = confronting(parse.scope) if is_for_a_foe(words) and words[0] != "i" else None
    if foe is not None and spoken_of(parse.scope, words) in (None, foe):
        parse.note_words(words, "speech")
        parse.add([ask(parse.scope, foe, words, "tell")], words)
        return True
    if (put := _put_in_their_teeth(parse, words)) is not None:
        parse.note_words(words, "speech")
        parse.add([put], words)
        return True
    if _is_on_their_terms(parse, words):
        parse.note_words(words, "speech")
        parse.add([said_to(parse.scope, listener(parse.scope, words), words)], words)
        return True
    threat = threat_in_words(parse.scope, words)
    if threat is not None:
        parse.note_words(words, "speech")
        parse.add([threat], words)
        return True
    if ("if", "only") in itertools.pairwise(words) and _YOU.isdisjoint(words):
        return False  # a wish
    said = to_all(parse.scope, words)
    called = addressed_person(parse.scope, words)
    heard = called[1] if called is not None and called[0] in parse.scope.people else words
    outright = is_leverage(parse.scope, heard) or is_said_outright(parse.scope, words)
    told = without_tag(words) or ([] if asked else words)
    if said is None and (outright or is_said_of_them(parse.scope, told)):
        said = addressed_person(parse.scope, words) or called_before_or(parse.scope, words)
        said = said or (listener(parse.scope, words), words)
    if (
        said is None
        and asks_leave(parse.scope, words)
        and (named := addressed_person(parse.scope, words)) is None
    ):
        parse.note_words(words, "speech")
        parse.add([ask(parse.scope, listener(parse.scope, words), words)], words)
        return True
    if (
        said is None
        and (named := addressed_person(parse.scope, words)) is not None
        and (named[1][:1] == ["you"] or _is_called_after(words, named[1]))
    ):
        said = named
    away = named if said is None and named is not None and named[0] not in parse.scope.people else None
    if away is not None and "," in words and is_question(away[1]):
        parse.note_words(words, "speech")
        parse.add([ask(parse.scope, *away)], words)  # who is not here is asked nothing, and nobody else is
        return True
    said = said or called_amid(parse.scope, words)
    if said is None:
        return False
    parse.note_words(words, "speech")
    parse.add([said_to(parse.scope, *said)], words)
    return True


_ASKED_FROM_THE_HEART = frozenset(
    {"friendship", "companionship", "invite_company", "invite_hand", "invite_seat", "invite_near"}
)


def _puts_to_people(parse: ParseState, text: str) -> bool:
    """Whether a question about people is one that eyes do not answer: who minds the boy, and not who is here."""
    found = people_question_of(text)
    if found is None or found.kind == "where_all":
        return False
    return found.kind != "everybody" or (
        parse.partner() is not None and (bool(found.role) or " else " in text)
    )


_TO_THEM = frozenset({"console", "forgive"})
# "I promise you, I'll come back" comes back another time.
_PROMISED = re.compile(
    r"(?:i|we) (?:promise|swear|vow|give you my word)(?: (?:to )?you)?(?: that)? (?:i|we) (?:will|would|shall)\b"
    r"(?!.* and i\b).*"
)
_REQUESTED = re.compile(
    r"(?P<what>.+?)(?: ,)? (?:for me|please|will you|would you|(?:do you )?promise)(?: please)?"
)


def _word_asked_for(parse: ParseState, words: list[str], asked: bool) -> list[str] | None:
    """What somebody here is to give their word on, as a request to them: "promise me you'll stay", "promise?".

    Empty where it only presses what was asked of them before; None of any other words.
    """
    if (oath := oath_asked(words, asked)) is not None:
        return oath or ([] if parse.intents else ["do", "you", "swear", "it"])
    pressed = _REQUESTED.fullmatch(text_of(words)) if asked and not is_question(words) else None
    if pressed is not None and words[:2] == ["do", "not"]:
        return pressed["what"].rstrip(" ,").split()
    if pressed is None or words[0] in FIRST or not parse.scope.nouns.verbs.at_start(words)[0]:
        return None
    return ["will", "you", *pressed["what"].rstrip(" ,").split()]


def _from_the_heart_in(words: list[str], asked: bool) -> list[str]:
    """Of several things said in one breath the last, where all come from the heart: "poor man, nobody should …".

    So is a walk together that is asked for after where one goes: "I'm off to the hall, come with me?".
    """
    parts = [part.split() for part in " ".join(words).split(" , ") if part]
    if len(parts) < 2:
        return words
    if asked and asks_company(parts[-1]):
        return parts[-1]
    forces = [statement_of(part).force for part in parts]
    return parts[-1] if all(force in HEARTFELT | _TO_THEM for force in forces) else words


def read_from_the_heart(parse: ParseState, words: list[str], asked: bool) -> bool:
    """Sympathy, a warning, a hand held out to whoever is here; and what goes on after a warning: "watch him"."""
    scope = parse.scope
    if SPEECH in words or not can_answer(scope.world, scope.state):
        return False
    who, said = addressed_person(scope, words) or called_amid(scope, words) or ("", words)
    if who and who not in scope.people and statement_of(words).force == "warning":
        who, said = called_last(scope, words) or ("", words)  # of whoever is away, to whoever is here
    said = _from_the_heart_in(said, asked)
    text = text_of(said)
    if parse.intents and who in ("", parse.intents[-1].objects[:1]) and is_caution(text):
        before = parse.intents[-1]
        if before.verb == "tell" and statement_of(before.words.split()).force == "warning":
            parse.note_words(words, "speech")
            return True
    for asked_of, question in (
        (listener(scope, words), words),
        (who, said),
        called_last(scope, words) or (who, said),
    ):
        if asked and asked_of in scope.people and _puts_to_people(parse, text_of(question)):
            parse.note_words(words, "speech")
            parse.add([ask(scope, asked_of, question)], question)
            return True
    if who and who not in scope.people:
        return False
    if asked and said and len(said) < len(words) and asks_company(said):
        parse.note_words(words, "speech")
        parse.add([ask(scope, who or listener(scope, said), said)], said)
        return True
    if not asked and _PROMISED.fullmatch(" ".join(word for word in said if word.isalnum())):
        parse.note_words(words, "speech")
        parse.add([said_to(scope, who or listener(scope, said), said)], said)
        return True
    soothing = without_lead(said[said[:1] in (["hey"], ["oh"], ["there"]) :])
    soothing = soothing[soothing[:1] == [","] :]
    if not asked and soothing and len(soothing) < len(said) and force_of(soothing) == "comfort":
        parse.note_words(words, "speech")
        parse.add([said_to(scope, who or listener(scope, soothing), soothing)], soothing)
        return True
    meant = statement_of(said).force if said else None
    if meant not in HEARTFELT and said and (wanted := _word_asked_for(parse, said, asked)) is not None:
        parse.note_words(words, "speech")
        if wanted:
            who = who or listener(scope, said)
            parse.add([ask(scope, who, wanted, "ask" if is_question(wanted) else "tell")], wanted)
        return True
    if meant not in HEARTFELT | _TO_THEM or (
        (asked or is_question(said)) and meant not in _ASKED_FROM_THE_HEART
    ):
        return False
    force = force_of([word for word in said if word.isalnum()])
    if force not in (None, "apologize") and meant != "invite_treat":
        return False
    parse.note_words(words, "speech")
    who = who or listener(scope, said)
    parse.add([Intent(verb="tell", objects=(who,), topic=text[:110], role="speech")], said)
    return True


_TELL_THEM_SO = re.compile(
    r"(?P<said>(?:if|unless|i will) .+?) (?:, )?(?:and )?(?:i )?tell (?P<who>him|her|it|them)(?: so| that| as much)?"
)
_TO_THEIR_FACE = {"he": "you", "she": "you", "it": "you", "they": "you", "him": "you", "them": "you",
                  "his": "your", "its": "your", "their": "your", "her": "your"}  # fmt: skip


def _put_in_their_teeth(parse: ParseState, words: list[str]) -> Intent | None:
    """What is threatened or offered, and then said to be told: "if it won't listen I'll smash its eye, tell it so"."""
    found = _TELL_THEM_SO.fullmatch(" ".join(words))
    who = (pronoun(parse.scope, found["who"]) or confronting(parse.scope)) if found is not None else None
    if (
        found is None
        or who is None
        or (who in parse.scope.world.characters and who not in parse.scope.people)
    ):
        return None
    said = [_TO_THEIR_FACE.get(word, word) for word in found["said"].split()]
    return said_to(parse.scope, who, said)


_SHOULD_ANYBODY_ASK = re.compile(
    r"if (?:anyone|anybody|someone|somebody|he|she|they|the \w+) (?:asks?|calls?|wonders?)\b"
)


def _is_on_their_terms(parse: ParseState, words: list[str]) -> bool:
    """Whether a few words without a verb hang on what somebody here would do: "guest-right, if you'll have me".

    So is what they are to tell others: "if anyone asks, I'm not here".
    """
    if _SHOULD_ANYBODY_ASK.match(text_of(words)) and parse.partner() is not None:
        return True
    at = next((n for n in range(1, len(words) - 1) if words[n : n + 2] == ["if", "you"]), 0)
    said = [word for word in words[:at] if word != ","]
    return (
        0 < len(said) <= _WANTED
        and FIRST.isdisjoint(said)
        and not parse.scope.nouns.verbs.at_start(without_lead(said))[0]
        and can_answer(parse.scope.world, parse.scope.state)
        and addressed_person(parse.scope, words) is None
    )


_WANTED = 6  # words of what is wanted on somebody's terms


# "If I asked you to come, would you?" asks whoever hears it, and does nothing.
_SUPPOSING = re.compile(
    r"(?:and |but |so )?(?:if|suppose|supposing|say) .+? (?:would|will|could|can|do|are) you\b.*"
)
_HAND_OFFERED = re.compile(
    r"(?:i )?offer (?P<who>(?:(?!to\b)\w+ ){0,4}?)(?:(?:a|my) (?:hand|help)|help)(?: (?:with|at|in) (?P<what>.+))?"
    r"|(?:i )?offer (?:my help|a hand) to (?P<to>\w+(?: \w+)?)(?: (?:with|at|in) (?P<at>.+))?"
)
_CALLED_SIR = frozenset("sir madam miss boss mate mister missus lad lass friend buddy pal".split())


def _said_without_quotes(parse: ParseState, words: list[str]) -> tuple[Intent, list[str]] | None:
    """What is said to somebody although nothing says so: a case supposed, help offered, "sir" called at the end."""
    scope = parse.scope
    if not hearers(scope.world, scope.state) or SPEECH in words:
        return None
    if _SUPPOSING.fullmatch(text_of([word for word in words if word != ","])):
        who, said = addressed_person(scope, words) or (listener(scope, words), words)
        said = [word for word in said if word != ","]
        return Intent(verb="ask", objects=(who,), topic=" ".join(said)[:110], role="speech"), said
    if (offered := _HAND_OFFERED.fullmatch(" ".join(words))) is not None:
        named = (offered["who"] or offered["to"] or "").split()
        someone, length = leading_person(scope, named) if named else (listener(scope, words), 0)
        what = (offered["what"] or offered["at"] or "").split()
        if someone not in scope.people or length != len(named):
            return None
        said = ["do", "you", "want", "help", *(["with", *what] if what else [])]
        return ask(scope, str(someone), said), said
    if (
        len(words) > 3
        and words[-2] == ","
        and words[-1] in _CALLED_SIR
        and is_question(without_joint(words[:-2]))
    ):
        said = without_joint(words[:-2])
        return ask(scope, listener(scope, said), said), said
    return None


# What the Game Master tells, even where somebody is called "sir" before it.
_OF_THE_PLAYER = frozenset("place self inventory health needs goal rules".split())


def read_called_sir(parse: ParseState, words: list[str]) -> bool:
    """A question with "sir" before it: it is put to whoever is here, and no eye is to answer it."""
    scope = parse.scope
    called = words[0] in _CALLED_SIR and words[1:2] == [","]
    called = called or (words[0] in ("sir", "madam") and words[1:2] != [] and words[1] in QUESTION_WORDS)
    said = words[2:] if words[1:2] == [","] else words[1:]
    if not called or not said or SPEECH in words or not is_question(said):
        return False
    asked = gm_question(scope, said)
    if asked is not None and asked.verb == "inform" and asked.topic in _OF_THE_PLAYER:
        parse.note_words(said, "question")
        parse.add([asked], said, whole=True)
        return True
    if not can_answer(scope.world, scope.state):
        return False
    parse.note_words(said, "speech")
    parse.add([ask(scope, listener(scope, said), said)], said)
    return True


def without_joint(words: list[str]) -> list[str]:
    """The words without "so" or "and" before them."""
    return words[1:] if len(words) > 2 and words[0] in ("so", "and", "but", "well", "then") else words


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


_TRUST = re.compile(
    r"(?P<before>(?:so |and |but )?(?:can|could|should|do|would) (?:i|we|you) (?:really |even )?(?:trust|believe) )"
    r"(?P<who>him|her)(?P<after>(?: .*)?)"
)


# "Where can I find him?" is after somebody who is not here: the last one spoken of.
_SOUGHT = re.compile(
    r"(?P<before>(?:so |and |but )?(?:(?:where|how) (?:can|could|do|should|might|will|would) (?:i|we) "
    r"(?:find|meet|see|look for|reach) |(?:where|which way|what way|when) (?:did|is|was|has|will|does) ))"
    r"(?P<who>him|her|he|she)(?P<after>\b.*)"
)


def with_person_spoken_of(parse: ParseState, words: list[str]) -> list[str]:
    """ "Can I trust him?" with the name of whom it means, amid a talk with somebody else: the last one spoken of."""
    text = " ".join(words)
    partner, found = parse.partner(), _TRUST.fullmatch(text) or _SOUGHT.fullmatch(text)
    before = parse.scope.state.focus.get(MATTER, "").casefold()
    if partner is None or found is None or not before:
        return words
    gender = "he" if found["who"] in ("he", "him") else "she"
    if found.re is _SOUGHT and parse.scope.state.focus[MATTER][:1].isupper():
        return f"{found['before']}{before}{found['after']}".split()
    for who, person in parse.scope.world.characters.items():
        names = {name.casefold() for name in (person.name, *person.aliases)}
        here = found.re is _SOUGHT and who in parse.scope.people
        if who != partner and not here and person.pronoun == gender and before in names:
            return f"{found['before']}{before}{found['after']}".split()
    return words


_REASON = re.compile(
    r"for (?!(?:a|an|ten|five|one|two|half|some)\b|the (?:rest|night|moment)\b)"
    r"|in case\b|so that\b|so (?:i|we) (?:can|could)\b|(?:because|since|cause) [^,]+$"
)


def read_statement(parse: ParseState, words: list[str], found: list[Stretch]) -> bool:
    """A sentence that only tells something, amid a talk: whoever is talked with is told it."""
    partner = parse.partner()
    roles = {one.role for one in found}
    mental = words[0] in ("i", "we") and not _HELD_IN_MIND.isdisjoint(words[1:4])
    told = roles <= {"background", "thought"} or (
        roles <= {"background", "thought", "negation"} and (mental or statement_of(words).force == "assure")
    )
    if partner is None or not found or not told or len(words) < 3 or words[0] in _NARRATED:
        return False
    if any(one.doubtful for one in found) or any(read_utterance(parse, one) for one in found):
        return False
    parse.note_words(words, "speech")
    parse.add([ask(parse.scope, partner, words, "tell")], words)
    return True


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


def read_confidence(parse: ParseState, words: list[str]) -> bool:
    """Whether the player tells whoever they speak with what they feel."""
    partner = parse.partner()
    if partner is None or not feeling_of(text_of(words)):
        return False
    at = words.index(",") if "," in words[1:] else 0
    question = words[at + 1 :]
    if at and feeling_of(text_of(words[:at])) and is_question(question) and len(question) > 2:
        parse.note_words(words, "speech")  # "I'm cold, is there a fire up there?" is told and asked
        parse.add([Intent(verb="tell", objects=(partner,), topic=text_of(words[:at])[:110])], words[:at])
        asked = gm_question(parse.scope, question) or ask(parse.scope, partner, question)
        parse.add([asked], question)
        return True
    parse.note_words(words, "speech")
    parse.add([Intent(verb="tell", objects=(partner,), topic=text_of(words)[:110])], words)
    return True


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


def read_speech_beside_gesture(parse: ParseState, words: list[str], asked: bool) -> bool:
    """Words beside a gesture in stars that order nothing and tell of no deed: they are said aloud."""
    about_self = not FIRST.isdisjoint(words)
    orders = parse.scope.nouns.verbs.at_start(without_lead(words))[0] or read_heading(parse.scope, words)
    questions = asked or is_question(words)
    if not hearers(parse.scope.world, parse.scope.state) or about_self or (orders and not questions):
        return False
    who, said = addressed_person(parse.scope, words) or (listener(parse.scope, words), words)
    parse.note_words(words, "speech")
    heard = ask(parse.scope, who, said) if questions else parse.clause_reader.speech_to(who, said)
    parse.add([heard], words)
    return True


def read_utterance(parse: ParseState, stretch: Stretch) -> bool:
    """Whether what is told or felt is a turn of speech: "I am sorry", "I love you", "I think Ulf did it"."""
    if stretch.words[:2] in (["i", "am"], ["i", "feel"]):
        state = gm_question(parse.scope, ["am", "i", *stretch.words[2:]])
        if state is not None and state.topic in _STATES:
            parse.note_words(stretch.words, "question")
            parse.add([state], stretch.words)
            return True
    if not parse.scope.people:
        return False
    if read_confidence(parse, stretch.words):
        return True
    idiom = parse.clause_reader.idiom(without_lead(stretch.words)) or parse.clause_reader.idiom(stretch.words)
    if idiom is None or idiom.verb not in SPEAKING:
        return False
    parse.note_words(stretch.words, "speech")
    parse.add([idiom], stretch.words)
    return True


def _is_called_after(words: list[str], said: list[str]) -> bool:
    """Whether a statement ends in the name of the one it is said to: "the key is gone, Mr Tallack"."""
    return len(said) > 1 and words[: len(said) + 1] == [*said, ","] and not is_question(said)


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
