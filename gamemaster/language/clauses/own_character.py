"""Players who tell of their own character: "Kael draws his cloak closer" is "I draw my cloak closer". Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from gamemaster.language.clauses.subjects import PRONOUNS
from gamemaster.language.english import Forms, Words
from gamemaster.language.tables.feelings import FEELINGS
from gamemaster.language.tables.function_words import COMMON_WORDS, DETERMINERS, QUESTION_WORDS
from gamemaster.language.tables.verb_forms import infinitive, is_third_person

_FORMS = Forms(__name__)
_WORDS = Words(__name__)
_FIRST_FORM = {"is": "am", "has": "have", "does": "do", "was": "was"}


def own_name(words: str, is_a_word: Callable[[str], bool], is_known: Callable[[str], bool]) -> str | None:
    """The name by which the player tells of their own character: one that nobody here bears, and no word.

    It begins a sentence outside quotation marks, and a verb of the third person follows it. A name of several words
    ("Miss Finch") may be words of the language; `is_known`: what the world names.
    """
    words = _FORMS["title_dot"].sub(r"\1", unicodedata.normalize("NFKC", words))
    for text in _FORMS["quoted"].split(words)[::2]:
        for sentence in _FORMS["sentence"].finditer(text):
            found = _FORMS["named"].match(sentence["rest"])
            if found is None or not is_third_person(found["verb"]):
                continue
            name = found["name"].casefold().replace(".", "")
            if name.split()[0] in PRONOUNS | QUESTION_WORDS:
                continue
            if " " in name and name.split()[0] not in DETERMINERS and not any(map(is_known, name.split())):
                return name
            if not is_a_word(name.split()[-1]) or not is_a_word(name.split()[0]):
                return name
    return None


def in_first_person(text: str, *, name: str | None, others: frozenset[str]) -> str:
    """A plain text in which the player's own character, by `name` or as "my character", is "I".

    What stands in quotation marks is left alone. `others`: the pronouns of those who are here.
    """
    parts = _FORMS["quoted"].split(text)
    alone = "he" not in others and "she" not in others
    begun = _FORMS["begun"].match(text)
    speaking = begun is not None and '"' in text and _FORMS["does_so"].search(parts[0]) is not None
    beside = " ".join(parts[::2])
    tagged = _FORMS["tag"].search(text) if _FORMS["of_me"].search(beside) is None else None
    if tagged is not None and name is None:  # "…," he says, and ruffles the boy's hair
        name = tagged["who"].casefold()
    told = name is not None or speaking or _FORMS["my_character"].search(beside) is not None
    if not told and not (alone and begun is not None and is_third_person(begun[1])):
        return text
    named = re.compile(rf"\b{re.escape(name)}\b", re.IGNORECASE) if name is not None else _FORMS["my_character"]
    return "".join(part if at % 2 else _retold(part, named, others) for at, part in enumerate(parts))


def _retold(text: str, named: re.Pattern[str], others: frozenset[str]) -> str:
    text = _FORMS["chained"].sub(lambda match: f"{match[1]}{_infinitive(match[2])}", text)
    text = re.sub(named.pattern + r"'s?\b", "my", text)
    text = _FORMS["my_character"].sub("i", named.sub("i", text))

    def goes_on(match: re.Match[str]) -> str:
        verb = match["verb"]
        # "He is lying" is said of somebody who is here, where there is one.
        own = is_third_person(verb) or (verb in _FIRST_FORM and match["who"] not in others)
        return match["lead"] + ("i" if own else match["who"])

    return as_mine(_FORMS["i_do"].sub(_with_first_form, _FORMS["goes_on"].sub(goes_on, text)), others)


def own_deeds_as_mine(text: str, does: Callable[[list[str]], bool]) -> str:
    """A plain text that tells what "you" do, as the Game Master would, put as "I": "you pat her arm" is one's own deed.

    Not what is rather said to somebody: a remark ("you look tired"), an accusation, an order, a question, anything in
    which "I" stands, too. `does`: whether words begin with a deed.
    """
    parts = _FORMS["spoken"].split(text)
    told = " ".join(parts[::2])
    begun = _FORMS["you_do"].match(told)
    if begun is None or any(_FORMS[form].search(told) for form in ("said_to_them", "warned")):
        return text
    if _FORMS["remark"].match(begun["deed"]) or not does(begun["deed"].split()):
        return text
    return "".join(part if at % 2 else _as_told_by_me(part) for at, part in enumerate(parts))


def _as_told_by_me(text: str) -> str:
    """Words outside quotation marks with "I" and "my" for "you" and "your", where nobody is asked or addressed."""
    text = _FORMS["your"].sub(lambda found: "myself" if found[0] == "yourself" else "my", text)
    text = _FORMS["me"].sub("me", text)
    return _FORMS["i_am"].sub("i am", _FORMS["you"].sub("i", text))


def as_mine(text: str, others: frozenset[str]) -> str:
    """A text told of the player's own character in which "his" and "her" are "my".

    Not where it is another's: "takes her hand" in the company of a woman.
    """

    def mine(match: re.Match[str]) -> str:
        another = {"his": "he", "her": "she"}.get(match[0]) in others
        so_far = text[: match.start()]
        at_face = re.match(r" (?:face|ear|eyes?|chest|throat)\b", text[match.end() :]) is not None
        faced = at_face and _FORMS["on_oneself"].search(so_far) is None
        received = _FORMS["receiving"].match(text[match.end() :]) and _FORMS["given_into"].search(so_far)
        given = received and not re.search(r"\b(?:his|her|their)\b", so_far)
        taken = faced or given or _FORMS["of_another"].search(so_far) or _FORMS["violent"].search(so_far)
        return match[0] if another and taken else "my"

    return _FORMS["self"].sub("myself", _FORMS["possessive"].sub(mine, text))


def _infinitive(word: str) -> str:
    return infinitive(word) if is_third_person(word) else word


def _with_first_form(match: re.Match[str]) -> str:
    verb = _FIRST_FORM.get(match[2]) or (infinitive(match[2]) if is_third_person(match[2]) else match[2])
    return f"i {match[1]}{verb}"


def with_name_given(text: str) -> str:
    """A text as typed, in which whoever says who they are says it in full: "I'm Thomas, the new man".

    Only a capital tells a name from a state: "I'm thomas" may be anything.
    """

    def in_full(found: re.Match[str]) -> str:
        name = found["name"] or found["called"]
        return found[0] if name.casefold() in COMMON_WORDS | FEELINGS else f"my name is {name}"

    return _FORMS["introductions"].sub(in_full, text)
