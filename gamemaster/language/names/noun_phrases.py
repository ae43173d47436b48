"""Read noun phrases: the parts of a clause at its prepositions, and what each phrase means in the scene. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from gamemaster.language.english import Forms, Words
from gamemaster.language.names.anachronisms import is_absurd
from gamemaster.language.names.described_parts import (
    has_part,
    is_only_described,
    is_spoken_of_here,
    whole_of,
)
from gamemaster.language.names.normalization import stem
from gamemaster.language.names.noun_index import (
    Match,
    Scope,
    find_names,
    is_only_alike,
    is_players_own,
    may_name,
    once_a_scene,
    resolve,
)
from gamemaster.language.names.pronouns import pronoun
from gamemaster.language.names.verb_index import SUITS
from gamemaster.language.portions import HOLDS
from gamemaster.language.tables.function_words import (
    ADVERBS,
    AUXILIARIES,
    CLASS_WORDS,
    CLOTHES,
    DETERMINERS,
    DIRECTIONS,
    PREPOSITIONS,
    QUESTION_WORDS,
    VESSELS,
)
from gamemaster.language.talk.addressee import addressee
from gamemaster.rules import reach
from worlds.rules import all_rules
from worlds.schema import PLAYER
from worlds.verbs import PERCEIVE, SPEAK

_FORMS = Forms(__name__)
_WORDS = Words(__name__)
_NAMED = 90  # fit of a phrase from which on it is the thing's own name
# Verbs that, done to a part, are not done to the whole: to take Ulf's belt is not to take Ulf.
OF_ITSELF = frozenset(
    "take steal drop give show throw put wear eat drink use trade read go sneak climb follow".split()
)
# What a door is opened by.
DOOR_HANDLES = frozenset("latch handle doorhandle knob doorknob hasp".split())
SURROUNDINGS = frozenset(
    "floor floorboard ground ceiling sky wall room place surrounding area horizon".split()
)


def is_a_door(phrase: list[str]) -> bool:
    """Whether a phrase names a door, or a part of one, whichever it is."""
    return bool(phrase) and stem(phrase[-1]) in _WORDS["doors"] | DOOR_HANDLES | {
        "gate",
        "window",
        "hatch",
        "shutter",
    }


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
        last = at + 1 == len(words) or words[at + 1] in PREPOSITIONS or words[at + 1] in ("and", ",")
        trailing = last and word in DIRECTIONS and word not in PREPOSITIONS and bool(phrases[-1])
        parting = word in PREPOSITIONS and not (word == "of" and phrases[-1]) and not _object_word(words, at)
        if trailing or parting:
            _close(parts, preposition, phrases)
            preposition, phrases = word, [[]]
        elif word in ("and", ",", "&", "+", "plus"):
            phrases.append([])
        elif not _says_how(scope, word) or word in DIRECTIONS or (last and _object_word(words, at)):
            phrases[-1].append(word)
        at += 1
    _close(parts, preposition, phrases)
    return parts


def _says_how(scope: Scope, word: str) -> bool:
    return word in ADVERBS or (
        word.endswith("ly") and len(word) > 4 and stem(word) not in scope.nouns.by_stem
    )


def _object_word(words: list[str], at: int) -> bool:
    return at > 0 and words[at - 1] in ("the", "a", "an") and words[at] not in ("with", "to")


def _close(parts: Parts, preposition: str | None, phrases: list[list[str]]) -> None:
    kept = [phrase for phrase in phrases if phrase]
    if kept or preposition is not None:
        parts.segments.append((preposition, kept))


_UNFINISHED = frozenset(AUXILIARIES) | {"not", "never"}
_NO_END_OF_A_NAME = frozenset(PREPOSITIONS) | (frozenset(DETERMINERS) - {"his", "her"})


def leading_person(scope: Scope, words: list[str], *, by_name: bool = False) -> tuple[str | None, int]:
    """The person that the words begin with and how many words name them; (None, 0) if they begin with none.

    With `by_name`, "the woman" is nobody: only names and aliases count.
    """
    if words[:1] and words[0] in QUESTION_WORDS:
        return None, 0  # "ask who cut it" names nobody with a crew cut
    return _person_at_start(scope, words[: _LONGEST_NAME + 1], by_name)


def whoever_acts(scope: Scope, words: list[str]) -> tuple[str | None, int]:
    """As `leading_person`, of words that are said to whoever does something here: "to whoever runs it"."""
    found = _FORMS["whoever"].match(" ".join(words)) if words[:1] == ["whoever"] else None
    who = addressee(scope, []) if found is not None else None
    return (who, len(found.group().split())) if found is not None and who is not None else (None, 0)


_LONGEST_NAME = 5  # words
# "This is your hand" tells somebody of theirs: no part of it is what anybody is called.
_OF_A_STATEMENT = frozenset("is are was were am your yours".split())


@once_a_scene
def _person_at_start(scope: Scope, words: list[str], by_name: bool) -> tuple[str | None, int]:
    """As `leading_person`, of so many words, and the one after them."""
    called = may_name(scope, words[:_LONGEST_NAME], _WORDS["beings"])
    for length in range(min(_LONGEST_NAME, len(words)), 0, -1):
        phrase, after = words[:length], words[length] if len(words) > length else ""
        if length > 1 and phrase[-1] in _UNFINISHED:
            continue
        if "," in phrase or phrase[-1] in _NO_END_OF_A_NAME or not _OF_A_STATEMENT.isdisjoint(phrase):
            continue
        if (
            length == 1
            and (who := pronoun(scope, phrase[0]))
            and phrase[0] not in ("it", "this", "that", "there")
        ):
            owned = (
                phrase[0] in ("her", "his")
                and after
                and after not in PREPOSITIONS | DETERMINERS
                and not _verbal(after)
            )
            return (
                (None, 0)
                if phrase[0] == "his" or (owned and stem(after) not in scope.nouns.by_stem)
                else (who, 1)
            )
        found = resolve(scope, phrase, _WORDS["beings"], only=_WORDS["beings"]) if called else None
        plainly = length <= 3 and not by_name and (length == 1 or not _WORDS["plain"].isdisjoint(phrase[:1]))
        if found is None and plainly and (who := find_described(scope, phrase)) in scope.people:
            return who, length
        if found is None or found.fit < 88:
            continue
        bare = [word for word in phrase if word not in DETERMINERS | PREPOSITIONS]
        pointed_at = len(bare) == 1 and found.thing not in scope.people
        if pointed_at and (who := find_described(scope, phrase)) in scope.people:
            if by_name:
                continue
            return who, length  # "the man" is the one who is here, and none on another floor
        if (
            length > 1
            and not _WORDS["apart"].isdisjoint(phrase[1:])
            and _begins_with_another(scope, phrase, found.thing)
        ):
            continue  # "tell Ragnhild that Ivar listens" begins with her, and not with her boy
        if length == 1 and found.fit < _BY_NAME and phrase[0] in scope.nouns.verbs.words:
            continue  # "cut" is no man with a crew cut
        return found.thing, length
    return None, 0


def _begins_with_another(scope: Scope, phrase: list[str], thing: str) -> bool:
    """Whether the first word by itself names somebody else."""
    alone = resolve(scope, phrase[:1], _WORDS["beings"], only=_WORDS["beings"])
    return alone is not None and alone.fit >= _BY_NAME and alone.thing != thing


def whoever(scope: Scope, phrase: list[str]) -> str | None:
    """Who is meant by nobody in particular: "hand it to whoever is cooking"."""
    return addressee(scope, phrase) if phrase[0] in ("whoever", "whomever") else None


def _verbal(word: str) -> bool:
    return word in (
        "who",
        "what",
        "where",
        "when",
        "why",
        "how",
        "if",
        "that",
        "whether",
        "and",
        "i",
        "my",
        "is",
        "was",
        "not",
    )


_OF_WHOM = 2  # words of "his sleeve"


def _is_share(given: list[str]) -> bool:
    """Whether only a part of something is named, and not of what: "the other half", "the bigger piece"."""
    sized = given[-1] in _WORDS["pieces"] and not _WORDS["sizes"].isdisjoint(given[:-1])
    return (sized or given[-1] in _WORDS["shares"]) and _WORDS["of_a_share"].issuperset(given[:-1])


def one_of(scope: Scope, phrase: list[str], suits: frozenset[str]) -> tuple[str, Match | None] | None:
    """The one thing that a noun phrase means, pronouns included."""
    given = [word for word in phrase if word not in ADVERBS] or phrase
    if not given:
        return None  # "leave in a hurry" leaves no thing
    if len(given) == 1 and (thing := pronoun(scope, given[0])):
        return thing, None
    if (
        len(given) > 1
        and given[0] in ("this", "that", "these", "those")
        and given[1] in ("thing", "one", "place", "things", "person")
    ):
        thing = pronoun(scope, "there" if given[1] == "place" else "him" if given[1] == "person" else "it")
        return (thing, None) if thing else None
    if _is_share(given) and (thing := pronoun(scope, "it")):
        return thing, None  # "give Bo half", of what was just broken in two
    if given[0] in ("it", "them", "him") and (thing := pronoun(scope, given[0])):
        return thing, None  # "draw it again a hand higher"
    theirs = given[0] in _WORDS["theirs"] or (len(given) > 1 and given[-2].endswith("s"))
    if theirs and (owner := owner_of(scope, given)) is not None:
        return owner, None  # "his face" is no mask that hangs here
    if len(given) == _OF_WHOM and given[0] in _WORDS["theirs"] and stem(given[1]) in _WORDS["on_the_arm"]:
        wearer = pronoun(scope, {"his": "him", "her": "her"}.get(given[0], "them"))
        if wearer in scope.people:
            return wearer, None  # "his sleeve" is no record's
    owned = _thing_of_somebody(scope, given, suits)
    found = owned or resolve(scope, given, suits)
    if found is not None and (filled := _filled_of(scope, given, found)) is not None:
        return filled.thing, filled
    if found is not None and (nearer := _called_so_here(scope, given, found, suits)) is not None:
        found = nearer
    if found is not None and _is_somebody_elses(scope, given, found.thing):
        whole = _owner_named(scope, given)
        return (whole.thing, whole) if whole is not None and whole.thing != found.thing else None
    if owned is not None:
        return owned.thing, owned
    if found is not None and (here := _described_here(scope, given, found)) is not None:
        return here, None
    if (found is None or not scope.reach(found.thing)) and (owner := owner_of(scope, given)):
        return owner, None
    if found is not None and not scope.reach(found.thing) and "of" in given[1:-1]:
        whole = resolve(scope, given[given.index("of", 1) + 1 :], suits)
        if whole is not None and whole.fit >= _NAMED and scope.reach(whole.thing):
            return whole.thing, whole  # "the single line of footprints"
    if found is not None and (found.fit >= _NAMED or scope.nouns.kinds[found.thing] != "feature"):
        return found.thing, found
    if (shorter := without_manner(scope, given)) is not None:
        return one_of(scope, shorter, suits)
    if found is not None:
        return found.thing, found
    thing = find_described(scope, given)
    if (
        thing is None
        and "of" in given[1:-1]
        and not _WORDS["measures"].isdisjoint(given[: given.index("of", 1)])
    ):
        return one_of(scope, given[given.index("of", 1) + 1 :], suits)  # "a swig of mead"
    if thing is None and found is None and "of" in given[1:-1] and (whole := _whole_named(scope, given)):
        return whole.thing, whole
    return (thing, None) if thing else None


def _filled_of(scope: Scope, given: list[str], found: Match) -> Match | None:
    """What cups are filled with, where they are only counted: "two cups of ale" are ale, whatever cups stand here."""
    at = given.index("of", 1) if "of" in given[1:-1] else 0
    if not at or stem(given[at - 1]) not in VESSELS or given[0] in ("the", "this", "that", "my"):
        return None
    own = scope.nouns.names_of.get(found.thing, ())
    if any("of" in name.words and stem(given[at - 1]) in name.stems for name in own):
        return None  # it is called a cup of it
    inside = resolve(scope, given[at + 1 :], _WORDS["things"])
    near = inside is not None and inside.fit >= _NAMED and scope.reach(inside.thing)
    return inside if near and inside is not None and inside.thing != found.thing else None


def _is_somebody_elses(scope: Scope, phrase: list[str], thing: str) -> bool:
    """Whether a phrase says whose a thing is, and the one here is another's: Jory's mattress is not "my pillow"."""
    if scope.nouns.kinds.get(thing) != "feature" or not scope.reach(thing):
        return False
    whose = next(
        (_FORMS["owner"].match(one.name) for _, one in scope.world.features() if one.id == thing), None
    )
    if whose is None:
        return False
    owner = whose["who"].casefold()
    if any(word.startswith(owner) for word in phrase):
        return False
    return "of" in phrase[1:-1] or phrase[0] == "my" or (len(phrase) > 1 and phrase[-2].endswith("s"))


def _called_so_here(scope: Scope, phrase: list[str], found: Match, suits: frozenset[str]) -> Match | None:
    """The one thing here that goes by a word which also names a place next door: "the wireless", before a set."""
    words = [word for word in phrase if word not in DETERMINERS]
    elsewhere = scope.nouns.kinds.get(found.thing) == "place" and found.thing != scope.state.place
    elsewhere = elsewhere and found.way is None  # "the door" is the way it names
    handled = {"item", "feature"} <= suits  # "climb up to the lantern" is to the room, whatever hangs here
    if not elsewhere or not handled or len(words) != 1:
        return None
    named = {
        name.thing for name in scope.nouns.names
        if len(name.words) > 1 and name.stems[-1:] == (stem(words[0]),) and scope.reach(name.thing)
        and scope.nouns.kinds[name.thing] in _WORDS["things"]
    }  # fmt: skip
    thing = named.pop() if len(named) == 1 else None
    return replace(found, thing=thing, way=None) if thing is not None else None


def _owner_named(scope: Scope, phrase: list[str]) -> Match | None:
    """What a phrase says that a part belongs to: "the pillow of the nameless bunk", "the empty bunk's mattress"."""
    at = phrase.index("of", 1) + 1 if "of" in phrase[1:-1] else 0
    words = phrase[at:] if at else [*phrase[:-2], phrase[-2].removesuffix("s")]
    found = resolve(scope, words, _WORDS["things"], only=_WORDS["things"])
    return found if found is not None and found.fit >= _NAMED and scope.reach(found.thing) else None


def _whole_named(scope: Scope, phrase: list[str]) -> Match | None:
    """The thing in reach that a phrase names a part of: "the bolt of the trapdoor", "a trail of barley"."""
    whole = phrase[phrase.index("of", 1) + 1 :]
    found = resolve(scope, whole, _WORDS["things"])
    near = found is not None and found.fit >= _NAMED and scope.reach(found.thing)
    return (
        found if near and found is not None and scope.nouns.kinds[found.thing] in _WORDS["things"] else None
    )


def _described_here(scope: Scope, phrase: list[str], found: Match) -> str | None:
    """Who here a description fits that is only like the name of somebody away: "the old lady"."""
    away = found.thing in scope.world.characters and found.thing not in scope.people
    if not away or found.fit >= _BY_NAME or len(phrase) < 2 or phrase[0] not in DETERMINERS:
        return None
    here = find_described(scope, phrase)
    return here if here in scope.people else None


_BY_NAME = 97  # fit of a name that is said word for word


def _thing_of_somebody(scope: Scope, phrase: list[str], suits: frozenset[str]) -> Match | None:
    """The thing here that is said to be somebody's: "Yrsa's herbs" are the herbs, and not Yrsa."""
    if len(phrase) < 2 or not phrase[0].endswith("s") or phrase[0] in DETERMINERS:
        return None
    whose = resolve(scope, phrase[:1], _WORDS["beings"], only=_WORDS["beings"])
    found = resolve(scope, phrase[1:], suits) if whose is not None and whose.fit >= _NAMED else None
    near = found is not None and found.fit >= _NAMED and scope.reach(found.thing)
    near = near and found is not None and not is_players_own(scope, found.thing)
    whole = resolve(scope, phrase, suits) if near else None
    by_name = whole is not None and whole.fit >= 97  # "Jory's mattress" is called so
    return found if near and not by_name else None


def without_manner(scope: Scope, phrase: list[str]) -> list[str] | None:
    """The words of a phrase that name a thing in reach, where how it is done or what comes of it follows.

    "The trapdoor shut", "the herring far", "mussels raw". None where nothing of the kind follows, or the words that
    follow are names themselves. A noun that follows makes another thing of it: "the tea towel" is no tea.
    """
    for end in range(len(phrase) - 1, 0, -1):
        if stem(phrase[end]) in scope.nouns.by_stem or phrase[end] in DETERMINERS:
            return None
        found = resolve(scope, phrase[:end])
        known = found is not None and scope.near.get(found.thing, 0) > 0
        if found is not None and known and found.fit >= (_NAMED if scope.reach(found.thing) else 97):
            being = scope.nouns.kinds[found.thing] in _WORDS["beings"]
            return phrase[:end] if not being and _is_no_more_than(scope, phrase[end:], found.thing) else None
    return None


def _is_no_more_than(scope: Scope, after: list[str], thing: str) -> bool:
    """Whether words after the name of a thing tell how it is handled, or name a part of it: no thing beside it."""
    word = after[-1]
    manner = word in _WORDS["manner"] or word.endswith(("ly", "wise", "ways", "ward", "wards", "ed"))
    return manner or has_part(scope.world, thing, word)


def owner_of(scope: Scope, phrase: list[str]) -> str | None:
    """Whose body a phrase names a part of: "his hand", "my own arm", "Ulf's face". None for other phrases."""
    if len(phrase) < 2 or stem(phrase[-1]) not in _WORDS["body"]:
        return None
    if phrase[0] in ("my", "own"):
        return PLAYER
    owner = pronoun(scope, {"his": "him", "her": "her", "their": "them"}.get(phrase[0], ""))
    if owner is None and phrase[0] in ("his", "her"):  # of a man and his dog, the man
        gender = {"his": "he", "her": "she"}[phrase[0]]
        alike = [who for who in scope.people if scope.world.characters[who].pronoun == gender]
        owner = max(alike, key=lambda who: len(scope.world.characters[who].topics), default=None)
    if owner is None and phrase[-2].endswith("s"):  # "Ulf's face", "the sleeping boy's arm"
        whose = [*phrase[:-2], phrase[-2].removesuffix("s")]
        named = (leading_person(scope, one[at:])[0] for one in (phrase[:-1], whose) for at in range(len(one)))
        owner = next((who for who in named if who is not None), None)
    return owner if owner in scope.people else None


def possessor(scope: Scope, phrase: list[str]) -> str | None:
    """Whose or what's part a phrase names, where the part itself has no name: "Ulf's belt", "the statue's fingers"."""
    if len(phrase) < 2:
        return None
    who = pronoun(scope, {"his": "him", "her": "her", "their": "them"}.get(phrase[0], ""))
    owners = [word for word in phrase[:-1] if word.endswith("s") and word not in DETERMINERS]
    found = resolve(scope, owners[:1]) if owners else None
    if found is not None and found.fit >= 88 and scope.reach(found.thing):
        return found.thing
    return who if who in scope.people else None


def find_described(scope: Scope, phrase: list[str]) -> str | None:
    """What words that are nobody's name describe, if it can only be one: "the old man", "the door", "the floor"."""
    head = stem(phrase[-1]) if phrase else ""
    gender = (
        "he"
        if head in _WORDS["men"]
        else "she"
        if head in _WORDS["women"]
        else ""
        if head in _WORDS["anyone"]
        else None
    )
    if gender is not None:
        people = [who for who in scope.people if not gender or scope.world.characters[who].pronoun == gender]
        focused = [who for who in people if who in scope.focus.values()]
        return people[0] if len(people) == 1 else focused[0] if focused else None
    if (
        head in _WORDS["doors"]
        and len(phrase) > 1
        and (whose := resolve(scope, phrase[:-1], frozenset({"place"})))
    ):
        return whose.thing if whose.fit >= 88 else None
    if head in _WORDS["doors"] | DOOR_HANDLES and len(phrase) <= 2:
        if spoken_of := door_spoken_of(scope):
            return spoken_of
        shut = [way for way in scope.ways if way.when is not None] or scope.ways
        return shut[0].to if len(shut) == 1 else None
    if head in SURROUNDINGS and len(phrase) <= 2:
        return scope.state.place
    return None


def door_spoken_of(scope: Scope) -> str | None:
    """Where the door leads at which one has just knocked, or that was named last."""
    spoken_of = (scope.focus.get("it"), scope.focus.get("there"))
    return next((way.to for way in scope.ways if way.to in spoken_of), None)


def _writing_at_hand(scope: Scope) -> str | None:
    """What "it" is to whoever reads it, where what was spoken of last bears no writing: what they took up last."""
    ruled, items = scope.nouns.ruled, scope.state.items
    meant = pronoun(scope, "it")
    if meant is not None and {("drink", meant), ("eat", meant)}.isdisjoint(ruled):
        return None  # whatever is no food may be written on
    carried = [item for verb, item in ruled if verb == "read" and items.get(item) == PLAYER]
    return max(sorted(carried), key=lambda item: scope.state.held.get(item, 0), default=None)


def _is_called_so_here(scope: Scope, phrase: list[str]) -> bool:
    """Whether a thing of this place goes by these very words: a lock that its writer wrote of."""
    found = resolve(scope, phrase, frozenset({"feature"}), frozenset({"feature"}))
    return found is not None and found.fit >= _BY_NAME and scope.reach(found.thing)


def _whole_here(scope: Scope, verb: str, phrase: list[str], thing: str) -> str | None:
    """What is here and stands before the name of a thing that is not, where one looks into it for just that."""
    if verb not in _WORDS["looked_into"] or scope.reach(thing) or len(phrase) < 2:
        return None
    before = phrase[:-1]
    if before[-1] in DETERMINERS or before[-1].endswith("s"):
        return None
    found = resolve(scope, before, _WORDS["in_reach"], _WORDS["in_reach"])
    return found.thing if found is not None and found.fit >= _BY_NAME and scope.reach(found.thing) else None


def several_of(scope: Scope, verb: str, phrase: list[str]) -> list[str]:
    """The things that a noun phrase means; "everything" is many. Raises `Unclear` for none, or several alike."""
    if phrase in (["it", "all"], ["all", "of", "it"]) and (meant := pronoun(scope, "it")) is not None:
        return [meant]  # "read it all", to the end
    mine = phrase[0] in ("everything", "all") and "i" in phrase  # "everything I own"
    everything = "all" if mine else CLASS_WORDS.get(" ".join(phrase))
    if phrase == ["both"]:
        return _both(scope)
    if everything == "all":
        return list(_all_for(scope, verb))
    suits = SUITS.get(verb, frozenset())
    if (
        verb in _WORDS["on_what_is_shut"]
        and len(phrase) <= 2
        and stem(phrase[-1]) in _WORDS["doors"]
        and not _is_called_so_here(scope, phrase)
        and (shut := _only_shut(scope))
    ):
        return [shut]  # "kick the door in": of several doors the one that needs it
    if several := _lately_taken(scope, phrase):
        return several
    if verb == "read" and phrase == ["it"] and (written := _writing_at_hand(scope)):
        return [written]
    if phrase == ["it"] and pronoun(scope, "it") is None and (only := _only_one(scope, verb)):
        return [only]
    if verb in PERCEIVE and phrase[-1] == "faces" and scope.people:
        return list(scope.people)  # whose else, whatever hangs here with its face to the wall
    found = one_of(scope, phrase, suits)
    if found is not None and verb in PERCEIVE and is_only_alike(scope, phrase, found[0]):
        found = None
    if found is not None and verb in PERCEIVE and _is_told_beside(scope, phrase, found[0]):
        raise Unclear("no_such_thing", said_as(_without_owner(scope, phrase)))
    if found is not None and (whole := _whole_here(scope, verb, phrase, found[0])) is not None:
        return [whole]  # "read the terminal logs", where the terminal is here, and a log is somewhere else
    if found is not None and (ruled := _called_so_with_a_rule(scope, verb, phrase, found[0])) is not None:
        return [ruled]
    if everything == "people" and not (found and found[1] and found[1].fit >= 97 and scope.reach(found[0])):
        return list(scope.people)
    if found is not None and _is_another(scope, phrase, found[0]):
        raise Unclear("no_such_thing", said_as(_without_owner(scope, phrase)))
    if found is None and verb not in OF_ITSELF and (whole := possessor(scope, phrase)):
        if whole in scope.world.characters and verb not in _OF_OWNERS and not _is_of_the_body(verb, phrase):
            raise Unclear(
                "no_such_thing", said_as(_without_owner(scope, phrase))
            )  # to burn his papers is not to burn him
        return [whole]
    if found is None and phrase[0] in ("something", "anything", "nothing"):
        if verb in _WORDS["of_what"] and len(phrase) == 1:
            raise Unclear("which", said_as(phrase))  # "steal something": what?
        return []
    if found is None and verb in ("take", "steal") and len(phrase) < 4 and is_only_described(scope, phrase):
        raise Unclear("stays", said_as(phrase))  # a part of what is described, and no thing by itself
    if found is None and stem(phrase[-1]) in _LIDS and (box := lidded_here(scope)) is not None:
        return [box]
    if found is None and verb in _WORDS["of_parts"] and (whole := whole_of(scope, phrase)):
        if whole != scope.focus.get("it") and _changes_something(scope, verb, whole):
            raise Unclear("no_such_thing", said_as(phrase))
        return [whole]
    if found is None and verb in _WORDS["of_people"] and len(phrase) > 1 and _is_theirs(verb, phrase):
        owner = pronoun(scope, {"his": "him", "her": "her", "their": "them"}.get(phrase[0], ""))
        owner = owner or (leading_person(scope, phrase[:1])[0] if phrase[0].endswith("s") else None)
        if owner is None and (ahead := leading_person(scope, phrase)[0]) in scope.people:
            owner = ahead  # "watch Hild work"
        if owner is not None:
            return [owner]
    if found is None:
        text = said_as(phrase)
        if len(phrase) == 1 and phrase[0] in ("him", "her", "them"):
            raise Unclear("who", text, _of_gender(scope, phrase[0]))
        raise Unclear("absurd" if is_absurd(scope.world, phrase) else "no_such_thing", text)
    thing, match = found
    if match is not None and match.others:
        own = [one for one in match.others if "my" in phrase[:1] and scope.state.items.get(one) == PLAYER]
        choices = tuple(own) or _sorted_out(scope, verb, match.others)
        if len(choices) > 1 and (
            stem(phrase[-1]) != phrase[-1]
            or not {"both", "two", "all"}.isdisjoint(phrase)
            or "halves" in phrase
        ):
            return list(choices)
        if len(choices) > 1:
            raise Unclear("which", said_as(phrase), choices)
        return list(choices)
    return [thing]


def _called_so_with_a_rule(scope: Scope, verb: str, phrase: list[str], found: str) -> str | None:
    """The one thing in reach that part of the name fits as well as what was found, and that has a rule for the verb.

    "Unlock the case" is the glass case with the lock, and not the velvet case in one's pocket.
    """
    nouns = scope.nouns
    if verb in PERCEIVE or verb in OF_ITSELF or (verb, found) in nouns.ruled or len(phrase) > 2:
        return None
    said = tuple(stem(word) for word in phrase if word not in DETERMINERS)
    if not said or said in nouns.whole:
        return None
    called = {nouns.names[at].thing for at in nouns.by_stem.get(said[-1], ()) if nouns.names[at].head == said[-1]}
    ruled = {thing for thing in called if (verb, thing) in nouns.ruled and scope.reach(thing)}
    return next(iter(ruled)) if len(ruled) == 1 and found in called else None


def _changes_something(scope: Scope, verb: str, thing: str) -> bool:
    """Whether a writer's rule makes more of this deed than words: nobody orders that by a word of its description."""
    return any(verb in rule.verbs and thing in rule.on and rule.effects for rule in all_rules(scope.world))


def _is_told_beside(scope: Scope, phrase: list[str], found: str) -> bool:
    """Whether a phrase names what is told of beside somebody, and only they were found for it: "his newspaper"."""
    owned = (
        found in scope.people
        and len(phrase) > 1
        and (phrase[0] in _WORDS["theirs"] or phrase[-2].endswith("s"))
    )
    if not owned or stem(phrase[-1]) in _WORDS["body"] | CLOTHES:
        return False
    return resolve(scope, phrase[-1:]) is None and is_spoken_of_here(scope, phrase)


_OF_OWNERS = frozenset(PERCEIVE) | frozenset(SPEAK) | frozenset({"steal", "search", "touch", "help"})


def _is_of_the_body(verb: str, phrase: list[str]) -> bool:
    """Whether a phrase names a part of somebody's body; or what they wear, unless that alone is cut or burnt."""
    return stem(phrase[-1]) in (
        _WORDS["body"] if verb in _WORDS["on_blows"] - {"push", "pull"} else _WORDS["body"] | CLOTHES
    )


def _without_owner(scope: Scope, phrase: list[str]) -> list[str]:
    """A phrase without whose it is said to be: "Crane's desk"."""
    who, length = leading_person(scope, phrase)
    return phrase[length:] if who is not None and length < len(phrase) else phrase


def _is_theirs(verb: str, phrase: list[str]) -> bool:
    """Whether what is done to what is somebody's is done to them: a blow only where it is of their body."""
    return verb not in _WORDS["on_blows"] or _is_of_the_body(verb, phrase)


_LIDS = frozenset({"lid", "cover", "top", "slat"})


def lidded_here(scope: Scope) -> str | None:
    """The one thing here that has a lid, since a writer says what comes of opening it: "pry the lid off"."""
    boxes = [
        thing
        for verb, thing in sorted(scope.nouns.ruled)
        if verb == "open" and thing in scope.world.items and scope.reach(thing)
        and any(not HOLDS.isdisjoint(name.words) for name in scope.nouns.names_of[thing])
    ]  # fmt: skip
    return boxes[0] if len(boxes) == 1 else None


def _is_another(scope: Scope, phrase: list[str], found: str) -> bool:
    """Whether the thing of that name is elsewhere, and what was told here speaks of one that is no more than told."""
    if scope.reach(found) or scope.nouns.kinds.get(found) != "feature":
        return False
    return is_spoken_of_here(scope, phrase)


def _only_shut(scope: Scope) -> str | None:
    """Where the one way leads that is not open; None where none is shut, or several are."""
    shut = [way.to for way in scope.ways if not reach.is_open(scope.world, scope.state, way)]
    return shut[0] if len(shut) == 1 else None


def _only_one(scope: Scope, verb: str) -> str | None:
    """The one thing lying here that "it" can be, where nothing was named before: what there is to eat, to take."""
    wanted = {"eat": "food", "drink": "drink"}.get(verb)
    if wanted is None and verb not in ("take", "steal"):
        return None
    items = scope.world.items
    lying = [item for item in reach.items_here(scope.world, scope.state) if items[item].portable]
    fitting = [item for item in lying if wanted is None or wanted in items[item].tags]
    return fitting[0] if len(fitting) == 1 else None


def is_worn(scope: Scope, phrase: list[str]) -> bool:
    """Whether a phrase names a piece of the player's own clothes that is no thing of the world: "my scarf"."""
    if len(phrase) < 2 or phrase[0] != "my" or stem(phrase[-1]) not in CLOTHES:
        return False
    found = resolve(scope, phrase, frozenset({"item"}))
    if found is None or not scope.reach(found.thing):
        return True
    item = scope.world.items.get(found.thing)
    names = (item.name, *item.aliases) if item is not None else ()
    # A belt is no belt-knife, and what hangs on a peg here is not what the player wears.
    return all(stem(name.casefold().replace("-", " ").split()[-1]) != stem(phrase[-1]) for name in names)


def _lately_taken(scope: Scope, phrase: list[str]) -> list[str]:
    """What "them both" and "all of them" are: of what the player carries, what was taken last, if it is several."""
    said = [word for word in phrase if word != "of"]
    if not (_WORDS["several"].issuperset(said) and {"both", "two", "all"}.intersection(said)):
        return []
    carried = sorted(reach.carried_items(scope.state), key=lambda item: -scope.state.held.get(item, -1))
    taken = [item for item in carried if scope.state.held.get(item, 0) > 0]
    return taken[:2] if {"both", "two"}.intersection(said) else taken


def _both(scope: Scope) -> list[str]:
    """What was named last with the one thing that goes by the same noun; else the only two things one carries.

    Raises `Unclear`: both is never everything.
    """
    names, last = scope.nouns.names, scope.focus.get("it", "")
    carried = reach.carried_items(scope.state)
    heads = {name.head for name in names if name.thing == last}
    alike = {
        name.thing for name in names if name.head in heads and name.thing != last and scope.reach(name.thing)
    }
    if len(alike) == 1:
        return [last, *alike]
    if len(carried) != len(("this", "that")):
        raise Unclear("which", "both", tuple(carried))
    return carried


def _of_gender(scope: Scope, word: str) -> tuple[str, ...]:
    """The people here whom "him" or "her" can mean; all of them for "them"."""
    gender = {"him": "he", "her": "she"}.get(word)
    return tuple(who for who in scope.people if gender in (None, scope.world.characters[who].pronoun))


def _sorted_out(scope: Scope, verb: str, others: tuple[str, ...]) -> tuple[str, ...]:
    """Of equally good matches in reach, those that the verb is for: what is carried to drop, what lies here to take."""
    carried = [thing for thing in others if scope.state.items.get(thing) == PLAYER]
    lying = [thing for thing in others if thing not in carried]
    if verb in _WORDS["carried_first"] and carried:
        return tuple(carried)
    if verb in ("take", "steal") and lying:
        lying_items = [thing for thing in lying if scope.nouns.kinds[thing] == "item"]
        return tuple(lying_items or lying)
    if verb in ("take", "steal", *_WORDS["carried_first"]):
        return others
    ruled = [thing for thing in others if (verb, thing) in scope.nouns.ruled]
    items = [thing for thing in others if scope.nouns.kinds[thing] == "item"]
    # Looking at one of two like things is no harm; the first one will do.
    if len(items) < 2 or verb in ("examine", "look"):
        return tuple(ruled or items or others)[:1]
    return others


def _all_for(scope: Scope, verb: str) -> list[str]:
    items = scope.world.items
    if verb in _WORDS["from_carried"]:
        return reach.carried_items(scope.state)
    return [item for item in reach.items_here(scope.world, scope.state) if items[item].portable]


def said_as(phrase: list[str]) -> str:
    words = [word for word in phrase if word.isalnum()]
    while len(words) > 1 and words[0] in DETERMINERS:
        words = words[1:]
    return " ".join(words)[:80]
