"""Who lets their play be recorded: asks the store, tells the recorder, and deletes what is to be forgotten."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from gamemaster.protocol import messages
from gamemaster.protocol.messages import CONSENT_TEXT
from gamemaster.recording.erasure import Eraser
from gamemaster.recording.folder import retain
from gamemaster.recording.options import RecordingOptions
from gamemaster.recording.recorder import Recordings
from gamemaster.storage.keep_doing import keep_doing
from gamemaster.storage.store import AnswerStore, Consent, Erasure

log = logging.getLogger(__name__)

REFRESH_S = 2.0  # after which an answer given through another worker counts here
RETENTION_S = 3600.0
# Refreshes for which a player is still asked about after their last connection went: the turn in flight goes on.
FAREWELL_ROUNDS = 30


class Consents:
    """The answers of the players who are connected to this worker. The owner runs `run` in a task of its own."""

    def __init__(
        self, store: AnswerStore, options: RecordingOptions, folder: Path, recordings: Recordings | None
    ) -> None:
        """`recordings` is told who may be recorded, whenever that is known or changes; None: this service records
        nothing, and only deletes."""
        self.store, self.options, self.folder = store, options, folder
        self.eraser = Eraser(store, folder, recordings)
        self.eraser.watchers.append(self._see_gone)
        self._tell = recordings.allow if recordings is not None else None
        self._present: Counter[str] = Counter()
        self._gone: dict[str, int] = {}  # who went lately: refreshes left
        self._answering: Counter[str] = Counter()  # answers that are being kept
        self._answered: Counter[str] = Counter()  # and that were

    async def greet(self, player: str, *, is_new: bool = False) -> messages.RecordingOffer | None:
        """What `welcome` says of recording; None: nothing is recorded here. Who `is_new` has answered nothing yet.

        Raises StoreError.
        """
        if self._tell is None:
            return None
        await self._take_back()
        seen = self._answered[player]
        consent = None if is_new else await self.store.consent(player)
        if self._is_fresh(player, seen):
            self._tell(player, allows(consent))
        return messages.RecordingOffer(
            asked=is_answered(consent), allowed=allows(consent), keep_days=self.options.keep_days
        )

    def enter(self, player: str) -> None:
        """A connection of the player begins, after `greet`. Each needs one `leave`."""
        self._present[player] += 1
        self._gone.pop(player, None)

    def leave(self, player: str) -> None:
        """One of the player's connections went."""
        self._present[player] -= 1
        if self._present[player] <= 0:
            del self._present[player]
            self._gone[player] = FAREWELL_ROUNDS
            if not self._answering[player]:
                del self._answering[player]

    async def answer(self, player: str, message: messages.Consent) -> messages.ConsentKept:
        """Keep the player's answer. A no counts at once, even if it cannot be stored now.

        Raises StoreError, and OSError if not everything could be deleted; the answer is then stored all the same.
        """
        allowed = self._tell is not None and message.record and message.text >= CONSENT_TEXT
        tell = self._tell or (lambda player, allowed: None)
        self._answering[player] += 1
        try:
            if message.forget or not allowed:
                tell(player, False)
            try:
                deleted = await self.eraser.forget(player) if message.forget else 0
            finally:
                await self.store.set_consent(player, message.record, message.text)
                tell(player, allowed)
        finally:
            self._answering[player] -= 1
            self._answered[player] += 1
        return messages.ConsentKept(allowed=allowed, deleted=deleted)

    def _is_fresh(self, player: str, seen: int) -> bool:
        """Whether what was read of the player since `seen` answers is not overtaken by an answer."""
        return self._answered[player] == seen and not self._answering[player]

    async def forget_story(self, player: str, story: str) -> int:
        """Delete what was recorded of a story that is deleted."""
        return await self.eraser.erase(player, story)

    async def _take_back(self) -> None:
        """What players took back is gone before anything else is said. Raises StoreError."""
        try:
            await self.eraser.be_up_to_date()
        except OSError:
            log.exception("what players took back could not be deleted")

    def _see_gone(self, erasure: Erasure) -> None:
        """A player who is gone is recorded no longer."""
        if erasure.account and self._tell is not None:
            self._tell(erasure.player, False)

    async def run(self) -> None:
        """Keep the answers up to date, and the folder within its limits, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._keep_within_limits(), name="retention of recordings")
            tasks.create_task(self.eraser.run(), name="what players took back")
            if self._tell is not None:
                tasks.create_task(self._keep_up_to_date(self._tell), name="answers to recording")

    async def _keep_up_to_date(self, tell: Callable[[str, bool], None]) -> None:
        what = "reading who lets their play be recorded"
        await keep_doing(lambda: self._refresh(tell), REFRESH_S, what, log, first_pause_s=REFRESH_S)

    async def _refresh(self, tell: Callable[[str, bool], None]) -> None:
        players = [*self._present, *self._gone]
        self._gone = {player: rounds - 1 for player, rounds in self._gone.items() if rounds > 1}
        if not players:
            return
        seen = {player: self._answered[player] for player in players}
        found = await self.store.consents(players)
        for player in players:
            if self._is_fresh(player, seen[player]):
                tell(player, allows(found.get(player)))

    async def _keep_within_limits(self) -> None:
        while True:
            try:
                await self._retain()
            except Exception:
                log.exception("the recordings in %s could not be kept within their limits", self.folder)
            await asyncio.sleep(RETENTION_S)

    async def _retain(self) -> None:
        days, megabytes = self.options.keep_days, self.options.total_mb
        done = await asyncio.to_thread(retain, self.folder, days, megabytes)
        if done.too_old or done.too_much:
            text = "deleted %d recordings older than %d days, and %d over %d MB"
            log.info(text, done.too_old, days, done.too_much, megabytes)


def is_answered(consent: Consent | None) -> bool:
    """A no holds for good; a yes only for the words that it was given to, or older ones."""
    return consent is not None and (not consent.allowed or consent.text >= CONSENT_TEXT)


def allows(consent: Consent | None) -> bool:
    return consent is not None and consent.allowed and consent.text >= CONSENT_TEXT
