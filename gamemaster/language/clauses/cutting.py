"""Cut a sentence into a main clause and what hangs on it: manner, purpose, condition, time, denial. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from gamemaster.language.clauses.clause_ends import ends_report, main_clause_again, trim_joints
from gamemaster.language.clauses.clause_starts import (
    Stretch,
    fronted_phrase,
    is_reported,
    main_clause_at,
    opening_clause_at,
)
from gamemaster.language.clauses.inner_clauses import absolute_clause_at, inner_clause_at
from gamemaster.language.clauses.split import without_lead
from gamemaster.language.clauses.subjects import (
    FIRST,
    JOINTS,
    denies,
    person_of,
    reports,
)
from gamemaster.language.names.normalization import SPEECH
from gamemaster.language.names.noun_index import Scope, find_names
from gamemaster.language.reading import Role
from gamemaster.language.tables.function_words import DETERMINERS, PREPOSITIONS


def _is_one_more(scope: Scope, words: list[str], at: int) -> bool:
    """Whether nothing but one more thing is named after an "and", whatever its words look like: "the carved board"."""
    start = at + (words[at] in DETERMINERS)
    end = start + find_names(scope, words, start) if start > at and start < len(words) else at
    return end - start > 1 and (end == len(words) or words[end] in JOINTS)


def units(scope: Scope, words: list[str], asked: bool) -> Iterator[Stretch]:
    """Stretches as they are opened: at the start, after a joint, and where a subordinate clause begins by itself."""
    start, role = 0, opening_clause_at(scope, words, 0) or absolute_clause_at(scope, words, 0)
    if role is None and (end := fronted_phrase(words)):
        yield _unit(words[:end], "manner")
        start = end
    reported = is_reported(scope, words)
    for at in range(1, len(words)):
        if words[at] == SPEECH or (at - 1 == start and words[start] in JOINTS):
            continue
        if words[at - 1] == SPEECH:
            if (after := _after_speech(scope, words, at)) is not None:
                yield _unit(words[start:at], role)
                start, role = at, None if after == "act" else after
            continue
        if words[at - 1] == "," and SPEECH in words[max(0, at - 2) : at] and reports(words[at : at + 4]):
            continue  # “…”, I say
        if words[at - 1] == "only" and at > 1 and words[at - 2] in FIRST:
            continue  # "I only stood there"
        opened: Role | None = None
        if words[at - 1] == "and" and _is_one_more(scope, words, at):
            continue
        if reported and not (words[at - 1] in JOINTS and ends_report(scope, words, at)):
            continue
        if words[at - 1] == "so" and words[at + 1 : at + 2] == ["that"]:
            continue  # "growls so loudly that I laugh"
        if words[at - 1 : at + 1] == ["so", "that"] and role == "purpose":
            continue  # "wink, so that he does not see it": it is one purpose
        if words[at - 1] == "so" and _says_how_much(words, at, asked):
            continue
        if words[at - 1] in JOINTS:
            opened = opening_clause_at(scope, words, at) or absolute_clause_at(scope, words, at)
            if opened is None and fronted_phrase(words[at:]):
                opened = "manner"  # "… and in front of everybody I tell her"
            if opened is None and not asked and words[at - 1] == "," and words[at] == "to":
                opened = inner_clause_at(scope, words[: at - 1] + words[at:], start, at - 1)
            if opened is None and main_clause_at(scope, words, at):
                opened = "act"
        elif main_clause_again(scope, words, role, start, at):
            opened = "act"
        elif words[at] in ("just", "only", "instead") and at - start > 1 and denies(words[start:at]):
            opened = "act"  # "don't wake the cat just move the lamp"
        elif not asked:
            opened = inner_clause_at(scope, words, start, at)
        if opened is not None:
            reported = is_reported(scope, words[at:])
            leading_on = opened == "purpose" and words[at - 1] in ("just", "only") and at - 1 > start
            yield _unit(words[start : at - leading_on], role)  # "I bow, just to see who minds"
            # The joint stays with what it joins: "and" goes on in the same person and tense, a comma may not.
            start = at - (words[at - 1] in JOINTS and at - 1 > start)
            role = None if opened == "act" else opened
    yield _unit(words[start:], role)


def _says_how_much(words: list[str], at: int, asked: bool) -> bool:
    """Whether a "so" goes with the word after it: "that got you so upset", "why hold it so close to your nose?"."""
    if at < 2 or words[at - 2] == ",":
        return False
    return at == len(words) - 1 or (asked and words[at + 1] in PREPOSITIONS and words[at] not in DETERMINERS)


def without_manner_of_speaking(words: list[str]) -> list[str]:
    """A report without how it is said between commas: "I ask the smith, in a low voice, whether …"."""
    at = words.index(",") if "," in words else len(words)
    end = words.index(",", at + 1) if "," in words[at + 1 :] else len(words)
    if 1 < end - at <= _MANNER_WORDS and end < len(words):
        return [*words[:at], *words[end + 1 :]]
    return words


_MANNER_WORDS = 6

_SPEAKING = frozenset({"call", "tell", "ask", "talk"})  # "I bark" says who speaks


def _after_speech(scope: Scope, words: list[str], at: int) -> Role | None:
    """The role of a clause that begins right after a quotation and does not say who speaks: “…” I drop into a chair."""
    end = next((n for n in range(at, len(words)) if words[n] == SPEECH), len(words))
    rest = words[at:end]
    goes = rest[:1] != [] and rest[0] in FIRST and rest[1:2] == ["go"] and SPEECH not in words[at + len(rest) :]
    if len(rest) < 3 or (reports(rest[:6]) and not (goes and not reports(rest[2:6]))):
        return None  # "I go kneel by it" says nothing; "“Ah,” I go, “there”" does
    role = opening_clause_at(scope, rest, 0)
    meanings = scope.nouns.verbs.at_start(without_lead(rest))[0]
    subject = rest[0] in FIRST and bool(meanings) and _SPEAKING.isdisjoint(meanings[:1])
    return role or ("act" if subject or person_of(scope, rest, 0) == "third" else None)


def _unit(words: list[str], role: Role | None) -> Stretch:
    joint = words[0] if words and words[0] in JOINTS else ""
    joint = "then" if joint == "," and words[1:2] == ["then"] else joint
    said = trim_joints(words)
    said = trim_joints(said[1:]) if said[:1] == ["meanwhile"] else said  # "…, and meanwhile sit down"
    return Stretch(said or trim_joints(words), role or "act", joint=joint, apart=words[-1:] == [","])
