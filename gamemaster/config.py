"""Settings: environment (GM_...) and gamemaster.toml become one frozen, validated object.

The environment wins over the file. Each key of the file is the variable's name in lower case without `GM_`:
`GM_PORT=9000` is `port = 9000`; `GM_LIMITS__ACTS_PER_MINUTE=60` is `acts_per_minute = 60` under `[limits]`.
"""

import difflib
import ipaddress
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_core import ErrorDetails
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)
from pydantic_settings import TomlConfigSettingsSource as TomlSource

from gamemaster.admission.options import AddressOptions, BudgetOptions, OpsOptions
from gamemaster.errors import UserError
from gamemaster.logs.traces import TraceOptions
from gamemaster.metrics.settings import MetricsOptions
from gamemaster.narration.options import NarratorOptions
from gamemaster.narration.prompts.settings import PromptSettings
from gamemaster.protocol.auth_tokens import TokenOptions
from gamemaster.secret_file import read_or_create
from gamemaster.storage.options import DatabaseOptions, RetentionOptions

PREFIX = "GM_"
NESTED = "__"
CONFIG_VARIABLE = "GM_CONFIG"
TEST_PREFIX = "GM_TEST_"  # read by the tests alone
FILE_NAME = "gamemaster.toml"
HIDDEN = "(not shown)"
MIN_SECRET_CHARS = 32
FILE_SUFFIX = "_FILE"
MOST_SECRET_CHARS = 65_536
# GM_SECRET_FILE names a file with GM_SECRET in it, and so on: secrets that stand in no environment.
SECRETS = ("secret", "secret_before", "database_url", "redis_url", "model_key")
DATABASE_SCHEMES = ("postgresql+asyncpg", "postgresql", "postgres")
REDIS_SCHEMES = ("redis", "rediss", "unix")


class ConfigError(UserError):
    """Settings that cannot be used. One line for each fault: the key, its value, what is allowed."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults

    @property
    def for_people(self) -> str:
        return "these settings cannot be used:\n  " + "\n  ".join(self.faults)


class Limits(BaseModel):
    """What one player may ask of the service. Every refusal names the limit that it comes from."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    max_message_bytes: int = Field(32_768, ge=1_024, le=1_048_576, description="one frame from the client")
    max_input_chars: int = Field(2_000, ge=50, le=8_000, description="the player's words in one act")
    acts_per_minute: int = Field(30, ge=1, le=6_000, description="acts accepted from one player in a minute")
    connections: int = Field(
        2_000, ge=1, le=100_000, description="open sockets of one process of the service"
    )
    idle_s: float = Field(
        1_800.0,
        gt=0,
        le=604_800,
        description="seconds until a socket on which nothing is said is closed; a page comes back when touched",
    )
    connections_per_player: int = Field(8, ge=1, le=100, description="open sockets of one player")
    new_players_per_minute: int = Field(
        120,
        ge=1,
        le=1_000_000,
        description="players that one address may make in a minute (a school is one address)",
    )
    new_stories_per_minute: int = Field(
        6_000, ge=1, le=1_000_000, description="stories that the whole service begins in a minute"
    )
    stories_per_player: int = Field(100, ge=1, le=10_000, description="stories that one player keeps")
    audio_per_player: int = Field(
        4, ge=1, le=100, description="open sockets on which one player hears the story"
    )
    voice_streams: int = Field(
        128,
        ge=1,
        le=10_000,
        description="sentences that one process of the service has spoken at the same time",
    )
    served_at_once: int = Field(
        3,
        ge=1,
        le=1_000,
        description="arrivals, stories and turns that one process begins at the same time; the others stand in line",
    )
    waiting: int = Field(10_000, ge=1, le=1_000_000, description="who may stand in line of one process")
    turns_in_flight: int = Field(
        1_000, ge=1, le=100_000, description="turns that one process plays at the same time; the others wait"
    )
    incoming_queue: int = Field(16, ge=1, le=1_000, description="client messages waiting on one connection")
    outgoing_queue: int = Field(512, ge=16, le=10_000, description="frames waiting for a slow client")
    frame_log: int = Field(2_000, ge=100, le=100_000, description="frames kept of a story for resuming")


class EngineOptions(BaseModel):
    """How the model that GM_MODEL names is run. Without one, none of this counts."""

    model_config = ConfigDict(frozen=True, extra="forbid")

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
    start_s: float = Field(1800.0, gt=0, le=86_400, description="seconds that loading the model may take")


class RecordingOptions(BaseModel):
    """What is recorded of the players who agree to it, and how long it is kept. Nothing is without a stored yes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    enabled: bool = Field(
        True, description="ask players whether their play may be recorded; off: nobody is asked"
    )
    folder: Path | None = Field(
        None, description="where recordings lie; by default `recordings` in the data directory"
    )
    keep_days: int = Field(
        30, ge=1, le=3_650, description="days that a recording is kept, as players are told"
    )
    max_mb: int = Field(
        64, ge=1, le=10_000, description="megabytes (compressed) of one recording, which then ends"
    )
    total_mb: int = Field(
        10_000,
        ge=1,
        le=100_000_000,
        description="megabytes of all recordings; over it the oldest are deleted",
    )
    reasoning: bool = Field(False, description="record the model's hidden reasoning too: for debugging alone")


class ShadowOptions(BaseModel):
    """A candidate that answers a share of live turns too, beside the play: nobody is shown what it says.

    Only turns of players who let their play be recorded; see `gamemaster.replay.shadow.shadow`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    share: float = Field(0.0, ge=0.0, le=1.0, description="of live turns that the candidate answers; 0: none")
    model: str | None = Field(
        None, min_length=1, description="the candidate, as for GM_MODEL; by default the model that narrates"
    )
    prompt: dict[str, object] = Field(
        default_factory=dict, description="the candidate's prompt settings over the service's own, as JSON"
    )
    folder: Path | None = Field(
        None, description="where its answers lie; by default `shadow` in the data directory"
    )
    keep_days: int = Field(30, ge=1, le=3_650, description="days that an answer is kept")

    @field_validator("prompt")
    @classmethod
    def _prompt(cls, value: dict[str, object]) -> dict[str, object]:
        PromptSettings.model_validate(value)
        return value


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


def default_data_dir() -> Path:
    """`gamemaster` in the user's data home (XDG); root without one uses /var/lib/gamemaster.

    Postgres refuses to run as root, and the user that it then runs as cannot enter root's home.
    """
    data_home = os.environ.get("XDG_DATA_HOME", "")
    if Path(data_home).is_absolute():
        return Path(data_home, "gamemaster")
    if os.geteuid() == 0:
        return Path("/var/lib/gamemaster")
    return Path.home() / ".local" / "share" / "gamemaster"


def default_worlds_dirs() -> tuple[Path, ...]:
    return (Path(__file__).resolve().parent.parent / "worlds",)


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
    port: int = Field(8000, ge=0, le=65535, description="0 takes any free port")
    workers: int = Field(1, ge=1, le=256, description="processes that `serve` serves from")
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
    text_speed: float = Field(
        700.0, ge=0, le=100_000, description="characters a second at which text streams; 0 sends it at once"
    )
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["text", "json"] = Field(
        "text", description="lines for people, or an object a line for programs that collect logs"
    )
    drain_s: float = Field(
        30.0, ge=0, le=600, description="seconds that turns in flight have when the service is drained"
    )
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
    voice_cache_mb: int = Field(
        256,
        ge=0,
        le=100_000,
        description="megabytes of spoken sentences kept in the data directory; 0 keeps none",
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


def secrets_from_files(environment: Mapping[str, str]) -> dict[str, str]:
    """What is in the files that GM_SECRET_FILE and its like name: as containers and systemd hand secrets over.

    Raises OSError for one that cannot be read, ConfigError where the variable without _FILE is set too.
    """
    found: dict[str, str] = {}
    for name in SECRETS:
        variable = PREFIX + name.upper()
        path = environment.get(f"{variable}{FILE_SUFFIX}")
        if not path:
            continue
        if environment.get(variable):
            raise ConfigError([f"{variable} and {variable}{FILE_SUFFIX} are both set; keep one of them"])
        with open(path, encoding="utf-8") as file:
            found[name] = file.read(MOST_SECRET_CHARS).strip()
    return found


def is_loopback(host: str) -> bool:
    """Whether an address is reached from this machine alone."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def checked_url(value: SecretStr, schemes: tuple[str, ...]) -> str:
    """The URL as text. Raises ValueError, without quoting it, if it is not of one of `schemes` or lacks a place."""
    text = value.get_secret_value()
    parts = urlsplit(text)
    if parts.scheme not in schemes or "://" not in text:
        raise ValueError(f"must begin with {' or '.join(f'{scheme}://' for scheme in schemes)}")
    if not (parts.netloc or parts.path.strip("/") or parts.query):
        raise ValueError(f"names no host; {schemes[-1]}://user:password@host:port/name has the form")
    try:
        parts.port  # noqa: B018 - parsed, and refused, only when asked for
    except ValueError:
        raise ValueError(
            "has a port that is not a number from 0 to 65535; an @, / or : in the password is written %40, %2F or %3A"
        ) from None
    if parts.netloc.count("@") > 1:
        raise ValueError("has more than one @ before the host; one in the password is written %40")
    return text


def config_file() -> Path | None:
    """GM_CONFIG, which must exist, or gamemaster.toml in the data directory if it is there."""
    named = os.environ.get(CONFIG_VARIABLE)
    if named:
        path = Path(named).expanduser()
        if not path.is_file():
            raise ConfigError([f"{CONFIG_VARIABLE}={named}: there is no such file"])
        return path
    data_dir = os.environ.get("GM_DATA_DIR")
    path = (Path(data_dir).expanduser() if data_dir else default_data_dir()) / FILE_NAME
    return path if path.is_file() else None


def load_settings(**overrides: Any) -> Settings:
    """The settings, with `overrides` (from the command line; None is left out) before all else.

    Raises ConfigError with every fault at once. Makes and changes no file.
    """
    given = {name: value for name, value in overrides.items() if value is not None and value != {}}
    unknown = unknown_variables(os.environ)
    try:
        settings = Settings(**given)
    except ValidationError as error:
        raise ConfigError(unknown + [describe(fault, given) for fault in error.errors()]) from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError([f"{config_file()}: is not TOML: {error}"]) from None
    except OSError as error:
        raise ConfigError([f"{error.filename}: cannot be read: {error.strerror}"]) from None
    if unknown:
        raise ConfigError(unknown)
    return settings


def known_variables() -> list[str]:
    names = [PREFIX + name.upper() for name in Settings.model_fields if name not in SECTIONS]
    nested = (
        f"{PREFIX}{section}{NESTED}{name}".upper()
        for section, model in SECTIONS.items()
        for name in model.model_fields
    )
    return [*names, *nested, *(f"{PREFIX}{name.upper()}{FILE_SUFFIX}" for name in SECRETS), CONFIG_VARIABLE]


def unknown_variables(environment: Mapping[str, str]) -> list[str]:
    """A fault for each GM_ variable that nothing reads: most likely a typing error, and then a setting ignored."""
    known = known_variables()
    return [
        f"{name}: there is no such setting; {suggestion(name, known)}"
        for name in sorted(environment)
        if name.startswith(PREFIX) and not name.startswith(TEST_PREFIX) and name not in known
    ]


def suggestion(name: str, known: list[str]) -> str:
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.6)
    return f"did you mean {close[0]}?" if close else f"there are {', '.join(sorted(known))}"


def describe(fault: ErrorDetails, overrides: Mapping[str, Any]) -> str:
    """One line: where the value comes from, the value unless it is a secret, and what is allowed."""
    path = [str(part) for part in fault["loc"]]
    variable = PREFIX + NESTED.join(path[:2]).upper()
    key = ".".join(path)
    if path[0] in overrides:
        value = repr(overrides[path[0]].get(path[1]) if path[0] in SECTIONS else overrides[path[0]])
        place = f"--{path[-1 if path[0] in SECTIONS else 0].replace('_', '-')}"
    elif variable in os.environ or PREFIX + path[0].upper() in os.environ:
        name = variable if variable in os.environ else PREFIX + path[0].upper()
        place, value = name, repr(os.environ[name])
    elif f"{variable}{FILE_SUFFIX}" in os.environ:
        place, value = f"{variable}{FILE_SUFFIX}", HIDDEN
    else:
        place, value = f"{config_file() or 'default'}: {key}", value_in_file(path)
    if fault["type"] == "extra_forbidden":
        known = list(SECTIONS.get(path[0] if len(path) > 1 else "", Settings).model_fields)
        return f"{place}: there is no such setting; {suggestion(path[-1], known)}"
    if path[0] in SECRETS or path[-1] == "token":
        value = HIDDEN
    # A secret is hidden from pydantic, too, which counts what it holds as "items after validation".
    message = fault["msg"].removeprefix("Value error, ").replace("items after validation", "characters")
    return f"{place} = {value}: {message}"


def value_in_file(path: list[str]) -> str:
    file = config_file()
    value: object = tomllib.loads(file.read_text(encoding="utf-8")) if file else None
    for part in path:
        value = value.get(part) if isinstance(value, dict) else value
    return repr(value)
