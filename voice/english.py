"""English numbers, signs and abbreviations as words. Pure.

Years are read in pairs ("nineteen twelve"), money with its coins, times of day as people say them; what is no quantity
(a number with a leading zero, or of more than fifteen digits) is read digit by digit. Roman numerals become words only
after a name or a word such as "Chapter"; "I" never does.
"""

from __future__ import annotations

import re

from voice.numerals import cardinal, ordinal
from voice.offset_map import MappedText, Rewrite

_LONGEST = 15  # digits that are read as one number

_COINS = {"$": ("dollar", "cent"), "£": ("pound", "penny"), "€": ("euro", "cent"), "¥": ("yen", "")}
_SCALES = {"k": "thousand", "m": "million", "bn": "billion", "b": "billion"}
_UNITS = {
    "km": "kilometre", "m": "metre", "cm": "centimetre", "mm": "millimetre", "kg": "kilogram", "g": "gram",
    "mg": "milligram", "l": "litre", "ml": "millilitre", "lb": "pound", "lbs": "pound", "oz": "ounce",
    "ft": "foot", "yd": "yard", "yds": "yard", "mi": "mile", "hr": "hour", "hrs": "hour", "min": "minute",
    "mins": "minute", "sec": "second", "secs": "second", "ms": "millisecond", "kn": "knot", "kts": "knot",
    "Hz": "hertz", "kHz": "kilohertz", "MHz": "megahertz", "W": "watt", "kW": "kilowatt", "V": "volt",
    "km/h": "kilometre an hour", "mph": "mile an hour", "°": "degree", "°C": "degree Celsius",
    "°F": "degree Fahrenheit", "%": "percent",
}  # fmt: skip
_SAME_IN_PLURAL = frozenset({"percent", "hertz", "kilohertz", "megahertz", "yen"})
_FRACTIONS = {
    "½": "half",
    "¼": "quarter",
    "¾": "three quarters",
    "⅓": "third",
    "⅔": "two thirds",
    "⅛": "eighth",
}
_MONTHS = "January February March April May June July August September October November December".split()
_MONTH_OF = {month[:3].casefold(): month for month in _MONTHS}
_SIGNS = {
    "&": " and ", "+": " plus ", "=": " equals ", "×": " times ", "÷": " divided by ", "@": " at ",
    "§": " section ", "%": " percent ", "°": " degrees ", "€": " euros ", "£": " pounds ", "$": " dollars ",
    "#": " ", "№": " number ", "±": " plus or minus ", "©": " ", "®": " ", "/": " ",
}  # fmt: skip
_TITLES = {
    "Mr": "Mister", "Mrs": "Missus", "Ms": "Miz", "Dr": "Doctor", "Prof": "Professor", "Capt": "Captain",
    "Cpt": "Captain", "Col": "Colonel", "Gen": "General", "Lt": "Lieutenant", "Cmdr": "Commander",
    "Sgt": "Sergeant", "Cpl": "Corporal", "Rev": "Reverend", "Hon": "Honourable", "Supt": "Superintendent",
    "Insp": "Inspector", "Messrs": "Messieurs", "Mt": "Mount", "St": "Saint", "Fr": "Father", "Gov": "Governor",
}  # fmt: skip
_SHORT = {
    "e.g.": "for example", "i.e.": "that is", "etc.": "et cetera", "vs.": "versus", "approx.": "approximately",
    "cf.": "compare", "viz.": "namely", "et al.": "and others", "Jr.": "Junior", "Sr.": "Senior",
    "Bros.": "Brothers", "Co.": "Company", "Ltd.": "Limited", "Dept.": "Department", "Esq.": "Esquire",
    "Ave.": "Avenue",
}  # fmt: skip
_COUNTED = {
    "No": "number", "no": "number", "Nos": "numbers", "p": "page", "pp": "pages", "ch": "chapter", "vol": "volume",
}  # fmt: skip
_REGNAL = frozenset(
    "Henry Edward George William James Charles Louis Elizabeth Mary Richard Philip Catherine Alexander Nicholas "
    "Frederick Napoleon Peter Paul Pius Benedict John Leo Gregory Robert Malcolm Victor Albert Leopold".split()
)
_PARTS = frozenset(
    "Chapter Part Act Scene Book Volume War Mark Class Type Stage Phase Level Article Section Canto Apollo".split()
)
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50}

_FIGURE = re.compile(r"[\d½¼¾⅓⅔⅛−]")
_TIME_FOLLOWS = re.compile(
    r"\b(?:at|until|till|since|between|woke|logged)(?: \d?\d\.[0-5]\d (?:and|to))? \Z", re.I
)


def words(digits: str) -> str:
    """A whole number as words; digit by digit where it is none that people would count to."""
    digits = digits.replace(",", "")
    if len(digits) > _LONGEST or (len(digits) > 1 and digits[0] == "0"):
        return " ".join(cardinal(int(digit)) for digit in digits)
    return cardinal(int(digits))


def year(number: int) -> str:
    """1912 as "nineteen twelve", 1905 as "nineteen oh five", 2004 as "two thousand and four"."""
    century, rest = divmod(number, 100)
    if not 1100 <= number <= 2099 or 2000 <= number <= 2009:
        return cardinal(number)
    if rest == 0:
        return f"{cardinal(century)} hundred"
    return f"{cardinal(century)} {'oh ' if rest < 10 else ''}{cardinal(rest)}"


def _plain(digits: str) -> str:
    """A number that stands alone: four digits of these centuries are a year."""
    return year(int(digits)) if len(digits) == 4 and "1100" <= digits <= "2099" else words(digits)


def _decimal(number: str) -> str:
    whole, point, rest = number.partition(".")
    told = words(whole)
    return f"{told} point {' '.join(cardinal(int(digit)) for digit in rest[:_LONGEST])}" if point else told


def _number(found: re.Match[str]) -> str:
    text = found.group()
    told = _plain(text) if text.isascii() and text.isdigit() else _decimal(text)
    return _apart(found, told)


def _apart(found: re.Match[str], told: str) -> str:
    """Words that do not run into letters beside them: A4, v1.2."""
    before, after = found.string[: found.start()][-1:], found.string[found.end() :][:1]
    return f"{' ' * before.isalpha()}{told}{' ' * after.isalpha()}"


def _plural(unit: str) -> str:
    first, _, rest = unit.partition(" ")
    if unit in _SAME_IN_PLURAL:
        return unit
    first = {"foot": "feet", "penny": "pence"}.get(first, first + "s")
    return f"{first} {rest}".rstrip()


def _count(number: str, unit: str) -> str:
    return f"{_decimal(number)} {unit if number == '1' else _plural(unit)}"


def _money(found: re.Match[str]) -> str:
    sign, whole, part, scale = found.groups()
    whole = whole.rstrip(",")
    after = "," if found[2].endswith(",") and part is None else ""
    coin, small = _COINS[sign]
    if scale is not None:
        number = f"{whole}.{part}" if part else whole
        return f"{_decimal(number)} {_SCALES.get(scale, scale)} {_plural(coin)}"
    if part is None or len(part) != 2 or not small:
        return _count(f"{whole}.{part}" if part else whole, coin) + after
    coins = _count(str(int(part)), small)
    if int(part) == 0:
        return _count(whole, coin)
    return coins if not whole.strip("0") else f"{_count(whole, coin)} and {coins}"


def _clock(found: re.Match[str]) -> str:
    hour, minute, half = int(found[1]), int(found[2]), found[3]
    told = cardinal(hour)
    if minute:
        told += f" {'oh ' if minute < 10 else ''}{cardinal(minute)}"
    elif not half:
        told = "midnight" if hour in (0, 24) else f"{told} o'clock" if hour <= 12 else f"{told} hundred"
    return f"{told} {half.strip()[0].upper()} M{_kept_stop(found)}" if half else told


def _abbreviation(found: re.Match[str]) -> str | None:
    before = found.string[max(0, found.start() - 24) : found.start()]
    return _clock(found) if found[3] or _TIME_FOLLOWS.search(before) else None


def _kept_stop(found: re.Match[str]) -> str:
    """The stop of "a.m." that also ends the sentence."""
    return "." if found.group().endswith(".") and not found.string[found.end() :].strip(' *_"”’)') else ""


def _range(found: re.Match[str]) -> str | None:
    low, high = found[1], found[2]
    short = len(low) == 4 and len(high) == 2  # 1914-18
    if (len(low), len(high)) == (3, 4) and "-" in found.group():  # a telephone's number
        return f"{' '.join(map(words, low))}, {' '.join(map(words, high))}"
    if int(low) >= int(high) and not short:
        return None
    return f"{_plain(low)} to {words(high) if short else _plain(high)}"


def _decade(found: re.Match[str]) -> str:
    century, ten = found[1], int(found[2])
    tens = "hundreds" if ten == 0 and century else "tens" if ten == 1 else cardinal(ten * 10)[:-1] + "ies"
    return f"{cardinal(int(century))} {tens}" if century else tens if ten else "zeros"


def _vulgar(found: re.Match[str]) -> str:
    part = _FRACTIONS[found[2]]
    part = part if " " in part or (found[3] and not found[1]) else f"a {part}"
    return f"{words(found[1])} and {part}" if found[1] else part


def _fraction(found: re.Match[str]) -> str:
    whole, over, under = found[1], int(found[2]), int(found[3])
    if not 0 < over < under <= 20 or under == 1:
        told = f"{words(found[2])} over {words(found[3])}"
    else:
        name = {2: "half", 4: "quarter"}.get(under) or ordinal(under)
        plural = "halves" if under == 2 else f"{name}s"
        told = f"{cardinal(over)} {name if over == 1 else plural}"
    return f"{words(whole)} and {told}" if whole else told


def _measure(found: re.Match[str]) -> str:
    number, unit = found[1], _UNITS[found[2]]
    minus = "minus " if number.startswith("-") else ""
    return minus + _count(number.lstrip("-").rstrip(","), unit)


def _short_form(found: re.Match[str]) -> str | None:
    short = found[1]
    told = _SHORT.get(short) or _SHORT.get(short.casefold())
    if told is None:
        return None
    return told + ("." if found[2] is not None else "")


def _numeral(found: re.Match[str]) -> str | None:
    name, numeral = found[1], found[3]
    number = _roman(numeral)
    if number is None or (len(numeral) == 1 and name not in _REGNAL | _PARTS):
        return None
    return f"{name} {cardinal(number)}" if name in _PARTS else f"{name} the {ordinal(number)}"


def _roman(numeral: str) -> int | None:
    """1 to 89, or None if it is not written as such numerals are."""
    values = [_ROMAN[letter] for letter in numeral]
    total = sum(
        -value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True)
    )
    return total if _roman_numeral(total) == numeral else None


def _roman_numeral(number: int) -> str:
    tens = ("", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX")
    ones = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
    return tens[number // 10] + ones[number % 10] if 0 < number < 90 else ""


# What is rewritten, in this order.
_OF_LETTERS: tuple[Rewrite, ...] = (
    (re.compile(r"(?<=[A-Za-z] )St\b\.?(?=\s*(?:$|[,;:!?]| [a-z]))"), "Street"),
    (re.compile(rf"\b({'|'.join(_TITLES)})\b(?:\.(?=\s?\w)|(?= [A-Z]))"), lambda found: _TITLES[found[1]]),
    (
        re.compile(rf"\b({'|'.join(_COUNTED)})\.?\s?(?=\d)"),
        lambda found: (_COUNTED[found[1]] + " ") if found.group() != "no " else None,
    ),
    (re.compile(rf"(?<!\w)({'|'.join(re.escape(short) for short in _SHORT)})(\s*\Z)?", re.I), _short_form),
    (re.compile(r"\b([A-Z][a-z]+)( )([IVXL]{2,7}|V)\b(?!['’.-]\w)"), _numeral),
)
_OF_FIGURES: tuple[Rewrite, ...] = (
    (
        re.compile(
            r"(?:(?<=\d )|\b(?=[a-z]{3,4}\.? \d))(jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)t?\b\.?(?=\W|\Z)",
            re.I,
        ),
        lambda found: _MONTH_OF[found[1].casefold()],
    ),
    (
        re.compile(r"(?<![\d-])(\d{4})-(0?[1-9]|1[0-2])-(0?[1-9]|[12]\d|3[01])(?![\d-])"),
        lambda f: f"{_MONTHS[int(f[2]) - 1]} {ordinal(int(f[3]))}, {year(int(f[1]))}",
    ),
    (
        re.compile(r"(?<![\d/])(\d\d?)/(\d\d?)/(\d{4}|\d\d)(?![\d/])"),
        lambda f: f"{words(f[1])}, {words(f[2])}, {_plain(f[3])}",
    ),
    (
        re.compile(rf"\b({'|'.join(_MONTHS)}) (\d\d?)(?=[,.;:!?]|\s|$)(?!\s*[:\d])"),
        lambda f: f"{f[1]} {ordinal(int(f[2]))}" if 0 < int(f[2]) <= 31 else None,
    ),
    (
        re.compile(rf"\b(\d\d?) (?=(?:{'|'.join(_MONTHS)})\b)"),
        lambda f: f"the {ordinal(int(f[1]))} of " if 0 < int(f[1]) <= 31 else None,
    ),
    (
        re.compile(
            r"([$£€¥])\s?(\d[\d,]*)(?:\.(\d+))?(?:\s?(k|m|bn|b|hundred|thousand|million|billion|trillion)\b)?"
        ),
        _money,
    ),
    (
        re.compile(r"(?<![\d:.])([01]?\d|2[0-4]):([0-5]\d)(?::[0-5]\d)?(?![\d:])(\s?[ap]\.?m\b\.?)?", re.I),
        _clock,
    ),
    # The same with a stop, as older British books write it, where the word before tells it from a decimal.
    (
        re.compile(r"(?<![\w.,$£€])(1?\d|2[0-3])\.([0-5]\d)(?![\d%°])(?!\.\d)(\s?[ap]\.?m\b\.?)?", re.I),
        _abbreviation,
    ),
    (
        re.compile(r"(?<![\d:.])(\d\d?)\s?([ap])\.?m\b\.?(?!\w)", re.I),
        lambda found: f"{words(found[1])} {found[2].upper()} M{_kept_stop(found)}",
    ),
    (re.compile(r"(?<=\w )([ap])\.m\.", re.I), lambda found: f"{found[1].upper()} M{_kept_stop(found)}"),
    (
        re.compile(r"(?<![\d.])(\d+)\s?['′’]\s?(\d+)\s?[\"″”]"),
        lambda found: f"{words(found[1])} foot {words(found[2])}",
    ),
    (re.compile(r"(?<![\w.-])(\d{1,4})(?:s)?[–-](\d{1,4})(?![\w-])(?!\.\d)"), _range),
    (re.compile(r"(?<!\w)(?:(1[1-9]|20)|['’])?(\d)0['’]?s\b"), _decade),
    (
        re.compile(r"(?<![\d.,])(\d{1,15}|\d{1,3}(?:,\d{3})+)(?:st|nd|rd|th)\b", re.I),
        lambda found: ordinal(int(found[1].replace(",", ""))),
    ),
    (re.compile(r"(?:(\d+)\s?)?([½¼¾⅓⅔⅛])(?=( an?\b)?)"), _vulgar),
    (re.compile(r"(?<![\d/])(?:(\d{1,4}) )?(\d{1,4})/(\d{1,4})(?![\d/])"), _fraction),
    (re.compile(r"(?:(?<=\s)|(?<=\A)|(?<=\())[-−](?=\d)|−"), "minus "),
    (
        re.compile(
            r"(?<![\w.])(-?\d[\d,]*(?:\.\d+)?)\s?(km/h|mph|°C|°F|°|%|"
            + "|".join(
                sorted((unit for unit in _UNITS if unit.isalpha() and unit != "mph"), key=len, reverse=True)
            )
            + r")(?![\w'’])"
        ),
        _measure,
    ),
    (
        re.compile(r"(?<![\d.])\d{1,9}(?:\.\d{1,9}){2,8}(?![\w.]*\w)"),
        lambda f: _apart(f, " point ".join(map(words, f.group().split(".")))),
    ),
    (re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d+(?:\.\d+)?"), _number),
)
_OF_SIGNS: tuple[Rewrite, ...] = (
    (re.compile(r"(?<=[a-z])(?<!\band)/(?=[a-z])", re.I), " or "),
    (re.compile(f"[{re.escape(''.join(_SIGNS))}]"), lambda found: _SIGNS[found.group()]),
)


def put_into_words(mapped: MappedText) -> None:
    """Rewrite all that an English voice would stumble over. The order matters: the particular before the general."""
    mapped.replace_each(_OF_LETTERS)
    if _FIGURE.search(mapped.text):
        mapped.replace_each(_OF_FIGURES)
    mapped.replace_each(_OF_SIGNS)
