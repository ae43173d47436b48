"""Settings of the engine and of the shadow, which stand above this room."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, field_validator

from gamemaster.narration.prompts.settings import PromptSettings
from gamemaster.options.fields import Options, number, positive


class EngineOptions(Options):
    """How the model that GM_MODEL names is run. Without one, none of this counts."""

    profile: str | None = Field(
        None, description="a hardware profile: h100, b200, … or a YAML file; by default this GPU's own"
    )
    set: dict[str, object] = Field(
        default_factory=dict,
        description="any of SGLang's own settings over the profile's, as JSON (or --set name=value); with a model "
        "server, more fields for its requests",
    )
    inline: bool = Field(False, description="run the engine in the web process, not in one of its own")
    socket: Path | None = Field(None, description="an engine that another process of the service hosts")
    start_s: float = positive(1800.0, 86_400, "seconds that loading the model may take")


class ShadowOptions(Options):
    """A candidate that answers a share of live turns too, beside the play: nobody is shown what it says.

    Only turns of players who let their play be recorded; see `gamemaster.replay.shadow.shadow`.
    """

    share: float = number(0.0, 0.0, 1.0, "of live turns that the candidate answers; 0: none")
    model: str | None = Field(
        None, min_length=1, description="the candidate, as for GM_MODEL; by default the model that narrates"
    )
    prompt: dict[str, object] = Field(
        default_factory=dict, description="the candidate's prompt settings over the service's own, as JSON"
    )
    folder: Path | None = Field(
        None, description="where its answers lie; by default `shadow` in the data directory"
    )
    keep_days: int = number(30, 1, 3_650, "days that an answer is kept")

    @field_validator("prompt")
    @classmethod
    def _prompt(cls, value: dict[str, object]) -> dict[str, object]:
        PromptSettings.model_validate(value)
        return value
