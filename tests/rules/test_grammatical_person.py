"""One speaker's words in another's mouth."""

from gamemaster.rules.grammatical_person import EXCHANGED, I_AS_YOU, turn_words


def test_what_one_says_of_oneself_is_told_back() -> None:
    assert turn_words("lend me my own boat", I_AS_YOU) == "lend you your own boat"
    assert turn_words("your boat", I_AS_YOU) == "your boat"


def test_both_sides_change_places_when_the_other_says_it() -> None:
    assert turn_words("carry my net to your boat yourself", EXCHANGED) == "carry your net to my boat myself"


def test_saying_it_back_twice_is_what_was_said() -> None:
    for word in ("my", "mine", "me", "myself", "your", "yours", "yourself"):
        assert turn_words(turn_words(word, EXCHANGED), EXCHANGED) == word
