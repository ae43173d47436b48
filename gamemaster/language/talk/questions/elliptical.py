"""Talk as it is typed, put in full: "you ok?", "seen Eddie lately?", "want help?"; and what says nothing. Pure.

What is asked of whoever hears it ("can anyone here swim?", "anybody hungry?") is asked of "you".

Only what lacks the auxiliary that any speaker would supply: what could be an order or a statement stays as it is.
"""

from __future__ import annotations

import re

from gamemaster.language.english import Forms, Words
from gamemaster.language.tables.feelings import FEELINGS
from gamemaster.language.tables.function_words import AUXILIARIES, DETERMINERS, QUESTION_WORDS
from gamemaster.language.tables.verb_forms import is_gerund, is_over_after_have, is_third_person, plain_form

_STATE_WORDS = FEELINGS | frozenset(
    "okay ok well hurt cold hungry thirsty sure serious busy ill sick awake ready".split()
)
_STATES = "|".join(sorted(_STATE_WORDS))
_BEFORE = r"(?P<lead>(?:(?:hey|hi|hello|so|and|but|oh|well|hm|hmm|sorry) ,? ?)*(?:\w+ (?:\w+ )?, )?)"
_ANY = (
    r"(?:any|anything|anyone|anybody|some|something|a|an|the|my|his|her|him|it|them|that|this|of|from|enough)"
)
_CALLED = "buddy|mate|pal|friend|dude|bro|man|sir|there|now|today|tonight|at all|lad|love|kid|boss|doll"
_DO = frozenset(
    """want need fancy care mind know remember recognise recognize like trust believe think live work sleep hear see
    mean drink eat play""".split()
)
_FORMS = Forms(__name__)
_WORDS = Words(__name__)
_LACKING = re.compile(
    _BEFORE + rf"(?P<rest>you (?:still |all )?(?:all right|alright|{_STATES})(?= ?(?:, )?(?:{_CALLED})?$)"
    r"|you (?:still |all )?(?:coming|going|leaving|staying|joining|hiding|kidding|joking|waiting|expecting|looking)\b.*"
    r"|you (?:an?|ever) .+|ever \w+ .+"
    r"|you (?:scared|afraid|fond|sure|proud|tired|sick|part|good) (?:of|at) .+"
    rf"|you (?:ever )?(?:seen|been)\b.*|(?:ever )?(?:seen|heard|met|noticed) {_ANY}\b.*"
    r"|(?:got|any (?:idea|chance|news|word|sign)) .+|any (?:idea|chance|news|word|sign)"
    r"|(?:want|need|fancy|care for) (?:help|a hand|company|to|me to|some|something|any|anything|a|an)\b.*|mind if .+"
    r"|(?:know|remember|recognise|recognize) \w+.*"
    rf"|you (?:got|{'|'.join(sorted(_DO))}) .+)"
)
_OPEN = (" what", " as", " that", " than", " like", " do", " did")


def is_discourse(words: list[str]) -> bool:
    """Whether words only keep a talk going: "you know", "you never know", "I mean"."""
    return _FORMS["discourse"].fullmatch(" ".join(word for word in words if word[0].isalnum())) is not None


def leaves_it_to_them(words: list[str]) -> bool:
    """Whether whoever was spoken to may do as they please about it: "I let him answer or not"."""
    return _FORMS["left_to_them"].fullmatch(" ".join(word for word in words if word[0].isalnum())) is not None


_TRAILS = re.compile(r" ?,? (?:hm+|huh|eh|no|right|then)$")  # which ask for a nod, and no more


def in_full(words: list[str], asked: bool) -> list[str]:
    """A question without its auxiliary with it; anything else as it stands, without what trails after it.

    What is no question by its words alone is one only where it was `asked`.
    """
    text = _without_trail(" ".join(words))
    if "not you " in text or "you not " in text:
        text = _FORMS["kindly"].sub(r"\1\2 you \3", text)
    wanted = _FORMS["name_wanted"].fullmatch(text)
    if wanted is not None and (asked or wanted["asked"] is None):
        return "who are you".split()
    if not asked and _FORMS["of_myself"].match(text):
        return ["i", *text.split()]  # "can't sleep"
    seeming = _TRAILS.sub("", text) if asked else text
    if (not asked or seeming != text) and _FORMS["seeming"].fullmatch(seeming):
        return ["that", *text.split()]  # "sounds lonely"
    if asked and (subject := _subject_left_out(words)):
        return [subject, *text.split()]  # "keeps to himself up there?"
    if asked and len(words) in _OF_DOING and is_gerund(words[0]) and words[1] not in _NOT_DONE:
        return ["are", "you", *text.split()]  # "expecting company?"
    found = _LACKING.match(text)
    if found is None:
        return text.split() or words
    rest = found["rest"].split()
    head = rest[1] if rest[0] == "you" else rest[0]
    if head in ("still", "all") and len(rest) > 2:
        head = rest[2]
    if not asked and head.endswith("ing"):
        return text.split()
    if "ever" in rest[:2] or head in ("a", "an"):
        return [*found["lead"].split(), *_of_ever(rest)] if asked else text.split()
    if rest[0] == "you" and not (head in _DO or head in _WORDS["have"]):
        full = ["are", *rest]
    elif rest[0] == "you" and head in ("seen", "been", "ever"):
        full = ["have", *rest]
    elif not asked and not (head == "got" and rest[1:2] and rest[1] in ("any", "anything")):
        return text.split()
    elif rest[0] == "you":
        full = ["have" if head == "got" else "do", *rest]
    elif head in _WORDS["have"]:
        full = ["have", "you", *rest]
    else:
        full = ["do", "you", *rest]
    return [*found["lead"].split(), *full]


_OF_DOING = range(2, 8)  # words of a question that begins with what somebody is at
_NOT_DONE = AUXILIARIES | QUESTION_WORDS | {",", "else"}


def _of_ever(rest: list[str]) -> list[str]:
    """What "you ever carry a gun?", "ever been up there?" or "you a gambler?" asks, in full."""
    if rest[1:2] in (["a"], ["an"]):
        return ["are", *rest]
    deed = rest[rest.index("ever") + 1 : rest.index("ever") + 2]
    return ["have" if deed and is_over_after_have(deed[0]) else "do", "you", *rest[rest[0] == "you" :]]


def _subject_left_out(words: list[str]) -> str:
    """Of whom a question tells that begins with a verb of "he" or "she": whom it names later, else him."""
    if len(words) < _LEAST_TOLD or not is_third_person(words[0]) or words[0] in AUXILIARIES:
        return ""
    if words[1] in QUESTION_WORDS | AUXILIARIES | {","} or "you" in words:
        return ""  # "Otis, who are you?" calls him
    called = words.index(",") if "," in words[:_LONGEST_NAME] else 0
    if called and words[called + 1 : called + 2] and words[called + 1] in QUESTION_WORDS | AUXILIARIES:
        return ""  # so does "Dilys Pryce, what is wrong with this place?"
    return "she" if not {"she", "her", "herself"}.isdisjoint(words) else "he"


_LONGEST_NAME = 4  # words of whom a question calls, and the comma
_LEAST_TOLD = 3  # words: "guards outside?" names them


# What one can say of oneself: "does anyone know" asks the hearers, "does anyone come here" asks about others.
_OF_ONESELF = _DO | frozenset("speak recall understand own carry read have".split())
_ANYBODY = (
    r"(?:anyone|anybody|someone|somebody|any of you|one of you)(?: else)?(?: (?:in |around |round )?here)?"
)
_TO_ANYBODY = re.compile(
    _BEFORE + rf"(?:(?P<aux>do|does|did|is|are|has|have|can|could|will|would) )?{_ANYBODY} (?P<rest>.+)"
)
_WHICH_OF_THEM = re.compile(_BEFORE + r"(?:who here|who among you|who of you|which of you) (?P<rest>.+)")
_FOR_YOU = {"is": "are", "are": "are", "has": "have", "have": "have", "does": "do", "do": "do", "did": "did"}


def asked_of_hearers(words: list[str], asked: bool) -> list[str]:
    """What is asked of anybody who hears it, as asked of "you"; what asks about others stays as it is."""
    text = " ".join(words)
    found = _WHICH_OF_THEM.fullmatch(text) or (_TO_ANYBODY.fullmatch(text) if asked else None)
    if found is None or _FORMS["to_me"].search(text) or (" else " in text and {"is", "are"} & {*words}):
        return words
    rest = found["rest"].split()
    aux = found.groupdict().get("aux")
    if aux is None and rest[0] in ("can", "could", "will", "would", "is", "has", "does") and len(rest) > 1:
        aux, rest = rest[0], rest[1:]
    if aux is None and found.re is _WHICH_OF_THEM and plain_form(rest[0], _OF_ONESELF) in _OF_ONESELF:
        aux, rest = "do", [plain_form(rest[0], _OF_ONESELF), *rest[1:]]
    aux = aux or _auxiliary_of(rest)
    if aux is None or not _is_for_oneself(aux, rest):
        return words
    return [*found["lead"].split(), _FOR_YOU.get(aux, aux), "you", *rest]


_OF_YOU = _FOR_YOU | {"was": "were", "were": "were"}
_TITLED = frozenset({"mr", "mrs", "miss", "old", "young", *DETERMINERS})
_PRONOUNS = frozenset("i we you he she it they there this that".split())
_NO_MATTER = _PRONOUNS | QUESTION_WORDS | AUXILIARIES | frozenset("then now here so not more else again yes no".split())


def with_you_as_subject(words: list[str]) -> list[str]:
    """A question about somebody as it is put to somebody else: "where does Jory sleep?" as "where do you sleep"."""
    found = _subject_in(words)
    if found is None or "you" in words:
        return words
    start, end = found
    return [*words[: start - 1], _OF_YOU[words[start - 1]], "you", *words[end:]]


def with_matter_instead(words: list[str], question: list[str]) -> list[str] | None:
    """ "And the kitchen?" after "is the bar open": the same asked of another matter; None of words that name none."""
    named = words[1:]
    called = len(named) == 1 or (len(named) == _LONGEST_OTHER and named[0] in _TITLED)
    if words[:1] != ["and"] or not called or not _NO_MATTER.isdisjoint(named):
        return None
    if (found := _subject_in(question)) is not None and question[found[0]] not in _PRONOUNS:
        return [*question[: found[0]], *named, *question[found[1] :]]
    last = max((n for n, word in enumerate(question) if word in DETERMINERS), default=len(question) - 1)
    return [*question[:last], *named]  # "have you seen the key? And the lamp?"


_LONGEST_OTHER = 2  # words of what is named in its place, an article among them


def _subject_in(words: list[str]) -> tuple[int, int] | None:
    """Where the subject of a question begins and ends: after its auxiliary, an article or a title and a name."""
    at = next((n for n, word in enumerate(words[:_LONGEST_NAME]) if word in _OF_YOU), None)
    if at is None or at + 2 > len(words):
        return None
    return at + 1, at + 2 + (words[at + 1] in _TITLED)


def _auxiliary_of(rest: list[str]) -> str | None:
    """What "anybody …?" leaves out: "anybody (are) hungry", "(have) seen her", "(do) know him"."""
    if rest[0] in _WORDS["have"]:
        return "have"
    return "do" if rest[0] in _OF_ONESELF else "are"


def _is_for_oneself(aux: str, rest: list[str]) -> bool:
    if aux in ("can", "could", "will", "would"):
        return True
    if aux in ("is", "are"):
        return rest[0] in _STATE_WORDS or rest[0] in (
            "a",
            "an",
            "willing",
            "able",
            "afraid",
            "going",
            "coming",
        )
    return rest[0] in (_WORDS["of_oneself_before"] if aux in ("did", "has", "have") else _OF_ONESELF)


def _without_trail(text: str) -> str:
    """The words without "you know" and its like after them; a statement of one's mind stays."""
    cut = _FORMS["trailing"].sub("", text)
    return (
        cut
        if len(cut.split()) > 2
        and not cut.endswith((" what", " as", " that", " than", " like", " do", " did"))
        else text
    )
