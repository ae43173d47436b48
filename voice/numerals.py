"""English number words, British style ("one hundred and five"), without commas or hyphens. Pure.

The libraries that do this also make plurals and articles, and take a second and a half to import.
"""

from __future__ import annotations

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split()
_SCALES = ("thousand", "million", "billion", "trillion")
_ORDINALS = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
    "twelve": "twelfth",
}  # fmt: skip


def cardinal(number: int) -> str:
    """1250 as "one thousand two hundred and fifty". Raises ValueError for less than 0 or from 10^15 on."""
    if not 0 <= number < 1000 ** (len(_SCALES) + 1):
        raise ValueError(f"{number} is not a number that is read in words")
    if number < 1000:
        return _below_thousand(number)
    parts = []
    for power in range(len(_SCALES), 0, -1):
        count, number = divmod(number, 1000**power)
        if count:
            parts.append(f"{_below_thousand(count)} {_SCALES[power - 1]}")
    if number:
        parts.append(("and " if number < 100 else "") + _below_thousand(number))
    return " ".join(parts)


def ordinal(number: int) -> str:
    """21 as "twenty first". Raises ValueError as `cardinal` does."""
    before, _, last = cardinal(number).rpartition(" ")
    regular = f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th"
    return f"{before} {_ORDINALS.get(last, regular)}".lstrip()


def _below_thousand(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    if hundreds and rest:
        return f"{_ONES[hundreds]} hundred and {_below_thousand(rest)}"
    if hundreds:
        return f"{_ONES[hundreds]} hundred"
    if number < len(_ONES):
        return _ONES[number]
    tens, ones = divmod(number, 10)
    return f"{_TENS[tens]} {_ONES[ones]}" if ones else _TENS[tens]
