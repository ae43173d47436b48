"""From what the player wants (an Intent) to the operations that would do it, by the world's rules. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable

from gamemaster.language.clauses.expressions import BODY, is_inward
from gamemaster.language.clauses.outcomes import deed_for
from gamemaster.language.clauses.split import without_lead
from gamemaster.language.ideas import second_person
from gamemaster.language.names.missing_things import ABOUT_ANYWHERE
from gamemaster.language.names.normalization import plain, stem, words_of
from gamemaster.language.names.noun_index import nouns_of, resolve, scope_of
from gamemaster.language.tables.function_words import DETERMINERS
from gamemaster.language.talk.questions.questions_put import ask, asks_company
from gamemaster.narration.understudy.contrivances.made_things import contrive
from gamemaster.narration.understudy.deeds.beasts import bait_taken
from gamemaster.narration.understudy.deeds.company import (
    LONGEST_REST,
    as_a_serving,
    dismiss,
    is_awake_in,
    knock,
    knocked_at,
    made_for_company,
    speak,
    wait,
)
from gamemaster.narration.understudy.deeds.extent import (
    A_MOMENT,
    SENSES,
    done_in_part,
    is_idle,
    kept_on_oneself,
    made_to_nobody,
    one_pocketed,
    share_done,
    takes_a_little,
    takes_longer_than_words,
    takes_only_some,
    uses_up_what_is_kept,
)
from gamemaster.narration.understudy.deeds.giving import give, rule_once_taken_up, rule_with_what_lies_here
from gamemaster.narration.understudy.deeds.laying_down import is_tossed_over, lay_down
from gamemaster.narration.understudy.deeds.loose_matter import matter_tried
from gamemaster.narration.understudy.deeds.means import (
    asked_to_hide,
    held_out,
    lacks_what_is_dug_with,
    promises_otherwise,
    rule_by_another_verb,
    rule_of_what_is_shut,
    to_whom_it_is_promised,
    with_what_is_thrown,
)
from gamemaster.narration.understudy.deeds.nothing_done import is_of_the_body, nothing_done, told_plainly
from gamemaster.narration.understudy.deeds.on_things import (
    is_own_door,
    opened_at_its_door,
    plan_close,
    plan_remove,
    plan_settling,
    plan_use,
    plan_wear,
    what_there_is_to_eat,
)
from gamemaster.narration.understudy.deeds.purchases import buy
from gamemaster.narration.understudy.deeds.reading_aloud import hearer_of, read_to, reading_meant, shown_meant
from gamemaster.narration.understudy.deeds.senses import (
    beast_fed,
    listened_to_people,
    put_out,
    sense_of,
    sensed_by_hearsay,
    surface_felt,
)
from gamemaster.narration.understudy.deeds.small_handling import as_a_test, outcome_of
from gamemaster.narration.understudy.deeds.things_sought import with_what_is_sought
from gamemaster.narration.understudy.deeds.told_details import closer_look
from gamemaster.narration.understudy.deeds.tricks import feat_of
from gamemaster.narration.understudy.deeds.walking import flee, is_way_unknown, to_person, walk_by, walk_to
from gamemaster.narration.understudy.echoes import echo_of
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
    with_its_subject,
)
from gamemaster.narration.understudy.rule_choice import (
    deeds_of,
    done_rule_for,
    is_sweeping,
    reach,
    refused_for_want,
    rule_for,
    wants_another_tool,
    wants_tool,
)
from gamemaster.narration.understudy.rules_meant import done_elsewhere, sole_thing_for, sung_along
from gamemaster.narration.understudy.things import box_of, opens_to_sight
from gamemaster.rules import proposal as ops
from gamemaster.rules.conditions import holds
from gamemaster.rules.draft import HIDDEN
from gamemaster.rules.operations.improvised_operations import FRUITLESS
from gamemaster.rules.proposal import Intent, Operation
from gamemaster.rules.reach import exits, features, in_reach, is_open
from gamemaster.rules.referee import TIMELESS
from gamemaster.rules.stances.favours import OF_A_DEAL, demand_of, is_mild, is_to_tell
from gamemaster.rules.stances.table import STANCES
from gamemaster.rules.state import StoryState
from worlds.rules import all_rules, rules_by_id
from worlds.schema import PLAYER, World
from worlds.verbs import SPEAK, WALK

ADDRESS = frozenset(SPEAK) - {"talk", "ask", "tell"} | {"recruit"}

# Verbs that have their own meaning for whoever lacks the tool of some rule.
NEEDS_NO_TOOL = (
    SENSES
    | frozenset(SPEAK)
    | {"give", "show", "recruit", "go", "follow", "flee", "wait", "sleep", "drop", "take", "put"}
)

_PICKING = frozenset({"pick", "picklock", "jimmy"})  # a lock that is picked is more than a lid that is tried

_OF_ITS_BODY = re.compile(
    r"(?:i )?(?:scratch|rub|stroke|pat|tickle|ruffle|pet|touch) (?:its|his|her|their) "
    r"(?:ears?|head|neck|back|belly|chin|nose|muzzle|flanks?|fur|mane|coat|sides?|shoulders?|hands?|arms?)"
)
_A_CRACK = re.compile(
    r"\b(?:a (?:crack|little|bit|hair)|an inch|ajar|hands? breadth)\b"
)  # and nobody goes through
_UPON = frozenset({"on", "onto", "upon", "over"})
_INSIDE = frozenset({"in", "inside"})


def plan(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """The operations for one intent, as the story stands now. Never empty: what nothing comes of is a `Try`.

    A deed that is said to last so long is followed by that time.
    """
    intent = _at_what_is_here(world, state, knocked_at(world, state, as_a_test(state, intent)))
    if (made := contrive(world, state, intent)) is not None:
        return made  # what it is for says what comes of it
    planned = _planned_for(world, state, intent)
    return outcome_of(world, state, intent, planned) or planned


def _at_what_is_here(world: World, state: StoryState, intent: Intent) -> Intent:
    """The intent without the wall of another place, where any place has one: "throw a cup at the wall"."""
    if intent.verb != "throw" or intent.recipient is None or ABOUT_ANYWHERE.isdisjoint(intent.words.split()):
        return intent
    here = intent.recipient in in_reach(world, state)
    return intent if here else intent.model_copy(update={"recipient": None})


def _planned_for(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    planned = _plan(world, state, intent)
    planned = done_in_part(world, state, intent, planned) or planned
    planned = as_a_serving(world, state, intent, planned)
    planned = [*planned, *made_for_company(world, state, intent, planned)]
    planned = [*planned, *bait_taken(world, state, intent, planned)]
    if (into := spoken_into(world, state, intent, planned)) is not None:
        return [into]
    if intent.role == "emote" and intent.verb != "express" and all(is_idle(op, intent) for op in planned):
        return [
            ops.Express(what=intent.words[:120] or intent.verb)
        ]  # shown in passing, and no attempt at anything
    if _OF_ITS_BODY.fullmatch(intent.words) and all(op.op == "try" and is_idle(op, intent) for op in planned):
        return [ops.Express(what=intent.words[:120])]  # "pet the dog, scratch its ears"
    if _is_waved_at(world, intent, planned):
        return [ops.Express(what=intent.words[:120])]  # "wave at the boat", which has no ears
    feat = feat_of(state, intent.words, thing=bool(intent.objects)) if intent.role == "act" else ""
    if feat and all(op.op in ("try", "notice", "express") for op in planned):
        return [ops.Express(what=feat, how="handling")]  # "balance a spoon on my nose"
    if all(isinstance(op, ops.Attempt) and op.target == PLAYER for op in planned) and not _is_for_oneself(
        planned
    ):
        return [ops.Express(what=intent.words[:120], how="handling")]  # "brace myself"
    if told_plainly(world, intent, planned):
        return [ops.Express(what=intent.words[:120], how="handling")]
    planned = with_what_is_sought(world, state, intent, planned)
    planned = [_with_what_it_is_for(intent, op) for op in planned]
    begun = all(op.op != "pass_time" and not (op.op == "try" and op.why in FRUITLESS) for op in planned)
    if intent.verb == "express" and (intent.minutes or 0) <= A_MOMENT:
        return planned  # "I stand still for a moment" is no wait
    if intent.minutes and begun and planned[-1].op != "move":
        return [*planned, ops.PassTime(minutes=min(LONGEST_REST, intent.minutes))]
    return planned


def _is_the_verb_typed(world: World, intent: Intent) -> bool:
    """Whether an intent's verb, where a writer made it, is what the player's own verb means."""
    typed = nouns_of(world).verbs.at_start(without_lead(words_of(plain(intent.words))))[0]
    return intent.verb not in world.verbs or intent.verb in typed


def _is_for_oneself(planned: list[Operation]) -> bool:
    """Whether an idea is one that can be tried on oneself."""
    return any(isinstance(op, ops.Attempt) and "self" in STANCES[op.stance].aimed_at for op in planned)


def _with_what_it_is_for(intent: Intent, operation: Operation) -> Operation:
    """A small handling with how the thing is to be by it: "stick the horse so it faces away from the door"."""
    if not isinstance(operation, ops.Express) or operation.what != intent.words[:120] or not intent.purpose:
        return operation
    told = deed_for(intent.words, intent.purpose)
    return operation.model_copy(update={"what": told[:120]}) if told else operation


def _is_waved_at(world: World, intent: Intent, planned: list[Operation]) -> bool:
    """Whether somebody only makes a sign to a thing, and nothing comes of talking to it."""
    vain = all(isinstance(op, ops.Try) and op.why == "nothing_happens" for op in planned)
    at_things = world.characters.keys().isdisjoint(intent.objects)
    signs = intent.words.removeprefix("i ").split()[:1]
    return vain and at_things and intent.verb == "talk" and not _SIGNS.isdisjoint(signs)


def _is_only_moved(world: World, intent: Intent) -> bool:
    """Whether a thing of the place is moved a little, or one that is held from hand to hand, and nobody hides or gives.

    "Slide the mug behind the others", "pass the key from hand to hand", "warm my knife in the fire".
    """
    words = intent.words.removeprefix("i ").split()
    if intent.verb == "hold" and words[:3] == ["hold", "the", "door"] and "for" in words:
        return True  # somebody goes through it
    moved = words[:1] != [] and words[0] in _MOVED and words[1:2] != [] and words[1] in DETERMINERS
    if intent.verb in ("hide", "sneak") and intent.rule is None and moved:
        kept = {*world.items, *world.characters, *world.locations, *world.threats, PLAYER}
        return bool(intent.objects) and kept.isdisjoint(intent.objects)
    held = bool(intent.objects) and world.items.keys() >= set(intent.objects)
    warmed = intent.verb == "cook" and words[:1] in (["warm"], ["heat"]) and not any(
        "food" in world.items[one].tags for one in intent.objects if one in world.items
    )
    return held and (warmed or words[-4:] == ["from", "hand", "to", "hand"]) and intent.rule is None


_MOVED = frozenset("slide slip push move shift nudge shove roll ease draw".split())
_SIGNS = frozenset("wave nod bow salute wink bob curtsy".split())
_EACH_BY_ITSELF = frozenset(
    "give eat drink light wear burn".split()
)  # a rule about one thing leaves the others to do


def _plan(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    if intent.verb in _EACH_BY_ITSELF and len(intent.objects) > 1 and intent.rule is None:
        alone = [intent.model_copy(update={"objects": (thing,)}) for thing in intent.objects]
        if any(rule_for(world, state, one) is not None for one in alone):
            return [op for one in alone for op in _plan(world, state, one)]
    if intent.verb == "express":
        if comfort := comfort_for(world, state, intent):
            return [comfort]  # to sit by the fire is more than a posture
        if (sung := sung_along(world, state, intent)) is not None:
            return [sung]
        if (absent := made_to_nobody(world, state, intent.topic or intent.words)) is not None:
            return [ops.Try(verb=intent.verb, what=absent, why="who_not_here")]
        if (about_one := kept_on_oneself(world, state, intent)) is not None:
            return about_one
        shown = intent.topic or intent.words[:120] or intent.verb
        if (matter := matter_tried(world, state, shown)) is not None:
            return [matter]
        if feat := feat_of(state, shown, thing=bool(intent.objects)):
            return [ops.Express(what=feat, how="handling")]
        return [
            ops.Express(what=shown, how="thought" if is_inward(words_of(shown.casefold())) else "gesture")
        ]
    if intent.verb == "inform":
        about = intent.objects[0] if intent.objects else intent.words[:120]
        asked = intent.words[:160] if intent.objects else ""
        return [ops.Inform(kind=intent.topic or "goal", about=about, asked=asked)]
    if (intent.topic or "").startswith(OF_A_DEAL):
        return share_done(world, state, intent)
    in_return = (intent.topic or "").partition(" if you ")[2].split() if intent.verb == "bargain" else []
    if in_return and asks_company(
        ["will", "you", *in_return]
    ):  # whoever is to come along says whether they do
        wish = {"verb": "recruit", "topic": None, "tool": None, "words": " ".join(in_return), "force": None}
        return _plan(world, state, intent.model_copy(update=wish))
    if (pressed := _asked_with_pressure(world, state, intent)) is not None:
        return _plan(world, state, pressed)
    if intent.verb in TIMELESS:
        return [ops.Try(verb=intent.verb)]
    beings = {*world.characters, *world.threats}
    if intent.verb == "insult" and intent.objects and beings.isdisjoint((*intent.objects, intent.recipient)):
        return [ops.Express(what=intent.words[:120], how="handling")]  # "flip a pan", "curse the stove"
    if _is_only_tidied(world, state, intent):
        return [ops.Express(what=intent.words[:120], how="handling")]
    if _is_only_moved(world, intent):
        return [ops.Express(what=intent.words[:120], how="handling")]
    things = world.items.keys() | {one.id for one in features(world, state)}
    inside = not _INSIDE.isdisjoint(intent.words.split()) or "into" in intent.words.split()
    if intent.verb == "give" and inside and intent.recipient in things and rule_for(world, state, intent) is None:
        intent = intent.model_copy(update={"verb": "put"})  # "slip the letter into its envelope"
    if intent.verb == "buy":
        return buy(world, state, intent)
    if (
        intent.verb in ("eat", "drink")
        and intent.objects
        and set(intent.objects) <= {*beings, *world.locations}
    ):
        return [ops.Express(what=intent.words[:120], how="handling")]  # "have a drink with Ketil"
    if (hidden := asked_to_hide(state, intent)) is not None:
        return _plan(world, state, hidden)
    if intent.verb in ("hide", "sneak") and not intent.objects and HIDDEN in state.flags:
        return [ops.Express(what=intent.words[:120] or intent.verb)]  # whoever is out of sight stays there
    if is_way_unknown(world, intent):
        return [ops.Inform(kind="ways", about=intent.words[:120])]
    if takes_a_little(world, state, intent) and rule_for(world, state, intent) is None:
        return [ops.Express(what=intent.words[:120], how="handling")]
    if takes_only_some(world, state, intent):
        said = f"take {intent.words}" if intent.words.split()[0] in DETERMINERS else intent.words
        box = box_of(world, intent.objects[0])
        drawn = box in words_of(said)  # "a turnip out of the crate"
        if (pocketed := one_pocketed(world, intent)) is not None:
            return [pocketed]
        at_once = f", and what you do not use goes back{'' if drawn else f' to the {box}'}"
        kept = state.items.get(intent.objects[0]) == PLAYER
        return [ops.Express(what=said[:120] if kept else f"{said[:60]}{at_once}"[:120], how="handling")]
    intent = shown_meant(world, state, intent) or intent
    hearer = hearer_of(world, state, intent)
    if hearer is not None and hearer not in state.present():
        return [ops.Try(verb=intent.verb, what=hearer, why="who_not_here")]  # and nobody hears it instead
    if (fed := beast_fed(world, state, intent)) is not None and rule_for(world, state, intent) is None:
        return fed
    intent = to_whom_it_is_promised(world, state, held_out(world, state, intent))
    if intent.verb == "pray":  # a rule about praying asks nobody for whom
        intent = with_its_subject(world, state, intent)
    intent = sole_thing_for(world, state, intent, reach(world, state)) or intent
    if once_taken_up := rule_once_taken_up(world, state, intent):
        return once_taken_up
    by_rule = rule_for(world, state, intent)
    if by_rule is None and (about_one := kept_on_oneself(world, state, intent)) is not None:
        return about_one
    if by_rule is None and (taken_first := rule_with_what_lies_here(world, state, intent)):
        return taken_first
    if by_rule is None and (absent := _absent_whom_it_names(world, state, intent)):
        return [ops.Try(verb=intent.verb, what=absent, why="who_not_here")]
    if (
        by_rule is None and intent.rule is not None
    ):  # the phrase named a rule that cannot be done as things stand
        if not _is_the_verb_typed(world, intent):
            # Its verb is a writer's for many deeds, and none that was typed: no other of them is meant.
            away = any(rule.id == intent.rule and rule.at and state.place not in rule.at for rule in all_rules(world))
            return [ops.Try(verb=intent.verb, why="not_this_place" if away else "nothing_happens")]
        intent = intent.model_copy(update={"rule": None})
        by_rule = rule_for(world, state, intent)
    if by_rule is not None and (lacked := _lacked_for(world, state, intent, by_rule)) is not None:
        return [ops.Try(verb=intent.verb, what=lacked, why="not_here")]
    beyond = takes_longer_than_words(world, intent, by_rule) or uses_up_what_is_kept(world, intent, by_rule)
    by_rule = None if beyond else by_rule
    by_rule = (
        by_rule or rule_by_another_verb(world, state, intent) or rule_of_what_is_shut(world, state, intent)
    )
    if by_rule is None and (surface := surface_felt(world, state, intent)) is not None:
        return surface
    if by_rule is None and intent.recipient in state.present() and is_tossed_over(intent):
        return give(world, state, intent)
    if by_rule is None and intent.verb == "unlock" and wants_another_tool(world, intent):
        return [ops.Try(verb=intent.verb, what=intent.objects[0], why="does_not_open")]
    if by_rule is None and intent.verb == "unlock" and wants_tool(world, state, intent):
        return [ops.Try(verb=intent.verb, what=next(iter(intent.objects), None), why="need_tool")]
    if by_rule is None and lacks_what_is_dug_with(world, state, intent):
        return [ops.Try(verb="dig", why="need_tool")]
    improvised = _improvise(world, state, intent, by_rule)
    if improvised is not None:
        return improvised
    if by_rule is not None and not (intent.verb == "promise" and promises_otherwise(world, intent, by_rule)):
        # Sneaking somewhere is an art and a way: the rule decides whether it is seen, the legs do the rest.
        on_foot = intent.verb in {"sneak", "flee"} and any(t in world.locations for t in intent.objects)
        if hearer is not None and intent.objects:
            return read_to(world, state, intent, hearer, [by_rule])
        return [by_rule, *(_travel(world, state, intent) if on_foot else ())]
    if by_rule is None and intent.verb == "trade" and not state.present():
        return [ops.Inform(kind="people", about=intent.words[:120])]  # and nothing is bought of nobody
    if by_rule is None and hearer is not None and intent.objects:
        unheard = intent.model_copy(update={"recipient": None})
        return read_to(world, state, intent, hearer, _look(world, state, unheard))
    if by_rule is None and (aloud := reading_meant(world, state, intent)) is not None:
        return _plan(world, state, aloud)
    if intent.verb not in _BUILT_IN and (elsewhere := done_elsewhere(world, state, intent)):
        return elsewhere
    what = intent.objects[0] if intent.objects else None
    if (worded := refused_for_want(world, state, intent)) is not None:
        return [worded]
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
            return with_what_is_thrown(state, intent, _in_own_words(world, state, intent, idea))
        handled = handling_for(world, state, intent) if done is None else None
        if handled is not None:
            staged = staged_for(world, state, intent)
            return [handled] if staged is None else [handled, staged]
        return planned if done is None else [done]
    return planned


def _lacked_for(world: World, state: StoryState, intent: Intent, use: ops.Use) -> str | None:
    """The thing by name that is not here, where a rule about no thing would be done without it.

    "Blow a few notes on the tin whistle", which lies elsewhere, and one may whistle with one's lips.
    """
    rule, thing = rules_by_id(world).get(use.rule), next(iter(intent.objects), "")
    if rule is None or rule.on or rule.with_ or use.target is not None or intent.rule is not None:
        return None
    if not holds(rule.when, world, state, deeds_of(intent, rule)):
        return None  # and its writer says why it cannot be done
    return thing if thing in world.items and thing not in reach(world, state) else None


def _asked_with_pressure(world: World, state: StoryState, intent: Intent) -> Intent | None:
    """A mild threat that only wants to be told something, as the question: "tell me, or I'll ask every door"."""
    who, threat = next(iter(intent.objects), ""), intent.topic or ""
    demand = demand_of(threat) if intent.verb == "threaten" and intent.tool is None else ""
    if who not in state.present() or not is_to_tell(demand) or not is_mild(world, who, threat):
        return None
    asked = ask(scope_of(world, state), who, demand.split())
    if not asked.topic:
        return None  # "talk, or I'll ask Bersi": of what, the words do not say
    return intent.model_copy(update={"verb": "ask", "topic": asked.topic, "words": demand, "force": None})


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
    idea = _in_own_words(world, state, intent, idea)
    if (
        picked
        or intent.verb in DIRECT | {"sneak", "plant"}
        or idea.stance in ("strike", "music")
        or serves_a_purpose(intent)
    ):
        return with_what_is_thrown(state, intent, idea)
    return None


def _in_own_words(world: World, state: StoryState, intent: Intent, idea: ops.Attempt) -> ops.Attempt:
    """What is played or danced with the player's words for it: "play chopsticks on the piano, badly"."""
    words = intent.words.removeprefix("i ")
    shown = idea.stance == "music" or (idea.stance == "signal" and intent.verb == "call")
    quoted = words.startswith('"')  # what was called is told, and not how
    told = shown and (len(words.split()) > 1 or idea.stance == "signal")
    told = told and (not idea.aim or (idea.stance == "signal" and not quoted))
    if not told or not echo_of(world, state, words).holds:
        return idea
    return idea.model_copy(update={"aim": second_person(words.split())[:80]})


def _absent_whom_it_names(world: World, state: StoryState, intent: Intent) -> str | None:
    """Who is named, and must be here for the rule whose phrase the words are: "hand Jory the letter", on the rock."""
    rule = rules_by_id(world).get(intent.rule or "")
    gone = [who for who in rule.when.here if who not in state.present()] if rule is not None and rule.when else []
    if not gone:
        return None
    scope, people = scope_of(world, state), frozenset({"person"})
    found = (resolve(scope, [word], people) for word in words_of(intent.words))
    named = {one.thing for one in found if one is not None}
    return next((who for who in gone if who in named), None)


def _look(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    things = [t for t in (*intent.objects, intent.recipient) if t is not None and t != state.place]
    if intent.verb == "listen" and (overheard := listened_to_people(world, state, intent)):
        return overheard
    if not things and (told := sensed_by_hearsay(world, state, intent)):
        return told
    if things:
        return [op for thing in things for op in _notice(world, state, intent, thing)]
    if intent.verb in {"look", "examine", "read"}:
        return closer_look(world, state, intent, state.place) or [ops.Look()]
    if intent.verb == "search":
        return [ops.Search()]
    if intent.verb == "listen":
        return [ops.Try(verb="listen", what=state.place, why="listened")]
    felt = intent.verb == "touch" and "for" in intent.words.split()  # "feel along the top for a spare"
    why = "smelled" if intent.verb == "smell" else "felt" if felt else "nothing_happens"
    return [ops.Try(verb=intent.verb, why=why)]


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
        if thing in ways and _TAPPING.intersection(intent.words.removeprefix("i ").split()[:1]):
            return knock(world, state, intent.model_copy(update={"verb": "knock"}))
        return [ops.Try(verb=intent.verb, what=thing, why="far_off" if thing in ways else "not_here")]
    if (closer := closer_look(world, state, intent, thing)) is not None:
        return closer
    if _is_only_patted(world, intent, thing):
        return [ops.Express(what=intent.words[:120])]
    return sense_of(world, state, intent, thing) or [ops.Notice(what=thing)]


_TAPPING = frozenset("tap taps rap raps drum drums thump thumps bang bangs".split())


def _is_only_patted(world: World, intent: Intent, thing: str) -> bool:
    """Whether somebody is touched, or a part of oneself, which looks at nothing: "pat Jory on the shoulder"."""
    if intent.verb != "touch" or not intent.words or intent.role == "question":
        return False
    own = thing == PLAYER and not BODY.isdisjoint(map(stem, words_of(intent.words)))
    return own or (thing in world.characters and not _FEELING.intersection(intent.words.split()[:2]))


_FEELING = frozenset({"feel", "examine", "check"})


def _travel(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    goal = next((t for t in (*intent.objects, intent.recipient) if t is not None), None)
    if goal is None:
        if intent.verb == "flee":
            return flee(world, state)
        if intent.direction is not None:
            direction = intent.direction.casefold()
            way = next((way for way in exits(world, state) if direction in way.direction), None)
            door = next((one for one in exits(world, state) if one.to == state.focus.get("it")), None)
            way = door if way is None and direction in _INSIDE else way  # where one has knocked
            if way is None and direction in _INSIDE and world.locations[state.place].indoors:
                return [ops.Try(verb="go", what=state.place, why="here_already")]
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
        led_to = way_behind(world, state, goal) if intent.verb == "climb" else None
        if led_to is not None and led_to in world.locations:
            return walk_to(world, state, led_to)  # the ladder of a way that leads up
        if not _UPON.isdisjoint(intent.words.split()[1:4]) and intent.verb in ("climb", "jump"):
            return [ops.Express(what=intent.words[:120], how="handling")]  # "jump up on the bench"
        return [ops.Notice(what=goal)]
    return nothing_done(world, state, intent)


def _is_only_tidied(world: World, state: StoryState, intent: Intent) -> bool:
    """Whether a thing at hand is set straight or wiped, which is the work of a moment: "straighten the mug"."""
    if intent.verb == "blow" and intent.rule is None and not _LYING_ON_IT.isdisjoint(intent.words.split()):
        return rule_for(world, state, intent) is None  # "blow the dust off it"
    tidied = (
        intent.verb == "repair" and intent.rule is None and _TIDYING.intersection(intent.words.split()[:2])
    )
    at_hand = bool(tidied) and reach(world, state).issuperset(intent.objects)
    return at_hand and rule_for(world, state, intent) is None


_LYING_ON_IT = frozenset("dust ash ashes crumbs dirt snow sand flour".split())
_TIDYING = frozenset("straighten smooth adjust wipe dust polish brush tidy rub".split())


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
    alone = intent.model_copy(update={"recipient": None})
    joins = any(isinstance(one, ops.Use) and one.rule in comes for one in asked)
    # Whoever was only taken by the hand may stay, and says so: the player goes all the same.
    if joins or _IN_COMPANY.isdisjoint(intent.words.split()):
        return [*asked, *_travel(world, state, alone)]
    return asked


_IN_COMPANY = frozenset({"with", "together", "both"})


def _take(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    out: list[Operation] = []
    if not intent.objects and (dish := what_there_is_to_eat(world, state, intent)) is not None:
        return _plan(world, state, intent.model_copy(update={"verb": "eat", "objects": (dish,)}))
    led = intent.verb == "take" and not {"from", "to", "into"}.isdisjoint(intent.words.split())  # not "by the door"
    away = intent.recipient if led and intent.recipient in world.locations else None
    away = away if away != state.place else None
    here = any(state.items.get(thing) in (PLAYER, state.place) for thing in intent.objects)
    if away is not None and not here and not world.items.keys().isdisjoint(intent.objects):
        out += walk_to(world, state, away)  # "fetch the bridle from the stable"
    for thing in intent.objects:
        if away is not None and state.items.get(thing) == PLAYER:
            continue  # "take the jug to the smithy"
        if state.items.get(thing) == PLAYER and "out" in intent.words.split():
            out.append(ops.Express(what=intent.words[:120], how="handling"))  # "take out my knife"
        elif thing in world.items:
            out.append(ops.Take(item=thing))
        elif thing in world.locations:
            out.append(
                ops.Express(what=intent.words[:120], how="handling")
            )  # "a flat stone", on a shore of them
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
    return out or [ops.Try(verb="take", why="nothing_to_take")]


def _pick_pocket(world: World, state: StoryState, intent: Intent, who: str) -> Operation:
    """What may be stolen from somebody, whatever they carry: by a writer's rule, else a light-fingered try."""
    carried = [item for item, where in state.items.items() if where == who]
    rules = (rule_for(world, state, intent.model_copy(update={"objects": (item,)})) for item in carried)
    idea = attempt_for(world, state, intent.model_copy(update={"objects": (who,)}))
    return next((use for use in rules if use is not None), None) or idea or ops.Try(verb="steal", what=who)


def _open(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """A way that is opened is gone through; where it is shut, the referee says so in the writer's words.

    What is there to hold things is opened by looking into it, unless its writer says that it is shut.
    """
    if any(thing in world.locations for thing in intent.objects):
        if at_the_door := opened_at_its_door(world, state, intent):
            return at_the_door
        if is_own_door(world, state, intent) or _A_CRACK.search(intent.words):
            return [ops.Express(what=intent.words[:120], how="handling")]
        return _travel(world, state, intent)
    first = next(iter(intent.objects), None)
    if intent.verb == "open" and first is not None and opens_to_sight(world, state, first):
        return [ops.Express(what=intent.words[:120] or intent.verb, how="handling"), ops.Notice(what=first)]
    return nothing_done(world, state, intent)


def _push(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """A door that is not barred gives way, and whoever pushed it goes through; of a shut one its writer tells."""
    ways = {way.to for way in exits(world, state)}
    open_ways = {way.to for way in exits(world, state) if is_open(world, state, way)}
    tried = not open_ways.isdisjoint(intent.objects) or attempt_for(world, state, intent) is None
    if tried and not ways.isdisjoint(intent.objects):
        return _travel(world, state, intent)
    return nothing_done(world, state, intent)


_Planner = Callable[[World, StoryState, Intent], list[Operation]]

_BUILT_IN: dict[str, _Planner] = {
    **dict.fromkeys(SENSES, _look),
    **dict.fromkeys(WALK, _travel),
    **dict.fromkeys(("take", "steal"), _take),
    **dict.fromkeys(("drop", "put", "throw"), lay_down),
    "remove": plan_remove,
    "wear": plan_wear,
    **dict.fromkeys(("give", "show"), give),
    **dict.fromkeys(("talk", "ask", "tell"), speak),
    **dict.fromkeys(ADDRESS, speak),
    **dict.fromkeys(("wait", "sleep"), wait),
    **dict.fromkeys(("sit", "kneel", "stand", "lie", "lean", "crouch"), plan_settling),
    **dict.fromkeys(("open", "unlock"), _open),
    "close": plan_close,
    "knock": knock,
    "push": _push,
    "dismiss": dismiss,
    "use": plan_use,
}
