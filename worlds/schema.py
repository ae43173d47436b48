"""The world format: what a folder of YAML files may say, in writers' words.

Everything a story needs is here as frozen data. Nothing in this module reads files (see `worlds.loader`)
or knows how a story is played (see `gamemaster`). Identifiers are lower-case words joined by underscores;
locations, items, characters, features and threats share one namespace, so that an identifier names one thing.
"""

from __future__ import annotations

import functools
import operator
import re
from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from worlds.verbs import Gesture

ID_PATTERN = r"^[a-z][a-z0-9_]{0,63}$"
Id = Annotated[str, Field(pattern=ID_PATTERN)]

PLAYER = "player"
NOWHERE = "nowhere"
# In a rule's effects these two stand for what the player named: the thing acted on, and the thing acted with.
TARGET = "target"
ITEM = "item"
# In a rule's `on`, these stand for whole classes of things.
ANYONE, ANYTHING, ANYWHERE = "anyone", "anything", "anywhere"
# The ending of whoever dies in a world whose writer did not think of it: a player may begin a fight anywhere.
DIED = "died"

DISPOSITION_MIN, DISPOSITION_MAX = -5, 5
AXES = ("trust", "fear", "affection", "debt")  # the measures of a relation
RELATION_MIN, RELATION_MAX = -5, 5  # of trust, affection and debt
FEAR_MIN = 0

# What a skill may stand for when an idea that no rule foresaw is tried (`gamemaster.rules.stances.table`).
Family = Literal["force", "quiet", "speech", "craft", "wits", "endurance"]
# What a thing may do for whoever makes use of it.
Offer = Literal["warmth", "food", "rest", "light"]
# Ways of going about something that no rule foresaw: `gamemaster.rules.stances.table` has what each needs and does.
StanceName = Literal[
    "force", "strike", "finesse", "stealth", "craft", "endure", "search",
    "persuade", "deceive", "threaten", "charm", "bargain", "comfort", "beg", "insult",
    "distract", "trap", "hide", "block", "mark", "lure", "signal", "sabotage", "disguise", "mourn", "music", "build",
]  # fmt: skip


# Kinds of small handling that a writer may word for a thing.
Handling = Literal[
    "shake", "turn", "spin", "knock", "smell", "taste", "bite", "lick", "listen", "touch", "poke", "weigh", "tie",
    "untie", "coil", "wrap", "fold", "unfold", "stack", "dip", "pour", "roll", "slide", "toss", "swing", "lean", "sit",
    "climb", "crawl", "stir", "wipe", "scratch", "kick", "switch", "wind", "blow", "turn_page", "light_up",
]  # fmt: skip


def _as_tuple(value: Any) -> Any:
    """Let a writer put one value where a list is allowed."""
    if value is None:
        return ()
    return value if isinstance(value, (list, tuple)) else (value,)


Ids = Annotated[tuple[Id, ...], BeforeValidator(_as_tuple, json_schema_input_type=Id | tuple[Id, ...])]
Offers = Annotated[
    tuple[Offer, ...], BeforeValidator(_as_tuple, json_schema_input_type=Offer | tuple[Offer, ...])
]
Word = Annotated[str, Field(min_length=1, max_length=80)]
Words = Annotated[
    tuple[Word, ...], BeforeValidator(_as_tuple, json_schema_input_type=Word | tuple[Word, ...])
]
Paraphrase = Annotated[str, Field(min_length=1, max_length=300)]
Paraphrases = Annotated[
    tuple[Paraphrase, ...],
    Field(max_length=100),
    BeforeValidator(_as_tuple, json_schema_input_type=Paraphrase | tuple[Paraphrase, ...]),
]
Prose = Annotated[str, Field(min_length=1, max_length=32_000)]
Wordings = Annotated[
    tuple[Prose, ...], BeforeValidator(_as_tuple, json_schema_input_type=Prose | tuple[Prose, ...])
]

COMPARISON = re.compile(r"^(>=|<=|==|!=|>|<)?\s*([+-]?\d+)$")


def _as_compare(value: Any) -> Any:
    if isinstance(value, bool):
        raise ValueError("expected a number or a comparison such as '>= 3'")
    return f">= {value}" if isinstance(value, int) else value


# A comparison with a whole number: "3" and ">= 3" both mean "at least 3".
Compare = Annotated[
    str,
    BeforeValidator(_as_compare, json_schema_input_type=int | str),
    Field(pattern=r"^(>=|<=|==|!=|>|<)?\s*[+-]?\d+$", examples=[">= 3"]),
]
# Hours of the day, "22-5" or "8-12": from the first hour (included) to the second (not included), over midnight too.
Hours = Annotated[str, Field(pattern=r"^([01]?\d|2[0-4])\s*-\s*([01]?\d|2[0-4])$")]
TimeOfDay = Annotated[str, Field(pattern=r"^([01]?\d|2[0-3]):[0-5]\d$")]
Colour = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]


def compare(comparison: str, value: float) -> bool:
    """Whether `value` meets a `Compare` string."""
    meets, number = _limit(comparison)
    return meets(value, number)


@functools.lru_cache(maxsize=4096)
def _limit(comparison: str) -> tuple[Callable[[float, int], bool], int]:
    """How a value is compared, and with what."""
    match = COMPARISON.match(comparison)
    if match is None:
        raise ValueError(f"not a comparison: {comparison!r}")
    return _SIGNS[match.group(1) or ">="], int(match.group(2))


_SIGNS: dict[str, Callable[[float, int], bool]] = {
    ">=": operator.ge, "<=": operator.le, "==": operator.eq, "!=": operator.ne, ">": operator.gt, "<": operator.lt,
}  # fmt: skip


@functools.lru_cache(maxsize=4096)
def in_hours(hours: str, hour: int) -> bool:
    """Whether the hour of the day (0-23) lies in an `Hours` range, which may run over midnight."""
    first, last = (int(part) for part in hours.split("-"))
    return first <= hour < last if first < last else hour >= first or hour < last


class Part(BaseModel):
    """Base of every part of a world: frozen, and an unknown key is an error."""

    # A part is built when one is first made: a world builds all of them as one, and whoever only asks for a type none.
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


SomePart = TypeVar("SomePart", bound=BaseModel)


def blank(kind: type[SomePart]) -> SomePart:
    """A part in which nothing was written. It holds only defaults, so that there is nothing to validate."""
    return kind.model_construct()


class Identified(Part):
    """Base of what a story knows by its id."""

    id: Id = "unnamed"
    was: Ids = ()  # ids that it had before: a story in play keeps under this one what it knew of it


class Witnessed(Part):
    """A character has seen (or been told of) the player doing something: `what` is a rule's `witness` word."""

    who: Id
    what: Id


class Related(Part):
    """How a character stands toward the player or another character. All the given measures must hold."""

    who: Id
    toward: Id = PLAYER
    trust: Compare | None = None  # -5 to 5
    fear: Compare | None = None  # 0 to 5
    affection: Compare | None = None  # -5 (hate) to 5 (love)
    debt: Compare | None = None  # -5 to 5: what `who` owes; negative: what `who` is owed


class Condition(Part):
    """When something holds. All the given keys must hold together."""

    at: Ids = ()  # the player is at one of these locations
    has: Ids = ()  # the player carries all of these items
    lacks: Ids = ()  # the player carries none of these items
    reach: Ids = ()  # all of these items are carried or lie here in sight
    item_at: dict[Id, Id] = Field(
        default_factory=dict
    )  # each item is at that location, with that character, `player` or `nowhere`
    here: Ids = ()  # all of these characters are alive and where the player is
    absent: Ids = ()  # none of these characters is where the player is (alive)
    alone: bool | None = None  # nobody alive is where the player is
    companion: Ids = ()  # all of these characters follow the player
    where: dict[Id, Ids] = Field(default_factory=dict)  # each character is at one of these locations
    set: Ids = ()  # all of these flags are set
    unset: Ids = ()  # none of these flags is set
    knows: Ids = ()  # the player knows all of these facts
    ignorant: Ids = ()  # the player knows none of these facts
    visited: Ids = ()  # the player has been to all of these locations
    noticed: Ids = ()  # the player has examined all of these features
    alive: Ids = ()
    dead: Ids = ()
    disposition: dict[Id, Compare] = Field(default_factory=dict)  # toward the player, -5 (hate) to 5 (love)
    need: dict[Id, Compare] = Field(default_factory=dict)  # a need, 0 (none) to its maximum (dire)
    skill: dict[Id, Compare] = Field(default_factory=dict)
    wounds: Compare | None = None  # the player's wounds, 0 (whole) to `player.health` (dead)
    hours: Hours | None = None  # the hour of the day
    night: bool | None = None
    day: Compare | None = None  # the first day of the story is 1
    minutes: Compare | None = None  # minutes since the story began
    turn: Compare | None = None
    threat_at: dict[Id, Ids] = Field(
        default_factory=dict
    )  # each threat is at one of these locations, or `nowhere`
    threat_here: Ids = ()  # one of these threats is where the player is
    threat_near: Ids = ()  # one of these threats is one exit away from the player
    done: Ids = ()  # all of these beats have fired
    not_done: Ids = ()  # none of these beats has fired
    witnessed: Annotated[
        tuple[Witnessed, ...],
        BeforeValidator(_as_tuple, json_schema_input_type=Witnessed | tuple[Witnessed, ...]),
    ] = ()
    relation: Annotated[
        tuple[Related, ...], BeforeValidator(_as_tuple, json_schema_input_type=Related | tuple[Related, ...])
    ] = ()
    promised: Ids = ()  # all of these promises are open: made, and neither kept nor broken
    kept: Ids = ()  # all of these promises were kept
    broken: Ids = ()
    did: Ids = ()  # this turn the player did one of these verbs
    to: Ids = ()  # this turn the player's verb was aimed at one of these things
    chance: Annotated[int, Field(ge=1, le=99)] | None = None  # percent; drawn from the story's seeded dice
    any: Annotated[tuple[Condition, ...], BeforeValidator(_as_tuple)] = ()  # at least one of these holds
    not_: Annotated[tuple[Condition, ...], BeforeValidator(_as_tuple)] = Field((), alias="not")  # none holds


class Variant(Part):
    """Interchangeable wordings of one text, and when they fit."""

    when: Condition | None = None
    text: Wordings


def _as_passage(value: Any) -> Any:
    """One text, a list of wordings, or a list of `{when, text}` of which the first that holds is used."""
    if value is None:
        return ()
    if isinstance(value, (str, dict)):
        value = [value]
    if not isinstance(value, (list, tuple)):
        return value
    if value and all(isinstance(v, str) for v in value):
        return ({"text": list(value)},)
    return tuple({"text": v} if isinstance(v, str) else v for v in value)


# Text that varies. A paragraph that begins with `@hild:` is spoken by the character `hild`; the rest is narration.
Passage = Annotated[
    tuple[Variant, ...],
    BeforeValidator(_as_passage, json_schema_input_type=Prose | Variant | tuple[Prose | Variant, ...]),
]


class Bonds(Part):
    """What one character feels and owes toward another, or toward the player, when the story begins."""

    trust: Annotated[int, Field(ge=RELATION_MIN, le=RELATION_MAX)] = 0
    fear: Annotated[int, Field(ge=FEAR_MIN, le=RELATION_MAX)] = 0
    affection: Annotated[int, Field(ge=RELATION_MIN, le=RELATION_MAX)] = 0
    debt: Annotated[int, Field(ge=RELATION_MIN, le=RELATION_MAX)] = (
        0  # what they owe; negative: what they are owed
    )


class Relate(Part):
    """A change of what `who` feels and owes toward the player or another character. It stays within -5 and 5."""

    who: Id
    toward: Id = PLAYER
    trust: Annotated[int, Field(ge=-10, le=10)] = 0
    fear: Annotated[int, Field(ge=-10, le=10)] = 0
    affection: Annotated[int, Field(ge=-10, le=10)] = 0
    debt: Annotated[int, Field(ge=-10, le=10)] = 0


class Effects(Part):
    """What changes. Applied in the order of the fields here; `target` and `item` name a rule's objects."""

    time: Annotated[int, Field(ge=0, le=1440)] = 0  # minutes that pass beside those that the deed takes
    set: Ids = ()
    clear: Ids = ()
    learn: Ids = ()  # facts that the player now knows
    forget: Ids = ()
    give: Ids = ()  # items that come to the player from wherever they are, out of a person's hands too
    lose: Ids = ()  # items that are used up or lost: they go nowhere
    put: dict[Id, Id] = Field(default_factory=dict)  # item: location, character, `player` or `nowhere`
    go: Id | None = None  # the player is moved to this location
    send: dict[Id, Id] = Field(default_factory=dict)  # character: location or `nowhere`
    follow: Ids = ()  # characters that now follow the player
    leave: Ids = ()  # characters that stop following
    feel: dict[Id, Annotated[int, Field(ge=-10, le=10)]] = Field(
        default_factory=dict
    )  # disposition toward the player: change
    relation: Annotated[
        tuple[Relate, ...], BeforeValidator(_as_tuple, json_schema_input_type=Relate | tuple[Relate, ...])
    ] = ()
    promise: Ids = ()  # promises that are made now
    keep: Ids = ()  # open promises that are kept now
    break_: Ids = Field((), alias="break")  # open promises that are broken now
    harm: dict[Id, Annotated[int, Field(ge=1, le=99)]] = Field(
        default_factory=dict
    )  # `player` or a character: wounds
    heal: dict[Id, Annotated[int, Field(ge=1, le=99)]] = Field(default_factory=dict)
    kill: Ids = ()  # characters who die
    need: dict[Id, Annotated[int, Field(ge=-99, le=99)]] = Field(
        default_factory=dict
    )  # change of a need; less is better
    train: dict[Id, Annotated[int, Field(ge=-5, le=5)]] = Field(default_factory=dict)  # change of a skill
    drive: dict[Id, Id] = Field(default_factory=dict)  # threat: location or `nowhere`
    calm: dict[Id, Annotated[int, Field(ge=1, le=1440)]] = Field(
        default_factory=dict
    )  # threat: minutes for which it neither moves nor strikes
    start: Ids = ()  # beats that fire now, whatever their condition
    finish: Ids = ()  # beats that are over and will not fire (again)
    end: Id | None = None  # the ending that comes now


# Most have none, and share these. Pydantic would copy a default that is no factory, for each deeply.
NO_EFFECTS = blank(Effects)


class Check(Part):
    """A test against the dice: d20 + skill + bonuses of what is carried >= difficulty."""

    skill: Id
    difficulty: Annotated[int, Field(ge=2, le=30)]
    # A difficulty that depends on whom it is tried on is read from the character (`resist: {speech: 14}`).
    opposed: bool = False


class Result(Part):
    """What is told and what changes after a check, or without one."""

    text: Passage = ()
    effects: Effects = Field(default_factory=lambda: NO_EFFECTS)


class Action(Part):
    """Something a player may do: what it costs, what decides it, and what comes of it."""

    when: Condition | None = None
    # Told when `when` does not hold; without it the rule is not considered at all then. In a rule without `when`: told
    # when the player has nothing of what `with` asks for. With both, whoever lacks that hears the message `need_tool`.
    refuse: Passage = ()
    check: Check | None = None
    text: Passage = ()  # told when it succeeds
    effects: Effects = Field(default_factory=lambda: NO_EFFECTS)
    # Missed by 3 or less, success at a cost: told and done instead of `text` and `effects`, all of them.
    # Without it such a miss is a failure.
    partial: Result | None = None
    failure: Result | None = None
    time: Annotated[int, Field(ge=0, le=1440)] | None = (
        None  # minutes that it takes, done or failed; by default the verb's
    )
    once: bool = False  # succeeds once only
    again: Passage = ()  # told when a `once` action is tried again
    # What those present remember the player did: a word of yours, or one of those at the end of `reference.md`.
    witness: Id | None = None
    remember: Prose | None = (
        None  # what those present keep of its success, in their words: "I saw the guest open it."
    )
    secret: bool = False  # an Easter egg: never suggested to the player
    suggest: Annotated[str, Field(max_length=60)] | None = (
        None  # how it is offered as a button: "pry up the boards"
    )


class Rule(Action):
    """An action of the world: verbs, what they are done to and with, and where."""

    id: Id = "unnamed"
    was: Ids = ()  # ids that it had before: a story in play keeps under this one what it knew of it
    verbs: Words  # verbs of the lexicon or of the world's own `verbs`
    # Any of these, not all: items, features, characters, exits' targets, threats; or `anyone`, `anything`; none: done
    # to nothing. Of `give the ring to ann`, `show` and `put` too, it is either the ring or Ann: name the one, and ask
    # for the other in `when:`. What is out of sight is not reached, nor is `refuse`.
    on: Ids = ()
    with_: Ids = Field((), alias="with")  # one of these items must be carried; named or the first that fits
    at: Ids = ()  # only at these locations; elsewhere the deed is told as any other
    phrases: Words = ()  # other ways to say the whole thing: "set the longship alight"
    # What the words must name: words, or ids of topics, facts and things. `tell ann nothing` is about none of them.
    about: Words = ()


class Feature(Identified):
    """A thing to notice at a location: scenery that may be examined and acted on, never taken."""

    name: str  # as an item's: without an article, with a capital only if it is a proper name
    aliases: Words = ()
    when: Condition | None = None  # it can be seen only then
    text: Passage  # told when examined
    again: Passage = ()  # told when examined again
    effects: Effects = Field(default_factory=lambda: NO_EFFECTS)  # happen the first time it is examined
    search: bool = False  # found only by searching (or by naming it)
    actions: dict[str, Action] = Field(
        default_factory=dict
    )  # verb: action; the same as rules on this feature
    # What it does for people: a hearth warms, a bunk rests. By default its name says it (`worlds.offers`).
    offers: Offers | None = None
    handled: dict[Handling, Wordings] = Field(
        default_factory=dict
    )  # what comes of small handling of it: `shake`
    secret: bool = False


class Exit(Part):
    """A way from one location to another."""

    to: Id
    # Words by which players go there: of those at the end of `reference.md`, or your own: "ladder".
    direction: Words = ()
    name: str | None = None  # what it looks like: "the smokehouse door"
    aliases: Words = ()
    visible: Condition | None = None  # it is known of only then
    when: Condition | None = None  # it can be used only then
    blocked: Passage = ()  # told when it cannot
    text: Passage = ()  # told on the way
    time: Annotated[int, Field(ge=0, le=1440)] = 5
    effects: Effects = Field(default_factory=lambda: NO_EFFECTS)  # of taking it


class Description(Part):
    """How a place reads: on the first visit, on later ones, after dark, and by state."""

    first: Passage
    revisit: Passage = ()
    night: Passage = ()  # added after dark
    states: tuple[Variant, ...] = ()  # every one that holds is added


def _as_description(value: Any) -> Any:
    return {"first": value} if isinstance(value, (str, list)) else value


class Picture(Part):
    """A picture for the page: a file in the world's folder, and in words what it shows, for those who do not see it."""

    file: Annotated[
        str, Field(min_length=5, max_length=200, examples=["pictures/jetty.webp"])
    ]  # webp, png or jpeg
    alt: str = ""


def _as_picture(value: Any) -> Any:
    return {"file": value} if isinstance(value, str) else value


Pictured = Annotated[Picture | None, BeforeValidator(_as_picture, json_schema_input_type=str | Picture)]


class Location(Identified):
    """A place: what is seen there, and where one goes from it."""

    name: str
    aliases: Words = ()
    picture: Pictured = None
    indoors: bool = False
    description: Annotated[
        Description,
        BeforeValidator(
            _as_description, json_schema_input_type=Prose | tuple[Prose | Variant, ...] | Description
        ),
    ]
    exits: tuple[Exit, ...] = ()
    notice: dict[Id, Feature] = Field(default_factory=dict)
    ambience: Passage = ()  # small sounds and sights, one now and then
    needs: dict[Id, int] = Field(
        default_factory=dict
    )  # change of each need per hour spent here, instead of the need's own rate
    actions: dict[str, Action] = Field(
        default_factory=dict
    )  # verb: action done here, aimed at nothing or at the place
    hiding: Annotated[int, Field(ge=-5, le=5)] = 0  # how much easier stealth is here


class Item(Identified):
    """A thing that can be carried, where it lies, or with whoever has it."""

    name: str  # without an article: "whalebone knife"
    aliases: Words = ()
    plural: bool = False
    description: Passage
    at: Id = NOWHERE  # location, character, `player` or `nowhere`
    lying: Passage = ()  # how it is seen where it lies: "A coil of rope hangs on the stern."
    visible: Condition | None = None  # it can be seen and taken only then
    owner: Id | None = None  # taking it in the owner's sight is theft
    portable: bool = True
    bonus: dict[Id, Annotated[int, Field(ge=-5, le=5)]] = Field(
        default_factory=dict
    )  # to skills, while carried
    # Words for what it is good for: a rule's `with` or `on`, or a need's `relief`, may name any; those at the end of
    # this page mean something without a rule.
    tags: Ids = ()
    offers: Offers | None = None  # as of a feature; by default its tags or its name say it
    handled: dict[Handling, Wordings] = Field(default_factory=dict)  # as of a feature
    take: Action | None = None  # what taking it needs and does
    actions: dict[str, Action] = Field(default_factory=dict)  # verb: action on this item


# What a question asks for: a line that answers a kind is said to it before others.
QuestionKind = Literal[
    "who", "what", "where", "when", "why", "how", "how_many", "whether", "about", "opinion", "price", "what_happened",
    "said", "may", "will",
]  # fmt: skip


class Line(Part):
    """Words a character may say."""

    when: Condition | None = None
    disposition: Compare | None = None  # of the speaker toward the player
    text: Wordings  # without quotation marks; a paragraph beginning `*` is narration: "*She looks away."
    effects: Effects = Field(default_factory=lambda: NO_EFFECTS)
    once: bool = False
    lie: bool = False  # the speaker knows it to be false
    # The kinds of question that it answers, such as who, where or how_many.
    answers: Annotated[
        tuple[QuestionKind, ...],
        BeforeValidator(_as_tuple, json_schema_input_type=QuestionKind | tuple[QuestionKind, ...]),
    ] = ()


def _as_lines(value: Any) -> Any:
    return tuple({"text": one} if isinstance(one, str) else one for one in _as_tuple(value))


Lines = Annotated[
    tuple[Line, ...],
    BeforeValidator(_as_lines, json_schema_input_type=Prose | Line | tuple[Prose | Line, ...]),
]


class Topic(Part):
    """What somebody can be asked about."""

    id: Id = "unnamed"
    # What the player may call it. The first is how it is offered, so said to the player: "his wife", "the fog". Whoever
    # asks him about "your wife" means the same.
    names: Words
    when: Condition | None = None  # known to the character, or spoken of, only then
    lines: Lines  # the first that holds and was not yet said is spoken
    else_: Lines = Field(
        (), alias="else"
    )  # spoken while `when` does not hold, instead of what they say to the unknown
    opens: bool = True  # offered to the player as a suggestion; `false`: they must come to it themselves
    # Ways to ask for it that share no words with its names: compared by meaning alone.
    paraphrases: Paraphrases = Field((), exclude=True)


class WrittenAnswer(Part):
    """What somebody answers to a question that its writer foresaw, whatever else its words would name."""

    id: Id = "unnamed"
    # The question as players put it, in several ways: "you" is whoever is asked, "I" the player.
    asks: Annotated[Words, Field(min_length=1, max_length=40)]
    # Only as long as the last thing they said belongs to one of these topics or answers, or to `greeting`.
    after: Ids = ()
    when: Condition | None = None
    lines: Lines  # the first that holds and was not yet said is spoken
    paraphrases: Paraphrases = Field((), exclude=True)  # further ways to ask it: compared by meaning alone


class GmAnswer(Part):
    """What the Game Master answers to a question that its writer foresaw: what the player's own character knows."""

    id: Id = "unnamed"
    asks: Annotated[
        Words, Field(min_length=1, max_length=40)
    ]  # the question as players put it, in several ways
    when: Condition | None = None
    text: Passage


class Movement(Part):
    """Where a character is at some hours; the first that holds."""

    hours: Hours | None = None
    when: Condition | None = None
    at: Id
    asleep: bool = False  # there they perceive only what is done to them or said by them


class Voice(Part):
    """How a speaker sounds. Which voices exist is for the speech server to say."""

    name: str = "default"
    rate: Annotated[float, Field(ge=0.5, le=2.0)] = 1.0
    pitch: Annotated[float, Field(ge=0.5, le=2.0)] = 1.0
    fallback: str | None = None


SpeechStyle = Literal["plain", "curt", "ornate", "sidelong"]


class Replies(Part):
    """Short answers in a character's own voice, for what no line was written for.

    `{what}` stands for what was asked about, `{who}` for somebody asked about or named as the one to ask. Whatever is
    left out is taken from the character's `style`.
    """

    yes: Wordings = ()  # to what is so, or what they would do
    no: Wordings = ()  # to what is not so, or what they would not do
    unsure: Wordings = ()  # they do not know it
    ask_another: Wordings = ()  # they do not know it, and `{who}` may
    wont: Wordings = ()  # they will not say it, or not do it
    price: Wordings = ()  # they want something for it first
    granted: Wordings = ()  # they do what was asked of them
    again: Wordings = ()  # asked the same once more
    agreed: Wordings = ()  # told something
    doubted: Wordings = ()  # told something by somebody whom they do not trust
    offered: Wordings = ()  # something is offered to them
    thanked: Wordings = ()  # they are thanked
    forgiven: Wordings = ()  # somebody apologised
    hurt: Wordings = ()  # insulted or accused
    scared: Wordings = ()  # threatened, and afraid
    unmoved: Wordings = ()  # threatened, and not afraid
    flattered: Wordings = ()  # they are flattered
    comforted: Wordings = ()  # they are comforted
    begged: Wordings = ()  # they are begged for something
    want: Wordings = ()  # "what do you want?": `want`, as far as they would own to it
    fear: Wordings = ()  # "what are you afraid of?"
    doing: Wordings = ()  # "what are you doing?"
    well: Wordings = ()  # "how are you?"
    fond: Wordings = ()  # of `{who}`
    dislikes: Wordings = ()  # of `{who}`, whom they do not like
    trusts: Wordings = ()  # of `{who}`, whom they trust
    distrusts: Wordings = ()  # of `{who}`, whom they do not trust
    afraid: Wordings = ()  # of `{who}`, of whom they are afraid
    owes: Wordings = ()  # of `{who}`, to whom they owe something
    indifferent: Wordings = ()  # of `{who}`, who is nothing to them
    i_lead: Wordings = ()  # "who is in charge?", of a host
    # Asked on about what they have just said; `{echo}` stands for a few of their own words.
    meant: Wordings = ()  # "what do you mean?"
    because: Wordings = ()  # "why?"
    source: Wordings = ()  # "who told you?"
    sure: Wordings = ()  # "are you sure?"
    no_more: Wordings = ()  # "and then?"
    accused: Wordings = ()  # of what they did not do
    accused_true: Wordings = ()  # of what they hide
    news: Wordings = ()  # told something that they had not heard
    on_fear: Wordings = ()  # told that the player is afraid
    on_grief: Wordings = ()  # told of the player's loss
    # Where somebody has nothing to tell: wordings of anybody's would sound least like them here.
    private: Wordings = ()  # asked about themselves, what they keep to themselves
    own_affair: Wordings = ()  # asked on about their own last words, which they would rather leave there
    between_us: Wordings = ()  # the same, where it concerns `{who}`
    as_said: Wordings = ()  # asked on, with nothing new to tell; `{tale}` stands for what they said
    of_it: Wordings = ()  # asked more about it than they know
    of_it_who: Wordings = ()  # who it was, they do not know
    of_it_where: Wordings = ()  # where it is
    of_it_when: Wordings = ()  # when it was
    of_it_why: Wordings = ()  # why it is so
    of_it_how: Wordings = ()  # how it is done
    of_it_how_many: Wordings = ()  # how many there are
    cannot_say: Wordings = ()  # whether something is so, they do not know
    not_saying: Wordings = ()  # whether something is so, they will not say
    cannot: Wordings = ()  # asked to `{deed}`, which they do not do
    would_not: Wordings = ()  # asked to `{deed}` by somebody whom they do not like
    might: Wordings = ()  # asked to `{deed}`, which they may yet do
    will_do: Wordings = ()  # charged with something, which they undertake
    order_no: Wordings = ()  # ordered about
    stays: Wordings = ()  # asked to come along
    heard: Wordings = ()  # told something; `{tag}` doubts it in a word or two: "Was he?"
    own_life: Wordings = ()  # told something of the player's own life
    judged: Wordings = ()  # told what the player thinks of somebody
    observed: Wordings = ()  # told how they seem to the player
    habit: Wordings = ()  # "why do you do that?"
    taste: Wordings = ()  # "which do you like best?"
    preference: Wordings = ()  # "do you like …?"
    aside: Wordings = ()  # asked an odd thing


class Reaction(Part):
    """What a character does on witnessing something (`what` is a rule's `witness` word)."""

    text: Passage = ()
    effects: Effects = Field(default_factory=lambda: NO_EFFECTS)


class Credits(Part):
    """Where a character came from."""

    author: str = ""
    licence: str = ""
    source: str = ""
    version: str = ""
    notes: str = ""  # of the author, to whoever uses it; never told to a player or a model
    tags: tuple[str, ...] = ()


class Unnamed(Part):
    """What somebody is called whose name the player does not know yet."""

    call: Word  # as it stands in a sentence: "the thin man"
    until: Condition  # they are called by their name once this holds, most often `{knows: …}`


class Character(Identified):
    """Somebody, or an animal."""

    name: str
    aliases: Words = ()
    unnamed: Unnamed | None = None  # their name and those aliases that are names are kept back at first
    picture: Pictured = None
    pronoun: Literal["she", "he", "they", "it"] = "they"
    persona: Prose
    want: Prose = ""
    fear: Prose = ""
    secret: Prose = ""
    manner: Prose = ""  # of speech
    examples: Wordings = ()  # how they talk, for a model: `Ann: …` and `You: …` line by line
    openings: Wordings = ()  # other ways in which a story with them might begin
    credits: Credits | None = None  # who made them, where they came from with a card
    style: SpeechStyle | None = None  # of their short answers; None: read from `manner`
    replies: Replies = blank(Replies)
    gestures: dict[Gesture, Wordings] = Field(
        default_factory=dict
    )  # what they do when the player smiles at them, bows, holds out a hand; `{He}` stands for who they are
    knows: Ids = ()  # facts that they tell whoever asks
    wants: Ids = ()  # what `want` is about: facts, items, people, places. Speaking of it moves them
    fears: Ids = ()
    # What `secret` is about: facts, items, features, people, places. They will not speak of it, and mistrust whoever
    # asks twice. A fact that is only hidden, wanted or feared need not be one that the player can learn.
    hides: Ids = ()
    host: Ids = ()  # places where they answer for all when nobody is spoken to by name
    voice: Voice = blank(Voice)
    description: Passage  # looked at
    presence: Passage = ()  # how they are seen where they are: "Hild mends a net by the fire."
    at: Id = NOWHERE
    health: Annotated[int, Field(ge=1, le=99)] = 5
    disposition: Annotated[int, Field(ge=DISPOSITION_MIN, le=DISPOSITION_MAX)] = 0
    relations: dict[Id, Bonds] = Field(
        default_factory=dict
    )  # toward `player` and other characters, when the story begins
    resist: dict[Id, Annotated[int, Field(ge=2, le=30)]] = Field(
        default_factory=dict
    )  # skill: difficulty of opposed checks
    greeting: Lines = ()
    topics: dict[Id, Topic] = Field(default_factory=dict)
    answers: dict[Id, WrittenAnswer] = Field(default_factory=dict)  # to questions as players put them
    ordinary_off: Ids = ()  # ordinary questions that they do not answer out of the library, by their ids
    remarks: Lines = ()  # said unasked while the player is there
    unknown: Lines = ()  # when asked about what they cannot or will not speak of
    farewell: Lines = ()
    reactions: dict[Id, Reaction] = Field(default_factory=dict)
    movements: tuple[Movement, ...] = ()
    actions: dict[str, Action] = Field(default_factory=dict)  # verb: action on this character
    death: Passage = ()  # told when they die in the player's sight

    @property
    def is_nameless(self) -> bool:
        """Whether their name is kept back now: they stand in a world as it is met (`gamemaster.rules.acquaintance`)."""
        return self.unnamed is not None and self.name == self.unnamed.call


class Skill(Identified):
    """What the player is good or bad at: added to the d20 of a check."""

    name: str
    description: str = ""
    start: Annotated[int, Field(ge=-5, le=15)] = 0
    # What it is used for when no rule says so; by default its name says it (`gamemaster.rules.stances.skill_families`).
    covers: Annotated[
        tuple[Family, ...], BeforeValidator(_as_tuple, json_schema_input_type=Family | tuple[Family, ...])
    ] = ()


class Level(Part):
    """A threshold of a need."""

    reach: Annotated[int, Field(ge=1)]
    word: str  # shown in the panel: "shivering"
    text: Passage = ()  # told when it is reached from below
    penalty: dict[Id, Annotated[int, Field(ge=-10, le=0)]] = Field(
        default_factory=dict
    )  # to skills, from here on


class Need(Identified):
    """Something that presses: it grows with time and is met by what the world offers."""

    name: str
    start: Annotated[int, Field(ge=0)] = 0
    maximum: Annotated[int, Field(ge=1, le=1000)] = 100
    per_hour: Annotated[int, Field(ge=-1000, le=1000)] = 0  # outdoors
    indoors_per_hour: Annotated[int, Field(ge=-1000, le=1000)] | None = None
    night_extra: int = 0  # added per hour after dark, outdoors
    word: str = "well"  # below the first level
    levels: tuple[Level, ...] = ()
    harm_per_hour: Annotated[int, Field(ge=0, le=100)] = (
        1  # wounds at each full hour while it is at its maximum; 0: it only weakens
    )
    relief: dict[Id, int] = Field(default_factory=dict)  # tag of a carried item: change per hour ("fur: -3")
    met_by: Offers | None = None  # what eases it; by default its name says it (`worlds.offers`)


class Threat(Identified):
    """Something that moves on its own and may strike where it finds the player."""

    name: str
    aliases: Words = ()
    description: Passage
    at: Id = NOWHERE
    wakes: Condition | None = None  # it moves and strikes only once this has held
    every: Annotated[int, Field(ge=1, le=1440)] = 30  # minutes between moves
    roams: Ids = ()  # locations it may enter; none: all
    hunts: Annotated[int, Field(ge=0, le=100)] = (
        50  # percent of its moves that go toward the player; others are random
    )
    kept_off: Condition | None = None  # it does not enter the player's location while this holds
    near: Passage = ()  # told when it comes within one exit
    arrives: Passage = ()
    leaves: Passage = ()
    meets: Action | None = None  # what happens when it is where the player is at the end of a turn
    rest: Annotated[int, Field(ge=0, le=1440)] = 60  # minutes after it struck
    voice: Voice = blank(Voice)  # of what it says, where a text has it speak (`@its_id: …`)


class Beat(Identified):
    """A storylet: when its condition holds after a turn, it is told and takes effect."""

    when: Condition
    text: Passage
    effects: Effects = Field(default_factory=lambda: NO_EFFECTS)
    repeat: Annotated[int, Field(ge=1)] | None = None  # minutes until it may fire again; none: once
    remember: Prose | None = None  # what those present keep of it, in their words
    priority: int = 0  # higher first
    secret: bool = False


class Fact(Identified):
    """Something the player can come to know."""

    text: Prose
    true: bool = True


class Vow(Identified):
    """A promise that the story knows of. Effects make it (`promise`), keep it (`keep`) or break it (`break`)."""

    by: Id = PLAYER  # `player` or a character
    to: Id
    text: Prose  # what was promised, after "promised": "to bring her the axe"
    kept: Condition | None = None  # it is kept as soon as this holds
    broken: Condition | None = None  # it is broken as soon as this holds, if it was not kept


class Lore(Part):
    """Background for whoever narrates, brought in when its keys come up."""

    id: Id = "unnamed"
    keys: Words = ()  # words that bring it in; none: it stands only with `always`
    also: Words = ()  # further words, which decide by `logic`
    logic: Literal["any", "all", "not_any", "not_all"] = (
        "any"  # of the words of `also`, these must come up too
    )
    always: bool = False  # brought in at the first turn, whatever is said
    text: Prose
    fact: Id | None = None  # only once the player knows this
    when: Condition | None = None  # only while this holds
    common: bool = False  # everybody knows it, the player too: it may be said when somebody asks
    order: Annotated[int, Field(ge=-100_000, le=100_000)] = 0  # of several, the highest comes first
    case_sensitive: bool = False


class Step(Part):
    """What a player might do next about a thread: an input that works as it stands, where and when it does."""

    say: Annotated[str, Field(min_length=1, max_length=80)]  # "ask groa about the tally"
    at: Id | None = None  # the location where it is to be done; the way there is offered first
    when: Condition = blank(Condition)  # it can be done only then
    done: Condition  # it needs no doing any more


class Thread(Part):
    """A question that the story holds open, with the steps that lead to its answer, in order."""

    id: Id = "unnamed"
    text: Prose  # the question, as the panel shows it: "Who knocks under the ice?"
    goal: Prose = ""  # what the player might set out to do about it: "Find the other half of the tally."
    opens: Condition = blank(Condition)  # from then on it is open
    closes: Condition  # and from then on answered
    priority: int = 0  # the highest that is open leads
    steps: tuple[Step, ...] = ()


class Ending(Identified):
    """How the story may end."""

    title: str
    when: Condition
    text: Passage
    epilogue: tuple[Variant, ...] = ()  # every one that holds is added
    strategy: Words = ()  # the ways of playing it rewards: sneak, talk, fight, …
    hint: str = ""  # for designers and testers
    priority: int = 0
    defeat: bool = False  # an ending, but not one of those a player strives for
    # Inputs that lead here from the start, for designers and tests. "wait until five" waits there, too.
    path: tuple[str, ...] = ()


class Verb(Part):
    """A verb of this world, or more words for one that every world has."""

    synonyms: Words = ()
    minutes: Annotated[int, Field(ge=0, le=1440)] | None = None


class StanceTuning(Part):
    """How a world rules and words one way of doing what no rule foresaw. Wordings may name {thing}, {who}, {tool}."""

    drop: bool = False  # nobody does this here
    skill: Id | None = None
    difficulty: Annotated[int, Field(ge=2, le=30)] | None = None
    minutes: Annotated[int, Field(ge=0, le=240)] | None = None
    success: Wordings = ()
    partial: Wordings = ()
    failure: Wordings = ()


class Clock(Part):
    """Times are written 16:30, hours 22-5; both need no quotes."""

    start: TimeOfDay = "08:00"
    night: Hours = "20-6"
    turn_minutes: Annotated[int, Field(ge=0, le=240)] = 5  # what an act takes when nothing else says


class PlayerCharacter(Part):
    """Who the player is, and where they begin."""

    name: str = "you"
    description: Passage = ()
    at: Id
    health: Annotated[int, Field(ge=1, le=99)] = 10
    wounds: tuple[str, str, str, str] = (
        "unhurt",
        "bruised",
        "wounded",
        "near death",
    )  # for how they are, by quarters of `health`
    carries: Annotated[int, Field(ge=1, le=200)] = 12  # items at once
    death: Id = (
        DIED  # the ending when wounds reach `health`; without it one of the game's own, in English, is told
    )


class Theme(Part):
    """How the page looks for this world. Contrast of text on background is checked by `world check`."""

    background: Colour = "#12161c"
    surface: Colour = "#1b222b"
    text: Colour = "#e8e6df"
    muted: Colour = "#9aa4ad"
    accent: Colour = "#8fc7d9"
    danger: Colour = "#e07a5f"
    font: Literal["serif", "sans", "mono"] = "serif"
    scene: Literal["hills", "fjord", "lighthouse"] = "hills"  # what the page draws behind the words


Violence = Literal["none", "mild", "full"]
Term = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$")]


class Boundaries(Part):
    """Lines that a story does not cross, whoever narrates, and whatever the player asks for."""

    # What is never shown, in plain terms: spiders, gore, harm to children, torture, sexual content, … (`README.md` has
    # the terms that stand for more than their own words).
    avoid: Annotated[
        tuple[Term, ...],
        Field(max_length=30),
        BeforeValidator(_as_tuple, json_schema_input_type=Term | tuple[Term, ...]),
    ] = ()
    violence: Violence = (
        "full"  # `mild`: without its details; `none`: nobody is struck, wounded or killed in sight
    )


class World(Part):
    """A whole world. Built by `worlds.loader.load_world`, which also checks what refers to what."""

    id: Id = "unnamed"
    title: str
    summary: Prose  # for the page where a player chooses
    genre: str = ""
    author: Annotated[str, Field(max_length=200)] = ""
    licence: Annotated[str, Field(max_length=200)] = ""  # under which others may use it: CC-BY-4.0, say
    shelf: Annotated[int, Field(ge=0, le=1000)] = 100  # its place among the worlds: lower is shown first
    language: str = "en"
    bible: Prose  # tone and truths, for whoever narrates
    opening: Passage
    goal: str = ""  # one line: what the player is trying to do
    player: PlayerCharacter
    clock: Clock = blank(Clock)
    narrator: Voice = blank(Voice)
    theme: Theme = blank(Theme)
    picture: Pictured = None  # for the page where a player chooses
    # The narrator's own lines in this world's tone, by situation: the end of `reference.md` lists them.
    messages: dict[Id, Wordings] = Field(default_factory=dict)
    verbs: dict[str, Verb] = Field(default_factory=dict)
    stances: dict[StanceName, StanceTuning] = Field(default_factory=dict)
    # Minutes that a deed may take whose words named no rule's own act: what takes longer is offered first.
    small_deed: Annotated[int, Field(ge=0, le=1440)] = 5
    # Phrases that in this world, too, may be about the player's own life: the story stops for a quiet line.
    safety_words: Words = ()
    boundaries: Boundaries | None = None  # lines that no story in this world crosses; players may draw more
    flags: dict[Id, str] = Field(
        default_factory=dict
    )  # flags a writer wants described; others need no declaration
    skills: dict[Id, Skill] = Field(default_factory=dict)
    needs: dict[Id, Need] = Field(default_factory=dict)
    locations: dict[Id, Location]
    items: dict[Id, Item] = Field(default_factory=dict)
    characters: dict[Id, Character] = Field(default_factory=dict)
    threats: dict[Id, Threat] = Field(default_factory=dict)
    rules: dict[Id, Rule] = Field(default_factory=dict)
    beats: dict[Id, Beat] = Field(default_factory=dict)
    facts: dict[Id, Fact] = Field(default_factory=dict)
    promises: dict[Id, Vow] = Field(default_factory=dict)
    lore: dict[Id, Lore] = Field(default_factory=dict)
    answers: dict[Id, GmAnswer] = Field(
        default_factory=dict
    )  # of the Game Master, to questions as players put them
    # Questions that nobody here answers out of the library (`gamemaster/language/wording/ordinary`), by their ids.
    ordinary_off: Ids = ()
    threads: dict[Id, Thread] = Field(default_factory=dict)
    endings: dict[Id, Ending]

    @model_validator(mode="before")
    @classmethod
    def _name_the_parts(cls, data: Any) -> Any:
        """Give every part its key as `id`; topics and features too."""
        if not isinstance(data, dict):
            return data
        data = dict(data)
        for section in NAMED_SECTIONS:
            data[section] = _with_names(data.get(section))
        for location in _dicts(data["locations"]):
            location["notice"] = _with_names(location.get("notice") or {})
        for character in _dicts(data["characters"]):
            character["topics"] = _with_names(character.get("topics") or {})
            character["answers"] = _with_names(character.get("answers") or {})
        return _with_death({key: value for key, value in data.items() if value is not None})

    @property
    def has_games_own_death(self) -> bool:
        """Whether the ending of whoever dies is the game's own, as its writer wrote none."""
        ending = self.endings.get(DIED)
        return ending is not None and [variant.text for variant in ending.text] == [(_DEATH_TOLD,)]

    def written_endings(self) -> dict[str, Ending]:
        """The endings without the game's own."""
        own = DIED if self.has_games_own_death else None
        return {name: ending for name, ending in self.endings.items() if name != own}

    def features(self) -> Iterator[tuple[Location, Feature]]:
        """Every feature with the location it belongs to."""
        for location in self.locations.values():
            for feature in location.notice.values():
                yield location, feature


NAMED_SECTIONS = (
    "skills", "needs", "locations", "items", "characters", "threats", "rules", "beats", "facts", "promises", "lore",
    "answers", "threads", "endings",
)  # fmt: skip


def _with_names(section: Any) -> Any:
    if not isinstance(section, dict):
        return section
    return {key: {**part, "id": key} if isinstance(part, dict) else part for key, part in section.items()}


# What the game's own death tells: by it the ending is known from one that a writer called the same.
_DEATH_TOLD = "That was one wound too many. Your story ends here."


def _with_death(data: dict[str, Any]) -> dict[str, Any]:
    player, endings = data.get("player"), data.get("endings")
    if not isinstance(player, dict) or not isinstance(endings, dict) or "death" in player or DIED in endings:
        return data
    health = player.get("health")
    ending = {
        "id": DIED, "title": "Dead", "defeat": True, "when": {"wounds": health if isinstance(health, int) else 10},
        "text": _DEATH_TOLD,
    }  # fmt: skip
    return {**data, "endings": {**endings, DIED: ending}}


def _dicts(section: Any) -> list[dict[str, Any]]:
    return [part for part in section.values() if isinstance(part, dict)] if isinstance(section, dict) else []
