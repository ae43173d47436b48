"""From what the player wants (an Intent) to the operations that would do it, by the world's rules. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable

from gamemaster.language.clauses.expressions import is_inward
from gamemaster.language.ideas import second_person
from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import nouns_of, scope_of
from gamemaster.language.tables.function_words import DETERMINERS
from gamemaster.language.talk.addressee import addressee
from gamemaster.language.talk.speech_acts import asks_company
from gamemaster.language.wording.paragraphs import has_words
from gamemaster.language.wording.replies import reply
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.narration.understudy.far_voices import spoken_into
from gamemaster.narration.understudy.improvisation import (
    DIRECT,
    attempt_for,
    comfort_for,
    handling_for,
    is_one_of_several,
    names_an_accessory,
    serves_a_purpose,
    staged_for,
    way_behind,
)
from gamemaster.narration.understudy.origins import put_back
from gamemaster.narration.understudy.promises import promise_in, same_matter
from gamemaster.narration.understudy.rule_choice import (
    done_rule_for,
    is_sweeping,
    reach,
    rule_for,
    use_for,
    wants_another_tool,
    wants_tool,
)
from gamemaster.narration.understudy.rules_meant import done_elsewhere
from gamemaster.narration.understudy.things import box_of, is_box_of_many, is_one_of_many, opens_to_sight
from gamemaster.rules import proposal as ops
from gamemaster.rules.conditions import holds, is_asleep
from gamemaster.rules.dice import draw
from gamemaster.rules.draft import HIDDEN
from gamemaster.rules.operations.improvised_operations import FRUITLESS
from gamemaster.rules.proposal import Intent, Operation
from gamemaster.rules.reach import exits, features, in_reach, is_open, route, ways_opened_by
from gamemaster.rules.referee import TIMELESS
from gamemaster.rules.stances.favours import OF_A_DEAL
from gamemaster.rules.state import StoryState, digest
from worlds.rules import all_rules
from worlds.schema import PLAYER, Effects, World
from worlds.verbs import BASE_VERBS, SPEAK

# What answers a question to the Game Master, by its kind.
UNORDERED_WAIT = 30  # minutes at most, where the player named none
LONGEST_REST = 960  # minutes in one turn, however long a time was named
TRAVEL = frozenset({"go", "climb", "swim", "jump", "sneak", "flee", "follow"})
SENSES = frozenset({"examine", "read", "smell", "touch", "taste", "listen", "search", "look"})
ADDRESS = frozenset(SPEAK) - {"talk", "ask", "tell"} | {"recruit"}
# Verbs that have their own meaning for whoever lacks the tool of some rule.
NEEDS_NO_TOOL = (
    SENSES
    | frozenset(SPEAK)
    | {"give", "show", "recruit", "go", "follow", "flee", "wait", "sleep", "drop", "take", "put"}
)
_PICKING = frozenset({"pick", "picklock", "jimmy"})  # a lock that is picked is more than a lid that is tried
_LAYING = frozenset("put place set lay leave drop deposit down away aside here there back".split())
_PARTING = re.compile(r"\b(good ?bye|bye|farewell|good ?night|see you|take care)\b", re.IGNORECASE)


_FLIPPED = re.compile(r"flip the \w+")
A_MOMENT = 5  # minutes of a gesture that are not told as time passing


def plan(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """The operations for one intent, as the story stands now. Never empty: what nothing comes of is a `Try`.

    A deed that is said to last so long is followed by that time.
    """
    planned = _plan(world, state, intent)
    if (into := spoken_into(world, state, intent, planned)) is not None:
        return [into]
    if intent.role == "emote" and intent.verb != "express" and all(_is_idle(op, intent) for op in planned):
        return [
            ops.Express(what=intent.words[:120] or intent.verb)
        ]  # shown in passing, and no attempt at anything
    begun = all(op.op != "pass_time" and not (op.op == "try" and op.why in FRUITLESS) for op in planned)
    if intent.verb == "express" and (intent.minutes or 0) <= A_MOMENT:
        return planned  # "I stand still for a moment" is no wait
    if intent.minutes and begun and planned[-1].op != "move":
        return [*planned, ops.PassTime(minutes=min(LONGEST_REST, intent.minutes))]
    return planned


_AIMED = frozenset(
    "at to beside over toward towards with by near next pat pats hug hugs kiss kisses wink winks".split()
)


def _made_to_nobody(world: World, state: StoryState, words: str) -> str | None:
    """Whom a gesture is made to who is not here: nobody pats a back that is elsewhere."""
    said = words_of(plain(words))
    for who, person in world.characters.items():
        names = {word for word in words_of(plain(person.name)) if word not in ("the", "of")}
        aimed = any(word in names and said[at - 1] in _AIMED for at, word in enumerate(said) if at)
        if aimed and who not in state.present() and state.characters[who].met:
            return who
    return None


_VAIN = frozenset({"", "nothing_happens", "does_not_open"})


def _is_idle(operation: Operation, intent: Intent) -> bool:
    """Whether nothing comes of what was acted out: a vain try, or a look that a touch comes to."""
    touched = operation.op == "notice" and intent.verb not in SENSES - {"touch", "smell", "taste"}
    return touched or (operation.op == "try" and operation.why in FRUITLESS | _VAIN)


def _plan(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    if intent.verb == "express":
        if comfort := comfort_for(world, state, intent):
            return [comfort]  # to sit by the fire is more than a posture
        if (absent := _made_to_nobody(world, state, intent.topic or intent.words)) is not None:
            return [ops.Try(verb=intent.verb, what=absent, why="who_not_here")]
        shown = intent.topic or intent.words[:120] or intent.verb
        if _FLIPPED.fullmatch(shown) and intent.objects:
            side = ("heads", "tails")[draw(state.seed, state.turn, "coin") % 2]
            return [ops.Express(what=f"{shown}, and it comes down {side}", how="handling")]
        return [
            ops.Express(what=shown, how="thought" if is_inward(words_of(shown.casefold())) else "gesture")
        ]
    if intent.verb == "inform":
        about = intent.objects[0] if intent.objects else intent.words[:120]
        asked = intent.words[:160] if intent.objects else ""
        return [ops.Inform(kind=intent.topic or "goal", about=about, asked=asked)]
    if (intent.topic or "").startswith(OF_A_DEAL):
        return _share_done(world, state, intent)
    in_return = (intent.topic or "").partition(" if you ")[2].split() if intent.verb == "bargain" else []
    if in_return and asks_company(
        ["will", "you", *in_return]
    ):  # whoever is to come along says whether they do
        wish = {"verb": "recruit", "topic": None, "tool": None, "words": " ".join(in_return), "force": None}
        return _plan(world, state, intent.model_copy(update=wish))
    if intent.verb in TIMELESS:
        return [ops.Try(verb=intent.verb)]
    if intent.verb in ("hide", "sneak") and not intent.objects and HIDDEN in state.flags:
        return [ops.Express(what=intent.words[:120] or intent.verb)]  # whoever is out of sight stays there
    if _takes_only_some(world, state, intent):
        said = f"take {intent.words}" if intent.words.split()[0] in DETERMINERS else intent.words
        at_once = f", and what is not used at once goes back to the {box_of(world, intent.objects[0])}"
        kept = state.items.get(intent.objects[0]) == PLAYER
        return [ops.Express(what=said[:120] if kept else f"{said[:60]}{at_once}"[:120], how="handling")]
    if intent.verb in ("eat", "drink") and _PARTLY.search(intent.words) and _carries_all(state, intent):
        return [ops.Express(what=intent.words[:120], how="handling")]  # the rest of it is left
    hearer = intent.recipient if intent.verb == "read" and intent.recipient in world.characters else None
    if hearer is not None and hearer not in state.present():
        return [ops.Try(verb=intent.verb, what=hearer, why="who_not_here")]  # and nobody hears it instead
    intent = _held_out(world, state, intent)
    by_rule = rule_for(world, state, intent)
    if (
        by_rule is None and intent.rule is not None
    ):  # the phrase named a rule that cannot be done as things stand
        intent = intent.model_copy(update={"rule": None})
        by_rule = rule_for(world, state, intent)
    by_rule = (
        by_rule or _rule_by_another_verb(world, state, intent) or _rule_of_what_is_shut(world, state, intent)
    )
    if by_rule is None and intent.recipient in state.present() and _is_tossed_over(intent):
        return _give(world, state, intent)
    if by_rule is None and intent.verb == "unlock" and wants_another_tool(world, intent):
        return [ops.Try(verb=intent.verb, what=intent.objects[0], why="does_not_open")]
    if by_rule is None and intent.verb == "unlock" and wants_tool(world, state, intent):
        return [ops.Try(verb=intent.verb, what=next(iter(intent.objects), None), why="need_tool")]
    improvised = _improvise(world, state, intent, by_rule)
    if improvised is not None:
        return improvised
    if by_rule is not None and not (intent.verb == "promise" and _promises_otherwise(world, intent, by_rule)):
        # Sneaking somewhere is an art and a way: the rule decides whether it is seen, the legs do the rest.
        on_foot = intent.verb in {"sneak", "flee"} and any(t in world.locations for t in intent.objects)
        if (
            hearer is not None and by_rule.rule in state.rules
        ):  # read before: whoever asked for it hears it now
            aloud = f"read {name_of(world, intent.objects[0])} aloud to {name_of(world, hearer)}"
            heard = ops.Try(verb="tell", what=hearer, why="heard")
            return [ops.Express(what=aloud[:120], how="handling"), by_rule, heard]
        return [by_rule, *(_travel(world, state, intent) if on_foot else ())]
    if intent.verb not in _BUILT_IN and (elsewhere := done_elsewhere(world, state, intent)):
        return elsewhere
    what = intent.objects[0] if intent.objects else None
    if intent.verb not in NEEDS_NO_TOOL | DIRECT and wants_tool(world, state, intent):
        return [ops.Try(verb=intent.verb, what=what, why="need_tool")]
    planned = _BUILT_IN.get(intent.verb, _nothing)(world, state, intent) or [ops.Try(verb=intent.verb)]
    if all(isinstance(op, ops.Try) and op.why in {"", "nothing_happens"} for op in planned):
        done = done_rule_for(world, state, intent)
        idea = attempt_for(world, state, intent) if done is None else None
        if done is None and idea is not None:
            return _with_what_is_thrown(state, intent, idea)
        handled = handling_for(world, state, intent) if done is None else None
        if handled is not None:
            staged = staged_for(world, state, intent)
            return [handled] if staged is None else [handled, staged]
        return planned if done is None else [done]
    return planned


def _share_done(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """What the player promised in a bargain is done, and whoever it was promised to says so."""
    who = intent.objects[0]
    answers = reply(world.characters[who], "share_done", lambda text: digest(text) in state.told)
    done = (intent.topic or "").removeprefix(OF_A_DEAL)
    return [
        ops.Express(what=intent.words[:120], how="handling"),
        ops.SettlePromise(promise=done, kept=True),
        ops.Answer(who=who, texts=answers, source="reaction"),
    ]


_PARTLY = re.compile(
    r"(?<!other )(?<!second )(?<!last )\b"
    r"(?:split|share|halve|half|a (?:third|quarter|bit|bite|crumb|corner|nibble|taste) of|part of|some of)\b"
)


def _carries_all(state: StoryState, intent: Intent) -> bool:
    return bool(intent.objects) and all(state.items.get(thing) == PLAYER for thing in intent.objects)


def _held_out(world: World, state: StoryState, intent: Intent) -> Intent:
    """What is held out or shown to nobody by name is so to whoever is spoken with, or looks on."""
    beings = {*world.characters, *world.threats}
    named = beings & {*intent.objects, intent.recipient}
    carried = [thing for thing in intent.objects if state.items.get(thing) == PLAYER]
    if intent.verb not in ("give", "show") or named or intent.recipient is not None or not carried:
        return intent
    who = addressee(scope_of(world, state), [])
    return intent if who is None else intent.model_copy(update={"recipient": who})


def _with_what_is_thrown(state: StoryState, intent: Intent, idea: ops.Attempt) -> list[Operation]:
    """A thing that is thrown at somebody has left the hand, however it goes."""
    if intent.verb != "throw" or idea.tool is None or idea.tool not in intent.objects:
        return [idea]
    taken = [ops.Take(item=idea.tool)] if state.items.get(idea.tool) == state.place else []
    return [*taken, idea, ops.Drop(item=idea.tool)]


def _rule_by_another_verb(world: World, state: StoryState, intent: Intent) -> ops.Use | None:
    """The rule that a writer wrote for the same words under another verb: "bar the door" may be a world's `hold`."""
    if intent.verb not in DIRECT - {"distract", "beg", "persuade", "deceive", "threaten", "charm", "insult"}:
        return None
    phrases = nouns_of(world).verbs.phrases
    for meaning in phrases.get(tuple(intent.words.split()[:1]), ()):
        found = rule_for(world, state, intent.model_copy(update={"verb": meaning}))
        if found is not None and not is_sweeping(world, found.rule):
            return found
    return None


def _rule_of_what_is_shut(world: World, state: StoryState, intent: Intent) -> ops.Use | None:
    """What a writer has to say of opening a thing, where it is broken: "crack the safe", which nobody wrote to give.

    Force that left it as it was would be told as a success. A rule with dice of its own is another art.
    """
    if intent.verb != "break" or intent.tool is not None:
        return None
    found = rule_for(world, state, intent.model_copy(update={"verb": "open"}))
    rule = next((rule for rule in all_rules(world) if found is not None and rule.id == found.rule), None)
    decided = rule is not None and rule.check is None and not rule.with_ and bool(rule.refuse)
    return found if decided and found is not None and not is_sweeping(world, found.rule) else None


def _improvise(
    world: World, state: StoryState, intent: Intent, by_rule: ops.Use | None
) -> list[Operation] | None:
    """What comes before rules about just anything, and before what every world has: comforts, ideas, sneaking."""
    trick = intent.verb == "deceive" and serves_a_purpose(intent)
    if by_rule is not None and not is_sweeping(world, by_rule.rule) and not trick:
        return None
    comfort = comfort_for(world, state, intent)
    if comfort is not None:
        return [comfort]
    idea = attempt_for(world, state, intent)
    if idea is None:
        return None
    if by_rule is not None:  # a rule about anyone says less than an idea that names a means or an aim
        return [idea] if idea.tool is not None or idea.aim else None
    if intent.verb == "sneak" and any(t in world.locations for t in intent.objects):
        return [idea.model_copy(update={"target": None}), *_travel(world, state, intent)]
    picked = intent.verb == "unlock" and not _PICKING.isdisjoint(intent.words.split()[:3])
    if (
        picked
        or intent.verb in DIRECT | {"sneak", "plant"}
        or idea.stance in ("strike", "music")
        or serves_a_purpose(intent)
    ):
        return _with_what_is_thrown(state, intent, idea)
    return None


def _promises_otherwise(world: World, intent: Intent, use: ops.Use) -> bool:
    """Whether the player promises something definite, and another thing than the rule has them promise."""
    rule = next(rule for rule in all_rules(world) if rule.id == use.rule)
    who = next((thing for thing in (*intent.objects, intent.recipient) if thing in world.characters), None)
    vows = [vow for name in rule.effects.promise if (vow := world.promises[name]).by == PLAYER]
    given = promise_in(world, who, intent.words) if who is not None and vows else None
    return given is not None and not any(same_matter(given.what, vow.text) for vow in vows)


# ---- what every world has ----


def _nothing(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """No rule and no built-in behaviour: an attempt that comes to nothing, or a reason why it cannot be tried."""
    near = reach(world, state)
    for thing in (*intent.objects, intent.recipient, intent.tool):
        if thing is not None and thing not in near:
            person = thing in world.characters
            return [ops.Try(verb=intent.verb, what=thing, why="who_not_here" if person else "not_here")]
    what = intent.objects[0] if intent.objects else intent.recipient
    if what is None and intent.tool is None and _is_of_the_body(intent):
        return [ops.Express(what=intent.words[:120], how="handling")]
    if _is_only_a_touch(state, intent, what):
        return [ops.Express(what=intent.words[:120])]
    if what in state.characters and not state.characters[what].alive:
        return [ops.Try(verb=intent.verb, what=what, why="dead")]
    why = "nothing_happens"
    if intent.verb == "attack" and (what in world.characters or what in world.threats):
        why = "attack_miss"
    elif intent.verb in {"ask", "tell", "talk"} and what in world.threats:
        why = "no_answer"
    elif intent.verb == "hide" and what is None:
        why = "not_hidden"
    elif intent.verb in {"open", "unlock"} and what is not None:
        why = "does_not_open"
    return [ops.Try(verb=intent.verb, what=what, why=why)]


def _is_of_the_body(intent: Intent) -> bool:
    """Whether a deed is done with one's body alone and changes nothing: "whistle", "jump", "bow low"."""
    return bool(intent.words) and (intent.verb == "jump" or intent.verb not in BASE_VERBS)


def _is_only_a_touch(state: StoryState, intent: Intent, what: str | None) -> bool:
    """Whether what was read as work on a thing is done to somebody: "bend close to Ivar" builds nobody."""
    return what in state.present() and intent.verb in _WORK and bool(intent.words)


_WORK = frozenset("build repair cook dig fill pour open close lock unlock read ring light wear".split())


def _look(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    things = [t for t in (*intent.objects, intent.recipient) if t is not None and t != state.place]
    if things:
        return [op for thing in things for op in _notice(world, state, intent, thing)]
    if intent.verb in {"look", "examine", "read"}:
        return [ops.Look()]
    if intent.verb == "search":
        return [ops.Search()]
    return [
        ops.Try(
            verb=intent.verb,
            why={"listen": "listened", "smell": "smelled"}.get(intent.verb, "nothing_happens"),
        )
    ]


def _notice(world: World, state: StoryState, intent: Intent, thing: str) -> list[Operation]:
    if thing in world.locations:
        ways = {way.to for way in exits(world, state)}
        if intent.verb == "listen" and thing in ways:
            return [
                ops.Try(
                    verb="listen",
                    what=thing,
                    why="hears_within" if _is_awake_in(world, state, thing) else "hears_nobody",
                )
            ]
        return [ops.Try(verb=intent.verb, what=thing, why="far_off" if thing in ways else "not_here")]
    return [ops.Notice(what=thing)]


def _travel(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    goal = next((t for t in (*intent.objects, intent.recipient) if t is not None), None)
    if goal is None:
        if intent.verb == "flee":
            return _flee(world, state)
        if intent.direction is not None:
            direction = intent.direction.casefold()
            way = next((way for way in exits(world, state) if direction in way.direction), None)
            door = next((one for one in exits(world, state) if one.to == state.focus.get("it")), None)
            way = door if way is None and direction in ("in", "inside") else way  # where one has knocked
            return [ops.Move(to=way.to) if way is not None else ops.Try(verb="go", why="no_direction")]
        if _is_of_the_body(intent):
            return [ops.Express(what=intent.words[:120], how="handling")]
        return [
            ops.Try(verb=intent.verb, why="ways" if intent.verb in {"go", "follow"} else "nothing_happens")
        ]
    if goal in world.locations:
        if (asked := _company_first(world, state, intent)) is not None:
            return asked
        return _walk_by(world, state, intent.tool, goal) or _walk(world, state, goal)
    if goal in world.characters:
        return _to_person(world, state, intent, goal)
    if goal in world.threats:
        return [ops.Notice(what=goal)]
    if any(f.id == goal for f in features(world, state)) or state.items.get(goal) in (PLAYER, state.place):
        return [ops.Notice(what=goal)]
    return _nothing(world, state, intent)


def _company_first(world: World, state: StoryState, intent: Intent) -> list[Operation] | None:
    """Whoever is to go along is asked first, and nobody sets out without them; None where nobody is to be asked."""
    who = intent.recipient
    if who not in state.present() or state.characters[str(who)].following:
        return None
    wish = Intent(verb="recruit", objects=(str(who),), role="speech", words=intent.words)
    asked = plan(world, state, wish)
    comes = {
        rule.id
        for rule in all_rules(world)
        if who in rule.effects.follow and rule.check is None and holds(rule.when, world, state)
    }
    if not any(isinstance(one, ops.Use) and one.rule in comes for one in asked):
        return asked
    alone = intent.model_copy(update={"recipient": None})
    return [*asked, *_travel(world, state, alone)]


def _walk_by(world: World, state: StoryState, by: str | None, goal: str) -> list[Operation]:
    """To a place by the way that was named, lift or stairs: as far as that, where nothing known leads on from it."""
    if by not in {way.to for way in exits(world, state)} or by == goal:
        return []
    if goal in {way.to for way in exits(world, state, by)}:
        return [ops.Move(to=str(by)), ops.Move(to=goal)]
    onward = route(world, state.model_copy(update={"place": by}), goal) or []
    return [ops.Move(to=place) for place in (str(by), *([] if state.place in onward else onward))]


def _walk(world: World, state: StoryState, goal: str) -> list[Operation]:
    if goal == state.place:
        return [ops.Try(verb="go", what=goal, why="here_already")]
    way = route(world, state, goal)
    if way is None:  # not by places the player knows: they set out, and go on while nothing stops them
        beyond = route(world, state, goal, through_unknown=True)
        if beyond is None:
            beyond = route(world, state, goal, through_unknown=True, through_shut=True)
        way = _until_risk_or_shut(world, state, beyond or [])
    if way:
        held = {threat: t.place for threat, t in state.threats.items() if t.awake and threat in state.noticed}
        past = next((at for at, place in enumerate(way[:-1]) if at and place in held.values()), None)
        if past is not None:  # nobody walks past a threat unasked: the way stops short of it, and says why
            threat = next(threat for threat, place in held.items() if place == way[past])
            halt = ops.Try(verb="go", what=threat, why="in_the_way")
            return [*(ops.Move(to=place) for place in way[:past]), halt]
        return [ops.Move(to=place) for place in way]
    return [ops.Try(verb="go", what=goal, why="no_way" if goal in state.visited else "no_such_way")]


def _until_risk_or_shut(world: World, state: StoryState, path: list[str]) -> list[str]:
    """As far as the first exit that is shut, or the first new place that something comes of, that one included."""
    here, out = state.place, []
    for place in path:
        out.append(place)
        ways = [way for way in exits(world, state, here) if way.to == place and is_open(world, state, way)]
        if not ways or (place not in state.visited and ways[0].effects != Effects()):
            break
        here = place
    return out


def _to_person(world: World, state: StoryState, intent: Intent, who: str) -> list[Operation]:
    person = state.characters[who]
    if not person.alive:
        return [ops.Try(verb=intent.verb, what=who, why="dead")]
    if person.place == state.place:
        return [ops.Try(verb=intent.verb, what=who, why="follow_here")]
    # Somebody next door can be seen or heard to go; further off, the player cannot know where they are.
    if any(way.to == person.place and is_open(world, state, way) for way in exits(world, state)):
        return [ops.Move(to=person.place)]
    return [ops.Try(verb=intent.verb, what=who, why="who_not_here")]


def _flee(world: World, state: StoryState) -> list[Operation]:
    """Run to the place next door that is farthest from harm: known rather than not, and never to a threat."""
    held = {t.place for t in state.threats.values()}
    ways = [way.to for way in exits(world, state) if is_open(world, state, way) and way.to not in held]
    ways.sort(key=lambda place: (place not in state.visited, not world.locations[place].indoors))
    return [ops.Move(to=ways[0])] if ways else [ops.Try(verb="flee", why="no_direction")]


def _take(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    out: list[Operation] = []
    if not intent.objects and (dish := _what_there_is_to_eat(world, state, intent)) is not None:
        return _plan(world, state, intent.model_copy(update={"verb": "eat", "objects": (dish,)}))
    led = intent.verb == "take" and not {"from", "to", "into"}.isdisjoint(intent.words.split())
    away = intent.recipient if led and intent.recipient in world.locations else None
    away = away if away != state.place else None
    here = any(state.items.get(thing) in (PLAYER, state.place) for thing in intent.objects)
    if away is not None and not here and not world.items.keys().isdisjoint(intent.objects):
        out += _walk(world, state, away)  # "fetch the bridle from the stable"
    for thing in intent.objects:
        if away is not None and state.items.get(thing) == PLAYER:
            continue  # "take the jug to the smithy"
        if thing in world.items:
            out.append(ops.Take(item=thing))
        elif intent.verb == "steal" and thing in state.present():
            out.append(_pick_pocket(world, state, intent, thing))
        elif is_one_of_several(world, state, intent, thing) or names_an_accessory(
            world, state, intent, thing
        ):
            # A chair by the table is pulled up, a mug taken off its hook: neither is carried off.
            out.append(ops.Express(what=intent.words[:120], how="handling"))
        else:
            there = thing in in_reach(world, state)
            cannot = "cannot_take" if thing not in world.characters else "cannot_take_along"
            out.append(ops.Try(verb=intent.verb, what=thing, why=cannot if there else "not_here"))
    if away is not None and here:
        out += _walk(world, state, away)
    return out


def _what_there_is_to_eat(world: World, state: StoryState, intent: Intent) -> str | None:
    """What somebody helps themselves to who names nothing: the one dish here that its writer lets be eaten."""
    if not {"help", "myself"}.issubset(intent.words.split()):
        return None
    near = in_reach(world, state)
    dishes = {
        thing
        for rule in all_rules(world)
        if "eat" in rule.verbs and holds(rule.when, world, state)
        for thing in rule.on
        if thing in near and state.items.get(thing, state.place) == state.place
    }
    return next(iter(dishes)) if len(dishes) == 1 else None


def _takes_only_some(world: World, state: StoryState, intent: Intent) -> bool:
    """Whether one or a few are taken of the many that a thing at hand is: "take one turnip", of a crate of them."""
    thing = intent.objects[0] if intent.verb == "take" and len(intent.objects) == 1 else None
    at_hand = thing is not None and state.items.get(thing) in (PLAYER, state.place)
    return at_hand and is_box_of_many(world, str(thing)) and is_one_of_many(world, str(thing), intent.words)


def _pick_pocket(world: World, state: StoryState, intent: Intent, who: str) -> Operation:
    """What may be stolen from somebody, whatever they carry: by a writer's rule, else a light-fingered try."""
    carried = [item for item, where in state.items.items() if where == who]
    rules = (rule_for(world, state, intent.model_copy(update={"objects": (item,)})) for item in carried)
    idea = attempt_for(world, state, intent.model_copy(update={"objects": (who,)}))
    return next((use for use in rules if use is not None), None) or idea or ops.Try(verb="steal", what=who)


def _wear(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """What stays where it is cannot be put on."""
    here = {feature.id for feature in features(world, state)}
    fixed = [thing for thing in intent.objects if thing in here]
    return [ops.Try(verb="wear", what=thing, why="cannot_take") for thing in fixed] or _nothing(
        world, state, intent
    )


def _remove(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """What is taken down from where it lies is taken."""
    lying = [thing for thing in intent.objects if state.items.get(thing) == state.place]
    return [ops.Take(item=thing) for thing in lying] or _nothing(world, state, intent)


def _keep_on_player(world: World, state: StoryState, intent: Intent) -> list[Operation] | None:
    """What is put on the player, or on itself, is laid nowhere: it is held, and taken up first where it lies here."""
    if intent.recipient != PLAYER and intent.recipient not in intent.objects:
        return None
    items = [thing for thing in intent.objects if thing in world.items]
    if not items:
        return None if intent.recipient == PLAYER else _nothing(world, state, intent)
    wanting = [thing for thing in items if state.items.get(thing) != PLAYER]
    if wanting:
        return [ops.Take(item=thing) for thing in wanting]
    return [ops.Express(what=intent.words[:120] or intent.verb, how="handling")]


def _drop(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    if intent.verb == "put" and intent.objects == (PLAYER,):
        return [
            ops.Express(what=intent.words[:120] or intent.verb, how="handling")
        ]  # "put my feet on the desk"
    if intent.verb == "put" and (kept := _keep_on_player(world, state, intent)):
        return kept
    if intent.verb == "put" and intent.recipient in world.characters:
        return _give(world, state, intent)
    beings = {*world.characters, *world.threats}
    if intent.verb == "throw" and (intent.recipient in beings or not intent.objects):
        return _nothing(world, state, intent)
    if intent.verb in ("put", "drop") and (restored := put_back(world, state, intent)):
        return restored
    on = intent.recipient if intent.recipient not in world.locations else None
    on, where = (intent.recipient, intent.topic or _into(intent)) if intent.verb == "put" else (on, "")
    if intent.verb == "put" and not (on or where or _LAYING.intersection(words_of(intent.words.casefold()))):
        if not in_reach(world, state).issuperset(intent.objects):
            return _nothing(world, state, intent)
        return [ops.Express(what=intent.words[:120] or intent.verb, how="handling")]  # it is nowhere put down
    if intent.verb == "throw" and len(intent.objects) == 1 and _is_thrown_alone(world, intent):
        return [ops.Express(what=intent.words[:120], how="handling")]  # one turnip, of a crate of them
    spot = second_person(where.split())[:60]
    return [
        operation
        for t in intent.objects
        for operation in (
            [*_taken_up(world, state, t, intent), ops.Drop(item=t, on=on, where=spot)]
            if t in world.items
            else [ops.Try(verb=intent.verb, what=t)]
        )
    ]


def _taken_up(world: World, state: StoryState, item: str, intent: Intent) -> list[Operation]:
    """What lies here and is nobody's is taken up before it is laid elsewhere, or given: "put the tape over its eye"."""
    near = in_reach(world, state)
    lies = state.items.get(item) == state.place and item in near and world.items[item].owner is None
    return [ops.Take(item=item)] if lies and intent.recipient in near else []


def _is_tossed_over(intent: Intent) -> bool:
    """Whether a thing is thrown to somebody who is to catch it, and not at them."""
    words = intent.words.split()
    carried_over = "to" in words[2:] and "at" not in words
    return intent.verb == "throw" and carried_over and bool(intent.objects)


def _into(intent: Intent) -> str:
    """Whether a thing is put into the other and not onto it: "back in the sleeve"."""
    return "in" if intent.recipient is not None and not _INSIDE.isdisjoint(intent.words.split()) else ""


_INSIDE = frozenset({"in", "into", "inside"})


def _is_thrown_alone(world: World, intent: Intent) -> bool:
    """Whether what is thrown is one of the many that a thing is: "throw a turnip", or "it", of a crate of them."""
    item = world.items.get(intent.objects[0])
    one = item is not None and item.plural and "it" in intent.words.split()
    return one or is_one_of_many(world, intent.objects[0], intent.words)


def _give(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    who = intent.recipient or next((t for t in intent.objects if t in world.characters), None)
    things = [t for t in intent.objects if t in world.items]
    if intent.verb == "show" and who is None and things and state.items.get(things[0]) == PLAYER:
        return [ops.Express(what=intent.words[:120] or intent.verb, how="handling")]  # held up, to nobody
    seen = next((t for t in intent.objects if any(one.id == t for one in features(world, state))), None)
    if intent.verb == "show" and who in state.present() and seen is not None and not things:
        return [ops.Discuss(who=str(who), topic=topic_of(world, str(who), seen))]  # pointed out, where it is
    if who not in world.characters or not things:
        return _nothing(world, state, intent)
    if intent.verb == "show":
        if state.items[things[0]] != PLAYER:
            return [ops.Try(verb="show", what=things[0], why="dont_have")]
        return [ops.Discuss(who=who, topic=topic_of(world, who, things[0]))]
    some = not world.items[things[0]].plural and _SOME.search(intent.words) is not None
    part = (some or _PARTLY.search(intent.words) is not None) and state.items.get(things[0]) == PLAYER
    lying = state.items.get(things[0]) == state.place and is_box_of_many(world, things[0])
    part = part or (lying and "it" in intent.words.split())  # the turnip that was taken out of the crate
    if len(things) == 1 and (part or is_one_of_many(world, things[0], intent.words)):
        return _one_of_many_given(world, state, who, intent)
    plainly = not _HANDED.isdisjoint(
        intent.words.split()[:3]
    )  # what is shoved across is not picked up for it
    taken = {thing: _taken_up(world, state, thing, intent) if plainly else [] for thing in things}
    return [one for thing in things for one in (*taken[thing], ops.Give(item=thing, to=who))]


_HANDED = frozenset({"give", "hand", "bring", "throw", "toss"})


_SOME = re.compile(
    r"\b(?:a (?:sip|glass|drop|drink|swig|cup|taste|bite|slice|piece|share|little|bit) of|some)\b"
)


def _one_of_many_given(world: World, state: StoryState, who: str, intent: Intent) -> list[Operation]:
    """ "A cigarette" leaves the rest of them; whoever is given it says what they say to a gift."""
    person = world.characters[who]
    if who not in state.present():
        return [ops.Try(verb="give", what=who, why="who_not_here")]
    told = intent.words.removeprefix("i ")
    named = {word for name in (person.name, *person.aliases) for word in words_of(plain(name))}
    named |= {"her", "him", "them"}
    words = told.split()
    if named.isdisjoint(words[1:]):  # "here, have a smoke"
        kept = [word for word in words[1:] if word not in _OFFERED and word.isalnum()]
        told = f"offer {person.name} {' '.join(kept if kept[:1] and kept[0] in _ONE else ['a', *kept])}"
    answers = reply(person, "given", lambda text: digest(text) in state.told) if has_words(person) else ()
    said = [ops.Answer(who=who, texts=answers, source="reaction")] if answers else []
    return [ops.Express(what=told[:120], how="handling"), *said]


_OFFERED = frozenset(
    "here is are have take want care for fancy like need do you would how about can i offer".split()
)
_ONE = frozenset("a an one another some the of".split())


def _speak(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    things = [t for t in (intent.recipient, *intent.objects) if t is not None]
    who = next((t for t in things if t in world.characters), None)
    if who is None:
        here = state.present()
        if not here or (things and intent.topic is None and things[0] not in reach(world, state)):
            return (
                _nothing(world, state, intent) if things else [ops.Try(verb=intent.verb, why="nobody_here")]
            )
        if things and (intent.verb not in {"ask", "tell"} or things[0] in world.threats):
            return _nothing(world, state, intent)
        who = addressee(scope_of(world, state), words_of(plain(intent.words))) or here[0]
        who = who if who in world.characters else here[0]
    if intent.verb == "promise" and (given := promise_in(world, who, intent.words or intent.topic or "")):
        return [given, ops.Try(verb=intent.verb, what=who, why="heard")]
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


def _dismiss(world: World, state: StoryState, intent: Intent) -> list[Operation]:
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


def _use(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    use = use_for(world, state, intent)
    if use is not None:
        return [use]
    named = [thing for thing in (*intent.objects, intent.tool) if thing is not None]
    held = [thing for thing in named if state.items.get(thing) == PLAYER]
    ways = {to for item in held for to in ways_opened_by(exits(world, state), item)}
    if len(ways) == 1 and set(named) <= {*ways, *held, *(feature.id for feature in features(world, state))}:
        return [ops.Move(to=ways.pop())]  # a key is used by going where it lets one go
    carried = intent.objects and all(state.items.get(thing) == PLAYER for thing in intent.objects)
    if carried and intent.recipient is None and not {"use", "uses"}.intersection(intent.words.split()):
        return [ops.Express(what=intent.words[:120] or intent.verb, how="handling")]  # "I draw my knife"
    return _nothing(world, state, intent)


def _open(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """A way that is opened is gone through; where it is shut, the referee says so in the writer's words.

    What is there to hold things is opened by looking into it, unless its writer says that it is shut.
    """
    if any(thing in world.locations for thing in intent.objects):
        if at_the_door := _opened_at_its_door(world, state, intent):
            return at_the_door
        if _is_own_door(world, state, intent):
            return [ops.Express(what=intent.words[:120], how="handling")]
        return _travel(world, state, intent)
    first = next(iter(intent.objects), None)
    if intent.verb == "open" and first is not None and opens_to_sight(world, state, first):
        return [ops.Express(what=intent.words[:120] or intent.verb, how="handling"), ops.Notice(what=first)]
    return _nothing(world, state, intent)


def _opened_at_its_door(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """A door that a rule opens, and that is not here: they walk to where it is done, if they have been there."""
    goal = intent.objects[0]
    if goal in {way.to for way in exits(world, state)}:
        return []
    before_it = (place for place in state.visited if goal in {way.to for way in exits(world, state, place)})
    for place in before_it:
        way = route(world, state, place)
        there = rule_for(world, state.model_copy(update={"place": place}), intent) if way else None
        if there is not None:
            return [*(ops.Move(to=step) for step in way or ()), there]
    return []


def _is_own_door(world: World, state: StoryState, intent: Intent) -> bool:
    """Whether the doors of the very place where the player stands are opened: to open them is not to leave by them."""
    place = world.locations[state.place]
    here = {word for name in (place.name, *place.aliases) for word in words_of(plain(name))} - DETERMINERS
    unbarred = {way.to for way in exits(world, state) if is_open(world, state, way)}
    named = here.intersection(words_of(plain(intent.words)))
    return intent.verb == "open" and place.indoors and bool(named) and unbarred.issuperset(intent.objects)


def _push(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """A door that is not barred gives way, and whoever pushed it goes through; of a shut one its writer tells."""
    ways = {way.to for way in exits(world, state)}
    open_ways = {way.to for way in exits(world, state) if is_open(world, state, way)}
    tried = not open_ways.isdisjoint(intent.objects) or attempt_for(world, state, intent) is None
    if tried and not ways.isdisjoint(intent.objects):
        return _travel(world, state, intent)
    return _nothing(world, state, intent)


def _knock(world: World, state: StoryState, intent: Intent) -> list[Operation]:
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
        return _nothing(world, state, intent)
    heard = _is_awake_in(world, state, what)
    return [ops.Try(verb="knock", what=what, why="knocked_within" if heard else "knocked")]


def _is_awake_in(world: World, state: StoryState, place: str | None) -> bool:
    """Whether somebody at a place would hear a knock, and be heard."""
    return any(
        person.alive and person.place == place and not is_asleep(world, state, who)
        for who, person in state.characters.items()
    )


_FOR_ME = re.compile(r"\bwait (?:\w+ )?for (?:me|us)\b")


def _wait(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    near = reach(world, state)
    if _FOR_ME.search(intent.words) and not state.present():
        return [ops.Try(verb="wait", why="nobody_here")]  # said to somebody who is not here
    if intent.verb == "sleep" and any(t not in near and t not in world.locations for t in intent.objects):
        return _nothing(world, state, intent)  # on a couch that is somewhere else
    bed = next((thing for thing in intent.objects if thing in world.locations), state.place)
    if bed != state.place:  # "lie down in the hall", said elsewhere: they go there first
        walk = _walk(world, state, bed)
        arrives = walk[-1] == ops.Move(to=bed)
        return [*walk, *_wait(world, state, intent.model_copy(update={"objects": ()}))] if arrives else walk
    if intent.minutes is not None:
        return [ops.PassTime(minutes=min(LONGEST_REST, intent.minutes), sleep=intent.verb == "sleep")]
    verb = world.verbs.get(intent.verb)
    usual = verb.minutes if verb is not None and verb.minutes is not None else None
    if intent.verb == "sleep":
        return [ops.PassTime(minutes=min(480, usual or 240), sleep=True)]
    return [ops.PassTime(minutes=min(UNORDERED_WAIT, usual or UNORDERED_WAIT))]


def _close(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """A way that stands open is pulled to, which stops nobody: shutting somebody out is to bar it."""
    shut = [way.to for way in exits(world, state) if is_open(world, state, way) and way.to in intent.objects]
    if shut and intent.words:
        return [ops.Express(what=intent.words[:120], how="handling")]
    return _nothing(world, state, intent)


def _settle(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """To sit or kneel down is to stay a little while; by somebody's side it is no more than that."""
    if any(thing in state.present() for thing in intent.objects):
        return [ops.Express(what=intent.words[:120] or intent.verb)]
    if intent.objects:
        return _nothing(world, state, intent)
    return [ops.Express(what=intent.words[:120] or intent.verb, how="handling")]


_Planner = Callable[[World, StoryState, Intent], list[Operation]]
_BUILT_IN: dict[str, _Planner] = {
    **dict.fromkeys(SENSES, _look),
    **dict.fromkeys(TRAVEL, _travel),
    **dict.fromkeys(("take", "steal"), _take),
    **dict.fromkeys(("drop", "put", "throw"), _drop),
    "remove": _remove,
    "wear": _wear,
    **dict.fromkeys(("give", "show"), _give),
    **dict.fromkeys(("talk", "ask", "tell"), _speak),
    **dict.fromkeys(ADDRESS, _speak),
    **dict.fromkeys(("wait", "sleep"), _wait),
    **dict.fromkeys(("sit", "kneel", "stand", "lie", "lean", "crouch"), _settle),
    **dict.fromkeys(("open", "unlock"), _open),
    "close": _close,
    "knock": _knock,
    "push": _push,
    "dismiss": _dismiss,
    "use": _use,
}
