"""Questions that are put to somebody: whether words ask, whom, and with what intent. Pure."""

from __future__ import annotations

import re

from gamemaster.language.names.anachronisms import is_absurd
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.noun_phrases import Unclear, leading_person
from gamemaster.language.tables.function_words import (
    AUXILIARIES,
    QUESTION_WORDS,
)
from gamemaster.language.talk.addressee import (
    addressee,
    can_answer_in,
    is_after_somebody_away,
    is_spoken_of,
    who_tells_of_it,
)
from gamemaster.language.talk.questions.gm_questions import OF_THE_ASKER, only_asked
from gamemaster.language.talk.questions.topics import Subject, subject_of, trim_question
from gamemaster.language.talk.requests import as_ones_own_request
from gamemaster.language.talk.sentences import without_tag
from gamemaster.rules.proposal import Intent

SECOND_PERSON = frozenset("you your yours yourself thee thou thy u".split())

_ASKED = frozenset("you i we they he she it people your there any anyone anybody".split())

_ABOUT_HERE = frozenset(
    tuple(words.split(":"))
    for words in """
    how:much how:many is:something is:anything is:anyone is:anybody is:somebody is:there are:there what:else
    """.split()
)

_EVENTS = frozenset({"happened", "happens", "happening"})

_SEARCHED_OR_SEEN = frozenset("who what where is are was were".split())

_STATE_OF_BEING = frozenset("is are was were am else has have".split())


def listener(scope: Scope, words: list[str], other_than: str | None = None) -> str:
    """Whom the player talks to when they name nobody. Raises `Unclear` where nobody could hear it."""
    who = addressee(scope, words, other_than)
    if who is None:
        raise Unclear("who", " ".join(words)[:80])
    return who


def is_question(words: list[str]) -> bool:
    """Whether the words ask: they begin with "who" and its like, or with "is", "did you", "has he"."""
    if words[:2] in (["what", "a"], ["what", "an"]) and AUXILIARIES.isdisjoint(words):
        return False  # "what a one-track mind"
    if not words or words[0] in QUESTION_WORDS:
        return bool(words) and words[0] not in ("if", "whether")
    if words[0] in ("have", "do"):  # "have some tea", "do a dance" are orders
        return len(words) > 2 and words[1] in _ASKED
    if words[0] == "may" and words[1:2] in (["i"], ["we"]):
        return len(words) > 2  # "may I sit there"
    return words[0] == "am" or (
        words[0] in AUXILIARIES and len(words) > 2 and words[0] not in ("may", "might", "must", "will")
    )


def read_question(scope: Scope, words: list[str]) -> Intent:
    """A question: about something in sight it is a look at it, else it is put to whoever is listening."""
    return only_asked(_asked_or_looked_at(scope, words), words)


def _asked_or_looked_at(scope: Scope, words: list[str]) -> Intent:
    """A question as a look at what it is about, or as it is put to somebody."""
    if OF_THE_ASKER.isdisjoint(words) and (who := who_tells_of_it(scope, words)) is not None:
        return ask(scope, who, words)
    core = trim_question(words)
    found = resolve(scope, core)
    thing = found.thing if found is not None and found.fit >= 70 else None
    to_someone = not SECOND_PERSON.isdisjoint(words)
    shown = words[0] in ("whose", "which") and not {"this", "that", "these", "those"}.isdisjoint(words)
    seen = thing is not None and scope.reach(thing) and (words[0] in _SEARCHED_OR_SEEN or shown)
    # "Who switched off the lights?" is about what somebody did, and not about the lamp at hand.
    doer = words[0] == "who" and words[1:2] != [] and words[1] not in _STATE_OF_BEING
    event = doer or not _EVENTS.isdisjoint(words)
    # "Is Jory coming up for supper?" is about him, and no look at the supper.
    whose = leading_person(scope, words[1:], by_name=True)[0] if words[0] in ("is", "was") else None
    about_somebody = whose is not None and whose != thing and whose not in scope.people
    if whose is None and words[0] in ("is", "was") and scope.talking:
        about_somebody = is_spoken_of(scope, words[1:2])  # "was Cobb a good keeper?"
    # "Who is the best keeper on this rock?" is no look at the rock.
    somewhere = words[0] == "who" and thing is not None and scope.nouns.kinds[thing] == "place"
    seen = seen and not event and not about_somebody and not somewhere
    if seen and thing is not None and not to_someone and thing != scope.state.place:
        near = scope.nouns.kinds[thing] in ("feature", "item", "person", "threat")
        others = [who for who in scope.people if who != thing]
        if near or not others:
            return _seen_or_introduced(scope, thing, words)
    if not to_someone and (shown_on := _where_it_is_seen(scope, words)):
        return Intent(verb="examine", objects=(shown_on,))
    person, _ = _subject_person(scope, words)
    asked_of = person == thing and not event
    if person is not None and person in scope.people and not to_someone and asked_of:
        return _seen_or_introduced(scope, person, words)
    heard = (
        to_someone
        or ((scope.talking or without_tag(words) is not None) and can_answer_in(scope))
        or is_after_somebody_away(scope, words)
        or (about_somebody and can_answer_in(scope))
    )
    if not scope.people or not heard:
        if thing is not None and scope.reach(thing) and not doer and not somewhere:
            return Intent(verb="examine", objects=(thing,))
        if thing is not None or doer:
            return Intent(verb="inform", role="question", topic="known", words=" ".join(words)[:300])
        for word in core:  # "what is that light up on the pass": what is in sight answers
            named = resolve(scope, [word])
            if named is None or named.fit < 97 or not scope.reach(named.thing):
                continue
            if words[0] != "who" or scope.nouns.kinds[named.thing] != "place":
                return Intent(verb="examine", objects=(named.thing,))
        if tuple(words[:2]) in _ABOUT_HERE:
            # There is nobody to ask, and eyes to see; the place was told already.
            return Intent(verb="inform", role="question", topic="things", words=" ".join(words)[:300])
        absurd = is_absurd(scope.world, words) and words[:2] not in _AMOUNTS
        if absurd or (to_someone and scope.people):
            raise Unclear("absurd" if absurd else "who", " ".join(words)[:80])
        # Nobody hears it, so that it is put to the Game Master, who says what is known.
        kind = "possible" if words[0] in ("could", "would", "should", "might", "can", "may") else "known"
        return Intent(verb="inform", role="question", topic=kind, words=" ".join(words)[:300])
    who = listener(scope, words, other_than=None if to_someone else thing)
    if is_absurd(scope.world, words) and subject_of(scope, who, words).score == 0:
        if words[:2] in _AMOUNTS:  # "how many days until the new moon?"
            return Intent(verb="inform", role="question", topic="known", words=" ".join(words)[:300])
        raise Unclear("absurd", " ".join(words)[:80])
    return ask(scope, who, words)


_AMOUNTS = (["how", "many"], ["how", "long"], ["how", "far"], ["how", "much"])


def _seen_or_introduced(scope: Scope, thing: str, words: list[str]) -> Intent:
    """A look at what is asked about; of a person, who they are, which no look tells: "who is Oda?"."""
    if words[0] == "who" and words[1:2] in (["is"], ["are"]) and thing in scope.people:
        return Intent(
            verb="inform", role="question", topic="who_is", objects=(thing,), words=" ".join(words)[:300]
        )
    return Intent(verb="examine", objects=(thing,))


def _where_it_is_seen(scope: Scope, words: list[str]) -> str | None:
    """What a question about something seen ends in: "what day is it on the calendar"."""
    for preposition in ("on", "in"):
        if words[0] == "what" and preposition in words[2:-1]:
            at = len(words) - 1 - words[::-1].index(preposition)
            found = resolve(scope, words[at + 1 :], frozenset({"item", "feature"}))
            if found is not None and found.fit >= 97 and scope.reach(found.thing):
                return found.thing if scope.nouns.kinds[found.thing] in ("item", "feature") else None
    return None


def _subject_person(scope: Scope, words: list[str]) -> tuple[str | None, int]:
    return leading_person(scope, words[2:]) if len(words) > 2 else (None, 0)


_COMPANY = re.compile(
    r"(?:(?:will|would|could|can|do|are|shall) (?:you|we) "
    r"(?:please |like to |want to |care to |going to |mind )*)?(?:please )?"
    r"(?:come|coming|go|going|walk|walking|run|travel|leave|climb)\b(?!.* and (?:bring|take|lead) )(?: \w+){0,6}"
    r" with (?:me|us)"
    r"(?: and (?:say|speak|tell|put in|show|help|introduce|vouch|have|share|drink|eat|sit|get warm|see|look)\b.*"
    r"|(?: \w+){0,3} as far as(?: \w+){1,4}|(?: \w+){0,4})|"
    r"(?:(?:so|and|well|then) )*(?:are|do|will|would) you (?:want to |like to |care to |going to )?(?:coming|come|join)"
    r"(?: (?:too|along|up|down|or not|or what|then|now))*|"
    r"(?:anyone|anybody|any of you) (?:coming|want to come|care to come|joining me)(?: (?:with me|along|too|up|down))*|"
    r"who (?:is|wants to|will|would) (?:coming|come|go|going|join) "
    r"(?:with me|with us|along|me|us)(?: \w+){0,3}|"
    r"(?:coming|care to come) (?:\w+ ){0,5}with (?:me|us)(?: \w+){0,4}|"
    r"(?:will|would|could|can) you (?:please )?come(?: along| too| as well| then| now)*|"
    r"(?:will|would|could|can) you (?:please )?(?:accompany|follow|join) (?:me|us)(?: \w+){0,5}|"
    r"(?:can|could|shall|should|may) we (?:all |both )?go (?:\w+ ){0,4}together|lead (?:the way|on)|"
    # Going together is asked of whoever goes, and so is not to have to go alone.
    r"(?:(?:come|go|walk|run|climb)\b.*) (?:i|we) will (?:come|go|be|walk)(?: \w+)? with you(?: \w+){0,3}|"
    r"(?:come on )?let us (?:(?:both|all|two) )?(?:go|come|walk|run|climb|head|leave)\b(?: \w+){0,6} together|"
    r"(?:come on )?let us (?:both|two) (?:go|come|walk|run|climb|head|leave)\b.*|"
    r"(?:i|we) (?:do not|would rather not|can not|will not|dare not)(?: (?:want|like|dare|have))?(?: to)? "
    r"(?:go|walk|climb|be|stay|enter)\b.* (?:alone|by myself|on my own)|"
    r"(?:(?:please|can you|could you|will you|would you) )+(?:take|lead|bring|guide|walk) (?:me|us) "
    r"(?:to|up|down|into|home|back|over|there)\b.*|"
    r"(?:take|lead|bring|guide|walk) (?:me|us) (?:to|up|down|into|home|back|over|there)\b.*"
    r" (?:please|(?:will|would|can|could|will not) you)"
)


def asks_company(words: list[str]) -> bool:
    """Whether somebody is asked to come along: "come up to the kitchen with me", "will you come with me"."""
    return _COMPANY.fullmatch(" ".join(word for word in words if word.isalnum())) is not None


_REASONS = frozenset({"because", "since", "as", "for", "so"})
_SUBJECTS = frozenset("i we it there he she they my".split())
_LEAST_ASKED = 4  # words before the reason


def without_reason(words: list[str]) -> list[str]:
    """What somebody is asked to do, without why: "come with me to the hall, as I'd like a witness"."""
    at = next(
        (n for n in range(_LEAST_ASKED, len(words) - 1) if words[n] in _REASONS and words[n + 1] in _SUBJECTS),
        len(words),
    )
    return words[: at - (words[at - 1] == ",")]


def ask(scope: Scope, who: str, words: list[str], verb: str = "ask") -> Intent:
    if asks_company(without_reason(words)):
        return Intent(verb="recruit", objects=(who,), role="speech")
    words = as_ones_own_request(scope, words)
    subject: Subject = subject_of(scope, who, words)
    return Intent(verb=verb, objects=(who,), topic=subject.topic or None)
