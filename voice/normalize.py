"""Text as written, made fit for the ear: what is no speech goes, and English numbers and signs become words. Pure.

Never spoken: markup and SSML, addresses of the web, control characters, emoji, stage directions. What a direction is:

- anything in square brackets;
- `*sighs*` and `(softly)`: a few words, the first of them small, where a sentence could begin or end, and nothing of
  the same sentence beside them; between stars, the first word must also end as such verbs and adverbs do (-s, -ing,
  -ed, -ly). So `*reliable*, he writes` is emphasis, and `the inn (an old one) stands` an aside; both are spoken.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from voice.english import put_into_words
from voice.offset_map import MappedText, Rewrite

_JOINERS = "\u200c\u200d"  # Persian and Indic spelling needs them; between letters they stay
_ACCENTS = 3  # combining marks upon one letter; more are a prank

_TERMINAL = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")
_HIDDEN = re.compile(r"<(think\w*|thoughts?|reasoning|script|style)\b[^<>]*>.*?(?:</\1\s*>|\Z)", re.I | re.S)
_TAG = re.compile(r"<[A-Za-z/!?|][^<>]*>")
_ENTITY = re.compile(r"&(?:#x?)?\w{1,8};")
_LINK = re.compile(r"!?\[([^\[\]]{0,300})\]\([^()\s]{0,500}\)")
_ADDRESS = re.compile(
    r"(?<!\w)(?:(?:https?|ftp|file|wss?)://|www\.)[^\s<>\"“”]*[^\s<>\"“”.,;:!?…)\]'’*]"
    r"|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{0,100}\w"
)
_BRACKETS = re.compile(r"\[[^\[\]]{0,300}\]|【[^【】]{0,300}】")
_LINE_MARK = re.compile(r"^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*•+][ \t]+|(?:[-*_=~][ \t]*){3,}$|`{3}\w*$)", re.M)
_DIRECTION = re.compile(
    r"(?:\A|(?<=[.!?…\"“”:\n]))(\s*)(?:\*([^*\n]{1,60})\*|\(([^()\n]{1,60})\))(?=\s*(?:\Z|\n|[\"“”A-Z]|[^\W\d_a-z]))"
)
_DIRECTION_WORD = re.compile(r"[^\W\d_]+(?:s|ing|ed|ly)\b")
_NO_DIRECTION = frozenset(
    "yes this his hers its ours yours theirs always perhaps us as was is has does red".split()
)
_SPACE = re.compile(r"\s+")
_SMOOTHING: tuple[Rewrite, ...] = (
    (re.compile(r"[*`~]+|(?<!\w)_+|_+(?!\w)"), ""),
    (re.compile(r"[_<>{}\\^|\[\]【】]+"), " "),
    (re.compile(r"\s*[(（]\s*"), ", "),
    (re.compile(r"\s*[)）]"), ", "),
    (
        re.compile(
            r"[\"“”„‟«»‹›「」『』《》〈〉]|(?<!\w)['‘’‚‛]+(?!\w)|(?<=\w)[’'‘]+(?![\w’'])|(?<!\w)‘(?=\w)|[´′″]"
        ),
        "",
    ),
    (re.compile(r"[’‘ʼ`](?=\w)"), "'"),
    (re.compile(r"\s*(?:[—―⸺]+|--+)\s*|\s+[–‒-]\s+|(?<!\d)–|–(?!\d)"), ", "),
    (re.compile(r"\s*(?:\.\s?){2,}\.*|…[….]*"), "… "),
    (
        re.compile(r"[!?‼⁇⁈⁉！？]{2,}|[‼⁇⁈⁉]"),
        lambda found: "?" if set(found.group()) & set("?⁇⁈⁉？") else "!",
    ),
    (re.compile(r"([^\W\d_])\1{3,}"), lambda found: found.group(1) * 3),
    (_SPACE, " "),
    (re.compile(r" +(?=[,;:.!?…])"), ""),
    (re.compile(r"(?:[,;:] ?)+(?=[.!?…;:])"), ""),
    (re.compile(r",(?: ?,)+"), ","),
    (re.compile(r"(?<=[.!?…;:])(?: ?,)+"), ""),
    (re.compile(r"\A[\s,;:.!?…–-]+(?=\w)"), ""),
    (re.compile(r"(?<=[,;])(?=[^\W\d_])"), " "),
    (_SPACE, " "),
    (re.compile(r"\A +| +\Z"), ""),
)


@dataclass(frozen=True)
class Spoken:
    """`text` is what to say, empty if there is nothing. Each of its characters stands for some of what was written."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def to_original(self, start: int, end: int) -> tuple[int, int]:
        """The characters as written that `start` to `end` of `text` stand for; positions out of range are moved in."""
        if not self.text:
            return 0, 0
        first = min(max(start, 0), len(self.text) - 1)
        last = min(max(end - 1, first), len(self.text) - 1)
        return self.starts[first], self.ends[last]


def normalise(text: str, language: str = "en") -> Spoken:
    """`text` for the ear. `language` is a tag such as `en-gb`; of others than English, numbers and signs stay."""
    mapped = MappedText.of(text)
    mapped.replace(_TERMINAL, "")
    _clean(mapped)
    _drop_markup(mapped)
    _drop_directions(mapped)
    if language.casefold().split("-")[0] == "en":
        put_into_words(mapped)
    _smooth(mapped)
    if not any(character.isalnum() for character in mapped.text):
        return Spoken("", (), ())
    return Spoken(mapped.text, tuple(mapped.starts), tuple(mapped.ends))


def _clean(mapped: MappedText) -> None:
    """Leave only characters that can sound, or that shape how others do."""
    text = mapped.text
    if text.isascii() and text.isprintable():
        return
    kept: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    accents = 0
    for at, character in enumerate(text):
        category = unicodedata.category(character)
        accents = accents + 1 if category[0] == "M" else 0
        new = "" if accents > _ACCENTS else _clean_character(character, category)
        if character in _JOINERS and not _between_letters(text, at):
            new = ""
        kept.append(new)
        starts += [mapped.starts[at]] * len(new)
        ends += [mapped.ends[at]] * len(new)
    mapped.text, mapped.starts, mapped.ends = "".join(kept), starts, ends


def _clean_character(character: str, category: str) -> str:
    if character in "\n" + _JOINERS:
        return character
    if category in ("Cc", "Zs", "Zl", "Zp", "So") and character not in "°№®©":
        return " "  # emoji and dingbats part words; so do tabs and no-break spaces
    if category in ("Cf", "Cs", "Co", "Cn", "Sk") and character not in "`^´":
        return ""
    if (
        "\uff01" <= character <= "\uff5e"
        or "\U0001d400" <= character <= "\U0001d7ff"
        or "ﬀ" <= character <= "ﬆ"
    ):
        plain = unicodedata.normalize("NFKC", character)
        return plain if plain.isalnum() else character
    return character


def _between_letters(text: str, at: int) -> bool:
    return 0 < at < len(text) - 1 and all(
        unicodedata.category(text[near])[0] in "LM" for near in (at - 1, at + 1)
    )


def _drop_markup(mapped: MappedText) -> None:
    mapped.replace(_HIDDEN, " ")
    mapped.replace(_TAG, " ")
    mapped.replace(_ENTITY, lambda found: " and " if found.group() == "&amp;" else " ")
    mapped.keep(_LINK)
    mapped.replace(_ADDRESS, " ")
    mapped.replace(_LINE_MARK, " ")


def _drop_directions(mapped: MappedText) -> None:
    for _ in range(3):  # brackets in brackets
        mapped.replace(_BRACKETS, " ")
    mapped.replace(_DIRECTION, lambda found: " " if _is_direction(found) else None)


def _is_direction(found: re.Match[str]) -> bool:
    starred = found.group(2)
    words = (starred or found.group(3)).strip()
    if not words[:1].islower() or re.search(r"[.!?…,;:]\s", words):
        return False
    first = _DIRECTION_WORD.match(words)
    return starred is None or (first is not None and first.group() not in _NO_DIRECTION)


def _smooth(mapped: MappedText) -> None:
    """Marks of emphasis, quotes, brackets and dashes: gone, or the pauses that they stand for."""
    mapped.replace_each(_SMOOTHING)
