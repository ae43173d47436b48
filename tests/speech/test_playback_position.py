"""Hearing: what counts as heard, and where the text is cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamemaster.speech.playback_position import NOTHING, Cut, Hearing, Utterance, Word

RATE = 1000


def utterance_of(text: str, *, span: int = 0, start: int = 0, whole: bool = True) -> Utterance:
    """An utterance in which every word takes 100 samples."""
    words, at = [], 0
    for n, word in enumerate(text.split()):
        at = text.index(word, at)
        bare = word.strip(".,!?\"'“”")
        begin = at + word.index(bare)
        words.append(Word(100 * n, start + begin, start + begin + len(bare)))
        at += len(word)
    return Utterance(span, start, start + len(text), text, RATE, 100 * len(words), words, whole)


def test_words_are_heard_when_the_next_begins() -> None:
    utterance = utterance_of("One two, three.")
    found = {samples: utterance.heard_chars(samples) for samples in (0, 99, 100, 199, 200, 299, 300, 999)}
    assert found == {0: None, 99: None, 100: 3, 199: 3, 200: 8, 299: 8, 300: 15, 999: 15}


def test_closing_marks_go_with_the_word_and_opening_ones_do_not() -> None:
    text = "He said “go!” “Now” then."
    utterance = utterance_of(text)
    assert text[: utterance.heard_chars(300)] == "He said “go!”"
    assert text[: utterance.heard_chars(400)] == "He said “go!” “Now”"


def test_a_word_that_is_spoken_as_several_counts_when_all_were_heard() -> None:
    text = "Pay $29.50 now."
    words = [Word(0, 0, 3), Word(100, 4, 10), Word(200, 4, 10), Word(300, 4, 10), Word(400, 11, 14)]
    utterance = Utterance(0, 0, len(text), text, RATE, 500, words, True)
    assert [utterance.heard_chars(samples) for samples in (100, 200, 300, 399, 400, 499, 500)] == [
        3,
        3,
        3,
        3,
        10,
        10,
        15,
    ]


def test_the_last_word_of_audio_that_still_comes_is_not_heard() -> None:
    assert utterance_of("One two.", whole=False).heard_chars(200) == 3


def test_without_timings_a_sentence_is_heard_whole_or_not() -> None:
    utterance = Utterance(0, 0, 8, "One two.", RATE, 200, [], True)
    assert (utterance.heard_chars(199), utterance.heard_chars(200)) == (None, 8)


def hearing() -> Hearing:
    found = Hearing()
    found.begin(utterance_of("One two."))
    found.begin(utterance_of("Three four.", start=9))
    found.begin(utterance_of("Five six.", span=2))
    return found


@pytest.mark.parametrize(
    ("utterance", "samples", "cut"),
    [
        (0, 0, NOTHING),
        (0, 99, NOTHING),
        (0, 100, Cut(0, 3)),
        (0, 200, Cut(0, 8)),
        (1, 0, Cut(0, 8)),
        (1, 150, Cut(0, 14)),
        (2, 99, Cut(0, 20)),
        (2, 100, Cut(2, 4)),
        (2, 200, Cut(2, 9)),
        (3, 0, Cut(2, 9)),
        (99, 10**9, Cut(2, 9)),
    ],
)
def test_where_the_text_is_cut(utterance: int, samples: int, cut: Cut) -> None:
    assert hearing().cut(utterance, samples) == cut


def test_nothing_was_spoken_yet() -> None:
    empty = Hearing()
    assert empty.cut(5, 5) == NOTHING
    assert not empty.progress(5, 5)
    assert (empty.ahead, empty.unheard_s) == (0, 0)


def test_progress_goes_forward_only_and_no_further_than_there_is_audio() -> None:
    found = hearing()
    assert found.progress(0, 150)
    assert found.ahead == 3
    assert found.unheard_s == pytest.approx(0.45)
    assert not found.progress(0, 100)
    assert found.progress(1, 0)
    assert not found.progress(0, 200)
    assert found.ahead == 2
    assert found.unheard_s == pytest.approx(0.4)
    assert found.progress(7, 0)
    assert (found.ahead, found.unheard_s) == (0, 0)


def test_an_utterance_on_its_way_is_not_heard_to_its_end() -> None:
    found = Hearing()
    number = found.begin(utterance_of("One two.", whole=False))
    assert found.progress(number + 1, 0)
    assert found.ahead == 1
    found.utterances[number].samples += 50
    assert found.unheard_s == pytest.approx(0.05)
    found.utterances[number].whole = True
    assert found.progress(number, 250)
    assert found.ahead == 0


@given(st.integers(0, 4), st.integers(0, 400), st.integers(0, 4), st.integers(0, 400))
def test_hearing_more_never_cuts_earlier(u: int, s: int, more_u: int, more_s: int) -> None:
    found = hearing()
    a, b = sorted([(u, s), (more_u, more_s)])
    first, second = found.cut(*a), found.cut(*b)
    assert (first.span, first.chars) <= (second.span, second.chars)
