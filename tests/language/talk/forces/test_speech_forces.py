"""What is done by saying something is told by its form, and what it speaks of is not done."""

import pytest

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.talk.forces.speech_forces import force_of
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import new_story
from tests.worldkit import begin, sample, world_at


@pytest.mark.parametrize(
    ("words", "force"),
    [
        ("tell me, or I tell Hild what you did", "threaten"),
        ("open the gate or else", "threaten"),
        ("if you don't tell me, I'm calling the police", "threaten"),
        ("I'm leaving unless you tell me", "threaten"),
        ("if you don't help me I will burn this hall down", "threaten"),
        ("I'll cut your throat if you move", "threaten"),
        ("unless you let me go, I'll scream", "threaten"),
        ("I'll switch your speakers off with a wrench if you keep hiding the name", "threaten"),
        ("I'll help you if you keep watching the door", "offer"),
        ("I'll give you my knife if you tell me where he is", "offer"),
        ("if you help me I will bring you food", "offer"),
        ("let's make a deal", "offer"),
        ("I promise to come back", "promise"),
        ("please, I beg you, let me live", "beg"),
        ("thank you for the soup", "thank"),
        ("I'm so sorry", "apologize"),
        ("don't be afraid", "comfort"),
        ("it will be all right", "comfort"),
        ("you are a thief and a liar", "insult"),
        ("you are very wise", "flatter"),
        ("you are the prettiest woman in town", "flatter"),
        ("you are my favourite machine", "flatter"),
        ("if you lie to me I will pull your core out", "threaten"),
        ("if you tell anyone I will know it", "threaten"),
        ("I'll bring you a bottle tomorrow, my word on it", "promise"),
        ("I swear it will be on the pass in ten minutes", "promise"),
        ("I swear it was on the pass", None),
        ("sorry about the noise", "apologize"),
        ("sorry for asking", "apologize"),
        ("I'm so sorry about Maureen", None),  # it was not the speaker who cut her in two
        ("sorry for your loss", None),
        ("I beg your pardon", "apologize"),
        ("that was rude of me", "apologize"),
        ("shame on you, turning a guest away", "insult"),
        ("I will take the first watch, if you like", None),
        ("you are not wise", None),
        ("the mill is broken", None),
        ("where is the key?", None),
    ],
)
def test_the_force_of_words(words: str, force: str | None) -> None:
    assert force_of(words_of(plain(words))) == force


@pytest.mark.parametrize(
    "words",
    [
        "if you help me I will take you to the wood",
        "help me or I'll burn your mill down",
        "if you don't speak I will take the lantern",
        "may I sleep here tonight?",
        "could I have the lantern?",
        "mara, you are a thief and I go to the mill",
    ],
)
def test_what_is_only_said_is_not_done(words: str) -> None:
    before = begin()
    played = play(sample(), before, words)
    assert {intent.verb for intent in played.outcome.intents}.isdisjoint(
        {"give", "burn", "take", "sleep", "go"}
    )
    assert played.after.place == before.place
    assert all(played.after.items[item] == where for item, where in before.items.items())


@pytest.mark.parametrize("words", ["don't be afraid", "I am the king's tax collector", "you are a thief"])
def test_who_hears_it_is_spoken_to(words: str) -> None:
    played = play(sample(), begin(focus={"who": "mara"}), f"mara, {words}")
    assert {op.op for op in played.outcome.changes} & {"answer", "attempt", "use", "discuss"}


def test_nobody_promises_what_a_rule_would_have_them_say() -> None:
    world = world_at("worlds/long_night")
    state = new_story(world, 7)
    state.place = "hall"
    played = play(world, state, "Ragnhild, you are very wise")
    assert "use" not in {op.op for op in played.outcome.changes}
