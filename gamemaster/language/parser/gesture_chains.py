"""What "it" and "them" mean after a gesture: what it was made with, where that is no thing of the world. Pure.

"I hold up my hands and turn them round", "I take off one boot, tip the snow out of it": a chain of small deeds is told
as one, and no thing that was spoken of long ago is turned or tipped in place of the hands, or the boot.
"""

from __future__ import annotations

from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.clauses.performances import NEEDS_ITS_THING
from gamemaster.language.clauses.split import without_lead
from gamemaster.language.clauses.subjects import PRONOUNS
from gamemaster.language.names.normalization import stem
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.parser.parse_state import NAME_WORDS, NAMED_FIT, ParseState, text_of
from gamemaster.language.tables.function_words import ADVERBS, CLOTHES, DETERMINERS, PREPOSITIONS
from gamemaster.language.tables.verb_forms import skip_adverbs
from gamemaster.language.wording.agreement import is_plural
from gamemaster.rules.proposal import Intent
from worlds.verbs import MOVE, SPEAK

_NEW = frozenset("a an some one two three another".split())
_SEVERAL = frozenset("both two three some few".split())
_BETWEEN = ADVERBS | PREPOSITIONS | frozenset("up down off out over back together round around open".split())
_PARTICLES = frozenset("up down off out over round around".split())
_ONE, _MANY = frozenset({"it"}), frozenset({"them", "both", "each", "one"})
# Of one's own body nobody takes, reads or lights anything: "I scratch my chin and take it" takes something else.
_OF_THE_BODY = NEEDS_ITS_THING - frozenset("put show use close hide throw look examine listen smell taste".split())


def goes_on_with_gesture(parse: ParseState, clause: list[str]) -> Intent | None:
    """The clause as a gesture, where its "it" or "them" is what the gesture before it was made with; else None."""
    words = without_lead(clause[clause[:1] == ["i"] :])
    gesture = _gesture_meant(parse.intents)
    if gesture is None or len(words) < len(("turn", "it")):
        return None
    meanings = parse.scope.nouns.verbs.at_start(words)[0]
    if meanings and meanings[0] in (*SPEAK, *MOVE):
        return None
    shown = _shown_in(parse.scope, gesture.words.split())
    if shown is None:
        return None
    noun, lead, direct = shown
    several = is_plural(noun) or lead in _SEVERAL
    if (_MANY if several else _ONE).isdisjoint(words[1:]) or _names_somebody(parse.scope, words):
        return None
    body = stem(noun) in BODY
    made = direct and (lead in _NEW or stem(noun) in CLOTHES)
    told_of = not (made or body or several)
    if body and not (made or several) and (_has_handled(parse) or (meanings and meanings[0] in _OF_THE_BODY)):
        return None
    if told_of and _is_within_reach(parse.scope):
        return None  # "wipe the sweat from my brow and pick it up"
    return Intent(verb="express", role="emote", topic=text_of(clause)[:120])


def _is_within_reach(scope: Scope) -> bool:
    """Whether "it" may be a thing that was spoken of before: one left behind in another place is not meant."""
    thing = scope.focus.get("it")
    return thing is not None and scope.reach(thing)


def _gesture_meant(intents: list[Intent]) -> Intent | None:
    """The gesture just before, past those that only go on with it: "roll up a sleeve, turn it down, brush it"."""
    for intent in reversed(intents):
        if intent.verb != "express" or intent.objects:
            return None
        if (_ONE | _MANY).isdisjoint(intent.words.split()):
            return intent
    return None


def _shown_in(scope: Scope, words: list[str]) -> tuple[str, str, bool] | None:
    """The noun that a gesture was made with, the word before it, whether it is the verb's object; None of a thing."""
    words = without_lead(words[words[:1] == ["i"] :])
    start = skip_adverbs(words, 0) + 1
    at = next((n for n in range(start, len(words)) if words[n] not in _BETWEEN), len(words))
    if words[at : at + 1] == [] or words[at] not in DETERMINERS | _NEW | _SEVERAL:
        return None
    phrase = []
    for word in words[at + 1 : at + 1 + NAME_WORDS]:
        if word in PREPOSITIONS | DETERMINERS | ADVERBS or not word.isalpha():
            break
        phrase.append(word)
    while phrase and phrase[-1] in _BETWEEN:
        phrase = phrase[:-1]
    if not phrase:
        return None
    found = resolve(scope, phrase) if stem(phrase[-1]) not in BODY else None
    if found is not None and found.fit >= NAMED_FIT and scope.reach(found.thing):
        return None
    lead = "both" if "both" in words[at : at + 1] else words[at]
    return phrase[-1], lead, (PREPOSITIONS - _PARTICLES).isdisjoint(words[start:at])


def _has_handled(parse: ParseState) -> bool:
    """Whether a thing was handled in this very input: "it" may be that one."""
    kinds = parse.scope.nouns.kinds
    return any(kinds.get(thing) in ("item", "feature") for one in parse.intents for thing in one.objects)


def _names_somebody(scope: Scope, words: list[str]) -> bool:
    named = (at for at in range(1, len(words)) if words[at] not in PRONOUNS | _MANY)
    return any(leading_person(scope, words[at:], by_name=True)[0] in scope.people for at in named)
