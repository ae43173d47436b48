"""What a world still leaves to stock lines, how often it was heard, and what players typed that was not followed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gamemaster.authoring.explore import bot_for
from gamemaster.authoring.world_recordings import recordings_of
from gamemaster.language.wording.stock_lines import name_of, phrases_with
from gamemaster.narration.understudy.prose import Teller
from gamemaster.narration.understudy.understudy import play
from gamemaster.play.opening import begin
from gamemaster.recording.format import turns_of
from gamemaster.rules.proposal import Ruling
from gamemaster.rules.state import TurnRecord
from worlds.problems import Place
from worlds.schema import World
from worlds.source import Route, Source

BOT_TURNS = 40
# The field that a writer would fill for each kind of happening, and where it stands.
_FIELDS: dict[str, tuple[str, str]] = {
    "place": ("locations", "description.revisit"), "lying": ("items", "lying"), "took": ("items", "take.text"),
    "presence": ("characters", "presence"), "greeted_again": ("characters", "greeting"),
    "parted": ("characters", "farewell"), "unknown_topic": ("characters", "unknown"),
    "unwilling": ("characters", "unknown"), "died": ("characters", "death"), "said_again": ("topics", "lines"),
    "rule": ("rules", "text"), "rule_failed": ("rules", "failure.text"), "rule_again": ("rules", "again"),
    "threat_near": ("threats", "near"), "threat_arrived": ("threats", "arrives"), "threat_left": ("threats", "leaves"),
}  # fmt: skip


@dataclass(frozen=True)
class StockLine:
    """A line that nobody wrote for this thing, and how often it was heard."""

    about: str  # "character `osk`"
    field: str  # what would hold the writer's own
    line: str
    place: Place
    heard: int


@dataclass
class Polish:
    """What could be better, the most heard first."""

    stories: int
    recordings: int
    lines: list[StockLine] = field(default_factory=list)
    not_followed: list[tuple[str, int]] = field(default_factory=list)

    def readable(self) -> Iterator[str]:
        yield f"Heard in {self.stories} stories of bots and {self.recordings} recordings:"
        for one in self.lines:
            where = f"{one.place.file}:{one.place.line}"
            yield f"{one.heard:>5} x  {where:<22} {one.about}, no `{one.field}`: {one.line}"
        if not self.lines:
            yield "  nothing: everything has words of its own"
        if self.not_followed:
            yield "\nTyped by players, and not followed:"
            yield from (f"{times:>5} x  {words}" for words, times in self.not_followed)

    def data(self) -> dict[str, object]:
        rows = [
            {
                "about": one.about,
                "field": one.field,
                "line": one.line,
                "heard": one.heard,
                **one.place.as_dict(),
            }
            for one in self.lines
        ]
        typed = [{"input": words, "times": times} for words, times in self.not_followed]
        return {"stories": self.stories, "recordings": self.recordings, "lines": rows, "not_followed": typed}


def polish(world: World, source: Source, recordings: Path | None, stories: int = 20) -> Polish:
    """Look at what is unwritten, let bots play, and read the recordings of this world whose players agreed."""
    heard: Counter[tuple[str, str]] = Counter()
    typed: Counter[str] = Counter()
    for run in range(stories):
        heard.update(_played_by_bot(world, run))
    read_count = 0
    for rulings, inputs in _recordings_of(world, recordings):
        read_count += 1
        heard.update(key for ruling in rulings for key in stock_lines_in(ruling))
        typed.update(inputs)
    for key in _never_written(world):
        heard.setdefault(key, 0)
    lines = [_stock_line(world, source, key, times) for key, times in heard.items()]
    found = sorted(
        (one for one in lines if one is not None), key=lambda one: (-one.heard, one.place, one.field)
    )
    return Polish(stories, read_count, found, typed.most_common(50))


def stock_lines_in(ruling: Ruling) -> Iterator[tuple[str, str]]:
    """The kinds of what came about without a writer's words, each with what it was about."""
    for happening in ruling.happenings:
        written = bool(happening.wordings) or happening.detail.get("told") == "yes"
        if happening.kind in _FIELDS and not written:
            about = _about(happening.kind, happening.who, happening.what, happening.place)
            if about:
                yield happening.kind, about


def _about(kind: str, who: str | None, what: str | None, place: str | None) -> str | None:
    section = _FIELDS[kind][0]
    return {"locations": place, "characters": who, "threats": who}.get(section, what)


def _played_by_bot(world: World, run: int) -> Iterator[tuple[str, str]]:
    _, bot = bot_for(world, run)
    state, last = begin(world, run + 1), None
    while state.ended is None and state.turn < BOT_TURNS:
        last = play(world, state, bot.next(world, state, last))
        state = last.after
        yield from stock_lines_in(last.ruling)


def _recordings_of(world: World, folder: Path | None) -> Iterator[tuple[list[Ruling], list[str]]]:
    """The rulings of each recording of this world, and what was typed and not followed."""
    for recording in recordings_of(world.id, folder):
        records = [turn.record for turn in turns_of(recording)]
        yield (
            [record.ruling for record in records],
            [text for record in records for text in _in_vain(world, record)],
        )


def _in_vain(world: World, record: TurnRecord) -> Iterator[str]:
    """What was not understood, in the player's words; and deeds that nothing came of: "tried to light the door"."""
    if record.outcome.unclear is not None:
        yield f"\u201c{record.words.strip()}\u201d"
    elif any(happening.kind in ("tried", "rejected") for happening in record.ruling.happenings):
        for intent in record.outcome.intents[:1]:
            things = " and ".join(name_of(world, thing) for thing in intent.objects)
            yield f"tried to {intent.verb} {things}".strip()


def _never_written(world: World) -> Iterable[tuple[str, str]]:
    for place in world.locations.values():
        if not place.description.revisit:
            yield "place", place.id
    for item in world.items.values():
        if not item.lying and item.at in world.locations:
            yield "lying", item.id
        if item.portable and item.at in world.locations and (item.take is None or not item.take.text):
            yield "took", item.id
    for person in world.characters.values():
        for kind, lines in (("presence", person.presence), ("greeted_again", person.greeting),
                            ("parted", person.farewell), ("unknown_topic", person.unknown)):  # fmt: skip
            if not lines:
                yield kind, person.id
    for threat in world.threats.values():
        for kind, texts in (
            ("threat_near", threat.near),
            ("threat_arrived", threat.arrives),
            ("threat_left", threat.leaves),
        ):
            if not texts:
                yield kind, threat.id


def _stock_line(world: World, source: Source, key: tuple[str, str], times: int) -> StockLine | None:
    kind, about = key
    section, written = _FIELDS[kind]
    who, _, topic = about.partition(".")
    route: Route = (section, about)
    if section == "topics":
        route = ("characters", who, "topics", topic)
        if who not in world.characters or topic not in world.characters[who].topics:
            return None
    elif about not in getattr(world, section):
        return None
    name = name_of(world, who)
    phrases = phrases_with(world, Teller.FALLBACK[kind], thing=name, who=name, place=name)
    described = f"{section.removesuffix('s')} `{about}`"
    line = phrases[0] if phrases else "(nothing is told)"
    return StockLine(described, written, line, source.find(route, key=True), times)
