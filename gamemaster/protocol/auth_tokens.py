"""A player's signed identity: who they are, in a token that nobody else can make."""

from __future__ import annotations

import re
import uuid

from itsdangerous import BadSignature, URLSafeSerializer

MAX_TOKEN_CHARS = 512
_PLAYER = re.compile(r"^[0-9a-f]{32}$")
# Names the purpose, so that a signature made with the same secret for something else is no token.
_SALT = "gamemaster.player.v1"


class BadTokenError(ValueError):
    """A token that this service did not sign, or that was changed since."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"This token is not valid here: {reason}. Send `hello` without a token to begin as a new player."
        )
        self.reason = reason


class Tokens:
    """Signs player ids and reads them back. Tokens do not expire: they are all that a player has.

    `secret` must stay the same over restarts and workers, and have 32 characters or more.
    """

    def __init__(self, secret: str) -> None:
        if len(secret) < 32:
            raise ValueError(
                f"the secret that signs tokens needs at least 32 characters, and has {len(secret)}"
            )
        self._signer = URLSafeSerializer(secret, salt=_SALT)

    def sign(self, player: str) -> str:
        """A token for a player id (32 hexadecimal digits)."""
        signed = self._signer.dumps(player)
        return signed if isinstance(signed, str) else signed.decode("ascii")

    def read(self, token: str) -> str:
        """The player id in a token. Raises `BadTokenError`."""
        if len(token) > MAX_TOKEN_CHARS:
            raise BadTokenError(f"it has {len(token)} characters, and tokens have at most {MAX_TOKEN_CHARS}")
        try:
            player = self._signer.loads(token)
        except (BadSignature, UnicodeError, ValueError) as error:
            raise BadTokenError("its signature does not match") from error
        if not isinstance(player, str) or not _PLAYER.match(player):
            raise BadTokenError("it does not name a player")
        return player


def new_player() -> str:
    """A fresh player id."""
    return uuid.uuid4().hex
