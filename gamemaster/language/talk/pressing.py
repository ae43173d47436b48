"""What presses somebody for an answer to what they were asked before: "so will you or not?", "well?". Pure."""

from __future__ import annotations

import re

from gamemaster.language.names.normalization import content_of
from gamemaster.language.names.noun_index import Scope
from gamemaster.rules.stances.favours import DEAL
from gamemaster.rules.state import PUT, StoryState
from worlds.schema import PLAYER

_FRESH = 4  # turns for which what was asked is still in the air
_LEAD = r"(?:(?:so|well|and|but|then|look|come on|okay|right|please|no|hey|now) )*"
_DO_IT = r"(?:do (?:it|that|so|this)|help(?: me| us)?(?: out)?|give it to me|agree|say (?:yes|so)|obey|move)"
# What asks whether an offer is taken, or takes it as taken: "deal?", "so we have a deal", "shake on it?".
_SEALING = (
    r"(?:(?:(?:do|did|have) we (?:have |got )?|we have (?:got )?|(?:is|was) (?:it|that) |it is |that is )?(?:a |our )?"
    r"(?:deal|bargain|agreement)|(?:are we |we are |is that )?(?:agreed|settled)"
    r"|(?:do|would) you agree(?: to (?:it|that))?"
    r"|(?:(?:shall|can|do) we |let us |we |will you |i )?shakes? (?:hands )?on (?:it|that)|your hand on it)"
)
_PRESSING = re.compile(
    rf"{_LEAD}(?:"
    r"(?:yes or no|well|what (?:is|will) it (?:going to )?(?:be|to be)?|which is it|what do you say"
    r"|(?:what is|give me|i want|i need|i am waiting for) (?:your|an) answer"
    r"|(?:(?:is|was) that|that is) an? (?:yes|no)(?: or a no)?"
    r"|i am (?:still )?waiting|make up your mind|(?:do you|have you) (?:refuse|decided?|changed your mind)(?: then)?"
    r"|(?:will|would|wo|do|are|can|have) you(?: or (?:will|would|do|are|can|have) you(?: not)?)"
    r"|are you in|answer me|say something|i asked you (?:a question|something))"
    rf"|{_SEALING}"
    rf"|(?:will|would|can|are) you (?:going to |really |ever |just )*{_DO_IT}(?: (?:or not|or what|then|now|for me))*"
    rf"|(?:then )?(?:just )?{_DO_IT}(?: (?:then|now|already|at once))*"
    r")(?: then| now| or not| man| damn it)?"
)
_SEALED = re.compile(rf"{_LEAD}{_SEALING}(?: then| now| or not)*")
_PUT_AGAIN = re.compile(
    rf"{_LEAD}(?:are|will|would|can) you (?:going to )?(?P<deed>.+?)(?: or not| or what| yes or no)?"
)


def put_before(state: StoryState) -> tuple[str, str] | None:
    """To whom something was put of late that they did not do, and what; None where nothing is in the air."""
    turn, _, rest = state.focus.get(PUT, "").partition("\n")
    who, _, deed = rest.partition("\n")
    return (who, deed) if deed and state.turn - int(turn) < _FRESH else None


def deal_struck(state: StoryState, who: str | None = None) -> str | None:
    """The name of the promise that somebody, or `who`, made of late in a bargain with the player; None without one."""
    for name, one in reversed(state.promises.items()):
        fresh = state.turn - one.turn < _FRESH and (one.to, one.status) == (PLAYER, "open")
        if name.endswith(DEAL) and fresh and who in (None, one.by):
            return name
    return None


def whom_it_presses(scope: Scope, words: list[str]) -> str | None:
    """Whoever is here and is pressed for what was put to them; None where the words press nobody."""
    said = " ".join(word for word in words if word.isalnum())
    if (deal := deal_struck(scope.state)) is not None and seals(said):
        whom = scope.state.promises[deal].by
        return whom if whom in scope.people else None
    before = put_before(scope.state)
    here = before is not None and before[0] in scope.people
    return before[0] if before is not None and here and presses(said, before[1]) else None


def seals(said: str) -> bool:
    """Whether words ask whether an offer is taken, or say that it is: "so, do we have a deal?", "we shake on it"."""
    return _SEALED.fullmatch(said) is not None


def presses(said: str, deed: str = "") -> bool:
    """Whether words only press for an answer to what was asked before, or ask for just that `deed` again."""
    again = _PUT_AGAIN.fullmatch(said)
    asked = content_of(again["deed"]) if again is not None else set()
    return _PRESSING.fullmatch(said) is not None or (bool(asked) and asked <= content_of(deed))


def question_held_to(words: list[str]) -> list[str]:
    """The question that somebody is told they left open: of "you didn't say if you'll come", "will you come"."""
    found = _NOT_ANSWERED.fullmatch(" ".join(words))
    if found is None:
        return words
    if found["word"] not in ("if", "whether"):
        return f"{found['word']} {found['rest']}".split()
    turned = _TURNED.fullmatch(found["rest"])
    return f"{turned['verb']} {turned['who']} {turned['what']}".split() if turned is not None else words


_NOT_ANSWERED = re.compile(
    r"(?:(?:and|but|so) )*you (?:(?:still|just) )?(?:did|have|had) not (?:yet |even |really )?"
    r"(?:say|said|tell me|told me|answer|answered)(?: me)?(?: yet)? "
    r"(?P<word>if|whether|who|what|where|when|why|how) (?P<rest>.+)"
)
_TURNED = re.compile(
    r"(?P<who>you|i|we|it|he|she|they|that|there) "
    r"(?P<verb>will|would|can|could|do|did|are|is|was|were|have|has) (?P<what>.+)"
)
