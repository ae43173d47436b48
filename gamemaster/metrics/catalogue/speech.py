"""The voice: sentences spoken by the speech server, how fast, and what the cache spared."""

from __future__ import annotations

from gamemaster.metrics.metric import (
    WAITS,
    Alert,
    Label,
    Metric,
    Panel,
    counter,
    gauge,
    histogram,
    level,
    quantiles,
    rate,
    share,
)

BOARD = "speech"
RATIOS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0)

METRICS: tuple[Metric, ...] = (
    counter(
        "voice_inferences_total",
        "Sentences asked of the speech server (what the cache had is not among them)",
        Label("ending", ("complete", "failed", "left")),
        panels=(rate(BOARD, "Inferences a second", "ending"),),
        alerts=(
            Alert(
                "VoiceFails",
                'sum(rate($M{ending="failed"}[5m])) > 0.1 * sum(rate($M[5m]))',
                "5m",
                "ticket",
                "Over 10 % of sentences are not spoken; stories go on in text. Look at Triton.",
            ),
        ),
    ),
    gauge("voice_streams", "Sentences being spoken", panels=(level(BOARD, "Streams"),)),
    gauge("voice_listeners", "Sockets that hear the story", panels=(level(BOARD, "Listeners"),)),
    gauge(
        "voice_ready", "1 while the voice speaks", together="livemin", panels=(level(BOARD, "Voice ready"),)
    ),
    histogram(
        "voice_first_audio_seconds",
        "From asking the speech server for a sentence to its first audio",
        buckets=WAITS,
        panels=(quantiles(BOARD, "First audio of a sentence"),),
    ),
    histogram(
        "voice_realtime_ratio",
        "Time to make a sentence's audio over the time it lasts; 1 is just fast enough",
        buckets=RATIOS,
        unit="ratio",
        panels=(quantiles(BOARD, "Real-time factor", unit="short"),),
        alerts=(
            Alert(
                "VoiceTooSlow",
                "histogram_quantile(0.95, sum by (le) (rate($M_bucket[10m]))) > 0.8",
                "10m",
                "ticket",
                "Speech is hardly made faster than it is heard: more instances of the model, or fewer listeners.",
            ),
        ),
    ),
    counter(
        "voice_audio_seconds_total",
        "Audio that the speech server made",
        unit="seconds",
        panels=(Panel(BOARD, "Seconds of audio made a second", (("audio", "sum(rate($M[$w]))"),)),),
    ),
    counter(
        "voice_cache_total",
        "Sentences looked up in the cache of what was spoken",
        Label("result", ("hit", "miss")),
        panels=(share(BOARD, "Found in the cache", 'sum(rate($M{result="hit"}[$w]))', "sum(rate($M[$w]))"),),
    ),
)
