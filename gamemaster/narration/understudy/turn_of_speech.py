"""What one person says in one turn: something of weight drives out a shrug, and nobody says two stock lines. Pure.

What is done while speaking comes before the answer.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from gamemaster.language.talk.pressing import seals
from gamemaster.language.talk.questions.ordinary_questions import last_resorts
from gamemaster.language.wording.move_lines import move_lines
from gamemaster.language.wording.ordinary_talk import library
from gamemaster.language.wording.replies import is_stock
from gamemaster.narration.understudy.spoken_moves import TAKEN_FOR
from gamemaster.rules.proposal import Answer, Discuss, Happening, Intent, Operation, Recollect, Use

_MOST_LINES = 3  # of a writer's, by one person in one turn: as many as questions are put to them
_WEIGHTS = {
    "ignorance": 0,
    "follow_up": 1,
    "pointer": 1,
    "reaction": 2,
    "manners": 2,
    "reply": 3,
    "feeling": 3,
    "sight": 4,
    "fact": 4,
}
_LINE = 5
_MOST_PARTS = 2  # of what one person says in one turn, where no more is asked
_MOST_STOCK = 2  # lines of no writer's, by one person in one turn

_SAYING = TAKEN_FOR | {"thank", "apologise", "promise"}
_AFTERWARDS = re.compile(r"\b(?:then|afterwards?|finally|when|once|answers?|reply|replies|says|said)\b")


def gestures_first(intents: tuple[Intent, ...], words: str) -> tuple[Intent, ...]:
    """The intents, where somebody answers after the gestures that went with the words and not in the midst of them.

    "I crouch down and ask him what he counts while I hold out my hand": both are done when he answers. What is done
    afterwards by the player's own words, "and then I bow", stays where it is.
    """
    ordered: list[Intent] = []
    for one in intents:
        at = len(ordered)
        if one.verb == "express" and not _is_afterwards(one, words):
            while at and ordered[at - 1].verb in _SAYING and ordered[at - 1].rule is None:
                at -= 1
        ordered.insert(at, one)
    return tuple(ordered)


def _is_afterwards(gesture: Intent, words: str) -> bool:
    told = gesture.words or gesture.topic or gesture.verb
    before, found, _ = words.casefold().partition(told.casefold())
    lead = " ".join(re.findall(r"[\w']+", before)[-3:]) if found else ""
    return _AFTERWARDS.search(f"{lead} {told}") is not None


def is_needless(operation: Operation, before: list[Operation], asks: bool = False) -> bool:
    """Whether somebody has said enough in this turn: the same again, a remark beside an answer, a fourth line.

    With `asks` it answers a question of its own, which is not passed over in silence.
    """
    weight = _weight(operation)
    if weight is None:
        return False
    own = [one for one in before if _speaker(one) == _speaker(operation)]
    ruled = any(isinstance(one, Use) and one.target == _speaker(operation) for one in before)
    if ruled and not asks and not own and isinstance(operation, Answer) and not _is_manners(operation):
        return True  # a writer's rule has told how they take it
    if own and not asks and _only_acknowledges(operation):
        return True
    told = any(isinstance(one, (Discuss, Recollect)) for one in own)
    if told and isinstance(operation, Answer) and (_is_spite(operation) or (operation.put and not asks)):
        return True  # "some other time, perhaps" turns away nothing that has just been answered
    said = [_weight(one) or 0 for one in own]
    if weight < _LINE and any(_texts(one) == _texts(operation) != () for one in own):
        return True
    if asks and isinstance(operation, Answer) and operation.source == "ignorance":
        shrugged = any(isinstance(one, Answer) and one.source == "ignorance" for one in own)
        return shrugged or len(own) >= _MOST_LINES
    if weight <= _WEIGHTS["pointer"]:
        # After thanks or comfort a question is still answered, if only by not knowing; after an answer it adds nothing.
        return any(not _is_manners(one) for one in own) or len(own) >= _MOST_STOCK
    if _is_manners(operation):
        return len(own) >= _MOST_STOCK
    of_weight = (one for one in own if not _is_manners(one) and (_weight(one) or 0) > _WEIGHTS["pointer"])
    if weight <= _WEIGHTS["reaction"] and any(of_weight):
        return True  # who was asked something answers that, and not a remark beside it
    if weight == _WEIGHTS["reply"] and sum(one >= _LINE for one in said) >= _MOST_STOCK:
        return True
    return sum(one >= _LINE for one in said) >= _MOST_LINES


def lighter_than(operation: Operation, before: list[Operation]) -> Operation | None:
    """The shrug, or an earlier stock line, of the same person that gives way to what they say now."""
    weight = _weight(operation)
    if weight is None or _is_manners(operation):
        return None
    own = [one for one in before if _speaker(one) == _speaker(operation)]
    for one in own:
        light = _weight(one) or 0
        most = 1 if weight == _WEIGHTS["reaction"] else _MOST_STOCK
        stock = light == weight <= _WEIGHTS["reply"] and len(own) >= most
        if not _is_manners(one) and (light <= _WEIGHTS["pointer"] or stock):
            return one
    return None


_ANSWERED = frozenset({"ask", "thank", "apologise"})


def in_few_parts(operations: list[Operation], intents: tuple[Intent, ...]) -> list[Operation]:
    """The operations, where nobody says more than two things, three to as many sayings, or as many as they are asked.

    What weighs least goes.
    """
    questions = sum(one.verb == "ask" for one in intents)
    sayings = sum(one.verb in _ANSWERED or (one.verb == "tell" and one.force is not None) for one in intents)
    most = max(_MOST_PARTS, questions, min(sayings, _MOST_LINES))
    spare: list[Operation] = []
    for who in dict.fromkeys(filter(None, map(_speaker, operations))):
        own = [one for one in operations if _speaker(one) == who]
        by_weight = sorted(own, key=lambda one: -(_weight(one) or 0))
        spare += by_weight[most:]
    return [one for one in operations if not any(one is other for other in spare)]


_TERMS = frozenset({"bargain", "threaten"})
_CALL = re.compile(r"(?:(?:hey|oi|hello|hi) )?you there")


def without_second_replies(
    acts: list[tuple[Intent, list[Operation]]], operations: list[Operation]
) -> list[Operation]:
    """The operations; what only supports a question that was answered is heard, and nobody answers it once more.

    "Why did he ask to be moved? Nobody would tell me": the second half gives the reason for the first.
    """
    answered: set[str | None] = set()
    spare: list[Operation] = []
    bound: set[str] = set()  # to whom terms were put in this turn
    speaking = Counter(_speaker(one) for intent, done in acts if intent.verb in ("ask", "inform") for one in done)
    for intent, done in acts:
        if intent.verb == "tell" and intent.force is None:
            spare += [one for one in done if _is_manners(one) and _speaker(one) in answered]
        if intent.verb in _TERMS:
            bound |= {*intent.objects}
        elif seals(intent.words) and not bound.isdisjoint(intent.objects):
            spare += [one for one in done if isinstance(one, Answer)]  # "if you tell me, I say nothing. Deal?"
        if intent.verb == "ask" and _CALL.fullmatch(intent.words) is not None:
            spare += [one for one in done if speaking[_speaker(one)] > 1]  # "you there, Ann, is it? who has the say?"
        if intent.verb == "ask":
            answered |= {_speaker(one) for one in done if (_weight(one) or 0) > _WEIGHTS["pointer"]}
    return [one for one in operations if not any(one is other for other in spare)]


_SPOKEN = re.compile(r"^@(\w+):", re.MULTILINE)  # a paragraph of a writer's that somebody speaks
_TELLING = frozenset({"fact", "sight"})


def without_replies_beside_rules(operations: list[Operation], happenings: list[Happening]) -> list[Operation]:
    """The operations; what is said along with a deed is answered by what its rule has somebody say to it.

    Their shrug beside it would undo that. A line that was written for the words, and what they know or see, stays.
    """
    rules = [one for one in happenings if one.kind.startswith("rule")]
    answered = {who for one in rules for text in one.wordings for who in _SPOKEN.findall(text)}
    return [
        one
        for one in operations
        if not (isinstance(one, Answer) and one.who in answered and one.source not in _TELLING)
    ]


def _only_acknowledges(operation: Operation) -> bool:
    """Whether somebody only shows that they have heard, which beside any word of theirs is one too many."""
    if not isinstance(operation, Answer) or operation.source != "reaction":
        return False
    return all(is_stock(text) or _heard_out().fullmatch(text) is not None for text in operation.texts)


def _is_spite(answer: Answer) -> bool:
    """Whether somebody only says that they do not talk with whoever asks: after a full answer it is not so."""
    spiteful = {text for line in library().hostile for text in line.says}
    return bool(answer.texts) and spiteful.issuperset(answer.texts[:1])


@lru_cache(maxsize=1)
def _heard_out() -> re.Pattern[str]:
    """The wordings by which somebody shows no more than that they have heard."""
    texts = (text for line in move_lines()["hear_out"] for text in line.says)
    forms = (".+".join(map(re.escape, re.split(r"\{\w+\}", text))) for text in texts)
    return re.compile("|".join(forms), re.DOTALL)


def _is_manners(operation: Operation) -> bool:
    """Whether it answers thanks, comfort, an apology, a name, a feeling: it stands beside an answer."""
    return isinstance(operation, Answer) and operation.source == "manners"


def _speaker(operation: Operation) -> str | None:
    return operation.who if isinstance(operation, (Answer, Discuss, Recollect)) else None


def _texts(operation: Operation) -> tuple[str, ...]:
    """The words that an answer comes in, whatever it was that was asked."""
    if isinstance(operation, Answer):
        return operation.texts
    return (operation.text,) if isinstance(operation, Recollect) else ()


def _weight(operation: Operation) -> int | None:
    if isinstance(operation, Answer):
        weight = _WEIGHTS[operation.source]
        tells_nothing = not _is_manners(operation) and (
            all(map(is_stock, operation.texts)) or operation.ordinary.partition(" ")[0] in last_resorts()
        )
        return min(weight, _WEIGHTS["pointer"]) if tells_nothing else weight
    return _LINE if isinstance(operation, (Discuss, Recollect)) else None
