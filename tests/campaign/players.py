"""Players of a campaign: real sockets on real hosts, and each keeps a book of what it was told."""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import dataclass, field
from random import Random

import websockets

from tests.integration.service import Client, client_on

WORDS = ("look around", "go in", "wait", "what do i have?", "search", "go out", "listen")
GONE = (OSError, EOFError, TimeoutError, AssertionError, websockets.WebSocketException)
ANSWER_S = 40.0  # for one act, until it is asked again on another socket
AGAIN_S = 0.3


@dataclass(eq=False)
class Player:
    """Plays story after story, through whichever host answers, and sends an act until it is answered."""

    number: int
    ports: list[int]
    random: Random
    token: str = ""
    player: str = ""
    story: str = ""  # the one that is played; empty where the next is to begin
    told: dict[str, dict[str, int]] = field(
        default_factory=dict
    )  # by story: act, and the turn it was told to be
    asked: list[str] = field(default_factory=list)
    answered_at: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    client: Client | None = None
    stopped: bool = False

    async def play(self) -> None:
        """Until it is stopped, and what was asked is answered."""
        acts = (f"campaign-{self.number}-{n:05}" for n in itertools.count())
        pending = ""
        while pending or not self.stopped:
            try:
                async with client_on(self.random.choice(self.ports), self.token or None) as client:
                    self.client = client
                    await self._enter(client)
                    while pending or not self.stopped:
                        if not self.story:
                            await self._enter(client)
                        if not pending:
                            pending = next(acts)
                            self.asked.append(pending)
                        if await self._act(client, pending):
                            pending = ""
                        await asyncio.sleep(AGAIN_S)
            except GONE:
                await asyncio.sleep(AGAIN_S)
            finally:
                self.client = None

    async def _enter(self, client: Client) -> None:
        self.token, self.player = client.token, client.player
        if self.story:
            await client.open(self.story)
            return
        await client.begin("lighthouse")
        self.story = client.story
        self.told[self.story] = {}

    async def _act(self, client: Client, act_id: str) -> bool:
        """Whether the act was answered for good; the last turn of a story ends it, and the next act begins another."""
        words = WORDS[len(self.asked) % len(WORDS)]
        await client.send(type="act", id=act_id, text=words, instant=True)
        async with asyncio.timeout(ANSWER_S):
            while True:
                frame = await client.receive(ANSWER_S)
                if frame["type"] == "commit" and frame["act_id"] == act_id:
                    break
                if frame["type"] == "error" and frame.get("act_id") == act_id:
                    if frame["code"] != "ended":
                        return False
                    self.story = ""
                    return True
        before = self.told[self.story].setdefault(act_id, frame["turn"])
        if before != frame["turn"]:
            self.wrong.append(f"{act_id} was told to be turn {before}, and turn {frame['turn']}")
        self.answered_at.append(asyncio.get_running_loop().time())
        return True

    @property
    def turns(self) -> int:
        """How many turns it was told of, in all its stories."""
        return sum(map(len, self.told.values()))

    def cut(self) -> None:
        """The network breaks: the socket is gone without a word."""
        if self.client is not None:
            self.client.socket.transport.abort()
