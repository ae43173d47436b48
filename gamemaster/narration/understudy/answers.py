"""What somebody answers where no line was written for the question: the sources, in order. Pure.

What is authored comes first (the referee picks the line), then a fact that they know, what they see, what they feel
about whoever is asked after, somebody who may know, and last that they do not know it, in their own voice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from gamemaster.language.names.normalization import content_of, plain, stem, words_of
from gamemaster.language.names.noun_index import name_words, scope_of
from gamemaster.language.talk.matters import Matter, matter_of
from gamemaster.language.talk.question_forms import Question, question_of
from gamemaster.language.wording.paragraphs import has_words
from gamemaster.language.wording.replies import reply
from gamemaster.language.wording.stock_lines import fill, join_names, name_of
from gamemaster.narration.understudy.recollection import recollection
from gamemaster.rules.conditions import is_asleep
from gamemaster.rules.draft import Draft
from gamemaster.rules.proposal import Answer, Discuss, Intent, Operation, Try
from gamemaster.rules.reach import exits, features, items_here
from gamemaster.rules.social_operations import next_line
from gamemaster.rules.state import MATTER, Recalled, StoryState, digest
from worlds.schema import NOWHERE, PLAYER, Character, World

_OF_THEMSELVES = frozenset({"want", "fear", "doing", "well", "honest"})
_PERSONAL = _OF_THEMSELVES | {"self", "opinion_of_me", "who_leads", "who_here", "may", "will"}
_REFERRING = frozenset("it that this he him his she her they them there one those these".split())
_FREE = frozenset(
    "sit stay sleep rest look come enter warm watch wait listen ask speak talk go leave stand pass".split()
)
# A source, and interchangeable wordings.
Said = tuple[Literal["fact", "sight", "feeling", "pointer", "ignorance", "reply"], tuple[str, ...]]


@dataclass(frozen=True)
class Asked:
    """A question to somebody, as far as it is understood."""

    world: World
    state: StoryState
    who: str
    question: Question
    matter: Matter | None
    words: str

    @property
    def person(self) -> Character:
        return self.world.characters[self.who]

    @property
    def thing(self) -> str | None:
        return self.matter.thing if self.matter is not None else None

    @property
    def what(self) -> str:
        return self.matter.name if self.matter is not None else ""

    def replies(self, kind: str, **names: str) -> tuple[str, ...]:
        return reply(self.person, kind, self.was_told, what=self.echo, **names)

    @property
    def echo(self) -> str:
        """What is said back of the matter; nothing of a verb or a fragment."""
        return self.matter.name if self.matter is not None and self.matter.echoed else ""

    def was_told(self, text: str) -> bool:
        return digest(text) in self.state.told


def answer_instead(
    draft: Draft, operation: Operation, intent: Intent, words: str, recalled: Iterable[Recalled] = ()
) -> Operation:
    """The operation, or what somebody says where it would lead to no line of theirs."""
    if isinstance(operation, Try) and operation.why == "heard":
        return _reply_to_heard(draft, operation, words)
    if not isinstance(operation, Discuss) or operation.who not in draft.world.characters:
        return operation
    world, state, who = draft.world, draft.state, operation.who
    person = world.characters[who]
    if state.characters[who].place != state.place or not state.characters[who].alive or not has_words(person):
        return operation
    asked = asked_of(world, state, operation, intent, words)
    topic = person.topics.get(operation.topic)
    found = _place_of(asked) if asked.question.kind == "where" else None
    if found and not _answers(person, operation.topic, "where"):
        return _as_answer(asked, ("sight", found))
    if topic is not None and draft.holds(topic.when, f"{who}.{topic.id}"):
        key = f"{who}.{topic.id}"
        if next_line(draft, who, topic.lines, key, asked.question.kind) is not None:
            return operation.model_copy(update={"asks": asked.question.kind})
        if any(name.startswith(f"{key}.") for name in state.lines):
            return _as_answer(asked, ("reply", _once_more(_with_name(asked, topic.names[0]))))
    if (remembered := recollection(world, operation, words, recalled, state.told)) is not None:
        return remembered
    if intent.verb == "tell" and not asked.question.asked and not _ends_in_question(intent.words, words):
        return _as_answer(asked, ("reply", asked.replies(_reception(state, who))))
    for source in _SOURCES:
        said = source(asked)
        if said is not None and said[1]:
            return _as_answer(asked, said)
    return operation


# What is said to a word that was heard, by the verb it was said with.
_HEARD = {
    "thank": "thanked", "apologise": "forgiven", "insult": "hurt", "accuse": "hurt", "comfort": "comforted",
    "charm": "flattered", "beg": "begged", "promise": "agreed", "trade": "offered", "kiss": "flattered",
    "recruit": "stays",
}  # fmt: skip


def _reply_to_heard(draft: Draft, operation: Try, words: str) -> Operation:
    """What somebody says to what was only heard before: thanks, an insult, a promise."""
    who = operation.what
    kind = _HEARD.get(operation.verb)
    if who not in draft.world.characters or kind is None or not has_words(draft.world.characters[who]):
        return operation
    texts = reply(draft.world.characters[who], kind, lambda text: digest(text) in draft.state.told)
    return Answer(who=who, texts=texts[:24]) if texts else operation


def _reception(state: StoryState, who: str) -> str:
    """How something that is told is taken: believed, or not by somebody who does not trust the player."""
    bond = state.characters[who].toward(PLAYER)
    return "doubted" if bond.trust < 0 or state.characters[who].disposition < 0 else "agreed"


def _ends_in_question(clause: str, words: str) -> bool:
    """Whether a clause stands in a sentence that ends in a question mark: "there's nine of you?"."""
    said = set(words_of(plain(clause)))
    questions = (set(words_of(plain(part))) for part in re.findall(r"[^.!?]+(?=\?)", words))
    return any(said and len(said & question) > len(said) / 2 for question in questions)


def asked_of(world: World, state: StoryState, operation: Discuss, intent: Intent, words: str) -> Asked:
    """What is asked, from the clause that it was read from; "it" and "he" are what was spoken of last."""
    scope = scope_of(world, state)
    said = _said_part(world, operation.who, _own_words(intent, words))
    question = question_of(said)
    matter = matter_of(scope, question.about, words, operation.who)
    if matter is None and operation.topic in world.characters[operation.who].topics:
        name = world.characters[operation.who].topics[operation.topic].names[0]
        matter = matter_of(scope, tuple(words_of(plain(name))), name, operation.who)
    refers = not question.about or not _REFERRING.isdisjoint(question.about)
    if matter is None and refers and (before := state.focus.get(MATTER)) and question.kind not in _PERSONAL:
        matter = matter_of(scope, tuple(words_of(plain(before))), before, operation.who)
    return Asked(world, state, operation.who, question, matter, said)


def _own_words(intent: Intent, words: str) -> str:
    """What was said: between quotation marks, if it stood there, else the clause that it was read from."""
    if '"' in intent.words or not intent.words:
        quoted = re.findall(r"[\"\u201c\u201d]([^\"\u201c\u201d]+)[\"\u201c\u201d]", words)
        return max(quoted, key=len) if quoted else words
    return intent.words


def _said_part(world: World, who: str, words: str) -> str:
    """The words that are said, without to whom: "ask hild where orm is" is "where orm is"."""
    said = [word for word in words_of(plain(words)) if word[0].isalnum()]
    names = {word for name in (world.characters[who].name, *world.characters[who].aliases)
             for word in words_of(plain(name))}  # fmt: skip
    at = 0
    if said and said[0] in ("ask", "tell", "question", "say"):
        at = 1
        while at < len(said) and (
            said[at] in names or said[at] in ("the", "her", "him", "them", "to", "old", "mr")
        ):
            at += 1
        if at == 1 and said[0] in ("tell", "say"):
            at = 0
    elif said and said[0] in names:
        while at < len(said) and said[at] in names:
            at += 1
    while len(said) > at + 1 and said[-1] in names and said[-1] not in ("you", "it"):
        if said[-2] in (
            "of",
            "about",
            "with",
            "is",
            "was",
            "to",
            "like",
            "trust",
            "the",
            "do",
            "does",
            "did",
            "kill",
        ):
            break
        said.pop()
    return " ".join(said[at:]) or " ".join(said)


def _once_more(asked: Asked) -> tuple[str, ...]:
    """To what was asked before: that it was, or who else might be asked."""
    elsewhere = _pointer(asked)
    return asked.replies("again") + (elsewhere[1] if elsewhere is not None else ())


def _answers(person: Character, topic: str, kind: str) -> bool:
    return topic in person.topics and any(kind in line.answers for line in person.topics[topic].lines)


def _with_name(asked: Asked, name: str) -> Asked:
    if asked.matter is not None:
        return asked
    return Asked(
        asked.world, asked.state, asked.who, asked.question, Matter(None, name, frozenset()), asked.words
    )


def _as_answer(asked: Asked, said: Said) -> Answer:
    source, texts = said
    fact = _known_fact(asked) if source == "fact" else None
    return Answer(who=asked.who, texts=texts[:24], source=source, matter=asked.what[:120], fact=fact)


# ---- the sources ----


def _of_themselves(asked: Asked) -> Said | None:
    """Who they are, what they want and fear, how they are, and what they think of the player."""
    kind = asked.question.kind
    if kind == "self":
        return "reply", (_introduction(asked.person),)
    if kind in _OF_THEMSELVES:
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
    """Whoever is host of the place, or of most places."""
    hosts = [who for who, person in asked.world.characters.items() if person.host]
    hosts.sort(key=lambda who: -len(asked.world.characters[who].host))
    here = [who for who in hosts if asked.state.place in asked.world.characters[who].host]
    leader = next(iter((*here, *hosts)), None)
    if leader == asked.who:
        return asked.replies("i_lead")
    return asked.replies("leads", who=asked.world.characters[leader].name) if leader else ()


def _introduction(person: Character) -> str:
    """Name and calling, from the first sentence of a persona: "I'm Hild. Hunter, Orm's daughter."."""
    first = person.persona.partition(". ")[0].rstrip(".")
    parts = [part.strip() for part in first.split(",")]
    told = [p for p in parts if p and _AGES.isdisjoint(re.split(r"[\s-]", p.casefold()))][:2]
    calling = ", ".join(told[:1])
    return (
        f"{person.name}. {calling[:1].upper()}{calling[1:]}."
        if calling and calling != person.name
        else person.name
    )


# Of a persona's parts, those that nobody would say of themselves on being asked who they are.
_AGES = frozenset(
    """twenty thirty forty fifty sixty seventy eighty ninety about aged years old upright handsome quick tall
    thin""".split()
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


def _known_fact(asked: Asked) -> str | None:
    """The fact of theirs that shares most with what is asked."""
    if asked.matter is None:
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
    fact = _known_fact(asked)
    return ("fact", (asked.world.facts[fact].text.strip(),)) if fact is not None else None


def _common(asked: Asked) -> Said | None:
    """What everybody knows."""
    named = content_of(asked.what)
    for lore in asked.world.lore.values():
        if lore.common and named and any(content_of(key) & named for key in lore.keys):
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


def _place_of(asked: Asked) -> tuple[str, ...] | None:
    """Where somebody or something is, or which way a place lies, as far as they can see or commonly know."""
    world, state, thing = asked.world, asked.state, asked.thing
    if thing in world.characters:
        return _whereabouts(asked, thing)
    if thing in world.locations:
        return _way_to(asked, thing)
    if thing in world.items:
        where = state.items[thing]
        if where == PLAYER:
            return asked.replies("yours")
        if where == asked.who and asked.thing not in asked.person.hides:
            return asked.replies("mine")
        return asked.replies("lies_here") if thing in items_here(world, state) else None
    return asked.replies("lies_here") if any(f.id == thing for f in features(world, state)) else None


def _whereabouts(asked: Asked, who: str) -> tuple[str, ...] | None:
    state, person = asked.state.characters[who], asked.world.characters[who]
    if who == asked.who or state.place == NOWHERE:
        return None
    if state.place == asked.state.place:
        dead = "here" if state.alive else "dead"
        return asked.replies(dead, who=person.name)
    home = haunt(person)
    return asked.replies("usually", who=person.name, place=name_of(asked.world, home)) if home else None


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


def first_step(world: World, state: StoryState, goal: str) -> str | None:
    """The first place on the shortest way to a goal, by ways that can be seen, open or not."""
    queue, came_from = [state.place], {state.place: ""}
    for here in queue:
        for way in exits(world, state, here):
            if way.to not in came_from:
                came_from[way.to] = here
                queue.append(way.to)
    if goal not in came_from:
        return None
    while came_from[goal] not in ("", state.place):
        goal = came_from[goal]
    return goal


def _sight(asked: Asked) -> Said | None:
    """Where things are; whether somebody or something is here; who is here."""
    far = asked.question.kind == "how_many" and asked.thing in asked.world.locations
    found = _place_of(asked) if far or asked.question.kind in ("where", "whether") else None
    return ("sight", found) if found else None


def _feeling(asked: Asked) -> Said | None:
    """What they think of somebody who is asked after."""
    whom = asked.thing
    if whom not in asked.world.characters or whom == asked.who:
        return None
    if asked.question.kind not in ("opinion", "about", "who", "what", "whether", "how"):
        return None
    bond = asked.state.characters[asked.who].toward(whom)
    name = asked.world.characters[whom].name
    measures = {
        "afraid": bond.fear, "owes": bond.debt, "fond": bond.affection, "dislikes": -bond.affection,
        "trusts": bond.trust, "distrusts": -bond.trust,
    }  # fmt: skip
    kind = max(measures, key=lambda one: measures[one])
    return "feeling", asked.replies(kind if measures[kind] > 0 else "indifferent", who=name)


def _favour(asked: Asked) -> Said | None:
    """May I, will you: what costs nothing is granted, anything else has a price or is refused."""
    kind = asked.question.kind
    if kind == "price":
        return "reply", reply(asked.person, "price")
    if kind not in ("may", "will"):
        return None
    state = asked.state.characters[asked.who]
    bond = state.toward(PLAYER)
    if state.disposition < 0 or bond.trust < 0 or bond.affection < 0:
        return "reply", reply(asked.person, "wont")
    free = kind == "may" and bool(asked.question.about) and asked.question.about[0] in _FREE
    return "reply", reply(asked.person, "granted" if free or bond.fear >= 2 else "price")


def _pointer(asked: Asked) -> Said | None:
    """Somebody who has something to say of it, whom the one asked would send the player to."""
    if asked.matter is None:
        return None
    if asked.question.kind == "said" and asked.thing in asked.world.characters and asked.thing != asked.who:
        return "pointer", asked.replies("ask_another", who=asked.world.characters[asked.thing].name)
    knowing = knows_of(asked.world, asked.state, asked.matter, asked.who)
    if knowing is None:
        return None
    return "pointer", asked.replies("ask_another", who=asked.world.characters[knowing].name)


def knows_of(world: World, state: StoryState, matter: Matter, besides: str) -> str | None:
    """Who has a topic of this matter: first who is here and awake, then who was met, then anybody who is about."""
    found = []
    for order, (who, person) in enumerate(world.characters.items()):
        one = state.characters[who]
        if who in (besides, matter.thing) or not one.alive or one.place == NOWHERE or not has_words(person):
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


def _ignorance(asked: Asked) -> Said | None:
    """That they do not know, naming what; a line that their writer wrote for that is said after its name."""
    own = [text for line in asked.person.unknown for text in line.text if not text.startswith("*")]
    own = [text for text in own if "\n" not in text]
    if asked.person.replies.unsure or not own:
        return "ignorance", asked.replies("unsure") or asked.person.replies.unsure
    named = [fill("{what}? ", what=asked.echo) + text if asked.echo else text for text in own]
    fresh = [text for text in named if not asked.was_told(text)]
    return "ignorance", tuple(fresh) or asked.replies("unsure") or tuple(named)


_SOURCES: tuple[Callable[[Asked], Said | None], ...] = (
    _of_themselves, _fact, _refuse_hidden, _sight, _favour, _feeling, _common, _pointer, _ignorance,
)  # fmt: skip
