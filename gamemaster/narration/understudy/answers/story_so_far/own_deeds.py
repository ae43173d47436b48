"""Whether the player did something, by the record of the story: "did I eat the stew or not?", "have I met Ines?". Pure.

Yes or no is said only where the state keeps it: rules that were carried out, things had in hand, places and people.
"""

from __future__ import annotations

from gamemaster.language.english import Forms, Words
from gamemaster.language.names.normalization import content_of
from gamemaster.language.names.noun_index import nouns_of, resolve, scope_of
from gamemaster.language.tables.function_words import DETERMINERS, PREPOSITIONS
from gamemaster.language.tables.verb_forms import plain_form
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.narration.understudy.answers.story_so_far.deeds_done import (
    RECENT_DEEDS,
    is_undone,
    latest,
    rules_done,
    standing_for,
)
from gamemaster.narration.understudy.answers.story_so_far.evidence import roots_of
from gamemaster.rules.relationships import promise_in_words
from gamemaster.rules.state import StoryState
from worlds.rules import all_rules
from worlds.schema import NOWHERE, PLAYER, Rule, World

_FORMS = Forms(__name__)
_WORDS = Words(__name__)
_NAMED = 84  # fit of a name from which on it is one
_PARTICIPLES = {"met": "talk", "spoken": "talk", "had": "eat"}


def own_deed(world: World, state: StoryState, thing: str | None, words: list[str]) -> str:
    """Whether the player did it; empty where the words ask no such thing, or nobody kept it."""
    found = _FORMS["asked"].fullmatch(" ".join(word for word in words if word[0].isalnum()))
    if found is None:
        return ""
    deed = found["deed"].split()
    if "promise" in deed[0]:
        given = [promise_in_words(world, one) for one in state.promises.values() if one.by == PLAYER]
        return f"Yes. {given[-1]}" if given else "No: you have promised nothing."
    if deed[0] in _WORDS["of_ones_word"] and {"promise", "promises", "word"} & set(deed):
        return _of_ones_word(world, state, broken=deed[0].startswith("br"))
    if deed[0] in _WORDS["getting"] and len(deed) > 2 and deed[1] in _WORDS["pointing"] | DETERMINERS:
        by = ["turn"] if deed[-1] in _WORDS["switched"] else []
        deed = [*by, deed[-1], *deed[1:-1]]  # "did I get it open?", "did I get the lights on?"
    verbs = nouns_of(world).verbs
    deed[0] = _PARTICIPLES.get(deed[0], plain_form(deed[0], verbs.words))
    understood, length = verbs.at_start(deed)
    meanings = set(understood)
    thing = thing or _thing_after(world, state, deed[max(length, 1) :])
    if thing in world.characters and "attack" in meanings:
        seen = (one for person in state.characters.values() for one in person.witnessed)
        return _yes_or_no(any((one.what, one.target) == ("violence", thing) for one in seen))
    if thing in world.characters and (
        meanings & _WORDS["talking"] or {"say", "speak", "meet", "hello"} & set(deed)
    ):
        whom = world.characters[str(thing)].name if thing in state.seen_at else "anybody like that"
        return _yes_or_no(_has_talked(state, str(thing)), f" spoken with {whom}")
    if thing in world.locations and (meanings & _WORDS["going"] or deed[0] in _WORDS["been"]):
        return _yes_or_no(thing in state.visited, f" been at {name_of(world, str(thing))}")
    if thing in world.items and "drop" in meanings and thing in state.held:
        kept = state.items[str(thing)] == PLAYER
        return f"{'No: you still have' if kept else 'Yes: you no longer have'} {name_of(world, str(thing))}."
    return _by_rules(world, state, thing, deed, meanings)


def _of_ones_word(world: World, state: StoryState, *, broken: bool) -> str:
    """How the player's last promise stands; `broken`: they ask whether they broke it."""
    given = [one for one in state.promises.values() if one.by == PLAYER]
    if not given:
        return "You have promised nothing."
    last = max(given, key=lambda one: (one.settled or 0, one.turn))
    so = ("No." if broken else "Yes.") if last.status == "kept" else ("Yes." if broken else "No.")
    return f"{'Not yet.' if last.status == 'open' else so} {promise_in_words(world, last)}"


def _thing_after(world: World, state: StoryState, words: list[str]) -> str | None:
    """What the words after the verb name, without a preposition before it."""
    rest = words[1:] if words and words[0] in PREPOSITIONS else words
    if rest[:1] in (["it"], ["that"]):
        return state.focus.get("it")
    found = resolve(scope_of(world, state), rest) if rest else None
    return found.thing if found is not None and found.fit >= _NAMED else None


def _by_rules(world: World, state: StoryState, thing: str | None, deed: list[str], meanings: set[str]) -> str:
    """Yes where a rule for it was carried out, no where one stands open that would be it."""
    said = content_of(" ".join(deed))
    fitting = [
        rule
        for rule in all_rules(world)
        if (meanings & set(rule.verbs) and thing is not None and thing in rule.on)
        or any(said and said == content_of(phrase) for phrase in rule.phrases)
    ]
    done = [rule for rule in fitting if rule.id in state.rules and not is_undone(state, rule)]
    if done:
        stands = next((told for rule in done if (told := standing_for(world, state, rule))), "")
        return f"{_yes_or_no(True)} {stands}".strip()
    alike = [
        rule for rule in rules_done(world, state) if meanings & set(rule.verbs) and not is_undone(state, rule)
    ]
    about = content_of(" ".join(deed[1:]))
    alike = [one for one in alike if about & _spoken_of_in(world, one)]
    if alike:  # "did I light the fire?", whatever its writer calls it
        return f"{_yes_or_no(True)} {standing_for(world, state, alike[0])}".strip()
    if set(deed[1:]) & _WORDS["pointing"] and (lately := latest(world, state, state.turn - RECENT_DEEDS)):
        return lately  # "did I fix it?", in whatever words it was mended
    if thing in world.items and {"eat", "drink"} & meanings:
        return _yes_or_no(thing in state.held and state.items[str(thing)] == NOWHERE)
    return _yes_or_no(False) if fitting else ""


def _spoken_of_in(world: World, rule: Rule) -> set[str]:
    """The roots of what a rule is done to, and of what its writer tells of it."""
    texts = " ".join(text for variant in rule.text for text in variant.text)
    return content_of(texts).union(*(roots_of(world, thing) for thing in rule.on))


def _yes_or_no(done: bool, what: str = "") -> str:
    """ "Yes: you have been at the mill."; without a deed's name no more than that it was done."""
    if not what:
        return "Yes, you did." if done else "No, you did not."
    return f"Yes: you have{what}." if done else f"No: you have not{what} yet."


def of_a_meeting(world: World, state: StoryState, who: str | None) -> str:
    """Whether the player has met somebody, and where; whoever only stands there was seen, and not spoken with."""
    if who is None or who not in {*state.seen_at, *state.present()}:
        return "Not that you know of."
    name = world.characters[who].name
    here = who in state.present()
    place = name_of(world, state.seen_at.get(who, state.place))
    if _has_talked(state, who):
        return f"Yes: you have spoken with {name}{'' if here else f', whom you saw last at {place}'}."
    return f"{name} is here; you have not spoken yet." if here else f"You have only seen {name}, at {place}."


def _has_talked(state: StoryState, who: str) -> bool:
    return state.characters[who].met or any(key.startswith(f"{who}.") for key in state.lines)
