"""The Game Master's answers about people: who is here, who somebody is, how they stand to the player. Pure."""

from __future__ import annotations

from dataclasses import replace

from gamemaster.language.names.normalization import content_of
from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.tables.verb_forms import third_person
from gamemaster.language.talk.addressee import leader_of
from gamemaster.language.wording.stock_lines import join_names, name_of
from gamemaster.narration.understudy.affordances import talk
from gamemaster.narration.understudy.answers import (
    orientation,
    scene_answers,
    standing_answers,
)
from gamemaster.narration.understudy.answers.by_state.at_work import who_works_at
from gamemaster.narration.understudy.answers.in_character.answer_sources import place_named, said_of_oneself
from gamemaster.narration.understudy.answers.inquiry import Asked, first_sentences, person_or_none
from gamemaster.narration.understudy.answers.judgements import everybodys_standing
from gamemaster.narration.understudy.answers.knowledge_answers import facts_about, knowledge_answer
from gamemaster.narration.understudy.answers.story_so_far.evidence import (
    answer_from_evidence,
)
from gamemaster.narration.understudy.answers.story_so_far.own_deeds import own_deed
from gamemaster.narration.understudy.secrecy import kept_words
from gamemaster.rules.conditions import is_asleep, wordings
from gamemaster.rules.reach import exits

MOST_UNLOOKED = 3


def people_answer(asked: Asked) -> str:
    names = [
        f"{_name_and_calling(asked, who)}{' (asleep)' if is_asleep(asked.world, asked.state, who) else ''}"
        for who in asked.state.present()
    ]
    place = place_named(asked.world, asked.state, (asked.question or asked.about).removesuffix(" out there"))
    if outside := _seen_from_here(asked, place):
        return outside
    if place is not None and place != asked.state.place:
        return _there(asked, place)
    here = f"Here with you: {join_names(names)}." if names else "There is nobody here but you."
    if names and (asked.asked_words.count("who") > 1 or not _OF_LOOKS.isdisjoint(asked.asked_words)):
        return scene_answers.how_people_look(asked.world, asked.state)
    if names and (looks := scene_answers.people_looking(asked.world, asked.state, asked.asked_words)):
        return looks
    if _is_of_everybody(asked.asked_words):
        known = answer_from_evidence(asked.world, asked.state, asked.question or asked.about, set())
        counted = known if "many" in asked.asked_words or "live" in asked.asked_words else ""
        elsewhere = [
            asked.world.characters[who].name
            for who, one in asked.state.characters.items()
            if one.met and one.alive and who not in asked.state.present()
        ]
        others = f"You have met {join_names(elsewhere)} besides." if elsewhere else ""
        unknown = "" if counted or "many" not in asked.asked_words else "How many there are in all, you do not know."
        return " ".join(part for part in (counted, here, others, unknown) if part)
    if asked.asked_words[:1] == ["where"]:
        return f"{here} {_last_seen(asked)}".strip()
    return here


def _there(asked: Asked, place: str) -> str:
    """Who is somewhere else, which nobody sees from here; whom the player saw there last."""
    here = asked.state.present()
    last = [who for who, seen in asked.state.seen_at.items() if seen == place and who not in here]
    names = join_names([name_of(asked.world, who) for who in last])
    known = f" You last saw {names} there." if last else ""
    return f"Who is at {name_of(asked.world, place)} now, you cannot see from here.{known}"


_OUT_THERE = frozenset("below outside outdoors coming".split())
_THERE = frozenset("down up out over about".split())


def _seen_from_here(asked: Asked, place: str | None) -> str:
    """Who is to be seen outside by whoever looks out or down; empty where nobody outside is asked after."""
    words, world, state = asked.asked_words, asked.world, asked.state
    there = any(word == "there" and words[n - 1] in _THERE for n, word in enumerate(words) if n)
    if place == state.place or not (there or (place is None and not _OUT_THERE.isdisjoint(words))):
        return ""
    near = {way.to for way in exits(world, state)}
    near |= {way.to for one in near for way in exits(world, state, one)} - {state.place}
    next_door = {way.to for way in exits(world, state)}
    open_air = sorted(
        one for one in near if place in (None, one) and (not world.locations[one].indoors or one == place in next_door)
    )
    if place is not None and not open_air:
        return ""
    seen = [
        f"{_name_and_calling(asked, who)}, at {name_of(world, one.place)}"
        for who, one in state.characters.items()
        if one.alive and one.place in open_air
    ]
    return f"You see {join_names(seen)}." if seen else "Nobody is out there, as far as you can see from here."


def _name_and_calling(asked: Asked, who: str) -> str:
    """Somebody by name; with what they are, where the player has not met them yet: "Bishop (the dog)"."""
    person = asked.world.characters[who]
    if asked.state.characters[who].met or person.is_nameless:
        return person.name
    own, kept = content_of(person.name), kept_words(asked.world, who)
    named = (one.removeprefix("the ") for one in person.aliases if one == one.casefold() and "'" not in one)
    calling = next((one for one in named if " " not in one and not content_of(one) & (own | kept)), "")
    return f"{person.name} (the {calling})" if calling else person.name


# "Who is who in here?", "what does everybody look like?", "describe the people".
_OF_LOOKS = frozenset({"like", "describe"})


def _is_of_everybody(words: list[str]) -> bool:
    """Whether all are asked after who are about the place, and not only who stands here."""
    wide = not {"in", "on", "at", "aboard"}.isdisjoint(words) and "here" not in words and "room" not in words
    return wide or ({"how", "many"} <= set(words) and not {"here", "around", "room"} & set(words))


def _last_seen(asked: Asked) -> str:
    """Where the player last saw everybody who is not here, by places."""
    world, state = asked.world, asked.state
    places: dict[str, list[str]] = {}
    for who, place in state.seen_at.items():
        if who not in state.present() and state.characters[who].alive:
            places.setdefault(place, []).append(world.characters[who].name)
    told = [f"{join_names(names)} at {name_of(world, place)}" for place, names in places.items()]
    return f"You last saw {join_names(told)}." if told else ""


def leader_answer(asked: Asked) -> str:
    people = [
        who
        for who, one in asked.state.characters.items()
        if one.alive and (one.met or who in asked.state.present())
    ]
    host = who_works_at(asked.world, asked.state, asked.question or asked.about, people) or leader_of(
        asked.world, asked.state
    )
    if host is None or not (asked.state.characters[host].met or host in asked.state.present()):
        told = answer_from_evidence(asked.world, asked.state, asked.question or asked.about, set())
        return told or f"Who is in charge here, you have not learnt yet. {people_answer(asked)}"
    return f"{asked.world.characters[host].name}, by the look of it."


def _whom(words: list[str]) -> list[str]:
    """The words after "who is"."""
    return words[2:] if words[:1] == ["who"] else words


def who_is_answer(asked: Asked) -> str:
    world, state, who = asked.world, asked.state, asked.thing
    if who in world.characters and (told := standing_answers.seen_of(world, state, who, asked.asked_words)):
        return told
    if who in world.characters:
        return _introduction(asked, who)
    called, _ = leading_person(scope_of(world, state), _whom(asked.asked_words), by_name=True)
    seen = (
        orientation.in_sight(world, state, asked.asked_words)
        if called is None or called in state.present()
        else []
    )
    if seen:
        return " ".join(_introduction(replace(asked, about=one), one) for one in seen)
    if told := answer_from_evidence(world, state, asked.question or asked.about, set()):
        return told
    if not asked.thing and not orientation.SEEN_AS.keys().isdisjoint(asked.asked_words):
        return f"Nobody here fits that. {people_answer(asked)}" if state.present() else people_answer(asked)
    return knowledge_answer(asked)


def _introduction(asked: Asked, who: str) -> str:
    """Somebody by name, with what is seen of them and what is known of them."""
    world, state = asked.world, asked.state
    person = world.characters[who]
    seen = wordings(person.description, world, state)
    first = first_sentences(seen[0], 1) if seen and state.characters[who].place == state.place else ""
    known = facts_about(replace(asked, about=who))
    calling = "" if person.is_nameless else said_of_oneself(world, who).partition(". ")[2]
    article, _, rest = calling.partition(" ")
    calling = f"{article.lower()} {rest}" if article in ("A", "An", "The") else calling
    told = [part for part in (calling, first) if part]
    introduced = f"{person.name}: {' '.join(told)}" if told else ""
    return " ".join(part for part in (introduced, *known[:1]) if part) or (
        f"You know {person.name} by name, and little more."
    )


def standing_answer(asked: Asked) -> str:
    who = person_or_none(asked)
    if who is None:
        return everybodys_standing(asked.world, asked.state)
    told = standing_answers.standing(asked.world, asked.state, who)
    return f"{told} {standing_answers.manner(asked.world, asked.state, who)}".strip()


def honesty_answer(asked: Asked) -> str:
    return standing_answers.honesty(asked.world, asked.state, person_or_none(asked), asked.asked_words)


def company_answer(asked: Asked) -> str:
    return standing_answers.company(asked.world, asked.state, person_or_none(asked))


def debts_answer(asked: Asked) -> str:
    return standing_answers.debts(asked.world, asked.state, person_or_none(asked))


def onlookers_answer(asked: Asked) -> str:
    scope, words = scope_of(asked.world, asked.state), asked.asked_words
    named = (leading_person(scope, words[at:], by_name=True)[0] for at in range(len(words)))
    several = [who for who in dict.fromkeys(named) if who in asked.world.characters]
    if len(several) > 1:  # "did Tallack or Miss Pryce notice?"
        each = (standing_answers.onlookers(asked.world, asked.state, who, words) for who in several)
        return " ".join(each)
    return standing_answers.onlookers(asked.world, asked.state, person_or_none(asked), asked.asked_words)


def came_of_answer(asked: Asked) -> str:
    """That what the player waited to see has not come about: "Nobody flinches."."""
    verb, _, rest = asked.question.partition(" ")
    deed = f"{verb} {rest}".strip()
    if asked.thing is not None:
        name = name_of(asked.world, asked.thing)
        many = asked.thing in asked.world.items and asked.world.items[asked.thing].plural
        return f"{name[:1].upper()}{name[1:]} {'do' if many else 'does'} not {deed}."
    if not asked.state.present():
        return f"There is nobody here to {deed}."
    return f"Nobody {f'{third_person(verb)} {rest}'.strip()}."


def to_ask_answer(asked: Asked) -> str:
    """What one could ask somebody who is here: what they would open on and was not spoken of yet."""
    who = person_or_none(asked)
    name = asked.world.characters[who].name if who in asked.state.present() else ""
    offers = [offer for offer in talk(asked.world, asked.state) if f" {name}" in offer][:MOST_UNLOOKED]
    if not offers:
        return f"You have nothing left that you know to ask {name}." if name else people_answer(asked)
    return f"You could {join_names([one[:1].lower() + one[1:] for one in offers], 'or')}."


def threat_answer(asked: Asked) -> str:
    if asked.thing in asked.world.threats:
        return standing_answers.threat_deeds(asked.world, asked.state, asked.thing)
    return knowledge_answer(asked)


def gains_answer(asked: Asked) -> str:
    if asked.thing not in asked.world.items and (
        done := own_deed(asked.world, asked.state, asked.thing, asked.asked_words)
    ):
        return done  # "did I get it open?"
    return standing_answers.gains(asked.world, asked.state, asked.thing)


def looks_answer(asked: Asked) -> str:
    return standing_answers.looks(asked.world, asked.state, asked.thing)
