"""A turn that only remarks on something to somebody is told to them whole, as the kind of remark that it is. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from gamemaster.language.clauses.split import without_lead
from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import Scope, scope_of
from gamemaster.language.reading import Reading
from gamemaster.language.tables.function_words import GREETINGS
from gamemaster.language.talk.addressee import can_answer, is_animal, last_partner
from gamemaster.language.talk.forces.heartfelt import HEARTFELT
from gamemaster.language.talk.forces.moves import move_of, without_calls
from gamemaster.language.talk.forces.plain_sayings import plain_saying
from gamemaster.language.talk.forces.remark_kinds import (
    Remark,
    asks_a_deed,
    is_a_riddle,
    is_certainly_told,
    is_consent,
    is_for_later,
    remark_in,
)
from gamemaster.language.talk.forces.sorrows import is_sorrow
from gamemaster.language.talk.forces.speech_forces import force_of
from gamemaster.language.talk.forces.statements import is_given_word, statement_of
from gamemaster.language.talk.said_before import has_asked
from gamemaster.language.talk.sentences import asks, sentences_of
from gamemaster.narration.understudy.spoken_moves import QUOTED, hearer_of, names_called
from gamemaster.rules.proposal import Intent
from gamemaster.rules.reach import in_reach
from gamemaster.rules.state import StoryState
from worlds.per_world import per_world
from worlds.schema import World

# What has an answer of its own, whatever it names.
_OWN_MOVES = frozenset(
    "accuse reproach claim_to_know bet dare gift offer hint press_on place share console keep_company".split()
)
_OWN_FORCES = HEARTFELT | frozenset(
    "named accuse quote errand standing due forgive console concern drop accept decline assure truth".split()
)
_OWN_SPEECH = frozenset("thank apologize threaten beg promise comfort insult".split())
_OWN_SAYINGS = frozenset({"snap", "doubt", "obey"})
# What words that only tell something are misread as: nothing of it is done.
_SAYING = frozenset(
    {"tell", "ask", "accuse", "talk", "persuade", "charm", "insult", "comfort", "inform", "bargain"}
) | {"apologise", "thank"}
_NOTHING = frozenset({"express", "try", "hint", "look", "listen", "search", "known"})
_LONGEST_ANSWER = 4  # words: so short, what is said to whoever has just asked something answers that
_MOST_SENTENCES = 5
_LEAST = 3  # words
_BRIEF = frozenset({"remark_state", "remark_hardship"})
_SUBJECTS = ("i", "you", "he", "she", "we", "they")
_HANGS_ON = tuple(f"{word} {who} " for word in ("when", "where", "while") for who in _SUBJECTS)
# What a form takes a remark for that says more than that.
_KINDNESS = frozenset({"warning", "care", "encouragement"})
_MISREAD = {
    "remark_claim": frozenset({"standing"}),
    "remark_refuse": frozenset({"assure"}),
    **dict.fromkeys(("remark_warn", "remark_praise", "remark_offer"), _KINDNESS),
}
# "My mate Bersi, was he still walking"; and what is told beside quoted words of the words themselves.
_ASKED_AFTER_A_NAME = re.compile(
    r"^(?!if\b)(?:\w+ ){1,4}, (?:is|are|was|were|do|does|did|has|have|can|will) (?:he|she|they|it) \w"
)
_OF_THE_WORDS = re.compile(
    r"(?:that|this|it) (?:is|was) (?:how|what)\b|(?:that|so|as) \w+ (?:song|saying|rhyme|tale) "
)
_OF_ONESELF = re.compile(r"\W*you\b")
_REPORTED = re.compile(
    r"(?:(?:so|then|and|but) )*(?:(?:i|we) )?(?:\w+ly )?(?:ask|tell|beg) "
    r"(?:him|her|them|the (?:old |young )?(?:(?:wo)?man|boy|girl))\b"
)
_HOURS = frozenset("good morning day evening night afternoon".split())
_IN_THE_PAST = frozenset({"remark_story", "remark_hardship", "remark_wrong", "remark_report"})
_MAY_ANSWER = frozenset(
    "remark_story remark_state remark_opinion remark_skill remark_lack remark_hardship remark_taste"
    " remark_claim".split()
)


@dataclass(frozen=True)
class _Heard:
    words: list[str]
    text: str
    remark: Remark | None


def as_a_remark(world: World, state: StoryState, reading: Reading, words: str) -> Reading | None:
    """The reading, where all that is said in it is a remark to one person; None of anything else."""
    quoted = QUOTED.findall(words)
    speech = " ".join(quoted) if quoted else words
    if not can_answer(world, state) or any(one.rule is not None for one in reading.intents):
        return None
    beside = QUOTED.sub("", words).strip(" .,!") if quoted else ""
    if (beside and not reading.intents) or _OF_THE_WORDS.match(beside):
        return None  # '"never go back", that was how the song went'
    if any(clause.role in ("ooc", "undo", "safety") for clause in reading.clauses) or (
        "*" in words and not quoted
    ):
        return None
    if not quoted and _OF_ONESELF.match(plain(words)) and any(
        clause.role == "act" and clause.text.startswith("i ") for clause in reading.clauses
    ):
        return None  # "you borrow a chisel and hide it under your cloak" tells of one's own deed
    sentences = sentences_of(speech)
    if not quoted and len(sentences) > 1 and any(_REPORTED.match(" ".join(one)) for one, _ in sentences):
        return None  # "he looks tired. I ask him how long he has been at this"
    if not 0 < len(sentences) <= _MOST_SENTENCES or is_sorrow(speech):
        return None
    heard = _heard_in(world, sentences, raw_asks="?" in speech)
    if heard is None:
        return None
    scope = scope_of(world, state)
    spoken = [one for one in reading.intents if one.verb in _SAYING]
    who = hearer_of(scope, [one for one in spoken if len(one.objects) == 1], speech)
    if who is None or who not in scope.people or is_animal(world, who):
        return None
    talking = last_partner(state) == who
    if not quoted and not _is_said_to_them(scope, reading, heard, talking):
        return None
    if _has_more_in_it(reading, heard, quoted=bool(quoted)):
        return None
    remarks = [(one.remark, at) for at, one in enumerate(heard) if one.remark is not None]
    best, at = min(remarks, key=lambda pair: (pair[0].weight, pair[1]))
    short = at == 0 and len(heard[0].text.split()) <= _LONGEST_ANSWER
    if short and best.kind in _MAY_ANSWER and has_asked(world, state, who):
        return None
    if best.kind in _BRIEF and len(remarks) == 1 and len(best.text.split()) <= _LONGEST_ANSWER:
        return None  # "I'm starving"
    if best.kind == "remark_observe" and not quoted and spoken and all(one.verb == "ask" for one in spoken):
        return None  # "u hidin up that pipe"
    kind = best.kind
    if kind in ("remark_offer", "remark_plan") and any(is_consent(one.text) for one in heard):
        kind = "remark_agree"  # "All right. I'll keep your watch."
    if kind in ("remark_offer", "remark_plan") and is_given_word(best.text):
        return None  # "I'll fix the hinge for you" is a promise
    if best.kind == "remark_warn" and best.text.startswith("never ") and not quoted:
        return None  # "never open that door" is said to nobody
    if kind != "remark_agree" and any(one.verb == "bargain" for one in reading.intents):
        return None
    told = Intent(
        verb="tell",
        objects=(who,),
        topic=speech[:110],
        words=speech[:2000],
        role="speech",
        force=kind,
    )
    kept = [one for one in reading.intents if quoted and one.verb not in _SAYING and one.role != "speech"]
    return replace(
        reading,
        intents=(*kept, told),
        unclear=None,
        clarify=None,
        held_back=None,
        failed="",
        about="",
        unfollowed=(),
    )


def remark_of(world: World, speech: str, kind: str) -> tuple[list[str], str]:
    """The sentence of a speech that is the remark, with its commas, and plainly; empty where it is a joke."""
    called = names_called(world)
    kinds = ("remark_agree", "remark_offer", "remark_plan") if kind == "remark_agree" else (kind,)
    told: list[tuple[list[str], str]] = []
    for words, _ in sentences_of(speech):
        remark = remark_in(without_calls(words, called), _names_of(world))
        if remark is not None and remark.kind in kinds:
            told.append((_with_commas(words, remark.text), remark.text))
    if kind == "remark_agree" and told:
        return told[-1]  # "I'll do it. I'll carry your tools": what is done is said last
    return next((one for one in told if len(one[1].split()) >= _LEAST), next(iter(told), ([], "")))


def _heard_in(
    world: World, sentences: Sequence[tuple[list[str], bool]], *, raw_asks: bool
) -> list[_Heard] | None:
    """What each sentence is; None where any of them asks, or wants an answer of its own kind.

    `raw_asks`: whether a question mark stands anywhere in what was said.
    """
    first, asked = sentences[0]
    if asked and len(sentences) > 1 and is_a_riddle(" ".join(first)):
        if any(one[1] for one in sentences[1:]):
            return None
        told = " ".join(word for words, _ in sentences for word in words)
        return [_Heard(first, told, Remark("remark_joke", told))]
    called, names = names_called(world), _names_of(world)
    texts = [without_calls(words, called) for words, _ in sentences]
    remarks = [remark_in(text, names) for text in texts]
    wrong = any(one is not None and one.kind == "remark_wrong" for one in remarks)
    heard: list[_Heard] = []
    for (words, is_asked), text, remark in zip(sentences, texts, remarks, strict=True):
        if not text:
            continue  # a name called out
        proposes = remark is not None and remark.kind == "remark_propose"
        if heard and text.startswith(_HANGS_ON) and not raw_asks:
            continue  # "I heard a voice, when you were out of the room"
        turned = _ASKED_AFTER_A_NAME.search(" ".join(words)) is not None
        if (is_asked or turned or (asks(words) and words[0] != "must")) and not proposes:
            return None
        said = text.split() if remark is None else remark.text.split()
        stated, force = statement_of(said).force, force_of(said)
        if stated == "greet" or GREETINGS.issuperset(said) or _HOURS.issuperset(said):
            heard.append(_Heard(words, text, None))
        elif wrong and force == "apologize":  # "I told on you. I'm sorry": the deed is what counts
            heard.append(_Heard(words, text, remark))
        elif is_consent(text):
            heard.append(_Heard(words, text, None))
        elif _has_an_answer_of_its_own(text, stated, force, remark):
            return None
        else:
            heard.append(_Heard(words, text, remark))
    counts = any(one.remark is not None and len(one.text.split()) >= _LEAST for one in heard)
    if not counts and not any(one.remark is not None and one.remark.kind == "remark_admire" for one in heard):
        return None
    return heard


def _has_an_answer_of_its_own(text: str, stated: str | None, force: str | None, remark: Remark | None) -> bool:
    """Whether a sentence is thanks, a threat, grief, a bet or the like, whatever it names besides."""
    misread = _MISREAD.get(remark.kind, frozenset()) if remark is not None else frozenset()
    if force in _OWN_SPEECH or stated in _OWN_FORCES - misread:
        return True
    if plain_saying(text) in _OWN_SAYINGS or is_sorrow(text):
        return True
    if stated == "feeling" and (remark is None or remark.kind != "remark_afraid"):
        return True
    move = move_of(text)
    return (move is not None and move.kind in _OWN_MOVES) or (remark is None and asks_a_deed(text))


def _is_said_to_them(scope: Scope, reading: Reading, heard: Sequence[_Heard], talking: bool) -> bool:
    """Whether words without quotation marks are said, and nothing of them is done."""
    said_to_you = any("you" in one.words or "your" in one.words or "," in one.words[-3:-1] for one in heard)
    if not (talking or said_to_you or any(one.verb in ("tell", "talk", "ask") for one in reading.intents)):
        return False
    deeds = [one for one in reading.intents if one.verb not in _SAYING]
    long_ago = False
    for one in heard:
        kind = one.remark.kind if one.remark is not None else None
        mine = [deed for deed in deeds if _is_of(deed, one.words)]
        weighty = [deed for deed in mine if deed.verb not in _NOTHING and _is_possible(scope, deed)]
        if weighty and (kind is None or (kind not in _BIDDEN and _is_an_order(scope, one.words))):
            return False  # "I've had enough. Open the door."; "go to the hall"
        at_once = kind == "remark_plan" and not is_for_later(one.text)
        if at_once and (weighty or not talking):
            return False  # "I'm going out to the ice" is done at once
        long_ago = long_ago or is_certainly_told(one.text)  # "My wife brewed, too. I drank it"
        if kind in _IN_THE_PAST and mine and not (long_ago or "your" in one.words):
            return False  # "I sat down by the fire" tells what the player does
        if kind is None and not mine and not reading.intents and not heard[0].remark:
            return False
    return True


def _has_more_in_it(reading: Reading, heard: Sequence[_Heard], *, quoted: bool) -> bool:
    """Whether somebody is lied to, or is bidden or asked something in words that are no remark themselves."""
    bidden = [one for one in reading.intents if one.verb == "persuade"]
    if any(_is_of(one, said.words) for said in heard if said.remark is None for one in bidden):
        return True  # "Gloria, I'm going up. Lock the door behind me"
    asked = not quoted and any(one.verb == "ask" and one.words.startswith("ask ") for one in reading.intents)
    return asked or any(one.verb == "deceive" for one in reading.intents)  # "don't go in yet, ask him first"


# Kinds of remark that have the form of an order: "mind the step", "don't tell anyone", "let us wait".
_BIDDEN = frozenset({"remark_warn", "remark_hush", "remark_propose"})


def _is_an_order(scope: Scope, words: Sequence[str]) -> bool:
    """Whether a sentence begins with a verb, and says nothing of who does it."""
    said = without_lead([word for word in words if word[0].isalnum()])
    return bool(scope.nouns.verbs.at_start(said)[0]) and {"you", "your"}.isdisjoint(said)


def _is_possible(scope: Scope, deed: Intent) -> bool:
    """Whether what a deed is done to is here, or nothing is named: "I'll take the first watch" takes nobody's watch."""
    here = in_reach(scope.world, scope.state) | scope.world.locations.keys() | scope.world.characters.keys()
    return not deed.objects or not here.isdisjoint(deed.objects)


def _is_of(intent: Intent, words: Sequence[str]) -> bool:
    """Whether an intent was read from a sentence."""
    own = {word for word in words_of(plain(intent.words or intent.topic or "")) if word[0].isalnum()} - {"i"}
    return bool(own) and 2 * len(own & set(words)) >= len(own)


def _with_commas(words: list[str], text: str) -> list[str]:
    """The words of a sentence from where a remark in it begins to where it ends, with the commas between."""
    told = text.split()
    plainly = [at for at, word in enumerate(words) if word[0].isalnum()]
    for start in range(len(plainly)):
        if [words[at] for at in plainly[start : start + len(told)]] == told:
            return words[plainly[start] : plainly[start + len(told) - 1] + 1]
    return told


@per_world
def _names_of(world: World) -> frozenset[str]:
    """The names of people that are names: "Jory", and not "the boy"."""
    return frozenset(
        word
        for one in world.characters.values()
        for name in (one.name, *one.aliases)
        for part in name.split()
        if part[:1].isupper() or name == one.name
        for word in words_of(plain(part))
    )
