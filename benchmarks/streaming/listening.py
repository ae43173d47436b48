"""What is measured of a stream of audio: when it came, against when it would have to be there to be heard."""

from __future__ import annotations

from dataclasses import dataclass, field

from benchmarks.measuring import percentile


@dataclass
class Heard:
    """One stream as its listener got it. Times in seconds of one clock; `begun` is when it was asked for."""

    begun: float
    arrivals: list[tuple[float, float]] = field(default_factory=list)  # when, and how many seconds of audio

    def take(self, now: float, seconds: float) -> None:
        self.arrivals.append((now, seconds))

    @property
    def seconds(self) -> float:
        return sum(seconds for _, seconds in self.arrivals)

    @property
    def first_s(self) -> float:
        return self.arrivals[0][0] - self.begun

    @property
    def real_time_factor(self) -> float:
        """From asking to the last of it, over how long it sounds: below 1, it is there before it must be heard."""
        return (self.arrivals[-1][0] - self.begun) / self.seconds

    @property
    def underruns(self) -> int:
        """How often a listener who plays from the first audio on would have run dry."""
        dry, until = 0, self.arrivals[0][0]
        for arrived, seconds in self.arrivals:
            dry += arrived > until
            until = max(until, arrived) + seconds
        return dry


def figures(streams: list[Heard], name: str) -> dict[str, float]:
    """`name` goes into the keys: `first_audio_p95_NAME_ms`, `rtf_worst_NAME` and so on."""
    first = [stream.first_s * 1000 for stream in streams]
    factors = [stream.real_time_factor for stream in streams]
    return {
        f"first_audio_p50_{name}_ms": percentile(first, 0.5),
        f"first_audio_p95_{name}_ms": percentile(first, 0.95),
        f"first_audio_worst_{name}_ms": max(first),
        f"rtf_p50_{name}": percentile(factors, 0.5),
        f"rtf_p95_{name}": percentile(factors, 0.95),
        f"rtf_worst_{name}": max(factors),
        f"underruns_{name}": sum(stream.underruns for stream in streams),
    }
