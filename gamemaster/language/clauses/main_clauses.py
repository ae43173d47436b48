"""The role of one clause by its subject, tense and verb: only what the player does now acts. Pure."""

from __future__ import annotations

import itertools
from dataclasses import replace

from gamemaster.language.clauses.clause_starts import SUBORDINATE, Stretch, is_reported
from gamemaster.language.clauses.expressions import is_expression
from gamemaster.language.clauses.rephrasing import GOING
from gamemaster.language.clauses.split import without_lead
from gamemaster.language.clauses.subjects import FIRST, denies, person_of, reports
from gamemaster.language.names.normalization import SPEECH
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.reading import IDLE
from gamemaster.language.tables.function_words import (
    AUXILIARIES,
    AWAY_WORDS,
    DETERMINERS,
    DIRECTIONS,
    PREPOSITIONS,
    QUESTION_WORDS,
    SECOND_PERSON,
)
from gamemaster.language.tables.verb_forms import (
    begins_in_the_past,
    is_gerund,
    is_over_after_have,
    is_past,
    is_third_person,
    plain_form,
    skip_adverbs,
)
from gamemaster.language.talk.questions.questions_put import is_question

# "I wish", "I wonder": what is thought. With "of", "about", "that" or a clause; never "I think I will".
_THOUGHTS = frozenset(
    """wish wonder hope imagine picture remember dream doubt guess suppose believe fear feel know love hate
    miss forget
    realise realize regret recall understand expect mean suspect like prefer care notice trust""".split()
)
_MODALS = frozenset({"could", "would", "might", "may", "ought", "should"})
_PLANS = frozenset({"mean", "plan", "intend", "hope", "wish", "long"})
_WANTS = frozenset({"like", "love", "rather", "prefer"})
_ALOUD = frozenset({"aloud", "out"})
_WHO = frozenset("i we he she it they that".split())
_SENSES = frozenset("feel see hear smell taste tell sense imagine understand".split())
_ONLY_ASKING = frozenset("asking curious checking wondering saying thinking kidding joking".split())
_FELT_ALONG = frozenset("inside under underneath beneath behind along around round beside between".split())
_SLOPES = frozenset({"up", "down", "outside", "inside", "upstairs", "downstairs"})
_NAMED = 90  # fit of a name from which on it is one
SCOFFS = frozenset({("my", "foot"), ("my", "arse"), ("my", "ass"), ("my", "eye")})
_FELT = frozenset({"of", "about", "at"})
UNCHANGED = frozenset("put set let cut hit shut hurt split spread cast beat read quit rid".split())
_HABITS = frozenset("always usually often rarely seldom never sometimes".split())
_REPEATEDLY = frozenset({("every", "day"), ("every", "night"), ("these", "days"), ("back", "home")})
_DATED = frozenset("until till til about for of before after by from".split())
_NOT_IN_EARNEST = frozenset("bluffing joking kidding teasing jesting".split())


def with_role(scope: Scope, unit: Stretch, asked: bool, before: Stretch | None) -> Stretch:
    """A main clause with its role by its subject, tense and verb; dependent stretches stay what they are."""
    if unit.words[0] in ("there", "here", "where") and unit.words[1:2] in (["i"], ["we"]):
        unit = replace(unit, words=unit.words[1:])  # "into the hall, and there I sit down"
    words = unit.words
    if unit.role == "time" and asked and words[0] == "when" and words[1:2] and words[1] in AUXILIARIES:
        return replace(unit, role="question", asked=True)  # "when did the riders come?"
    if (
        unit.role == "time"
        and words[0] in ("while", "whilst")
        and words[1:2] != []
        and words[1] in _TELLING_ON
    ):
        return replace(
            unit, words=[_TELLING_ON[words[1]], *words[2:]], role="speech"
        )  # "… while asking her why"
    if unit.role == "time" and not _is_charge(before) and (walked := _walks_meanwhile(scope, words)):
        return replace(unit, words=walked, role="act", confidence=0.9)
    if unit.role == "time" and before is not None and _covered_by(words, before):
        return replace(unit, words=words[1:], role="act", confidence=0.9)
    if unit.role == "manner" and SPEECH in words and reports(words):
        return replace(unit, role="speech")  # "eat, asking between mouthfuls “…”"
    if unit.role == "time" and SPEECH in words and words[1:2] != [] and words[1] in FIRST and reports(words[1:]):
        return replace(unit, words=words[1:], role="speech")  # "let her hold it while I ask: “…”"
    if unit.role != "act":
        return unit
    if before is not None and before.role != "act" and _is_aside(scope, words, before):
        return replace(unit, role="background")
    if before is not None and before.role == "purpose" and _is_what_is_seen(unit, before):
        return replace(unit, role="purpose")  # "… so they see I have no blade in them"
    if before is not None and before.role in ("negation", "speech") and _is_denied_too(scope, unit, before):
        return replace(unit, role="negation")
    if before is not None and _goes_on(scope, unit, before):
        return replace(unit, role=before.role, doubtful=before.doubtful, confidence=before.confidence)
    if SPEECH in words:
        return replace(unit, role="speech", asked=asked)
    if words[0] in FIRST and words[1:2] and words[1] in ("will", "shall"):
        more = before is not None and tuple(before.words[:2]) in _ONE_MORE and unit.joint == "and"
        more = more and before is not None and not scope.nouns.verbs.at_start(without_lead(before.words))[0]
        if more or unit.joint == "or":  # "careful, or I will drop it", "one more word and I will leave"
            return replace(unit, role="speech" if scope.people else "thought")
    if words[0] in ("just", "only") and words[1:2] and words[1] in _ONLY_ASKING:
        return replace(unit, role="background")
    if not AWAY_WORDS.isdisjoint(words):
        return replace(unit, role="ooc")
    requested = words[0] in ("will", "would") and words[1:2] == ["you"]
    if asked and before is not None and before.role == "question" and not (is_question(words) or requested):
        return replace(unit, role="background")  # "would I freeze if I lay down and slept here?"
    if asked or words[0] in QUESTION_WORDS or (words[0] == "am" and words[1:2] == ["i"]):
        return replace(unit, role="question", asked=asked)
    person = person_of(scope, words, 0)
    if person == "second":
        return replace(unit, role="speech")
    if person == "third":
        return replace(unit, role="background")
    if (put := _asked_of_nobody(words)) and is_question(put):
        return replace(unit, words=put, role="question", asked=True)
    if is_reported(scope, words):
        return replace(unit, role="speech")
    if denies(words):
        return replace(unit, role="negation")
    led = any(one.following for one in scope.state.characters.values())
    if ("we", "all") in itertools.pairwise(words) and not led:
        return replace(unit, role="thought")  # "in the end we all go down"
    if person == "first":
        found = _first_person(scope, unit)
        told = before is not None and before.doubtful and found.role == "act" and not found.doubtful
        return (
            replace(found, doubtful=True, confidence=0.7) if told and _is_alike_in_the_past(words) else found
        )
    if _scoffs(scope, words):
        return replace(unit, role="speech" if scope.people else "thought")
    supposed = words[:3] in (["let", "us", "pretend"], ["let", "us", "say"]) or words == [
        "let",
        "me",
        "think",
    ]
    if supposed or _is_imagined(scope, without_lead(words)):
        return replace(unit, role="thought")
    if is_expression(scope, words):
        return replace(unit, role="emote")
    at = skip_adverbs(words, 0)
    if at + 1 < len(words) and is_past(words[at]) and words[at + 1] in _FELT:
        return replace(unit, role="background")  # "scared of this man"
    if before is not None and at < len(words) and begins_in_the_past(words[at:]):
        return replace(unit, doubtful=True, confidence=0.7)  # "I nodded and took the torch"
    named = leading_person(scope, words, by_name=True)[0] in scope.people
    # "list what I'm carrying", "am I carrying it"
    named = named or words[0] in AUXILIARIES or not QUESTION_WORDS.isdisjoint(words)
    if (
        not named
        and not scope.nouns.verbs.at_start(without_lead(words))[0]
        and not FIRST.isdisjoint(words[1:])
    ):
        return replace(unit, role="background")  # "same bench I'd sat on all summer"
    return unit


def _asked_of_nobody(words: list[str]) -> list[str]:
    """What is asked aloud and of nobody: "ask nobody in particular why it is cold"; no words of anything else."""
    order = words[words[:1] == ["i"] :]
    nobody = order[1:3] == ["no", "one"] or order[1:2] in (["nobody"], ["noone"], ["myself"])
    rest = order[2 + (order[1:2] == ["no"]) :]
    return rest[2 * (rest[:2] == ["in", "particular"]) :] if order[:1] == ["ask"] and nobody else []


def _is_what_is_seen(unit: Stretch, before: Stretch) -> bool:
    """Whether a clause is what the purpose before it lets somebody see, hear or believe."""
    return not unit.joint and before.words[-1] in _LET_KNOW


_LET_KNOW = frozenset("see sees hear hears know knows think thinks believe believes notice notices".split())


def _first_person(scope: Scope, unit: Stretch) -> Stretch:
    """What a clause with "I" is: a deed of now, a deed of the past, a thought, a state, a gesture."""
    words = [word for word in unit.words if word != ","]
    after = next(n for n, word in enumerate(words) if word in FIRST) + 1
    at = skip_adverbs(words, after)
    if at >= len(words):
        return unit
    if _is_some_day(words[: after - 1], words[after:]):
        return replace(unit, role="thought")  # "later I will go up", "next week I take it to be mended"
    if not _HEDGED.isdisjoint(words[: after - 1]) and words[after] in _FUTURE:
        unit = replace(unit, confidence=_HALF_DECIDED)  # "perhaps I will sleep up there"
    if words[after] in ("nearly", "almost") and not is_expression(scope, words[after + 1 :]):
        return replace(unit, role="thought")  # "I nearly throw it"
    verb, rest = words[at], words[at + 1 :]
    if "already" in words[after:at] or rest[-1:] == ["already"]:
        return replace(unit, role="background")  # "I already read it" is over, whatever the verb's form
    if verb in ("keep", "kept") and rest and plain_form(rest[0], _THOUGHTS) in _THOUGHTS:
        return replace(unit, role="thought")  # "I keep wondering"
    if verb in ("am", "are"):
        return _being(unit, rest)
    if verb in ("was", "were", "had", "used") or (
        verb in ("have", "has")
        and rest
        and (
            is_over_after_have(rest[0])
            or (rest[0] in ("been", "never", "not", "always", "got") and rest[1:2] != ["to"])
        )
    ):
        return replace(unit, role="background")
    if verb in ("have", "has") and "mind" in rest[:4] and "to" in rest[2:5]:
        return replace(unit, role="thought")  # "I have half a mind to go back"
    if verb in ("have", "has") and rest and rest[0] in ("no", "nothing"):
        return replace(unit, role="background")  # "I have no quarrel with the dead"
    if verb in _MODALS:
        wanted = rest[:1] and rest[0] in _WANTS
        unit = replace(unit, confidence=_HALF_DECIDED) if rest[:1] == ["love"] else unit
        return (
            unit if wanted else replace(unit, role="act" if verb == "should" else "thought", confidence=0.7)
        )
    if verb in ("wonder", "wonders") and _ALOUD.intersection(rest[:2]):
        return replace(unit, role="speech")
    if verb in ("find", "finds") and rest and rest[0] in _WHO and rest[1:]:
        return replace(unit, role="thought")  # "I find I am laughing"
    if (
        verb == "can" and rest
    ):  # "I can feel it"; "I can pay" is held out to whoever is here, and does nothing
        offered = scope.people and rest[0] not in _SENSES
        return replace(unit, role="speech" if offered else "thought", confidence=0.7)
    if SECOND_PERSON.intersection(rest) and plain_form(verb, _THOUGHTS | {"think"}) in _THOUGHTS | {"think"}:
        return replace(unit, role="speech")
    meant = verb == "mean" and rest and rest[0] not in _WHO | {"to", "you", "no"}
    if meant and scope.nouns.verbs.at_start(rest)[0]:
        return unit  # "I mean ask him about the knocking"
    if verb in _PLANS and rest[:1] == ["to"]:
        return replace(unit, doubtful=True, confidence=0.7)
    if _is_habit(words[after:]):
        return replace(unit, role="background")  # "I always sleep badly", "I eat them every day"
    if _says_how_well(verb, rest):
        return replace(unit, role="background")  # "I sleep badly", "I drink too much"
    if verb in ("want", "wish", "like") and rest[:2] == ["to", "help"] and scope.people:
        return replace(unit, role="speech")  # "I want to help you find her"
    if _is_for_later(rest):
        return replace(unit, role="thought")  # "I will burn it tomorrow"
    if is_past(verb) and rest[:1] == ["that"] and len(rest) > 1 and rest[1] in _WHO | DETERMINERS:
        return replace(unit, role="background")  # "I dreamt that I burn it"
    if verb == "think" and (not rest or rest[0] not in ("i", "we")):
        return replace(unit, role="thought")
    groping = rest[:1] != [] and (
        rest[0] in _FELT_ALONG or (rest[0] == "for" and DETERMINERS.intersection(rest[1:2]))
    )
    if verb in ("feel", "feels") and groping:
        return unit  # "I feel inside the sleeve" is done by hand
    if plain_form(verb, _THOUGHTS) in _THOUGHTS and verb not in scope.nouns.verbs.own:
        return replace(unit, role="thought")
    if is_expression(scope, words[at:]):
        return replace(unit, role="emote")
    if "you" in rest and scope.people and not scope.nouns.verbs.at_start(without_lead(words[at:]))[0]:
        return replace(unit, role="speech")  # "I owe you two months' pay"
    if begins_in_the_past(words[at:]):
        return replace(unit, doubtful=True, confidence=0.7)
    return unit


def _is_imagined(scope: Scope, words: list[str]) -> bool:
    """Whether a deed is only thought of: "imagine taking it and running", "let us hope nobody goes in"."""
    if words[0] not in _THOUGHTS or words[0] in scope.nouns.verbs.own:
        return False
    return words[1:2] != [] and (is_gerund(words[1]) or person_of(scope, words, 1) is not None)


def _scoffs(scope: Scope, words: list[str]) -> bool:
    """Whether what somebody said is laughed at: "bronchitis my foot"."""
    said = len(words) > 2 and tuple(words[-2:]) in SCOFFS
    return said and not scope.nouns.verbs.at_start(without_lead(words))[0] and not FIRST.intersection(words)


def _covered_by(words: list[str], before: Stretch) -> bool:
    """Whether what came before only covers what one does meanwhile: "distract him while I take it"."""
    told = words[0] == "while" and len(words) > 3 and words[1] in FIRST
    return told and before.role == "act" and not {"distract", "divert", "occupy"}.isdisjoint(before.words[:3])


def _goes_on(scope: Scope, unit: Stretch, before: Stretch) -> bool:
    """Whether a clause without a subject shares that of the one before it: "he laughed and took it"."""
    if (
        before.role not in IDLE - {"negation", "manner"}
        or person_of(scope, unit.words, 0)
        or SPEECH in unit.words
    ):
        return False
    at = skip_adverbs(unit.words, 0)
    verb = unit.words[at] if at < len(unit.words) else ""
    past = bool(verb) and begins_in_the_past(unit.words[at:])
    inflected = past or is_third_person(verb) or is_gerund(verb)
    if unit.joint == "then" and before.role == "background" and not _PLANNED.isdisjoint(before.words):
        return "to" in before.words  # "the trick would be to take it and then wait for dark"
    shared = unit.joint == "and" and not (_MODALS | {"can"}).isdisjoint(
        before.words[1:4]
    )  # "before she can sit and take it"
    ordered = before.role in ("time", "condition") and FIRST.isdisjoint(before.words[1:2]) and not shared
    # "Wrap it so it doesn't break and tuck it under my arm": the second is no deed of "it".
    ordered = ordered or (before.role == "purpose" and before.words[0] in _OF_OTHERS and not shared)
    meant = before.role == "purpose" or (before.role == "background" and before.joint == "so")
    ordered = ordered or (meant and not shared and _is_seen_by_one(before.words))
    ordered = ordered or tuple(before.words[:2]) in _BY_HOW_MUCH  # "I bow, a bit too low, and go"
    ordered = ordered or (before.words[0] == "for" and "to" not in before.words)  # "for warmth and ask him"
    # A pause after a time or a purpose ends it: "as I go, and stop on the sixth", "so he can't see, and take the key".
    said_of_it = before.role in ("time", "purpose", "manner") or before.joint == "so"
    seems = before.role == "condition" and not {"would", "were", "had"}.isdisjoint(before.words[:4])
    said_of_it = said_of_it or seems or (before.role == "background" and before.words[0] in SUBORDINATE)
    ordered = ordered or (before.apart and said_of_it)
    if ordered and not inflected:
        return False  # "before he sees and look at him": the second is no deed of his
    return inflected or (unit.joint in ("and", "or") and unit.role == "act" and verb not in FIRST)


def _is_seen_by_one(words: list[str]) -> bool:
    """Whether a purpose is what one other sees, or what they are to see: "the boy sees my hands", "I mean well".

    A plain verb after it is no other deed of theirs, as its form shows.
    """
    said = words[1 + (words[0] in DETERMINERS) : 5]
    of_one = words[0] not in FIRST and any(is_third_person(word) for word in said)
    return of_one or (words[0] in FIRST and words[1:2] != [] and words[1] in _MEANT_WELL)


_MEANT_WELL = frozenset({"mean", "am", "have", "come"})
_BY_HOW_MUCH = frozenset(("a", much) for much in ("bit", "little", "touch", "tad", "shade"))
_OF_OTHERS = frozenset("it he she they nobody noone that everyone everybody".split())
_PLANNED = frozenset({"would", "could", "should", "is", "was"})


def _is_denied_too(scope: Scope, unit: Stretch, before: Stretch) -> bool:
    """Whether what is not done is two deeds: "don't lie down and look", but "don't wait and look"."""
    denied = next((n for n, word in enumerate(before.words) if word in ("not", "never", "refuse")), None)
    verb = unit.words[skip_adverbs(unit.words, 0) :][:1]
    if (
        denied is None
        or before.apart
        or is_reported(
            scope, before.words
        )  # what is told is denied: "I tell him that I never shot, and ask him"
        or unit.joint != "and"
        or not verb
        or person_of(scope, unit.words, 0) is not None
    ):
        return False
    first = [word for word in before.words[skip_adverbs(before.words, denied + 1) :] if word != "to"][:1]
    return bool(first) and _HOLDS_UP.isdisjoint(first) and verb[0] not in ("just", "only", "instead")


_HOLDS_UP = frozenset(
    """wait hesitate linger dawdle dally stop pause think bother move stir worry care mind panic be feel know
    say speak talk answer reply argue ask look listen knock believe trust want like turn stand give""".split()
)


def _is_alike_in_the_past(words: list[str]) -> bool:
    """Whether the verb after "I" has one form for now and then: "I picked it up and I put it in my pocket"."""
    at = next((n for n, word in enumerate(words) if word in FIRST), 0)
    return bool(UNCHANGED.intersection(words[skip_adverbs(words, at + 1) :][:1]))


def _is_aside(scope: Scope, words: list[str], before: Stretch) -> bool:
    """Whether words without a verb only add to what was told before: "…, just two men and a cow"."""
    rest = words[words[0] in ("just", "only") :]
    if before.role == "negation" and "not" in before.words and len(rest) < len(words):
        return False  # "don't take the pitch, just the rope"
    return (
        len(rest) > 1
        and SPEECH not in words
        and rest[0] in DETERMINERS | {"for"}
        and not scope.nouns.verbs.at_start(without_lead(words))[0]
        and person_of(scope, words, 0) is None
        and not is_question(words)
    )


_TELLING_ON = {"asking": "ask", "telling": "tell"}


def _is_charge(before: Stretch | None) -> bool:
    """Whether what came before is for somebody to do or have meanwhile: "give him the lamp to hold while I go"."""
    words = before.words[before.words[:1] == ["i"] :] if before is not None else []
    if before is None or len(words) < len(("to", "hold")):
        return False
    kept = words[0] == "to" and words[1] in _MINDED
    return kept or (before.role in ("act", "speech") and words[0] in _CHARGING)


_MINDED = frozenset("hold keep mind watch guard carry have use look wear".split())
_CHARGING = frozenset(
    "give hand lend loan leave pass entrust let ask beg order tell get have bid trust trade show wait stay".split()
)


def _walks_meanwhile(scope: Scope, words: list[str]) -> list[str]:
    """The walk that goes on beside something said: "…while I walk back up to the yard"; no words for anything else."""
    if words[0] not in ("while", "as") or words[1:2] not in (["i"], ["we"]) or words[2:3] == []:
        return []
    if plain_form(words[2], GOING) in GOING and words[3:4] and words[3] in _SLOPES:
        return words[1:]  # "… while I run up to see what is wrong"
    where = [word for word in words[3:] if word not in DIRECTIONS and word not in PREPOSITIONS]
    found = resolve(scope, where, frozenset({"place"})) if plain_form(words[2], GOING) in GOING else None
    there = found is not None and found.fit >= _NAMED and scope.nouns.kinds[found.thing] == "place"
    return words[1:] if there and found is not None and found.thing != scope.state.place else []


def _is_habit(words: list[str]) -> bool:
    """Whether the words after "I" say what one does as a rule, and not now."""
    heading = words[0] in ("go", "head", "walk", "run", "get", "come")
    again = any(pair in _REPEATEDLY for pair in itertools.pairwise(words)) and not heading
    return words[0] in _HABITS or again


def _says_how_well(verb: str, rest: list[str]) -> bool:
    """Whether the words after a verb, and these alone, judge what one does as a rule, and do nothing.

    One sleeps like a log as a rule, and salutes like a soldier now.
    """
    likened = len(rest) == _LIKENED and rest[:2] in (["like", "a"], ["like", "an"])
    return tuple(rest) in _HOW_WELL or (likened and verb in _SKILLS)


_SKILLS = frozenset("sleep snore eat drink sing swim fight work cook live smell feel look read ride shoot".split())


# How well or how much one does something, as one says of oneself; "slowly" and "softly" are ways of doing it.
_HOW_WELL = frozenset(
    tuple(words.split())
    for words in (
        "badly", "very badly", "poorly", "terribly", "well", "very well", "little", "very little", "a little",
        "too much", "too little", "a lot", "lightly", "best alone", "better alone", "alone", "for a living",
    )
)  # fmt: skip
_LIKENED = 3  # words of "like a log"
_ONE_MORE = frozenset({("one", "more"), ("another", "word"), ("any", "more")})
_HEDGED = frozenset({"maybe", "perhaps", "possibly"})
_FUTURE = frozenset({"will", "shall", "am", "could", "can"})
_HALF_DECIDED = 0.5  # certainty of what one says that one may do
_PUT_OFF = frozenset({"later", "afterwards"})  # of what is only told it says what comes next
_UNDATED = frozenset({"someday", "sometime", "eventually", "tomorrow"})
_SOME = frozenset({"some", "one", "another", "next", "other"})
_DAYS = frozenset("day days night morning evening week month year summer winter time".split())


def _is_some_day(before: list[str], said: list[str]) -> bool:
    """Whether the words before "I" put off to another time what comes after it: "next week", "some other time"."""
    if not _PUT_OFF.isdisjoint(before):
        return said[0] in _FUTURE
    dated = any(one in _SOME and other in _SOME | _DAYS for one, other in itertools.pairwise(before))
    return not _UNDATED.isdisjoint(before) or (dated and before[-1] in _DAYS)


def _is_for_later(words: list[str]) -> bool:
    """Whether a deed is put off to another day: "tomorrow", and not "until tomorrow" or "about tomorrow"."""
    at = words.index("tomorrow") if "tomorrow" in words else 0
    return bool(at) and words[at - 1] not in _DATED


def _being(unit: Stretch, rest: list[str]) -> Stretch:
    """ "I am going to …" and "I am opening …" are deeds; any other "I am …" says how one is."""
    at = skip_adverbs(rest, 0)
    if at < len(rest) and is_gerund(rest[at]):
        if rest[at] in ("thinking", "wondering", "hoping", "feeling", "dying", "freezing", "starving"):
            return replace(unit, role="background")
        if rest[at] in _NOT_IN_EARNEST or (rest[at] in ("lying", "pretending") and at + 1 == len(rest)):
            return replace(unit, role="background")  # of what was said, and no deed of its own
        return unit
    if rest[:2] == ["about", "to"]:
        return unit
    return replace(unit, role="background")
