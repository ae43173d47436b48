"""What one does with one's own body during a deed, told by a form in -ing or without a verb, as a gesture of its own.

"I go up the path, humming", "…, keeping an eye on the ice", "…, eyes on the lady": nothing comes of it, and it is not
to be lost. What would change anything ("…, taking the lamp with me") is no such manner. Pure.
"""

from __future__ import annotations

from gamemaster.language.clauses.expressions import BODY, is_expression
from gamemaster.language.clauses.performances import NEEDS_ITS_THING, performance_of
from gamemaster.language.names.english_words import is_common
from gamemaster.language.names.named_things import named_thing
from gamemaster.language.names.normalization import SPEECH, stem
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.names.noun_phrases import Unclear
from gamemaster.language.tables.function_words import DETERMINERS, PREPOSITIONS
from gamemaster.language.tables.verb_forms import is_gerund, is_past, skip_adverbs
from gamemaster.rules.proposal import Intent

_MOST_WORDS = 12
_EYED = frozenset({"eye", "gaze"})
_SOUNDED = frozenset({"whistle", "hum", "sing", "mutter", "mumble"})
_EYEING = frozenset({"keep", "cast", "throw"})


def shown_meanwhile(scope: Scope, words: list[str]) -> Intent | None:
    """The gesture that goes with a deed, in its plain form; None where the words are no such manner."""
    while words and words[-1] in ("like", "as", "if", "though"):
        words = words[:-1]  # "whistling like | I have not a care"
    if not words or len(words) > _MOST_WORDS or SPEECH in words:
        return None
    at = skip_adverbs(words, 0)
    if at < len(words) and is_gerund(words[at]):
        verb = _plain_of(scope, words[at])
        clause = [verb, *words[at + 1 :]] if verb else []
    else:
        owned = words[:1] != [] and words[0] in ("my", "one", "both")
        clause = ["keep", *([] if owned else ["my"]), *words] if _is_held(words[owned:]) else []
    if not clause or not _is_shown(scope, clause):
        return None
    said = " ".join(clause)
    return Intent(verb="express", role="emote", topic=said[:120], words=said[:300])


def taken_meanwhile(scope: Scope, words: list[str]) -> list[str]:
    """The order to take what is taken along by a form in -ing: "…, taking the lamp with me"; else no words."""
    if len(words) < _SHORTEST_TAKING or not is_gerund(words[0]):
        return []
    clause = [_plain_of(scope, words[0]), *words[1:]]
    clause = clause[:-2] if clause[-2:] == ["with", "me"] else clause[: -1 if clause[-1] == "along" else None]
    meanings, length = scope.nouns.verbs.at_start(clause)
    found = named_thing(scope, clause[length:]) if meanings[:1] == ("take",) else None
    lying = scope.state.items.get(found.thing) if found is not None else None
    return clause if lying in (scope.state.place, scope.focus.get("back")) and lying is not None else []


_SHORTEST_TAKING = 3  # words of "taking the lamp"


def _is_held(words: list[str]) -> bool:
    """Whether a part of the body is said to be somewhere: "eyes on the lady", "hand on the rail"."""
    words = [words[0], *words[2:]] if len(words) > 2 and is_past(words[1]) else words  # "hands tucked in …"
    return len(words) > 1 and stem(words[0]) in BODY and words[1] in PREPOSITIONS and words[1] != "of"


def _is_shown(scope: Scope, clause: list[str]) -> bool:
    """Whether a clause tells of one's own body or of small handling, of which nothing comes."""
    eyed = clause[0] in _EYEING and not _EYED.isdisjoint(map(stem, clause[1:4]))
    held = clause[0] == "keep" and clause[1:2] in (["my"], ["one"], ["both"])
    if eyed or held or clause[0] in _SOUNDED or is_expression(scope, clause):
        return True
    meanings = scope.nouns.verbs.at_start(clause)[0]
    if meanings and meanings[0] not in NEEDS_ITS_THING and len(clause) == 1:
        return True  # "humming", "whistling"
    return performance_of(scope, clause, Unclear("not_understood", " ".join(clause))) is not None


def _plain_of(scope: Scope, word: str) -> str:
    """The plain form of a verb in -ing: "keeping", "rubbing", "wiping"; empty where there is none."""
    base = word.removesuffix("ing")
    doubled = len(base) > 2 and base[-1] == base[-2] and base[-1] not in "lsz"
    forms = (base[:-1],) if doubled else (base, f"{base}e")
    known = next((form for form in forms if form in scope.nouns.verbs.words), "")
    return known or next((form for form in forms if is_common(form) and form not in DETERMINERS), "")
