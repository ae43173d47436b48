"""What somebody says to an ordinary question that no writer foresaw, out of the library of ordinary answers. Pure.

What is written of them comes first, then what suits their temper; what a story has settled of them stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from gamemaster.language.names.normalization import content_of, plain, words_of
from gamemaster.language.names.noun_index import name_words
from gamemaster.language.tables.function_words import QUESTION_WORDS
from gamemaster.language.tables.verb_forms import gerund, infinitive, is_gerund, is_third_person
from gamemaster.language.talk.addressee import is_animal, leader_of
from gamemaster.language.talk.questions.ordinary_questions import (
    last_resorts,
    ordinary_follow_up,
    ordinary_question,
)
from gamemaster.language.wording.ages import age_in_words
from gamemaster.language.wording.ordinary_talk import OrdinaryLine, library, slots_in
from gamemaster.language.wording.stock_lines import fill, name_of, with_article
from gamemaster.narration.understudy.answers.in_character.answer_sources import is_hidden
from gamemaster.narration.understudy.answers.in_character.own_life import (
    in_first_person,
    of_ones_life,
    question_said_back,
    strongest_bond,
)
from gamemaster.narration.understudy.answers.in_character.personal import (
    asks_for_guilt,
    fact_of_life,
    is_loosely_named,
    is_personal,
    line_about_oneself,
    names_of_a_life,
    touches_a_secret,
)
from gamemaster.narration.understudy.answers.in_character.questions import Asked, names_part
from gamemaster.narration.understudy.answers.in_character.temperament import (
    chosen_for,
    lot_of,
    temperament_of,
)
from gamemaster.narration.understudy.answers.story_so_far.tellings import tellings
from gamemaster.rules.conditions import doing_of, is_night, wordings
from gamemaster.rules.proposal import Answer
from gamemaster.rules.reach import features, items_here
from gamemaster.rules.state import ORDINARY, TALKED
from worlds.schema import PLAYER, Topic


def ordinary_answer(asked: Asked, *, late: bool = False, of_themselves: bool = False) -> Answer | None:
    """The library's answer. `late`: to what they might have had something of their own to say to, and had not.

    `of_themselves`: they are asked about their own life, which anything at all may be asked of.
    """
    off = frozenset((*asked.world.ordinary_off, *asked.person.ordinary_off))
    if not of_themselves:
        off |= last_resorts()
    asks = dict.fromkeys((asked.words, asked.spoken))
    every = [one for words in asks if (one := ordinary_question(asked.person, words, off)) is not None]
    found = next((one for one in every if one.to_the_word), every[0] if every else None)
    if found is None:
        return None
    question = library().questions[found.key]
    if (question.late or question.last) != late or (
        not late and _is_written(asked, question.reply, found.to_the_word)
    ):
        return None
    if touches_a_secret(asked) or ((question.last or not found.to_the_word) and asks_for_guilt(asked)):
        return None
    return _answer(asked, found.key, question.lines)


_OF_NO_REQUEST = re.compile(
    r"would you (?!(?:please|come|go|stop|wait|stay|help)\b)"
    r"(?!.*\b(?:me|us|my|our|this|that|these|those|it|him|her|them|here|please|the)\b).+"
)


def what_they_would_do(asked: Asked) -> Answer | None:
    """What they say who are asked what they would do, and for nothing: "would you lie to save a man?"."""
    if asked.thing in asked.world.items or _OF_NO_REQUEST.fullmatch(asked.words) is None:
        return None
    return ordinary_answer(asked, late=True, of_themselves=True)


def _is_written(asked: Asked, kind: str, to_the_word: bool) -> bool:
    """Whether their writer has something to say to it: a topic that is named, a reply, a sentence of their persona."""
    if kind and getattr(asked.person.replies, kind, None):
        return True
    topic = asked.person.topics.get(asked.topic or "")
    named = not asked.referred or _is_named_before(asked, topic)
    if topic is not None and named and not is_loosely_named(asked):
        own = topic.id == "self" and asked.question.kind not in ("self", "about")
        if not own or names_part(topic, asked.words):
            return True
    if asked.thing in asked.world.characters and asked.thing != asked.who and not to_the_word:
        return True
    if asked.question.kind in ("bond", "self") and not to_the_word:
        return True
    if asked.question.kind == "bond" and strongest_bond(asked):
        return True
    if fact_of_life(asked) or line_about_oneself(asked) is not None:
        return True
    return is_personal(asked) and bool(of_ones_life(asked))


def _is_named_before(asked: Asked, topic: Topic | None) -> bool:
    """Whether the same speech names what its question points at: "the cellar, then. Whose is it?"."""
    said = content_of(asked.raw)
    return topic is not None and any(words <= said for name in topic.names if (words := content_of(name)))


def ordinary_follow_up_answer(asked: Asked, *, late: bool = False) -> Answer | None:
    """What they say who are asked on: "why?", "since when?". `late`: whatever their last words were."""
    kind = ordinary_follow_up(asked.person, asked.words)
    before = asked.state.focus.get(ORDINARY, "")
    key, _, who = before.partition(" ")
    recent = asked.state.focus.get("who") == asked.who and TALKED in asked.state.focus
    if kind is None or not recent or (not late and (who != asked.who or key not in library().questions)):
        return None
    question = library().questions.get(key) if who == asked.who else None
    further = question.then.get(kind) if question is not None else None
    general = library().follow_ups[kind].lines
    return (further and _answer(asked, key, further)) or _answer(asked, key, general)


def _answer(asked: Asked, key: str, lines: Iterable[OrdinaryLine]) -> Answer | None:
    """The first wording that was not told yet, those that say most of them first; then what they said, in brief."""
    texts = list(_wordings(asked, key, tuple(lines)))
    if not texts:
        return None
    fresh = [text for text in texts if not asked.was_told(text)]
    if not fresh and (again := library().questions.get(key)) is not None and again.last:
        return None  # what says nothing is not said twice
    if not fresh:
        fresh = [
            text
            for said in texts[:1]
            for text in replace(asked, matter=None).replies("as_said", tale=said)
            if not asked.was_told(text)
        ] or texts
    asks_what = key in last_resorts() and asked.words.partition(" ")[0] in QUESTION_WORDS
    put = question_said_back(asked) if asks_what and not bears_a_grudge(asked) else ""
    said = f"{put} {fresh[0]}".strip()  # what says nothing says at least of what
    return Answer(who=asked.who, texts=(said,), source="reply", ordinary=f"{key} {asked.who}"[:40])


def _wordings(asked: Asked, key: str, lines: tuple[OrdinaryLine, ...]) -> Iterator[str]:
    """The wordings that suit somebody: what the data gives first, what was settled, their tone, the rest."""
    traits = _traits(asked, lines)
    if "hostile" in traits:
        spiteful = tuple(line for line in lines if "hostile" in line.if_)
        lines = spiteful or library().hostile
    tone = temperament_of(asked.person).tone
    names = _names(asked, frozenset().union(*(slots_in(text) for line in lines for text in line.says)))
    found: list[tuple[tuple[bool, int, int], str]] = []
    for line in lines:
        if not traits.issuperset(line.if_) or (tone == "machine" and "machine" not in line.if_):
            continue
        for at, text in enumerate(line.says):
            slots = slots_in(text)
            if slots <= names.keys():
                order = lot_of(asked.state, asked.who, f"{key} {at}")
                rank = (tone not in line.if_ and not slots, -len(line.if_) - len(slots), order)
                found.append((rank, fill(text, **{slot: names[slot] for slot in slots})))
    yield from (text for _, text in sorted(found))


def bears_a_grudge(asked: Asked) -> bool:
    """Whether somebody means the player ill, and keeps their own life back."""
    mind = asked.state.characters[asked.who]
    bond = mind.toward(PLAYER)
    return min(mind.disposition, bond.trust, bond.affection) < 0


def _traits(asked: Asked, lines: tuple[OrdinaryLine, ...]) -> frozenset[str]:
    """All that holds of somebody now, as far as these lines turn on it."""
    wanted = {trait for line in lines for trait in line.if_}
    world, state, who = asked.world, asked.state, asked.who
    found = set(temperament_of(asked.person).traits)
    for choice, one in library().choices.items():
        if not wanted.isdisjoint(one.of) and (option := chosen_for(world, state, who, choice)) is not None:
            found.add(option)
    mind = state.characters[who]
    bond = mind.toward(PLAYER)
    found.add(
        "hostile"
        if bears_a_grudge(asked)
        else "friendly"
        if max(mind.disposition, bond.affection) > 0
        else ""
    )
    found.add("company" if any(one != who for one in state.present()) else "alone")
    found.add("indoors" if world.locations[state.place].indoors else "outdoors")
    if not wanted.isdisjoint(("theirs", "players", "owned")):
        owner = owner_of(asked)
        found.add({None: "", who: "theirs", PLAYER: "players"}.get(owner, "owned"))
    found.add("night" if is_night(world, state) else "day")
    return frozenset(found)


def _names(asked: Asked, wanted: frozenset[str]) -> dict[str, str]:
    """The words for the slots, as far as the world gives them."""
    if not wanted:
        return {}
    world, state, who = asked.world, asked.state, asked.who
    names = (
        dict(names_of_a_life(asked)) if wanted & {"calling", "bed", "haunt", "meal", "want", "fear"} else {}
    )
    if not asked.person.movements:
        names.pop("haunt", None)  # where they stand now is no habit of theirs
    if age := age_in_words(asked.person):
        names["age"] = age.rpartition(" of ")[2].removeprefix("aged ")
    names["here"] = name_of(world, state.place)
    if asked.echo:
        names["what"] = asked.echo
    if "thing" in wanted and (thing := asked.state.focus.get("it")) in {
        *items_here(world, state),
        *(one.id for one in features(world, state)),
    }:
        names["thing"] = with_article(name_of(world, str(thing)))
    owner = owner_of(asked) if "owner" in wanted else None
    if owner in world.characters:
        names["owner"] = world.characters[owner].name
    if "doing" in wanted and (doing := presence_as_doing(asked)):
        names["doing"] = doing
    leader = leader_of(world, state)
    if leader is not None and leader != who:
        names["leader"] = world.characters[leader].name
    others = [
        one
        for one in state.present()
        if one != who and not is_hidden(asked, one) and not is_animal(world, one)
    ]
    if others:
        names["another"] = world.characters[others[0]].name
    held = [item for item, where in state.items.items() if where == who and item not in asked.person.hides]
    if held:
        names["held"] = name_of(world, held[0])
    fond = {
        one: state.characters[who].toward(one).affection
        for one in world.characters
        if one != who and state.characters[one].alive and not is_hidden(asked, one)
    }
    dearest = max(fond, key=lambda one: fond[one], default=None)
    if dearest is not None and fond[dearest] > 0:
        names["fond"] = world.characters[dearest].name
    return {slot: name for slot, name in names.items() if name}


def owner_of(asked: Asked) -> str | None:
    """Whose the thing is that is asked about: whoever has it, or in whose things it lies; None where nothing tells."""
    world, state, who = asked.world, asked.state, asked.who
    thing = asked.thing or state.focus.get("it")
    if thing in world.items:
        owner = world.items[thing].owner
        if owner is not None:
            return owner
        held = state.items.get(thing)
        return held if held == PLAYER or held in world.characters else None
    named = content_of(" ".join(asked.question.about)) | content_of(asked.what)
    seen = [
        text
        for one in (asked.person.presence, asked.person.description)
        for text in wordings(one, world, state)
    ]
    about_them = content_of(" ".join(seen))
    for feature in features(world, state):
        called = content_of(feature.name)
        if called & about_them and (
            feature.id == thing or named & content_of(" ".join(wordings(feature.text, world, state)))
        ):
            return who
    if _was_seen_with(asked, named):
        return who
    return who if named and named <= about_them else None


def _was_seen_with(asked: Asked, named: set[str]) -> bool:
    """Whether the player was told of the thing as one that they have: "Bo has something wrapped in a sock"."""
    name = content_of(asked.person.name)
    return bool(named) and any(
        name <= (words := content_of(one.text)) and named & words
        for one in tellings(asked.world, asked.state)
        if one.speaker is None
    )


_LONGEST_SUBJECT = 7  # words of "an Englishman in a dressing gown"
_MOST_DOING = 14  # words
_TELLS_NO_DEED = frozenset({"is", "has", "does", "was"})


def presence_as_doing(asked: Asked, named: frozenset[str] = frozenset()) -> str:
    """What somebody is seen to do, as they would say it: "Odile counts to herself" is "counting to myself".

    With `named` it is only what the player was told and those words name.
    """
    now = doing_of(asked.world, asked.state, asked.person.id)
    texts = (
        *now,
        *(one for one in wordings(asked.person.presence, asked.world, asked.state) if one not in now),
    )
    if named:
        texts = tuple(text for text in texts if asked.was_told(text) and named <= content_of(text))
    return next((doing for text in texts if (doing := _as_doing(asked, text, named))), "")


def _as_doing(asked: Asked, text: str, named: frozenset[str] = frozenset()) -> str:
    first, *more = re.split(r", and (?=\w+s\b)", re.split(r"[.;:!?]|, (?=but|while)", text.strip())[0])
    doing = _clause_as_doing(asked, first.split(", and ")[0])
    if not doing or not more or not named or named <= content_of(first):
        return doing
    verb, _, after = more[0].partition(" ")  # "stands at the vat, and listens to it" is asked what he listens for
    rest = in_first_person(asked.world, asked.person, after) if after else ""
    if not named <= content_of(more[0]) or not is_third_person(verb) or (after and not rest):
        return doing
    return f"{doing}, and {gerund(infinitive(verb))} {rest[:1].lower()}{rest[1:]}".strip()


def _clause_as_doing(asked: Asked, text: str) -> str:
    words = text.split()
    called = {word for name in (asked.person.name, *asked.person.aliases) for word in name_words(name)}
    at = next((n for n, word in enumerate(words) if word == "is" or is_third_person(word.casefold())), 0)
    verb, after = words[at].casefold(), words[at + 1 :]
    going_on = verb == "is" and after[:1] != [] and is_gerund(after[0].casefold())
    if going_on:
        verb, after = after[0].casefold(), after[1:]  # "is weighing saffron"
    named = not called.isdisjoint(words_of(plain(" ".join(words[:at]))))
    if not named or at > _LONGEST_SUBJECT or len(after) > _MOST_DOING or verb in _TELLS_NO_DEED:
        return ""
    doing = verb if going_on else gerund(infinitive(verb))
    said = in_first_person(asked.world, asked.person, " ".join((doing, *after)))
    return f"{said[:1].lower()}{said[1:]}"
