"""Faults of a telling's form, whatever the story: markup, refusals, another language, no length. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from gamemaster.language.names.normalization import plain
from gamemaster.narration.critic.told_turn import (
    Finding,
    ToldTurn,
    sentences_of,
    tokens_of,
    without_quotations,
)
from gamemaster.narration.critic.world_texts import texts_of
from gamemaster.rules.state import OUTSIDE_STORY
from inference.output.guard import script_of, scripts_in
from worlds.per_world import per_world
from worlds.schema import World


class _AnyCase:
    """A pattern in small letters, for a text in any case.

    Where case is ignored, `re` tries each alternative at each place. That a text holds nothing of it, as most do not,
    is seen in half of the time or less if the text is in small letters, too.
    """

    def __init__(self, pattern: str, flags: re.RegexFlag = re.NOFLAG) -> None:
        written = re.sub(r"\\.", "", pattern)
        if written != written.casefold():
            raise ValueError(f"it would find nothing, as it is not in small letters: {pattern}")
        self._small, self._any = re.compile(pattern, flags), re.compile(pattern, flags | re.IGNORECASE)

    def search(self, text: str) -> re.Match[str] | None:
        small = text.replace("İ", "i").casefold()  # whatever `re` takes for a small letter is one
        return self._any.search(text) if self._small.search(small) is not None else None


# What belongs to the machinery and not to the story. Each with what it is called in a report.
_MARKUP: tuple[tuple[str, re.Pattern[str] | _AnyCase], ...] = (
    ("a tag", re.compile(r"</?\s*(?:think|thinking|thought|reasoning|answer|tool|tool_call|narration|speech|br|p|b|i|"
                         r"em|div|span|s|scene|output|response|system|user|assistant)\b[^<>]{0,80}>", re.I)),
    ("a control token", re.compile(r"<\|[^|<>]{0,40}\|?>|\|>|\[/?(?:INST|SYS|gMASK|BOS|EOS|OOC)\]|<<SYS>>|</?s>|"
                                   r"<(?:bos|eos|pad|unk|start_of_turn|end_of_turn)>", re.I)),
    ("JSON", re.compile(r"[{\[]\s*[\"'][\w ]{1,40}[\"']\s*[:,]|\{\s*\w{1,20}\s*:\s*[\"'\d\[{]|"
                        r"\"\w{1,40}\"\s*:\s*(?:[\[{\"\d]|true|false|null)|"
                        r"[{}]\s*$", re.M)),
    ("a code fence", re.compile(r"```|~~~")),
    ("a heading", re.compile(r"^\s{0,3}#{1,6}\s|^\s*\*\*[^*\n]{1,60}\*\*:?\s*$|^\s*[-=_]{3,}\s*$", re.M)),
    ("a list", re.compile(r"^\s*(?:[-•]\s+\S[^\n]*\n\s*[-•]\s|(?:\d{1,2}[.)]|[A-Da-d]\))\s+\S)", re.M)),
    ("a table", re.compile(r"^\s*\|[^\n]*\|\s*$", re.M)),
    ("a menu", _AnyCase(
        r"\b(?:you (?:can|could|may|might)(?: now)?|(?:your|possible) (?:options|choices)(?: are)?)\s*:\s*$",
        re.M)),
    ("an end that is none", _AnyCase(
        r"\bend of (?:scene|turn|narration|telling|response|chapter|session)\b|\bto be continued\b|"
        r"\b(?:content|trigger) warning\b")),
    ("an address", re.compile(r"\bhttps?://|\bwww\.\w")),
    ("an identifier", re.compile(r"\b[a-z]{2,}(?:_[a-z0-9]+)+\b|[(\[]\s*(?:op|verb|rule|intents?|changes)\s*[:=]")),
    ("a panel", re.compile(
        r"^\W{0,3}(?:time|health|hp|inventory|turn|word count|token count)\W{0,3}(?::|\b\d)", re.I | re.M)),
    ("a stage marker", re.compile(r"(?:^|\s)@\w{1,64}\s?:|\{\w{1,40}\}", re.M)),
    ("a label of the prompt", re.compile(
        r"^\s*[*_\[(]{0,3}(?:narrator|narration|gm|game ?master|assistant|user|human|system|player|ruling|outcome|roll|"
        r"state|scene|note|ooc|response|summary|recap|key (?:details|points|facts)|setting|suggestions|memories|"
        r"turn \d+)[*_\])]{0,3}\s?:", re.I | re.M)),
    ("talk of the machinery", re.compile(
        r"\b(?:STEP \d\b|THE (?:RULING|STATE|CAST|WORLD:)|(?:JSON|NPCs?|d\d{1,2}|hit ?points?|saving throw)\b|"
        r"(?:OOC|XP)\b|"
        r"DC ?\d+\b|(?i:experience points|endoftext|level up|reach(?:ed)? level \d+)\b|"
        r"(?i:check(?: is)?:? (?:pass(?:es|ed)?|succeed(?:s|ed)?|fail(?:s|ed|ure)?|(?:a )?success))\b|"
        r"(?:Must be told|Told already|The author's words)\b[^.\n]{0,40}:|"
        r"(?i:rolls?|rolled) (?:a |an |of )?(?:natural )?\d+\b|(?i:dice) (?i:say|decide|decided|fall|show|roll)\b|"
        r"(?i:difficulty) (?:of |is |class )?\d+|(?i:critical (?:success|failure|hit))\b|"
        r"(?i:the ruling (?:says|states|gives|requires|asks)\b))|"
        r"^(?:Check|Refused|Changed|Minutes that pass|Must be told|Told already|The telling|The author's words)\b"
        r"[^.\n]{0,40}:", re.M)),
    ("talk of itself", _AnyCase(
        r"\b(?:as an? (?:ai|a\.i\.|language model|assistant|large)|(?:i am|i'm|being) an? (?:ai|a\.i\.|language model|"
        r"assistant|chatbot)|as (?:your|the) (?:narrator|storyteller|dungeon master|gm|dm)\b,?|"
        r"chatgpt|gpt-\d|openai|anthropic|language model|my (?:training|instructions|system prompt|programming)|"
        r"system prompt|"
        r"the prompt|game ?master|the referee|d20|(?:skill|dice) (?:check|roll)|token limit)\b")),
    ("reasoning", _AnyCase(
        r"\b(?:the (?:user|player)(?:'s|’s)? (?:wants?|asks?|says?|is|has|input|request|message|action|turn|tries|"
        r"looks?|goes|walks?|takes?|does|can|could|may|might|should|must|will|decides?|chooses?|sees|now)|"
        r"(?:i|we) (?:need|have|should|must|will|can|ought) (?:to )?(?:narrate|describe|write|respond|continue|"
        r"tell the|keep|output|produce|generate|follow the)|let me (?:think|narrate|write|start|see|check|continue)|"
        r"let's (?:think|narrate|write)|step by step|according to the (?:ruling|rules|state|outcome)|"
        r"(?:here is|here's) (?:the|a|my|your) (?:narration|response|story|continuation|text|scene)|"
        r"(?:okay|alright|hmm|wait), (?:so|let|the|i) )|"
        r"let me know (?:if|what|how|when|which|where)\b|feel free to (?:tell|ask|let|type|say|choose|continue|"
        r"explore)|"
        r"(?:(?:per|following) (?:the|your|these|my)|under (?:your|my)) (?:rules|instructions|guidelines|ruling|"
        r"prompt)\b|"
        r"^\W{0,3}as (?:instructed|requested),? |"
        r"^\W{0,3}(?:great|good|excellent|nice|interesting) (?:choice|question|idea|move|thinking|job)\s?[!.]|"
        r"\b(?:(?:would you like|do you want) me to|(?:shall|should) i) (?:continue|go on|narrate|describe|write|"
        r"expand|elaborate|proceed|add|change)\b|\b(?:i )?hope (?:this|that) helps\b|"
        r"^\W{0,3}(?:thinking|thought|reasoning|analysis)(?: process)?\W{0,3}(?::|$)|\bassistant(?:final|analysis)\b",
        re.M)),
)  # fmt: skip
_SPEAKABLE = frozenset({"reasoning", "a label of the prompt"})  # what a character may well say

_POLICY = _AnyCase(
    r"\b(?:content (?:policy|policies|guidelines?)|(?:safety|usage|community) (?:policy|policies|guidelines?)|"
    r"(?:violates?|against) (?:my|our|the) (?:policy|policies|guidelines?|programming)|harmful content|"
    r"explicit content|inappropriate (?:content|request)|roleplay)\b",
)
_DECLINES = _AnyCase(
    r"\b(?:i|we)(?:'m| am|'re| are)? (?:can ?not|can't|won't|will not|do not|don't|am not able|am unable|"
    r"(?:\w+ly )?not able|unable|not comfortable|not going|must decline|have to decline|apologi[sz]e|refuse|decline)\b|"
    r"\b(?:i'm|i am|we are|we're) (?:really |very |so |truly )?(?:sorry|afraid)\b|"
    r"\b(?:is there (?:something|anything) else i can|how (?:can|may) i (?:help|assist)|"
    r"(?:happy|glad) to (?:help|assist))\b",
)

COMMON = 160  # of a world's words are taken for those that any text in its language is made of
LEAST_WORDS = 14  # of a stretch whose language is told
# A sentence of the two worlds has at least 0.25 of such words; one in another language hardly a tenth.
LEAST_COMMON = 0.18
MOST_FOREIGN_LETTERS = 0.25  # of at least FOREIGN_LETTERS letters
FOREIGN_LETTERS = 8
# Characters of a telling. What the ruling gives to tell may be long: endings are. A model is asked for far less.
MOST_CHARS, TIMES_GIVEN = 4500, 3.0


@dataclass(frozen=True)
class Usage:
    """What a world's texts are made of: its commonest words, and its letters' scripts."""

    common: frozenset[str]
    scripts: frozenset[str]


@per_world
def usage_of(world: World) -> Usage:
    """How the world's writer writes."""
    written = [one for one in texts_of(world) if " " in one.text]
    counts = Counter(token for one in written for token in tokens_of(one.plain))
    return Usage(
        frozenset(word for word, _ in counts.most_common(COMMON)), scripts_in([one.text for one in written])
    )


def faults_of_form(turn: ToldTurn) -> Iterator[Finding]:
    """Markup, refusals, another language, and lengths that no telling has."""
    yield from _markup(turn)
    yield from _refusals(turn)
    yield from _language(turn)
    yield from _length(turn)


def _markup(turn: ToldTurn) -> Iterator[Finding]:
    for span in turn.spans:
        if span.kind in OUTSIDE_STORY:
            continue
        for what, pattern in _MARKUP:
            if span.kind == "speech" and what in _SPEAKABLE:
                continue
            match = pattern.search(without_quotations(span.text) if what in _SPEAKABLE else span.text)
            if match is not None:
                yield Finding("markup", match[0].strip(), f"{what} is no part of a story")


def _refusals(turn: ToldTurn) -> Iterator[Finding]:
    for sentence in turn.narration:
        match = _DECLINES.search(sentence.bare.replace("’", "'")) or _POLICY.search(sentence.bare)
        if match is not None:
            yield Finding("refusal", sentence.text, "the narrator speaks for itself and declines")
    for span in turn.spans:
        match = _POLICY.search(span.text) if span.kind == "speech" else None
        if match is not None:
            yield Finding("refusal", match[0], "nobody in a story speaks of policies")


def _language(turn: ToldTurn) -> Iterator[Finding]:
    usage = usage_of(turn.world)
    for span in turn.spans:
        if span.kind in OUTSIDE_STORY:
            continue
        if (script := _foreign_script(span.text, usage)) is not None:
            yield Finding("language", span.text[:200], f"letters of {script}")
            continue
        for stretch, tokens in _stretches(span.text):
            share = sum(token in usage.common for token in tokens) / len(tokens)
            if share < LEAST_COMMON:
                why = f"hardly a word ({share:.0%}) is a common one of the world's language, {turn.world.language}"
                yield Finding("language", stretch, why)


def _foreign_script(text: str, usage: Usage) -> str | None:
    """The script of too many of a text's letters, if it is none of the world's."""
    foreign = {c for c in set(text) if c.isalpha() and script_of(c) not in usage.scripts}
    if not foreign:
        return None
    letters = [character for character in text if character.isalpha()]
    found = [letter for letter in letters if letter in foreign]
    if len(found) < FOREIGN_LETTERS or len(found) <= MOST_FOREIGN_LETTERS * len(letters):
        return None
    return script_of(found[0])


def _stretches(text: str) -> Iterator[tuple[str, list[str]]]:
    """Sentences with their words, the short ones together with those after them, each of `LEAST_WORDS` at least."""
    held: list[str] = []
    for sentence in sentences_of(text):
        held.append(sentence.text)
        tokens = tokens_of(plain(" ".join(held)))
        if len(tokens) >= LEAST_WORDS:
            yield " ".join(held), tokens
            held = []


def _length(turn: ToldTurn) -> Iterator[Finding]:
    text = turn.text
    if not any(character.isalnum() for character in text):
        told_else = any(span.kind in OUTSIDE_STORY for span in turn.spans)
        if turn.reason == "complete" and not told_else:
            yield Finding("length", text.strip(), "nothing was told")
        return
    given = sum(len(max(h.wordings, key=len)) for h in turn.ruling.happenings if h.wordings)
    limit = max(MOST_CHARS, int(TIMES_GIVEN * given))
    if len(text) > limit:
        yield Finding("length", text[:120], f"{len(text)} characters; a telling has {limit} at most")
