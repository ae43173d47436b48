"""What somebody is asked, as far as it is understood: the person, the kind of question, its matter. Pure."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from gamemaster.language.clauses.markup import with_speech_marked
from gamemaster.language.names.normalization import plain, stem, words_of
from gamemaster.language.names.noun_index import Scope, name_words, scope_of
from gamemaster.language.tables.function_words import AUXILIARIES, DETERMINERS, PREPOSITIONS, QUESTION_WORDS
from gamemaster.language.talk.questions.circumstances import circumstances
from gamemaster.language.talk.questions.matters import SMALL_WORDS, Matter, matter_of
from gamemaster.language.talk.questions.question_forms import Question, question_of
from gamemaster.language.talk.reported_questions import put_directly
from gamemaster.language.talk.requests import oath_asked
from gamemaster.language.talk.said_before import last_topics, last_words, sayings_of
from gamemaster.language.talk.sentences import main_words, sentences_of, with_one_named
from gamemaster.language.talk.spoken_of import person_called
from gamemaster.language.wording.replies import reply
from gamemaster.narration.understudy.deeds.company import topic_of
from gamemaster.rules.proposal import Discuss, Intent
from gamemaster.rules.state import MATTER, StoryState, digest
from worlds.per_world import per_world
from worlds.schema import Character, Topic, World

# Kinds of question that are put to the person themselves (`gamemaster.language.talk.questions.question_forms`).
OF_THEMSELVES = frozenset(
    {
        "want",
        "fear",
        "doing",
        "well",
        "honest",
        "observed",
        "would",
        "yes",
        "invited",
        "hypothetical",
        "trust_me",
        "kept",
    }
)
PERSONAL = OF_THEMSELVES | {
    "self",
    "opinion_of_me",
    "who_leads",
    "who_here",
    "others",
    "may",
    "will",
    "bond",
}
_LONGEST_NAME = 2  # words
_POINTING = frozenset({"this", "that", "these", "those", "one", "there", "his", "her"})
_YONDER = frozenset({"out", "up", "down", "over", "back"})
_WAY = re.compile(
    r"how (?:do|can|could|would|should|might|does) (?:i|we|one|anybody|somebody) (?:get|go|come|find|reach|climb)\b"
    r"|how far\b|how long (?:is it|does it take)\b.* to\b|which way\b|what is the (?:way|road|path) to\b"
    r"|(?:show|tell) (?:me|us) (?:the way|how to get|where)\b|(?:can|could|would|will) you (?:show|tell) (?:me|us)"
    r" (?:the way|how to get|where)\b"
)
_INTRODUCING = frozenset({"self", "about", "who", "what", "opinion"})
_REFERRING = frozenset("it that this he him his she her they them there one those these".split())


@dataclass(frozen=True)
class Asked:
    """A question to somebody, as far as it is understood."""

    world: World
    state: StoryState
    who: str
    question: Question
    matter: Matter | None
    words: str
    topic: str | None = None  # of the person, if the words name one
    spoken: str = ""  # all that was said to them
    referred: bool = False  # whether the topic is meant by "he", "they" or "it"
    raw: str = ""  # the player's words as they were typed

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
        return reply(self.person, kind, self.was_told, **{"what": self.echo, **names})

    def every_reply(self, kind: str, **names: str) -> tuple[str, ...]:
        """As `replies`, said before or not: the same wordings at every time."""
        return reply(self.person, kind, lambda text: False, **{"what": self.echo, **names})

    @property
    def asks_the_way(self) -> bool:
        """Whether somebody is asked where something is, or how one gets there."""
        if self.words.startswith(("where were you", "where have you been")):
            return False  # what they say of themselves names no place to be gone to
        return self.question.kind == "where" or _WAY.match(self.words) is not None

    @property
    def echo(self) -> str:
        """What is said back of the matter; nothing of a verb or a fragment."""
        return self.matter.name if self.matter is not None and self.matter.echoed else ""

    @property
    def question_like(self) -> bool:
        """Whether it asks, or is so short that it can only be a question back."""
        return self.question.asked or len(self.words.split()) <= 5

    def was_told(self, text: str) -> bool:
        return digest(text) in self.state.told


def asked_of(world: World, state: StoryState, operation: Discuss, intent: Intent, words: str) -> Asked:
    """What is asked, from the clause that it was read from; "it" and "he" are what was spoken of last."""
    scope = scope_of(world, state)
    spoken = _own_words(intent, words)
    said = _said_part(world, operation.who, " ".join(main_words(spoken)))
    if "ask" in intent.words.split()[:2]:
        said = " ".join(put_directly(scope, operation.who, _AND_ASKS.sub("", said).split()))
    elif not _TELLING.isdisjoint(intent.words.split()[:2]):
        said = _told_to_their_face(said, world.characters[operation.who].pronoun)
    said = " ".join(oath_asked(said.split()) or [said])  # "swear that you'll say nothing" asks them to
    said = re.sub(r"^offer (?:(?:him|her|them|you) )?to (?=\w)", "shall i ", said)
    said = re.sub(r"^you got (?=any|some|a )", "have you got ", said)
    said = re.sub(r"(?<=\w) (?:besides|but|except|apart from|other than) you$", "", said)  # asks of others
    if operation.topic in world.characters[operation.who].topics:
        name = world.characters[operation.who].topics[operation.topic].names[0].casefold().removeprefix("the ")
        said = " ".join(with_one_named(said.split(), name))
    question = question_of(said)
    matter = _matter_asked_about(scope, question.about, words, operation.who)
    topics, referred = world.characters[operation.who].topics, False
    topic = operation.topic if operation.topic in topics else None
    if not question.asked and matter is not None and spoken:  # a statement is about whom it names anywhere
        everything = tuple(word for word in words_of(plain(spoken)) if word.isalnum())
        matter = matter_of(scope, everything, words, operation.who) or matter
        topic = _topic_of_name(topics, everything) or _topic_of_matter(topics, matter) or topic
    if matter is None and operation.topic in world.characters[operation.who].topics:
        name = world.characters[operation.who].topics[operation.topic].names[0]
        matter = matter_of(scope, tuple(words_of(plain(name))), name, operation.who)
    if matter is not None and matter.thing is None and (person := _person_of(world, topics.get(topic or ""))):
        matter = replace(matter, thing=person)  # "the old woman", by which several may go
    anew = question.about[:1] in (("it",), ("this",), ("that",)) and question.about[1:2] != ()
    anew = anew and question.about[1] in DETERMINERS  # "is this your home?" is about a home
    refers = not question.about or (not anew and not _REFERRING.isdisjoint(question.about))
    if matter is None and topic is None and refers and question.kind not in PERSONAL:
        matter = _named_before(
            scope, spoken, said, words, operation.who
        )  # "I lost a friend, Bersi. Have you seen him?"
        topic = _topic_of_matter(topics, matter) if matter is not None else None
    before = state.focus.get(MATTER, "")
    could_be = _fits_pronoun(world, question.about, before.casefold())
    if matter is None and refers and before and could_be and question.kind not in PERSONAL:
        matter = matter_of(scope, tuple(words_of(plain(before))), before, operation.who)
        named = words_of(plain(before))
        deed = named[0] in scope.nouns.verbs.base and named[1:2] != [] and named[1] in DETERMINERS
        if matter is not None and deed:
            matter = replace(matter, echoed=False)  # "guard your door" is no name to be said back
    told = not question.asked and len(said.split()) > _LONGEST_NAME  # "ask him yourself"
    if (
        topic == "self"
        and (told or question.kind not in _INTRODUCING)
        and not names_part(topics["self"], said)
    ):
        topic = None  # "could you write it yourself?" asks nobody who they are
    # "Is it cold on the gallery?" speaks of the gallery, and of nothing said before.
    own = (
        question.kind == "whether"
        and question.about[:1] == ("it",)
        and matter is not None
        and matter.thing is not None
    )
    if topic is None and refers and not own and question.kind not in PERSONAL:
        topic = _topic_referred_to(scope, operation.who, question.about)
        referred = topic is not None
    referred = referred or (topic is not None and _goes_on_of_somebody(scope, operation.who, topic))
    return Asked(world, state, operation.who, question, matter, said, topic, spoken, referred, words)


def _goes_on_of_somebody(scope: Scope, who: str, topic: str) -> bool:
    """Whether the talk was of the same person already, so that a name says no more than "he" does."""
    if topic == "self" or topic not in last_topics(scope.state, who):
        return False
    names = scope.world.characters[who].topics[topic].names
    return person_called(scope.world, names) is not None


def of_those_told_of(asked: Asked) -> Asked:
    """ "Who are they?" amid a talk is after those of whom they spoke, and not who stands here."""
    pointed = asked.question.kind == "who_here" and "they" in asked.words.split()
    if not pointed or not last_words(asked.world, asked.state, asked.who, 1):
        return asked
    return replace(asked, question=replace(asked.question, kind="who"))


def _matter_asked_about(scope: Scope, about: tuple[str, ...], words: str, who: str) -> Matter | None:
    """The matter of a question, before what only says where or when: of "your favourite thing on the ship" no ship."""
    beside = circumstances(list(about))
    main = tuple(word for at, word in enumerate(about) if at not in beside)
    told = main and not all(word in SMALL_WORDS for word in main)
    return (matter_of(scope, main, words, who) if told else None) or matter_of(scope, about, words, who)


def _person_of(world: World, topic: Topic | None) -> str | None:
    """Whoever a topic is about: it goes by their name."""
    names = {name.casefold() for name in topic.names} if topic is not None else set()
    return next((who for who, person in world.characters.items() if person.name.casefold() in names), None)


def _named_before(scope: Scope, spoken: str, said: str, raw: str, who: str) -> Matter | None:
    """Whoever an earlier sentence of the same speech names, whom its last one calls "him" or "her"."""
    earlier = [
        words for words, _ in sentences_of(spoken) if " ".join(w for w in words if w[0].isalnum()) != said
    ]
    for sentence in reversed(earlier):
        named = tuple(word for word in sentence if word[0].isalnum())
        found = matter_of(scope, named, raw, who)
        if found is not None and found.thing in scope.world.characters:
            fits = {"he": "he", "him": "he", "his": "he", "she": "she", "her": "she"}
            wanted = {fits[word] for word in said.split() if word in fits}
            if wanted <= {scope.world.characters[found.thing].pronoun}:
                return found
    return None


_TITLES = frozenset("Old Young Little Big Mother Father Brother Sister Miss Mr Mrs Master Captain".split())


@per_world
def proper_names(world: World) -> frozenset[str]:
    """The words of names that are written with a capital wherever they stand."""
    people = (word for person in world.characters.values() for word in person.name.split())
    topics = (
        word
        for person in world.characters.values()
        for topic in person.topics.values()
        for name in topic.names
        for word in name.split()
    )
    lower = {w for words in (i.name for i in world.items.values()) for w in words.split()}
    proper = (w for w in (*people, *topics) if w[:1].isupper())
    return frozenset(proper) - _TITLES - {w.capitalize() for w in lower}


def names_part(topic: Topic, said: str) -> bool:
    """Whether the words name something of somebody's own by more than "you": "your eye"."""
    words = set(said.split())
    names = [set(words_of(plain(name))) for name in topic.names]
    return any(name <= words and name - {"you", "yourself", "your", "name"} for name in names)


def _topic_of_name(topics: Mapping[str, Topic], words: tuple[str, ...]) -> str | None:
    """The topic that goes by a proper name which is said: what is told of Orm is about him, whatever else it names."""
    return next((key for key, topic in topics.items() if not _proper_names(topic).isdisjoint(words)), None)


@per_world
def _proper_names(topic: Topic) -> frozenset[str]:
    return frozenset(name.casefold() for name in topic.names if name[:1].isupper() and " " not in name)


def _topic_of_matter(topics: Mapping[str, Topic], matter: Matter) -> str | None:
    """The topic that goes by just the words of a matter."""
    return next((key for key, one in topics.items() if matter.stems in _matters_of(one)), None)


@per_world
def _matters_of(topic: Topic) -> frozenset[frozenset[str]]:
    """Of each of its names the stems that say something."""
    return frozenset(frozenset(map(stem, name_words(name))) - SMALL_WORDS for name in topic.names)


def _topic_referred_to(scope: Scope, who: str, about: tuple[str, ...]) -> str | None:
    """The topic that "he", "they" or "it" stands for in a question: what was spoken of last, else what is in focus."""
    topics = {key: topic for key, topic in scope.world.characters[who].topics.items() if key != "self"}
    before = scope.state.focus.get(MATTER, "").casefold()
    for at, word in enumerate(about):
        bare = at + 1 == len(about) or about[at + 1] in SMALL_WORDS  # "this" alone, and not "this bench"
        if word not in _REFERRING or (word in _POINTING and not bare):
            continue
        if word == "there" and at and about[at - 1] in _YONDER:
            continue  # "that noise out there" points at the dark, and at nothing that was said
        by_it = next((key for key, one in topics.items() if word in map(str.casefold, one.names)), None)
        if by_it is not None and scope.state.focus.get("them") is None:
            return by_it  # their writer says whom "they" means
        person = _person_named(scope.world, before)
        own = GENDERS.get(word)
        fits = own is None or person is None or scope.world.characters[person].pronoun == own
        named = before if fits else ""
        found = next((key for key, one in topics.items() if named in map(str.casefold, one.names)), None)
        if found is None and word in GENDERS:
            found = _told_of_by(scope, who, word)
        if found is not None:
            return found
        thing = scope.focus.get({"he": "him", "she": "her", "they": "them"}.get(word, word))
        found = topic_of(scope.world, who, thing) if thing is not None and thing != who else None
        if found in topics:
            return found
    return None


def _told_of_by(scope: Scope, who: str, pronoun: str) -> str | None:
    """The topic of somebody's last words, where those call whoever they are of by the same pronoun."""
    last = next(iter(sayings_of(scope.world, scope.state, who)), None)
    if (
        last is None
        or last.topic not in scope.world.characters[who].topics
        or scope.state.turn - last.turn > _FRESH
    ):
        return None
    of_self = {word for word in words_of(plain(last.text)) if GENDERS.get(word) == GENDERS[pronoun]}
    return last.topic if of_self else None


_FRESH = 3  # turns in which somebody's last words are spoken of as "he" and "she"
GENDERS = {"he": "he", "him": "he", "his": "he", "she": "she", "her": "she"}


def _fits_pronoun(world: World, about: tuple[str, ...], name: str) -> bool:
    """Whether a name could be meant by the words: nobody calls a woman "him"."""
    person = _person_named(world, name)
    wanted = {GENDERS[word] for word in about if word in GENDERS}
    return person is None or not wanted or world.characters[person].pronoun in (*wanted, "they", "it")


def _person_named(world: World, name: str) -> str | None:
    people = world.characters.items()
    return next((who for who, one in people if name in map(str.casefold, (one.name, *one.aliases))), None)


_TELLING = frozenset({"tell", "assure", "remind", "promise", "reassure"})


def _told_to_their_face(said: str, pronoun: str) -> str:
    """What is told by a report, as it is said to them: "he is forgiven", of him, is "you are forgiven"."""
    own = {"she": ("she", "her", "hers", "herself"), "he": ("he", "his", "him", "himself")}.get(pronoun)
    if own is None:
        return said
    said = re.sub(r"^that (?=(?:he|she|it|they|i|we|my|the|nobody|everybody)\b)", "", said)
    subject = re.match(rf"{own[0]}\b", said) is not None
    said = re.sub(
        rf"\b{own[0]} (is|was)\b", lambda found: f"you {'are' if found[1] == 'is' else 'were'}", said
    )
    said = re.sub(rf"\b{own[0]} has\b", "you have", said)
    said = re.sub(
        rf"^{own[0]} (look|seem|need|know|work|mean|want|matter|sound|deserve|sing|cook)s\b", r"you \1", said
    )
    said = re.sub(rf"\b{own[0]}\b", "you", said) if subject else said
    possessive = re.match(r"(?:it|that|this) (?:is|was) (?:not )?(?:his|her) ", said) is not None
    return re.sub(r"\b(?:his|her)\b", "your", said) if possessive or said.startswith("you ") else said


_QUOTED = re.compile(r"[\"\u201c\u201d]([^\"\u201c\u201d]+)[\"\u201c\u201d]")


def _own_words(intent: Intent, words: str) -> str:
    """What was said: between quotation marks, if it stood there, else the clause that it was read from."""
    if '"' in intent.words or not intent.words:
        quoted = _QUOTED.findall(words) or _QUOTED.findall(with_speech_marked(plain(words)))
        of_its_kind = [one for one in quoted if ("?" in one) == (intent.verb == "ask")]
        return max(of_its_kind or quoted, key=len) if quoted else words
    return intent.words


def _without_calling(words: list[str], names: set[str]) -> list[str]:
    """The words without a name that is called out between commas: "tell me, Jory, is it so"."""
    marks = [at for at, word in enumerate(words) if word == ","]
    for first, last in itertools.pairwise(marks):
        if first and last > first + 1 and names.issuperset(words[first + 1 : last]):
            return [*words[:first], *words[last + 1 :]]
    return words


# What stands between "ask" and what is asked, beside a name.
_TOWARD = frozenset("the her him them to old nicely please again once more".split())
# What a name at the end belongs to, where it is not called out.
_NAMED_AFTER = (DETERMINERS | PREPOSITIONS | AUXILIARIES | frozenset({"trust", "kill", "like", "am"})) - {
    "you"
}


_BARE_QUESTION = 3  # words of "can you cook?"


# "What he is eating and if I can have some" asks two things, of which the first has its answer first.
_AND_ASKS = re.compile(r"(?<=\w) and (?:if|whether) (?:i|we|he|she|they|you|there|it)\b.*")


def _after_whom(said: list[str], at: int) -> int:
    """Where the question begins after whom it is put to, as in "the man with the dog what"."""
    for n in range(at, min(len(said), at + _LONGEST_ADDRESS)):
        if said[n] in QUESTION_WORDS or said[n] in ("if", "whether"):
            return n if n > at and said[at] in DETERMINERS | _BESIDE else at
        if said[n] in AUXILIARIES or said[n] in _ABOUT_IT:
            break
    return at


_BESIDE = frozenset("with in by at near".split())
_ABOUT_IT = frozenset("about for of to after on".split())
_LONGEST_ADDRESS = 8  # words of "the old man with the big dog"
_CALLS = frozenset("hey hi hello oi oh so well ah yo".split())


_TITLES_BEFORE = frozenset({"master", "mistress", "captain", "old"})
_CALLED_BY = frozenset("mr mrs miss sir ms mister herr frau signor signora monsieur madame".split())


def _said_part(world: World, who: str, words: str) -> str:
    """The words that are said, without to whom: "ask hild where orm is" is "where orm is"."""
    names = {word for name in (world.characters[who].name, *world.characters[who].aliases)
             for word in words_of(plain(name))} | _CALLED_BY  # fmt: skip
    given = words_of(plain(words))
    while given and not given[-1][0].isalnum():
        given.pop()
    given = _without_calling(given, names)
    if given[:1] and given[0] in _CALLS and given[1:2] and given[1] in names:
        after = next((at for at in range(1, len(given)) if given[at] not in names | {","}), len(given))
        if given[after : after + 1] and given[after] in QUESTION_WORDS | AUXILIARIES:
            given = given[after:]  # "hey Cuthred how did you get here"
    comma = len(given) - 1 - given[::-1].index(",") if "," in given else 0
    if comma and names.issuperset(given[comma + 1 :]):
        given = given[:comma]  # a name called out at the end
    said = [word for word in given if word[0].isalnum()]
    if said[:1] == ["i"]:
        asking = next((at for at, word in enumerate(said[:3]) if word in ("ask", "tell")), 0)
        said = said[asking:]  # "I politely ask her …"
    at = 0
    if said and said[0] in ("ask", "tell", "question", "say"):
        at = 1
        while at < len(said) and (
            said[at] in names or said[at] in _TOWARD or (said[at].endswith("ly") and at + 1 < len(said))
        ):
            at += 1
        if at == 1 and said[0] in ("tell", "say"):
            at = 0
        if said[0] == "ask":
            at = _after_whom(said, at)
    elif said and (said[0] in names or (said[0] in _TITLES_BEFORE and said[1:2] and said[1] in names)):
        at = int(said[0] not in names)
        while at < len(said) and said[at] in names:
            at += 1
    while len(said) > at + 1 and said[-1] in names and said[-1] not in ("you", "it"):
        if said[-2] in _NAMED_AFTER or (len(said) == at + _BARE_QUESTION and said[at] in AUXILIARIES):
            break  # "can you cook?" asks a cook whether
        said.pop()
    return " ".join(said[at:]) or " ".join(said)
