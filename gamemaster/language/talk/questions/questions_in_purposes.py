"""The question that a deed is to answer: "look round to see who is in charge", "go and see what is on the bench". Pure.

Nobody is asked it: what the player sees answers, or the Game Master.
"""

from __future__ import annotations

import re

from gamemaster.language.names.noun_index import Scope
from gamemaster.language.tables.function_words import AUXILIARIES
from gamemaster.language.talk.questions.gm_questions import gm_question
from gamemaster.language.talk.questions.questions_of_sight import inform_intent
from gamemaster.rules.proposal import Intent

_SOUGHT = re.compile(
    r"to (?:try (?:to|and) )?(?:see|find out|check|learn|make out|discover|figure out|work out|know) (?:for myself )?"
    r"(?P<asked>(?:if|whether|who|whom|whose|what|which|where|when|why|how)\b.+)"
)
_LONGEST_SUBJECT = 5  # words before the verb of what is asked after "whether"


def question_in(purpose: list[str]) -> list[str]:
    """The question in the words of a purpose, as it would be put by itself; none where it holds none."""
    found = _SOUGHT.fullmatch(" ".join(word for word in purpose if word[0].isalnum()))
    if found is None:
        return []
    asked = found["asked"].split()
    return _as_asked(asked[1:]) if asked[0] in ("if", "whether") else asked


def _as_asked(said: list[str]) -> list[str]:
    """What is told after "whether" as a question: "anybody is watching" is "is anybody watching"."""
    at = next((n for n, word in enumerate(said[: _LONGEST_SUBJECT + 1]) if n and word in AUXILIARIES), 0)
    return [said[at], *said[:at], *said[at + 1 :]] if at else []


def asked_by_purpose(scope: Scope, purpose: list[str]) -> tuple[Intent, list[str]] | None:
    """The question to the Game Master in the words of a purpose, and its words; None where it holds none."""
    asked = question_in(purpose)
    if len(asked) < len(("who", "is", "there")):
        return None
    question = gm_question(scope, asked, addressed=True) or inform_intent("known", asked, None)
    if question.topic == "things" and question.objects:
        return Intent(
            verb="examine", objects=question.objects
        ), asked  # "to see what is on the bench" is a look at it
    return question, asked
