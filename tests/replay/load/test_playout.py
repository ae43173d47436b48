"""The play-out clock: sound in real time, where it runs dry, and how far it was heard."""

from __future__ import annotations

import pytest

from gamemaster.protocol.audio_frames import AudioFrame
from gamemaster.replay.load.playout import PlayOut, seconds_of

RATE = 10_000


def pcm(seconds: float, offset: float = 0.0, utterance: int = 0, *, last: bool = False) -> AudioFrame:
    payload = b"\0\0" * round(seconds * RATE)
    return AudioFrame("pcm16", 3, utterance, 0, RATE, round(offset * RATE), payload, last=last)


def test_a_frame_lasts_as_long_as_its_samples() -> None:
    assert seconds_of(pcm(0.4)) == 0.4
    assert seconds_of(pcm(0.0, 0.4, last=True)) == 0.0
    assert seconds_of(AudioFrame("opus", 3, 0, 0, 48_000, 0, b"packet")) == 0.06


def test_sound_that_comes_in_time_never_runs_dry() -> None:
    play_out = PlayOut(3)
    play_out.take(100.0, pcm(1.0))
    play_out.take(100.9, pcm(1.0, 1.0))
    play_out.take(102.01, pcm(1.0, 2.0))  # within what an output holds
    assert (play_out.first, play_out.underruns) == (100.0, 0)


def test_a_late_frame_is_an_underrun_and_what_follows_plays_later() -> None:
    play_out = PlayOut(3)
    play_out.take(100.0, pcm(1.0))
    play_out.take(101.5, pcm(1.0, 1.0))
    play_out.take(102.4, pcm(1.0, 2.0))
    assert play_out.underruns == 1
    assert play_out.dry_s == pytest.approx(0.5)


def test_the_place_is_what_was_heard_and_not_what_has_come() -> None:
    play_out = PlayOut(3)
    play_out.take(100.0, pcm(1.0))
    play_out.take(100.1, pcm(1.0, 1.0))
    play_out.take(100.2, pcm(0.0, 2.0, last=True))
    assert play_out.place(100.5) == (0, 0)
    assert play_out.next_report_s(100.5, 0.25) == 0.25
    assert play_out.place(101.2) == (0, RATE)
    assert play_out.next_report_s(101.9, 0.25) == pytest.approx(0.1)
    assert play_out.place(102.0) == (1, 0)
    assert play_out.next_report_s(102.0, 0.25) is None


def test_the_real_time_factor_is_the_worst_utterances() -> None:
    play_out = PlayOut(3)
    for utterance, took in ((0, 0.2), (1, 0.9)):
        begun = 100.0 + utterance * 10
        play_out.take(begun, pcm(1.0, 0.0, utterance))
        play_out.take(begun + took, pcm(1.0, 1.0, utterance))
        play_out.take(begun + took, pcm(0.0, 2.0, utterance, last=True))
    assert play_out.rtf == pytest.approx(0.45)
