"""The names that people give for themselves, and where they are mentioned. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

_NAME_WORD = r"[^\W\d_]+(?:['’-][^\W\d_]+)*\.?"
_SAID = re.compile(
    r"\b(?:my|mine|mein|mon|mi|mitt)\s+(?:real\s+|full\s+|first\s+|last\s+)?(?:name|nom|nombre|namn|navn)"
    r"\s*(?:'s|’s|\bis\b|\bist\b|\best\b|\bes\b|\bär\b|\ber\b|:|=)\s*"
    r"|\bi(?:\s+am|'m|’m)\s+(?:called|named)\s+"
    r"|\b(?:they|people|friends|everyone|everybody|folk|folks)\s+call\s+me\s+"
    r"|\bi\s+go\s+by\s+(?:the\s+name\s+(?:of\s+)?)?"
    r"|\bich\s+(?:heiße|heisse)\s+|\bje\s+m['’]appelle\s+|\bme\s+llamo\s+|\bjag\s+heter\s+|\bjeg\s+heter\s+",
    re.IGNORECASE,
)
_HINTED = re.compile(r"\b(?i:call\s+me|i\s+am|i['’]m|this\s+is|it['’]s|signed,?)\s+(?=[^\W\d_a-z])")
_PARTICLES = frozenset(
    "von van de der den del della di da du la le of ter ten zu af av bin ibn el al y".split()
)
# Words that stand after "my name is" or "I am" and are nobody's name, and words that end one.
NO_NAMES = frozenset(
    """a an and are as at be because been but by can could did do does for from gone had has have he her here him
    his how i i'd i'll i'm i've if important in into is it its just let like me mine more my named nice no
    nobody none nor not nothing now of off okay on one or our out over own please ready really secret she should
    sir so some sorry still that the their them then there these they this those to too unimportant unknown up
    us very was we well were what when where which who whom whose why with would yes yet you your yours afraid
    alone angry back cold coming dead done dying fine glad going good happy hungry hurt ill leaving lost sick
    sure telling thirsty tired trying wet god english german french hello hi hey oh captain doctor mister madam
    lord lady ma'am mr mrs ms dr""".split()
)
# Names that are words of prose, too: only as names are written, with a capital letter, are they taken for them.
ALSO_WORDS = frozenset(
    """will mark grace rose hope may june april summer autumn dawn joy faith art bill bob drew frank gene grant guy
    hazel holly iris ivy jack jay jean jewel lily miles pat pearl penny piper ray rob robin ruby rusty sky sue
    violet wade ward woody wren young king knight hunter mason miller carpenter fisher baker smith cook church
    hill wood stone field banks brook brooks rivers lake snow winter frost storm ash ashe reed rush north west
    east black white brown green gray grey long short small little day knights page price rich sharp strong
    swift wise wolf bear fox hart lamb finch crane drake hawk dove martin glass gold silver steel iron bush
    forest marsh moss heath heather sage ginger basil olive cherry berry crystal amber opal angel chance chase
    clay cliff dale dean dusty earl eve fern ford harmony honor journey justice kit lane mercy major melody
    merry misty nick norm patience peace prudence reign river rock royal scout star sterling stormy sunny temple
    trinity true van victor wilder bell boy child man son""".split()
)


def names_in(words: str) -> set[str]:
    """The names that somebody gives for themselves in `words`, whole and in their parts."""
    words = unicodedata.normalize("NFC", words)
    found: set[str] = set()
    for pattern, capitals_only in ((_SAID, False), (_HINTED, True)):
        for match in pattern.finditer(words):
            found |= _parts(_name_at(words, match.end(), capitals_only))
    return found


def _name_at(words: str, start: int, capitals_only: bool) -> list[str]:
    """The words of a name that begins there: as long as they have capital letters, or else two."""
    taken: list[str] = []
    place = start + len(words[start:]) - len(words[start:].lstrip(" \t\"'“”‘’*_"))
    pattern = re.compile(_NAME_WORD)
    while len(taken) < 5 and (match := pattern.match(words, place)):
        word = match.group().rstrip(".") if len(match.group()) > 2 else match.group()
        if word.casefold() in NO_NAMES:
            break
        is_capital = (
            word != word.casefold() or word == word.upper()
        )  # scripts without cases have no small letters
        is_particle = word in _PARTICLES
        if capitals_only and (word.casefold().endswith(("ing", "ed")) or not (is_capital or is_particle)):
            break
        if taken and taken[0][0].isupper() and not is_capital and not is_particle:
            break
        if not is_capital and not is_particle and len(taken) >= 2:
            break
        taken.append(word)
        place = match.start() + len(word)
        gap = re.compile(r"[ \t]+").match(words, place)
        if gap is None:
            break
        place = gap.end()
    while taken and taken[-1] in _PARTICLES:
        taken.pop()
    return taken


def _parts(name: list[str]) -> set[str]:
    whole = {" ".join(name)} if name else set()
    parts = {part for word in name for part in (word, *re.split(r"[-]", word))}
    return {part for part in whole | parts if len(part.rstrip(".")) >= 2 and part not in _PARTICLES}


class Names:
    """Mentions of given names, however they are written. `names` that are words of the world are nobody's secret."""

    def __init__(self, names: Iterable[str], world_words: Iterable[str] = ()) -> None:
        known = {word.casefold() for word in world_words}
        self.names = sorted({name for name in names if name.casefold() not in known}, key=len, reverse=True)
        self._patterns = [
            re.compile("|".join(found), flags)
            for flags, found in (
                (re.IGNORECASE, [self._one(name) for name in self.names if not _is_word(name)]),
                (
                    re.NOFLAG,
                    [self._one(form) for name in self.names if _is_word(name) for form in _capitals(name)],
                ),
            )
            if found
        ]

    @staticmethod
    def _one(name: str) -> str:
        forms = {unicodedata.normalize(form, name) for form in ("NFC", "NFD")}
        spelled = "|".join(r"\s+".join(map(re.escape, form.split())) for form in sorted(forms))
        quotes = spelled.replace("’", "'").replace("'", "['’]")
        return rf"(?<![^\W\d_])(?:{quotes})(?![^\W\d_])"

    def finds(self, text: str) -> Iterator[tuple[int, int]]:
        for pattern in self._patterns:
            for match in pattern.finditer(text):
                yield match.span()


def _is_word(name: str) -> bool:
    return name.casefold() in ALSO_WORDS


def _capitals(name: str) -> set[str]:
    return {name.capitalize(), name.upper(), name.title()}
