"""The sources of an answer that no writer wrote: facts, what is seen, feelings, favours, who may know, ignorance. Pure.

Each takes a question and says what it has to say of it, or nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Literal

from gamemaster.language.names.normalization import content_of, plain, stem, words_of
from gamemaster.language.names.noun_index import name_words, resolve, scope_of
from gamemaster.language.tables.function_words import AUXILIARIES
from gamemaster.language.tables.verb_forms import infinitive, is_gerund, is_third_person
from gamemaster.language.talk.addressee import is_animal, leader_of
from gamemaster.language.talk.questions.matters import Matter
from gamemaster.language.talk.said_before import sayings_of
from gamemaster.language.wording.paragraphs import has_words
from gamemaster.language.wording.replies import reply
from gamemaster.language.wording.stock_lines import join_names, name_of
from gamemaster.narration.understudy.answers.by_state.at_work import who_works_at
from gamemaster.narration.understudy.answers.in_character.own_life import (
    bond_asked_for,
    question_said_back,
    wish_or_fear,
)
from gamemaster.narration.understudy.answers.in_character.questions import OF_THEMSELVES, Asked
from gamemaster.narration.understudy.answers.local_knowledge import first_step, fixtures_called, way_there
from gamemaster.narration.understudy.answers.scene_answers import offer_in, place_offering
from gamemaster.narration.understudy.answers.story_so_far.deeds_done import outdated_lines
from gamemaster.narration.understudy.deeds.company import topic_of
from gamemaster.narration.understudy.secrecy import calling_told, is_kept_secret, is_met, is_named, kept_words
from gamemaster.rules.conditions import holds, is_asleep
from gamemaster.rules.lore import common_lore, is_touched
from gamemaster.rules.reach import exits, features, items_here
from gamemaster.rules.state import MATTER, StoryState
from worlds.schema import NOWHERE, PLAYER, Character, World, compare

# A source, and interchangeable wordings.
Source = Literal[
    "fact", "sight", "feeling", "pointer", "ignorance", "reply", "reaction", "manners", "follow_up"
]
# What answers neither a threat nor a name: a shrug at a word of it, a remark, a pointer to somebody else.
BESIDE_IT: frozenset[Source] = frozenset({"ignorance", "pointer", "reaction", "follow_up"})
Said = tuple[Source, tuple[str, ...]]
_A_WORD = frozenset("word moment minute talk chat look rest".split())
_FREE = frozenset(
    "sit stay sleep rest look come enter warm watch wait listen ask speak talk go leave stand pass".split()
)


def _of_themselves(asked: Asked) -> Said | None:
    """Who they are, what they want and fear, how they are, and what they think of the player."""
    kind = asked.question.kind
    if kind == "self":
        said = said_of_oneself(asked.world, asked.who)
        if asked.person.is_nameless:
            calling = said.partition(". ")[2]
            return "reply", (calling,) if calling else asked.replies("wont", what="")
        return "reply", (said,)
    if kind == "bond" or (kind == "fear" and asked.words.startswith("who")):
        return "feeling", bond_asked_for(asked)
    if kind in ("want", "fear") and not getattr(asked.person.replies, kind):
        return "reply", wish_or_fear(asked, kind) or asked.replies(kind)
    if kind in OF_THEMSELVES:
        return "reply", asked.replies(kind)
    if kind == "who_leads":
        return "sight", _leader(asked)
    if kind == "who_here":
        others = [asked.world.characters[one].name for one in asked.state.present() if one != asked.who]
        return "sight", asked.replies("company" if others else "alone", who=join_names(others))
    if kind == "opinion_of_me":
        return "feeling", asked.replies(_stand(asked.state, asked.who))
    return None


def _leader(asked: Asked) -> tuple[str, ...]:
    known = [
        who
        for who in asked.world.characters
        if who == asked.who
        or (asked.state.characters[who].alive and is_known_to(asked, who) and not is_hidden(asked, who))
    ]
    at_it = who_works_at(asked.world, asked.state, asked.words, known)
    leader = at_it or leader_of(asked.world, asked.state)
    if leader == asked.who:
        return asked.replies("i_lead")
    return asked.replies("leads", who=asked.world.characters[leader].name) if leader else ()


def said_of_oneself(world: World, who: str) -> str:
    """Name and calling, from the first sentence of a persona: "Hild. Hunter."; no word of what is kept secret."""
    person = world.characters[who]
    first = person.persona.partition(". ")[0].rstrip(".")
    kept = kept_words(world, who)
    parts = first.split(",")
    if content_of(parts[0]) & kept:
        del parts[1:]  # what comes after a secret may go on with it
    told = [called for part in parts if (called := calling_told(part.strip(), kept))]
    telling = [
        p for p in told if content_of(p) - content_of(person.name)
    ]  # "the captain" of Captain Abara tells nothing
    no_age = [p for p in telling if not _AN_AGE.fullmatch(p)]
    calling = (no_age or telling or told or [""])[0]
    return (
        f"{person.name}. {calling[:1].upper()}{calling[1:]}."
        if calling and calling != person.name
        else person.name
    )


_AN_AGE = re.compile(
    r"(?:about |some |nearly |almost |over )?"
    r"(?:\d+|(?:ten|eleven|twelve|\w+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)"
    r"(?:-\w+)?)(?: years old)?",
    re.IGNORECASE,
)


def _stand(state: StoryState, who: str) -> str:
    bond, liking = state.characters[who].toward(PLAYER), state.characters[who].disposition
    if bond.fear >= 2:
        return "you_afraid"
    if bond.trust <= -1 or liking < 0 or bond.affection < 0:
        return "you_doubt" if bond.affection >= 0 and liking >= 0 else "you_ill"
    if bond.trust >= 2:
        return "you_trust"
    return "you_well" if liking >= 1 or bond.affection >= 1 else "you_new"


def known_fact(asked: Asked) -> str | None:
    """The fact of theirs that shares most with what is asked."""
    if asked.matter is None or asked.asks_the_way:
        return None
    wanted = content_of(" ".join(asked.question.about)) | content_of(asked.what)
    named = content_of(asked.what)
    best: tuple[int, str] | None = None
    for fact in asked.person.knows:
        text = content_of(asked.world.facts[fact].text)
        if named & text and (best is None or len(wanted & text) > best[0]):
            best = (len(wanted & text), fact)
    return best[1] if best is not None else None


def _fact(asked: Asked) -> Said | None:
    """What they know of it, as they would say it: what they have said of it before, else as hearsay."""
    fact = known_fact(asked)
    if fact is None:
        return None
    for topic in asked.person.topics.values():
        teaches = any(fact in line.effects.learn for line in topic.lines)
        if teaches and (tale := said_in_brief(asked, topic.id)):
            return "fact", asked.every_reply("as_said", tale=tale)
    return "fact", asked.every_reply(
        "hearsay", tale=_in_a_sentence(asked, asked.world.facts[fact].text.strip())
    )


_SMALL_START = re.compile(
    r"(?:The|A|An|Some|It|There|He|She|They|One|Nobody|No|Whoever|What|Every|All|Its|His|Her)\b"
)


def _in_a_sentence(asked: Asked, text: str) -> str:
    """A fact's text as it goes on after "I know that": a name keeps its capital."""
    return text[:1].lower() + text[1:] if _SMALL_START.match(text) else text


def said_in_brief(asked: Asked, topic: str | None) -> str:
    """What they have said of a topic, as far as it is asked for, in a sentence or two; empty where it was nothing."""
    if topic is None:
        return ""
    wanted = content_of(asked.words) - content_of(" ".join((asked.person.name, *asked.person.aliases)))
    sayings = sayings_of(asked.world, asked.state, asked.who)
    known = asked.person.topics.get(topic)
    outdated = outdated_lines(asked.world, asked.state, known) if known is not None else ()
    old = {content for n in outdated if known is not None for content in known.lines[n].text}
    said = [
        one for one in sayings if one.topic == topic and one.turn != asked.state.turn and one.text not in old
    ]  # not in this very breath, and nothing of how things stood before
    best = max(reversed(said), key=lambda one: len(one.stems & wanted), default=None)
    if best is None:
        return ""
    sentences = re.findall(r"[^.!?]+[.!?]+['\"’]?", " ".join(best.text.replace("*", "").split())) or [
        best.text
    ]
    first = max(range(len(sentences)), key=lambda at: (len(content_of(sentences[at]) & wanted), -at))
    told: str = sentences[first].strip()
    for sentence in sentences[first + 1 :]:
        if len(told.split()) + len(sentence.split()) > _BRIEF:
            break
        told = f"{told} {sentence.strip()}"
    return told


_BRIEF = 30  # words


def _where_it_is_had(asked: Asked) -> Said | None:
    """Where a fire, a meal or a bed is to be had, as anybody who lives here knows."""
    words = asked.words.split()
    wanted = offer_in(words)
    sought = asked.asks_the_way or not {"anywhere", "any", "somewhere", "anything"}.isdisjoint(words)
    if wanted is None or not sought or asked.question.kind in ("price", "will", "invited"):
        return None
    found = place_offering(asked.world, asked.state, wanted)
    if found is None:
        return None
    place, thing = found
    if place == asked.state.place:
        return "sight", asked.every_reply("offers_here", thing=name_of(asked.world, thing))
    step = first_step(asked.world, asked.state, place) or place
    names = {"what": "", "place": name_of(asked.world, place), "way": name_of(asked.world, step)}
    return "sight", asked.replies("stands" if step != place else "stands_next", **names)


def _common(asked: Asked) -> Said | None:
    """What everybody knows."""
    named = content_of(asked.what)
    for lore in common_lore(asked.world, asked.state):
        if named and not asked.asks_the_way and is_touched(lore, lambda key: bool(content_of(key) & named)):
            return "fact", (lore.text.strip(),)
    return None


def _refuse_hidden(asked: Asked) -> Said | None:
    """What they hide is refused."""
    named = content_of(asked.what)
    for thing in asked.person.hides:
        about = content_of(
            asked.world.facts[thing].text if thing in asked.world.facts else name_of(asked.world, thing)
        )
        if asked.thing == thing or (len(named & about) > 0 and thing in asked.world.facts):
            return "reply", asked.replies("wont")
    return None


def place_of(asked: Asked) -> tuple[str, ...] | None:
    """Where somebody or something is, or which way a place lies, as far as they can see or commonly know."""
    world, state, thing = asked.world, asked.state, asked.thing
    if thing in world.characters:
        return whereabouts(asked, thing)
    if thing not in world.locations and _OF_WHAT_IS_GONE.search(asked.words):
        return None  # "where has the other one gone?" is of none that is here
    if thing in world.locations:
        return _way_to(asked, thing)
    if thing in world.items:
        where = state.items[thing]
        if where == PLAYER:
            return asked.replies("yours")
        if where == asked.who and asked.thing not in asked.person.hides:
            return asked.replies("mine")
        return asked.replies("lies_here") if thing in items_here(world, state) else None
    if thing is not None and any(f.id == thing for f in features(world, state)):
        return asked.replies("lies_here")
    return _of_a_fixture(asked)


_OF_WHAT_IS_GONE = re.compile(r"\b(?:other|missing|lost|stolen|second)\b")


def _of_a_fixture(asked: Asked) -> tuple[str, ...] | None:
    """Where something stands that everybody around knows the place of."""
    world, state, matter = asked.world, asked.state, asked.matter
    if matter is None or not matter.stems or not asked.asks_the_way:
        return None
    for thing in fixtures_called(world, state, matter.stems):
        way = way_there(world, state, thing) if thing not in asked.person.hides else None
        if way is not None:
            place, step = (name_of(world, one) for one in way)
            kind = "stands" if place != step else "stands_next"
            return asked.replies(kind, place=place, way=step)
    return None


def whereabouts(asked: Asked, who: str) -> tuple[str, ...] | None:
    state, person = asked.state.characters[who], asked.world.characters[who]
    if who == asked.who or state.place == NOWHERE or is_hidden(asked, who):
        return None
    if state.place == asked.state.place:
        dead = "here" if state.alive else "dead"
        return asked.replies(dead, who=person.name)
    seen = asked.state.seen_at.get(who)
    if seen == state.place:  # where the player came by them, and they still are
        return asked.replies("last_seen", who=person.name, place=name_of(asked.world, seen))
    home = haunt(person) or (person.at if not person.movements and person.at != NOWHERE else None)
    if home == asked.state.place:
        home = person.at if person.at not in (home, NOWHERE) else None  # nobody is sent to where they stand
    if home is None:
        return asked.replies("gone_out", who=person.name) if haunt(person) else None
    return asked.replies("usually", who=person.name, place=name_of(asked.world, home))


_MOST_NAMED = 5


def who_lives_here(asked: Asked) -> tuple[str, ...]:
    """Those whom they know to live here, and where each is mostly to be found; empty where they know nobody."""
    world, state = asked.world, asked.state
    told, named = [], place_named(world, state, asked.words)
    for who, person in world.characters.items():
        home = haunt(person)
        if named is not None and named not in (home, state.characters[who].place):
            continue  # "who is in the hall?"
        if (
            who == asked.who
            or home is None
            or not state.characters[who].alive
            or not is_known_to(asked, who)
            or is_hidden(asked, who)
        ):
            continue
        here = state.characters[who].place == state.place
        told.append(f"{person.name} {'here' if here else f'at {name_of(world, home)}'}")
    return asked.every_reply("others", tale=f"There's {join_names(told[:_MOST_NAMED])}.") if told else ()


def place_named(world: World, state: StoryState, question: str) -> str | None:
    """The place that a question after people ends in: "who is in the hall?"."""
    found = _AT_A_PLACE.search(" ".join(word for word in words_of(plain(question)) if word[0].isalnum()))
    if found is None:
        return None
    only = frozenset({"place"})
    place = resolve(scope_of(world, state), found["place"].split(), only, only)
    return place.thing if place is not None and place.fit >= _NAMED else None


_AT_A_PLACE = re.compile(r"\b(?:in|on|at|aboard) (?P<place>the [\w' ]+?)(?: (?:now|then|right now|today|tonight))*$")
_NAMED = 86  # fit of a name from which on it is one


def is_known_to(asked: Asked, other: str) -> bool:
    """Whether somebody knows another who is about: they speak of them, or are bound to them."""
    if asked.state.characters[other].place == NOWHERE or is_animal(asked.world, other):
        return False
    speaks = topic_of(asked.world, asked.who, other) in asked.person.topics
    bound = other in asked.person.relations or asked.who in asked.world.characters[other].relations
    return speaks or bound or asked.state.characters[other].met


def is_hidden(asked: Asked, other: str) -> bool:
    """Whether somebody is kept secret whom the player has not met."""
    return not is_met(asked.state, other) and is_kept_secret(asked.world, asked.state, other)


def _may_name(asked: Asked, other: str) -> bool:
    """Whether they would give this name away: the player has it already, or they know of them, and nobody hides them.

    Whom nobody can know of, and whom somebody keeps secret, is named by nobody before the player has met them.
    """
    if (
        other == asked.who
        or is_met(asked.state, other)
        or is_named(asked.world, other, words_of(plain(f"{asked.raw} {asked.state.focus.get(MATTER, '')}")))
    ):
        return True
    return is_known_to(asked, other) and not is_hidden(asked, other)


def haunt(person: Character) -> str | None:
    """Where somebody is for most of their waking day, as everybody around knows."""
    spent: dict[str, int] = {}
    for movement in person.movements:
        if movement.when is None and movement.hours is not None and not movement.asleep:
            first, last = (int(part) for part in movement.hours.split("-"))
            daytime = [
                hour for hour in range(first, last if first < last else last + 24) if 6 <= hour % 24 < 20
            ]
            spent[movement.at] = spent.get(movement.at, 0) + len(daytime)
    if person.movements and person.movements[-1].hours is None and person.movements[-1].when is None:
        left = 14 - sum(spent.values())
        spent[person.movements[-1].at] = spent.get(person.movements[-1].at, 0) + left
    best = max(spent, key=lambda place: spent[place], default=person.at)
    return best if best != NOWHERE else None


def _way_to(asked: Asked, place: str) -> tuple[str, ...] | None:
    """The way to a place: an exit from here, or the first of several."""
    world, state = asked.world, asked.state
    if place == state.place:
        return None
    ways = {way.to: way for way in exits(world, state)}
    if place in ways:
        way = ways[place]
        through = name_of_way(way.name, way.direction)
        return asked.replies("way", way=through or name_of(world, place))
    step = first_step(world, state, place)
    if step is None:
        return None
    return asked.replies("way_on", way=name_of(world, step))


def name_of_way(name: str | None, direction: tuple[str, ...]) -> str:
    return name or (direction[0] if direction else "")


def _sight(asked: Asked) -> Said | None:
    """Where things are; whether somebody or something is here; who is here."""
    far = asked.question.kind == "how_many" and asked.thing in asked.world.locations
    here = asked.question.kind == "whether" and not _HERE.isdisjoint(asked.question.about)
    found = place_of(asked) if far or here or asked.asks_the_way else None
    return ("sight", found) if found else None


_HERE = frozenset("here there around near nearby inside outside".split())


_HAVING = re.compile(r"(?:have|do|did) you (?:(?:still )?have |(?:got|carry|own|keep|brought) )?(?P<what>.+)")


def _possession(asked: Asked) -> Said | None:
    """Whether they have something: what they carry is theirs; of the rest they have none about them."""
    found = _HAVING.fullmatch(asked.words)
    having = found is not None and {"have", "got", "carry", "own"} & set(asked.words.split()[2:4])
    if asked.question.kind != "whether" or not having or asked.thing in asked.person.hides:
        return None
    if asked.thing in asked.world.items:
        held = asked.state.items[asked.thing]
        kind = "mine" if held == asked.who else "yours" if held == PLAYER else "none"
        return "sight", asked.replies(kind)
    return ("sight", asked.replies("none", what=asked.what)) if asked.what and asked.thing is None else None


def _feeling(asked: Asked) -> Said | None:
    """What they think of somebody who is asked after."""
    if asked.thing not in asked.world.characters or asked.thing == asked.who:
        return None
    if asked.question.kind == "who":
        return who_somebody_is(asked)
    theirs = _OF_YOURS.search(asked.words) is not None  # "is she angry?" is no question of liking her
    of_kind = _OF_WHAT_KIND.fullmatch(asked.words) is not None  # "is she kind?"
    if (
        asked.question.kind not in ("opinion", "about")
        and not of_kind
        and not (theirs and asked.question.kind in ("what", "whether", "how"))
    ):
        return None
    return ("feeling", feeling_about(asked, asked.thing)) if _may_name(asked, asked.thing) else None


def who_somebody_is(asked: Asked) -> Said | None:
    """Who one of the people is, where just that is asked: "who built this ship?" is after no word on the ship."""
    whom = asked.thing
    if asked.question.kind != "who" or whom not in asked.world.characters or whom == asked.who:
        return None
    if is_hidden(asked, str(whom)) or not _ASKS_WHO.match(asked.words):
        return None
    return "feeling", (_who_is(asked, str(whom)),)


def _who_is(asked: Asked, whom: str) -> str:
    """Who somebody is, as anybody who lives with them can say: by their calling, or by name who was asked by that."""
    person = asked.world.characters[whom]
    if not content_of(person.name) & content_of(asked.what):
        return (
            f"{person.name}."
            if "name" in asked.words.split()
            else f"{asked.what[:1].upper()}{asked.what[1:]}? {person.name}."
        )
    known = said_of_oneself(asked.world, whom)
    told = content_of(known.partition(". ")[2]) - content_of(person.name)
    return f"{known[:1].upper()}{known[1:]}" if told else feeling_about(asked, whom)[0]


_OF_WHAT_KIND = re.compile(
    r"(?:is|was) (?:he|she|\w+) (?:really |very |always |so |any |a )?"
    r"(?!here|there|dead|alive|awake|asleep|in|out|gone|back|home|up|down|well|ill|coming|\w+ing)\w+"
)
_OF_YOURS = re.compile(r"\b(?:do|did|are|were|would|could|have|can|should|will) you\b|\byour\b")
_ASKS_WHO = re.compile(r"(?:\w+ ){0,3}?whom?(?: (?:the )?\w+)?(?: (?:is|was|are|were)\b|$)")


_DWELLING = frozenset("live lives sleep sleeps stay stays dwell dwells work works".split())


def who_is_meant(asked: Asked) -> Said | None:
    """Who does what they are called by, or what somebody is called, whatever there is to say of them besides."""
    named = asked.question.kind == "what" and not {"name", "called"}.isdisjoint(asked.words.split())
    another = asked.topic is not None and asked.topic != topic_of(asked.world, asked.who, asked.thing or "")
    if named and asked.thing in asked.world.characters and asked.thing != asked.who and not another:
        return ("sight", (_who_is(asked, asked.thing),)) if _may_name(asked, asked.thing) else None
    return _who_does(asked)


def _who_does(asked: Asked) -> Said | None:
    """Whoever lives in a place, or does what they are called by: who cleans is the cleaner."""
    doing = re.findall(r"\b(?:who|whom|that) (\w+)", asked.words) if asked.question.kind == "who" else []
    verb = doing[-1] if doing else ""
    if asked.thing in asked.world.characters or not verb:
        return None
    found = []
    for who, person in asked.world.characters.items():
        here = asked.state.characters[who]
        if not here.alive or here.place == NOWHERE or is_animal(asked.world, who) or is_hidden(asked, who):
            continue
        at_home = verb in _DWELLING and asked.thing in asked.world.locations and haunt(person) == asked.thing
        if at_home or (is_third_person(verb) and _is_called_by(person, infinitive(verb))):
            found.append(who)
    if not found:
        return None
    if asked.who in found:
        return "sight", asked.replies("i_lead")
    return "sight", asked.replies(
        "leads", who=join_names([asked.world.characters[who].name for who in found])
    )


def _is_called_by(person: Character, deed: str) -> bool:
    """Whether a name of somebody is that of whoever does a deed: "cleaner", "gatekeeper"."""
    root = deed.removesuffix("e")
    words = [word for name in (person.name, *person.aliases) for word in name_words(name)]
    return any(word in (f"{root}er", f"{root}or", f"{root}{root[-1]}er") for word in words)


def feeling_about(asked: Asked, whom: str) -> tuple[str, ...]:
    """What they feel most toward somebody, in words."""
    bond = asked.state.characters[asked.who].toward(whom)
    name = asked.world.characters[whom].name
    measures = {
        "afraid": bond.fear, "owes": bond.debt, "fond": bond.affection, "dislikes": -bond.affection,
        "trusts": bond.trust, "distrusts": -bond.trust,
    }  # fmt: skip
    kind = max(measures, key=lambda one: measures[one])
    if measures[kind] > 0:
        return asked.replies(kind, who=name)
    before = said_in_brief(asked, topic_of(asked.world, asked.who, whom))
    return asked.every_reply("as_said", tale=before) if before else asked.replies("indifferent", who=name)


def gives_leave(asked: Asked) -> bool:
    """Whether the player is given leave to do what they ask for: it costs nothing, or they are feared."""
    state, about = asked.state.characters[asked.who], asked.question.about
    bond = state.toward(PLAYER)
    if asked.question.kind not in ("may", "will") or min(state.disposition, bond.trust, bond.affection) < 0:
        return False
    free = bool(about) and (about[0] in _FREE or (about[:2] == ("have", "a") and about[-1] in _A_WORD))
    return (asked.question.kind == "may" and free) or bond.fear >= 2


def _favour(asked: Asked) -> Said | None:
    """May I, will you: what costs nothing is granted, anything else has a price or is refused."""
    kind = asked.question.kind
    if kind == "price":
        return "reply", reply(asked.person, "price")
    if kind not in ("may", "will"):
        return None
    if gives_leave(asked):
        return "reply", reply(asked.person, "granted")
    state = asked.state.characters[asked.who]
    bond = state.toward(PLAYER)
    if state.disposition < 0 or bond.trust < 0 or bond.affection < 0:
        return "reply", reply(asked.person, "wont")
    return "reply", reply(asked.person, "price")


def pointer(asked: Asked) -> Said | None:
    """Somebody who has something to say of it, whom the one asked would send the player to."""
    if asked.matter is None:
        return None
    said_by = asked.thing if asked.question.kind == "said" and asked.thing != asked.who else None
    if said_by in asked.world.characters and _may_name(asked, said_by):
        return "pointer", asked.replies("ask_another", who=asked.world.characters[said_by].name)
    if not asked.echo and asked.thing is None:
        return None  # nobody is sent on for a word that only stood in the question
    knowing = knows_of(asked, asked.matter) or _who_is_asked_after(asked)
    if knowing is None or not _may_name(asked, knowing):
        return None
    if knowing == asked.thing:
        return "pointer", asked.replies("ask_them", who=asked.world.characters[knowing].name)
    return "pointer", asked.replies("ask_another", who=asked.world.characters[knowing].name)


def _who_is_asked_after(asked: Asked) -> str | None:
    """Whoever a question is about: nobody knows better how they are and what they did."""
    world, state, thing = asked.world, asked.state, asked.thing
    if (
        thing not in world.characters
        or thing == asked.who
        or asked.question.kind in ("opinion", "about", "who")
    ):
        return None
    there = state.characters[thing].alive and state.characters[thing].place != NOWHERE
    return thing if there and has_words(world.characters[thing]) else None


def knows_of(asked: Asked, matter: Matter) -> str | None:
    """Who has a topic of this matter: first who is here and awake, then who was met, then whom the asked know of."""
    world, state = asked.world, asked.state
    found = []
    for order, (who, person) in enumerate(world.characters.items()):
        one = state.characters[who]
        if who in (asked.who, matter.thing) or not one.alive or one.place == NOWHERE or not has_words(person):
            continue
        if not _may_name(asked, who):
            continue
        named = any(
            matter.stems and matter.stems <= {stem for word in topic.names for stem in _stems(word)}
            for topic in person.topics.values()
        )
        if named:
            here = one.place == state.place and not is_asleep(world, state, who)
            found.append((not here, not one.met, order, who))
    return min(found)[-1] if found else None


def _stems(name: str) -> tuple[str, ...]:
    return tuple(stem(word) for word in name_words(name))


def ignorance(asked: Asked) -> Said:
    """That they do not know, naming what; another wording each turn, so that no shrug comes twice running."""
    feeling = asked.state.characters[asked.who].disposition
    lines = [
        line
        for line in asked.person.unknown
        if holds(line.when, asked.world, asked.state)
        and (line.disposition is None or compare(line.disposition, feeling))
    ]
    own = [text for line in lines for text in line.text if not text.startswith("*") and "\n" not in text]
    last = asked.echo.split()[-1] if " " in asked.echo else ""
    verbal = is_gerund(last) or bool(last and _DOES.match(asked.words))
    naming = "" if verbal or not _OWN_WORDS.isdisjoint(asked.echo.split()) else asked.echo
    unsure = tuple(
        text for text in asked.every_reply("unsure", what=naming) if naming.casefold() in text.casefold()
    )
    turn = asked.state.turn
    # Lines of ignorance of their own take turns with short answers: neither is worn out, and neither is passed over.
    first, second = (_beginning_at(own, turn // 2), _beginning_at(unsure, turn // 2))[
        :: 1 if turn % 2 == 0 else -1
    ]
    pool = asked.every_reply("nobody_so") if _AMONG_US.match(asked.words) else (*first, *second)
    said = tuple(text for text in pool if not asked.was_told(text))[:1] or pool[:1]
    said = tuple(_of_what_was_asked(asked, text, naming) for text in said)
    whom = _who_may_know(asked, said[0]) if said else ""
    return "ignorance", (f"{said[0]} {whom}",) if whom else said


# "Is anybody here short of money?" is after people, of whom whoever knows of nobody says so.
_AMONG_US = re.compile(
    r"(?:(?:and|so|between us) )*(?:is|are|was|were|has|have|does|do|did) (?:there )?"
    r"(?:any|some)(?:body|one)(?: else)? (?!(?:you|i|we|they|he|she)\b)\w+"
)


def _of_what_was_asked(asked: Asked, text: str, naming: str) -> str:
    """A line of ignorance with what it is of before it: a shrug that names nothing may be at anything."""
    if not asked.question.asked or (naming and naming.casefold() in text.casefold()):
        return text
    whole, words = question_said_back(asked), asked.words.split()
    with_verb = words[1:2] and words[1] in AUXILIARIES and naming.split()[-1:] == words[-1:]
    named = f"{naming[:1].upper()}{naming[1:]}?" if naming and not with_verb else ""
    return f"{named or whole} {text}".strip()


# Kinds of question that somebody else may have the answer to.
_HAS_AN_ANSWER = frozenset("who where when why how_many how what what_happened whether".split())


def _who_may_know(asked: Asked, said: str) -> str:
    """Whom they send on who is asked in vain: whoever has the say here, once, and in short words."""
    leader = leader_of(asked.world, asked.state)
    if leader is None or leader == asked.who or asked.question.kind not in _HAS_AN_ANSWER:
        return ""
    sent_on = asked.world.characters[leader].name in said or _OWN_LIFE.search(asked.words) is not None
    if (
        sent_on
        or not asked.state.characters[leader].alive
        or not is_known_to(asked, leader)
        or is_hidden(asked, leader)
    ):
        return ""
    fresh = [
        one
        for one in asked.replies("may_know", who=asked.world.characters[leader].name)
        if not asked.was_told(one)
    ]
    return fresh[asked.state.turn % len(fresh)] if fresh else ""


_OWN_LIFE = re.compile(r"\b(?:you|your|yours|yourself)\b")


# What comes after may be a verb: nobody says "the captain live" back.
_DOES = re.compile(r"(?:do|does|did|will|would|can|could)\b")


_OWN_WORDS = frozenset("i me my mine you your yours we us our".split())  # nobody says those back unturned


def _beginning_at(texts: Sequence[str], turn: int) -> tuple[str, ...]:
    """The texts from another one on each turn."""
    at = turn % len(texts) if texts else 0
    return (*texts[at:], *texts[:at])


SOURCES: tuple[Callable[[Asked], Said | None], ...] = (
    _of_themselves, _refuse_hidden, _where_it_is_had, _fact, _sight, _possession, _favour, _feeling, _common,
    pointer, ignorance,
)  # fmt: skip
