"""From a player's free words to what is looked for in memories. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from npcs.synonyms import ALIKE, IRREGULAR

MAX_WORDS = 48  # of a question; the rest is not looked for
MAX_WORD_CHARS = 40
EXACT, FORM, KINDRED, FAINT = (
    1.0,
    0.95,
    0.5,
    0.35,
)  # weights: the word, another form of it, one of like meaning, noise
TELLING = (
    KINDRED  # a memory is found by one word of at least this weight; fainter ones only order what is found
)

# The player, as memories speak of them: what "I" and "me" in a question may be in a memory.
PLAYER_WORDS = ("player", "guest", "stranger", "newcomer", "visitor", "traveller", "traveler", "outsider")
FIRST_PERSON = frozenset("i me my mine myself we us our ours i'm i've i'd i'll".split())
# Words that ask rather than say what about.
ASKING_WORDS = frozenset(
    "tell told say said remember recall know knew think thought happen happened make made get got go going went come "
    "came thing things something anything someone somebody anyone anybody really ever exactly again still please "
    "one want wanted use used call called see saw".split()
)

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


class Term(NamedTuple):
    """A word to look for. Words of one `group` mean the same thing: a memory counts once for all of them."""

    group: int
    word: str
    weight: float  # 1 for the very word


def terms_of(question: str, language: str = "en") -> list[Term]:
    """The words of a question, each once, and in English what else it may be called.

    Never syntax: any text at all can be asked.
    """
    words = list(_words(question))
    if language.partition("-")[0] != "en":
        return [Term(group, word, EXACT) for group, word in enumerate(words)]
    terms: list[Term] = []
    for group, word in enumerate(words):
        terms += (Term(group, other, weight) for other, weight in meanings(word).items())
    if not FIRST_PERSON.isdisjoint(words):
        terms += (Term(len(words), word, FAINT) for word in PLAYER_WORDS)
    return terms


def _words(question: str) -> Iterator[str]:
    seen: set[str] = set()
    for match in _WORD.finditer(question.lower().replace("’", "'")):
        word = match.group()[:MAX_WORD_CHARS].removesuffix("'s")
        if word not in seen:
            seen.add(word)
            yield word
        if len(seen) == MAX_WORDS:
            return


@lru_cache(maxsize=4096)
def meanings(word: str) -> dict[str, float]:
    """An English word, its irregular forms and words of like meaning, each with its weight."""
    forms, alike = _tables()
    found = {word: EXACT}
    own = [form for plain in _plain_forms(word) for form in forms.get(plain, (plain,))]
    for form in own:
        found.setdefault(form, FORM)
    for other in (other for form in own for other in alike.get(form, ())):
        for form in forms.get(other, (other,)):
            found.setdefault(form, KINDRED)
    if word in ASKING_WORDS:
        return {other: weight * FAINT for other, weight in found.items() if weight >= FORM}
    return found


def _plain_forms(word: str) -> list[str]:
    """What the word may be without its ending: "promised" is "promise" or "promis"."""
    plain = [word]
    for ending in ("s", "es", "ed", "d", "ing", "er", "r", "ers"):
        base = word.removesuffix(ending)
        if base == word or len(base) < 3:
            continue
        plain.append(base)
        if ending == "ing":
            plain.append(base + "e")
        if base[-1] == base[-2]:
            plain.append(base[:-1])
        if base[-1] == "i":
            plain.append(base[:-1] + "y")
    return plain


@lru_cache(maxsize=1)
def _tables() -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """The forms of each irregular word, and of each word those of like meaning."""
    forms: dict[str, dict[str, None]] = {}
    for entry in IRREGULAR.replace("\n", " ").split(";"):
        members = entry.split()
        for member in members:
            forms.setdefault(member, {}).update(dict.fromkeys(members))
    alike: dict[str, dict[str, None]] = {}
    for line in ALIKE.splitlines():
        members = line.split()
        for member in members:
            alike.setdefault(member, {}).update(dict.fromkeys(members))
    return (
        {word: tuple(others) for word, others in forms.items()},
        {word: tuple(others) for word, others in alike.items()},
    )
