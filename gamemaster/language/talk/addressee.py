"""To whom the player speaks when they name nobody. Pure."""

from __future__ import annotations

import re

from gamemaster.language.names.noun_index import Scope, once_a_scene
from gamemaster.language.talk.questions.topics import subject_of
from gamemaster.language.wording.paragraphs import has_words
from gamemaster.rules.conditions import is_asleep
from gamemaster.rules.reach import threats_here
from gamemaster.rules.state import TALKED, StoryState
from worlds.per_world import per_world
from worlds.schema import PLAYER, Character, World

_SURE = 80  # of a topic, see `gamemaster.language.talk.questions.topics.subject_of`
PARTNER_TURNS = 2  # for so long whoever was spoken with last is still spoken to


def hearers(world: World, state: StoryState) -> list[str]:
    """Who could answer: here, alive, awake. Whoever has words comes before a dog."""
    awake = [who for who in state.present() if not is_asleep(world, state, who)]
    return [who for who in awake if not is_animal(world, who)] or awake


@once_a_scene
def hearers_in(scope: Scope) -> list[str]:
    """Who could answer in a scene."""
    return hearers(scope.world, scope.state)


def is_animal(world: World, who: str) -> bool:
    """Whether somebody is no person to talk with: a dog, or an "it" that has nothing to speak of."""
    return who in _animals(world)


@per_world
def _animals(world: World) -> frozenset[str]:
    people = world.characters.items()
    return frozenset(
        who
        for who, person in people
        if not has_words(person) or (person.pronoun == "it" and not person.topics)  # a ship's voice is no dog
    )


def can_answer(world: World, state: StoryState) -> bool:
    """Whether anybody is here to whom a question could be put: whoever is alone with a dog asks the Game Master."""
    return any(not is_animal(world, who) for who in hearers(world, state))


def can_answer_in(scope: Scope) -> bool:
    """As `can_answer`, of a scene."""
    return any(not is_animal(scope.world, who) for who in hearers_in(scope))


@once_a_scene
def addressee(scope: Scope, words: list[str], other_than: str | None = None) -> str | None:
    """Whoever is meant by words that name nobody; None where nobody could hear them.

    The one spoken with a turn or two ago, else the one that the player has just turned to, else who knows about it,
    the host of the place, the best disposed.
    """
    foe = confronting(scope) if is_for_a_foe(words) else None
    if foe is not None and foe != other_than:
        return foe
    here = hearers_in(scope)
    here = [who for who in here if who != other_than] or here
    if not here:
        return None
    faced = [who for key in ("you", "her", "him", "them") if (who := scope.focus.get(key)) in here]
    partner = last_partner(scope.state)
    for who in (scope.focus.get("you"), partner, *faced):
        if who in here:
            return who
    return max(here, key=lambda who: (_knows(scope, who, words), *_standing(scope, who), -here.index(who)))


# What nobody says to a companion while somebody hostile stands before them: it soothes, or begs to be let be.
_FOR_A_FOE = re.compile(
    r"\b(?:easy|whoa|steady|calm down|(?:come|came) in peace|no harm|(?:going to|will|to) (?:not )?(?:hurt|harm) you"
    r"|not (?:going to |will )?(?:hurt|harm|kill|shoot|bite|eat) (?:me|us|you)|(?:stay|get|keep) back|back off"
    r"|stand aside|let (?:me|us) (?:pass|by|through|go)|out of (?:my|our|the) way|good (?:dog|boy|girl|robot))\b"
)


def is_for_a_foe(words: list[str]) -> bool:
    """Whether words soothe, or beg to be spared or let by: they are for whoever is hostile."""
    if not {"say", "tell", "shout"}.isdisjoint(words):
        return False  # "go into the hall and say I come in peace": it is said there
    return _FOR_A_FOE.search(" ".join(word for word in words if word[0].isalnum())) is not None


def confronting(scope: Scope) -> str | None:
    """What threatens the player here, else whoever is awake and hostile and does not go with them."""
    state = scope.state
    if threats := threats_here(state):
        return threats[0]
    hostile = [
        who
        for who in state.present()
        if state.characters[who].disposition < 0
        and not state.characters[who].following
        and not is_asleep(scope.world, state, who)
    ]
    return min(hostile, key=lambda who: state.characters[who].disposition, default=None)


def is_after_somebody_away(scope: Scope, words: list[str]) -> bool:
    """Whether the question is about somebody who is not here, of whom a hearer can speak: "who is Idris?"."""
    people = [who for who, person in scope.state.characters.items() if who not in scope.people]
    for who in hearers_in(scope):
        subject = subject_of(scope, who, words)
        if subject.score < _SURE:
            continue
        names = scope.world.characters[who].topics[subject.topic].names
        if words[0] == "who" or subject.thing in people or _is_a_name(words, names):
            return True
    return False


def is_spoken_of(scope: Scope, words: list[str]) -> bool:
    """Whether whoever is talked with has something to say of what the words name."""
    partner = last_partner(scope.state)
    return partner in scope.people and subject_of(scope, partner, words).score >= _SURE


# What no look at a thing tells: what it is for, whose it is, who made it, why, how many there are.
_BEYOND_SIGHT = re.compile(
    r"(?:what|who|whom) (?:is|are|was|were) .+ (?:for|used for|about|meant to \w+)|what (?:do|does|did) .+ mean"
    r"|whose .+|who (?!(?:is|are|was|were|am|has|have|had|can|could|do)\b)\w+ .+"
    r"|who (?:do|does|did) .+ belong to|why .+|how (?:many|old) .+|how come .+"
    r"|where (?:do|does|did|has|have) .+ (?:come|came|get) from"
)


def who_tells_of_it(scope: Scope, words: list[str]) -> str | None:
    """Whoever is here and speaks of what is asked about, where no look at it would tell."""
    if not _BEYOND_SIGHT.fullmatch(" ".join(word for word in words if word[0].isalnum())):
        return None
    said = [word for word in words if word[0].isalnum()]
    able = {
        who: score
        for who in hearers_in(scope)
        if not is_animal(scope.world, who) and (score := subject_of(scope, who, said).score) >= _SURE
    }
    partner = last_partner(scope.state)
    return partner if partner in able else max(able, key=lambda who: able[who], default=None)


def _is_a_name(words: list[str], names: tuple[str, ...]) -> bool:
    """Whether a topic is called by a proper name, which the words say: nobody sees a "Merrow" or an "Elsie"."""
    proper = {part.lower() for name in names for part in name.split() if part[:1].isupper()}
    return not proper.isdisjoint(words)


def host_of(world: World, state: StoryState) -> str | None:
    """Whoever answers for the place to somebody who speaks to all, if they are here and awake."""
    here = hearers(world, state)
    return next((who for who in here if state.place in world.characters[who].host), None)


def leader_of(world: World, state: StoryState) -> str | None:
    """Whoever is host of most places, and among equals of the place where the player is; None where nobody is.

    Where a writer made nobody a host it is whoever a persona or an alias calls the owner, the captain and the like.
    """
    alive = {who: person for who, person in world.characters.items() if state.characters[who].alive}
    hosts = [who for who, person in alive.items() if person.host]
    if not hosts:
        return next((who for who, person in alive.items() if _is_called_a_leader(person)), None)
    return max(
        hosts,
        key=lambda who: (len(world.characters[who].host), state.place in world.characters[who].host),
    )


def _is_called_a_leader(person: Character) -> bool:
    return any(_LEADER.match(called.casefold()) for called in (person.persona, *person.aliases))


_LEADER = re.compile(
    r"(?:the |an? )?(?:(?!of |who |at )[\w-]+ ){0,2}(?:owner|mistress|head(?:man|woman)|captain|chief(?:tain)?|landlord"
    r"|landlady|foreman|forewoman|warden|director|(?:weigh|harbou?r|station|post|dock|wharf|toll|school)-?master"
    r"|abbot|abbess|prioress?|mayor|manager|commander|innkeeper)(?= |,|\.|$)(?! boy| girl| mate)"
)


def last_partner(state: StoryState) -> str | None:
    """Whom the player spoke with last, if that was a turn or two ago."""
    who, turn = state.focus.get("who"), state.focus.get(TALKED, "")
    recent = turn.isdigit() and state.turn - int(turn) < PARTNER_TURNS
    return who if recent else None


def _knows(scope: Scope, who: str, words: list[str]) -> int:
    """How well the words name something that they speak of; names in passing do not count."""
    score = subject_of(scope, who, words).score if words else 0
    return score if score >= 80 else 0


def _standing(scope: Scope, who: str) -> tuple[bool, int, int]:
    person, state = scope.world.characters[who], scope.state.characters[who]
    liking = state.disposition + state.toward(PLAYER).affection
    return scope.state.place in person.host, liking, len(person.topics)
