"""What a driven player is shown, and each way in which a service can break its protocol."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gamemaster.replay.load.objectives import DrivenTurn, milliseconds
from gamemaster.replay.load.screen import Screen

VIEW = {"ended": None, "suggestions": ["go north"]}


def span(text: str) -> dict[str, Any]:
    return {"kind": "narration", "speaker": None, "name": None, "text": text}


def turn_of(number: int, act_id: str, text: str = "You look.", reason: str = "complete") -> dict[str, Any]:
    return {"turn": number, "act_id": act_id, "words": "look", "spans": [span(text)], "reason": reason}


class Stage:
    """A screen, and short ways to show it frames at its next offset."""

    def __init__(self) -> None:
        self.screen, self.now = Screen(), 0.0
        self.story([])

    def show(self, type_: str, /, **fields: Any) -> None:
        place = {"epoch": self.screen.epoch, "offset": self.screen.offset + 1}
        self.now += 1
        self.screen.take({"type": type_, **place, **fields}, self.now)

    def story(self, turns: list[dict[str, Any]], **fields: Any) -> None:
        given = {
            "story": "s", "turns": turns, "earlier": 0, "view": VIEW, "pending": None, "epoch": 9, "offset": 0, **fields
        }  # fmt: skip
        self.show("story", **given)

    def send(self, act_id: str) -> DrivenTurn:
        turn = DrivenTurn(0, 0, act_id, "look", self.now)
        self.screen.send(turn)
        return turn

    def show_accepted(self, act_id: str, turn: int, **fields: Any) -> None:
        self.show(
            "accepted", **{"act_id": act_id, "turn": turn, "words": "look", "repeated": False, **fields}
        )

    def ruling(self, turn: int) -> None:
        self.show("ruling", turn=turn, checks=[], changed=["a knife"], rejected=[])

    def text(self, turn: int, text: str, number: int = 0, **fields: Any) -> None:
        self.show("text", turn=turn, **{**span(text), "span": number, **fields})

    def commit(self, act_id: str, turn: int, **fields: Any) -> None:
        given = {"turn": turn, "act_id": act_id, "reason": "complete", "kept": None, "told": None, **fields}
        self.show("commit", **given)

    def whole(self, act_id: str, turn: int, text: str = "You look.") -> DrivenTurn:
        sent = self.send(act_id)
        self.show_accepted(act_id, turn)
        self.ruling(turn)
        self.text(turn, text)
        self.show("state", view=VIEW)
        self.commit(act_id, turn)
        return sent


def breaches(turn: DrivenTurn) -> list[str]:
    return [breach.kind for breach in turn.breaches]


def test_a_turn_is_timed_and_kept_as_it_was_shown() -> None:
    stage = Stage()
    sent = stage.send("act-1")
    stage.show_accepted("act-1", 1)
    stage.ruling(1)
    stage.text(1, "You ")
    stage.text(1, "look. ")
    stage.text(1, "“No.”", 1, kind="speech", speaker="kari", name="Kari")
    stage.show("state", view=VIEW)
    stage.commit("act-1", 1)
    assert (sent.accepted, sent.first_text, list(sent.gaps), sent.committed) == (2, 4, [1, 1], 8)
    assert not sent.breaches
    assert not stage.screen.asked
    (shown,) = stage.screen.shown
    assert shown.told_spans == [("narration", None, "You look. "), ("speech", "kari", "“No.”")]
    assert shown.changed == ("a knife",)
    stage.story(
        [
            {
                **turn_of(1, "act-1"),
                "spans": [span("You look. "), {**span("“No.”"), "kind": "speech", "speaker": "kari"}],
            }
        ]
    )
    assert not stage.screen.differences


def test_an_act_in_the_middle_of_a_turn_is_timed_from_its_end() -> None:
    stage = Stage()
    first = stage.send("act-1")
    stage.show_accepted("act-1", 1)
    second = stage.send("act-2")
    stage.ruling(1)
    stage.commit("act-1", 1)
    stage.show_accepted("act-2", 2)
    assert (first.playable_at, second.sent, second.playable_at) == (1, 2, 4)
    assert milliseconds(second)["acknowledged"] == 1000


def test_an_interrupted_turn_is_shown_as_far_as_it_counts() -> None:
    stage = Stage()
    stage.send("act-1")
    stage.show_accepted("act-1", 1)
    stage.ruling(1)
    stage.text(1, "One. ")
    stage.text(1, "Two.", 1)
    stage.text(1, "Three.", 2)
    stage.commit("act-1", 1, reason="interrupted", told=3, kept={"span": 1, "chars": 2})
    assert [text for _, _, text in stage.screen.shown[0].told_spans] == ["One. ", "Tw"]


BROKEN: dict[str, Callable[[Stage], None]] = {
    "gap": lambda stage: stage.text(1, "No.", offset=stage.screen.offset + 2),
    "repetition": lambda stage: stage.text(1, "No.", offset=stage.screen.offset),
    "epoch": lambda stage: stage.text(1, "No.", epoch=10, offset=1),
    "unknown_frame": lambda stage: stage.show("banner"),
    "bad_frame": lambda stage: stage.show("text", turn=1),
    "turn_number": lambda stage: stage.text(3, "No."),
    "wrong_act": lambda stage: stage.commit("act-9", 1),
    "kept": lambda stage: stage.commit("act-1", 1, reason="interrupted"),
    "order": lambda stage: stage.show_accepted("act-1", 1),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_each_breach_of_the_protocol_is_named(kind: str) -> None:
    stage = Stage()
    sent = stage.send("act-1")
    stage.show_accepted("act-1", 1)
    stage.ruling(1)
    stage.text(1, "You look.")
    assert not breaches(sent)
    BROKEN[kind](stage)
    assert kind in breaches(sent)


def test_the_attempt_alone_may_be_told_before_the_ruling() -> None:
    stage = Stage()
    sent = stage.send("act-1")
    stage.show_accepted("act-1", 1)
    stage.text(1, "You reach ")
    stage.text(1, "for the lamp. ")
    stage.ruling(1)
    stage.text(1, "It is lit.", 1)
    stage.show("state", view=VIEW)
    stage.commit("act-1", 1)
    assert breaches(sent) == []


@pytest.mark.parametrize("more", [{"number": 1}, {"number": 0, "kind": "speech", "speaker": "kari"}])
def test_more_than_the_attempt_before_the_ruling_is_a_breach(more: dict[str, Any]) -> None:
    stage = Stage()
    sent = stage.send("act-1")
    stage.show_accepted("act-1", 1)
    stage.text(1, "You reach for the lamp. ")
    stage.text(1, "It is lit.", **more)
    assert breaches(sent) == ["order"]


def test_a_second_ruling_is_a_breach() -> None:
    stage = Stage()
    sent = stage.send("act-1")
    stage.show_accepted("act-1", 1)
    stage.ruling(1)
    stage.ruling(1)
    assert breaches(sent) == ["order"]


def test_an_act_of_nobody_is_a_breach() -> None:
    stage = Stage()
    sent = stage.whole("act-1", 1)
    stage.show_accepted("act-8", 2)
    assert [breach.kind for breach in (*sent.breaches, *stage.screen.breaches)] == ["stray_act"]


def test_text_after_the_commit_is_a_breach_of_that_turn() -> None:
    stage = Stage()
    sent = stage.whole("act-1", 1)
    stage.text(1, "And more.")
    assert breaches(sent) == ["after_commit"]


def test_a_turn_that_leaves_a_number_out_is_a_breach() -> None:
    stage = Stage()
    stage.whole("act-1", 1)
    assert breaches(stage.whole("act-2", 3)) == ["turn_number"]


def test_a_resumption_may_bring_another_epoch() -> None:
    stage = Stage()
    sent = stage.send("act-1")
    stage.show_accepted("act-1", 1)
    stage.screen.away()
    assert not sent.timed
    stage.show("resumed", story="s", missed=4, epoch=9, offset=1)
    stage.show("ruling", turn=1, checks=[], changed=[], rejected=[], epoch=11, offset=1)
    stage.text(1, "You look.")
    stage.show("state", view=VIEW)
    stage.commit("act-1", 1)
    assert not sent.breaches
    assert stage.screen.turn == 1


def test_the_first_turn_after_a_resumption_may_begin_another_epoch_and_later_ones_may_not() -> None:
    stage = Stage()
    stage.show("resumed", story="s", missed=0, epoch=stage.screen.epoch, offset=stage.screen.offset)
    sent = stage.send("act-1")
    stage.show_accepted("act-1", 1, epoch=11, offset=1)
    assert not sent.breaches
    stage.show("ruling", turn=1, checks=[], changed=[], rejected=[], epoch=12, offset=1)
    assert breaches(sent) == ["epoch"]


def test_a_story_that_went_over_several_hosts_while_a_client_was_away_may_bring_several_epochs() -> None:
    stage = Stage()
    sent = stage.send("act-1")
    stage.show_accepted("act-1", 1)
    stage.screen.away()
    stage.show("resumed", story="s", missed=2, epoch=stage.screen.epoch, offset=stage.screen.offset)
    stage.show("ruling", turn=1, checks=[], changed=[], rejected=[], epoch=11, offset=1)
    stage.show(
        "text",
        turn=1,
        span=0,
        kind="narration",
        speaker=None,
        name=None,
        text="You look.",
        epoch=12,
        offset=1,
    )
    stage.show("state", view=VIEW, epoch=13, offset=1)
    assert not sent.breaches
    stage.show("commit", turn=1, act_id="act-1", reason="complete", told=None, kept=None, epoch=14, offset=1)
    assert breaches(sent) == ["epoch"], "that host should have closed the connection"


def test_an_undo_takes_a_turn_back_and_nothing_else_may() -> None:
    stage = Stage()
    sent = stage.whole("act-1", 1)
    stage.screen.taking_back.append("undo-1")
    stage.story([], epoch=10)
    assert sent.taken_back
    assert not stage.screen.differences
    stage.whole("act-2", 1)
    stage.story([], epoch=11)
    assert [(found.kind, found.key) for found in stage.screen.differences] == [("lost", "act-2")]


def test_a_turn_that_came_while_away_is_over_with_the_snapshot() -> None:
    stage = Stage()
    sent = stage.send("act-1")
    stage.story([turn_of(1, "act-1")])
    assert (sent.committed is not None, sent.reason, sent.timed) == (True, "complete", False)
    assert not stage.screen.asked
    assert not stage.screen.differences


def test_an_act_that_was_known_already_is_acknowledged() -> None:
    stage = Stage()
    sent = stage.send("act-1")
    stage.show_accepted("act-1", 1, repeated=True, epoch=-1, offset=-1)
    stage.commit("act-1", 1, epoch=-1, offset=-1)
    assert sent.accepted is not None
    assert sent.committed is not None
    assert not sent.breaches


@pytest.mark.parametrize(
    ("turns", "kind"),
    [
        ([turn_of(1, "act-1", "You look."), turn_of(2, "act-7")], "doubled"),
        ([turn_of(1, "act-1", "You look away.")], "changed"),
        ([turn_of(1, "act-1", reason="budget")], "changed"),
        ([turn_of(1, "act-7")], "lost"),
        ([turn_of(1, "act-1"), turn_of(2, "act-1")], "doubled"),
        ([], "lost"),
    ],
)
def test_a_snapshot_that_differs_from_what_was_shown_says_how(turns: list[dict[str, Any]], kind: str) -> None:
    stage = Stage()
    stage.whole("act-1", 1)
    stage.story(turns)
    assert kind in {found.kind for found in stage.screen.differences}
