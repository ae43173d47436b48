"""Why somebody will not do what they are asked to: whom they fear, what they guard, what they are at. Pure."""

from __future__ import annotations

from gamemaster.language.english import Forms
from gamemaster.language.names.normalization import content_of, plain, words_of
from gamemaster.language.talk.spoken_of import people_named
from gamemaster.narration.understudy.answers.in_character.ordinary_answers import presence_as_doing
from gamemaster.narration.understudy.answers.in_character.own_life import wish_or_fear
from gamemaster.narration.understudy.answers.in_character.questions import Asked
from worlds.rules import all_rules

_FORMS = Forms(__name__)


def refused_for_fear(asked: Asked, deed: str) -> tuple[str, ...]:
    """What they say who are asked to do what has to do with somebody whom they fear; else empty."""
    feared = _feared_in(asked, deed)
    return asked.replies("not_for_fear", who=asked.world.characters[feared].name) if feared is not None else ()


def _feared_in(asked: Asked, deed: str) -> str | None:
    mind = asked.state.characters[asked.who]
    owned = content_of(" ".join(wish_or_fear(asked, "fear")))
    for one in people_named(asked.world, deed):
        whom = one.who
        if whom is not None and whom != asked.who and (
            mind.toward(whom).fear > 0 or content_of(asked.world.characters[whom].name) <= owned
        ):
            return whom
    return None


def refused_with_reason(asked: Asked, deed: str) -> tuple[str, ...]:
    """What they say who refuse a deed, with the reason that lies in how things stand; empty where none does.

    An ear costs nothing, and is lent.
    """
    text = " ".join(word for word in words_of(plain(deed)) if word.isalnum())
    if (afraid := refused_for_fear(asked, text)):
        return afraid
    if _FORMS["an_ear"].match(text):
        return asked.replies("an_ear")
    if asked.thing is not None and _is_guarded(asked, asked.thing):
        return asked.replies("stays_as_it_is")
    if _FORMS["by_hand"].match(text):
        return asked.replies("own_hands")
    busy = presence_as_doing(asked)
    return asked.replies("not_while", what=busy) if busy else ()


def _is_guarded(asked: Asked, thing: str) -> bool:
    """Whether they keep a thing from the player: they hide it, or a rule on it is refused because of them."""
    if thing in asked.person.hides:
        return True
    refusals = (
        refusal.when
        for rule in all_rules(asked.world)
        if thing in rule.on
        for refusal in rule.refuse
        if refusal.when is not None
    )
    return any(asked.who in when.here for when in refusals)
