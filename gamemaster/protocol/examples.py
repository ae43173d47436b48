"""One example of each message, as a story in The Long Night may have it: for the AsyncAPI document. Pure."""

from __future__ import annotations

from gamemaster.protocol import messages as m
from worlds.schema import Boundaries

STORY, PLAYER = "5d3f0a9be7c14f62a8d1b0c7e9f23a46", "0c9a4d6f1b2e48d7935a60fbc8e7d214"
ACT = "act-00000007"
SIGNED = "…"  # a token, as Tokens signs it
PLACE = m.Shown(id="boathouse", name="The Boathouse")
VIEW = m.View(
    turn=7,
    place=PLACE,
    time="Day 1, 16:30, dusk",
    night=False,
    gauges=(m.Gauge(id="cold", name="Cold", value=3, maximum=10, word="chilly"),),
    carried=(m.Shown(id="axe", name="the axe", note="worn"),),
    here=(m.Shown(id="ulf", name="Ulf", note="wary"),),
    exits=(m.Shown(id="jetty", name="the jetty"),),
    goal="Find out who knocks under the ice.",
    suggestions=("look under the big boat",),
)
ROLL = m.RollShown(skill="strength", d20=14, bonus=2, difficulty=12, result="success")
SPAN = m.TextSpan(kind="narration", text="The slat comes away. Snow blows in.")
AT: dict[str, int] = {"epoch": 1, "offset": 41}

EXAMPLES: tuple[m.Message, ...] = (
    # ---- client to server
    m.Hello(audio=("opus", "pcm16")),
    m.Open(story=STORY, epoch=1, offset=40),
    m.NewStory(id="new-00000001", world="long_night", opening=0),
    m.Act(id=ACT, text="pry the shutters open with the crowbar"),
    m.Interrupt(shown=44, heard=m.Heard(turn=7, utterance=1, samples=24_000)),
    m.ReadOn(turn=7),
    m.Typing(),
    m.DrawLines(lines=Boundaries(avoid=("spiders",), violence="mild")),
    m.VoiceChoice(audio=("opus",)),
    m.Played(turn=7, utterance=1, samples=12_000),
    m.Undo(id="undo-0000001"),
    m.Retry(id="retry-000001"),
    m.Branch(id="branch-00001", name="before the shutters"),
    m.Consent(record=False, forget=True),
    m.Stories(),
    m.Ping(n=3),
    # ---- server to client
    m.Welcome(
        player=PLAYER,
        token=SIGNED,
        worlds=({"id": "long_night", "title": "The Long Night", "summary": "Midwinter, a frozen fjord."},),
        limits={"max_input_chars": 2_000, "max_message_bytes": 32_768, "acts_per_minute": 30},
        spoken=True,
        recording=m.RecordingOffer(asked=False, allowed=False, keep_days=30),
    ),
    m.StoryOpened(
        story=STORY,
        world="long_night",
        name=None,
        opening=(m.TextSpan(kind="narration", text="You wake in the cold."),),
        turns=(m.TurnShown(turn=6, act_id="act-00000006", words="wait", spans=(SPAN,), reason="complete"),),
        view=VIEW,
        **AT,
    ),
    m.Resumed(story=STORY, missed=2, **AT),
    m.Accepted(act_id=ACT, turn=7, words="pry the shutters open with the crowbar", d20=14, **AT),
    m.Ruled(turn=7, checks=(ROLL,), changed=("The shutters are open.",), rejected=(), **AT),
    m.Text(turn=7, span=0, kind="narration", text="The slat comes away. ", **AT),
    m.StateDelta(view=VIEW, **AT),
    m.Committed(turn=7, act_id=ACT, told=43, kept=m.Kept(span=0, chars=21), reason="interrupted", **AT),
    m.ConsentKept(allowed=False, deleted=3),
    m.StoryList(
        stories=(
            m.StoryLine(
                id=STORY,
                world="long_night",
                title="The Long Night",
                name=None,
                turn=7,
                place="The Boathouse",
                ended=None,
                updated="2026-11-22T09:00:00+00:00",
            ),
        )
    ),
    m.Branched(story=STORY, name="before the shutters"),
    m.Delayed(what="database", message="The story's keeper does not answer. Your words are not lost.", **AT),
    m.LinesKept(lines=Boundaries(avoid=("spiders",), violence="mild"), terms=("gore", "spiders")),
    m.Waiting(ahead=12, estimate_s=3.5, act_id=ACT),
    m.WorldEdited(
        fits=False, faults=(m.WorldFault(file="world.yaml", line=3, column=5, message="no such place"),)
    ),
    m.PlaysCompared(plays=4, changed=("winter",)),
    m.BotsReturned(stories=12, lost=("beat splash",)),
    m.VoiceState(state="on", codec="opus"),
    m.Utterance(turn=7, utterance=0, span=0, start=0, end=20, sample_rate=48_000, pre_skip=312),
    m.Timing(turn=7, utterance=0, words=((0, 0, 3), (9_600, 4, 8))),
    m.Spoken(turn=7, utterances=2),
    m.Failure(
        code="too_long",
        message="That has 2100 characters, and an act has at most 2000. Say it in two.",
        limit="2000 characters",
        act_id=ACT,
    ),
    m.Pong(n=3),
)


def example_of(model: type[m.Message]) -> m.Message:
    """The example of a message. Raises StopIteration for one that has none."""
    return next(example for example in EXAMPLES if type(example) is model)
