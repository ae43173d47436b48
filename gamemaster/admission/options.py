"""Settings: what one player and one address may have of the service, what it may cost, and how the operator gets in."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, SecretStr, field_validator, model_validator

from gamemaster.admission.addresses import networks_of
from gamemaster.options.fields import Options, number, positive
from gamemaster.options.secret_file import with_token_from_file

MIN_OPS_TOKEN_CHARS = 24


class Limits(Options):
    """What one player may ask of the service. Every refusal names the limit that it comes from."""

    max_message_bytes: int = number(32_768, 1_024, 1_048_576, "one frame from the client")
    max_input_chars: int = number(2_000, 50, 8_000, "the player's words in one act")
    acts_per_minute: int = number(30, 1, 6_000, "acts accepted from one player in a minute")
    connections: int = number(2_000, 1, 100_000, "open sockets of one process of the service")
    idle_s: float = positive(
        1_800.0,
        604_800,
        "seconds until a socket on which nothing is said is closed; a page comes back when touched",
    )
    connections_per_player: int = number(8, 1, 100, "open sockets of one player")
    new_players_per_minute: int = number(
        120, 1, 1_000_000, "players that one address may make in a minute (a school is one address)"
    )
    new_stories_per_minute: int = number(
        6_000, 1, 1_000_000, "stories that the whole service begins in a minute"
    )
    stories_per_player: int = number(100, 1, 10_000, "stories that one player keeps")
    audio_per_player: int = number(4, 1, 100, "open sockets on which one player hears the story")
    voice_streams: int = number(
        128, 1, 10_000, "sentences that one process of the service has spoken at the same time"
    )
    served_at_once: int = number(
        3,
        1,
        1_000,
        "arrivals, stories and turns that one process begins at the same time; the others stand in line",
    )
    waiting: int = number(10_000, 1, 1_000_000, "who may stand in line of one process")
    turns_in_flight: int = number(
        1_000, 1, 100_000, "turns that one process plays at the same time; the others wait"
    )
    incoming_queue: int = number(16, 1, 1_000, "client messages waiting on one connection")
    outgoing_queue: int = number(512, 16, 10_000, "frames waiting for a slow client")
    frame_log: int = number(2_000, 100, 100_000, "frames kept of a story for resuming")


class AddressOptions(Options):
    """What one address may have of the service, and ask of it; IPv6 counts by /64. A school is one address.

    What it has at a time, and what it asks for, counts on one host, in all workers of a `serve` together. Acts, the
    model and the voice count on all hosts.
    """

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
    sockets: int = number(500, 1, 100_000, "open sockets")
    unproven: int = number(
        64, 1, 100_000, "sockets before `hello`, and as many requests that have not come whole"
    )
    acts_per_minute: int = number(1_200, 1, 1_000_000, "acts, new stories and undos")
    acts_in_flight: int = number(128, 1, 100_000, "acts that wait or are being played")
    requests_per_minute: int = number(
        600,
        1,
        1_000_000,
        "REST, `open`, `stories`, `consent`; a file of the page is a tenth, 20 turns read are one more",
    )
    model_tokens_per_minute: int = number(
        200_000, 1, 1_000_000_000, "tokens that the model reads anew or writes"
    )
    voice_s_per_minute: int = number(3_600, 1, 10_000_000, "seconds of speech")

    table: Path | None = Field(
        None, description="where the processes of one service count together; `serve --workers` sets it"
    )

    @field_validator("proxies", "exempt")
    @classmethod
    def _networks(cls, value: str) -> str:
        networks_of(value)
        return value


class OpsOptions(Options):
    """The operator's page at /ops. There is none unless a token is set."""

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


class BudgetOptions(Options):
    """What the model may cost, in tokens that it reads anew or writes, and how long the voice may speak.

    In a day of UTC, in all processes together.
    """

    player_tokens_per_day: int = number(
        2_000_000, 1, 10**12, "for one player; then the understudy plays, and says so"
    )
    story_tokens_per_day: int = number(1_000_000, 1, 10**12, "for one story")
    player_voice_s_per_day: int = number(
        43_200, 1, 10**9, "seconds of speech for one player; then the story comes in text"
    )
    story_voice_s_per_day: int = number(28_800, 1, 10**9, "for one story")
    model_tokens_per_day: int = number(0, 0, 10**15, "for all; 0: no bound")
    breaker_tokens: int = number(
        0, 0, 10**15, "for all within ten minutes: above it the understudy plays for as long; 0: no bound"
    )
