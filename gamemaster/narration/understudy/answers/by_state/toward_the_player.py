"""Why somebody bears themselves as they do toward the player: distrusts them, watches them, is short with them. Pure.

How they stand to the player decides it: a reason of their own life is beside the point.
"""

from __future__ import annotations

from gamemaster.language.english import Forms
from gamemaster.language.names.normalization import words_of
from gamemaster.language.tables.verb_forms import gerund
from gamemaster.narration.understudy.answers.in_character.questions import Asked
from gamemaster.rules.grammatical_person import TO_ME, turn_words
from worlds.schema import PLAYER

_FORMS = Forms(__name__)
_KINDS = ("doubting", "watching", "harsh", "kind", "wary")


def why_so_toward_me(asked: Asked, words: str) -> tuple[str, ...]:
    """What they say who are asked why they treat the player so; nothing of any other question."""
    found = ((kind, _FORMS[kind].fullmatch(words)) for kind in _KINDS)
    kind, told = next(((kind, told) for kind, told in found if told is not None), ("", None))
    if told is None:
        return ()
    stand = _stand(asked)
    if kind == "wary" and stand != "afraid":
        return asked.replies("why_wary_not")
    said = told.groupdict()
    deed = _deed(said.get("deed") or "", said.get("after") or "") or _deed(*(said.get("done") or "").split(" ", 1))
    return asked.replies(f"why_{kind}_{stand}", what=deed) or asked.replies(f"why_{kind}_new", what=deed)


def _stand(asked: Asked) -> str:
    """How somebody stands to the player, as far as it shows in how they bear themselves."""
    mind = asked.state.characters[asked.who]
    bond = mind.toward(PLAYER)
    if bond.fear > 0:
        return "afraid"
    if min(mind.disposition, bond.trust, bond.affection) < 0:
        return "ill"
    return "well" if max(mind.disposition, bond.trust, bond.affection) > 0 else "new"


def _deed(verb: str = "", after: str = "") -> str:
    """What they are said to be doing, as they say it back: "spying on you"."""
    doing = verb if verb.endswith("ing") else gerund(verb) if verb else ""
    told = turn_words(" ".join(words_of(f"{doing} {after}")), TO_ME)
    return f"{told[:1].upper()}{told[1:]}"
