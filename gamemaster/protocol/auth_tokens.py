"""A player's signed identity: who they are and since when, in a token that nobody else can make."""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass

from itsdangerous import BadData, BadSignature, URLSafeSerializer
from itsdangerous.encoding import base64_decode, base64_encode
from pydantic import AwareDatetime, Field

from gamemaster.options.fields import Options, number

MAX_TOKEN_CHARS = 512
DAY_S = 86_400.0
AHEAD_S = 300.0  # by which the clocks of hosts may differ
_PLAYER = re.compile(r"[0-9a-f]{32}")
# Names the purpose, so that a signature made with the same secret for something else is no token.
_SALT = "gamemaster.player.v2"
_FLEET_SALT = "gamemaster.fleet.v1"
_UNDATED_SALT = "gamemaster.player.v1"  # of the tokens of before, which do not say when they were made


class TokenOptions(Options):
    """How long a player's token is good for. Each `welcome` brings a new one, so that who plays is never locked out."""

    days: int = number(400, 0, 36_500, "days after which a token that was not used is refused; 0: never")
    issued_after: AwareDatetime | None = Field(
        None,
        description="refuse every token made before this moment (2026-01-31T12:00:00Z): after a secret got out",
    )


class BadTokenError(ValueError):
    """A token that this service did not sign, that was changed since, or that is good no longer."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"This token is not valid here: {reason}. Send `hello` without a token to begin as a new player."
        )
        self.reason = reason


@dataclass(frozen=True)
class Credential:
    """What a token says: whose it is, and when it was made (seconds since 1970; 0: nobody knows)."""

    player: str
    issued: float


class Tokens:
    """Signs player ids and reads them back.

    `secret` must stay the same over restarts and workers, and have 32 characters or more. Tokens that were signed with
    the secret of `before` are good too, so that secrets can be exchanged while players play.
    """

    def __init__(
        self,
        secret: str,
        before: str | None = None,
        options: TokenOptions | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        for each in (secret, before):
            if each is not None and len(each) < 32:
                raise ValueError(
                    f"the secret that signs tokens needs at least 32 characters, and has {len(each)}"
                )
        secrets = [secret] if before is None else [before, secret]  # the last one signs
        self._signer = URLSafeSerializer(secrets, salt=_SALT)
        self._undated = URLSafeSerializer(secrets, salt=_UNDATED_SALT)
        self._fleet = URLSafeSerializer(secrets, salt=_FLEET_SALT)
        self._options = options or TokenOptions()
        self._clock = clock

    def sign(self, player: str) -> str:
        """A token for a player id (32 hexadecimal digits)."""
        signed = self._signer.dumps([player, int(self._clock())])
        return signed if isinstance(signed, str) else signed.decode("ascii")

    def mark(self) -> str:
        """By which `knows` tells elsewhere, with no secret told, whether tokens from here are good there."""
        made = self._fleet.dumps("")
        return made if isinstance(made, str) else made.decode("ascii")

    def knows(self, mark: str) -> bool:
        """Whether tokens are good here that are signed where this mark was made."""
        try:
            self._fleet.loads(mark)
        except BadData:
            return False
        return True

    def read(self, token: str) -> str:
        """The player id in a token. Raises `BadTokenError`."""
        return self.credential(token).player

    def credential(self, token: str) -> Credential:
        """All that a token says. Raises `BadTokenError`."""
        if len(token) > MAX_TOKEN_CHARS:
            raise BadTokenError(f"it has {len(token)} characters, and tokens have at most {MAX_TOKEN_CHARS}")
        found = self._verify(token)
        if not _PLAYER.fullmatch(found.player):
            raise BadTokenError("it does not name a player")
        if not 0 <= found.issued <= self._clock() + AHEAD_S:
            raise BadTokenError("the time at which it says it was made has not come yet, or is none")
        after = self._options.issued_after
        if after is not None and found.issued < after.timestamp():
            raise BadTokenError("all tokens of its time were called back")
        oldest = self._clock() - self._options.days * DAY_S
        if self._options.days and 0 < found.issued < oldest:
            raise BadTokenError(f"it was not used for {self._options.days} days")
        return found

    def _verify(self, token: str) -> Credential:
        """What stands in a token that we signed, spelled as we spell it."""
        try:
            signature = token.rpartition(".")[2]
            if base64_encode(base64_decode(signature)).decode("ascii") != signature:
                raise BadSignature("spelled otherwise")
            try:
                player, issued = self._signer.loads(token)
            except BadSignature:
                return Credential(str(self._undated.loads(token)), 0.0)
            return Credential(str(player), float(issued))
        except (BadData, UnicodeError, ValueError, TypeError) as error:
            raise BadTokenError("its signature does not match") from error


def new_player() -> str:
    """A fresh player id."""
    return uuid.uuid4().hex
