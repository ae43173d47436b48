"""Deeds that wait for their condition: once it comes about, the player is asked whether they do it now. Pure."""

from __future__ import annotations

from gamemaster.language.clauses.clause_starts import Stretch
from gamemaster.language.clauses.gates import verdict_of
from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import Scope, scope_of
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.tables.verb_forms import plain_form
from gamemaster.narration.scene import Scene
from gamemaster.rules.proposal import Aside, Happening
from gamemaster.rules.referee import Ruled
from gamemaster.rules.state import PLAN

# What must have happened for somebody to have done so: "if anybody comes", "when she leaves".
_SEEN_AS: dict[str, frozenset[str]] = {
    **dict.fromkeys(
        ("come", "enter", "arrive", "appear", "return", "show"),
        frozenset({"arrived", "threat_arrived", "threat_near"}),
    ),
    **dict.fromkeys(("go", "leave", "depart"), frozenset({"departed", "threat_left"})),
    **dict.fromkeys(("attack", "hit", "strike", "charge", "shoot"), frozenset({"wounded", "struck"})),
    **dict.fromkeys(("speak", "talk", "say"), frozenset({"said", "remark", "answered"})),
}
_VERBS = frozenset(_SEEN_AS)
_WAITED = frozenset({"waited", "slept"})
_ANYONE = frozenset(
    {"anyone", "anybody", "someone", "somebody", "it", "something", "anything", "they", "he", "she"}
)


def plan_come_due(scene: Scene, ruled: Ruled) -> Aside | None:
    """The question back once what a deed was to wait for has come about, or may have while the player waited."""
    kept = scene.state.focus.get(PLAN, "")
    condition, _, deed = kept.partition("\n")
    if not deed or ruled.after.ended is not None:
        return None
    gate = tuple(words_of(plain(condition)))
    stretch = Stretch(words_of(plain(deed)), "act", gate=gate)
    after = scope_of(scene.world, ruled.after)
    before = scope_of(scene.world, scene.state)
    holds = verdict_of(after, stretch) == "so" and verdict_of(before, stretch) != "so"
    told = ruled.ruling.happenings
    if holds or any(_is_what_was_awaited(after, gate[1:], one) for one in told):
        return Aside(why="now_so", about=condition[:120], choices=(deed[:80],))
    unseen = _verb_of(gate[1:]) is None and verdict_of(after, stretch) != "not_so"
    if unseen and any(one.kind in _WAITED for one in told):
        return Aside(why="may_be_so", about=f"{condition}, {deed}"[:240], choices=(deed[:80],))
    return None


def _verb_of(words: tuple[str, ...]) -> str | None:
    """What somebody was to do, of what the story sees people do."""
    found = (plain_form(word, _VERBS) for word in words)
    return next((verb for verb in found if verb in _VERBS), None)


def _is_what_was_awaited(scope: Scope, words: tuple[str, ...], happening: Happening) -> bool:
    """Whether something that happened is what the condition speaks of, done by whoever it names."""
    verb = _verb_of(words)
    if verb is None or happening.kind not in _SEEN_AS[verb] or {"not", "nobody"}.intersection(words):
        return False
    who = leading_person(scope, list(words))[0]
    named = who is not None and words[0] not in _ANYONE
    return happening.who == who if named else True
