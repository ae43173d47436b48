"""What is said of a half of a question that nothing answers, beside the half that is answered. Pure.

The half is said back as it was asked, so that it is not passed over: "When you are on watch, nobody has told you."
"""

from __future__ import annotations

import re

from gamemaster.language.english import Forms
from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.tables.function_words import AUXILIARIES, PREPOSITIONS
from gamemaster.language.tables.verb_forms import is_past, is_third_person, third_person
from worlds.per_world import per_world
from worlds.schema import World

_LONGEST = 12  # words that one can still say back
_FORMS = Forms(__name__)
_SUBJECTS = frozenset("i we you he she it they there".split())
_PERSONS = {
    "i": "you", "we": "you", "me": "you", "us": "you", "my": "your", "our": "your", "mine": "yours",
    "ours": "yours", "myself": "yourself", "ourselves": "yourselves",
}  # fmt: skip
_OF_YOU = {"am": "are", "is": "are", "was": "were", "has": "have"}
_ABLE = frozenset({"can", "could", "may", "might"})
_OF_CAUSE = ("why", "how", "whether")


def left_open(question: str) -> str:
    """That it is not known, in the words of the question; empty where they cannot be turned into a statement."""
    words = [word for word in words_of(plain(question)) if word[0].isalnum()]
    while words and words[0] in ("and", "or", "but", "so", "also", "then"):
        words = words[1:]
    text = " ".join(words)
    if _FORMS["learnt"].fullmatch(text):
        return "You have learnt nothing for certain yet."
    text = _FORMS["after_all"].sub("", text)
    words = text.split()
    if not 2 < len(words) <= _LONGEST:
        return ""
    if " its " in text:
        return ""  # a remark without its comma: "is the fog bell going its got very quiet"
    if (found := _FORMS["inverted"].fullmatch(text)) is not None and not _is_a_bare_noun(found):
        said = f"{found['asked']} {_named_at_length(found) or _statement_of(found)}"
    elif (found := _FORMS["of_doing"].fullmatch(text)) is not None:
        you = found["subject"] in ("i", "we")
        verb = third_person(found["verb"]) if found["aux"] == "does" and not you else found["verb"]
        said = f"{found['asked']} {_you(found['subject'])}{found['how']} {verb}{_you(found['rest'])}"
    elif (
        _FORMS["named_doer"].fullmatch(text) is None
        and (found := _FORMS["whether"].fullmatch(text)) is not None
    ):
        said = f"whether {_statement_of(found)}"
        if found["subject"] in ("i", "we") and found["aux"].split()[0] in _ABLE:
            return f"{said[:1].upper()}{said[1:]}, you would have to try."
    elif (found := _FORMS["whether_doing"].fullmatch(text)) is not None:
        verb = third_person(found["verb"]) if found["aux"] == "does" else found["verb"]
        said = f"whether {_you(found['subject'])}{found['how']} {verb}{_you(found['rest'])}"
    elif (found := _FORMS["named_doer"].fullmatch(text)) is not None:
        said = f"whether {found['it']} was {_as_written(question, found['who'])} who{_you(found['rest'])}"
    elif (
        _asks_of_the_subject(words)
        or _FORMS["stands_as_it_is"].fullmatch(text) is not None
        or (_FORMS["counted"].fullmatch(text) and _SUBJECTS.isdisjoint(words[2:]))
    ):
        said = _you(text)
    else:
        return ""
    if _FORMS["two_verbs"].search(said):
        return ""  # a question within the question: "what is that he is holding"
    told = "you do not know yet" if " tell" in said or " told" in said else "nobody has told you"
    unknown = "you can only guess" if said.startswith(_OF_CAUSE) else told
    return f"{said[:1].upper()}{said[1:]}, {unknown}."


def _as_written(question: str, name: str) -> str:
    """A name with the capitals that the player gave it."""
    found = re.search(rf"\b{re.escape(name)}\b", question, re.IGNORECASE)
    return found[0] if found is not None else name


def with_names_written(world: World, text: str) -> str:
    """A text in which names, as far as the world's opening and its people have them, are written as names."""
    return re.sub(r"[a-z]\w+", lambda found: _names_in(world).get(found[0], found[0]), text)


@per_world
def _names_in(world: World) -> dict[str, str]:
    """The words that are only ever written with a capital within a sentence, by how they are typed."""
    texts = [world.summary, world.goal, *(text for one in world.opening for text in one.text)]
    called = [one.name for one in world.characters.values()]
    plainly = [re.sub(r"@\w+:?|\*", "", text) for text in texts]
    within = {word for text in plainly for word in re.findall(r"(?<=[a-z,;] )[A-Z][a-z]+\b", text)}
    within |= {word for name in called for word in name.split() if word[:1].isupper() and word.isalpha()}
    common = {word for text in plainly for word in re.findall(r"\b[a-z]+\b", text)}
    return {word.casefold(): word for word in within if word.casefold() not in common | _NO_NAMES}


_NO_NAMES = frozenset("i the a an of at in on and".split())


def _is_a_bare_noun(found: re.Match[str]) -> bool:
    """Whether nothing is said of a noun: "what is the moon"."""
    return " " in found["subject"] and not found["rest"].strip()


def _named_at_length(found: re.Match[str]) -> str:
    """Subject and verb where what follows belongs to the name: "who is the woman at table nine"; else empty."""
    rest = found["rest"].split()
    named = found["asked"] in ("who", "whom", "what") and " " in found["subject"] and rest[0] in PREPOSITIONS
    return f"{_you(found['subject'])}{_you(found['rest'])} {found['aux']}" if named else ""


def _statement_of(found: re.Match[str]) -> str:
    """Subject and verb in the order of a statement: "am i on watch" is "you are on watch"."""
    first, _, denied = found["aux"].partition(" ")
    subject = _you(found["subject"])
    verb = _OF_YOU.get(first, first) if subject == "you" else first
    return f"{subject} {verb}{denied and ' ' + denied}{_you(found['rest'])}"


def _you(text: str) -> str:
    return re.sub(r"\w+", lambda word: _PERSONS.get(word[0], word[0]), text)


def _asks_of_the_subject(words: list[str]) -> bool:
    """Whether a question has the order of a statement as it is: "who is up there", "who dug it"."""
    found = _FORMS["of_subject"].fullmatch(" ".join(words))
    if found is not None:
        return _tells_where(found["rest"])
    verb = words[1]
    return words[0] == "who" and verb not in AUXILIARIES and (is_past(verb) or is_third_person(verb))


def _tells_where(rest: str) -> bool:
    """Whether nothing but a place or a doing follows, which stands in a statement as in the question."""
    first = rest.split()[0]
    return first in PREPOSITIONS | {"there", "here", "upstairs", "downstairs"} or first.endswith("ing")
