"""Turn what a player typed into plain words: quotes set aside, contractions spelt out. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from string import ascii_lowercase, ascii_uppercase

from gamemaster.language.english import Forms
from gamemaster.language.tables.function_words import (
    AUXILIARIES,
    DETERMINERS,
    PREPOSITIONS,
    QUESTION_WORDS,
    SPELLINGS,
)
from worlds.verbs import BASE_VERBS

MAX_CHARACTERS = (
    600  # of one input; what comes after is junk or a letter, and the referee takes at most eight intents
)
SPEECH = '"'  # stands in the words for a quotation

_QUOTES = str.maketrans(
    {"‘": "'", "’": "'", "‚": "'", "`": "'", "´": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'}
)
_MARKS = _QUOTES | dict.fromkeys((*range(0x20), 0x7F), " ")
# Letters of other scripts that look like Latin ones, among Latin ones.
_LOOKALIKES = str.maketrans("аеорсухіѕԁАВЕКМНОРСТХ", "aeopcyxisdABEKMHOPCTX")
_FORMS = Forms(__name__)
# "ill come with you", "ur a liar": told from being ill, and from "your", by what comes after.
# "Ill burn it" is meant, and nobody is ill: a verb follows, and none that says how somebody is comes before.
_ILL = re.compile(
    r"(?<!am )(?<!is )(?<!are )(?<!was )(?<!feel )(?<!look )(?<!so )(?<!very )(?<!too )(?<!fall )(?<!the )\bill"
    rf"(?= (?:{'|'.join(BASE_VERBS)}|come|do|kill|get|make|bring|find|pay|keep|stay|try|be|set|smash|"
    r"never|always|not|have|buy|leave|stop|meet|see)\b"
    r"| (?!with|of|at|on|by|from|if|when|because|for|to|and|or|but|as|than|since|after|before|about)[a-z]+"
    r" (?:you|him|her|them|it)\b)"
)
_LETTERS = {"æ": "ae", "Æ": "ae", "ø": "o", "Ø": "o", "ð": "d", "þ": "th"}
_IRREGULAR = dict(
    pair.split(":")
    for pair in """
    knives:knife wolves:wolf loaves:loaf halves:half shelves:shelf thieves:thief leaves:leaf men:man women:woman
    children:child kids:kid feet:foot teeth:tooth mice:mouse geese:goose lives:life scarves:scarf wives:wife
    calves:calf
    """.split()
)


# A world has about ten thousand texts and names, which come again and again. A cache that holds fewer than what is gone
# through in a row holds none of it when it is gone through again.
_TEXTS = 16384


@lru_cache(maxsize=_TEXTS)
def plain(text: str) -> str:
    """Lower case, Latin letters without accents, one space between words; control characters and emoji are gone."""
    if not text.isascii():
        text = _latin(unicodedata.normalize("NFKC", text))
    if not text.isascii() or not text.isprintable() or "`" in text:
        text = text.translate(_MARKS)
    if ">" in text:
        text = _FORMS["chain"].sub(". ", text)  # "rope > tar > go n"
    text = " ".join(text.split()).casefold()
    return _FORMS["title"].sub(lambda title: title[1], text) if "." in text else text


def _latin(text: str) -> str:
    """Latin letters for look-alikes, and without accents; a space for what cannot be seen."""
    for letter, plain_letters in _LETTERS.items():
        text = text.replace(letter, plain_letters)
    text = _FORMS["mixed"].sub(lambda word: word[0].translate(_LOOKALIKES), text.translate(_QUOTES))
    text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return "".join(" " if c.isspace() or unicodedata.category(c)[0] == "C" else c for c in text)


_LOWER_CASE = str.maketrans(ascii_uppercase, ascii_lowercase)


def in_lower_case(text: str) -> str:
    """The text, letter for letter, with Latin capitals as small letters.

    An expression that is made for one text is sought in this: to compile it with IGNORECASE takes three times as long.
    """
    return text.translate(_LOWER_CASE)


def set_quotes_aside(text: str) -> tuple[str, list[str]]:
    """The text with each quotation replaced by `SPEECH`, and what was said in them."""
    said: list[str] = []

    def aside(match: re.Match[str]) -> str:
        said.append(match.group(1).strip())
        return " \0 "

    text = _FORMS["double"].sub(aside, text).replace('"', " ")
    return _FORMS["single"].sub(aside, text).replace("\0", SPEECH), said


def with_double_marks(text: str) -> str:
    """The text, with double marks about what stands in single ones; where there are double marks, as it is."""
    if not _DOUBLE_MARKS.isdisjoint(text):
        return text
    return _FORMS["single"].sub(r'"\1"', text.replace("\u2018", "'").replace("\u2019", "'"))


_DOUBLE_MARKS = frozenset('"\u201c\u201d')


def words_of(text: str) -> list[str]:
    """The words and marks of a plain text, contractions spelt out. Hyphens and underscores part words."""
    return list(_words_of(text))


@lru_cache(maxsize=_TEXTS)
def _words_of(text: str) -> tuple[str, ...]:
    text = _with_spellings(text)
    words = _FORMS["word"].findall(_FORMS["number"].sub(_set_apart, text))
    # Most texts have no word that may stand for another.
    if "'" in text or "ll" in text or not _MAY_STAND_FOR_OTHERS.isdisjoint(words):
        words = _with_words_spelt_out(words, text)
    if "w" in words or "n" in words:
        words = [_letter(words, at) if len(word) == 1 else word for at, word in enumerate(words)]
    if "an" in words:
        words = ["and" if _stands_for_and(words, at) else word for at, word in enumerate(words)]
    return tuple(words)


_MAY_STAND_FOR_OTHERS = frozenset({*SPELLINGS, "whos"})


def _with_words_spelt_out(found: Iterable[str], text: str) -> list[str]:
    """The words of a text, those that stand for others spelt out."""
    words: list[str] = []
    for word in found:
        if word not in SPELLINGS and "'" not in word and word[-2:] != "ll" and word != "whos":
            words.append(word)  # most words are what they are
            continue
        # A single letter alone is an abbreviated order: "u" is up, not "you".
        number = word in ("2", "4") and (_counts(text, word) or words[-1:] in (["till"], ["until"], ["til"]))
        meant = number or (word == "sum" and _FORMS["sum"].search(text) is not None)
        spelt = SPELLINGS.get(word) if len(text) > 1 and not meant else None
        spelt = spelt if spelt is not None or "'" not in word else _spelt_out(word, text)
        if word.endswith("ll") and (bare := _FORMS["will_without_a_mark"].fullmatch(word)) is not None:
            spelt = f"{bare[1]} will"
        if word in ("who's", "whos") and _FORMS["who_has"].search(text):
            spelt = "who has"  # "who's had his hands on this?"
        if spelt is not None:
            words.extend(spelt.split())
        else:
            words.append(word.replace("'", ""))
    return words


def _set_apart(number: re.Match[str]) -> str:
    """A number and what it counts. A template in its place would be read anew for each text."""
    return f"{number[1]}{number[2]} {number[3]}"


def _with_spellings(text: str) -> str:
    """The text, abbreviations of several words and marks spelt out. Most texts have none: each is looked for first."""
    if "w/o" in text:
        text = _FORMS["without"].sub("without ", text)
    if "ill" in text:
        text = _ILL.sub("i'll", text)
    if "ur" in text:
        text = _FORMS["ur"].sub("you are", text)
    if "'s " in text:
        text = _HAVING.sub(r"\1 has", text)  # "ask if he's seen my friend"
    if "s " in text and _DOES.search(text) is not None:  # "what's it say"
        text = _DOES.sub(r"\1 does \2 \3", text)
    return text.replace(">", " then ")


_HAVING = re.compile(
    r"\b(\w+)'s(?= (?:(?:ever|already|just|also|never|really|always|only) )?(?:been|got|seen|heard|eaten)\b)"
)
_DOES = re.compile(
    r"\b(what|where|how|why)(?:'?s| is) (it|he|she|that|this|(?:the|that|this|his|her|my) [a-z]+)"
    r" (say|mean|want|need|do|look|smell|taste|feel|sound|show|read|think|make of)\b(?! of\b)"
)

_CONTRACTED = {"ll": "will", "ve": "have", "re": "are", "d": "would"}


_ARTICLE = re.compile(r" (?:the|a|an|not|no|my|your)\b")
_DOING = re.compile(r" (?:been|got|not|in|on|\w+(?:ing|ed))\b")


# "Bersi's staring at me" tells what he does, and of no staring of his.
_ACTING = re.compile(
    r" \w{2,}ing (?:at|to|on|me|us|you|him|them|it|about|with|out|up|down|away|off|over|again|the|a|my|your|his)\b"
)


def _stands_before(following: re.Pattern[str], word: str, text: str) -> bool:
    """Whether a word is followed so anywhere in a text."""
    return any(following.match(rest) for rest in text.split(word)[1:])


def _spelt_out(word: str, text: str) -> str | None:
    """A contraction in full: "he'll", "what'd", "somebody's been"; None for any other word."""
    base, _, ending = word.partition("'")
    if ending in _CONTRACTED:
        return f"{base} {_CONTRACTED[ending]}"
    if ending == "t" and base.endswith("n"):
        return f"{base[:-1]} not"
    if ending == "s" and base.endswith("thing"):
        return f"{base} is"
    if word == "name's":
        return "name is"
    if word == "time's" and re.search(r"\btime's (?:up|left|over|running|nearly|almost)\b", text):
        return "time is"
    if ending == "s" and (_stands_before(_ARTICLE, word, text) or _stands_before(_ACTING, word, text)):
        return f"{base} is"  # "Yrsa's the sort": nothing is somebody's before an article
    if (
        ending == "s"
        and _FORMS["whatever"].match(base)
        and _FORMS["is_there"].search(text.partition(word)[2])
    ):
        return f"{base} is"
    if ending == "s" and _FORMS["somebody"].match(base) and _stands_before(_DOING, word, text):
        return f"{base} is"
    return None


def _stands_for_and(words: list[str], at: int) -> bool:
    """Whether "an" is "and" without its end: it stands before a consonant, after something."""
    following = words[at + 1][:1] if at + 1 < len(words) else ""
    return words[at] == "an" and at > 0 and following.isalpha() and following not in "aeiouh"


def _letter(words: list[str], at: int) -> str:
    """A letter that stands for a word between words, and for a direction elsewhere: "rope n tar", "go n"."""
    between = 0 < at < len(words) - 1 and words[at - 1] not in ("go", "head", "walk", "move", "run", "look")
    return {"w": "with", "n": "and"}.get(words[at], words[at]) if between else words[at]


# What a number is said after, as a name: "press 4", "floor 2".
_NUMBERED = "press|push|hit|punch|floor|deck|level|number|button|channel|room|lane|the"


def _counts(text: str, digit: str) -> bool:
    """Whether a digit that also stands for a word ("go 2 him") counts something here."""
    return (
        re.search(rf"\b(?:(?:{_NUMBERED}) {digit}\b|(?:for|to) {digit}\b(?! [a-z]))", text) is not None
        or re.search(rf"\b{digit} ?(?:hours?|hrs?|h|minutes?|mins?|days?|o.?clock|am|pm|times)\b", text)
        is not None
    )


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """The singular of a word, roughly: the same for a name and for what a player makes of it."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ses", "xes", "zes", "ches", "shes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us")):
        return word[:-1]
    return word


# Words by which a matter is not recognised.
_EMPTY = (
    DETERMINERS
    | PREPOSITIONS
    | QUESTION_WORDS
    | AUXILIARIES
    | frozenset(
        """i me you he she it we they him her them us do does did remember recall know tell say said think and or not
        that this there here see saw hear heard anything something ever about stranger go""".split()
    )
)
_ROOT = 6  # letters by which forms of a word are told to be the same: "promise", "promised"


def root(word: str) -> str:
    """What the forms of a word have in common, roughly."""
    return stem(word)[:_ROOT]


def content_of(text: str) -> set[str]:
    """The words that say what a text is about, each by its root."""
    return set(_content_of(text))


@lru_cache(maxsize=_TEXTS)
def _content_of(text: str) -> frozenset[str]:
    return frozenset(content_among(_words_of(plain(text))))


def content_among(words: Iterable[str]) -> set[str]:
    """As `content_of` a text, of its words as they are."""
    return {root(word) for word in words if word not in _EMPTY and len(word) > 1}
