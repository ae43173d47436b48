"""Lies that a narrator could tell, and changes that it could slip in, each false in the scene it is made for. Pure.

The wordings are the liars' own: none was written after looking at how the critic finds a fault, and each kind has
several, so that what is counted is not one pattern.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gamemaster.rules.dice import choose
from gamemaster.rules.proposal import (
    Discuss,
    EndStory,
    Give,
    Heal,
    Move,
    MoveCharacter,
    Operation,
    Outcome,
    Reveal,
    SetFlag,
    SettlePromise,
    Take,
)
from gamemaster.rules.reach import in_reach
from gamemaster.rules.state import Promise, StoryState
from worlds.schema import NOWHERE, PLAYER, World

FALSE_NAMES = ("Berta", "Colm", "Agatha", "Rasmus", "Ysolde", "Perkin")
KINDS = ("rename", "revival", "gift", "leak", "absent", "promise")

# What is told, by the kind of lie.
_WORDS = {
    "rename": (
        "“Call me {false},” says {name}. “It is the name I was born with.”",
        "{false} nods at you, and goes on with what {false} was doing.",
        "@{who}: I am {false}. I always was.",
        "{name}, whose real name is {false}, looks up.",
        "“You took your time,” says {false}.",
        "“That is not my name,” {name} says. “It is {false}.”",
        "You remember now that the others call {name} {false}.",
        "“As you like,” {false} says, and shrugs.",
    ),
    "revival": (
        "{name} opens both eyes, sits up, and breathes again.",
        "“Did you think that I was dead?” asks {name}.",
        "@{who}: Help me up. It is cold down here.",
        "The dead are not so dead: {name} walks in and shakes the snow off.",
        "Then {name} is standing beside you, alive and well.",
        "There is breath in {name} after all.",
        "“I was only sleeping,” {name} explains.",
        "A hand closes on your arm. It is {name}, as alive as you are.",
    ),
    "gift": (
        "You have the {thing} in your hand.",
        "Somebody has put the {thing} into your pocket. It is yours now.",
        "You pick up the {thing} and put it away.",
        "The {thing} lies at your feet, and you take it.",
        "You find that you are holding the {thing}.",
        "Your fingers close on the {thing}.",
        "From under your coat you draw the {thing}.",
        "You look down, and there in your hand is the {thing}.",
    ),
    "leak": (
        "{secret}",
        "You suddenly understand it. {secret}",
        "It is plain to see, to whoever looks. {secret}",
        "A voice in the wind tells you all: {secret}",
        "Have you not heard? {secret}",
        "Everybody here knows it, it turns out. {secret} And now you know it, too.",
    ),
    "absent": (
        "“I have been here all the while,” says {name}.",
        "@{who}: I would not do that, if I were you.",
        "{name} comes in and stands beside you.",
        "Behind you, {name} laughs.",
        "“Well?” {name} asks. “What is it to be?”",
        "{name} taps you on the shoulder.",
        "You hear {name} clear their throat, right next to you.",
        "{name} has been sitting here with you the whole time.",
    ),
    "their_promise": (
        "{name} never gave you their word on anything.",
        "{name} has kept the promise, and owes you nothing more.",
    ),
    "own_promise": (
        "You never promised {name} anything.",
        "You have kept your promise to {name}, and owe nobody a thing.",
        "You gave {name} no word that you would have to keep.",
        "Whatever you promised {name}, it is done now, and over with.",
        "Nothing binds you to {name}: no word of yours was ever given.",
        "There was never any promise between you and {name}.",
        "{name} has forgotten your promise, and so you are quit of it.",
        "You gave {name} your word once, and you have already made it good.",
    ),
}


@dataclass(frozen=True)
class Lie:
    """`text` is a paragraph as a narrator writes it; a speech begins with `@id: `."""

    kind: str
    text: str

    @property
    def speaker(self) -> str | None:
        """Who is made to say it, if it is written as a speech."""
        return self.text[1:].partition(": ")[0] if self.text.startswith("@") else None

    @property
    def words(self) -> str:
        """What a player would read of it."""
        return self.text.partition(": ")[2] if self.text.startswith("@") else self.text


@dataclass(frozen=True)
class Situation:
    """What a liar knows when it tells a turn; `number` draws the wording."""

    world: World
    before: StoryState
    after: StoryState
    number: int

    def draw(self, options: list[str] | tuple[str, ...], *what: str) -> str:
        return choose(list(options), self.before.seed, self.number, *what)

    def words(self, kind: str, **about: str) -> str:
        """One of the wordings of a kind of lie, about these."""
        return self.draw(_WORDS[kind], "words").format(**about)

    def name(self, who: str) -> str:
        return self.world.characters[who].name

    @property
    def present(self) -> list[str]:
        return [who for who in self.after.present() if who in self.before.present()]

    def absent(self, *, alive: bool) -> list[str]:
        """People who were not in reach of anybody's eyes in the turn, and did not come in it."""
        near = {self.before.place, self.after.place}
        people = self.before.characters.items()
        return [
            who
            for who, one in people
            if one.alive == alive and (not alive or near.isdisjoint({one.place, self.after.characters[who].place}))
        ]


def lie_of(kind: str, at: Situation) -> Lie | None:
    """A lie of this kind; None where nothing of the kind would be false here."""
    told = _LIES[kind](at)
    return None if told is None else Lie(kind, told)


def _rename(at: Situation) -> str | None:
    if not at.present:
        return None
    who, false = at.draw(at.present, "who"), at.draw(FALSE_NAMES, "name")
    name = at.name(who)
    return at.words("rename", who=who, false=false, name=name)


def _revival(at: Situation) -> str | None:
    return _of_somebody(at, "revival", at.absent(alive=False))


def _of_somebody(at: Situation, kind: str, people: list[str]) -> str | None:
    if not people:
        return None
    who = at.draw(people, "who")
    return at.words(kind, who=who, name=at.name(who))


def _gift(at: Situation) -> str | None:
    reach = in_reach(at.world, at.before) | in_reach(at.world, at.after)
    near = {at.before.place, at.after.place, PLAYER, *at.before.present(), *at.after.present()}
    far = [
        item
        for item in at.after.items
        if item not in reach and at.before.items[item] not in near and at.after.items[item] not in near
    ]
    if not far:
        return None
    thing = at.world.items[at.draw(far, "item")].name.removeprefix("the ")
    return at.words("gift", thing=thing)


def _leak(at: Situation) -> str | None:
    untold = [fact.text.strip() for fact in at.world.facts.values() if fact.id not in at.after.facts]
    secrets = [who.secret.strip() for who in at.world.characters.values() if who.secret.strip()]
    if not untold + secrets:
        return None
    secret = at.draw(sorted({*untold, *secrets}), "secret").replace("\n", " ")
    return at.words("leak", secret=secret)


def _absent(at: Situation) -> str | None:
    return _of_somebody(at, "absent", at.absent(alive=True))


def _promise(at: Situation) -> str | None:
    """A promise that was given is denied, or said to be settled."""
    given = [one for one in at.after.promises.values() if one.status == "open" and PLAYER in (one.by, one.to)]
    if not given:
        return None
    one = given[at.number % len(given)]
    other = one.to if one.by == PLAYER else one.by
    if other not in at.world.characters:
        return None
    name = at.name(other)
    if one.by != PLAYER:
        return at.words("their_promise", name=name)
    return at.words("own_promise", name=name)


_LIES: Mapping[str, Callable[[Situation], str | None]] = {
    "rename": _rename,
    "revival": _revival,
    "gift": _gift,
    "leak": _leak,
    "absent": _absent,
    "promise": _promise,
}


# ---- changes slipped into an outcome ----


def with_slipped_change(outcome: Outcome, at: Situation) -> Outcome:
    """The outcome with a change that nobody asked for and that cannot be."""
    slipped = _CHANGES[at.number % len(_CHANGES)](at)
    changes = (*outcome.changes, *slipped)[:24]
    return outcome.model_copy(update={"changes": changes})


def _far_take(at: Situation) -> list[Operation]:
    far = [item for item, where in at.before.items.items() if where not in (PLAYER, at.before.place)]
    return [Take(item=at.draw(far, "take"))] if far else []


def _far_walk(at: Situation) -> list[Operation]:
    ways = {way.to for way in at.world.locations[at.before.place].exits} | {at.before.place}
    far = [place for place in at.world.locations if place not in ways]
    return [Move(to=at.draw(far, "walk"))] if far else []


def _raised_dead(at: Situation) -> list[Operation]:
    dead = [who for who, one in at.before.characters.items() if not one.alive]
    return [
        one
        for who in dead[:1]
        for one in (Heal(who=who, amount=3), MoveCharacter(who=who, to=at.before.place))
    ]


def _secret_told_early(at: Situation) -> list[Operation]:
    unknown = [fact for fact in at.world.facts if fact not in at.before.facts]
    return [Reveal(fact=at.draw(unknown, "fact"))] if unknown else []


def _promise_settled_by_fiat(at: Situation) -> list[Operation]:
    open_ = [name for name, one in at.before.promises.items() if one.status == "open"]
    return [SettlePromise(promise=at.draw(open_, "settle"), kept=True)] if open_ else []


def _talk_with_absent(at: Situation) -> list[Operation]:
    away = at.absent(alive=True)
    if not away:
        return []
    who = at.draw(away, "talk")
    topics = list(at.world.characters[who].topics) or ["anything"]
    return [Discuss(who=who, topic=topics[0])]


def _given_from_afar(at: Situation) -> list[Operation]:
    far = [item for item, where in at.before.items.items() if where == NOWHERE] or list(at.before.items)
    return [Give(item=at.draw(far, "give"), to=at.draw(sorted(at.world.characters), "whom"))]


def _fiat(at: Situation) -> list[Operation]:
    """The story is declared over, or a thing of the world's to have happened."""
    flags = sorted(at.world.flags)
    ends = [EndStory(ending=at.draw(sorted(at.world.endings), "end"))] if at.world.endings else []
    return [*ends, *([SetFlag(flag=at.draw(flags, "flag"))] if flags else [])]


_CHANGES: tuple[Callable[[Situation], list[Operation]], ...] = (
    _far_take, _far_walk, _raised_dead, _secret_told_early, _promise_settled_by_fiat, _talk_with_absent,
    _given_from_afar, _fiat,
)  # fmt: skip


# ---- how the stories of a proof begin ----


def with_something_to_lie_about(world: World, state: StoryState) -> StoryState:
    """The state with somebody dead and a promise of the player's open, so that each kind of lie can be told."""
    away = [who for who, one in state.characters.items() if one.place not in (state.place, NOWHERE)]
    mortal = [who for who in away if world.characters[who].death] or away
    near = [who for who in state.characters if who not in mortal[-1:]]
    changed = state.clone()
    for who in mortal[-1:]:
        changed.characters[who].alive = False
        changed.characters[who].wounds = world.characters[who].health
    if near:
        changed.promises["0"] = Promise(by=PLAYER, to=near[0], what="to come back before night")
    return changed
