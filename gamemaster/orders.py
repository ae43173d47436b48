"""Read an order: a verb and what it is done to, with and for. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

from gamemaster import scene
from gamemaster.idioms import (
    ABSURD_NOUNS,
    ADVERBS,
    CLASS_WORDS,
    DETERMINERS,
    DIRECTIONS,
    PREPOSITIONS,
)
from gamemaster.lexicon import SEPARABLE
from gamemaster.nouns import Match, Scope, direction_of, find_names, pronoun, resolve, way_in_direction
from gamemaster.outcome import Intent
from gamemaster.verbs import SUITS
from gamemaster.wording import stem
from worlds.schema import PLAYER

MOVING = frozenset({"go", "sneak", "climb", "swim", "jump", "flee", "follow"})
# Verbs with which a second thing is the one it is done to or for: give X to Y, put X in Y.
TRANSFER = frozenset({"give", "show", "throw", "put", "pour", "tie", "trade", "steal", "take", "drop", "cook", "fill", "wear"})
DITRANSITIVE = frozenset({"give", "show", "throw", "trade"})
# Verbs that make sense with an object that is nothing in the world: "sing a song", "dig a hole".
LOOSE = frozenset(
    """sing dance pray wait sleep listen smell jump swim hide flee call dig light build eat drink cook play hint journal status
    inventory knock look search ring touch taste""".split()
)
_CARRIED_FIRST = frozenset({"drop", "give", "show", "throw", "put", "wear", "remove", "eat", "drink", "use", "trade", "pour", "read"})
_TOOL = frozenset({"with", "using", "w"})
# Verbs that are done to a person when done to something of theirs: "feel his pulse".
_OF_PEOPLE = frozenset({"touch", "examine", "search", "listen", "smell", "help", "attack", "cut", "look"})
_EXCEPT = (("except", "for"), ("but", "not"), ("other", "than"), ("apart", "from"), ("except",), ("but",), ("besides",), ("bar",))
# Prepositions that say where a place is rather than where one goes, once a place was named: "the hut on the ice".
_WHERE = frozenset({"on", "in", "at", "near", "by", "of", "beside", "under", "behind", "with", "through"})
_ENTERING = frozenset({"enter", "inside", "into", "in"})
_LEAVING = frozenset({"leave", "exit", "get", "out", "depart", "escape"})


class Unclear(Exception):
    """What was said cannot be read as an order. `reason` is one of those of `Reading.unclear`."""

    def __init__(self, reason: str, about: str = "", choices: tuple[str, ...] = ()) -> None:
        super().__init__(f"{reason}: {about}")
        self.reason, self.about, self.choices = reason, about, choices


@dataclass
class Parts:
    """The parts of a clause after its verb: noun phrases by the preposition before them (`None`: the direct object)."""

    segments: list[tuple[str | None, list[list[str]]]] = field(default_factory=list)

    def direct(self) -> list[list[str]]:
        return self.segments[0][1] if self.segments and self.segments[0][0] is None else []


def parts_of(scope: Scope, words: list[str]) -> Parts:
    """Part the words at prepositions and lists at "and"; names that contain such words stay whole."""
    parts = Parts()
    preposition: str | None = None
    phrases: list[list[str]] = [[]]
    at = 0
    while at < len(words):
        length = find_names(scope, words, at)
        if length:
            phrases[-1].extend(words[at : at + length])
            at += length
            continue
        word = words[at]
        if word in PREPOSITIONS and not (word == "of" and phrases[-1]) and not _object_word(words, at):
            _close(parts, preposition, phrases)
            preposition, phrases = word, [[]]
        elif word in ("and", ",", "&", "+", "plus"):
            phrases.append([])
        elif word not in ADVERBS or word in DIRECTIONS:
            phrases[-1].append(word)
        at += 1
    _close(parts, preposition, phrases)
    return parts


def _object_word(words: list[str], at: int) -> bool:
    return at > 0 and words[at - 1] in ("the", "a", "an") and words[at] not in ("with", "to")


def _close(parts: Parts, preposition: str | None, phrases: list[list[str]]) -> None:
    kept = [phrase for phrase in phrases if phrase]
    if kept or preposition is not None:
        parts.segments.append((preposition, kept))


def choose_verb(scope: Scope, meanings: tuple[str, ...], thing: str | None) -> str:
    """The meaning of a verb that fits what it is done to: "leave the hall" is to go, "leave the knife" to drop it."""
    if len(meanings) == 1:
        return meanings[0]
    kind = scope.nouns.kinds.get(thing, "none") if thing is not None else "none"
    for verb in meanings:
        if thing is not None and (verb, thing) in scope.nouns.ruled:
            return verb
    for verb in meanings:
        if verb in scope.nouns.verbs.own and verb not in SUITS:
            return verb
    for verb in meanings:
        if kind in SUITS.get(verb, {kind} if kind != "none" else set()):
            return verb
    return meanings[0]


def read_order(scope: Scope, meanings: tuple[str, ...], head: list[str], words: list[str], stealth: bool) -> Intent:
    """The intent of a verb (its possible meanings and the words it was said with) and the words after it.

    Moving unseen is one verb: with `stealth`, or an adverb such as "quietly", going somewhere becomes `sneak` with the
    place as its object; with verbs that do not move the player the adverb says nothing. Raises `Unclear`.
    """
    words, particle = _particle(head, words)
    if particle:
        meanings = (particle,)
    if meanings[0] == "use" and "to" in words[1:]:
        done = _used_to(scope, words, stealth)
        if done is not None:
            return done
    words, excluded = _except(words)
    parts = parts_of(scope, words)
    first = next((phrase for _, phrases in parts.segments for phrase in phrases), [])
    suits = frozenset().union(*(SUITS.get(verb, frozenset()) for verb in meanings))
    named = _one(scope, first, suits) if first else None
    verb = choose_verb(scope, meanings, named[0] if named else None)
    if verb in MOVING:
        return _read_move(scope, verb, head, parts, stealth)
    if verb in DITRANSITIVE:
        gift = _read_gift(scope, verb, words)
        if gift is not None:
            return gift
    intent = _read_act(scope, verb, parts, " ".join(words))
    if excluded:
        but = {thing for phrase in parts_of(scope, excluded).direct() for thing in _several(scope, verb, phrase)}
        intent = intent.model_copy(update={"objects": tuple(thing for thing in intent.objects if thing not in but)})
    return intent


def _particle(head: list[str], words: list[str]) -> tuple[list[str], str]:
    if len(head) == 1 and words:
        verb = SEPARABLE.get((stem(head[0]), words[-1])) or SEPARABLE.get((head[0], words[-1]))
        if verb and len(words) > 1:
            return words[:-1], verb
        if len(words) > 2 and (verb := SEPARABLE.get((head[0], words[1]))) and words[0] in ("it", "them", "him", "her", "that", "this"):
            return [words[0], *words[2:]], verb
    return words, ""


def _used_to(scope: Scope, words: list[str], stealth: bool) -> Intent | None:
    """"Use the axe to break the boards" is breaking the boards with the axe."""
    at = words.index("to", 1)
    meanings, length = scope.nouns.verbs.at_start(words[at + 1 :])
    tool = _one(scope, words[:at], frozenset({"item"}))
    if not meanings or tool is None or scope.nouns.kinds.get(tool[0]) != "item":
        return None
    rest = words[at + 1 :]
    intent = read_order(scope, meanings, rest[:length], rest[length:], stealth)
    return intent if intent.tool else intent.model_copy(update={"tool": tool[0]})


def _read_gift(scope: Scope, verb: str, words: list[str]) -> Intent | None:
    """"Give Hild the net": a person, then a thing. None if the words are not of this form."""
    person, length = leading_person(scope, words)
    rest = words[length:]
    if person is None or not rest or rest[0] in PREPOSITIONS or rest[0] in ("and", ","):
        return None
    parts = parts_of(scope, rest)
    things = [thing for phrase in parts.direct() for thing in _several(scope, verb, phrase)]
    return Intent(verb=verb, objects=tuple(dict.fromkeys(things)), recipient=person)


def leading_person(scope: Scope, words: list[str]) -> tuple[str | None, int]:
    """The person that the words begin with and how many words name them; (None, 0) if they begin with none."""
    for length in range(min(5, len(words)), 0, -1):
        phrase, after = words[:length], words[length] if len(words) > length else ""
        if phrase[-1] in PREPOSITIONS or phrase[-1] in DETERMINERS - {"his", "her"}:
            continue
        if length == 1 and (who := pronoun(scope, phrase[0])) and phrase[0] not in ("it", "this", "that", "there"):
            owned = phrase[0] in ("her", "his") and after and after not in PREPOSITIONS | DETERMINERS and not _verbal(after)
            return (None, 0) if phrase[0] == "his" or (owned and stem(after) not in scope.nouns.by_stem) else (who, 1)
        found = resolve(scope, phrase, frozenset({"person", "threat"}))
        if found is None and length <= 3 and (who := described(scope, phrase)) in scope.people:
            return who, length
        if found is not None and found.fit >= 90 and scope.nouns.kinds[found.thing] in ("person", "threat"):
            return found.thing, length
    return None, 0


def _verbal(word: str) -> bool:
    return word in ("who", "what", "where", "when", "why", "how", "if", "that", "whether", "and", "i", "my", "is", "was", "not")


def _one(scope: Scope, phrase: list[str], suits: frozenset[str]) -> tuple[str, Match | None] | None:
    """The one thing that a noun phrase means, pronouns included."""
    given = [word for word in phrase if word not in ADVERBS] or phrase
    if len(given) == 1 and (thing := pronoun(scope, given[0])):
        return thing, None
    if len(given) > 1 and given[0] in ("this", "that", "these", "those") and given[1] in ("thing", "one", "place", "things", "person"):
        thing = pronoun(scope, "there" if given[1] == "place" else "him" if given[1] == "person" else "it")
        return (thing, None) if thing else None
    found = resolve(scope, given, suits)
    if found is not None:
        return found.thing, found
    thing = described(scope, given)
    return (thing, None) if thing else None


_MEN = frozenset("man guy bloke fellow fella dude gentleman grandpa grandad granddad".split())
_WOMEN = frozenset("woman lady girl gal lass grandma granny gran nan grandmother".split())
_ANYONE = frozenset("person stranger guest villager figure".split())
_DOORS = frozenset("door lock doorway exit entrance latch padlock".split())
_SURROUNDINGS = frozenset("floor ground ceiling sky wall room place surrounding area horizon".split())


def described(scope: Scope, phrase: list[str]) -> str | None:
    """What words that are nobody's name describe, if it can only be one: "the old man", "the door", "the floor"."""
    head = stem(phrase[-1]) if phrase else ""
    gender = "he" if head in _MEN else "she" if head in _WOMEN else "" if head in _ANYONE else None
    if gender is not None:
        people = [who for who in scope.people if not gender or scope.world.characters[who].pronoun == gender]
        focused = [who for who in people if who in scope.focus.values()]
        return people[0] if len(people) == 1 else focused[0] if focused else None
    if head in _DOORS and len(phrase) <= 2:
        shut = [way for way in scope.ways if way.when is not None] or scope.ways
        return shut[0].to if len(shut) == 1 else None
    if head in _SURROUNDINGS and len(phrase) <= 2:
        return scope.state.place
    return None


def _several(scope: Scope, verb: str, phrase: list[str]) -> list[str]:
    """The things that a noun phrase means; "everything" is many. Raises `Unclear` if it means none, or several alike."""
    everything = CLASS_WORDS.get(" ".join(phrase))
    if everything == "all":
        return list(_all_for(scope, verb))
    if everything == "people":
        return list(scope.people)
    suits = SUITS.get(verb, frozenset())
    found = _one(scope, phrase, suits)
    if found is None and verb in _OF_PEOPLE and len(phrase) > 1 and phrase[0] in ("his", "her", "their"):
        owner = pronoun(scope, {"his": "him", "her": "her", "their": "them"}[phrase[0]])
        if owner is not None:
            return [owner]
    if found is None:
        text = _said(phrase)
        if len(phrase) == 1 and phrase[0] in ("him", "her", "them"):
            raise Unclear("who", text, tuple(scope.people))
        raise Unclear("absurd" if absurd(phrase) else "no_such_thing", text)
    thing, match = found
    if match is not None and match.others:
        choices = _sorted_out(scope, verb, match.others)
        if len(choices) > 1:
            raise Unclear("which", _said(phrase), choices)
        return list(choices)
    return [thing]


def _sorted_out(scope: Scope, verb: str, others: tuple[str, ...]) -> tuple[str, ...]:
    """Of equally good matches in reach, those that the verb is for: what is carried to drop, what lies here to take."""
    carried = [thing for thing in others if scope.state.items.get(thing) == PLAYER]
    lying = [thing for thing in others if thing not in carried]
    if verb in _CARRIED_FIRST and carried:
        return tuple(carried)
    if verb in ("take", "steal") and lying:
        lying_items = [thing for thing in lying if scope.nouns.kinds[thing] == "item"]
        return tuple(lying_items or lying)
    if verb in ("take", "steal", *_CARRIED_FIRST):
        return others
    ruled = [thing for thing in others if (verb, thing) in scope.nouns.ruled]
    items = [thing for thing in others if scope.nouns.kinds[thing] == "item"]
    # Looking at one of two like things is no harm; the first one will do.
    if len(items) < 2 or verb in ("examine", "look"):
        return tuple(ruled or items or others)[:1]
    return others


def _all_for(scope: Scope, verb: str) -> list[str]:
    items = scope.world.items
    if verb in ("drop", "give", "put", "throw", "trade", "show", "wear", "remove", "burn", "eat", "drink"):
        return scene.carried(scope.state)
    return [item for item in scene.items_here(scope.world, scope.state) if items[item].portable]


def absurd(phrase: list[str]) -> bool:
    """Whether the words ask for what no world has that has no word for it."""
    return any(word in ABSURD_NOUNS or stem(word) in ABSURD_NOUNS for word in phrase)


def _said(phrase: list[str]) -> str:
    words = [word for word in phrase if word.isalnum()]
    while len(words) > 1 and words[0] in DETERMINERS:
        words = words[1:]
    return " ".join(words)[:80]


def _read_act(scope: Scope, verb: str, parts: Parts, text: str) -> Intent:
    objects: list[str] = []
    missing: Unclear | None = None
    for phrase in parts.direct():
        try:
            objects.extend(_several(scope, verb, phrase))
        except Unclear as unclear:
            if unclear.reason == "which":
                raise
            missing = missing or unclear
    tool, others, unresolved = _beyond(scope, verb, parts)
    recipient: str | None = None
    if objects and others:
        recipient = others[0] if verb in TRANSFER or scope.nouns.kinds.get(others[0]) == "person" else None
        if verb == "use" and not tool and scope.nouns.kinds.get(objects[0]) == "item" and others[0] != objects[0]:
            # "use the axe on the boards": the thing done to comes last, the tool first.
            objects, tool, recipient = [others[0]], objects[0], None
    elif others and not objects and (missing is None or verb in ("examine", "search", "look", "touch", "read", "listen", "use")):
        objects, missing = others[:1], None
    if verb == "use" and tool and objects and scope.nouns.kinds.get(objects[0]) == "item" and not others:
        objects, tool = [tool], objects[0]
    objects = list(dict.fromkeys(objects))
    if missing is not None and not objects and (verb not in LOOSE or missing.reason == "absurd" or verb in ("eat", "drink")):
        raise missing
    if unresolved is not None and (verb in ("give", "put", "throw") or (verb == "use" and objects)):
        raise unresolved
    if not objects and tool and verb in ("trade", "play", "dance", "use", "fill"):
        objects, tool = [tool], None
    topic = text[:110] or None if verb in ("wait", "sleep", "search", "pray", "sing", "call") and not objects else None
    return Intent(verb=verb, objects=tuple(objects), tool=tool, recipient=recipient, topic=topic)


def _except(words: list[str]) -> tuple[list[str], list[str]]:
    """Part "everything but the knife" into what is meant and what is not."""
    for at in range(1, len(words)):
        for marker in _EXCEPT:
            if tuple(words[at : at + len(marker)]) == marker and words[0] in ("all", "everything", "everyone", "it"):
                return words[:at], words[at + len(marker) :]
    return words, []


def _beyond(scope: Scope, verb: str, parts: Parts) -> tuple[str | None, list[str], Unclear | None]:
    """The tool and the other things named after prepositions, and the first of those that is nothing in the world."""
    tool: str | None = None
    others: list[str] = []
    unresolved: Unclear | None = None
    for preposition, phrases in parts.segments:
        if preposition is None:
            continue
        for phrase in phrases:
            wanted = frozenset({"item"}) if preposition in _TOOL else frozenset({"person", "feature", "place"})
            found = _one(scope, phrase, wanted if verb != "use" else frozenset({"feature"}))
            if found is None:
                if preposition not in _TOOL:
                    unresolved = unresolved or Unclear("absurd" if absurd(phrase) else "no_such_thing", _said(phrase))
            elif preposition in _TOOL and scope.nouns.kinds.get(found[0]) in ("item", "feature") and tool is None:
                tool = found[0]
            elif found[0] != scope.state.place or not others:
                others.append(found[0])
    return tool, others, unresolved


def _read_move(scope: Scope, verb: str, head: list[str], parts: Parts, stealth: bool) -> Intent:
    """Going, sneaking, climbing, fleeing, following: the place, direction or person that it is toward."""
    if stealth and verb in ("go", "climb", "follow"):
        verb = "sneak"
    nouns = scope.nouns
    suits = frozenset({"person", "threat"}) if verb == "follow" else frozenset({"place"})
    if verb in ("climb", "jump", "swim") and head[0] != "go":
        suits = frozenset({"place", "feature"})
    targets: list[str] = []  # the last one counts
    away: list[str] = []
    companions: list[str] = []
    direction: str | None = None
    missing: Unclear | None = None
    for preposition, phrases in parts.segments:
        if not phrases and preposition in DIRECTIONS:
            direction = direction or DIRECTIONS[preposition or ""]
        for phrase in phrases:
            toward = direction_of(phrase)
            found = _one(scope, phrase, suits)
            if toward is not None and (found is None or found[1] is None or found[1].fit < 90 or phrase == [toward]):
                direction = toward
            elif found is None:
                missing = missing or Unclear("absurd" if absurd(phrase) else "no_such_thing", _said(phrase))
            elif preposition == "with" and nouns.kinds.get(found[0]) == "person":
                companions.append(found[0])
            else:
                weak = preposition in _WHERE and targets
                (away if preposition in ("from", "of", "past") or weak else targets).append(found[0])
    if len(head) > 1 and head[-1] in DIRECTIONS and not targets:
        direction = direction or DIRECTIONS[head[-1]]
    if companions and not targets and direction is None:
        return Intent(verb="follow", objects=tuple(companions))
    if head[0] in _LEAVING and scope.state.place in (*targets, *away) and verb in ("go", "sneak", "climb", "flee"):
        targets, away, direction = [t for t in targets if t != scope.state.place], [], direction or "out"
    if targets == [scope.state.place] and (head[0] == "enter" or head[-1] in _ENTERING) and way_in_direction(scope, "in"):
        targets, direction = [], "in"
    if not targets and missing is not None and direction is None and not away and verb not in LOOSE:
        raise missing
    target = _destination(scope, verb, targets)
    if target is None and direction is None and away:
        # "sneak past the guard", "run from the wolf": all there is to say where.
        return Intent(verb=verb, objects=(away[0],))
    if target is not None and nouns.kinds.get(target) == "person" and verb == "go":
        return Intent(verb="talk" if target in scope.people else "follow", objects=(target,))
    if target is not None and verb == "follow" and nouns.kinds.get(target) not in ("person", "threat"):
        verb = "go"
    if target is None and direction is not None:
        if direction == "back" and "back" in scope.focus:
            return Intent(verb=verb, objects=(scope.focus["back"],), direction=direction)
        way = way_in_direction(scope, direction)
        return Intent(verb=verb, objects=(way.to,) if way else (), direction=direction)
    return Intent(
        verb=verb, objects=(target,) if target else (), recipient=companions[0] if companions else None, direction=direction
    )


def _destination(scope: Scope, verb: str, targets: list[str]) -> str | None:
    kinds = scope.nouns.kinds
    places = [thing for thing in targets if kinds.get(thing) == "place"]
    if verb in ("climb", "jump", "swim", "follow") and targets and kinds.get(targets[-1]) != "place":
        return targets[-1]
    if places:
        return places[-1]
    target = targets[-1] if targets else None
    if target is not None and kinds.get(target) == "feature" and not scope.reach(target):
        # A place is known by what stands in it: "go to the well" is going where the well is.
        home = scope.nouns.home[target]
        return home if home != scope.state.place else target
    return target
