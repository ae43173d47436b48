"""Streamed model text to Narration and Speech, sentence by sentence. Sans-I/O: no chunking changes the events.

The markup is one that models write well: prose in paragraphs, one a line; a paragraph that begins `@hild:` is
spoken by `hild`. Names, capitals, stars around the name and a missing `@` are understood as well. In a spoken
paragraph that is put in quotation marks, what stands outside of them is narration, and so is a whole sentence
between stars. `*words*` are emphasis, and stay.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

THOUGHTS = frozenset(
    {"think", "thinking", "thought", "reasoning", "reflection", "analysis", "scratchpad", "planning"}
)
# Control tokens that stand between angle brackets alone, as Gemma's and others' models have them.
CONTROL = frozenset(
    {"s", "eos", "bos", "pad", "end_of_turn", "start_of_turn", "end_of_text", "endoftext", "end_of_utterance"}
)
NARRATORS = frozenset({"narrator", "narration", "gm", "game master", "gamemaster", "storyteller"})
PLAYERS = frozenset({"player", "you", "user", "human"})  # what is said by these is none of the narrator's
TAG_CHARS = 60  # between < and > at most
NAME_CHARS = 40

_TAG = re.compile(r"<(/?)\s*([A-Za-z_][\w\-:]*)?[^<>]*>")
_SPEAKER = re.compile(
    rf"(@?)[*_\[]{{0,3}}(@?)([^\W\d][\w '’\-]{{0,{NAME_CHARS - 1}}}?)[*_\]]{{0,3}}\s?:[*_]{{0,3}}(?=\s|$|[\"“*])\s*"
)
_MARKED = re.compile(rf"(@)()([^\W\d][\w '’\-]{{0,{NAME_CHARS - 1}}}?)\s?:\s*")
_ENDED = re.compile(r"[.!?…][\"”’'»)*_]*$")
_MAY_END = re.compile(r"[.!?…\"”’'»)*_]")  # the last character of what `_ENDED` finds
_IGNORED = re.compile(r"(?:```\w*|~~~\w*|[-*_=#\s]{3,}|\[/?[A-Z]{3,}\]|#+)$")
_LEADING = re.compile(r"^(?:#{1,6}|>|[-•]|\*(?=\s))\s+")
_BRACKETS = re.compile(r"\[/?(?:INST|SYS|gMASK|BOS|EOS|OOC)\]")
_LABEL = re.compile(
    rf"[*_]{{0,2}}[\[(]\s?(?:{'|'.join(sorted(NARRATORS))})\s?[\])][*_]{{0,2}}\s?:?\s*", re.IGNORECASE
)
_ASIDE = re.compile(r"\*([^*]*\s[^*]*\s[^*]*[.!?…])\*")
_STRONG = re.compile(r"\*{2,}")  # emphasis is shown in one way only
# What may stand together only once a mark or an invisible character between was taken out: `<*|user|>`.
_JOINED = re.compile(r"<\||\|>|</?think>?|```", re.IGNORECASE)
# Other signs that models write tags with: Kimi's, DeepSeek's.
_SIGNS = {ord("◁"): "<", ord("▷"): ">", ord("｜"): "|", ord("▁"): "_"}
_BRACKET = re.compile(r"\[/?[A-Z]{0,9}")  # of a tag as Mistral's models write it
_HEADING = re.compile(r"(?:#{1,6}\s+[^\n]*|\*\*[^*\n]+\*\*|__[^_\n]+__)")
# What an assistant says before it begins.
_PREFACE = re.compile(
    r"(?:(?:sure(?: thing)?|certainly|of course|absolutely|okay|understood|got it)\s?[!.,:]\s*)?"
    r"(?:here(?: is|'s|’s| are)\b[^.!?\n]{0,60}:|(?:(?:the|my) )?(?:telling|narration|response|continuation)\s?:)?",
    re.IGNORECASE,
)
# Characters that are only taken down, together, and those that may end or begin something.
_RUNS = re.compile(r"[^\s<\[@\\\ufffd]+|.", re.DOTALL)
_MEANS_MORE = re.compile(r"[\s<\[@\\\ufffd]")
_PAIRS = {'"': '"', "“": "”", "«": "»"}


@dataclass(frozen=True)
class Narration:
    """A stretch of narration. `opens`: it begins a paragraph; else it goes on, and begins with a space."""

    text: str
    opens: bool = True


@dataclass(frozen=True)
class Speech:
    """Words of a character. As `Narration`; `speaker` is an id of the scene."""

    speaker: str
    text: str
    opens: bool = True


@dataclass(frozen=True)
class Disowned:
    """What was given before in this paragraph, and in those before it, was a thought: the model just ended it."""


Event = Narration | Speech | Disowned


@dataclass
class Script:
    """Feed it the model's text; it gives what may be shown and spoken.

    `speakers` are those who may be heard now: id to name. Whoever else is made to speak is quoted in the narration.
    """

    speakers: Mapping[str, str]
    ended: bool = field(default=False, init=False)  # the model began a message that is not its own
    _held: str = field(default="", init=False)  # of a tag that is not whole yet
    _thinking: bool = field(default=False, init=False)
    _line: str = field(default="", init=False)  # of the paragraph, not released yet
    _told: bool = field(default=False, init=False)  # something was given
    _mute: bool = field(default=False, init=False)  # the paragraph is the player's
    _begun: bool = field(
        default=False, init=False
    )  # something of this paragraph was looked at for its speaker
    _speaker: str | None = field(default=None, init=False)
    _quoting: bool = field(default=False, init=False)  # words outside quotation marks are narration
    _absent: bool = field(default=False, init=False)  # spoken by somebody who is not here
    _closing: str = field(default="", init=False)  # the mark that ends the open quotation
    _last: tuple[str | None, bool] | None = field(
        default=None, init=False
    )  # who had the last event of the paragraph
    _known: dict[str, str] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        for who, name in self.speakers.items():
            for known in (who, who.replace("_", " "), name, name.split()[0]):
                self._known.setdefault(known.casefold(), who)
            self._known[who] = who

    @property
    def is_between(self) -> bool:
        """Nothing of a paragraph is under way: what was given before is whole."""
        return not (self._line or self._begun or self._held or self._thinking)

    def feed(self, text: str) -> list[Event]:
        """The events that are certain now."""
        events: list[Event] = []
        for run in _RUNS.findall(text.translate(_SIGNS)):
            midway = self._held or self._thinking or self.ended or self._line.endswith("\\")
            if midway or (len(run) == 1 and _MEANS_MORE.match(run)) or not run.isprintable():
                if run == " " and not midway and not _MAY_END.match(self._line[-1:]):
                    self._line += " " if self._line and self._line[-1] != " " else ""
                    continue
                events += [event for character in run for event in self._character(character)]
            else:
                self._line += run
        return events

    def finish(self, *, whole: bool = True) -> list[Event]:
        """The rest. Not `whole`: the text was cut off, and a sentence without an end is left out."""
        events = [event for character in self._flush() for event in self._plain(character)]
        if not whole:
            ends = list(re.finditer(r"[.!?…][\"”’'»)*_]*(?=\s|$)", self._line))
            self._line = self._line[: ends[-1].end()] if ends else ""
        return [*events, *self._end_line()]

    def forget(self) -> None:
        """What was fed and not told is none of the telling."""
        self._held = ""
        self._begin_line()

    # ---- tags ----

    def _character(self, character: str) -> Iterator[Event]:
        if self.ended:
            return
        if not self._held:
            if character in "<[":
                self._held = character
            elif not self._thinking:
                yield from self._plain(character)
            return
        if character == ">" and self._held[0] == "<":
            tag, self._held = self._held + character, ""
            yield from self._tag(tag)
        elif character == "]" and self._held[1:].strip("/").casefold() in THOUGHTS:
            tag, self._held = f"<{self._held[1:]}>", ""
            yield from self._tag(tag)
        elif character in "<[" or not self._may_be_tag(self._held + character):
            text, self._held = self._held, ""
            for one in text:
                if not self._thinking:
                    yield from self._plain(one)
            yield from self._character(character)
        else:
            self._held += character

    @staticmethod
    def _may_be_tag(text: str) -> bool:
        """Whether `<…` or `[…` may still become a tag: "a < b" and "<3" are prose."""
        if text[0] == "[":
            return _BRACKET.fullmatch(text) is not None
        return len(text) <= TAG_CHARS and "\n" not in text and (text[1].isalpha() or text[1] in "/|!_")

    def _tag(self, tag: str) -> Iterator[Event]:
        match = _TAG.fullmatch(tag)
        name = (match.group(2) or "").casefold().rpartition(":")[2] if match else ""
        if tag.startswith("<|") or name in CONTROL:
            self.ended = True  # a control token in letters: what follows is not the narrator's
            return
        if name in THOUGHTS:
            closing = match is not None and bool(match.group(1))
            if closing and not self._thinking:
                # It was a thought all along, as far as it was not told.
                self._begin_line()
                self._told = False
                yield Disowned()
            self._thinking = not closing
        elif name in ("br", "p") and not self._thinking:
            yield from self._plain("\n")

    def _flush(self) -> str:
        """What was held back at the end: prose, or a broken tag, which goes."""
        held, self._held = self._held, ""
        broken = held[:1] == "<" and len(held) > 1 and self._may_be_tag(held)
        return "" if self._thinking or self.ended or broken else held

    # ---- paragraphs and sentences ----

    def _plain(self, character: str) -> Iterator[Event]:
        if self._line.endswith("\\"):  # some models write prose as if it stood in JSON
            self._line = self._line[:-1]
            character = "\n" if character == "n" else character
        if character == "\n" or (character == "@" and self._begins_inside()):
            yield from self._end_line()
            self._line = character.strip()
        elif character.isspace():
            if _ENDED.search(self._line):
                yield from self._release()
            if self._line and not self._line.endswith(" "):
                self._line += " "
        elif unicodedata.category(character)[0] != "C" and character != "\ufffd":
            self._line += character

    def _begins_inside(self) -> bool:
        """Whether a speaker's mark after a space begins a paragraph that the model forgot to begin."""
        return self._line.endswith(" ") or (not self._line and self._begun)

    def _end_line(self) -> Iterator[Event]:
        bare = self._line.strip()
        if not self._begun and _HEADING.fullmatch(bare) and not _ENDED.search(bare):
            self._line = ""
        self._line = _STRONG.sub("*", _BRACKETS.sub("", self._line)).rstrip().rstrip("\\")
        if self._line.count("*") % 2:  # emphasis that never closed
            at = self._line.rfind("*")
            self._line = self._line[:at] + self._line[at + 1 :]
        if self._line.strip() and not _IGNORED.fullmatch(self._line.strip()):
            yield from self._release()
        self._begin_line()

    def _begin_line(self) -> None:
        self._line, self._begun, self._speaker, self._closing, self._last = "", False, None, "", None
        self._quoting = self._absent = self._mute = False

    def _release(self) -> Iterator[Event]:
        """Tell the line so far, unless an emphasis is open in it."""
        self._line = _STRONG.sub("*", self._line)
        if self._line.count("*") % 2 or _IGNORED.fullmatch(self._line.strip()):
            return
        text, self._line = _BRACKETS.sub("", self._line), ""
        if not self._told and _PREFACE.fullmatch(text.strip()):
            return
        if not self._begun:
            self._begun = True
            text = self._who_speaks(_LEADING.sub("", text.lstrip()))
        if self._mute:
            return
        text = html.unescape(text.replace("`", ""))
        for speaker, words in self._voices(text):
            if event := self._event(speaker, words):
                yield event

    def _who_speaks(self, text: str) -> str:
        """The paragraph without the name before it; who speaks it is noted."""
        text = _LABEL.sub("", text, count=1) if _LABEL.match(text) else text
        match = _MARKED.match(text) or _SPEAKER.match(text)
        if match is None:
            return text
        marked, name = match.group(1) or match.group(2), match.group(3).strip().casefold()
        who, rest = self._known.get(name), text[match.end() :]
        if who is None and name in PLAYERS:
            self._mute, self.ended = True, self._told
            return ""
        if who is None and not marked and name not in NARRATORS and "**" not in match.group(0):
            return text  # prose with a colon
        if name not in NARRATORS:
            self._speaker, self._absent = who, who is None
        self._quoting = rest[:1] in _PAIRS
        return rest

    def _voices(self, text: str) -> Iterator[tuple[str | None, str]]:
        """The text cut by who is heard."""
        if self._speaker is None and not self._absent:
            yield None, text
        elif self._quoting:
            yield from self._split_quotes(text)
        else:
            at = 0
            for aside in _ASIDE.finditer(text):
                yield self._speaker, text[at : aside.start()]
                yield None, aside.group(1)
                at = aside.end()
            yield self._speaker, text[at:]

    def _split_quotes(self, text: str) -> Iterator[tuple[str | None, str]]:
        words = ""
        for character in text:
            if self._closing and character == self._closing:
                yield self._speaker, words
                words, self._closing = "", ""
            elif not self._closing and character in _PAIRS:
                yield None, words
                words, self._closing = "", _PAIRS[character]
            else:
                words += character
        yield (self._speaker if self._closing else None), words

    def _event(self, speaker: str | None, words: str) -> Event | None:
        while _JOINED.search(words):
            words = _JOINED.sub("", words)
        words = " ".join(words.split())
        pause = words[:1] in ("—", "…") and self._last is not None
        if not pause and not any(character.isalnum() for character in words):
            return None
        spoken = speaker is not None or (self._absent and bool(self._closing or not self._quoting))
        opens = self._last != (speaker, spoken)
        self._last, self._told = (speaker, spoken), True
        if self._absent and spoken:
            words = f"“{words}”" if words[:1] not in _PAIRS else words
        if not opens:
            words = f" {words}"
        return Narration(words, opens) if speaker is None else Speech(speaker, words, opens)


def markup_of(paragraphs: list[tuple[str | None, str]]) -> str:
    """The text that a model should have written to have these told: (speaker, words) a paragraph."""
    return "\n\n".join(words if who is None else f"@{who}: {words}" for who, words in paragraphs)
