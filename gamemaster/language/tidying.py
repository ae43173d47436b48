"""What of the intents of one input counts: nothing said twice, nothing that only leads in to what follows. Pure."""

from __future__ import annotations

from gamemaster.language.clauses.clause_starts import TELLING, is_reported
from gamemaster.language.names.normalization import SPEECH, stem
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.talk.forces.statements import statement_of
from gamemaster.language.talk.remarks import SPEAKING
from gamemaster.language.talk.sentences import asks
from gamemaster.language.wording.agreement import is_plural
from gamemaster.rules.proposal import Intent
from gamemaster.rules.reach import exits
from worlds.verbs import PERCEIVE

MAX_INTENTS = 8
_BEFORE = frozenset({"before", "front", "beside", "feet"})
_LEAVING = (["leave"], ["leaves"], ["exit"], ["exits"])


def tidy(scope: Scope, intents: list[Intent]) -> list[int]:
    """The places of the intents that count; of two that are one the later takes in the earlier, in place."""
    kept: list[int] = []
    for at, intent in enumerate(intents):
        following = intents[at + 1] if at + 1 < len(intents) else None
        if (
            following
            and intent.verb == "talk"
            and following.verb in SPEAKING
            and intent.objects == following.objects
        ):
            continue
        if following and _only_leads_to(scope, intent, following):
            continue  # "I could work for my keep. What needs doing?": the question is what is answered
        last = intents[kept[-1]] if kept else None
        if last is not None and _asks_of_the_absent(scope, last, intent):
            continue  # "check the window, is it forced?" where there is none
        if last is not None and _is_only_to_see(intent):
            continue  # "lift the cover and see whether it was used": what is done shows it
        if last is not None and last.verb == intent.verb == "go" and last.objects == intent.objects != ():
            continue  # "walk over to the lodge and go in"
        if last is not None and last.verb == "go" and _is_the_door_behind(scope, last, intent):
            continue  # "barge into the office, kick the door": whoever is in has gone through it
        if last is not None and _knocks_before_going_in(scope, last, intent):
            if following is not None and _is_in_there(scope, last, following):
                # "go to the hut, knock and ask Groa": whoever is asked in there has said come in
                knock = intent.model_copy(update={"objects": last.objects})
                intents[kept[-1]], intents[at] = knock, last
                kept.append(at)
                continue
            kept.pop()  # "go down to the wireless room and knock": whoever knocks has not gone in
            intents[at] = intent.model_copy(update={"objects": last.objects})
            kept.append(at)
            continue
        if last is not None and last.verb == intent.verb == "go" and last.words.split()[:1] in _LEAVING:
            kept.pop()  # "leave the brewhouse and go to the smithy": the way out is on the way
        if last is not None and last.recipient is not None and _is_lit_for_them(last, intent):
            name = scope.world.characters[last.recipient].name
            intents[at] = Intent(verb="express", role="emote", topic=f"{intent.words} for {name}"[:120])
        if last is not None and last.verb == "knock" and not last.objects and intent.verb == "go":
            # "knock and go into the hall": it is knocked there, where one stands before it
            knocked = kept.pop()
            if _lies_next_door(scope, intent):
                intents[knocked] = last.model_copy(update={"objects": intent.objects})
                kept.append(knocked)
        given = last is not None and last.verb == "give" and intent.verb in ("give", "put")
        if (
            given
            and last is not None
            and (last.objects, last.recipient) == (intent.objects, intent.recipient)
        ):
            continue  # "carry it to the boy and set it before him"
        laid_before = intent.recipient is None and not _BEFORE.isdisjoint(intent.words.split())
        if (
            given
            and last is not None
            and intent.verb == "put"
            and last.objects == intent.objects
            and laid_before
        ):
            continue  # "take it to her, put it in front of her"
        opened = last is not None and last.verb in ("open", "push") and "it" in last.words.split()
        if (
            last is not None
            and opened
            and intent.direction == "in"
            and intent.objects not in ((), last.objects)
        ):
            kept.pop()  # "push it open and go in": it is the door
        if last is not None and (meant := _which_of_those_taken(scope, last, intent)) is not None:
            intent = intents[at] = intent.model_copy(update={"objects": (meant,)})
        if last is not None and (through := _door_dealt_with(scope, last, intent)) is not None:
            intents[at] = intent.model_copy(update={"objects": (through,), "direction": None})
            kept.append(at)
            continue  # "unlock the office and go in"
        if last is not None and _is_done_with_what_stays(scope, last, intent):
            continue  # "grab the apron, put it on": it cannot be taken, which is said
        if last is not None and _is_a_pause(last, intent):
            intent = intents[at] = intent.model_copy(update={"minutes": _PAUSE})
        if last is not None and last.verb == intent.verb == "sleep" and last.minutes is None:
            # "lie down in the hay and sleep for two hours"
            intents[at] = intent.model_copy(update={"objects": intent.objects or last.objects})
            kept[-1] = at
            continue
        others = (intents[k] for k in kept)
        said_before = any(intent.model_copy(update={"words": k.words}) == k for k in others)
        # "who was Cobb? Why did Cobb leave?", be the second of them in quotation marks or not
        whole = intent.verb == "ask" and (SPEECH in intent.words or asks(intent.words.split()))
        asked = intent.topic == "known" or whole
        asked = asked and all(intent.words != intents[k].words for k in kept)
        again = "again" in intent.words.split()  # "pick it up, drop it, pick it up again"
        if not said_before or asked or again or intent.verb in ("wait", "go"):
            kept.append(at)
    return kept[:MAX_INTENTS]


def _knocks_before_going_in(scope: Scope, walk: Intent, knock: Intent) -> bool:
    """Whether a knock after a walk is one at the door that it leads to: nothing in there is knocked on, and it has one.

    "Go up the path to the houses and knock at the nearest door" knocks at none down here.
    """
    if walk.verb != "go" or knock.verb != "knock" or not _lies_next_door(scope, walk):
        return False
    return scope.world.locations[walk.objects[0]].indoors and knock.objects in ((), walk.objects)


def _asks_of_the_absent(scope: Scope, last: Intent, intent: Intent) -> bool:
    """Whether it is asked of "it" what only a look would tell at what was to be looked at, and is not here."""
    if last.verb not in PERCEIVE or not last.objects or intent.role != "question" or intent.objects:
        return False
    pointing = not {"it", "they"}.isdisjoint(intent.words.split()[:3])
    lies = scope.nouns.kinds.get(last.objects[0]) in ("feature", "item")
    return pointing and lies and not scope.reach(last.objects[0])


_PAUSE = 2  # minutes
_BARE_WAIT = frozenset(
    "and then i we just wait waits waiting there here quietly patiently silently a bit".split()
)
_SETTLED_DOWN = frozenset({"go", "hide", "sneak", "sit", "climb", "follow", "sleep", "wait"})


def _is_a_pause(before: Intent, intent: Intent) -> bool:
    """Whether somebody waits only for what comes of what they have just done: "knock and wait"."""
    return (
        intent.verb == "wait"
        and intent.minutes is None
        and before.verb not in _SETTLED_DOWN
        and _BARE_WAIT.issuperset(intent.words.split())
    )


def _is_only_to_see(intent: Intent) -> bool:
    """Whether somebody would only see what comes of what they did: "see if it opens", "see what's there"."""
    words = [word for word in intent.words.split() if word not in ("and", "then", "i", "to")]
    looking = intent.verb in ("look", "examine") and not intent.objects
    return looking and words[:1] == ["see"] and words[1:2] != [] and words[1] in _WHAT_COMES


_WHAT_COMES = frozenset("if whether what who how where which why".split())


def _lies_next_door(scope: Scope, walk: Intent) -> bool:
    """Whether a walk leads to a place next door that has a door: one that is indoors, where this is not it."""
    to, start = walk.objects[0] if walk.objects else "", scope.focus.get("back", "")
    place = scope.world.locations.get(to)
    if place is None or walk.direction is not None or start not in scope.world.locations:
        return False
    return place.indoors and any(way.to == to for way in exits(scope.world, scope.state, start))


def _is_in_there(scope: Scope, walk: Intent, said: Intent) -> bool:
    """Whether words are for somebody who is where a walk leads."""
    people = scope.state.characters
    return said.verb in SPEAKING and any(
        who in people and people[who].place in walk.objects for who in said.objects
    )


def _is_lit_for_them(gift: Intent, deed: Intent) -> bool:
    """Whether what was given to somebody is lit for them: "give her a cigarette and light it"."""
    lit = deed.verb == "light" and deed.objects == gift.objects and "it" in deed.words.split()
    return gift.verb == "give" and lit


_AT_A_DOOR = frozenset("break push pull open attack force kick unlock".split())


def _is_the_door_behind(scope: Scope, walk: Intent, deed: Intent) -> bool:
    """Whether what is done to a door after a walk is done to the one that the walk has led through."""
    behind = scope.focus.get("back", "")
    doors = {"door", "doors"}.intersection(deed.words.split())
    blow = deed.verb == "knock" and _KNOCKING.isdisjoint(map(stem, deed.words.split()))
    return bool(doors and walk.objects) and (blow or deed.verb in _AT_A_DOOR) and deed.objects == (behind,)


_KNOCKING = frozenset(map(stem, ("knock", "rap", "tap", "bang", "pound", "hammer", "thump")))


def _which_of_those_taken(scope: Scope, take: Intent, deed: Intent) -> str | None:
    """Which "it" is of several things taken at once: the one that a rule does this to, "take both, turn it on"."""
    several = take.verb == "take" and len(take.objects) > 1 and len(deed.objects) == 1
    if not several or deed.objects[0] not in take.objects or not {"it", "that"} & set(deed.words.split()):
        return None
    apt = [thing for thing in take.objects if (deed.verb, thing) in scope.nouns.ruled]
    return apt[0] if len(apt) == 1 else None


def _door_dealt_with(scope: Scope, deed: Intent, walk: Intent) -> str | None:
    """Where a door leads that was unlocked or forced just before somebody goes "in"."""
    to = deed.objects[0] if deed.objects else None
    inward = walk.verb == "go" and walk.direction in ("in", "inside") and "back" not in walk.words.split()
    return to if inward and deed.verb in _AT_A_DOOR and to in scope.world.locations else None


_WITH_IT_IN_HAND = frozenset("wear throw give put drop".split())


def _is_done_with_what_stays(scope: Scope, take: Intent, deed: Intent) -> bool:
    """Whether something is to be done with a thing that the player has just tried to take, and that nobody can take."""
    fixed = (
        take.verb == "take" and len(take.objects) == 1 and scope.nouns.kinds.get(take.objects[0]) == "feature"
    )
    if not fixed or deed.verb not in _WITH_IT_IN_HAND or take.objects[0] not in deed.objects:
        return False
    names = scope.nouns.names_of[take.objects[0]]
    return not any(is_plural(" ".join(name.words)) for name in names)  # a mug is taken off its hook


def _only_leads_to(scope: Scope, told: Intent, asked: Intent) -> bool:
    """Whether a claim on which nobody has anything to say comes before a question to the same person."""
    if told.verb != "tell" or asked.verb != "ask" or told.objects != asked.objects or told.rule is not None:
        return False
    given = told.words.split()
    # "Tell him that I was in the building, and ask …"
    reported = is_reported(scope, given) or not TELLING.isdisjoint(given[:2])
    if told.role == "speech" or reported or statement_of(given[2:]).force == "named":
        return False  # a name, an apology, a promise, a word from the heart is answered for itself
    who = scope.world.characters.get(told.objects[0]) if told.objects else None
    return who is not None and told.topic not in who.topics
