"""What the voice's benchmark makes of arrivals of audio."""

import pytest

from benchmarks.streaming.listening import Heard, figures
from benchmarks.streaming.spoken_service import Loudspeaker
from gamemaster.protocol.audio_frames import AudioFrame


def heard_at(*arrivals: tuple[float, float]) -> Heard:
    return Heard(10.0, list(arrivals))


def test_a_stream_is_measured_from_its_beginning() -> None:
    stream = heard_at((10.5, 1.0), (11.0, 3.0))
    assert stream.first_s == 0.5
    assert stream.seconds == 4.0
    assert stream.real_time_factor == 0.25


def test_underruns_are_gaps_of_one_who_plays_from_the_first_audio_on() -> None:
    assert heard_at((10.5, 1.0), (11.5, 1.0), (12.0, 1.0)).underruns == 0
    assert heard_at((10.5, 1.0), (11.6, 1.0), (12.5, 1.0)).underruns == 1  # what came late is played later
    assert heard_at((10.5, 1.0), (11.6, 1.0), (12.7, 1.0)).underruns == 2


def test_figures_are_of_all_streams() -> None:
    found = figures([heard_at((10.1, 1.0)), heard_at((10.3, 1.0))], "2")
    assert found["first_audio_worst_2_ms"] == pytest.approx(300)
    assert found["rtf_worst_2"] == pytest.approx(0.3)
    assert found["underruns_2"] == 0


def frame(utterance: int, offset: int, samples: int) -> AudioFrame:
    return AudioFrame("pcm16", 1, utterance, 0, 1_000, offset, bytes(2 * samples), last=samples == 0)


def test_a_paced_loudspeaker_reports_what_it_has_played() -> None:
    speaker = Loudspeaker(paced=True)
    assert [speaker.take(5.0, frame(0, 0, 1_000)), speaker.take(5.1, frame(0, 1_000, 500))] == [1.0, 0.5]
    assert speaker.take(5.2, frame(0, 1_500, 0)) == 0
    assert speaker.report(5.5) == {"turn": 1, "utterance": 0, "samples": 0}
    assert speaker.report(5.9) is None
    assert speaker.report(6.1) == {"turn": 1, "utterance": 0, "samples": 1_000}
    assert speaker.report(6.6) == {"turn": 1, "utterance": 1, "samples": 0}


def test_any_other_loudspeaker_has_played_what_it_got() -> None:
    speaker = Loudspeaker(paced=False)
    speaker.take(5.0, frame(0, 0, 1_000))
    speaker.take(5.0, frame(0, 1_000, 0))
    assert speaker.report(5.0) == {"turn": 1, "utterance": 1, "samples": 0}
