"""Questions about people by form; and what looks like one and asks after a thing, a place, the hearer's state."""

from __future__ import annotations

import pytest

from gamemaster.language.talk.questions.people_questions import people_question_of


@pytest.mark.parametrize(
    ("kind", "texts"),
    [
        ("likes_you", "does he like you|did the captain ever trust you|is she kind to you|who would miss you"
                      "|does anybody love you"),
        ("closest", "who is the nicest to you|whom do you like best|do you have any friends|who is your best friend"),
        ("trusted", "who do you trust here|who can be trusted in this house|is there anyone we can trust"),
        ("disliked", "who do you hate|who is the worst of them|who is hard on you here"),
        ("minds", "who minds him since his father went|who looks after you now|is there anyone who minds the boy"
                  "|has the girl got anybody|has he anyone|do you have anybody"
                  "|does your brother have someone left|who puts you to bed at night"),
        ("is_your", "is she your sister|is the captain your boss|are you ragnhilds steward|is vic a friend of yours"),
        ("where_all", "where is each of them standing at this minute|where are dilys and tallack right now"),
        ("everybody", "who else is in this tower|who is upstairs right now|tell me about them|give me names"
                      "|is anybody else awake on the ship|who else works in this building"),
    ],
)  # fmt: skip
def test_a_question_about_people(kind: str, texts: str) -> None:
    for text in texts.split("|"):
        found = people_question_of(text)
        assert found is not None, text
        assert found.kind == kind, text


@pytest.mark.parametrize(
    "text",
    [
        "who are the riders", "who are you", "who is hild", "is this your house", "is that your lamp", "do you like it",
        "who built this ship", "what do you like", "where is the key", "is it your watch", "do you like me",
        "do you love anyone", "have you ever killed anybody", "has the captain lost someone",
        "does she miss anybody here", "have you seen anyone",
    ],
)  # fmt: skip
def test_what_is_no_such_question(text: str) -> None:
    assert people_question_of(text) is None
