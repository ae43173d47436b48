"""The Game Master's answers about what could be done: the goal, how to get something, what is worth a look. Pure."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

from gamemaster.language.names.missing_things import missing_thing
from gamemaster.language.tables.function_words import PREPOSITIONS
from gamemaster.language.talk.questions.gm_questions import sign_asked, thing_with_signs
from gamemaster.language.wording.stock_lines import join_names, name_of
from gamemaster.narration.understudy.affordances import nearest
from gamemaster.narration.understudy.answers import (
    orientation,
    scene_answers,
)
from gamemaster.narration.understudy.answers.inquiry import AROUND_HERE, Asked, first_sentences
from gamemaster.narration.understudy.answers.knowledge_answers import facts_about
from gamemaster.narration.understudy.answers.of_deeds.deeds_asked import asks_of_risk, deed_asked
from gamemaster.narration.understudy.answers.of_deeds.prospects import prospect, witnesses
from gamemaster.narration.understudy.answers.of_deeds.risks import risk_answer
from gamemaster.narration.understudy.answers.of_deeds.time_for_it import time_for
from gamemaster.narration.understudy.answers.people_answers import MOST_UNLOOKED, people_answer
from gamemaster.narration.understudy.answers.place_answers import (
    list_of_ways,
    one_way,
    seen_of_it,
    things_answer,
)
from gamemaster.narration.understudy.answers.standing_answers import manner
from gamemaster.narration.understudy.answers.status_answers import (
    report,
)
from gamemaster.narration.understudy.answers.story_so_far.evidence import (
    answer_from_evidence,
    hours_told,
    mention_of,
    sentences_in_sight,
    text_of,
    who_could_tell,
)
from gamemaster.narration.understudy.answers.story_so_far.recap import matter_called, recap
from gamemaster.narration.understudy.secrecy import is_named
from gamemaster.rules.reach import exits, features, in_reach, is_open, items_here
from gamemaster.rules.threads import goal_of
from worlds.offers import met_by, offers_of
from worlds.schema import Offer

# "What am I missing?"; a mission is none.
_OVERLOOKED = re.compile(r"(?:miss(?:ed|ing)?|seeing|noticing|(?:overlook|forg[eo]t|look|search|examin|check)\w*)$")

_ODD = frozenset(
    """strange odd funny fishy unusual weird wrong amiss off suspicious out peculiar different special interesting
    noteworthy""".split()
)

_SINCE = (PREPOSITIONS - {"about", "out"}) | {"since", "when", "while"}


def goal_answer(asked: Asked) -> str:
    if any(_OVERLOOKED.match(word) for word in asked.asked_words):
        if left := _still_to_look_at(asked):
            return left
        return report(asked.world, asked.state, "hint", asked.suggestions)
    if _OF_THIS_PLACE.search(" ".join(asked.asked_words)) is not None:
        return _what_is_here(asked)
    return orientation.bearings(asked.world, asked.state, asked.asked_words, asked.suggestions)


_OF_THIS_PLACE = re.compile(r"\b(?:can|could) (?:i|we|you|one) do (?:\w+ )?here\b|\bthere to do\b")


def _what_is_here(asked: Asked) -> str:
    """What this place offers whoever asks what to do in it: who is there, what there is in sight, the ways on."""
    here = people_answer(replace(asked, question="who is here")) if asked.state.present() else ""
    things = things_answer(replace(asked, about="what is here", question="what is here"))
    return " ".join(part for part in (here, things, list_of_ways(asked, exits(asked.world, asked.state))) if part)


def aim_answer(asked: Asked) -> str:
    """What one is after and could do, beside an answer to something else."""
    goal = goal_of(asked.world, asked.state).strip().replace("*", "")
    inputs = [text[:1].lower() + text[1:] for text in asked.suggestions]
    could = f"You could {join_names(inputs, 'or')}." if inputs else ""
    return " ".join(part for part in (goal, could) if part) or goal_answer(asked)


NOTHING_HERE = "Nothing here would do for that."
UNDER_A_ROOF = "You would do better under a roof"


def how_to_answer(asked: Asked) -> str:
    """What is at hand for it: what eases a need, else the nearest that the scene offers."""
    world, state = asked.world, asked.state
    said = set(asked.words)
    wanted = scene_answers.offer_in(asked.words)
    if wanted is not None and {"where", "anywhere"} & said:
        return _where_offered(asked, wanted)
    for offer, words in scene_answers.WANTED.items():
        if said & words and any(offer in met_by(need) for need in world.needs.values()):
            at_hand = [name_of(world, f.id) for f in features(world, state) if offer in offers_of(f)]
            held = [*items_here(world, state), *state.carried_items()]
            at_hand += [name_of(world, item) for item in held if offer in offers_of(world.items[item])]
            if at_hand:
                any_of = join_names(at_hand[:3], "or")
                return f"{any_of[:1].upper()}{any_of[1:]} would do for that."
            return f"{NOTHING_HERE} {_ways_to_try(asked)}"
    likely = nearest(world, state, asked.about)
    if likely:
        return f"You could {join_names([text[:1].lower() + text[1:] for text in likely], 'or')}."
    facts = facts_about(asked)
    return facts[0] if facts else _with_what_is_at_hand(asked)


def _with_what_is_at_hand(asked: Asked) -> str:
    """What there is to go about it with: whoever knows no way names the means, and leaves the player to it."""
    world, state = asked.world, asked.state
    held = join_names([name_of(world, item) for item in state.carried_items()][:_MEANS])
    here = join_names([name_of(world, one.id) for one in features(world, state) if not one.secret][:_MEANS])
    means = [f"you have {held}"] * bool(held) + [f"there is {here} here"] * bool(here)
    told = "Nobody has told you. Say how you would go about it, and see what comes of it"
    return f"{told}: {'; '.join(means)}." if means else f"{told}."


_MEANS = 4  # things that are named


def _where_offered(asked: Asked, wanted: Offer) -> str:
    """Where there is something to eat, a fire, a bed: here, or where the player has been; else who might know."""
    world, state = asked.world, asked.state
    found = scene_answers.place_offering(world, state, wanted, state.visited)
    if found is not None:
        place, thing = found
        name = name_of(world, thing)
        if place == state.place:
            return f"{name[:1].upper()}{name[1:]} would do for that."
        way = scene_answers.way_to(world, state, place)
        return f"{name[:1].upper()}{name[1:]} would do for that, at {name_of(world, place)}. {way}".strip()
    could = who_could_tell(world, state, asked.asked_words, ())
    onward = " ".join(part for part in (could, _ways_to_try(asked)) if part)
    return f"Nothing here would do for that, nor where you have been. {onward}"


def _ways_to_try(asked: Asked) -> str:
    """Where comfort is likelier than here: the open ways in under a roof, as one stands outside; else every way."""
    ways = exits(asked.world, asked.state)
    roofs = [
        way
        for way in ways
        if asked.world.locations[way.to].indoors and is_open(asked.world, asked.state, way)
    ]
    if asked.world.locations[asked.state.place].indoors or not roofs:
        return list_of_ways(asked, ways)
    return f"{UNDER_A_ROOF}: {join_names([one_way(asked, way) for way in roofs], 'or')}."


def possible_answer(asked: Asked) -> str:
    """What a Game Master says of a deed that is only asked about: what it hangs on, or that nothing is known."""
    question = asked.question or asked.about
    if asks_of_risk(question):
        return risk_answer(asked)
    deed = deed_asked(question)
    order = deed.order if deed is not None else " ".join(asked.asked_words)
    if asked.thing is None and _OF_LEAVING.search(order):
        seen = witnesses(asked.world, asked.state) if deed is not None and deed.unseen else ""
        ways = list_of_ways(asked, exits(asked.world, asked.state))
        return f"Nothing that you know of holds you here. {ways} {seen}".strip()
    if deed is not None and (told := time_for(asked.world, asked.state, deed)):
        return told
    if deed is not None and (told := prospect(asked.world, asked.state, deed)):
        return told
    if deed is not None and deed.unseen:
        return witnesses(asked.world, asked.state)
    facts = facts_about(asked)
    known = f"{facts[0]} " if facts and asked.thing is not None else ""
    if not known and (seen := seen_of_it(asked)):
        return seen
    return f"{known}{UNJUDGED}"


UNJUDGED = "Nothing that you know of forbids it; how it goes, you find out by trying."
_OF_LEAVING = re.compile(
    r"\b(?:leave|escape|flee|get (?:out|away)|(?:go|run|walk) (?:out|outside|away|off)|step out)\b"
)

def duty_answer(asked: Asked) -> str:
    """Whether one has to do something: what one was told of it, and what one is here for."""
    world, state = asked.world, asked.state
    words = asked.asked_words
    if "my" in words[:-1] and words[0] in ("what", "when", "until", "till", "from", "how"):
        turn = words[words.index("my") + 1]  # "when does my watch start?"
        hours = hours_told(world, state, turn)
        return hours or f"Nobody has told you that. {who_could_tell(world, state, [turn], ())}".strip()
    about = " ".join(words[words.index("to") + 1 :]) if "to" in words else asked.about
    told = answer_from_evidence(world, state, about, set()) or "Nobody has told you that you must."
    goal = goal_of(world, state).strip().replace("*", "")
    return " ".join(part for part in (told, goal and f"What you are after: {goal}") if part)


def signs_answer(asked: Asked) -> str:
    """Whether anything here is as asked, in the writer's words; else that nothing is, and what is still unseen."""
    said = sign_asked(asked.asked_words).split()
    sign = " ".join(itertools.takewhile(lambda word: word not in _SINCE, said))
    about = sign.split(" about ")[-1] if " about " in sign else sign
    odd = not _ODD.isdisjoint(said[:1]) or said[:2] == ["up", "with"]  # "is anything up with the fire?"
    named = thing_with_signs(asked.asked_words) if odd else ""
    if named and not AROUND_HERE.issuperset(named.split()):
        return _signs_of(asked, named)
    if not _ODD.isdisjoint(sign.split()) and (about == sign or AROUND_HERE.issuperset(about.split())):
        return f"Nothing looks out of place at first sight. {_still_to_look_at(asked)}".strip()
    if told := mention_of(asked.world, asked.state, about, of_the_place=True) or _doing_so(asked, sign):
        return told
    if not sign or sign.split()[0] in ("with", "in", "on", "of", "that"):
        return f"Nothing of that kind, that you can see. {_still_to_look_at(asked)}".strip()
    nothing = f"is {sign}, that you can see" if sign.split(" ")[0].endswith("ing") else f"looks {sign}"
    return f"Nothing here {nothing}. {_still_to_look_at(asked)}".strip()


def _signs_of(asked: Asked, named: str) -> str:
    """Whether anything is wrong with one thing or person: what is seen of it, here or so far; nothing of others."""
    world, state, thing = asked.world, asked.state, asked.thing
    if thing in state.present():
        return " ".join(("Nothing that shows.", manner(world, state, str(thing)))).strip()
    if thing in in_reach(world, state) and thing is not None:
        seen = first_sentences(text_of(world, state, thing), 2) if thing in state.noticed else ""
        at_a_glance = mention_of(world, state, named, of_the_place=True) or "Nothing that catches the eye."
        if thing == state.place or thing in world.locations:
            return at_a_glance
        return seen or f"{at_a_glance} You have not looked closely at {name_of(world, thing)} yet."
    if shown := mention_of(world, state, named, of_the_place=True):
        return shown
    told = next((one for one in recap(world, state, matter_called(world, named, thing)) if len(one) > _TELLING), "")
    if told:
        return told
    if thing in world.characters and is_named(world, str(thing), asked.asked_words):
        name = world.characters[str(thing)].name if state.characters[str(thing)].met else named.title()
        return f"{name} is not here, and you cannot tell from here."
    missing = missing_thing(world, named, asked.question or asked.about)
    return mention_of(world, state, named) or (f"You see no {missing} here." if missing else NOT_TOLD)


_TELLING = 60  # characters of what was said: less is a word in passing
NOT_TOLD = "Nobody has told you that anything is."


def _doing_so(asked: Asked, sign: str) -> str:
    """The sentence of what is in sight that has another form of the word: "burners" of burning."""
    root = re.sub(r"(?:ing|ed)$", "", sign.split(" ")[0])
    near = sentences_in_sight(asked.world, asked.state)
    return next((one for one in near if len(root) > 2 and re.search(rf"\b{re.escape(root)}", one, re.I)), "")


def cover_answer(asked: Asked) -> str:
    """Whether somebody could keep out of sight here: how easy the place makes it, and what was not looked at yet."""
    ease = asked.world.locations[asked.state.place].hiding
    told = (
        "There is cover enough here for whoever means to hide."
        if ease > 0
        else "There is little here to hide behind."
        if ease < 0
        else "Somebody who kept still might not be seen here."
    )
    return f"{told} {_still_to_look_at(asked)}".strip()


def _still_to_look_at(asked: Asked) -> str:
    """What is in sight and was not looked at closely."""
    world, state = asked.world, asked.state
    near = [one.id for one in features(world, state) if not one.secret and one.id not in state.noticed]
    names = [name_of(world, one) for one in near[:MOST_UNLOOKED]]
    return f"You have not looked closely at {join_names(names, 'or')} yet." if names else ""
