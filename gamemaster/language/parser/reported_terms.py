"""What is offered, threatened or asked amid deeds, parted from them and put to somebody's face. Pure.

In "I crouch down and tell Ivar he can have the knife if he tells me who came" a gesture is made and something is said:
the "if" is a part of what is said, and no deed waits for it. It is read as the gesture, and then as "Ivar, you can have
the knife if you tell me who came".
"""

from __future__ import annotations

from gamemaster.language.clauses.clause_ends import trim_joints
from gamemaster.language.clauses.clause_starts import TELLING
from gamemaster.language.clauses.expressions import is_expression
from gamemaster.language.clauses.subjects import FIRST, JOINTS
from gamemaster.language.english import Forms, Words
from gamemaster.language.names.normalization import SPEECH
from gamemaster.language.names.noun_index import Scope, name_words
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.names.pronouns import pronoun
from gamemaster.language.tables.verb_forms import is_gerund
from gamemaster.language.talk.addressee import hearers_in
from gamemaster.language.talk.direct_address import called_between
from gamemaster.language.talk.exchanges import proposed_in
from gamemaster.language.talk.forces.speech_forces import force_of
from gamemaster.language.talk.questions.questions_put import asks_company, is_question, listener
from gamemaster.language.talk.remarks import price_first
from gamemaster.language.talk.reported_questions import to_their_face
from gamemaster.language.talk.requests import oath_asked, silence_asked

_FORMS = Forms(__name__)
_WORDS = Words(__name__)
Sentence = tuple[list[str], bool]


def with_terms_apart(scope: Scope, said: list[Sentence]) -> list[Sentence]:
    """The sentences; an offer, a threat or a charge that is reported amid deeds is a sentence of its own, as said."""
    if not hearers_in(scope):
        return said
    return [part for one in said for part in _parts_of(scope, *one)]


def _parts_of(scope: Scope, words: list[str], asked: bool) -> list[Sentence]:
    at = words.index(":") if ":" in words[1:-1] and SPEECH not in words else 0
    told = words[0] in FIRST and words[1:2] != [] and words[1] in TELLING  # "I ask him, not Ulf: may I?" is one report
    if at and not told and (words[0] in FIRST or is_expression(scope, words[:at])):
        said = _said_after_colon(scope, words[:at], words[at + 1 :])
        if said is not None:
            return [*_parts_of(scope, words[:at], False), (said, asked)]
    if SPEECH not in words and words[0] in FIRST and (sworn := called_between(scope, words)) is not None:
        who, rest = sworn
        bare = [word for word in rest[1:] if word.isalnum()]
        if force_of([words[0], *bare]) is not None or bare[:1] in (["swear"], ["promise"]):
            return [([*name_words(scope.world.characters[who].name), ",", *rest], asked)]
    if SPEECH not in words and (at := _end_of_vow(scope, words)):
        return [(words[:at], False), (["i", *words[at + 2 :]], asked)]
    barred = any(words[at : at + 2] == ["not", "to"] for at in range(len(words)))
    if SPEECH in words or (_WORDS["openers"].isdisjoint(words) and not barred):
        return [(words, asked)]
    for at in range(len(words) - _SHORTEST):
        if words[at] in _WORDS["openers"]:
            break  # what comes after a condition of its own hangs on that
        if at and words[at - 1] not in JOINTS | {":"}:
            continue
        start = at + (words[at] in FIRST)
        end = _end_of_speech(scope, words, start)
        before, after = trim_joints(words[:at]), trim_joints(words[end:])
        if before and leading_person(scope, before, by_name=True)[1] == len(before):
            continue  # "Ivar, I offer to mend your boat" is said to him as it stands
        spoken = _said_in(scope, before, words[start:end])
        if spoken is None or (spoken == words[start:end] and not before and not after):
            continue
        alone = not before and not after
        parts = [(before, False), (spoken, asked and alone), (after, asked)]
        return [(part, puts) for part, puts in parts if part]
    return [(words, asked)]


def _end_of_vow(scope: Scope, words: list[str]) -> int:
    """Where a deed goes on after a vow and a comma: "promise to bring him bread, and walk to the yard"; else 0."""
    begin = JOINTS | FIRST
    vows = [at for at, one in enumerate(words) if one in _WORDS["vows"] and (not at or words[at - 1] in begin)]
    after = range(vows[0] + 2, len(words) - 2) if vows else range(0)
    joints = (at for at in after if words[at : at + 2] == [",", "and"] and words[at + 2] not in FIRST)
    return next((at for at in joints if scope.nouns.verbs.at_start(words[at + 2 :])[0]), 0)


def _said_after_colon(scope: Scope, before: list[str], words: list[str]) -> list[str] | None:
    """What is said after a gesture and a colon: "I tug his sleeve: come with me?"; None where it is no speech."""
    if words[0] in _WORDS["subjects"]:
        gender = {"him": "he", "her": "she"}.get(words[0], words[0])
        named = [who for who in _named_in(scope, before) if scope.world.characters[who].pronoun == gender]
        who = next(iter(named), None) or pronoun(scope, words[0])
        said = to_their_face(scope, who, words) if who in scope.people else words
        terms = said != words and price_first(scope, said) != said
        return [*name_words(scope.world.characters[str(who)].name), ",", *said] if terms else None
    bare = [word for word in words if word.isalnum()]
    asks = is_question(words) or asks_company(bare) or oath_asked(bare) is not None or silence_asked(bare) is not None
    proposes = force_of(bare) is not None or proposed_in(scope, words) is not None
    return words if asks or proposes else None


_SHORTEST = 4  # words of what is reported


def _said_in(scope: Scope, before: list[str], words: list[str]) -> list[str] | None:
    """What a clause says to somebody, as it is said; None where it reports no terms and no charge."""
    text = " ".join(words)
    if _FORMS["offers"].match(text):
        proposed = proposed_in(scope, words)
        return words if proposed is not None and not proposed.only_asks else None
    charged = _FORMS["charges"].match(text)
    if charged is not None and (charge := _charge_in(scope, before, words[len(charged[0].split()) :])) is not None:
        return charge
    vowed = words[0] in _WORDS["vows"] and oath_asked(words) is None  # "promise me that you call" binds the other
    if vowed and force_of(["i", *words]) == "promise":
        whom = next(iter(_named_in(scope, before)), None) or listener(scope, words)
        return [*name_words(scope.world.characters[whom].name), ",", "i", *words]
    told = _FORMS["tells"].match(text)
    who, rest = _hearer(scope, before, words[len(told[0].split()) :]) if told is not None else (None, [])
    rest = rest[rest[:1] == ["that"] :]
    if who is None or not rest or _WORDS["openers"].isdisjoint(rest):
        return None
    said = to_their_face(scope, who, rest)
    return [*name_words(scope.world.characters[who].name), ",", *said] if _are_terms(scope, said) else None


def _charge_in(scope: Scope, before: list[str], words: list[str]) -> list[str] | None:
    """What somebody is asked to do while, until or if something is so, or not to do, as it is said to them."""
    who, rest = _hearer(scope, before, words)
    barred = rest[:1] == ["not"]
    deed = rest[1 + barred :] if rest[barred : 1 + barred] == ["to"] else []
    if who is None or not deed or (not barred and _WORDS["openers"].isdisjoint(deed[1:])):
        return None
    said = [*(["do", "not"] if barred else []), *to_their_face(scope, who, deed)]
    return [*name_words(scope.world.characters[who].name), ",", *said]


def _are_terms(scope: Scope, said: list[str]) -> bool:
    """Whether words to somebody's face offer or threaten something."""
    whole = [word for word in price_first(scope, said) if word.isalnum()]
    force = force_of(whole)
    return force == "threaten" or (force == "offer" and _FORMS["of_them"].search(" ".join(whole)) is not None)


def _hearer(scope: Scope, before: list[str], words: list[str]) -> tuple[str | None, list[str]]:
    """Whom a verb of speech is said to, and what comes after: by name, as "him", or whoever was named before."""
    to = words[:1] in (["to"], ["at"])
    named = words[to:]
    who, length = leading_person(scope, named)
    if who is None and named[:1] and named[0] in _WORDS["pronouns"]:
        own = {"him": "he", "her": "she"}.get(named[0])
        pronouns = {key: one.pronoun for key, one in scope.world.characters.items()}
        who = next((one for one in _named_in(scope, before) if own in (None, pronouns[one])), None)
        who, length = who or pronoun(scope, named[0]), 1
    if who in scope.people:
        return who, named[length:]
    if who is not None or to or words[:1] not in (["that"], ["if"], ["unless"], ["i"], ["we"]):
        return None, words
    return next(iter(_named_in(scope, before)), None) or listener(scope, words), words


def _named_in(scope: Scope, words: list[str]) -> list[str]:
    """Those here whom the words name, whoever was named last first."""
    found = (leading_person(scope, words[at:])[0] for at in range(len(words) - 1, -1, -1))
    return [who for who in found if who in scope.people]


def _end_of_speech(scope: Scope, words: list[str], start: int) -> int:
    """Where what is said ends, and something is done again: ", and I turn to leave", ", ruffling his hair"."""
    opened = next((n for n in range(start, len(words)) if words[n] in _WORDS["openers"]), start + 1)
    for at in range(opened + 1, len(words) - 1):
        if words[at] not in JOINTS or words[at - 1] in JOINTS:
            continue
        rest = trim_joints(words[at:])
        if not rest:
            return at
        mine = rest[0] in FIRST and rest[1:2] != [] and rest[1] not in _WORDS["still_said"]
        shown = is_gerund(rest[0]) or rest[0] == "with"
        then = "then" in words[at : at + 2] and bool(scope.nouns.verbs.at_start(rest)[0])
        if mine or then or (shown and words[at] == ",") or ("and" in words[at : at + 2] and is_expression(scope, rest)):
            return at
    return len(words)
