"""What a narrator may propose for a turn (Outcome), and what the referee makes of it (Ruling). Plain data."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from worlds.schema import Offer, StanceName
from worlds.verbs import Gesture

Name = Annotated[str, Field(min_length=1, max_length=64)]
Typed = Annotated[str, Field(min_length=1, max_length=80)]  # what a player could type
IntentRole = Literal["act", "speech", "question", "emote"]


class Datum(BaseModel):
    """Base of proposals and rulings: frozen, and an unknown key is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Roll(Datum):
    """The dice of a turn, thrown before anyone is asked. One d20 for each check the turn may need."""

    d20: Annotated[tuple[Annotated[int, Field(ge=1, le=20)], ...], Field(min_length=1, max_length=16)]


class Intent(Datum):
    """One thing that the player wants to do, as understood from their words."""

    verb: Name  # canonical, see `worlds.verbs`
    objects: tuple[
        Name, ...
    ] = ()  # ids the verb is aimed at: items, features, characters, locations, threats
    tool: Name | None = None  # item it is done with
    recipient: Name | None = (
        None  # whom or what it is done to or for: give X to RECIPIENT, put X in RECIPIENT
    )
    topic: Annotated[str, Field(max_length=120)] | None = None  # topic id, or the player's own words for it
    direction: Annotated[str, Field(max_length=40)] | None = None
    rule: Annotated[str, Field(max_length=140)] | None = (
        None  # a rule that the words named by one of its phrases
    )
    words: Annotated[str, Field(max_length=2000)] = ""  # the clause it was read from
    purpose: Annotated[str, Field(max_length=300)] = ""  # what it is done for, if the player said so
    role: IntentRole = "act"  # a `question` is put to the Game Master; one put to a character is `speech`
    # Of speech: say ask tell order request threaten bluff promise offer beg thank greet farewell insult apologize
    # comfort flatter.
    force: Annotated[str, Field(max_length=16)] | None = None
    minutes: Annotated[int, Field(ge=0, le=1440)] | None = None  # a duration that was named


class Aside(Datum):
    """What is said to the player outside the story: a question back, words that were not followed, a hint.

    `why` is a situation of `gamemaster.language.wording.stock_lines`: clarify, not_followed, …
    """

    why: Name
    about: Annotated[str, Field(max_length=400)] = ""
    choices: Annotated[tuple[Typed, ...], Field(max_length=3)] = ()


# What a state that small handling leaves a thing in holds by: the thing alone, the place where it was done (a rope tied
# round a trestle), or the player (a scarf tied round their neck).
Bound = Literal["", "place", "player"]


class Express(Datum):
    """A gesture, a posture, a mood of the player: it takes no time and changes nothing; those present see it.

    A `thought` stays with the player; `let_be`: what the player says that they do not do. A `handling` is a small
    act with a thing at hand: it takes a moment. What comes of it (`came`) is told instead of the words, and a state
    that it leaves a thing in (`left`: "the rope, tied round the trestle") stays.
    """

    op: Literal["express"] = "express"
    how: Literal["gesture", "thought", "let_be", "handling"] = "gesture"
    what: Annotated[str, Field(min_length=1, max_length=120)]  # the player's words
    to: str | None = None  # to whom a gesture is made
    kind: Gesture | None = None  # which gesture it is, where it is one that somebody takes in some way
    came: tuple[str, ...] = ()  # wordings, one of which is told
    left: Annotated[str, Field(max_length=80)] = ""
    on: Name | None = None  # what is left in that state
    bound: Bound = ""  # what that state holds by


class Move(Datum):
    """The player goes through an open exit of where they are."""

    op: Literal["move"] = "move"
    to: Name


class Take(Datum):
    op: Literal["take"] = "take"
    item: Name


class Drop(Datum):
    """Lay down something that the player carries, `on` a feature of the place or at a spot in the player's words."""

    op: Literal["drop"] = "drop"
    item: Name
    on: Name | None = None
    where: Annotated[str, Field(max_length=60)] = ""  # "under the boats"; the player's own words


class Give(Datum):
    op: Literal["give"] = "give"
    item: Name
    to: Name
    lent: bool = False  # to be held or used for a while: it is no gift


class Use(Datum):
    """Do what one of the world's rules says: the referee has its conditions, its check and its effects."""

    op: Literal["use"] = "use"
    rule: Annotated[str, Field(min_length=1, max_length=140)]
    target: Name | None = None
    item: Name | None = None


class Notice(Datum):
    """Look closely at a feature, an item, a character or a threat."""

    op: Literal["notice"] = "notice"
    what: Name


class Look(Datum):
    """Look around."""

    op: Literal["look"] = "look"


class Search(Datum):
    """Search the place: features and items that hide may come to light."""

    op: Literal["search"] = "search"


class Greet(Datum):
    """Speak to a character, about nothing in particular; `parting` is a goodbye."""

    op: Literal["greet"] = "greet"
    who: Name
    parting: bool = False


class Discuss(Datum):
    """Ask a character about a topic; the referee picks the line that they would say and applies its effects."""

    op: Literal["discuss"] = "discuss"
    who: Name
    topic: Annotated[str, Field(min_length=1, max_length=120)]
    asks: Name | None = None  # the kind of question (`worlds.schema.Line.answers`): lines for it come first
    line: Annotated[int, Field(ge=0)] | None = None  # the topic's line that is said, if it may be said now


class Dismiss(Datum):
    """A companion is told to stay."""

    op: Literal["dismiss"] = "dismiss"
    who: Name


class SetFlag(Datum):
    """Only flags that the world declares under `flags` may be set this way."""

    op: Literal["set_flag"] = "set_flag"
    flag: Name
    value: bool = True


class Harm(Datum):
    op: Literal["harm"] = "harm"
    who: Name
    amount: Annotated[int, Field(ge=1, le=3)] = 1


class Heal(Datum):
    op: Literal["heal"] = "heal"
    who: Name
    amount: Annotated[int, Field(ge=1, le=3)] = 1


class PassTime(Datum):
    op: Literal["pass_time"] = "pass_time"
    minutes: Annotated[int, Field(ge=0, le=960)]
    sleep: bool = False


class ChangeDisposition(Datum):
    op: Literal["disposition"] = "disposition"
    who: Name
    by: Annotated[int, Field(ge=-2, le=2)]


class ChangeRelation(Datum):
    """What somebody present feels or owes toward the player, or toward somebody else; within narrow bounds a turn."""

    op: Literal["relation"] = "relation"
    who: Name
    toward: Name = "player"
    trust: Annotated[int, Field(ge=-2, le=2)] = 0
    fear: Annotated[int, Field(ge=-2, le=2)] = 0
    affection: Annotated[int, Field(ge=-2, le=2)] = 0
    debt: Annotated[int, Field(ge=-2, le=2)] = 0


class MakePromise(Datum):
    """The player gives their word to somebody present, or somebody present to the player or another."""

    op: Literal["promise"] = "promise"
    by: Name = "player"
    to: Name
    what: Annotated[str, Field(min_length=1, max_length=200)]  # after "promised": "to bring her the axe"
    item: Name | None = None  # a thing that is promised: the promise is kept when it has come to `to`


class SettlePromise(Datum):
    """A promise that was open is kept or broken by what happens now."""

    op: Literal["settle_promise"] = "settle_promise"
    promise: Name
    kept: bool


class Recollect(Datum):
    """Somebody is asked what they remember, and says it (`text`: their words), or that they remember nothing."""

    op: Literal["recollect"] = "recollect"
    who: Name
    text: Annotated[str, Field(min_length=1, max_length=700)]
    memory: Annotated[str, Field(max_length=96)] | None = None  # its identifier, if it is one


class Answer(Datum):
    """Somebody answers in their own words what no line was written for. It changes nothing but what they were asked."""

    op: Literal["answer"] = "answer"
    who: Name
    texts: Annotated[
        tuple[Annotated[str, Field(min_length=1, max_length=700)], ...], Field(min_length=1, max_length=24)
    ]  # interchangeable
    source: Literal[
        "fact", "sight", "feeling", "pointer", "ignorance", "reply", "reaction", "manners", "follow_up"
    ] = "reply"
    matter: Annotated[str, Field(max_length=120)] = ""  # what was asked about, in the player's words
    fact: Name | None = None  # one of the character's `knows`, which the player learns by it
    called: Annotated[str, Field(max_length=40)] = ""  # the name that the player gave, to which this answers
    put: Annotated[str, Field(max_length=120)] = ""  # what the player asks of them, where this refuses it
    ordinary: Annotated[str, Field(max_length=40)] = (
        ""  # the ordinary question that it answers, by the library's id
    )


class Inform(Datum):
    """The player asks the Game Master; the answer comes from what is true and known, outside of any time."""

    op: Literal["inform"] = "inform"
    kind: Name  # place ways people who_is things inventory health needs time self goal heard known how_to rules …
    about: Annotated[str, Field(max_length=120)] = ""  # a thing's identifier, or the player's words
    asked: Annotated[str, Field(max_length=160)] = ""  # the player's words, where `about` is a thing


class MoveCharacter(Datum):
    """A character who is with the player walks through one exit, or comes back from the next location."""

    op: Literal["move_character"] = "move_character"
    who: Name
    to: Name


class Reveal(Datum):
    """The player learns a fact that one of those present, or this place, could tell."""

    op: Literal["reveal"] = "reveal"
    fact: Name


class StartBeat(Datum):
    op: Literal["start_beat"] = "start_beat"
    beat: Name


class FinishBeat(Datum):
    op: Literal["finish_beat"] = "finish_beat"
    beat: Name


class EndStory(Datum):
    op: Literal["end_story"] = "end_story"
    ending: Name


class Attempt(Datum):
    """An idea that no rule foresaw. A narrator only says what kind of thing it is: the referee works out how hard it
    is, what the dice make of it and what follows (`gamemaster.rules.stances.table`)."""

    op: Literal["attempt"] = "attempt"
    stance: StanceName
    target: Name | None = None  # whom, what or which way it is done to
    tool: Name | None = None  # done with, offered or made of
    recipient: Name | None = None  # where to, in what, or in exchange for what
    aim: Annotated[str, Field(max_length=80)] = (
        ""  # what it is for, says or makes: "a snowman", "to open the gate"
    )


class AddDetail(Datum):
    """Something small that the player makes of what is here anyway: it stays, and grants nothing."""

    op: Literal["detail"] = "detail"
    text: Annotated[str, Field(min_length=1, max_length=80)]  # a name for it: "a snowman with a hat"
    on: Name | None = None


class Enjoy(Datum):
    """Make use of what a thing offers: warm oneself at a fire, eat bread, rest on a bench, light a lamp."""

    op: Literal["enjoy"] = "enjoy"
    what: Name
    offer: Offer
    brief: bool = False  # in haste: "bolt it down"


class Try(Datum):
    """Something the rules have no answer for; it changes nothing and the narrator says how it comes to nothing."""

    op: Literal["try"] = "try"
    verb: Name
    what: Name | None = None
    why: Annotated[str, Field(max_length=120)] = (
        ""  # a situation of `gamemaster.language.wording.stock_lines`, e.g. `nothing_happens`
    )


Operation = Annotated[
    Move | Take | Drop | Give | Use | Notice | Look | Search | Greet | Discuss | Dismiss | SetFlag | Harm | Heal
    | PassTime | ChangeDisposition | ChangeRelation | MakePromise | SettlePromise | Recollect | Answer | Inform
    | MoveCharacter | Reveal | StartBeat | FinishBeat | EndStory | Attempt | AddDetail | Enjoy | Express | Try,
    Field(discriminator="op"),
]  # fmt: skip

CheckResult = Literal["critical", "success", "partial", "failure", "fumble"]


class ProposedCheck(Datum):
    """A test that the narrator deems due for an act no rule covers. The referee throws the dice."""

    skill: Name
    difficulty: Annotated[int, Field(ge=2, le=30)]
    result: CheckResult | None = None  # what older narrators claimed of it; nothing comes of that


class Memory(Datum):
    """Something a character present should remember."""

    who: Name
    what: Annotated[str, Field(min_length=1, max_length=500)]
    importance: Annotated[int, Field(ge=1, le=10)] = 3


class Outcome(Datum):
    """What the narrator proposes for a turn."""

    intents: Annotated[tuple[Intent, ...], Field(max_length=8)] = ()
    check: ProposedCheck | None = None
    changes: Annotated[tuple[Operation, ...], Field(max_length=24)] = ()
    otherwise: Annotated[tuple[Operation, ...], Field(max_length=8)] = ()  # if the check fails; partial: both
    memories: Annotated[tuple[Memory, ...], Field(max_length=16)] = ()
    suggestions: Annotated[tuple[Annotated[str, Field(max_length=80)], ...], Field(max_length=3)] = ()
    unclear: Annotated[str, Field(max_length=40)] | None = (
        None  # why the words were not understood, if they were not
    )
    asides: Annotated[tuple[Aside, ...], Field(max_length=2)] = ()


class CheckMade(Datum):
    """A check as it fell: d20 + bonus against the difficulty."""

    skill: str
    difficulty: int
    d20: int
    bonus: int
    result: CheckResult
    rule: str | None = None

    @property
    def total(self) -> int:
        return self.d20 + self.bonus


class Rejection(Datum):
    """An operation that the referee refused, and why. `code` is stable, `reason` is for people."""

    operation: Operation
    code: str
    reason: str
    wordings: tuple[str, ...] = ()  # what the world's author wrote for this refusal, if anything


class Happening(Datum):
    """One thing that came about, in order. `wordings` are interchangeable authored texts, resolved when it happened."""

    # The kinds, by where they come from. Ways: went, entered, place, place_night, place_state, lying, concealed,
    # detail, barred, presence, body, threat_here. Acts: looked, noticed, searched, found, took, dropped, gave, rule,
    # rule_failed, rule_partial, rule_again, said, said_again, unwilling, unknown_topic, greeted_again, parted,
    # dismissed, waited, slept, tried, attempted, came_of, enjoyed, rejected, unclear, expressed, unhidden, reaction,
    # learned, wounded, struck, healed, died, promised, promise_kept, promise_broken, recollected, answered, informed.
    # By itself: arrived, departed, roused, need, threat_near, threat_arrived, threat_left, threat_met, beat, remark,
    # ending, epilogue. Outside the story: aside (`choices`: what the player could type).
    kind: str
    who: str | None = None
    what: str | None = None
    place: str | None = None
    wordings: tuple[str, ...] = ()
    detail: dict[str, str] = {}
    seen_by: tuple[str, ...] = ()  # characters who perceived it, if it is such as one remembers
    choices: tuple[str, ...] = ()


class Ruling(Datum):
    """What is now true, and what was refused. The narration tells this and nothing else."""

    happenings: tuple[Happening, ...] = ()
    rejections: tuple[Rejection, ...] = ()
    checks: tuple[CheckMade, ...] = ()
    changed: tuple[str, ...] = ()  # for people: "You take the whalebone knife.", "Cold +8"
    minutes: int = 0  # that passed
    memories: tuple[Memory, ...] = ()
    suggestions: tuple[str, ...] = ()
    ended: str | None = None
