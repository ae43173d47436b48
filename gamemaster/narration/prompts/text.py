"""What a model is told in a turn, in words: what has changed, what may be named, and the player's words. Pure."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from gamemaster.narration.prompts.foreseen_answers import foreseen_line
from gamemaster.narration.prompts.outcome_schema import InScene
from gamemaster.narration.prompts.state_text import (
    TRACES,
    Cost,
    Feed,
    doors,
    gloss_of,
    knowledge,
    memory_line,
    one_line,
    promises,
    relation_text,
    traces,
    whereabouts,
)
from gamemaster.narration.understudy.answers.status_answers import status_line
from gamemaster.rules.boundaries import lines_text
from gamemaster.rules.conditions import all_wordings, day, is_night, minute_of_day, wordings
from gamemaster.rules.lore import comes_up_in, is_touched, open_lore
from gamemaster.rules.proposal import Discuss
from gamemaster.rules.reach import dead_here, exits, is_open, threats_here
from gamemaster.rules.state import Recalled, StoryState
from gamemaster.rules.threads import MOST_SHOWN, open_threads
from worlds.per_world import per_world
from worlds.rules import all_rules
from worlds.schema import ANYONE, ANYTHING, ANYWHERE, PLAYER, Exit, Rule, World

RULE = "STEP 1: the JSON object."
REMINDER = "One deed, as asked; what is only said, thought or planned is none. Name only what is listed."
# What a line need not say before it has said something else.
NOTHING = frozenset({"nothing", "none", "nothing of its own"})
OF_PLACE = ("rules", "features")  # lists that are a place's own, may be long and change by little
OF_PRESENT = ("here:", "topics:")  # how the names of lines begin that are of those who are here
BOUNDARIES = "boundaries"  # key of the player's lines in a feed
# Lore that may be told when somebody asks, and lore for whoever narrates alone (`worlds.schema.Lore.common`).
KNOWN_TO_ALL, BACKGROUND = "Known to all", "Background"
MOST_LORE = 3  # pieces of lore that enter in one turn; the others come when they are touched again

# ---- the story zone ----


def opening_text(world: World, state: StoryState, *, is_summed_up: bool = False) -> str:
    """What went before: the heading of a summary that follows, or the opening that the player has read."""
    if is_summed_up:
        return "THE STORY SO FAR\n"
    opening = wordings(world.opening, world, state)
    return f"THE STORY BEGINS\n{one_line(opening[0]) if opening else world.title}"


# ---- a turn ----


@dataclass(frozen=True)
class FeedBudget:
    """How much may enter with a feed, in tokens as `cost` counts them; None: as much as there is."""

    most: int | None = None
    cost: Cost = len


@dataclass(frozen=True)
class Listing:
    """A line that lists ids, with what they are. That is said where it first comes in an epoch: the list may change by
    one of its ids in every turn."""

    title: str
    named: dict[str, str]
    joint: str = ", "

    @property
    def entries(self) -> tuple[str, ...]:
        """The ids with what they are, where they do not say it themselves."""
        return tuple(
            name if gloss in ("", name.replace("_", " ")) else f"{name} ({gloss})"
            for name, gloss in self.named.items()
        )

    def text(self, known: frozenset[str] = frozenset(), before: frozenset[str] | None = None) -> str:
        """The line; of what is known the ids alone, and of what was listed `before` not even those, if that is
        shorter."""
        shown = [
            name if entry in known else entry for name, entry in zip(self.named, self.entries, strict=True)
        ]
        whole = f"{self.title}: {self.joint.join(_deeds_together(shown)) or 'nothing'}"
        if before is None:
            return whole
        new = [line for name, line in zip(self.named, shown, strict=True) if name not in before]
        gone = sorted(before - self.named.keys())
        changed = f"{self.title}: as before"
        if new:
            changed += f"; now too: {self.joint.join(_deeds_together(new))}"
        if gone:
            changed += f"; no longer: {', '.join(_deeds_together(gone))}"
        return min(whole, changed, key=len)


def _deeds_together(shown: list[str]) -> list[str]:
    """What is listed, with all that can be done with one thing as one entry: `stove.open/light`."""
    found: dict[str, list[str]] = {}
    for entry in shown:
        thing, dot, deed = entry.partition(".")
        is_deed = dot and deed.isidentifier()
        found.setdefault(f"{thing}." if is_deed else entry, []).extend([deed] if is_deed else [])
    return [f"{entry}{'/'.join(deeds)}" for entry, deeds in found.items()]


def scene_feed(world: World, state: StoryState, here: InScene, feed: Feed) -> tuple[str, Feed]:
    """What changed since the feed last spoke of it, whole. It is known as soon as the turn before is over, whatever
    the player will say, and so may be computed before they say it."""
    parts = _lines(world, state, here)
    lines = {key: part if isinstance(part, str) else part.text() for key, part in parts.items()}
    if not any(
        key.startswith("place") for key in feed.lines
    ):  # later ones are told by the author's words on the way
        lines["place_text"] = f"What is seen here: {_place_text(world, state)}"
    gone = (key for key in feed.lines if key.startswith("flag:") and key not in lines)
    lines.update({key: f"No longer set: {key.removeprefix('flag:')}." for key in gone})
    gone = (key for key in feed.lines if key.startswith(TRACES) and key not in lines)
    lines.update({key: f"No longer so: {key.replace(':', ' ')}." for key in gone})
    if BOUNDARIES in feed.lines and BOUNDARIES not in lines:
        lines[BOUNDARIES] = "The player has taken back the lines that they drew."
    fresh = {
        key: line
        for key, line in lines.items()
        if feed.lines.get(key) != line and (key in feed.lines or line.partition(": ")[2] not in NOTHING)
    }
    lists = {key: part for key, part in parts.items() if isinstance(part, Listing) and key in fresh}
    here_before = {key: feed.listed.get(f"{key}@{state.place}") for key in OF_PLACE}
    fresh.update({key: part.text(feed.glosses, here_before.get(key)) for key, part in lists.items()})
    listed = {f"{key}@{state.place}": frozenset(lists[key].named) for key in OF_PLACE if key in lists}
    text = "\n".join([f"TURN {state.turn + 1}", *(line for line in fresh.values() if line)])
    # Whoever leaves is announced again when they come back.
    kept = {key: line for key, line in feed.lines.items() if not key.startswith(OF_PRESENT)}
    told = replace(
        feed,
        lines={**kept, **lines},
        listed={**feed.listed, **listed},
        glosses=feed.glosses.union(*(part.entries for part in lists.values())),
        dropped=(),
    )
    return f"{text}\n", told


def words_feed(
    world: World,
    state: StoryState,
    words: str,
    here: InScene,
    feed: Feed,
    scene: str,
    recalled: Sequence[Recalled] = (),
    budget: FeedBudget | None = None,
) -> tuple[str, Feed]:
    """What the player's words bring up beside the `scene`'s own feed: topics that they touch, answers that were
    foreseen, and lore and memories (best first) that come for the first time. May be empty.

    Topics and answers always stand. Into the rest of the budget come memories, in their order, then lore, in the
    world's order; each that does not fit is left out alone, is named in `Feed.dropped`, and may come another time.
    """
    answering = {one.operation.who for one in here.foreseen if isinstance(one.operation, Discuss)}
    touched = [
        Listing(f"Topics of @{who}'s that the words touch", topics, "; ").text()
        for who, topics in here.touched.items()
        if topics and who not in answering
    ]
    touched += map(foreseen_line, here.foreseen)
    memories = {
        one.id: memory_line(world, one)
        for one in recalled
        if one.id not in feed.memories and one.owner in here.people
    }
    shown = scene.removesuffix("\n")
    text = "\n".join([shown, *touched])
    matters = "\n".join(topic for topics in here.touched.values() for topic in topics)
    lore = {
        name: f"{KNOWN_TO_ALL if world.lore[name].common else BACKGROUND}: {one_line(world.lore[name].text)}"
        for name in _matching_lore(world, state, f"{words}\n{shown}\n{matters}", feed.lore)
    }
    new, dropped = _fitting({**memories, **lore}, text, budget or FeedBudget())
    told = replace(
        feed,
        lore=feed.lore | (lore.keys() & new.keys()),
        memories=feed.memories | (memories.keys() & new.keys()),
        dropped=tuple(f"{'memory' if name in memories else 'lore'} {name}" for name in dropped),
    )
    written = [
        *touched,
        *(lore[name] for name in lore if name in new),
        *(memories[name] for name in memories if name in new),
    ]
    return "".join(f"{line}\n" for line in written), told


def _fitting(entries: dict[str, str], text: str, budget: FeedBudget) -> tuple[dict[str, str], list[str]]:
    """The entries that fit beside `text`, and the names of those that do not."""
    if budget.most is None or not entries:
        return entries, []
    left, new, dropped = budget.most - budget.cost(text), {}, []
    for name, line in entries.items():
        needed = budget.cost(f"\n{line}")
        if needed <= left:
            new[name] = line
            left -= needed
        else:
            dropped.append(name)
    return new, dropped


def cut_words(words: str, most: int | None, cost: Cost) -> str:
    """The words, or as many whole ones from their beginning as `most` tokens hold."""
    while most is not None and (tokens := cost(json.dumps(words, ensure_ascii=False))) > most:
        kept = words[: min(len(words) - 1, len(words) * most // tokens)]
        words = kept.rpartition(" ")[0] or kept
    return words


def words_text(words: str, *, long: bool = False) -> str:
    """The player's words as one JSON string on one line: no words can end it, or look like anything else here.

    `long`: the prompt is, and the rules stand far above.
    """
    said = json.dumps(words, ensure_ascii=False)
    return f"The player: {said}\n{f'{RULE} {REMINDER}' if long else RULE}"


def _lines(world: World, state: StoryState, here: InScene) -> dict[str, str | Listing]:
    """Everything in the scene, a line for each thing that can change by itself."""
    minute, place = minute_of_day(world, state), world.locations[state.place]
    night = ", night" if is_night(world, state) else ""
    everywhere, here_only = _rules(world, here.rules)
    lines: dict[str, str | Listing] = {
        "time": f"Day {day(world, state)}, {minute // 60:02}:{minute % 60:02}{night}.",
        "place": f"Place: {place.id}, {place.name} ({'indoors' if place.indoors else 'outdoors'}).",
        "ways": "Ways: " + ("; ".join(_ways(world, state)) or "none"),
        "lying": Listing("Lying here", _names(world, here.here)),
        "features": Listing(
            "To notice", _names(world, tuple(t for t in here.things if _is_feature(world, t)))
        ),
        "carried": Listing("The player carries", _names(world, here.carried)),
        "player": "The player's condition: " + status_line(world, state).removeprefix("You are "),
        "skills": "The player's skills: " + _skills(world, state),
        **_possible(world, state, here),
        "rules": Listing("To use here", here_only, "; "),
        "rules_anywhere": Listing("To use wherever it fits", everywhere, "; "),
        "dead": Listing("Dead here", _names(world, tuple(dead_here(state)))),
        "threads": "Open questions, the leading one first: " + _threads(world, state),
        "threats": Listing("Threatening here", _names(world, tuple(threats_here(state)))),
        **whereabouts(state),
        **doors(world, state),
        **promises(state),
        **traces(state),
    }
    if state.boundaries is not None:
        drawn = lines_text(state.boundaries)
        lines[BOUNDARIES] = f"Lines that the player drew, and the story does not cross: {drawn}."
    for who in here.people:
        lines[f"here:{who}"] = _person(world, state, who, here)
        lines[f"topics:{who}"] = Listing(f"@{who} can be asked about", here.topics[who])
    return {**lines, **knowledge(world, state)}


def _skills(world: World, state: StoryState) -> str:
    return (
        ", ".join(f"{skill} {state.skills[skill]:+d}" for skill in world.skills if skill in state.skills)
        or "none"
    )


def _possible(world: World, state: StoryState, here: InScene) -> dict[str, str | Listing]:
    """What may be named here that is no thing and nobody, each with what it is about."""
    listed = {
        "facts": ("To be learnt here", {name: world.facts[name].text for name in here.facts}),
        "beats": ("Beats that are due", {name: _first_words(world, state, name) for name in here.beats}),
        "begun": ("Beats that come again", {name: _first_words(world, state, name) for name in here.begun}),
        "endings": ("Endings reached", {name: world.endings[name].title for name in here.endings}),
    }
    offers = "; ".join(f"{offer} ({', '.join(names)})" for offer, names in here.offers.items())
    return {
        **{
            key: Listing(title, {name: gloss_of(text) for name, text in named.items()}, "; ")
            for key, (title, named) in listed.items()
        },
        "offers": f"To enjoy here: {offers or 'nothing'}",
    }


def _first_words(world: World, state: StoryState, beat: str) -> str:
    options = wordings(world.beats[beat].text, world, state) if beat in world.beats else ()
    return options[0] if options else ""


def _threads(world: World, state: StoryState) -> str:
    """What the story holds open: a good suggestion leads on in one of them."""
    texts = [one_line(thread.text) for thread in open_threads(world, state)[:MOST_SHOWN]]
    return " ".join(texts) or "none"


def _place_text(world: World, state: StoryState) -> str:
    place = world.locations[state.place]
    seen = [wordings(place.description.first, world, state)]
    if is_night(world, state):
        seen.append(wordings(place.description.night, world, state))
    seen += all_wordings(place.description.states, world, state)
    return " ".join(one_line(options[0]) for options in seen if options)


def _ways(world: World, state: StoryState) -> list[str]:
    return [
        f"{way.to} ({', '.join([*_place_name(world, way.to), *way.direction[:1], _openness(world, state, way)])})"
        for way in exits(world, state)
    ]


def _place_name(world: World, place: str) -> tuple[str, ...]:
    """What a place is called, where its id does not say it: players write "the mound", not `howe`."""
    name = world.locations[place].name
    return () if name.casefold().removeprefix("the ") == place.replace("_", " ") else (name,)


def _openness(world: World, state: StoryState, way: Exit) -> str:
    return "open" if is_open(world, state, way) else "closed"


def _person(world: World, state: StoryState, who: str, here: InScene) -> str:
    person, card = state.characters[who], world.characters[who]
    hurt = f", {person.wounds} of {card.health} wounds" if person.wounds else ""
    manner = f"feels {person.disposition:+d} toward the player{hurt}{', follows' if person.following else ''}"
    bonds = relation_text(state, who, here.people)
    return f"@{who} is here: {manner}{f'; {bonds}' if bonds else ''}"


def _rules(world: World, rules: tuple[str, ...]) -> tuple[dict[str, str], dict[str, str]]:
    """The rules that are about anyone or nothing in particular, and those that are about what is here."""
    known = _shown_rules(world)
    return (
        {name: known[name].text for name in rules if known[name].fits_anywhere},
        {name: known[name].text for name in rules if not known[name].fits_anywhere},
    )


@dataclass(frozen=True)
class _ShownRule:
    """A rule as it stands in a prompt."""

    rule: Rule

    @cached_property
    def text(self) -> str:
        return _rule(self.rule)

    @cached_property
    def fits_anywhere(self) -> bool:
        return not self.rule.at and not set(self.rule.on) - {ANYONE, ANYTHING, ANYWHERE}


@per_world
def _shown_rules(world: World) -> dict[str, _ShownRule]:
    return {rule.id: _ShownRule(rule) for rule in all_rules(world)}


def _rule(rule: Rule) -> str:
    """When a rule is used, as far as its id does not say so."""
    deed = "/".join(rule.verbs[:3])
    if [rule.id] == [f"{thing}.{verb}" for thing in rule.on for verb in rule.verbs]:
        deed = ""
    else:
        deed += f" {'/'.join(rule.on[:4])}" if rule.on else ""
        deed += f" with {'/'.join(rule.with_[:3])}" if rule.with_ else ""
    about = f"about {'/'.join(rule.about[:4])}" if rule.about else ""
    check = f"{rule.check.skill} against {rule.check.difficulty}" if rule.check else ""
    return ", ".join(part for part in (f"{deed} {about}".strip(), check) if part)


def _is_feature(world: World, thing: str) -> bool:
    return thing != PLAYER and not any(
        thing in section for section in (world.items, world.characters, world.locations, world.threats)
    )


def _names(world: World, things: tuple[str, ...]) -> dict[str, str]:
    names = _all_names(world)
    return {thing: names.get(thing, "") for thing in things}


@per_world
def _all_names(world: World) -> dict[str, str]:
    names = {feature.id: feature.name for _, feature in world.features()}
    for section in (world.items, world.characters, world.threats):
        names.update({key: part.name for key, part in section.items()})
    return names


def _matching_lore(world: World, state: StoryState, text: str, known: frozenset[str]) -> list[str]:
    """Lore whose keys come up, in its order."""
    return [
        lore.id
        for lore in open_lore(world, state)
        if lore.id not in known and (lore.always or is_touched(lore, comes_up_in(text, lore)))
    ][:MOST_LORE]
