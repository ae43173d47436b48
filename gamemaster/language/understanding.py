"""Understand what a player typed: their words become intents, or a reason why not. Pure and deterministic.

Rules of reading that are decided here or in the modules it uses, once:
- Moving unseen ("quietly go to the hall", "creep past the guard") is the verb `sneak`, its object the place or person.
- What a player does not want ("don't open the door") is no intent; alone it is `not_understood`.
- A question about a thing in sight is a look at it; any other is put to the person in focus or the only one present.
- A name alone: a person is talked to, a place is gone to, a thing is examined.
- Words about the player's own life are a clause of role `safety` and nothing else; nothing is played.
- Someone named and told something ("Hild, come with me") is spoken to: the order is theirs, not the player's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from math import sqrt
from typing import Literal

from gamemaster.language.clauses.expressions import is_expression
from gamemaster.language.clauses.main_clauses import UNCHANGED
from gamemaster.language.clauses.markup import Piece, pieces, with_speech_marked, without_marks_of_writing
from gamemaster.language.clauses.own_character import (
    as_mine,
    in_first_person,
    own_deeds_as_mine,
    own_name,
    with_name_given,
)
from gamemaster.language.gestures.murmurs import murmur_in
from gamemaster.language.gm_address import with_address_set_off
from gamemaster.language.names.normalization import (
    MAX_CHARACTERS,
    content_of,
    plain,
    set_quotes_aside,
    stem,
    words_of,
)
from gamemaster.language.names.noun_index import REACH, Scope, scope_of
from gamemaster.language.names.noun_phrases import Unclear, leading_person
from gamemaster.language.names.respelling import IN_REACH, respell
from gamemaster.language.names.spelling import vocabulary_of
from gamemaster.language.parser.corrected_orders import as_corrected, asked_of_gm_instead
from gamemaster.language.parser.parse_state import ParseState
from gamemaster.language.parser.reader import read_out_of_character, read_piece, read_remark
from gamemaster.language.parser.second_pass import reading_of
from gamemaster.language.parser.unquoted_speech import with_cries_quoted
from gamemaster.language.reading import Clause, Reading
from gamemaster.language.safety import about_own_life, goes_on
from gamemaster.language.tables.function_words import (
    GRUMBLING,
    HOSTILE,
    PAGE_WORDS,
)
from gamemaster.language.tables.other_languages import is_in_another_language
from gamemaster.language.tables.verb_forms import is_past
from gamemaster.language.talk.bewilderment import wants_it_back
from gamemaster.language.talk.questions.gm_questions import asks_of_the_program
from gamemaster.language.talk.questions.notes_to_gm import with_notes_apart
from gamemaster.language.talk.quotations import (
    with_orders_put,
    without_cited_words,
    without_herald,
    without_named_words,
)
from gamemaster.language.tidying import MAX_INTENTS
from gamemaster.rules.proposal import Intent
from gamemaster.rules.state import DEED, StoryState
from worlds.schema import World
from worlds.verbs import BASE_VERBS

MAX_WORDS = 160
# What speaks for a word that may have been misspelt: that an order begins there, that something is called so.
_ORDER, _RARE_ORDER, _NAMED = 2.5, 1.5, 0.8
_HOSTILE_CHARACTERS = 2000  # of an input are looked at for hostility


def understand(world: World, state: StoryState, words: str) -> Reading:
    """Read the player's words in the scene of a story. The first use of a world builds its indexes (some 20 ms)."""
    words = with_cries_quoted(words)
    words = with_orders_put(without_herald(without_cited_words(without_named_words(with_name_given(words)))))
    text = plain(words)
    if not text:
        return Reading((), "empty")
    if about_own_life(words, world):
        return Reading((), clauses=(Clause(words, "safety"),))
    if state.asked == state.turn and goes_on(words):
        return Reading((), clauses=(Clause(words, "ooc"),))
    if text.strip("? ") == "" and "?" in text:
        return Reading((Intent(verb="hint", words=words[:20]),))
    if wants_it_back(words_of(text.strip("./! ")), talking=True):
        return Reading((), clauses=(Clause(words, "undo"),))
    if text.strip("./! ") in PAGE_WORDS:
        return Reading((), "not_understood", about=text)
    text, for_gm = with_notes_apart(text)
    text = _with_deed_repeated(state, with_address_set_off(_without_grumbling(text)))
    scope = scope_of(world, state)
    if asks_of_the_program(scope, text):
        return Reading((Intent(verb="inform", role="question", topic="rules", words=text[:300]),))
    if _is_any(HOSTILE, text):
        return Reading((), "hostile")
    if (murmur := murmur_in(scope, words, text)) is not None:
        return Reading((murmur,), clauses=(Clause(words, "emote"),))
    if not re.search(r"[a-z0-9]", text) or is_foreign(world, words):
        return Reading((), "not_understood", about=words[:80])
    text = asked_of_gm_instead(scope, text) or text
    corrected = as_corrected(scope, text, words)
    if corrected is not None:
        text = corrected.text
        if not text:
            return Reading((), meant=corrected.about, walked=corrected.walked)
    text = own_deeds_as_mine(text, lambda told: _is_deed(scope, told))
    parse = ParseState(scope)
    parse.for_gm = for_gm
    others = frozenset(world.characters[who].pronoun for who in parse.scope.people)
    named = parse.scope.nouns.by_stem
    name = own_name(words[:MAX_CHARACTERS], vocabulary_of(world).is_a_word, lambda word: stem(word) in named)
    found = pieces(in_first_person(text[:MAX_CHARACTERS], name=name, others=others))
    acted_out = any(piece.kind == "star" for piece in found) and '"' not in text
    for piece in found:
        if piece.kind == "ooc":
            read_out_of_character(parse, piece.text)
            continue
        if piece.kind == "aside":
            read_remark(parse, piece.text)
            continue
        of_others = piece.text.casefold().startswith(("i ", "we "))  # "I meet his eye" is not of one's own
        told = as_mine(piece.text, others) if piece.kind == "star" and not of_others else piece.text
        spoken_apart, said = set_quotes_aside(with_speech_marked(without_marks_of_writing(told)))
        given = words_of(spoken_apart)[:MAX_WORDS]
        tokens = as_the_world_writes(world, parse.scope, given)
        changed = frozenset(tokens).difference(given)
        try:
            read_piece(parse, tokens, said, kind=_kind_of(piece, acted_out), respelt=changed)
        except Unclear as unclear:  # raised where no clause was being read: it is the whole piece's
            parse.fail(unclear)
    reading = reading_of(parse)
    return reading if corrected is None else replace(reading, meant=corrected.about, walked=corrected.walked)


def _is_deed(scope: Scope, words: list[str]) -> bool:
    """Whether words that "you" stood before begin with a deed or a gesture, and call nobody who is here by name."""
    called = len(words) > 1 and words[-2].endswith(",")
    called = called and leading_person(scope, words[-1:], by_name=True)[0] is not None
    over = is_past(words[0]) and words[0] not in UNCHANGED  # "you killed her" accuses
    begun = scope.nouns.verbs.at_start(words)[0] or is_expression(scope, words)
    return bool(begun) and not called and not over


_ONCE_MORE = re.compile(
    r"(?:(?:i|let me|ok|okay|and|then|now|please|just|ill|i'll),? )*(?:"
    r"(?:do|try) (?:it|that|this|the same)(?: thing)?(?:,? (?:all over|again|once more|one more time|over))+"
    r"|(?:do |try )?(?:the )?same(?: thing)? again|(?:again,? )?(?:once|one) more(?: time)?|and again|again)"
    r"(?: please)?[.! ]*"
)


def _with_deed_repeated(state: StoryState, text: str) -> str:
    """ "Do that again" as what the player did last, in their own words."""
    return state.focus.get(DEED, text) if _ONCE_MORE.fullmatch(text) else text


def is_foreign(world: World, words: str) -> bool:
    """Whether what was typed is in another language than English, the names of the world aside."""
    return is_in_another_language(words[:MAX_CHARACTERS], vocabulary_of(world).living)


def _is_any(forms: Iterable[re.Pattern[str]], text: str) -> bool:
    """Whether any of these forms is in a text."""
    looked_at = text[:_HOSTILE_CHARACTERS]
    return any(form.search(looked_at) for form in forms)


def _without_grumbling(text: str) -> str:
    """The text without what is only said against the game, where anything else is said: "this is boring, what now"."""
    if not _is_any(GRUMBLING, text):
        return text
    parts = re.split(r"(?<=[.!?,;])\s+", text)
    kept = [part for part in parts if not _is_any(GRUMBLING, part)]
    return " ".join(kept).strip(" ,;") or text


def _kind_of(piece: Piece, acted_out: bool) -> Literal["plain", "gesture", "beside"]:
    """How a piece is read: what stands beside gestures in stars is likely said aloud."""
    return "gesture" if piece.kind == "star" else "beside" if acted_out else "plain"


def as_the_world_writes(world: World, scope: Scope, given: list[str]) -> list[str]:
    """The words, what is misspelt put right: what speaks for each in this scene decides."""
    nouns = scope.nouns

    def closeness(at_start: bool, word: str) -> float:
        order = 0.0
        if word in nouns.verbs.words:
            order = _ORDER if word in BASE_VERBS or word in nouns.verbs.own else _RARE_ORDER
        names = nouns.by_stem.get(stem(word), ()) if content_of(word) else ()
        near = max((scope.near.get(nouns.names[i].thing, 0) for i in names), default=0)
        name = IN_REACH * sqrt(near / REACH) + _NAMED * bool(names)
        return max(order, name / 2) if at_start and len(given) > 1 else max(order / 5, name)

    written = respell(given, vocabulary_of(world), scope.nouns.exact, closeness)
    if (name := _name_given(given)) is not None and (at := _name_given(written)) is not None:
        written[at] = given[name]  # nobody's name is misspelt
    return written


def _name_given(words: list[str]) -> int | None:
    """Where the player's name stands in "my name is Halla"; None if it is not given."""
    return next((at + 3 for at in range(len(words) - 3) if words[at : at + 3] == ["my", "name", "is"]), None)


__all__ = ["MAX_INTENTS", "Reading", "as_the_world_writes", "understand"]
