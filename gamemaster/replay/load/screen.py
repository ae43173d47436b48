"""What one driven player is shown of a story, frame by frame, and whether the service keeps to its protocol. Pure.

The screen holds the story as a page would show it: so at the end it can be compared with what the store has. It takes
frames as plain mappings and looks only at what it needs: hundreds of players are driven beside the service.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from gamemaster.protocol.messages import ServerMessage
from gamemaster.replay.load.consistency import Difference, differences, shown_turn
from gamemaster.replay.load.objectives import Breach, DrivenTurn, ShownTurn

Frame = Mapping[str, Any]
MOST_BREACHES = 20  # noted of one turn
# They have a place in the story's sequence, or answer one connection (offset -1), or belong to the speech.
KNOWN = frozenset(kind.model_fields["type"].default for kind in get_args(get_args(ServerMessage)[0]))


@dataclass
class _Flight:
    """The turn that is being told."""

    turn: ShownTurn
    measured: DrivenTurn | None  # None: nobody here asked for it
    spans: dict[int, list[Any]]  # by span: kind, speaker, name, text
    ruled: bool = False


class Screen:
    """One story of one player. `asked` are the acts and retries that were sent and are not over.

    `take` notes times in them. Breaches of the protocol go to the turn in flight, else to `breaches`; snapshots that
    do not hold what was shown go to `differences`.
    """

    def __init__(self) -> None:
        self.story = ""
        self.epoch, self.offset = -1, -1
        self.turn = 0  # the last committed
        self.ended = False
        self.shown: list[ShownTurn] = []  # committed turns, oldest first
        self.known: dict[str, DrivenTurn] = {}  # every act that was ever sent, by id
        self.asked: dict[str, DrivenTurn] = {}
        self.breaches: list[Breach] = []
        self.differences: list[Difference] = []
        self.taking_back: list[str] = []  # undos and retries under way: a snapshot may lack so many turns
        self.catching_up = 0  # frames of a resumption still to come, and the first one after it
        self.view: Frame = {}
        self.pending: str | None = None  # an act that the last snapshot said is accepted and not told
        self._flight: _Flight | None = None
        self._takers: dict[str, Callable[[Frame, float], None]] = {
            "story": self._story,
            "resumed": self._on_resumed,
            "accepted": self._on_accepted,
            "ruling": self._ruling,
            "text": self._text,
            "state": self._state,
            "commit": self._commit,
        }

    # ---- what the player asks ----

    def send(self, turn: DrivenTurn) -> None:
        """An act or a retry was sent."""
        self.known[turn.act_id] = self.asked[turn.act_id] = turn

    def give_up(self, act_id: str, code: str) -> None:
        """The service would not do it, or never answered."""
        if act_id in self.taking_back:
            self.taking_back.remove(act_id)
        turn = self.asked.pop(act_id, None)
        if turn is not None:
            turn.refused = code

    @property
    def in_flight(self) -> DrivenTurn | None:
        """The turn that is being told, if it was asked for here."""
        return self._flight.measured if self._flight is not None else None

    @property
    def is_telling(self) -> bool:
        """Whether a turn that the service accepted is still to come to its end."""
        return self.pending is not None or any(turn.accepted is not None for turn in self.asked.values())

    @property
    def chars(self) -> int:
        """Characters shown of the turn in flight."""
        return sum(len(span[3]) for span in self._flight.spans.values()) if self._flight is not None else 0

    def away(self) -> None:
        """The connection is gone; the times of what is under way are no longer the service's."""
        for turn in self.asked.values():
            turn.timed = False
        self.catching_up = 0

    # ---- what comes ----

    def take(self, frame: Frame, now: float) -> None:
        """A text frame has come."""
        try:
            kind, offset = frame["type"], frame["offset"]
            if kind not in KNOWN:
                self._breach("unknown_frame", f"{str(kind)[:40]!r} is no message of the protocol")
                return
            if offset >= 0 and kind not in ("story", "resumed"):
                self._count(frame["epoch"], offset)
            taker = self._takers.get(kind)
            if taker is not None:
                taker(frame, now)
        except (KeyError, TypeError, AttributeError, ValueError, IndexError) as error:
            self._breach("bad_frame", f"a frame lacks what it must have: {error!r}")

    def _count(self, epoch: int, offset: int) -> None:
        """Offsets go up by one; a new epoch begins at 1, and only within a resumption or right after it."""
        expected = self.offset + 1
        if epoch != self.epoch:
            if not (self.catching_up and offset == 1):
                self._breach(
                    "epoch", f"epoch {epoch} came after {self.epoch} without a snapshot of the story"
                )
        elif offset > expected:
            self._breach("gap", f"frame {offset} came where {expected} was due")
        elif offset < expected:
            self._breach("repetition", f"frame {offset} came again; {expected} was due")
        self.epoch, self.offset = epoch, offset
        self.catching_up = max(0, self.catching_up - 1)

    def _story(self, frame: Frame, now: float) -> None:
        """The whole story, as it stands before the turn in flight: all that was shown must be in it."""
        turns = [shown_turn(turn) for turn in frame["turns"]]
        if self.story == frame["story"]:
            self.differences += differences(
                self.shown, turns, frame["earlier"], self.known, may_lack=len(self.taking_back)
            )
            self._take_back(frame["earlier"], {turn.act_id for turn in turns})
        for late in turns:
            measured = self.asked.pop(late.act_id, None)
            if measured is not None:  # it was committed while nobody looked
                measured.timed, measured.number = False, late.number
                self._over(measured, late, now)
        self.turn = frame["earlier"] + len(turns)
        self.shown = [turn for turn in self.shown if turn.number <= frame["earlier"]] + turns
        self.story, self.epoch, self.offset = frame["story"], frame["epoch"], frame["offset"]
        self.catching_up, self._flight = 0, None
        self.pending = frame["pending"]["act_id"] if frame["pending"] is not None else None
        self._look(frame["view"])

    def _take_back(self, earlier: int, there: set[str]) -> None:
        """The turns that undos and retries took out of the story."""
        for turn in reversed(self.shown):
            if not self.taking_back or turn.number <= earlier or turn.act_id in there:
                return
            self.taking_back.pop(0)
            if turn.act_id in self.known:
                self.known[turn.act_id].taken_back = True

    def _on_resumed(self, frame: Frame, _now: float) -> None:
        if (frame["epoch"], frame["offset"]) != (self.epoch, self.offset):
            self._breach("resumed", "the story is resumed from a place that was not asked for")
        self.catching_up = frame["missed"] + 1

    def _on_accepted(self, frame: Frame, now: float) -> None:
        measured = self.known.get(frame["act_id"])
        if frame["repeated"]:  # known already; its commit follows
            if measured is not None and measured.accepted is None:
                measured.accepted, measured.timed = now, False
            return
        if self._flight is not None:
            self._breach("order", f"turn {frame['turn']} began before turn {self._flight.turn.number} ended")
        if measured is None:
            self._breach("stray_act", f"turn {frame['turn']} is of an act that nobody here asked for")
        elif measured.accepted is None:
            measured.accepted, measured.number, measured.words = now, frame["turn"], frame["words"]
        shown = ShownTurn(frame["turn"], frame["act_id"], frame["words"])
        self._flight = _Flight(shown, measured, {})
        if frame["turn"] != self.turn + 1:
            self._breach("turn_number", f"turn {frame['turn']} began after turn {self.turn}")

    def _ruling(self, frame: Frame, _now: float) -> None:
        flight = self._of(frame)
        if flight is None:
            return
        if flight.ruled:
            self._breach("order", f"turn {frame['turn']} was ruled on twice")
        flight.ruled = True
        flight.turn.changed = tuple(frame["changed"])
        flight.turn.checks = tuple(
            f"{check['skill']}: {check['d20']}+{check['bonus']} against {check['difficulty']}, {check['result']}"
            for check in frame["checks"]
        )
        if flight.measured is not None:
            flight.measured.rejected = tuple(frame["rejected"])

    def _text(self, frame: Frame, now: float) -> None:
        flight = self._of(frame)
        if flight is None:
            return
        # The attempt alone may be told before the ruling, while a model thinks: one span of the narration.
        attempt = frame["kind"] == "narration" and flight.spans.keys() <= {frame["span"]}
        if not flight.ruled and not attempt:
            self._breach("order", f"turn {frame['turn']} was told before it was ruled on")
        span = flight.spans.setdefault(frame["span"], [frame["kind"], frame["speaker"], frame["name"], ""])
        span[3] += frame["text"]
        measured = flight.measured
        if measured is None:
            return
        if measured.first_text is None:
            measured.first_text = now
        elif measured.last_text is not None and measured.timed:
            measured.gaps.append(now - measured.last_text)
        measured.last_text = now

    def _state(self, frame: Frame, _now: float) -> None:
        self._look(frame["view"])

    def _look(self, view: Frame) -> None:
        self.view, self.ended = view, view["ended"] is not None

    def _commit(self, frame: Frame, now: float) -> None:
        if frame["offset"] < 0:  # the answer to an act that was known already
            measured = self.asked.pop(frame["act_id"], None)
            if measured is not None:
                measured.timed, measured.number = False, frame["turn"]
                measured.committed, measured.reason = now, frame["reason"]
            return
        flight = self._of(frame)
        if flight is None:
            return
        shown = flight.turn
        if frame["act_id"] != shown.act_id:
            self._breach("wrong_act", f"turn {frame['turn']} was committed as another act's")
        shown.spans = [(span[0], span[1], span[2], span[3]) for _, span in sorted(flight.spans.items())]
        shown.reason = frame["reason"]
        if frame["kept"] is not None:
            shown.spans = self._kept_spans(flight, frame["kept"])
        elif frame["reason"] == "interrupted":
            self._breach("kept", f"turn {frame['turn']} was interrupted, and the commit does not say where")
        measured = self.asked.pop(shown.act_id, None) or flight.measured
        if measured is not None:
            self._over(measured, shown, now)
            measured.suggestions = tuple(self.view.get("suggestions", ()))
        for waiting in self.asked.values():
            waiting.due = now
        self.shown.append(shown)
        self.turn, self._flight, self.pending = frame["turn"], None, None

    def _kept_spans(self, flight: _Flight, kept: Frame) -> list[tuple[str, str | None, str | None, str]]:
        """The spans of an interrupted turn, as far as they are part of the story."""
        found = []
        for number, (kind, speaker, name, text) in sorted(flight.spans.items()):
            if number > kept["span"]:
                break
            if number == kept["span"] and kept["chars"] > len(text):
                self._breach("kept", f"{kept['chars']} characters are kept of {len(text)} that were shown")
            found.append((kind, speaker, name, text[: kept["chars"]] if number == kept["span"] else text))
        return found

    def _over(self, measured: DrivenTurn, shown: ShownTurn, now: float) -> None:
        measured.committed, measured.reason, measured.shown = now, shown.reason, shown

    def _of(self, frame: Frame) -> _Flight | None:
        """The turn in flight, which the frame must belong to."""
        if self._flight is not None and self._flight.turn.number == frame["turn"]:
            return self._flight
        if frame["turn"] <= self.turn:
            self._breach("after_commit", f"{frame['type']} of turn {frame['turn']} came after its commit")
        else:
            self._breach("turn_number", f"{frame['type']} of turn {frame['turn']} came, which had not begun")
        return None

    def _breach(self, kind: str, why: str) -> None:
        """Notes it with the turn in flight, else with the last one."""
        turn = self._flight.turn if self._flight is not None else self.shown[-1] if self.shown else None
        measured = self.known.get(turn.act_id) if turn is not None else None
        found = measured.breaches if measured is not None else self.breaches
        if len(found) < MOST_BREACHES:
            found.append(Breach(kind, why))
