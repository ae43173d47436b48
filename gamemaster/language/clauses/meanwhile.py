"""What one does with one's own body during a deed, told by a form in -ing or without a verb, as a gesture of its own.

"I go up the path, humming", "…, keeping an eye on the ice", "…, eyes on the lady": nothing comes of it, and it is not
to be lost. What would change anything ("…, taking the lamp with me") is no such manner. Pure.
"""

from __future__ import annotations

import re

from gamemaster.language.clauses.expressions import BODY, is_expression
from gamemaster.language.clauses.performances import NEEDS_ITS_THING, performance_of
from gamemaster.language.names.english_words import is_common
from gamemaster.language.names.named_things import named_thing
from gamemaster.language.names.normalization import SPEECH, stem
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.names.noun_phrases import Unclear
from gamemaster.language.tables.function_words import AUXILIARIES, DETERMINERS, PREPOSITIONS
from gamemaster.language.tables.verb_forms import is_gerund, is_past, skip_adverbs
from gamemaster.rules.proposal import Intent
from worlds.verbs import PERCEIVE

_MOST_WORDS = 12
_EYED = frozenset({"eye", "gaze"})
_SOUNDED = frozenset({"whistle", "hum", "sing", "mutter", "mumble"})
_EYEING = frozenset({"keep", "cast", "throw"})

_SUBORDINATE = frozenset(
    "as while whilst when if unless since because that than before after until where who which".split()
)
_PARTICIPLE_WORDS = 12  # of what is done meanwhile, before the player is named
_SAID = {"saying": "say", "asking": "ask", "telling": "tell", "whispering": "whisper", "begging": "beg",
         "warning": "warn", "explaining": "explain", "promising": "promise",
         "shouting": "shout", "yelling": "yell", "calling": "call out"}  # fmt: skip
_MEANWHILE = frozenset({"as", "while", "whilst"})
_NO_DEED = AUXILIARIES | {"know", "think", "said", "remember"}
_OWN_DEED = re.compile(
    r"(?P<lead>(?:.+ (?:and|then) )?)"
    r"(?P<said>(?:i )?(?:\w+ly )?(?:ask|tell|say|whisper|beg|warn|explain|promise)s? .+?)(?: ,)? "
    r"(?:as|while|whilst) i (?P<deed>(?P<verb>\w+)\b.*)"
)

# "While I warm my hands I ask Hild who she is"
_OWN_DEED_FIRST = re.compile(
    r"(?:as|while|whilst) i (?P<deed>(?P<verb>\w+)\b.*?) (?:, )?(?P<said>(?:i (?:\w+ly )?|(?<=, ))"
    r"(?:ask|tell|say|whisper|beg|warn|explain|promise|thank|greet|apologise|nod|smile|bow) .+)"
)
_AT_REST = frozenset("sleep wait stay rest leave live stand".split())


def with_manner_set_apart(words: list[str]) -> list[str]:
    """The sentence with what is done meanwhile where a reader of clauses finds it.

    "Kneeling down I draw a fish" gets its comma; "while humming" is ", humming"; "I ask him his name as I kneel" is "I
    kneel and ask him his name"; ", saying he is cold" is "and say he is cold"; "before knocking" is "then knock".
    """
    words = _with_what_comes_first(_with_its_comma(words))
    for at in range(1, len(words) - 1):
        if not is_gerund(words[at + 1]) or words[at - 1] in _SUBORDINATE:
            continue
        pause = [] if words[at - 1] in (",", "and") else [","]
        if words[at] in ("while", "whilst"):
            words = [*words[:at], *pause, *words[at + 1 :]]
            break
        deed = words[at] == "before" and _PAUSING.isdisjoint(words[:at]) and words[at + 1] not in _WALKING
        if deed and (verb := plain_form_of(words[at + 1])):
            words = [*words[:at], *pause, "then", verb, *words[at + 2 :]]
            break
    return _with_what_is_said(_with_walk_after(words))


def _with_what_comes_first(words: list[str]) -> list[str]:
    """With a small deed after "after" before the rest: "go in, after wiping my feet" as "wipe my feet, then go in"."""
    at = next((n for n in range(len(words) - 2) if words[n] == "after" and words[n + 1] in _SEEN_TO), None)
    if at is None or SPEECH in words or (at and words[at - 1] in _SUBORDINATE | {"right", "soon", "long", "just"}):
        return words
    ends = {",", "i"} if at == 0 else {",", "and", "then"}
    joint = next((n for n in range(at + 2, len(words)) if words[n] in ends), len(words))
    seen_to = [_SEEN_TO[words[at + 1]], *words[at + 2 : joint]]
    before, rest = words[:at], words[joint:][words[joint : joint + 1] == [","] :]
    if before and before[-1] in (",", "and", "then", "but"):
        before = before[:-1]
    if len(seen_to) > _LONGEST_SEEN_TO or not (before or rest):
        return words
    return [*seen_to, ",", "then", *before, *rest]


_LONGEST_SEEN_TO = 9  # words
# What is done with oneself or a door before something else: nobody tells so of what was done long before.
_SEEN_TO = {"wiping": "wipe", "shaking": "shake", "stamping": "stamp", "brushing": "brush", "knocking": "knock",
            "drying": "dry", "washing": "wash", "rinsing": "rinse", "kicking": "kick", "scraping": "scrape",
            "closing": "close", "shutting": "shut", "bolting": "bolt", "barring": "bar", "bowing": "bow",
            "nodding": "nod", "wrapping": "wrap", "taking": "take", "pulling": "pull", "putting": "put",
            "setting": "set", "hanging": "hang", "lighting": "light", "blowing": "blow", "straightening": "straighten",
            "tying": "tie", "pinning": "pin", "rolling": "roll", "combing": "comb", "buttoning": "button",
            "dusting": "dust", "crossing": "cross", "spitting": "spit", "clearing": "clear"}  # fmt: skip


def _with_walk_after(words: list[str]) -> list[str]:
    """ "I wipe my feet before going in" is done, and then the walk; what is found out first may change one's mind."""
    at = len(words) - 1 - words[::-1].index("before") if "before" in words else 0
    walk = words[at + 1 + (words[at + 1 : at + 2] == ["i"]) :]
    verb = plain_form_of(walk[0]) if walk and walk[0] in _WALKING else walk[0] if walk else ""
    if at < len(("i", "bow")) or verb not in _WALKS or len(walk) > _LONGEST_WALK or len(walk) < len(("go", "in")):
        return words
    before = words[:at]
    if before[0] == "then":
        return words  # what goes on from a sentence before may have walked there: "I go to the door. Then I …"
    held_up = not (_PAUSING | _FINDING_OUT | _WALKS | _UNSURE | {SPEECH, "you"}).isdisjoint(before)
    if held_up or not {",", "and", "then", "i", "it"}.isdisjoint(walk[1:]):
        return words
    return [*before, *([] if before[-1] == "," else [","]), "then", verb, *walk[1:]]


_WALKS = frozenset("go enter leave step walk head climb run come move follow descend".split())
_UNSURE = AUXILIARIES - {"do"} | frozenset("want need wish hope like".split())  # "I must eat before going in"
_LONGEST_WALK = 9  # words
_FINDING_OUT = frozenset(
    "look listen check examine read search peek peer see watch ask tell say smell sniff try feel knock".split()
)


# A walk after a "before" has a reader of its own.
_WALKING = frozenset(
    "going entering leaving stepping walking heading climbing running coming moving getting".split()
)
_PAUSING = frozenset(
    "stop pause hesitate wait rest stay think halt not never if when".split()
)  # "I pause before knocking"


def _with_what_is_said(words: list[str]) -> list[str]:
    """With what goes on beside it joined to it: ", saying he is cold", "I ask his name as I kneel"."""
    at = next(
        (n for n in range(2, len(words) - 1) if words[n] in _SAID and words[n - 1] not in _BEFORE_A_FORM), 0
    )
    at = 0 if {"if", "unless", "when", "until"}.intersection(words[max(0, at - _NEAR) : at]) else at
    if at and words[at + 1] not in _NOTHING_SAID and SPEECH not in words:
        words = [*words[: at - (words[at - 1] == ",")], "and", _SAID[words[at]], *words[at + 1 :]]
    if SPEECH in words or words[:1] == ["i"]:
        last = len(words) - 1 - words[::-1].index(SPEECH) if SPEECH in words else 0
        joints = _MEANWHILE if SPEECH in words else _MEANWHILE - {"as"}
        at = next(
            (n for n in range(last + 1, len(words) - 2) if words[n] in joints and words[n + 1] == "i"), 0
        )
        done = (
            at
            and _PAUSING.isdisjoint(words[:2])
            and words[at + 2] not in _NO_DEED
            and not is_past(words[at + 2])
        )
        if done:
            return [*words[: at - (words[at - 1] == ",")], ",", *words[at + 1 :]]
    leading = _OWN_DEED_FIRST.fullmatch(" ".join(words)) if SPEECH not in words else None
    if leading is not None and leading["verb"] not in _NO_DEED | _AT_REST and not is_past(leading["verb"]):
        return f"i {leading['deed']} and {leading['said'].removeprefix('i ')}".split()
    found = _OWN_DEED.fullmatch(" ".join(words)) if SPEECH not in words else None
    if found is None or found["verb"] in _NO_DEED or is_past(found["verb"]):
        return words
    return f"{found['lead']}i {found['deed']} and {found['said'].removeprefix('i ')}".split()


_NEAR = 4  # words: "if it comes calling my name" calls nothing
_BEFORE_A_FORM = _SUBORDINATE | frozenset(
    "is am are was were been be keep start stop begin without by of for from him her them somebody".split()
)
_NOTHING_SAID = frozenset({"nothing", "no", ",", "and"})


def _with_its_comma(words: list[str]) -> list[str]:
    """With a comma after what is told by a form in -ing before the player: "not wanting to wake him i stop"."""
    first = words[1] if words[:1] == ["not"] and len(words) > 1 else words[0] if words else ""
    if not is_gerund(first):
        return words
    at = next((n for n, word in enumerate(words[: _PARTICIPLE_WORDS + 1]) if word == "i"), 0)
    apart = at > 0 and words[at - 1] not in _SUBORDINATE | {",", "and", "or"} and SPEECH not in words[:at]
    return [*words[:at], ",", *words[at:]] if apart and "," not in words[:at] else words


def shown_meanwhile(scope: Scope, words: list[str]) -> Intent | None:
    """The gesture that goes with a deed, in its plain form; None where the words are no such manner."""
    while words and words[-1] in ("like", "as", "if", "though"):
        words = words[:-1]  # "whistling like | I have not a care"
    words = words[words[:1] == ["with"] :]  # "with one hand on the wall"
    words = words[len(_BOTH_OF_US) * (words[:3] == _BOTH_OF_US) :]  # "both of us singing"
    if not words or len(words) > _MOST_WORDS or SPEECH in words:
        return None
    at = skip_adverbs(words, 0)
    if at < len(words) and is_gerund(words[at]):
        verb = _plain_of(scope, words[at])
        clause = [verb, *words[at + 1 :]] if verb else []
    else:
        owned = words[:1] != [] and words[0] in ("my", "one", "both")
        carried = worn_or_carried(words) > 0
        held = carried or _is_held(words[owned:])
        held = held and not _says_only_with_what(words)
        clause = ["keep", *([] if owned or carried else ["my"]), *words] if held else []
    if not clause or not _is_shown(scope, clause):
        return None
    said = " ".join(clause)
    return Intent(verb="express", role="emote", topic=said[:120], words=said[:300])


def _says_only_with_what(words: list[str]) -> bool:
    """Whether words name a part of the body that something is done with, and what for: "my thumb to see if …"."""
    at = words.index("to") if "to" in words else 0
    return 0 < at <= len(("my", "left", "thumb")) and words[at + 1 : at + 2] not in (["my"], ["the"], ["one"])


_BOTH_OF_US = ["both", "of", "us"]


def perceived_meanwhile(scope: Scope, words: list[str]) -> list[str]:
    """The order to perceive what is perceived on the way: "listening", "counting the poles", "stopping to listen".

    No words where nothing is perceived.
    """
    verb = _plain_of(scope, words[0]) if words and is_gerund(words[0]) else ""
    if verb == "keep" and words[1:2] == ["count"]:
        return ["count", *words[2 + (words[2:3] == ["of"]) :]]
    at = words.index("to") if verb in _PAUSED and "to" in words[1:-1] else 0
    clause = words[at + 1 :] if at else [verb, *words[1:]] if verb else []
    if clause[-3:-1] == ["over", "my"] and len(clause) > _SHORTEST_TAKING + 1:
        clause = clause[:-3]  # "watching the ice over my shoulder"
    return clause if scope.nouns.verbs.at_start(clause)[0][:1] and _is_perceived(scope, clause) else []


def _is_perceived(scope: Scope, clause: list[str]) -> bool:
    """Whether a clause orders a look at something, or what the other senses tell."""
    meanings, length = scope.nouns.verbs.at_start(clause)
    if clause[0] == "count":
        return clause[1:2] != [] and clause[1] in DETERMINERS  # "count to ten" is only said
    if meanings[0] == "search" and not _SOUGHT_IN.isdisjoint(clause[1:]):
        return True  # "rummaging through the tins", "patting down the shelf for anything to eat"
    if clause[0] in _EYEING or clause[1:2] == ["for"] or meanings[0] not in _FROM_AFAR:
        return meanings[0] == "listen"
    return meanings[0] in ("listen", "smell") or len(clause) > length


_SOUGHT_IN = frozenset("through for behind under inside".split())
_FROM_AFAR = frozenset(PERCEIVE) - {"search", "touch", "taste"}  # "rubbing my shin" finds nothing out


_PAUSED = frozenset({"stop", "pause", "halt", "wait", "linger"})


def taken_meanwhile(scope: Scope, words: list[str]) -> list[str]:
    """The order for what a form in -ing takes along or knocks on: "…, taking the lamp with me"; else no words."""
    if len(words) < _SHORTEST_TAKING or not is_gerund(words[0]):
        return []
    clause = [_plain_of(scope, words[0]), *words[1:]]
    clause = clause[:-2] if clause[-2:] == ["with", "me"] else clause[: -1 if clause[-1] == "along" else None]
    meanings, length = scope.nouns.verbs.at_start(clause)
    if meanings[:1] == ("knock",):
        return clause if named_thing(scope, clause[length:]) is not None else []
    found = named_thing(scope, clause[length:]) if meanings[:1] == ("take",) else None
    lying = scope.state.items.get(found.thing) if found is not None else None
    return clause if lying in (scope.state.place, scope.focus.get("back")) and lying is not None else []


_SHORTEST_TAKING = 3  # words of "taking the lamp"


def _is_held(words: list[str]) -> bool:
    """Whether a part of the body is said to be somewhere: "eyes on the lady", "hand on the rail"."""
    words = [words[0], *words[2:]] if len(words) > 2 and is_past(words[1]) else words  # "hands tucked in …"
    torn = words[:1] == ["tear"]  # "tear out nothing" holds no tear
    return len(words) > 1 and not torn and stem(words[0]) in BODY and words[1] in PREPOSITIONS and words[1] != "of"


def worn_or_carried(words: list[str]) -> int:
    """How many words say what one has about one during a deed: "the crate on my hip", "a smile on my face"; else 0."""
    if words[:1] == [] or words[0] not in _HAD:
        return 0
    end = next((n for n in range(2, min(len(words), _LONGEST_LOAD)) if words[n] in _ABOUT_ONE), 0)
    if not end or "of" in words[:end] or "and" in words[:end]:
        return 0
    if words[end] == "on" and words[end + 1 : end + 2] in ([], ["and"], [","]):
        return end + 1  # "my best smile on"
    if words[end + 1 : end + 2] == [] or words[end + 1] not in _ONES_OWN:
        return 0
    at = next((n for n in range(end + 2, min(len(words), end + 4)) if stem(words[n]) in BODY | _CARRIERS), 0)
    return at + 1 if at else 0


_HAD = frozenset("my the a an".split())
_LONGEST_LOAD = 6  # words of "a big stupid smile"
_ABOUT_ONE = frozenset("in on under over behind round around between against at across".split())
_ONES_OWN = frozenset("my the one both either".split())
_CARRIERS = frozenset({"pocket", "belt", "side", "feature", "lip"})


def _is_shown(scope: Scope, clause: list[str]) -> bool:
    """Whether a clause tells of one's own body or of small handling, of which nothing comes."""
    eyed = clause[0] in _EYEING and not _EYED.isdisjoint(map(stem, clause[1:4]))
    held = clause[0] == "keep" and (clause[1:2] in (["my"], ["one"], ["both"]) or worn_or_carried(clause[1:]) > 0)
    if eyed or held or clause[0] in _SOUNDED or is_expression(scope, clause):
        return True
    meanings = scope.nouns.verbs.at_start(clause)[0]
    if meanings and meanings[0] not in NEEDS_ITS_THING and len(clause) == 1:
        return True  # "humming", "whistling"
    return performance_of(scope, clause, Unclear("not_understood", " ".join(clause))) is not None


def _plain_of(scope: Scope, word: str) -> str:
    """The plain form of a verb in -ing: "keeping", "rubbing", "wiping"; empty where there is none."""
    known = next((form for form in _plain_forms(word) if form in scope.nouns.verbs.words), "")
    return known or plain_form_of(word)


def plain_form_of(word: str) -> str:
    """The plain form of a verb in -ing that is a word of English: "stirring"; empty where there is none."""
    return next((form for form in _plain_forms(word) if is_common(form) and form not in DETERMINERS), "")


def _plain_forms(word: str) -> tuple[str, ...]:
    """What a form in -ing may be of."""
    base = word.removesuffix("ing")
    doubled = len(base) > 2 and base[-1] == base[-2] and base[-1] not in "lsz"
    if doubled:
        return (base[:-1],)
    # Whoever shines is "shining"; whoever shins up a mast would be "shinning".
    return (f"{base}e", base) if _WOULD_BE_DOUBLED.fullmatch(base) else (base, f"{base}e")


_WOULD_BE_DOUBLED = re.compile(r"[^aeiou]*[aeiou][^aeiouwxy]")
