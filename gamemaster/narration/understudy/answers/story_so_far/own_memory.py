"""Questions to nobody in particular that the player can answer, since they were told: not put to people. Pure."""

from __future__ import annotations

from gamemaster.language.names.normalization import SPEECH, content_of, plain, words_of
from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.tables.function_words import QUESTION_WORDS
from gamemaster.language.tables.verb_forms import is_past
from gamemaster.language.talk.addressee import last_partner
from gamemaster.narration.understudy.answers.story_so_far.evidence import able_to_tell, answer_from_evidence
from gamemaster.rules.proposal import Intent
from gamemaster.rules.state import StoryState
from worlds.schema import World

# What is said in a talk, or of what was spoken of in it.
_OF_A_TALK = frozenset(
    "you your yours ask tell may can could should she he it they her him them his their that this".split()
) | {SPEECH}
_SHORTEST = 3  # words of a question
_OF_THE_PAST = frozenset("again was were did had earlier before said written".split())


def known_already(world: World, state: StoryState, intent: Intent, words: str) -> Intent:
    """The intent; to the Game Master where it asks nobody in particular, and the player was told the answer before.

    Amid a talk, only what has to be remembered: "what does the note say again?", "how many bunks were made up?".
    """
    said, typed = words_of(plain(intent.words)), words_of(plain(words))
    if (
        intent.verb != "ask"
        or len(said) < _SHORTEST
        or said[0] not in QUESTION_WORDS
        or not _OF_A_TALK.isdisjoint(typed)
    ):
        return intent
    scope, asked = scope_of(world, state), (intent.objects or ("",))[0]
    called = {leading_person(scope, typed[at:], by_name=True)[0] for at in range(len(typed))}
    talking = last_partner(state) in scope.people
    if asked in called or (talking and _OF_THE_PAST.isdisjoint(said) and not is_past(said[1])):
        return intent
    if said[-1] != "again" and any(who == asked for who, _, _ in able_to_tell(scope, said)):
        return intent
    evidence = answer_from_evidence(world, state, intent.words, set())
    if not evidence or (talking and not content_of(intent.words) <= content_of(evidence)):
        return intent
    return Intent(verb="inform", role="question", topic="known", words=intent.words)
