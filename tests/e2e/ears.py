"""Ears at the page: what it hands to the loudspeaker, tapped from Web Audio itself without any help from the page."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
from playwright.sync_api import Page

Sound = npt.NDArray[np.float32]

TAP = """
window.ears = { pieces: [] };
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (when = 0, ...rest) {
  const { sampleRate: rate, currentTime } = this.context;
  ears.pieces.push({ when, rate, late: currentTime > when, sound: this.buffer.getChannelData(0).slice() });
  return start.call(this, when, ...rest);
};
const connect = AudioNode.prototype.connect;
AudioNode.prototype.connect = function (target, ...rest) {
  if (target === this.context.destination) {
    ears.context = this.context;
    ears.analyser = new AnalyserNode(this.context, { fftSize: 32768 });
    connect.call(this, ears.analyser);
    ears.gain = this;
  }
  return connect.call(this, target, ...rest);
};
for (const event of ["keydown", "click"]) {
  addEventListener(event, () => { ears.gesture = ears.context?.currentTime ?? 0; }, true);
}
"""

# Encoded only now: while it plays, the page has other things to do.
PIECES = """() => ears.pieces.map(({ sound, ...rest }) => ({
  ...rest, bytes: btoa(Array.from(new Uint8Array(sound.buffer), (byte) => String.fromCharCode(byte)).join("")) }))"""

# The last moments of what was heard, and when on the audio clock the last of it was, at the latest. Null before the
# time of the gesture and so many seconds, when it is given.
RECENT = """(seconds) => {
  const now = ears.context.currentTime;
  if (seconds !== null && now < ears.gesture + seconds) return null;
  const heard = new Float32Array(32768);
  ears.analyser.getFloatTimeDomainData(heard);
  const last = heard.findLastIndex((sample) => Math.abs(sample) > 1e-3);
  return { loudest: heard.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0), gesture: ears.gesture,
    last: now - (heard.length - 1 - last) / ears.context.sampleRate };
}"""


@dataclass(frozen=True)
class Piece:
    """A stretch of sound that the page scheduled. `begin` in frames of the audio clock at `rate` Hz."""

    begin: float
    rate: int
    late: bool  # scheduled for a time that was past
    sound: Sound

    @property
    def end(self) -> float:
        return self.begin + len(self.sound)


class Ears:
    def __init__(self, page: Page) -> None:
        self.page = page
        page.add_init_script(TAP)

    @property
    def pieces(self) -> list[Piece]:
        return [
            Piece(
                begin=piece["when"] * piece["rate"],
                rate=round(piece["rate"]),
                late=piece["late"],
                sound=np.frombuffer(base64.b64decode(piece["bytes"]), np.float32),
            )
            for piece in self.page.evaluate(PIECES)
        ]

    def forget(self) -> None:
        """What was scheduled so far."""
        self.page.evaluate("ears.pieces.length = 0")

    def recent(self) -> dict[str, Any]:
        """`loudest` sample of the last 0.7 s; `last`: when the last audible one was, which is before those 0.7 s when
        none is; and when the last `gesture` was. In seconds of the audio clock.
        """
        heard: dict[str, Any] = self.page.evaluate(RECENT, None)
        return heard

    def after_gesture(self, seconds: float) -> dict[str, Any]:
        """What is `recent` so long after the last gesture by the audio clock, looked up in the page itself: a slow
        machine delays the look, and not what it finds.
        """
        heard: dict[str, Any] = self.page.wait_for_function(RECENT, arg=seconds).json_value()
        return heard

    def whole(self) -> Sound:
        """All that was scheduled, in a row, with silence where there was none."""
        pieces = self.pieces
        begin = round(pieces[0].begin)
        sound = np.zeros(round(pieces[-1].end) - begin, np.float32)
        for piece in pieces:
            at = round(piece.begin) - begin
            sound[at : at + len(piece.sound)] += piece.sound
        return sound


def gaps(pieces: list[Piece]) -> list[float]:
    """Frames between each piece and the next: 0 where they join on the very sample."""
    return [round(after.begin - before.end, 3) for before, after in pairwise(pieces)]
