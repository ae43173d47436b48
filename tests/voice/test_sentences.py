"""Where sentences end, and that the way in which their text arrives makes no difference."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from voice.sentences import MAX_CHARS, Sentence, SentenceSplitter

# Words and marks that decide about ends, so that Hypothesis puts together texts which plain characters seldom make.
PIECES = st.sampled_from(
    [
        *("Hild", "he", "I", "Dr", "e.g", "a.m", "No", "etc", "1912", "$29.50", "3", "naïve", "J"),
        *(" ", "  ", "\n", "\r\n", "\n\n", "\t", "\u00a0"),
        *'.!?…,;—-*"“”’()[]<>',
        *("...", " — "),
        *("。", "！", "？", "」", "、", "你好", "؟", "مرحبا", "।", "👩‍👩‍👧", "e\u0301", "\ud83d", "\x00"),
    ]
)
TEXTS = st.one_of(st.lists(PIECES, max_size=150).map("".join), st.text(max_size=200))


def split(text: str, *, max_chars: int = MAX_CHARS, first: int = 0) -> list[str]:
    splitter = SentenceSplitter(max_chars, first)
    return [sentence.text for sentence in (*splitter.feed(text), *splitter.finish())]


@pytest.mark.parametrize(
    "text",
    [
        "It costs $29.50 and not a penny less.|",
        "Dr. Voss met Mrs. Pell at St. Ann's.| She was late.|",
        "Take e.g. the lamp, i.e. Tallack's.| Then go.|",
        "J. R. R. Hale wrote it.| Nobody read it.|",
        "It was I.| I did it.|",
        "He came at 4 a.m. on Friday.| Nobody woke.|",
        "He came at 4 a.m. |Nobody woke.|",
        "See No. 5 on the list.| No.| Not that one.|",
        "Bread, salt, etc. are on the shelf.|",
        "1. Open the door.|\n2. Go in.|",
        "- a lamp|\n- a rope|\n- the log|",
        "It was 1912.| The lamp was new.|",
        "I… do not know.|",
        "I… |He stopped.|",
        "Well... perhaps.| Wait...what?|",
        "“Stop!” he said. |“Now.”|",
        '"Stop!" he said.| "Now." |Then he ran.|',
        "“He said, ‘Never.’ |Then he left.” |They sat.|",
        "She calls ‘Jory?’ and waits.|",
        "*The Halcyon* is late.| It is *very late.* |We wait.|",
        "(He waits. Then he goes.) |Nobody follows.|",
        "[The door creaks. Wind.] |Who is there?|",
        "No!| No?!| Yes…|",
        "He waits — no, he goes.|",
        "One line that goes\non in the next one.|",
        "Title\r\n\r\n|A paragraph.|\r\nAnother.|",
        "你好。|我是约里。|你要什么？|「走吧！」|他说。|",
        "مرحبا؟| نعم.|",
        "नमस्ते।| आप कौन हैं?|",
        "Great! |😀 Next.|",
        "Look at example.com and then.go there.|",
        "no marks at all just words|",
        "!!!| ???|",
    ],
)
def test_sentences_end_where_a_reader_would_pause(text: str) -> None:
    """`|` marks the ends; white space may stand on either side of them."""
    expected = [part.strip() for part in text.split("|") if part.strip()]
    assert [sentence.strip() for sentence in split(text.replace("|", ""))] == expected


def test_a_plain_sentence_closes_with_the_space_after_it() -> None:
    splitter = SentenceSplitter(first_clause_chars=0)
    assert splitter.feed("The lamp is out.") == []
    assert splitter.feed(" ") == [Sentence("The lamp is out. ", 0, 17)]
    assert splitter.feed("“Who?”") == []
    assert splitter.feed(" ") == []  # `he asks` may follow
    assert splitter.feed("N") == [Sentence("“Who?” ", 17, 24)]
    assert splitter.finish() == [Sentence("N", 24, 25)]
    assert splitter.finish() == []


def test_the_first_sentence_may_be_cut_at_a_clause_and_no_other() -> None:
    text = "When you lean on the door with both hands, it gives. " * 2
    assert split(text, first=30) == [
        "When you lean on the door with both hands, ",
        "it gives. ",
        "When you lean on the door with both hands, it gives. ",
    ]
    assert split(text) == ["When you lean on the door with both hands, it gives. "] * 2


def test_a_first_clause_does_not_end_in_a_number() -> None:
    assert split("The wreck was worth some 1,250,000 pounds, they say.", first=10) == [
        "The wreck was worth some 1,250,000 pounds, ",
        "they say.",
    ]


def test_a_long_sentence_is_cut_at_its_last_clause() -> None:
    sentence = "the sea goes up and down, " * 12 + "and so on."
    pieces = split(sentence)
    assert all(len(piece) <= MAX_CHARS for piece in pieces)
    assert [piece.rstrip()[-1] for piece in pieces] == [",", "."]


def test_a_long_sentence_without_clauses_is_cut_between_words() -> None:
    pieces = split("word " * 400)
    assert all(len(piece) <= MAX_CHARS and piece.endswith("word ") for piece in pieces)


def test_a_text_without_spaces_is_cut_but_not_inside_of_a_character() -> None:
    family = "👩\u200d👩\u200d👧"
    pieces = split(family * 200)
    assert all(len(piece) <= MAX_CHARS for piece in pieces)
    assert all(piece.startswith("👩") and piece.endswith(("👧", "👩")) for piece in pieces)
    assert not any(piece.endswith("\u200d") for piece in pieces)


def test_brackets_that_stay_open_hold_nothing_back_for_long() -> None:
    pieces = split("(Open. " + "And so it goes on. " * 40)
    assert len(pieces) > 10


@given(text=TEXTS, first=st.sampled_from([0, 5, 30]), max_chars=st.sampled_from([8, 40, MAX_CHARS]))
@example("." * 2000, 5, 40)
@example(" " * 2000, 5, 40)
def test_the_pieces_are_the_text(text: str, first: int, max_chars: int) -> None:
    splitter = SentenceSplitter(max_chars, first)
    sentences = [*splitter.feed(text), *splitter.finish()]
    assert "".join(sentence.text for sentence in sentences) == text
    assert all(text[s.start : s.end] == s.text and 0 < len(s.text) <= max_chars for s in sentences)


@given(
    text=TEXTS,
    data=st.data(),
    first=st.sampled_from([0, 5, 30]),
    max_chars=st.sampled_from([8, 40, MAX_CHARS]),
)
@example("x" * 39 + "… y, " * 60, st.just(None), 30, 40)
def test_chunks_make_no_difference(text: str, data: st.DataObject, first: int, max_chars: int) -> None:
    whole = SentenceSplitter(max_chars, first)
    expected = [*whole.feed(text), *whole.finish()]
    streamed = SentenceSplitter(max_chars, first)
    found: list[Sentence] = []
    at = 0
    while at < len(text):
        size = data.draw(st.integers(1, 30)) if isinstance(data, st.DataObject) else 1
        found += streamed.feed(text[at : at + size])
        at += size
    assert [*found, *streamed.finish()] == expected


def test_a_limit_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 8"):
        SentenceSplitter(max_chars=3)
