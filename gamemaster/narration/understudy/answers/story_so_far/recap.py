"""What the player was told and saw of a matter, with who said it: the Game Master's recap, at no cost of time. Pure.

Only what reached the player: lines that were said to them, scenes that were told, things that they looked at, facts. A
fact that somebody's words brought is told in those words: what follows from them is for the player to find.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gamemaster.language.names.normalization import content_of
from gamemaster.language.wording.paragraphs import paragraphs_of
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.narration.understudy.answers.orientation import how_it_began, whereabouts
from gamemaster.narration.understudy.answers.story_so_far.evidence import (
    line_called,
    line_text,
    roots_of,
)
from gamemaster.narration.understudy.answers.story_so_far.tellings import (
    best_of,
    in_quotes,
    sentences_in,
    tellings,
)
from gamemaster.rules.conditions import wordings
from gamemaster.rules.state import StoryState, digest
from gamemaster.rules.threads import goal_of, open_threads
from worlds.schema import PLAYER, World

_MOST = 3
_QUOTED = 220  # characters of what somebody said on the matter
_VAGUE = content_of("again still really exactly already first last time thing things stuff bit know whole")


@dataclass(frozen=True)
class Matter:
    """What is asked after: its words by their roots, and what the thing they name is called otherwise."""

    wanted: frozenset[str]
    names: frozenset[str] = frozenset()

    def is_in(self, text: str) -> bool:
        """Whether a text speaks of it."""
        said = content_of(text)
        return bool(self.wanted) and (self.wanted <= said or bool(self.names & said))


def matter_called(world: World, about: str, thing: str | None = None) -> Matter:
    """The matter that the player's words name; `thing` is what they were read as."""
    wanted = content_of(about) - _VAGUE
    names = roots_of(world, thing)
    # A name of several words is no name by each of them: a "master key" is not any key.
    return Matter(frozenset(wanted), frozenset(names if wanted <= names and len(wanted) == 1 else ()))


def recap(world: World, state: StoryState, matter: Matter, who: str | None = None) -> list[str]:
    """What was said and seen of it, the nearest first; of what `who` said alone, where somebody is named."""
    said = _words_on(world, state, matter, who)
    if who is not None:
        return said[:_MOST]
    facts = [text for text in lessons(world, state) if matter.is_in(text)]
    told = dict.fromkeys([*said[:2], *facts, *_looked_at(world, state, matter), *said[2:]])
    # The same words are quoted once, as long as they are quoted anywhere.
    return [one for one in told if not any(other.startswith(one[:-1]) for other in told if other != one)][
        :_MOST
    ]


def lessons(world: World, state: StoryState) -> list[str]:
    """What the player learned, the latest first; what somebody's words brought, in those words."""
    brought = {
        fact: _quotation(found[0], _beginning(found[1]))
        for key in state.lines
        for fact in _learned_by(world, key)
        if (found := line_text(world, key)) is not None
    }
    known = sorted(state.facts, key=lambda fact: -state.facts[fact])
    return list(dict.fromkeys(brought.get(fact) or world.facts[fact].text.strip() for fact in known))


def _learned_by(world: World, key: str) -> tuple[str, ...]:
    found = line_called(world, key)
    return tuple(found[1].effects.learn) if found is not None else ()


def _words_on(world: World, state: StoryState, matter: Matter, who: str | None) -> list[str]:
    """What people said of it, the latest on the matter itself first."""
    upon: list[tuple[int, str]] = []
    by_the_way: list[tuple[int, str]] = []
    for key, turn in state.lines.items():
        speaker, _, rest = key.partition(".")
        found = line_text(world, key) if who in (None, speaker) else None
        if found is None:
            continue
        topic = world.characters[speaker].topics.get(rest.rpartition(".")[0])
        sentences = list(sentences_in(found[1]))
        if topic is not None and any(matter.is_in(name) for name in topic.names):
            upon.append((turn, _quotation(found[0], _beginning(found[1]))))
        elif of_it := [one for one in sentences if matter.is_in(one)]:
            by_the_way.append((turn, _quotation(found[0], of_it[:1])))
        elif any(matter.is_in(world.facts[fact].text) for fact in _learned_by(world, key)):
            by_the_way.append((turn, _quotation(found[0], _beginning(found[1]))))
    told = [text for _, text in (*sorted(upon, reverse=True), *sorted(by_the_way, reverse=True))]
    spoken = [
        _by(world, one, text) for one, text in _scenes(world, state) if who == one and matter.is_in(text)
    ]
    return [*told, *(spoken if who is not None else ())]


def _beginning(text: str) -> list[str]:
    """The first sentences of what was said, as many as are quoted: all of a short speech."""
    kept: list[str] = []
    for one in sentences_in(text):
        if kept and sum(map(len, (*kept, one))) > _QUOTED:
            break
        kept.append(one)
    return kept


def _quotation(speaker: str, sentences: list[str]) -> str:
    return f"{speaker} said: \u201c{' '.join(sentences)}\u201d"


def _looked_at(world: World, state: StoryState, matter: Matter) -> Iterator[str]:
    """What stands of it on the things that the player looked at, and in the scenes that they lived through."""
    described = {feature.id: feature.text for _, feature in world.features()}
    described |= {item.id: item.description for item in world.items.values()}
    for thing in sorted(state.noticed, key=lambda one: -state.noticed[one]):
        for text in wordings(described.get(thing, ()), world, state):
            of_it = [one for one in sentences_in(text) if matter.is_in(one)]
            if of_it and digest(text) in state.told and thing != PLAYER:
                name = name_of(world, thing)
                yield f"{name[:1].upper()}{name[1:]}: {of_it[0]}"
                break
    yield from (_by(world, who, one) for who, one in _scenes(world, state) if matter.is_in(one))


def _scenes(world: World, state: StoryState) -> Iterator[tuple[str | None, str]]:
    """The sentences of the scenes that the player lived through, with who says them; the opening's speech first."""
    for text in wordings(world.opening, world, state)[:1]:
        yield from (spoken for spoken in _sentences(text) if spoken[0] is not None)
    for beat in world.beats.values():
        for text in (text for variant in beat.text for text in variant.text if digest(text) in state.told):
            yield from _sentences(text)


def _sentences(text: str) -> Iterator[tuple[str | None, str]]:
    for who, part in paragraphs_of(text):
        yield from ((who, one) for one in sentences_in(part))


def _by(world: World, who: str | None, sentence: str) -> str:
    """A sentence of a scene, with whoever says it."""
    return _quotation(world.characters[who].name, [sentence]) if who in world.characters else sentence


def summary(world: World, state: StoryState, who: str | None = None) -> str:
    """What is known in short: what was learned, who said what last, what is still open; or all that `who` said."""
    if who is not None:
        return " ".join(last_said(world, state, who)) or not_told(world.characters[who].name)
    began = premise(world) or how_it_began(world, state)
    known = latest_known(world, state) or [began, *world.messages.get("know_nothing", ())[:1]]
    return " ".join(part for part in (whereabouts(world, state), *known, what_is_open(world, state)) if part)


def latest_known(world: World, state: StoryState) -> list[str]:
    """What was learned, and who said what last."""
    keys = sorted(state.lines, key=lambda key: -state.lines[key])
    topics = (key for key in keys if _is_of_a_topic(world, key))  # a greeting tells nothing
    said = [_quotation(found[0], _beginning(found[1])) for key in topics if (found := line_text(world, key))]
    return list(dict.fromkeys((*lessons(world, state)[:_MOST], *said)))[:_MOST]


def _is_of_a_topic(world: World, key: str) -> bool:
    who, _, rest = key.partition(".")  # of a remark on something made, no person's name comes first
    person = world.characters.get(who)
    return person is not None and rest.rpartition(".")[0].removesuffix(".else") in person.topics


def what_is_open(world: World, state: StoryState) -> str:
    """The questions that the story holds open; where it names none, what the player is after."""
    still = [one.text.strip().replace("*", "") for one in open_threads(world, state)][:2]
    goal = goal_of(world, state).strip().replace("*", "")
    return f"Still open: {' '.join(still)}" if still else goal and f"What you are after: {goal}"


def premise(world: World) -> str:
    """What the story starts from, as its player read it when they chose it, in a few sentences."""
    kept: list[str] = []
    for one in sentences_in(world.summary):
        if kept and sum(map(len, (*kept, one))) > _QUOTED:
            break
        kept.append(one)
    return " ".join(kept)


def notes(world: World, state: StoryState, matters: Iterable[str]) -> str:
    """A line of each matter that was named, and of one that nothing is known of, that it is so."""
    known = tellings(world, state)
    told = []
    for matter in matters:
        found = best_of(world, known, matter)
        lines = recap(world, state, matter_called(world, matter))[:1] or (
            [in_quotes(world, found)] if found else []
        )
        told.append(f"{matter[:1].upper()}{matter[1:]}: {lines[0] if lines else 'nothing so far.'}")
    return " ".join(dict.fromkeys(told))


def not_told(name: str = "anybody") -> str:
    """That nobody, or not the one of this name, spoke of it."""
    return f"You do not remember that {name} has spoken of it to you."


def last_said(world: World, state: StoryState, who: str) -> list[str]:
    """What somebody said last, whatever of."""
    keys = sorted(
        (key for key in state.lines if key.startswith(f"{who}.")), key=lambda key: -state.lines[key]
    )
    told = [found for key in keys if (found := line_text(world, key)) is not None]
    spoken = [text for one, text in _scenes(world, state) if one == who]
    if not told and spoken:
        return [_quotation(world.characters[who].name, spoken)]
    return [_quotation(name, _beginning(text)) for name, text in told[:2]]
