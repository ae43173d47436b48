"""Everything that is said to somebody in one input is heard: what asks nothing gets a short reaction. Pure.

"Sorry, that was sharp. I've had a long day. Where do I sleep?" wants the apology taken before the question is answered.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, replace

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import Scope, name_words, scope_of
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.reading import IDLE, Clause, Reading
from gamemaster.language.tables.function_words import GREETINGS
from gamemaster.language.tables.verb_forms import is_gerund
from gamemaster.language.talk.addressee import can_answer, is_animal, last_partner
from gamemaster.language.talk.bewilderment import is_only_filler
from gamemaster.language.talk.forces.moves import move_of, without_calls
from gamemaster.language.talk.forces.plain_sayings import PLAIN_SAYINGS, plain_saying
from gamemaster.language.talk.forces.sorrows import is_sorrow
from gamemaster.language.talk.forces.speech_forces import force_of
from gamemaster.language.talk.forces.statements import statement_of
from gamemaster.language.talk.said_before import has_asked
from gamemaster.language.talk.sentences import asks, sentences_of
from gamemaster.narration.understudy.spoken_moves import QUOTED, hearer_of, names_called
from gamemaster.rules.proposal import Intent
from gamemaster.rules.state import StoryState
from worlds.schema import PLAYER, World

Sentence = tuple[list[str], bool]  # its words and marks, and whether it is asked

_TELLING = frozenset({"tell", "talk"})
# What a statement may be read as beside what it says: "trying to scare the new man" threatens nobody.
_READ_AS = _TELLING | {"persuade", "accuse"}
_SPEAKING = _READ_AS | {
    "ask", "thank", "apologise", "inform", "comfort", "insult", "charm", "promise", "beg", "bargain", "threaten",
}  # fmt: skip
# Moves and forces of a statement that are answered beside a question of the same breath.
_MOVES = frozenset({"accuse", "reproach", "claim_to_know", "console", "share", "dare"})
FORCES_HEARD = frozenset(
    "feeling sympathy care trust friendship liking console forgive concern praise"
    " drop retract confess named".split()
)
_MANNERS = {"thank": "thank", "apologize": "apologise"}
_OUTSIDE = frozenset({"ooc", "undo", "safety"})  # of a clause that nobody in the story hears
_MOST_HEARD = 2  # reactions to what asks nothing, in one input
_SAME = 0.6  # of the words of a sentence, so much an intent has that was read from it
# Words of an answer to what somebody has asked last of all, or in passing.
_LONGEST_ANSWER, _SHORTEST_ANSWER = 14, 4


@dataclass(frozen=True)
class _Saying:
    """A sentence that asks nothing: where it stands among the sentences, and what it does."""

    at: int
    words: list[str]
    kind: str


def with_sayings_heard(world: World, state: StoryState, reading: Reading, words: str) -> Reading:
    """The reading, where each sentence that does something by being said is told to whoever hears it, as just that."""
    if any(clause.role in _OUTSIDE for clause in reading.clauses):
        return reading
    quoted = QUOTED.findall(words)
    reading = _without_muttering(reading, alone=len(quoted) == 1)
    if not can_answer(world, state) or any(one.rule is not None for one in reading.intents):
        return reading
    speech = " ".join(quoted) if quoted else words
    sentences = sentences_of(speech)
    heard = [said for said, _ in sentences]
    spoken = [one for one in reading.intents if one.verb in _SPEAKING and one.objects]
    scope = scope_of(world, state)
    called = set(filter(None, (_called_in(scope, said) for said in heard)))
    who = next(iter(called)) if len(called) == 1 else hearer_of(scope, spoken, speech)
    if who is None or is_animal(world, who) or who not in scope.people:
        return reading
    if called == {who}:
        reading = replace(reading, intents=tuple(_said_to(world, one, who) for one in reading.intents))
    talking = last_partner(state) == who
    if not quoted and (talking or called or _is_to_you(speech)):
        told = tuple(_as_told(world, one, who) for one in reading.intents)
        reading = replace(reading, intents=told) if told != reading.intents else reading
    sayings = _sayings_in(sentences, names_called(world), _longest_answer(world, state, who))
    if not quoted and not _is_all_speech(reading, speech, talking):
        spoken_as = _SAID_AND_NOT_DONE | ({"admit"} if talking or _is_to_you(speech) else frozenset())
        sayings = [one for one in sayings if one.kind in spoken_as]
    if not talking:  # "no, forget it" takes an order back, and drops no matter
        sayings = [one for one in sayings if one.kind != "drop"]
    intents = _without_tails(list(reading.intents), sentences)
    for saying in sayings:
        intents = _with_saying(intents, saying, who, heard)
    intents = _without_further_remarks(world, intents, who)
    idle = not reading.clauses or all(clause.role in IDLE for clause in reading.clauses)
    if not intents and idle and reading.unclear is None and talking and _is_to_you(speech):
        intents = [Intent(verb="tell", objects=(who,), topic=speech[:110], words=speech[:2000], role="speech")]
    if intents == list(reading.intents):
        return reading
    return replace(reading, intents=tuple(intents), unclear=None, clarify=None, failed="", about="")


def _without_muttering(reading: Reading, *, alone: bool) -> Reading:
    """The reading, where what is muttered to oneself is said to nobody. `alone`: nothing else is said."""
    aloud = tuple(one for one in reading.intents if not _is_muttered(one, alone))
    if len(aloud) == len(reading.intents):
        return reading
    return replace(reading, intents=aloud, clauses=(*reading.clauses, Clause(_MUTTERED, "thought")))


def _is_muttered(intent: Intent, alone: bool) -> bool:
    around = words_of(plain(intent.words))
    muttered = alone and not _MUTTERS.isdisjoint(around) and "to" not in around and '"' in intent.words
    return intent.verb in _TELLING and (intent.objects == (PLAYER,) or muttered)


_MUTTERS = frozenset({"mutter", "mumble", "murmur"})
_MUTTERED = "I mutter to myself"


def _is_all_speech(reading: Reading, speech: str, talking: bool) -> bool:
    """Whether words without quotation marks are all said to somebody: no deed was read in them.

    What was read as nothing at all is said where there is somebody talked with, or a "you" in it.
    """
    if any(clause.role not in (*IDLE, "speech", "question", "act") for clause in reading.clauses):
        return False
    if not reading.intents:
        return talking or _is_to_you(speech)
    return all(one.verb in _SPEAKING for one in reading.intents) and any(
        one.verb != "inform" for one in reading.intents
    )


def _as_told(world: World, intent: Intent, who: str) -> Intent:
    """The intent; told to whoever is talked with, where it was taken for a deed and tells how the player is."""
    of_somebody = any(one in world.characters for one in intent.objects)  # nobody eats a "boy at home"
    shown = intent.verb in ("express", "look") and not intent.objects
    if not (shown or (of_somebody and intent.verb in ("eat", "drink", "take"))):
        return intent
    if not _STATED.match(plain(intent.words)):
        return intent
    return Intent(verb="tell", objects=(who,), topic=intent.words[:110], words=intent.words, role="speech")


# "I have a boy at home", "I only look like this": nothing is done by it.
_STATED = re.compile(
    r"(?:i|we) (?:just |only |also |still |always )?(?:(?:have|had) (?:an?|no|one|two|three|my|some|never|always) "
    r"(?!(?:\w+ )?(?:look|rest|seat|sit|drink|bite|smoke|wash|go|try|sip|nap|stretch|think|laugh|cry|peek|peep|listen"
    r"|sniff|taste|walk|word|chat|shave|feel|swig|pull|puff|nibble|lie|swallow|mouthful|dance)\b)"
    r"|(?:am|was|were|are) (?:an?|the|not|no|only|just|from|sure|one)\b|look (?:like|it|as|worse|older|younger)\b"
    r"|(?:know|like|love|hate|want|need|think|believe|hope|wish|owe|miss|remember|prefer|own|live|come from)\b)"
)


def _is_to_you(speech: str) -> bool:
    return not _YOU.isdisjoint(words_of(plain(speech)))


_YOU = frozenset({"you", "your", "yours"})
# What nobody does: it is said, whatever else is done in the same breath.
_SAID_AND_NOT_DONE = frozenset({"obey", "snap", "doubt", "drop", "named", "thank", "apologise"})


def _longest_answer(world: World, state: StoryState, who: str) -> int:
    """How many words of the player's first sentence answer what somebody asked them; none where nothing was asked."""
    if has_asked(world, state, who):
        return _LONGEST_ANSWER
    return _SHORTEST_ANSWER if has_asked(world, state, who, anywhere=True) else 0


def _sayings_in(sentences: list[Sentence], called: frozenset[str], longest_answer: int) -> list[_Saying]:
    """What is to be heard beside what is asked, the first of each kind, and no more than somebody would answer."""
    found: dict[str, _Saying] = {}
    for at, (words, asked) in enumerate(sentences):
        if asked or asks(words) or is_only_filler(words):
            continue  # "thank god" thanks nobody here
        text = without_calls(words, called)
        kind = _kind_of(words, text)
        answers = at == 0 and 0 < len(text.split()) <= longest_answer
        taken_up = statement_of(text.split()).force in ("accept", "decline", "greet")
        taken_up = taken_up or (called | GREETINGS).issuperset(text.split())
        if kind is None and answers and text not in _YES_OR_NO and not taken_up and "you" not in text.split():
            kind = "answered"
        if kind is not None:
            found.setdefault(kind, _Saying(at, words, kind))
    return list(found.values())[:_MOST_HEARD]


_YES_OR_NO = frozenset("yes no yeah aye yep nope ok okay sure never maybe perhaps".split())


def _kind_of(words: list[str], text: str) -> str | None:
    """What a sentence does by being said; None where only its matter counts."""
    if words[-2:] == ["i", "mean"]:
        return None  # "sorry, Odile, I mean" puts the word before it right
    manners = _MANNERS.get(force_of(text.split()) or "")
    if manners is not None:
        return manners
    if is_sorrow(text):
        return "grief"
    plainly = plain_saying(" ".join(word for word in words if word[0].isalnum())) or plain_saying(text)
    if plainly is not None:
        return plainly
    move = move_of(text)
    if move is not None and move.kind in _MOVES:
        return move.kind
    force = statement_of(text.split()).force
    return force if force in FORCES_HEARD else None


# "Stop calling me that" asks for nothing, and "I'm doing my best" shows nothing.
_MISREAD = frozenset({"express", "ask"})


def _with_saying(intents: list[Intent], saying: _Saying, who: str, heard: list[list[str]]) -> list[Intent]:
    """The intents with one more for a saying, in place of what else its words were taken for."""
    mine = [one for one in intents if _is_of(one, saying.words)]
    by_form = saying.kind in PLAIN_SAYINGS and saying.kind != "answered"  # "ten what?" answers nothing
    read_as = _READ_AS | (_MISREAD if by_form else frozenset())
    if any(one.verb not in read_as or one.force is not None for one in mine):
        return intents  # thanks, a threat, an offer, a gesture: it is heard as what it is
    if any(one.role == "act" and one.verb not in _TELLING for one in mine):
        return intents  # "persuade Ulf" is an order, whatever he has asked
    others = heard[: saying.at] + heard[saying.at + 1 :]
    spare = [one for one in mine if not any(_is_of(one, said) for said in others)]
    kept = [one for one in intents if not any(one is other for other in spare)]
    later = heard[saying.at + 1 :]
    ahead = (
        n for n, one in enumerate(kept) if one.verb in _SPEAKING and any(_is_of(one, said) for said in later)
    )
    # A quotation is read as one intent, of what is asked in it: what is said before that comes first.
    asked = (n for n, one in enumerate(kept) if later and '"' in one.words and one.verb in _TALK)
    at = next(ahead, next(asked, len(kept)))
    kept.insert(at, _intent(saying, who))
    return kept


def _called_in(scope: Scope, words: list[str]) -> str | None:
    """Whoever here is called by name in a sentence: the name stands between marks, or alone."""
    parts: list[list[str]] = [[]]
    for word in words:
        parts.append([]) if word == "," else parts[-1].append(word)
    for part in parts:
        who, length = leading_person(scope, part, by_name=True) if part else (None, 0)
        if who in scope.people and length == len(part):
            return who
    return None


def _said_to(world: World, intent: Intent, who: str) -> Intent:
    """The intent, said to the one person who was called by name, where its words name nobody else."""
    other = next(iter(intent.objects), None)
    if intent.verb not in _TALK or other is None or other == who or other not in world.characters:
        return intent
    person = world.characters[other]
    names = {word for name in (person.name, *person.aliases) for word in name_words(name)}
    named = not names.isdisjoint(words_of(plain(f"{intent.words} {intent.topic}")))
    return intent if named else intent.model_copy(update={"objects": (who,)})


_TALK = frozenset({"ask", "tell", "talk"})


def _without_tails(intents: list[Intent], sentences: list[Sentence]) -> list[Intent]:
    """The intents without those read from what only goes on from the words before, and asks and does nothing.

    "You crept up behind me. Trying to scare the new man." threatens nobody; "…. Truly." is no "are you sure?".
    """
    tails = [
        words
        for (before, _), (words, asked) in itertools.pairwise(sentences)
        if not asked
        and (
            (before[:1] == ["you"] and is_gerund(words[0]) and len(words) > _SHORTEST_TAIL)
            or " ".join(words) in _EMPHASIS
        )
    ]
    return [one for one in intents if not any(_is_of(one, words) for words in tails)]


_EMPHASIS = frozenset(
    {"truly", "really", "honestly", "honest", "seriously", "i mean it", "i really am", "i do", "i am"}
)
_SHORTEST_TAIL = 2  # words


def _without_further_remarks(world: World, intents: list[Intent], who: str) -> list[Intent]:
    """The intents with one plain remark at most: nobody says "is that so?" twice in one breath.

    What is told of a matter of theirs is more than a remark.
    """
    topics = world.characters[who].topics
    remarks = [
        one
        for one in intents
        if one.verb == "tell" and one.force is None and one.objects == (who,) and one.topic not in topics
    ]
    return [one for one in intents if not any(one is other for other in remarks[1:])]


def _intent(saying: _Saying, who: str) -> Intent:
    text = " ".join(saying.words)
    if saying.kind in _MANNERS.values():
        return Intent(verb=saying.kind, objects=(who,), words=text[:2000], role="speech")
    return Intent(
        verb="tell", objects=(who,), topic=text[:110], words=text[:2000], role="speech", force=saying.kind
    )


def _is_of(intent: Intent, sentence: list[str]) -> bool:
    """Whether an intent was read from a sentence: it has most of the words, or they have most of its."""
    said = {word for word in sentence if word[0].isalnum()}
    for text in (intent.words, intent.topic or ""):
        own = {word for word in words_of(plain(text)) if word[0].isalnum()} - {"i", "say"}
        shared = len(own & said)
        if shared and shared >= _SAME * min(len(said), max(len(own), 2)):
            return True
    return False
