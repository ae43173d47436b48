"""Everything that a person can set, with its limits."""

import os
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, Field, SecretStr, ValidationInfo, field_validator
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)
from pydantic_settings import TomlConfigSettingsSource as TomlSource

from gamemaster.admission.options import AddressOptions, BudgetOptions, Limits, OpsOptions
from gamemaster.config.options import EngineOptions, ShadowOptions
from gamemaster.config.sources import NESTED, PREFIX, config_file, default_data_dir, secrets_from_files
from gamemaster.config.urls import checked_url, is_loopback
from gamemaster.logs.traces import TraceOptions
from gamemaster.metrics.settings import MetricsOptions
from gamemaster.narration.options import NarratorOptions
from gamemaster.narration.prompts.settings import PromptSettings
from gamemaster.options.fields import number
from gamemaster.options.secret_file import read_or_create
from gamemaster.protocol.auth_tokens import TokenOptions
from gamemaster.recording.options import RecordingOptions
from gamemaster.storage.options import DatabaseOptions, RetentionOptions

MIN_SECRET_CHARS = 32
DATABASE_SCHEMES = ("postgresql+asyncpg", "postgresql", "postgres")
REDIS_SCHEMES = ("redis", "rediss", "unix")
SECTIONS: dict[str, type[BaseModel]] = {
    "limits": Limits,
    "tokens": TokenOptions,
    "address": AddressOptions,
    "budget": BudgetOptions,
    "database": DatabaseOptions,
    "retention": RetentionOptions,
    "prompt": PromptSettings,
    "narrator": NarratorOptions,
    "engine": EngineOptions,
    "recording": RecordingOptions,
    "shadow": ShadowOptions,
    "metrics": MetricsOptions,
    "ops": OpsOptions,
    "traces": TraceOptions,
}


def default_worlds_dirs() -> tuple[Path, ...]:
    return (Path(__file__).resolve().parents[2] / "worlds",)


class Settings(BaseSettings):
    """Everything that a person can set. Made by `load_settings`, which turns faults into a ConfigError."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_nested_delimiter=NESTED,
        env_ignore_empty=True,
        frozen=True,
        extra="forbid",
        validate_default=True,
        hide_input_in_errors=True,
    )

    data_dir: Path = Field(default_factory=default_data_dir)
    database_url: SecretStr | None = None
    database: DatabaseOptions = DatabaseOptions()
    retention: RetentionOptions = RetentionOptions()
    redis_url: SecretStr | None = None
    host: str = Field("127.0.0.1", min_length=1)
    port: int = number(8000, 0, 65535, "0 takes any free port")
    workers: int = number(1, 1, 256, "processes that `serve` serves from")
    secret: SecretStr | None = Field(None, description="signs the players' tokens; see `signing_secret`")
    secret_before: SecretStr | None = Field(
        None, description="the secret before GM_SECRET: its tokens are good too, while players get new ones"
    )
    tokens: TokenOptions = TokenOptions()
    worlds_dirs: Annotated[tuple[Path, ...], NoDecode] = Field(
        default_factory=default_worlds_dirs, min_length=1
    )
    world_folder: Path | None = Field(
        None,
        description="one world's own folder, beside those in GM_WORLDS_DIRS; `play --world PATH` sets it",
    )
    origins: Annotated[tuple[str, ...], NoDecode] = Field(
        (), description="pages on other hosts that may open a socket, as https://host:port, comma-separated"
    )
    hosts: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="names by which the service may be called, comma-separated; where it is served on this machine "
        "alone, this machine's names and those in GM_ORIGINS are good too, and elsewhere, without this, any",
    )
    text_speed: float = number(
        700.0, 0, 100_000, "characters a second at which text streams; 0 sends it at once"
    )
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["text", "json"] = Field(
        "text", description="lines for people, or an object a line for programs that collect logs"
    )
    drain_s: float = number(30.0, 0, 600, "seconds that turns in flight have when the service is drained")
    limits: Limits = Limits()
    address: AddressOptions = AddressOptions()
    budget: BudgetOptions = BudgetOptions()
    model: str | None = Field(
        None,
        min_length=1,
        description="who narrates: a checkpoint's folder or name, or a model server's URL#MODEL; else the understudy",
    )
    model_key: SecretStr | None = Field(None, description="the API key of a model server that GM_MODEL names")
    fetch: bool = Field(
        True,
        description="fetch what is missing when it is needed: the voice, a model named owner/model; `serve` never does",
    )
    engine: EngineOptions = EngineOptions()
    voice: Literal["auto", "off"] = Field("auto", description="whether the story is spoken, where it can be")
    triton_url: str | None = Field(
        None,
        description="a Triton that speaks, as host:port of its gRPC; by default the service runs its own",
    )
    voice_missing: str | None = Field(
        None, description="why the service has no voice of its own; `serve --workers` tells its workers so"
    )
    voice_models: Path | None = Field(
        None,
        description="a folder with neural voices for the service's own Triton: NAME.onnx and NAME.onnx.json each",
    )
    voice_cache_mb: int = number(
        256, 0, 100_000, "megabytes of spoken sentences kept in the data directory; 0 keeps none"
    )
    prompt: PromptSettings = PromptSettings()
    narrator: NarratorOptions = NarratorOptions()
    recording: RecordingOptions = RecordingOptions()
    shadow: ShadowOptions = ShadowOptions()
    metrics: MetricsOptions = MetricsOptions()
    ops: OpsOptions = OpsOptions()
    traces: TraceOptions = TraceOptions()
    country: str = Field(
        "",
        max_length=16,
        description="where the players are, as GB or en-GB: which helpline is named to them",
    )
    helpline: str = Field(
        "", max_length=300, description="what is said instead to a player who speaks of their own life"
    )
    designer: bool = Field(
        False, description="show each player the prompts of their turns: for a writer's own machine"
    )
    workshop: bool = Field(
        False,
        description="take edited worlds into running stories, and show the workshop: on this machine alone",
    )
    editor_url: str = Field(
        "vscode://file/{path}:{line}:{column}",
        pattern=r"^[a-z][a-z0-9+.-]*:",
        description="where a click in the workshop leads, in an editor's own form",
    )
    embeddings: str = Field(
        "auto",
        min_length=1,
        description="finds memories by meaning: auto (all-MiniLM-L6-v2, once fetched), off, a model's folder or name",
    )

    def signing_secret(self) -> SecretStr:
        """GM_SECRET, or else the data directory's own, which is made there (mode 0600) when first asked for.

        Raises SecretFileError or OSError as `read_or_create` does.
        """
        if self.secret is not None:
            return self.secret
        self.data_dir.mkdir(parents=True, exist_ok=True)
        return SecretStr(read_or_create(self.data_dir / "player-tokens.secret"))

    def recordings_folder(self) -> Path:
        """Where recordings lie. It need not exist."""
        folder = self.recording.folder
        return self.data_dir / "recordings" if folder is None else folder.expanduser().absolute()

    def shadow_folder(self) -> Path:
        """Where the shadow's answers lie. It need not exist."""
        folder = self.shadow.folder
        return self.data_dir / "shadow" if folder is None else folder.expanduser().absolute()

    @field_validator("data_dir")
    @classmethod
    def _data_dir(cls, value: Path) -> Path:
        path = value.expanduser().absolute()
        if path.exists() and not path.is_dir():
            raise ValueError("is a file; a folder is needed")
        return path

    @field_validator("worlds_dirs", mode="before")
    @classmethod
    def _split_worlds_dirs(cls, value: object) -> object:
        return [part for part in value.split(os.pathsep) if part] if isinstance(value, str) else value

    @field_validator("origins", "hosts", mode="before")
    @classmethod
    def _split_origins(cls, value: object) -> object:
        return (
            [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value
        )

    @field_validator("worlds_dirs")
    @classmethod
    def _worlds_dirs(cls, value: tuple[Path, ...]) -> tuple[Path, ...]:
        paths = tuple(path.expanduser().absolute() for path in value)
        missing = [str(path) for path in paths if not path.is_dir()]
        if missing:
            raise ValueError(
                f"no such folder: {', '.join(missing)} (several folders are separated by {os.pathsep!r})"
            )
        return paths

    @field_validator("workshop")
    @classmethod
    def _workshop(cls, value: bool, fields: ValidationInfo) -> bool:
        """The workshop shows all secrets and changes stories: nobody else may reach it."""
        host = fields.data.get("host", "")
        if value and not is_loopback(host):
            raise ValueError(
                f"the workshop is for this machine alone: the host must be 127.0.0.1, not {host}"
            )
        return value

    @field_validator("world_folder", "voice_models")
    @classmethod
    def _folder(cls, value: Path | None) -> Path | None:
        if value is None:
            return None
        path = value.expanduser().absolute()
        if not path.is_dir():
            raise ValueError("there is no such folder")
        return path

    @field_validator("log_level", mode="before")
    @classmethod
    def _log_level(cls, value: object) -> object:
        return value.lower() if isinstance(value, str) else value

    @field_validator("database_url")
    @classmethod
    def _database_url(cls, value: SecretStr | None) -> SecretStr | None:
        """In SQLAlchemy's asyncpg form, whichever way it was written."""
        if value is None:
            return None
        scheme, _, rest = checked_url(value, DATABASE_SCHEMES).partition("://")
        return SecretStr(f"{DATABASE_SCHEMES[0]}://{rest}") if scheme != DATABASE_SCHEMES[0] else value

    @field_validator("redis_url")
    @classmethod
    def _redis_url(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None:
            checked_url(value, REDIS_SCHEMES)
        return value

    @field_validator("triton_url")
    @classmethod
    def _triton_url(cls, value: str | None) -> str | None:
        """Host and port, as gRPC wants them; a scheme before them is dropped."""
        if value is None:
            return None
        address = value.removeprefix("grpc://").removeprefix("http://").removesuffix("/")
        host, colon, port = address.rpartition(":")
        if (
            not (host and colon and port.isascii() and port.isdigit() and 0 < int(port) < 65536)
            or "/" in address
        ):
            raise ValueError("must be host:port, a Triton's gRPC address (its default port is 8001)")
        return address

    @field_validator("secret")
    @classmethod
    def _secret(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and len(value.get_secret_value()) < MIN_SECRET_CHARS:
            raise ValueError(
                f"has {len(value.get_secret_value())} characters; at least {MIN_SECRET_CHARS} are needed"
            )
        return value

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        file = config_file()
        by_file = InitSettingsSource(settings_cls, secrets_from_files(os.environ))
        return (init_settings, env_settings, by_file, *([TomlSource(settings_cls, file)] if file else []))
