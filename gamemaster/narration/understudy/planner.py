"""From what the player wants (an Intent) to the operations that would do it, by the world's rules. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable

from gamemaster.language.clauses.expressions import is_inward
from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import nouns_of, scope_of
from gamemaster.language.portions import is_one_of_many, part_meant
from gamemaster.language.tables.function_words import DETERMINERS, PREPOSITIONS
from gamemaster.language.talk.addressee import addressee
from gamemaster.language.talk.speech_acts import asks_company
from gamemaster.language.wording.replies import reply
from gamemaster.narration.understudy.deeds.company import (
    LONGEST_REST,
    dismiss,
    is_awake_in,
    knock,
    speak,
    wait,
)
from gamemaster.narration.understudy.deeds.giving import give, part_given
from gamemaster.narration.understudy.deeds.laying_down import is_tossed_over, lay_down
from gamemaster.narration.understudy.deeds.nothing_done import is_of_the_body, nothing_done
from gamemaster.narration.understudy.deeds.reading_aloud import hearer_of, read_to, reading_meant, shown_meant
from gamemaster.narration.understudy.deeds.senses import beast_fed, put_out, sense_of, surface_felt, taste_of
from gamemaster.narration.understudy.deeds.walking import flee, to_person, walk_by, walk_to
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
)
from gamemaster.narration.understudy.promises import is_just_that, is_promised, promise_in, same_matter
from gamemaster.narration.understudy.rule_choice import (
    done_rule_for,
    is_sweeping,
    reach,
    rule_for,
    use_for,
    wants_another_tool,
    wants_tool,
)
from gamemaster.narration.understudy.rules_meant import done_elsewhere, sole_thing_for
from gamemaster.narration.understudy.secrecy import is_named
from gamemaster.narration.understudy.things import box_of, is_box_of_many, opens_to_sight
from gamemaster.rules import proposal as ops
from gamemaster.rules.conditions import holds
from gamemaster.rules.dice import draw
from gamemaster.rules.draft import HIDDEN
from gamemaster.rules.operations.improvised_operations import FRUITLESS
from gamemaster.rules.proposal import Intent, Operation
from gamemaster.rules.reach import exits, features, in_reach, is_open, route, ways_opened_by
from gamemaster.rules.referee import TIMELESS
from gamemaster.rules.stances.favours import OF_A_DEAL
from gamemaster.rules.state import StoryState, digest
from worlds.rules import all_rules
from worlds.schema import PLAYER, World
from worlds.verbs import SPEAK

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


_FLIPPED = re.compile(r"flip the \w+")
A_MOMENT = 5  # minutes of a gesture that are not told as time passing


def plan(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """The operations for one intent, as the story stands now. Never empty: what nothing comes of is a `Try`.

    A deed that is said to last so long is followed by that time.
    """
    planned = _plan(world, state, intent)
    planned = _done_in_part(world, state, intent, planned) or planned
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
_EACH_BY_ITSELF = frozenset(
    "give eat drink light wear burn".split()
)  # a rule about one thing leaves the others to do


def _is_idle(operation: Operation, intent: Intent) -> bool:
    """Whether nothing comes of what was acted out: a vain try, or a look that a touch comes to."""
    touched = operation.op == "notice" and intent.verb not in SENSES - {"touch", "smell", "taste"}
    return touched or (operation.op == "try" and operation.why in FRUITLESS | _VAIN)


def _plan(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    if intent.verb in _EACH_BY_ITSELF and len(intent.objects) > 1 and intent.rule is None:
        alone = [intent.model_copy(update={"objects": (thing,)}) for thing in intent.objects]
        if any(rule_for(world, state, one) is not None for one in alone):
            return [op for one in alone for op in _plan(world, state, one)]
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
    if (hidden := _asked_to_hide(state, intent)) is not None:
        return _plan(world, state, hidden)
    if intent.verb in ("hide", "sneak") and not intent.objects and HIDDEN in state.flags:
        return [ops.Express(what=intent.words[:120] or intent.verb)]  # whoever is out of sight stays there
    if _takes_only_some(world, state, intent):
        said = f"take {intent.words}" if intent.words.split()[0] in DETERMINERS else intent.words
        at_once = f", and what is not used at once goes back to the {box_of(world, intent.objects[0])}"
        kept = state.items.get(intent.objects[0]) == PLAYER
        return [ops.Express(what=said[:120] if kept else f"{said[:60]}{at_once}"[:120], how="handling")]
    intent = shown_meant(world, state, intent) or intent
    hearer = hearer_of(world, state, intent)
    if hearer is not None and hearer not in state.present():
        return [ops.Try(verb=intent.verb, what=hearer, why="who_not_here")]  # and nobody hears it instead
    if (fed := beast_fed(world, state, intent)) is not None and rule_for(world, state, intent) is None:
        return fed
    intent = _to_whom_it_is_promised(world, state, _held_out(world, state, intent))
    intent = sole_thing_for(world, state, intent, reach(world, state)) or intent
    by_rule = rule_for(world, state, intent)
    if (
        by_rule is None and intent.rule is not None
    ):  # the phrase named a rule that cannot be done as things stand
        intent = intent.model_copy(update={"rule": None})
        by_rule = rule_for(world, state, intent)
    by_rule = None if _takes_longer_than_words(world, intent, by_rule) else by_rule
    by_rule = (
        by_rule or _rule_by_another_verb(world, state, intent) or _rule_of_what_is_shut(world, state, intent)
    )
    if by_rule is None and (surface := surface_felt(world, state, intent)) is not None:
        return surface
    if by_rule is None and intent.recipient in state.present() and is_tossed_over(intent):
        return give(world, state, intent)
    if by_rule is None and intent.verb == "unlock" and wants_another_tool(world, intent):
        return [ops.Try(verb=intent.verb, what=intent.objects[0], why="does_not_open")]
    if by_rule is None and intent.verb == "unlock" and wants_tool(world, state, intent):
        return [ops.Try(verb=intent.verb, what=next(iter(intent.objects), None), why="need_tool")]
    if by_rule is None and _lacks_what_is_dug_with(world, state, intent):
        return [ops.Try(verb="dig", why="need_tool")]
    improvised = _improvise(world, state, intent, by_rule)
    if improvised is not None:
        return improvised
    if by_rule is not None and not (intent.verb == "promise" and _promises_otherwise(world, intent, by_rule)):
        # Sneaking somewhere is an art and a way: the rule decides whether it is seen, the legs do the rest.
        on_foot = intent.verb in {"sneak", "flee"} and any(t in world.locations for t in intent.objects)
        if hearer is not None and intent.objects:
            return read_to(world, state, intent, hearer, [by_rule])
        return [by_rule, *(_travel(world, state, intent) if on_foot else ())]
    if by_rule is None and hearer is not None and intent.objects:
        unheard = intent.model_copy(update={"recipient": None})
        return read_to(world, state, intent, hearer, _look(world, state, unheard))
    if by_rule is None and (aloud := reading_meant(world, state, intent)) is not None:
        return _plan(world, state, aloud)
    if intent.verb not in _BUILT_IN and (elsewhere := done_elsewhere(world, state, intent)):
        return elsewhere
    what = intent.objects[0] if intent.objects else None
    if intent.verb not in NEEDS_NO_TOOL | DIRECT and wants_tool(world, state, intent):
        return [ops.Try(verb=intent.verb, what=what, why="need_tool")]
    planned = _BUILT_IN.get(intent.verb, nothing_done)(world, state, intent) or [ops.Try(verb=intent.verb)]
    if all(isinstance(op, ops.Try) and op.why in {"", "nothing_happens"} for op in planned):
        done = done_rule_for(world, state, intent)
        if done is None and what is not None:
            found = put_out(world, state, intent, what) or sense_of(world, state, intent, what)
            if found is not None:
                return found
        idea = attempt_for(world, state, intent) if done is None else None
        if done is None and idea is not None:
            return _with_what_is_thrown(state, intent, idea)
        handled = handling_for(world, state, intent) if done is None else None
        if handled is not None:
            staged = staged_for(world, state, intent)
            return [handled] if staged is None else [handled, staged]
        return planned if done is None else [done]
    return planned


_OF_MANNERS = frozenset({"flatter", "thank", "comfort", "apologize"})


def _takes_longer_than_words(world: World, intent: Intent, use: ops.Use | None) -> bool:
    """Whether a kind word would come to a rule that takes longer than words do: a compliment plays no game."""
    if use is None or intent.rule is not None or intent.force not in _OF_MANNERS:
        return False
    return any(rule.id == use.rule and (rule.time or 0) > A_MOMENT for rule in all_rules(world))


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


def _done_in_part(
    world: World, state: StoryState, intent: Intent, planned: list[Operation]
) -> list[Operation] | None:
    """A deed done to a part of a thing that would be used up or given away whole: the small deed is told, and the
    thing stays. None where all of it is meant, or nothing is lost."""
    meant = next((thing for thing in (*intent.objects, intent.tool) if thing in world.items), None)
    if meant is None or state.items.get(meant) not in (PLAYER, state.place):
        return None
    part = part_meant(world, meant, intent.words)
    swallowed = intent.verb in ("eat", "drink") and part != "one"
    if not part or not (swallowed or any(_spends(world, one, meant) for one in planned)):
        return None
    if intent.verb == "give" and intent.recipient in world.characters:
        return part_given(world, state, str(intent.recipient), intent)
    taste = taste_of(world, state, meant) if intent.verb in ("eat", "drink") else []
    return [ops.Express(what=intent.words[:120], how="handling"), *taste]


def _asked_to_hide(state: StoryState, intent: Intent) -> Intent | None:
    """What is not done to somebody grown, but asked of them: "hide Jakob under the bench"."""
    who = next((one for one in intent.objects if one in state.present()), None)
    words = words_of(plain(intent.words))
    if who is None or intent.role != "act" or _HIDING.isdisjoint(words[:2]):
        return None
    at = next((at for at, word in enumerate(words) if at > 1 and word in PREPOSITIONS), len(words))
    wish = " ".join(["hide", *words[at:]])[:120]
    asked = {"verb": "persuade", "objects": (who,), "recipient": None, "role": "speech", "force": "request"}
    return intent.model_copy(update={**asked, "topic": wish})


_HIDING = frozenset({"hide", "conceal"})
_SPOILING = frozenset({"force", "sabotage"})


def _spends(world: World, operation: Operation, thing: str) -> bool:
    """Whether nothing of a thing is left where it was, or as it was."""
    if isinstance(operation, (ops.Give, ops.Drop)):
        return operation.item == thing
    if isinstance(operation, ops.Attempt):
        return operation.stance in _SPOILING and thing in (operation.target, operation.tool)
    if not isinstance(operation, ops.Use):
        return False
    effects = next(rule.effects for rule in all_rules(world) if rule.id == operation.rule)
    return thing in (*effects.lose, *effects.put)


def _held_out(world: World, state: StoryState, intent: Intent) -> Intent:
    """What is held out or shown to nobody by name is so to whoever is spoken with, or looks on."""
    beings = {*world.characters, *world.threats}
    named = beings & {*intent.objects, intent.recipient}
    carried = [thing for thing in intent.objects if state.items.get(thing) == PLAYER]
    if intent.verb not in ("give", "show") or named or intent.recipient is not None or not carried:
        return intent
    who = addressee(scope_of(world, state), [])
    return intent if who is None else intent.model_copy(update={"recipient": who})


def _to_whom_it_is_promised(world: World, state: StoryState, intent: Intent) -> Intent:
    """A promise that a rule here has the player make, in any words of its matter, and to whom it is made there."""
    if intent.verb != "promise" or intent.rule is not None:
        return intent
    said = f"{intent.words} {intent.topic or ''}"
    named = [who for who in state.present() if is_named(world, who, words_of(plain(said)))]
    for rule in all_rules(world):
        vows = [vow for name in rule.effects.promise if (vow := world.promises[name]).by == PLAYER]
        who = next((one for one in rule.on if one in (named or state.present())), None)
        if who is None or "promise" not in rule.verbs or rule.id in state.rules or rule.with_:
            continue
        given = promise_in(world, who, said)
        is_it = given is not None and any(is_just_that(given.what, vow.text) for vow in vows)
        if is_it and holds(rule.when, world, state):
            return intent.model_copy(update={"objects": (who,), "rule": rule.id})
    return intent


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


def _lacks_what_is_dug_with(world: World, state: StoryState, intent: Intent) -> bool:
    """Whether a path or a hole is dug where a rule digs with a tool that the player has not."""
    if intent.verb != "build" or intent.words.split()[:1] != ["dig"]:
        return False
    bare = intent.model_copy(update={"verb": "dig", "topic": None, "words": "dig"})
    meant = sole_thing_for(world, state, bare, reach(world, state))
    return meant is not None and wants_tool(world, state, meant)


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
    if intent.rule == use.rule:
        return False  # its writer's own words for it: "promise Cuthred his freedom"
    vows = [vow for name in rule.effects.promise if (vow := world.promises[name]).by == PLAYER]
    if who is None or not vows or not is_promised(world, who, intent.words):
        return False
    given = promise_in(world, who, intent.words)
    said = given.what if given is not None else intent.words
    deeds = (verb for verb in rule.verbs if verb not in SPEAK and verb != "help")  # "promise to free Cuthred"
    told = (*(vow.text for vow in vows), rule.suggest or "", *rule.phrases, *deeds)
    return not any(same_matter(said, words) for words in told)


# ---- what every world has ----


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
                    why="hears_within" if is_awake_in(world, state, thing) else "hears_nobody",
                )
            ]
        return [ops.Try(verb=intent.verb, what=thing, why="far_off" if thing in ways else "not_here")]
    return sense_of(world, state, intent, thing) or [ops.Notice(what=thing)]


def _travel(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    goal = next((t for t in (*intent.objects, intent.recipient) if t is not None), None)
    if goal is None:
        if intent.verb == "flee":
            return flee(world, state)
        if intent.direction is not None:
            direction = intent.direction.casefold()
            way = next((way for way in exits(world, state) if direction in way.direction), None)
            door = next((one for one in exits(world, state) if one.to == state.focus.get("it")), None)
            way = door if way is None and direction in ("in", "inside") else way  # where one has knocked
            return [ops.Move(to=way.to) if way is not None else ops.Try(verb="go", why="no_direction")]
        if is_of_the_body(intent):
            return [ops.Express(what=intent.words[:120], how="handling")]
        return [
            ops.Try(verb=intent.verb, why="ways" if intent.verb in {"go", "follow"} else "nothing_happens")
        ]
    if goal in world.locations:
        if (asked := _company_first(world, state, intent)) is not None:
            return asked
        return walk_by(world, state, intent.tool, goal) or walk_to(world, state, goal)
    if goal in world.characters:
        return to_person(world, state, intent, goal)
    if goal in world.threats:
        return [ops.Notice(what=goal)]
    if any(f.id == goal for f in features(world, state)) or state.items.get(goal) in (PLAYER, state.place):
        return [ops.Notice(what=goal)]
    return nothing_done(world, state, intent)


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


def _take(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    out: list[Operation] = []
    if not intent.objects and (dish := _what_there_is_to_eat(world, state, intent)) is not None:
        return _plan(world, state, intent.model_copy(update={"verb": "eat", "objects": (dish,)}))
    led = intent.verb == "take" and not {"from", "to", "into"}.isdisjoint(intent.words.split())
    away = intent.recipient if led and intent.recipient in world.locations else None
    away = away if away != state.place else None
    here = any(state.items.get(thing) in (PLAYER, state.place) for thing in intent.objects)
    if away is not None and not here and not world.items.keys().isdisjoint(intent.objects):
        out += walk_to(world, state, away)  # "fetch the bridle from the stable"
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
        out += walk_to(world, state, away)
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
    return [ops.Try(verb="wear", what=thing, why="cannot_take") for thing in fixed] or nothing_done(
        world, state, intent
    )


def _remove(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """What is taken down from where it lies is taken."""
    lying = [thing for thing in intent.objects if state.items.get(thing) == state.place]
    return [ops.Take(item=thing) for thing in lying] or nothing_done(world, state, intent)


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
    return nothing_done(world, state, intent)


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
    return nothing_done(world, state, intent)


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
    return nothing_done(world, state, intent)


def _close(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """A way that stands open is pulled to, which stops nobody: shutting somebody out is to bar it."""
    shut = [way.to for way in exits(world, state) if is_open(world, state, way) and way.to in intent.objects]
    if shut and intent.words:
        return [ops.Express(what=intent.words[:120], how="handling")]
    return nothing_done(world, state, intent)


def _settle(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """To sit or kneel down is to stay a little while; by somebody's side it is no more than that."""
    if any(thing in state.present() for thing in intent.objects):
        return [ops.Express(what=intent.words[:120] or intent.verb)]
    if intent.objects:
        return nothing_done(world, state, intent)
    return [ops.Express(what=intent.words[:120] or intent.verb, how="handling")]


_Planner = Callable[[World, StoryState, Intent], list[Operation]]
_BUILT_IN: dict[str, _Planner] = {
    **dict.fromkeys(SENSES, _look),
    **dict.fromkeys(TRAVEL, _travel),
    **dict.fromkeys(("take", "steal"), _take),
    **dict.fromkeys(("drop", "put", "throw"), lay_down),
    "remove": _remove,
    "wear": _wear,
    **dict.fromkeys(("give", "show"), give),
    **dict.fromkeys(("talk", "ask", "tell"), speak),
    **dict.fromkeys(ADDRESS, speak),
    **dict.fromkeys(("wait", "sleep"), wait),
    **dict.fromkeys(("sit", "kneel", "stand", "lie", "lean", "crouch"), _settle),
    **dict.fromkeys(("open", "unlock"), _open),
    "close": _close,
    "knock": knock,
    "push": _push,
    "dismiss": dismiss,
    "use": _use,
}
