"""The Game Master's answers about the player among others: bonds, eyes, sounds, threats, deeds. Pure.

Each is a sentence or two, out of the state alone; whoever was never met is not named.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamemaster.language.names.normalization import plain, stem, words_of
from gamemaster.language.tables.function_words import DIRECTIONS
from gamemaster.language.talk.questions.gm_questions import is_a_sound
from gamemaster.language.wording.stock_lines import join_names, name_of
from gamemaster.narration.understudy.answers.story_so_far.deeds_done import RECENT_DEEDS, latest
from gamemaster.narration.understudy.answers.story_so_far.evidence import mention_of, view_in_short
from gamemaster.narration.understudy.answers.story_so_far.recap import matter_called, recap
from gamemaster.narration.understudy.answers.story_so_far.tellings import sentences_in
from gamemaster.rules.conditions import doing_of, is_asleep, wordings
from gamemaster.rules.draft import HIDDEN, SHOWN
from gamemaster.rules.reach import exits
from gamemaster.rules.relationships import bond_in_words, promise_in_words
from gamemaster.rules.state import StoryState, digest
from worlds.schema import PLAYER, World

RECENT = 2  # turns
_LEVELS = ((2, "is friendly to you"), (0, ""), (-2, "is wary of you"))


def standing(world: World, state: StoryState, who: str | None) -> str:
    """What somebody feels toward the player, in words."""
    if who is None:
        return "Of whom? You could look at whoever is here, and judge by how they stand."
    if not state.characters[who].met:
        return "You have had no dealings with them yet."
    return (
        leaning(world, state, who)
        or f"{world.characters[who].name} has shown no feeling about you either way."
    )


def leaning(world: World, state: StoryState, who: str) -> str:
    """How somebody is to the player, where they have shown it; empty where they have not."""
    person, name = state.characters[who], world.characters[who].name
    level = next((text for least, text in _LEVELS if person.disposition >= least), "is hostile to you")
    bond = bond_in_words(person.toward(PLAYER), "you").replace("you's", "your")
    shown = (" and ".join(bond.rsplit(", ", 1)) or level) if person.met else ""
    return f"{name} {shown}, as far as it shows." if shown else ""


def manner(world: World, state: StoryState, who: str) -> str:
    """What anybody sees of somebody who is here: where they are and what they do, else what they look like."""
    if who not in state.present() or is_asleep(world, state, who):
        return ""
    person = world.characters[who]
    shown = () if state.characters[who].following else doing_of(world, state, who)
    texts = (*shown, *wordings(person.description, world, state))
    return next((one for text in texts[:1] for one in sentences_in(text)), "")


def honesty(world: World, state: StoryState, who: str | None, words: list[str]) -> str:
    """What speaks for somebody's being honest, as far as it was seen: their words on the matter, their manner."""
    if who is None:
        return "Nothing that you have seen or heard proves that of anybody."
    about = " ".join(words[words.index("about") + 1 :]) if "about" in words[:-1] else ""
    said = recap(world, state, matter_called(world, about), who)[:1]
    proof = "Nothing that you have seen or heard proves it either way."
    shown = [part for part in (*said, leaning(world, state, who), manner(world, state, who)) if part][:2]
    met = state.characters[who].met
    little = f"You have had next to no dealings with {world.characters[who].name} yet."
    return " ".join((proof, *(shown or [standing(world, state, who) if met else little])))


_ILL = frozenset("hurt wounded injured bleeding okay ok alright all fine dying dead alive well sick".split())
_SLEEPING = frozenset("asleep awake sleeping".split())
_BUSY = frozenset("doing up holding".split())


def seen_of(world: World, state: StoryState, who: str, words: list[str]) -> str:
    """How somebody here is, or what they do, as anybody who stands by can see; empty where neither is asked."""
    name, one = name_of(world, who), state.characters[who]
    said = set(words[1:])
    if who not in state.present() or not said & (_ILL | _SLEEPING | _BUSY):
        return ""
    if is_asleep(world, state, who):
        return f"{name} is asleep."
    if said & _SLEEPING:
        return f"{name} is awake."
    if said & _ILL:
        if one.wounds:
            return f"{name} {'is badly hurt' if 2 * one.wounds >= world.characters[who].health else 'has been hurt'}."
        return f"{name} is not hurt, as far as you can see."
    seen = () if one.following else doing_of(world, state, who)
    return seen[0] if seen else f"{name} is here with you."


def company(world: World, state: StoryState, who: str | None) -> str:
    """Whether somebody goes with the player."""
    if who is None or who not in state.present():
        return "You would have to ask them."
    name = name_of(world, who)
    return (
        f"Yes: {name} is coming with you."
        if state.characters[who].following
        else f"No: {name} is staying here."
    )


def debts(world: World, state: StoryState, who: str | None) -> str:
    """What the player owes somebody, or anybody: promises that are open, and what both of them know of."""
    owed = [
        promise_in_words(world, one)
        for one in state.promises.values()
        if one.status == "open" and PLAYER in (one.by, one.to) and who in (None, one.by, one.to)
    ]
    if who is None:
        return " ".join(owed[:2]) or "You owe nobody anything that was put into words."
    if not state.characters[who].met:
        return "You have had no dealings with them yet."
    name, debt = world.characters[who].name, state.characters[who].toward(PLAYER).debt
    felt = f"{name} is in your debt." if debt > 0 else f"You are in debt to {name}." if debt < 0 else ""
    return (
        " ".join([felt, *owed[:1]]).strip()
        or f"You owe {name} nothing that was put into words, nor {name} you."
    )


def onlookers(world: World, state: StoryState, who: str | None, words: Sequence[str] = ()) -> str:
    """Who can see the player; who comes along or after them, where that is asked."""
    if who is not None and who not in state.present():
        return f"No: {name_of(world, who)} is not here."
    if any(word.startswith("follow") for word in words):
        with_you = [one for one in state.present() if state.characters[one].following]
        names = join_names([name_of(world, one) for one in with_you])
        return f"{names} goes with you." if names else "Nobody that you can see comes after you."
    near = [who] if who is not None else state.present()
    awake = [one for one in near if not is_asleep(world, state, one)]
    names = join_names([name_of(world, one) for one in awake])
    if not near:
        return "There is nobody here to see you."
    if not awake:
        return "No: whoever is here is asleep."
    if HIDDEN in state.flags:
        return f"No: you are out of sight of {names}."
    sense = "hear" if not {"hear", "heard"}.isdisjoint(words) else "see"
    if not _NOTICING.isdisjoint(words) or list(words[:1]) in (["did"], ["has"], ["have"]):
        return f"{names} could {sense} you, and {'says' if len(awake) == 1 else 'say'} nothing of it."
    return f"{'' if list(words[:1]) == ['who'] else 'Yes: '}{names} can {sense} you."


_NOTICING = frozenset(
    "know knows notice noticed saw seen suspect suspects mind minds realise realises".split()
)


def senses(world: World, state: StoryState, words: list[str]) -> str:
    """What is to be heard: whoever is a way off, and what is about; never by name. With "see", what is in sight too."""
    words = [word for at, word in enumerate(words) if (word, *words[at + 1 : at + 2]) != ("right", "now")]
    near = [
        line
        for name, threat in world.threats.items()
        if state.threats[name].awake and state.threats[name].place in {way.to for way in exits(world, state)}
        for line in wordings(threat.near, world, state)[:1]
    ]
    words = [
        word for at, word in enumerate(words) if words[at + 1 : at + 2] not in (["here"], ["this"], ["the"])
    ]
    wanted = next((DIRECTIONS["down" if w == "below" else "up" if w == "above" else w] for w in words
                   if w in {*DIRECTIONS, "below", "above"}), None)  # fmt: skip
    ways = [way for way in exits(world, state) if wanted is None or wanted in way.direction]
    stirring = [
        way
        for way in ways
        if any(
            not is_asleep(world, state, who) and not state.characters[who].following
            for who in state.present(way.to)
        )
    ]
    heard = near[:1]
    if stirring and "smell" not in words:
        heard.append(
            f"Somebody moves about {join_names([_way_off(world, way.to, way.time) for way in stirring[:2]])}."
        )
    elif wanted is not None and not heard:
        heard.append(
            f"Nobody stirs {wanted} of here, as far as you can tell." if ways else f"Nothing leads {wanted}."
        )
    ambience = wordings(world.locations[state.place].ambience, world, state)
    told = " ".join([*heard, *ambience[:1]][:2])
    if "smell" in words and {"hear", "see", "sound"}.isdisjoint(words):
        told = ""  # what is heard is no answer to it
    if (
        "smell" in words
        and (scent := mention_of(world, state, "smell", of_the_place=True))
        and scent not in told
    ):
        told = f"{scent} {told}".strip()
    if "see" in words:
        return " ".join(part for part in (view_in_short(world, state), told) if part)
    asked = next((word for word in words if is_a_sound(word) and word not in _ANY_SOUND), "")
    if asked and stem(asked) not in {stem(word) for word in words_of(plain(told))}:
        heard_of = asked.removesuffix("ing").removesuffix("s")
        if seen := mention_of(world, state, heard_of, of_the_place=True):
            return seen  # what its writer says of the place is to be heard there
        return f"You hear no {asked} just now. {told}".strip()
    return told or "Nothing that stands out."


_ANY_SOUND = frozenset("sound sounds noise noises".split())


def _way_off(world: World, to: str, minutes: int) -> str:
    far = "close by" if minutes <= 1 else "a minute or two off" if minutes <= 3 else "some way off"
    return f"towards {name_of(world, to)}, {far}"


def met_threat(world: World, state: StoryState, name: str) -> bool:
    """Whether the player was told of a threat's coming or nearness, or has it before them."""
    threat, now = world.threats[name], state.threats[name]
    said = [*threat.near, *threat.arrives, *threat.leaves]
    told = [
        text for variant in (*said, *(threat.meets.text if threat.meets else ())) for text in variant.text
    ]
    return (now.awake and now.place == state.place) or any(digest(text) in state.told for text in told)


def threat_place(world: World, state: StoryState, name: str) -> str:
    """Where a threat is, as far as the player can tell."""
    subject = world.threats[name].name
    subject = f"{subject[:1].upper()}{subject[1:]}"
    if not met_threat(world, state, name):
        return "You have not come across it."
    now = state.threats[name]
    if now.place == state.place:
        return f"{subject} is here, where you are."
    if now.place in {way.to for way in exits(world, state)}:
        return f"{subject} is not here, but it is close: no more than one way off."
    return f"{subject} is not here, nor close by; where it is now, you cannot tell."


def threat_deeds(world: World, state: StoryState, name: str) -> str:
    """What a threat does, as far as the player has met it."""
    if not met_threat(world, state, name):
        return "You have not met it, and could not say."
    threat = world.threats[name]
    looks = wordings(threat.description, world, state)
    failed = threat.meets.failure if threat.meets is not None else None
    hurts = failed is not None and failed.effects.harm.get(PLAYER, 0) > 0
    subject = f"{threat.name[:1].upper()}{threat.name[1:]}"
    line = f"{subject} hurts whoever does not stand up to it." if hurts else ""
    return line or (
        " ".join(looks[:1]).split(". ")[0].rstrip(".") + "." if looks else "Nothing for certain yet."
    )


def gains(world: World, state: StoryState, thing: str | None) -> str:
    """Whether the player came by a thing, or by anything lately."""
    if thing not in world.items:
        return _lately(world, state) or "No: nothing new has come to hand."
    return f"{'Yes: you have' if state.items[thing] == PLAYER else 'No: you do not have'} {name_of(world, thing)}."


def looks(world: World, state: StoryState, thing: str | None) -> str:
    """Whether the player has had a look at a thing."""
    if thing is None:
        return _lately(world, state) or "Nothing has come of it that you can see."
    seen = thing in state.noticed or thing in state.searched
    return f"{'Yes: you have' if seen else 'No: you have not yet'} looked closely at {name_of(world, thing)}."


def deeds(world: World, state: StoryState, thing: str | None, whether: bool = False) -> str:
    """What came of what the player did: to this thing, or in the last turns; `whether`: they asked if they did."""
    if thing is None and whether:
        return "Not that you recall."
    if thing is None:
        return latest(world, state, state.turn - RECENT_DEEDS) or _lately(world, state) or NOTHING_CAME
    name = name_of(world, thing)
    done = [one for one in state.details.values() if thing in (one.on, one.place) and one.kind in SHOWN]
    if done:
        return f"So much shows of it: {done[-1].text}."
    if any(thing in key.split(":") for key in state.attempts):
        return f"No: you tried, and nothing came of it that shows on {name}."
    return f"Nothing that you can see of {name} shows it."


NOTHING_CAME = "Nothing has come of it that you can see."


def _lately(world: World, state: StoryState) -> str:
    """What the player came by, made or learned in the last turns."""
    since = max(1, state.turn - RECENT)
    got = [name_of(world, item) for item in state.carried_items() if state.held.get(item, 0) >= since]
    made = [one.text for one in state.details.values() if one.turn >= since and one.kind in SHOWN]
    known = [world.facts[fact].text.strip() for fact, turn in state.facts.items() if turn >= since]
    lines = [
        f"You have {join_names(got)} now." if got else "",
        f"So much shows of it: {join_names(made)}." if made else "",
    ]
    return " ".join([line for line in [*lines, *known[-1:]] if line][:2])
