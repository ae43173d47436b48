"""Finds personal data in text by rule: what people's addresses, numbers and names look like. Pure.

Rules err on the side of finding too much: what is lost to QA by a placeholder too many is a word; what a placeholder
too few gives away cannot be taken back. They cannot find everything: prose may tell who somebody is in any words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gamemaster.recording.pii_names import Names

IGNORING_CASE = re.IGNORECASE


@dataclass(frozen=True)
class Rule:
    """`needs`: characters of which a text must have one for the pattern to be tried at all."""

    name: str
    pattern: re.Pattern[str]
    needs: str = ""
    least_digits: int = 0

    def finds(self, text: str) -> Iterator[tuple[int, int]]:
        if self.needs and not any(character in text for character in self.needs):
            return
        for match in self.pattern.finditer(text):
            start, end = match.span()
            if sum(map(str.isdecimal, match.group())) >= self.least_digits:
                yield start, end


@dataclass(frozen=True)
class Email:
    """An address around each `@`: looked for from there, since a pattern that begins before it may try for hours."""

    name: str = "email"

    def finds(self, text: str) -> Iterator[tuple[int, int]]:
        for at in _AT.finditer(text):
            local = _LOCAL.search(text, max(0, at.start() - MOST_LOCAL), at.start())
            # "… no dice@ivar: It was eleven": a script's line that follows what stands before it without a break.
            speaker = "." not in at.group() and text[at.end() : at.end() + 2] == ": "
            if (
                local is not None
                and not speaker
                and ("." in at.group() or any(map(str.isalnum, local.group())))
            ):
                yield local.start(), at.end()


MOST_LOCAL = 320  # characters: more than any address has before its `@`
_AT = re.compile(r"(?:@|＠|%40)(?:\[[^\]\s]+\]|[\w-]+(?:\.[\w-]+)*)")
_LOCAL = re.compile(r"[^\s@\"“”„«»‹›<>()\[\],;:\\⟨⟩]+\Z")

NAME = "name"
DIGITS = "0123456789"
# Ends of host names that are no words of English, so that "the door.It opens" is none.
HOST_ENDS = "com|net|org|edu|gov|info|biz|dev|app|io|co|uk|de|fr|nl|eu|ch|pl|cz|dk|fi|ru|cn|jp|br|ca|au|xyz|online|site"
# In "offered St Anthony's" it is a saint's place, and no street.
_ST = r"st(?!\s+(?-i:[A-Z])\w*['’]s\b)"
STREETS = rf"street|avenue|road|lane|boulevard|highway|crescent|terrace|{_ST}|ave|rd|blvd|ln"
STREETS_THAT_ARE_WORDS = "Drive|Court|Place|Square|Way|Close|Park|Row|Walk|Hill|Gardens|Dr|Ct|Pl|Sq"
# With the month in words, dates from 1930 on: worlds tell of older ones.
MONTHS = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    "|nov(?:ember)?|dec(?:ember)?"
)
_WORD = r"[^\W\d_][\w'’.-]*"


def _in_any_case(name: str, form: str, needs: str = "", least_digits: int = 0) -> Rule:
    return Rule(name, re.compile(form, IGNORING_CASE), needs, least_digits)


# What one rule has taken, no later one splits: those that hold others come first.
RULES = (
    _in_any_case("url", r"\b[a-z][a-z0-9+.-]*://[^\s<>\"“”»⟨⟩\\]+|\bwww\.[^\s<>\"“”»⟨⟩\\]+", ":."),
    Email(),
    _in_any_case(
        "email",
        r"[\w.+-]+\s*(?:\(at\)|\[at\]|\{at\})\s*[\w-]+(?:\s*(?:\(dot\)|\[dot\]|\{dot\}|\.)\s*\w+)*"
        rf"|[\w.+-]+\s+at\s+[\w-]+(?:\s+dot\s+[\w-]+)*\s+dot\s+(?:{HOST_ENDS})\b",
        "tT",
    ),
    _in_any_case("url", rf"\b[\w-]+(?:\.[\w-]+){{0,8}}\.(?:{HOST_ENDS})\b(?:/[^\s<>\"⟨⟩\\]*)?", "."),
    Rule("token", re.compile(r"\b[\w-]{20,}\.[\w-]{20,}(?:\.[\w-]{10,})?\b"), "."),
    Rule(
        "token", re.compile(r"\b(?:sk|pk|rk|ghp|gho|xox[a-z]|glpat|AKIA)[-_]?[A-Za-z0-9_-]{16,}\b"), DIGITS, 1
    ),
    Rule("ip", re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]*\d)"), "."),
    _in_any_case(
        "ip",
        r"(?<![\w:])(?:(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}"
        r"|(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,6})?::(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,6})?)(?![\w:])",
        ":",
        1,
    ),
    _in_any_case("iban", r"\b[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{2,4}){3,8}(?![A-Z0-9])", DIGITS, 9),
    Rule("card", re.compile(r"(?<![\w+])(?:\d[ -]?){12,18}\d(?!\w)"), DIGITS),
    _in_any_case(
        "date",
        r"(?<![\w./-])(?:\d{1,2}([./-])\d{1,2}\1(?:19|20)\d\d|\d{1,2}/\d{1,2}/\d\d"
        r"|(?:19|20)\d\d([./-])\d{1,2}\2\d{1,2})(?![\w/-]|\.\d)"
        rf"|\b\d{{1,2}}(?:st|nd|rd|th|\.)?\s+(?:of\s+)?(?:{MONTHS})\.?,?\s+(?:19[3-9]|20\d)\d\b"
        rf"|\b(?:{MONTHS})\.?\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+(?:19[3-9]|20\d)\d\b",
        DIGITS,
    ),
    Rule("phone", re.compile(r"(?<![\w.])(?:\+|00)?\s?\(?\d(?:[\s().\-/–]{0,3}\d){6,}(?!\w)"), DIGITS),
    Rule("phone", re.compile(r"\d(?:[\s().\-/–]{0,3}\d){8,}"), DIGITS),
    _in_any_case("address", rf"\b\d{{1,5}}\s?[a-z]?,?\s+(?:{_WORD}\s+){{1,3}}(?:{STREETS})\b\.?", DIGITS),
    Rule(
        "address",
        re.compile(
            rf"\b\d{{1,5}}\s?[A-Za-z]?,?\s+(?:[^\W\d_a-z]{_WORD[1:]}\s+){{1,3}}(?:{STREETS_THAT_ARE_WORDS})\b\.?"
        ),
        DIGITS,
    ),
    _in_any_case(
        "address",
        r"\b[^\W\d_][\w.’'-]{0,60}(?:straße|strasse|str\.|gasse|allee|platz|gatan|vägen|veien|gata|straat|laan)"
        r"\s+\d{1,4}(?:\s?[a-z]\b)?",
        DIGITS,
    ),
    _in_any_case(
        "address",
        r"\b(?:\d{1,4},?\s+)?(?:rue|calle|avenida|via|piazza|rua)\s+[^\W\d_][\w'’-]*(?:\s[^\W\d_][\w'’-]*){0,3},?\s\d{1,4}\b"
        r"|\b\d{1,4},?\s+(?:rue|calle|avenida|piazza|rua)\s+[^\W\d_][\w'’-]*(?:\s[^\W\d_][\w'’-]*){0,3}",
        DIGITS,
    ),
    Rule("address", re.compile(r"(?<![\w.])\d{5}\s+[^\W\d_a-z][^\W\d_]{2,}\b"), DIGITS),
    Rule("address", re.compile(r"\b[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}\b"), DIGITS),
    _in_any_case("address", r"(?<=\bmy address is )[^.!?\n\"\\]{3,120}|(?<=\bi live at )[^.!?\n\"\\]{3,120}"),
)

# ---- all of it ----


@dataclass(frozen=True)
class Found:
    """A stretch of text, and the name of the rule that found it."""

    start: int
    end: int
    rule: str


_ESCAPE = re.compile(r'\\["\\/bfnrt]')


def find(text: str, names: Names | None = None) -> list[Found]:
    """Personal data in a text, in order, without overlaps; where rules overlap, the earlier one takes it all.

    The text may be JSON: `\\nAnna` is read both as it stands and as a new line before a name.
    """
    if "\\" not in text:
        return merge_overlaps(_finds(text, names))
    plain = (one for one in _finds(text, names) if one.rule == NAME or not _is_escaped(text, one.start))
    unescaped = _finds(_ESCAPE.sub("  ", text), names)
    return [_after_escape(text, one) for one in merge_overlaps([*plain, *unescaped])]


def _is_escaped(text: str, place: int) -> bool:
    before = text[max(0, place - 16) : place]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1


def _after_escape(text: str, one: Found) -> Found:
    """A stretch that begins within `\\n` begins after it: half an escape would break the JSON around it."""
    if _is_escaped(text, one.start) and one.end > one.start + 1:
        return Found(one.start + 1, one.end, one.rule)
    return one


def _finds(text: str, names: Names | None) -> Iterator[Found]:
    for rule in RULES:
        for start, end in rule.finds(text):
            yield Found(start, _without_stop(text, start, end), rule.name)
    if names is not None:
        for start, end in names.finds(text):
            yield Found(start, end, NAME)


def _without_stop(text: str, start: int, end: int) -> int:
    """The full stop and the like that end the sentence are no part of what was found."""
    while end > start + 1 and text[end - 1] in ".,;:!?'’)]}*_\"":
        end -= 1
    return end


def merge_overlaps(found: Iterable[Found]) -> list[Found]:
    """In order of place; what overlaps becomes one, of the kind that begins first or, from there, is the longest."""
    result: list[Found] = []
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        if result and one.start < result[-1].end:
            last = result[-1]
            result[-1] = Found(last.start, max(last.end, one.end), last.rule)
        else:
            result.append(one)
    return result
