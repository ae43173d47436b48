"""The names that people give for themselves, those close to them, and where they live; and their mentions. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

_NAME_WORD = r"[^\W\d_]+(?:['’-][^\W\d_]+)*\.?"
_SAID = re.compile(
    r"\b(?:my|mine|mein|mon|mi|mitt)\s+(?:real\s+|full\s+|first\s+|last\s+)?(?:name|nom|nombre|namn|navn)"
    r"\s*(?:'s|’s|\bis\b|\bist\b|\best\b|\bes\b|\bär\b|\ber\b|:|=)\s*"
    r"|\bi(?:\s+am|'m|’m)\s+(?:called|named)\s+"
    r"|\bname['’]s\s+|\bcall\s+me\s+"
    r"|\bi\s+go\s+by\s+(?:the\s+name\s+(?:of\s+)?)?"
    r"|\bich\s+(?:heiße|heisse)\s+|\bje\s+m['’]appelle\s+|\bme\s+llamo\s+|\bjag\s+heter\s+|\bjeg\s+heter\s+",
    re.IGNORECASE,
)
_HINTED = re.compile(r"\b(?:i\s+am|i['’]?m|this\s+is|it['’]s|signed,?)\s+", re.IGNORECASE)
_CLOSE_TO_THEM = re.compile(
    r"\bmy\s+(?:(?:best|old|dear|late|little|big|older|elder|younger|ex)[\s-]+)?"
    r"(?:friends?|(?:step|half-?)?(?:brother|sister)s?"
    r"|wife|husband|fianc[ée]e?|partner|boyfriend|girlfriend|mother|father|mum|mom|mama|dad|papa|parents|sons?|daughters?"
    r"|child|children|kids?|baby|twins?|cousins?|uncle|aunt|auntie|niece|nephew|grand(?:mother|father|ma|pa|son|daughter)"
    r"|boss|colleague|coworker|neighbou?r|teacher|therapist|roommate|flatmate|dog|cat)"
    r"(?:\s+(?:is|was)?\s*(?:called|named))?\s+",
    re.IGNORECASE,
)
_LIVES = re.compile(
    r"\b(?:lives?|living|lived|resides?|grew\s+up|(?:was|were|am)\s+born)\s+in\s+"
    r"|\b(?:i\s+am|i['’]?m|i\s+come|we\s+are|we['’]re)\s+from\s+",
    re.IGNORECASE,
)
# "Anna here": where a sentence begins or after a greeting. "Wait here" looks the same, so it must be a known name.
_HERE = re.compile(
    r"(?:(?:^|[.!?\n]\s?|\b(?P<greeting>hi|hello|hey|greetings)\b[,!]?\s)\s?)"
    rf"(?P<name>{_NAME_WORD}(?:\s{_NAME_WORD}){{0,3}})\s(?:here|speaking)\b",
    re.IGNORECASE,
)
_HANDLE = re.compile(
    r"(?<![\w@.])@(?P<at>\w[\w.]{1,31})(?![\w.]|\s*:)"  # "@hild: …" is a script's
    r"|(?<![\w#])(?P<numbered>\w[\w.]{1,31}#\d{4})(?!\d)"
    r"|\b(?:insta|instagram|snapchat|tiktok|gamertag)\b"
    r"(?:\s+(?:is|name|handle|account|user|username|id)\b)*\s*[:=]?\s*"
    r"(?P<named>\w[\w.]{1,31})"
    r"|\b(?:discord|telegram|twitch|twitter|skype|reddit|facebook)\b"
    r"(?:\s+(?:is|name|handle|account|user|username|id)\b)*"
    r"\s*[:=]?\s*(?P<odd>(?=\w*[\d_.]\w)\w[\w.]{1,31})",
    re.IGNORECASE,
)
_PARTICLES = frozenset(
    "von van de der den del della di da du la le of ter ten zu af av bin ibn el al y".split()
)
# Words that stand after "my name is" or "I am" and are nobody's name, and words that end one.
NO_NAMES = frozenset(
    """a an and are as at be because been but by can could did do does for from gone had has have he her here him
    his how i i'd i'll i'm i've if important in into is it its just let like me mine more my named nice no
    nobody none nor not nothing now of off okay on one or our out over own please ready really secret she should
    sir so some sorry still that the their them then there these they this those to too unimportant unknown up
    us very was again always anytime ask asks bad brave calling came close come comes crazy enough
    fool get gets getting give goes help here's home later leave liar look looks love mad maybe names need needs
    never often only open run said same say says see sit soon speaking stand stay stupid take takes tell thank thanks
    today tomorrow tonight wait walk want wants what's whatever while we
    well were what when where which who whom whose why with would yes yet you your yours afraid
    alone angry back cold coming dead done dying fine glad going good happy hungry hurt ill leaving lost sick
    sure telling thirsty tired trying wet god english german french hello hi hey oh captain doctor mister madam
    lord lady ma'am mr mrs ms dr""".split()
)
# The commonest names that are no words of prose: after "I am" and the like they are names in small letters, too.
FIRST_NAMES = frozenset(
    """aaron abigail adam adrian agnes aisha alan albert alex alexander alexandra alexis alfred ali alice alicia alison
    amanda amelia amy ana anders andrea andreas andrew andy angela anita anja ann anna anne annie anthony antonio arthur
    astrid ayesha barbara beatrice ben benjamin bernard beth bjorn bob brenda brian bruno camille carl carla carlos
    carol caroline catherine cecilia charles charlie charlotte chloe chris christian christina christine christopher
    claire clara claudia colin connor daniel daniela danny dave david deborah denise dennis diana diego dominic donald
    dorothy dylan edith edward elena eleanor elias elizabeth ella ellen emil emily emma eric erik ethan eva evelyn
    fatima felix fiona florian francesca francis fred freya gabriel gareth gary george gerald giulia gordon greg
    gustav hannah hans harold harry heather helen helena henry hugo ian ibrahim ingrid irene isabel isabella ivan jack
    jacob jake james jamie jan jane janet jason jasmine javier jeff jennifer jenny jeremy jerry jessica jim jimmy joan
    joanna joe joel johan johannes john johnny jonas jonathan jordan jose joseph josh joshua juan judith julia julian
    julie juliette karen karl karin kate katherine kathleen kathy katie keith kelly ken kenneth kevin kim kirsten kyle
    lara larry lars laura lauren lena leo leon leonard liam linda lisa louis louise lucas lucia lucy luis lukas luke
    magnus manuel marco marcus margaret maria marie marion mario marta martha mary mateo matthew matthias maya megan
    mehmet melanie melissa michael michelle miguel mike mohamed mohammed monica muhammad nadia nancy naomi natalie
    natasha nathan neil nicholas nicola nicole nikolai nina noah nora olga oliver olivia omar oscar owen pablo pamela
    patricia patrick paul paula pedro peter petra phil philip pierre rachel ralph raymond rebecca ricardo richard
    robert roger roland ronald rosa ruth ryan sabrina sam samantha samir samuel sandra sara sarah scott sean sebastian
    sergei sharon sheila simon sofia sonia sophia sophie stefan stella stephanie stephen steve steven stuart susan
    suzanne sven sylvia tanya teresa theo theresa thomas tim timothy tina tobias tom tommy tony tracy ursula valerie
    vanessa vera veronica vincent vladimir walter wendy william yusuf yvonne zachary zoe""".split()
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
    """The names that somebody gives for themselves and those close to them in `words`, whole and in their parts; where
    they live, and how they are called elsewhere."""
    words = unicodedata.normalize("NFC", words)
    found: set[str] = set()
    for pattern, capitals_only in ((_SAID, False), (_HINTED, True), (_CLOSE_TO_THEM, True), (_LIVES, True)):
        for match in pattern.finditer(words):
            no_participles = pattern is _HINTED  # "I'm Going", and not "my friend Fred"
            found |= _parts(_name_at(words, match.end(), capitals_only, no_participles))
    for match in _HERE.finditer(words):
        is_new = match["greeting"] is not None and match["name"][0].isupper()
        if is_new or match["name"].split()[0].casefold() in FIRST_NAMES:
            found |= _parts(_name_at(match["name"], 0, False))
    return found | set(_handles(words))


def _handles(words: str) -> Iterator[str]:
    for match in _HANDLE.finditer(words):
        handle = match[match.lastgroup or 0].rstrip("._")
        if len(handle) >= 2 and handle.casefold() not in NO_NAMES:
            yield handle


def _name_at(words: str, start: int, capitals_only: bool, no_participles: bool = False) -> list[str]:
    """The words of a name that begins there: as long as they have capital letters, or else two.

    `capitals_only`: in small letters only if it begins with one of FIRST_NAMES.
    """
    taken: list[str] = []
    place = start + len(words[start:]) - len(words[start:].lstrip(" \t\"'“”‘’*_"))
    pattern = re.compile(_NAME_WORD)
    while len(taken) < 5 and (match := pattern.match(words, place)):
        word = match.group().rstrip(".") if len(match.group()) > 2 else match.group()
        word = word[:-2] if word.endswith(("'s", "’s")) else word  # "my friend Anna's axe"
        if word.casefold() in NO_NAMES:
            break
        is_capital = (
            word != word.casefold() or word == word.upper()
        )  # scripts without cases have no small letters
        is_particle = word in _PARTICLES
        if not taken and word.casefold() in FIRST_NAMES:
            capitals_only, no_participles = (
                is_capital,
                not is_capital,
            )  # "sarah o'neill"; not "Sarah looks"
        elif no_participles and word.casefold().endswith(("ing", "ed")):
            break
        if capitals_only and not (is_capital or is_particle):
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
