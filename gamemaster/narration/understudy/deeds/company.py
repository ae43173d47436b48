"""What is said to somebody, and how they are met and left: talk, a knock, a dismissal, a wait. Pure."""

from __future__ import annotations

import re

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.talk.addressee import addressee
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.narration.understudy.deeds.nothing_done import nothing_done
from gamemaster.narration.understudy.deeds.senses import part_at_hand
from gamemaster.narration.understudy.deeds.walking import walk_to
from gamemaster.narration.understudy.improvisation import way_behind
from gamemaster.narration.understudy.promises import oath_foreseen, promise_in
from gamemaster.narration.understudy.rule_choice import reach
from gamemaster.rules import proposal as ops
from gamemaster.rules.conditions import is_asleep
from gamemaster.rules.proposal import Intent, Operation, Outcome, Roll
from gamemaster.rules.reach import exits
from gamemaster.rules.referee import rule
from gamemaster.rules.state import StoryState
from worlds.rules import all_rules
from worlds.schema import PLAYER, World

UNORDERED_WAIT = 30  # minutes at most, where the player named none
LONGEST_REST = 960  # minutes in one turn, however long a time was named
_PARTING = re.compile(r"\b(good ?bye|bye|farewell|good ?night|see you|take care)\b", re.IGNORECASE)
_FOR_ME = re.compile(r"\bwait (?:\w+ )?for (?:me|us)\b")


def speak(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """What is said or asked: to whoever is meant, else to whom one faces, else to nobody."""
    things = [t for t in (intent.recipient, *intent.objects) if t is not None]
    who = next((t for t in things if t in world.characters), None)
    if who is None:
        here = state.present()
        if not here or (things and intent.topic is None and things[0] not in reach(world, state)):
            return (
                nothing_done(world, state, intent)
                if things
                else [ops.Try(verb=intent.verb, why="nobody_here")]
            )
        if things and (intent.verb not in {"ask", "tell"} or things[0] in world.threats):
            return nothing_done(world, state, intent)
        who = addressee(scope_of(world, state), words_of(plain(intent.words))) or here[0]
        who = who if who in world.characters else here[0]
    given = promise_in(world, who, intent.words or "") or promise_in(world, who, intent.topic or "")
    if intent.verb == "promise" and (oath := oath_foreseen(world, state, who, given)) is not None:
        return [ops.Discuss(who=who, topic=oath)]
    if intent.verb == "promise" and (given is not None or intent.force == "promise"):
        return [*([given] if given is not None else []), ops.Try(verb=intent.verb, what=who, why="heard")]
    about = intent.topic or next((t for t in things if t != who), None)
    if about is not None and _PARTING.fullmatch(about):
        return [ops.Greet(who=who, parting=True)]  # "say goodnight"
    if about is not None and not (intent.verb == "talk" and intent.topic is None):
        return [ops.Discuss(who=who, topic=topic_of(world, who, about))]
    if intent.verb in {"ask", "tell", "talk"}:
        return [ops.Greet(who=who, parting=intent.force == "farewell" or bool(_PARTING.search(intent.words)))]
    person = state.characters[who]
    if not person.alive or person.place != state.place:
        return [ops.Greet(who=who)]  # the referee says why not
    return [ops.Try(verb=intent.verb, what=who, why="heard")]


def topic_of(world: World, who: str, about: str) -> str:
    """The topic of a character that goes by these words or that thing, or the words themselves."""
    topics = world.characters[who].topics
    if about in topics:
        return about
    names = {about.casefold()}
    for section in (world.items, world.characters, world.locations, world.threats):
        if about in section:
            names.update(word.casefold() for word in (section[about].name, *section[about].aliases))
    for topic in topics.values():
        if names & {name.casefold() for name in topic.names}:
            return topic.id
    return about[:120]


def dismiss(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """Whoever follows is sent away, or told to stay."""
    who = next((t for t in (*intent.objects, intent.recipient) if t in world.characters), None)
    who = who or next((w for w, c in state.characters.items() if c.following), None)
    if who is None and PLAYER in intent.objects:
        who = addressee(scope_of(world, state), [])  # "stay behind me"
    told = intent.words and who in state.present()
    if who is not None and told and not state.characters[who].following:
        return [
            ops.Try(verb=intent.verb, what=who, why="heard")
        ]  # whoever follows nobody hears it, and stays
    return [ops.Dismiss(who=who)] if who is not None else []


def knocked_at(world: World, state: StoryState, intent: Intent) -> Intent:
    """A knock that names nothing, at the thing at hand that was just spoken of: "lay my ear on the lid and knock"."""
    thing = state.focus.get("it", "")
    bare = intent.verb == "knock" and intent.role == "act" and intent.objects == () and intent.recipient is None
    ways = {way.to for way in exits(world, state)}
    if not bare or thing in ways or way_behind(world, state, thing) in ways:
        return intent
    at_hand = part_at_hand(world, state, thing) is not None
    return intent.model_copy(update={"objects": (thing,)}) if at_hand else intent


def knock(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """A knock at a way is heard by those who are awake behind it; with no door named, there is a choice of doors."""
    named = next(iter(intent.objects), None)
    ways = {way.to for way in exits(world, state)}
    what = way_behind(world, state, named)
    if named is None:
        houses = [to for to in sorted(ways) if world.locations[to].indoors] or sorted(ways)
        focus = state.focus.get("it")
        what = focus if focus in ways else houses[0] if len(houses) == 1 else None
        if what is None:
            return [ops.Try(verb="knock", why="ways")]
    if what not in ways:
        return nothing_done(world, state, intent)
    heard = is_awake_in(world, state, what)
    return [ops.Try(verb="knock", what=what, why="knocked_within" if heard else "knocked")]


def is_awake_in(world: World, state: StoryState, place: str | None) -> bool:
    """Whether somebody at a place would hear a knock, and be heard."""
    return any(
        person.alive and person.place == place and not is_asleep(world, state, who)
        for who, person in state.characters.items()
    )


def _place_of_bed(world: World, state: StoryState, intent: Intent) -> str | None:
    """Where the bed stands that was named, if that is elsewhere: where the player has been, or "my bunk"."""
    named = intent.objects[0] if len(intent.objects) == 1 else ""
    place = next((at for at, one in world.locations.items() if named in one.notice), None)
    if place is None or place == state.place:
        return None
    return place if place in state.visited or "my" in intent.words.split() else None


def wait(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """Time that passes: as long as was said, or a little, until something happens."""
    near = reach(world, state)
    if _FOR_ME.search(intent.words) and not state.present():
        return [ops.Try(verb="wait", why="nobody_here")]  # said to somebody who is not here
    if intent.verb == "sleep" and (place := _place_of_bed(world, state, intent)) is not None:
        return wait(world, state, intent.model_copy(update={"objects": (place,)}))
    if intent.verb == "sleep" and any(t not in near and t not in world.locations for t in intent.objects):
        return nothing_done(world, state, intent)  # on a couch that is somewhere else
    bed = next((thing for thing in intent.objects if thing in world.locations), state.place)
    if bed != state.place:  # "lie down in the hall", said elsewhere: they go there first
        walk = walk_to(world, state, bed)
        arrives = walk[-1] == ops.Move(to=bed)
        return [*walk, *wait(world, state, intent.model_copy(update={"objects": ()}))] if arrives else walk
    if intent.recipient in world.characters and (due := _minutes_until_here(world, state, str(intent.recipient))):
        return [ops.PassTime(minutes=due)]
    if intent.minutes is not None:
        return [ops.PassTime(minutes=min(LONGEST_REST, intent.minutes), sleep=intent.verb == "sleep")]
    verb = world.verbs.get(intent.verb)
    usual = verb.minutes if verb is not None and verb.minutes is not None else None
    if intent.verb == "sleep":
        return [ops.PassTime(minutes=min(480, usual or 240), sleep=True)]
    return [ops.PassTime(minutes=min(UNORDERED_WAIT, usual or UNORDERED_WAIT))]


def _minutes_until_here(world: World, state: StoryState, who: str) -> int | None:
    """How long it is, within two hours, until somebody comes here by themselves; None where they do not."""
    for minutes in _WAITED_FOR:
        waited = Outcome(changes=(ops.PassTime(minutes=minutes),))
        if who in rule(world, state, waited, Roll(d20=_NO_MATTER)).after.present():
            return minutes
    return None


_WAITED_FOR = (2, 5, 10, 15, 20, 30, 45, 60, 90, 120)
_NO_MATTER = (10,) * 8  # dice of a turn in which nothing is tried


def _made_for(world: World, state: StoryState, intent: Intent) -> str | None:
    """Whoever here something is made for: "pour Tallack a mug", "fill it for Tallack"."""
    if intent.verb not in _MADE or intent.role != "act":
        return None
    words = words_of(plain(intent.words.removeprefix("i ")))
    starts = [1, *(at + 1 for at, word in enumerate(words[:-1]) if word == "for")]
    scope = scope_of(world, state)
    named = (leading_person(scope, words[at:])[0] for at in starts)
    return next((str(who) for who in named if who in state.present()), None)


def as_a_serving(world: World, state: StoryState, intent: Intent, planned: list[Operation]) -> list[Operation]:
    """What is poured or made for somebody where no rule makes it, as the gesture that it is: "make Ines a cup"."""
    vain = bool(planned) and all(isinstance(one, ops.Try) and one.why == "nothing_happens" for one in planned)
    if not vain or _made_for(world, state, intent) is None:
        return planned
    return [ops.Express(what=_WHILE.sub("", intent.words)[:120])]


_WHILE = re.compile(r" (?:while|as|before|until) .*")
_MADE = frozenset({"build", "cook", "pour", "fill"})
_FOR_COMPANY = re.compile(
    r"\b(?:us (?:both|all|two|each)|(?:both|all|each|the two) of us|me and \w+|\w+ and (?:me|myself)"
    r"|everybody|everyone)\b"
)


def made_for_company(
    world: World, state: StoryState, intent: Intent, planned: list[Operation]
) -> list[Operation]:
    """What is made "for us both" is set before who is there, too: what the world makes of it is the player's own.

    What is made for somebody, "pour Tallack a mug of tea", is theirs.
    """
    if (who := _made_for(world, state, intent)) is not None:
        used = {one.rule for one in planned if isinstance(one, ops.Use)}
        things = [item for rule in all_rules(world) if rule.id in used for item in rule.effects.give]
        return [ops.Give(item=item, to=who) for item in things]
    here = [who for who in state.present() if world.characters[who].pronoun != "it"]
    made = intent.verb in _MADE and any(isinstance(one, ops.Use) for one in planned)
    if not made or not here or _FOR_COMPANY.search(intent.words) is None:
        return []
    theirs = f"before {name_of(world, here[0])}" if len(here) == 1 else "before each of the others"
    return [ops.Express(what=f"set one {theirs}, too", how="handling")]
