"""Settings: what one player and one address may have of the service, what it may cost, and how the operator gets in."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator, model_validator

from gamemaster.admission.addresses import networks_of
from gamemaster.secret_file import with_token_from_file

MIN_OPS_TOKEN_CHARS = 24


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


class AddressOptions(BaseModel):
    """What one address may have of the service, and ask of it; IPv6 counts by /64. A school is one address.

    What it has at a time, and what it asks for, counts on one host, in all workers of a `serve` together. Acts, the
    model and the voice count on all hosts.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    proxies: str = Field(
        "",
        max_length=4_000,
        description="addresses or networks of proxies that are trusted to say whom they speak for, comma-separated",
    )
    exempt: str = Field(
        "",
        max_length=4_000,
        description="addresses or networks that have no bounds here: load tests, comma-separated",
    )
    header: str = Field(
        "x-forwarded-for",
        pattern=r"^[A-Za-z0-9-]{1,64}$",
        description="the header in which a trusted proxy says so; from anybody else it is ignored",
    )
    sockets: int = Field(500, ge=1, le=100_000, description="open sockets")
    unproven: int = Field(
        64,
        ge=1,
        le=100_000,
        description="sockets before `hello`, and as many requests that have not come whole",
    )
    acts_per_minute: int = Field(1_200, ge=1, le=1_000_000, description="acts, new stories and undos")
    acts_in_flight: int = Field(128, ge=1, le=100_000, description="acts that wait or are being played")
    requests_per_minute: int = Field(
        600,
        ge=1,
        le=1_000_000,
        description="REST, `open`, `stories`, `consent`; a file of the page is a tenth, 20 turns read are one more",
    )
    model_tokens_per_minute: int = Field(
        200_000, ge=1, le=1_000_000_000, description="tokens that the model reads anew or writes"
    )
    voice_s_per_minute: int = Field(3_600, ge=1, le=10_000_000, description="seconds of speech")

    table: Path | None = Field(
        None, description="where the processes of one service count together; `serve --workers` sets it"
    )

    @field_validator("proxies", "exempt")
    @classmethod
    def _networks(cls, value: str) -> str:
        networks_of(value)
        return value


class OpsOptions(BaseModel):
    """The operator's page at /ops. There is none unless a token is set."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    token: SecretStr | None = Field(
        None,
        min_length=MIN_OPS_TOKEN_CHARS,
        description="opens the operator's page at /ops, and its REST interface (Authorization: Bearer …)",
    )
    token_file: Path | None = Field(None, description="a file with the token in it, instead of the token")

    @model_validator(mode="before")
    @classmethod
    def _read_token(cls, given: object) -> object:
        return with_token_from_file(given)


class BudgetOptions(BaseModel):
    """What the model may cost, in tokens that it reads anew or writes, and how long the voice may speak.

    In a day of UTC, in all processes together.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    player_tokens_per_day: int = Field(
        2_000_000, ge=1, le=10**12, description="for one player; then the understudy plays, and says so"
    )
    story_tokens_per_day: int = Field(1_000_000, ge=1, le=10**12, description="for one story")
    player_voice_s_per_day: int = Field(
        43_200, ge=1, le=10**9, description="seconds of speech for one player; then the story comes in text"
    )
    story_voice_s_per_day: int = Field(28_800, ge=1, le=10**9, description="for one story")
    model_tokens_per_day: int = Field(0, ge=0, le=10**15, description="for all; 0: no bound")
    breaker_tokens: int = Field(
        0,
        ge=0,
        le=10**15,
        description="for all within ten minutes: above it the understudy plays for as long; 0: no bound",
    )
