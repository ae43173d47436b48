"""Settings of the metrics: where Prometheus finds them, what a good turn is, and what GPUs and tokens cost."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, SecretStr, model_validator

from gamemaster.options.fields import Options, number
from gamemaster.options.secret_file import with_token_from_file

# Within half a second an answer seems to come of what was done; beyond it, of something else (Nielsen 1993: 0.1 s
# seems at once, 1 s keeps the flow of thought).
ACKNOWLEDGED_MS = 500.0
FIRST_TEXT_MS = 4_000.0  # a model reasons and rules before it
GAP_MS = 1_500.0
FIRST_AUDIO_MS = 5_000.0
MIN_TOKEN_CHARS = 16


class ServiceObjectives(Options):
    """What a turn must meet to count as good, in milliseconds since the service could play it."""

    acknowledged_ms: float = Field(ACKNOWLEDGED_MS, gt=0, description="the words are safe")
    first_text_ms: float = Field(FIRST_TEXT_MS, gt=0, description="first text")
    gap_ms: float = Field(GAP_MS, gt=0, description="the longest pause within the text")
    first_audio_ms: float = Field(FIRST_AUDIO_MS, gt=0, description="first sound, of turns that are heard")


class MetricsOptions(ServiceObjectives):
    """Metrics for Prometheus. Nothing is measured unless a port or a token is set."""

    port: int | None = number(None, 0, 65535, "a port of its own for /metrics; 0 takes any free one")
    host: str = Field("127.0.0.1", min_length=1, description="the address of that port")
    token: SecretStr | None = Field(
        None,
        min_length=MIN_TOKEN_CHARS,
        description="who sends it (Authorization: Bearer …) is answered at /metrics on the service's port; "
        "the port of its own asks for it too",
    )
    token_file: Path | None = Field(None, description="a file with the token in it, instead of the token")
    folder: Path | None = Field(
        None, description="where the processes of one service count together; `serve --workers` sets it"
    )
    gpus: float = number(0.0, 0, 100_000, "GPUs that the engine holds")
    gpu_hour_price: float = Field(0.0, ge=0, description="price of one GPU for an hour, in any currency")
    million_prompt_tokens_price: float = Field(
        0.0, ge=0, description="price of a million tokens of prompts, at a model server"
    )
    million_completion_tokens_price: float = Field(
        0.0, ge=0, description="price of a million tokens that it writes"
    )

    @model_validator(mode="before")
    @classmethod
    def _read_token(cls, given: object) -> object:
        return with_token_from_file(given)

    @property
    def is_on(self) -> bool:
        return self.port is not None or self.token is not None
