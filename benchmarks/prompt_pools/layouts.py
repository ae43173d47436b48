"""Prompts as pieces, our own and those of comparable programs on the same story; what of them is computed twice. Pure.

The programs are modelled from the documented order of their prompts, one request a turn, with the same head (rules,
world, cast), the same player's words, the same tellings and the same context. Whatever else they may ask a model (to
summarise, to look for memories) is left out, in their favour.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

Ids = tuple[int, ...]
Encode = Callable[[str], Ids]

ANSWER_ROOM = 900  # tokens that a program keeps free for the reply
NOTE_DEPTH, SCAN_DEPTH = 4, 2  # SillyTavern's defaults: where a note is spliced in, what is scanned for keys
RETRIEVED, EXAMPLES = 3, 3
FULL, DROPPED = 0.9, 0.9  # Mantella: at so much of the context, so much of the history becomes a summary
SUMMARY_WORDS = 12  # of each turn
NOTE = "[Style: second person, present tense. Keep to what has been established. Never act for the player.]"


class Piece(NamedTuple):
    """Part of a prompt. The same `key` in two prompts is the same content, if the ids are the same too."""

    key: str
    ids: Ids


@dataclass(frozen=True)
class Asked:
    """A request of a story. `written` is all that the engine wrote to it, `reply` what later prompts keep of that."""

    turn: int
    pieces: tuple[Piece, ...]
    written: Ids
    reply: Piece | None = None

    @property
    def prompt(self) -> Ids:
        return tuple(number for piece in self.pieces for number in piece.ids)


class TurnTold(NamedTuple):
    """A turn as text: what any program has of it."""

    number: int
    words: str
    told: str


@dataclass(frozen=True)
class StoryTold:
    """A story as text. `lore` is (keys, text); `lines` are examples of how its characters speak."""

    head: tuple[str, ...]
    lore: tuple[tuple[tuple[str, ...], str], ...]
    lines: tuple[str, ...]
    turns: tuple[TurnTold, ...]


# ---- cutting prompts that are known as ids alone ----


def cut(ids: Ids, known: Iterable[Sequence[Piece]], rest: str) -> tuple[Piece, ...]:
    """A prompt's ids as the pieces with which one of the `known` prompts begins, and one more for the rest."""
    best: tuple[Piece, ...] = ()
    length = 0
    for pieces in known:
        at, count = 0, 0
        for piece in pieces:
            if ids[at : at + len(piece.ids)] != piece.ids:
                break
            at, count = at + len(piece.ids), count + 1
        if at > length:
            best, length = tuple(pieces[:count]), at
    return (*best, Piece(rest, ids[length:])) if length < len(ids) else best


# ---- other programs ----


def messages_of(story: StoryTold, encode: Encode, upto: int) -> list[Piece]:
    """The history before turn `upto` and that turn's words, a piece for each message."""
    found: list[Piece] = []
    for turn in story.turns[:upto]:
        found.append(Piece(f"{turn.number}/words", encode(f"\nPlayer: {turn.words}")))
        if turn.number < upto:
            found.append(Piece(f"{turn.number}/told", _reply(turn, encode)))
    return found


def _reply(turn: TurnTold, encode: Encode) -> Ids:
    return encode(f"\n{turn.told}")


def _head(story: StoryTold, encode: Encode) -> list[Piece]:
    return [Piece(f"head/{number}", encode(text)) for number, text in enumerate(story.head)]


def _within(pieces: list[Piece], room: int) -> list[Piece]:
    """The last pieces that fit: the history's head slides."""
    kept: list[Piece] = []
    for piece in reversed(pieces):
        room -= len(piece.ids)
        if room < 0 and kept:
            break
        kept.insert(0, piece)
    return kept


def _make_request(story: StoryTold, encode: Encode, number: int, pieces: list[Piece]) -> Asked:
    reply = Piece(f"{number}/told", _reply(story.turns[number - 1], encode))
    return Asked(number, tuple(pieces), reply.ids, reply)


def size(pieces: Iterable[Piece]) -> int:
    return sum(len(piece.ids) for piece in pieces)


def sillytavern(story: StoryTold, encode: Encode, context: int) -> list[Asked]:
    """Lore that the last messages touch stands before the cards; a note four messages deep; old messages fall out."""
    found = []
    head, note = _head(story, encode), Piece("note", encode(NOTE))
    for turn in story.turns:
        recent = " ".join(
            text
            for past in story.turns[max(0, turn.number - 1 - SCAN_DEPTH // 2) : turn.number]
            for text in (past.words, past.told if past.number < turn.number else "")
        )
        lore = [
            Piece(f"lore/{number}", encode(f"\n{text}"))
            for number, (keys, text) in enumerate(story.lore)
            if touches(keys, recent)
        ]
        room = context - ANSWER_ROOM - size(head) - size(lore) - len(note.ids)
        history = _within(messages_of(story, encode, turn.number), room)
        at = max(0, len(history) - NOTE_DEPTH)
        pieces = [*head[:1], *lore, *head[1:], *history[:at], note, *history[at:]]
        found.append(_make_request(story, encode, turn.number, pieces))
    return found


def talemate(story: StoryTold, encode: Encode, context: int) -> list[Asked]:
    """What was retrieved for these words, and examples drawn anew each time, stand before a history that slides."""
    found = []
    head = _head(story, encode)
    for turn in story.turns:
        past = retrieve(story, turn)
        memories = [Piece(f"memory/{one.number}", encode(f"\nEarlier: {one.told[:300]}")) for one in past]
        drawn = random.Random(f"examples {turn.number}").sample(
            range(len(story.lines)), min(EXAMPLES, len(story.lines))
        )
        examples = [Piece(f"example/{number}", encode(f"\n{story.lines[number]}")) for number in drawn]
        before = [*head, *memories, *examples]
        history = _within(messages_of(story, encode, turn.number), context - ANSWER_ROOM - size(before))
        found.append(_make_request(story, encode, turn.number, [*before, *history]))
    return found


def mantella(story: StoryTold, encode: Encode, context: int) -> list[Asked]:
    """Append-only, until nine tenths of the context are full: then nine tenths of the history become a summary."""
    found = []
    head = _head(story, encode)
    summary: list[Piece] = []
    since = 0  # messages of turns up to this one are in the summary
    for turn in story.turns:
        history = [
            piece
            for piece in messages_of(story, encode, turn.number)
            if int(piece.key.partition("/")[0]) > since
        ]
        if size([*head, *summary, *history]) > FULL * context:
            since += int((turn.number - 1 - since) * DROPPED)
            told = " ".join(
                " ".join(past.told.split()[:SUMMARY_WORDS]) for past in story.turns[:since]
            )  # grows a little with each summary, as theirs does
            summary = [Piece(f"summary/{since}", encode(f"\nBefore: {told}"))]
            history = [piece for piece in history if int(piece.key.partition("/")[0]) > since]
        found.append(_make_request(story, encode, turn.number, [*head, *summary, *history]))
    return found


LAYOUTS = {"sillytavern": sillytavern, "talemate": talemate, "mantella": mantella}


def touches(keys: Iterable[str], text: str) -> bool:
    """Whether one of the keys stands in a text as a word of its own."""
    plain = text.casefold()
    return any(re.search(rf"(?<!\w){re.escape(key.casefold())}(?!\w)", plain) for key in keys)


def retrieve(story: StoryTold, turn: TurnTold) -> list[TurnTold]:
    """The turns before whose words share most with this one's; of equals the latest."""
    wanted = set(re.findall(r"\w{4,}", turn.words.casefold()))
    before = story.turns[: turn.number - 1]
    scored = [
        (len(wanted & set(re.findall(r"\w{4,}", f"{past.words} {past.told}".casefold()))), past.number)
        for past in before
    ]
    best = sorted(((score, number) for score, number in scored if score), reverse=True)[:RETRIEVED]
    return [story.turns[number - 1] for _, number in best]


# ---- figures ----


@dataclass(frozen=True)
class Cost:
    """A layout's figures over all stories. Tokens; shares are 0 to 1; turns from the second on."""

    hit: float
    prefilled_per_turn: float
    recomputed_per_turn: float
    previous_reply_tokens: float
    prompt_tokens: float  # of a turn's last request, on the average


def cost(stories: Sequence[Sequence[Asked]], found: Sequence[Sequence[int]]) -> Cost:
    """Of each story's requests, and how many tokens of each prompt the cache had.

    Recomputed are the tokens of pieces that the story's earlier prompts or replies had already, and that lie beyond
    what was found: had nothing before them moved, they would have been.
    """
    prompts = hits = prefilled = recomputed = replies = turns = last = 0
    for story, had in zip(stories, found, strict=True):
        seen: dict[str, Ids] = {}
        numbers = {asked.turn for asked in story if asked.turn > 1}
        turns += len(numbers)
        for asked, hit in zip(story, had, strict=True):
            length = size(asked.pieces)
            if asked.turn > 1:
                prompts, hits, prefilled = prompts + length, hits + hit, prefilled + length - hit
                recomputed += again(asked, hit, seen)
            if asked.reply is not None and asked.turn < max(numbers, default=0):
                replies += len(asked.reply.ids)
            seen |= {piece.key: piece.ids for piece in asked.pieces}
            if asked.reply is not None:
                seen[asked.reply.key] = asked.reply.ids
        last += sum(size(asked.pieces) for asked in {asked.turn: asked for asked in story}.values())
    if not turns:
        raise ValueError("no story has a second turn")
    every = sum(len({asked.turn for asked in story}) for story in stories)
    return Cost(hits / prompts, prefilled / turns, recomputed / turns, replies / turns, last / every)


def again(asked: Asked, hit: int, seen: dict[str, Ids]) -> int:
    """Tokens of a request that were computed before in this story, and were not found."""
    count = start = 0
    for piece in asked.pieces:
        end = start + len(piece.ids)
        before = seen.get(piece.key, ())
        if before and piece.ids[-len(before) :] == before:  # a template may stand before what was written
            count += max(0, end - max(hit, end - len(before)))
        start = end
    return count
