"""What somebody says to a question about themselves: family, age, where from, what they like or can. Pure.

Nobody is ignorant of their own life: where their writer says nothing of it, they keep it to themselves.
"""

from __future__ import annotations

import re

from gamemaster.language.english import Forms, Words
from gamemaster.language.names.normalization import content_of, plain, stem, words_of
from gamemaster.language.names.noun_index import name_words, nouns_of
from gamemaster.language.tables.verb_forms import plain_form
from gamemaster.language.talk.direct_address import PLEAS
from gamemaster.language.wording.small_talk import kind_of_small_talk
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.narration.understudy.answers.in_character.answer_sources import haunt, said_of_oneself
from gamemaster.narration.understudy.answers.in_character.own_life import (
    is_kept_back,
    of_ones_life,
    wish_or_fear,
)
from gamemaster.narration.understudy.answers.in_character.questions import OF_THEMSELVES, Asked, proper_names
from gamemaster.narration.understudy.answers.scene_answers import place_offering
from gamemaster.narration.understudy.secrecy import kept_words
from gamemaster.rules.proposal import Discuss

_FORMS = Forms(__name__)
_WORDS = Words(__name__)
_PEOPLE = {
    "family": "wife husband son daughter child mother father brother sister grandmother grandfather grandson uncle "
    "aunt family sweetheart",
    "married": "wife husband sweetheart married engaged betrothed",
    "child": "son daughter child",
    "parent": "mother father",
    "sibling": "brother sister",
    "kin": "wife husband son daughter child mother father brother sister",
}
_KIN = {word: frozenset(kin.split()) for word, kin in _PEOPLE.items()}
_KIN |= {word: frozenset({word}) for kin in _PEOPLE.values() for word in kin.split() if word not in _PEOPLE}
_KIN |= {
    "engaged": _KIN["married"],
    "betrothed": _KIN["married"],
    "marry": _KIN["married"],
    "girlfriend": _KIN["married"],
    "boyfriend": _KIN["married"],
    "kid": _KIN["child"],
    "folk": _KIN["family"],
    "love": _KIN["married"],
}
_OTHERWISE = OF_THEMSELVES | {"opinion_of_me", "who_leads", "who_here", "said", "price", "may", "bond"}


_OF_ANOTHER = re.compile(
    r"(?:and |so |but )?(?:(?:what|why|how|when|where|who) )?"
    r"(?:did|does|has|had|was|is|were|are|will|would|could|can|have) (?:he|she|they)\b"
)


def is_personal(asked: Asked) -> bool:
    """Whether somebody is asked about themselves and their life, and not what they know or would do."""
    if _OF_ANOTHER.match(asked.words):
        return False  # "did he ever taste anything of yours?"
    said = asked.words.split()
    personal = (
        asked.thing in (None, asked.who)
        or bool(_kin_in(asked))
        or bool(_FORMS["calling"].fullmatch(asked.words))
    )
    if asked.thing not in asked.world.characters and asked.question.kind != "where":
        personal = personal or _FORMS["their_doing"].match(asked.words) is not None
    if _FORMS["with_me"].fullmatch(asked.words) or _FORMS["left_undone"].match(asked.words):
        return True
    about_them = personal and asked.question.asked
    if not about_them or _WORDS["own"].isdisjoint(said) or asked.question.kind in _OTHERWISE:
        return False
    if asked.question.kind == "self":
        return any(form.fullmatch(asked.words) for form in (_FORMS["how_old"], _FORMS["born"]))
    if asked.question.kind == "whether" and _FORMS["having"].match(asked.words):
        return bool(_kin_in(asked))  # what they have about them is no part of their life
    if said[1:2] == ["there"]:
        return False  # "is there work you want done?"
    if asked.question.kind == "will":
        return _ability(asked) is not None
    return _FORMS["outward"].search(asked.words) is None or bool(_kin_in(asked))


def line_about_oneself(asked: Asked) -> Discuss | None:
    """The topic of theirs that speaks of whom they are asked after: "are you married?" is about a wife."""
    kin = _kin_in(asked)
    if not kin:
        return None
    for topic in sorted(asked.person.topics.values(), key=lambda one: one.id not in kin):
        if any({stem(word) for word in name_words(name)} & kin for name in topic.names):
            return Discuss(who=asked.who, topic=topic.id)
    return None


def is_loosely_named(asked: Asked) -> bool:
    """Whether the words name the topic that they were read as by a part of one of its names only."""
    topic = asked.person.topics.get(asked.topic or "")
    said = {stem(word) for word in words_of(asked.words)}
    return topic is not None and not any(
        {stem(word) for word in name_words(name)} <= said for name in (*topic.names, topic.id)
    )


def fact_of_life(asked: Asked) -> tuple[str, ...]:
    """Their age, how long they have been about, where they are from: as far as their persona says it."""
    first, _, _ = asked.person.persona.partition(". ")
    forms = (
        (_FORMS["how_old"], _FORMS["age"], first),
        (_FORMS["how_long"], _FORMS["years"], asked.person.persona),
        (_FORMS["born"], _FORMS["from"], first),
    )
    asked_for = next(((told, text) for form, told, text in forms if form.fullmatch(asked.words)), None)
    return _as_answer(asked_for[0].search(asked_for[1])) if asked_for is not None else ()


def told_of_oneself(asked: Asked) -> tuple[str, ...]:
    """What their writer says of it, turned to speech; empty where it is nothing."""
    words = asked.words
    if (
        _FORMS["calling"].fullmatch(words)
        and asked.thing in asked.world.characters
        and asked.thing != asked.who
    ):
        return asked.replies("no")
    if (calling := _FORMS["calling"].fullmatch(words)) is not None and _is_called(asked, calling["what"]):
        return asked.replies("i_am_one")
    if _FORMS["with_me"].fullmatch(words):
        return asked.replies("present")  # whoever hears it is there
    if known := fact_of_life(asked):
        return known
    if told := of_ones_life(asked):
        return told
    if is_kept_back(asked):
        return asked.replies("wont", what="")
    return ()


def personal_reply(asked: Asked) -> tuple[str, ...]:
    """What somebody says of their life of which nothing was written: little, and nothing that could turn out false."""
    words = asked.words
    if _FORMS["how_long"].fullmatch(words):
        return _by_turn(asked, "long")
    if (deed := _ability(asked)) is not None:
        return asked.replies("able", deed=deed.capitalize())
    if re.match(r"why are you \w+ing\b", words):
        return asked.replies("doing")
    if re.match(r"why do you (?:always |never |still )?\w+", words):
        return asked.replies("habit")
    if _FORMS["likes"].fullmatch(words):
        return _by_turn(asked, "taste")
    ill = asked.state.characters[asked.who].disposition < 0
    if ill or touches_a_secret(asked) or asks_for_guilt(asked):
        return _by_turn(asked, "private")
    return _in_ordinary_words(asked)


def touches_a_secret(asked: Asked) -> bool:
    """Whether it is asked after what somebody hides: of that no pleasantry is said, and nothing settled."""
    world, hidden = asked.world, asked.person.hides
    names = " ".join(name_of(world, one) for one in hidden if one not in world.facts)
    kept = kept_words(world, asked.who) | content_of(names)
    people = (name for one in world.characters.values() for name in (one.name, *one.aliases))
    return not content_of(asked.words).isdisjoint(kept - content_of(" ".join(people)))


def asks_for_guilt(asked: Asked) -> bool:
    """Whether they are asked if they did a wrong, or did a thing that is only pointed at: "did you do it?"."""
    words = [word for word in words_of(plain(asked.words)) if word.isalnum()]
    if _FORMS["ones_own_deed"].search(asked.words) is None:
        return False
    verbs = nouns_of(asked.world).verbs
    after = (
        (plain_form(word, verbs.base) for word in words[words.index("you") + 1 :]) if "you" in words else ()
    )
    deeds = [verbs.at_start([word])[0] for word in after]
    points_only = bool(words) and words[0] == "did" and not content_of(" ".join(words))
    return points_only or any(not _WORDS["crimes"].isdisjoint(meant) for meant in deeds)


def _in_ordinary_words(asked: Asked) -> tuple[str, ...]:
    """What anybody says to a question of that kind, with what the world tells of their work and their bed."""
    kind, said = kind_of_small_talk(asked.words)
    if asked.person.pronoun == "it" and kind in _WORDS["bodily"]:
        kind = "bodiless"
    names = {**said, **names_of_a_life(asked)}
    fresh = asked.replies(kind, **names)
    return (asked.replies("aside") if all(map(asked.was_told, fresh)) else fresh)[:1]


def names_of_a_life(asked: Asked) -> dict[str, str]:
    """What the world tells of somebody's days: calling, bed, haunt and meals, a wish and a fear."""
    world, person = asked.world, asked.person
    called = said_of_oneself(world, asked.who).partition(". ")[2].rstrip(".")
    names = {"calling": called} if called else {}
    beds = {one.at for one in person.movements if one.asleep and one.when is None}
    eating = place_offering(world, asked.state, "food")
    for name, place in (("bed", next(iter(beds), None)), ("haunt", haunt(person) or person.at)):
        if place in world.locations and not asked.person.hides.count(place):
            names[name] = name_of(world, place)
    if eating is not None:
        names["meal"] = name_of(world, eating[0])
    for kind in ("want", "fear"):
        if felt := wish_or_fear(asked, kind):
            told = felt[0].rstrip(".")
            first = told.partition(" ")[0]
            own = first == "I" or first in proper_names(world)
            names[kind] = told if own else f"{told[:1].lower()}{told[1:]}"
    return names


def _by_turn(asked: Asked, kind: str) -> tuple[str, ...]:
    """One of the wordings, another each turn."""
    texts = asked.every_reply(kind)
    turn = asked.state.turn % len(texts) if texts else 0
    return texts[turn : turn + 1]


def _is_called(asked: Asked, calling: str) -> bool:
    """Whether somebody is known to be this: by a name of theirs, or by what their persona begins with."""
    person = asked.person
    known = content_of(" ".join((person.name, *person.aliases, person.persona.partition(". ")[0])))
    said = content_of(calling)
    return bool(said) and said <= known


def _as_answer(found: re.Match[str] | None) -> tuple[str, ...]:
    return (f"{found[1][:1].upper()}{found[1][1:]}.",) if found is not None else ()


def _ability(asked: Asked) -> str | None:
    """What they are asked whether they can: "can you swim?"; None of a request."""
    found = _FORMS["able"].fullmatch(asked.words)
    return found["deed"] if found is not None and found["deed"] not in PLEAS else None


def _kin_in(asked: Asked) -> frozenset[str]:
    """Whom of their family they are asked after; nobody of another's deed: "did Ulf kill your father?"."""
    if _WORDS["own"].isdisjoint(asked.words.split()[:3]):
        return frozenset()
    said = {stem(word) for word in asked.words.split()}
    return frozenset().union(*(kin for word, kin in _KIN.items() if word in said or stem(word) in said))
