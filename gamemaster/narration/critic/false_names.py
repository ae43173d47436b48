"""Whether a telling names somebody whom the world does not have, or gives a person another name. Pure.

A name is what is written with a capital where none is due, and stands nowhere in the world's own texts. Of gods and
far-off kinsmen people may speak; who speaks or acts here, or says what they are called, must be somebody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.narration.critic.speakers import ACTS, SAYS
from gamemaster.narration.critic.told_turn import QUOTE, Finding, ToldTurn, without_quotations
from gamemaster.narration.critic.world_texts import texts_of
from worlds.per_world import per_world
from worlds.schema import World

_NAME = r"(?P<name>[A-Z][a-zà-öø-ÿ'’-]{2,})"
# "says Berta", "Berta nods": the latter only where the sentence does not begin with it.
_SPEAKER = re.compile(
    rf"{QUOTE}[\s,]*(?:(?:{SAYS})\s+{_NAME}\b|{_NAME.replace('name>', 'first>')}\s+(?:{SAYS})\b)"
)
_ACTOR = re.compile(rf"(?<=[a-z,;:] ){_NAME}\s+(?:{SAYS}|{ACTS}|was|is|had)\b")
_CALLED = re.compile(
    r"\b(?:[Cc]all me|[Mm]y (?:real |true |own |given )?name(?: is|'s|’s)|(?:real|true|other|given) name (?:is|was)|"
    r"(?:[Tt]hey|[Pp]eople|[Ff]olk|[Oo]thers|[Ee]veryone|[Ee]verybody) calls? "
    r"(?:me|him|her|them|[A-Z]\w+(?: [A-Z]\w+)*)|"
    rf"not my name\b[^.]*\. [“\"]?It is)\s+{_NAME}\b"
)
_I_AM = re.compile(rf"\bI(?: am|'m|’m) {_NAME}\b(?!\s+[a-z])")
_DEMONYM = re.compile(r"(?:ian|ish|ese|man|men|woman)$")


def false_names(turn: ToldTurn) -> Iterator[Finding]:
    """Names that nobody has."""
    known, said = _words_of_world(turn.world), set(words_of(plain(turn.words)))
    for span in turn.spans:
        if span.kind not in ("narration", "speech") or turn.is_given(span.text):
            continue
        bare = without_quotations(span.text) if span.kind == "narration" else ""
        found = [*_SPEAKER.finditer(bare), *_ACTOR.finditer(bare), *_CALLED.finditer(span.text)]
        found += [match for match in _I_AM.finditer(span.text) if not _DEMONYM.search(match["name"])]
        for match in found:
            name = next(group for group in match.groups() if group)
            word = plain(name).removesuffix("'s")
            if word not in known and word not in said:
                yield Finding("canon", span.text, f"nobody in this world is called {name}")
                break


@per_world
def _words_of_world(world: World) -> frozenset[str]:
    return frozenset(word for one in texts_of(world) for word in one.words)
