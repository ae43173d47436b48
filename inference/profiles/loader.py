"""Reads hardware profiles from YAML, lays overrides over them, and checks the result."""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from inference.profiles.schema import EngineSettings, Expectations, Gpu, ProfileFile

FOLDER = Path(__file__).resolve().parent


class ProfileError(ValueError):
    """A profile that cannot be used: `where` names the file or override, `problem` what is wrong with it."""

    def __init__(self, where: str, problem: str, hint: str) -> None:
        super().__init__(where, problem, hint)
        self.where = where
        self.problem = problem
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.where}: {self.problem}. {self.hint}"


@dataclass(frozen=True)
class Profile:
    """A checked profile. `reasons` says for each setting why, and from where; overrides say that they are such."""

    name: str
    gpu: Gpu | None
    settings: EngineSettings
    environment: Mapping[str, str]
    expect: Expectations
    reasons: Mapping[str, str]

    def arguments(self) -> dict[str, Any]:
        """What `sglang.Engine` is to be given: all that is set."""
        return self.settings.model_dump(exclude_none=True)

    @property
    def speculates(self) -> bool:
        return self.settings.speculative_algorithm is not None


def profile_names() -> list[str]:
    return sorted(file.stem for file in FOLDER.glob("*.yaml"))


def load_profile(name_or_path: str | Path, overrides: Mapping[str, Any] | None = None) -> Profile:
    """A profile of this package by name, or any YAML file of the same form. Raises ProfileError.

    `overrides` are engine settings; None as a value takes a setting away. Overriding `speculative_algorithm` with
    None takes all of speculation away.
    """
    path = _path(name_or_path)
    written = _read(path)
    values = {key: setting.value for key, setting in written.engine.items()}
    reasons = {key: f"{setting.reason} ({setting.source})" for key, setting in written.engine.items()}
    for key, value in (overrides or {}).items():
        if key not in EngineSettings.model_fields:
            raise ProfileError(f"override {key!r}", "no such setting", _did_you_mean(key))
        values[key] = value
        reasons[key] = "overridden by hand"
    if values.get("speculative_algorithm") is None:
        values = {key: value for key, value in values.items() if not key.startswith("speculative_")}
        reasons = {key: reason for key, reason in reasons.items() if not key.startswith("speculative_")}
    try:
        settings = EngineSettings(**values)
    except ValidationError as error:
        raise ProfileError(f"profile {written.name!r}", _first(error), "See inference/profiles.") from None
    environment = {key: str(setting.value) for key, setting in written.environment.items()}
    return Profile(written.name, written.gpu, settings, environment, written.expect, reasons)


def profile_for_gpu(gpu_name: str) -> str | None:
    """The name of the profile for a GPU, by the name that its driver gives; None if there is none."""
    for name in profile_names():
        gpu = _read(FOLDER / f"{name}.yaml").gpu
        if gpu is not None and any(part.lower() in gpu_name.lower() for part in gpu.names):
            return name
    return None


def _path(name_or_path: str | Path) -> Path:
    if isinstance(name_or_path, Path) or str(name_or_path).endswith((".yaml", ".yml")):
        return Path(name_or_path)
    if name_or_path not in profile_names():
        raise ProfileError(
            f"profile {name_or_path!r}",
            "there is none of that name",
            f"Choose one of {', '.join(profile_names())}, or name a YAML file.",
        )
    return FOLDER / f"{name_or_path}.yaml"


def _read(path: Path) -> ProfileFile:
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ProfileError(
            str(path), f"cannot be read ({error.strerror})", "Name an existing file."
        ) from None
    except yaml.YAMLError as error:
        raise ProfileError(str(path), f"is no YAML ({error})", "Mend the place that it names.") from None
    if not isinstance(data, dict):
        raise ProfileError(
            str(path), "is no mapping", "Start from a copy of a profile in inference/profiles."
        )
    try:
        found = ProfileFile.model_validate(data)
    except ValidationError as error:
        raise ProfileError(
            str(path), _first(error), "Compare with a profile in inference/profiles."
        ) from None
    if unknown := sorted(found.engine.keys() - EngineSettings.model_fields.keys()):
        raise ProfileError(f"{path}: engine.{unknown[0]}", "no such setting", _did_you_mean(unknown[0]))
    return found


def _first(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    place = ".".join(map(str, first["loc"]))
    return f"{place}: {first['msg']}" if place else first["msg"]


def _did_you_mean(key: str) -> str:
    near = difflib.get_close_matches(key, EngineSettings.model_fields, n=1)
    names = ", ".join(EngineSettings.model_fields)
    return f"Did you mean {near[0]!r}?" if near else f"The settings are {names}."
