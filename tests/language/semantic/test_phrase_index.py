"""Phrases found by their meaning, with the encoder that ships."""

from collections.abc import Container

from gamemaster.language.semantic.encoder import encoder
from gamemaster.language.semantic.phrase_index import Entry, PhraseIndex
from gamemaster.language.semantic.text_features import stems_of

KEEPER = PhraseIndex(
    (
        Entry(
            "family",
            names=("family", "parents", "your people"),
            texts=("Mum, and four sisters, all talking.",),
        ),
        Entry(
            "lonely",
            questions=("are you lonely", "do you miss company"),
            texts=("There's the cat. She listens.",),
        ),
        Entry(
            "key",
            names=("key", "brass key", "the hook"),
            texts=("It hung on its hook at seven. It doesn't now.",),
        ),
        Entry(
            "supper",
            questions=("when is supper", "what do we eat"),
            texts=("Stew, at seven, and you'll be glad.",),
        ),
        Entry(
            "faith",
            names=("chapel", "god", "prayer"),
            texts=("I say a list over at night. It's nearly a prayer.",),
        ),
    )
)
ALL = frozenset({"family", "lonely", "key", "supper", "faith"})


def best(said: str, open_to: frozenset[str] = ALL) -> tuple[str, float]:
    found = KEEPER.ranking(stems_of(said), open_to)[0]
    return found.key, found.likeness


def test_the_very_words_of_a_question_fit_as_well_as_any_can() -> None:
    key, likeness = best("are you lonely")
    assert key == "lonely"
    assert likeness > 1.9


def test_other_words_of_the_same_meaning_are_found() -> None:
    assert best("where are your mum and dad")[0] == "family"
    assert best("doesn't it get lonesome out here")[0] == "lonely"
    assert best("what's for dinner, is there any food")[0] == "supper"
    assert best("are you a religious man")[0] == "faith"


def test_a_name_is_found_among_other_words() -> None:
    assert best("somebody took the brass key from where it was")[0] == "key"


def test_what_was_written_for_nothing_fits_badly() -> None:
    assert best("seventeen purple accountants juggle")[1] < 0.9


def test_only_what_is_open_is_found() -> None:
    assert best("are you lonely", ALL - {"lonely"})[0] != "lonely"


class Asked(Container[str]):
    """Keys that may all be, and which of them was asked for."""

    def __init__(self) -> None:
        self.keys: list[str] = []

    def __contains__(self, key: object) -> bool:
        self.keys.append(str(key))
        return True


def test_whether_an_entry_may_be_is_asked_of_the_best_alone() -> None:
    asked = Asked()
    found = KEEPER.ranking(stems_of("are you lonely"), asked, most=2)
    assert asked.keys == [one.key for one in found]


def test_many_phrases_have_the_vectors_that_each_has_alone() -> None:
    phrases = [stems_of(text) for entry in KEEPER._entries for text in (*entry.questions, *entry.texts)]
    phrases += [("cat",), ("cat", "cat")]
    for stems, row in zip(phrases, encoder().vectors(phrases), strict=True):
        assert (row == encoder().vector(stems)).all(), stems


def test_nothing_is_found_of_no_words_and_among_no_entries() -> None:
    assert KEEPER.ranking((), ALL) == []
    assert PhraseIndex(()).ranking(stems_of("are you lonely"), ALL) == []


def test_likeness_is_computed_in_whole_numbers() -> None:
    """Whatever order a machine adds in, it ranks alike."""
    vector = encoder().vector(stems_of("where does the lamp burn at night"))
    assert (vector == vector.round()).all()
    assert abs(vector).max() < 2**31


def test_a_rare_word_weighs_more_than_a_common_one_and_a_small_one_least() -> None:
    known = encoder()
    assert known.rarity("zeppelin") > known.rarity("night") > known.rarity("the")
