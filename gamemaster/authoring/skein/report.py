"""All plays of a world and the paths of its endings, played again: what changed, for people and for programs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from gamemaster.authoring.skein.bot_runs import NAME as BOTS
from gamemaster.authoring.skein.bot_runs import BotsCompared, compare_bots, read_bots, write_bots
from gamemaster.authoring.skein.comparison import PlayCompared, TurnCompared, compare_play
from gamemaster.authoring.skein.ending_paths import PathFault, path_faults
from gamemaster.authoring.skein.forks import spread
from gamemaster.authoring.skein.play_file import Play, PlayError, path_of, read_plays, write_play
from gamemaster.authoring.skein.written_inputs import InputFault, input_faults
from worlds.problems import Place, WorldError, fault, warning
from worlds.report import Examined
from worlds.schema import World
from worlds.source import Source
from worlds.yaml_source import read_source

ALL = "all"
Tone = Literal["head", "well", "was", "now", "note"]


@dataclass(frozen=True)
class Skein:
    """Every play, compared; plays that could not be read; paths that do not lead to their endings.

    `bots` is None as long as none were sent.
    """

    plays: tuple[PlayCompared, ...]
    unread: tuple[str, ...]
    paths: tuple[WorldError, ...]
    bots: BotsCompared | None = None

    @property
    def changed_plays(self) -> tuple[PlayCompared, ...]:
        return tuple(play for play in self.plays if not play.is_same)

    @property
    def is_well(self) -> bool:
        bots_are_well = self.bots is None or self.bots.is_well
        return bots_are_well and not (self.changed_plays or self.unread or self.paths)


def compare_plays(folder: Path, world: World, processes: int = 1) -> Skein:
    """Plays all again. The world is the one in the folder, which has no faults.

    With several `processes` it forks, and its caller has no other threads.
    """
    plays, unread = read_plays(folder)
    compared = compare_each(world, plays, processes)
    astray = tuple(error for error in path_errors(folder, world, processes) if error.severity == "fault")
    return Skein(compared, tuple(unread), astray)


def compare_each(world: World, plays: Sequence[Play], processes: int = 1) -> tuple[PlayCompared, ...]:
    """Each play, compared, in so many processes at most."""
    return spread(compare_play, world, plays, processes)


def with_bots(folder: Path, world: World, skein: Skein) -> Skein:
    """The same, with bots sent and compared with what their writer blessed."""
    try:
        before = read_bots(folder)
    except PlayError as error:
        return replace(skein, unread=(*skein.unread, str(error)))
    return replace(skein, bots=compare_bots(world, before))


def with_paths(found: Examined, processes: int = 1) -> Examined:
    """The findings about a world, and the paths of its endings that do not lead there.

    With several `processes` it forks, and its caller has no other threads.
    """
    if not found.playable or found.world is None:
        return found
    offered = tuple(input_errors(found.folder, found.world))
    paths = path_errors(found.folder, found.world, processes)
    faults = tuple(error for error in paths if error.severity == "fault")
    beyond = tuple(error for error in paths if error.severity == "warning")
    return replace(found, faults=faults, warnings=(*found.warnings, *offered, *beyond))


def input_errors(folder: Path, world: World) -> list[WorldError]:
    """The inputs offered to players that cannot be followed, as warnings."""
    faults = input_faults(world)
    source = read_source(folder) if faults else None
    return [_as_warning(source, one) for one in faults if source is not None]


def _as_warning(source: Source, one: InputFault) -> WorldError:
    hint = "try it with `gamemaster play`, and mend it"
    return warning(source.find(one.route), one.message, hint, kind="offered")


def path_errors(folder: Path, world: World, processes: int = 1) -> list[WorldError]:
    """The paths that do not lead to their endings, as faults of the world at the input where they leave the way.

    Those that go on behind their ending are warnings.
    """
    faults = path_faults(world, processes)
    if not faults:
        return []
    source = read_source(folder)
    return [_as_error(source.find(_route(one)), one) for one in faults]


def _route(one: PathFault) -> tuple[str | int, ...]:
    return ("endings", one.ending, "path", *(() if one.step is None else (one.step,)))


def _as_error(place: Place, one: PathFault) -> WorldError:
    if one.step is None:
        message = f"ending `{one.ending}`: its `path` does not lead there: {one.why}"
        return fault(place, message, "add what is missing", kind="path")
    if one.arrives:
        message = f"ending `{one.ending}`: input {one.step + 1} of its `path`, `{one.say}`, {one.why}"
        return warning(place, message, "leave out what comes after the end", kind="path")
    message = f"ending `{one.ending}`: its `path` leaves the way at input {one.step + 1}, `{one.say}`, which {one.why}"
    return fault(place, message, "change the input, or the world", kind="path")


def bless(folder: Path, skein: Skein, names: Collection[str]) -> list[Path]:
    """Keeps what is told now, of the named plays or of all that changed; `bots`: what they come to now.

    Raises `PlayError` for a name that is none.
    """
    there = {play.play.name: play for play in skein.plays}
    for name in names:
        if name != ALL and name not in there and not (name == BOTS and skein.bots is not None):
            raise PlayError(
                f"there is no play {name!r} in {path_of(folder, 'x').parent}; there are: {', '.join(there) or 'none'}"
            )
    chosen = skein.changed_plays if ALL in names else [there[name] for name in names if name != BOTS]
    written = [write_play(folder, play.now) for play in chosen]
    bots = skein.bots
    if bots is not None and (BOTS in names or (ALL in names and bots.before is not None)):
        written.append(write_bots(folder, bots))
    return written


def lines_of(skein: Skein) -> Iterator[tuple[Tone, str]]:
    """What is to be read, with the tone of each line."""
    for play in skein.plays:
        yield from _play_lines(play)
    for text in skein.unread:
        yield "now", text
    for error in skein.paths:
        yield "now", str(error)
    if skein.bots is not None:
        yield from _bot_lines(skein.bots)
    count = len(skein.plays)
    yield (
        "head",
        f"{count} play{'' if count == 1 else 's'}, {len(skein.changed_plays)} told otherwise; {_paths(skein)}",
    )


def _bot_lines(bots: BotsCompared) -> Iterator[tuple[Tone, str]]:
    if bots.lost:
        yield "head", f"bots: {bots.stories} of them do not come any more to what they came to"
        for name in bots.lost:
            yield "now", f"    {_as_code(name)}"
    else:
        kept = "" if bots.before is None else ", and to all that they came to before"
        yield "well", f"bots: {bots.stories} of them came to {len(bots.now)} things of the world{kept}"
    if bots.gained:
        yield "note", f"    they come now to {', '.join(map(_as_code, bots.gained))}"
    if bots.never and bots.before is None:
        yield (
            "note",
            f"    none of these few came to {', '.join(map(_as_code, bots.never))}; `world explore` sends more",
        )
    if bots.before is None:
        yield "note", "    to compare after the next edit, keep what they came to: --bless bots"


def _as_code(name: str) -> str:
    kind, _, identifier = name.partition(" ")
    return f"{kind} `{identifier}`"


def _paths(skein: Skein) -> str:
    if not skein.paths:
        return "every path leads to its ending"
    return f"{len(skein.paths)} {'path does' if len(skein.paths) == 1 else 'paths do'} not lead to the ending"


def _play_lines(play: PlayCompared) -> Iterator[tuple[Tone, str]]:
    name, turns = play.play.name, len(play.turns)
    if play.is_same:
        yield "well", f"{name}: {turns} turns, as it was"
        return
    yield "head", f"{name}: {len(play.changes)} of {turns} turns are told otherwise"
    for turn in play.changes:
        yield "note", f"  {turn.number} › {turn.say}"
        yield "was", _indent(turn.was, "-")
        yield "now", _indent(turn.now if turn.now is not None else "(the story has ended before)", "+")
    if play.play.ends != play.now.ends:
        yield "was", f"  - ended: {play.play.ends or 'not yet'}"
        yield "now", f"  + ends:  {play.now.ends or 'not yet'}"


def _indent(text: str, mark: str) -> str:
    """Set below its input, and marked, as a pipe has no colours."""
    return "\n".join(f"  {mark} {line}" for line in text.splitlines() if line)


def data_of(skein: Skein) -> dict[str, object]:
    """The same for programs."""
    return {
        "well": skein.is_well,
        "plays": [_play_data(play) for play in skein.plays],
        "unread": list(skein.unread),
        "paths": [error.as_dict() for error in skein.paths],
        "bots": _bots_data(skein.bots) if skein.bots is not None else None,
    }


def _bots_data(bots: BotsCompared) -> dict[str, object]:
    return {
        "stories": bots.stories,
        "came_to": len(bots.now),
        "compared": bots.before is not None,
        "lost": list(bots.lost),
        "gained": list(bots.gained),
        "never": list(bots.never),
    }


def _play_data(play: PlayCompared) -> dict[str, object]:
    return {
        "name": play.play.name,
        "turns": len(play.turns),
        "same": play.is_same,
        "ended": play.play.ends,
        "ends": play.now.ends,
        "changes": [_turn_data(turn) for turn in play.changes],
    }


def _turn_data(turn: TurnCompared) -> dict[str, object]:
    return {"turn": turn.number, "say": turn.say, "was": turn.was, "now": turn.now}
