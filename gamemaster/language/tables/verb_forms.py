"""English verb forms that a lexicon does not give: what is a past, a gerund, a third person. Data and tests of it."""

from __future__ import annotations

import re

from gamemaster.language.tables.function_words import ADVERBS, DETERMINERS

# Past forms of irregular verbs that are not present forms as well.
PAST = frozenset(
    """laid was were had did went came saw took gave got made said told knew thought found left felt brought bought
    caught
    fought sought taught kept slept wept crept swept leapt dreamt meant dealt heard held stood understood sat lay lost
    led met paid sent spent built lent bent burnt learnt spoke broke woke chose froze stole wore tore swore bore rode
    wrote rose drove ate drank sang rang sank swam ran began sprang shrank fell forgot forgave hid bit slid lit shot
    stuck struck swung hung dug won spun clung flung stung drew blew grew flew threw knelt shook forsook awoke became
    overheard withdrew wound bound ground sold sowed leant spelt spilt spoilt strode wove dove snuck sprung strung
    shone fed bled bred fled sped""".split()
)
_ED_BUT_PRESENT = frozenset(
    "need feed bleed breed speed heed weed seed shed bed wed embed bid shred sled".split()
)
_ING_NOUNS = frozenset(
    """thing things king ring evening morning building nothing something anything everything spring string ceiling
    clothing during wing sling being herring farthing pudding lodging landing sibling darling wedding meeting railing
    bring sing fling swing cling sting wring ding ping sewing""".split()
)
_NO_THIRD = frozenset(
    """is was has his this its us as yes thus perhaps always sometimes besides across towards less
    unless upstairs downstairs outdoors indoors afterwards backwards forwards""".split()
)


def is_past(word: str) -> bool:
    """Whether a word, where a verb stands, is a past form: "walked", "took"."""
    return word in PAST or (len(word) > 3 and word.endswith("ed") and word not in _ED_BUT_PRESENT)


def begins_in_the_past(words: list[str]) -> bool:
    """Whether words begin with a verb in the past form: "lay there", and not "lay the seal in her lap"."""
    laid_now = words[0] == "lay" and len(words) > 1 and words[1] in DETERMINERS | _LAID
    return is_past(words[0]) and not laid_now


_LAID = frozenset("it them him her down everything".split())
_AFTER_HAVE = frozenset(
    """been seen done gone eaten drunk broken known thrown taken given written begun sung swum worn torn sworn stolen
    spoken chosen frozen forgotten hidden ridden risen fallen driven beaten bitten drawn flown grown shown shaken
    woken lain become come run""".split()
)


def is_over_after_have(word: str) -> bool:
    """Whether a word after "have" says what one has done: "seen", "killed", "taken"."""
    return word in _AFTER_HAVE or is_past(word)


def is_gerund(word: str) -> bool:
    """Whether a word, where a clause begins, is a verb in -ing: "laughing", "stepping"."""
    return len(word) > 4 and word.endswith("ing") and word not in _ING_NOUNS


def is_third_person(word: str) -> bool:
    """Whether a word, after a subject, can be a verb of the third person: "walks"."""
    return len(word) > 3 and word.endswith("s") and not word.endswith("ss") and word not in _NO_THIRD


# Third person singular of verbs whose stem ends in a hiss: "pushes", "crosses", "watches".
_HISS = re.compile(r"(?:ss|sh|ch|x|zz|o)es$")


def infinitive(verb: str) -> str:
    """The plain form of a verb in the third person: "wrings", "carries", "pushes"; any other as it is."""
    if verb.endswith("ies") and len(verb) > 4:
        return verb[:-3] + "y"
    if _HISS.search(verb):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def third_person(verb: str) -> str:
    """The form of a plain verb after "she": "flinches", "cries", "goes"."""
    if verb == "have":
        return "has"
    if re.search(r"(?:s|sh|ch|x|z|o)$", verb):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if re.search(r"[^aeiou]y$", verb) else f"{verb}s"


_DOUBLED = re.compile(r"[^aeiou]*[aeiou][bdgmnprt]")  # "sit", and not "listen"


def gerund(verb: str) -> str:
    """The form in -ing of a plain one: "sitting", "baking", "lying"."""
    if verb.endswith("ie"):
        return f"{verb[:-2]}ying"
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")):
        return f"{verb[:-1]}ing"
    return f"{verb}{verb[-1]}ing" if _DOUBLED.fullmatch(verb) else f"{verb}ing"


# Plain forms of irregular pasts and participles.
_PLAIN = dict(
    pair.split(":")
    for pair in """
    broke:break broken:break built:build burnt:burn bound:bind bought:buy brought:bring caught:catch cut:cut dug:dig
    done:do drawn:draw drew:draw drunk:drink drank:drink driven:drive eaten:eat ate:eat fed:feed fallen:fall fell:fall
    felt:feel forgotten:forget forgot:forget found:find freed:free gave:give given:give gone:go got:get gotten:get
    ground:grind heard:hear held:hold hid:hide hidden:hide hung:hang kept:keep knew:know known:know laid:lay led:lead
    left:leave lit:light made:make meant:mean met:meet paid:pay read:read rang:ring rung:ring said:say sang:sing
    sung:sing saw:see seen:see sent:send set:set shown:show shut:shut slept:sleep sold:sell spoke:speak spoken:speak
    stole:steal stolen:steal struck:strike swept:sweep swore:swear sworn:swear taken:take took:take taught:teach
    thrown:throw threw:throw told:tell tore:tear torn:tear woken:wake woke:wake won:win wore:wear worn:wear wound:wind
    written:write wrote:write
    """.split()
)


def plain_form(word: str, known: frozenset[str]) -> str:
    """The plain form of an inflected verb among those that are known; the word itself if there is none."""
    if word in known:
        return word
    if _PLAIN.get(word) in known:
        return _PLAIN[word]
    for ending, put in (
        ("ies", "y"), ("ied", "y"), ("es", ""), ("s", ""), ("ed", ""), ("ed", "e"), ("d", ""), ("ing", ""),
        ("ing", "e"),
    ):  # fmt: skip
        if word.endswith(ending):
            base = word[: -len(ending)] + put
            if base in known:
                return base
            if len(base) > 2 and base[-1] == base[-2] and base[:-1] in known:
                return base[:-1]
    return word


def skip_adverbs(words: list[str], at: int) -> int:
    """The place of the next word from `at` on that is no adverb."""
    while at < len(words) and (words[at] in ADVERBS or (len(words[at]) > 4 and words[at].endswith("ly"))):
        at += 1
    return at
