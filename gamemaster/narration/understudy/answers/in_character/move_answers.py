"""How people take what is said to them and asks nothing: accusation, reproach, news, a bet, kindness. Pure.

The reaction is drawn from a library by what the words do, how somebody talks, and what of theirs is touched: what they
hide shows in it, and is told by none. It changes nothing.
"""

from __future__ import annotations

import re

from gamemaster.language.names.normalization import content_of, plain
from gamemaster.language.talk.addressee import hearers, is_animal
from gamemaster.language.talk.said_before import sayings_of
from gamemaster.language.wording.move_lines import TOUCHES, move_lines
from gamemaster.language.wording.ordinary_talk import slots_in
from gamemaster.language.wording.paragraphs import has_words
from gamemaster.language.wording.stock_lines import fill, with_article
from gamemaster.narration.understudy.answers.in_character.questions import Asked
from gamemaster.narration.understudy.answers.in_character.temperament import lot_of, temperament_of
from gamemaster.rules.grammatical_person import EXCHANGED, his_and_him, turn_words
from gamemaster.rules.proposal import Answer, MakePromise, Operation
from gamemaster.rules.state import StoryState, digest
from worlds.per_world import per_world
from worlds.schema import PLAYER, Character, World

_SHARED = 2  # words that a speech and what somebody hides share, where it touches that
_MOST_OTHERS = 2  # people beside the one spoken to who are seen to take it


def reaction_to_move(asked: Asked, kind: str) -> Answer | None:
    """How whoever is spoken to takes it: one wording that was not told yet; None where they have none."""
    what = asked.echo if asked.thing is not None or asked.topic is not None else ""
    if kind == "bet" and _has_offered_odds(asked.world, asked.state, asked.who):
        kind = "bet_taken"
    texts = _wordings(asked.world, asked.state, asked.who, kind, asked.spoken, what)
    return Answer(who=asked.who, texts=texts[:1], source="reaction") if texts else None


def bet_struck(world: World, state: StoryState, who: str, bet: str) -> list[Operation]:
    """What a bet on odds that somebody offered binds them to; nothing where they offered none."""
    if not _has_offered_odds(world, state, who):
        return []
    stake = turn_words(_AGREEING.sub("", bet), EXCHANGED)
    what = f"to stand by the bet: {stake}" if stake else "to stand by the odds that they gave you"
    return [MakePromise(by=who, to=PLAYER, what=what[:200])]


# What only takes the bet: the rest says what is staked, and on what.
_AGREEING = re.compile(
    r"^(?:(?:done|fine|right|okay|deal|then|you are on"
    r"|i will (?:take|accept|have) (?:that|your|the|this) (?:bet|wager|odds)(?: on)?"
    r"|(?:i )?(?:will |would )?(?:have|take|put|lay|stake|risk))(?: |$))+"
)


def _has_offered_odds(world: World, state: StoryState, who: str) -> bool:
    """Whether it was they who spoke of betting."""
    said = sayings_of(world, state, who)
    return any(not _BETTING.isdisjoint(one.stems) for one in said[:_MOST_SAYINGS])


_BETTING = frozenset(content_of("bet wager odds stake evens shilling"))
_MOST_SAYINGS = 3
_HEARD_BY_OTHERS = frozenset({"accuse", "claim_to_know", "guess", "reproach", "news"})


def reactions_of_others(world: World, state: StoryState, who: str, kind: str, speech: str) -> list[Answer]:
    """How others who hear it are seen to take it: those whom it touches, and where it is told to all, anybody."""
    if kind not in _HEARD_BY_OTHERS:
        return []
    others = [one for one in hearers(world, state) if one != who and has_words(world.characters[one])]
    others = [one for one in others if not is_animal(world, one)]
    ranked = sorted(others, key=lambda one: not touches_of(world, state, one, speech, kind))
    by_all = kind == "news"
    found = []
    for one in ranked[:_MOST_OTHERS]:
        if by_all or touches_of(world, state, one, speech, kind) & {"secret", "fear"}:
            texts = _wordings(world, state, one, "overheard", speech, "")
            found += [Answer(who=one, texts=texts[:1], source="manners")] if texts else []
    return found


def touches_of(world: World, state: StoryState, who: str, speech: str, kind: str = "") -> frozenset[str]:
    """What of somebody a speech touches: a secret that the player knows or does not, their fear, their wish."""
    person = world.characters[who]
    named = {stem for one in world.characters.values() for stem in content_of(one.name)}
    said = content_of(speech) - named
    found = set()
    if _ALL_OF_IT.search(plain(speech)) and person.secret and not state.facts.keys() & {*person.hides}:
        found.add("secret")  # whoever hides something takes it for that
    hidden = [(fact, world.facts[fact].text) for fact in person.hides if fact in world.facts]
    for fact, text in (*hidden, ("", person.secret)):
        if len(said & content_of(text)) >= _fewest_shared(world, person, said, text, kind):
            found.add("known" if fact in state.facts else "secret")
    for trait, text in (("fear", person.fear), ("want", person.want)):
        if len(said & content_of(text)) >= _fewest_shared(world, person, said, text):
            found.add(trait)
    return frozenset(found)


def _fewest_shared(world: World, person: Character, said: set[str], text: str, kind: str = "") -> int:
    """How many words must be shared: one of what they are blamed for, or of what names a thing or a topic of theirs."""
    if kind in ("accuse", "claim_to_know", "news", "overheard"):
        return 1
    about = said & content_of(text)
    return _SHARED if about.isdisjoint(_of_topics(person)) and about.isdisjoint(_of_things(world)) else 1


@per_world
def _of_topics(person: Character) -> frozenset[str]:
    """The words of the names of somebody's topics."""
    return frozenset(
        word for topic in person.topics.values() for name in topic.names for word in content_of(name)
    )


@per_world
def _of_things(world: World) -> frozenset[str]:
    """The words of the names of a world's things."""
    return frozenset(word for item in world.items.values() for word in content_of(item.name))


_ALL_OF_IT = re.compile(
    r"\b(?:told (?:me|us) (?:everything|all|the truth)|knows? (?:everything|the truth|your secret|it all|all of it)"
    r"|(?:am|are) on to you|your secret)\b"
)


def _wordings(
    world: World, state: StoryState, who: str, kind: str, speech: str, what: str
) -> tuple[str, ...]:
    """The wordings that suit somebody, those that say most of them first, and what was not told before the rest."""
    person = world.characters[who]
    tone = temperament_of(person).tone
    traits = {tone, *touches_of(world, state, who, speech, kind), *(["named"] if what else [])}
    mind = state.characters[who]
    bond = mind.toward(PLAYER)
    if min(mind.disposition, bond.trust, bond.affection) < 0:
        traits.add("hostile")
    his, him = his_and_him(person.pronoun)
    names = {"name": person.name, "his": his, "him": him, "what": with_article(what) if what else ""}
    found = []
    for line in move_lines()[kind]:
        if not traits.issuperset(line.if_) or (tone == "machine" and "machine" not in line.if_):
            continue
        weight = next((at for at, touch in enumerate(TOUCHES) if touch in line.if_), len(TOUCHES))
        for at, text in enumerate(line.says):
            told = fill(text, **{slot: names[slot] for slot in slots_in(text)})
            order = lot_of(state, who, f"{kind} {at}")
            grudge, own = "hostile" in line.if_, tone in line.if_
            found.append(
                ((digest(told) in state.told, weight, not grudge, not own, -len(line.if_), order), told)
            )
    return tuple(text for _, text in sorted(found))
