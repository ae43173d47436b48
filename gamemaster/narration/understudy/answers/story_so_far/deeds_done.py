"""What the player's deeds have brought about: the rules that were carried out, and how things stand for it. Pure.

A deed is known by the rule that it was. What has come of it is what the state still holds: a flag that the rule set,
by its writer's gloss or by what the place tells while it is set; what it taught; what it gave. What was undone is not
told.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gamemaster.language.names.normalization import content_of, plain, words_of
from gamemaster.language.names.noun_index import nouns_of
from gamemaster.language.tables.function_words import PREPOSITIONS
from gamemaster.language.tables.verb_forms import is_past, plain_form
from gamemaster.language.wording.stock_lines import join_names, name_of
from gamemaster.narration.understudy.answers.story_so_far.evidence import roots_of
from gamemaster.narration.understudy.answers.story_so_far.tellings import sentences_in
from gamemaster.rules.conditions import holds, wordings
from gamemaster.rules.reach import features, items_here
from gamemaster.rules.state import StoryState
from worlds.per_world import per_world
from worlds.rules import all_rules
from worlds.schema import NO_EFFECTS, PLAYER, Condition, Passage, Rule, Topic, World

_IS_IT_DONE = re.compile(
    r"(?:and |so |but )*(?:is|are|was|were|has|have) (?P<thing>(?:the |my |our |that |this )?[\w ]+?)"
    r" (?:(?:still|now|already|really|finally|properly|all|been|being|well) )*(?P<deed>\w+)(?P<rest>(?: \w+){0,2})"
)
_LATER = frozenset("now yet then still already again right properly up in".split())
_MANNER = content_of(
    "back again now already finally properly myself ourselves all well today tonight on off up down"
)
_LONGEST = 200  # characters
# "did I load the gun?", "I braced the gate", "we have turned the lights back on": a deed of the player's own.
_OWN_DEED = re.compile(
    r"(?:(?:and|so|well|hey|look|okay|right|oh|that) )*(?:(?P<asks>did|have|had) (?:i|we)|(?:i|we)(?: have| had| did)?)"
    r" (?:(?:just|really|already|finally|now|ever|not) )*(?P<deed>\w+)(?: (?P<rest>.+))?"
)
# "the gate is braced now", said to somebody.
_IT_IS_DONE = re.compile(
    r"(?:(?:and|so|well|hey|look|okay|right|oh|that) )*(?P<rest>[\w ]+?) (?:is|are)"
    r" (?:(?:all|now|already|finally|properly|well) )*(?P<deed>\w+)(?: (?:now|up|down|again|at last))*"
)
_CLAUSE_ENDS = re.compile(r" (?:and|but|so|because|since|for you|like|as|to)\b.*")
RECENT_DEEDS = 6  # turns: how long ago what "did it work?" asks of was done, at most


def rules_done(world: World, state: StoryState) -> list[Rule]:
    """The rules that were carried out, of which the one whose work is the latest comes first."""
    done = [rule for rule in all_rules(world) if rule.id in state.rules]
    return sorted(done, key=lambda rule: -turn_of(state, rule))


def turn_of(state: StoryState, rule: Rule) -> int:
    """The turn in which what a rule brings about came to be so; 0 where nothing that is left of it says when."""
    facts, flags = state.facts, state.flags
    turns = [facts.get(fact, 0) for fact in rule.effects.learn]
    turns += [flags.get(flag, 0) for flag in rule.effects.set]
    turns += [state.held.get(item, 0) for item in _gifts_of(rule)]
    return max(turns, default=0)


def flags_of_deeds(world: World, state: StoryState) -> frozenset[str]:
    """The flags that stand because the player carried out a rule."""
    return frozenset(
        flag for rule in rules_done(world, state) for flag in rule.effects.set if flag in state.flags
    )


def is_undone(state: StoryState, rule: Rule) -> bool:
    """Whether what a rule had set is set no longer: the lights that were put out again."""
    return bool(rule.effects.set) and not any(flag in state.flags for flag in rule.effects.set)


def standing_for(world: World, state: StoryState, rule: Rule) -> str:
    """How things stand because a rule was carried out, in its writer's words; empty where none of them tells it."""
    flags = [flag for flag in rule.effects.set if flag in state.flags]
    glossed = (world.flags[flag].strip() for flag in flags if flag in world.flags)
    shown = (text for flag in flags for text in _told_while(world, state, flag))
    learned = (world.facts[fact].text.strip() for fact in rule.effects.learn if fact in state.facts)
    got = [name_of(world, item) for item in _gifts_of(rule) if state.items.get(item) == PLAYER]
    told = next((one for one in (*glossed, *shown, *learned) if 0 < len(one) <= _LONGEST), "")
    return told or (f"You have {join_names(got)}." if got else "")


def _gifts_of(rule: Rule) -> tuple[str, ...]:
    return (*rule.effects.give, *(item for item, to in rule.effects.put.items() if to == PLAYER))


def _told_while(world: World, state: StoryState, flag: str) -> list[str]:
    """What the place, its things and what is carried tell for just this flag, as far as it is before the player."""
    passages: list[Passage] = [world.locations[state.place].description.states]
    passages += [one.text for one in features(world, state)]
    passages += [world.items[item].description for item in state.carried_items()]
    return [
        " ".join(sentences_in(variant.text[0]))
        for passage in passages
        for variant in passage
        if _hangs_on(variant.when, flag) and holds(variant.when, world, state)
    ]


def _hangs_on(condition: Condition | None, flag: str) -> bool:
    return condition is not None and flag in condition.set


def outdated_lines(world: World, state: StoryState, topic: Topic) -> frozenset[int]:
    """The lines of a topic that tell how things stood before the player changed them.

    Where a line that waits for a flag of the player's making holds, what stands below it without a condition of its own
    is what was to be said as long as nothing was done.
    """
    waiting = {
        number: line.when
        for number, line in enumerate(topic.lines)
        if line.when is not None and not state.flags.keys().isdisjoint(line.when.set)
    }
    if not waiting:
        return frozenset()  # as it is with most topics: whose flags they are need not be asked
    made = flags_of_deeds(world, state)
    changed = [
        number
        for number, when in waiting.items()
        if not made.isdisjoint(when.set) and holds(when, world, state)
    ]
    return frozenset(
        number
        for number, line in enumerate(topic.lines)
        if changed
        and number > changed[0]
        and (line.when, line.disposition) == (None, None)
        and line.effects == NO_EFFECTS
    )


def latest(world: World, state: StoryState, since: int) -> str:
    """Whether what the player did lately has come to something, and to what; empty where nothing has."""
    lately = (rule for rule in rules_done(world, state) if turn_of(state, rule) >= since)
    done = [rule for rule in lately if rule.effects.set and not is_undone(state, rule)]
    return f"Yes. {standing_for(world, state, done[0])}".strip() if done else ""


def rules_said(world: World, deed: str, about: set[str]) -> list[Rule]:
    """The rules that a verb, in any of its forms, and the roots of what it is done to speak of."""
    verbs = nouns_of(world).verbs
    verb = plain_form(deed, verbs.words - {deed})
    meanings = set(verbs.at_start([verb])[0])
    return [one.rule for one in _spoken_of(world) if about and one.is_said(verb, meanings, about)]


@dataclass(frozen=True)
class _SpokenOf:
    """A rule, as words speak of it."""

    rule: Rule
    phrases: tuple[tuple[str, frozenset[str]], ...]  # the verb of each, and what it is about
    called: frozenset[str]  # what it is done to and with

    def is_said(self, verb: str, meanings: set[str], about: set[str]) -> bool:
        if any(own == verb and about <= content for own, content in self.phrases):
            return True
        return not meanings.isdisjoint(self.rule.verbs) and about <= self.called


@per_world
def _spoken_of(world: World) -> tuple[_SpokenOf, ...]:
    return tuple(
        _SpokenOf(
            rule,
            tuple(
                (words[0], frozenset(content_of(" ".join(words))))
                for phrase in (*rule.phrases, rule.suggest or "")
                if (words := words_of(plain(phrase)))
            ),
            frozenset().union(*(roots_of(world, thing) for thing in (*rule.on, *rule.with_))),
        )
        for rule in all_rules(world)
    )


def is_it_done(world: World, state: StoryState, question: str) -> str:
    """The answer to "is the gate braced?": whether the player did what makes it so; empty where nobody could tell."""
    said = [word for word in words_of(plain(question)) if word[0].isalnum()]
    found = _IS_IT_DONE.fullmatch(" ".join(said))
    if found is None or not set(found["rest"].split()) <= _LATER | PREPOSITIONS:
        return ""
    deed = found["deed"]
    if not is_past(deed) and plain_form(deed, nouns_of(world).verbs.words - {deed}) == deed:
        return ""  # "is the door open?" asks of no deed
    about = content_of(found["thing"])
    rules = rules_said(world, deed, about)
    done = [rule for rule in rules if rule.id in state.rules]
    if done and not all(is_undone(state, rule) for rule in done):
        stands = next((told for rule in done if (told := standing_for(world, state, rule))), "")
        return f"Yes. {stands}".strip() if stands else "Yes, you saw to that."
    if not any(rule.effects.set or rule.once for rule in rules):
        return ""
    held = [thing for rule in rules for thing in rule.on if state.items.get(thing) == PLAYER]
    seen = wordings(world.items[held[0]].description, world, state)[:1] if held else ()
    return " ".join(("Not by you, and not that you can see.", *seen))


@dataclass(frozen=True)
class OwnDeed:
    """A deed that the player asks whether they did, or says that they have done, as far as the record knows it."""

    asks: bool
    rules: tuple[Rule, ...]  # that the words mean
    done: Rule | None  # of these the one that was carried out, and is not undone

    def is_seen(self, world: World, state: StoryState) -> bool:
        """Whether what was to be done stands before whoever is here."""
        near = {state.place, *(one.id for one in features(world, state)), *items_here(world, state)}
        near |= {*state.carried_items(), *state.present()}
        return any(not near.isdisjoint((*rule.on, *rule.at, *_gifts_of(rule))) for rule in self.rules)


def own_deed_in(world: World, state: StoryState, words: list[str]) -> OwnDeed | None:
    """The deed of the player's own that the words ask about or tell of; None where no rule is such a deed."""
    said = " ".join(word for word in words if word[0].isalnum())
    found = _OWN_DEED.fullmatch(said) or _IT_IS_DONE.fullmatch(said)
    if found is None:
        return None
    rest = _CLAUSE_ENDS.sub("", found["rest"] or "")
    about = content_of(rest) - _MANNER
    rules = rules_said(world, found["deed"], about)
    done = [rule for rule in rules if rule.id in state.rules and not is_undone(state, rule)]
    if not rules:
        return None
    asks = "asks" in found.groupdict() and found["asks"] is not None
    return OwnDeed(asks, tuple(rules), next(iter(sorted(done, key=lambda one: -turn_of(state, one))), None))
