"""The Game Master's answers: what kind of question is answered by what, and what is said when nothing is known. Pure.

Out of what is true and what the player knows, in two sentences; never a name that they have not met.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gamemaster.language.clauses.durations import duration_of
from gamemaster.language.names.normalization import content_of, plain, words_of
from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.tables.function_words import UNTIL
from gamemaster.language.talk.addressee import hearers, is_animal
from gamemaster.language.wording.game_lines import about_the_game
from gamemaster.language.wording.stock_lines import clock_in_words, hours_in_words, join_names, name_of
from gamemaster.narration.understudy.answers import (
    scene_answers,
    standing_answers,
    what_if,
)
from gamemaster.narration.understudy.answers.advice_answers import (
    NOTHING_HERE,
    UNDER_A_ROOF,
    aim_answer,
    cover_answer,
    duty_answer,
    goal_answer,
    how_to_answer,
    possible_answer,
    signs_answer,
)
from gamemaster.narration.understudy.answers.beside_deeds import OF_DEED, of_deed_answer
from gamemaster.narration.understudy.answers.inquiry import VAGUE_WORDS, Asked, first_sentences
from gamemaster.narration.understudy.answers.judgements import (
    NOT_BY_LOOKING,
    appearance_answer,
    by_eye_answer,
    caution_answer,
    fate_answer,
    meanwhile_answer,
    mood_answer,
    of_somebody_here,
    overview_answer,
    trusted_answer,
    whose_answer,
)
from gamemaster.narration.understudy.answers.knowledge_answers import (
    health_answer,
    knowledge_answer,
    last_words_answer,
    speaks_of_the_end,
)
from gamemaster.narration.understudy.answers.lately import (
    just_done_answer,
    lasted_answer,
    own_state_answer,
    spoke_answer,
    still_answer,
)
from gamemaster.narration.understudy.answers.left_open import left_open, with_names_written
from gamemaster.narration.understudy.answers.left_things import left_so
from gamemaster.narration.understudy.answers.of_deeds.dangers_seen import dangers_of_the_place
from gamemaster.narration.understudy.answers.of_deeds.time_for_it import time_for_it_answer
from gamemaster.narration.understudy.answers.orientation import how_it_began
from gamemaster.narration.understudy.answers.people_answers import (
    came_of_answer,
    company_answer,
    debts_answer,
    gains_answer,
    honesty_answer,
    leader_answer,
    looks_answer,
    onlookers_answer,
    people_answer,
    standing_answer,
    threat_answer,
    to_ask_answer,
    who_is_answer,
)
from gamemaster.narration.understudy.answers.place_answers import (
    measure_answer,
    place_answer,
    plain_sight_answer,
    sight_answer,
    sought_answer,
    things_answer,
    ways_answer,
    where_is_answer,
)
from gamemaster.narration.understudy.answers.reckoning import reckoning_answer, with_time_left
from gamemaster.narration.understudy.answers.status_answers import (
    carried_for,
    condition,
    pressing,
    report,
)
from gamemaster.narration.understudy.answers.story_so_far.evidence import (
    answer_from_evidence,
    hours_told,
    roots_of,
    who_could_tell,
    who_might_know,
)
from gamemaster.narration.understudy.answers.story_so_far.own_deeds import own_deed
from gamemaster.narration.understudy.answers.story_so_far.tellings import sentences_in, tellings
from gamemaster.narration.understudy.answers.written_answers import gm_written_answer
from gamemaster.narration.understudy.deeds.told_details import CLOSER, told_closer
from gamemaster.rules.conditions import all_wordings, day, is_night, minute_of_day, wordings
from gamemaster.rules.state import CALLED
from gamemaster.rules.threads import goal_of
from worlds.offers import met_by
from worlds.schema import in_hours

UNKNOWN = "You do not know"

# How an answer begins that says only that there is none.
_UNKNOWN = (
    "You have not seen ",
    "You have not come across ",
    "You see no ",
    "Not here.",
    "Nothing that you know of",
    "Nobody here fits that.",
    "Nothing of that kind",
    "Who is in charge here, you have not learnt",
)

_OF_SOMEBODY = frozenset({"known", "possible", "who_is", "why"})

_OF_MEMORY = frozenset({"known", "why", "who_is"})  # what was told may answer

_OF_STATE = _OF_MEMORY | {"by_eye"}  # whether it is so still

# What the player did before the story: "how long have I been riding?"
_BEFORE_IT_BEGAN = re.compile(
    r"how long have (?:i|we) been (?!waiting|standing|sitting|sleeping|lying|talking)\w+ing\b"
)
_HOW_LONG_HERE = {"how", "long", "been"}

_MEASURED = (["how", "far"], ["how", "many"], ["how", "long"], ["how", "much"])


def gm_answer(kind: str, asked: Asked) -> str:
    """The answer to a question of this kind; empty only where the deed that it stands beside says all there is."""
    if kind == "came_of":
        return came_of_answer(asked)  # what is seen of this very turn, which nobody has foreseen
    if kind == OF_DEED:
        return of_deed_answer(asked)  # what was done tells the rest
    if foreseen := gm_written_answer(asked.world, asked.state, asked.question or asked.about, kind):
        if kind == "reckoning":
            return with_time_left(asked.world, asked.state, foreseen)
        return f"{foreseen} {goal_answer(asked)}" if kind == "goal" else foreseen  # with what to do next
    of_them = kind in _OF_SOMEBODY and not {"you", "your", "yours"}.isdisjoint(asked.asked_words)
    if of_them and not hearers(asked.world, asked.state):
        return "There is nobody here who could answer that."
    if so := left_so(asked.world, asked.state, asked.asked_words):
        return so
    if kind in _OF_STATE and (now := still_answer(asked)):
        return now
    answer = _ANSWERS.get(kind, goal_answer)(asked)
    remembered = kind in _OF_MEMORY or asked.asked_words[:2] in _MEASURED
    if not answer or (remembered and answer.startswith(_UNKNOWN)):
        answer = _from_memory(asked) or answer
    return answer or of_somebody_here(asked) or _no_answer(asked)


def _from_memory(asked: Asked) -> str:
    """What the player was told that answers; of a thing alone, with who may know more of it."""
    question = asked.question or asked.about
    told = answer_from_evidence(asked.world, asked.state, question, set())
    told = told if speaks_of_the_end(asked.asked_words, told) else ""
    if not told or content_of(question) - VAGUE_WORDS - roots_of(asked.world, asked.thing):
        return told
    could = who_could_tell(asked.world, asked.state, asked.asked_words, ())
    return f"{told} {could.replace('might.', 'might know more.')}" if could.endswith("might.") else told


def is_answered(kind: str, asked: Asked) -> bool:
    """Whether there is more to say to it than who might know, or what was told long ago."""
    if gm_written_answer(asked.world, asked.state, asked.question or asked.about, kind):
        return True
    if kind in _OF_MEMORY and still_answer(asked):
        return True
    if left_so(asked.world, asked.state, asked.asked_words):
        return True
    answer = _ANSWERS.get(kind, goal_answer)(asked)
    return bool(answer) and not answer.startswith(_UNKNOWN)


def is_of_use(kind: str, asked: Asked) -> bool:
    """Whether the answer says anything at all that stands beside another one."""
    if not is_answered(kind, asked):
        return kind in _OF_SOMEBODY and bool(of_somebody_here(asked))  # how they look says what it can
    answer = gm_answer(kind, asked)
    return what_if.NOTHING_TELLS not in answer and not answer.startswith(NOT_BY_LOOKING)


_OF_CLUES = frozenset("clue clues evidence facts knowledge".split())


def inventory_answer(asked: Asked) -> str:
    thing, carried = asked.thing, asked.state.carried_items()
    if not _OF_CLUES.isdisjoint(asked.asked_words):
        kinds = ("inventory", "journal")
        return "\n".join(report(asked.world, asked.state, kind, ()) for kind in kinds)
    fitting = carried_for(asked.world, asked.state, asked.asked_words)
    plainly = asked.asked_words[:1] in (["is"], ["are"])  # "is the rope in my hands?"
    if thing in asked.world.items and (thing in carried or plainly or not fitting):
        return (
            f"{'Yes: you have' if thing in carried else 'No: you do not have'} {name_of(asked.world, thing)}."
        )
    all_of_it = report(asked.world, asked.state, "inventory", ())
    if "enough" in asked.asked_words:
        named = "enough to " in " ".join(asked.asked_words)
        held = "" if named or not fitting else join_names([name_of(asked.world, one) for one in fitting])
        return f"{f'You have {held}.' if held else all_of_it} Whether that is enough, you would have to find out."
    if (whose := _possessor(asked)) is not None and fitting:
        return _held_of(asked, whose, fitting)
    kind = _KIND_ASKED.search(" ".join(asked.asked_words))
    if fitting is None or len(fitting) == len(carried) or (not fitting and kind is None):
        return all_of_it
    names = join_names([name_of(asked.world, one) for one in fitting], "or")
    none = (
        f"You have no {kind['kind']} on you."
        if kind is not None and kind["kind"]
        else "Nothing of that kind."
    )
    return f"{names[:1].upper()}{names[1:]}." if names else f"{none} {all_of_it}"


def _possessor(asked: Asked) -> str | None:
    """Whoever a thing is called after that the player may have: "Ivar's knife"."""
    scope = scope_of(asked.world, asked.state)
    names = (word[:-1] for word in asked.asked_words if word.endswith("s"))
    named = (leading_person(scope, [name], by_name=True)[0] for name in names)
    return next((who for who in named if who in asked.world.characters), None)


def _held_of(asked: Asked, whose: str, fitting: list[str]) -> str:
    """What the player has of somebody's; what has always been their own is not called theirs."""
    items = asked.world.items
    theirs = [name_of(asked.world, one) for one in fitting if whose in (items[one].at, items[one].owner)]
    if theirs:
        return f"Yes: {join_names(theirs)}."
    own = [name_of(asked.world, one) for one in fitting]
    return (
        f"You have nothing of {asked.world.characters[whose].name}'s: {join_names(own)} you have is your own."
    )


# What is asked for of what is carried: "do I have any money", "what weapons have I got", "anything to cut with".
_KIND_ASKED = re.compile(
    r"\b(?:any|what|which) (?!do\b|did\b|have\b|am\b|is\b|else\b|of\b)(?P<kind>[a-z]+)(?: of it)?"
    r"(?: (?:do|have|am|left|on|with|here|at)\b|$)"
    r"|\b(?:that|to|for|as|any|anything|something)\b"
)


def _needs(asked: Asked) -> str:
    """How it stands with a need that the words name, and what would ease it; else how the player is in all."""
    world, state = asked.world, asked.state
    eased = scene_answers.offer_in(asked.asked_words)
    need = next((one for one in world.needs.values() if eased in met_by(one)), None)
    if need is None or not (told := pressing(world, state, need)):
        return health_answer(asked)
    eases = how_to_answer(asked)
    if eases.startswith(NOTHING_HERE) and UNDER_A_ROOF not in eases:
        return told  # which ways there are was not asked
    return f"{told} {eases.removeprefix(NOTHING_HERE).strip()}".strip()


def time_answer(asked: Asked) -> str:
    world, state = asked.world, asked.state
    now, night = minute_of_day(world, state), is_night(world, state)
    turn = next(
        (hours for hours in range(1, 25) if in_hours(world.clock.night, (now // 60 + hours) % 24) != night),
        None,
    )
    by_hour = not UNTIL.isdisjoint(asked.asked_words) and _OF_LIGHT.isdisjoint(asked.asked_words)
    ahead = duration_of(world, state, asked.asked_words) if by_hour else None
    if ahead is not None and not ahead.event:
        return f"It is {clock_in_words(now)}: {scene_answers.length_in_words(ahead.minutes)} to go."
    if by_hour and (event := _what_until(asked.asked_words)):
        told = hours_told(world, state, event) or "When that will be, you have not been told."
        return f"It is {clock_in_words(now)}. {told}"
    if _BEFORE_IT_BEGAN.search(" ".join(asked.asked_words)) is not None:
        return "That was before this began, and nobody has told you."
    elapsed = set(asked.asked_words) >= _HOW_LONG_HERE or not _ELAPSED.isdisjoint(asked.asked_words)
    since = f"It has been {_length(state.minutes)} since you began. " if elapsed else ""
    light = "It is night" if night else "It is light"
    until = ""
    if turn is not None:
        left = turn * 60 - now % 60
        until = f", and {'the night lasts' if night else 'night is'} {_length(left)}{' more' if night else ' off'}"
    return f"{since}It is {clock_in_words(now)} on day {day(world, state)}. {light}{until}."


def _what_until(words: list[str]) -> str:
    """What somebody waits for who asks how long until it comes: "the boat comes"; empty for one's own time."""
    at = next((at for at, word in enumerate(words) if word in UNTIL), len(words))
    rest = [word for word in words[at + 1 :] if word[0].isalnum()]
    return "" if not content_of(" ".join(rest)) or rest[0] in ("i", "we", "it", "now") else " ".join(rest)


_OF_LIGHT = frozenset(
    "dark darkness night nightfall dusk dawn light daylight day morning sunrise sunset".split()
)

_ELAPSED = frozenset({"passed", "gone", "elapsed"})


def _length(minutes: int) -> str:
    return f"about {hours_in_words(minutes + 30)}" if minutes >= 60 else "less than an hour"


def weather_answer(asked: Asked) -> str:
    if climate := scene_answers.climate(asked.world, asked.state, asked.asked_words):
        return climate
    place = asked.world.locations[asked.state.place]
    told = (
        wordings(place.description.night, asked.world, asked.state)
        if is_night(asked.world, asked.state)
        else ()
    )
    where = "You are indoors, out of the weather." if place.indoors else "You are in the open."
    shown = first_sentences(told[0], 1) if told else _weather_told(asked)
    return f"{where} {shown or 'Nothing out of the ordinary is to be told of it.'}"


_WEATHER = content_of(
    """wind gale breeze storm rain rains raining drizzle sleet snowing snowfall hail fog mist frost cloud sky sun
    sunlight moon stars thunder lightning swell drips"""
)


def _weather_told(asked: Asked) -> str:
    """What is told of the weather where the player stands, or was told of it last."""
    here = asked.world.locations[asked.state.place]
    passages = (here.description.first, here.description.states, here.ambience)
    texts = [
        text
        for passage in passages
        for one in all_wordings(passage, asked.world, asked.state)
        for text in one
    ]
    parts = [one for text in texts for one in sentences_in(text)]
    parts += [one.text for one in reversed(tellings(asked.world, asked.state)) if one.speaker is None]
    return next((one for one in parts if _WEATHER & content_of(one)), "")


def self_answer(asked: Asked) -> str:
    world, state = asked.world, asked.state
    looks = wordings(world.player.description, world, state)
    name = world.player.name
    who = f"You are {name if name[:1].isupper() or name.startswith('the ') else 'the ' + name}."
    if name.casefold() == "you":  # their writer calls them nothing
        who = "Who you are is yours to say, and nobody here has asked it yet."
    if (called := state.focus.get(CALLED)) is not None and called.casefold() != name.casefold():
        who = (
            f"You said that your name is {called}. {who}"
            if {"name", "call"} & set(asked.asked_words)
            else (f"{who[:-1]}, and say that your name is {called}.")
        )
    if not _OF_SKILLS.isdisjoint(asked.asked_words) and state.skills:
        best_first = sorted(state.skills, key=lambda skill: -state.skills[skill])
        able = join_names([f"{world.skills[one].name} {state.skills[one]}" for one in best_first])
        return f"{who} What you can do: {able}."
    of_work = not _OF_WORK.isdisjoint(asked.asked_words) or asked.asked_words[:1] == ["am"]
    if of_work and (goal := goal_of(world, state).strip()):
        return f"{who} {goal.replace('*', '')}"
    return f"{who} {first_sentences(looks[0], 1) if looks else condition(world, state)}"


_OF_SKILLS = frozenset({"skill", "skills", "good"})
_OF_WORK = frozenset(
    {"job", "work", "working", "client", "employer", "boss", "trade", "duty", "living", "story"}
)


def _no_answer(asked: Asked) -> str:
    things = (asked.thing,) if asked.thing is not None else ()
    could = who_could_tell(asked.world, asked.state, asked.asked_words, things)
    if could:
        return f"{UNKNOWN}. {could}"
    able = [who for who in hearers(asked.world, asked.state) if not is_animal(asked.world, who)]
    company = [asked.world.characters[who].name for who in able][:2]
    whom = f" You could ask {join_names(company, 'or')}." if company else ""
    if _OF_WHAT_IS_KNOWN.match(" ".join(asked.asked_words)):
        return f"So far, nothing that you could put a name to.{whom}"
    told = with_names_written(asked.world, left_open(asked.question or asked.about))
    return f"{told or f'{UNKNOWN} that yet.'}{whom}"


_OF_WHAT_IS_KNOWN = re.compile(
    r"(?:what|how much|anything)(?: \w+)? (?:do|have|did|had|can) (?:i|we) (?:\w+ )?(?:know|learn|found|find)"
)


def danger_answer(asked: Asked) -> str:
    """Whether anything threatens here; with what was learned of late, where the player asks what to beware of."""
    plainly = not _AHEAD.isdisjoint(asked.asked_words) or asked.asked_words[:1] in (
        ["what"],
        ["who"],
        ["whom"],
    )
    if plainly:
        return caution_answer(asked)
    told = scene_answers.danger(asked.world, asked.state)
    seen = dangers_of_the_place(asked.world, asked.state)[:1] if asked.asked_words[:1] == ["how"] else []
    return " ".join((told, *seen))


_AHEAD = frozenset("anything should careful beware avoid where which".split())


def death_answer(asked: Asked) -> str:
    return scene_answers.death()


def what_if_answer(asked: Asked) -> str:
    return what_if.guess(asked.world, asked.state, asked.question or asked.about)


def rules_answer(asked: Asked) -> str:
    if told := about_the_game(" ".join(word for word in asked.asked_words if word[0].isalnum())):
        return told
    tried = f" For one: {asked.suggestions[0]}." if asked.suggestions else ""
    return f"Type what you do or say, in your own words; what could go wrong is decided by dice.{tried}"


def closer_answer(asked: Asked) -> str:
    return told_closer(asked.world, asked.state, words_of(plain(asked.about)), asked.question)


def left_open_answer(asked: Asked) -> str:
    """That it is not known, in the words of the question, and who here may know."""
    question = (asked.question or asked.about).strip(" ?")
    told = with_names_written(asked.world, left_open(question))
    if not told:
        asked_back = re.sub(r"\bi\b", "I", with_names_written(asked.world, question))
        told = f"\u201c{asked_back[:1].upper()}{asked_back[1:]}?\u201d You do not know that yet."
    could = who_might_know(asked.world, asked.state, asked.asked_words)
    return f"{told} {could}" if could.endswith("might know.") else told


def senses_answer(asked: Asked) -> str:
    return standing_answers.senses(asked.world, asked.state, asked.words)


def deeds_answer(asked: Asked) -> str:
    if told := own_deed(asked.world, asked.state, asked.thing, asked.asked_words):
        return told
    if asked.thing is None and asked.asked_words[:1] == ["what"]:
        return just_done_answer(asked)
    own = asked.asked_words[:2] in (["did", "i"], ["have", "i"], ["did", "we"], ["have", "we"])
    return standing_answers.deeds(asked.world, asked.state, asked.thing, own)


_MOST_OF_THE_OPENING = 3  # sentences


def arrival_answer(asked: Asked) -> str:
    """How the story began, which is how the player came here; asked why, what they came for."""
    if asked.asked_words[:1] == ["why"]:
        began = how_it_began(asked.world, asked.state)
        return f"{began} {goal_of(asked.world, asked.state).strip()}".replace("*", "").strip()
    opening = "".join(wordings(asked.world.opening, asked.world, asked.state)[:1])
    told = (line for line in opening.splitlines() if not line.startswith("@"))  # what nobody says
    return first_sentences(" ".join(told), _MOST_OF_THE_OPENING)


_ANSWERS: dict[str, Callable[[Asked], str]] = {
    "place": place_answer, "ways": ways_answer, "people": people_answer, "leader": leader_answer,
    "danger": danger_answer, "death": death_answer, "who_is": who_is_answer, "things": things_answer,
    "inventory": inventory_answer, "health": health_answer, "needs": _needs, "time": time_answer,
    "self": self_answer, "goal": goal_answer, "heard": last_words_answer, "known": knowledge_answer,
    "how_to": how_to_answer, "rules": rules_answer, "possible": possible_answer, "where_is": where_is_answer,
    "weather": weather_answer, "why": knowledge_answer, "company": company_answer, "standing": standing_answer,
    "honesty": honesty_answer, "watched": onlookers_answer, "senses": senses_answer, "debts": debts_answer,
    "gains": gains_answer, "looks": looks_answer, "threat": threat_answer, "deeds": deeds_answer,
    "what_if": what_if_answer, "measure": measure_answer, "sight": sight_answer, "duty": duty_answer,
    "to_ask": to_ask_answer, "signs": signs_answer, "cover": cover_answer, "seen": plain_sight_answer,
    "overview": overview_answer, "trusted": trusted_answer, "mood": mood_answer, "in_time": time_for_it_answer,
    "fate": fate_answer, "whose": whose_answer, "meanwhile": meanwhile_answer,
    "appearance": appearance_answer, "by_eye": by_eye_answer, "left_open": left_open_answer,
    "aim": aim_answer, "arrival": arrival_answer, "lasted": lasted_answer, "spoke": spoke_answer,
    "reckoning": reckoning_answer, "sought": sought_answer, "own_state": own_state_answer, CLOSER: closer_answer,
}  # fmt: skip
