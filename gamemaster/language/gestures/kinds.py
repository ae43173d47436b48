"""What gesture a clause is, and whom it is made to: "I put a hand on the guard's shoulder" touches the guard. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.english import Forms
from gamemaster.language.names.normalization import plain, stem, words_of
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.tables.function_words import ADVERBS, CLOTHES, DETERMINERS, PREPOSITIONS
from worlds.verbs import GESTURES, Gesture

_FORMS = Forms(__name__)
# Before the forms of a pat or a grip, which others end in: an embrace is no touch.
_ORDER: tuple[Gesture, ...] = (
    "open_hands",
    "offer_arm", "offer_hand", "shake_hand", "ruffle", "clap", "embrace", "blow_kiss", "kiss", "wink", "smile", "nod",
    "shake_head", "wave", "kneel", "bow", "applaud", "toast", "hush", "beckon", "point_at", "rude", "fist", "poke",
    "block", "whisper", "sit_beside", "near", "back_away", "turn_back", "touch", "stare", "laugh", "weep", "mimic",
    "serve", "show", "hold_out", "point_out",
)  # fmt: skip
if sorted(_ORDER) != sorted(GESTURES):
    raise ValueError(f"kinds.py: {sorted({*_ORDER} ^ {*GESTURES})} stand in one list alone")
# What is nothing but the gesture. The others may be a greeting, a gift, a plea or a trick, and are read as these first.
IN_ITSELF: frozenset[Gesture] = frozenset(GESTURES) - {
    "open_hands",
    "wave", "bow", "smile", "nod", "kneel", "kiss", "hold_out", "serve", "show", "whisper", "laugh", "weep", "mimic",
    "toast", "block", "point_at", "touch", "embrace", "turn_back", "near", "back_away", "sit_beside",
}  # fmt: skip
# What is no walk and no work where it is done to somebody: "step back from him", "turn away from her".
TO_SOMEBODY: frozenset[Gesture] = frozenset({"turn_back", "back_away"})
# What may open a talk with whoever was not spoken with before.
GREETING: frozenset[Gesture] = frozenset({"wave", "bow", "smile", "nod"})
_LEADS = frozenset("i we then now so and just also ok okay well silently".split())
_OWNERS = {"his": "him", "her": "her", "their": "them"}
_OWNERS_ALONE = {"his": "him", "hers": "her", "theirs": "them"}  # "my hand over his"
_MANNERS = ADVERBS | frozenset({"again", "too", "back", "once", "twice"})
_HOW = re.compile(r" (?:as|while|with|without|until|till|in|like|from|through|for a \w+$) ?.*$")
_LONGEST = 14  # words of a gesture


@dataclass(frozen=True)
class Made:
    """A gesture as it is made: its kind, and to whom; None where it names nobody ("bow")."""

    kind: Gesture
    whom: str | None


def gesture_of(scope: Scope, words: list[str]) -> Made | None:
    """The gesture that a clause is from its first word to its last; None where it is anything else."""
    if not scope.people or not words:
        return None
    pieces, people = _with_people_marked(scope, [word for word in words if word not in (",", ".")])
    kind, named = _kind_of(pieces)
    return Made(kind, people[0] if people and named else None) if kind is not None else None


def gesture_to_beast(words: list[str], names: list[list[str]]) -> Gesture | None:
    """The gesture that a clause is to a beast of one of these names; None where it is none, or does not name it."""
    marked: list[str] = []
    at = 0
    while at < len(words):
        length = max((len(name) for name in names if words[at : at + len(name)] == name), default=0)
        whose = next((len(n) for n in names if words[at : at + len(n)] == [*n[:-1], f"{n[-1]}s"]), 0)
        if length or whose:
            while marked and marked[-1] in DETERMINERS:
                marked.pop()
            marked.append("@" if length else "@s")
            at += length or whose
            continue
        marked.append(words[at])
        at += 1
    kind, named = _kind_of(marked)
    return kind if named else None


def _kind_of(pieces: list[str]) -> tuple[Gesture | None, bool]:
    """The kind of a gesture in marked words, and whether its form names somebody."""
    while pieces and (pieces[0] in _LEADS or _is_a_manner(pieces[0])):
        pieces = pieces[1:]
    if not pieces or len(pieces) > _LONGEST:
        return None, False
    text, plainly = " ".join(pieces), " ".join(word for word in pieces if not _is_a_manner(word))
    for attempt in dict.fromkeys((text, plainly, _HOW.sub("", text), _HOW.sub("", plainly))):
        for kind in _ORDER:
            if _FORMS[kind].fullmatch(attempt):
                return kind, "@" in attempt
    return None, False


def gesture_in(scope: Scope, text: str) -> Made | None:
    """The gesture that words as they were typed tell of."""
    return gesture_of(scope, words_of(plain(text)))


def _is_a_manner(word: str) -> bool:
    return word in _MANNERS or (word.endswith("ly") and word not in ("reply", "fly", "belly", "bully"))


def _with_people_marked(scope: Scope, words: list[str]) -> tuple[list[str], list[str]]:
    """The words with `@` for each person here whom they name, `@s` for whose something is; and those people."""
    marked: list[str] = []
    people: list[str] = []
    at = 0
    while at < len(words):
        who, length, owns = person_at(scope, words, at)
        if who is None:
            marked.append(words[at])
            at += 1
            continue
        marked.append("@s" if owns else "@")
        people.append(who)
        at += length
    return marked, people


def person_at(scope: Scope, words: list[str], at: int) -> tuple[str | None, int, bool]:
    """Who of those here is named from a word on, by how many words, and whether as the owner of what follows."""
    word, after = words[at], words[at + 1] if at + 1 < len(words) else ""
    if word in _OWNERS and after and _is_somebodys(words[at + 1 :]):
        who = _meant_by(scope, _OWNERS[word])
        return (who, 1, True) if who is not None else (None, 0, False)
    if word in _OWNERS_ALONE and (not after or after in PREPOSITIONS):
        who = _meant_by(scope, _OWNERS_ALONE[word])
        return (who, 1, True) if who is not None else (None, 0, False)
    if word in PREPOSITIONS or word in ("his", "their", "my") or at == 0:
        return None, 0, False
    owners = [n for n in range(at, min(at + 4, len(words) - 1)) if words[n].endswith("s")]
    for end in owners:
        named = [*words[at:end], words[end].removesuffix("s")]
        who, length = leading_person(scope, named)
        if who in scope.people and length == len(named) and _is_somebodys(words[end + 1 :]):
            return who, length, True
    bare = at + 1 if word in DETERMINERS else at
    # "The woman in the high seat" is longer than a name with its article.
    for start in dict.fromkeys((at, bare)):
        who, length = leading_person(scope, words[start:])
        if who in scope.people:
            whole = max((0, *_lengths_of_names(scope, str(who), words[bare:])))
            while length > 1 and (words[start + length - 1] in DETERMINERS or _is_a_manner(words[start + length - 1])):
                length -= 1  # "Jory a friendly" names Jory
            return who, max(start + length, bare + whole) - at, False
    if word in ("him", "her", "them") and (meant := _meant_by(scope, word)) is not None:
        return meant, 1, False
    return None, 0, False


def _lengths_of_names(scope: Scope, who: str, words: list[str]) -> list[int]:
    """Of how many words each name of somebody is that the words begin with."""
    person = scope.world.characters[who]
    names = (words_of(plain(name)) for name in (person.name, *person.aliases))
    return [len(name) for name in names if words[: len(name)] == name]


def _is_somebodys(words: list[str]) -> bool:
    """Whether the next words name a part of somebody, what they wear, or how they look and speak."""
    if not words or words[0] in DETERMINERS | PREPOSITIONS:
        return False  # "offer her my hand": the hand is the player's
    return any(stem(word) in BODY | CLOTHES | _ONES_OWN for word in words[:2])


_ONES_OWN = frozenset(
    map(
        stem,
        "way path gaze eye voice accent walk look grin smile tear ear hair cup mug glass horn bowl fist level".split(),
    )
)


def _meant_by(scope: Scope, pronoun: str) -> str | None:
    """Whom "him" or "her" means: who was spoken of last, else the only one here of whom it can be said."""
    gender = {"him": "he", "her": "she", "them": "they"}[pronoun]
    if (who := scope.focus.get(pronoun)) in scope.people:
        return who
    alike = [who for who in scope.people if scope.world.characters[who].pronoun == gender]
    return alike[0] if len(alike) == 1 else None
