"""What is said from heart to heart, by form; and what only looks like it: orders, tales, remarks, questions."""

from __future__ import annotations

import pytest

from gamemaster.language.talk.forces.heartfelt import heartfelt_of, is_caution
from gamemaster.language.understanding import understand
from gamemaster.rules.state import new_story
from tests.worldkit import world_at

BRANNIGAN, DECK_NINE, INN = (
    "tests/worlds_modern/brannigan", "tests/worlds_modern/deck_nine", "tests/worlds_unseen/caravanserai",
)  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "texts"),
    [
        ("sympathy", "you must miss her|that must have been hard on you|poor lad|i am sorry about maureen"
                     "|i am sorry you have lost"
                     " the mare|nobody should sleep out here alone|oh that is so sad"),
        ("care", "i worry about you|take care of yourself|please look after yourself|you should rest"),
        ("trust", "i trust you|i trust you more than anybody|i have faith in you"),
        ("friendship", "can we be friends|friends|are you my friend|you have a friend in me"),
        ("liking", "i like you|i really like you a lot"),
        ("companionship", "i will sit up with you|let me keep you company tonight|you will not be alone"),
        ("encouragement", "you are kinder than you know|you are stronger than you think"
                          "|you count better than anyone|your mother would be proud of you"),
        ("warning", "somebody may spit in your soup|they might come for the girl tonight|vic wants to hurt you"
                    "|there is somebody upstairs who may come for you|the cook may poison the soup"
                    "|be careful of the captain|watch your back|the merchant is planning to rob you"),
        ("invite_treat", "i would like to buy you a beer|i owe you one"),
        ("secrecy", "i will not tell anyone|i will not tell ketil what you said"
                     "|i will not but i will not tell on you either|your secret is safe with me"
                    "|it stays between us|i can keep a secret"),
        ("invite_hand", "take my hand|give me your hand|shake hands with me"),
        ("invite_seat", "sit with me|come sit here with me|have a drink with me|eat with us"),
        ("invite_company", "keep me company|stay close to me"),
    ],
)  # fmt: skip
def test_what_is_said_from_heart_to_heart(kind: str, texts: str) -> None:
    for text in texts.split("|"):
        found = heartfelt_of(text)
        assert found is not None, text
        assert found.kind == kind, text


@pytest.mark.parametrize(
    "text",
    [
        "take the hand lamp", "sit down", "sit by the fire", "get some sleep", "who would have you back",
        "i will buy the boat", "why will you come in",
        "what will you do", "i am sorry", "sorry i was late", "i like your hat", "i trust him", "you look tired",
        "i will not go down there", "anybody could have fallen asleep", "somebody help", "be careful",
        "i will wait here", "i think of the sea", "somebody took the key", "the poor",
    ],
)  # fmt: skip
def test_what_only_looks_like_it(text: str) -> None:
    assert heartfelt_of(text) is None


def test_what_of_theirs_a_warning_touches_is_named() -> None:
    for words, theirs in (
        ("somebody might fiddle with your bedtime cup before the naming", "bedtime cup"),
        ("they will put salt in your waterskin tonight", "waterskin"),
        ("somebody may burn the place down", ""),
    ):
        found = heartfelt_of(words)
        assert found is not None, words
        assert found.of_theirs == theirs


def test_a_caution_goes_on_with_a_warning() -> None:
    assert all(map(is_caution, ("watch him", "stay close to hild", "do not drink it")))
    assert not is_caution("take the lamp")


@pytest.mark.parametrize(
    ("folder", "who", "words"),
    [
        (BRANNIGAN, "otis", "Somebody may cut the power tonight. Watch your back."),
        (BRANNIGAN, "otis", "Vic might come for you when I'm gone, Otis. Stay close to the door."),
        (BRANNIGAN, "otis", "Nobody should have to sit down here alone all night."),
        (DECK_NINE, "warden", "Bo might cut your power when I'm gone. Watch him"),
        (DECK_NINE, "warden", "Keep me company, will you?"),
        (INN, "bishr", "Sabbas might try to steal the mare tonight. Sleep beside her."),
        (BRANNIGAN, "otis", "There's a man upstairs who may come for you. Lock the desk."),
        (BRANNIGAN, "otis", "oh you poor man, nobody should be sitting up alone"),
        (INN, "bishr", "come, sit with me a while"),
        (INN, "bishr", "take my hand, Bishr"),
        (INN, "bishr", "can we be friends?"),
    ],
)
def test_it_is_said_to_whoever_is_here_and_nothing_is_done(folder: str, who: str, words: str) -> None:
    world = world_at(folder)
    state = new_story(world, 3)
    read = understand(world, state, words)
    assert [(one.verb, one.objects) for one in read.intents] in ([("tell", (who,))], [("ask", (who,))])


@pytest.mark.parametrize("words", ["take my hand", "sit with me", "keep me company", "I trust you"])
def test_alone_it_is_said_to_nobody(words: str) -> None:
    world = world_at("worlds/lighthouse")
    state = new_story(world, 3)
    assert not state.present()
    assert all(one.verb != "tell" for one in understand(world, state, words).intents)


@pytest.mark.parametrize(
    ("words", "begun"),
    [
        ("promise me you'll call me if anybody comes", "will you call me if anybody comes"),
        ("Otis, will you promise me to stay off the stairs?", "will you stay off the stairs"),
        ("promise me not to open the door", "do not open the door"),
        ("don't open the door tonight, promise?", "do not open the door tonight"),
        ("promise you won't tell Vic I was here", "do not tell vic i was here"),
        ("keep the key on its hook, for me? promise?", "will you keep the key on its hook"),
    ],
)
def test_a_word_that_is_asked_for_is_theirs_to_give(words: str, begun: str) -> None:
    world = world_at(BRANNIGAN)
    (intent,) = understand(world, new_story(world, 3), words).intents
    assert intent.words == begun
    assert intent.verb != "promise"


def test_what_the_player_promises_stays_the_players() -> None:
    world = world_at(BRANNIGAN)
    for words in (
        "I promise to come back, Otis",
        "I swear I'll bring it back",
        "I promise you, I'll come back",
    ):
        (intent,) = understand(world, new_story(world, 3), words).intents
        assert intent.verb == "promise"
