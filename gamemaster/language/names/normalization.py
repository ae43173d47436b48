"""Turn what a player typed into plain words: quotes set aside, contractions spelt out, errors put right. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Container, Iterable
from functools import lru_cache, partial
from itertools import pairwise

from rapidfuzz import process
from rapidfuzz.distance import OSA

from gamemaster.language.tables.function_words import (
    AUXILIARIES,
    DETERMINERS,
    DIRECTIONS,
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
# Letters of other scripts that look like Latin ones, among Latin ones.
_LOOKALIKES = str.maketrans("аеорсухіѕԁАВЕКМНОРСТХ", "aeopcyxisdABEKMHOPCTX")
_MIXED = re.compile(r"\b(?=\w*[a-zA-Z])(?=\w*[а-яёіѕԁА-ЯЁ])\w+\b")
_TITLE = re.compile(r"\b(mr|mrs|ms|dr)\.")
_DOUBLE = re.compile(r'"([^"]{1,400})"')
_SINGLE = re.compile(r"(?<![\w'])'(.{1,400}?)'(?=[\s,.!?;:]|$)")
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?'?|[,.;:!?&+]|\"")
# "ill come with you", "ur a liar": told from being ill, and from "your", by what comes after.
# "Ill burn it" is meant, and nobody is ill: a verb follows, and none that says how somebody is comes before.
_ILL = re.compile(
    r"(?<!am )(?<!is )(?<!are )(?<!was )(?<!feel )(?<!look )(?<!so )(?<!very )(?<!too )(?<!fall )(?<!the )\bill"
    rf"(?= (?:{'|'.join(BASE_VERBS)}|come|do|kill|get|make|bring|find|pay|keep|stay|try|be|set|smash|"
    r"never|always|not|have|buy|leave|stop|meet|see)\b)"
)
_GAPS = re.compile(r"[\s\x00-\x1f\x7f]+")
_LETTERS = {"æ": "ae", "Æ": "ae", "ø": "o", "Ø": "o", "ð": "d", "þ": "th"}
_NUMBER = re.compile(r"\b(\d)(\d?)(hours?|hrs?|h|minutes?|mins?)\b")  # "2hrs"
_UR = re.compile(r"\bur(?= (?:an?|the|not|so|such|all|just|lying|mad|welcome|right|wrong|dead)\b)")
_IRREGULAR = dict(
    pair.split(":")
    for pair in """
    knives:knife wolves:wolf loaves:loaf halves:half shelves:shelf thieves:thief leaves:leaf men:man women:woman
    children:child kids:kid feet:foot teeth:tooth mice:mouse geese:goose lives:life scarves:scarf wives:wife
    calves:calf
    """.split()
)


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Lower case, Latin letters without accents, one space between words; control characters and emoji are gone."""
    if not text.isascii():
        text = _latin(unicodedata.normalize("NFKC", text))
    text = re.sub(r"(?<=\w)\s*>+\s*(?=\w)", ". ", text.translate(_QUOTES))  # "rope > tar > go n"
    return _TITLE.sub(r"\1", _GAPS.sub(" ", text).strip().casefold())


def _latin(text: str) -> str:
    """Latin letters for look-alikes, and without accents; a space for what cannot be seen."""
    for letter, plain_letters in _LETTERS.items():
        text = text.replace(letter, plain_letters)
    text = _MIXED.sub(lambda word: word[0].translate(_LOOKALIKES), text.translate(_QUOTES))
    text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return "".join(" " if c.isspace() or unicodedata.category(c)[0] == "C" else c for c in text)


def set_quotes_aside(text: str) -> tuple[str, list[str]]:
    """The text with each quotation replaced by `SPEECH`, and what was said in them."""
    said: list[str] = []

    def aside(match: re.Match[str]) -> str:
        said.append(match.group(1).strip())
        return " \0 "

    text = _DOUBLE.sub(aside, text).replace('"', " ")
    return _SINGLE.sub(aside, text).replace("\0", SPEECH), said


def words_of(text: str) -> list[str]:
    """The words and marks of a plain text, contractions spelt out. Hyphens and underscores part words."""
    return list(_words_of(text))


# Names of things and sentences of a world come again and again.
@lru_cache(maxsize=4096)
def _words_of(text: str) -> tuple[str, ...]:
    words: list[str] = []
    text = _UR.sub("you are", _ILL.sub("i'll", text)).replace(">", " then ")
    for word in _WORD.findall(re.sub(r"[-_/–—]", " ", _NUMBER.sub(r"\1\2 \3", text))):
        # A single letter alone is an abbreviated order: "u" is up, not "you".
        number = word in ("2", "4") and (_counts(text, word) or words[-1:] in (["till"], ["until"], ["til"]))
        spelt = SPELLINGS.get(word) if len(text) > 1 and not number else None
        spelt = spelt if spelt is not None or "'" not in word else _spelt_out(word, text)
        if spelt is not None:
            words.extend(spelt.split())
        else:
            words.append(word.replace("'", ""))
    words = [_letter(words, at) if len(word) == 1 else word for at, word in enumerate(words)]
    return tuple("and" if _stands_for_and(words, at) else word for at, word in enumerate(words))


_CONTRACTED = {"ll": "will", "ve": "have", "re": "are", "d": "would"}
# Of these "'s" is "is" before what one is or does, and tells whose something is before a thing.
_SOMEBODY = re.compile(r"(?:(?:some|any|every|no)(?:body|one|thing)|one|this|which|else)$")


def _spelt_out(word: str, text: str) -> str | None:
    """A contraction in full: "he'll", "what'd", "somebody's been"; None for any other word."""
    base, _, ending = word.partition("'")
    if ending in _CONTRACTED:
        return f"{base} {_CONTRACTED[ending]}"
    if ending == "t" and base.endswith("n"):
        return f"{base[:-1]} not"
    if ending == "s" and base.endswith("thing"):
        return f"{base} is"
    if (
        ending == "s"
        and _SOMEBODY.match(base)
        and re.search(rf"{re.escape(word)} (?:been|got|not|in|on|\w+(?:ing|ed))\b", text)
    ):
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


def _counts(text: str, digit: str) -> bool:
    """Whether a digit that also stands for a word ("go 2 him") counts something here."""
    return (
        re.search(rf"\b{digit} ?(?:hours?|hrs?|h|minutes?|mins?|days?|o.?clock|am|pm|times)\b", text)
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


def correct(
    word: str, vocabulary: list[str], prefer: Callable[[str], int], likely: Container[str]
) -> str | None:
    """The word of the vocabulary that `word` is most likely a misspelling of, or None.

    Letters swapped, doubled or left out are allowed from four letters on, another letter only from five on and only
    after the first, and only toward the `likely` words: so that "hall" never becomes "hild". Two errors are
    allowed from seven letters on. Of equally near
    words the one that `prefer` gives the lowest number wins, then the first of the vocabulary.
    """
    if len(word) < 3 or not word.isalpha():
        return None
    allowed = 2 if len(word) >= 7 else 1
    found = process.extract(word, vocabulary, scorer=OSA.distance, score_cutoff=allowed, limit=12)
    ranked = [
        (
            distance,
            candidate[0] != word[0],
            prefer(candidate) > _IN_REACH,
            _has_replacement(word, candidate),
            len(candidate) < len(word),
            prefer(candidate),
            at,
            candidate,
        )
        for candidate, distance, at in found
        if _plausible(word, candidate, int(distance))
        and (candidate in likely or not _has_replacement(word, candidate))
        and (prefer(candidate) <= _IN_REACH or _is_a_slip(word, candidate, int(distance)))
    ]
    return min(ranked)[-1] if ranked else None


def _is_a_slip(word: str, candidate: str, distance: int) -> bool:
    """Whether so little is wrong that no other word can be meant: "psalm" and "shilling" are no slips, only unknown."""
    one_too_many = len(candidate) < len(word) and not any(a == b for a, b in pairwise(word))
    return distance == 1 and candidate[0] == word[0] and not one_too_many


_IN_REACH = 84  # what `prefer` says of the name of a thing in reach is no more


def _has_replacement(word: str, candidate: str) -> bool:
    return len(candidate) == len(word) and not _same(word, candidate)


def _same(word: str, candidate: str) -> bool:
    """Whether the letters are the same in another order: a slip of the fingers, likelier than a wrong letter."""
    return sorted(word) == sorted(candidate)


def _plausible(word: str, candidate: str, distance: int) -> bool:
    if len(word) == 3:  # only a letter left out: "lok"
        return len(candidate) == 4 and candidate[0] == word[0] and distance == 1
    if len(candidate) < 3 or (distance == 2 and (len(candidate) < 7 or candidate[0] != word[0])):
        return False
    substituted = len(word) == len(candidate) and sorted(word) != sorted(candidate)
    if substituted and distance == 1:
        return len(word) >= 5 and word[0] == candidate[0]
    return len(candidate) >= 4 or sorted(word) == sorted(candidate) or word[0] == candidate[0]


def respell(
    words: Iterable[str],
    known: Callable[[str], bool],
    vocabulary: list[str],
    names: Container[str],
    pairs: Container[str],
    prefer: Callable[[bool, str], int],
    likely: Container[str],
) -> list[str]:
    """The words with typing errors put right, and those written apart or together as the world writes them.

    `vocabulary` are the words that a misspelt one may have been, `names` the same to look up, `pairs` names of two
    words, `prefer(at start of a clause, word)` what is likelier (lower) among equals, `likely` the common words.
    """
    given: list[str] = list(words)
    result: list[str] = []
    skip = False
    for at, word in enumerate(given):
        if skip:
            skip = False
            continue
        following = given[at + 1] if at + 1 < len(given) else ""
        if word in ",.;:!?&+" or word == SPEECH or known(word):
            if (
                following.isalpha()
                and len(word) >= 3
                and len(word + following) >= 6
                and word + following in names
                and word.isalpha()
                and following not in PREPOSITIONS
            ):
                result.append(word + following)
                skip = True
            else:
                result.append(word)
            continue
        if following.isalpha() and word + following in names:
            result.append(word + following)
            skip = True
            continue
        parts = _part_pair(word, pairs)
        first = (
            not result
            or not result[-1].isalpha()
            or result[-1] in ("and", "then", "to", "i", "the", "my", "just", "please", "not", "now")
        )
        better = None
        if len(word) == 3 and (unswapped := _unswap(word, names)):
            better = unswapped
        elif word.endswith("in") and len(word) > 4 and known(f"{word}g"):
            better = f"{word}g"  # "fishin"
        elif (pet := _pet_name(word, names)) is not None:
            better = pet
        elif not parts and len(word) == 3 and not first:
            better = correct(
                word, _BACK_AND_ON, partial(prefer, False), _BACK_AND_ON
            )  # "go bak 2 the others"
        elif not parts and (len(word) > 3 or first):
            better = correct(word, vocabulary, partial(prefer, first), likely)
        result.extend(parts or [better or word])
    return result


def _unswap(word: str, names: Container[str]) -> str | None:
    """The word that one of three letters is with two of them swapped: "otu", "hte", "dgo"."""
    swapped = (word[1] + word[0] + word[2], word[0] + word[2] + word[1])
    small = next((candidate for candidate in swapped if candidate in _SMALL_WORDS), None)
    return small or next((candidate for candidate in swapped if candidate in names), None)


def _pet_name(word: str, names: Container[str]) -> str | None:
    """The name that a pet form is made of: "doggo", "doggy"."""
    for ending in ("gie", "go", "gy", "o", "y", "ie"):
        base = word[: -len(ending)]
        if word.endswith(ending) and len(base) >= 3 and base in names:
            return base
    return None


def _part_pair(word: str, pairs: Container[str]) -> list[str]:
    for at in range(3, len(word) - 2):
        if f"{word[:at]} {word[at:]}" in pairs:
            return [word[:at], word[at:]]
    return []


_BACK_AND_ON = sorted(word for word in DIRECTIONS if len(word) == 4)
_SMALL_WORDS = (
    DETERMINERS | PREPOSITIONS | QUESTION_WORDS | AUXILIARIES | frozenset({"and", "but", "not", "you", "get"})
)
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


def content_of(text: str) -> set[str]:
    """The words that say what a text is about, each by its root."""
    return {stem(word)[:_ROOT] for word in words_of(plain(text)) if word not in _EMPTY and len(word) > 1}
