"""Cut a player's words into clauses, each with one order, and take off what is said before the order. Pure."""

from __future__ import annotations

from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.clauses.run_ons import part_orders, without_preamble
from gamemaster.language.names.english_words import is_common
from gamemaster.language.names.normalization import SPEECH, stem
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.pronouns import pronoun
from gamemaster.language.tables.function_words import (
    ADVERBS,
    AUXILIARIES,
    DETERMINERS,
    DIRECTIONS,
    GREETING_STARTS,
    LEAD_INS,
    NEGATIONS,
    PREPOSITIONS,
    QUESTION_WORDS,
    STEALTH_PHRASES,
    STEALTHY,
)
from gamemaster.language.tables.verb_forms import is_gerund

_LEADS = frozenset(tuple(lead.split()) for lead in LEAD_INS)
_NEGATIONS = frozenset(tuple(phrase.split()) for phrase in NEGATIONS)
# Leading words that are orders themselves before a noun: "try the door", "start the engine".
_VERBAL_LEADS = [[word] for word in ("try", "start", "keep", "begin", "help")]
_BEGINNING = frozenset("start starts begin begins keep keeps continue continues commence resume".split())
_MINDING = frozenset(
    "remember remembers manage manages decide decides dare dares choose chooses hurry rush".split()
)
_HURRYING = frozenset({"hurry", "rush"})  # to a place or to somebody, unless it is to do something
_TO_SOMEBODY = 3  # words of "hurry to Marta"
_NO_LEADS = {("try", "on"), ("try", "out"), ("help", "me")}
_LONGEST = max(map(len, _LEADS | _NEGATIONS))
_ENDS = frozenset(".;!?")
_OFF = frozenset("run flee hide leave escape go wait scarper bolt".split())
_ALWAYS = frozenset({"then", "afterwards"})
_ASIDES = frozenset(
    "when while because before after since unless until if as so where that which who although though".split()
)
_SUBJECTS = frozenset(
    """i he she they it you we nobody
    noone no someone anyone everyone everybody that this the his her their my there nothing
    something one can could will is are was were has have had""".split()
)
_ASKED = frozenset("there it that this anyone anybody i you he she they we".split())
_ASKS_FIRST = frozenset("is are can do does may might could would did was were has".split())
_ONWARD = frozenset("back up down over across into out off".split())
_ASKING = (QUESTION_WORDS | AUXILIARIES) - {"if", "whether", "may", "might", "must", "will", "have", "do"}
_SLOPES = frozenset({"up", "down", "in", "out"})
_WALKS = frozenset({"go", "head", "walk", "run", "get"})
_MEANWHILE = frozenset({"while", "before", "until"})
_MAYBE = frozenset({",", "and", "&", "+", "but", "while", "or", "so", ":", "before", "until"})


def sentences(words: list[str]) -> list[tuple[list[str], bool]]:
    """The sentences, without their marks, each with whether it ended in a question mark."""
    result: list[tuple[list[str], bool]] = []
    current: list[str] = []
    for at, word in enumerate([*words, "."]):
        asks = word == ":" and words[at + 1 : at + 2] and words[at + 1] in _ASKING
        if asks and current and SPEECH not in current:  # "I watch him for a while: what does he do?"
            result.append((current, False))
            current = []
        elif word not in _ENDS:
            current.append(word)
        elif current:
            result.append((current, word == "?"))
            current = []
        elif word == "?" and result:
            result[-1] = (result[-1][0], True)
    return result


def without_lead(words: list[str]) -> list[str]:
    """The words without "to", "I want to", "please", "carefully" and the like before the order."""
    if words[:1] == ["to"] and len(words) > 2:
        words = words[1:]
    words = _without_begin(words)
    while tuple(words[:2]) not in _NO_LEADS and not (
        words[:1] in _VERBAL_LEADS and words[1:2] and (words[1] in DETERMINERS or words[1].isdecimal())
    ):
        for length in range(min(_LONGEST, len(words) - 1), 0, -1):
            if tuple(words[:length]) in _LEADS:
                words = words[length:]
                words = _without_begin(words)
                break
        else:
            break
    return words


def _without_begin(words: list[str]) -> list[str]:
    """ "Reading the log" of "start reading the log"."""
    walked = (
        words[:1] != [] and words[0] in _HURRYING and (len(words) <= _TO_SOMEBODY or words[2] in DETERMINERS)
    )
    if len(words) > 2 and words[0] in _MINDING and words[1] == "to" and not walked:
        return words[2:]  # "remember to thank her"
    return words[1:] if len(words) > 2 and words[0] in _BEGINNING and is_gerund(words[1]) else words


_WORTHLESS = frozenset("well so now then okay oh ah hm hmm um uh".split())
_AS_MUCH = frozenset("as fast quick hard well far soon much i can could may be possible able".split())


def says_only_how(words: list[str]) -> bool:
    """Whether the words only say how something is done, or nothing: "quietly", "well", "as fast as I can"."""
    said = [word for word in words if word != ","]
    if said == ["i"]:
        return True
    manner = all(word in ADVERBS | STEALTHY | _WORTHLESS or word.endswith("ly") for word in said)
    return manner or (_AS_MUCH.issuperset(said) and not {"can", "could", "possible", "able"}.isdisjoint(said))


def is_negated(words: list[str]) -> bool:
    """Whether the words say what the player does not want to do."""
    rest = words
    for _ in range(3):
        if rest[:1] == ["stop"] and len(rest) > 1 and not is_gerund(rest[1]):
            return False  # "stop the watch"
        if any(tuple(rest[:length]) in _NEGATIONS for length in range(min(_LONGEST, len(rest) - 1), 0, -1)):
            return True
        shorter = without_lead(rest)
        if len(shorter) == len(rest):
            return False
        rest = shorter
    return False


def stealthy(words: list[str]) -> tuple[bool, list[str]]:
    """Whether the order is to be carried out unseen, and the words without what says so."""
    text = f" {' '.join(words)} "
    found = False
    for phrase in STEALTH_PHRASES:
        if f" {phrase} " in text:
            text, found = text.replace(f" {phrase} ", " "), True
    kept = [word for word in text.split() if word not in STEALTHY]
    return found or len(kept) < len(text.split()), kept


def without_aside(words: list[str]) -> list[str]:
    """What comes after a verb without a subordinate clause: "the bar while he isn't looking", "where the boats are"."""
    if "where" in words and words[-1] in ("is", "are", "was", "were") and len(words) > 2:
        at = words.index("where")
        if _names_something(words[:at]):
            return words[:at]  # "the hall where everyone is"
        words = words[at + 1 : -1]
    for at in range(1, len(words) - 1):
        if (
            words[at] in _ASIDES
            and (
                words[at + 1] in _SUBJECTS
                or words[at + 1].startswith(("nobody", "noone", "everyone", "everybody"))  # "nobodys looking"
                or words[at] in ("because", "which", "unless")
                or (words[at] in ("who", "where") and _names_something(words[:at]))  # "the man who spoke"
            )
        ):
            return words[:at]
        if words[at] in _PLACED and _names_something(words[:at]):
            return words[:at]  # "the wooden horse facing the door"
    return words


_PLACED = frozenset("facing overlooking lying hanging".split())


def _names_something(words: list[str]) -> bool:
    return any(word not in PREPOSITIONS | DETERMINERS | ADVERBS for word in words)


def without_condition(words: list[str]) -> list[str]:
    """What is done if somebody or something is there: "if Ulf is here I hit him" is hitting him, who may not be."""
    at = words.index("i", 2) if words[:1] == ["if"] and "i" in words[2:] else 0
    return words[at + 1 :] if at and words[1] not in ("you", "i") and words[at + 1 :] else words


def clauses(scope: Scope, words: list[str]) -> list[list[str]]:
    """The clauses of a sentence. A comma or "and" parts two orders only where a new order begins after it."""
    result: list[list[str]] = []
    current: list[str] = []
    at = 0
    while at < len(words):
        word, rest = words[at], words[at + 1 :]
        spoken = (
            word == ","
            and current
            and current[-1] == SPEECH
            and "i" in rest[:2] + ["i"] * (rest[:1] != [SPEECH])
        )
        if word == "," and rest[:1] and rest[0] in _SLOPES and 1 < len(current) < 4 and current[0] in _WALKS:
            result.append(current)  # "go in, up the stairs"
            current, at = [], at + 1
            continue
        if spoken or (word == "and" and rest[:1] == ["then"]):
            at += 1
            continue
        goes_on = word == "so" and len(rest) == 1 and current[-1:] != [","]  # "are you so upset"
        # "Why are you so scared of him?" says how much.
        goes_on = goes_on or (word == "so" and current[-1:] == ["you"] and rest[1:2] != [] and rest[1] in PREPOSITIONS)
        # "What did you do before you came here?" is one question.
        goes_on = goes_on or (word in _MEANWHILE and current[:1] != [] and current[0] in _ASKING)
        if (word in _ALWAYS and current) or (
            word in _MAYBE and current and not goes_on and begins(scope, rest, current)
        ):
            result.append(current)
            current = []
        elif word == "after" and rest[:1] == ["that"]:
            result.append(current)
            current, at = [], at + 1
        elif current or word not in _MAYBE | _ALWAYS:
            current.append(word)
        at += 1
    whole = [_trim(clause) for clause in [*result, current] if _trim(clause)]
    return [order for clause in whole for order in _orders(scope, clause)]


def _orders(scope: Scope, clause: list[str]) -> list[list[str]]:
    """The clause, with orders that run on parted, and what nobody knows before the first one apart."""
    preamble, clause = without_preamble(scope, clause)
    return [*filter(None, [preamble]), *part_orders(scope, clause)]


def _trim(clause: list[str]) -> list[str]:
    while clause and (clause[-1] in _MAYBE | _ALWAYS or clause[-1] in ("please", "now")) and len(clause) > 1:
        clause = clause[:-1]
    return [] if clause and clause[0] in (",", ":", "&", "+") and len(clause) == 1 else clause


def begins(scope: Scope, rest: list[str], before: list[str]) -> bool:
    """Whether a new clause begins here, rather than the next thing of a list."""
    if not rest:
        return False
    stripped = without_lead(rest)
    if len(stripped) < len(rest) and rest[0] not in ("to", "right", "well") and not _noun(scope, rest):
        return True
    asks = rest[0] in _ASKS_FIRST and rest[1:2] and rest[1] in _ASKED
    if (
        asks
        or is_negated(rest)
        or rest[0] in QUESTION_WORDS
        or rest[0] == SPEECH
        or rest[0] in GREETING_STARTS
    ):
        return True
    first = next((word for word in rest if word not in ADVERBS and word not in STEALTHY), "")
    order = rest[rest.index(first) :] if first else []
    if len(order) == 1 and order[0] in _OFF:
        return True
    _, length = scope.nouns.verbs.at_start(order)
    if length == 0 and (
        _is_heading(scope, rest) or is_walked(scope, order) or _leads_on(scope, rest, before)
    ):
        return True
    if length == 0 and (_is_done_to_a_body(scope, order) or _is_done_to_it(scope, order)):
        return True
    if length == 0:
        return len(rest) == 1 and rest[0] in DIRECTIONS and _goes_on(scope, rest[0], before)
    return length > 1 or not _noun(scope, order)


def _leads_on(scope: Scope, rest: list[str], before: list[str]) -> bool:
    """Whether a walk that has led somewhere leads on: "back to the shore, and up the path between the poles".

    Which way that is only shows where the first leg ends.
    """
    if rest[0] not in _LEGS or len(rest) <= len(("up", "the")) or rest[1] not in DETERMINERS:
        return False
    walked = scope.nouns.verbs.at_start(without_lead(before))[0][:1] == ("go",)
    to = max((at for at, word in enumerate(before) if word in ("to", "into", "onto")), default=0)
    goal = resolve(scope, before[to + 1 :], frozenset({"place"})) if walked and to else None
    return goal is not None and goal.fit >= 86 and scope.nouns.kinds[goal.thing] == "place"


_LEGS = frozenset("up down along through across over into".split())


def _goes_on(scope: Scope, direction: str, before: list[str]) -> bool:
    """Whether a direction alone after an order is where the player goes then: "take the ticket, then south"."""
    if before[0] in ("go", *DIRECTIONS):
        return True
    leads = any(direction in way.direction for way in scope.ways)
    return leads and len(before) > _BARE_LOOK and before[-1] not in DIRECTIONS


_BARE_LOOK = 2  # words of "look up, down"


def _is_done_to_a_body(scope: Scope, words: list[str]) -> bool:
    """Whether something that nobody has a verb for is done to somebody's body: "ruffle his hair"."""
    told = len(words) > _DONE_TO - 1 and words[0].isalpha() and words[1] in _WHOSE and stem(words[2]) in BODY
    return told and stem(words[0]) not in scope.nouns.by_stem and words[0] not in PREPOSITIONS | DETERMINERS


def _is_done_to_it(scope: Scope, words: list[str]) -> bool:
    """Whether something that nobody has a verb for is done to what was named before: "grate it into the sauce"."""
    if len(words) < _DONE_TO - 1 or words[1] not in ("it", "them") or not words[0].isalpha():
        return False
    small = PREPOSITIONS | DETERMINERS | AUXILIARIES | QUESTION_WORDS | _SUBJECTS | _ASIDES | _MAYBE
    common = is_common(words[0]) or len(words) == len(("heft", "it"))
    return words[0] not in small and stem(words[0]) not in scope.nouns.by_stem and common


_WHOSE = frozenset({"his", "her", "their", "its", "my"})
_DONE_TO = 3  # words of "ruffle his hair"


def is_walked(scope: Scope, words: list[str]) -> bool:
    """Whether a verb that nobody knows is how somebody walks somewhere: "stamp up to the roof"."""
    return len(words) > 3 and words[0] not in PREPOSITIONS | DETERMINERS and _is_heading(scope, words[1:])


def _is_heading(scope: Scope, words: list[str]) -> bool:
    """Whether the words lead somewhere without a verb: "back to the shore", "up to the yard", "into the hall"."""
    if words[0] not in _ONWARD or len(words) < 2:
        return False
    led = next((at for at, word in enumerate(words) if word not in _ONWARD - {"into"}), len(words))
    toward = 0 < led < len(words) and words[led] in ("to", "into", "onto", "inside")
    toward = toward or words[0] == "into"  # "back out into the yard"
    if words[0] in _SLOPES and words[1] in DETERMINERS:
        found = resolve(scope, words[1 : 2 + _WAY_WORDS], frozenset({"place"}))
        return found is not None and found.fit >= 86 and found.way is not None  # "up the stairs"
    end = next((at for at in range(2, len(words)) if words[at] in _MAYBE | _ALWAYS), len(words))
    found = resolve(scope, words[led + 1 : end], frozenset({"place"})) if toward else None
    return found is not None and found.fit >= 86 and scope.nouns.kinds[found.thing] == "place"


_WAY_WORDS = 2  # of "cut steps"


def _noun(scope: Scope, words: list[str]) -> bool:
    """Whether the first word, which could be a verb, is meant as a thing: nothing it could be done to follows."""
    word = words[0]
    if stem(word) not in scope.nouns.by_stem:
        return False
    following = words[1] if len(words) > 1 else ""
    if following in DETERMINERS or (following and pronoun(scope, following)):
        return False
    if following in (
        "",
        ",",
        "and",
        "&",
        "+",
        "with",
        "to",
        "from",
        "in",
        "on",
        "at",
        "into",
        "of",
        "then",
        "for",
    ):
        return True
    pair = resolve(scope, words[:2])
    return pair is not None and pair.fit >= 97
