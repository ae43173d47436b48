"""What is measured of a stream of tokens: when they came, how many at once, and what that makes of a run."""

from __future__ import annotations

from dataclasses import dataclass, field

from benchmarks.measuring import percentile


@dataclass
class Stream:
    """One narration as its reader saw it. Times in seconds of one clock; `begun` is when the turn was asked for."""

    begun: float
    arrivals: list[tuple[float, int]] = field(default_factory=list)  # when, and how many tokens
    ended: float = 0.0  # when the whole turn was over

    def take(self, now: float, tokens: int) -> None:
        if tokens:
            self.arrivals.append((now, tokens))

    @property
    def tokens(self) -> int:
        return sum(tokens for _, tokens in self.arrivals)

    @property
    def first_s(self) -> float:
        return self.arrivals[0][0] - self.begun

    def gaps(self) -> list[tuple[float, int]]:
        """Between arrivals: seconds, and the tokens that came after them."""
        pairs = zip(self.arrivals, self.arrivals[1:], strict=False)
        return [(after - before, tokens) for (before, _), (after, tokens) in pairs]


@dataclass(frozen=True)
class Run:
    """The streams of each reader, one after the other, and what the service's process spent meanwhile."""

    readers: list[list[Stream]]
    cpu_s: float = 0.0

    @property
    def streams(self) -> list[Stream]:
        return [stream for reader in self.readers for stream in reader]

    @property
    def tokens_per_s(self) -> float:
        """Each reader's tokens over the time of its own turns, added up."""
        return sum(
            sum(stream.tokens for stream in reader) / (reader[-1].ended - reader[0].begun)
            for reader in self.readers
        )

    def token_gaps_ms(self) -> list[float]:
        """Inter-token latency: a gap is shared among the tokens that end it, as SGLang's own benchmark counts."""
        return [
            gap * 1000 / tokens
            for stream in self.streams
            for gap, tokens in stream.gaps()
            for _ in range(tokens)
        ]

    def arrival_gaps_ms(self) -> list[float]:
        """Between arrivals, however many tokens they brought."""
        return [gap * 1000 for stream in self.streams for gap, _ in stream.gaps()]

    def first_ms(self) -> float:
        return percentile([stream.first_s for stream in self.streams], 0.5) * 1000


def compare(direct: Run, service: Run, name: str) -> dict[str, float]:
    """The figures of one load, both absolute and as ratios of the service to the engine read directly."""
    own, its = direct.token_gaps_ms(), service.token_gaps_ms()
    return {
        f"direct_tokens_per_s_{name}": direct.tokens_per_s,
        f"service_tokens_per_s_{name}": service.tokens_per_s,
        f"throughput_ratio_{name}": service.tokens_per_s / direct.tokens_per_s,
        f"direct_itl_p99_ms_{name}": percentile(own, 0.99),
        f"service_itl_p99_ms_{name}": percentile(its, 0.99),
        f"itl_p99_ratio_{name}": percentile(its, 0.99) / percentile(own, 0.99),
        f"direct_gap_p99_ms_{name}": percentile(direct.arrival_gaps_ms(), 0.99),
        f"service_gap_p99_ms_{name}": percentile(service.arrival_gaps_ms(), 0.99),
        f"added_first_token_ms_{name}": service.first_ms() - direct.first_ms(),
        f"service_cpu_ms_per_turn_{name}": service.cpu_s * 1000 / len(service.streams),
    }
