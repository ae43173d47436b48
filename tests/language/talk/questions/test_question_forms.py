"""A question's kind is told by its form, and what is about it is what is left."""

import pytest

from gamemaster.language.talk.questions.question_forms import question_of


@pytest.mark.parametrize(
    ("words", "kind", "about"),
    [
        ("who are you?", "self", ""),
        ("Tell me about yourself.", "self", ""),
        ("what do you want most?", "want", ""),
        ("Are you afraid of something?", "fear", ""),
        ("What are you knitting there?", "doing", ""),
        ("how do you feel today", "well", ""),
        ("Do you trust me?", "opinion_of_me", ""),
        ("who's in charge around here?", "who_leads", ""),
        ("who is everybody", "who_here", ""),
        ("what do you think of Hild?", "opinion", "hild"),
        ("do you like your grandmother", "opinion", "your grandmother"),
        ("can Ulf be trusted?", "opinion", "ulf"),
        ("what did Groa say to you?", "said", "groa"),
        ("What would you take for the coat?", "price", "the coat"),
        ("may I sleep here?", "may", "sleep here"),
        ("Would you mind if I sat down?", "may", "sat down"),
        ("could you please help me", "will", "help me"),
        ("could you tell me where the key is", "where", "the key is"),
        ("I want to know why they left", "why", "they left"),
        ("how many mouths are there?", "how_many", "mouths are there"),
        ("what happened to Orm", "what_happened", "orm"),
        ("what became of the hammer?", "what_happened", "the hammer"),
        ("and when did he last wear it?", "when", "did he last wear it"),
        ("whose hat is that?", "who", "hat is that"),
        ("Is it true that nobody has eaten?", "whether", "it true that nobody has eaten"),
        ("what do you know about the ice?", "about", "the ice"),
        ("Tell me about Ulf.", "about", "ulf"),
        ("the ice", "about", "the ice"),
    ],
)
def test_the_kind_and_the_matter(words: str, kind: str, about: str) -> None:
    found = question_of(words)
    assert (found.kind, " ".join(found.about)) == (kind, about)


def test_a_bare_noun_has_no_form() -> None:
    assert not question_of("the ice").asked
    assert question_of("what about the ice?").asked
