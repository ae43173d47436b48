"""Whole sentences that are said to somebody, whatever deeds they speak of. Pure."""

from __future__ import annotations

import itertools
import re

from gamemaster.language.clauses.clause_starts import Stretch
from gamemaster.language.clauses.main_clauses import UNCHANGED
from gamemaster.language.clauses.roles import plainly
from gamemaster.language.clauses.split import without_lead
from gamemaster.language.clauses.subjects import FIRST
from gamemaster.language.names.normalization import content_of, stem
from gamemaster.language.names.noun_index import resolve
from gamemaster.language.parser.parse_state import ParseState, text_of
from gamemaster.language.parser.unquoted_speech import (
    is_on_their_terms,
    put_in_their_teeth,
    said_without_quotes,
)
from gamemaster.language.tables.materials import THINGS
from gamemaster.language.tables.verb_forms import begins_in_the_past, skip_adverbs
from gamemaster.language.talk.addressee import confronting, hearers_in, is_for_a_foe
from gamemaster.language.talk.bewilderment import is_only_filler
from gamemaster.language.talk.direct_address import (
    addressed_person,
    called_amid,
    called_before_or,
)
from gamemaster.language.talk.forces.speech_forces import asks_leave, is_leverage, is_said_outright, to_all
from gamemaster.language.talk.forces.statements import feeling_of, is_said_of_them, statement_of
from gamemaster.language.talk.passing_words import listener_in_passing
from gamemaster.language.talk.questions.gm_questions import gm_question
from gamemaster.language.talk.questions.questions_put import ask, is_question, listener
from gamemaster.language.talk.quotations import spoken_of
from gamemaster.language.talk.remarks import (
    SPEAKING,
    greets_or_parts,
    hails_anybody,
    said_to,
    threat_in_words,
)
from gamemaster.language.talk.said_before import sayings_of
from gamemaster.language.talk.sentences import without_tag
from gamemaster.language.walks.movement import read_heading
from gamemaster.rules.proposal import Intent
from gamemaster.rules.state import MATTER

_STATES = frozenset({"health", "needs", "goal", "danger"})  # of oneself, that the Game Master tells of

_YOU = frozenset({"you", "your"})

_HELD_IN_MIND = frozenset(
    "trust like believe know think want understand care mind hate love fear need".split()
)

_NARRATED = frozenset({"my", "our", "everything", "nothing", "then", "when", "while", "as"})

# "Please help me with it" asks whoever is here, and nothing of the program.
_PLEA = re.compile(
    r"(?:please help|help (?:me|us) (?:with|to|carry|find|get|lift|move|out\b)|spare (?:me|us)\b|listen to me\b"
    r"|(?:please )?(?:sing|play|pour|cook|fetch|teach|answer|forgive|excuse) (?:me|us)\b"
    r"|(?:please )?stop (?:\w+ing )(?:\w+ ){0,2}?(?:me|us|my|at me)\b)"
)

# "Let us have a drink together" proposes it to whoever is here, and drinks nothing.
_SHARED = re.compile(r"let us .*\b(?:together|you and (?:i|me)|both of us|all of us)\b|shall we\b(?! go\b)")


def read_speech(parse: ParseState, words: list[str], asked: bool) -> bool:
    """A threat, an offer, a plea for leave, words to everybody: speech, whatever deeds it speaks of."""
    if read_confidence(parse, words):
        return True
    if asked and (partner := parse.partner()) is not None and _is_said_back(parse, partner, words):
        parse.note_words(words, "question")
        parse.add([ask(parse.scope, partner, words)], words)
        return True
    hearers = hearers_in(parse.scope)
    if hearers and hails_anybody(words):
        parse.note_words(words, "speech")
        parse.add([Intent(verb="talk", objects=(listener(parse.scope, words),))], words)
        return True
    if not asked and greets_or_parts(words) is not None and hearers_in(parse.scope):
        parse.note_words(words, "speech")
        parse.add([said_to(parse.scope, listener(parse.scope, words), words)], words)
        return True
    if (unquoted := said_without_quotes(parse, words)) is not None:
        parse.note_words(words, "speech")
        parse.add([unquoted[0]], unquoted[1])
        return True
    shared = _SHARED.match(text_of(words)) is not None and hearers_in(parse.scope)
    if shared and addressed_person(parse.scope, words) is None:
        parse.note_words(words, "speech")
        parse.add([ask(parse.scope, listener(parse.scope, words), words)], words)
        return True
    pleads = _PLEA.match(text_of(words)) and not is_leverage(
        parse.scope, words
    )  # "fetch me water or I …" threatens
    if pleads and hearers_in(parse.scope):
        plea = ["will", "you", *words[words[0] == "please" :]]
        parse.note_words(words, "speech")
        parse.add([ask(parse.scope, listener(parse.scope, plea), plea)], plea)
        return True
    foe = confronting(parse.scope) if is_for_a_foe(words) and words[0] != "i" else None
    if foe is not None and spoken_of(parse.scope, words) in (None, foe):
        parse.note_words(words, "speech")
        parse.add([ask(parse.scope, foe, words, "tell")], words)
        return True
    if (put := put_in_their_teeth(parse, words)) is not None:
        parse.note_words(words, "speech")
        parse.add([put], words)
        return True
    if is_on_their_terms(parse, words):
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


def _is_said_back(parse: ParseState, partner: str, words: list[str]) -> bool:
    """Whether what could be an order only says somebody's last words back as a question: "cries?", "held it up?"."""
    said = [word for word in words if word[0].isalnum()]
    orders = bool(parse.scope.nouns.verbs.at_start(said)[0])
    if not orders or len(said) > _SAID_BACK or is_question(words) or not FIRST.isdisjoint(said):
        return False
    last = next(iter(sayings_of(parse.scope.world, parse.scope.state, partner)), None)
    if last is None or parse.scope.state.turn - last.turn > 1:
        return False
    told = content_of(" ".join(said))
    return bool(told) and told <= last.stems


_SAID_BACK = 4  # words

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


def with_beast_meant(parse: ParseState, words: list[str]) -> list[str]:
    """ "What's she called?" of the cat that was scratched before: a beast is meant where nobody here can be."""
    at = next((n for n, word in enumerate(words) if word in ("she", "he")), 0)
    here = any(parse.scope.world.characters[who].pronoun == words[at] for who in parse.scope.people)
    if not at or here:
        return words
    told = [word for one in reversed(parse.clauses) for word in one.text.split()]
    beast = next((word for word in told if stem(word) in _BEASTS and _stands_here(parse, word)), None)
    return [*words[:at], "the", beast, *words[at + 1 :]] if beast is not None else words


_BEASTS = frozenset(map(stem, THINGS["beast"]))


def _stands_here(parse: ParseState, word: str) -> bool:
    found = resolve(parse.scope, [word], frozenset({"feature"}))
    return found is not None and parse.scope.reach(found.thing)


def read_statement(parse: ParseState, words: list[str], found: list[Stretch]) -> bool:
    """A sentence that only tells something: whoever is talked with is told it.

    What is no deed of one's own, and all that was typed, is told to the only one here, too: "somebody's following me".
    So is what one did or does as a rule: "I sleep badly", and, amid a talk, "I wiped my feet".
    """
    roles, of_oneself = {one.role for one in found}, _tells_of_oneself(parse, words, found)
    alone = (
        not parse.intents
        and not parse.narrated
        and (FIRST.isdisjoint(words[:3]) or (words[0] in FIRST and roles == {"background"}))
    )
    alone = alone or of_oneself
    partner = parse.partner() or (listener_in_passing(parse.scope) if alone else None)
    mental = words[0] in ("i", "we") and not _HELD_IN_MIND.isdisjoint(words[1:4])
    told = roles <= {"background", "thought"} or (
        roles <= {"background", "thought", "negation"} and (mental or statement_of(words).force == "assure")
    )
    told = told or of_oneself
    if partner is None or not found or not told or len(words) < 3 or words[0] in _NARRATED:
        return False
    if is_only_filler(words):
        return False
    doubtful = any(one.doubtful for one in found) and not of_oneself
    if doubtful or any(read_utterance(parse, one) for one in found):
        return False
    parse.note_words(words, "speech")
    parse.add([ask(parse.scope, partner, words, "tell")], words)
    return True


def _tells_of_oneself(parse: ParseState, words: list[str], found: list[Stretch]) -> bool:
    """Whether all that was typed is one clause on what the player did: it is told, and not done.

    Amid a talk any deed in the past tense is; to whoever else is here, one that was done elsewhere, or for them.
    """
    verb = words[skip_adverbs(words, 1) :]
    alone = len(found) == 1 and len(words) + 1 >= parse.length and not parse.intents
    if not alone or words[0] not in FIRST or not verb or found[0].role not in ("act", "emote"):
        return False
    elsewhere = _ELSEWHERE.search(text_of(words)) is not None
    past = begins_in_the_past(verb)
    if past and found[0].role == "act" and parse.partner() is not None:
        return True
    return elsewhere and (past or verb[0] in UNCHANGED)


_ELSEWHERE = re.compile(
    r"\b(?:(?:came|walked|ran|rode|drove|sailed|swam|hurried|travel+ed|climbed) "
    r"(?:all the way |up |down |over |out )?here\b"
    r"|(?:on|all) the way\b|outside$|everywhere|twice$|for you$|earlier|before (?:i came|coming)|once$)"
)


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


_SEEN_AT_ONCE = frozenset({"people", "ways", "place"})  # by whoever looks around


def read_speech_beside_gesture(parse: ParseState, words: list[str], asked: bool) -> bool:
    """Words beside a gesture in stars that order nothing and tell of no deed: they are said aloud."""
    words = plainly(words)
    about_self = not FIRST.isdisjoint(words)
    orders = parse.scope.nouns.verbs.at_start(without_lead(words))[0] or read_heading(parse.scope, words)
    questions = asked or is_question(words)
    if not hearers_in(parse.scope) or about_self or (orders and not questions):
        return False
    if questions and (seen := gm_question(parse.scope, words)) is not None and seen.topic in _SEEN_AT_ONCE:
        parse.note_words(words, "question")
        parse.add([seen], words, whole=True)
        return True
    who, said = addressed_person(parse.scope, words) or (listener(parse.scope, words), words)
    parse.note_words(words, "speech")
    heard = ask(parse.scope, who, said) if questions else parse.clause_reader.speech_to(who, said)
    parse.add([heard], words)
    return True


def read_utterance(parse: ParseState, stretch: Stretch) -> bool:
    """Whether what is told or felt is a turn of speech: "I am sorry", "I love you", "I think Ulf did it"."""
    if stretch.words[:2] in (["i", "am"], ["i", "feel"]):
        state = gm_question(parse.scope, ["am", "i", *stretch.words[2:]])
        who = parse.partner() if state is not None and state.topic == "needs" else None
        if who is not None:  # "I'm starving" is said to whoever has the ladle: the panel shows how hungry one is
            parse.note_words(stretch.words, "speech")
            parse.add([parse.clause_reader.speech_to(who, stretch.words)], stretch.words)
            return True
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
