"""The `gamemaster.v1` protocol: what client and server say to each other, discriminated by `type`.

Text frames are one JSON message each. Every server message that belongs to a story carries that story's `epoch`
(another one when the history changed, or another process tells the story) and `offset` (one more for each frame in it).
A new epoch begins at offset 1, and only after a snapshot (`story`), within a resumption (`resumed`) or right after it:
a client that stays connected is never shown another process's frames without one of the two.
A client that comes back says the last pair it has in `open`; it gets the frames after it, or a `story` snapshot.

Speech comes in binary frames (`gamemaster.protocol.audio_frames`), with `utterance`, `timing` and `spoken`
beside them, to
clients that asked for it with `audio`. It has no place in the story's sequence and is never sent again: text is the
story, and what a client misses of the speech it reads. Text frames overtake audio; audio, `utterance`, `timing` and
`spoken` keep their order among themselves.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter

from gamemaster.protocol.player_words import readable_name
from gamemaster.rules.state import SpanKind
from voice.codecs import Codec
from worlds.schema import Boundaries

PROTOCOL = "gamemaster.v1"
# Version of the words with which players are asked whether their play may be recorded. Raise it when what is done with
# recordings changes: a yes to older words does not count, and the player is asked again.
CONSENT_TEXT = 1

ActId = Annotated[
    str, Field(pattern=r"^[A-Za-z0-9_-]{8,64}$", description="made by the client, unique per act")
]
StoryId = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
BranchName = Annotated[str, Field(min_length=1, max_length=60), AfterValidator(readable_name)]
# What a client can play, the best first: `opus`, `pcm16`. Others are passed over; none at all means text alone.
AudioCodecs = Annotated[tuple[Annotated[str, Field(max_length=16)], ...], Field(max_length=8)]
Count = Annotated[int, Field(ge=0, lt=2**31)]
Samples = Annotated[int, Field(ge=0, lt=2**53)]


class Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


# ---- client to server -------------------------------------------------------------------------------------------


class Hello(Message):
    """The first message of a connection. Without a token, a new player is made and `welcome` carries the token."""

    type: Literal["hello"] = "hello"
    token: Annotated[str, Field(max_length=512)] | None = None
    audio: AudioCodecs | None = None  # None: a client that knows of no voices, and is told of none


class Open(Message):
    """Go to a story. With `epoch` and `offset`, resume after that frame."""

    type: Literal["open"] = "open"
    story: StoryId
    epoch: int | None = None
    offset: int | None = None


class NewStory(Message):
    """Begin a story and open it. The same `id` from the same player makes one story only.

    `opening`: which of the world's `openings` is told; without it, or with a `seed`, chance decides.
    """

    type: Literal["new_story"] = "new_story"
    id: ActId
    world: Annotated[str, Field(max_length=64)]
    seed: Annotated[int, Field(ge=0, lt=2**53)] | None = None
    opening: Annotated[int, Field(ge=0, lt=1000)] | None = None


class Act(Message):
    """The player's words. The same `id` again is the same act: it is never played twice."""

    type: Literal["act"] = "act"
    id: ActId
    text: str  # length is limited by the server's settings, and the refusal names the limit
    instant: bool = False  # tell this turn without the small pauses between phrases


class Heard(Message):
    """A place in a turn's speech: all utterances before `utterance`, and `samples` of it, at its `sample_rate`."""

    turn: Count
    utterance: Count
    samples: Samples


class Interrupt(Message):
    """Stop telling this turn. What was shown so far is what is told; `shown` is the last offset that the player saw.

    Where the turn is spoken, `heard` decides instead: told is what was heard, to the last whole word. If all speech was
    heard that there is (the voice failed, and the rest came as text), `shown` decides about the rest. A `heard` of
    another turn makes this message void: that turn was over already.
    """

    type: Literal["interrupt"] = "interrupt"
    shown: int | None = None
    heard: Heard | None = None


class ReadOn(Message):
    """The player has this turn's text whole before them and waits for no voice: the rest comes at once, as text alone.

    Nothing is lost by it: all of the turn is told. Turn 0 is the opening.
    """

    type: Literal["read_on"] = "read_on"
    turn: Count


class Typing(Message):
    """The player writes to the story that is open: it may make itself ready. Nothing is answered.

    At the first letter of each turn, and every few seconds while they go on; what comes more often is ignored.
    """

    type: Literal["typing"] = "typing"


class VoiceChoice(Message):
    """Speech in the first of these codecs that the service has, from the next utterance on; none: text alone."""

    type: Literal["voice"] = "voice"
    audio: AudioCodecs = ()


class Played(Heard):
    """How far the player has heard this turn. At least every 250 ms while it plays, and at each utterance's end.

    An utterance was heard to its end when `samples` is the offset of its last frame, or the next one is named.
    """

    type: Literal["played"] = "played"


class Undo(Message):
    """Take back the last turn (its words stay in the store, out of the story)."""

    type: Literal["undo"] = "undo"
    id: ActId


class Retry(Message):
    """Take back the last turn and play its words again with fresh dice; in the workshop, with the roll `d20`."""

    type: Literal["retry"] = "retry"
    id: ActId
    d20: Annotated[int, Field(ge=1, le=20)] | None = None


class Branch(Message):
    """Keep the story as it is now under a name, as a story of its own, cut off after `turn` (default: the last)."""

    type: Literal["branch"] = "branch"
    id: ActId
    name: BranchName
    turn: Annotated[int, Field(ge=0)] | None = None


class Consent(Message):
    """Whether this player's play may be recorded, from now on and until they say otherwise. It counts at once.

    `forget`: also delete everything that was recorded of this player. `text`: version of the words that they read.
    """

    type: Literal["consent"] = "consent"
    record: bool
    forget: bool = False
    text: Annotated[int, Field(ge=1, le=10_000)] = CONSENT_TEXT


class DrawLines(Message):
    """The lines that this player's stories do not cross, from the next turn on: in place of those drawn before.

    Without `lines` nothing is changed; the answer says which there are, and of which message (`n`) it is the answer.
    """

    type: Literal["boundaries"] = "boundaries"
    lines: Boundaries | None = None
    n: int = 0


class Stories(Message):
    type: Literal["stories"] = "stories"


class Ping(Message):
    type: Literal["ping"] = "ping"
    n: int = 0


ClientMessage = Annotated[
    Hello
    | Open
    | NewStory
    | Act
    | Interrupt
    | ReadOn
    | Typing
    | VoiceChoice
    | Played
    | Undo
    | Retry
    | Branch
    | Consent
    | DrawLines
    | Stories
    | Ping,
    Field(discriminator="type"),
]
client_message: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)

# ---- what is shown ----------------------------------------------------------------------------------------------


class PictureShown(Message):
    """A picture to show: where it is had, relative to the page, and what it shows in words."""

    url: str
    alt: str


class Shown(Message):
    """Something in the panel: a person, a thing, a way out."""

    id: str
    name: str
    note: str = ""  # "wary", "worn", "blocked"
    picture: PictureShown | None = Field(None, exclude_if=lambda picture: picture is None)


class Gauge(Message):
    """A need, or the player's wounds: 0 is well, `maximum` is dire. `word` says it for people."""

    id: str
    name: str
    value: int
    maximum: int
    word: str


class View(Message):
    """What the player may know of the state: the panel beside the text."""

    turn: int
    place: Shown
    time: str  # "Day 1, 16:30, dusk"
    night: bool
    gauges: tuple[Gauge, ...] = ()
    carried: tuple[Shown, ...] = ()
    here: tuple[Shown, ...] = ()  # living characters
    things: tuple[Shown, ...] = ()  # items in sight
    exits: tuple[Shown, ...] = ()
    skills: tuple[Gauge, ...] = ()
    facts: tuple[str, ...] = ()  # what the player has learned, latest last
    goal: str = ""  # what the player is after, in the fiction's words
    threads: tuple[str, ...] = ()  # questions that are open, the leading one first
    suggestions: tuple[str, ...] = ()
    ended: str | None = None  # title of the ending


class TextSpan(Message):
    kind: SpanKind
    speaker: str | None = None  # character id
    name: str | None = None  # the speaker's name as shown
    text: str
    choices: tuple[str, ...] = ()  # of an aside: inputs to offer as buttons


class RollShown(Message):
    """A check as the player sees it."""

    skill: str
    d20: int
    bonus: int
    difficulty: int
    result: Literal["critical", "success", "partial", "failure", "fumble"]


class TurnShown(Message):
    """A turn of the history."""

    turn: int
    act_id: str
    words: str
    checks: tuple[RollShown, ...] = ()
    changed: tuple[str, ...] = ()
    spans: tuple[TextSpan, ...] = ()
    reason: str


class StoryLine(Message):
    """A story in the list."""

    id: StoryId
    world: str
    title: str  # the world's
    name: str | None  # of the branch
    turn: int
    place: str
    ended: str | None
    updated: str  # ISO 8601, UTC


# ---- server to client -------------------------------------------------------------------------------------------


class Frame(Message):
    """Base of server messages. `epoch` and `offset` are -1 on those that answer one connection alone (welcome, errors,
    pong, lists, and an act that was known already): they have no place in the story's sequence.
    """

    epoch: int = -1
    offset: int = -1


class RecordingOffer(Message):
    """This service records the play of those who agree. `asked`: this player has answered; do not ask again."""

    asked: bool
    allowed: bool
    keep_days: int  # after which a recording is deleted


class Welcome(Frame):
    type: Literal["welcome"] = "welcome"
    protocol: str = PROTOCOL
    player: str
    token: str
    worlds: tuple[dict[str, Any], ...]  # id, title, summary, genre, theme
    limits: dict[str, int]  # max_input_chars, max_message_bytes, acts_per_minute, audio_per_player
    designer: bool = False  # the prompts of turns may be had over REST
    workshop: bool = False  # the client is on the machine of the world's writer, and may have the workshop
    spoken: bool = False  # there is a voice here, or will be: ask the player whether to hear it
    recording: RecordingOffer | None = None  # None: nothing is recorded here


class StoryOpened(Frame):
    """A snapshot: everything a client needs to show a story. It comes on opening, and when the history changed (undo,
    retry). `pending` is an act accepted but not yet told. If a turn is being told, its frames follow from the start.
    """

    type: Literal["story"] = "story"
    story: StoryId
    world: str
    name: str | None
    opening: tuple[TextSpan, ...]
    turns: tuple[TurnShown, ...]
    earlier: int = 0  # turns before the first of `turns`, to be had over REST
    view: View
    pending: dict[str, Any] | None = None  # act_id, words


class Resumed(Frame):
    """The frames after the client's position (which this repeats) follow; `missed` of them were sent before."""

    type: Literal["resumed"] = "resumed"
    story: StoryId
    missed: int


class Accepted(Frame):
    """The words are safe. `d20` are the dice as they fell; a check may or may not come to use them."""

    type: Literal["accepted"] = "accepted"
    act_id: ActId
    turn: int
    words: str
    d20: int
    repeated: bool = False  # this act was known already


class Ruled(Frame):
    """What the referee decided, before it is told. The attempt may have been told before it, never what came of it."""

    type: Literal["ruling"] = "ruling"
    turn: int
    checks: tuple[RollShown, ...]
    changed: tuple[str, ...]
    rejected: tuple[str, ...]


class Text(Frame):
    """More of the narration. `span` counts the spans of the turn; text with the same `span` continues it."""

    type: Literal["text"] = "text"
    turn: int
    span: int
    kind: SpanKind
    speaker: str | None = None
    name: str | None = None
    text: str
    choices: tuple[str, ...] = ()  # of an aside: inputs to offer as buttons; the same in each of its frames


class StateDelta(Frame):
    """The panel after the turn (the whole view: it is small)."""

    type: Literal["state"] = "state"
    view: View


class Kept(Message):
    """How much of a turn's text is part of the story: all of the spans before `span`, and `chars` characters of it.

    Characters are Unicode code points, as in Python (in JavaScript, `[...text].length`).
    """

    span: int
    chars: int


class Committed(Frame):
    """The turn is in the store, whole, and final.

    `told` and `kept` are set when the turn was interrupted. Of this turn's `text` frames, those with an offset greater
    than `told` are not part of the story, and a client that showed them takes them back. `kept` says the same to the
    letter: what was heard may end within a frame.
    """

    type: Literal["commit"] = "commit"
    turn: int
    act_id: ActId
    told: int | None = None
    kept: Kept | None = None
    reason: Literal["complete", "interrupted", "budget", "refused", "engine_lost"]


class ConsentKept(Frame):
    """The player's answer is kept; `deleted` recordings were deleted, if that was asked for."""

    type: Literal["consent"] = "consent"
    allowed: bool
    deleted: int = 0


class LinesKept(Frame):
    """The player's lines as they are kept; they hold from the next turn on. `world`: those of the story that is open.

    `terms` are those that stand for more than their own words, to be offered. `n` is that of the message answered here.
    """

    type: Literal["boundaries"] = "boundaries"
    n: int = 0
    lines: Boundaries
    world: Boundaries | None = None
    terms: tuple[str, ...] = ()


class StoryList(Frame):
    type: Literal["stories"] = "stories"
    stories: tuple[StoryLine, ...]


class Branched(Frame):
    type: Literal["branched"] = "branched"
    story: StoryId
    name: str


class Delayed(Frame):
    """Something the turn needs is away (`what`: database, model); it goes on by itself. Sent once a turn."""

    type: Literal["delayed"] = "delayed"
    what: str
    message: str


class Waiting(Frame):
    """Many come at once: what was asked (`act_id`, where it has one) is not lost and waits in line, it comes by itself.

    `ahead` are served first, in about `estimate_s` seconds; both only shrink. It may come before `welcome`.
    """

    type: Literal["waiting"] = "waiting"
    ahead: Annotated[int, Field(ge=0)]
    estimate_s: Annotated[float, Field(ge=0)]
    act_id: ActId | None = None


class WorldFault(Message):
    """What is wrong with a world, where, and what to do about it."""

    file: str
    line: int
    column: int
    message: str
    hint: str = ""


class WorldEdited(Frame):
    """The story's world was saved by its writer, who plays it at the same time (`play --watch`).

    `fits`: the story goes on in the edited world; a snapshot follows, `world` is its line among the worlds, and `notes`
    say what of the story could not be kept. Otherwise `faults` say what is wrong, and the story goes on as it was.
    """

    type: Literal["world_edited"] = "world_edited"
    fits: bool
    world: dict[str, Any] | None = None
    notes: tuple[str, ...] = ()
    faults: tuple[WorldFault, ...] = ()


class PlaysCompared(Frame):
    """The kept plays of the story's world were played again after a save (`play --watch`).

    `changed`: those that are told otherwise now; `faults`: plays that cannot be read, paths that lead elsewhere.
    """

    type: Literal["plays_compared"] = "plays_compared"
    plays: int
    changed: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


class BotsReturned(Frame):
    """Bots went through the story's world again after a save (`play --watch`), some seconds after it.

    `lost`: what they came to before, and do not any more, as "beat storm"; `gained`: what they come to now.
    """

    type: Literal["bots_returned"] = "bots_returned"
    stories: int
    lost: tuple[str, ...] = ()
    gained: tuple[str, ...] = ()


class VoiceState(Frame):
    """How this client will hear the story: after `hello` with `audio`, after `voice`, and when it changes.

    `on`: in `codec`. `off`: as the client asked. `degraded`: the voice failed, the story goes on in text, and `on` will
    come when it is back. `unavailable`: there is no voice here, or not yet (then `on` follows), or not for this client.
    """

    type: Literal["voice"] = "voice"
    state: Literal["on", "off", "degraded", "unavailable"]
    codec: Codec | None = None
    message: str = ""  # for people


class Utterance(Frame):
    """A sentence is about to be spoken: characters `start` to `end` (code points) of the text of span `span`.

    Utterances are counted from 0 in each turn. `pre_skip`: samples that the decoder gives before the first one that
    counts (Opus).
    """

    type: Literal["utterance"] = "utterance"
    turn: int
    utterance: int
    span: int
    start: int
    end: int
    speaker: str | None = None
    name: str | None = None
    sample_rate: int
    pre_skip: int = 0


class Timing(Frame):
    """When words begin: (sample of the utterance, first character, character after the last, in the span's text).

    Each frame goes on where the one before it ended, and comes before the audio that it times.
    """

    type: Literal["timing"] = "timing"
    turn: int
    utterance: int
    words: tuple[tuple[int, int, int], ...]


class Spoken(Frame):
    """No more audio comes for this turn; it had `utterances` in all. What was not spoken is to be read."""

    type: Literal["spoken"] = "spoken"
    turn: int
    utterances: int


class Failure(Frame):
    """A typed error. The connection stays open unless `fatal`; nothing that was accepted is lost.

    `retry_after_s` is set where the same may be had later: ask again, or connect again, after so many seconds.
    `conflict`: the story went on elsewhere meanwhile and is shown anew; the same act may be sent again. `taken_back`:
    the act was played and undone since; it is played again only under another id. `signed_out`: the operator called the
    token back, and may let it in again; whoever goes on without it is somebody new.
    """

    type: Literal["error"] = "error"
    code: Literal[
        "bad_message", "too_large", "too_long", "too_fast", "too_many", "bad_token", "signed_out", "not_found",
        "not_yours", "busy", "ended", "empty", "nothing_to_undo", "conflict", "taken_back", "unavailable",
        "unsupported", "internal",
    ]  # fmt: skip
    message: str  # says what was wrong and what to do
    limit: str | None = None  # the limit that was passed, e.g. "2000 characters"
    act_id: str | None = None
    fatal: bool = False
    retry_after_s: float | None = None


class Pong(Frame):
    type: Literal["pong"] = "pong"
    n: int


ServerMessage = Annotated[
    Welcome | StoryOpened | Resumed | Accepted | Ruled | Text | StateDelta | Committed | ConsentKept | LinesKept
    | StoryList | Branched | Delayed | Waiting | WorldEdited | PlaysCompared | BotsReturned | VoiceState | Utterance
    | Timing | Spoken
    | Failure | Pong,
    Field(discriminator="type"),
]  # fmt: skip
server_message: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)

# Close codes (4000-4999 are the application's, RFC 6455 section 7.4.2).
CLOSE_BAD_HELLO = 4400
CLOSE_BAD_TOKEN = 4401
CLOSE_IDLE = 4410  # nothing was said for long: come back when the player does
CLOSE_TOO_LARGE = 4413
CLOSE_TOO_SLOW = 4408  # the client did not read what was sent
CLOSE_TOO_MANY = 4429
CLOSE_REPLACED = 4409  # the story was opened by the same player elsewhere
CLOSE_RESTART = 1012  # the service restarts: come back
