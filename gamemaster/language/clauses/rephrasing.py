"""The same sentence in plain words, before it is cut: no filler, no flourish, the subject first. Pure."""

from __future__ import annotations

import re

from gamemaster.language.clauses.durations import TIME_WORDS
from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.clauses.meanwhile import plain_form_of, with_manner_set_apart
from gamemaster.language.clauses.split import says_only_how
from gamemaster.language.clauses.subjects import FIRST, JOINTS
from gamemaster.language.english import Forms, Words, with_replacements
from gamemaster.language.tables.function_words import (
    ADVERBS,
    AUXILIARIES,
    CLOTHES,
    DETERMINERS,
    DIRECTIONS,
    PARTITIVES,
    PREPOSITIONS,
    QUESTION_WORDS,
    UNTIL,
    VOWELS,
)
from gamemaster.language.tables.verb_forms import is_gerund, skip_adverbs

_FILLERS = (
    ("hang", "on", "a", "minute"), ("hang", "on"), ("hold", "on"), ("wait", "a", "minute"), ("wait", "a", "second"),
    ("okay", "wait"), ("wait",), ("tell", "you", "what"), ("i", "tell", "you", "what"), ("you", "know", "what"),
    ("go", "on"), ("come", "on"),
)  # fmt: skip
GOING = frozenset("go climb walk head run creep come sneak ride swim".split())
_THERE_AND_BACK = (
    ("up", "and", "down"),
    ("back", "and", "forth"),
    ("to", "and", "fro"),
    ("round", "and", "round"),
)
_FORMS = Forms(__name__)
_WORDS = Words(__name__)
_ALL_THE_WAY = (("all", "the", "way"), ("straight", "back"), ("right", "back"))
_ONTO = frozenset(DIRECTIONS) | PREPOSITIONS | {"across", "along", "round", "around", "back", "home"}
_SHUNNING = (("away", "from"), ("far", "from"), ("clear", "of"), ("away", "of"))
_TAGS = tuple(
    tuple(tag.split())
    for tag in (
        "do you think",
        "do you reckon",
        "you think",
        "i wonder",
        "or what",
        "or not",
        "do not i",
        "am not i",
        "did not i",
        "have not i",
    )
)
_SET_PHRASES: dict[tuple[str, ...], list[str]] = {
    ("change", "the", "subject", "to"): ["ask", "about"],
    ("call", "it", "even"): ["nod"],
    ("call", "it", "quits"): ["nod"],
    ("arm", "wrestle", "with"): ["pit", "my", "arm", "against"],  # in play: nobody is attacked
    ("arm", "wrestle"): ["pit", "my", "arm", "against"],
    ("take", "my", "leave", "of"): ["say", "goodbye", "to"],
    ("take", "my", "leave"): ["say", "goodbye"],
    ("take", "a", "seat"): ["sit"],
    ("have", "a", "seat"): ["sit"],
    ("make", "haste"): ["hurry"],
    ("make", "sure", "to"): [],
    ("make", "as", "if", "to"): ["turn", "as", "if", "to"],
    ("make", "as", "though", "to"): ["turn", "as", "if", "to"],
    ("at", "everything", "around", "me"): ["around"],
    ("at", "everything", "about", "me"): ["around"],
    ("go", "in", "search", "of"): ["search", "for"],
    ("get", "as", "far", "as"): ["go", "to"],
    ("go", "as", "far", "as"): ["go", "to"],
}

_AFTER_WELL = FIRST | {"that", "this", "it", "he", "she", "they", "you", "there", "then", "well", "what", "who"}
_SHORTEST_SWORN = 4  # words of "it was him, I swear"


def in_plain_words(words: list[str]) -> list[str]:
    """Set phrases in other words: "pick my way" is to go, "take one last look at it" to look at it."""
    at = next((n for n in range(1, len(words)) if _does_emphatically(words[n - 1 :])), 0)
    words = [*words[:at], *words[at + 1 :]] if at else words  # "I do wipe my feet"
    if len(words) > _SHORTEST_SWORN and words[-2:] == ["i", "swear"]:
        words = words[: -3 if words[-3] == "," else -2]  # "he was right behind me, I swear"
    if words[:1] == ["well"] and words[1:2] != [] and words[1] in _AFTER_WELL:
        words = words[1:]  # "well that's that then", beside a well
    words = with_manner_set_apart(_without_emphasis(words))
    words = _without_the_unwanted(_without_the_worse(_as_we(_as_until(words))))
    words = _as_a_walk(words)
    words = _to_and_fro(_in_spite(_without_what_is_shunned(words)))
    words = _as_nobody_looks(
        _as_far_as(
            _as_a_promise(_as_it_was(_with_question_first(_without_vagueness(_without_effort(words)))))
        )
    )
    words = _without_pace(words)
    words = _as_a_name_told(_as_reading(_set_phrase(words) or words))
    if words[-1:] == ["myself"] and words[-2:-1] and words[-2] in ("one", "some", "it", "two", "them"):
        words = words[:-1]  # "give him a date and eat one myself"
    for at in range(1, len(words) - 2):
        if words[at] == "one" and words[at + 1] in PARTITIVES and words[at + 2] in _WORDS["out_of"]:
            words = [*words[:at], "a", *words[at + 1 :]]  # "take one bite of it"
    for at in range(1, len(words) - 3):
        if words[at] in _WORDS["one"] and words[at + 2] in PARTITIVES and words[at + 3] in _WORDS["out_of"]:
            return in_plain_words([*words[: at + 1], *words[at + 2 :]])  # "a small sip of it"
    for at in range(1, len(words) - 2):
        if words[at - 1] == "," == words[at + 1] and (words[at].endswith("ly") or words[at] in ADVERBS):
            more = words[at + 1 : at + 2] if is_gerund(words[at + 2]) else []  # "…, slowly, testing each step"
            return in_plain_words([*words[: at - 1], *more, *words[at + 2 :]])  # "set it down, slowly, on the anvil"
    for at in range(1, len(words) - 1):
        came = words[at - 1] in ("come", "came")  # "I come in peace" says what for
        if (
            words[at] == "in"
            and words[at + 1] in _WORDS["moods"]
            and words[at + 2 : at + 3] != ["of"]
            and not came
        ):
            return in_plain_words([*words[:at], *words[at + 2 :]])  # "go in silence": it leads into nothing
    for at in range(1, len(words) - 2):
        if (
            words[at : at + 2] == ["in", "a"]
            and words[at + 2] in _WORDS["shapes"]
            and words[at + 3 : at + 4] != ["of"]
        ):
            return in_plain_words([*words[:at], *words[at + 3 :]])  # "spill it in a line across the floor"
    for at in range(len(words) - 3):
        if words[at] in ("look", "glance") and words[at + 1] in ("round", "around") and words[at + 2] == "at":
            return in_plain_words([*words[: at + 1], *words[at + 2 :]])  # "look round at the faces"
    for at in range(1, len(words) - 2):
        if words[at : at + 3] == ["under", "my", "breath"]:
            return in_plain_words([*words[:at], *words[at + 3 :]])  # nobody looks under that
    for at in range(len(words) - 3):
        if words[at + 1 : at + 3] == ["my", "way"] and words[at] in _WORDS["ways"] and words[at + 3] in _ONTO:
            return in_plain_words([*words[:at], "go", *words[at + 3 :]])
        if tuple(words[at : at + 3]) in _ALL_THE_WAY and words[at + 3] in _ONTO:
            return in_plain_words([*words[:at], *words[at + 3 :]])
        if words[at] in _WORDS["taking_a_look"] and (look := _look_taken(words, at)):
            rest = ["at", *words[look + 1 :]] if words[look] == "of" else words[look:]
            taken = words[look - 1] if words[look - 1] in _WORDS["tries"] else "look"
            return in_plain_words([*words[:at], taken, *rest])
    return _with_shares_handed(_as_a_look(_as_asked(_as_done_with(_as_everyone(_as_a_plain_order(words))))))


def _without_emphasis(words: list[str]) -> list[str]:
    """ "…, all without a sound", "…, all the while humming": of what goes on meanwhile, no "all" that is taken."""
    for at in range(1, len(words) - 1):
        if words[at - 1] == "," and words[at] == "all":
            if words[at + 1] in ("without", "while", "whilst"):
                return [*words[:at], *words[at + 1 :]]
            if words[at + 1 : at + 3] in (["the", "while"], ["the", "time"]):
                return [*words[:at], *words[at + 3 :]]
    return words


def _as_a_name_told(words: list[str]) -> list[str]:
    """A name given, as it is told: "give my name as Yusuf" as "tell them my name is Yusuf"."""
    told = _FORMS["name_given"].sub(
        lambda found: f"tell {found['whom'] or found['to'] or 'them'} my name is ", " ".join(words)
    )
    return told.split()


def _without_pace(words: list[str]) -> list[str]:
    """Without how many steps are taken at once, "climb the stairs two at a time", and without the "on" of "on up"."""
    for at in range(len(words) - 2):
        begun = at == 0 or words[at - 1] in JOINTS
        if begun and words[at : at + 3] == ["it", "is", "off"] and words[at + 3 : at + 4] != []:
            return _without_pace([*words[:at], "go", *words[at + 3 :]])
        if begun and words[at] == "on" and words[at + 1] in _FURTHER:
            return _without_pace([*words[:at], *words[at + 1 :]])
    for at in range(2, len(words) - 2):
        if words[at] in JOINTS and words[at + 1] == "straight" and words[at + 2] in _FURTHER | {"to"}:
            # "up the path, straight to the nearest door"
            return _without_pace([*words[:at], "and", "go", *words[at + 2 :]])
    for at in range(3, len(words) - 1):
        if words[at] in _ENDS_OF_IT and words[at + 1] == "first":
            return _without_pace([*words[:at], *words[at + 2 :]])  # "hand it over butt first"
    for at in range(len(words) - 2):
        on = words[at] in ("go", "keep", "carry") and words[at + 1] == "on" and is_gerund(words[at + 2])
        if on and (verb := plain_form_of(words[at + 2])):
            return _without_pace([*words[:at], verb, *words[at + 3 :]])  # "and go on stirring the stew"
    paced = (n for n in range(2, len(words) - 3) if words[n + 1 : n + 4] == ["at", "a", "time"])
    pace = next(paced, 0)
    return [*words[:pace], *words[pace + 4 :]] if pace and words[pace] in _PACES else words


_ENDS_OF_IT = frozenset({"butt", "hilt", "handle", "head", "feet", "blade", "grip", "point"})
_FURTHER = frozenset("up down into through over across back out upstairs downstairs".split())
_PACES = frozenset({"one", "two", "three", "four"})

_LONGEST_TOOL = 3  # words of "my left hand"


def _as_a_plain_order(words: list[str]) -> list[str]:
    """What is fished out is taken, what is unbolted is opened, and a sniff is given by sniffing."""
    text = " ".join(words).replace("are you okay", "are you all right")
    text = _FORMS["explained"].sub(lambda found: f"tell {(found['to'] or 'to them ')[3:]}{found['what']}", text)
    text = _FORMS["asked_so"].sub(r"\g<ask> ", text)  # "ask Halla, yawning, what it is"
    text = with_replacements(__name__, text)
    return _MINE.sub(r"\g<before> my \g<what>", text).split()


# "Up me jumper", "wipe me feet", as some say it; not "give me boots".
_MINE = re.compile(
    r"\b(?P<before>(?:up|down|in|into|on|under|inside|with|off|over|wipe|wash|rub|warm|shake|scratch|blow|button)) me "
    rf"(?P<what>(?:{'|'.join(sorted(BODY | CLOTHES | {'bag', 'pocket', 'feet', 'hands', 'boots', 'mate'}))})s?)\b"
)


def _as_everyone(words: list[str]) -> list[str]:
    """Whoever is somewhere is everyone who is met there; a wish is a greeting: "bid whoever is in there good day"."""
    text = _FORMS["wished"].sub(r"say good \g<time> to \g<who>", " ".join(words))
    words = text.split()
    said = _FORMS["whoever"].search(text)
    before = text[: said.start()].split() if said else []
    return [*before, "everyone"] if not _WORDS["greeting"].isdisjoint(before) else words


def _as_done_with(words: list[str]) -> list[str]:
    """What a thing is used for is what is done, and it is done with it: "use my knife to pick my teeth".

    "Use the ladder to get up" is left as it is: there the thing itself is what matters.
    """
    if words[:1] == ["count"] and words[1:3] == ["how", "many"]:
        return words[1:]
    used = words.index("use") if "use" in words[:2] else len(words)
    at = words.index("to", used) if "to" in words[used:] else 0
    if at and words[at + 1] in _WORDS["wrapping"] and used + 2 < at <= used + 1 + _LONGEST_TOOL:
        what = words[at + 2 + (words[at + 2 : at + 3] == ["up"]) :]
        end = next((n for n, word in enumerate(what) if word in _ENDING), len(what))
        thing = what[: end - (what[end - 1 : end] == ["up"])]
        return [*words[:used], "wrap", *thing, "in", *words[used + 1 : at], *what[end:]] if thing else words
    own = words[:1] == ["use"] and words[1:2] == ["my"] and 2 < at <= 1 + _LONGEST_TOOL
    return [*words[at + 1 :], "with", *words[1:at]] if own and words[at + 2 : at + 3] == ["my"] else words


_ENDING = frozenset({",", "and", "then", "so", "but", "before", "until", "because", "while"})


def _as_asked(words: list[str]) -> list[str]:
    """A question put to all is a question: "ask out loud whose it is"; one's own ear is an ear."""
    for at in range(len(words) - 2):
        if words[at] in _WORDS["asking"] and (
            loud := next((n for n in _LOUDLY if _follows(words, at, n)), ())
        ):
            return [*words[:at], "ask", *words[at + 1 + len(loud) :]]
        if words[at : at + 2] == ["my", "own"] and words[at + 2] in _WORDS["ears"]:
            return [*words[: at + 1], *words[at + 2 :]]
    return words


def _follows(words: list[str], at: int, said: tuple[str, ...]) -> bool:
    return tuple(words[at + 1 : at + 1 + len(said)]) == said


_LOUDLY = (("out", "loud"), ("aloud",), ("loudly",))


def _with_shares_handed(words: list[str]) -> list[str]:
    """ "Pour two cups, one for me and one for Bo" as "pour two cups, then hand one to Bo"."""
    text = " ".join(words)
    found = _FORMS["shared_out"].fullmatch(text)
    if found is None:
        return words
    return [*found["made"].split(), "then", "hand", "one", "to", *(found["whom"] or found["first"]).split()]


def _as_a_look(words: list[str]) -> list[str]:
    """ "Pick it up to look at it and put it back" as a look; "go and see what that noise was" as listening."""
    if _FORMS["noise_sought"].fullmatch(" ".join(words)) is not None:
        return ["listen"]
    found = _FORMS["only_handled"].fullmatch(" ".join(word for word in words if word != ","))
    return ["examine", *found["it"].split()] if found is not None else words


def _as_until(words: list[str]) -> list[str]:
    """ "Wait for Otis to leave" as "wait until Otis leaves"."""
    for n in range(len(words) - 3):
        if words[n : n + 3] == ["wait", "to", "see"] and words[n + 3] in QUESTION_WORDS | {"if", "whether"}:
            return [*words[: n + 1], "and", *words[n + 2 :]]
    skipped = _FORMS["skipped"].fullmatch(" ".join(words))
    if skipped is not None and not TIME_WORDS.isdisjoint(skipped["to"].split()):
        return ["wait", "until", *skipped["to"].split()]
    at = next((n for n in range(len(words) - 4) if words[n : n + 2] == ["wait", "for"]), None)
    to = words.index("to", at + 3) if at is not None and "to" in words[at + 3 : at + 6] else 0
    if (
        at is None
        or not to
        or to + 1 >= len(words)
        or words[to + 1] in DIRECTIONS.keys() | {"the", "a", "my"}
    ):
        return words
    return [*words[:at], "wait", "until", *words[at + 2 : to], f"{words[to + 1]}s", *words[to + 2 :]]


_ALL_OF_US = (("both", "of", "us"), ("the", "two", "of", "us"), ("all", "of", "us"))
_AGAIN = (["another"], ["another", "one"], ["one", "more"])


def _as_we(words: list[str]) -> list[str]:
    """ "Both of us go in" as "we go in"; without "then another" after what is done to the first."""
    whole = next((one for one in _ALL_OF_US if tuple(words[: len(one)]) == one), ())
    words = ["we", *words[len(whole) :]] if whole and len(words) > len(whole) else words
    at = next((n for n in range(3, len(words)) if words[n:] in _AGAIN and words[n - 1] in ("then", "and")), 0)
    if at:
        words = words[: at - 1]
        words = words[:-1] if words[-1] in (",", "and") else words
    return words


def _without_the_unwanted(words: list[str]) -> list[str]:
    """ "Take the stairs, not the lift, up to my office" without the lift."""
    at = next((n for n in range(3, len(words) - 1) if words[n] == "not" and words[n + 1] in ("the", "my")), 0)
    contrasted = at and words[at - 1] not in AUXILIARIES | FIRST and words[at - 2] != "or"
    end = next((n for n in range(at + 2, len(words)) if words[n] in JOINTS), len(words))
    if not contrasted or end - at > _LONGEST_THING:
        return words
    before = words[:at]
    while before[-1] in (",", "and", "but"):
        before = before[:-1]
    return [*before, *words[end:]]


def _without_the_worse(words: list[str]) -> list[str]:
    """ "I would rather die than give her my cloak" without what is worse still."""
    at = next((n for n in range(1, len(words) - 1) if words[n] in ("rather", "sooner")), 0)
    than = words.index("than", at + 2) if at and "than" in words[at + 2 :] else 0
    return words[:than] if than else words


_LONGEST_THING = 5  # words of "not the service elevator"
_AS_FOUND = frozenset({("how", "i"), ("where", "i"), ("as", "i"), ("way", "i")})


def _with_question_first(words: list[str]) -> list[str]:
    """ "I go in, but not without asking Ivar" as "ask Ivar, then I go in"."""
    at = next(
        (n for n in range(2, len(words) - 2) if words[n] == "not" and words[n + 1] in _WORDS["first_of_all"]),
        0,
    )
    if not at or words[at + 2] != "asking":
        return words
    before = words[:at]
    while before and before[-1] in JOINTS:
        before = before[:-1]
    return ["ask", *words[at + 3 :], "then", *before]


_BEFORE = (
    ("the", "way", "it", "was"), ("the", "way", "they", "were"), ("where", "it", "was"), ("where", "they", "were"),
    ("as", "it", "was"), ("as", "they", "were"), ("the", "way", "i", "found", "it"),
)  # fmt: skip


# "Give Ulf my best bow" is a bow, whoever owns another.
_OF_ONES_BEST = re.compile(
    r"(?P<made>\b(?:give|make|offer|flash)(?: \w+){1,3}?) my (?:\w+ )?"
    r"(?P<what>bow|nod|smile|grin|wave|curtsy|wink|salute|laugh|frown|scowl|shrug)(?= |$)"
)
_HUNG_BACK = re.compile(
    r"\bhang (?P<what>it|them|the (?:\w+ )?\w+) (?:back(?: up)?|up(?: there)? again|again)(?= |$)"
)


def _as_it_was(words: list[str]) -> list[str]:
    """ "Put it back how I found it", "… on its hook" without how it was, which "back" says."""
    if "my" in words and not {"give", "make", "offer", "flash"}.isdisjoint(words):
        words = _OF_ONES_BEST.sub(r"\g<made> a \g<what>", " ".join(words)).split()
    if "hang" in words:
        words = _HUNG_BACK.sub(r"put \g<what> back", " ".join(words)).split()
    tail = next((one for one in _BEFORE if tuple(words[-len(one) :]) == one), ())
    if tail and "back" in words[: -len(tail)] and {"everything", "all"}.intersection(words):
        return words[: -len(tail)]  # "put everything back the way it was"
    own = next(
        (n for n in range(3, len(words) - 1) if words[n] in _WORDS["its"] and words[n - 2] == "back"), 0
    )
    if own and words[own - 1] in PREPOSITIONS and own + 2 == len(words):
        return words[: own - 1]  # "put it back on its hook"
    at = next((n for n in range(2, len(words) - 2) if tuple(words[n : n + 2]) in _AS_FOUND), None)
    if at is None or words[at - 1] == "the":
        at = at - 1 if at else None
    if at is None or "back" not in words[:at] or words[-2:] not in (["found", "it"], ["found", "them"]):
        return words
    return words[:at]


def _as_a_promise(words: list[str]) -> list[str]:
    """ "I will make it right, swear" as the promise that it is."""
    sworn = len(words) > 4 and words[0] in FIRST and words[1] in _WORDS["assuring"]
    at = next((n for n in range(2, min(8, len(words) - 2)) if words[n] == "," and words[n + 1] in FIRST), 0)
    if sworn and at and words[at + 2] in ("will", "shall"):  # "I promise you, Bo, I will bring it back"
        return [*(word for word in words[:at] if word != ","), *words[at + 1 :]]
    said = (
        len(words) > 4
        and words[0] in FIRST
        and words[1] in _WORDS["future"]
        and words[-1] in _WORDS["assuring"]
    )
    end = len(words) - 1 - (words[-2:-1] == ["i"]) if said else 0
    return ["i", "promise", *words[: end - 1]] if end and words[end - 1] == "," else words


_VAGUE = (("or", "whatever"), ("or", "something"), ("or", "so"), ("and", "stuff"), ("and", "whatnot"))
_THERE = (("am", "at"), ("am", "in"), ("am", "on"), ("reach",), ("get", "to"), ("come", "to"), ("am", "by"))


def _as_a_walk(words: list[str]) -> list[str]:
    """ "Go for a walk along the leat", "take a stroll to the weir" as "walk along the leat"."""
    found = _FOR_A_WALK.match(" ".join(words))
    return words if found is None else f"walk {found['rest'] or ''}".split()


_FOR_A_WALK = re.compile(
    r"(?:i )?(?:(?:go|head|set)(?: out| off)? (?:out )?(?:for|on)|take|have) an? (?:\w+ )?"
    r"(?:walk|stroll|wander|ramble|saunter)(?: (?P<rest>(?!with\b|and\b|,).+))?$"
)


def _without_effort(words: list[str]) -> list[str]:
    """Without "as loud as I can" after what is done so; "try and shift it" is to try to."""
    start = words[:1] == ["i"]
    if words[start : start + 2] == ["try", "and"] and len(words) > start + 2:
        words = [*words[: start + 1], "to", *words[start + 2 :]]
    for at in range(1, len(words) - 3):
        if words[at] == "as" == words[at + 2] and words[at + 3 : at + 5] in (["i", "can"], ["i", "could"]):
            return [*words[:at], *words[at + 5 :]]
        if words[at] == "as" == words[at + 2] and words[at + 3] == "possible":
            return [*words[:at], *words[at + 4 :]]
    return words


def _without_vagueness(words: list[str]) -> list[str]:
    """Without "or whatever" after what is named."""
    at = next((n for n in range(1, len(words) - 1) if tuple(words[n : n + 2]) in _VAGUE), None)
    ends = at is not None and (at + 2 == len(words) or words[at + 2] in JOINTS | PREPOSITIONS)
    return [*words[:at], *words[at + 2 :]] if ends and at is not None else words


def _as_far_as(words: list[str]) -> list[str]:
    """ "Go up till I am at the bell" as "go up to the bell": where the walk ends, and no time to wait for."""
    at = next((n for n in range(1, len(words) - 3) if words[n] in UNTIL and words[n + 1] in FIRST), None)
    start = 1 if words[:1] and words[0] in FIRST else 0
    if at is None or words[start] not in GOING | {"keep", "carry", "continue"}:
        return words
    there = next((one for one in _THERE if tuple(words[at + 2 : at + 2 + len(one)]) == one), None)
    rest = words[at + 2 + len(there) :] if there is not None else []
    return [*words[:at], "to", *rest] if rest else words


def _as_nobody_looks(words: list[str]) -> list[str]:
    """ "While he is not looking" as "unseen": how something is done, where people look on."""
    for at in range(1, len(words) - 3):
        who = words[at + 1]
        if words[at] not in ("while", "when") or (who not in _WORDS["watcher"] and not who.isalpha()):
            continue
        end = at + 3 + (words[at + 3 : at + 4] == ["not"])
        away = words[at + 3 : at + 4] == ["not"] or who in ("nobody", "noone")
        if (
            words[at + 2] in ("is", "are")
            and away
            and words[end : end + 1]
            and words[end] in _WORDS["looking"]
        ):
            return [*words[:at], "unseen", *words[end + 1 :]]
    return words


def _as_reading(words: list[str]) -> list[str]:
    """A book that is opened at a page or a day is read there: "open the visitors' book to Tuesday"."""
    return _FORMS["opened_at"].sub(r"read\g<book> ", " ".join(words)).split()


def _set_phrase(words: list[str]) -> list[str] | None:
    """The words with the first of the set phrases in them put plainly; None where there is none."""
    for at in range(len(words) - 2):
        for length in (4, 3, 2):
            plainly = _SET_PHRASES.get(tuple(words[at : at + length]))
            if plainly is not None:
                return [*words[:at], *plainly, *words[at + length :]]
    return None


def _look_taken(words: list[str], at: int) -> int:
    """Where the words go on after "take one more look" at `at`; 0 where no look is taken."""
    end = next(
        (n for n in range(at + 2, min(at + 6, len(words))) if words[n] in _WORDS["looks"] | _WORDS["tries"]),
        0,
    )
    before = words[at + 1 : end]
    plain = end and before[0] in ("a", "an", "one", "another") and (PREPOSITIONS | JOINTS).isdisjoint(before)
    return (
        end + 1
        if plain and words[end + 1 : end + 2] and words[end + 1] in PREPOSITIONS | DIRECTIONS.keys()
        else 0
    )


def _without_what_is_shunned(words: list[str]) -> list[str]:
    """A thing laid "well away from the hay" without the hay, which is where it is not laid."""
    start = skip_adverbs(words, 1 if words and words[0] in FIRST else 0)
    if start >= len(words) or words[start] not in _WORDS["laying"]:
        return words
    at = next((n for n in range(start + 2, len(words) - 2) if tuple(words[n : n + 2]) in _SHUNNING), None)
    if at is None:
        return words
    if not (JOINTS - {","}).isdisjoint(words[start:at]):
        return words  # "I drop it and kick it away from me": another deed
    end = next((n for n in range(at + 2, len(words)) if words[n] in JOINTS), len(words))
    while at > start + 2 and (words[at - 1] in ("well", "far", ",") or words[at - 1].endswith("ly")):
        at -= 1
    return [*words[:at], *words[end:]]


def _does_emphatically(words: list[str]) -> bool:
    """Whether "do" only says that it is done: a verb follows it, with what it is done to."""
    if len(words) <= len(("i", "do", "wipe")) or words[0] not in FIRST or words[1] != "do":
        return False
    small = DETERMINERS | PREPOSITIONS | AUXILIARIES | ADVERBS | {"it", "not", "so", "well"}
    return words[2] not in small and words[3] in DETERMINERS | {"it", "him", "her", "them"}


def _in_spite(words: list[str]) -> list[str]:
    """ "Even though" and "even if" as the one word that they mean: what follows holds nothing back."""
    at = next(
        (n for n in range(1, len(words) - 1) if words[n] == "even" and words[n + 1] in _WORDS["though"]), None
    )
    return words if at is None else [*words[:at], "although", *words[at + 2 :]]


def _to_and_fro(words: list[str]) -> list[str]:
    """Without "up and down" and the like, which lead nowhere: "jump up and down", "pace to and fro"."""
    at = next((at for at in range(1, len(words) - 2) if tuple(words[at : at + 3]) in _THERE_AND_BACK), None)
    return words if at is None else [*words[:at], "about", *words[at + 3 :]]


def manner_alone(words: list[str]) -> list[str]:
    """ "Go to the hall but quietly": what follows "but" is how it is done, and no other clause."""
    at = words.index("but") if "but" in words[1:] else 0
    end = next((n for n in range(at + 1, len(words)) if words[n] in (",", "and")), len(words))
    if not at or end == at + 1 or not says_only_how(words[at + 1 : end]):
        return words
    return [*words[: at - (words[at - 1] == ",")], *words[at + 1 :]]


def in_plain_order(words: list[str]) -> list[str]:
    """ "Up I go" as "I go up", "I am off to the hall" as "I go to the hall"."""
    if words[:1] == ["as"] and words[2:3] == ["as"]:  # "as quietly as I can, I open it"
        end = next((n for n in range(3, min(7, len(words))) if words[n] in ("can", "could", "possible")), 0)
        words = (
            words[end + 1 + (words[end + 1 : end + 2] == [","]) :] if end and len(words) > end + 2 else words
        )
    for at in range(len(words) - 2):
        first = at == 0 or words[at - 1] in (",", "and", "then")
        goes = first and words[at + 1] in FIRST and words[at + 2] in GOING
        if goes and words[at] in ("off", "away") and len(words) > at + 3:
            return [*words[:at], *words[at + 1 :]]  # "off I go up to find them"
        if goes and words[at] in DIRECTIONS:
            return [*words[:at], *words[at + 1 : at + 3], words[at], *words[at + 3 :]]
    at = next((n for n, word in enumerate(words) if word in FIRST), len(words))
    before, rest = words[:at], words[at:]
    if rest[1:3] == ["am", "off"] and len(rest) > 3 and rest[3] in PREPOSITIONS:
        return [*before, rest[0], "go", *rest[3:]]
    return words


def without_filler(words: list[str]) -> list[str]:
    """Without "okay so" and the like, and without a "hang on" before a question."""
    while len(words) > 1 and (
        words[0] in _WORDS["interjections"] or (words[0] in _WORDS["before_a_pause"] and words[1] == ",")
    ):
        words = words[1 + (words[1] == ",") :] or words[:1]
    if (
        words[:2] == ["what", "the"]
        and words[3:4]
        and words[3] in FIRST | {"he", "she", "it", "they", "you", ","}
    ):
        words = words[3 + (words[3] == ",") :] or words  # "what the hell, he saw me"
    for filler in _FILLERS:
        rest = words[len(filler) :]
        if tuple(words[: len(filler)]) == filler and rest:
            rest = rest[rest[0] in (",", "so", "but", "and") :]
            held = words[len(filler)] == "," and filler != ("wait",)
            held = held or (filler == ("wait",) and _begins_to_tell(rest))
            if rest and (held or rest[0] in QUESTION_WORDS | AUXILIARIES or words[len(filler)] == "so"):
                return rest
    return words


def _begins_to_tell(words: list[str]) -> bool:
    """Whether a clause with a subject begins here: "wait I did not touch it" is no wait."""
    return (
        len(words) > 2
        and words[0] in FIRST | {"he", "she", "they", "you", "that", "it"}
        and (words[1] in AUXILIARIES or words[0] in ("he", "she", "they"))
    )


def without_tag(words: list[str]) -> list[str]:
    """Without "do you think" after a question, which asks nothing more."""
    at = next((at for at in range(len(words)) if words[at : at + 2] == ["as", "well"]), 0)
    if at:
        words = [
            *words[:at],
            *words[at + 2 + (words[at + 2 : at + 3] == [","]) :],
        ]  # "leave it as well, there"
    if len(words) > 3 and words[-2] == "," and words.count(",") == 1 and _is_a_sound(words[-1]):
        words = words[:-2]  # "…, shh"
    for tag in _TAGS:
        if len(words) > len(tag) + 2 and tuple(words[-len(tag) :]) == tag:
            kept = words[: -len(tag)]
            return kept[:-1] if kept[-1] == "," else kept
    return words


def _is_a_sound(word: str) -> bool:
    """Whether something is a sound and no word of English, all of which have a vowel: "shh", "brr", "psst"."""
    return len(word) > 2 and word.isalpha() and VOWELS.isdisjoint(word)
