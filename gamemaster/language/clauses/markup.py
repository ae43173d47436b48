"""How players mark their words: *gestures* in stars, ((words to the program)), (remarks beside), dashes. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from gamemaster.language.clauses.expressions import WORDS
from gamemaster.language.english import Forms
from gamemaster.language.tables.verb_forms import is_gerund, is_third_person, skip_adverbs
from worlds.verbs import BASE_VERBS

_FORMS = Forms(__name__)


@dataclass(frozen=True)
class Piece:
    """A stretch of an input by how it is marked."""

    kind: Literal["plain", "star", "ooc", "aside"]
    text: str


def pieces(text: str) -> list[Piece]:
    """The pieces of a plain text in order. A gesture that says how something is said becomes part of the speech."""
    lead = _FORMS["lead"].match(text)
    if lead is not None:
        return [Piece("ooc", lead["rest"])]
    return list(_with_speech([piece for piece in _whole(list(_cut(text))) if piece.text.strip(" .")]))


def _whole(cut: list[Piece]) -> list[Piece]:
    """The pieces, with a sentence in one that a remark in brackets stands within: "over the yard (round it) to it"."""
    whole: list[Piece] = []
    for piece in cut:
        within = len(whole) > 1 and whole[-1].kind == "aside" and whole[-2].kind == piece.kind == "plain"
        if within and _ENDED.search(whole[-2].text) is None and piece.text[:1] == " ":
            before, aside = whole[-2:]
            whole[-2:] = [aside, Piece("plain", f"{before.text.rstrip()} {piece.text.lstrip()}")]
        else:
            whole.append(piece)
    return whole


_ENDED = re.compile(r"(?:^|[.!?:;])[\s\"]*$")


def _cut(text: str) -> Iterator[Piece]:
    at = 0
    for match in _FORMS["piece"].finditer(text):
        yield Piece("plain", _dashes(text[at : match.start()]))
        if match["told"] and not _is_acted(match["told"]):
            yield Piece("aside", match["told"])
        elif gesture := match["star"] or match["told"] or match["me"]:
            yield Piece("star", _dashes(gesture))
        else:
            yield Piece("ooc", match["ooc"] or match["noted"])
        at = match.end()
    yield Piece("plain", _dashes(text[at:]))


def _is_acted(words: str) -> bool:
    """Whether words in brackets do or ask something, as "(sits down)" does; "(the cheap one)" only adds a remark."""
    if words.rstrip().endswith("?") or _FORMS["only_to"].match(words) or _FORMS["speaks"].match(words):
        return True
    said = [word.strip(",.!;:") for word in words.split()]
    at = skip_adverbs(said, 0)
    if at == len(said):
        return False
    verb = said[at]
    return is_third_person(verb) or is_gerund(verb) or verb in _VERBS


_VERBS = frozenset(BASE_VERBS) | WORDS


# By what somebody is called who is spoken to: none of it is what was said.
_CALLED_OUT = frozenset("sir madam ma'am mister miss mistress master friend then please".split())


def with_speech_marked(text: str) -> str:
    """A plain text with quotation marks about what is said after "I say quietly, …" or "I say: …".

    A comma opens speech only where more than the verb says that somebody speaks: "say, what is that?" is none.
    """
    if '"' in text:
        return text
    text = _FORMS["between_commas"].sub(r"\g<verb> \g<how> ", text)
    tagged = _FORMS["tagged"].match(text)
    told = tagged is not None and (tagged["said"].startswith(("i ", "we ")) or _FORMS["meanwhile"].match(text))
    if tagged is not None and (tagged["ask"] or not told):
        return _with_tag_set_off(tagged)
    if (tagged := _FORMS["tagged_after"].match(text)) is not None:
        return _with_tag_set_off(tagged)

    def with_marks(match: re.Match[str]) -> str:
        alone = " " not in match["before"].strip()
        subject = (
            text[: match.start()].rstrip().endswith((" i", " and")) or text[: match.start()].strip() == "i"
        )
        if ":" not in match["mark"] and (alone and not subject):
            return match[0]
        if match["said"].strip() in _CALLED_OUT:
            return match[0]  # "what do you say to this, sir?"
        return f'{match["before"]}, "{match["said"]}{match["end"]}"'

    form = next((one for one in ("addressed", "aloud", "exclaimed") if _FORMS[one].search(text)), "unmarked")
    return _FORMS[form].sub(with_marks, text, count=1)


def _with_tag_set_off(tagged: re.Match[str]) -> str:
    """The text with marks about what is said before and after who speaks, and with what is done meanwhile after it."""
    said, more, done = tagged["said"], tagged["more"] or "", ""
    beside = _FORMS["beside_tag"].fullmatch(more)
    if beside is not None:
        joined = beside["done"].startswith(" and ")
        done, more = f"{'' if joined else ','}{beside['done']}", beside["on"] or ""
    return f'"{said}{"," if more else ""}{more}", i {tagged["verb"]}{tagged["to"]}{done}.'


def without_marks_of_writing(text: str) -> str:
    """A plain text without the quotation marks about what is written, and not said: "type 'status'"."""
    text = _FORMS["written_down"].sub(r"\g<before>", text) if ":" in text or "say" in text else text
    return _FORMS["written"].sub(r"\g<before>\g<words>", text)


def _dashes(text: str) -> str:
    return _FORMS["dash"].sub(" , ", text)


def _with_speech(cut: list[Piece]) -> Iterator[Piece]:
    """ "*whispers to the cow* you are my friend" is a speech with whom it is said to."""
    at = 0
    while at < len(cut):
        piece, following = cut[at], cut[at + 1] if at + 1 < len(cut) else None
        says = (
            _FORMS["speaks"].match(piece.text) or _FORMS["only_to"].match(piece.text)
            if piece.kind == "star"
            else None
        )
        if says and following is not None and following.kind == "plain" and '"' not in following.text:
            verb = says.groupdict().get("verb") or "say"
            verb = "reply" if verb == "repl" else verb
            yield Piece("plain", f'i {verb} {says["to"].strip()}, "{following.text.strip()}"')
            at += 2
        else:
            yield piece
            at += 1
