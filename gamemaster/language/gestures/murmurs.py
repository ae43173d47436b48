"""Words under one's breath for somebody dead or far away, who cannot hear them: nobody present is told them. Pure.

"Bersi, you old windbag, I whisper. I'm sorry." is no talk with the boy who stands by, and no look for Bersi.
"""

from __future__ import annotations

import re

from gamemaster.language.names.noun_index import Scope, name_words
from gamemaster.language.talk.questions.matters import topic_names
from gamemaster.rules.proposal import Intent

_QUIETLY = (
    r"(?:quietly|softly|silently|gently|under my breath|to (?:the )?(?:wind|sea|dark|ice|night|sky|air|nobody|myself)"
    r"|in my (?:head|mind|heart))"
)
_MURMUR = (
    rf"i (?:\w+ly )?(?:(?:whisper|murmur|mutter|breathe|pray)\b|(?:say|tell|speak|think)\b(?=.*\b{_QUIETLY}))"
)
_SAID_SO = re.compile(rf"{_MURMUR}|(?:^| ){_QUIETLY}[ .!]*$")
_FROM_THE_HEART = re.compile(
    r"\b(?:i am (?:so |very |truly )*sorry|forgive me|rest (?:well|in peace|easy)|farewell|goodbye|god ?speed"
    r"|i miss you|sleep well|wherever you are|i will (?:find|remember|avenge) (?:you|out)|i (?:should|could) have"
    r"|i failed you)\b"
)
_TO_NAME = re.compile(
    r"i (?:\w+ly )?(?:whisper|murmur|mutter|breathe)(?: \w+ly)?"
    r"(?: (?:a (?:few )?(?:words?|prayer)|an? \w+|sorry|goodbye|farewell))? (?:to|for) (?P<name>[\w' ]+?)"
    r"(?: (?:that|under|through|into|in|so|softly|quietly)\b.*|[.,:!].*)?"
)
_TO_MYSELF = re.compile(
    r"i (?:\w+ly )?(?:talk|mutter|murmur|whisper|speak|mumble|grumble) (?:(?:quietly|softly) )?"
    r"(?:to myself|under my breath)\b[^?\"]*"
)
_CALLED = re.compile(r"^[\"'“‘]*(?P<name>[A-Z][\w'’]+(?: [A-Z][\w'’]+)?),")


def murmur_in(scope: Scope, words: str, text: str) -> Intent | None:
    """The murmur that an input is as a whole; None of one that is for somebody who can hear it, or asks something.

    `words` as they were typed, `text` the same in plain letters.
    """
    said = re.sub(r"[\"“”]", "", text)
    if "?" in said:
        return None
    if _TO_MYSELF.fullmatch(said.strip(" .!")):
        return _under_ones_breath(words)
    aimed = _TO_NAME.fullmatch(said.strip())
    if aimed is not None and _is_absent(scope, aimed["name"]):
        return _under_ones_breath(words)
    called = _CALLED.match(words.strip())
    if (
        called is not None
        and _is_absent(scope, called["name"])
        and (_SAID_SO.search(said) or _FROM_THE_HEART.search(said))
    ):
        return _under_ones_breath(words)
    return None


def _under_ones_breath(words: str) -> Intent:
    return Intent(verb="express", role="emote", topic="say it under my breath", words=words[:300])


def _is_absent(scope: Scope, name: str) -> bool:
    """Whether this is the name of somebody, and of nobody here."""
    said = tuple(name_words(name))
    for who, person in scope.world.characters.items():
        if any(
            said == tuple(name_words(one)) for one in (person.name, *person.name.split(), *person.aliases)
        ):
            return who not in scope.people
    spoken_of = (one for one in topic_names(scope.world).values() if one[:1].isupper())
    return any(said == tuple(name_words(one)) for one in spoken_of)
