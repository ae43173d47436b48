"""Cut a player's sentences into stretches with a role each, before anything acts: only what is done now acts. Pure.

The order of the stretches is that of the words. A stretch of role `act` may still hold several orders, a list, or a
bare name: the parser cuts it further. Everything that hangs on a main clause (manner, purpose, condition, time,
what is not to be done) and everything that is told, thought or over becomes a stretch of its own that does nothing.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

from gamemaster.language.clauses.cutting import Stretch, is_reported, trim_joints, units
from gamemaster.language.clauses.expressions import is_expression
from gamemaster.language.clauses.retractions import TAKEN_BACK
from gamemaster.language.clauses.split import clauses, says_only_how, without_lead
from gamemaster.language.clauses.subjects import FIRST, JOINTS, PRONOUNS, denies, person_of, reports
from gamemaster.language.looking_elsewhere import place_supposed, without_hedge
from gamemaster.language.movement import read_heading
from gamemaster.language.names.normalization import SPEECH
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.names.pronouns import pronoun, refocus
from gamemaster.language.placement import read_placement
from gamemaster.language.reading import IDLE
from gamemaster.language.tables.function_words import (
    ADVERBS,
    AUXILIARIES,
    AWAY_WORDS,
    DETERMINERS,
    DIRECTIONS,
    PREPOSITIONS,
    QUESTION_WORDS,
)
from gamemaster.language.tables.verb_forms import (
    is_gerund,
    is_past,
    is_third_person,
    plain_form,
    skip_adverbs,
)
from gamemaster.language.talk.speech_acts import is_question

_OVER = frozenset("yesterday ago earlier formerly".split())
_OVER_PAIRS = frozenset(
    {
        ("last", "night"),
        ("last", "year"),
        ("last", "week"),
        ("that", "day"),
        ("that", "night"),
        ("back", "then"),
        ("every", "night"),
        ("every", "day"),
    }
)
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
_KNOWN_OF_OTHERS = frozenset({"you", "your", "yours"})
_CALLS = frozenset(
    "hey oi yo hi hello okay please so dear well oh ah psst my friend good old no yes and but".split()
)
_FILLERS = (
    ("hang", "on", "a", "minute"), ("hang", "on"), ("hold", "on"), ("wait", "a", "minute"), ("wait", "a", "second"),
    ("okay", "wait"), ("wait",),
)  # fmt: skip
_HANDLED = frozenset("take drop give put open close light eat drink wear remove show read examine".split())
_GOING = frozenset("go climb walk head run creep come sneak ride swim".split())
_LEAVING = frozenset("leave leaves exit exits go goes walk walks run runs enter enters storm storms".split())
_LAID = frozenset("it them him her down everything".split())
_ONLY_ASKING = frozenset("asking curious checking wondering saying thinking kidding joking".split())
_ADDED_THOUGHTS = frozenset(
    (",", "i", verb) for verb in ("thought", "think", "suppose", "guess", "reckon", "mused")
)
_NAMED = 90  # fit of a name from which on it is one
_FELT = frozenset({"of", "about", "at"})


def stretches(scope: Scope, words: list[str], asked: bool, *, gesture: bool = False) -> list[Stretch]:
    """The stretches of one sentence (its words without the end mark); a `gesture` stood between stars."""
    if words[0] in AWAY_WORDS:
        return [Stretch(words, "ooc")]
    if said := without_hedge(words):
        sure = _certainty_of_hedge(scope, said)
        words = said if sure else words
        if sure == _GUESS:
            return [Stretch(words, "act", asked, confidence=sure)]
    if tuple(words[-3:]) in _ADDED_THOUGHTS:
        return [Stretch(words, "thought")]
    if len(words) > 2 and words[0] in ("but", "and", "yet"):
        words = words[1:]
    if not asked and tuple(words[:2]) in _HAD_I:
        return [Stretch(words, "thought")]  # "had I any sense I would have stayed"
    if words[1:3] in (["feel", "as"], ["feel", "like"]) and words[0] in FIRST and not asked:
        return [Stretch(words, "emote")]  # "I feel as if I am watched"
    words = _turned_round(_without_tag(_without_filler(_after_what_is_taken_back(scope, words))))
    words = _manner_alone(_in_plain_words(words))
    if (otherwise := _otherwise(words)) is not None:
        unless, words = otherwise
        return [Stretch(unless, "condition"), *stretches(scope, words, asked, gesture=gesture)]
    if _calls_somebody(scope, words):
        return [Stretch(words, "speech", asked)]
    found: list[Stretch] = []
    before: Stretch | None = None
    for unit in units(scope, words, asked):
        for part in _parted_from_speech(unit):
            before = _judge(scope, part, asked, before)
            if gesture and before.role in ("act", "background") and not _is_plain_deed(scope, part.words):
                told = before.role == "background" and part.words[0] in PRONOUNS - FIRST
                before = replace(before, role="thought" if told else "emote", doubtful=False)
            found.append(before)
    if _is_over(words):
        gone = [one.doubtful or one.role == "emote" for one in found]
        found = [
            replace(one, role="background", doubtful=False) if over else one
            for one, over in zip(found, gone, strict=True)
        ]
    return _join(_without_plans(scope, _without_wishes(found)))


_GUESS = 0.7  # certainty of going to a place that is only guessed at


def _certainty_of_hedge(scope: Scope, words: list[str]) -> float:
    """How sure an order is that "I guess" follows: as sure as any, or a guess at where to go; 0 of what is no order."""
    if person_of(scope, words, 0) or not {*QUESTION_WORDS, SPEECH}.isdisjoint(words):
        return 0.0
    if scope.nouns.verbs.at_start(without_lead(words))[0] or read_heading(scope, words) is not None:
        return 1.0
    guessed = len(words) <= _PLACE_WORDS and place_supposed(scope, words, scope.state.place) is not None
    return _GUESS if guessed and not scope.talking else 0.0


_PLACE_WORDS = 4  # of a place's name at most


_HAD_I = frozenset((verb, who) for verb in ("had", "were", "should") for who in FIRST)


_THERE_AND_BACK = (
    ("up", "and", "down"),
    ("back", "and", "forth"),
    ("to", "and", "fro"),
    ("round", "and", "round"),
)


_SHAPES = frozenset("line row ring circle heap pile arc".split())
_MOODS = frozenset("peace silence anger haste fear dread awe triumph vain tears pain earnest secret".split())
_WAYS = frozenset("pick wend thread feel light grope find wind weave work trace".split())
_ALL_THE_WAY = (("all", "the", "way"), ("straight", "back"), ("right", "back"))
_TAKING_A_LOOK = frozenset("take takes have steal cast throw give".split())
_LOOKS = frozenset("look glance peek peep gander".split())


def _in_plain_words(words: list[str]) -> list[str]:
    """Set phrases in other words: "pick my way" is to go, "take one last look at it" to look at it."""
    words = _to_and_fro(_in_spite(_without_what_is_shunned(words)))
    words = _set_phrase(words) or words
    for at in range(1, len(words) - 2):
        if words[at - 1] == "," == words[at + 1] and (words[at].endswith("ly") or words[at] in ADVERBS):
            return _in_plain_words(
                [*words[: at - 1], *words[at + 2 :]]
            )  # "set it down, slowly, on the anvil"
    for at in range(1, len(words) - 1):
        if words[at] == "in" and words[at + 1] in _MOODS and words[at + 2 : at + 3] != ["of"]:
            return _in_plain_words([*words[:at], *words[at + 2 :]])  # "go in silence": it leads into nothing
    for at in range(1, len(words) - 2):
        if (
            words[at : at + 2] == ["in", "a"]
            and words[at + 2] in _SHAPES
            and words[at + 3 : at + 4] != ["of"]
        ):
            return _in_plain_words([*words[:at], *words[at + 3 :]])  # "spill it in a line across the floor"
    for at in range(len(words) - 3):
        if words[at + 1 : at + 3] == ["my", "way"] and words[at] in _WAYS and words[at + 3] in _ONTO:
            return _in_plain_words([*words[:at], "go", *words[at + 3 :]])
        if tuple(words[at : at + 3]) in _ALL_THE_WAY and words[at + 3] in _ONTO:
            return _in_plain_words([*words[:at], *words[at + 3 :]])
        if words[at] in _TAKING_A_LOOK and (look := _look_taken(words, at)):
            return _in_plain_words([*words[:at], "look", *words[look:]])
    return words


_SET_PHRASES: dict[tuple[str, ...], list[str]] = {
    ("take", "my", "leave", "of"): ["say", "goodbye", "to"],
    ("take", "my", "leave"): ["say", "goodbye"],
    ("take", "a", "seat"): ["sit"],
    ("have", "a", "seat"): ["sit"],
    ("at", "everything", "around", "me"): ["around"],
    ("at", "everything", "about", "me"): ["around"],
    ("go", "in", "search", "of"): ["search", "for"],
}


def _set_phrase(words: list[str]) -> list[str] | None:
    """The words with the first of the set phrases in them put plainly; None where there is none."""
    for at in range(len(words) - 2):
        for length in (4, 3):
            plainly = _SET_PHRASES.get(tuple(words[at : at + length]))
            if plainly is not None:
                return [*words[:at], *plainly, *words[at + length :]]
    return None


def _look_taken(words: list[str], at: int) -> int:
    """Where the words go on after "take one more look" at `at`; 0 where no look is taken."""
    end = next((n for n in range(at + 2, min(at + 6, len(words))) if words[n] in _LOOKS), 0)
    before = words[at + 1 : end]
    plain = end and before[0] in ("a", "an", "one", "another") and (PREPOSITIONS | JOINTS).isdisjoint(before)
    return (
        end + 1
        if plain and words[end + 1 : end + 2] and words[end + 1] in PREPOSITIONS | DIRECTIONS.keys()
        else 0
    )


_ONTO = frozenset(DIRECTIONS) | PREPOSITIONS | {"across", "along", "round", "around", "back", "home"}


_LAYING = frozenset("set put lay drop place lean prop stand leave rest".split())
_SHUNNING = (("away", "from"), ("far", "from"), ("clear", "of"), ("away", "of"))


def _without_what_is_shunned(words: list[str]) -> list[str]:
    """A thing laid "well away from the hay" without the hay, which is where it is not laid."""
    start = skip_adverbs(words, 1 if words[0] in FIRST else 0)
    if start >= len(words) or words[start] not in _LAYING:
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


def _in_spite(words: list[str]) -> list[str]:
    """ "Even though" and "even if" as the one word that they mean: what follows holds nothing back."""
    at = next((n for n in range(1, len(words) - 1) if words[n] == "even" and words[n + 1] in _THOUGH), None)
    return words if at is None else [*words[:at], "although", *words[at + 2 :]]


_THOUGH = frozenset({"though", "if"})


def _to_and_fro(words: list[str]) -> list[str]:
    """Without "up and down" and the like, which lead nowhere: "jump up and down", "pace to and fro"."""
    at = next((at for at in range(1, len(words) - 2) if tuple(words[at : at + 3]) in _THERE_AND_BACK), None)
    return words if at is None else [*words[:at], "about", *words[at + 3 :]]


def _manner_alone(words: list[str]) -> list[str]:
    """ "Go to the hall but quietly": what follows "but" is how it is done, and no other clause."""
    at = words.index("but") if "but" in words[1:] else 0
    end = next((n for n in range(at + 1, len(words)) if words[n] in (",", "and")), len(words))
    if not at or end == at + 1 or not says_only_how(words[at + 1 : end]):
        return words
    return [*words[: at - (words[at - 1] == ",")], *words[at + 1 :]]


def _without_wishes(found: list[Stretch]) -> list[Stretch]:
    """The stretches; what one wants and then does otherwise is not done: "I want to sleep, but I listen".

    "I want to go up, but first I eat" is both, the second of them first.
    """
    wanted = (["i", "want", "to"], ["i", "need", "to"], ["i", "long", "to"])
    kept: list[Stretch] = []
    put_off: Stretch | None = None
    for one, following in itertools.zip_longest(found, found[1:]):
        wish = one.role == "act" and one.words[:3] in wanted
        if wish and following is not None and following.joint == "but":
            if following.role == "act" and "first" in following.words[:2] and len(found) == _BOTH:
                put_off = replace(one, joint="then")
                continue
            one = replace(one, role="thought")
        kept.append(one)
    return kept if put_off is None else [*kept, put_off]


_BOTH = 2  # stretches of which the second is done first


def _without_plans(scope: Scope, found: list[Stretch]) -> list[Stretch]:
    """The stretches; harm that one will do if something comes to pass is not done, nor is a wait that hangs on it."""
    gates = [one for one in found if one.role == "condition" and one.words[0] in ("if", "unless")]
    event = any(_is_event(one.words) for one in gates)
    return [
        replace(one, role="thought")
        if one.role == "act" and gates and (_lasts(scope, one.words) or (event and _harms(scope, one.words)))
        else one
        for one in found
    ]


def _harms(scope: Scope, words: list[str]) -> bool:
    return not {"attack", "burn", "break"}.isdisjoint(scope.nouns.verbs.at_start(without_lead(words))[0][:1])


def _lasts(scope: Scope, words: list[str]) -> bool:
    order = without_lead(words[words[0] in FIRST :])
    return bool(order) and scope.nouns.verbs.at_start(order)[0][:1] in (("wait",), ("sleep",))


_STATE = frozenset("is are am was were there here has have can if unless".split())


def _is_event(words: list[str]) -> bool:
    """Whether a condition waits for something to happen, and is no state that can be looked at: "he comes closer"."""
    return words[0] in ("if", "unless") and _STATE.isdisjoint(words[1:5])


def _turned_round(words: list[str]) -> list[str]:
    """ "Up I go" as "I go up", "I am off to the hall" as "I go to the hall"."""
    if words[:1] == ["as"] and words[2:3] == ["as"]:  # "as quietly as I can, I open it"
        end = next((n for n in range(3, min(7, len(words))) if words[n] in ("can", "could", "possible")), 0)
        words = (
            words[end + 1 + (words[end + 1 : end + 2] == [","]) :] if end and len(words) > end + 2 else words
        )
    for at in range(len(words) - 2):
        first = at == 0 or words[at - 1] in (",", "and")
        if first and words[at] in DIRECTIONS and words[at + 1] in FIRST and words[at + 2] in _GOING:
            return [*words[:at], *words[at + 1 : at + 3], words[at], *words[at + 3 :]]
    at = next((n for n, word in enumerate(words) if word in FIRST), len(words))
    before, rest = words[:at], words[at:]
    if rest[1:3] == ["am", "off"] and len(rest) > 3 and rest[3] in PREPOSITIONS:
        return [*before, rest[0], "go", *rest[3:]]
    return words


def _otherwise(words: list[str]) -> tuple[list[str], list[str]] | None:
    """Of "if he growls I throw him a fish, otherwise I walk past": what waits for a condition, and what is done."""
    at = words.index("otherwise") if "otherwise" in words else 0
    if at < 4 or words[0] != "if" or len(words) < at + 3:
        return None
    return trim_joints(words[:at]), trim_joints(words[at + 1 :])


def _calls_somebody(scope: Scope, words: list[str]) -> bool:
    """Whether the sentence begins with the name of somebody it is said to: "Hild, come with me"."""
    end = words.index(",") if "," in words[:6] else 0
    start = 0
    while start < end and words[start] in _CALLS:
        start += 1
    who, length = leading_person(scope, words[start:end], by_name=True) if start < end else (None, 0)
    return who in scope.people and start + length == end and end + 1 < len(words) and SPEECH not in words


def _is_plain_deed(scope: Scope, words: list[str]) -> bool:
    """Whether a gesture is a deed all the same: a thing in reach is handled, or the player leaves."""
    words = without_lead(words)
    meanings, length = scope.nouns.verbs.at_start(words)
    laid = words[1:2] and words[1] in ("it", "them") and "put" in meanings and words[2:] not in ([], ["on"])
    if laid or read_placement(scope, words) is not None or _hands_over(scope, words):
        return True
    rest = [word for word in words[length:] if word != ","]
    if _LEAVING.intersection(words[:1]) and (not rest or resolve(scope, rest, frozenset({"place"}))):
        return True
    if not meanings or (meanings[0] in ("look", "examine") and length == 1) or meanings[0] == "express":
        return False
    if not rest or (rest[0] in PREPOSITIONS and meanings[0] not in _HANDLED):
        return False
    rest = rest[rest[0] in PREPOSITIONS :]
    ends = (PREPOSITIONS | {"and"}) - {"of"}
    end = next((at for at, word in enumerate(rest) if at and word in ends), len(rest))
    thing = _thing_named(scope, rest[:end])
    gaze = meanings[0] in ("look", "examine") and thing in scope.people
    return thing is not None and scope.reach(thing) and not gaze


def _hands_over(scope: Scope, words: list[str]) -> bool:
    """Whether somebody here is handed a thing in reach, by whatever verb: "slips her the key", "flips him a coin"."""
    who, length = leading_person(scope, words[1:]) if len(words) > 2 else (None, 0)
    rest = words[1 + length :]
    if who not in scope.people or not rest or rest[0] not in DETERMINERS | {"it"}:
        return False
    end = next((at for at, word in enumerate(rest) if at and word in PREPOSITIONS - {"of"}), len(rest))
    thing = _thing_named(scope, rest[:end])
    return thing in scope.world.items and scope.reach(str(thing))


def _thing_named(scope: Scope, phrase: list[str]) -> str | None:
    if len(phrase) == 1 and (meant := pronoun(scope, phrase[0])):
        return meant
    phrase = (
        phrase[phrase.index("of") + 1 :]
        if "of" in phrase[1:-1] and phrase[0] in ("a", "an", "some")
        else phrase
    )
    found = resolve(scope, phrase) if phrase else None
    return found.thing if found is not None and found.fit >= 86 else None


# Said before anything, and meaning nothing of their own; the second kind only before a comma.
_INTERJECTIONS = frozenset(
    """okay alright so um umm uh uhh er erm hmm hm oh ooh ah haha hah lol omg anyway bro bruh brooo dude yo welp
    wtf""".split()
)
_BEFORE_A_PAUSE = frozenset("well fine right now cool great good nice hey man yeah listen see".split())


def _without_filler(words: list[str]) -> list[str]:
    """Without "okay so" and the like, and without a "hang on" before a question."""
    while len(words) > 1 and (
        words[0] in _INTERJECTIONS or (words[0] in _BEFORE_A_PAUSE and words[1] == ",")
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
            if rest and (held or rest[0] in QUESTION_WORDS | AUXILIARIES or words[len(filler)] == "so"):
                return rest
    return words


_TAGS = tuple(
    tuple(tag.split())
    for tag in ("do you think", "do you reckon", "you think", "i wonder", "or what", "or not")
)


def _without_tag(words: list[str]) -> list[str]:
    """Without "do you think" after a question, which asks nothing more."""
    at = next((at for at in range(len(words)) if words[at : at + 2] == ["as", "well"]), 0)
    if at:
        words = [
            *words[:at],
            *words[at + 2 + (words[at + 2 : at + 3] == [","]) :],
        ]  # "leave it as well, there"
    for tag in _TAGS:
        if len(words) > len(tag) + 2 and tuple(words[-len(tag) :]) == tag:
            kept = words[: -len(tag)]
            return kept[:-1] if kept[-1] == "," else kept
    return words


def _parted_from_speech(unit: Stretch) -> Iterator[Stretch]:
    """Words before a quotation that do not say who speaks are a clause of their own."""
    words = unit.words
    at = words.index(SPEECH) if SPEECH in words else 0
    if not words:
        return
    if at and not reports(words):
        yield replace(unit, words=trim_joints(words[:at]))
        words = words[at:]
    yield replace(unit, words=words)


def _keep_in_mind(scope: Scope, words: list[str]) -> None:
    """What was named in an order that is taken back is still what "it" means in the one that replaces it."""
    for at in range(1, len(words)):
        found = resolve(scope, words[at:], frozenset({"item", "feature"}))
        if found is not None and found.fit >= _NAMED and scope.reach(found.thing):
            scope.focus = refocus(scope.world, scope.focus, [found.thing])
            return


def _after_what_is_taken_back(scope: Scope, words: list[str]) -> list[str]:
    """ "Take the spear, no wait, take the torch": what comes before the correction does not count."""
    for at in range(len(words) - 1, 0, -1):
        for marker in TAKEN_BACK:
            rest = words[at + len(marker) :]
            if tuple(words[at : at + len(marker)]) == marker and len(rest) > 1:
                while rest and rest[0] in (",", "just", "actually", "do", "not", "instead"):
                    rest = rest[1:]
                if rest and at > 1:
                    _keep_in_mind(scope, words[:at])
                    before = _but_the_last_order(scope, words[:at])
                    return [*before, *_same_verb(scope, words[:at], rest), *rest]
    return words


def _same_verb(scope: Scope, before: list[str], rest: list[str]) -> list[str]:
    """The verb of the order that is taken back, where only its object is put right: "…, no wait, the torch"."""
    if rest[0] not in DETERMINERS or person_of(scope, rest, 0) is not None:
        return []
    order = without_lead(clauses(scope, trim_joints(before))[-1])
    return order[: scope.nouns.verbs.at_start(order)[1]]


def _but_the_last_order(scope: Scope, words: list[str]) -> list[str]:
    """The walk that comes before an order which is taken back: "go to the kitchen and sing, no wait, dance"."""
    first, *others = clauses(scope, trim_joints(words))
    walks = bool(others) and scope.nouns.verbs.at_start(without_lead(first))[0][:1] == ("go",)
    return [*first, "and"] if walks else []


def _join(found: list[Stretch]) -> list[Stretch]:
    """Neighbouring stretches of one kind as one: the parser parts the orders of a chain itself."""
    joined: list[Stretch] = []
    for one in found:
        last = joined[-1] if joined else None
        same = last is not None and last.role == one.role == "act" and last.doubtful == one.doubtful
        if last is not None and same and last.confidence == one.confidence:
            joint = one.joint if one.joint in ("and", ",") else "then"
            joined[-1] = replace(last, words=[*last.words, joint, *one.words])
        else:
            joined.append(one)
    return joined


def _judge(scope: Scope, unit: Stretch, asked: bool, before: Stretch | None) -> Stretch:
    """A main clause with its role by its subject, tense and verb; dependent stretches stay what they are."""
    words = unit.words
    if unit.role == "time" and asked and words[0] == "when" and words[1:2] and words[1] in AUXILIARIES:
        return replace(unit, role="question", asked=True)  # "when did the riders come?"
    if unit.role == "time" and (walked := _walks_meanwhile(scope, words)):
        return replace(unit, words=walked, role="act", confidence=0.9)
    if unit.role == "time" and before is not None and _covered_by(words, before):
        return replace(unit, words=words[1:], role="act", confidence=0.9)
    if unit.role != "act":
        return unit
    if before is not None and before.role != "act" and _is_aside(scope, words, before):
        return replace(unit, role="background")
    if before is not None and _goes_on(scope, unit, before):
        return replace(unit, role=before.role, doubtful=before.doubtful, confidence=before.confidence)
    if SPEECH in words:
        return replace(unit, role="speech", asked=asked)
    if words[0] in ("just", "only") and words[1:2] and words[1] in _ONLY_ASKING:
        return replace(unit, role="background")
    if not AWAY_WORDS.isdisjoint(words):
        return replace(unit, role="ooc")
    if asked and before is not None and before.role == "question" and not is_question(words):
        return replace(unit, role="background")  # "would I freeze if I lay down and slept here?"
    if asked or words[0] in QUESTION_WORDS or (words[0] == "am" and words[1:2] == ["i"]):
        return replace(unit, role="question", asked=asked)
    person = person_of(scope, words, 0)
    if person == "second":
        return replace(unit, role="speech")
    if person == "third":
        return replace(unit, role="background")
    if is_reported(scope, words):
        return replace(unit, role="speech")
    if denies(words):
        return replace(unit, role="negation")
    if person == "first":
        found = _first_person(scope, unit)
        told = before is not None and before.doubtful and found.role == "act" and not found.doubtful
        return (
            replace(found, doubtful=True, confidence=0.7) if told and _is_alike_in_the_past(words) else found
        )
    if is_expression(scope, words):
        return replace(unit, role="emote")
    at = skip_adverbs(words, 0)
    if at + 1 < len(words) and is_past(words[at]) and words[at + 1] in _FELT:
        return replace(unit, role="background")  # "scared of this man"
    if before is not None and at < len(words) and is_past(words[at]) and not _is_laid_now(words[at:]):
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


def _covered_by(words: list[str], before: Stretch) -> bool:
    """Whether what came before only covers what one does meanwhile: "distract him while I take it"."""
    told = words[0] == "while" and len(words) > 3 and words[1] in FIRST
    return told and before.role == "act" and not {"distract", "divert", "occupy"}.isdisjoint(before.words[:3])


def _walks_meanwhile(scope: Scope, words: list[str]) -> list[str]:
    """The walk that goes on beside something said: "…while I walk back up to the yard"; no words for anything else."""
    if words[0] not in ("while", "as") or words[1:2] not in (["i"], ["we"]) or words[2:3] == []:
        return []
    where = [word for word in words[3:] if word not in DIRECTIONS and word not in PREPOSITIONS]
    found = resolve(scope, where, frozenset({"place"})) if plain_form(words[2], _GOING) in _GOING else None
    there = found is not None and found.fit >= _NAMED and scope.nouns.kinds[found.thing] == "place"
    return words[1:] if there and found is not None and found.thing != scope.state.place else []


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


_UNCHANGED = frozenset("put set let cut hit shut hurt split spread cast beat read quit rid".split())


def _is_alike_in_the_past(words: list[str]) -> bool:
    """Whether the verb after "I" has one form for now and then: "I picked it up and I put it in my pocket"."""
    at = next((n for n, word in enumerate(words) if word in FIRST), 0)
    return bool(_UNCHANGED.intersection(words[skip_adverbs(words, at + 1) :][:1]))


def _is_laid_now(words: list[str]) -> bool:
    """Whether "lay" is the deed and not the past of lying: "lay the seal in her lap"."""
    return words[0] == "lay" and len(words) > 1 and words[1] in DETERMINERS | _LAID


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
    inflected = (
        (is_past(verb) and not _is_laid_now(unit.words[at:])) or is_third_person(verb) or is_gerund(verb)
    )
    ordered = before.role in ("time", "condition") and FIRST.isdisjoint(before.words[1:2])
    if ordered and not inflected:
        return False  # "before he sees and look at him": the second is no deed of his
    return inflected or (unit.joint in ("and", "or") and unit.role == "act" and verb not in FIRST)


def _first_person(scope: Scope, unit: Stretch) -> Stretch:
    """What a clause with "I" is: a deed of now, a deed of the past, a thought, a state, a gesture."""
    words = [word for word in unit.words if word != ","]
    after = next(n for n, word in enumerate(words) if word in FIRST) + 1
    at = skip_adverbs(words, after)
    if at >= len(words):
        return unit
    if words[after] in ("nearly", "almost") and not is_expression(scope, words[after + 1 :]):
        return replace(unit, role="thought")  # "I nearly throw it"
    verb, rest = words[at], words[at + 1 :]
    if verb in ("keep", "kept") and rest and plain_form(rest[0], _THOUGHTS) in _THOUGHTS:
        return replace(unit, role="thought")  # "I keep wondering"
    if verb in ("am", "are"):
        return _being(unit, rest)
    if verb in ("was", "were", "had", "used") or (
        verb in ("have", "has")
        and rest
        and (
            is_past(rest[0]) or (rest[0] in ("been", "never", "not", "always", "got") and rest[1:2] != ["to"])
        )
    ):
        return replace(unit, role="background")
    if verb in ("have", "has") and rest and rest[0] in ("no", "nothing"):
        return replace(unit, role="background")  # "I have no quarrel with the dead"
    if verb in _MODALS:
        wanted = rest[:1] and rest[0] in _WANTS
        return (
            unit if wanted else replace(unit, role="act" if verb == "should" else "thought", confidence=0.7)
        )
    if verb in ("wonder", "wonders") and _ALOUD.intersection(rest[:2]):
        return replace(unit, role="speech")
    if verb in ("find", "finds") and rest and rest[0] in _WHO and rest[1:]:
        return replace(unit, role="thought")  # "I find I am laughing"
    if verb == "can" and rest and rest[0] in _SENSES:
        return replace(unit, role="thought")  # "I can feel it"
    if _KNOWN_OF_OTHERS.intersection(rest) and plain_form(verb, _THOUGHTS | {"think"}) in _THOUGHTS | {
        "think"
    }:
        return replace(unit, role="speech")
    meant = verb == "mean" and rest and rest[0] not in _WHO | {"to", "you", "no"}
    if meant and scope.nouns.verbs.at_start(rest)[0]:
        return unit  # "I mean ask him about the knocking"
    if verb in _PLANS and rest[:1] == ["to"]:
        return replace(unit, doubtful=True, confidence=0.7)
    if _is_habit(words[after:]):
        return replace(unit, role="background")  # "I always sleep badly", "I eat them every day"
    if _is_for_later(rest):
        return replace(unit, role="thought")  # "I will burn it tomorrow"
    if is_past(verb) and rest[:1] == ["that"] and len(rest) > 1 and rest[1] in _WHO | DETERMINERS:
        return replace(unit, role="background")  # "I dreamt that I burn it"
    if verb == "think" and (not rest or rest[0] not in ("i", "we")):
        return replace(unit, role="thought")
    if plain_form(verb, _THOUGHTS) in _THOUGHTS and verb not in scope.nouns.verbs.own:
        return replace(unit, role="thought")
    if is_expression(scope, words[at:]):
        return replace(unit, role="emote")
    if is_past(verb) and not _is_laid_now(words[at:]):
        return replace(unit, doubtful=True, confidence=0.7)
    return unit


def _is_over(words: list[str]) -> bool:
    """Whether a sentence says itself that it is not about now."""
    pairs = itertools.pairwise(words)
    return not _OVER.isdisjoint(words) or any(pair in _OVER_PAIRS for pair in pairs)


_HABITS = frozenset("always usually often rarely seldom never".split())
_REPEATEDLY = frozenset({("every", "day"), ("every", "night"), ("these", "days"), ("back", "home")})


def _is_habit(words: list[str]) -> bool:
    """Whether the words after "I" say what one does as a rule, and not now."""
    heading = words[0] in ("go", "head", "walk", "run", "get", "come")
    again = any(pair in _REPEATEDLY for pair in itertools.pairwise(words)) and not heading
    return words[0] in _HABITS or again


_DATED = frozenset("until till til about for of before after by from".split())


def _is_for_later(words: list[str]) -> bool:
    """Whether a deed is put off to another day: "tomorrow", and not "until tomorrow" or "about tomorrow"."""
    at = words.index("tomorrow") if "tomorrow" in words else 0
    return bool(at) and words[at - 1] not in _DATED


_NOT_IN_EARNEST = frozenset("bluffing joking kidding teasing jesting".split())


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
