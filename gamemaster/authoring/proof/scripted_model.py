"""A model that is no model: it plays as well as the understudy, and lies where it is told to.

It answers the model's narrator by messages as a model server would, so that its answers go through the same prompts,
parser, referee and critic. It is told of each scene before it is asked, by a narrator around the model's.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from dataclasses import dataclass, field

from gamemaster.authoring.proof.lies import KINDS, Lie, Situation, lie_of, with_slipped_change
from gamemaster.narration.narrator import DelegatedTurn, Narrator, NarratorTurn
from gamemaster.narration.prompts.markup import markup_of
from gamemaster.narration.prompts.outcome_schema import outcome_json
from gamemaster.narration.prompts.transcripts import Transcripts
from gamemaster.narration.scene import Scene
from gamemaster.narration.understudy.prose import Teller
from gamemaster.narration.understudy.understudy import propose
from gamemaster.rules.dice import draw
from gamemaster.rules.proposal import Outcome, Ruling
from gamemaster.rules.state import OUTSIDE_STORY, Span, StoryState
from inference.engine import Delta, Finish, FinishReason, Kind
from inference.remote.client import ChatRequest, ChatServer, DelegatedChat

RUT = "And so it goes, as it always goes here. "
SERVER = ChatServer("scripted:", "liar")


@dataclass(eq=False)
class Stand:
    """What is known beside the requests: the scene that is played, its ruling, and the lies that were planted."""

    scene: Scene | None = None
    told: Sequence[Span] = ()
    ruling: Ruling | None = None
    after: StoryState | None = None
    planted: list[Lie] = field(default_factory=list)  # in the turn's tellings, as often as one was asked for
    slipped: bool = False  # a change that cannot be, into the turn's outcome

    def expect(self, scene: Scene) -> None:
        self.scene, self.told, self.ruling, self.after = scene, (), None, None
        self.planted, self.slipped = [], False

    def rule(self, ruling: Ruling, after: StoryState) -> None:
        assert self.scene is not None
        self.ruling, self.after = ruling, after
        spans = Teller(self.scene.world, self.scene.state, after).tell(ruling)
        self.told = [span for span in spans if span.kind not in OUTSIDE_STORY]

    def next_lie(self, tries: int) -> Lie | None:
        """The turn's lie; one of another kind where nothing of its kind would be false, and at a second try."""
        assert self.scene is not None
        after = self.after if self.after is not None else self.scene.state
        at = Situation(self.scene.world, self.scene.state, after, self.scene.number * 7 + tries)
        first = draw(self.scene.state.seed, self.scene.number, "lie", str(tries)) % len(KINDS)
        lies = (lie_of(kind, at) for kind in (*KINDS[first:], *KINDS[:first]))
        return next((lie for lie in lies if lie is not None), None)


@dataclass(eq=False)
class ScriptedModel:
    """Implements `inference.remote.client.AsksByMessages`. Honest, it says what the understudy would."""

    stand: Stand
    lies: bool = True

    @property
    def server(self) -> ChatServer:
        return SERVER

    async def generate(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
        proposes = request.json_schema is not None or request.json_object
        yield Delta(Kind.CONTENT, text=self._outcome() if proposes else self._telling(request))
        yield Delta(Kind.CONTENT, finish=Finish(FinishReason.COMPLETE))

    def _outcome(self) -> str:
        scene = self.stand.scene
        assert scene is not None
        outcome = propose(scene)
        if self.lies and scene.number % 2:
            at = Situation(scene.world, scene.state, scene.state, scene.number // 2)
            changed = with_slipped_change(outcome, at)
            self.stand.slipped, outcome = changed != outcome, changed
        plain = Outcome(**{**outcome.__dict__, "memories": (), "suggestions": ()})
        return outcome_json(plain)

    def _telling(self, request: ChatRequest) -> str:
        """The ruling, told by the book; a liar's lie stands among its paragraphs. Asked again, a liar may lie again."""
        stand, paragraphs = self.stand, [(span.speaker, span.text) for span in self.stand.told]
        again = len(stand.planted)
        lie = stand.next_lie(again) if self.lies and again < 2 else None
        if lie is None:
            return markup_of(paragraphs) or "Nothing more comes of it."
        stand.planted.append(lie)
        at = draw(0, stand.after.turn if stand.after is not None else 0, "place", str(again))
        told = [markup_of([paragraph]) for paragraph in paragraphs]
        told.insert(at % (len(told) + 1), lie.text)
        return "\n\n".join(told)


@dataclass(eq=False)
class PlantedModel(DelegatedChat):
    """A real model, with a lie after what it tells."""

    stand: Stand

    async def generate(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
        proposes = request.json_schema is not None or request.json_object
        async for delta in self.inner.generate(request):
            if delta.finish is not None and not proposes and not self.stand.planted:
                lie = self.stand.next_lie(0)
                if lie is not None and self.stand.scene is not None and self.stand.scene.number % 2:
                    self.stand.planted.append(lie)
                    yield Delta(Kind.CONTENT, text=f"\n\n{lie.text}")
            yield delta


@dataclass(eq=False)
class ForewarnedNarrator:
    """Implements `gamemaster.narration.narrator.Narrator` by another, whose scripted model is told what is played."""

    narrator: Narrator
    stand: Stand

    @property
    def name(self) -> str:
        return self.narrator.name

    @property
    def transcripts(self) -> Transcripts | None:
        return self.narrator.transcripts

    def turn(self, scene: Scene) -> NarratorTurn:
        self.stand.expect(scene)
        return _ForewarnedTurn(self.narrator.turn(scene), self.stand)


class _ForewarnedTurn(DelegatedTurn):
    def __init__(self, inner: NarratorTurn, stand: Stand) -> None:
        super().__init__(inner)
        self._stand = stand

    def narrate(self, ruling: Ruling, after: StoryState) -> AsyncIterator[Span]:
        self._stand.rule(ruling, after)
        return self.inner.narrate(ruling, after)
