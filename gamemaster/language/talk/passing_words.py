"""A few words without a verb, amid company: a guess ("nine?"), a remark ("long night ahead"), a name asked after.

They are said to whoever is talked with, or to the only one who could hear them. Pure.
"""

from __future__ import annotations

from gamemaster.language.clauses.split import without_lead
from gamemaster.language.names.english_words import is_common
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.names.spelling import vocabulary_of
from gamemaster.language.tables.function_words import DETERMINERS, PREPOSITIONS, SECOND_PERSON
from gamemaster.language.talk.addressee import hearers_in, is_animal, last_partner
from gamemaster.language.talk.bewilderment import is_only_filler
from gamemaster.language.talk.questions.questions_put import is_question
from gamemaster.language.talk.questions.topics import subject_of
from gamemaster.rules.state import TALKED

_LONGEST = 4  # words
_WHOLE = 100  # of a topic whose name is just what was said (`gamemaster.language.talk.questions.topics`)


def listener_in_passing(scope: Scope) -> str | None:
    """Whoever is talked with, or the only one here who could answer."""
    here = [who for who in hearers_in(scope) if not is_animal(scope.world, who)]
    partner = last_partner(scope.state)
    return partner if partner in here else here[0] if len(here) == 1 else None


def said_in_passing(scope: Scope, words: list[str]) -> str | None:
    """To whom words are said that order nothing and name nothing to do; None where they might be a deed misread."""
    said = [word for word in words if word != ","]
    longest = _LONGEST_ANSWER if is_for_ears(scope, said) else _LONGEST
    if not 0 < len(said) <= longest or is_only_filler(said) or scope.nouns.verbs.at_start(said)[0]:
        return None
    words = said
    vocabulary = vocabulary_of(scope.world)
    if not all(word.isalpha() and vocabulary.is_a_word(word) for word in words):
        return None
    if is_for_ears(scope, words):
        return listener_in_passing(scope)
    if not (DETERMINERS | PREPOSITIONS | {"it", "them", "him", "her", "me"}).isdisjoint(words[1:]):
        return None  # "wamble the lantern": a deed that nobody knows
    return listener_in_passing(scope)


def said_amid_talk(scope: Scope, words: list[str], asked: bool) -> str | None:
    """Whoever was spoken with a moment ago, to whom words are said that nothing else was made of: "Just me."

    A question is put to them whatever its form is. What may be a deed that nobody knows is said to nobody.
    """
    partner, said = last_partner(scope.state), [word for word in words if word[0].isalnum()]
    here = partner in hearers_in(scope) and not is_animal(scope.world, str(partner))
    if not here or not said or is_only_filler(said):
        return None
    knows = vocabulary_of(scope.world).is_a_word
    if not all(not word.isalpha() or knows(word) or is_common(word) for word in said):
        return None  # "snorb the wicket"
    return partner if asked or not _may_be_a_deed(scope, said) else None


def _may_be_a_deed(scope: Scope, words: list[str]) -> bool:
    """Whether words begin with a verb that is known, or with one that is not and has a thing of this place after it."""
    order = without_lead(words)
    if not order or scope.nouns.verbs.at_start(order)[0]:
        return True
    if words[0] in DETERMINERS | PREPOSITIONS:
        return False
    thing = resolve(scope, order[1:]) if order[1:2] and order[1] in DETERMINERS else None
    return thing is not None and bool(scope.reach(thing.thing))


def is_for_ears(scope: Scope, words: list[str]) -> bool:
    """Whether words that order nothing are for somebody: they speak to "you", or answer what was just said."""
    answers = words[:1] and words[0] in _ANSWERING and scope.state.focus.get(TALKED) == str(scope.state.turn)
    return bool(answers) or not SECOND_PERSON.isdisjoint(words)


_ANSWERING = frozenset(
    "yes no yeah yep yup nope nah aye sure okay maybe perhaps certainly never both neither".split()
)
_LONGEST_ANSWER = 9  # words


def name_asked_after(scope: Scope, words: list[str]) -> str | None:
    """Who is asked about somebody who is not here, or a matter of theirs, by the bare name: "Ragnhild??"."""
    who = listener_in_passing(scope)
    if who is None or not 0 < len(words) <= _LONGEST or is_question(words):
        return None
    named, length = leading_person(scope, words, by_name=True)
    if named is not None and length == len(words):
        return who if named not in scope.people else None
    thing = resolve(scope, words, only=frozenset({"item"}))
    if thing is not None and thing.thing in scope.state.held:
        return None  # the player's own, put down somewhere or carried: the Game Master keeps account of it
    return who if subject_of(scope, who, words).score >= _WHOLE else None
