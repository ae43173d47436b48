"""What is on no tape: what reached the clients, how quickly, and what everybody remembers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import orjson
import pytest

from gamemaster.play.cadence import Cadence
from gamemaster.recording.format import Recording
from gamemaster.replay.verify.minds import Minds
from gamemaster.replay.verify.pace import Pace, fault_of_pace
from gamemaster.replay.verify.wire import KeptOutbox, fault_on_wire
from gamemaster.rules.state import Change, Invalidated, Met, StatePatch
from npcs.hearsay import Meeting, tales
from npcs.memory import Memory


def frames(*places: int, epoch: int = 5) -> list[str]:
    return [orjson.dumps({"type": "text", "epoch": epoch, "offset": at}).decode() for at in places]


STORY = orjson.dumps({"type": "story", "epoch": 5, "offset": 3}).decode()
ALONE = orjson.dumps({"type": "error", "epoch": -1, "offset": -1}).decode()


@pytest.mark.parametrize(
    ("kept", "why"),
    [
        ([STORY, *frames(4, 5), ALONE, *frames(6)], ""),
        ([*frames(9, 10), *frames(1, 2, epoch=6)], ""),
        ([STORY, *frames(4, 5, 5)], "a frame came twice"),
        ([STORY, *frames(4, 4)], "a frame came twice"),
        ([STORY, *frames(4, 6)], "a frame was left out"),
        ([STORY, *frames(5)], "a frame was left out"),
    ],
)
def test_each_frame_comes_once_and_in_order(kept: list[str], why: str) -> None:
    wrong = fault_on_wire(kept, gaps=False)
    assert (wrong.why if wrong else "") == why


def test_what_has_no_cause_in_a_replay_may_be_missing_and_nothing_may_come_twice() -> None:
    assert fault_on_wire([STORY, *frames(4, 7)], gaps=True) is None
    assert fault_on_wire([STORY, *frames(4, 4)], gaps=True) is not None


def test_an_outbox_keeps_what_its_client_is_sent() -> None:
    outbox = KeptOutbox()
    outbox.send(["a", "b"])
    outbox.send(["c"])
    assert outbox.kept == ["a", "b", "c"]


# ---- pace ----


def recording_at(gap_s: float, pieces: int = 10, **turn: Any) -> Recording:
    """A turn whose pieces went out so many seconds after each other."""
    begun = {"kind": "turn", "at": 0.0, "turn": 1, "narrator": "understudy", "instant": False, **turn}
    told = [{"kind": "frame", "at": 1 + n * gap_s, "frame": {"type": "text"}} for n in range(pieces)]
    header: Any = SimpleNamespace()
    lines: Any = [begun, *told]
    return Recording(None, header, lines)


def pace_of(seconds: float, pieces: int = 10) -> Pace:
    return Pace([[seconds] * pieces])


def test_text_goes_out_as_quickly_as_then() -> None:
    assert fault_of_pace(recording_at(0.2), pace_of(0.2)) is None
    assert fault_of_pace(recording_at(0.35), pace_of(0.2)) is None, "the machine was busy"
    slower, none = (
        fault_of_pace(recording_at(0.2), pace_of(0.4)),
        fault_of_pace(recording_at(0.2), pace_of(0.0)),
    )
    assert slower is not None
    assert (slower.then_s, slower.now_s) == (1.8, 3.6)
    assert none is not None
    assert fault_of_pace(recording_at(0.2, narrator="model"), pace_of(0.0)) is None, (
        "the model's pace is its own"
    )
    assert fault_of_pace(recording_at(0.2, spoken=True), pace_of(0.0)) is None


def test_a_turn_that_its_player_hurried_says_nothing_of_the_pace() -> None:
    quick = recording_at(0.0)
    assert fault_of_pace(quick, pace_of(0.4)) is not None
    told: Any = {"kind": "told", "at": 2.0, "turn": 1, "hurried": True}
    assert fault_of_pace(Recording(None, quick.header, [*quick.lines, told]), pace_of(0.4)) is None


def test_pauses_are_counted_as_a_telling_counts_them() -> None:
    pace = Pace()
    pace.note(Cadence(100.0), "before any turn")
    pace.begin_turn()
    for _ in range(3):
        pace.note(Cadence(chars_per_second=10.0, at_most_s=1.5), "ten chars.")
    assert pace.turns == [[1.0, 0.5, 0.0]]


# ---- minds ----


def memory(owner: str, number: int, text: str, **more: Any) -> Memory:
    given = {"turn": 1, "minute": 5, "place": owner, "importance": 7, "text": text, "owner": owner}
    return Memory(id=f"{given['turn']}-{owner}-{number}", **{**given, **more})


def record(number: int, **parts: Any) -> Any:
    minutes = StatePatch(changes=[Change(kind="set", path=["minutes"], before=0, after=number * 5)])
    return SimpleNamespace(
        **{"number": number, "patch": minutes, "invalidated": [], "memories": [], "met": [], **parts}
    )


SAW = memory("hild", 0, "I saw the stranger take the axe.", about="item:axe")
MET = Met(one="hild", other="ivar", place="hall")


def recalled_by_ivar(**changes: Any) -> dict[str, Any]:
    heard = Minds.after([record(1, memories=[SAW]), record(2, met=[MET])]).memories[-1]
    fields = ("id", "owner", "text", "minute", "place", "source", "heard_from", "about", "past")
    return {**{name: getattr(heard, name) for name in fields}, **changes}


def test_a_tale_that_came_to_mind_is_remembered_as_it_was_told() -> None:
    minds = Minds.after([record(1, memories=[SAW]), record(2, met=[MET])])
    assert minds.faults == []
    assert minds.missing([recalled_by_ivar()]) is None
    missing = minds.missing([recalled_by_ivar(text='Hild told me: "I saw nothing."')])
    assert missing is not None
    assert missing[1] is not None
    nobody = Minds.after([record(1, memories=[SAW])]).missing([recalled_by_ivar()])
    assert nobody is not None
    assert nobody[1] is None


def test_what_was_before_the_known_turns_and_what_is_believed_is_not_looked_for() -> None:
    minds = Minds.after([record(7)])
    assert minds.missing([recalled_by_ivar()]) is None
    assert Minds.after([record(1)]).missing([recalled_by_ivar(source="reflected")]) is None


def test_what_was_ended_is_past_and_told_to_nobody() -> None:
    ended = Invalidated(about="item:axe", minute=10, owners=["hild"])
    minds = Minds.after([record(1, memories=[SAW]), record(2, invalidated=[ended]), record(3, met=[MET])])
    assert [(one.owner, one.past) for one in minds.memories] == [("hild", True)]


def test_tales_that_nobody_should_tell_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    secret = memory("hild", 1, "I lied to the stranger.", about="secret:lie")
    told: list[Memory] = []
    monkeypatch.setattr("gamemaster.replay.verify.minds.tales", lambda *asked: told)
    for source in (secret, SAW.model_copy(update={"people": ("ivar",)})):
        heard = memory(
            "ivar", 0, "Hild told me.", turn=2, source="heard", heard_from="hild", root=source.id, hops=1
        )
        told[:] = [heard.model_copy(update={"importance": 5})]
        first, *_ = Minds.after([record(1, memories=[source]), record(2, met=[MET])]).faults
        assert "hild tells" in first
    assert replace(Minds.after([record(1, memories=[SAW])])).faults == []


@pytest.mark.parametrize(
    ("gullible", "what"),
    [
        (lambda one: (one.about or "").startswith("secret:"), "a secret of their own"),
        (lambda one: one.past, "what is no longer so"),
    ],
)
def test_tellers_are_tempted_with_what_no_recording_has(
    gullible: Callable[[Memory], bool], what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody lied and nothing changed in these turns, and yet it shows who would tell of it."""

    def careless(meeting: Meeting, remembered: Iterable[Memory], *rest: Any) -> list[Memory]:
        given = list(remembered)
        plain = [
            one.model_copy(update={"about": None, "invalid_at": None}) if gullible(one) else one
            for one in given
        ]
        return tales(meeting, plain, *rest)

    monkeypatch.setattr("gamemaster.replay.verify.minds.tales", careless)
    minds = Minds.after([record(1, memories=[SAW]), record(2, met=[MET])])
    assert minds.faults == [f"hild would tell {what}"]
