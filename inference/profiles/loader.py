"""Reads hardware profiles from YAML, lays overrides over them, and checks the result."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from inference.profiles.engine_fields import FieldError, check_field
from inference.profiles.schema import EngineSettings, Expectations, Gpu, ProfileFile

# As safe as `SafeLoader`; in C it takes a tenth of the time.
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
FOLDER = Path(__file__).resolve().parent
GENERIC = "generic"
BY_HAND = "set by hand"
# Whatever the profile: on by default, and it kills the scheduler on any slip in its accounts at idle (sglang 35270).
IDLE_CHECK = "SGLANG_ENABLE_STRICT_MEM_CHECK_DURING_IDLE"
# On by default, too: either makes SGLang's dump sleep five seconds in the event loop that tells players of the loss.
SLOW_DUMPS = ("SGLANG_PYSPY_DUMP_BEFORE_CRASH", "SGLANG_CUDA_COREDUMP_BEFORE_CRASH")
ENVIRONMENT: Mapping[str, str] = dict.fromkeys((IDLE_CHECK, *SLOW_DUMPS), "false")


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
        return {**self.settings.model_dump(exclude_none=True, exclude={"more"}), **self.settings.more}

    def setting(self, name: str) -> Any:
        """The value of any of SGLang's fields, as it is set here; None: SGLang's default."""
        return self.arguments().get(name)

    def with_changes(self, settings: Mapping[str, Any], reasons: Mapping[str, str]) -> "Profile":
        """With other settings, each with its reason; None takes one away. Raises ProfileError."""
        values = {**self.arguments(), **settings}
        return replace(
            self,
            settings=_settings(
                self.name, {name: value for name, value in values.items() if value is not None}
            ),
            reasons={**self.reasons, **reasons},
        )

    @property
    def gpus_here(self) -> int:
        """How many GPUs of this machine it takes."""
        return max(1, -(-self.parts * self.copies // self.machines))

    @property
    def parts(self) -> int:
        """In how many parts one copy of the weights is laid over GPUs: tensor parallelism times pipelines."""
        return self.settings.tp_size * int(self.setting("pp_size") or 1)

    @property
    def copies(self) -> int:
        """Replicas of the whole model. Attention's data parallelism lies inside tensor parallelism, and is none."""
        return 1 if self.setting("enable_dp_attention") else int(self.setting("dp_size") or 1)

    @property
    def machines(self) -> int:
        """Over how many machines the engine is spread."""
        return int(self.setting("nnodes") or 1)

    @property
    def speculates(self) -> bool:
        return self.settings.speculative_algorithm is not None


def profile_names() -> list[str]:
    return sorted(file.stem for file in FOLDER.glob("*.yaml"))


def load_profile(name_or_path: str | Path, overrides: Mapping[str, Any] | None = None) -> Profile:
    """A profile of this package by name, or any YAML file of the same form. Raises ProfileError.

    `overrides` are any fields of the pinned ServerArgs; None as a value takes a setting away. Overriding
    `speculative_algorithm` with None takes all of speculation away.
    """
    path = _path(name_or_path)
    written = _read(path)
    values = {key: setting.value for key, setting in written.engine.items()}
    reasons = {key: f"{setting.reason} ({setting.source})" for key, setting in written.engine.items()}
    for key, value in (overrides or {}).items():
        values[key] = _check_value(f"setting {key!r}", key, value)
        reasons[key] = BY_HAND
    if values.get("speculative_algorithm") is None:
        values = {key: value for key, value in values.items() if not key.startswith("speculative_")}
        reasons = {key: reason for key, reason in reasons.items() if not key.startswith("speculative_")}
    settings = _settings(written.name, values)
    environment = {
        **ENVIRONMENT,
        **{key: str(setting.value) for key, setting in written.environment.items()},
    }
    return Profile(written.name, written.gpu, settings, environment, written.expect, reasons)


def profile_for_gpu(gpu_name: str) -> str:
    """The name of the profile for a GPU, by the name that its driver gives; the generic one if it has none."""
    gpus = {name: gpu for name in profile_names() if (gpu := _read(FOLDER / f"{name}.yaml").gpu)}
    best = max(gpus, key=lambda name: gpus[name].matches(gpu_name))
    return best if gpus[best].matches(gpu_name) else GENERIC


def _check_value(where: str, key: str, value: Any) -> Any:
    """Raises ProfileError."""
    try:
        return check_field(key, value)
    except FieldError as error:
        raise ProfileError(where, error.problem, error.hint) from None


def _settings(name: str, values: Mapping[str, Any]) -> EngineSettings:
    """Raises ProfileError."""
    own = {key: value for key, value in values.items() if key in EngineSettings.model_fields}
    more = {key: value for key, value in values.items() if key not in own and value is not None}
    try:
        return EngineSettings(**own, more=more)
    except ValidationError as error:
        raise ProfileError(f"profile {name!r}", _first(error), "See inference/profiles.") from None


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
        data = yaml.load(path.read_text(encoding="utf-8"), LOADER)  # noqa: S506 - one of the two safe ones
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
    for key, setting in found.engine.items():
        _check_value(f"{path}: engine.{key}", key, setting.value)
    return found


def _first(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    place = ".".join(map(str, first["loc"]))
    return f"{place}: {first['msg']}" if place else first["msg"]
